"""A card spent for a piece that is placed in a clearing it matches; either may be written first."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from notation.actions import Faction, Suit
from notation.legs import CardLeg, Piece, PieceLeg
from replayer.state import State
from validator.algebra import NOTHING, Clause, Demand, in_order, one_of, take
from validator.law.s02_terms import matches, placed, spent_by, suit_of
from validator.registry import demand


class Purchase(msgspec.Struct, frozen=True, eq=False):
    """What a card of `faction` buys under a number.

    `suited`: that they match (see `card_suits`). `demands`: what else the piece is held to. `then`:
    what may follow it, given the piece's leg. `in_vain`: with none left in the supply the card is
    spent all the same (1.5.4).
    """

    number: str
    faction: Faction
    piece: Piece
    suited: tuple[Demand, Demand]
    demands: tuple[Demand, ...]
    then: Callable[[State, PieceLeg], Clause] | None = None
    in_vain: bool = False


def card_suits(number: str, says: str) -> tuple[Demand, Demand]:
    """Declare that card and clearing match: asked of the piece, or of a card written behind it."""
    return demand(number, says)(piece_suits_card), demand(number, says)(card_suits_piece)


def piece_suits_card(
    state: State, leg: PieceLeg, piece: Piece, bought: Purchase, suit: Suit | None
) -> bool:
    return matches(suit, suit_of(state, leg.end))


def card_suits_piece(
    state: State, leg: CardLeg, faction: Faction, bought: Purchase, clearing: int
) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


def for_a_card(bought: Purchase) -> Clause:
    """The card, then the piece, or the other way round."""
    number = bought.number
    return one_of(
        take(CardLeg, spent_by, bought.faction, bought, n=1, number=number, then=piece_for_card),
        take(
            PieceLeg,
            placed,
            bought.piece,
            bought,
            n=1,
            number=number,
            demands=bought.demands,
            then=card_for_piece,
        ),
    )


def piece_for_card(state: State, paid: CardLeg, faction: Faction, bought: Purchase) -> Clause:
    if bought.in_vain and bought.piece not in state.at("supply"):
        return NOTHING
    return take(
        PieceLeg,
        placed,
        bought.piece,
        bought,
        paid.suit,
        n=1,
        number=bought.number,
        demands=(bought.suited[0], *bought.demands),
        then=what_follows,
    )


def card_for_piece(state: State, leg: PieceLeg, piece: Piece, bought: Purchase) -> Clause:
    card = take(
        CardLeg,
        spent_by,
        bought.faction,
        bought,
        leg.end,
        n=1,
        number=bought.number,
        demands=(bought.suited[1],),
    )
    return in_order(card, what_follows(state, leg, piece, bought))


def what_follows(
    state: State, leg: PieceLeg, piece: Piece, bought: Purchase, suit: Suit | None = None
) -> Clause:
    return bought.then(state, leg) if bought.then is not None else NOTHING
