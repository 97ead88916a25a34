"""Cards in play: the effects of both decks. The frame calls these at their moments."""

from __future__ import annotations

from replayer.facts.schema import CardFacts
from simulator.players import Battle, Player
from simulator.table import Table


def has(table: Table, player: Player, name: str) -> bool:
    """Whether that card lies in the player's play area; partisans with their suit ("fpart")."""
    return name in table.state.crafted[player.letter]


def start_of_birdsong(table: Table, player: Player) -> None:
    """Before everything else of the turn."""


def end_of_birdsong(table: Table, player: Player) -> None:
    """After the faction's Birdsong."""


def start_of_daylight(table: Table, player: Player) -> None:
    """Before the faction's Daylight."""


def interlude(table: Table, player: Player) -> None:
    """Between two units of the player's own turn; `table.phase` says in which phase."""


def start_of_evening(table: Table, player: Player) -> None:
    """Before the faction's Evening."""


def instead_of_drawing(table: Table, player: Player) -> bool:
    """In the Evening draw; True where the card was used and nothing is drawn."""
    return False


UNPLAYED = frozenset(("bank", "coffin", "emi", "favor", "murine"))
"""Cards with effects nobody may leave out, which the simulator does not play yet."""


def may_craft(table: Table, player: Player, card: CardFacts) -> bool:
    """Whether the simulator plays a card's effect."""
    return card.name not in UNPLAYED


def crafted(table: Table, player: Player, card: CardFacts) -> None:
    """An immediate effect has been crafted and written: resolve it."""


def item_points(table: Table, player: Player) -> int:
    """Points beyond the item's own for crafting it."""
    return 1 if has(table, player, "engrave") else 0


def may_be_ambushed(table: Table, battle: Battle) -> bool:
    """Whether an ambush would touch the attacker."""
    return not has(table, battle.attacker, "scout")


def before_roll(table: Table, battle: Battle) -> None:
    """After the ambush, before the roll."""


def in_battle(table: Table, battle: Battle) -> None:
    """After the roll: extra hits, hits ignored."""
