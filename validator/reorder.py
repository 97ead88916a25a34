"""`order` findings: a turn that is legal once one unit is written elsewhere in it.

A scorer's pen is not a player's hand: a craft written before the Decree is filled is no breach by
itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from notation.legs import Leg, PointsLeg
from replayer.state import State
from validator.algebra import Moment
from validator.blame import unmet
from validator.bookkeeping import says_nothing
from validator.readings import Paths, Reading, advance, apply_all, finished, promising, settled
from validator.winners import at_thirty

LONGEST = 4
"""Actions in a unit that is tried elsewhere."""
AHEAD = 2
"""How many actions before the refused one a unit may begin."""
WIDEST = 1024
"""How many readings are followed while points may stand anywhere."""
FARTHEST = 12
"""How many actions away it is tried."""


class Moved(NamedTuple):
    """A legal order: the unit (first, last action) and where it goes (before that action)."""

    first: int
    last: int
    before: int
    readings: Paths


def legal_elsewhere(
    known: Mapping[int, tuple[Paths, State]],
    legs: list[tuple[Leg, ...]],
    start: int,
    i: int,
    complete: bool,
    soft: bool = False,
) -> Moved | None:
    """An order of the turn's actions in which the unit at action i stands elsewhere and all is
    legal; with `soft`, at its end the record may be short of something.

    `known` has readings and state before each action from `start` to i; what comes before `start`
    stays where it is. Where points are written that nothing has earned yet, the unit may have
    begun with them.
    """
    on_credit = all(r.credit for r in known[i][0])
    for first, last, before in places(start, i, len(legs), AHEAD if on_credit else 0):
        same = min(first, before)
        unit = range(first, last + 1)
        rest = [k for k in range(same, len(legs)) if k not in unit]
        cut = rest.index(before) if before < len(legs) else len(rest)
        after = read(*known[same], legs, [*rest[:cut], *unit, *rest[cut:]], complete, soft)
        if after:
            return Moved(first, last, before, after)
    return None


def points_elsewhere(
    known: Mapping[int, tuple[Paths, State]], legs: list[tuple[Leg, ...]], start: int
) -> Paths:
    """The readings of the whole turn where its points are all earned in it, wherever they are
    written."""
    if not any(isinstance(leg, PointsLeg) for action in legs[start:] for leg in action):
        return {}
    readings, state = known[start]
    for at in range(start, len(legs)):
        if says_nothing(state, legs[at]):
            state, _ = apply_all(state, legs[at])
            continue
        readings = promising(readings, state, WIDEST)
        readings, state = advance(readings, legs[at], state, at=at, floating=True)
        if not readings or state.faults or len(readings) > WIDEST:
            return {}
    m = Moment(state, ())
    readings = promising(readings, state, WIDEST)
    return {r: path for r, path in readings.items() if settled(r, m)}


def places(start: int, i: int, end: int, ahead: int) -> Iterator[tuple[int, int, int]]:
    """(first, last, before): units that begin at i, or up to so many actions ahead of it, moved
    later or earlier, nearest first."""
    for distance in range(1, FARTHEST + 1):
        for first in range(i, max(start, i - ahead) - 1, -1):
            for last in range(first, min(first + LONGEST, end)):
                later = last + 1 + distance
                if i < later <= end:
                    yield first, last, later
                earlier = first - distance
                if earlier >= start:
                    yield first, last, earlier


def read(
    readings: Paths,
    state: State,
    legs: list[tuple[Leg, ...]],
    order: list[int],
    complete: bool,
    soft: bool,
) -> Paths:
    """The readings after the actions in that order; none where one is refused or impossible."""
    for at in order:
        if says_nothing(state, legs[at]):
            state, _ = apply_all(state, legs[at])
            continue
        readings, state = advance(readings, legs[at], state, at=at)
        if not readings or state.faults:
            return {}
    if not complete or at_thirty(state):
        return readings
    m = Moment(state, ())
    ends = short_of_record if soft else finished
    return {r: path for r, path in readings.items() if ends(r, m)}


def short_of_record(r: Reading, m: Moment) -> bool:
    """Whether all that is left undone is what the record alone may be short of."""
    return not unmet(r, m).weight[0]
