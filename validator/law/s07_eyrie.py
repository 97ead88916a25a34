"""7 Eyrie Dynasties."""

from __future__ import annotations

from typing import Final

from notation.actions import Suit
from notation.legs import CardLeg, CraftLeg, PieceLeg, Place, PointsLeg
from replayer.facts import map_facts
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    Clause,
    alongside,
    each,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.s02_terms import (
    KEEP,
    PLACING,
    as_far_as_it_goes,
    clearings,
    clearings_with,
    may_place,
    open_slots,
    placed,
    slot_is_open,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_craft_and_move import cards_left, craft, draws
from validator.law.s05_setup import corner_complaint, standard
from validator.law.s07_decree import BOARD, COLUMNS, resolve_the_decree
from validator.law.s07_leaders import FACTS, ROOST, WARRIOR, E
from validator.printings import printing
from validator.registry import demand, rule, setup


def roosts(state: State) -> int:
    """How many roosts stand on the map."""
    return sum(state.at(c)[ROOST] for c in clearings_with(state, ROOST))


# --- 7.4 birdsong -------------------------------------------------------------------------


@rule("7.4", "Birdsong", through=True)
def birdsong(_: State) -> Clause:
    return in_order(emergency_orders(), add_to_the_decree(), a_new_roost())


@rule("7.4.1", "Emergency Orders", starts=(CardLeg,))
def emergency_orders(state: State) -> Clause:
    """A card for an empty hand."""
    card = take(CardLeg, draws, E, n=FACTS.number("emergency_cards"), number="7.4.1")
    low, high = state.hand.get(E, (0, 0))
    if low:
        return forbidden(card, "7.4.1", "the hand is not empty")
    return may(card) if high or not cards_left(state)[0] else card


@rule("7.4.2", "Add to the Decree", starts=(CardLeg,))
def add_to_the_decree(state: State) -> Clause:
    """One card or two, of which one may be a bird."""
    if state.hand.get(E, (0, 0))[1] == 0:
        return may(take(CardLeg, added, None, n=1, number="7.4.2"))
    return take(CardLeg, added, None, n=1, number="7.4.2", then=a_second_card)


def a_second_card(state: State, leg: CardLeg, *_: object) -> Clause:
    more = take(CardLeg, added, leg.suit, n=1, number="7.4.2", demands=(one_bird_at_most,))
    most = FACTS.number("decree_cards_most")
    return up_to(most - 1, more, number="7.4.2", says=f"{most} cards are added at most")


@kinds.fits(kinds.cards(["hand"], ["board"]))
def added(state: State, leg: CardLeg, first: Suit | None) -> bool:
    """A card goes from the hand to a column."""
    return leg.start == E and is_column(leg.end)


def is_column(place: Place) -> bool:
    return place in {f"{BOARD}_{name}" for name in COLUMNS}


@demand("7.4.2", "only one of the cards added is a bird")
def one_bird_at_most(state: State, leg: CardLeg, first: Suit | None) -> bool:
    return leg.suit != "B" or first != "B"


NOT_ALL_OF_IT: Final = disputed("Q14")


@rule("7.4.3", "A New Roost", unit=True, starts=(PieceLeg,))
def a_new_roost(state: State) -> Clause:
    """With no roost on the map: one, and three warriors, where warriors are fewest.

    With fewer in the supply what there is (1.5.4), or nothing.
    """
    roost = take(
        PieceLeg,
        placed,
        ROOST,
        n=1,
        number="7.4.3",
        demands=(fewest_warriors, slot_is_open, *PLACING),
        then=warriors_with_it,
    )
    if roosts(state):
        return forbidden(roost, "7.4.3", "a roost stands on the map")
    numbers = new_warriors(state)
    warrior = take(
        PieceLeg,
        placed,
        WARRIOR,
        n=1,
        number="7.4.3",
        demands=(fewest_warriors, *PLACING),
        then=the_rest_with_it,
    )
    both = one_of(roost, warrior) if numbers[-1] else roost
    short = numbers[0] < FACTS.number("new_roost_warriors")
    if not room_for_a_roost(state) or (short and NOT_ALL_OF_IT()):
        return may(both)
    return both


def new_warriors(state: State) -> range:
    """Three, or what the supply has."""
    return as_far_as_it_goes(state, WARRIOR, FACTS.number("new_roost_warriors"))


def warriors_with_it(state: State, leg: PieceLeg, *_: object) -> Clause:
    slot = (WARRIOR, "supply", leg.end)
    return one_of(*(each("7.4.3", "", E, [(slot, n)]) for n in new_warriors(state)))


def the_rest_with_it(state: State, leg: PieceLeg, *_: object) -> Clause:
    roost, warrior = (ROOST, "supply", leg.end), (WARRIOR, "supply", leg.end)
    numbers = (n for n in new_warriors(state) if n)
    return one_of(*(each("7.4.3", "", E, [(roost, 1), (warrior, n - leg.n)]) for n in numbers))


def room_for_a_roost(state: State) -> list[int]:
    """Clearings where a roost and warriors can be placed."""
    return [c for c in clearings(state) if open_slots(state, c) and may_place(state, E, c)]


def fewest(state: State, own: bool) -> set[int]:
    """Of those the ones with the fewest warriors, everybody's; `own`: the Eyrie's as well."""
    counts = {
        c: sum(n for p, n in state.at(c).items() if p.kind == "w" and (own or p.owner != E))
        for c in room_for_a_roost(state)
    }
    return {c for c, n in counts.items() if n == min(counts.values())}


OTHERS_ONLY: Final = disputed("Q41")


FEWEST_PIECES: Final = printing(
    "p4", "7.4.3", "where all pieces are fewest, not warriors", board=True
)


@demand("7.4.3", "a new roost is placed where warriors are fewest, of the clearings with room")
def fewest_warriors(state: State, leg: PieceLeg, *_: object) -> bool:
    end = int(leg.end)
    if not may_place(state, E, end) or end in fewest(state, own=True):
        return True
    if end in fewest(state, own=False) and OTHERS_ONLY():
        return True
    counts = {c: sum(state.at(c).values()) for c in room_for_a_roost(state)}
    return counts.get(end) == min(counts.values(), default=0) and FEWEST_PIECES(state)


# --- 7.5 daylight -------------------------------------------------------------------------


@rule("7.5", "Daylight", through=True)
def daylight(_: State) -> Clause:
    late = forbidden(craft(E), "7.5", "crafting comes before the Decree")
    return alongside(
        in_order(craft_step(), alongside(resolve_the_decree(), late)),
        activate_dominance(E),
        take_available(E),
    )


@rule("7.5.1", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(_: State) -> Clause:
    """With roosts (7.2.1)."""
    return up_to(MANY, craft(E))


# --- 7.6 evening --------------------------------------------------------------------------


@rule("7.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    before = alongside(in_order(start_of_evening(E), score_points()), *standing(state, E))
    return in_order(before, draw_and_discard(), *after_drawing(state, E))


@rule("7.6.1", "Score Points", soft=True, starts=(PointsLeg,))
def score_points(state: State) -> Clause:
    """The points that the roosts on the map uncover."""
    n = FACTS.scales["roost_points"].at(roosts(state)) if on_track(state, E) else 0
    return gain(E, "7.6.1", n)


@rule("7.6.2", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    n = FACTS.scales["draws"].at(roosts(state))
    return in_order(evening_draw(state, E, n, "7.6.2"), discard_to_limit())


@rule("7.6.2", "Draw and Discard", part="the hand limit", soft=True, starts=(CardLeg,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, E, "7.6.2")


# --- the turn -----------------------------------------------------------------------------


@rule("7", "Eyrie Dynasties", turn=E, through=True, steady=True)
def turn(state: State) -> Clause:
    return in_order(until_evening(state, E, birdsong(), daylight()), evening())


# --- 7.3 setup ----------------------------------------------------------------------------


OPPOSITE_THE_KEEP: Final = printing("p4", "7.3.2", "opposite the keep, without one in any corner")


@setup("7.3.2", "Step 2: Place Roost and Starting Warriors", E)
def first_roost(before: State, after: State) -> str | None:
    """A roost and six warriors in a free corner, opposite a start if possible."""
    n = FACTS.number("setup_warriors")
    homes = clearings_with(after, ROOST)
    if len(homes) != 1 or after.at(homes[0])[ROOST] != 1:
        return "one roost starts on the map"
    home = homes[0]
    if clearings_with(after, WARRIOR) != homes or after.at(home)[WARRIOR] != n:
        return f"{n} warriors start with the roost"
    if standard(before, after):
        return starting_corner(before, home)
    return None if home in map_facts(after.game.map).edge else "the Eyrie start on the map edge"


def starting_corner(before: State, home: int) -> str | None:
    """What is wrong with the corner the Eyrie start in."""
    facts = map_facts(before.game.map)
    keeps = clearings_with(before, KEEP)
    opposite = {facts.opposite.get(c, home) for c in keeps} or set(facts.corners)
    wrong = corner_complaint(before, home)
    if (home in opposite) == (wrong is None) or not OPPOSITE_THE_KEEP(before):
        return wrong
    return None if home in opposite else "the Eyrie start in the corner opposite the keep"


@setup("7.3.3", "Step 3: Choose Leader", E)
def choose_leader(before: State, after: State) -> str | None:
    return None if after.leader else "a leader is chosen"
