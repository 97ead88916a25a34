"""Who has won: thirty points (3.1), dominance as a Birdsong starts (3.3.1), a coalition (9.2.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from notation.actions import Faction
from notation.legs import BattleLeg, PointsLeg
from replayer.facts import general
from replayer.state import State
from validator.algebra import Gained
from validator.law.s02_terms import side_of
from validator.law.s03_victory import active, at_thirty, dominates
from validator.readings import Step
from validator.switches import WAIVED

__all__ = [
    "End",
    "Reached",
    "Verdict",
    "at_thirty",
    "champions",
    "dominance_rule",
    "may_be_won",
    "verdict",
]

REMOVAL: Final = "3.2.1"


class Reached(NamedTuple):
    """A faction that came to thirty points with action `at` of a turn, counted from 0."""

    faction: Faction
    at: int


class Verdict(NamedTuple):
    """What is wrong with a declared winner."""

    kind: str  # illegal omission
    rule: str
    says: str


def champions(reached: list[Reached], path: Step | None, turn: Faction) -> tuple[Faction, ...]:
    """Who may have won with the turn in which somebody first came to thirty.

    Points of one unit may be written in any order. Where they surely fell at one instant, those of
    a roll's losses, the player on turn wins (3.1); else whoever the record gives them to first may
    have had them first.
    """
    if not reached:
        return ()
    steps = []
    while path is not None:
        steps.append(path)
        path = path.before
    later = [step.at for step in steps if step.fresh and step.at > reached[0].at]
    group = [one.faction for one in reached if one.at < min(later, default=one.at + 1)]
    if turn in group and (group[0] == turn or at_one_instant(steps, group, turn)):
        return (turn,)
    return tuple(group)


def may_be_won(state: State, earned: Iterable[Gained]) -> bool:
    """Whether somebody comes to thirty with what a turn has earned and nobody wrote, beside what
    earlier turns had."""
    fresh: dict[str, int] = {}
    for gained in earned:
        fresh[gained.faction] = fresh.get(gained.faction, 0) + gained.n
    goal = general()["winning_points"]
    return any(
        score is not None and score + before < goal <= score + before + fresh.get(faction, 0)
        for faction, score in state.score.items()
        for before in [state.unwritten.get(faction, 0)]
    )


def at_one_instant(steps: list[Step], group: list[Faction], turn: Faction) -> bool:
    """Whether all that the others scored in the last battle fell with the losses of its roll.

    `steps` are the latest first.
    """
    for step in steps:
        leg = step.leg
        if isinstance(leg, BattleLeg):
            return leg.ambush is None
        other = isinstance(leg, PointsLeg) and leg.faction != turn and leg.faction in group
        if other and step.trail[0] != REMOVAL:
            return False
    return False


class End(NamedTuple):
    """How a record ends: whom it says to have won, and who could have."""

    declared: tuple[Faction, ...]
    champions: tuple[Faction, ...]  # who may have been first at thirty
    up_next: Faction | None  # whose turn would be next, where that is known
    last: Faction  # whose turn was the last


def verdict(state: State, end: End) -> Verdict | None:
    """What is wrong with the winner that a record declares; None if nothing is."""
    sides = {side_of(state, faction) for faction in end.declared}
    if len(sides) > 1:
        return Verdict("illegal", "3.1", f"{' and '.join(sorted(sides))} do not win together")
    (side,) = sides
    if side not in end.declared:
        says = f"{end.declared[0]} wins only together with {side}"
        return Verdict("illegal", "9.2.8", says)
    if end.champions:
        if side not in {side_of(state, faction) for faction in end.champions}:
            return Verdict("illegal", "3.1", f"{end.champions[0]} came to thirty points first")
    elif state.score.get(side) is not None:
        return Verdict("omission", "3.1", points_short(state, side))
    elif (wrong := no_dominance(state, end, side)) is not None:
        return wrong
    forgotten = [f for f in state.coalition if f not in end.declared and side_of(state, f) == side]
    if forgotten:
        return Verdict("omission", "9.2.8", f"{forgotten[0]} wins together with {side}")
    return None


def points_short(state: State, faction: Faction) -> str:
    most = general()["winning_points"]
    return f"{faction} has {state.score[faction]} points by this record, {most} are needed"


def no_dominance(state: State, end: End, side: Faction) -> Verdict | None:
    """Why a faction off the score track has not won as its Birdsong starts; None if it may have."""
    cards = active(state, side)
    if not cards:
        return Verdict("omission", "3.1", f"{side} has no points and no dominance card in play")
    rule = dominance_rule(state, side)
    if rule in WAIVED:
        return None
    if end.last == side or end.up_next not in (None, side):
        return Verdict("illegal", rule, f"{side} wins only as its own Birdsong starts")
    if not dominates(state, side)[1]:
        asked = "two opposite corners" if cards == ("b",) else "three clearings of its suit"
        return Verdict("illegal", rule, f"{side} does not rule {asked}")
    return None


def dominance_rule(state: State, faction: Faction) -> str:
    """The number by which a faction's activated card wins."""
    return "3.3.1.II" if "b" in active(state, faction) else "3.3.1.I"
