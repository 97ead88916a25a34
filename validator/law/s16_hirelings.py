"""16.4 and 16.5 Hirelings and landmarks: their cards are not ruled on.

A game with them may hold acts that only they explain: such a turn is undecided, never illegal. What
common law needs of them stands where it is needed: rule (2.5), enemies (16.6.8), ambushes (4.3.1).
"""

from __future__ import annotations

from typing import Final, get_args

from notation.legs import Leg
from replayer.setup import LANDMARK_FERRY
from replayer.state import State
from validator.algebra import MANY, NOTHING, Clause, take, unsure, up_to

RULED_ON: Final = LANDMARK_FERRY | {"tower"}
"""Landmarks whose rules stand with their maps (16.2.2, 16.2.3)."""


def anything(state: State, leg: Leg) -> bool:
    return True


ANYTHING: Final = tuple(take(kind, anything, number="16.4") for kind in get_args(Leg))


def beyond_the_maps(state: State) -> Clause:
    """Whatever hirelings or landmarks in play may explain."""
    game = state.game
    if not game.hirelings and all(name in RULED_ON for name, _ in game.landmarks):
        return NOTHING
    return unsure(up_to(MANY, *ANYTHING), "hirelings and landmarks are not ruled on")
