"""The state: everything on the table after some action, cheap to fork and to compare.

Collections are treated as immutable once they are in a state: `fork()` shares them all, and whoever
changes one puts a changed copy back. So a fork costs one small object, and equality short-cuts on identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from notation.actions import Faction, Suit
from notation.legs import Piece, Place

Count = tuple[int, int]
"""An interval: at least, at most. A record that leaves nothing out keeps both equal."""

DECK_SIZE = 54


class Game(msgspec.Struct, frozen=True):
    """What never changes during a game."""

    map: str  # Fall Winter Lake Mountain
    deck: str  # Standard, E&P
    suits: tuple[str, ...]  # suits[n] for clearing n; suits[0] == ""
    players: tuple[Faction, ...]  # in draft order
    landmarks: tuple[tuple[str, int], ...] = ()
    hirelings: tuple[str, ...] = ()
    law: str = "p6"


class Fault(NamedTuple):
    """Something that cannot have happened on a table: the record asked for what is not there."""

    kind: str  # "piece" "supply" "hand" "item" "card" "slot" "place" "score"
    message: str


class Plot(NamedTuple):
    """One plot token on the map, followed through swaps. `sub` is "" while it lies face down."""

    token: int
    sub: str


class TurnFacts(msgspec.Struct, frozen=True):
    """Counters the record itself shows, reset when a turn starts."""

    placed_plots: int = 0
    crafted: tuple[str, ...] = ()  # names and "%x" items crafted this turn
    revealed: tuple[tuple[Suit | None, int], ...] = ()  # own cards shown this turn, to all
    ferried: bool = False


class State:
    """Plain slots; see the comments for shape. `faults` belongs to the last action and is not compared."""

    __slots__ = (
        "acolytes_suit",  # outcast: (suit | None, hated: bool)
        "coalition",  # vagabond -> partner
        "crafted",  # faction -> sorted tuple of card names in play, dominance as "fdom" "mdom" "rdom" "bdom"
        "deck",  # Count: cards in the draw pile
        "decree",  # E: column r m x b -> sorted tuple of suits, viziers as "B!"
        "discard",  # sorted tuple of card texts ("F#tax", "R#", "#") as far as known
        "dominance",  # sorted tuple of suits of the available dominance cards
        "faults",  # tuple[Fault, ...] of the last action
        "ferry",  # clearing of the ferry, 0 where there is none
        "funds",  # O: funds told at the end of the turn
        "game",
        "hand",  # faction -> Count
        "hirelings",  # hireling -> (board, markers | None)
        "items",  # faction -> {item letter: n}: crafted items, or the hoard
        "item_supply",  # item letter -> n
        "known",  # faction -> sorted tuple of card texts surely in hand (publicly known)
        "leader",  # E: name or ""
        "ministers",  # D: sorted tuple of swayed ministers
        "crowns",  # D: ministers whose crown has left the game, rank -> sways so far
        "mood",  # H: name or ""
        "open_paths",  # frozenset of closed paths opened in play, (a, b) ascending
        "pieces",  # place -> {Piece: n}; "supply", "out", boards "A$" and so on included
        "plots",  # clearing -> Plot, Corvid tokens on the map
        "prices",  # O: {"h": 1, "r": 1, "m": 1}
        "quests",  # quests on offer or completed as far as known: place -> tuple of texts
        "relations",  # vagabond -> {faction: "h" "0" "1" "2" "a"}
        "retinue",  # K: column 1 2 3 -> sorted tuple of tokens F M R B ? and "f" for a Faithful Retainer
        "round",
        "ruins",  # clearing -> Count-like number of items left under the ruin there (ruin leaves at 0)
        "score",  # faction -> points, None once the marker has left the track
        "supporters",  # A: Count
        "this_turn",  # TurnFacts
        "turn",  # faction to move, "" before the first
        "satchel",  # vagabond -> frozenset of possible item tables; one table: sorted tuple of (item, area, state, n)
        "vizier",  # E: number of Loyal Viziers on the board
    )

    game: Game
    pieces: Mapping[Place, Mapping[Piece, int]]
    score: Mapping[Faction, int | None]
    hand: Mapping[Faction, Count]
    crafted: Mapping[Faction, tuple[str, ...]]
    items: Mapping[Faction, Mapping[str, int]]
    item_supply: Mapping[str, int]
    ruins: Mapping[int, int]
    mood: str
    turn: Faction
    this_turn: TurnFacts
    faults: tuple[Fault, ...]

    def fork(self) -> State:
        """A second state that shares every collection with this one."""
        raise NotImplementedError

    def at(self, place: Place) -> Mapping[Piece, int]:
        """Pieces at a place; empty where there are none."""
        raise NotImplementedError

    def count(self, place: Place, owner: str, kind: str | None = None, sub: str | None = None) -> int:
        """How many pieces of that owner (kind, subtype) are at a place."""
        raise NotImplementedError
