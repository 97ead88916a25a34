"""The text board and the JSON view of states made by hand."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from replay_helpers import SHARED

from notation import reader
from notation.legs import Piece
from replayer.drawing import COLUMNS, draw_map
from replayer.facts import map_facts
from replayer.state import Fault, Game, Plot, State
from replayer.timeline import timeline
from replayer.views import WIDTH, state_json, text_board

FINAL = SHARED / "corpus" / "final.jsonl"
GAMES = [json.loads(line) for line in FINAL.open()] if FINAL.exists() else []
needs_corpus = pytest.mark.skipif(not GAMES, reason="no corpus beside us")

FALL = Game("Fall", "E&P", tuple("FMRRRFMFMRMF".rjust(13)), ("H", "E", "P"))


def some_state() -> State:
    return State(
        game=FALL,
        turn="H",
        round=3,
        pieces={
            2: {Piece("E", "w"): 2, Piece("E", "b"): 1},
            8: {
                Piece("H", "w"): 3,
                Piece("H", "w", "w"): 1,
                Piece("H", "b"): 1,
                Piece("P", "t"): 1,
            },
            10: {Piece("P", "t", "s"): 1},
            "4_9_12": {Piece("V", "p"): 1},
            "supply": {Piece("H", "w"): 17, Piece("E", "w"): 18},
            "out": {Piece("O", "t", "m"): 1},
        },
        plots={8: Plot(108, ""), 10: Plot(110, "s")},
        score={"H": 8, "E": None, "P": 0},
        hand={"H": (4, 4), "E": (2, 3), "P": (0, 54)},
        crafted={"H": ("swap",), "E": ("bdom",), "P": ()},
        items={"H": {"s": 2}, "E": {}, "P": {}},
        item_supply={"c": 2},
        ruins={6: 1, 11: 2},
        deck=(30, 31),
        leader="despot",
        decree={"m": ("B!", "F")},
        mood="bitter",
    )


def test_the_board_tells_pieces_slots_and_ruins() -> None:
    lines = text_board(some_state()).splitlines()
    assert lines[0] == "Fall, E&P deck: Lord of the Hundreds, turn 3"
    by_number = {line[:2].strip(): line for line in lines if line[:2].strip().isdigit()}
    told = {n: " ".join(line.split()) for n, line in by_number.items()}
    assert told["8"] == "8 F [H.] 4 7 H 3w w_w b P t"
    assert told["2"] == "2 M [E.] 5 6 10 E 2w b"
    assert told["6"] == "6 F [R.] 2 3 11"
    assert told["11"] == "11 M [R..] 3 6 12"
    assert any(line.split() == ["4_9_12", "V", "p"] for line in lines)


def test_the_board_tells_boards_hands_and_scores() -> None:
    text = text_board(some_state())
    assert "H   8 points  hand 4    crafted swap; hoard 2%s; mood bitter; supply 17w" in text
    assert "E  off track  hand 2-3  crafted bdom; leader despot; decree r:- m:B!,F x:- b:-" in text
    assert "draw pile 30-31; item supply 2%c; out of the game Ot_m" in text


def test_the_board_is_narrow_and_without_colour_unless_asked() -> None:
    state = some_state()
    assert all(len(line) <= WIDTH for line in text_board(state).splitlines())
    painted = text_board(state, lambda text, what: f"<{what}>{text}</>")
    assert "<H>H</>" in painted
    assert "<head>Fall" in painted


def test_opened_paths_are_paths() -> None:
    game = Game("Mountain", "E&P", ("", *"FMRFMRFMRFMR"), ("C", "D"))
    start = State(game=game)
    opened = State(game=game, open_paths=frozenset({(8, 9)}), ferry=0)
    assert " 8 M [.]   1 4" in text_board(start).splitlines()
    assert " 8 M [.]   1 4 9" in text_board(opened).splitlines()
    assert "closed paths 2_5 3_7 5_9 6_11 8_9 11_12" in text_board(start)
    assert "closed paths 2_5 3_7 5_9 6_11 11_12" in text_board(opened)
    assert " 0 burrow" in text_board(start)


def test_json_has_the_keys_of_a_final_position() -> None:
    data = state_json(some_state())
    assert data["score"] == {"H": 8, "E": None, "P": 0}
    assert set(data["clearings"]) == {*(str(n) for n in range(1, 13)), "4_9_12"}
    assert data["clearings"]["8"] == {"Hw": 3, "Hw_w": 1, "Hb": 1, "Pt": 1}
    assert data["clearings"]["1"] == {}
    assert data["plots"] == {"8": "down", "10": "up"}
    assert data["ruins"] == {"6": ["%?"], "11": ["%?", "%?"]}
    assert data["hand"] == {"H": 4, "E": [2, 3], "P": [0, 54]}
    assert data["crafted"] == {"H": ["swap"], "E": [], "P": []}
    assert data["activated"] == {"E": ["bdom"]}
    assert data["leader"] == "despot"
    assert json.loads(json.dumps(data)) == data


def test_json_tells_the_ferry_and_faults() -> None:
    game = Game("Lake", "E&P", ("", *"FMRFMRFMRFMR"), ("C",))
    state = State(game=game, ferry=11)
    state.faults = (Fault("piece", "no such thing"),)
    data = state_json(state)
    assert data["clearings"]["11"] == {"f": 1}
    assert data["faults"] == ["no such thing"]
    assert "ferry" in text_board(state)


def test_the_drawn_map_has_every_clearing_where_the_board_has_it() -> None:
    lines = draw_map(some_state()).splitlines()
    assert all(len(line) <= COLUMNS for line in lines)
    where = {
        int(found[1]): (found.start(), y)
        for y, line in enumerate(lines)
        for found in re.finditer(r"(\d+) [FMR] \[", line)
    }
    assert sorted(where) == list(range(1, 13))
    assert where[1][0] < where[2][0]
    assert where[1][1] < where[4][1]
    assert any("H 3w w_w b" in line for line in lines)
    assert sum(line.count("R..]") for line in lines) == 1


def test_the_drawn_map_tells_closed_paths_from_open_ones() -> None:
    game = Game("Mountain", "E&P", ("", *"FMRFMRFMRFMR"), ("C",))
    start = draw_map(State(game=game))
    opened = draw_map(State(game=game, open_paths=frozenset(map_facts("Mountain").closed)))
    assert "x x x" in start
    assert "x" not in opened
    assert "~" in start
    assert "<dim>" in draw_map(State(game=game), lambda text, what: f"<{what}>{text}")


@needs_corpus
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["file"][:8])
def test_json_equals_what_another_engine_found_at_the_end(game: dict[str, Any]) -> None:
    data = state_json(timeline(reader.read_file(FINAL.with_name(game["file"]))).end)
    plots = game.get("plots", {})
    clearings = {}
    for place, pieces in game["clearings"].items():
        # a face-down plot is told with its type there, and a bomb just flipped is still there
        shown = {
            ("Pt" if plots.get(place) == "down" else p) if p[:2] == "Pt" else p: n
            for p, n in pieces.items()
            if (p, plots.get(place)) != ("Pt_b", "up")
        }
        clearings[place] = shown
    bombs = {c for c, pieces in game["clearings"].items() if "Pt_b" in pieces}
    assert {p: of for p, of in data["clearings"].items() if of or p in clearings} == clearings
    assert data["plots"] == {c: up for c, up in plots.items() if up == "down" or c not in bombs}
    assert data["score"] == game["score"]
    assert data["hand"] == game["hand"]
    assert data["crafted"] == {f: sorted(cards) for f, cards in game["crafted"].items()}
    assert {c: len(items) for c, items in data["ruins"].items()} == {
        c: len(items) for c, items in game["ruins"].items()
    }
