"""Setup lines: facts without order, as predicates over the whole line."""

from __future__ import annotations

from typing import Final

from notation.record import Turn
from replayer.state import State
from validator.algebra import parameters
from validator.lines import Line
from validator.registry import SETUPS
from validator.switches import DENIED, WAIVED
from validator.turns import Told

ONLY_ORDER: Final = ("5.1.7",)
"""Numbers whose breach is only one of where the line stands."""


def check_setup(before: State, after: State, turn: Turn, lines: list[Line]) -> list[Told]:
    """What the faction's setup breaks."""
    first = lines[0] if lines else None
    legs = tuple(leg for line in lines for leg in line.legs)
    found = []
    for number, complaint in SETUPS.get(turn.faction, ()):
        if number in WAIVED:
            continue
        takes_legs = len(parameters(complaint)) > 2
        says = complaint(before, after, legs) if takes_legs else complaint(before, after)
        if number in DENIED:
            says = says or "denied"
        if says:
            kind = "order" if number in ONLY_ORDER else "illegal"
            found.append(Told(kind, number, says, first, before))
    return found
