"""The records in examples/: in canonical form, commented, and ruled as they expect."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from notation.reader import read_file, read_record
from notation.record import Record
from notation.writer import format_record
from replayer.facts import general
from validator import rulebook
from validator.adjudicator import adjudicate
from validator.cli import main
from validator.expectations import judge
from validator.findings import Ruling

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
FILES = sorted(EXAMPLES.rglob("*.rootlog"))
FULL = [path for path in FILES if re.fullmatch(r"full-game-[a-z]+", path.stem)]
BROKEN = [path for path in FILES if path.stem.endswith("-broken")]
NUMBER = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d+)+(?:\.?[IVX]+[a-c]?)?(?!\d)")


def names(path: Path) -> str:
    return path.stem


every = pytest.mark.parametrize("path", FILES, ids=names)
full = pytest.mark.parametrize("path", FULL, ids=names)


@cache
def record(path: Path) -> Record:
    return read_file(path)


@cache
def ruling(path: Path) -> Ruling:
    return adjudicate(record(path))


def comments(path: Path) -> list[str]:
    """The free comments that stand on lines of their own."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("//") and not line.startswith("//!")]


def turn_lines(path: Path) -> list[str]:
    """Header, players and turns as written, without what stands in comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.partition(" //")[0] for line in lines if line and not line.startswith("//")]


def test_check_of_the_folder_succeeds() -> None:
    assert len(FILES) > len(FULL) + len(BROKEN)
    result = CliRunner().invoke(main, ["check", str(EXAMPLES)])
    assert result.exit_code == 0, result.output


def test_fmt_finds_nothing_to_change() -> None:
    result = CliRunner().invoke(main, ["fmt", "--check", *map(str, FILES)])
    assert result.exit_code == 0, result.output


@every
def test_name_is_lower_case_with_dashes(path: Path) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", path.stem)


@every
def test_first_line_says_what_it_shows(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert re.match(r"// [A-Z].{20,}", first)


@every
def test_canonical(path: Path) -> None:
    assert record(path).slips == ()
    assert format_record(record(path)).encode() == path.read_bytes()


@every
def test_expectations_are_met(path: Path) -> None:
    expectations = judge(record(path), ruling(path))
    assert expectations
    assert [e.says for e in expectations if not e.met] == []


@every
def test_players_have_no_names(path: Path) -> None:
    for _, name in record(path).players:
        assert re.fullmatch(r"(first|second|third|fourth) player", name)


@every
def test_numbers_in_comments_are_in_the_rulebook(path: Path) -> None:
    for number in sorted({n for line in comments(path) for n in NUMBER.findall(line)}):
        assert str(rulebook.entry(number).number) == number


# --- the whole games ----------------------------------------------------------------------


def test_three_whole_games_on_three_maps() -> None:
    assert len({record(path).header.map for path in FULL}) == len(FULL) == 3
    for path in FULL:
        assert {faction for faction, _ in record(path).players} == set("HKDP")


@full
def test_winner_has_thirty_points_and_nobody_else(path: Path) -> None:
    winner = record(path).winner
    assert winner
    assert ruling(path).winner == winner
    thirty = general()["winning_points"]
    reached = {f for f, points in ruling(path).score.items() if points and points >= thirty}
    assert reached == {winner}


@full
def test_nothing_is_left_to_tell(path: Path) -> None:
    """No omission, no undecided turn, and a rule cited for every action after setup."""
    assert ruling(path).findings == ()
    cited = {citation.address for citation in ruling(path).citations if citation.rule}
    played = [turn for turn in record(path).turns if turn.number]
    actions = {
        f"{turn.faction}{turn.number}.{i}"
        for turn in played
        for i, _ in enumerate(turn.entries, start=1)
    }
    assert actions
    assert actions - cited == set()


@full
def test_every_turn_is_commented(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    for turn in record(path).turns:
        assert lines[turn.line - 2].startswith("// "), f"{turn.faction}{turn.number}"


@full
def test_cut_after_any_round_it_is_legal(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for turn in record(path).turns[3::4]:
        cut = read_record("".join(lines[: turn.line]))
        assert adjudicate(cut).first_illegal is None, f"{turn.faction}{turn.number}"


@pytest.mark.parametrize("path", BROKEN, ids=names)
def test_broken_twin_differs_in_one_turn(path: Path) -> None:
    """The same game but for one turn, the one the report names, with a comment right above it."""
    sound = path.with_stem(path.stem.removesuffix("-broken"))
    assert sound in FULL
    pairs = list(zip(turn_lines(sound), turn_lines(path), strict=True))
    assert len([1 for one, other in pairs if one != other]) == 1
    first = ruling(path).first_illegal
    assert first is not None
    lines = path.read_text(encoding="utf-8").splitlines()
    assert any(line == lines[first.line - 1] for line in (o for s, o in pairs if s != o))
    assert lines[first.line - 2].startswith("// ")


def test_every_whole_game_has_a_broken_twin_of_its_own_kind() -> None:
    assert {path.stem.removesuffix("-broken") for path in BROKEN} == {path.stem for path in FULL}
    rules = [first.rule for path in BROKEN if (first := ruling(path).first_illegal)]
    assert len(set(rules)) == len(BROKEN)
