"""15.5.2 Keepers in Iron: the cards of the Retinue, a move taken with one, and how a check loses
one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from notation.actions import Faction, Suit
from notation.legs import CardLeg, PieceLeg
from replayer.cards import FAITHFUL
from replayer.state import State
from validator import kinds
from validator.algebra import Clause, Demand, forbidden, may, take
from validator.law.s02_terms import may_rule, surely_rules
from validator.law.s04_battle import Range
from validator.law.s04_craft_and_move import goes, rest_of_move
from validator.law.s15_relics import BOARD, K, is_relic
from validator.registry import demand


def cards_in(state: State, column: int) -> tuple[str, ...]:
    """The cards of a column, as the state keeps them: "F", "F#dom", "?", "f" for the Faithful."""
    return state.retinue.get(column, ())


def suit_on(card: str) -> Suit | None:
    """The suit of a Retinue card; None where it is not known. A Faithful Retainer is a bird."""
    if card == FAITHFUL:
        return "B"
    return None if card[:1] in ("", "?") else card[:1]


def wildness(card: str) -> tuple[bool, str]:
    """Cards of one suit come before those that fit every clearing."""
    return suit_on(card) in (None, "B"), card


def move_with(card: str, demands: tuple[Demand, ...]) -> Clause:
    return take(
        PieceLeg, marches_with, K, card, verb="move", by=K, demands=demands, then=rest_of_move
    )


@kinds.fits(kinds.moved("wpbt") | kinds.placed("wpbt"))
def marches_with(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return goes(state, leg, faction) and not is_relic(leg.piece)


def ruled_among(state: State, among: Iterable[int]) -> Range:
    """How many of these clearings the Keepers rule: (surely, possibly)."""
    least = most = 0
    for c in among:
        least += surely_rules(state, K, c)
        most += may_rule(state, K, c)
    return least, most


def lost_card(number: str, column: int, card: str, values: tuple[int, ...], ruled: Range) -> Clause:
    """The discard after a check: a must, a may or a ban, as far as the record decides."""
    least, most = ruled
    lost = take(
        CardLeg, leaves_retinue, column, card, n=1, number=number, demands=(DISCARDS[column],)
    )
    if all(value > most for value in values):
        return lost
    if all(value <= least for value in values):
        return forbidden(lost, number, f"enough clearings are ruled: {least}")
    return may(lost)


@kinds.fits(kinds.cards(["board"], kinds.PLACES))
def leaves_retinue(state: State, leg: CardLeg, column: int, card: str) -> bool:
    return leg.start == f"{BOARD}_{column}" and leg.end in ("*", "dom", "out")


def is_card(leg: CardLeg, card: str) -> bool:
    """Whether a leg may speak of that Retinue card."""
    if card == FAITHFUL or leg.name == "faith":
        return card in ("", FAITHFUL) and leg.name in (None, "faith") and leg.suit in (None, "B")
    name = card.partition("#")[2]
    suits = {leg.suit, suit_on(card)} - {None}
    names = {leg.name, name or None} - {None}
    return len(suits) < 2 and len(names) < 2


@demand("15.5.2.IIb", "the card discarded is the one used")
def delving_card(state: State, leg: CardLeg, column: int, card: str) -> bool:
    return is_card(leg, card)


@demand("15.5.2.IIIc", "the card discarded is the one used")
def recovering_card(state: State, leg: CardLeg, column: int, card: str) -> bool:
    return is_card(leg, card)


DISCARDS: Final = {2: delving_card, 3: recovering_card}
