"""The part of the table that decided a finding, in words."""

from __future__ import annotations

import re
from typing import Final

from notation.legs import BattleLeg, GuessLeg, PieceLeg
from replayer.state import State
from validator.turns import Told
from validator.words import counted, faction_name, piece_name

NAMED: Final = re.compile(r"\bclearing (\d{1,2})\b")


def what_decided(told: Told) -> dict[str, str]:
    """The clearings an action touches and those the message names, as they stood before it."""
    if told.line is None:
        return {}
    places = {int(n) for n in NAMED.findall(told.message)}
    for leg in told.line.legs:
        if isinstance(leg, PieceLeg):
            places.update(p for p in (leg.start, leg.end) if isinstance(p, int))
        elif isinstance(leg, BattleLeg | GuessLeg):
            places.add(leg.clearing)
    return {str(place): held(told.state, place) for place in sorted(places)}


def held(state: State, place: int) -> str:
    """What a clearing holds, side by side: "Hundreds warlord, 3 warriors · Eyrie roost"."""
    sides: dict[str, list[str]] = {}
    for piece, n in sorted(state.at(place).items(), reverse=True):
        sides.setdefault(piece.owner, []).append(counted(n, piece_name(piece)))
    if state.ruins.get(place, 0) > 0:
        sides.setdefault("", []).append("ruin")
    told = (
        f"{faction_name(owner)} {', '.join(found)}".strip()
        for owner, found in sorted(sides.items())
    )
    return " · ".join(told) or "nothing"
