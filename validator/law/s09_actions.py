"""9.5 Vagabond: the actions of Daylight, each paid by exhausting items.

What is exhausted does not say which action it pays for, so one rule gathers the items and the
action that follows is held to them.
"""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, ItemLeg, Leg
from replayer.satchel import HAMMER, shows_repair
from replayer.state import State
from validator.algebra import (
    MANY,
    NEVER,
    NOTHING,
    Clause,
    Effects,
    Gained,
    Rule,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s03_victory import on_track
from validator.law.s04_battle import battle as any_battle
from validator.law.s09_characters import (
    TORCH,
    Items,
    special_action,
)
from validator.law.s09_dealings import aid, strike
from validator.law.s09_hammers import TURNS_UP, craft, repair
from validator.law.s09_items import (
    FACTS,
    SOUND,
    board,
    is_paid,
    lies_damaged,
    pawn,
    place_of,
    to_its_place,
)
from validator.law.s09_moves import move
from validator.law.s09_quests import ONCE_A_TURN, quest
from validator.registry import COSTS, LEFT_OUT, consequence, demand, rule

SWORD: Final = "s"
MOST_ITEMS: Final = 6
COSTS.add("9.5")


# --- paying -------------------------------------------------------------------------------


@rule("9.5", "Daylight", part="one action", unit=True)
def action(_: State, vagabond: Faction) -> Clause:
    """Items exhausted, then what they pay for. Without any every action breaks its own number."""
    return one_of(paying(vagabond, ()), acting(vagabond, ()))


AT_WILL: Final[list[tuple[str, Rule]]] = []
"""What a character may do beside his actions any number of times: (character, rule)."""


def actions(state: State, vagabond: Faction) -> Clause:
    """Any number of them; what a character may do once a turn comes between them."""
    name = state.characters.get(vagabond)
    acts = (action(vagabond), *(act(vagabond) for character, act in AT_WILL if character == name))
    any_number = up_to(MANY, *acts)
    unnamed = not name  # then he may be any that the Law numbers
    once = [s for s in ONCE_A_TURN if s.character == name or (unnamed and s.number[0].isdigit())]
    if not once:
        return any_number
    first = one_of(*(special.act(vagabond) for special in once))
    says = "once a turn"
    again = (forbidden(special.act(vagabond), special.number, says) for special in once)
    return in_order(any_number, may(first, up_to(MANY, *acts, *again)))


def paying(vagabond: Faction, items: Items) -> Clause:
    """One more item for the action."""
    if len(items) >= MOST_ITEMS:
        return NEVER
    return take(ItemLeg, is_paid, vagabond, items, n=1, number="9.5", demands=PAYING, then=paid)


@demand("16.3.7.II", "an item is damaged in the stead of one other, for one quest a turn")
def not_improvised(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return leg.end_area != "d" or state.characters.get(vagabond) != "adventurer"


PAYING: Final = (*SOUND, not_improvised)


def paid(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> Clause:
    items = tuple(sorted((*items, leg.item)))
    return one_of(paying(vagabond, items), acting(vagabond, items))


@rule("9.5", "Daylight", part="what they pay for")
def acting(state: State, vagabond: Faction, items: Items) -> Clause:
    acts = [
        move(vagabond, items),
        battle(vagabond, items),
        explore(vagabond, items),
        aid(vagabond, items),
        quest(vagabond, items),
        strike(vagabond, items),
        repair(vagabond, items),
        craft(vagabond, items),
        special_action(vagabond, items),
    ]
    if items == (HAMMER,):
        acts.append(used_at_once(vagabond))
    if items == TORCH and stands_on_ruin(state, vagabond) and may_find_nothing(state, vagabond):
        acts.append(found_nothing(vagabond))
    return one_of(*acts)


# --- 9.5.7 repair, and the item used at once ---------------------------------------------


@rule("9.5.7", "Repair", part="used at once", starts=(ItemLeg,))
def used_at_once(_: State, vagabond: Faction) -> Clause:
    """A hammer exhausted, then the very item it repaired, in one entry or with the repair left
    out."""
    return take(
        ItemLeg,
        is_used_at_once,
        vagabond,
        n=1,
        number="9.5.7",
        demands=(repair_is_written,),
        then=used,
    )


def is_used_at_once(state: State, leg: ItemLeg, vagabond: Faction) -> bool:
    if not is_paid(state, leg, vagabond) or leg.end_area not in (None, "s"):
        return False
    return lies_damaged(state, leg, vagabond, "r") or (
        lies_damaged(state, leg, vagabond, "e")
        and (state.this_turn.refreshes > 0 or shows_repair(leg) or TURNS_UP(state))
    )


NO_REPAIR: Final = "the repair of this item is not written"


@demand("9.5.7", NO_REPAIR)
def repair_is_written(state: State, leg: ItemLeg, vagabond: Faction) -> bool:
    return shows_repair(leg)


LEFT_OUT["9.5.7", NO_REPAIR] = lambda state: True


def used(state: State, leg: ItemLeg, vagabond: Faction) -> Clause:
    """It pays for the next action; or it lay face down and is only repaired."""
    up = lies_damaged(state, leg, vagabond, "r") or state.this_turn.refreshes or TURNS_UP(state)
    down = shows_repair(leg) and lies_damaged(state, leg, vagabond, "e")
    return one_of(paid(state, leg, vagabond, ()) if up else NEVER, NOTHING if down else NEVER)


# --- 9.5.2 battle -------------------------------------------------------------------------


@rule("9.5.2", "Battle", starts=(BattleLeg,), credit=True)
def battle(_: State, vagabond: Faction, items: Items) -> Clause:
    return any_battle(vagabond, (paid_with_sword,), items)


@demand("9.5.2", "a battle costs one sword")
def paid_with_sword(state: State, leg: BattleLeg, vagabond: Faction, items: Items) -> bool:
    return items == (SWORD,)


# --- 9.5.3 explore ------------------------------------------------------------------------


@rule("9.5.3", "Explore", starts=(ItemLeg,))
def explore(_: State, vagabond: Faction, items: Items) -> Clause:
    """One item out of the ruin where he stands, face up, for a point."""
    return take(
        ItemLeg,
        out_of_a_ruin,
        vagabond,
        items,
        n=1,
        number="9.5.3",
        verb="explore",
        by=vagabond,
        demands=(paid_with_torch, where_he_stands, face_up, to_its_place, of_another_kind),
    )


def out_of_a_ruin(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return isinstance(leg.start, int) and leg.end == board(vagabond)


@demand("9.5.3", "exploring costs one torch")
def paid_with_torch(state: State, leg: Leg, vagabond: Faction, items: Items) -> bool:
    return items == TORCH


@demand("9.5.3", "he explores the ruin in his own clearing")
def where_he_stands(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return pawn(vagabond) in state.at(leg.start)


@demand("9.5.3", "the item comes face up")
def face_up(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return leg.end_state != "e" and leg.end_area != "d"


@demand("9.7.3", "he holds an item of that kind out of a ruin already")
def of_another_kind(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    several = state.ruins.get(leg.start, 0) > 0 if isinstance(leg.start, int) else False
    return not several or leg.item not in state.finds.get(vagabond, ())


@consequence("9.5.3", "Explore", verb="explore")
def point_for_exploring(state: State, leg: Leg, by: Faction) -> Effects:
    return (Gained(by, "9.5.3", FACTS.number("explore_points")),) if on_track(state, by) else ()


def stands_on_ruin(state: State, vagabond: Faction) -> bool:
    return place_of(state, vagabond) in state.ruins


NONE_TAKEN: Final = disputed("Q47")


def may_find_nothing(state: State, vagabond: Faction) -> bool:
    """Whether a ruin may be looked at and no item taken: of two Vagabonds' it may hold none for
    him (9.7.3)."""
    holds_some = state.ruins.get(int(place_of(state, vagabond)), 0) > 0
    return len(state.satchel) > 1 or not holds_some or NONE_TAKEN()


@rule("9.5.3", "Explore", part="no item", optional=True)
def found_nothing(state: State, vagabond: Faction) -> Clause:
    """A torch for a look at the ruin, and no point (9.7.3)."""
    number = "9.7.3" if len(state.satchel) > 1 else "9.5.3"
    return gain(vagabond, number, 0)
