"""What the components print and the Law counts: data files, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tomllib import loads
from typing import TypeVar

import msgspec

from replayer.facts.schema import (
    Border,
    CardFacts,
    CardKind,
    Character,
    CharactersFile,
    DeckFacts,
    DeckFile,
    FactionFacts,
    GeneralFile,
    Hireling,
    HirelingsFile,
    Item,
    ItemsFile,
    Leader,
    MapFacts,
    MapFile,
    Minister,
    Mood,
    Pair,
    Quest,
    QuestsFile,
    Scale,
    Waystation,
)

__all__ = [
    "FACTIONS",
    "MAPS",
    "Border",
    "CardFacts",
    "DeckFacts",
    "FactionFacts",
    "MapFacts",
    "Scale",
    "characters",
    "deck",
    "faction_facts",
    "general",
    "hirelings",
    "items",
    "leaders",
    "map_facts",
    "ministers",
    "moods",
    "quests",
    "relic_values",
    "waystations",
]

FOLDER = Path(__file__).parent
MAPS = ("Fall", "Winter", "Lake", "Mountain")
DECKS = {"Standard": "standard", "E&P": "exiles"}
FACTIONS = {
    "C": "marquise",
    "E": "eyrie",
    "A": "alliance",
    "V": "vagabond",
    "G": "vagabond",
    "L": "cult",
    "O": "riverfolk",
    "D": "duchy",
    "P": "corvids",
    "H": "hundreds",
    "K": "keepers",
}

T = TypeVar("T")


def _load(path: str, shape: type[T]) -> T:
    return msgspec.convert(loads((FOLDER / path).read_text(encoding="utf-8")), shape)


@cache
def map_facts(name: str) -> MapFacts:
    """A map by its name in Rootlog: Fall, Winter, Lake or Mountain. Raises KeyError for another."""
    if name not in MAPS:
        raise KeyError(name)
    rows = _load(f"maps/{name.lower()}.toml", MapFile)
    clearings = tuple(row.n for row in rows.clearings)
    size = len(clearings) + 1
    lake = rows.lake.clearings if rows.lake else ()
    rivers = rows.rivers.pairs if rows.rivers else ()
    corners = rows.corners
    ring = (corners.top_left, corners.top_right, corners.bottom_right, corners.bottom_left)
    return MapFacts(
        name=rows.name,
        title=rows.title,
        clearings=clearings,
        adjacent=_neighbours(rows.paths.pairs, size),
        closed=frozenset(rows.closed.pairs if rows.closed else ()),
        rivers=_neighbours((*rivers, *((a, b) for a in lake for b in lake if a < b)), size),
        coastal=frozenset(lake),
        slots=(0, *(row.slots for row in rows.clearings)),
        ruins=frozenset(row.n for row in rows.clearings if row.ruins),
        suits=("", *(row.suit for row in rows.clearings)),
        corners=ring,
        opposite={ring[i]: ring[i - 2] for i in range(4)},
        edge=rows.edge.clearings,
        forests={
            row.id: frozenset(int(n) for n in row.id.split("_")) for row in rows.forests.areas
        },
        forest_adjacent=_borders(rows),
        ferry=rows.ferry.clearing if rows.ferry else 0,
        tower=rows.tower.clearing if rows.tower else 0,
        clearing_xy=((0.0, 0.0), *((row.x, row.y) for row in rows.clearings)),
        forest_xy={row.id: (row.x, row.y) for row in rows.forests.areas},
    )


def _neighbours(pairs: tuple[Pair, ...], size: int) -> tuple[frozenset[int], ...]:
    table: list[set[int]] = [set() for _ in range(size)]
    for a, b in pairs:
        table[a].add(b)
        table[b].add(a)
    return tuple(frozenset(row) for row in table)


def _borders(rows: MapFile) -> Mapping[str, Mapping[str, Border]]:
    table: dict[str, dict[str, Border]] = {row.id: {} for row in rows.forests.areas}
    for row in rows.forests.borders:
        table[row.a][row.b] = table[row.b][row.a] = Border(row.kind, row.between)
    return table


@cache
def faction_facts(letter: str) -> FactionFacts:
    """A faction by its letter in Rootlog; `G` is the second Vagabond.

    Raises KeyError for another letter.
    """
    facts = _load(f"factions/{FACTIONS[letter]}.toml", FactionFacts)
    second = facts.second
    if second is not None and second.letter == letter:
        return msgspec.structs.replace(
            facts, letter=letter, setup=second.setup, reach=second.reach, second=None
        )
    return facts


@cache
def deck(name: str) -> DeckFacts:
    """A deck by its name in Rootlog: Standard or E&P. Raises KeyError for another."""
    kinds: tuple[CardKind, ...] = ("ambush", "dominance", "item", "persistent", "immediate")
    files = [_load(f"decks/{file}.toml", DeckFile) for file in ("common", DECKS[name])]
    cards = tuple(
        CardFacts(
            row.name,
            row.title,
            row.suit,
            row.copies,
            kind,
            dict(row.cost or {}),
            row.item,
            row.points,
            row.source,
        )
        for file in files
        for kind in kinds
        for row in getattr(file, kind)
    )
    by_name: dict[str, tuple[CardFacts, ...]] = {}
    for card in cards:
        by_name[card.name] = (*by_name.get(card.name, ()), card)
    return DeckFacts(name, cards, by_name)


@cache
def items() -> Mapping[str, Item]:
    """Items by letter, with what the map's supply and the ruins start with (5.1.5, 9.3.4)."""
    return {row.letter: row for row in _load("items.toml", ItemsFile).items}


@cache
def quests() -> tuple[Quest, ...]:
    """The fifteen quest cards."""
    return _load("quests.toml", QuestsFile).quests


@cache
def characters() -> Mapping[str, Character]:
    """Vagabond characters by name."""
    return {row.name: row for row in _load("characters.toml", CharactersFile).characters}


@cache
def hirelings() -> Mapping[str, Hireling]:
    """Hirelings by the letter after `h_`."""
    return {row.letter: row for row in _load("hirelings.toml", HirelingsFile).hirelings}


@cache
def general() -> Mapping[str, int]:
    """Numbers that hold in every game: `general()["hand_limit"]`."""
    return {name: row.value for name, row in _load("general.toml", GeneralFile).numbers.items()}


@cache
def leaders() -> Mapping[str, Leader]:
    """Eyrie leaders by name (7.8)."""
    return {row.name: row for row in faction_facts("E").leaders}


@cache
def ministers() -> Mapping[str, Minister]:
    """Duchy ministers by name (12.5.2)."""
    return {row.name: row for row in faction_facts("D").ministers}


@cache
def moods() -> Mapping[str, Mood]:
    """Hundreds moods by name, each with the letter of the item it shows, if any (14.7)."""
    return {row.name: row for row in faction_facts("H").moods}


@cache
def relic_values() -> Mapping[str, tuple[int, ...]]:
    """Relic type (f t j) -> the values on its tokens (15.2.1)."""
    return {row.sub: row.values for row in faction_facts("K").relics}


@cache
def waystations() -> tuple[Waystation, ...]:
    """The three waystations, each with its two sides (15.2.2)."""
    return faction_facts("K").waystations
