"""One action of a turn, and what can be told from how it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from notation.legs import CardLeg, ItemLeg, Leg, PieceLeg, PointsLeg, RelationLeg, RevealLeg
from notation.record import Entry


class Line(NamedTuple):
    """One action of a turn that could be read."""

    number: int  # of the action in its turn, from 1
    entry: Entry
    legs: tuple[Leg, ...]


def draws_any(lines: list[Line], faction: str) -> bool:
    """Whether a turn writes a draw of that faction's."""
    return any(
        type(leg) is CardLeg and leg.start == "deck" and leg.end == faction
        for line in lines
        for leg in line.legs
    )


def is_discard(line: Line, faction: str) -> bool:
    """Whether an action spends cards of that faction's hand and nothing else."""
    return all(isinstance(leg, CardLeg) and leg.start == faction for leg in line.legs)


def both_many(first: tuple[Leg, ...], second: tuple[Leg, ...]) -> bool:
    """Neighbouring actions that may be whole units written crosswise: several pieces or cards in
    both, or items and what several of them pay for."""
    items = all(isinstance(leg, ItemLeg) for leg in first)
    return (items or (many(first) and many(second))) and zippable(first, second)


def many(legs: tuple[Leg, ...]) -> bool:
    """Several legs, or several of one thing that is paid or comes out of the supply."""
    if len(legs) > 1:
        return True
    leg = legs[0]
    moved = isinstance(leg, PieceLeg) and isinstance(leg.start, int) and isinstance(leg.end, int)
    return leg.n > 1 and not moved


def zippable(first: tuple[Leg, ...], second: tuple[Leg, ...]) -> bool:
    kinds = (PieceLeg, CardLeg, ItemLeg)
    count = sum(leg.n for leg in first) > 1 and sum(leg.n for leg in second) > 1
    return count and all(isinstance(leg, kinds) for leg in first + second)


MOST_CROSSED: Final = 6
"""Neighbouring actions read as one, at most."""


def crossed(actions: Sequence[tuple[Leg, ...]]) -> bool:
    """Actions that may be whole units written crosswise: the first begins several of them."""
    kinds = (PieceLeg, CardLeg, ItemLeg, RevealLeg)
    first = actions[0]
    if sum(leg.n for leg in first) < 2 or not all(isinstance(leg, kinds) for leg in first):
        return False
    follows = (*kinds, PointsLeg, RelationLeg)
    return all(isinstance(leg, follows) for legs in actions[1:] for leg in legs)


def from_a_board(line: Line) -> bool:
    """Whether pieces leave a faction board: payments, officers, acolytes."""
    return any(
        isinstance(leg, PieceLeg) and isinstance(leg.start, str) and leg.start.endswith("$")
        for leg in line.legs
    )
