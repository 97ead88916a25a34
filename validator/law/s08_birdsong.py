"""8.4 Woodland Alliance: revolts and the spreading of sympathy, paid with supporters."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction, Suit
from notation.legs import CardLeg, Leg, Piece, PieceLeg
from replayer.state import State
from validator.algebra import (
    MANY,
    Clause,
    Due,
    Effects,
    Gained,
    Slots,
    alongside,
    barred,
    each,
    forbidden,
    gain,
    in_order,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.removal import remove_all
from validator.law.s02_terms import (
    PLACING,
    SUITS,
    clearings,
    clearings_with,
    in_supply,
    is_warrior,
    matches,
    maybe_adjacent,
    open_slots,
    placed,
    suit_of,
)
from validator.law.s03_victory import on_track
from validator.law.s08_outrage import (
    FACTS,
    STACK,
    SYMPATHY,
    WARRIOR,
    A,
    from_the_stack,
    is_sympathetic,
)
from validator.printings import printing
from validator.registry import consequence, definition, demand, rule

Suits = tuple[Suit | None, ...]
"""Suits of supporters spent, sorted; None where the record leaves one open."""

# --- supporters ---------------------------------------------------------------------------


def spent_supporter(state: State, leg: CardLeg, *_: object) -> bool:
    return leg.start in (STACK, A) and leg.end in ("*", "dom")


@demand("8.2.3", "supporters are spent, not cards in hand")
def off_the_stack(state: State, leg: CardLeg, *_: object) -> bool:
    return from_the_stack(state, leg)


@demand("8.2.3.I", "a stack without a base holds five: the others were discarded")
def had_room(state: State, leg: CardLeg, *_: object) -> bool:
    return state.supporters[1] > 0 or not state.this_turn.spilled


@demand("8.2.3", "no supporter is left on the stack")
def are_there(state: State, leg: CardLeg, *_: object) -> bool:
    return state.supporters[1] > 0 or state.this_turn.spilled > 0


SUPPORTERS: Final = (off_the_stack, had_room, are_there)


def with_suit(suits: Suits, leg: CardLeg) -> Suits:
    return tuple(sorted((*suits, leg.suit), key=str))


def fit(suits: Suits, suit: Suit) -> bool:
    """Whether all these cards may stand for that suit (2.1.1)."""
    return all(matches(one, suit) for one in suits)


# --- 8.4.1 revolt -------------------------------------------------------------------------


@rule("8.4", "Birdsong", optional=True)
def birdsong(_: State) -> Clause:
    """Revolts, then spreading."""
    late = forbidden(revolt(), "8.4", "revolts come before spreading sympathy")
    return in_order(revolt_step(), alongside(spread_step(), late))


@rule("8.4.1", "Revolt", starts=(CardLeg,), optional=True)
def revolt_step(_: State) -> Clause:
    return up_to(MANY, revolt())


@rule("8.4.1", "Revolt", part="one revolt", unit=True, starts=(CardLeg,), credit=True)
def revolt(_: State) -> Clause:
    """Two supporters spent, then all that it brings about in one clearing of their suit."""
    return take(CardLeg, spent_supporter, n=1, number="8.4.1.II", demands=SUPPORTERS, then=second)


def second(state: State, leg: CardLeg, *_: object) -> Clause:
    other = take(
        CardLeg,
        spent_supporter,
        (leg.suit,),
        n=1,
        number="8.4.1.II",
        demands=(both_suit_a_clearing, *SUPPORTERS),
        then=paid,
    )
    return one_of(other, barred(resolve((leg.suit,)), "8.4.1.II", "a revolt costs two supporters"))


@demand("8.4.1.II", "both supporters match the clearing of the revolt")
def both_suit_a_clearing(state: State, leg: CardLeg, suits: Suits) -> bool:
    return any(fit(with_suit(suits, leg), suit) for suit in SUITS)


def paid(state: State, leg: CardLeg, suits: Suits) -> Clause:
    return resolve(with_suit(suits, leg))


@rule("8.4.1.III", "Step 3: Resolve Effect", through=True)
def resolve(state: State, suits: Suits) -> Clause:
    """In one clearing that may revolt, by what was spent; the others are told why they may not."""
    return one_of(*(revolts_in(state, clearing, suits) for clearing in clearings(state)))


def revolts_in(state: State, clearing: int, suits: Suits) -> Clause:
    says = calm(state, clearing)
    if says:
        return barred(effect(clearing), "8.4.1.I", says)
    if not fit(suits, suit_of(state, clearing)):
        says = f"the supporters spent do not match clearing {clearing}"
        return barred(effect(clearing), "8.4.1.II", says)
    return effect(clearing)


@definition("8.4.1.I", "Step 1: Choose Clearing")
def calm(state: State, clearing: int) -> str:
    """Why there can be no revolt in that clearing; "" if there can."""
    if not is_sympathetic(state, clearing):
        return f"clearing {clearing} is not sympathetic"
    if not state.count("supply", A, "b", suit_of(state, clearing).lower()):
        return f"the base that matches clearing {clearing} is on the map already"
    return ""


@rule("8.4.1.III", "Step 3: Resolve Effect", part="one clearing")
def effect(state: State, clearing: int) -> Clause:
    """All enemy pieces go; then the base, a warrior for each sympathetic clearing of its suit, and
    one officer."""
    return in_order(remove_all(state, "8.4.1.III", A, clearing), rising(clearing))


@rule("8.4.1.III", "Step 3: Resolve Effect", part="the rising", starts=(PieceLeg,))
def rising(state: State, clearing: int) -> Clause:
    """As far as slot and supply go, the officer last."""
    least, most = in_supply(state, WARRIOR)
    return one_of(*(rising_of(state, clearing, supply) for supply in range(least, most + 1)))


def rising_of(state: State, clearing: int, supply: int) -> Clause:
    """The same with so many warriors in the supply."""
    suit = suit_of(state, clearing)
    sympathetic = sum(1 for c in clearings_with(state, SYMPATHY) if suit_of(state, c) == suit)
    there = min(sympathetic, supply)
    officers = min(FACTS.number("revolt_officers"), supply - there)
    counts: list[Slots] = [
        ((WARRIOR, "supply", clearing), there),
        ((WARRIOR, "supply", STACK), officers),
    ]
    if open_slots(state, clearing) > 0:
        right = with_base(counts, clearing, suit)
        wrong = [with_base(counts, clearing, other) for other in SUITS if other != suit]
        return one_of(right, *(barred(other, "8.4.1.III", MATCHING) for other in wrong))
    if not WITHOUT_A_SLOT():
        return barred(each("8.4.1.III", "", A, counts), "8.4.1.I", "no slot is open for the base")
    return each("8.4.1.III", "", A, counts)


MATCHING: Final = "the base placed matches its clearing"


def with_base(counts: list[Slots], clearing: int, suit: Suit) -> Clause:
    base = Piece(A, "b", suit.lower())
    return each("8.4.1.III", "", A, [*counts, ((base, "supply", clearing), 1)])


WITHOUT_A_SLOT: Final = disputed("Q17")


# --- 8.4.2 spread sympathy ----------------------------------------------------------------


@rule("8.4.2", "Spread Sympathy", starts=(CardLeg, PieceLeg), optional=True)
def spread_step(_: State) -> Clause:
    return up_to(MANY, spread())


@rule("8.4.2", "Spread Sympathy", part="once", unit=True, starts=(CardLeg, PieceLeg), credit=True)
def spread(_: State) -> Clause:
    """Supporters spent, a token placed where they match, the points of its space."""
    return spending(())


def spending(suits: Suits) -> Clause:
    """So far these are spent: one more, or the token. A token before any breaks 8.4.2.II."""
    card = take(
        CardLeg,
        spent_supporter,
        suits,
        n=1,
        number="8.4.2.II",
        demands=(they_suit_one_clearing, none_beyond_the_most, *SUPPORTERS),
        then=one_more_spent,
    )
    return one_of(card, sympathy(suits))


def one_more_spent(state: State, leg: CardLeg, suits: Suits) -> Clause:
    return spending(with_suit(suits, leg))


@demand("8.4.2.II", "the supporters spent match one clearing")
def they_suit_one_clearing(state: State, leg: CardLeg, suits: Suits) -> bool:
    return any(fit(with_suit(suits, leg), suit) for suit in SUITS)


@demand("8.4.2.II", "no token costs so many supporters")
def none_beyond_the_most(state: State, leg: CardLeg, suits: Suits) -> bool:
    return len(suits) < price(state) + FACTS.number("martial_law_supporters")


@rule("8.4.2.III", "Step 3: Place and Score", starts=(PieceLeg,), through=True)
def sympathy(_: State, suits: Suits) -> Clause:
    return take(
        PieceLeg,
        placed,
        SYMPATHY,
        suits,
        n=1,
        number="8.4.2.III",
        verb="spread",
        by=A,
        demands=(
            one_token_is_left,
            no_sympathy_there,
            next_to_sympathy,
            they_match,
            they_are_enough,
            martial_law_is_paid,
            *PLACING,
        ),
    )


def tokens(state: State) -> int:
    """How many sympathy tokens are on the map."""
    return len(clearings_with(state, SYMPATHY))


def price(state: State) -> int:
    """Supporters for the next token, without martial law."""
    return FACTS.scales["sympathy_cost"].at(tokens(state))


@demand("8.2.5", "all ten sympathy tokens are on the map")
def one_token_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.count("supply", A, "t") > 0


@demand("8.2.5.I", "a clearing holds only one sympathy token")
def no_sympathy_there(state: State, leg: PieceLeg, *_: object) -> bool:
    return SYMPATHY not in state.at(leg.end)


@demand("8.4.2.I", "sympathy spreads to clearings next to sympathy")
def next_to_sympathy(state: State, leg: PieceLeg, *_: object) -> bool:
    """Anywhere, where there is none on the map; along rivers, where they are paths for it."""
    known = clearings_with(state, SYMPATHY)
    near = any(maybe_adjacent(state, A, c, leg.end) for c in known)
    return not known or leg.end in known or near


@demand("8.4.2.II", "the supporters spent match the clearing")
def they_match(state: State, leg: PieceLeg, piece: Piece, suits: Suits) -> bool:
    return fit(suits, suit_of(state, leg.end))


@demand("8.4.2.II", "the token costs the number of supporters above it")
def they_are_enough(state: State, leg: PieceLeg, piece: Piece, suits: Suits) -> bool:
    cost = price(state)
    return len(suits) == cost or (len(suits) > cost and martial_law(state, leg.end))


ONLY_HIS_OWN: Final = printing("p4", "8.4.2.IIa", "martial law counts a player's own warriors only")


@demand("8.4.2.IIa", "three warriors of another player make the token cost one supporter more")
def martial_law_is_paid(state: State, leg: PieceLeg, piece: Piece, suits: Suits) -> bool:
    paid, cost = len(suits), price(state)
    if paid < cost or not martial_law(state, leg.end):
        return True  # 8.4.2.II speaks
    return paid == cost + FACTS.number("martial_law_supporters")


def martial_law(state: State, clearing: int | str) -> bool:
    """Whether one other player has three warriors there, hirelings under his control included."""
    armies: dict[Faction, int] = {}
    for piece, n in state.at(clearing).items():
        owner = piece.owner
        if owner.startswith("h_") and not ONLY_HIS_OWN(state):
            owner = state.hirelings.get(owner, ("", None))[0]
        if is_warrior(piece) and owner not in ("", A):
            armies[owner] = armies.get(owner, 0) + n
    enough = FACTS.number("martial_law_warriors")
    if any(n >= enough for n in armies.values()):
        return True
    return sum(armies.values()) >= enough and not ONE_PLAYER_ALONE()


ONE_PLAYER_ALONE: Final = disputed("Q19")


OLDER_TRACK: Final = printing(
    "p4", "8.4.2.III", "sympathy scores 1 1 1 2 2 3 4 4 4 4, too", board=True
)


def uncovered(state: State, number: str) -> Effects:
    """The points of the space that the next token uncovers."""
    if not on_track(state, A):
        return ()
    points = FACTS.scales["sympathy_points"].at(tokens(state))
    older = FACTS.scales["older_sympathy_points"].at(tokens(state))
    if older != points and OLDER_TRACK(state):
        return (Due(number, A, by_either_track(number, points, older), "turn"),)
    return (Gained(A, number, points),) if points else ()


@rule("8.4.2.III", "Step 3: Place and Score", part="by either track", soft=True, through=True)
def by_either_track(_: State, number: str, points: int, older: int) -> Clause:
    return one_of(gain(A, number, points), gain(A, number, older))


@consequence("8.4.2.III", "Step 3: Place and Score", verb="spread")
def points_for_spreading(state: State, leg: Leg, by: Faction) -> Effects:
    return uncovered(state, "8.4.2.III")
