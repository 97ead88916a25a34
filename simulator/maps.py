"""What the variant maps let anybody do: closed paths and the Pass (16.2.3)."""

from __future__ import annotations

from replayer.facts import general
from simulator.players import Player
from simulator.table import Table


def open_a_path(table: Table, player: Player) -> None:
    """Perhaps spend a card to open a closed path, once a turn in Daylight (16.2.3.III)."""
    closed = table.map.closed - table.state.open_paths
    if not closed or table.state.this_turn.opened or not player.hand or not table.chance(0.1):
        return
    near = sorted(p for p in closed if any(table.holds(player.letter, end) for end in p))
    if not near:
        return
    a, b = table.pick(near)
    table.spend(player.letter, table.pick(player.hand))
    table.write(f"{a}_{b}->")
    table.score(player.letter, general()["closed_path_points"])


def tower(table: Table, player: Player) -> None:
    """At the end of Evening the ruler of the Pass scores (16.2.3.IV)."""
    if table.map.tower and table.rules(player.letter, table.map.tower):
        table.score(player.letter, general()["pass_points"])
