"""Physical faults: under which number the Law has what cannot have happened on a table.

The rule an action was taken under mostly says it best; where the table knows better, as with a
piece that the box does not hold, its number comes first.
"""

from __future__ import annotations

from typing import Final

from notation.legs import STACKED, BattleLeg, CardLeg, CraftLeg, ItemLeg, Leg, PieceLeg
from replayer.cards import in_deck
from replayer.facts import map_facts
from replayer.state import Fault, State
from validator.law.s01_golden_rules import is_short

LIMITS: Final = "1.5.1"
HANDS: Final = "1.2.1"


def fault_rule(fault: Fault, legs: tuple[Leg, ...], state: State, read: str) -> str:
    """The number for a fault of these legs; `state` is before them, `read` the number under which
    they were read, "" where there is none."""
    if is_short(fault):
        return LIMITS
    match fault.kind:
        case "place":
            return next((n for leg in legs if (n := no_such_place(state, leg))), read or "2.2")
        case "score":
            return "3.3.1" if None in state.score.values() else "3.2"
        case "piece":
            return missing_piece(legs, state, read)
        case "hand":
            return next((n for leg in legs if (n := empty_hand(state, leg))), read or HANDS)
        case "card":
            return next((n for leg in legs if (n := no_such_card(state, leg))), read or "2.1")
        case "item":
            return next((n for leg in legs if (n := no_such_item(leg, read))), read or "16.6.13")
        case _:
            return read or "1.5.4"


def no_such_place(state: State, leg: Leg) -> str:
    """2.2 for a clearing, 2.4 for a forest that the map does not have, 12.2.2 for the Burrow."""
    if not isinstance(leg, PieceLeg):
        return ""
    facts = map_facts(state.game.map)
    for place in (leg.start, leg.end):
        if place == 0 and "D" not in state.game.players:
            return "12.2.2"
        if isinstance(place, int) and place and place not in facts.clearings:
            return "2.2"
        if isinstance(place, str) and place[0].isdigit() and place not in facts.forests:
            return "2.4"
    return ""


def missing_piece(legs: tuple[Leg, ...], state: State, read: str) -> str:
    """4.2 where pieces go from clearing to clearing, 4.3 for a battle with nobody there."""
    for leg in legs:
        if isinstance(leg, BattleLeg):
            return "4.3"
        if isinstance(leg, PieceLeg) and leg.piece.kind == "f":
            return "16.2.2.V"
        if isinstance(leg, PieceLeg) and isinstance(leg.start, int) and isinstance(leg.end, int):
            return "4.2"
    return read or "16.6.22"


def empty_hand(state: State, leg: Leg) -> str:
    """4.1 for a craft, 4.3.1 for an ambush out of an empty hand, 4.3.1.I for its answer."""
    if isinstance(leg, CraftLeg):
        return "4.1"
    if isinstance(leg, BattleLeg):
        _, high = state.hand.get(leg.defender, (0, 0))
        return "4.3.1" if leg.ambush is not None and not high else "4.3.1.I"
    return ""


def no_such_card(state: State, leg: Leg) -> str:
    """2.1 for a card that the deck does not hold or the discard pile, 3.3.4 for a dominance card
    that is not available, 3.3.3 for one out of the discard pile."""
    if isinstance(leg, CardLeg | CraftLeg) and leg.name is not None:
        known = leg.name in STACKED or in_deck(state.game.deck, leg.suit, leg.name)
        if not known:
            return "2.1"
    if isinstance(leg, CardLeg) and leg.name == "dom":
        return {"dom": "3.3.4", "*": "3.3.3"}.get(str(leg.start), "")
    if isinstance(leg, CardLeg) and leg.start in ("*", "deck"):
        return "2.1"
    return ""


def no_such_item(leg: Leg, read: str) -> str:
    """4.1.2 for one that the supply does not hold, 2.2.4 for one from a clearing without a ruin."""
    if isinstance(leg, CraftLeg):
        return "4.1.2"
    if isinstance(leg, ItemLeg) and isinstance(leg.start, int):
        return read or "2.2.4"
    return ""
