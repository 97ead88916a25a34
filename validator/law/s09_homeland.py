"""Characters of the Homeland expansion, whose cards no printing of the Law numbers: the Cheat, the
Gladiator and the Jailor. Their numbers are made of their names."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, Leg, PieceLeg, PointsLeg, RelationLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Due,
    Effects,
    forbidden,
    in_order,
    is_off,
    may,
    one_of,
    take,
)
from validator.law.s02_terms import is_enemy, is_warrior, matches, spent_by, suit_of
from validator.law.s03_victory import on_track
from validator.law.s04_craft_and_move import drawing
from validator.law.s09_actions import AT_WILL, acting, paying
from validator.law.s09_characters import Items
from validator.law.s09_dealings import saved_from
from validator.law.s09_items import FACTS, SOUND, board, place_of
from validator.law.s09_quests import (
    ONCE_A_TURN,
    QUEST_ITEMS,
    WILD,
    Special,
    is_exhausted_for,
    quest,
)
from validator.law.s09_relations import HOSTILE
from validator.registry import consequence, demand, rule

CHEAT, GLADIATOR, JAILOR = "vagabond.cheat", "vagabond.gladiator", "vagabond.jailor"
LETTERS: Final = "bcfhrstx"


# --- the Cheat ----------------------------------------------------------------------------


@rule(CHEAT, "Special Action: Con", unit=True, starts=(ItemLeg,))
def con(_: State, vagabond: Faction) -> Clause:
    """A quest for any two items, once a turn; it then goes back to the others."""
    return take(
        ItemLeg, is_exhausted_for, vagabond, (), n=1, number=CHEAT, demands=SOUND, then=one_more
    )


def one_more(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> Clause:
    return take(
        ItemLeg, is_exhausted_for, vagabond, items, n=1, number=CHEAT, demands=SOUND, then=conned
    )


def conned(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> Clause:
    back = take(CardLeg, goes_back, vagabond, n=1, number=CHEAT)
    return in_order(quest(vagabond, (WILD,) * QUEST_ITEMS), may(back))


@kinds.fits(kinds.cards(["board"], kinds.PLACES))
def goes_back(state: State, leg: CardLeg, vagabond: Faction) -> bool:
    """Rootlog has no words for it: the quest is written off his board."""
    return leg.start == board(vagabond)


# --- the Gladiator ------------------------------------------------------------------------


@rule(GLADIATOR, "Special Action: Duel", unit=True, starts=(ItemLeg,))
def duel(_: State, vagabond: Faction) -> Clause:
    """An item exhausted and damaged, an enemy warrior removed, a card drawn; nobody turns
    Hostile."""
    return take(
        ItemLeg,
        is_exhausted_for,
        vagabond,
        (),
        n=1,
        number=GLADIATOR,
        demands=(*SOUND, it_is_hurt),
        then=duels,
    )


@demand(GLADIATOR, "the item of a duel is damaged as well")
def it_is_hurt(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return leg.end_area == "d"


def duels(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> Clause:
    slain = take(
        PieceLeg,
        is_slain,
        vagabond,
        n=1,
        number=GLADIATOR,
        demands=(in_his_clearing, an_enemy_warrior),
    )
    refuge = saved_from(state, vagabond, "")
    marker = take(RelationLeg, goes_hostile, vagabond, number=GLADIATOR)
    calm = forbidden(marker, GLADIATOR, "a duel makes nobody Hostile")
    return in_order(one_of(slain, *refuge), calm, draws_for_it(vagabond))


def goes_hostile(state: State, leg: RelationLeg, vagabond: Faction) -> bool:
    return leg.vagabond == vagabond and leg.step == HOSTILE


@kinds.fits(kinds.removed())
def is_slain(state: State, leg: PieceLeg, vagabond: Faction) -> bool:
    return isinstance(leg.start, int) and is_off(leg)


@demand(GLADIATOR, "the warrior is removed from his own clearing")
def in_his_clearing(state: State, leg: PieceLeg, vagabond: Faction) -> bool:
    return leg.start == place_of(state, vagabond)


@demand(GLADIATOR, "a duel removes an enemy warrior")
def an_enemy_warrior(state: State, leg: PieceLeg, vagabond: Faction) -> bool:
    return is_warrior(leg.piece) and is_enemy(state, vagabond, leg.piece.owner)


@rule(GLADIATOR, "Special Action: Duel", part="the card", soft=True, starts=(CardLeg,))
def draws_for_it(state: State, vagabond: Faction) -> Clause:
    return drawing(state, vagabond, FACTS.number("duel_cards"), GLADIATOR)


# --- the Jailor ---------------------------------------------------------------------------


@rule(JAILOR, "Special Action: Coerce", unit=True, starts=(ItemLeg, CardLeg))
def coerce(_: State, vagabond: Faction) -> Clause:
    """An action for which a card stands in for one item, once a turn; it costs a point."""
    return coercing(vagabond, ())


def coercing(vagabond: Faction, items: Items) -> Clause:
    card = take(
        CardLeg,
        spends,
        vagabond,
        items,
        n=1,
        number=JAILOR,
        verb="coerce",
        by=vagabond,
        demands=(card_suits_his_clearing,),
        then=coerced,
    )
    if len(items) >= QUEST_ITEMS:
        return card
    item = take(
        ItemLeg,
        is_exhausted_for,
        vagabond,
        items,
        n=1,
        number="9.5",
        demands=SOUND,
        then=and_a_card,
    )
    return one_of(card, item)


@kinds.fits(kinds.SPENT)
def spends(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return spent_by(state, leg, vagabond)


@demand(JAILOR, "the card spent matches his clearing")
def card_suits_his_clearing(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    suit = suit_of(state, place_of(state, vagabond))
    return bool(suit) and matches(leg.suit, suit)


def and_a_card(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> Clause:
    return coercing(vagabond, tuple(sorted((*items, leg.item))))


def coerced(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    """The action, with the card as any item."""
    paid = [tuple(sorted((*items, letter))) for letter in LETTERS]
    ways = (one_of(paying(vagabond, those), acting(vagabond, those)) for those in paid)
    return one_of(*ways)


@consequence(JAILOR, "Special Action: Coerce", verb="coerce")
def costs_a_point(state: State, leg: Leg, by: Faction) -> Effects:
    return (Due(JAILOR, by, pays_a_point(by), "turn"),)


@rule(JAILOR, "Special Action: Coerce", part="the point", soft=True, starts=(PointsLeg,))
def pays_a_point(state: State, vagabond: Faction) -> Clause:
    """Lost after the action; below 0 nothing is."""
    if not on_track(state, vagabond):
        return NOTHING
    lost = take(PointsLeg, loses_one, vagabond, number=JAILOR)
    return lost if state.score.get(vagabond) else may(lost)


def loses_one(state: State, leg: PointsLeg, vagabond: Faction) -> bool:
    return leg.faction == vagabond and leg.sign < 0 and leg.n == FACTS.number("coerce_points")


AT_WILL.append(("gladiator", duel))
ONCE_A_TURN.append(Special("cheat", CHEAT, con))
ONCE_A_TURN.append(Special("jailor", JAILOR, coerce))
