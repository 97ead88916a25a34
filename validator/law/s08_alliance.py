"""8 Woodland Alliance: so far what its rules do in any turn."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, Leg, Piece, PieceLeg, RevealLeg
from replayer.state import State
from validator.algebra import Clause, Due, Effects, in_order, may, one_of, take, up_to
from validator.law.s02_terms import matches, suit_of
from validator.law.s04_battle import SWAPPED
from validator.readings import PREPAYABLE
from validator.registry import consequence, demand, exception, rule

SYMPATHY = Piece("A", "t")
STACK = "A$"


@exception("8.2.2", "Guerrilla War", to="4.3.2")
def takes_the_higher(defender: Faction) -> bool:
    return defender in SWAPPED


SWAPPED.add("A")


def gives_supporter(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return leg.start == faction and leg.end == STACK


@demand("8.2.6", "the card given for Outrage must match the clearing")
def matches_the_outrage(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


def shows_hand(state: State, leg: RevealLeg, faction: Faction) -> bool:
    return leg.owner == faction


def draws_supporter(state: State, leg: CardLeg) -> bool:
    return leg.start == "deck" and leg.end in (STACK, "A")


@rule("8.2.6", "Outrage", starts=(CardLeg, RevealLeg))
def outrage(state: State, faction: Faction, clearing: int) -> Clause:
    """A matching card to the supporters; without one the hand is shown and the deck pays."""
    return one_of(
        take(
            CardLeg,
            gives_supporter,
            faction,
            clearing,
            n=1,
            number="8.2.6",
            demands=(matches_the_outrage,),
            then=full_stack,
        ),
        in_order(
            may(take(RevealLeg, shows_hand, faction, number="8.2.6")),
            take(CardLeg, draws_supporter, n=1, number="8.2.6", then=full_stack),
        ),
    )


def full_stack(state: State, leg: CardLeg, *_: object) -> Clause:
    """A stack already full discards what comes (8.2.3)."""
    return may(take(CardLeg, from_the_stack, n=1, number="8.2.3"))


def owed_for(by: Faction, clearing: int, n: int) -> Effects:
    return tuple(Due("8.2.6", by, outrage(by, clearing), "unit") for _ in range(n))


@consequence("8.2.6", "Outrage", verb="remove")
def outrage_for_removal(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, PieceLeg) or leg.piece != SYMPATHY or by == "A":
        return ()
    if not isinstance(leg.start, int) or by.startswith("h_"):
        return ()
    return owed_for(by, leg.start, leg.n)


@consequence("8.2.6", "Outrage", verb="move")
def outrage_for_entering(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, PieceLeg) or by == "A" or leg.piece.kind != "w":
        return ()
    if not isinstance(leg.end, int) or SYMPATHY not in state.at(leg.end):
        return ()
    return owed_for(by, leg.end, 1)


def from_the_stack(state: State, leg: CardLeg) -> bool:
    return leg.start == STACK and leg.end in ("*", "dom")


def officer_leaves(state: State, leg: PieceLeg) -> bool:
    return leg.piece == Piece("A", "w") and leg.start == STACK and leg.end == "supply"


@rule("8.2.4", "Removing Bases")
def lose_base(state: State) -> Clause:
    """Supporters of the base's suit and birds go, and half the officers; often left unwritten."""
    return up_to(
        99,
        take(CardLeg, from_the_stack, number="8.2.4"),
        take(PieceLeg, officer_leaves, number="8.2.4"),
    )


@consequence("8.2.4", "Removing Bases", verb="remove")
def base_lost(state: State, leg: Leg, by: Faction) -> Effects:
    if isinstance(leg, PieceLeg) and leg.piece.owner == "A" and leg.piece.kind == "b":
        return (Due("8.2.4", "A", lose_base(), "turn"),)
    return ()


def outrage_to_come(state: State, battle: BattleLeg) -> tuple[Due, ...]:
    """Sympathy in an open battle may be paid for before it falls."""
    if battle.defender != "A" or SYMPATHY not in state.at(battle.clearing):
        return ()
    return (Due("8.2.6", battle.attacker, outrage(battle.attacker, battle.clearing), "unit"),)


PREPAYABLE.append(outrage_to_come)
