"""The chess peer: python-chess writing and reading PGN.

`chess_peer.py write FILE GAMES PLIES` composes random games, always the same ones, PLIES in all.
`chess_peer.py read FILE SECONDS` reads the file again and again for that long and prints
{"first", "best"}: seconds a pass, and how many moves it read. SECONDS 0: one pass.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import chess
import chess.pgn


def compose(plies: int, rng: random.Random) -> chess.pgn.Game:
    """A game of legal moves, `plies` long unless it ends in mate or stalemate before."""
    game = chess.pgn.Game()
    board = game.board()
    node: chess.pgn.GameNode = game
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choice(moves)
        board.push(move)
        node = node.add_variation(move)
    return game


def write(path: Path, games: int, plies: int) -> None:
    rng = random.Random(games)
    left, texts = plies, []
    while left > 0:
        game = compose(min(left, plies // games), rng)
        left -= sum(1 for _ in game.mainline_moves())
        texts.append(str(game))
    path.write_text("\n\n".join(texts) + "\n", encoding="utf-8")


def read_all(path: Path) -> tuple[float, int]:
    """Seconds and moves of one pass over the file; raises ValueError at an illegal move."""
    start = time.perf_counter()
    moves = 0
    with path.open(encoding="utf-8") as lines:
        while game := chess.pgn.read_game(lines):
            if game.errors:
                raise ValueError(str(game.errors[0]))
            moves += sum(1 for _ in game.mainline_moves())
    return time.perf_counter() - start, moves


def read(path: Path, seconds: float) -> dict[str, float]:
    first, moves = read_all(path)
    best = spent = first
    while spent < seconds:
        again, _ = read_all(path)
        best = min(best, again)
        spent += again
    return {"first": first, "best": best, "read": moves}


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["write", path, games, plies]:
            write(Path(path), int(games), int(plies))
        case ["read", path, seconds]:
            print(json.dumps(read(Path(path), float(seconds))))
        case _:
            sys.exit(__doc__)
