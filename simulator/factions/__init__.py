"""The factions that the simulator plays, a module each."""

from __future__ import annotations

from importlib import import_module

from simulator.players import Player
from simulator.table import Table

PLAYED = {
    "C": "marquise",
    "E": "eyrie",
    "A": "alliance",
    "L": "cult",
    "O": "riverfolk",
    "D": "duchy",
    "V": "vagabond",
    "G": "vagabond",
    "P": "corvids",
    "H": "hundreds",
    "K": "keepers",
}
"""Letter -> module; its class is called as the module, with a capital."""


def seated(table: Table, letter: str) -> Player:
    """A player of that faction at a table. Raises KeyError where the simulator has none."""
    name = PLAYED[letter]
    module = import_module(f"simulator.factions.{name}")
    player: Player = getattr(module, name.capitalize())(table, letter)
    return player
