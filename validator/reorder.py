"""`order` findings: a turn that is legal once one unit is written elsewhere in it.

A scorer's pen is not a player's hand: a craft written before the Decree is filled is no breach by
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from notation.legs import Leg
from replayer.state import State
from validator.algebra import Moment
from validator.bookkeeping import says_nothing
from validator.readings import Paths, advance, apply_all, finished

LONGEST = 4
"""Actions in a unit that is tried elsewhere."""
FARTHEST = 12
"""How many actions away it is tried."""


class Moved(NamedTuple):
    """A legal order: the unit (first, last action) and where it goes (before that action)."""

    first: int
    last: int
    before: int
    readings: Paths


def legal_elsewhere(
    readings: Paths, state: State, legs: list[tuple[Leg, ...]], start: int, i: int, complete: bool
) -> Moved | None:
    """An order of the turn's actions in which the unit at action i stands elsewhere and all is
    legal.

    `readings` and `state` are those before action `start`; actions before it stay where they are.
    """
    order = list(range(start, len(legs)))
    for first, last, before in places(start, i, len(legs)):
        unit = order[first - start : last + 1 - start]
        rest = [k for k in order if k not in unit]
        cut = rest.index(before) if before < len(legs) else len(rest)
        moved = rest[:cut] + unit + rest[cut:]
        after = read(readings, state, legs, moved, complete)
        if after:
            return Moved(first, last, before, after)
    return None


def places(start: int, i: int, end: int) -> Iterator[tuple[int, int, int]]:
    """(first, last, before): units that begin at i, moved later or earlier, nearest first."""
    for distance in range(1, FARTHEST + 1):
        for last in range(i, min(i + LONGEST, end)):
            later = last + 1 + distance
            if later <= end:
                yield i, last, later
            earlier = i - distance
            if earlier >= start:
                yield i, last, earlier


def read(
    readings: Paths, state: State, legs: list[tuple[Leg, ...]], order: list[int], complete: bool
) -> Paths:
    """The readings after the actions in that order; none where one is refused or impossible."""
    for at in order:
        if says_nothing(state, legs[at]):
            state, _ = apply_all(state, legs[at])
            continue
        readings, state = advance(readings, legs[at], state, at=at)
        if not readings or state.faults:
            return {}
    if not complete:
        return readings
    m = Moment(state, ())
    return {r: path for r, path in readings.items() if finished(r, m)}
