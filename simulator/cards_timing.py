"""When the cards in play are used: the frame calls these at their moments (4.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from replayer.facts.schema import CardFacts
from simulator import cards_exiles as exiles
from simulator import cards_standard as standard
from simulator.players import Player
from simulator.table import Table

Effect = Callable[[Table, Player], None]
Offer = Callable[[Table, Player], bool]
"""An effect used at most once a turn; whether it was."""

FIRST_IN_BIRDSONG: Mapping[str, Effect] = {
    "bank": standard.better_burrow_bank,
    "coffin": exiles.coffin_makers,
    "sabo": exiles.saboteurs,
}
LAST_IN_BIRDSONG: Mapping[str, Effect] = {"emi": exiles.eyrie_emigre}
FIRST_IN_DAYLIGHT: Mapping[str, Effect] = {"command": standard.command_warren}
FIRST_IN_EVENING: Mapping[str, Effect] = {
    "cob": standard.cobbler,
    "charm": exiles.charm_offensive,
}
BETWEEN: Mapping[str, Mapping[str, Offer]] = {
    "birdsong": {
        "royal": standard.royal_claim,
        "stand": standard.stand_and_deliver,
        "swap": exiles.swap_meet,
        "false": exiles.false_orders,
    },
    "daylight": {
        "tax": standard.tax_collector,
        "codeb": standard.codebreakers,
        "prop": exiles.propaganda_bureau,
        "league": exiles.league_of_adventurous_mice,
    },
}


def in_turn(table: Table, player: Player, effects: Mapping[str, Effect]) -> None:
    """Those of the effects whose cards are in play, in any order (1.1.3)."""
    names = [name for name in table.state.crafted[player.letter] if name in effects]
    table.rng.shuffle(names)
    for name in names:
        effects[name](table, player)


def start_of_birdsong(table: Table, player: Player) -> None:
    """Before everything else of the turn."""
    in_turn(table, player, FIRST_IN_BIRDSONG)


def end_of_birdsong(table: Table, player: Player) -> None:
    """After the faction's Birdsong."""
    in_turn(table, player, LAST_IN_BIRDSONG)


def start_of_daylight(table: Table, player: Player) -> None:
    """Before the faction's Daylight."""
    in_turn(table, player, FIRST_IN_DAYLIGHT)


def start_of_evening(table: Table, player: Player) -> None:
    """Before the faction's Evening."""
    in_turn(table, player, FIRST_IN_EVENING)


def interlude(table: Table, player: Player) -> None:
    """Between two units of the player's own turn: perhaps a card that this phase allows."""
    offers = BETWEEN.get(table.phase, {})
    for name in table.state.crafted[player.letter]:
        if name in offers and name not in table.used and offers[name](table, player):
            table.used.add(name)


def instead_of_drawing(table: Table, player: Player) -> bool:
    """In the Evening draw; True where a card was used and nothing is drawn."""
    return exiles.informants(table, player)


def crafted(table: Table, player: Player, card: CardFacts) -> None:
    """An immediate effect has been crafted and written: resolve it (4.1.2)."""
    standard.favor(table, player, card)


def item_crafted(table: Table, player: Player) -> None:
    """A player has crafted an item."""
    exiles.murine_broker(table, player)
