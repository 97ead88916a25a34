"""9 Vagabond: so far what his rules do in other players' turns."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import BattleLeg, ItemLeg, Leg, Piece, PieceLeg, PointsLeg, RelationLeg
from replayer.state import State
from validator import switches
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Due,
    Effects,
    may,
    one_of,
    take,
    unsure,
    up_to,
)
from validator.law.s02_terms import is_enemy
from validator.law.s03_victory import on_track
from validator.law.s04_battle import BARE, BEFORE_ROLL, CAPS, EXTRA, MORE_CAPS, STOCKS, VAGABONDS
from validator.law.s04_craft_and_move import ANY_RULE
from validator.law.s04_hits import LENDERS, Range
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


# --- in battle ----------------------------------------------------------------------------


def undamaged(state: State, vagabond: Faction, item: str | None) -> Range:
    """How many undamaged items (of a kind) a Vagabond has: (at least, at most)."""
    counts = [
        sum(n for kind, area, _, n in table if area == "s" and item in (None, kind))
        for table in state.satchel.get(vagabond, frozenset({()}))
    ]
    return (min(counts), max(counts)) if counts else (0, 0)


@exception("9.2.6", "Maximum Rolled Hits", to="4.3.2.I")
def swords(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """His rolled hits are limited by his undamaged swords, exhausted or not."""
    low, high = undamaged(state, leg.attacker if attacking else leg.defender, "s")
    return (low, 99) if "9.2.6" in switches.WAIVED else (low, high)


@exception("9.2.4", "Defenseless", to="4.3.3.II")
def without_sword(state: State, leg: BattleLeg) -> Range:
    """He is defenseless without an undamaged sword."""
    if "9.2.4" in switches.DENIED:
        return 0, 0
    low, high = undamaged(state, leg.defender, "s")
    return (1 if high == 0 else 0), (1 if low == 0 else 0)


@exception("9.2.7", "Taking Hits", to="4.3.4")
def his_items(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """Hits damage items; those beyond his undamaged ones are lost."""
    low, high = undamaged(state, leg.attacker if attacking else leg.defender, None)
    return (low, 99) if "9.2.7" in switches.WAIVED else (low, high)


@exception("9.2.9.IIc", "Attacking with Ally", to="4.3.2.I")
def allies(state: State, leg: BattleLeg, attacking: bool) -> tuple[Faction, ...]:
    """Attacking, he may treat an ally's warriors as his own. A marker one step short of Allied may
    have come further without a word in the record."""
    if not attacking or leg.attacker not in VAGABONDS or "9.2.9.IIc" in switches.DENIED:
        return ()
    steps = state.relations.get(leg.attacker, {})
    return tuple(faction for faction, step in steps.items() if step in ("2", "a"))


@exception("16.3.8.II", "Special Action: Swift Strike", to="4.3.3.I")
def swift_strike(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """The Ronin may exhaust a sword for an extra hit."""
    side = leg.attacker if attacking else leg.defender
    return (0, 1) if is_character(state, side, "ronin") else (0, 0)


def is_character(state: State, faction: Faction, name: str) -> bool:
    """Whether that faction is a Vagabond of that name, or one whose name is not known."""
    return faction in VAGABONDS and state.characters.get(faction, name) == name


def protectors(state: State, leg: BattleLeg) -> tuple[Faction, ...]:
    """Arbiters in the clearing whom the defender may enlist."""
    return tuple(
        faction
        for faction in VAGABONDS
        if Piece(faction, "p") in state.at(leg.clearing)
        and faction not in (leg.attacker, leg.defender)
        and is_character(state, faction, "arbiter")
    )


@exception("16.3.5.II", "Special Action: Protector", to="4.3.2.I")
def protector_swords(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """The swords of an Arbiter enlisted raise the limit on the defender's rolled hits."""
    if attacking:
        return 0, 0
    return 0, sum(undamaged(state, faction, "s")[1] for faction in protectors(state, leg))


def protector_point(state: State, leg: BattleLeg) -> Clause:
    """An Arbiter enlisted scores a point."""
    points = (
        take(PointsLeg, scores, faction, n=1, number="16.3.5.II")
        for faction in protectors(state, leg)
        if on_track(state, faction) and is_enemy(state, faction, leg.attacker)
    )
    return may(one_of(*points))


def scores(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction == faction and leg.sign > 0


for letter in VAGABONDS:
    CAPS[letter], BARE[letter], STOCKS[letter] = swords, without_sword, his_items
LENDERS.append(allies)
EXTRA.append(swift_strike)
MORE_CAPS.append(protector_swords)
BEFORE_ROLL.append(protector_point)
