"""Pieces taken off by another player: all of one instant together, then what follows (1.5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from notation.legs import Piece
from simulator.players import Loss, Player
from simulator.table import Table


def remove(table: Table, losses: Sequence[Loss]) -> None:
    """Take the pieces of one instant off, score for them, then let their owners answer.

    Raises GameOver where the points win the game.
    """
    losses = [loss for loss in losses if loss.count("wbt")]
    for loss in losses:
        loss.owner.before_removal(loss, losses)
    for clearing in dict.fromkeys(loss.clearing for loss in losses):
        gone: Counter[Piece] = Counter()
        for loss in losses:
            if loss.clearing == clearing:
                gone += loss.pieces - loss.apart
        if gone:
            table.write(f"{table.words(gone)}{clearing}->")
    for loss in losses:
        loss.owner.on_gone(loss)
    gains: Counter[str] = Counter()
    for by in dict.fromkeys(loss.by for loss in losses):
        gains[by.letter] += by.removal_points([loss for loss in losses if loss.by is by])
    table.score_all(gains)
    for loss in losses:
        loss.owner.on_removed(loss)
    for loss in losses:
        loss.by.on_removing(loss)


def clear(table: Table, by: Player, clearings: Sequence[int], kinds: str = "wbt") -> None:
    """All enemy pieces of some clearings at once, such as a revolt or a bomb takes off: neither
    pawns nor the warlord (9.2.2, 14.2.2), nor warriors hired (11.2.7.III). A Vagabond there is told
    (9.2.2.I)."""
    losses = []
    for clearing in clearings:
        for owner in table.defenders(by.letter, clearing):
            other = table.factions[owner]
            pieces = table.pieces(owner, clearing, kinds)
            pieces.pop(Piece("H", "w", "w"), None)
            if owner == "O" and table.hired_warriors(by.letter, clearing):
                pieces.pop(Piece("O", "w"), None)
            losses.append(Loss(by, other, clearing, pieces))
    remove(table, losses)
    for clearing in clearings if "w" in kinds else ():
        for owner in table.defenders(by.letter, clearing):
            if table.holds(owner, clearing, "p"):
                table.factions[owner].on_full_removal(by)
