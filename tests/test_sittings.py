"""Sittings of `rootlaw adjudicate`, word for word; and the table held against `check`.

A file in tests/sittings holds sessions: `$ rootlaw adjudicate ...`, then what is typed behind `> `
and what is answered. `python -m tests.test_sittings` writes the answers anew, to be read before
they are committed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from notation.reader import read_record
from validator.adjudicator import adjudicate
from validator.cli import main
from validator.commands import common
from validator.commands.adjudicate import command, completed, greeting, seated
from validator.sitting import HELP, Quit, Sitting
from validator.table import Refused, Table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FILES = sorted((HERE / "sittings").glob("*.txt"))
CORPUS = ROOT.parent / "shared" / "corpus"
PROMPT = "> "


def sessions(text: str) -> list[tuple[str, list[str]]]:
    """(arguments, what is typed) of every session in a file."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ rootlaw adjudicate"):
            found.append((line.removeprefix("$ rootlaw adjudicate"), []))
        elif line.startswith(PROMPT):
            found[-1][1].append(line.removeprefix(PROMPT))
    return found


def played(arguments: str, typed: list[str]) -> Iterator[tuple[str, list[str]]]:
    """What is shown at first, as the answer to "", then each line typed with its answer."""
    given = command.make_context("adjudicate", arguments.split()).params
    sitting = seated(given["file"], given["at"], given["lang"])
    yield "", list(greeting(sitting)) if given["file"] else []
    for line in typed:
        try:
            yield line, list(sitting.answer(line))
        except Quit:
            yield line, []


def transcript(text: str) -> str:
    """The whole file, with the answers that are given now."""
    shown = []
    for arguments, typed in sessions(text):
        shown.append(f"$ rootlaw adjudicate{arguments}")
        for line, answer in played(arguments, typed):
            shown += [f"{PROMPT}{line}"] if line else []
            shown += answer
    return "".join(f"{line}\n" for line in shown)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to save in, with the examples beside it."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sittings_go_as_written(path: Path, folder: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert transcript(text) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_script_gets_the_same_answers(path: Path, folder: Path) -> None:
    for arguments, typed in sessions(path.read_text(encoding="utf-8")):
        told = [line for _, answer in played(arguments, typed) for line in answer]
        args = ["adjudicate", *arguments.split()]
        result = CliRunner().invoke(main, args, input="\n".join(typed))
        assert result.stdout.splitlines() == told


# --- the table and `check` ----------------------------------------------------------------


def fed(text: str) -> tuple[Table, int]:
    """A record written action by action, and how often a finding was taken back on the way."""
    record = read_record(text)
    table, taken_back = Table(), 0
    for line in record.lines[: record.turns[0].line - 1]:
        if line.strip() and (not line.startswith("//") or line.startswith("//! ")):
            table.enter(line)
    for turn in record.turns:
        if turn.position:
            table.enter(record.lines[turn.line - 1])
            continue
        for k, entry in enumerate(turn.entries):
            answer = table.enter(entry.text if k else f"{turn.faction}:{entry.text}")
            taken_back += len(answer.gone)
    if record.winner:
        table.enter(f"Winner: {record.winner}")
    return table, taken_back


def assert_ruled_like_check(text: str) -> None:
    table, _ = fed(text)
    assert table.ruling == adjudicate(read_record(table.text, "table"))
    original = adjudicate(read_record(text))
    assert table.ruling is not None
    assert table.ruling.citations == original.citations
    told = [
        [(f.kind, f.rule, f.address, f.message, f.table) for f in ruling.findings]
        for ruling in (table.ruling, original)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("name", ["full-game-lake", "full-game-winter-broken"])
def test_action_by_action_gives_the_rulings_of_check(name: str) -> None:
    assert_ruled_like_check((ROOT / "examples" / f"{name}.rootlog").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", ["0003", "0027", "0030", "0032"])
def test_action_by_action_on_other_games(number: str) -> None:
    """Short ones, with every faction in one of them."""
    if not CORPUS.is_dir():
        pytest.skip("the games to compare with are not there")
    (path,) = CORPUS.glob(f"hrf-{number}-*.rootlog")
    assert_ruled_like_check(path.read_text(encoding="utf-8"))


def test_undoing_everything_leaves_the_rulings_on_the_way() -> None:
    text = (ROOT / "examples" / "mob-skipped.rootlog").read_text(encoding="utf-8")
    table = Table(text)
    table.go_to("H1")
    rulings = [table.ruling]
    for action in ("w->8", "Eb8->", "++", "w->8"):
        table.enter(action)
        rulings.append(table.ruling)
    for ruling in reversed(rulings[:-1]):
        table.undo()
        assert table.ruling == ruling


# --- entries ------------------------------------------------------------------------------


@pytest.fixture
def sitting() -> Sitting:
    text = (ROOT / "examples" / "mob-skipped.rootlog").read_text(encoding="utf-8")
    table = Table(text, "game")
    table.go_to("H1")
    return Sitting(table)


def said(sitting: Sitting, line: str) -> str:
    return "\n".join(sitting.answer(line))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("w=>8", "not read: found"),
        ("at H7", "no turn H7 is written"),
        ("at once", "an address is wanted"),
        ("why H1.4", "no action H1.4 is written"),
        ("save", "save where?"),
        ("save /no/such/folder/x", "No such file or directory"),
        ("Map: Moon", "found"),
    ],
)
def test_what_makes_no_sense_changes_nothing(sitting: Sitting, line: str, answer: str) -> None:
    before, ruling = sitting.table.text, sitting.table.ruling
    assert answer in said(sitting, line)
    assert (sitting.table.text, sitting.table.ruling) == (before, ruling)


def test_nothing_to_undo_or_to_end() -> None:
    table = Table()
    with pytest.raises(Refused, match="nothing to undo"):
        table.undo()
    with pytest.raises(Refused, match="no turn is under way"):
        table.end()
    for word in ("board", "hand", "score", "open", "why"):
        assert len(list(Sitting(table).answer(word))) == 1


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("Map: Fall", "Deck: E&P", "H: Ann", "E: Bo"),
        ("Map: Fall", "Deck: E&P", "H: Ann", "E: Bo", "H:w_w+4w+b->1"),
        ("Map: Fall", "Deck: E&P", "//! position", "H: w_w+4w+b->1", "//! play"),
    ],
)
def test_why_says_that_nothing_was_played(lines: tuple[str, ...]) -> None:
    table = Table()
    for line in lines:
        table.enter(line)
    assert said(Sitting(table), "why") == (
        "nothing was played yet; why tells the rule behind an action"
    )
    assert said(Sitting(table), "why H1.1") == "no action H1.1 is written"


def test_a_comment_on_the_line_stays_behind_the_actions() -> None:
    table = Table("Map: Fall\nDeck: E&P\nH: A\nE: B\nH:w_w+4w+b->1 // setup\n")
    table.enter("#stubborn->$")
    assert table.text.endswith("H:w_w+4w+b->1/#stubborn->$  // setup\n")


def test_nothing_is_written_behind_the_winner(sitting: Sitting) -> None:
    said(sitting, "Eb8->/++")
    said(sitting, "Winner: H")
    assert said(sitting, "w->8") == "the winner is written: undo that first"


def test_the_next_seat_is_known_once_all_have_played() -> None:
    text = (ROOT / "examples" / "full-game-lake.rootlog").read_text(encoding="utf-8")
    table = Table(text)
    table.go_to("K2")
    table.enter("w->1")
    table.end()
    assert table.address[0] == adjudicate(read_record(text)).factions[0]
    table.enter("w->2")
    assert table.record is not None
    assert len(table.record.turns[-1].entries) == 1


def test_help_tells_every_command(sitting: Sitting) -> None:
    told = said(sitting, "help")
    assert told == HELP
    assert all(re.search(rf"^  {word}\b", told, re.MULTILINE) for word in sitting.commands)


def test_completion_is_a_shells(sitting: Sitting, folder: Path) -> None:
    (folder / "game.rootlog").touch()
    said(sitting, "Eb8->/++")
    assert [completed(sitting, "s", "s", k) for k in range(3)] == ["score", "save", None]
    assert completed(sitting, "why H1", "H1", 1) == "H1.2"
    assert completed(sitting, "save ga", "ga", 0) == "game.rootlog"
    assert completed(sitting, "save ex", "ex", 0) == "examples/"
    assert completed(sitting, "score x", "x", 0) is None


def test_at_a_terminal_the_board_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "wants_colour", lambda: True)
    sitting = seated(str(ROOT / "examples" / "mob-skipped.rootlog"), "H1", "en")
    assert "\x1b[" in said(sitting, "board")
    assert "\x1b[" in said(sitting, "w->8")


@pytest.mark.parametrize(
    ("typed", "code"), [("Eb8->/++\n", 0), ("w->8\n", 1), ("Eb8->/++\nquit\nw->8\n", 0)]
)
def test_a_script_ends_with_the_code_of_check(typed: str, code: int) -> None:
    path = str(ROOT / "examples" / "mob-skipped.rootlog")
    result = CliRunner().invoke(main, ["adjudicate", path, "--at", "H1"], input=typed)
    assert result.exit_code == code


def test_adjudicate_misused() -> None:
    assert CliRunner().invoke(main, ["adjudicate", "-"]).exit_code == 2
    assert CliRunner().invoke(main, ["adjudicate", "missing"]).exit_code == 3
    path = str(ROOT / "examples" / "mob-skipped.rootlog")
    result = CliRunner().invoke(main, ["adjudicate", path, "--at", "H9"])
    assert result.exit_code == 2
    assert "no turn H9 is written" in result.stderr


if __name__ == "__main__":
    for path in FILES:
        old = path.read_text(encoding="utf-8")
        with TemporaryDirectory() as folder_:
            Path(folder_, "examples").symlink_to(ROOT / "examples")
            os.chdir(folder_)
            path.write_text(transcript(old), encoding="utf-8")


def test_a_script_that_quits_ends_like_any_other() -> None:
    """In a process of its own: there standard input is closed once it has been read."""
    script = [sys.executable, "-c", "from validator.cli import main; main()", "adjudicate"]
    done = subprocess.run(script, input="quit\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
