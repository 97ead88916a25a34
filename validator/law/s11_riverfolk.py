"""11 Riverfolk Company: so far what its rules do in other players' turns."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import BattleLeg, FundsLeg, Leg, PieceLeg
from replayer.state import State
from validator.algebra import Due, Effects, take, up_to
from validator.law.s02_terms import customer
from validator.law.s04_craft_and_move import SWIMMERS
from validator.law.s04_hits import LENDERS, VAGABONDS
from validator.registry import consequence, exception


@exception("11.2.2", "Swimmers", to="4.2.1")
def swims_anywhere(faction: Faction) -> bool:
    """Along rivers the Riverfolk move whoever rules."""
    return faction in SWIMMERS


SWIMMERS.add("O")


@exception("11.2.7.III", "Mercenaries", to="4.3")
def mercenaries(state: State, leg: BattleLeg, attacking: bool) -> tuple[Faction, ...]:
    """Riverfolk warriors fight for whoever hired them this turn; no Vagabond can (11.2.7.IIIb)."""
    side = leg.attacker if attacking else leg.defender
    if side in VAGABONDS or "O" in (leg.attacker, leg.defender) or not customer(state, side):
        return ()
    return ("O",)


LENDERS.append(mercenaries)


def funds_told(state: State, leg: FundsLeg) -> bool:
    return True


def funds_leave(state: State, leg: PieceLeg) -> bool:
    return leg.start == "O$"


@consequence("11.2.5.I", "Trade Disruption", verb="remove")
def post_lost(state: State, leg: Leg, by: Faction) -> Effects:
    """A removed trade post costs half the funds; some records write them, some do not."""
    if not isinstance(leg, PieceLeg) or leg.piece.owner != "O" or leg.piece.kind != "t":
        return ()
    told = up_to(
        99,
        take(FundsLeg, funds_told, number="11.2.5.I"),
        take(PieceLeg, funds_leave, number="11.2.5.I"),
    )
    return (Due("11.2.5.I", "O", told, "turn"),)
