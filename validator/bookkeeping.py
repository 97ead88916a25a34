"""Actions that tell nothing the Law asks for; the table applies them, the readings stay as they
are."""

from __future__ import annotations

from typing import Final

from notation.legs import FlipLeg, ItemLeg, Leg, Piece, PieceLeg, RelationLeg
from replayer.state import State
from validator.printings import printing

MAY_TELL_NOTHING: Final = {ItemLeg, RelationLeg, FlipLeg, PieceLeg}
OFF_THE_TRACK: Final = printing(
    "p4", "9.2.5.I", "items go freely between their tracks and the Satchel"
)


def says_nothing(state: State, legs: tuple[Leg, ...]) -> bool:
    """Bookkeeping: actions that tell nothing the Law asks for.

    A crafted item laid on its track, a plot turned up by whoever removes it, a bomb that its flip
    took away, a piece without a start.
    """
    for leg in legs:
        if type(leg) not in MAY_TELL_NOTHING or not is_bookkeeping(state, leg):
            return False
    return True


def is_bookkeeping(state: State, leg: Leg) -> bool:
    match leg:
        case ItemLeg():
            stays = leg.start == leg.end and leg.start_area != "d" and leg.end_state is None
            back = leg.start_area == "t" and leg.end_area == "s"
            return stays and (leg.end_area == "t" or (back and OFF_THE_TRACK(state)))
        case RelationLeg():
            return state.relations.get(leg.vagabond, {}).get(leg.faction) == leg.step
        case FlipLeg():
            return leg.owner == "P" and state.turn != "P"
        case PieceLeg(piece=Piece("P", "t", "b")):
            return state.turn == "P" and leg.start in state.this_turn.bombs
        case PieceLeg(start="supply", end="supply"):
            return state.battle is None  # the start was forgotten: nothing moved
        case _:
            return False
