"""The data files: whole, consistent, sourced, and equal to the gathered facts if present."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from replayer import facts
from replayer.facts import schema
from validator import rulebook

FOLDER = Path(facts.__file__).parent
FILES = sorted(FOLDER.rglob("*.toml"))
GATHERED = Path(__file__).resolve().parents[3] / "shared" / "facts"
COMPONENTS = {"map", "board", "card", "die", "box"}
NUMBER = re.compile(r"\d+(\.\d+){1,2}(\.[IVX]+[a-d]?)?")

needs_gathered = pytest.mark.skipif(not GATHERED.exists(), reason="no gathered facts beside us")


def rows(table: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table of a file that holds values rather than only tables."""
    if isinstance(table, list):
        for i, row in enumerate(table):
            yield from rows(row, f"{path}[{i}]")
    elif isinstance(table, dict):
        if any(not isinstance(v, dict | list) for v in table.values()) or not table:
            yield path, table
        for key, value in table.items():
            yield from rows(value, f"{path}.{key}")


def gathered(name: str) -> Any:
    return json.loads((GATHERED / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_row_names_its_source(file: Path) -> None:
    found = 0
    for path, row in rows(tomllib.loads(file.read_text(encoding="utf-8"))):
        if not path and file.parent.name in ("maps", "decks"):
            continue  # the file's own name
        if path.endswith((".cost", ".pieces")):
            continue  # part of a row
        found += 1
        assert "source" in row, f"{path} of {file.name}"
        source = row["source"]
        assert source in COMPONENTS or NUMBER.fullmatch(source), f"{path} of {file.name}: {source}"
    assert found


def test_sources_are_numbers_of_the_law() -> None:
    for file in FILES:
        for path, row in rows(tomllib.loads(file.read_text(encoding="utf-8"))):
            source = row.get("source", "board")
            known = source in COMPONENTS or rulebook.entry(source).number == source
            assert known, f"{path} of {file.name}: {source}"


def test_an_unknown_key_is_an_error() -> None:
    row = {"kind": "w", "name": "warrior", "count": 1, "source": "board", "colour": "red"}
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.convert(row, schema.PieceRow)


# --- maps ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", facts.MAPS)
def test_a_map_is_whole(name: str) -> None:
    m = facts.map_facts(name)
    assert m.name == name
    assert m.clearings == tuple(range(1, 13))
    assert m.count == 12
    assert len(m.ruins) == facts.general()["ruins"]
    for table in (m.adjacent, m.rivers):
        assert len(table) == 13
        assert not table[0]
        for a in m.clearings:
            assert a not in table[a]
            assert all(a in table[b] for b in table[a])
    for a, b in m.closed:
        assert a < b
        assert b not in m.adjacent[a]
    assert all(m.opposite[m.opposite[c]] == c != m.opposite[c] for c in m.corners)
    assert set(m.corners) <= set(m.edge)
    assert m.suits_printed == (name == "Fall")
    assert all(0 < x < 1 and 0 < y < 1 for x, y in (*m.clearing_xy[1:], *m.forest_xy.values()))
    assert m.river_clearings.issuperset(m.coastal)


@pytest.mark.parametrize("name", facts.MAPS)
def test_the_edge_is_a_ring_of_paths(name: str) -> None:
    m = facts.map_facts(name)
    for a, b in zip(m.edge, m.edge[1:] + m.edge[:1], strict=True):
        assert b in m.adjacent[a] or tuple(sorted((a, b))) in m.closed


@pytest.mark.parametrize("name", facts.MAPS)
def test_forests_fit_their_borders(name: str) -> None:
    m = facts.map_facts(name)
    for forest, clearings in m.forests.items():
        assert forest == "_".join(str(n) for n in sorted(clearings))
        assert len(clearings) >= 3
        for other, border in m.forest_adjacent[forest].items():
            assert m.forest_adjacent[other][forest] == border
            assert set(border.ends) <= clearings & m.forests[other]
            match border.kind:
                case "path":
                    assert border.ends[1] in m.adjacent[border.ends[0]]
                case "closed":
                    assert border.ends in m.closed
                case "river":
                    assert border.ends[1] in m.rivers[border.ends[0]]
                case "coast":
                    assert set(border.ends) <= m.coastal
    assert {c for f in m.forests.values() for c in f} == set(m.clearings)


def test_what_only_some_maps_have() -> None:
    by = {name: facts.map_facts(name) for name in facts.MAPS}
    assert {n: m.ferry for n, m in by.items()} == {"Fall": 0, "Winter": 0, "Lake": 1, "Mountain": 0}
    assert {n: m.tower for n, m in by.items() if m.tower} == {"Mountain": 10}
    assert [n for n, m in by.items() if m.closed] == ["Mountain"]
    assert len(by["Mountain"].closed) == 6
    assert [n for n, m in by.items() if m.coastal] == ["Lake"]
    assert "".join(by["Fall"].suits) == "FMRRRFMFMRMF"


@needs_gathered
@pytest.mark.parametrize("name", facts.MAPS)
def test_maps_equal_the_gathered_facts(name: str) -> None:
    m = facts.map_facts(name)
    theirs = gathered("maps")["maps"][name.lower()]
    assert {tuple(p) for p in theirs["closed_paths_at_start"]} == m.closed
    assert tuple(theirs["map_edge_loop"]) == m.edge
    assert tuple(theirs["corners"][k] for k in _CORNERS) == m.corners
    for row in theirs["clearings"]:
        n = row["number"]
        assert set(row["adjacent_by_path"]) == m.adjacent[n]
        assert set(row["linked_by_river"]) == m.rivers[n]
        assert row["building_slots"] == m.slots[n]
        assert bool(row["ruin_slots"]) == (n in m.ruins)
        assert row["coastal"] == (n in m.coastal)
        assert _SUITS[row["printed_suit"]] == m.suits[n]
        assert row["diagonally_opposite_corner"] == m.opposite.get(n)
        assert set(row["adjacent_forests"]) == {f for f, c in m.forests.items() if n in c}
        assert tuple(row["board_xy"]) == m.clearing_xy[n]
    assert len(theirs["forests"]) == len(m.forests)
    for row in theirs["forests"]:
        assert set(row["adjacent_forests"]) == set(m.forest_adjacent[row["id"]])
        for border in row["borders"]:
            mine = m.forest_adjacent[row["id"]][border["forest"]]
            assert border["kind"].split()[0].replace("coastal", "coast") == mine.kind
            assert mine.ends == tuple(border.get("between") or [border["clearing"]])


_CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
_SUITS = {"fox": "F", "mouse": "M", "rabbit": "R", None: ""}


# --- factions -----------------------------------------------------------------------------


def test_setup_letters_are_each_used_once() -> None:
    letters = sorted(facts.faction_facts(f).setup for f in facts.FACTIONS)
    assert letters == list("ABCDEFGHIJK")


def test_a_scale_holds_its_last_value_beyond() -> None:
    oppress = facts.faction_facts("H").scales["oppress"]
    assert [oppress.at(n) for n in range(9)] == [0, 1, 1, 2, 2, 3, 4, 4, 4]


@pytest.mark.parametrize("letter", facts.FACTIONS)
def test_crafting_pieces_are_pieces(letter: str) -> None:
    f = facts.faction_facts(letter)
    crafting = [p for p in f.pieces if f.crafts_with(*p)]
    kinds = {f"{k}_{s}" if s else k for k, s in crafting} | {k for k, _ in crafting}
    assert set(f.crafting.pieces) <= kinds


_TRACKS = {  # ours -> (faction, path to the gathered value)
    ("C", "wood_cost"): "build_cost_wood_by_nth.value",
    ("C", "sawmill_points"): "vp_by_nth.sawmill.value",
    ("C", "workshop_points"): "vp_by_nth.workshop.value",
    ("C", "recruiter_points"): "vp_by_nth.recruiter.value",
    ("C", "draws"): "draw_by_recruiters_on_map.value",
    ("E", "roost_points"): "evening_vp_by_count.value",
    ("E", "draws"): "draw_by_roosts_on_map.value",
    ("A", "sympathy_cost"): "sympathy_cost_by_nth.value",
    ("A", "sympathy_points"): "sympathy_vp_by_nth.value",
    ("A", "draws"): "draw_by_bases_on_map.value",
    ("L", "score_points"): "score_ritual_vp_by_gardens_of_suit.value",
    ("O", "trade_post_points"): "trade_post_vp.value",
    ("D", "burrow_warriors"): "birdsong_warriors_by_citadels.value",
    ("D", "draws"): "draw_by_markets.value",
    ("H", "command"): "hoard.value.value_by_items",
    ("H", "prowess"): "hoard.value.value_by_items",
    ("K", "draws"): "draw_by_waystations_on_map.value",
}


@needs_gathered
@pytest.mark.parametrize(("letter", "scale"), _TRACKS)
def test_scales_equal_the_gathered_tracks(letter: str, scale: str) -> None:
    value = gathered("factions")["factions"][letter]["tracks"]
    for key in _TRACKS[letter, scale].split("."):
        value = value[key]
    assert list(facts.faction_facts(letter).scales[scale].steps) == value


@needs_gathered
@pytest.mark.parametrize("letter", facts.FACTIONS)
def test_pieces_equal_the_gathered_ones(letter: str) -> None:
    data = gathered("factions")
    f = facts.faction_facts(letter)
    assert data["common"]["reach"][letter] == f.reach
    assert data["common"]["setup_order"][f.setup] == letter
    theirs = data["factions"]["V" if letter == "G" else letter]
    assert theirs["name"] == f.name
    pieces = theirs["pieces"]
    of: Counter[str] = Counter()
    for (kind, sub), n in f.pieces.items():
        of["warlord" if (letter, kind, sub) == ("H", "w", "w") else kind] += n
    assert of["w"] == pieces["warriors"]
    assert of["warlord"] == pieces.get("warlord", {}).get("count", 0)
    assert of["p"] == pieces.get("pawn", {}).get("count", 0)
    assert of["b"] == sum(row["count"] for row in pieces["buildings"].values())
    assert of["t"] == sum(row["count"] for row in pieces["tokens"].values())
    for row in (*pieces["buildings"].values(), *pieces["tokens"].values()):
        if isinstance(row["rootlog"], str):
            kind, _, sub = row["rootlog"].partition("_")
            assert f.pieces[kind, sub] == row["count"]
        elif isinstance(row["rootlog"], list):
            for spelling, each in zip(row["rootlog"], row["each"].values(), strict=True):
                kind, _, sub = spelling.partition("_")
                assert f.pieces[kind, sub] == each


@needs_gathered
def test_leaders_ministers_moods_and_characters_equal_the_gathered_ones() -> None:
    data = gathered("factions")["factions"]
    letter_of = {row["item"]: k for k, row in _item_index().items()} | {"torch": "r"}
    assert {row["rootlog"][1:]: tuple(row["viziers"]) for row in data["E"]["leaders"]} == {
        name: row.viziers for name, row in facts.leaders().items()
    }
    assert {
        row["rootlog"][1:]: (row["rank"], row["cards"], row["vp"]) for row in data["D"]["ministers"]
    } == {n: (row.rank, row.cards, row.points) for n, row in facts.ministers().items()}
    assert {row["rootlog"][1:]: row["item_letter"] for row in data["H"]["moods"]} == {
        n: row.item for n, row in facts.moods().items()
    }
    assert {
        row["rootlog"][1:]: Counter(letter_of[i] for i in row["starting_items"])
        for row in data["V"]["characters"]
    } == {n: Counter(row.items) for n, row in facts.characters().items()}
    assert (
        list(facts.relic_values()["f"]) == data["K"]["pieces"]["tokens"]["relic"]["values_per_type"]
    )
    assert [{s[0] for s in pair} for pair in data["K"]["waystation_pairs"]["value"]] == [
        set(row.sides) for row in facts.waystations()
    ]


# --- cards and items ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Standard", "E&P"])
def test_a_deck_is_whole(name: str) -> None:
    deck = facts.deck(name)
    assert deck.size() == facts.general()["deck_cards"]
    suits: Counter[str] = Counter()
    for card in deck.cards:
        suits[card.suit] += card.copies
        assert bool(card.cost) == (card.kind not in ("ambush", "dominance"))
        assert (card.item is not None) == (card.kind == "item") == bool(card.points)
        assert deck.card(card.name, card.suit) is card
    assert suits == {"B": 14, "F": 14, "R": 13, "M": 13}


def test_a_name_with_its_suit_glued_on_finds_the_card() -> None:
    assert facts.deck("E&P").card("rpart") is facts.deck("E&P").card("part", "R")
    assert facts.deck("Standard").card("ffavor").kind == "immediate"


def test_an_unknown_or_open_name_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="0 cards"):
        facts.deck("E&P").card("tax")
    with pytest.raises(KeyError, match="3 cards"):
        facts.deck("E&P").card("roottea")


def test_items_add_up() -> None:
    items = facts.items()
    assert sum(row.supply for row in items.values()) == 12
    assert sum(row.ruins for row in items.values()) == facts.general()["ruins"]
    for name in ("Standard", "E&P"):
        assert {c.item for c in facts.deck(name).cards if c.item} == {
            k for k, row in items.items() if row.supply
        }
    assert len(facts.quests()) == 15
    assert {i for quest in facts.quests() for i in quest.items} <= set(items)


def _item_index() -> dict[str, Any]:
    index: dict[str, Any] = gathered("cards")["items"]["index_by_letter"]
    return index


@needs_gathered
@pytest.mark.parametrize("name", ["Standard", "E&P"])
def test_decks_equal_the_gathered_facts(name: str) -> None:
    theirs = gathered("cards")["decks"][name]["cards"]
    deck = facts.deck(name)
    assert len(theirs) == len(deck.cards)
    for row in theirs:
        short = {"ambush": "@", "dominance": "dom"}.get(row["kind"]) or row["rootlog"].get(
            "abbr", row["rootlog"]["card"].split("#")[1]
        )
        card = deck.card(short, row["suit"])
        assert (card.title, card.copies, card.kind) == (row["name"], row["copies"], row["kind"])
        assert card.cost == (row["cost"] or {})
        assert card.item == row.get("item_letter")
        assert card.points == (row["vp"] or 0)


@needs_gathered
def test_items_and_quests_equal_the_gathered_facts() -> None:
    data = gathered("cards")
    for letter, row in _item_index().items():
        mine = facts.items()[letter]
        assert (mine.name, mine.supply) == (row["item"], row["supply"])
        assert mine.ruins == data["items"]["ruin_items_per_R_set"].get(row["item"], 0)
    assert [
        (row["rootlog"]["abbr"], row["suit"], "".join(row["item_letters"]))
        for row in data["quests"]["cards"]
    ] == [(q.name, q.suit, q.items) for q in facts.quests()]


@needs_gathered
def test_hirelings_equal_the_gathered_ones() -> None:
    words = {"w": "warrior", "p": "pawn", "b": "vault", "t": "foothold"}
    for row in gathered("factions")["hirelings"]["list"]:
        mine = facts.hirelings()[row["rootlog"]]
        assert (mine.promoted, mine.demoted) == (row["promoted"], row["demoted"])
        for kind, n in mine.pieces.items():
            assert words[kind] in row["pieces"]
            assert n == 1 or f"{n} {words[kind]}" in row["pieces"]
