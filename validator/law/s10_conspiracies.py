"""10.4.3 Lizard Cult: conspiracies, paid with acolytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from notation.actions import Suit
from notation.legs import BattleLeg, CardLeg, Leg, Piece, PieceLeg
from replayer.facts import faction_facts
from replayer.state import State
from validator import kinds
from validator.algebra import MANY, Clause, any_order, in_order, is_off, may, one_of, take, up_to
from validator.law.removal import pays_refuge
from validator.law.s02_terms import (
    WARLORD,
    is_enemy,
    is_warrior,
    matches,
    may_place,
    placed,
    suit_of,
)
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import MOVING, goes, rest_of_move
from validator.law.s04_hits import AVENGED, REFUGES
from validator.law.s10_outcast import outcasts
from validator.registry import definition, demand, orphan, rule
from validator.switches import DENIED

CULT: Final = "L"
BOARD: Final = "L$"
FACTS: Final = faction_facts(CULT)
WARRIOR: Final = Piece(CULT, "w")
CRUSADE, CONVERT, SANCTIFY = "10.4.3.I", "10.4.3.II", "10.4.3.III"


@definition("10.2.3", "Revenge")
def acolytes(state: State) -> int:
    """Warriors in the Acolytes box; those lost while defending in battle come there unwritten."""
    return 0 if "10.2.3" in DENIED else state.at(BOARD).get(WARRIOR, 0)


AVENGED[CULT] = BOARD


@orphan("10.2.3", "only warriors of the Cult that fall defending in battle become acolytes")
def avenged_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, PieceLeg) and isinstance(leg.start, int) and leg.end == BOARD


@rule("10.4.3", "Perform Conspiracies", starts=(PieceLeg,), optional=True)
def conspiracies(state: State) -> Clause:
    """Any number, in any order, in clearings of the Outcast's suit."""
    return up_to(
        MANY,
        *(
            conspiracy(suit, hated)
            for suit, hated in outcasts(state)
            for conspiracy in (crusade, convert, sanctify)
        ),
    )


# --- their cost ---------------------------------------------------------------------------


def cost(printed: str, hated: bool) -> int:
    """Acolytes a conspiracy takes, one fewer while the Outcast is hated."""
    return FACTS.number(printed) - (FACTS.number("hated_discount") if hated else 0)


@kinds.fits(kinds.aside("w"))
def spends_acolytes(state: State, leg: PieceLeg) -> bool:
    return leg.piece == WARRIOR and leg.start == BOARD and leg.end == "supply"


@demand("10.4.3", "so many acolytes are not there to spend")
def acolytes_suffice(state: State, leg: PieceLeg) -> bool:
    return leg.n <= acolytes(state)


def paid(number: str, n: int) -> Clause:
    return take(PieceLeg, spends_acolytes, n=n, number=number, demands=(acolytes_suffice,))


# --- crusade ------------------------------------------------------------------------------


@rule(CRUSADE, "Crusade", unit=True, starts=(PieceLeg,))
def crusade(_: State, suit: Suit, hated: bool) -> Clause:
    """A battle in an Outcast clearing, or a move out of one and perhaps a battle where it ends."""
    march = take(
        PieceLeg,
        marches_out,
        CULT,
        suit,
        number=CRUSADE,
        verb="move",
        by=CULT,
        demands=(out_of_an_outcast_clearing, *MOVING),
        then=arrives,
    )
    fight = battle(CULT, (in_an_outcast_clearing,), suit)
    return in_order(paid(CRUSADE, cost("crusade_acolytes", hated)), one_of(fight, march))


@kinds.fits(kinds.moved("wpbt") | kinds.placed("wpbt"))
def marches_out(state: State, leg: PieceLeg, faction: str, suit: Suit) -> bool:
    return goes(state, leg, faction)


@demand(CRUSADE, "a Crusade's battle is fought in a clearing of the Outcast's suit")
def in_an_outcast_clearing(state: State, leg: BattleLeg, faction: str, suit: Suit) -> bool:
    return suit_of(state, leg.clearing) == suit


@demand(CRUSADE, "a Crusade's move leaves a clearing of the Outcast's suit")
def out_of_an_outcast_clearing(state: State, leg: PieceLeg, faction: str, suit: Suit) -> bool:
    return suit_of(state, leg.start) == suit


def arrives(state: State, leg: PieceLeg, faction: str, suit: Suit) -> Clause:
    fight = battle(CULT, (where_it_arrived,), leg.end)
    return in_order(rest_of_move(state, leg, CULT), may(fight))


@demand(CRUSADE, "the battle after a Crusade's move is fought where it ended")
def where_it_arrived(state: State, leg: BattleLeg, faction: str, clearing: int) -> bool:
    return leg.clearing == clearing


# --- convert ------------------------------------------------------------------------------


@rule(CONVERT, "Convert", unit=True, starts=(PieceLeg,))
def convert(_: State, suit: Suit, hated: bool) -> Clause:
    """An enemy warrior in an Outcast clearing is replaced with one of the Cult's.

    He may be saved for a card (6.2.3), spent before or after.
    """
    lost = turned(is_lost, suit, "", warrior_in_its_place)
    saved = turned(is_saved, suit, "", warrior_in_its_place_and_card)
    card = take(CardLeg, pays_refuge, suit, n=1, number="6.2.3", then=is_saved_for)
    return in_order(paid(CONVERT, cost("convert_acolytes", hated)), one_of(lost, saved, card))


def turned(
    fit: Callable[..., bool], suit: Suit, refuge: str, then: Callable[..., Clause]
) -> Clause:
    """The enemy warrior goes; `refuge` is the suit of the card spent to save him."""
    return take(
        PieceLeg,
        fit,
        suit,
        refuge,
        n=1,
        number=CONVERT,
        verb="remove",
        by=CULT,
        demands=(
            an_enemy_warrior,
            not_the_warlord,
            converts_among_outcasts,
            can_be_replaced,
            refuge_matches,
        ),
        then=then,
    )


@kinds.fits(kinds.removed())
def is_lost(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.start, int) and is_off(leg)


def is_saved(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.start, int) and any(r.takes_in(state, leg) for r in REFUGES)


def is_saved_for(state: State, card: CardLeg, suit: Suit) -> Clause:
    return turned(is_saved, suit, card.suit or "", warrior_in_its_place)


@demand(CONVERT, "an enemy warrior is converted, no other piece")
def an_enemy_warrior(state: State, leg: PieceLeg, *_: object) -> bool:
    return is_warrior(leg.piece) and is_enemy(state, CULT, leg.piece.owner)


@demand("14.2.2", "the warlord is removed only in battle")
def not_the_warlord(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece != WARLORD


@demand(CONVERT, "the Cult converts in clearings of the Outcast's suit")
def converts_among_outcasts(state: State, leg: PieceLeg, suit: Suit, refuge: str) -> bool:
    return suit_of(state, leg.start) == suit


@demand(CONVERT, "nothing is converted where no Cult warrior can be placed")
def can_be_replaced(state: State, leg: PieceLeg, *_: object) -> bool:
    return may_place(state, CULT, int(leg.start))


@demand("6.2.3", "the card spent must match the clearing the warrior is removed from")
def refuge_matches(state: State, leg: PieceLeg, suit: Suit, refuge: str) -> bool:
    return matches(refuge or None, suit_of(state, leg.start))


def warrior_in_its_place(state: State, leg: PieceLeg, *_: object) -> Clause:
    return take(
        PieceLeg,
        placed,
        WARRIOR,
        leg.start,
        n=1,
        number=CONVERT,
        verb="place",
        by=CULT,
        demands=(where_the_warrior_stood,),
    )


@demand(CONVERT, "the Cult's warrior takes the place of the one removed")
def where_the_warrior_stood(state: State, leg: PieceLeg, piece: Piece, clearing: int) -> bool:
    return leg.end == clearing


def warrior_in_its_place_and_card(state: State, leg: PieceLeg, *_: object) -> Clause:
    cards = (
        take(CardLeg, pays_refuge, leg.start, n=1, number=refuge.number, demands=refuge.demands)
        for refuge in REFUGES
    )
    return any_order(one_of(*cards), warrior_in_its_place(state, leg))


# --- sanctify -----------------------------------------------------------------------------


@rule(SANCTIFY, "Sanctify", unit=True, starts=(PieceLeg,))
def sanctify(_: State, suit: Suit, hated: bool) -> Clause:
    """An enemy building in an Outcast clearing is replaced with a garden of that suit."""
    building = take(
        PieceLeg,
        is_lost,
        suit,
        n=1,
        number=SANCTIFY,
        verb="remove",
        by=CULT,
        demands=(an_enemy_building, sanctifies_among_outcasts, a_garden_can_follow),
        then=garden_in_its_place,
    )
    return in_order(paid(SANCTIFY, cost("sanctify_acolytes", hated)), building)


@demand(SANCTIFY, "an enemy building is replaced, no other piece")
def an_enemy_building(state: State, leg: PieceLeg, suit: Suit) -> bool:
    return leg.piece.kind == "b" and is_enemy(state, CULT, leg.piece.owner)


@demand(SANCTIFY, "the Cult sanctifies in clearings of the Outcast's suit")
def sanctifies_among_outcasts(state: State, leg: PieceLeg, suit: Suit) -> bool:
    return suit_of(state, leg.start) == suit


@demand("10.4.3", "Sanctify must be completed: no garden of the Outcast's suit can be placed there")
def a_garden_can_follow(state: State, leg: PieceLeg, suit: Suit) -> bool:
    left = state.count("supply", CULT, "b", suit.lower())
    return left > 0 and may_place(state, CULT, int(leg.start))


def garden_in_its_place(state: State, leg: PieceLeg, suit: Suit) -> Clause:
    return take(
        PieceLeg,
        is_garden,
        leg.start,
        suit,
        n=1,
        number=SANCTIFY,
        verb="place",
        by=CULT,
        demands=(where_the_building_stood, of_the_outcast),
    )


@kinds.fits(kinds.placed("b"))
def is_garden(state: State, leg: PieceLeg, *_: object) -> bool:
    """A garden goes from its track to a clearing."""
    mine = leg.piece.owner == CULT and leg.piece.kind == "b"
    return mine and leg.start == "supply" and isinstance(leg.end, int)


@demand(SANCTIFY, "the garden takes the place of the building removed")
def where_the_building_stood(state: State, leg: PieceLeg, clearing: int, suit: Suit) -> bool:
    return leg.end == clearing


@demand(SANCTIFY, "the garden is of the Outcast's suit")
def of_the_outcast(state: State, leg: PieceLeg, clearing: int, suit: Suit) -> bool:
    return leg.piece.sub in ("", suit.lower())
