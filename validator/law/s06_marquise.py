"""6 Marquise de Cat: so far what her rules do in any turn."""

from __future__ import annotations

from notation.legs import CardLeg, PieceLeg
from replayer.state import State
from validator.law.s02_terms import KEEP, clearings_with, matches, suit_of
from validator.law.s04_hits import REFUGES, Refuge
from validator.registry import definition, demand


@definition("6.2.3", "Field Hospitals")
def to_the_keep(state: State, leg: PieceLeg) -> bool:
    """A warrior goes to the keep's clearing instead of the supply."""
    return leg.piece.kind == "w" and leg.end in clearings_with(state, KEEP)


def hospital_card(state: State, leg: CardLeg) -> bool:
    return leg.start == "C" and leg.end in ("*", "dom") and bool(clearings_with(state, KEEP))


@demand("6.2.3", "the card spent must match the clearing the warriors are removed from")
def matches_the_wounded(state: State, leg: CardLeg, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


REFUGES.append(Refuge("C", "6.2.3", to_the_keep, hospital_card, (matches_the_wounded,)))
