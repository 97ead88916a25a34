"""9.5.1 Vagabond: moves for boots, alone or with an ally."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import ItemLeg, PieceLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    Clause,
    Demand,
    take,
)
from validator.law.s02_terms import (
    forest_adjacent,
    torch_allows,
)
from validator.law.s04_craft_and_move import (
    CARRIED,
    TOLLS,
    Toll,
    ferry_is_free_for_it,
    origin,
    rest_of_move,
    to_a_clearing,
    to_an_adjacent_clearing,
)
from validator.law.s04_hits import VAGABONDS
from validator.law.s09_characters import (
    Items,
)
from validator.law.s09_items import (
    FACTS,
    is_paid,
    pawn,
    snare_lets_go_of_him,
)
from validator.law.s09_relations import hostile_warriors, with_ally
from validator.registry import demand, rule

BOOT: Final = "f"


@rule("9.5.1", "Move", starts=(PieceLeg,))
def move(_: State, vagabond: Faction, items: Items) -> Clause:
    """His pawn for a boot, two where Hostile warriors stand; warriors of an ally may go along."""
    return take(
        PieceLeg,
        his_pawn_goes,
        vagabond,
        items,
        number="9.5.1",
        verb="move",
        by=vagabond,
        demands=(
            paid_with_boots,
            another_boot_for_enemies,
            not_into_a_forest,
            *STEPPING,
            snare_lets_go_of_him,
        ),
        then=rest_of_move,
    )


@kinds.fits(kinds.anyhow("p"))
def his_pawn_goes(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    return leg.piece == pawn(vagabond) and leg.end != "supply"


@demand("9.5.1", "a move costs one boot, and one more only where Hostile warriors stand")
def paid_with_boots(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    most = 1 + (FACTS.number("hostile_boots") if enemies_at(state, leg, vagabond) else 0)
    return 1 <= len(items) <= most and set(items) == {BOOT}


@demand("9.2.9.IIIb", "Hostile warriors there make the move cost another boot")
def another_boot_for_enemies(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    if not enemies_at(state, leg, vagabond) or set(items) != {BOOT}:
        return True
    return len(items) > FACTS.number("hostile_boots")


def enemies_at(state: State, leg: PieceLeg, vagabond: Faction) -> bool:
    return hostile_warriors(state, vagabond, leg.end)


@demand("9.5.1", "only a slip leads into a forest")
def not_into_a_forest(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.end, int)


@demand("9.5.1", "out of a forest he moves to a clearing that it touches")
def to_a_clearing_around(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    start = origin(state, leg)
    if isinstance(start, int) or not isinstance(leg.end, int):
        return True
    return forest_adjacent(state, start, leg.end)


@demand("4.2", "a move goes to one adjacent clearing")
def along_a_path(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    if not isinstance(origin(state, leg), int) or not isinstance(leg.end, int):
        return True
    return to_an_adjacent_clearing.holds(state, leg, vagabond)


@demand("2.2", "the map has no such clearing")
def to_a_real_clearing(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    return not isinstance(leg.end, int) or to_a_clearing.holds(state, leg, vagabond)


@demand("16.2.2.V", "the ferry moves once a turn")
def ferry_is_free(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    if not isinstance(leg.end, int) or not isinstance(origin(state, leg), int):
        return True
    return ferry_is_free_for_it.holds(state, leg, vagabond)


STEPPING: Final[tuple[Demand, ...]] = (
    to_a_real_clearing,
    to_a_clearing_around,
    along_a_path,
    ferry_is_free,
    torch_allows,
)


# --- moves by cards -----------------------------------------------------------------------


def ally_goes_along(state: State, leg: PieceLeg) -> Clause:
    return with_ally(state, leg.piece.owner, origin(state, leg), leg.end)


@demand("9.2.9.IIIb", "only Hostile warriors there make the move cost a boot")
def enemies_are_there(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    return enemies_at(state, leg, vagabond)


def boot_for_enemies(vagabond: Faction) -> Toll:
    """The boot that Hostile warriors cost is paid for any move but a slip."""
    n = FACTS.number("hostile_boots")
    return Toll(take(ItemLeg, is_boot, vagabond, n=n, number="9.2.9.IIIb"), enemies_are_there)


def is_boot(state: State, leg: ItemLeg, vagabond: Faction) -> bool:
    return is_paid(state, leg, vagabond) and leg.item == BOOT


for _vagabond in VAGABONDS:
    CARRIED[_vagabond] = ally_goes_along
    TOLLS[_vagabond] = boot_for_enemies
