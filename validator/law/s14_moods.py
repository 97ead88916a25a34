"""14.7 Lord of the Hundreds: the moods, and how mobs spread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from notation.legs import BattleLeg, ItemLeg, Leg, PieceLeg
from replayer.facts import general
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Due,
    Effects,
    each,
    forbidden,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    PLACING,
    WARLORD,
    as_far_as_it_goes,
    clearings_with,
    enemy_pieces,
    in_supply,
    may_place,
    maybe_adjacent,
    placed,
)
from validator.law.s04_battle import BEFORE_ROLL, EXTRA, ambushed, battle
from validator.law.s04_craft_and_move import move
from validator.law.s04_hits import IGNORES, Range
from validator.law.s11_market import may_have_hired, surely_hired
from validator.law.s14_hoard import (
    FACTS,
    MOB,
    WARRIOR,
    H,
    in_warlords_clearing,
    leaves_hoard,
    warlord_at,
)
from validator.registry import consequence, demand, exception, rule
from validator.switches import off

# --- mobs ---------------------------------------------------------------------------------


@demand("14.4.1", "a new mob stands next to a mob")
def next_to_a_mob(state: State, leg: PieceLeg, *_: object) -> bool:
    return near_a_mob(state, leg)


@demand("14.4.1", "a new mob stands where there is none")
def no_mob_there(state: State, leg: PieceLeg, *_: object) -> bool:
    return MOB not in state.at(leg.end)


@demand("14.7.3", "each further mob stands next to a clearing with a mob")
def next_to_any_mob(state: State, leg: PieceLeg, *_: object) -> bool:
    return near_a_mob(state, leg)


@demand("14.7.3", "each further mob stands where there is none")
def no_other_mob(state: State, leg: PieceLeg, *_: object) -> bool:
    return MOB not in state.at(leg.end)


def near_a_mob(state: State, leg: PieceLeg) -> bool:
    return any(maybe_adjacent(state, H, mob, leg.end) for mob in clearings_with(state, MOB))


def spread(number: str, *demands: Demand) -> Clause:
    """One mob from the supply, where the die may have sent it."""
    return take(PieceLeg, placed, MOB, n=1, number=number, demands=(*demands, *PLACING))


# --- warriors that may not come -----------------------------------------------------------


@kinds.fits(kinds.placed("w"))
def comes_where_barred(state: State, leg: PieceLeg) -> bool:
    """A warrior is placed where the Hundreds may not place: keep or snare speak for themselves."""
    return placed(state, leg, WARRIOR) and not may_place(state, H, int(leg.end))


BARRED: Final = may(take(PieceLeg, comes_where_barred, demands=PLACING))


# --- 14.7.1 bitter ------------------------------------------------------------------------


@kinds.fits(kinds.removed("t"))
def turns_mob(state: State, leg: PieceLeg) -> bool:
    return leg.piece == MOB and isinstance(leg.start, int) and leg.end == "supply"


@demand("14.7.1", "the mobs come from the warlord's clearing or one adjacent to it")
def near_the_warlord(state: State, leg: PieceLeg) -> bool:
    warlord = warlord_at(state)
    return leg.start == warlord or (
        warlord is not None and maybe_adjacent(state, H, warlord, leg.start)
    )


@consequence("14.7.1", "Bitter", verb="turn mob")
def warriors_for_mob(state: State, leg: Leg, by: str) -> Effects:
    warlord = warlord_at(state)
    if warlord is None:
        return ()
    comes = bitter_warrior(warlord) if may_place(state, H, warlord) else BARRED
    return tuple(Due("14.7.1", H, comes, "unit") for _ in range(leg.n))


@consequence("14.7.1", "Bitter", verb="turn mob, warriors short")
def perhaps_warriors_for_mob(state: State, leg: Leg, by: str) -> Effects:
    return tuple(
        Due("14.7.1", H, may(due.clause), "unit")
        for due in warriors_for_mob(state, leg, by)
        if isinstance(due, Due)
    )


@rule("14.7.1", "Bitter", starts=(PieceLeg,), optional=True)
def bitter(_: State, short: bool) -> Clause:
    """Before the roll, mobs there and next door may be turned into warriors.

    With fewer warriors in the supply than mobs the number stays open: an ambush may have filled it,
    and the hits of the battle fill it again.
    """
    mob = take(
        PieceLeg,
        turns_mob,
        number="14.7.1",
        verb="turn mob, warriors short" if short else "turn mob",
        by=H,
        demands=(near_the_warlord,),
    )
    return up_to(MANY, mob)


@rule("14.7.1", "Bitter", part="one warrior", starts=(PieceLeg,))
def bitter_warrior(state: State, clearing: int) -> Clause:
    """One warrior with the warlord, while the supply lasts."""
    slot = (WARRIOR, "supply", clearing)
    numbers = as_far_as_it_goes(state, WARRIOR, 1)
    return one_of(*(each("14.7.1", "", H, [(slot, n)]) for n in numbers))


NOT_BITTER: Final = forbidden(
    take(PieceLeg, turns_mob, number="14.7.1"),
    "14.7.1",
    "mobs turn only in the warlord's battles, while he is bitter",
)


BEFORE_THE_AMBUSH: Final = disputed("H-23")


def bitter_before_roll(state: State, leg: BattleLeg) -> Clause:
    if H not in (leg.attacker, leg.defender):
        return NOTHING
    if state.mood != "bitter" or not in_warlords_clearing(state, leg):
        return NOT_BITTER
    mobs, supply = len(clearings_with(state, MOB)), in_supply(state, WARRIOR)[0]
    fills = leg.attacker == H and ambushed(leg) and supply + general()["ambush_hits"] >= mobs
    return bitter(supply < mobs and (not fills or BEFORE_THE_AMBUSH()))


BEFORE_ROLL.append(bitter_before_roll)


# --- 14.7.2 grandiose ---------------------------------------------------------------------


@exception("14.7.2", "Grandiose", to="14.5")
def advances_first(state: State) -> bool:
    """Whether Advance comes before Command this turn."""
    return state.mood == "grandiose" and not off("14.7.2")


# --- 14.7.3 jubilant ----------------------------------------------------------------------


@rule("14.7.3", "Jubilant", starts=(PieceLeg,), optional=True)
def jubilant(state: State, incited: int) -> Clause:
    """After inciting with the warlord up to four more mobs, each by the die next to any mob."""
    if state.mood != "jubilant":
        return NOTHING
    mob = spread("14.7.3", next_to_any_mob, no_other_mob)
    if incited != warlord_at(state):
        return forbidden(mob, "14.7.3", "mobs spread only from where the warlord incites")
    most = FACTS.number("jubilant_mobs")
    return up_to(most, mob, number="14.7.3", says="{} more mobs at most")


# --- 14.7.4 lavish ------------------------------------------------------------------------


@rule("14.7.4", "Lavish", unit=True, starts=(ItemLeg,), optional=True)
def lavish(state: State) -> Clause:
    """At the end of Birdsong: items out of the Hoard, two warriors each with the warlord."""
    if state.mood != "lavish":
        return forbidden(GIFT, "14.7.4", "only a lavish warlord gives items away")
    warlord = warlord_at(state)
    if warlord is not None and not may_place(state, H, warlord) and not GIVES_FOR_NOTHING():
        return forbidden(GIFT, "14.7.4", "no warriors can be placed for it")
    return in_order(up_to(MANY, GIFT), ENOUGH)


GIVES_FOR_NOTHING: Final = disputed("H-20")
GIFT: Final = take(ItemLeg, leaves_hoard, number="14.7.4", verb="lavish", by=H)
LATE_GIFT: Final = forbidden(GIFT, "14.7.4", "items are given away at the end of Birdsong")
ENOUGH: Final = forbidden(
    take(PieceLeg, placed, WARRIOR, number="14.7.4"), "14.7.4", "two for each item, no more"
)


@consequence("14.7.4", "Lavish", verb="lavish")
def lavish_warriors_for(state: State, leg: Leg, by: str) -> Effects:
    every = isinstance(leg, ItemLeg) and leg.item == "_"
    n = sum(state.items.get(H, {}).values()) if every else leg.n
    return tuple(Due("14.7.4", H, lavish_warriors(), "unit") for _ in range(n))


@rule("14.7.4", "Lavish", part="two warriors", starts=(PieceLeg,))
def lavish_warriors(state: State) -> Clause:
    """Two warriors with the warlord, as far as the supply goes."""
    warlord = warlord_at(state)
    if warlord is None:
        return NOTHING
    if not may_place(state, H, warlord):
        return BARRED
    slot = (WARRIOR, "supply", warlord)
    numbers = as_far_as_it_goes(state, WARRIOR, FACTS.number("lavish_warriors"))
    return one_of(*(each("14.7.4", "", H, [(slot, n)]) for n in numbers))


# --- 14.7.5 relentless --------------------------------------------------------------------


@demand("14.5.3", "the warlord himself must move")
def warlord_goes(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece == WARLORD


@demand("14.5.3", "the battle of an Advance is fought in the warlord's clearing")
def where_the_warlord_is(state: State, leg: BattleLeg, *_: object) -> bool:
    return in_warlords_clearing(state, leg)


@rule("14.7.5", "Relentless", starts=(kinds.moved(), BattleLeg), optional=True)
def relentless(state: State) -> Clause:
    """After an Advance with move and battle: one more of either."""
    if state.mood != "relentless":
        return NOTHING
    return may(one_of(move(H, (warlord_goes,)), battle(H, (where_the_warlord_is,))))


# --- 14.7.6 rowdy -------------------------------------------------------------------------


NOT_ALONE: Final = disputed("H-22")


@exception("14.7.6", "Rowdy", to="14.6.3")
def rowdy_cards(state: State) -> Iterable[int]:
    """Cards drawn beyond the one, as far as known.

    Without a warlord on the map none or one (the Law is read both ways); hired Riverfolk warriors
    may be enemies or not.
    """
    if state.mood != "rowdy" or off("14.7.6"):
        return (0,)
    few, many = FACTS.number("rowdy_cards"), FACTS.number("rowdy_cards_among_enemies")
    warlord = warlord_at(state)
    if warlord is None:
        return (0, few) if NOT_ALONE() else (few,)
    least, _ = crowd(state, warlord)
    most = sum(enemy_pieces(state, H, warlord).values())
    enough = FACTS.number("rowdy_enemy_pieces")
    return tuple(cards for cards, fits in ((few, least < enough), (many, most >= enough)) if fits)


def crowd(state: State, clearing: int) -> Range:
    """How many enemy pieces are there: (surely, possibly)."""
    enemies = enemy_pieces(state, H, clearing)
    most = sum(enemies.values())
    otters = sum(n for p, n in enemies.items() if p.owner == "O" and p.kind == "w")
    least = most - otters if may_have_hired(state, H) else most
    return least, least if surely_hired(state, H) else most


# --- 14.7.7, 14.7.8 stubborn and wrathful -------------------------------------------------


@exception("14.7.7", "Stubborn", to="4.3.4")
def stubborn(state: State, leg: BattleLeg, attacking: bool) -> bool:
    """Whether the Hundreds ignore the first hit they take in this battle."""
    side = leg.attacker if attacking else leg.defender
    moody = side == H and state.mood == "stubborn" and in_warlords_clearing(state, leg)
    return moody and not off("14.7.7")


@exception("14.7.8", "Wrathful", to="4.3.3.I")
def wrathful(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """The extra hit of the Hundreds attacking with their warlord."""
    moody = attacking and leg.attacker == H and state.mood == "wrathful"
    if not moody or not in_warlords_clearing(state, leg) or off("14.7.8"):
        return 0, 0
    n = FACTS.number("wrathful_hits")
    return n, n


IGNORES.append(stubborn)
EXTRA.append(wrathful)
