"""Standard setup (5.1): the header, cards dealt, ruins filled, factions set up in their order."""

from __future__ import annotations

from random import Random

from notation.reader import read_record
from replayer.engine import start
from replayer.facts import deck, faction_facts, general, map_facts
from simulator.factions import seated
from simulator.table import Table

SUITS = "FMR"


def header(rng: Random, factions: str, map_name: str, deck_name: str) -> str:
    """The head of a record and its player lines; suits are dealt where the map prints none."""
    lines = [f"Map: {map_name}", f"Deck: {deck_name}"]
    facts = map_facts(map_name)
    if not facts.suits_printed:
        suits = list(SUITS * (facts.count // len(SUITS)))
        rng.shuffle(suits)
        lines.append("Clearings: " + ", ".join(f"{s}{n}" for n, s in enumerate(suits, 1)))
    lines += ["", *(f"{letter}: {faction_facts(letter).name}" for letter in factions), ""]
    return "\n".join(lines)


def lay_out(rng: Random, head: str) -> Table:
    """A table with everything dealt (5.1.1 to 5.1.6); the players sit as the header names them."""
    state = start(read_record(head))
    players = state.game.players
    cards = [c for c in deck(state.game.deck).cards for _ in range(c.copies)]
    if len(players) == 2:
        cards = [card for card in cards if card.kind != "dominance"]
    table = Table(state, rng, cards)
    table.factions = {letter: seated(table, letter) for letter in players}
    for letter in players:
        table.hand[letter] = [table.deck.pop() for _ in range(general()["starting_hand"])]
    sets = max(state.ruins.values(), default=0)
    items = sorted(state.ruin_items)
    table.ruins = {clearing: [] for clearing in state.ruins}
    for _ in range(sets):
        rng.shuffle(items)
        for pile, item in zip(table.ruins.values(), items, strict=True):
            pile.append(item)
    return table


def set_up_factions(table: Table) -> None:
    """Every faction's own setup, in the order of the letters on their boards (5.1.7)."""
    for player in sorted(table.factions.values(), key=lambda p: p.facts.setup):
        table.begin(player.letter)
        player.setup()
        table.audit()


def starting_corner(table: Table, like_corners: tuple[int, ...] = ()) -> int:
    """A corner nobody started in, opposite to another's if one is free (7.3.2); it is taken."""
    free = [c for c in like_corners or table.map.corners if c not in table.corners]
    opposite = [c for c in free if table.map.opposite[c] in table.corners]
    corner = table.pick(opposite or free)
    table.corners.append(corner)
    return corner
