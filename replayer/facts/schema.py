"""Shapes of the facts: rows as the data files write them, and the tables the program reads.

Every row has a `source`: a number of the Law, or the component that prints it ("map", "board",
"card", "die", "box"). Unknown keys in a file are errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec

Suit = Literal["F", "M", "R", "B"]
CardKind = Literal["item", "persistent", "immediate", "ambush", "dominance"]
Unit = Literal["warriors", "actions", "points", "cards", "wood", "supporters", "items", "aids"]
Between = Literal["path", "closed", "river", "coast"]
Pair = tuple[int, int]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Any row of a data file."""

    source: str


class Scale(Row, frozen=True):
    """A printed row of values: `at(n)` is the value for n; the last one holds beyond."""

    index: str  # what n counts
    steps: tuple[int, ...]
    unit: Unit

    def at(self, n: int) -> int:
        """The value for n, n >= 0."""
        return self.steps[min(n, len(self.steps) - 1)]


class Number(Row, frozen=True):
    """A single printed value."""

    value: int


# --- maps ---------------------------------------------------------------------------------


class ClearingRow(Row, frozen=True):
    n: int
    slots: int  # the one under a ruin included
    x: float  # fraction of the board's width, from the left
    y: float  # fraction of the board's height, from the top
    suit: Literal["F", "M", "R", ""] = ""  # "" where the map prints none
    ruins: int = 0


class PairRows(Row, frozen=True):
    pairs: tuple[Pair, ...]


class ClearingsRow(Row, frozen=True):
    clearings: tuple[int, ...]


class PlaceRow(Row, frozen=True):
    clearing: int


class CornersRow(Row, frozen=True):
    top_left: int
    top_right: int
    bottom_right: int
    bottom_left: int


class ForestRow(Row, frozen=True):
    id: str
    x: float
    y: float


class BorderRow(Row, frozen=True):
    a: str
    b: str
    kind: Between
    between: tuple[int, ...]  # the path's or river's two ends, or the clearing on the coast


class ForestRows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    areas: tuple[ForestRow, ...]
    borders: tuple[BorderRow, ...]


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    clearings: tuple[ClearingRow, ...]
    paths: PairRows
    edge: ClearingsRow
    corners: CornersRow
    forests: ForestRows
    rivers: PairRows | None = None
    closed: PairRows | None = None
    lake: ClearingsRow | None = None
    ferry: PlaceRow | None = None
    tower: PlaceRow | None = None


class Border(msgspec.Struct, frozen=True):
    """What lies between two forests; `ends` are two clearings, or the one on the coast."""

    kind: Between
    ends: tuple[int, ...]


class MapFacts(msgspec.Struct, frozen=True, dict=True):
    """A map at the start of a game. Tuples are indexed by clearing; index 0 is empty.

    `closed` pairs are ascending and not in `adjacent`. `rivers` joins every two coastal clearings
    of the lake (16.2.2.II). `forest_adjacent` holds forests behind a closed path too (16.2.3.II).
    """

    name: str  # Fall Winter Lake Mountain
    title: str
    clearings: tuple[int, ...]
    adjacent: tuple[frozenset[int], ...]
    closed: frozenset[Pair]
    rivers: tuple[frozenset[int], ...]
    coastal: frozenset[int]
    slots: tuple[int, ...]
    ruins: frozenset[int]
    suits: tuple[str, ...]  # F M R, "" where the map prints none
    corners: tuple[int, ...]  # clockwise from the top left
    opposite: Mapping[int, int]
    edge: tuple[int, ...]  # clockwise from the top left corner
    forests: Mapping[str, frozenset[int]]
    forest_adjacent: Mapping[str, Mapping[str, Border]]
    ferry: int  # clearing where it starts, 0 where there is none
    tower: int
    clearing_xy: tuple[tuple[float, float], ...]
    forest_xy: Mapping[str, tuple[float, float]]

    @property
    def count(self) -> int:
        """How many clearings."""
        return len(self.clearings)

    @cached_property
    def river_clearings(self) -> frozenset[int]:
        """Clearings that touch a river or the lake."""
        return frozenset(n for n in self.clearings if self.rivers[n])

    @cached_property
    def suits_printed(self) -> bool:
        return all(self.suits[1:])


# --- factions -----------------------------------------------------------------------------


class PieceRow(Row, frozen=True):
    kind: Literal["w", "p", "b", "t"]
    name: str  # as messages call it
    count: int
    sub: str = ""


class CraftingRow(Row, frozen=True):
    """Crafting pieces: "b_w" that subtype only, "b" any."""

    pieces: tuple[str, ...]


class SecondRow(Row, frozen=True):
    """Where the second Vagabond's board differs."""

    letter: str
    setup: str
    reach: int


class Leader(Row, frozen=True):
    name: str
    viziers: tuple[str, str]  # columns


class Minister(Row, frozen=True):
    name: str
    rank: Literal["squire", "noble", "lord"]
    cards: int  # to reveal
    points: int  # when swayed


class Mood(Row, frozen=True):
    name: str
    item: str | None = None


class HoardTrack(Row, frozen=True):
    name: Literal["command", "prowess"]
    items: tuple[str, ...]
    spaces: int


class PlotType(Row, frozen=True):
    sub: str
    name: str
    count: int


class RelicType(Row, frozen=True):
    sub: str
    name: str
    values: tuple[int, ...]


class Waystation(Row, frozen=True):
    sides: tuple[str, str]


class Service(Row, frozen=True):
    letter: str
    name: str
    prices: tuple[int, ...]


class FactionFacts(Row, frozen=True, dict=True):
    """A faction's components and printed values.

    `setup` is the letter on its board: setup goes in their order. Empty tuples where a kind of
    thing is another faction's.
    """

    name: str
    letter: str
    setup: str
    reach: int
    pieces_rows: tuple[PieceRow, ...] = msgspec.field(name="pieces")
    crafting: CraftingRow
    scales: Mapping[str, Scale]
    numbers: Mapping[str, Number]
    second: SecondRow | None = None
    decree: tuple[str, ...] = ()  # E: columns from left to right
    leaders: tuple[Leader, ...] = ()
    ministers: tuple[Minister, ...] = ()
    moods: tuple[Mood, ...] = ()
    hoard: tuple[HoardTrack, ...] = ()
    plots: tuple[PlotType, ...] = ()
    relics: tuple[RelicType, ...] = ()
    waystations: tuple[Waystation, ...] = ()
    services: tuple[Service, ...] = ()

    @cached_property
    def pieces(self) -> Mapping[tuple[str, str], int]:
        """Component limits: (kind, subtype) in Rootlog's letters -> how many there are."""
        return {(row.kind, row.sub): row.count for row in self.pieces_rows}

    def number(self, name: str) -> int:
        """A single printed value. Raises KeyError for an unknown name."""
        return self.numbers[name].value

    def crafts_with(self, kind: str, sub: str) -> bool:
        """Whether a piece of this kind and subtype is one of the faction's crafting pieces."""
        return kind in self.crafting.pieces or f"{kind}_{sub}" in self.crafting.pieces

    def piece_name(self, kind: str, sub: str) -> str:
        """The Law's word for a piece; its Rootlog spelling where no row has that subtype."""
        for row in self.pieces_rows:
            if (row.kind, row.sub) == (kind, sub):
                return row.name
        return f"{kind}_{sub}" if sub else kind


# --- cards and items ----------------------------------------------------------------------


class CardRow(Row, frozen=True):
    name: str
    title: str
    suit: Suit
    copies: int
    cost: dict[Literal["F", "M", "R", "any"], int] | None = None
    item: str | None = None
    points: int = 0


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str | None = None
    ambush: tuple[CardRow, ...] = ()
    dominance: tuple[CardRow, ...] = ()
    item: tuple[CardRow, ...] = ()
    persistent: tuple[CardRow, ...] = ()
    immediate: tuple[CardRow, ...] = ()


class CardFacts(msgspec.Struct, frozen=True):
    """One card of a deck. `cost` counts crafting pieces by suit, "any" for pieces of any suit;
    it is empty where the card cannot be crafted."""

    name: str  # Rootlog's abbreviation; "@" an ambush, "dom" dominance
    title: str
    suit: Suit
    copies: int
    kind: CardKind
    cost: Mapping[str, int]
    item: str | None
    points: int
    source: str


class DeckFacts(msgspec.Struct, frozen=True):
    """A whole deck. The four dominance cards leave it in a game of two (5.1.3)."""

    name: str
    cards: tuple[CardFacts, ...]
    by_name: Mapping[str, tuple[CardFacts, ...]]

    def named(self, name: str) -> tuple[CardFacts, ...]:
        """The cards of that name, one a suit; empty where the deck has none."""
        return self.by_name.get(name, ())

    def card(self, name: str, suit: str | None = None) -> CardFacts:
        """The card of that name (and suit). "rpart" is the name "part" of that suit.

        Raises KeyError where the deck has none, or more than one and no suit is given.
        """
        found = [card for card in self.named(name) if suit in (None, card.suit)]
        if not found and name[1:] in ("part", "favor", "dom"):
            found = [card for card in self.named(name[1:]) if card.suit == name[0].upper()]
        if len(found) != 1:
            raise KeyError(f"{len(found)} cards {suit or ''}#{name} in the {self.name} deck")
        return found[0]

    def size(self) -> int:
        return sum(card.copies for card in self.cards)


class Item(Row, frozen=True):
    letter: str
    name: str
    supply: int  # on the map at the start
    ruins: int  # of the four under the ruins


class Quest(Row, frozen=True):
    name: str
    title: str
    suit: Suit
    items: str  # two item letters


class Character(Row, frozen=True):
    name: str
    items: str  # item letters it starts with


class Hireling(Row, frozen=True):
    letter: str
    promoted: str
    demoted: str
    pieces: dict[str, int]
    clubs: int = 0


class ItemsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    items: tuple[Item, ...]


class QuestsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    quests: tuple[Quest, ...]


class CharactersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    characters: tuple[Character, ...]


class HirelingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hirelings: tuple[Hireling, ...]


class GeneralFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    numbers: dict[str, Number]
