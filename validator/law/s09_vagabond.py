"""9 Vagabond: so far what his rules do in other players' turns."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import BattleLeg, ItemLeg, Leg, PieceLeg, RelationLeg
from replayer.state import State
from validator.algebra import MANY, NOTHING, Clause, Due, Effects, may, take, unsure, up_to
from validator.law.s04_battle import BEFORE_ROLL, VAGABONDS
from validator.law.s04_craft_and_move import ANY_RULE
from validator.registry import consequence, exception


@exception("9.2.3", "Nimble", to="4.2.1")
def moves_anywhere(faction: Faction) -> bool:
    return faction in ANY_RULE


ANY_RULE.update(VAGABONDS)


def turns_hostile(state: State, leg: RelationLeg, vagabond: Faction, faction: Faction) -> bool:
    return leg.vagabond == vagabond and leg.faction == faction and leg.step == "h"


@consequence("9.2.9.III", "Hostile Status", verb="remove")
def made_hostile(state: State, leg: Leg, by: Faction) -> Effects:
    """A warrior removed by a Vagabond makes its faction Hostile; the marker is often unwritten."""
    if by not in VAGABONDS or not isinstance(leg, PieceLeg) or leg.piece.kind != "w":
        return ()
    marker = take(RelationLeg, turns_hostile, by, leg.piece.owner, number="9.2.9.III")
    return (Due("9.2.9.III", by, may(marker), "turn"),)


def exhausts_item(state: State, leg: ItemLeg, attacker: Faction, defender: Faction) -> bool:
    return leg.end_state == "e" and leg.start in (f"{attacker}$", f"{defender}$")


def items_in_battle(state: State, leg: BattleLeg) -> Clause:
    """Characters exhaust items in battle (9.5.9)."""
    if leg.attacker not in VAGABONDS and leg.defender not in VAGABONDS:
        return NOTHING
    item = take(ItemLeg, exhausts_item, leg.attacker, leg.defender, number="9.5.9")
    return unsure(up_to(MANY, item), "chapter 9 is not written")


BEFORE_ROLL.append(items_in_battle)
