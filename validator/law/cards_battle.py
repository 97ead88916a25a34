"""Cards of both decks that are used in battle."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, PointsLeg
from replayer.state import State
from validator.algebra import MANY, NOTHING, Clause, take, up_to
from validator.law.s04_battle import BEFORE_ROLL, EXTRA_FROM_START, SHIELDS, Range

IN_BATTLE = ("armor", "sap", "brutal", "scout", "fpart", "mpart", "rpart")


def battle_cards(state: State, leg: BattleLeg) -> list[str]:
    sides = (leg.attacker, leg.defender)
    return [n for side in sides for n in state.crafted.get(side, ()) if n in IN_BATTLE]


def discards_in_battle(state: State, leg: CardLeg, a: Faction, d: Faction) -> bool:
    return leg.end in ("*", "dom") and leg.start in (a, d, f"{a}$", f"{d}$")


def brutal_point(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction == faction and leg.sign > 0


def cards_before_roll(state: State, leg: BattleLeg) -> Clause:
    """Discards and points of battle cards."""
    if not battle_cards(state, leg):
        return NOTHING
    return up_to(
        MANY,
        take(CardLeg, discards_in_battle, leg.attacker, leg.defender, number="4.3.3"),
        take(PointsLeg, brutal_point, leg.defender, n=1, number="4.3.3"),
    )


def card_hits(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """Hits that a side's cards may add."""
    side = leg.attacker if attacking else leg.defender
    names = state.crafted.get(side, ())
    serving = ("brutal",) if attacking else ("sap",)
    return 0, sum(1 for n in names if n in serving or n.endswith("part"))


def armorers(state: State, leg: BattleLeg, attacking: bool) -> bool:
    """Whether a side has Armorers and may ignore the roll."""
    return "armor" in state.crafted.get(leg.attacker if attacking else leg.defender, ())


BEFORE_ROLL.append(cards_before_roll)
EXTRA_FROM_START.append(card_hits)
SHIELDS.append(armorers)
