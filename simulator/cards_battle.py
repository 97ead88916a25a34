"""Cards used in battle, after the roll (4.3.3)."""

from __future__ import annotations

from simulator.cards import drop, has
from simulator.players import Battle, Player
from simulator.table import Table


def use_effects(table: Table, battle: Battle) -> None:
    """Extra hits and hits ignored, by either side as it likes. Raises GameOver where the defender
    wins by the point he gets."""
    sides = list(battle.sides)
    table.rng.shuffle(sides)
    for side in sides:
        armorers(table, battle, side)
        partisans(table, battle, side)
        if side is battle.attacker:
            brutal_tactics(table, battle)
        else:
            sappers(table, battle)


def armorers(table: Table, battle: Battle, side: Player) -> None:
    """Its side takes none of the rolled hits."""
    enemy = battle.enemy(side).letter
    wanted = 0.01 + 0.3 * battle.rolled[enemy]
    if has(table, side, "armor") and table.chance(wanted):
        drop(table, side, "armor")
        battle.rolled[enemy] = 0


def sappers(table: Table, battle: Battle) -> None:
    """An extra hit of the defender's."""
    if has(table, battle.defender, "sap") and table.chance(0.4):
        drop(table, battle.defender, "sap")
        battle.add(battle.defender, 1)


def brutal_tactics(table: Table, battle: Battle) -> None:
    """An extra hit of the attacker's, and a point for the defender."""
    if has(table, battle.attacker, "brutal") and table.chance(0.6):
        battle.add(battle.attacker, 1)
        table.score(battle.defender.letter)


def partisans(table: Table, battle: Battle, side: Player) -> None:
    """An extra hit in a clearing of their suit; every card in hand of another suit goes. Whether
    birds count as another is open."""
    suit = table.suit(battle.clearing)
    if not has(table, side, f"{suit.lower()}part"):
        return
    kept = suit + table.pick(("", "B"))
    lost = [card for card in side.hand if card.suit not in kept]
    if table.chance(0.8 / (1 + len(lost))):
        table.spend_together(side.letter, lost)
        battle.add(side, 1)
