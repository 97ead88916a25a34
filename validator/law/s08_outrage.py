"""8.2 Woodland Alliance: what its rules do in anybody's turn: guerrilla war, the Supporters stack,
lost bases, Outrage."""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, Leg, Piece, PieceLeg, Place, RevealLeg
from replayer.cards import parts
from replayer.facts import faction_facts
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Due,
    Effects,
    amid,
    any_order,
    each,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s02_terms import clearings, matches, suit_of
from validator.law.s04_battle import SWAPPED
from validator.law.s04_craft_and_move import cards_left
from validator.readings import PREPAYABLE
from validator.registry import consequence, definition, demand, exception, rule

A: Final[Faction] = "A"
FACTS: Final = faction_facts(A)
ROOM: Final = FACTS.number("supporters_without_base")
"""Supporters that a stack without a base can hold."""
WARRIOR: Final = Piece(A, "w")
SYMPATHY: Final = Piece(A, "t")
STACK: Final = "A$"


@exception("8.2.2", "Guerrilla War", to="4.3.2")
def takes_the_higher(defender: Faction) -> bool:
    return defender in SWAPPED


SWAPPED.add(A)


@definition("8.2.5.II", "Terms")
def is_sympathetic(state: State, place: Place) -> bool:
    """Whether a sympathy token lies there."""
    return SYMPATHY in state.at(place)


# --- the stack ----------------------------------------------------------------------------


def bases(state: State) -> int:
    """How many of its bases are on the map."""
    return sum(state.count(clearing, A, "b") for clearing in clearings(state))


def is_full(state: State) -> bool:
    """Whether the stack may have no room for another supporter (8.2.3.I)."""
    return not bases(state) and state.supporters[1] >= ROOM


def from_the_stack(state: State, leg: CardLeg) -> bool:
    return leg.start == STACK and leg.end in ("*", "dom")


@rule("8.2.3.I", "Capacity", soft=True, starts=(CardLeg,), optional=True)
def overflow(state: State, owner: Faction) -> Clause:
    """A stack that holds more than it can discards the rest; records often leave that out."""
    excess = 0 if bases(state) else max(0, state.supporters[1] - ROOM)
    return up_to(
        excess,
        take(CardLeg, from_the_stack, n=1, number="8.2.3.I"),
        number="8.2.3.I",
        says="the stack has room for them",
    )


@rule("8.2.3.I", "Capacity", part="what finds no room", soft=True, starts=(CardLeg,))
def surely_overflows(state: State, owner: Faction) -> Clause:
    excess = 0 if bases(state) else state.supporters[0] - ROOM
    return take(CardLeg, from_the_stack, n=excess, number="8.2.3.I") if excess > 0 else NOTHING


# --- 8.2.4 lost bases ---------------------------------------------------------------------


@consequence("8.2.4", "Removing Bases", verb="remove")
def base_lost(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, PieceLeg) or leg.piece[:2] != (A, "b"):
        return ()
    suit = leg.piece.sub.upper()
    seen = tuple(one for one in suits_seen(state) if one in (suit, "B"))
    return (Due("8.2.4", A, lose_base(suit, seen, officers(state)), "turn"),)


def officers(state: State) -> int:
    return state.count(STACK, A, "w")


def suits_seen(state: State) -> list[str | None]:
    """The suits of supporters that everybody has seen."""
    return [parts(text)[0] for text in state.known.get(STACK, ())]


@rule("8.2.4", "Removing Bases", soft=True, starts=(CardLeg, PieceLeg))
def lose_base(state: State, suit: str, seen: tuple[str, ...], trained: int) -> Clause:
    """Supporters of the base's suit and birds go, then those beyond five if no base is left; and
    half the officers, rounded up.

    Only supporters that everybody has `seen` by then are asked for, and of officers those `trained`
    by then.
    """
    there = min(trained, officers(state))
    lost = [((WARRIOR, STACK, "supply"), there - there // 2)]
    return any_order(
        in_order(lost_supporters(state, suit, seen), down_to_five()), each("8.2.4", "", A, lost)
    )


def lost_supporters(state: State, suit: str, seen: tuple[str, ...]) -> Clause:
    known = suits_seen(state)
    must = [
        take(CardLeg, may_be, one, n=n, number="8.2.4")
        for one in (suit, "B")
        if (n := min(known.count(one), seen.count(one)))
    ]
    unseen = take(CardLeg, from_the_stack_for, suit, n=1, number="8.2.4", demands=(goes_with_it,))
    return amid(any_order(*must), up_to(MANY, unseen))


def may_be(state: State, leg: CardLeg, suit: str) -> bool:
    return from_the_stack(state, leg) and leg.suit in (suit, None)


def from_the_stack_for(state: State, leg: CardLeg, suit: str) -> bool:
    return from_the_stack(state, leg)


@demand("8.2.4", "supporters of the base's suit and birds are discarded")
def goes_with_it(state: State, leg: CardLeg, suit: str) -> bool:
    return matches(leg.suit, suit)


@rule("8.2.4", "Removing Bases", part="down to five", soft=True, starts=(CardLeg,))
def down_to_five(state: State) -> Clause:
    least, most = (0 if bases(state) else max(0, n - ROOM) for n in state.supporters)
    must = take(CardLeg, from_the_stack, n=least, number="8.2.4") if least else NOTHING
    more = take(CardLeg, from_the_stack, n=1, number="8.2.4")
    says = "no other supporters are lost with a base"
    return in_order(must, up_to(most - least, more, number="8.2.4", says=says))


# --- 8.2.6 outrage ------------------------------------------------------------------------


@kinds.fits(kinds.cards(["hand"], ["board"]))
def gives_supporter(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return leg.start == faction and leg.end == STACK


@kinds.fits(kinds.SPENT)
def gives_up(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return leg.start == faction and leg.end in ("*", "dom")


@demand("8.2.6", "the card given for Outrage must match the clearing")
def matches_the_outrage(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


def shows_hand(state: State, leg: RevealLeg, faction: Faction) -> bool:
    return leg.owner == faction


@kinds.fits(kinds.cards(["deck"], ["board", "hand"]))
def draws_supporter(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return leg.start == "deck" and leg.end in (STACK, A)


@kinds.fits(kinds.cards(["deck"], ["pile", "dom"]))
def draws_for_nothing(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return leg.start == "deck" and leg.end in ("*", "dom")


@demand("8.2.6", "a matching card in hand is given; the deck pays only where there is none")
def holds_no_match(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    """Cards that everybody has seen, in a hand whose count is sure; those revealed this turn lie
    beside it (16.6.23)."""
    low, high = state.hand.get(faction, (0, 0))
    if low != high:
        return True
    known = Counter(parts(text)[0] for text in state.known.get(faction, ()))
    beside = dict(state.this_turn.revealed) if state.turn == faction else {}
    aside = beside.get(None, 0)
    return all(known[s] <= beside.get(s, 0) + aside for s in (suit_of(state, clearing), "B"))


@rule("8.2.6", "Outrage", starts=(CardLeg, RevealLeg))
def outrage(state: State, faction: Faction, clearing: int) -> Clause:
    """A matching card to the supporters; without one the hand is shown and the deck pays. What
    finds no room on the stack is discarded (8.2.3.I)."""
    bound = (faction, clearing)
    gift = (matches_the_outrage,)
    paid = (holds_no_match,)
    if is_full(state):
        given = one_of(
            take(CardLeg, gives_up, *bound, n=1, number="8.2.6", demands=gift),
            take(CardLeg, gives_supporter, *bound, n=1, number="8.2.6", demands=gift, then=full),
        )
        drawn = one_of(
            take(CardLeg, draws_for_nothing, *bound, n=1, number="8.2.6", demands=paid),
            take(CardLeg, draws_supporter, *bound, n=1, number="8.2.6", demands=paid, then=full),
        )
    else:
        given = take(CardLeg, gives_supporter, *bound, n=1, number="8.2.6", demands=gift)
        drawn = take(CardLeg, draws_supporter, *bound, n=1, number="8.2.6", demands=paid)
    shown = may(take(RevealLeg, shows_hand, faction, number="8.2.6"))
    return one_of(given, in_order(shown, drawn if cards_left(state)[0] else may(drawn)))


def full(state: State, leg: CardLeg, *_: object) -> Clause:
    """What a card brings that may find no room on the stack."""
    surely = not bases(state) and state.supporters[0] >= ROOM
    return surely_overflows(A) if surely and not LEFT_ON_THE_STACK() else overflow(A)


LEFT_ON_THE_STACK: Final = disputed("Q39")


def payer(state: State, by: str) -> Faction | None:
    """Who pays for a deed; for a hireling whoever controls it (16.4.3.VII)."""
    if by.startswith("h_"):
        by = state.hirelings.get(by, ("", None))[0]
    return by if by in state.game.players and by != A else None


def owed_for(state: State, by: str, clearing: int, n: int) -> Effects:
    who = payer(state, by)
    if who is None:
        return ()
    card = outrage(who, clearing)
    due = card if cards_left(state)[0] else may(card)
    return tuple(Due("8.2.6", who, due, "unit") for _ in range(n))


@consequence("8.2.6", "Outrage", verb="remove")
def outrage_for_removal(state: State, leg: Leg, by: str) -> Effects:
    """One card for each token."""
    if not isinstance(leg, PieceLeg) or leg.piece != SYMPATHY or not isinstance(leg.start, int):
        return ()
    return owed_for(state, by, leg.start, leg.n)


@consequence("8.2.6", "Outrage", verb="move")
def outrage_for_entering(state: State, leg: Leg, by: str) -> Effects:
    """Warriors, not pawns; one card for a move, however many go."""
    if not isinstance(leg, PieceLeg) or leg.piece.kind != "w":
        return ()
    if not isinstance(leg.end, int) or not is_sympathetic(state, leg.end):
        return ()
    return owed_for(state, by, leg.end, 1)


BEFORE_ITS_CAUSE: Final = disputed("Q49")


def outrage_to_come(state: State, battle: BattleLeg) -> tuple[Due, ...]:
    """Sympathy in an open battle may be paid for before it falls."""
    if A not in (battle.attacker, battle.defender) or SYMPATHY not in state.at(battle.clearing):
        return ()
    enemy = battle.attacker if battle.defender == A else battle.defender
    who = payer(state, enemy)
    if who is None or not BEFORE_ITS_CAUSE():
        return ()
    return (Due("8.2.6", who, outrage(who, battle.clearing), "unit"),)


PREPAYABLE.append(outrage_to_come)
