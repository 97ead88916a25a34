"""6 Marquise de Cat: so far what her rules do in any turn."""

from __future__ import annotations

from notation.legs import BattleLeg, CardLeg, PieceLeg
from replayer.state import State
from validator.algebra import NOTHING, Clause, may, take
from validator.law.s02_terms import KEEP, clearings_with, matches, suit_of
from validator.law.s04_battle import BEFORE_ROLL, SIDE_DOORS
from validator.registry import demand, rule


def hospital_card(state: State, leg: CardLeg, *_: object) -> bool:
    return leg.start == "C" and leg.end in ("*", "dom")


@demand("6.2.3", "the card spent must match the clearing the warriors are removed from")
def matches_the_wounded(state: State, leg: CardLeg, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


@rule("6.2.3", "Field Hospitals", starts=(CardLeg,))
def field_hospitals(state: State, clearing: int) -> Clause:
    """Spend a card: the Marquise warriors removed from this clearing go to the keep's instead."""
    if not clearings_with(state, KEEP):
        return NOTHING
    return may(
        take(CardLeg, hospital_card, clearing, n=1, number="6.2.3", demands=(matches_the_wounded,))
    )


def wounded(state: State, leg: BattleLeg) -> Clause:
    return field_hospitals(leg.clearing) if "C" in (leg.attacker, leg.defender) else NOTHING


def to_the_keep(state: State, leg: PieceLeg, side: str, clearing: int) -> bool:
    return side == "C" and leg.piece.kind == "w" and leg.end in clearings_with(state, KEEP)


BEFORE_ROLL.append(wounded)
SIDE_DOORS.append(to_the_keep)
