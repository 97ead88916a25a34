"""Evening's end in any chapter: the draw, then the discard down to the limit."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import CardLeg
from replayer.facts import general
from replayer.state import State
from validator.algebra import NOTHING, Clause, in_order, one_of, take, up_to
from validator.law.cards_exiles import informants
from validator.law.cards_timing import has
from validator.law.s02_terms import spent_by
from validator.law.s04_craft_and_move import drawing


def evening_draw(state: State, faction: Faction, n: int, number: str) -> Clause:
    """The cards drawn in Evening as far as there are any, or what Informants bring instead."""
    cards = drawing(state, faction, n, number)
    return one_of(cards, informants(faction)) if has(state, faction, "inform") else cards


def discards_to_limit(state: State, faction: Faction, number: str) -> Clause:
    """Down to five, counting the hand as the record leaves it: (at least, at most).

    What the hand surely holds beyond five is owed; what it may hold beyond five may go.
    """
    limit = general()["hand_limit"]
    low, high = state.hand.get(faction, (0, 0))
    least, most = max(low - limit, 0), max(high - limit, 0)
    must = take(CardLeg, spent_by, faction, n=least, number=number) if least else NOTHING
    more = take(CardLeg, spent_by, faction, n=1, number=number)
    return in_order(
        must, up_to(most - least, more, number=number, says="the hand is not over five")
    )
