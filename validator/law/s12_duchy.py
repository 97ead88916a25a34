"""12 Underground Duchy: so far what its rules do in any turn."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import CardLeg, Leg, PieceLeg
from replayer.facts import ministers
from replayer.state import State
from validator.algebra import NOTHING, Clause, Due, Effects, any_order, may, take
from validator.law.s02_terms import BURROW, CLAIMS
from validator.registry import consequence, demand, exception, rule

RANKS = ("squire", "noble", "lord")


@exception("12.2.2", "The Burrow", to="2.5")
def rules_the_burrow(state: State, faction: Faction, clearing: int) -> bool:
    return clearing == BURROW


CLAIMS.append(("D", rules_the_burrow, rules_the_burrow))


def minister_leaves(state: State, leg: CardLeg) -> bool:
    return leg.start == "D$" and leg.name in ministers()


@demand("12.2.3", "the minister lost is of the highest rank swayed")
def of_highest_rank(state: State, leg: CardLeg) -> bool:
    ranks = [RANKS.index(ministers()[name].rank) for name in state.ministers]
    return not ranks or RANKS.index(ministers()[leg.name or ""].rank) == max(ranks)


def duchy_discards(state: State, leg: CardLeg) -> bool:
    return leg.start == "D" and leg.end in ("*", "dom")


@rule("12.2.3", "The Price of Failure", starts=(CardLeg,))
def price_of_failure(state: State) -> Clause:
    """The highest minister goes back and a random card is discarded, in either order."""
    minister = (
        take(CardLeg, minister_leaves, n=1, number="12.2.3", demands=(of_highest_rank,))
        if state.ministers
        else NOTHING
    )
    low, high = state.hand.get("D", (0, 0))
    card = take(CardLeg, duchy_discards, n=1, number="12.2.3") if high else NOTHING
    sure = low > 0 and bool(state.ministers)
    return any_order(minister, card if sure else may(card))


@consequence("12.2.3", "The Price of Failure", verb="remove")
def building_lost(state: State, leg: Leg, by: Faction) -> Effects:
    if isinstance(leg, PieceLeg) and leg.piece.owner == "D" and leg.piece.kind == "b":
        return (Due("12.2.3", "D", price_of_failure(), "once"),)
    return ()
