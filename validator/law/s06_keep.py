"""6.2 Marquise de Cat: the keep and Field Hospitals, in any turn."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import CardLeg, Piece, PieceLeg
from replayer.state import State
from validator import kinds
from validator.algebra import NOTHING, Clause, forbidden, take
from validator.law.s02_terms import KEEP, clearings_with, matches, placed, suit_of
from validator.law.s04_hits import REFUGES, Refuge
from validator.registry import definition, demand, rule

C: Final = "C"
WARRIOR: Final = Piece(C, "w")


@definition("6.2.3", "Field Hospitals")
def to_the_keep(state: State, leg: PieceLeg) -> bool:
    """A warrior goes to the keep's clearing instead of the supply."""
    return leg.piece.kind == "w" and leg.end in clearings_with(state, KEEP)


def hospital_card(state: State, leg: CardLeg) -> bool:
    return leg.start == C and leg.end in ("*", "dom") and bool(clearings_with(state, KEEP))


@demand("6.2.3", "the card spent must match the clearing the warriors are removed from")
def matches_the_wounded(state: State, leg: CardLeg, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


REFUGES.append(Refuge(C, "6.2.3", to_the_keep, hospital_card, (matches_the_wounded,)))


# --- what no turn allows ------------------------------------------------------------------


@kinds.fits(kinds.SPENT)
def hers_spent(state: State, leg: CardLeg) -> bool:
    return leg.start == C and leg.end in ("*", "dom")


@kinds.fits(kinds.moved("w"))
def carried_off(state: State, leg: PieceLeg) -> bool:
    """Marquise warriors go from clearing to clearing."""
    return leg.piece == WARRIOR and isinstance(leg.start, int) and isinstance(leg.end, int)


def then_carried_off(state: State, leg: CardLeg) -> Clause:
    return take(PieceLeg, carried_off, number="6.2.3")


UNHURT: Final = forbidden(
    take(CardLeg, hers_spent, n=1, number="6.2.3", then=then_carried_off),
    "6.2.3",
    "no Marquise warriors are removed here, or there is no keep to take them in",
)
KEEP_RETURNS: Final = forbidden(
    take(PieceLeg, placed, KEEP, number="6.2.2"), "6.2.2", "a keep that was removed never returns"
)


@rule("6.2.3", "Field Hospitals", starts=(CardLeg,), optional=True, bans=True)
def saved_for_nothing(_: State, faction: Faction) -> Clause:
    """In others' turns: a card of hers and warriors to the keep, though nothing removes them."""
    return NOTHING if faction == C else UNHURT


@rule("6.2.2", "The Keep", starts=(PieceLeg,), optional=True)
def keep_returns(_: State) -> Clause:
    return KEEP_RETURNS
