"""15 Keepers in Iron."""

from __future__ import annotations

from notation.legs import CardLeg, CraftLeg, Leg, PieceLeg, Place
from replayer.facts import map_facts, relic_values
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    Clause,
    alongside,
    each,
    forbidden,
    in_order,
    one_of,
    take,
    up_to,
)
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.s02_terms import clearings, clearings_with
from validator.law.s03_victory import activate_dominance, take_available
from validator.law.s04_craft_and_move import craft
from validator.law.s05_setup import corner_complaint, standard
from validator.law.s15_camps import birdsong, decamp, encamp, warrior_removed
from validator.law.s15_delving import battle_then_delve
from validator.law.s15_recovery import move_or_recover
from validator.law.s15_relics import (
    BOARD,
    FACTS,
    WARRIOR,
    K,
    is_relic,
    relic_alone,
    relic_value,
    waystation_clearings,
    waystations_at,
)
from validator.law.s15_retinue import act_with_retinue
from validator.registry import demand, rule, setup

# --- 15.5 daylight ------------------------------------------------------------------------


@rule("15.5", "Daylight", through=True)
def daylight(_: State) -> Clause:
    camp = forbidden(one_of(encamp(), decamp()), "15.4", "this phase is over")
    craft_late = forbidden(craft(K), "15.5", "crafting comes before the Retinue acts")
    return alongside(
        in_order(craft_step(), alongside(act_with_retinue(), craft_late)),
        activate_dominance(K),
        take_available(K),
        relic_alone(),
        camp,
    )


@rule("15.5.1", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(_: State) -> Clause:
    """Waystations are the crafting pieces (15.2.3)."""
    return up_to(MANY, craft(K))


# --- 15.6 evening -------------------------------------------------------------------------


@rule("15.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    late = forbidden(one_of(move_or_recover(""), battle_then_delve("")), "15.6", "Daylight is over")
    steps = in_order(start_of_evening(K), live_off_the_land(), alongside(gather_retinue(), late))
    return in_order(
        alongside(steps, *standing(state, K)), draw_and_discard(), *after_drawing(state, K)
    )


@rule("15.6.1", "Live Off the Land", starts=(kinds.removed("w"),))
def live_off_the_land(state: State) -> Clause:
    """One warrior off each clearing that has four or more."""
    crowd = FACTS.number("live_off_the_land_from")
    slots = [
        ((WARRIOR, c, "supply"), 1)
        for c in clearings_with(state, WARRIOR)
        if state.at(c)[WARRIOR] >= crowd
    ]
    spared = take(PieceLeg, warrior_removed, number="15.6.1")
    says = f"only clearings with {crowd} or more Keeper warriors lose one"
    return in_order(each("15.6.1", "", K, slots), forbidden(spared, "15.6.1", says))


@rule("15.6.2", "Gather Retinue", starts=(CardLeg,), optional=True)
def gather_retinue(_: State) -> Clause:
    """Any number of cards added from the hand, or one card shifted."""
    add = take(CardLeg, added, number="15.6.2", demands=(ten_at_most,))
    shift = take(CardLeg, shifted, number="15.6.2", n=1, demands=(to_another_column,))
    either = "cards are added, or one card is shifted"
    once = forbidden(one_of(add, shift), "15.6.2", either)
    return one_of(
        in_order(add, up_to(MANY, add), forbidden(shift, "15.6.2", either)),
        in_order(shift, once),
    )


def is_slot(place: Place) -> bool:
    return isinstance(place, str) and place.startswith(f"{BOARD}_")


@kinds.fits(kinds.cards(["hand"], ["board"]))
def added(state: State, leg: CardLeg) -> bool:
    return leg.start == K and is_slot(leg.end)


@demand("15.6.2", "the Retinue holds ten cards at most")
def ten_at_most(state: State, leg: CardLeg) -> bool:
    held = sum(len(cards) for cards in state.retinue.values())
    return held + leg.n <= FACTS.number("retinue_cards_most")


@kinds.fits(kinds.cards(["board"], ["board"]))
def shifted(state: State, leg: CardLeg) -> bool:
    return is_slot(leg.start) and is_slot(leg.end)


@demand("15.6.2", "a card is shifted to a different slot")
def to_another_column(state: State, leg: CardLeg) -> bool:
    return leg.start != leg.end


@rule("15.6.3", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    """One card and one for each waystation on the map, then down to five."""
    camps = sum(waystations_at(state, c) for c in clearings(state))
    n = FACTS.scales["draws"].at(camps)
    return in_order(evening_draw(state, K, n, "15.6.3"), discard_to_limit())


@rule("15.6.3", "Draw and Discard", part="the hand limit", soft=True, starts=(kinds.SPENT,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, K, "15.6.3")


# --- the turn -----------------------------------------------------------------------------


@rule("15", "Keepers in Iron", turn=K, through=True, steady=True)
def turn(state: State) -> Clause:
    return in_order(until_evening(state, K, birdsong(), daylight()), evening())


# --- 15.3 setup ---------------------------------------------------------------------------


def started_in(state: State) -> tuple[int, ...]:
    """Clearings with Keeper warriors, ascending."""
    return clearings_with(state, WARRIOR)


@setup("15.2.1", "Relics", K)
def four_of_each_type(before: State, after: State) -> str | None:
    """No more relics of a type than there are."""
    over = sorted(p.sub for p in after.surplus if is_relic(p) and p not in before.surplus)
    return f"there are four relics of each type, too many of {', '.join(over)}" if over else None


def relics_in(state: State, forest: str) -> int:
    return state.count(forest, K, "t")


@setup("15.3.1", "Step 1: Place Starting Relics", K)
def starting_relics(before: State, after: State) -> str | None:
    """A relic in every forest, its value hidden."""
    for forest in map_facts(after.game.map).forests:
        if not relics_in(after, forest):
            return f"forest {forest} has no relic"
    if any(is_relic(p) and relic_value(p) for here in after.pieces.values() for p in here):
        return "relics start face down"
    return None


@setup("15.3.3", "Step 3: Place Warriors", K)
def starting_warriors(before: State, after: State) -> str | None:
    """Four in a free corner, opposite a start if possible, four next to it on the map edge."""
    if not standard(before, after):
        return None
    facts = map_facts(after.game.map)
    n = FACTS.number("setup_warriors_in_clearing")
    places = started_in(after)
    if len(places) != 2 or any(after.at(c)[WARRIOR] != n for c in places):
        return f"{n} warriors start in each of two clearings"
    one, other = places
    complaints = []
    for corner, second in ((one, other), (other, one)):
        says = corner_complaint(before, corner)
        if says is None and not (second in facts.edge and second in facts.adjacent[corner]):
            says = f"{second} is no clearing on the map edge next to {corner}"
        if says is None:
            return None
        if corner in facts.corners:
            complaints.append(says)
    return complaints[0] if complaints else "the Keepers start in a corner clearing"


@setup("15.3.4", "Step 4: Place Remaining Relics", K)
def remaining_relics(before: State, after: State) -> str | None:
    """The relics left over lie evenly in the forests that touch no Keeper warriors."""
    starts = set(started_in(after))
    far = []
    for forest, around in map_facts(after.game.map).forests.items():
        if not around & starts:
            far.append(relics_in(after, forest))
        elif relics_in(after, forest) > 1:
            return f"forest {forest} touches a clearing with Keeper warriors"
    if far and max(far) - min(far) > 1:
        return "the remaining relics lie as evenly as possible"
    total = sum(relics_in(after, forest) for forest in map_facts(after.game.map).forests)
    every = sum(len(values) for values in relic_values().values())
    return None if total == every or not far else f"{every} relics are placed, here {total}"


@setup("15.3.5", "Step 5: Tuck Faithful Retainers", K)
def faithful_retainers(before: State, after: State, legs: tuple[Leg, ...]) -> str | None:
    """One in each slot of the Retinue; a record may leave them out."""
    slots = [
        slot
        for leg in legs
        if isinstance(leg, CardLeg) and leg.name == "faith"
        for slot in [leg.end] * leg.n
    ]
    return "one Faithful Retainer starts in each slot" if len(set(slots)) < len(slots) else None


@setup("15.3.6", "Step 6: Collect Waystations", K)
def no_camp_yet(before: State, after: State) -> str | None:
    return "the waystations start on the board" if waystation_clearings(after) else None
