"""`rootlaw summary`: a game in short."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from validator.cli import main

GAME = """\
Map: Fall
Deck: E&P
H: Ann | *A*
E: Bo

H:w_w+4w+b->1/#stubborn->$
E:b+6w->3/#despot->$

H:w->1/++2/#->H
E:B#E->$_x/++/#->E
H:w->1/++27/E++/#->H
E:++3
H:++
"""


def summary(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["summary", "-", *options], input=text)


def data(text: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(summary(text, "--format", "json").stdout)
    return found


def test_a_page_tells_the_game() -> None:
    page = summary(GAME + "Winner: H\n").stdout.splitlines()
    assert page[2] == "Fall map, E&P deck, law p6"
    assert page[4] == "**Won by Ann \\| \\*A\\* (Lord of the Hundreds)**: thirty points at H3.1."
    assert "| H Lord of the Hundreds | Ann \\| \\*A\\* | 30 |" in page
    assert "- E: `b+6w->3/#despot->$`" in page
    at = page.index("| turn | H | E |")
    assert page[at + 2 : at + 6] == [
        "| 1 | 2 | 1 |",
        "| 2 | 29 | 5 |",
        "| 3 | 30 |  |",
        "| end | 30 | 5 |",
    ]
    assert "## Ruling: illegal" in page
    assert any(line.startswith("- E2.1 illegal 3.2 Scoring Victory Points: ") for line in page)


def test_the_same_as_data() -> None:
    found = data(GAME + "Winner: H\n")
    assert found["order"] == ["H", "E"]
    assert found["setup"] == {
        "H": ["w_w+4w+b->1", "#stubborn->$"],
        "E": ["b+6w->3", "#despot->$"],
    }
    turns = found["turns"]
    assert isinstance(turns, list)
    assert turns[2] == {"turn": "H2", "score": {"H": 29, "E": 2}}
    assert found["winner"] == ["H"]
    assert found["won"] == {
        "how": "points",
        "says": "thirty points at H3.1",
        "at": "H3.1",
        "declared": True,
    }


def test_a_winner_nobody_declared_is_the_first_at_thirty() -> None:
    found = data(GAME)
    assert found["winner"] == ["H"]
    assert found["won"]["declared"] is False  # type: ignore[index]


def test_a_game_broken_off_has_no_winner() -> None:
    text = GAME.replace("++27", "++7")
    assert data(text)["winner"] == []
    assert "**No winner**: not played to its end." in summary(text).stdout


def test_a_winner_without_the_points_is_told_as_declared() -> None:
    text = GAME.replace("++27", "++7") + "Winner: E\n"
    assert data(text)["won"]["says"] == "declared, with 5 points by this record"  # type: ignore[index]


def test_dominance_and_coalitions() -> None:
    text = """\
Map: Fall
Deck: E&P
D: Di
V: Vi
E: Bo
A: Al
D:2w->3/w->6
V:#tinker->$/p->1_2_5_10
E:b+6w->4/#despot->$
A:3#->$
D:++12/B#domD->$/++->$
V:++->D$
Winner: DV
"""
    found = data(text)
    assert found["winner"] == ["D", "V"]
    assert found["won"]["how"] == "dominance"  # type: ignore[index]
    assert found["won"]["says"] == "the bird dominance card, V in coalition"  # type: ignore[index]
    assert "| D Underground Duchy | Di | off |" in summary(text).stdout


def test_a_file_that_is_no_record_is_three() -> None:
    result = summary("Dear all,\n")
    assert result.exit_code == 3
    assert result.stdout == ""
