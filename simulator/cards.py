"""Cards in play: which lie where, and what the standing ones change."""

from __future__ import annotations

from replayer.facts import deck
from simulator.players import Battle, Player
from simulator.table import Table


def has(table: Table, player: Player, name: str) -> bool:
    """Whether that card lies in the player's play area; partisans with their suit ("fpart")."""
    return name in table.state.crafted[player.letter]


def drop(table: Table, owner: Player, name: str) -> None:
    """A card in play is discarded."""
    card = deck(table.state.game.deck).card(name)
    suit = card.suit if card.name != name else ""
    table.write(f"{suit}#{card.name}{table.by(owner.letter)}$->")
    table.to_discard(card)


def foils_ambushes(table: Table, battle: Battle) -> bool:
    """Whether an ambush takes nothing from the attacker."""
    return has(table, battle.attacker, "scout")


def item_points(table: Table, player: Player) -> int:
    """Points beyond the item's own for crafting it."""
    return 1 if has(table, player, "engrave") else 0
