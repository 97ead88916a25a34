"""16.2 The maps: closed paths, the Pass. The ferry stands with the moves (4.2), what the winter
river, the lake and the closed paths do to forests with the forests (2.4.1)."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import CardLeg, Leg, PathLeg, PointsLeg
from replayer.facts import general, map_facts
from replayer.state import State
from validator.algebra import (
    NOTHING,
    Clause,
    Effects,
    Gained,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
)
from validator.law.s02_terms import rules, spent_by
from validator.law.s03_victory import on_track
from validator.registry import consequence, demand, rule

# --- 16.2.3 closed paths ------------------------------------------------------------------


def opens(state: State, leg: PathLeg, faction: Faction) -> bool:
    return True


@demand("16.2.3.II", "the path is no closed path, or not any more")
def is_closed(state: State, leg: PathLeg, faction: Faction) -> bool:
    return leg.ends in map_facts(state.game.map).closed and leg.ends not in state.open_paths


@demand("16.2.3.III", "removing a closed path takes a faction piece at one end of it")
def has_piece_at_an_end(state: State, leg: PathLeg, faction: Faction) -> bool:
    return any(p.owner == faction for end in leg.ends for p in state.at(end))


@demand("16.2.3.III", "one closed path a turn can be removed")
def first_this_turn(state: State, leg: PathLeg, faction: Faction) -> bool:
    return state.this_turn.opened == 0


@consequence("16.2.3.III", "Removing Closed Paths", verb="open path")
def point_for_path(state: State, leg: Leg, by: Faction) -> Effects:
    if not on_track(state, by):
        return ()
    return (Gained(by, "16.2.3.III", general()["closed_path_points"]),)


@rule("16.2.3.III", "Removing Closed Paths", unit=True, starts=(PathLeg, CardLeg), optional=True)
def open_path(state: State, faction: Faction) -> Clause:
    """In Daylight a card spent removes a closed path and scores a point, once a turn."""
    if not map_facts(state.game.map).closed:
        return NOTHING
    path = take(
        PathLeg,
        opens,
        faction,
        number="16.2.3.III",
        verb="open path",
        by=faction,
        demands=(is_closed, has_piece_at_an_end, first_this_turn),
    )
    card = take(CardLeg, spent_by, faction, n=1, number="16.2.3.III")
    return one_of(in_order(card, path), in_order(path, card))


def path_out_of_time(faction: Faction) -> Clause:
    """Gives a voice to a closed path removed outside Daylight."""
    says = "a closed path is removed in Daylight"
    return forbidden(open_path(faction), "16.2.3.III", says)


# --- 16.2.3.IV the Pass -------------------------------------------------------------------


def scores(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction == faction and leg.sign > 0


@rule("16.2.3.IV", "The Pass and Tower", soft=True, starts=(PointsLeg,))
def tower_point(state: State, faction: Faction) -> Clause:
    """At the end of Evening its ruler scores a point."""
    the_pass = map_facts(state.game.map).tower
    if not the_pass or not on_track(state, faction):
        return NOTHING
    sure, possible = rules(state, faction, the_pass)
    if sure:
        return gain(faction, "16.2.3.IV", general()["pass_points"])
    point = take(PointsLeg, scores, faction, n=1, number="16.2.3.IV")
    if possible:
        return may(point)
    return forbidden(point, "16.2.3.IV", "the point of the Pass goes to its ruler")
