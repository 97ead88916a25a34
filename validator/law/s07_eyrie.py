"""7 Eyrie Dynasties: so far what its rules change in any turn."""

from __future__ import annotations

from notation.legs import BattleLeg
from replayer.facts import faction_facts
from replayer.state import State
from validator.law.s02_terms import TIES
from validator.law.s03_victory import ITEM_POINTS, printed_points
from validator.law.s04_battle import EXTRA, Range
from validator.registry import exception

TIES.add("E")


@exception("7.2.2", "Lords of the Forest", to="2.5")
def rules_ties(faction: str) -> bool:
    return faction in TIES


@exception("7.8.3", "Commander", to="4.3.2")
def commander_hits(state: State, leg: BattleLeg, attacking: bool) -> Range:
    if attacking and leg.attacker == "E" and state.leader == "commander":
        hits = faction_facts("E").number("commander_hits")
        return hits, hits
    return 0, 0


EXTRA.append(commander_hits)


@exception("7.2.3", "Disdain for Trade", to="3.2.2")
def disdain(state: State, item: str) -> tuple[str, int]:
    """One point for an item, whatever is printed, unless the Builder leads (7.8.1)."""
    if state.leader == "builder":
        return "3.2.2", printed_points(state, item)
    return "7.2.3", faction_facts("E").number("disdain_points")


ITEM_POINTS["E"] = disdain
