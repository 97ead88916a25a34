"""The commands `replay`, `position` and `fmt`, as a shell sees them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from notation.reader import read_record
from replayer.timeline import timeline
from validator.cli import COMMANDS, main
from validator.commands import common

RECORD = """\
Map: Fall
Deck: E&P
H: Ann
E: Bo

H: 4w+w_w+b->1/#stubborn->$
E: 6w+b->3/#despot->$

H: w->1/w->1/w1->5/#->H
E: M#E->$_r/w->3/++
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.rootlog"
    path.write_text(RECORD)
    return path


def run(*args: object, text: str | None = None, color: bool = False) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], input=text, color=color)


# --- replay -------------------------------------------------------------------------------


def test_replay_shows_the_end(game: Path) -> None:
    result = run("replay", game)
    assert result.exit_code == 0
    assert "Fall, E&P deck: Eyrie Dynasties, turn 1" in result.stdout
    assert " 5 R [..]  1 2            H w" in result.stdout.splitlines()
    assert "\x1b" not in result.stdout


def test_replay_stops_just_before_an_address(game: Path) -> None:
    begun = run("replay", game, "--at", "H1").stdout
    second = run("replay", game, "--at", "H1.2").stdout
    ended = run("replay", game, "--at", "H1.5").stdout
    assert " 1 F [H]   5 9 10         H 4w w_w b" in begun.splitlines()
    assert " 1 F [H]   5 9 10         H 5w w_w b" in second.splitlines()
    assert "hand 4" in ended


def test_replay_as_data(game: Path) -> None:
    data = json.loads(run("replay", game, "--format", "json").stdout)
    assert data["score"] == {"H": 0, "E": 1}
    assert data["clearings"]["3"] == {"Ew": 7, "Eb": 1}
    assert data["hand"] == {"H": 4, "E": 2}


def test_replay_draws_the_map(game: Path) -> None:
    text = run("replay", game, "--format", "map").stdout
    assert "H w_w" not in text
    assert "E 7w b" in text
    assert " . . . " in text
    assert "H   0 points" in text


def test_replay_as_an_image(game: Path) -> None:
    text = run("replay", game, "--at", "H1.2", "--format", "svg").stdout
    assert text.startswith("<svg ")
    assert "<title>Lord of the Hundreds: warrior ×5</title>" in text


def test_replay_reads_standard_input(game: Path) -> None:
    assert run("replay", "-", text=RECORD).stdout == run("replay", game).stdout


def test_replay_colours_a_terminal_only(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "wants_colour", lambda: True)
    assert "\x1b[" in run("replay", game, color=True).stdout
    assert "\x1b[" in run("replay", game, "--format", "map", color=True).stdout
    assert "\x1b[" not in run("replay", game, "--format", "json", color=True).stdout


def test_no_colour_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert common.wants_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not common.wants_colour()


def test_actions_that_cannot_be_read_are_told(game: Path) -> None:
    game.write_text(RECORD.replace("w1->5", "w1=>5"))
    result = run("replay", game)
    assert result.exit_code == 0
    assert f"{game}:9:" in result.stderr
    assert "not read" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_many_unread_actions_are_counted(game: Path) -> None:
    game.write_text(RECORD + "H: " + "/".join(["w1=>5"] * 8) + "\n")
    lines = run("replay", game).stderr.splitlines()
    assert len(lines) == common.MOST_NOTES + 1
    assert lines[-1] == f"{game}: 3 more that could not be read"


@pytest.mark.parametrize("command", ["replay", "position"])
def test_words_of_a_position_that_mean_nothing_are_told(game: Path, command: str) -> None:
    game.write_text(run("position", game).stdout + "//! position gold 3\n")
    result = run(command, game)
    assert result.exit_code == 0
    assert result.stderr.startswith(f"{game}:")
    assert "gold 3" in result.stderr


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("H", "expected a faction, its turn and perhaps an action"),
        ("H1.x", "expected a faction, its turn and perhaps an action"),
        ("3", "expected a faction, its turn and perhaps an action"),
        ("", "expected a faction, its turn and perhaps an action"),
        ("C1", "C has no turn here; HE have"),
        ("H7", "H has turns 0 to 1 here"),
        ("H1.9", "H1 has 4 actions"),
    ],
)
@pytest.mark.parametrize("command", ["replay", "position"])
def test_an_address_that_is_none_is_bad_usage(
    game: Path, command: str, address: str, why: str
) -> None:
    result = run(command, game, "--at", address)
    assert result.exit_code == 2
    assert f"'--at': '{address}': {why}" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["replay", "position", "fmt"])
def test_what_is_no_record_is_one_line_and_three(tmp_path: Path, command: str) -> None:
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all,\n")
    for path in (tmp_path, tmp_path / "missing", binary, letter):
        result = run(command, path)
        assert result.exit_code == 3
        assert result.stderr.startswith(f"{path}:")
        assert len(result.stderr.splitlines()) == 1
        assert result.stdout == ""


# --- position -----------------------------------------------------------------------------


def test_position_writes_a_record_that_starts_there(game: Path) -> None:
    result = run("position", game, "--at", "E1")
    assert result.exit_code == 0
    assert result.stdout.endswith("//! play\n")
    assert "H: Ann\nE: Bo\n" in result.stdout
    mine = timeline(read_record(result.stdout)).end
    theirs = timeline(read_record(RECORD)).at("E1")
    assert mine.pieces == theirs.pieces
    assert mine.hand == theirs.hand


def test_position_in_a_turn_has_what_was_played_of_it(game: Path) -> None:
    text = run("position", game, "--at", "E1.3").stdout
    assert text.endswith("//! play\nE:M#E->$_r/w->3\n")


def test_position_of_the_end(game: Path) -> None:
    assert "E:++/" in run("position", game).stdout


# --- fmt ----------------------------------------------------------------------------------

UNTIDY = RECORD.replace("w->1/w->1/w1->5", "1w->1 / Hw->1/w1->5").replace("\n", "\r\n")


def test_fmt_prints_and_touches_nothing(game: Path) -> None:
    game.write_bytes(UNTIDY.encode())
    result = run("fmt", game)
    assert result.exit_code == 0
    assert "H:w->1/w->1/w1->5/#->H\n" in result.stdout
    assert "\r" not in result.stdout
    assert game.read_bytes() == UNTIDY.encode()
    assert run("fmt", "-", text=UNTIDY).stdout == result.stdout


def test_fmt_writes_when_asked_and_then_has_nothing_to_do(game: Path) -> None:
    game.write_bytes(UNTIDY.encode())
    game.chmod(0o640)
    wanted = run("fmt", game).stdout
    result = run("fmt", "--write", game)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert game.read_bytes().decode() == wanted
    assert game.stat().st_mode & 0o777 == 0o640
    assert list(game.parent.iterdir()) == [game]
    assert run("fmt", "--check", game).exit_code == 0
    assert run("fmt", "-w", game).stderr == ""


def test_fmt_writes_through_a_link(game: Path) -> None:
    game.write_bytes(UNTIDY.encode())
    link = game.with_name("link.rootlog")
    link.symlink_to(game)
    run("fmt", "-w", link)
    assert link.is_symlink()
    assert b"\r" not in game.read_bytes()


def test_fmt_check_names_what_would_change(game: Path) -> None:
    tidy = game.with_name("tidy.rootlog")
    tidy.write_text(run("fmt", game).stdout)
    game.write_bytes(UNTIDY.encode())
    result = run("fmt", "--check", tidy, game)
    assert result.exit_code == 1
    assert result.stdout == f"{game}: would change\n"
    assert game.read_bytes() == UNTIDY.encode()


def test_fmt_diff_shows_lines(game: Path) -> None:
    game.write_text(RECORD.replace("w->1/w->1/", "1w->1 / Hw->1/"))
    result = run("fmt", "--diff", game)
    assert result.exit_code == 0
    assert "-H: 1w->1 / Hw->1/w1->5/#->H\n" in result.stdout
    assert "+H:w->1/w->1/w1->5/#->H\n" in result.stdout
    assert " Map: Fall" not in result.stdout
    both = run("fmt", "--check", "--diff", game)
    assert both.exit_code == 1
    assert both.stdout == result.stdout
    assert both.stderr == f"{game}: would change\n"


def test_fmt_diff_tells_line_ends_apart(game: Path) -> None:
    game.write_bytes(run("fmt", game).stdout.replace("\n", "\r\n").encode())
    assert "-Map: Fall^M\n" in run("fmt", "--diff", game).stdout


def test_fmt_goes_on_after_an_unreadable_file(game: Path) -> None:
    result = run("fmt", game.with_name("missing"), game)
    assert result.exit_code == 3
    assert "Map: Fall" in result.stdout
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("args", [["--write", "-"], ["--write", "--check", "x"], []])
def test_fmt_misused_is_two(args: list[str]) -> None:
    assert run("fmt", *args).exit_code == 2


# --- the group ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["replay", "position", "fmt"])
def test_help_has_an_example(name: str) -> None:
    result = run(name, "-h")
    assert result.exit_code == 0
    assert f"rootlaw {name}" in result.stdout.split("Example")[1]


def test_the_group_lists_every_command_and_loads_none() -> None:
    result = run("--help")
    for name, gist in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert gist in result.stdout
    code = (
        "import sys; from validator.cli import main; main(['--help'], standalone_mode=False);"
        "print([m for m in sys.modules if m.split('.')[0] in ('notation', 'replayer', 'textx')])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.splitlines()[-1] == "[]"


def test_an_unknown_command_is_bad_usage() -> None:
    result = run("judge")
    assert result.exit_code == 2
    assert "No such command 'judge'" in result.stderr
