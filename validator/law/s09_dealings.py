"""9.5.4 and 9.5.6 Vagabond: Aid to other players, and strikes against them."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, Leg, Piece, PieceLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    Clause,
    any_order,
    in_order,
    is_off,
    may,
    one_of,
    take,
)
from validator.disputed import disputed
from validator.law.removal import pays_refuge, refuge_of
from validator.law.s02_terms import (
    WARLORD,
    is_enemy,
    is_warrior,
    matches,
    suit_of,
    warriors,
)
from validator.law.s04_hits import REFUGES, VAGABONDS
from validator.law.s09_characters import (
    Items,
)
from validator.law.s09_items import (
    SOUND,
    board,
    is_paid,
    place_of,
    to_its_place,
)
from validator.printings import printing
from validator.registry import demand, rule

CROSSBOW: Final = "x"


# --- 9.5.4 aid ----------------------------------------------------------------------------


@rule("9.5.4", "Aid", starts=(CardLeg,))
def aid(_: State, vagabond: Faction, items: Items) -> Clause:
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


@kinds.fits(kinds.GIVEN)
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


ONE_TO_THE_OTHER: Final = disputed("Q23")


@demand("9.5.4", "a Vagabond is not aided")
def no_vagabond(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return leg.end not in VAGABONDS or ONE_TO_THE_OTHER()


AIDING: Final = (suits_his_clearing, they_are_there, no_vagabond)


def pays_behind(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    item = take(ItemLeg, is_paid, vagabond, items, n=1, number="9.5.4", demands=SOUND)
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


@kinds.fits(kinds.removed())
def is_struck(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    gone = isinstance(leg.start, int) and is_off(leg)
    return leg.piece.owner != vagabond and gone


@demand("9.5.6", "a strike costs one crossbow")
def paid_with_crossbow(state: State, leg: Leg, vagabond: Faction, items: Items) -> bool:
    return items == (CROSSBOW,)


@demand("9.5.6", "he strikes in his own clearing")
def in_his_clearing(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    return leg.start == place_of(state, vagabond)


STRIKES_ANYBODY: Final = printing(
    "p4", "9.5.6", "the Vagabond may strike any player, a partner too"
)


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


STRIKING: Final = (
    paid_with_crossbow,
    in_his_clearing,
    an_enemy,
    warriors_first,
    no_pawn,
    no_warlord,
)


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
