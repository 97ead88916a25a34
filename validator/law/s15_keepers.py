"""15 Keepers in Iron: so far what their rules do in any turn."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import BattleLeg, Leg, PieceLeg
from replayer.state import State
from validator.algebra import Effects, Gained
from validator.law.s02_terms import is_enemy
from validator.law.s03_victory import on_track
from validator.law.s04_battle import IGNORES
from validator.law.s04_craft_and_move import CARRIED
from validator.registry import consequence, exception


@exception("15.2.4", "Devout Knights", to="4.3.4")
def devout_knights(state: State, leg: BattleLeg, attacking: bool) -> bool:
    """With a warrior and a relic there, the Keepers ignore the first hit they take."""
    if (leg.attacker if attacking else leg.defender) != "K":
        return False
    here = [p for p in state.at(leg.clearing) if p.owner == "K"]
    return any(p.kind == "w" for p in here) and any(p.kind == "t" for p in here)


IGNORES.append(devout_knights)


def carries(state: State, leg: PieceLeg) -> bool:
    return leg.piece.kind == "t"


CARRIED["K"] = carries


@consequence("15.2.5", "Prized Trophies", verb="remove")
def trophy(state: State, leg: Leg, by: Faction) -> Effects:
    """A removed relic is worth one point more."""
    if not isinstance(leg, PieceLeg) or leg.piece.owner != "K" or leg.piece.kind != "t":
        return ()
    if not is_enemy(state, by, "K") or not on_track(state, by):
        return ()
    return (Gained(by, "15.2.5", leg.n),)
