"""Where the legal games come from: played by the simulator, every mix of factions on every map."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, count
from typing import NamedTuple

from replayer.facts import MAPS
from simulator.factions import PLAYED
from simulator.game import DECKS, PLAYERS, BadFactions, check_factions, simulate


class Source(NamedTuple):
    """A game to simulate."""

    seed: int
    factions: str
    map: str
    deck: str

    @property
    def name(self) -> str:
        return f"{self.seed}-{self.factions}-{self.map}-{self.deck}"

    def text(self) -> str:
        return simulate(self.seed, self.factions, self.map, self.deck)


def mixes() -> list[str]:
    """Every mix of factions that can be set up."""
    found = []
    for size in PLAYERS:
        for letters in combinations(PLAYED, size):
            try:
                found.append(check_factions("".join(letters)))
            except BadFactions:
                continue
    return found


def sources(seed: int) -> Iterator[Source]:
    """Games without end, the same for the same seed: in every order of seats that chance gives,
    every mix of factions on every map before any comes again."""
    pick = random.Random(seed)
    tables = [(mix, name) for mix in mixes() for name in MAPS]
    numbers = count(seed * 1_000_000)
    while True:
        for mix, name in pick.sample(tables, len(tables)):
            seats = "".join(pick.sample(mix, len(mix)))
            yield Source(next(numbers), seats, name, pick.choice(DECKS))
