"""13 Corvid Conspiracy: its turn and its setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Final

from notation.actions import Faction, Suit
from notation.legs import (
    BattleLeg,
    CardLeg,
    CraftLeg,
    FlipLeg,
    Leg,
    PieceLeg,
    TrickLeg,
)
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Effects,
    Gained,
    alongside,
    amid,
    any_order,
    choose,
    each,
    forbidden,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.cards_timing import has
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.removal import remove_all
from validator.law.s02_terms import (
    KEEP,
    PLACING,
    SUITS,
    as_far_as_it_goes,
    clearings,
    is_enemy,
    is_left,
    keep_allows,
    matches,
    may_place,
    placed,
    suit_of,
    warriors,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s05_setup import standard
from validator.law.s13_plots import FACTS, HIDDEN, WARRIOR, P, face_up
from validator.printings import printing
from validator.registry import consequence, definition, demand, rule, setup, undrawn

EVERYBODY_GIVES: Final = printing(
    "p4", "13.7.3", "extortion strikes every player there, a partner too"
)


# --- 13.4 birdsong ------------------------------------------------------------------------


@rule("13.4", "Birdsong", through=True)
def birdsong(_: State) -> Clause:
    """Craft, flip, recruit, in that order."""
    late = forbidden(one_of(craft(P), flip()), "13.4", "recruiting comes last in Birdsong")
    too_late = forbidden(craft(P), "13.4", "crafting comes first in Birdsong")
    return in_order(craft_step(), alongside(flip_step(), too_late), alongside(recruit_step(), late))


@rule("13.4.1", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(_: State) -> Clause:
    return up_to(MANY, craft(P))


@rule("13.2.1", "Crafting", starts=(CraftLeg,), optional=True)
def craft_later(_: State) -> Clause:
    """After Birdsong nothing is crafted."""
    return forbidden(craft(P), "13.2.1", "the Corvids craft in Birdsong")


# --- 13.4.2 flip plots --------------------------------------------------------------------


@rule("13.4.2", "Flip Plots", starts=(FlipLeg,), optional=True)
def flip_step(_: State) -> Clause:
    return up_to(MANY, flip())


@rule(
    "13.4.2",
    "Flip Plots",
    part="one plot",
    unit=True,
    starts=(FlipLeg,),
    credit=True,
    through=True,
)
def flip(_: State) -> Clause:
    """A face-down plot beside a Corvid warrior is turned up, scores, and takes effect."""
    return take(
        FlipLeg,
        is_flipped,
        number="13.4.2",
        verb="flip",
        by=P,
        demands=(a_plot_lies_there, lies_face_down, warrior_beside_it, two_of_a_type),
        then=flip_effect,
    )


def is_flipped(state: State, leg: FlipLeg) -> bool:
    return leg.owner == P and isinstance(leg.place, int)


@demand("13.4.2", "a plot lies where one is flipped")
def a_plot_lies_there(state: State, leg: FlipLeg) -> bool:
    return leg.place in state.plots


@demand("13.2.2.I", "a plot that is face up is not flipped again")
def lies_face_down(state: State, leg: FlipLeg) -> bool:
    return HIDDEN in state.at(leg.place) or leg.place not in state.plots


@demand("13.4.2", "a plot is flipped where a Corvid warrior is")
def warrior_beside_it(state: State, leg: FlipLeg) -> bool:
    return warriors(state, P, leg.place) > 0


@demand("13.2.2", "there are two plots of each type")
def two_of_a_type(state: State, leg: FlipLeg) -> bool:
    count = next((row.count for row in FACTS.plots if row.sub == leg.sub), 0)
    return face_up(state, leg.sub) < count or HIDDEN not in state.at(leg.place)


@consequence("13.4.2", "Flip Plots", verb="flip")
def points_for_flip(state: State, leg: Leg, by: Faction) -> Effects:
    """A point for each plot face up on the map, the new one included."""
    if not on_track(state, P):
        return ()
    return (Gained(P, "13.4.2", FACTS.scales["flip_points"].at(face_up(state) + 1)),)


def flip_effect(state: State, leg: FlipLeg) -> Clause:
    match leg.sub:
        case "b":
            return bomb(leg.place)
        case "e":
            return extortion(leg.place)
        case _:
            return NOTHING


@rule("13.7.1", "Bomb", through=True)
def bomb(state: State, clearing: int) -> Clause:
    """All enemy pieces there go; the bomb goes with its flip, unwritten."""
    return remove_all(state, "13.7.1", P, clearing)


@rule("13.7.3", "Extortion", starts=(CardLeg,))
def extortion(state: State, clearing: int) -> Clause:
    """A random card from each enemy player with a faction piece there."""
    victims = [f for f in state.game.players if has_piece(state, f, clearing)]
    return any_order(
        *(extorted(state, f) for f in victims),
        forbidden(
            take(CardLeg, gives_any, number="13.7.3"),
            "13.7.3",
            "one card is taken from each enemy player with a piece there",
        ),
    )


def has_piece(state: State, faction: Faction, clearing: int) -> bool:
    if faction == P or not any(piece.owner == faction for piece in state.at(clearing)):
        return False
    return is_enemy(state, P, faction) or EVERYBODY_GIVES(state)


def extorted(state: State, faction: Faction) -> Clause:
    low, high = state.hand.get(faction, (0, 0))
    card = take(CardLeg, gives, faction, n=1, number="13.7.3")
    return card if low else may(card) if high else NOTHING


@kinds.fits(kinds.GIVEN)
def gives(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start == faction and leg.end == P


@kinds.fits(kinds.GIVEN)
def gives_any(state: State, leg: CardLeg) -> bool:
    return leg.start in state.game.players and leg.end == P


# --- 13.4.3 recruit -----------------------------------------------------------------------


@rule("13.4.3", "Recruit", optional=True)
def recruit_step(_: State) -> Clause:
    return up_to(
        FACTS.number("recruits_in_turn"),
        recruit(),
        number="13.4.3",
        says="the Corvids recruit only {} time in a turn",
    )


@rule("13.4.3", "Recruit", part="once", unit=True, starts=(CardLeg, PieceLeg), through=True)
def recruit(_: State) -> Clause:
    """A card spent, a warrior in each clearing of its suit; a bird is given one suit."""
    return one_of(*(recruit_in(suit) for suit in SUITS))


def recruit_in(suit: Suit) -> Clause:
    card = take(CardLeg, pays, suit, n=1, number="13.4.3", demands=(suits_the_clearings,))
    return any_order(card, amid(warriors_in(suit), one_of(*MORE_RECRUITS)))


@kinds.fits(kinds.SPENT)
def pays(state: State, leg: CardLeg, suit: Suit) -> bool:
    return leg.start == P and leg.end in ("*", "dom")


@demand("13.4.3", "the card spent matches the clearings recruited in")
def suits_the_clearings(state: State, leg: CardLeg, suit: Suit) -> bool:
    return matches(leg.suit, suit)


@rule("13.4.3", "Recruit", part="the warriors", starts=(kinds.placed("w"),), through=True)
def warriors_in(state: State, suit: Suit) -> Clause:
    """One in each clearing of the suit where placing is allowed; too few are placed by choice."""
    matching = [c for c in clearings(state) if suit_of(state, c) == suit and may_place(state, P, c)]
    slots = [((WARRIOR, "supply", c), 1) for c in matching]
    numbers = as_far_as_it_goes(state, WARRIOR, len(slots))
    short = (choose("13.4.3", "", P, n, slots) for n in numbers if n < len(slots))
    return one_of(*short, *([each("13.4.3", "", P, slots)] if len(slots) in numbers else []))


@kinds.fits(kinds.placed("w"))
def one_more(state: State, leg: PieceLeg) -> bool:
    left = placed(state, leg, WARRIOR) and is_left(state, WARRIOR)
    return left and keep_allows.holds(state, leg)


@kinds.fits(kinds.placed("w"))
def one_at_the_keep(state: State, leg: PieceLeg) -> bool:
    return placed(state, leg, WARRIOR) and not keep_allows.holds(state, leg)


@definition("13.3.1", "Step 1: Gather Warriors and Plots")
def none_left(state: State, leg: PieceLeg) -> bool:
    """A warrior is placed though all fifteen are out of the supply."""
    return placed(state, leg, WARRIOR) and not is_left(state, WARRIOR)


MORE_RECRUITS: Final = (
    forbidden(
        up_to(MANY, take(PieceLeg, one_more, number="13.4.3")),
        "13.4.3",
        "one warrior is recruited in each clearing of the suit",
    ),
    forbidden(
        up_to(MANY, take(PieceLeg, one_at_the_keep, number=keep_allows.number)),
        keep_allows.number,
        keep_allows.says,
    ),
    forbidden(
        up_to(MANY, take(PieceLeg, none_left, number="13.3.1")),
        "13.3.1",
        "no Corvid warrior is left in the supply",
    ),
)


# --- 13.5 daylight ------------------------------------------------------------------------


@rule("13.5", "Daylight", optional=True)
def daylight(_: State) -> Clause:
    acts = up_to(FACTS.number("actions"), *actions(), number="13.5", says="{} actions are allowed")
    return alongside(acts, activate_dominance(P), take_available(P), *past_birdsong())


def past_birdsong() -> tuple[Clause, ...]:
    """What belongs to Birdsong and is no action."""
    return (
        craft_later(),
        forbidden(flip(), "13.4.2", "plots are flipped in Birdsong"),
        forbidden(recruit(), "13.4.3", "the Corvids recruit in Birdsong"),
    )


def actions() -> tuple[Clause, ...]:
    return corvid_move(), plot(), corvid_battle(), trick()


@rule("13.5.1", "Move", starts=(PieceLeg,))
def corvid_move(_: State) -> Clause:
    return move(P)


@rule("13.5.3", "Battle", starts=(BattleLeg,))
def corvid_battle(_: State) -> Clause:
    return battle(P)


@rule("13.5.2", "Plot", unit=True, starts=(kinds.placed("t"), kinds.removed("w")))
def plot(state: State) -> Clause:
    """Warriors off a clearing, one more for each plot of this turn, a plot face down there."""
    return one_of(
        take(PieceLeg, pays_at_once, None, n=cost(state), number="13.5.2", then=plot_there),
        take(PieceLeg, pays_a_part, n=1, number="13.5.2", then=pays_the_rest),
        take(PieceLeg, is_plot, None, n=1, number="13.5.2", demands=PLOTTING, then=paid_afterwards),
    )


def cost(state: State) -> int:
    """Warriors for the next plot of this turn."""
    return FACTS.number("plot_warriors") + state.this_turn.placed_plots


@kinds.fits(kinds.removed("w"))
def pays_plot(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    gone = isinstance(leg.start, int) and leg.end == "supply"
    return leg.piece == WARRIOR and gone and clearing in (None, leg.start)


@kinds.fits(kinds.removed("w"))
def pays_at_once(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    return leg.n >= cost(state) and pays_plot(state, leg, clearing)


@kinds.fits(kinds.removed("w"))
def pays_a_part(state: State, leg: PieceLeg) -> bool:
    return leg.n < cost(state) and pays_plot(state, leg, None)


def pays_the_rest(state: State, leg: PieceLeg) -> Clause:
    """Warriors written one by one leave the same clearing."""
    others = take(PieceLeg, pays_plot, leg.start, n=cost(state) - 1, number="13.5.2")
    return in_order(others, plot_there(state, leg, None))


@kinds.fits(kinds.placed("t"))
def is_plot(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    piece = leg.piece
    placing = leg.start == "supply" and isinstance(leg.end, int)
    return piece.owner == P and piece.kind == "t" and placing


@demand("13.5.2", "the warriors are removed where the plot is placed")
def where_paid(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    return clearing in (None, leg.end)


@demand("13.2.2.II", "a clearing holds only one plot")
def no_plot_there(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    return leg.end not in state.plots


@demand("13.5.2", "a plot is placed face down")
def face_down(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    return leg.piece.sub == ""


@demand("13.2.2", "all eight plots are on the map")
def plot_is_left(state: State, leg: PieceLeg, clearing: int | None) -> bool:
    return state.count("supply", P, "t") > 0


PLOTTING: Final = (where_paid, no_plot_there, face_down, plot_is_left, *PLACING)


def plot_there(state: State, leg: PieceLeg, clearing: int | None) -> Clause:
    return take(PieceLeg, is_plot, leg.start, n=1, number="13.5.2", demands=PLOTTING)


def paid_afterwards(state: State, leg: PieceLeg, clearing: int | None) -> Clause:
    return take(PieceLeg, pays_plot, leg.end, n=cost(state), number="13.5.2")


@rule("13.5.4", "Trick", starts=(TrickLeg,))
def trick(_: State) -> Clause:
    """Two plots on the map change places, both face up or both face down."""
    return take(TrickLeg, swaps, number="13.5.4", demands=(both_on_the_map, same_facing))


def swaps(state: State, leg: TrickLeg) -> bool:
    return True


@demand("13.5.4", "both plots are on the map")
def both_on_the_map(state: State, leg: TrickLeg) -> bool:
    return all(clearing in state.plots for clearing in leg.clearings)


@demand("13.5.4", "both plots are face up, or both face down")
def same_facing(state: State, leg: TrickLeg) -> bool:
    faces = {bool(state.plots[c].sub) for c in leg.clearings if c in state.plots}
    return len(faces) < 2


# --- 13.6 evening -------------------------------------------------------------------------


WITHOUT_AN_ACTION: Final = disputed("P-8")
AFTER_A_CARD: Final = disputed("P-13")
DRAWS_EARLY: Final = "charm"
"""A card that draws as Evening starts."""


@rule("13.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    """Exert instead of drawing, or draw; a turn without a draw is a turn of exertion."""
    undrawn = forbidden(draw_cards(), "13.6.1", "who exerts draws no cards")
    drawn = forbidden(one_of(*actions()), "13.6", "after the draw nothing more is done")
    exertion = exert() if WITHOUT_AN_ACTION() else surely_exert()
    exerted = in_order(alongside(exertion, *standing(state, P)), undrawn, discard_to_limit())
    rested = in_order(draw_cards(), discard_to_limit(), drawn)
    start, after = start_of_evening(P), after_drawing(state, P)
    if has(state, P, DRAWS_EARLY) and not AFTER_A_CARD():
        quiet = start_of_evening(P, without=DRAWS_EARLY)
        return in_order(one_of(in_order(quiet, exerted), in_order(start, rested)), *after)
    return in_order(start, one_of(exerted, rested), *after)


@rule("13.6.1", "Exert", optional=True)
def exert(_: State) -> Clause:
    """One more action of those in Daylight."""
    return exerting()


@rule("13.6.1", "Exert", part="an action")
def surely_exert(_: State) -> Clause:
    return in_order(one_of(*actions()), exerting())


@undrawn("13.6.1", "Exert", P)
def exerted(cited: Set[str]) -> bool:
    """Who exerts draws no cards."""
    return "13.6.1" in cited


def exerting() -> Clause:
    one = up_to(
        FACTS.number("exert_actions"),
        *actions(),
        number="13.5",
        says="three actions are allowed, and {} more for exertion",
    )
    return alongside(one, *past_birdsong())


@rule("13.6.2", "Draw", soft=True, starts=(CardLeg,))
def draw_cards(state: State) -> Clause:
    """A card, and one for each extortion face up."""
    n = FACTS.scales["draws"].at(face_up(state, "e"))
    return evening_draw(state, P, n, "13.6.2")


@rule("13.6.2", "Draw", part="the hand limit", soft=True, starts=(kinds.SPENT,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, P, "13.6.2")


# --- the turn -----------------------------------------------------------------------------


@rule("13", "Corvid Conspiracy", turn=P, through=True, steady=True)
def turn(state: State) -> Clause:
    return in_order(until_evening(state, P, birdsong(), daylight()), evening())


# --- 13.3 setup ---------------------------------------------------------------------------


@setup("13.3.2", "Step 2: Scatter", P)
def scatter(before: State, after: State) -> str | None:
    """One warrior in a clearing of each suit, and no plot."""
    if not standard(before, after):
        return None
    there = Counter({c: n for c in clearings(after) if (n := after.count(c, P, "w"))})
    if sorted(suit_of(after, c) for c in there.elements()) != sorted(SUITS):
        return "one warrior starts in a clearing of each suit"
    if any(KEEP in after.at(c) for c in there):
        return "nobody else places pieces in the keep's clearing (6.2.2)"
    if after.plots:
        return "no plot starts on the map"
    return None
