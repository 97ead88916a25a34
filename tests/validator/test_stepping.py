"""`replay --step`: what the keys do, and what a screen shows."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from notation.reader import read_record
from replayer.drawing import COLUMNS
from replayer.timeline import timeline
from replayer.views import plain
from validator.adjudicator import adjudicate
from validator.cli import main
from validator.commands.stepping import KEYS, MOVES, Stepper, beside, step_through

EXAMPLE = Path(__file__).parents[2] / "examples" / "mob-skipped.rootlog"
RIGHT, LEFT, DOWN, UP = (KEYS[move][0] for move in ("action+", "action-", "turn+", "turn-"))


def stepper(at: str | None = None) -> Stepper:
    record = read_record(EXAMPLE.read_bytes(), EXAMPLE.name)
    return Stepper(timeline(record), adjudicate(record), at)


def walked(*keys: str, at: str | None = None) -> str:
    walk = stepper(at)
    assert all(walk.press(key) for key in keys)
    return walk.steps[walk.now].address


def test_no_key_does_two_things() -> None:
    assert len(MOVES) == sum(map(len, KEYS.values()))


def test_steps_by_action_turn_round_and_to_the_ends() -> None:
    assert walked() == "start"
    assert walked(RIGHT, RIGHT, RIGHT) == "H1.3"
    assert walked(RIGHT, RIGHT, RIGHT, LEFT) == "H1.2"
    assert walked(LEFT) == "start"
    assert walked("G") == walked("G", RIGHT) == "end"
    assert walked("G", "g") == "start"
    assert walked(DOWN) == walked("]") == "H1.1"
    assert walked("G", UP) == "H1.1"
    assert walked("x", at="H1.2") == "H1.2"


def test_the_next_finding_shows_reason_and_table() -> None:
    walk = stepper()
    assert walk.press("n")
    finding = walk.findings[walk.now][0]
    screen = walk.screen(COLUMNS, 80, plain)
    assert finding.kind == "illegal"
    assert finding.message in screen
    assert all(held in screen for held in finding.table.values())
    assert walk.steps[walk.now].address == finding.address


@pytest.mark.parametrize("rows", [5, 24, 30, 90])
@pytest.mark.parametrize("columns", [80, COLUMNS])
def test_a_screen_keeps_to_its_rows_and_its_last_lines(rows: int, columns: int) -> None:
    walk = stepper("H1.2")
    lines = walk.screen(columns, rows, plain).splitlines()
    assert len(lines) <= max(rows, 3)
    assert lines[-1].startswith("? keys")
    assert lines[-2].startswith("H1.2 · played ")


def test_the_map_gives_way_to_a_list_when_asked_or_narrow() -> None:
    walk = stepper("H1.2")
    wide = walk.screen(COLUMNS, 90, plain)
    assert walk.screen(COLUMNS - 1, 90, plain) != wide
    walk.press("m")
    assert walk.screen(COLUMNS, 90, plain) == walk.screen(COLUMNS - 1, 90, plain)


def test_help_shows_until_the_next_key() -> None:
    walk = stepper()
    walk.press("?")
    assert "next" not in walk.screen(80, 40, plain).splitlines()[-1]
    assert "q: quit" in walk.screen(80, 40, plain)
    walk.press("x")
    assert "q: quit" not in walk.screen(80, 40, plain)


def test_beside() -> None:
    assert [beside([2, 5], now, "turn+") for now in (0, 2, 4, 5, 9)] == [2, 5, 5, 5, 9]
    assert [beside([2, 5], now, "turn-") for now in (0, 2, 4, 5, 9)] == [0, 2, 2, 2, 5]
    assert beside([], 3, "finding+") == 3


def test_the_command_reads_keys_until_it_is_left() -> None:
    result = CliRunner().invoke(main, ["replay", str(EXAMPLE), "--step"], input="lq")
    assert result.exit_code == 0
    assert "start" in result.stdout
    assert "H1.1 · next " in result.stdout


def test_it_begins_where_it_is_told_and_ends_with_the_keys() -> None:
    result = CliRunner().invoke(main, ["replay", str(EXAMPLE), "--step", "--at", "H1.2"], input="")
    assert result.exit_code == 0
    assert "H1.2 · played " in result.stdout


def test_it_has_no_other_format() -> None:
    result = CliRunner().invoke(main, ["replay", str(EXAMPLE), "--step", "--format", "json"])
    assert result.exit_code == 2
    assert "leave --format out" in result.stderr


def test_without_a_terminal_it_says_so() -> None:
    def unread() -> str:
        raise OSError

    record = read_record(EXAMPLE.read_bytes(), EXAMPLE.name)
    with pytest.raises(click.UsageError, match="needs a terminal"):
        step_through(timeline(record), adjudicate(record), None, unread)
