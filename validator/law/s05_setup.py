"""5 Setup: scores and hands, starting corners, what tells the standard setup from the advanced
one."""

from __future__ import annotations

from replayer.facts import FACTIONS, general, map_facts
from replayer.state import State
from validator.law.s02_terms import KEEP
from validator.registry import setup


def standard(before: State, after: State) -> bool:
    """Whether a setup line may be held to the standard setup: no draft, landmarks or hirelings.

    In the advanced setup (16.1) a player draws and discards in its setup line.
    """
    game = after.game
    return not game.landmarks and not game.hirelings and before.deck == after.deck


def starting_corners(state: State) -> set[int]:
    """Corners where players set up so far have started."""
    return {c for c in map_facts(state.game.map).corners if starters(state, c)}


def starters(state: State, corner: int) -> set[str]:
    """Factions that start in this corner: a keep, a roost, a garden, a tunnel, the warlord's
    stronghold, or four Keepers there."""
    found = set()
    for piece, n in state.at(corner).items():
        if (
            piece == KEEP
            or (piece.kind == "b" and piece.owner in "ELH")
            or piece.owner + piece.kind == "Dt"
            or (piece.owner == "K" and piece.kind == "w" and n >= 4)
        ):
            found.add(piece.owner)
    return found


def corner_complaint(before: State, corner: int) -> str | None:
    """Why a faction may not start in this clearing; None if it may.

    A corner that nobody started in, and diagonally opposite a start where such a one is free.
    """
    facts = map_facts(before.game.map)
    if corner not in facts.corners:
        return f"{corner} is no corner clearing"
    taken = starting_corners(before)
    if corner in taken:
        return "another player started in this corner"
    if {facts.opposite[c] for c in taken} - taken and facts.opposite[corner] not in taken:
        return "a corner diagonally opposite a starting corner is free"
    return None


def starts_at_zero(before: State, after: State) -> str | None:
    """Score markers start on 0 (5.1.2): nothing scores in a setup line."""
    scored = [f for f, score in after.score.items() if score != before.score.get(f)]
    return f"{scored[0]} scores in a setup line" if scored else None


def starts_with_three(before: State, after: State) -> str | None:
    """Three cards in hand once a player is set up; the advanced setup ends there, too (16.1.10)."""
    low, high = after.hand.get(after.turn, (0, 0))
    wanted = general()["starting_hand"]
    if low != high or low == wanted:
        return None
    return f"{after.turn} starts with {low} cards, not {wanted}"


def before_play(before: State, after: State) -> str | None:
    """Everybody is set up before the first turn (5.1.7), in whatever order it is written."""
    played = [faction for faction, number in before.turns.items() if number > 0]
    return f"{after.turn} is set up after {played[0]} has played" if played else None


for letter in FACTIONS:
    setup("5.1.2", "Step 2: Place Score Markers", letter)(starts_at_zero)
    setup("5.1.3", "Step 3: Draw Starting Hands", letter)(starts_with_three)
    setup("5.1.7", "Step 7: Set Up Factions", letter)(before_play)
