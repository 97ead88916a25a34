"""9.5 Vagabond: the actions of Daylight, each paid by exhausting items.

What is exhausted does not say which action it pays for, so one rule gathers the items and the
action that follows is held to them.
"""

from __future__ import annotations

from collections import Counter

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, CraftLeg, ItemLeg, Leg, Piece, PieceLeg
from replayer.state import State
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Effects,
    Gained,
    Rule,
    any_order,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.law.removal import pays_refuge, refuge_of
from validator.law.s02_terms import (
    WARLORD,
    forest_adjacent,
    is_enemy,
    is_warrior,
    matches,
    snare_lets_go,
    suit_of,
    torch_allows,
    warriors,
)
from validator.law.s03_victory import on_track
from validator.law.s04_battle import LINE, fight, is_battle_by
from validator.law.s04_craft_and_move import (
    after_craft,
    card_of,
    crafts,
    ferry_is_free_for_it,
    item_is_left,
    not_an_ambush,
    not_dominance,
    not_in_play,
    origin,
    rest_of_move,
    to_a_clearing,
    to_an_adjacent_clearing,
)
from validator.law.s04_hits import REFUGES, VAGABONDS
from validator.law.s09_characters import (
    TORCH,
    Items,
    is_repaired,
    special_action,
)
from validator.law.s09_items import (
    EVERY,
    FACTS,
    board,
    is_exhausted,
    is_tracked,
    pawn,
    place_of,
)
from validator.law.s09_quests import ONCE_A_TURN, quest
from validator.law.s09_relations import hostile_warriors, with_ally
from validator.printings import printing
from validator.registry import COSTS, consequence, demand, rule

BOOT, SWORD, CROSSBOW, HAMMER = "f", "s", "x", "h"
MOST_ITEMS = 6
COSTS.add("9.5")


# --- paying -------------------------------------------------------------------------------


@rule("9.5", "Daylight", part="one action", unit=True)
def action(state: State, vagabond: Faction) -> Clause:
    """Items exhausted, then what they pay for. Without any every action breaks its own number."""
    return one_of(paying(vagabond, ()), acting(vagabond, ()))


AT_WILL: list[tuple[str, Rule]] = []
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
        return NOTHING
    return take(ItemLeg, is_paid, vagabond, items, n=1, number="9.5", demands=PAYING, then=paid)


@demand("9.2.5", "damaged items cannot be exhausted")
def undamaged(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return leg.start_area != "d"


@demand("16.3.7.II", "an item is damaged in the stead of one other, for one quest a turn")
def not_improvised(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return leg.end_area != "d" or state.characters.get(vagabond) != "adventurer"


PAYING = (undamaged, not_improvised)


def is_paid(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return is_exhausted(state, leg, vagabond) and leg.item != EVERY


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
    if items == TORCH and stands_on_ruin(state, vagabond):
        acts.append(found_nothing(vagabond))
    return one_of(*acts)


# --- 9.5.1 move ---------------------------------------------------------------------------


@rule("9.5.1", "Move", starts=(PieceLeg,))
def move(state: State, vagabond: Faction, items: Items) -> Clause:
    """His pawn for a boot, two where Hostile warriors stand; warriors of an ally may go along."""
    return take(
        PieceLeg,
        his_pawn_goes,
        vagabond,
        items,
        number="9.5.1",
        verb="move",
        by=vagabond,
        demands=(
            paid_with_boots,
            another_boot_for_enemies,
            not_into_a_forest,
            *STEPPING,
            snare_lets_go_of_him,
        ),
        then=goes_along,
    )


def his_pawn_goes(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    return leg.piece == pawn(vagabond) and leg.end != "supply"


@demand("9.5.1", "a move costs one boot, and one more only where Hostile warriors stand")
def paid_with_boots(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    most = 1 + (FACTS.number("hostile_boots") if enemies_at(state, leg, vagabond) else 0)
    return 1 <= len(items) <= most and set(items) == {BOOT}


@demand("9.2.9.IIIb", "Hostile warriors there make the move cost another boot")
def another_boot_for_enemies(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    if not enemies_at(state, leg, vagabond) or set(items) != {BOOT}:
        return True
    return len(items) > FACTS.number("hostile_boots")


def enemies_at(state: State, leg: PieceLeg, vagabond: Faction) -> bool:
    return hostile_warriors(state, vagabond, leg.end)


@demand("9.5.1", "only a slip leads into a forest")
def not_into_a_forest(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.end, int)


@demand("9.5.1", "out of a forest he moves to a clearing that it touches")
def to_a_clearing_around(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    start = origin(state, leg)
    if isinstance(start, int) or not isinstance(leg.end, int):
        return True
    return forest_adjacent(state, start, leg.end)


@demand("4.2", "a move goes to one adjacent clearing")
def along_a_path(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    if not isinstance(origin(state, leg), int) or not isinstance(leg.end, int):
        return True
    return to_an_adjacent_clearing.holds(state, leg, vagabond)


@demand("2.2", "the map has no such clearing")
def to_a_real_clearing(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    return not isinstance(leg.end, int) or to_a_clearing.holds(state, leg, vagabond)


@demand("16.2.2.V", "the ferry moves once a turn")
def ferry_is_free(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    if not isinstance(leg.end, int) or not isinstance(origin(state, leg), int):
        return True
    return ferry_is_free_for_it.holds(state, leg, vagabond)


@demand("13.7.2", "enemy pieces cannot leave a clearing with a face-up snare")
def snare_lets_go_of_him(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    start = origin(state, leg)
    from_there = PieceLeg(leg.n, leg.piece, start, leg.end)
    return snare_lets_go.holds(state, from_there)


STEPPING: tuple[Demand, ...] = (
    to_a_real_clearing,
    to_a_clearing_around,
    along_a_path,
    ferry_is_free,
    torch_allows,
)


def goes_along(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> Clause:
    """The ferry, and the warriors of one ally."""
    ally = with_ally(state, vagabond, origin(state, leg), leg.end)
    return in_order(rest_of_move(state, leg, vagabond), ally)


# --- 9.5.2 battle -------------------------------------------------------------------------


@rule("9.5.2", "Battle", starts=(BattleLeg,), credit=True)
def battle(state: State, vagabond: Faction, items: Items) -> Clause:
    return take(
        BattleLeg,
        is_battle_by,
        vagabond,
        items,
        number="9.5.2",
        demands=(paid_with_sword, *LINE),
        then=fight,
    )


@demand("9.5.2", "a battle costs one sword")
def paid_with_sword(state: State, leg: BattleLeg, vagabond: Faction, items: Items) -> bool:
    return items == (SWORD,)


# --- 9.5.3 explore ------------------------------------------------------------------------


@rule("9.5.3", "Explore", starts=(ItemLeg,))
def explore(state: State, vagabond: Faction, items: Items) -> Clause:
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


@demand("9.2.5.II", "that item has no track: it lies in the Satchel")
def to_its_place(state: State, leg: ItemLeg, *_: object) -> bool:
    return leg.end_area != "t" or is_tracked(leg.item)


@demand("9.7.3", "he holds an item of that kind out of a ruin already")
def of_another_kind(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    several = state.ruins.get(leg.start, 0) > 0 if isinstance(leg.start, int) else False
    return not several or leg.item not in state.finds.get(vagabond, ())


@consequence("9.5.3", "Explore", verb="explore")
def point_for_exploring(state: State, leg: Leg, by: Faction) -> Effects:
    return (Gained(by, "9.5.3", FACTS.number("explore_points")),) if on_track(state, by) else ()


def stands_on_ruin(state: State, vagabond: Faction) -> bool:
    return place_of(state, vagabond) in state.ruins


@rule("9.5.3", "Explore", part="no item", optional=True)
def found_nothing(state: State, vagabond: Faction) -> Clause:
    """A torch for a look at the ruin, and no point (9.7.3)."""
    number = "9.7.3" if len(state.satchel) > 1 else "9.5.3"
    return gain(vagabond, number, 0)


# --- 9.5.4 aid ----------------------------------------------------------------------------


@rule("9.5.4", "Aid", starts=(CardLeg,))
def aid(state: State, vagabond: Faction, items: Items) -> Clause:
    """A card in the suit of his clearing to a player with pieces there; then one item of theirs.
    The item exhausted for it may be written right behind the card."""
    behind = not items
    return take(
        CardLeg,
        is_given,
        vagabond,
        items,
        n=1,
        number="9.5.4",
        verb="aid",
        by=vagabond,
        demands=AIDING if behind else (paid_with_one_item, *AIDING),
        then=pays_behind if behind else takes_item,
    )


def is_given(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return leg.start == vagabond and leg.end in state.game.players and leg.end != vagabond


@demand("9.5.4", "an Aid costs one item")
def paid_with_one_item(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return len(items) == 1


@demand("9.5.4", "the card matches his clearing")
def suits_his_clearing(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    suit = suit_of(state, place_of(state, vagabond))
    return bool(suit) and matches(leg.suit, suit)


@demand("9.5.4", "he aids a player with pieces in his clearing")
def they_are_there(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    place = place_of(state, vagabond)
    return isinstance(place, int) and any(p.owner == leg.end for p in state.at(place))


AIDING = (suits_his_clearing, they_are_there)


def pays_behind(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    item = take(ItemLeg, is_paid, vagabond, items, n=1, number="9.5.4")
    return in_order(item, takes_item(state, leg, vagabond, items))


def takes_item(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    return may(
        take(
            ItemLeg,
            out_of_their_box,
            vagabond,
            leg.end,
            n=1,
            number="9.5.4",
            demands=(not_the_hoard, to_its_place),
        )
    )


def out_of_their_box(state: State, leg: ItemLeg, vagabond: Faction, faction: Faction) -> bool:
    return leg.start == board(faction) and leg.end == board(vagabond) and faction not in VAGABONDS


@demand("14.2.4", "the Hoard is no Crafted Items box")
def not_the_hoard(state: State, leg: ItemLeg, vagabond: Faction, faction: Faction) -> bool:
    return faction != "H"


# --- 9.5.6 strike -------------------------------------------------------------------------


@rule("9.5.6", "Strike", starts=(PieceLeg, CardLeg))
def strike(state: State, vagabond: Faction, items: Items) -> Clause:
    """An enemy warrior of his clearing, or another piece of an enemy without any there."""
    struck = take(
        PieceLeg,
        is_struck,
        vagabond,
        items,
        n=1,
        number="9.5.6",
        verb="remove",
        by=vagabond,
        demands=STRIKING,
    )
    return one_of(struck, *saved_from_strike(state, vagabond, items))


def is_struck(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    gone = isinstance(leg.start, int) and not isinstance(leg.end, int)
    return leg.piece.owner != vagabond and gone


@demand("9.5.6", "a strike costs one crossbow")
def paid_with_crossbow(state: State, leg: Leg, vagabond: Faction, items: Items) -> bool:
    return items == (CROSSBOW,)


@demand("9.5.6", "he strikes in his own clearing")
def in_his_clearing(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    return leg.start == place_of(state, vagabond)


STRIKES_ANYBODY = printing("p4", "9.5.6", "the Vagabond may strike any player, a partner too")


@demand("9.5.6", "he strikes enemies")
def an_enemy(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    return is_enemy(state, vagabond, leg.piece.owner) or STRIKES_ANYBODY(state)


@demand("9.5.6", "other pieces only of an enemy without warriors there")
def warriors_first(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    return is_warrior(leg.piece) or not warriors(state, leg.piece.owner, leg.start)


@demand("9.2.2", "the pawn cannot be removed from the map")
def no_pawn(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    return leg.piece.kind != "p"


@demand("14.2.2", "the warlord is removed only in battle")
def no_warlord(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    return leg.piece != WARLORD


STRIKING = (paid_with_crossbow, in_his_clearing, an_enemy, warriors_first, no_pawn, no_warlord)


def saved_from_strike(state: State, vagabond: Faction, items: Items) -> list[Clause]:
    """The warrior struck is placed elsewhere for a card (6.2.3)."""
    return saved_from(state, vagabond, "remove") if items == (CROSSBOW,) else []


def saved_from(state: State, vagabond: Faction, verb: str) -> list[Clause]:
    """A warrior of his clearing is placed elsewhere for a card instead of leaving."""
    place = place_of(state, vagabond)
    if not isinstance(place, int):
        return []
    found: list[Clause] = []
    for refuge in REFUGES:
        warrior = Piece(refuge.faction, "w")
        end = refuge_of(state, warrior)
        if warrior not in state.at(place) or end is None:
            continue
        card = take(CardLeg, pays_refuge, place, n=1, number=refuge.number, demands=refuge.demands)
        moved = take(
            PieceLeg,
            is_saved,
            warrior,
            place,
            end,
            n=1,
            number=refuge.number,
            verb=verb,
            by=vagabond,
        )
        found.append(any_order(card, moved))
    return found


def is_saved(state: State, leg: PieceLeg, warrior: Piece, start: int, end: int) -> bool:
    return leg.piece == warrior and (leg.start, leg.end) == (start, end)


# --- 9.5.7 repair -------------------------------------------------------------------------


@rule("9.5.7", "Repair", starts=(ItemLeg,))
def repair(state: State, vagabond: Faction, items: Items) -> Clause:
    """One damaged item back to the Satchel, on the side it shows."""
    return take(
        ItemLeg,
        is_repaired,
        vagabond,
        items,
        n=1,
        number="9.5.7",
        demands=(paid_with_hammer, keeps_its_side),
    )


@demand("9.5.7", "a repair costs one hammer")
def paid_with_hammer(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return items == (HAMMER,)


TURNS_UP = printing("p4", "9.5.7", "a repaired item turns face up", board=True)


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
def craft(state: State, vagabond: Faction, items: Items) -> Clause:
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
    return set(items) == {HAMMER} and (cost is None or len(items) == cost.total())


@demand("9.2.1", "his hammers have the suit of his clearing, and none in a forest")
def in_his_suit(state: State, leg: CraftLeg, vagabond: Faction, items: Items) -> bool:
    suit = suit_of(state, place_of(state, vagabond))
    cost = price(state, leg)
    return bool(suit) and (cost is None or set(cost) <= {suit, "any"})


def crafted(state: State, leg: CraftLeg, vagabond: Faction, items: Items) -> Clause:
    return after_craft(state, leg, vagabond)
