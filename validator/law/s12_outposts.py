"""12 Underground Duchy: the Burrow, tunnels, and how citadels and markets are built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from notation.actions import Faction, Suit
from notation.legs import CardLeg, Piece, PieceLeg, RevealLeg
from replayer.facts import faction_facts
from replayer.state import State
from validator import kinds
from validator.algebra import Clause, Demand, any_order, by_printing, may, one_of, take
from validator.disputed import disputed
from validator.law.s02_terms import (
    BURROW,
    CLAIMS,
    PLACING,
    TUNNEL,
    clearings,
    matches,
    may_rule,
    open_slots,
    placed,
    spent_by,
    suit_of,
)
from validator.printings import printing
from validator.registry import demand, exception, rule

D: Final = "D"
WARRIOR: Final = Piece(D, "w")
CITADEL, MARKET = Piece(D, "b", "c"), Piece(D, "b", "m")
FACTS: Final = faction_facts(D)
BUILD, FOREMOLE, DIG = "12.5.1.I", "12.5.2.I", "12.5.1.V"
SPENT_TO: Final = {
    number: printing("p4", number, "the card is spent, as older boards print it", board=True)
    for number in (BUILD, FOREMOLE)
}
DIG_MOVES: Final = printing("p16", DIG, "a Dig moves at least one warrior")


def standing(state: State, piece: Piece) -> int:
    """How many of those pieces are on the map; the Burrow is no part of it here."""
    return sum(state.at(clearing).get(piece, 0) for clearing in clearings(state))


# --- 12.2.2 the Burrow --------------------------------------------------------------------


@exception("12.2.2", "The Burrow", to="2.5")
def rules_the_burrow(state: State, faction: Faction, clearing: int) -> bool:
    return clearing == BURROW


CLAIMS.append((D, rules_the_burrow, rules_the_burrow))


@demand("12.2.2", "the Burrow has no suit and no building slots")
def not_in_the_burrow(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end != BURROW


# --- 12.3.4 citadels and markets ----------------------------------------------------------


@kinds.fits(kinds.placed())
def is_built(state: State, leg: PieceLeg, *_: object) -> bool:
    """A piece other than a warrior goes from its supply to a clearing."""
    piece = leg.piece
    placing = leg.start == "supply" and isinstance(leg.end, int)
    return placing and piece.owner == D and piece.kind != "w"


def is_building(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece.kind == "b"


@kinds.fits(kinds.placed("b"))
def is_outpost(state: State, leg: PieceLeg, *_: object) -> bool:
    """A citadel or market goes from its track to a clearing."""
    return is_built(state, leg) and is_building(state, leg)


@demand("12.3.4", "there are three citadels and three markets")
def building_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    sub = leg.piece.sub or None
    if leg.piece.kind != "b":
        return True
    return state.count("supply", D, "b", sub) >= leg.n


@demand("2.2.3", "a building needs an open slot")
def has_a_slot(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end == BURROW or leg.piece.kind != "b" or open_slots(state, int(leg.end)) >= leg.n


def is_ruled(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end == BURROW or may_rule(state, D, leg.end)


@demand(BUILD, "the card shown must match the clearing built in")
def building_matches(state: State, leg: PieceLeg, number: str, suit: Suit | None) -> bool:
    suited = number == BUILD and leg.end != BURROW
    return not suited or matches(suit, suit_of(state, leg.end))


SITES: Final[dict[str, tuple[Demand, ...]]] = {
    BUILD: (
        demand(BUILD, "a citadel or market is built")(is_building),
        demand(BUILD, "the Duchy builds where it rules")(is_ruled),
        building_matches,
    ),
    FOREMOLE: (
        demand(FOREMOLE, "the Foremole builds a citadel or market")(is_building),
        demand(FOREMOLE, "the Foremole builds where the Duchy rules")(is_ruled),
    ),
}
"""What a building's clearing is held to, by who builds."""


def is_revealed(state: State, leg: PieceLeg, number: str, suit: Suit | None) -> bool:
    """Broken by a building for a card that was spent, unless such boards may be meant."""
    return not state.game.law_named or SPENT_TO[number](state)


REVEALED: Final = {
    number: demand(number, "the card is revealed, not spent: p4 only")(is_revealed)
    for number in (BUILD, FOREMOLE)
}
ANYWHERE: Final = (not_in_the_burrow, has_a_slot, building_is_left, *PLACING)


def building(state: State, number: str) -> Clause:
    """A card shown and a citadel or market placed, in either order; `number` says who builds.

    Boards of the older printing have the card spent instead.
    """
    spent: Clause = take(CardLeg, spent_by, D, number, n=1, number=number, then=building_for_spent)
    if not state.game.law_named:
        spent = by_printing(state, SPENT_TO[number], spent)
    return one_of(
        spent,
        take(RevealLeg, shown_to_all, number, n=1, number=number, then=building_for),
        take(
            PieceLeg,
            is_outpost,
            number,
            None,
            n=1,
            number=number,
            demands=(*SITES[number], *ANYWHERE),
            then=card_for_building,
        ),
    )


def shown_to_all(state: State, leg: RevealLeg, *_: object) -> bool:
    """A card out of the Duchy's hand is revealed to the table (16.6.23)."""
    return leg.owner == D and not leg.whole and not leg.audience


def building_for(state: State, shown: RevealLeg, number: str) -> Clause:
    return site(is_built, number, shown.suit)


def site(fit: Callable[..., bool], number: str, suit: Suit | None, *more: Demand) -> Clause:
    return take(
        PieceLeg,
        fit,
        number,
        suit,
        n=1,
        number=number,
        demands=(*more, *SITES[number], *ANYWHERE),
    )


def building_for_spent(state: State, paid: CardLeg, faction: Faction, number: str) -> Clause:
    return site(is_outpost, number, paid.suit, REVEALED[number])


def card_for_building(state: State, leg: PieceLeg, number: str, suit: Suit | None) -> Clause:
    return take(
        RevealLeg,
        shown_to_all,
        number,
        leg.end,
        n=1,
        number=number,
        demands=(shown_matches,) if number == BUILD else (),
    )


@demand(BUILD, "the card shown must match the clearing built in")
def shown_matches(state: State, leg: RevealLeg, number: str, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


@rule(BUILD, "Build", unit=True, starts=(RevealLeg, kinds.placed("b"), kinds.SPENT))
def build(state: State) -> Clause:
    """Reveal a card, place a citadel or market in a matching clearing that the Duchy rules."""
    return building(state, BUILD)


# --- 12.2.4 tunnels, 12.5.1.V dig ---------------------------------------------------------


@kinds.fits(kinds.removed("t"))
def lifts_tunnel(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece == TUNNEL and isinstance(leg.start, int) and leg.end == "supply"


@demand("12.2.4", "a tunnel is taken up only when all three are on the map")
def all_tunnels_out(state: State, *_: object) -> bool:
    return state.count("supply", D, "t") == 0


@demand("12.2.4", "there are three tunnels, and all of them are on the map")
def tunnel_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.count("supply", D, "t") >= leg.n


@demand(DIG, "a tunnel is dug where there is none")
def no_tunnel_there(state: State, leg: PieceLeg, *_: object) -> bool:
    return TUNNEL not in state.at(leg.end)


@demand(DIG, "the card spent must match the clearing dug in")
def tunnel_matches(
    state: State, leg: PieceLeg, piece: Piece, suit: Suit | None, lifted: int
) -> bool:
    return leg.end == BURROW or matches(suit, suit_of(state, leg.end))


@demand(DIG, "the card spent must match the clearing dug in")
def spent_matches(state: State, leg: CardLeg, faction: Faction, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


WHERE_IT_LAY: Final = disputed("D-10")


@demand(DIG, "the tunnel taken up is not dug where it lay")
def not_where_it_lay(
    state: State, leg: PieceLeg, piece: Piece, suit: Suit | None, lifted: int
) -> bool:
    return leg.end != lifted or lifted == 0 or WHERE_IT_LAY()


DUG: Final = (not_in_the_burrow, no_tunnel_there, tunnel_is_left, not_where_it_lay, *PLACING)


@rule(DIG, "Dig", cites=("12.2.4",), unit=True, starts=(CardLeg, PieceLeg))
def dig(_: State) -> Clause:
    """Spend a card, place a tunnel in a matching clearing, bring up to four warriors up there.

    With all three tunnels on the map, one may be taken up first to be placed anew (12.2.4).
    """
    return one_of(lift(then=then_dig), *digging(0))


def lift(*known: object, then: Callable[..., Clause]) -> Clause:
    """One of three tunnels is taken up, to be placed anew."""
    return take(
        PieceLeg,
        lifts_tunnel,
        *known,
        n=1,
        number="12.2.4",
        demands=(all_tunnels_out,),
        then=then,
    )


def then_dig(state: State, leg: PieceLeg) -> Clause:
    return one_of(*digging(int(leg.start)))


def digging(lifted: int) -> tuple[Clause, Clause]:
    """The card, then the tunnel, or the other way round; `lifted`: where one was taken up."""
    return (
        take(CardLeg, spent_by, D, lifted, n=1, number=DIG, then=tunnel_for),
        take(
            PieceLeg,
            placed,
            TUNNEL,
            None,
            lifted,
            n=1,
            number=DIG,
            demands=DUG,
            then=card_for_tunnel,
        ),
    )


def tunnel_for(state: State, paid: CardLeg, faction: Faction, lifted: int) -> Clause:
    """The tunnel for a card spent; of three on the map one may still be taken up first (12.2.4)."""
    if lifted or state.count("supply", D, "t"):
        return tunnel(paid.suit, lifted)
    return one_of(tunnel(paid.suit, 0), lift(paid.suit, then=tunnel_anew))


def tunnel_anew(state: State, leg: PieceLeg, suit: Suit | None) -> Clause:
    return tunnel(suit, int(leg.start))


def tunnel(suit: Suit | None, lifted: int) -> Clause:
    return take(
        PieceLeg,
        placed,
        TUNNEL,
        suit,
        lifted,
        n=1,
        number=DIG,
        demands=(tunnel_matches, *DUG),
        then=warriors_follow,
    )


def card_for_tunnel(state: State, leg: PieceLeg, *_: object) -> Clause:
    card = take(CardLeg, spent_by, D, leg.end, n=1, number=DIG, demands=(spent_matches,))
    return any_order(card, warriors_follow(state, leg))


def warriors_follow(state: State, leg: PieceLeg, *_: object) -> Clause:
    """Up to four come up; the newer printing asks for at least one."""
    march = take(
        PieceLeg,
        comes_up,
        leg.end,
        number=DIG,
        verb="move",
        by=D,
        demands=(through_the_new_tunnel, four_at_most),
    )
    needed = state.count(BURROW, D, "w") > 0 and DIG_MOVES(state)
    return march if needed else may(march)


@kinds.fits(kinds.moved("w"))
def comes_up(state: State, leg: PieceLeg, dug: int) -> bool:
    return leg.piece == WARRIOR and leg.start == BURROW and isinstance(leg.end, int)


@demand(DIG, "the warriors come up in the clearing just dug")
def through_the_new_tunnel(state: State, leg: PieceLeg, dug: int) -> bool:
    return leg.end == dug


@demand(DIG, "up to four warriors come up")
def four_at_most(state: State, leg: PieceLeg, dug: int) -> bool:
    return leg.n <= FACTS.number("dig_warriors")
