"""The still of a table: well-formed, complete, and drawn where the map has its places."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest
from replay_helpers import CORPUS, end_of, played, table

from notation.legs import Piece
from notation.reader import read_record
from replayer.facts import MAPS, map_facts
from replayer.state import State
from replayer.svg import (
    RADIUS,
    WIDTH,
    Chip,
    chip_name,
    draw_svg,
    label,
    map_height,
    markers,
    place_pieces,
    place_xy,
)
from replayer.timeline import timeline

SVG = "{http://www.w3.org/2000/svg}"


def texts(markup: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", markup)


def titles(markup: str) -> list[str]:
    return re.findall(r"<title>([^<]*)</title>", markup)


@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_well_formed_and_has_all_its_parts(name: str) -> None:
    state = table("CV", map=name)
    facts = map_facts(name)
    root = ElementTree.fromstring(draw_svg(state))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"at-{n}" for n in facts.clearings} <= set(ids)
    ways = {f"way-{a}_{b}" for a in facts.clearings for b in facts.adjacent[a] if a < b}
    assert ways | {f"way-{a}_{b}" for a, b in facts.closed} == {i for i in ids if "way-" in i}
    assert len(root.findall(f".//{SVG}rect[@class='slot']")) == sum(facts.slots)
    water = [e for e in root.iter() if "water" in e.get("class", "").split()]
    assert len(water) == (1 if facts.coastal else sum(map(len, facts.rivers)) // 2)


@pytest.mark.parametrize("name", MAPS)
def test_places_stand_apart_and_inside(name: str) -> None:
    facts = map_facts(name)
    clearings = [place_xy(facts, n) for n in facts.clearings]
    assert all(dist(a, b) > 2 * RADIUS for a, b in combinations(clearings, 2))
    forests = [place_xy(facts, forest) for forest in facts.forest_xy]
    assert all(dist(a, b) > RADIUS + 16 for a in forests for b in clearings)
    height = map_height(table("CV", map=name))
    assert all(0 < x < WIDTH and 0 < y < height for x, y in (*clearings, *forests))


def test_equal_pieces_are_drawn_once_with_their_number() -> None:
    state = played(table("CE"), "C", "3w->5", "b_s->5", "t_k->5")
    drawn = place_pieces(state, 5)
    assert titles(drawn) == [
        "Marquise de Cat: sawmill",
        "Marquise de Cat: warrior ×3",
        "Marquise de Cat: keep",
    ]
    assert texts(drawn) == ["s", "C", "3", "k"]


def test_a_building_stands_in_a_slot_beside_the_ruin() -> None:
    empty = table("CE")
    ruined = played(empty, "C", "b_s->6")
    assert titles(place_pieces(empty, 6)) == ["ruin"]
    found = re.findall(r"translate\((\d+),(\d+)\)", place_pieces(ruined, 6))
    assert len(set(found)) == 2
    assert len({y for _, y in found}) == 1


def test_a_full_clearing_keeps_its_rows_below_the_slots() -> None:
    full = played(table("CE"), "C", "b_s->1", "w->1")
    places = re.findall(r"translate\((\d+),(\d+)\)", place_pieces(full, 1))
    assert int(places[1][1]) - int(places[0][1]) > 30


def test_buildings_without_a_slot_are_drawn_all_the_same() -> None:
    state = table("CE").fork()
    state.pieces = {1: {Piece("C", "b", "s"): 3}}
    assert titles(place_pieces(state, 1)) == [
        "Marquise de Cat: sawmill",
        "Marquise de Cat: sawmill ×2",
    ]


def test_the_text_in_a_record_is_escaped() -> None:
    state = table("CE").fork()
    state.pieces = {5: {Piece("C", "t", "<"): 1}}
    assert texts(place_pieces(state, 5)) == ["&lt;"]
    assert titles(place_pieces(state, 5)) == ["Marquise de Cat: wood"]


@pytest.mark.parametrize(
    ("chip", "said", "named"),
    [
        (Chip("K", "t", "3_f", 1), "3f", "Keepers in Iron: figure 3"),
        (Chip("K", "b", "", 2), "K", "Keepers in Iron: waystation ×2"),
        (Chip("C", "b", "", 1), "C", "Marquise de Cat: building"),
        (Chip("h_Ed", "w", "", 2), "E", "Bluebird Nobles: warrior ×2"),
        (Chip("P", "t", "s", 1), "s", "Corvid Conspiracy: snare"),
        (Chip("H", "w", "w", 1), "H", "Lord of the Hundreds: warlord"),
        (Chip("", "f", "", 1), "", "ferry"),
    ],
)
def test_labels_and_names(chip: Chip, said: str, named: str) -> None:
    assert label(chip) == said
    assert chip_name(chip) == named


def test_markers_on_one_space_do_not_hide_each_other() -> None:
    drawn = markers(table("CEA"))
    places = re.findall(r"translate\((\d+),(\d+)\)", drawn)
    assert len(set(places)) == 3
    assert "Eyrie Dynasties: 0 points" in titles(drawn)


def test_the_track_ends_at_thirty_and_dominance_leaves_it() -> None:
    state = end_of("CE", "C:++31", "E:#fdom->$")
    state.score = {"C": 31, "E": None}
    drawn = markers(state)
    assert "translate(980," in drawn
    assert "Eyrie" not in drawn
    assert "Eyrie Dynasties: off the track" in draw_svg(state)


def test_opened_paths_are_drawn_open() -> None:
    shut = table("CE", map="Mountain")
    assert draw_svg(shut).count('class="closed"') == len(map_facts("Mountain").closed)
    opened: State = shut.fork()
    opened.open_paths = frozenset({(2, 5)})
    assert '<g id="way-2_5" class="">' in draw_svg(opened)


@pytest.mark.skipif(not CORPUS, reason="no corpus beside us")
@pytest.mark.parametrize("path", CORPUS[::60], ids=lambda path: path.stem)
def test_every_turn_of_a_game_can_be_drawn(path: object) -> None:
    game = timeline(read_record(path.read_bytes(), "game"))  # type: ignore[attr-defined]
    for turn in game.turns[::8]:
        root = ElementTree.fromstring(draw_svg(turn.closed))
        drawn = [element.text for element in root.iter(f"{SVG}title")]
        for n in map_facts(game.first.game.map).clearings:
            for (owner, kind, sub), many in turn.closed.at(n).items():
                name = chip_name(Chip(owner, kind, sub, 1 if kind == "b" else many))
                assert name in drawn
