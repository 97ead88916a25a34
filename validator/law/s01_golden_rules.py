"""1 Golden Rules: what may be shown and given at all, and the order of seats.

Most of this chapter says how the others are read: cards and factions come before the general rules
(1.1.1) as exceptions do here, a ban holds wherever it is declared (1.1.2), the side that chooses an
order chooses it by writing (1.1.3), as much as possible is done of what cannot be done in full
(1.5.4) in each rule that places or removes.
"""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import CardLeg, Leg, RevealLeg
from replayer.state import Fault, State
from validator.registry import definition, orphan


@orphan("1.2.1", "cards in hand are shown only where a rule says so")
def shown_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, RevealLeg)


@orphan("1.3.2", "cards go from hand to hand only where a rule says so")
def given_unasked(state: State, leg: Leg) -> bool:
    if not isinstance(leg, CardLeg) or leg.start == leg.end:
        return False
    players = state.game.players
    return leg.start in players and leg.end in players


@definition("1.5.1", "Limits")
def is_short(fault: Fault) -> bool:
    """Whether the supply did not hold what was taken from it: there are no proxies."""
    return fault.kind == "supply"


@definition("1.4.1", "Turn Structure")
def seats(order: tuple[Faction, ...], last: Faction) -> Faction | None:
    """Who plays after `last` in the order of the first round; None if that is not known."""
    if last not in order:
        return None
    return order[(order.index(last) + 1) % len(order)]
