"""14.3 Lord of the Hundreds: setup."""

from __future__ import annotations

from notation.legs import Piece
from replayer.facts import faction_facts as facts_of
from replayer.facts import map_facts
from replayer.state import State
from validator.law.s02_terms import WARLORD, clearings
from validator.law.s05_setup import starting_corners
from validator.law.s14_hoard import FACTS, MOB, STRONGHOLD, WARRIOR, H, warlord_at
from validator.registry import setup


@setup("14.3.2", "Step 2: Garrison", H)
def garrison(before: State, after: State) -> str | None:
    """The warlord, four warriors and a stronghold in a free corner, opposite a start if possible.

    With advanced setup only that they stand together is asked.
    """
    warlord = warlord_at(after)
    if warlord is None:
        return "the warlord is not placed"
    wanted = {WARLORD: 1, WARRIOR: FACTS.number("setup_warriors"), STRONGHOLD: 1, MOB: 0}
    for piece, n in wanted.items():
        if after.at(warlord).get(piece, 0) != n or on_map(after, piece) != n:
            return "the warlord, four warriors and one stronghold start together, and nothing else"
    if is_advanced(before, after):
        return None
    return corner_complaint(before, after, warlord)


def on_map(state: State, piece: Piece) -> int:
    return sum(state.at(clearing).get(piece, 0) for clearing in clearings(state))


def is_advanced(before: State, after: State) -> bool:
    """Whether it may be the advanced setup (16.1): landmarks, hirelings or a hand drawn."""
    game = after.game
    return bool(game.landmarks or game.hirelings) or before.hand.get(H) != after.hand.get(H)


def corner_complaint(before: State, after: State, warlord: int) -> str | None:
    facts = map_facts(after.game.map)
    if warlord not in facts.corners:
        return "the Hundreds start in a corner clearing"
    taken = starting_corners(before)
    if warlord in taken:
        return "another player started in this corner"
    opposite = {facts.opposite[c] for c in taken} - taken
    if opposite and warlord not in opposite and not anyone_to_come(before):
        return "a corner diagonally opposite a starting corner is free"
    return None


def anyone_to_come(state: State) -> bool:
    """Whether somebody who starts in a corner before the Hundreds do is written behind them."""
    return any(
        facts_of(faction).setup < FACTS.setup and not is_on_map(state, faction)
        for faction in state.game.players
        if faction in "CELD"
    )


def is_on_map(state: State, faction: str) -> bool:
    return any(state.count(clearing, faction) for clearing in clearings(state))


@setup("14.3.4", "Step 4: Get Stubborn", H)
def get_stubborn(before: State, after: State) -> str | None:
    """Stubborn until the first mood is chosen; a record may leave it out."""
    return None if after.mood in ("", "stubborn") else "the first mood is Stubborn"
