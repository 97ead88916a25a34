"""Winning without thirty points: dominance cards (3.3)."""

from __future__ import annotations

from replayer.facts import general
from simulator.players import Player
from simulator.table import GameOver, Table, full


def at_start_of_birdsong(table: Table, player: Player) -> None:
    """Raises GameOver where an active dominance card wins (3.3.1)."""
    kept = [name for name in table.state.crafted[player.letter] if name.endswith("dom")]
    if not kept or player.letter in table.state.coalition:
        return
    suit = kept[0][0].upper()
    ruled = set(table.ruled(player.letter))
    if suit == "B":
        opposite = table.map.opposite
        won = any(c in ruled and opposite[c] in ruled for c in table.map.corners)
    else:
        fitting = [c for c in ruled if table.suit(c) == suit]
        won = len(fitting) >= general()["dominance_clearings"]
    if won:
        raise GameOver(table.with_partners(player.letter))


def interlude(table: Table, player: Player) -> None:
    """In Daylight: perhaps take an available dominance card, perhaps activate one."""
    if table.available and table.chance(0.05):
        take(table, player)
    if table.chance(0.1):
        activate(table, player)


def take(table: Table, player: Player) -> None:
    """Spend a card of its suit for an available dominance card (3.3.4)."""
    card = table.pick(table.available)
    paid = table.matching(player.letter, card.suit)
    if paid:
        table.spend(player.letter, table.pick(paid))
        table.available.remove(card)
        table.write(f"{full(card)}->{player.letter}")
        player.hand.append(card)


def activate(table: Table, player: Player) -> None:
    """Put a dominance card of the hand into play, from ten points on (3.3.1)."""
    held = [card for card in player.hand if card.kind == "dominance"]
    points = player.points
    if not held or points is None or points < general()["dominance_points"]:
        return
    player.activate_dominance(table.pick(held))
