"""10 Lizard Cult: its turn, its setup, and what its rules do in any turn."""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.actions import Faction
from notation.legs import CardLeg, CraftLeg, Leg, OutcastLeg, Piece, PieceLeg
from replayer.facts import map_facts
from replayer.state import State
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
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.s02_terms import (
    CLAIMS,
    KEEP,
    SUITS,
    clearings,
    clearings_with,
    paths_from,
    suit_of,
)
from validator.law.s03_victory import activate_dominance, take_available
from validator.law.s04_craft_and_move import CRAFTING, craft
from validator.law.s05_setup import corner_complaint, standard, starters
from validator.law.s10_conspiracies import CULT, FACTS, WARRIOR, conspiracies
from validator.law.s10_outcast import adjust_outcast, marker, outcasts
from validator.law.s10_rituals import gardens, revealing, rites
from validator.printings import printing
from validator.registry import consequence, exception, orphan, rule, setup
from validator.switches import DENIED, WAIVED, off

OLDER_DRAW: Final = printing("p4", "10.6.3", "other numbers of gardens draw, too", board=True)
OPPOSITE: Final = printing("p4", "10.3.2", "the Cult starts opposite the keep or the first roost")

# --- in any turn --------------------------------------------------------------------------


@exception("10.2.4", "Pilgrims", to="2.5")
def rules_by_garden(state: State, faction: Faction, clearing: int) -> bool:
    """The Cult rules wherever it has a garden, whatever the counts."""
    if off("10.2.4"):
        return False
    return any(p.owner == CULT and p.kind == "b" for p in state.at(clearing))


CLAIMS.append((CULT, rules_by_garden, rules_by_garden))


@kinds.fits(kinds.SPENT)
def cult_discards(state: State, leg: CardLeg) -> bool:
    return leg.start == CULT and leg.end in ("*", "dom")


@consequence("10.2.5", "Fear of the Faithful", verb="remove")
def garden_lost(state: State, leg: Leg, by: Faction) -> Effects:
    """A removed garden costs a random card, if the Cult holds one."""
    if not isinstance(leg, PieceLeg) or leg.piece.owner != CULT or leg.piece.kind != "b":
        return ()
    _, high = state.hand.get(CULT, (0, 0))
    return tuple(Due("10.2.5", CULT, fear(), "turn") for _ in range(min(leg.n, high)))


@rule("10.2.5", "Fear of the Faithful", starts=(CardLeg,))
def fear(state: State) -> Clause:
    """One card, as long as the Cult holds any."""
    low, high = state.hand.get(CULT, (0, 0))
    if high == 0:
        return NOTHING
    card = take(CardLeg, cult_discards, n=1, number="10.2.5")
    return card if low else may(card)


@exception("10.2.1", "Crafting", to="4.1.1")
def outcast_gardens(state: State) -> Counter[str]:
    """Only gardens whose printed suit is the Outcast craft."""
    if "10.2.1" in DENIED:
        return Counter()
    crafting = SUITS if "10.2.1" in WAIVED else [suit for suit, _ in outcasts(state)]
    return Counter({suit: gardens(state, suit) for suit in crafting})


CRAFTING[CULT] = outcast_gardens


@orphan("10.4.1", "the Outcast is adjusted once, as the Cult's Birdsong begins")
def adjusted_out_of_time(state: State, leg: Leg) -> bool:
    return isinstance(leg, OutcastLeg)


# --- the turn -----------------------------------------------------------------------------


@rule("10", "Lizard Cult", turn=CULT, through=True, steady=True)
def turn(state: State) -> Clause:
    before = until_evening(state, CULT, birdsong(), daylight())
    return in_order(revealing(before), evening())


@rule("10.4", "Birdsong", through=True)
def birdsong(_: State) -> Clause:
    """The Outcast is adjusted, the Lost Souls go to the discard pile unwritten, acolytes are
    spent."""
    late = forbidden(marker(), "10.4.1", "the Outcast is adjusted before any conspiracy")
    return alongside(in_order(adjust_outcast(), conspiracies(), late), no_craft())


@rule("10.5", "Daylight", soft=True)
def daylight(_: State) -> Clause:
    """Any number of cards revealed, a ritual for each. A ritual that is not written is only missing
    from the record."""
    return alongside(rites(), activate_dominance(CULT), take_available(CULT), no_craft())


@rule("10.2.1", "Crafting", starts=(CraftLeg,), optional=True)
def no_craft(_: State) -> Clause:
    """Before Evening nothing is crafted."""
    return forbidden(craft(CULT), "10.2.1", "the Cult crafts in Evening")


@rule("10.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    """Revealed cards return unwritten (10.6.1); Craft, then draw and discard."""
    before = in_order(start_of_evening(CULT), craft_step())
    return in_order(
        alongside(before, *standing(state, CULT)),
        draw(),
        discard_to_limit(),
        forbidden(craft(CULT), "10.6", "the Cult crafts before it draws"),
        *after_drawing(state, CULT),
    )


@rule("10.6.2", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(_: State) -> Clause:
    return up_to(MANY, craft(CULT))


@rule("10.6.3", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw(state: State) -> Clause:
    """A card, and one more for each suit with enough gardens on the map; boards of the older
    printing ask for other numbers of gardens."""
    counts = {cards_drawn(state, "draw_bonus")}
    older = cards_drawn(state, "older_draw_bonus")
    if older not in counts and OLDER_DRAW(state):
        counts.add(older)
    return one_of(*(evening_draw(state, CULT, n, "10.6.3") for n in sorted(counts)))


def cards_drawn(state: State, scale: str) -> int:
    """The draw with the bonuses uncovered: one row for all suits, or one for each ("..._f")."""
    rows = FACTS.scales
    return FACTS.number("draws") + sum(
        rows[scale if scale in rows else f"{scale}_{suit.lower()}"].at(gardens(state, suit))
        for suit in SUITS
    )


@rule("10.6.3", "Draw and Discard", part="the hand limit", soft=True, starts=(CardLeg,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, CULT, "10.6.3")


# --- 10.3 setup ---------------------------------------------------------------------------


@setup("10.3.2", "Step 2: Place Warriors", CULT)
def place_warriors(before: State, after: State) -> str | None:
    """Four warriors and the garden of its suit in a free corner, opposite a start if possible, and
    a warrior in each adjacent clearing; with advanced setup only the garden is looked at."""
    built = [c for c in clearings(after) if after.count(c, CULT, "b")]
    if sum(after.count(c, CULT, "b") for c in built) != 1:
        return "one garden is placed"
    (start,) = built
    if not after.at(start).get(Piece(CULT, "b", suit_of(after, start).lower())):
        return "the garden has the suit of its clearing"
    if not standard(before, after):
        return None
    if not may_start(before, start):
        return corner_complaint(before, start) or "the Cult starts in another corner"
    wanted = {start: FACTS.number("setup_warriors")}
    for near in paths_from(after, start):
        if KEEP not in after.at(near):
            wanted[near] = FACTS.number("setup_warriors_next_to")
    if {c: after.at(c)[WARRIOR] for c in clearings_with(after, WARRIOR)} != wanted:
        return "four warriors start with the garden and one in each clearing next to it"
    return None


def may_start(before: State, corner: int) -> bool:
    """Whether the Cult may start in this clearing.

    By `OPPOSITE` it starts opposite the keep or the first roost, or with both in play in a corner
    that neither took.
    """
    free = corner_complaint(before, corner) is None
    facts = map_facts(before.game.map)
    taken = {c for c in facts.corners if starters(before, c) & {"C", "E"}}
    opposite = corner in facts.corners and corner not in taken
    if len(taken) == 1:
        opposite = opposite and facts.opposite[corner] in taken
    return free if free == opposite or not OPPOSITE(before) else opposite


@setup("10.3.3", "Step 3: Choose Outcast", CULT)
def choose_outcast(before: State, after: State) -> str | None:
    """Any suit but birds, not yet Hated; a record may leave it out."""
    suit, hated = after.outcast
    if suit is None:
        return None
    if suit not in SUITS or hated:
        return "the first Outcast is fox, mouse or rabbit, and not hated"
    return None
