"""9 Vagabond: so far what his rules do in other players' turns."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import Leg, PieceLeg, RelationLeg
from replayer.state import State
from validator.algebra import Due, Effects, may, take
from validator.law.s04_battle import VAGABONDS
from validator.law.s04_craft_and_move import ANY_RULE
from validator.registry import consequence, exception


@exception("9.2.3", "Nimble", to="4.2.1")
def moves_anywhere(faction: Faction) -> bool:
    return faction in ANY_RULE


ANY_RULE.update(VAGABONDS)


def turns_hostile(state: State, leg: RelationLeg, vagabond: Faction, faction: Faction) -> bool:
    return leg.vagabond == vagabond and leg.faction == faction and leg.step == "h"


@consequence("9.2.9.III", "Hostile Status", verb="remove")
def made_hostile(state: State, leg: Leg, by: Faction) -> Effects:
    """A warrior removed by a Vagabond makes its faction Hostile; the marker is often unwritten."""
    if by not in VAGABONDS or not isinstance(leg, PieceLeg) or leg.piece.kind != "w":
        return ()
    marker = take(RelationLeg, turns_hostile, by, leg.piece.owner, number="9.2.9.III")
    return (Due("9.2.9.III", by, may(marker), "turn"),)
