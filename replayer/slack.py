"""Loosening what is known: after a slip of the record a count becomes an interval."""

from __future__ import annotations

from notation.actions import Faction
from replayer.state import DECK_SIZE, State


def loosen_hand(state: State, faction: Faction, less: int, more: int) -> State:
    """The same table, where that hand may hold up to `less` fewer or `more` more cards; and while
    the Cult plays, the Lost Souls cards that nobody wrote."""
    if faction not in state.hand:
        return state
    low, high = state.hand[faction]
    looser = state.fork()
    looser.souls_open = "L" in state.game.players
    looser.hand = {**state.hand, faction: (max(low - less, 0), min(high + more, DECK_SIZE))}
    return looser


def ferry_gone_along(state: State, clearing: int) -> State:
    """The same table with the ferry at the end of a move that must have gone by it, unwritten."""
    if not state.ferry or state.ferry == clearing:
        return state
    moved = state.fork()
    moved.ferry = clearing
    return moved
