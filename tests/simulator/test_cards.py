"""Every card of both decks is crafted and used in simulated games."""

import re
from collections.abc import Callable

import pytest

from replayer.facts import deck
from simulator import cards_timing
from simulator.game import simulate
from simulator.players import Player
from simulator.table import Table

DISCARDED = {"Standard": ("armor", "sap", "royal"), "E&P": ("sabo", "false", "emi")}
"""Cards that their own use discards."""
WINDOWS = (
    cards_timing.FIRST_IN_BIRDSONG,
    cards_timing.LAST_IN_BIRDSONG,
    cards_timing.FIRST_IN_DAYLIGHT,
    cards_timing.FIRST_IN_EVENING,
    *cards_timing.BETWEEN.values(),
)
GAMES = 60
Effect = Callable[[Table, Player], bool | None]


def noting(card: str, effect: Effect, used: set[str]) -> Effect:
    """The effect, and a note where it has written anything."""

    def noted(table: Table, player: Player) -> bool | None:
        before = len(table.log)
        done = effect(table, player)
        if len(table.log) > before:
            used.add(card)
        return done

    return noted


@pytest.mark.parametrize("name", DISCARDED)
def test_every_card_with_an_effect_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    for window in WINDOWS:
        for card, effect in list(window.items()):
            monkeypatch.setitem(window, card, noting(card, effect, used))
    text = "\n".join(simulate(seed, deck=name) for seed in range(GAMES))
    cards = deck(name).cards
    held = {card.name for card in cards}
    assert used == {card for window in WINDOWS for card in window if card in held}
    glued = {
        card.suit.lower() + card.name if card.name in ("part", "favor") else card.name
        for card in cards
        if card.kind in ("persistent", "immediate")
    }
    assert set(re.findall(r"Z([a-z]+)", text)) == glued
    assert set(DISCARDED[name]) <= set(re.findall(r"#([a-z]+)[A-Z]?\$->", text))
