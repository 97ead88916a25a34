"""Moving (4.2): where a player may go, the move itself, what it brings about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from notation.legs import Piece
from simulator.players import Player, Way
from simulator.table import Table


def ways(table: Table, player: Player, starts: Iterable[int] | None = None) -> list[Way]:
    """Every way a player may move warriors now, from these clearings or any."""
    found = []
    for start in table.map.clearings if starts is None else starts:
        if not player.movable(start) or table.snared(player.letter, start):
            continue
        ends = [Way(start, end) for end in player.neighbours(start)]
        if table.state.ferry == start and not table.state.this_turn.ferried:
            ends += [Way(start, end, True) for end in table.map.coastal if end != start]
        found += [way for way in sorted(ends) if way_open(table, player, way)]
    return found


def way_open(table: Table, player: Player, way: Way) -> bool:
    if way.end in table.state.scorched:
        return False
    return player.crosses(way) or any(
        table.rules(player.letter, at) for at in (way.start, way.end) if at
    )


def move(table: Table, player: Player, way: Way, group: Counter[Piece]) -> None:
    """One move of a group, with the card that the ferry gives and what others make of it."""
    start = "" if all(piece.kind == "p" for piece in group) else way.start
    if way.ferry:
        told = "+".join([table.words(group).strip("()"), "f"])
        table.write(f"{told}->{way.end}" if start == "" else f"({told}){start}->{way.end}")
        table.draw(player.letter, 1)
    else:
        table.write(f"{table.words(group)}{start}->{way.end}")
    if any(piece.kind == "w" for piece in group):
        for other in table.others(player.letter):
            other.on_moved_in(player, way.end)
    player.after_move(way)


def move_some(table: Table, player: Player, options: Sequence[Way]) -> Way:
    """Move some group along one of these ways, as the player likes; the way it went."""
    way = table.weigh([(player.likes_way(way), way) for way in options])
    move(table, player, way, player.group(way))
    return way
