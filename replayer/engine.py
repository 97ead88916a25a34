"""The engine: applies legs to states. It believes the record and knows no Law."""

from __future__ import annotations

from notation.legs import Leg
from replayer.state import State


def start(record: object) -> State:
    """The table before the first setup line: supplies full, ruins covered, three cards each."""
    raise NotImplementedError


def begin_turn(state: State, faction: str) -> State:
    """The same table with that faction to move and the turn's counters reset."""
    raise NotImplementedError


def apply(state: State, leg: Leg) -> State:
    """The state after one leg. What cannot have happened becomes `faults` of the new state.

    After a fault the table follows the record as far as it can (a missing piece is taken from nowhere).
    """
    raise NotImplementedError
