"""14 Lord of the Hundreds: what no turn allows, told under the number that forbids it."""

from __future__ import annotations

from typing import Final

from notation.legs import ItemLeg, PieceLeg
from replayer.state import State
from validator.algebra import Clause, any_order, forbidden, take
from validator.law.s02_terms import WARLORD
from validator.registry import rule

BOARD: Final = "H$"


def falls(state: State, leg: PieceLeg) -> bool:
    """The warlord leaves the map, and no battle in his clearing explains it."""
    gone = isinstance(leg.start, int) and not isinstance(leg.end, int)
    battle = state.battle
    return leg.piece == WARLORD and gone and (battle is None or battle.clearing != leg.start)


def is_led_away(state: State, leg: PieceLeg) -> bool:
    """The warlord goes from clearing to clearing in another player's turn."""
    moved = isinstance(leg.start, int) and isinstance(leg.end, int)
    return leg.piece == WARLORD and moved and state.turn != "H"


def comes_back(state: State, leg: PieceLeg) -> bool:
    """The warlord is placed."""
    return leg.piece == WARLORD and not isinstance(leg.start, int)


def is_looted(state: State, leg: ItemLeg) -> bool:
    """An item goes from another player's board to the Hoard."""
    board = isinstance(leg.start, str) and leg.start.endswith("$") and leg.start != BOARD
    return board and leg.end == BOARD


FALLS: Final = forbidden(
    take(PieceLeg, falls, number="14.2.2"), "14.2.2", "the warlord is removed only in battle"
)
IS_LED_AWAY: Final = forbidden(
    take(PieceLeg, is_led_away, number="14.2.2"),
    "14.2.2",
    "the warlord moves only in the Hundreds' own turn",
)
COMES_BACK: Final = forbidden(
    take(PieceLeg, comes_back, number="14.2.2"), "14.2.2", "the warlord is placed only by Anoint"
)
IS_LOOTED: Final = forbidden(
    take(ItemLeg, is_looted, number="14.2.5"),
    "14.2.5",
    "an item is looted only as a battle ends in which the Hundreds attacked and now rule",
)


@rule("14.2.2", "The Warlord", part="in any turn", starts=(PieceLeg,), optional=True, bans=True)
def no_turn_allows(_: State) -> Clause:
    """What nobody's turn may do to the warlord."""
    return any_order(FALLS, IS_LED_AWAY, COMES_BACK)


@rule("14.2.5", "Looters", part="in any turn", starts=(ItemLeg,), optional=True, bans=True)
def no_turn_loots(_: State) -> Clause:
    """Nothing is looted but at the end of the Hundreds' own battles."""
    return IS_LOOTED


def bans(state: State) -> tuple[Clause, ...]:
    """What stands beside every turn while the Hundreds play."""
    return (no_turn_allows(), no_turn_loots()) if "H" in state.game.players else ()
