"""9.5.7 and 9.5.8 Vagabond: what his hammers repair and craft."""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.actions import Faction
from notation.legs import CraftLeg, ItemLeg
from replayer.satchel import HAMMER
from replayer.state import State
from validator.algebra import (
    Clause,
    take,
)
from validator.law.s02_terms import (
    suit_of,
)
from validator.law.s04_craft_and_move import (
    after_craft,
    card_of,
    crafts,
    item_is_left,
    not_an_ambush,
    not_dominance,
    not_in_play,
)
from validator.law.s09_characters import (
    Items,
    is_repaired,
)
from validator.law.s09_items import EVERY, place_of
from validator.printings import printing
from validator.registry import LEFT_OUT, demand, rule

# --- 9.5.7 repair -------------------------------------------------------------------------


@rule("9.5.7", "Repair", starts=(ItemLeg,))
def repair(_: State, vagabond: Faction, items: Items) -> Clause:
    """One damaged item back to the Satchel, on the side it shows."""
    return take(
        ItemLeg,
        is_mended,
        vagabond,
        items,
        n=1,
        number="9.5.7",
        demands=(paid_with_hammer, keeps_its_side),
    )


def is_mended(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    """Everything face up at once and for nothing is no repair but a rest (9.6.1)."""
    rested = leg.item == EVERY and leg.end_state == "r" and not items
    return is_repaired(state, leg, vagabond) and not rested


@demand("9.5.7", "a repair costs one hammer")
def paid_with_hammer(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return items == (HAMMER,)


TURNS_UP: Final = printing("p4", "9.5.7", "a repaired item turns face up", board=True)


@demand("9.5.7", "a repaired item keeps its side")
def keeps_its_side(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    if leg.end_state is None or leg.end_state == leg.start_state:
        return True
    held = {
        side
        for table in state.satchel.get(vagabond, ())
        for kind, area, side, _ in table
        if area == "d" and kind == leg.item
    }
    kept = leg.start_state is None and leg.end_state in held
    return kept or (leg.end_state == "r" and TURNS_UP(state))


# --- 9.5.8 craft --------------------------------------------------------------------------


@rule("9.5.8", "Craft", starts=(CraftLeg,))
def craft(_: State, vagabond: Faction, items: Items) -> Clause:
    """A card for a hammer an icon, all in the suit of his clearing."""
    return take(
        CraftLeg,
        crafts,
        vagabond,
        items,
        number="9.5.8",
        verb="craft",
        by=vagabond,
        demands=(
            hammers_written,
            hammers_pay,
            in_his_suit,
            not_an_ambush,
            not_dominance,
            not_in_play,
            item_is_left,
        ),
        then=crafted,
    )


def price(state: State, leg: CraftLeg) -> Counter[str] | None:
    card = card_of(state, leg.item, leg.name, leg.suit)
    return Counter(card.cost) if card is not None else None


@demand("9.5.8", "a craft costs one hammer for each icon on the card")
def hammers_pay(state: State, leg: CraftLeg, vagabond: Faction, items: Items) -> bool:
    cost = price(state, leg)
    return not items or (set(items) == {HAMMER} and (cost is None or len(items) == cost.total()))


NO_HAMMER: Final = "no hammer is exhausted for the craft"


@demand("9.5.8", NO_HAMMER)
def hammers_written(state: State, leg: CraftLeg, vagabond: Faction, items: Items) -> bool:
    return bool(items)


def has_hammer(state: State) -> bool:
    """Whether he may have one face up to exhaust: then only the record is short of it."""
    tables = state.satchel.get(state.turn, ())
    return any(stack[:3] == (HAMMER, "s", "r") for table in tables for stack in table)


LEFT_OUT["9.5.8", NO_HAMMER] = has_hammer


@demand("9.2.1", "his hammers have the suit of his clearing, and none in a forest")
def in_his_suit(state: State, leg: CraftLeg, vagabond: Faction, items: Items) -> bool:
    suit = suit_of(state, place_of(state, vagabond))
    cost = price(state, leg)
    return bool(suit) and (cost is None or set(cost) <= {suit, "any"})


def crafted(state: State, leg: CraftLeg, vagabond: Faction, items: Items) -> Clause:
    return after_craft(state, leg, vagabond)
