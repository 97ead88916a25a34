"""14.2 Lord of the Hundreds: the warlord, the Hoard and what it is worth, selling and looting."""

from __future__ import annotations

from typing import Final

from notation.legs import BattleLeg, CraftLeg, ItemLeg, Leg, Piece, PointsLeg
from replayer.apply_items import sells
from replayer.facts import faction_facts, general, items
from replayer.state import State
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Due,
    Effects,
    Gained,
    any_order,
    forbidden,
    in_order,
    may,
    one_of,
    take,
)
from validator.disputed import disputed
from validator.law.s02_terms import WARLORD, clearings_with, rules, warriors
from validator.law.s03_victory import ITEM_POINTS, on_track, printed_points
from validator.law.s04_battle import DECLARED_AT_START, VAGABONDS, Declaration, ambushed, over
from validator.law.s04_craft_and_move import AFTER_CRAFT, craft
from validator.law.s14_bans import BOARD
from validator.registry import consequence, definition, demand, exception, rule
from validator.switches import WAIVED, off

H: Final = "H"
WARRIOR, STRONGHOLD, MOB = Piece(H, "w"), Piece(H, "b"), Piece(H, "t")
FACTS: Final = faction_facts(H)


@rule("14.2.1", "Crafting", starts=(CraftLeg,), optional=True)
def no_craft(_: State) -> Clause:
    """Outside Daylight nothing is crafted."""
    return forbidden(craft(H), "14.2.1", "the Hundreds craft in Daylight")


@definition("14.2.2", "The Warlord")
def warlord_at(state: State) -> int | None:
    """The clearing of the warlord; None while it is off the map."""
    return next(iter(clearings_with(state, WARLORD)), None)


def in_warlords_clearing(state: State, leg: BattleLeg) -> bool:
    return warlord_at(state) == leg.clearing


# --- 14.2.4 the Hoard ---------------------------------------------------------------------


@definition("14.2.4", "The Hoard")
def track_of(item: str) -> str | None:
    """The track that takes an item; None for torches and clubs."""
    if off("14.2.4"):
        return None
    return next((row.name for row in FACTS.hoard if item in row.items), None)


def hoard(state: State, track: str) -> int:
    """How many items lie on a track."""
    held = state.items.get(H, {})
    return sum(n for item, n in held.items() if track_of(item) == track)


def spaces(track: str) -> int:
    return next(row.spaces for row in FACTS.hoard if row.name == track)


def hoarded(state: State, item: str | None) -> bool:
    """Whether such an item lies in the Hoard."""
    return item is not None and state.items.get(H, {}).get(item, 0) > 0


@definition("14.2.4.II", "Command and Prowess")
def worth(state: State, track: str) -> int:
    """What a track is worth now."""
    if off("14.2.4.II"):
        return MANY if "14.2.4.II" in WAIVED else 0
    return FACTS.scales[track].at(hoard(state, track))


def command(state: State) -> int:
    return worth(state, "command")


def prowess(state: State) -> int:
    return worth(state, "prowess")


def leaves_hoard(state: State, leg: ItemLeg, *_: object) -> bool:
    """An item goes out of the Hoard, and out of the game."""
    return leg.start == BOARD and leg.end == "out"


@demand("14.2.4.I", "the item removed must be of the full track")
def of_that_track(state: State, leg: ItemLeg, track: str) -> bool:
    return track_of(leg.item) == track


@rule("14.2.4.I", "Gaining Items", starts=(ItemLeg,))
def overflow(_: State, track: str) -> Clause:
    """A full track: one item of it leaves the game, and that scores a point."""
    return take(
        ItemLeg,
        leaves_hoard,
        track,
        n=1,
        number="14.2.4.I",
        verb="overflow",
        by=H,
        demands=(of_that_track,),
    )


def no_overflow(track: str) -> Clause:
    return forbidden(overflow(track), "14.2.4.I", f"the {track.title()} track has room")


@consequence("14.2.4.I", "Gaining Items", verb="gain item")
def full_track(state: State, leg: Leg, by: str) -> Effects:
    """An item gained where the track is full costs one of that track."""
    track = track_of(leg.item) if isinstance(leg, ItemLeg) else None
    if not isinstance(leg, ItemLeg) or track is None:
        return ()
    full = hoard(state, track) >= spaces(track)
    if leg.end == "out":
        return overflow_point(state, leg, by) if full else ()
    return (Due("14.2.4.I", H, overflow(track) if full else no_overflow(track), "unit"),)


@consequence("14.2.4.I", "Gaining Items", verb="overflow")
def overflow_point(state: State, leg: Leg, by: str) -> Effects:
    if not on_track(state, H):
        return ()
    return (Gained(H, "14.2.4.I", FACTS.number("hoard_overflow_points")),)


@demand("14.2.4.I", "an item is removed on gaining it only where its track is full")
def kept_or_full(state: State, leg: ItemLeg, *_: object) -> bool:
    track = track_of(leg.item)
    return leg.end == BOARD or track is None or hoard(state, track) >= spaces(track)


# --- items out of ruins -------------------------------------------------------------------


def out_of_ruin(state: State, leg: ItemLeg, *clearing: int) -> bool:
    """An item goes from a ruin (of that clearing) to the Hoard or out of the game."""
    return isinstance(leg.start, int) and leg.start in (clearing or (leg.start,))


@demand("14.3.3", "the ruins hold a bag, a boot, a hammer and a sword")
def is_ruin_item(state: State, leg: ItemLeg, *_: object) -> bool:
    row = items().get(leg.item)
    return row is not None and row.ruins > 0


@demand("9.7.3", "of each kind of ruin item a player takes only one")
def not_a_second(state: State, leg: ItemLeg, *_: object) -> bool:
    return "G" not in state.game.players or not surely_from_ruin(state, leg.item)


def surely_from_ruin(state: State, item: str) -> bool:
    """Whether a hoarded item must have come from a ruin: more are there than were ever crafted."""
    crafted = items()[item].supply - state.item_supply.get(item, 0)
    return state.items.get(H, {}).get(item, 0) > crafted


def perhaps_none_fits(state: State, clearing: int) -> bool:
    """Whether all items of a ruin may be of kinds that may not be taken again (9.7.3)."""
    found = sum(1 for row in items().values() if row.ruins and hoarded(state, row.letter))
    return "G" in state.game.players and found >= state.ruins.get(clearing, 0)


# --- 14.2.3 contempt for trade ------------------------------------------------------------


@exception("14.2.3", "Contempt for Trade", to="3.2.2")
def no_points_at_once(state: State, item: str) -> tuple[str, int]:
    """What crafting an item scores by itself: nothing, before it is sold."""
    if off("14.2.3"):
        return "3.2.2", printed_points(state, item)
    return "14.2.3", 0


ITEM_POINTS[H] = no_points_at_once


def is_sold(state: State, leg: ItemLeg, item: str) -> bool:
    return leg.item == item and leaves_hoard(state, leg)


@consequence("14.2.3", "Contempt for Trade", verb="sell")
def points_for_selling(state: State, leg: Leg, by: str) -> Effects:
    if not isinstance(leg, ItemLeg) or not on_track(state, H):
        return ()
    return (Gained(H, "14.2.3", printed_points(state, leg.item)),)


def sells_unwritten(state: State, leg: PointsLeg, item: str) -> bool:
    """Points that show the sale, the item's removal being left out or still to come."""
    return state.this_turn.offer == item and sells(state, leg)


@rule("14.2.3", "Contempt for Trade", starts=(ItemLeg, PointsLeg))
def contempt(state: State, item: str) -> Clause:
    """Keep the crafted item and score nothing printed, or remove it and score."""
    track = track_of(item)
    if track is None:
        return NOTHING
    full = hoard(state, track) > spaces(track)
    sold = take(ItemLeg, is_sold, item, n=1, number="14.2.3", verb="sell", by=H)
    removal = take(ItemLeg, is_sold, item, n=1, number="14.2.3")
    printed = printed_points(state, item)
    unwritten = take(PointsLeg, sells_unwritten, item, n=printed, number="14.2.3")
    chosen = one_of(
        overflow(track) if full else no_overflow(track),
        sold,
        in_order(unwritten, may(removal)),
    )
    return any_order(chosen, UNEARNED)


def scores(state: State, leg: PointsLeg) -> bool:
    return leg.faction == H and leg.sign > 0


UNEARNED: Final = forbidden(
    take(PointsLeg, scores, number="14.2.3"),
    "14.2.3",
    "an item that is kept scores nothing, one that is sold what its card prints",
)


def keep_or_sell(state: State, leg: CraftLeg, faction: str) -> Clause:
    return NOTHING if leg.item is None else contempt(leg.item)


AFTER_CRAFT[H] = keep_or_sell


# --- 14.2.5 looters -----------------------------------------------------------------------


def looted(state: State, leg: ItemLeg, victim: str) -> bool:
    return leg.start == f"{victim}$" and leg.end in (BOARD, "out")


LOOTED_BY_THE_DEAD: Final = disputed("H-7")


@rule("14.2.5", "Looters", part="the item taken", starts=(ItemLeg,))
def loot(state: State, leg: BattleLeg, doomed: bool) -> Clause:
    """At the end of a looted battle: a crafted item of the defender, if they rule the clearing.

    `doomed`: the ambush was to leave no looter.
    """
    item = take(
        ItemLeg,
        looted,
        leg.defender,
        n=1,
        number="14.2.5",
        verb="gain item",
        by=H,
        demands=(kept_or_full,),
    )
    if doomed and over(state, leg) and not LOOTED_BY_THE_DEAD():
        return forbidden(item, "14.2.5", "the ambush has left no looter")
    sure, possible = rules(state, H, leg.clearing)
    if sure:
        return item
    return may(item) if possible else forbidden(item, "14.2.5", "the looters do not rule there")


@exception("14.2.5", "Looters", to="4.3.2")
def may_loot(state: State, leg: BattleLeg) -> tuple[Declaration, ...]:
    """Looting may be declared against a player, not a Vagabond, with something in the box."""
    victim = leg.defender
    has_box = victim in state.game.players and victim not in VAGABONDS
    if leg.attacker != H or not has_box or not state.items.get(victim):
        return ()
    doomed = ambushed(leg) and warriors(state, H, leg.clearing) <= general()["ambush_hits"]
    return (("loot", loot(leg, doomed)),)


DECLARED_AT_START.append(may_loot)
