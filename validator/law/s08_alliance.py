"""8 Woodland Alliance: its turn and its setup. What it does in anybody's turn is s08_outrage."""

from __future__ import annotations

from notation.actions import Faction, Suit
from notation.legs import BattleLeg, CardLeg, CraftLeg, Leg, Piece, PieceLeg
from replayer.state import State
from validator.algebra import (
    MANY,
    Clause,
    Due,
    Effects,
    Gained,
    Slots,
    alongside,
    any_order,
    barred,
    each,
    forbidden,
    gain,
    in_order,
    one_of,
    take,
    up_to,
)
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.removal import remove_all
from validator.law.s02_terms import (
    PLACING,
    SUITS,
    adjacent,
    clearings,
    clearings_with,
    is_warrior,
    matches,
    open_slots,
    placed,
    suit_of,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s08_outrage import (
    FACTS,
    STACK,
    SYMPATHY,
    WARRIOR,
    A,
    bases,
    from_the_stack,
    full,
    is_sympathetic,
)
from validator.printings import printing
from validator.registry import consequence, definition, demand, rule, setup

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


SUPPORTERS = (off_the_stack, had_room, are_there)


def with_suit(suits: Suits, leg: CardLeg) -> Suits:
    return tuple(sorted((*suits, leg.suit), key=str))


def fit(suits: Suits, suit: Suit) -> bool:
    """Whether all these cards may stand for that suit (2.1.1)."""
    return all(matches(one, suit) for one in suits)


# --- 8.4.1 revolt -------------------------------------------------------------------------


@rule("8.4", "Birdsong", optional=True)
def birdsong(state: State) -> Clause:
    """Revolts, then spreading."""
    late = forbidden(revolt(), "8.4", "revolts come before spreading sympathy")
    return in_order(revolt_step(), alongside(spread_step(), late))


@rule("8.4.1", "Revolt", starts=(CardLeg,), optional=True)
def revolt_step(state: State) -> Clause:
    return up_to(MANY, revolt())


@rule("8.4.1", "Revolt", part="one revolt", unit=True, starts=(CardLeg,), credit=True)
def revolt(state: State) -> Clause:
    """Two supporters spent, then all that it brings about in one clearing of their suit."""
    return take(CardLeg, spent_supporter, n=1, number="8.4.1.II", demands=SUPPORTERS, then=second)


def second(state: State, leg: CardLeg, *_: object) -> Clause:
    return take(
        CardLeg,
        spent_supporter,
        (leg.suit,),
        n=1,
        number="8.4.1.II",
        demands=(both_suit_a_clearing, *SUPPORTERS),
        then=paid,
    )


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
    suit, supply = suit_of(state, clearing), state.count("supply", A, "w")
    sympathetic = sum(1 for c in clearings_with(state, SYMPATHY) if suit_of(state, c) == suit)
    there = min(sympathetic, supply)
    officers = min(FACTS.number("revolt_officers"), supply - there)
    counts: list[Slots] = [
        ((WARRIOR, "supply", clearing), there),
        ((WARRIOR, "supply", STACK), officers),
    ]
    if open_slots(state, clearing) > 0:
        counts.append(((Piece(A, "b", suit.lower()), "supply", clearing), 1))
    return each("8.4.1.III", "", A, counts)


# --- 8.4.2 spread sympathy ----------------------------------------------------------------


@rule("8.4.2", "Spread Sympathy", starts=(CardLeg, PieceLeg), optional=True)
def spread_step(state: State) -> Clause:
    return up_to(MANY, spread())


@rule("8.4.2", "Spread Sympathy", part="once", unit=True, starts=(CardLeg, PieceLeg), credit=True)
def spread(state: State) -> Clause:
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
def sympathy(state: State, suits: Suits) -> Clause:
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
    """Anywhere, where there is none on the map."""
    known = clearings_with(state, SYMPATHY)
    return not known or leg.end in known or any(adjacent(state, c, leg.end) for c in known)


@demand("8.4.2.II", "the supporters spent match the clearing")
def they_match(state: State, leg: PieceLeg, piece: Piece, suits: Suits) -> bool:
    return fit(suits, suit_of(state, leg.end))


@demand("8.4.2.II", "the token costs the number of supporters above it")
def they_are_enough(state: State, leg: PieceLeg, piece: Piece, suits: Suits) -> bool:
    cost = price(state)
    return len(suits) == cost or (len(suits) > cost and martial_law(state, leg.end))


ONLY_HIS_OWN = printing("p4", "8.4.2.IIa", "martial law counts a player's own warriors only")


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
    return any(n >= FACTS.number("martial_law_warriors") for n in armies.values())


OLDER_TRACK = printing("p4", "8.4.2.III", "sympathy scores 1 1 1 2 2 3 4 4 4 4, too", board=True)


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
def by_either_track(state: State, number: str, points: int, older: int) -> Clause:
    return one_of(gain(A, number, points), gain(A, number, older))


@consequence("8.4.2.III", "Step 3: Place and Score", verb="spread")
def points_for_spreading(state: State, leg: Leg, by: Faction) -> Effects:
    return uncovered(state, "8.4.2.III")


# --- 8.5 daylight -------------------------------------------------------------------------


@rule("8.5", "Daylight", through=True)
def daylight(state: State) -> Clause:
    acts = up_to(MANY, craft_step(), mobilize(), train())
    past = forbidden(one_of(spread(), revolt()), "8.4", "Birdsong is over")
    return alongside(acts, activate_dominance(A), take_available(A), past)


@rule("8.5.1", "Craft", starts=(CraftLeg,))
def craft_step(state: State) -> Clause:
    """Sympathy tokens are the crafting pieces (8.2.1)."""
    return craft(A)


@rule("8.5.2", "Mobilize", starts=(CardLeg,))
def mobilize(state: State) -> Clause:
    return take(
        CardLeg, joins_the_stack, n=1, number="8.5.2", demands=(out_of_the_hand,), then=full
    )


def joins_the_stack(state: State, leg: CardLeg) -> bool:
    return leg.end == STACK and leg.start in (A, "deck")


@demand("8.5.2", "a card is mobilized from the hand")
def out_of_the_hand(state: State, leg: CardLeg) -> bool:
    return leg.start == A


@rule("8.5.3", "Train", unit=True, starts=(CardLeg, PieceLeg))
def train(state: State) -> Clause:
    """A card in the suit of a base on the map spent, a warrior made an officer."""
    card = take(
        CardLeg, spent_supporter, n=1, number="8.5.3", demands=(from_the_hand, suits_a_base)
    )
    return any_order(card, take(PieceLeg, promoted, n=1, number="8.5.3", demands=(one_is_left,)))


def promoted(state: State, leg: PieceLeg) -> bool:
    return leg.piece == WARRIOR and leg.start == "supply" and leg.end == STACK


@demand("8.5.3", "training takes a card out of the hand")
def from_the_hand(state: State, leg: CardLeg) -> bool:
    return leg.start == A


@demand("8.5.3", "training takes a card in the suit of a base on the map")
def suits_a_base(state: State, leg: CardLeg) -> bool:
    built = [suit for suit in SUITS if on_the_map(state, suit)]
    return any(matches(leg.suit, suit) for suit in built)


def on_the_map(state: State, suit: Suit) -> bool:
    """Whether the base of that suit is on the map."""
    return bool(clearings_with(state, Piece(A, "b", suit.lower())))


@demand("8.3.1", "no Alliance warrior is left in the supply")
def one_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.count("supply", A, "w") > 0


# --- 8.6 evening --------------------------------------------------------------------------


@rule("8.6", "Evening", through=True)
def evening(state: State) -> Clause:
    late = forbidden(one_of(*operations()), "8.6", "operations come before the draw")
    before = in_order(start_of_evening(A), military_operations())
    return in_order(
        alongside(before, *standing(state, A)),
        alongside(draw_and_discard(), late),
        *after_drawing(state, A),
    )


def officers(state: State) -> int:
    return state.count(STACK, A, "w")


@rule("8.6.1", "Military Operations", optional=True)
def military_operations(state: State) -> Clause:
    return up_to(officers, *operations(), number="8.6.1", says="the officers allow {} operations")


def operations() -> tuple[Clause, ...]:
    return operation_move(), operation_battle(), recruit(), organize()


@rule("8.6.1.I", "Move", starts=(PieceLeg,))
def operation_move(state: State) -> Clause:
    return move(A)


@rule("8.6.1.II", "Battle", starts=(BattleLeg,))
def operation_battle(state: State) -> Clause:
    return battle(A)


@rule("8.6.1.III", "Recruit", starts=(PieceLeg,))
def recruit(state: State) -> Clause:
    """One warrior in a clearing with a base."""
    return take(
        PieceLeg,
        placed,
        WARRIOR,
        n=1,
        number="8.6.1.III",
        demands=(beside_a_base, one_is_left, *PLACING),
    )


@demand("8.6.1.III", "the Alliance recruits in clearings with a base")
def beside_a_base(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.end, int) and state.count(leg.end, A, "b") > 0


@rule("8.6.1.IV", "Organize", unit=True, starts=(PieceLeg,), credit=True)
def organize(state: State) -> Clause:
    """A warrior off an unsympathetic clearing, a token in its place, the points of its space."""
    return one_of(
        take(
            PieceLeg,
            steps_down,
            None,
            n=1,
            number="8.6.1.IV",
            demands=(unsympathetic,),
            then=token_there,
        ),
        organized(None, warrior_after),
    )


def steps_down(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    gone = isinstance(leg.start, int) and leg.end == "supply"
    return leg.piece == WARRIOR and gone and clearing in (None, leg.start)


@demand("8.6.1.IV", "there is sympathy in that clearing already")
def unsympathetic(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    return clearing is not None or not is_sympathetic(state, leg.start)


def token_there(state: State, leg: PieceLeg, clearing: int | None) -> Clause:
    return organized(leg.start, None)


def organized(clearing: int | str | None, then: object) -> Clause:
    return take(
        PieceLeg,
        placed,
        SYMPATHY,
        clearing,
        n=1,
        number="8.6.1.IV",
        verb="organize",
        by=A,
        demands=(one_token_is_left, no_sympathy_there, in_its_place, *PLACING),
        then=warrior_after if then else None,
    )


@demand("8.6.1.IV", "the token takes the place of the warrior")
def in_its_place(state: State, leg: PieceLeg, piece: Piece, clearing: int | None) -> bool:
    if clearing is not None:
        return leg.end == clearing
    return WARRIOR in state.at(leg.end)


def warrior_after(state: State, leg: PieceLeg, *_: object) -> Clause:
    return take(PieceLeg, steps_down, leg.end, n=1, number="8.6.1.IV")


@consequence("8.6.1.IV", "Organize", verb="organize")
def points_for_organizing(state: State, leg: Leg, by: Faction) -> Effects:
    return uncovered(state, "8.6.1.IV")


@rule("8.6.2", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    """A card, and one for each base on the map; then down to five. Supporters do not count."""
    n = FACTS.scales["draws"].at(bases(state))
    return in_order(evening_draw(state, A, n, "8.6.2"), discard_to_limit())


@rule("8.6.2", "Draw and Discard", part="the hand limit", soft=True, starts=(CardLeg,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, A, "8.6.2")


# --- the turn -----------------------------------------------------------------------------


@rule("8", "Woodland Alliance", turn=A, through=True)
def turn(state: State) -> Clause:
    return in_order(until_evening(state, A, birdsong(), daylight()), evening())


# --- 8.3 setup ----------------------------------------------------------------------------


@setup("8.3.4", "Step 4: Gain Supporters", A)
def gain_supporters(before: State, after: State) -> str | None:
    """Three cards from the deck."""
    n = FACTS.number("supporters_at_start")
    low, high = after.supporters
    return None if low <= n <= high else f"{n} supporters at the start, not {high}"


@setup("8.3.2", "Step 2: Place Bases", A)
def no_base_yet(before: State, after: State) -> str | None:
    return "no base is on the map at the start" if bases(after) else None


@setup("8.3.3", "Step 3: Fill Sympathy Track", A)
def no_sympathy_yet(before: State, after: State) -> str | None:
    return "no sympathy is on the map at the start" if tokens(after) else None
