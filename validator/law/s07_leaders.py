"""7 Eyrie Dynasties: rule, items and leaders, in any turn."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, Leg, Piece, PieceLeg
from replayer.facts import faction_facts
from replayer.state import State
from validator.algebra import Effects, Gained
from validator.law.s02_terms import TIES, is_enemy
from validator.law.s03_victory import ITEM_POINTS, on_track, printed_points
from validator.law.s04_battle import EXTRA, Range
from validator.registry import consequence, exception
from validator.switches import off

E: Final = "E"
WARRIOR, ROOST = Piece(E, "w"), Piece(E, "b")
FACTS: Final = faction_facts(E)

TIES.add(E)


@exception("7.2.2", "Lords of the Forest", to="2.5")
def rules_ties(faction: Faction) -> bool:
    return faction in TIES


@exception("7.2.3", "Disdain for Trade", to="3.2.2")
def disdain(state: State, item: str) -> tuple[str, int]:
    """One point for an item, whatever is printed, unless the Builder leads."""
    if state.leader == "builder":
        return builder_points(state, item)
    if off("7.2.3"):
        return "3.2.2", printed_points(state, item)
    return "7.2.3", FACTS.number("disdain_points")


@exception("7.8.1", "Builder", to="7.2.3")
def builder_points(state: State, item: str) -> tuple[str, int]:
    """The points printed on the card."""
    if off("7.8.1"):
        return "7.2.3", FACTS.number("disdain_points")
    return "7.8.1", printed_points(state, item)


ITEM_POINTS[E] = disdain


@exception("7.8.3", "Commander", to="4.3.3.I")
def commander_hits(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """One extra hit as attacker."""
    if not attacking or leg.attacker != E or state.leader != "commander":
        return 0, 0
    hits = 0 if off("7.8.3") else FACTS.number("commander_hits")
    return hits, hits


EXTRA.append(commander_hits)


@consequence("7.8.4", "Despot", verb="take spoils")
def despot_point(state: State, leg: Leg, by: Faction) -> Effects:
    """A point more where enemy buildings or tokens are removed in battle, however many at once."""
    if by != E or state.leader != "despot" or not on_track(state, E):
        return ()
    if not isinstance(leg, PieceLeg) or not is_enemy(state, E, leg.piece.owner):
        return ()
    return (Gained(E, "7.8.4", FACTS.number("despot_points")),)
