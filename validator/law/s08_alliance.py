"""8 Woodland Alliance: its turn and its setup. What it does in anybody's turn is s08_outrage."""

from __future__ import annotations

from notation.actions import Faction, Suit
from notation.legs import BattleLeg, CardLeg, CraftLeg, Leg, Piece, PieceLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    Clause,
    Effects,
    alongside,
    any_order,
    forbidden,
    in_order,
    one_of,
    take,
    up_to,
)
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.s02_terms import (
    PLACING,
    SUITS,
    clearings_with,
    is_left,
    matches,
    placed,
)
from validator.law.s03_victory import activate_dominance, take_available
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s08_birdsong import (
    birdsong,
    no_sympathy_there,
    one_token_is_left,
    revolt,
    spent_supporter,
    spread,
    tokens,
    uncovered,
)
from validator.law.s08_outrage import (
    FACTS,
    STACK,
    SYMPATHY,
    WARRIOR,
    A,
    bases,
    full,
    is_sympathetic,
    officers,
)
from validator.registry import consequence, demand, rule, setup

# --- 8.5 daylight -------------------------------------------------------------------------


@rule("8.5", "Daylight", through=True)
def daylight(_: State) -> Clause:
    acts = up_to(MANY, craft_step(), mobilize(), train())
    past = forbidden(one_of(spread(), revolt()), "8.4", "this phase is over")
    return alongside(acts, activate_dominance(A), take_available(A), past)


@rule("8.5.1", "Craft", starts=(CraftLeg,))
def craft_step(_: State) -> Clause:
    """Sympathy tokens are the crafting pieces (8.2.1)."""
    return craft(A)


@rule("8.5.2", "Mobilize", starts=(CardLeg,))
def mobilize(_: State) -> Clause:
    return take(
        CardLeg, joins_the_stack, n=1, number="8.5.2", demands=(out_of_the_hand,), then=full
    )


@kinds.fits(kinds.cards(["hand", "deck"], ["board"]))
def joins_the_stack(state: State, leg: CardLeg) -> bool:
    return leg.end == STACK and leg.start in (A, "deck")


@demand("8.5.2", "a card is mobilized from the hand")
def out_of_the_hand(state: State, leg: CardLeg) -> bool:
    return leg.start == A


@rule("8.5.3", "Train", unit=True, starts=(CardLeg, PieceLeg))
def train(_: State) -> Clause:
    """A card in the suit of a base on the map spent, a warrior made an officer."""
    card = take(
        CardLeg, spent_supporter, n=1, number="8.5.3", demands=(from_the_hand, suits_a_base)
    )
    return any_order(card, take(PieceLeg, promoted, n=1, number="8.5.3", demands=(one_is_left,)))


@kinds.fits(kinds.aside("w"))
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
    return is_left(state, WARRIOR)


# --- 8.6 evening --------------------------------------------------------------------------


@rule("8.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    late = forbidden(one_of(*operations()), "8.6", "operations come before the draw")
    before = in_order(start_of_evening(A), military_operations())
    return in_order(
        alongside(before, *standing(state, A)),
        alongside(draw_and_discard(), late),
        *after_drawing(state, A),
    )


@rule("8.6.1", "Military Operations", optional=True)
def military_operations(_: State) -> Clause:
    return up_to(officers, *operations(), number="8.6.1", says="the officers allow {} operations")


def operations() -> tuple[Clause, ...]:
    return operation_move(), operation_battle(), recruit(), organize()


@rule("8.6.1.I", "Move", starts=(PieceLeg,))
def operation_move(_: State) -> Clause:
    return move(A)


@rule("8.6.1.II", "Battle", starts=(BattleLeg,))
def operation_battle(_: State) -> Clause:
    return battle(A)


@rule("8.6.1.III", "Recruit", starts=(PieceLeg,))
def recruit(_: State) -> Clause:
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
def organize(_: State) -> Clause:
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


@kinds.fits(kinds.removed("w"))
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


@rule("8", "Woodland Alliance", turn=A, through=True, steady=True)
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
