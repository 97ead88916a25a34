"""Short records for tests of the engine."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from notation.entries import parse_action
from notation.legs import Piece, legs
from notation.reader import read_record
from notation.record import Record
from replayer.engine import apply, begin_turn, start
from replayer.state import State
from replayer.timeline import timeline

SHARED = Path(__file__).resolve().parents[3] / "shared"
CORPUS = sorted((SHARED / "corpus").glob("*.rootlog"))
REAL = sorted((SHARED / "rootlogs").glob("*.rootlog"))
SUITS = "F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12"


def record(players: str, *lines: str, map: str = "Fall", deck: str = "E&P") -> Record:
    """A record: its players by letter, then its lines."""
    head = [f"Map: {map}", f"Deck: {deck}"]
    if map != "Fall":
        head.append(f"Clearings: {SUITS}")
    names = [f"{letter}: player {letter}" for letter in players]
    read = read_record("\n".join([*head, *names, *lines]))
    assert not [slip for slip in read.slips if slip.kind == "error"], read.slips
    return read


def table(players: str, map: str = "Fall", deck: str = "E&P") -> State:
    """The table before the setup."""
    return start(record(players, map=map, deck=deck))


def told(state: State, turn: str, *texts: str) -> tuple[State, list[str]]:
    """Play lines such as `w->3/XC4` one after the other, each a turn of its own if it is written
    so ("E:…"), else on a turn of `turn`. The state, and the kinds of the faults met."""
    faults: list[str] = []
    state = begin_turn(state, turn)
    for text in texts:
        if text[1:2] == ":":
            turn, text = text[0], text[2:]
            state = begin_turn(state, turn)
        for action in text.split("/"):
            for leg in legs(parse_action(action), turn):
                state = apply(state, leg)
                faults += [fault.kind for fault in state.faults]
    return state, faults


def played(state: State, turn: str, *texts: str) -> State:
    """The same where nothing may be amiss."""
    state, faults = told(state, turn, *texts)
    assert not faults, faults
    return state


def at(state: State, place: int | str) -> dict[str, int]:
    """Pieces at a place, spelled as in Rootlog."""
    return {str(piece): n for piece, n in state.at(place).items()}


def in_supply(state: State, piece: str) -> int:
    return state.at("supply").get(Piece(piece[0], piece[1], piece[3:]), 0)


def end_of(players: str, *lines: str, map: str = "Fall", deck: str = "E&P") -> State:
    return timeline(record(players, *lines, map=map, deck=deck)).end


def census(state: State) -> Counter[str]:
    """Every piece of the table, by its kind as the box holds it."""
    table: Counter[str] = Counter()
    for here in state.pieces.values():
        for piece, n in here.items():
            owner, kind, sub = piece
            if owner == "K" and kind == "t":
                table[f"Kt_{sub[-1:]}"] += n
            elif owner + kind in ("Kb", "Pt"):
                table[owner + kind] += n
            else:
                table[str(piece)] += n
    return table
