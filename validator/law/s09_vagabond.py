"""9 Vagabond: his turn and his setup, for either of two (9.7). His items are s09_items, his
relationships s09_relations, his actions s09_actions, the characters s09_characters."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, LeaveTrackLeg, Leg, PieceLeg, PointsLeg, RelationLeg
from replayer.state import ItemTable, State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Due,
    Effects,
    alongside,
    forbidden,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.s02_terms import forest_adjacent, forests
from validator.law.s03_victory import (
    is_own_dominance,
    leaves_track,
    more_than_two_play,
    none_active,
    on_track,
    out_of_hand,
    take_available,
    ten_points,
)
from validator.law.s04_craft_and_move import origin, rest_of_move
from validator.law.s09_actions import action, actions
from validator.law.s09_characters import hideout
from validator.law.s09_items import (
    EVERY,
    FACTS,
    board,
    counted,
    damaged,
    exhausted,
    on_track_of,
    place_of,
    tables,
)
from validator.law.s09_moves import STEPPING, his_pawn_goes
from validator.law.s09_relations import HOSTILE, STEPS, relation
from validator.law.s13_plots import guess_after_drawing
from validator.printings import printing
from validator.registry import consequence, demand, habit, rule, setup

TEA, COIN, BAG = "t", "c", "b"


# --- 9.4.1 refresh ------------------------------------------------------------------------


@rule("9.4", "Birdsong", through=True)
def birdsong(_: State, faction: Faction) -> Clause:
    """Refresh, then slip."""
    late = forbidden(refresh(faction), "9.4", "he refreshes before he slips")
    return in_order(refresh(faction), alongside(slip_step(faction), late))


@rule("9.4.1", "Refresh", soft=True, starts=(ItemLeg,), optional=True)
def refresh(state: State, faction: Faction) -> Clause:
    """Three exhausted items and two for each tea on its track are turned up, or all there are.

    Left out of the record altogether it is told as a habit (`left_out`).
    """
    _, most = counted(state, faction, refreshes)
    least, _ = counted(state, faction, lambda table: min(refreshes(table), exhausted(table)))
    all_of_them = take(
        ItemLeg, turns_all_up, faction, number="9.4.1", demands=(no_more_than_refreshed,)
    )
    first = take(ItemLeg, turns_up, faction, n=least, number="9.4.1") if least else NOTHING
    more = up_to(
        most - least,
        take(ItemLeg, turns_up, faction, n=1, number="9.4.1"),
        number="9.4.1",
        says=f"{most} items are turned up at most",
    )
    shown = up_to(MANY, take(ItemLeg, lies_up, faction, n=1, number="9.4.1"))
    return alongside(one_of(all_of_them, in_order(first, more)), shown)


def refreshes(table: ItemTable) -> int:
    return FACTS.scales["refreshes"].at(on_track_of(table, TEA))


def turned(leg: ItemLeg, faction: Faction) -> bool:
    mine = leg.start == leg.end == board(faction)
    return mine and leg.end_state == "r" and not rests(leg)


def rests(leg: ItemLeg) -> bool:
    """Out of the Damaged box and face up at once (9.6.1)."""
    return leg.end_area in ("s", "t") and (leg.start_area == "d" or leg.item == EVERY)


def turns_up(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return turned(leg, faction) and leg.item != EVERY and may_be_down(state, leg, faction)


def may_be_down(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return any(
        kind == leg.item and side == "e" and leg.start_area in (None, area, "t", "s")
        for table in tables(state, faction)
        for kind, area, side, _ in table
    )


def lies_up(state: State, leg: ItemLeg, faction: Faction) -> bool:
    """An item that is face up already: nothing is turned."""
    return turned(leg, faction) and leg.item != EVERY and not may_be_down(state, leg, faction)


def turns_all_up(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return turned(leg, faction) and leg.item == EVERY


@demand("9.4.1", "more items are exhausted than a refresh turns up")
def no_more_than_refreshed(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return any(exhausted(table) <= refreshes(table) for table in tables(state, faction))


@habit("9.4.1", "Refresh", "V", "G")
def left_out(before: State, after: State) -> str | None:
    """Many scorers leave the whole refresh out."""
    least, _ = counted(before, after.turn, exhausted)
    facts, due = after.this_turn, before.this_turn.refreshes
    unwritten = due in (facts.refreshes, facts.refresh_assumed)
    return "the refresh of his items is not written" if least and unwritten else None


# --- 9.4.2 slip ---------------------------------------------------------------------------


@rule("9.4.2", "Slip", starts=(PieceLeg,), optional=True)
def slip_step(_: State, faction: Faction) -> Clause:
    return may(slip(faction))


@rule("9.4.2", "Slip", part="the move", unit=True, starts=(PieceLeg,))
def slip(_: State, faction: Faction) -> Clause:
    """To an adjacent clearing or forest, for no boot, past whatever holds pieces in a clearing."""
    return take(
        PieceLeg,
        his_pawn_goes,
        faction,
        number="9.4.2",
        verb="move",
        by=faction,
        demands=(to_a_forest_beside, *STEPPING),
        then=rest_of_move,
    )


@demand("9.4.2", "he slips into an adjacent clearing or forest")
def to_a_forest_beside(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    if isinstance(leg.end, int):
        return True
    return leg.end in forests(state) and forest_adjacent(state, origin(state, leg), leg.end)


# --- 9.5 daylight -------------------------------------------------------------------------


@rule("9.5", "Daylight", through=True)
def daylight(state: State, faction: Faction) -> Clause:
    """Actions in any order and number; a Ranger's hideout ends them."""
    late = forbidden(action(faction), "16.3.3.II", "the hideout ended Daylight")
    acts = in_order(actions(state, faction), may(hideout(faction), late))
    past = forbidden(one_of(refresh(faction), slip(faction)), "9.4", "this phase is over")
    gone = take(ItemLeg, given_up, faction, number="9.6.4")
    early = forbidden(gone, "9.6.4", "items are removed as Evening ends")
    allowed = (coalition(faction), take_available(faction))
    return alongside(acts, *allowed, past, early, no_points(faction))


@rule("9.2.8", "Dominance Cards and Coalitions", unit=True, starts=(CardLeg,))
def coalition(_: State, faction: Faction) -> Clause:
    """A dominance card from the hand, his score marker on another's board; a partner is not
    Hostile. Ten points are not asked for: 3.3.1 says so, common play does not (Q24). The notation
    writes the card into play or onto the pile (5.4)."""
    card = take(
        CardLeg,
        activated_or_discarded,
        faction,
        n=1,
        number="9.2.8",
        demands=(none_active, out_of_hand, more_than_two_play, four_play, ten_or_fewer),
    )
    marker = take(
        LeaveTrackLeg,
        leaves_track,
        faction,
        number="9.2.8",
        verb="join",
        by=faction,
        demands=(another_board, partner_is_free, partner_is_last, he_is_free),
    )
    return in_order(card, marker)


@kinds.fits(kinds.cards(["hand", "dom"], ["board"]) | kinds.cards(["hand"], ["dom"]))
def activated_or_discarded(state: State, leg: CardLeg, faction: Faction) -> bool:
    discarded = leg.name == "dom" and leg.start == faction and leg.end == "dom"
    return discarded or is_own_dominance(state, leg, faction)


@demand("9.2.8", "coalitions take four players")
def four_play(state: State, leg: CardLeg, faction: Faction) -> bool:
    return len(state.game.players) >= FACTS.number("coalition_players")


WITH_FEWER_POINTS: Final = disputed("Q24")


@demand("3.3.1", "activating takes at least ten points")
def ten_or_fewer(state: State, leg: CardLeg, faction: Faction) -> bool:
    return ten_points.holds(state, leg, faction) or WITH_FEWER_POINTS()


@demand("9.2.8", "a Vagabond's dominance card makes a coalition")
def another_board(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    return leg.board != faction


TWO_FOR_ONE: Final = printing("p4", "9.2.8", "two Vagabonds may side with one player")


@demand("9.2.8", "the partner has its marker on the track and is in no coalition")
def partner_is_free(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    partner = leg.board
    if partner == faction or not on_track(state, partner):
        return partner == faction
    taken = partner in state.coalition or partner in state.coalition.values()
    return not taken or TWO_FOR_ONE(state)


@demand("9.2.8", "the partner has fewer points than the others")
def partner_is_last(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    """Ties are free; those who are partners already need not count."""
    partners = {*state.coalition, *state.coalition.values()}
    score = state.score.get(leg.board)
    if score is None:
        return True
    lower = {f for f, n in state.score.items() if n is not None and n < score} - {faction}
    return not lower or (lower <= partners and PARTNERS_LEFT_OUT())


PARTNERS_LEFT_OUT: Final = disputed("Q43")
ONE_AFTER_ANOTHER: Final = disputed("Q25")


@demand("9.2.8", "a player with a coalition forms no other")
def he_is_free(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    return faction not in state.coalition.values() or ONE_AFTER_ANOTHER()


@consequence("9.2.9.IIId", "Coalition with Hostile Faction", verb="join")
def reconciled(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, LeaveTrackLeg) or relation(state, by, leg.board) != HOSTILE:
        return ()
    return (Due("9.2.9.IIId", by, indifferent_again(by, leg.board), "turn"),)


@rule("9.2.9.IIId", "Coalition with Hostile Faction", soft=True, starts=(RelationLeg,))
def indifferent_again(state: State, faction: Faction, partner: Faction) -> Clause:
    if relation(state, faction, partner) != HOSTILE:
        return NOTHING
    return take(RelationLeg, to_indifferent, faction, partner, number="9.2.9.IIId")


def to_indifferent(state: State, leg: RelationLeg, faction: Faction, partner: Faction) -> bool:
    return (leg.vagabond, leg.faction, leg.step) == (faction, partner, STEPS[0])


@rule(
    "9.2.8", "Dominance Cards and Coalitions", part="no points", optional=True, starts=(PointsLeg,)
)
def no_points(state: State, faction: Faction) -> Clause:
    """Off the track he scores no more."""
    if on_track(state, faction):
        return NOTHING
    says = "in a coalition he scores no more"
    return forbidden(take(PointsLeg, his_points, faction, number="9.2.8"), "9.2.8", says)


def his_points(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction == faction and leg.sign > 0


# --- 9.6 evening --------------------------------------------------------------------------


@rule("9.6", "Evening", through=True, steady=True)
def evening(state: State, faction: Faction) -> Clause:
    """Rest, draw, discard, check the items, in that order."""
    acts = forbidden(action(faction), "9.6", "Daylight is over")
    before = in_order(start_of_evening(faction), rest(faction))
    late = forbidden(rest(faction), "9.6", "he rests before he draws")
    return in_order(
        alongside(before, *standing(state, faction)),
        alongside(
            in_order(draw_cards(faction), discard_cards(faction)),
            late,
            acts,
            guess_after_drawing(faction),
        ),
        check_item_capacity(faction),
        *after_drawing(state, faction),
    )


@rule("9.6.1", "An Evening's Rest", soft=True, starts=(ItemLeg,))
def rest(state: State, faction: Faction) -> Clause:
    """In a forest every damaged item comes back face up. Some turn up exhausted ones as well."""
    resting = take(ItemLeg, out_of_the_box, faction, n=1, number="9.6.1")
    if isinstance(place_of(state, faction), int):
        return forbidden(resting, "9.6.1", "he rests in a forest only")
    least, most = counted(state, faction, damaged)
    each = take(ItemLeg, one_out_of_the_box, faction, n=least, number="9.6.1") if least else NOTHING
    more = up_to(most - least, take(ItemLeg, one_out_of_the_box, faction, n=1, number="9.6.1"))
    whole_box = take(ItemLeg, all_out_of_the_box, faction, number="9.6.1")
    other = take(
        ItemLeg, turns_other_up, faction, n=1, number="9.6.1", demands=(out_of_the_box_only,)
    )
    others = up_to(MANY, other)
    return in_order(one_of(whole_box, in_order(each, more)), others)


def out_of_the_box(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return leg.start == leg.end == board(faction) and rests(leg)


def one_out_of_the_box(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return out_of_the_box(state, leg, faction) and leg.item != EVERY


def all_out_of_the_box(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return out_of_the_box(state, leg, faction) and leg.item == EVERY


def turns_other_up(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return turned(leg, faction)


EXHAUSTED_AS_WELL: Final = disputed("Q45")


@demand("9.6.1", "only items out of the Damaged box turn up")
def out_of_the_box_only(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return EXHAUSTED_AS_WELL()


@rule("9.6.2", "Draw Cards", soft=True, starts=(CardLeg,))
def draw_cards(state: State, faction: Faction) -> Clause:
    """A card, and one for each coin on its track."""
    low, high = counted(state, faction, lambda table: on_track_of(table, COIN))
    scale = FACTS.scales["draws"]
    counts = dict.fromkeys(scale.at(n) for n in range(low, high + 1))
    return one_of(*(evening_draw(state, faction, n, "9.6.2") for n in counts))


@rule("9.6.3", "Discard Cards", soft=True, starts=(CardLeg,))
def discard_cards(state: State, faction: Faction) -> Clause:
    return discards_to_limit(state, faction, "9.6.3")


@rule("9.6.4", "Check Item Capacity", soft=True, starts=(ItemLeg,))
def check_item_capacity(state: State, faction: Faction) -> Clause:
    """Items in Satchel and Damaged box beyond six, and two for each bag on its track, leave."""
    least, most = counted(state, faction, excess)
    item = take(ItemLeg, given_up, faction, n=1, number="9.6.4", demands=(not_off_a_track,))
    must = take(ItemLeg, given_up, faction, n=least, number="9.6.4", demands=(not_off_a_track,))
    says = "no more items are over the limit"
    more = up_to(most - least, item, number="9.6.4", says=says)
    return in_order(must, more) if least else more


def excess(table: ItemTable) -> int:
    carried = sum(n for _, _, _, n in table)
    on_tracks = sum(on_track_of(table, item) for item in (TEA, COIN, BAG))
    limit = FACTS.scales["item_limit"].at(on_track_of(table, BAG))
    return max(0, carried - on_tracks - limit)


def given_up(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return leg.start == board(faction) and leg.end == "out" and leg.item != EVERY


@demand("9.6.4", "items on tracks do not count, and are not removed")
def not_off_a_track(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return leg.start_area != "t"


# --- the turn -----------------------------------------------------------------------------


@rule("9", "Vagabond", turn="V", through=True, steady=True)
def turn(state: State) -> Clause:
    return turn_of(state, "V")


@rule("9", "Vagabond", part="the second", turn="G", through=True, steady=True)
def second_turn(state: State) -> Clause:
    return turn_of(state, "G")


def turn_of(state: State, faction: Faction) -> Clause:
    day = until_evening(state, faction, birdsong(faction), daylight(faction))
    return in_order(day, evening(faction))


# --- 9.3 setup ----------------------------------------------------------------------------


@setup("9.3.1", "Step 1: Choose Character", "V", "G")
def choose_character(before: State, after: State) -> str | None:
    return None if after.turn in after.characters else "no character is chosen"


@setup("9.3.2", "Step 2: Place Pawn", "V", "G")
def place_pawn(before: State, after: State) -> str | None:
    return None if place_of(after, after.turn) in forests(after) else "the pawn starts in a forest"


@setup("9.3.6", "Step 6: Set Relationships", "V", "G")
def set_relationships(before: State, after: State) -> str | None:
    moved = any(step != STEPS[0] for step in after.relations.get(after.turn, {}).values())
    return "all markers start Indifferent" if moved else None
