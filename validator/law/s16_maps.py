"""16.2 The maps: closed paths, the Pass. The ferry stands with the moves (4.2)."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import CardLeg, Leg, PathLeg, PointsLeg
from replayer.facts import map_facts
from replayer.state import State
from validator.algebra import NOTHING, Clause, Effects, Gained, in_order, may, take
from validator.law.s02_terms import may_rule, spent_by
from validator.law.s03_victory import on_track
from validator.registry import consequence, demand, rule


def clears_path(state: State, leg: PathLeg, faction: Faction) -> bool:
    return leg.ends in map_facts(state.game.map).closed and leg.ends not in state.open_paths


@demand("16.2.3.III", "removing a closed path takes a faction piece at one end of it")
def has_piece_at_an_end(state: State, leg: PathLeg, faction: Faction) -> bool:
    return any(p.owner == faction for end in leg.ends for p in state.at(end))


@consequence("16.2.3.III", "Removing Closed Paths", verb="open path")
def point_for_path(state: State, leg: Leg, by: Faction) -> Effects:
    return (Gained(by, "16.2.3.III", 1),) if on_track(state, by) else ()


@rule("16.2.3.III", "Removing Closed Paths", unit=True, starts=(PathLeg, CardLeg))
def open_path(state: State, faction: Faction) -> Clause:
    """In Daylight a card spent removes a closed path and scores a point."""
    if not map_facts(state.game.map).closed:
        return NOTHING
    path = take(
        PathLeg,
        clears_path,
        faction,
        number="16.2.3.III",
        verb="open path",
        by=faction,
        demands=(has_piece_at_an_end,),
    )
    return may(in_order(take(CardLeg, spent_by, faction, n=1, number="16.2.3.III"), path))


def scores_one(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction == faction and leg.sign > 0


@demand("16.2.3.IV", "the point of the Pass goes to its ruler")
def rules_the_pass(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return may_rule(state, faction, map_facts(state.game.map).tower)


@rule("16.2.3.IV", "The Pass and Tower", soft=True, starts=(PointsLeg,))
def tower_point(state: State, faction: Faction) -> Clause:
    """At the end of Evening its ruler scores a point."""
    if not map_facts(state.game.map).tower or not on_track(state, faction):
        return NOTHING
    return may(
        take(PointsLeg, scores_one, faction, n=1, number="16.2.3.IV", demands=(rules_the_pass,))
    )
