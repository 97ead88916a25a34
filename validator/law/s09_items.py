"""9.2 Vagabond: his items, and what his rules make of battles in any turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, ItemLeg, Leg, Piece, PieceLeg, Place
from replayer.facts import faction_facts
from replayer.satchel import HAMMER, is_ready
from replayer.state import ItemTable, State
from validator.law.s02_terms import snare_lets_go
from validator.law.s04_battle import BARE, CAPS, STOCKS, VAGABONDS
from validator.law.s04_craft_and_move import ANY_RULE, origin
from validator.law.s04_hits import Range
from validator.registry import definition, demand, exception, orphan
from validator.switches import DENIED, WAIVED

FACTS: Final = faction_facts("V")
TRACKED: Final = "tcb"
"""Items that lie on a track while they are face up and undamaged (9.2.5.I)."""
EVERY: Final = "_"


# --- what he has --------------------------------------------------------------------------


def pawn(vagabond: Faction) -> Piece:
    return Piece(vagabond, "p")


def board(vagabond: Faction) -> str:
    return f"{vagabond}$"


def place_of(state: State, vagabond: Faction) -> Place:
    """Where his pawn is: a clearing or a forest; "" where it is nowhere."""
    mine = pawn(vagabond)
    return next((place for place, here in state.pieces.items() if mine in here), "")


def tables(state: State, vagabond: Faction) -> frozenset[ItemTable]:
    """All that his board may hold."""
    return state.satchel.get(vagabond) or frozenset(((),))


def counted(state: State, vagabond: Faction, count: Callable[[ItemTable], int]) -> Range:
    """The least and the most that a count may be."""
    counts = [count(table) for table in tables(state, vagabond)]
    return min(counts), max(counts)


@definition("9.2.5", "Items")
def refreshed(table: ItemTable, item: str) -> int:
    """Face-up undamaged items of a kind: those that can be exhausted."""
    return sum(n for kind, area, side, n in table if (kind, area, side) == (item, "s", "r"))


@definition("9.2.5.I", "Item Tracks")
def on_track_of(table: ItemTable, item: str) -> int:
    """Items on the track of their kind, three at most."""
    return min(refreshed(table, item), FACTS.number("track_spaces"))


@definition("9.2.5.II", "Satchel")
def is_tracked(item: str) -> bool:
    """Whether an item has a track; all others lie in the Satchel."""
    return item in TRACKED


def exhausted(table: ItemTable) -> int:
    return sum(n for _, _, side, n in table if side == "e")


def damaged(table: ItemTable) -> int:
    return sum(n for _, area, _, n in table if area == "d")


def undamaged(state: State, vagabond: Faction, item: str | None) -> Range:
    """How many undamaged items (of a kind) a Vagabond has: (at least, at most)."""
    return counted(state, vagabond, lambda table: whole(table, item))


def whole(table: ItemTable, item: str | None) -> int:
    return sum(n for kind, area, _, n in table if area == "s" and item in (None, kind))


def is_exhausted(state: State, leg: ItemLeg, vagabond: Faction, *_: object) -> bool:
    """An item on his board is exhausted."""
    return leg.start == leg.end == board(vagabond) and leg.end_state == "e"


def is_paid(state: State, leg: ItemLeg, vagabond: Faction, *_: object) -> bool:
    return is_exhausted(state, leg, vagabond) and leg.item != EVERY


@demand("9.2.5", "damaged items cannot be exhausted")
def not_damaged(state: State, leg: ItemLeg, vagabond: Faction, *_: object) -> bool:
    """Where a hammer may have repaired it, the table is asked as well as the spelling."""
    if leg.start_area == "d":
        return False
    return HAMMER not in state.this_turn.spent or not surely_damaged(state, leg, vagabond)


SOUND: Final = (not_damaged,)


def surely_damaged(state: State, leg: ItemLeg, vagabond: Faction) -> bool:
    """Whether only a repair gives him an item that can be exhausted so."""
    damaged = lies_damaged(state, leg, vagabond, "r") or lies_damaged(state, leg, vagabond, "e")
    return damaged and not is_ready(state, vagabond, leg)


def lies_damaged(state: State, leg: ItemLeg, vagabond: Faction, side: str) -> bool:
    """Whether an item of that kind may lie in the Damaged box, that side up."""
    return any(
        (kind, area, up) == (leg.item, "d", side)
        for table in tables(state, vagabond)
        for kind, area, up, _ in table
    )


@demand("9.2.5.II", "that item has no track: it lies in the Satchel")
def to_its_place(state: State, leg: ItemLeg, *_: object) -> bool:
    return leg.end_area != "t" or is_tracked(leg.item)


def is_character(state: State, faction: Faction, name: str) -> bool:
    """Whether that faction is a Vagabond of that name, or one whose name is not known."""
    return faction in VAGABONDS and state.characters.get(faction, name) == name


def vagabonds_at(state: State, clearing: int) -> Iterator[Faction]:
    for faction in VAGABONDS:
        if pawn(faction) in state.at(clearing):
            yield faction


# --- what no turn allows ------------------------------------------------------------------


@orphan("9.2.2", "the pawn cannot be removed from the map")
def pawn_leaves(state: State, leg: Leg) -> bool:
    return isinstance(leg, PieceLeg) and leg.piece.kind == "p" and leg.end == "supply"


@orphan("9.2.7", "no hit is left to damage this item")
def damaged_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, ItemLeg) and leg.end_area == "d" and str(leg.start)[:-1] in VAGABONDS


@orphan("9.2.5", "a Vagabond has no Crafted Items box")
def out_of_his_satchel(state: State, leg: Leg) -> bool:
    if not isinstance(leg, ItemLeg) or leg.start == leg.end:
        return False
    return str(leg.start)[:-1] in VAGABONDS and str(leg.end).endswith("$")


@orphan("9.5.4", "items come out of another player's box only by Aid, one for each")
def taken_unasked(state: State, leg: Leg) -> bool:
    if not isinstance(leg, ItemLeg) or leg.start == leg.end:
        return False
    return str(leg.start).endswith("$") and str(leg.end)[:-1] in VAGABONDS


@demand("13.7.2", "enemy pieces cannot leave a clearing with a face-up snare")
def snare_lets_go_of_him(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    start = origin(state, leg)
    from_there = PieceLeg(leg.n, leg.piece, start, leg.end)
    return snare_lets_go.holds(state, from_there)


# --- in battle ----------------------------------------------------------------------------


@exception("9.2.3", "Nimble", to="4.2.1")
def moves_anywhere(faction: Faction) -> bool:
    return faction in ANY_RULE


@exception("9.2.6", "Maximum Rolled Hits", to="4.3.2.I")
def swords(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """His rolled hits are limited by his undamaged swords, exhausted or not."""
    low, high = undamaged(state, leg.attacker if attacking else leg.defender, "s")
    return (low, 99) if "9.2.6" in WAIVED else (low, high)


@exception("9.2.4", "Defenseless", to="4.3.3.II")
def without_sword(state: State, leg: BattleLeg) -> Range:
    """He is defenseless without an undamaged sword."""
    if "9.2.4" in DENIED:
        return 0, 0
    low, high = undamaged(state, leg.defender, "s")
    surely = high == 0 and "9.2.4" not in WAIVED
    return (1 if surely else 0), (1 if low == 0 else 0)


@exception("9.2.7", "Taking Hits", to="4.3.4")
def his_items(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """Hits damage items; those beyond his undamaged ones are lost."""
    if "9.2.7" in DENIED:
        return 0, 0
    low, high = undamaged(state, leg.attacker if attacking else leg.defender, None)
    return (low, 99) if "9.2.7" in WAIVED else (low, high)


ANY_RULE.update(VAGABONDS)
for letter in VAGABONDS:
    CAPS[letter], BARE[letter], STOCKS[letter] = swords, without_sword, his_items
