"""10 Lizard Cult: so far what its rules do in any turn."""

from __future__ import annotations

from collections import Counter

from notation.actions import Faction
from notation.legs import CardLeg, Leg, PieceLeg
from replayer.state import State
from validator.algebra import Due, Effects, may, take
from validator.law.s02_terms import CLAIMS
from validator.law.s04_craft_and_move import CRAFTING
from validator.registry import consequence, exception


@exception("10.2.4", "Pilgrims", to="2.5")
def rules_by_garden(state: State, faction: Faction, clearing: int) -> bool:
    return any(p.owner == "L" and p.kind == "b" for p in state.at(clearing))


CLAIMS.append(("L", rules_by_garden, rules_by_garden))


@exception("10.2.1", "Crafting", to="4.1.1")
def outcast_gardens(state: State) -> Counter[str]:
    """Only gardens that show the Outcast suit craft."""
    outcast = state.outcast[0]
    found: Counter[str] = Counter()
    for place, here in state.pieces.items():
        for piece, n in here.items():
            suit = piece.sub.upper()
            if isinstance(place, int) and piece[:2] == ("L", "b") and outcast in (None, suit):
                found[suit] += n
    return found


CRAFTING["L"] = outcast_gardens


def cult_discards(state: State, leg: CardLeg) -> bool:
    return leg.start == "L" and leg.end in ("*", "dom")


@consequence("10.2.5", "Fear of the Faithful", verb="remove")
def garden_lost(state: State, leg: Leg, by: Faction) -> Effects:
    """A removed garden costs a random card, if the Cult holds one."""
    if not isinstance(leg, PieceLeg) or leg.piece.owner != "L" or leg.piece.kind != "b":
        return ()
    low, high = state.hand.get("L", (0, 0))
    if high == 0:
        return ()
    card = take(CardLeg, cult_discards, n=1, number="10.2.5")
    return tuple(
        Due("10.2.5", "L", card if low >= leg.n else may(card), "turn") for _ in range(leg.n)
    )
