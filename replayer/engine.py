"""The engine: applies legs to states. It believes the record and knows no Law.

What cannot have happened on a table is a fault of the new state (a value, not an exception); the
table then follows the record as far as it can, and no count goes below zero. Legs of one action
commute, as long as none of them is a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from notation.legs import (
    BattleLeg,
    CardLeg,
    CraftLeg,
    DropDecreeLeg,
    FlipLeg,
    FundsLeg,
    GuessLeg,
    HireLeg,
    ItemLeg,
    LeaveTrackLeg,
    Leg,
    OutcastLeg,
    PathLeg,
    PieceLeg,
    PointsLeg,
    PricesLeg,
    RelationLeg,
    RevealLeg,
    TrickLeg,
)
from replayer.apply_cards import move_cards
from replayer.apply_crafts import craft, reveal
from replayer.apply_faction import (
    battle,
    funds,
    guess,
    hire,
    leave_track,
    outcast,
    points,
    prices,
    relation,
)
from replayer.apply_items import move_items, settle_offer
from replayer.apply_offices import drop_decree
from replayer.apply_pieces import flip, move_pieces, open_path, trick
from replayer.setup import start
from replayer.state import State
from replayer.turns import begin_turn, end_turn

__all__ = ["apply", "begin_turn", "end_turn", "start"]

HANDLERS: Final[dict[type, Callable[[State, Any], None]]] = {
    PieceLeg: move_pieces,
    CardLeg: move_cards,
    ItemLeg: move_items,
    BattleLeg: battle,
    PointsLeg: points,
    LeaveTrackLeg: leave_track,
    CraftLeg: craft,
    RevealLeg: reveal,
    FlipLeg: flip,
    GuessLeg: guess,
    TrickLeg: trick,
    PricesLeg: prices,
    DropDecreeLeg: drop_decree,
    FundsLeg: funds,
    OutcastLeg: outcast,
    RelationLeg: relation,
    HireLeg: hire,
    PathLeg: open_path,
}


def apply(state: State, leg: Leg) -> State:
    """The state after one leg. What cannot have happened becomes `faults` of the new state.

    After a fault the table follows the record as far as it can: a missing piece is taken from
    nowhere and counted in `surplus`, a missing card leaves a hand of none.
    """
    new = state.fork()
    if new.faults:
        new.faults = ()
    if new.this_turn.offer and settle_offer(new, leg):
        return new
    HANDLERS[type(leg)](new, leg)
    if state.this_turn.turning and not isinstance(leg, CardLeg):
        new.this_turn = msgspec.structs.replace(new.this_turn, turning=False)
    return new
