"""The Standard deck: cards used in their owner's turn, and the Favors."""

from __future__ import annotations

from collections import Counter

from notation.legs import Piece
from replayer.facts.schema import CardFacts
from simulator.cards import drop
from simulator.players import Loss, Player
from simulator.removal import clear, remove
from simulator.table import Table

# --- Birdsong -----------------------------------------------------------------------------


def better_burrow_bank(table: Table, player: Player) -> None:
    """The owner and another player draw a card each; one of them where only one is left."""
    both = [player, table.pick(table.others(player.letter))]
    if len(table.deck) > 1 and table.chance(0.6):
        table.draw_together([p.letter for p in both])
        return
    table.rng.shuffle(both)
    for drawer in both:
        table.draw(drawer.letter, 1)


def royal_claim(table: Table, player: Player) -> bool:
    """A point for every clearing ruled."""
    n = len(table.ruled(player.letter))
    if not table.chance(0.02 + 0.1 * n):
        return False
    drop(table, player, "royal")
    table.score(player.letter, n)
    return True


def stand_and_deliver(table: Table, player: Player) -> bool:
    """A random card of another player, who scores a point."""
    victims = [other for other in table.others(player.letter) if other.hand]
    if not victims or not table.chance(0.4):
        return False
    victim = table.pick(victims)
    late = table.chance(0.7)
    if not late:
        table.score(victim.letter)
    table.give(victim.letter, table.pick(victim.hand), player.letter, "#")
    if late:
        table.score(victim.letter)
    return True


# --- Daylight and Evening -----------------------------------------------------------------


def command_warren(table: Table, player: Player) -> None:
    """A battle."""
    options = player.battles()
    if options and table.chance(0.8):
        player.fight_one_of(options)


def tax_collector(table: Table, player: Player) -> bool:
    """A warrior off the map for a card."""
    warrior = Piece(player.letter, "w")
    at = [place for place, here in table.state.pieces.items() if warrior in here]
    clearings = sorted(place for place in at if isinstance(place, int))
    if not clearings or not table.chance(0.3):
        return False
    remove(table, [Loss(player, player, table.pick(clearings), Counter({warrior: 1}))])
    table.draw(player.letter, 1)
    return True


def codebreakers(table: Table, player: Player) -> bool:
    """A look at another player's hand."""
    holders = [other for other in table.others(player.letter) if other.hand]
    if not holders or not table.chance(0.4):
        return False
    table.write(f"{table.pick(holders).letter}^{player.letter}")
    return True


def cobbler(table: Table, player: Player) -> None:
    """A move."""
    options = player.free_ways()
    if options and table.chance(0.8):
        player.go_one_of(options)


def favor(table: Table, player: Player, card: CardFacts) -> None:
    """All enemy pieces in all clearings of its suit go."""
    clear(table, player, [c for c in table.map.clearings if table.suit(c) == card.suit])
