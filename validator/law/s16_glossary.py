"""16.6 Glossary: the terms that a leg may break by its shape alone.

The other terms are where they are used: adjacency, forests, rule and enemies in chapter 2, crafting
and moving in chapter 4.
"""

from __future__ import annotations

from notation.legs import CardLeg, Leg, PieceLeg
from replayer.cards import in_play
from replayer.state import State
from validator.algebra import is_off
from validator.registry import orphan


@orphan("16.6.20", "a card in play is used or discarded only where a rule or its text says so")
def leaves_the_play_area(state: State, leg: Leg) -> bool:
    if not isinstance(leg, CardLeg) or leg.name is None or not isinstance(leg.start, str):
        return False
    kept = in_play(state.game.deck, leg.suit, leg.name)
    return leg.start.endswith("$") and kept in state.crafted.get(leg.start[:-1], ())


@orphan("16.6.19", "nothing places a piece here")
def placed_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, PieceLeg) and leg.start == "supply" and isinstance(leg.end, int)


@orphan("16.6.22", "nothing removes this piece")
def removed_unasked(state: State, leg: Leg) -> bool:
    if not isinstance(leg, PieceLeg) or isinstance(leg.end, int):
        return False
    return isinstance(leg.start, int) and (leg.piece.owner == state.turn or not is_off(leg))


@orphan("16.6.6", "nothing lets this player draw here")
def drawn_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, CardLeg) and leg.start == "deck" and leg.end in state.game.players


@orphan("16.6.5", "nothing asks for this card")
def discarded_unasked(state: State, leg: Leg) -> bool:
    if not isinstance(leg, CardLeg) or leg.end not in ("*", "dom"):
        return False
    return leg.start in state.game.players
