"""`check` over many files: processes, interrupted runs that go on, what is held in memory."""

from __future__ import annotations

import gc
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from notation.record import Record
from tests.validator.test_check_formats import FAULTY, HEAD, LEGAL
from validator.cli import main
from validator.commands import checking
from validator.commands.progress import Progress
from validator.commands.showing import FORMATS
from validator.kept import HEAD as KEPT_HEAD
from validator.pool import METHOD

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-c", "from validator.cli import main; main()", "check"]
OMISSION = LEGAL.replace("/++/w", "/w")
UNDECIDED = LEGAL.rstrip() + "/\x01&<\n"
EXPECTS = FAULTY + "//! expect illegal H1.1 14.4.1\n"
TEXTS = (FAULTY, LEGAL, "Dear all,\n", OMISSION, UNDECIDED, EXPECTS, HEAD)
TIMES = re.compile(r'time(stamp)?="[^"]*"')

forked = pytest.mark.skipif(METHOD != "fork", reason="workers must know what is patched here")


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["check", *(str(arg) for arg in args)])


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twelve files of every kind, in a folder below the current one."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "games"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.rootlog").write_text(TEXTS[number % len(TEXTS)])
    return folder


def told(result: Result) -> tuple[int, str, str]:
    return result.exit_code, TIMES.sub("", result.stdout), result.stderr


# --- processes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        *(("--format", form) for form in FORMATS),
        ("--all", "--explain", "--lang", "nl"),
        ("--strict", "--law", "p4"),
        ("--statistics",),
        ("--baseline", "known.json"),
        ("--baseline", "new.json", "--write-baseline"),
    ],
    ids=" ".join,
)
def test_any_number_of_processes_says_the_same(games: Path, options: tuple[str, ...]) -> None:
    run(games / "00.rootlog", "--baseline", "known.json", "--write-baseline")
    one, three = run("games", *options), run("games", "-j", 3, *options)
    assert told(one) == told(three)
    assert one.exit_code == 3
    assert one.output


def test_standard_input_is_read_here(games: Path) -> None:
    args = ["check", "games/01.rootlog", "-", "-j", "2", "--format", "jsonl"]
    result = CliRunner().invoke(main, args, input=FAULTY)
    rulings = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(one["file"], one["ruling"]) for one in rulings] == [
        ("games/01.rootlog", "legal"),
        ("-", "illegal"),
    ]


@pytest.mark.parametrize("jobs", ["auto", "1", "2", "99"])
def test_jobs_that_can_be_asked_for(games: Path, jobs: str) -> None:
    assert run("games/01.rootlog", "games/03.rootlog", "-j", jobs).exit_code == 0


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1.5", ""])
def test_jobs_that_cannot(games: Path, jobs: str) -> None:
    result = run("games", "-j", jobs)
    assert result.exit_code == 2
    assert f"{jobs!r}: expected a number from 1, or auto" in result.stderr


def test_one_game_loads_nothing_of_processes(games: Path) -> None:
    code = (
        "import sys; from validator.cli import main\n"
        "try: main(['check', 'games/01.rootlog', '-j', '2'])\n"
        "finally: print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "validator.commands.check" in loaded
    unwanted = {"multiprocessing", "concurrent.futures", "validator.pool", "validator.kept"}
    assert unwanted.isdisjoint(loaded)


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@forked
@pytest.mark.parametrize("options", [("text",), ("jsonl",), ("junit",)])
def test_a_worker_that_is_killed_leaves_its_file_undecided(
    games: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    adjudicate = checking.adjudicate

    def fatal(record: Record, law: str | None, explain: bool) -> Any:
        if record.file == "games/01.rootlog":
            os.kill(os.getpid(), signal.SIGKILL)
        return adjudicate(record, law, explain=explain)

    monkeypatch.setattr(checking, "adjudicate", fatal)
    sound = [f"games/{n:02}.rootlog" for n in (1, 3, 8)]
    result = run(*sound, "-j", 2, "--format", *options)
    assert result.exit_code == 4
    why = "the process that ruled on it was killed (SIGKILL); perhaps memory ran out"
    assert result.stdout.count(why) == 1
    assert all(file in result.stdout for file in sound)
    baseline = run(*sound, "-j", 2, "--baseline", "known.json", "--write-baseline")
    assert baseline.exit_code == 3
    assert f"games/01.rootlog: {why}" in baseline.stderr


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=forked)])
def test_a_fault_of_the_arbiter_is_no_illegal_move(
    games: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(record: Record, law: str | None, explain: bool) -> Any:
        raise RecursionError("too deep")

    monkeypatch.setattr(checking, "adjudicate", faulty)
    result = run("games/01.rootlog", "games/03.rootlog", "-j", jobs)
    assert result.exit_code == 4
    assert result.stdout.startswith(
        "games/01.rootlog:1:1: undecided\n"
        "   = the arbiter itself failed here, please report it (RecursionError: too deep)\n"
        "games/01.rootlog: undecided (law p6, 0 turns, 0 actions; 1 undecided)\n"
    )
    assert result.stderr.count("Traceback") == 2


# --- memory -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        *(("--format", form) for form in FORMATS),
        ("--statistics",),
        ("--baseline", "known.json", "--write-baseline"),
        ("--resume", "kept.jsonl"),
    ],
    ids=" ".join,
)
def test_records_do_not_pile_up(
    games: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    adjudicate = checking.adjudicate
    alive: list[int] = []

    def counting(record: Record, law: str | None, explain: bool) -> Any:
        alive.append(sum(isinstance(one, Record) for one in gc.get_objects()))
        return adjudicate(record, law, explain=explain)

    before = sum(isinstance(one, Record) for one in gc.get_objects())
    monkeypatch.setattr(checking, "adjudicate", counting)
    run("games", *options)
    assert len(alive) > 5
    assert max(alive) - before <= 2


# --- resume -------------------------------------------------------------------------------


@pytest.fixture
def ruled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The files that were ruled on in this process."""
    adjudicate = checking.adjudicate
    seen: list[str] = []

    def noting(record: Record, law: str | None, explain: bool) -> Any:
        seen.append(record.file)
        return adjudicate(record, law, explain=explain)

    monkeypatch.setattr(checking, "adjudicate", noting)
    return seen


@pytest.mark.parametrize("options", [("--all", "--explain"), ("--format", "json"), ("-j", "2")])
def test_what_is_kept_is_told_again_and_not_ruled_on_again(
    games: Path, ruled: list[str], options: tuple[str, ...]
) -> None:
    plain = told(run("games", *options))
    run("games", *options, "--resume", "kept.jsonl")
    kept = Path("kept.jsonl").read_bytes()
    ruled.clear()
    assert told(run("games", *options, "--resume", "kept.jsonl")) == plain
    assert ruled == []
    assert Path("kept.jsonl").read_bytes() == kept


def test_only_what_it_was_ruled_on_by_is_heard_again(games: Path, ruled: list[str]) -> None:
    file = games / "00.rootlog"
    run(file, "--resume", "kept.jsonl")
    run(file, "--resume", "kept.jsonl", "--law", "p4")
    run(file, "--resume", "kept.jsonl", "--explain")
    assert len(ruled) == 3
    file.write_text(LEGAL)
    assert run(file, "--resume", "kept.jsonl").exit_code == 0
    assert len(ruled) == 4
    file.rename(games / "renamed.rootlog")
    again = run(games / "renamed.rootlog", "--resume", "kept.jsonl", "--all", "--lang", "nl")
    assert len(ruled) == 4
    assert again.stdout.startswith(f"{games / 'renamed.rootlog'}: wettig")


def test_another_program_rules_anew(
    games: Path, ruled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("games/00.rootlog", "--resume", "kept.jsonl")
    monkeypatch.setattr("validator.kept.program", lambda: "a later one")
    run("games/00.rootlog", "--resume", "kept.jsonl")
    assert len(ruled) == 2


@pytest.mark.parametrize(("cut", "cost"), [(1, 0), (2, 1), (100, 1), (240, 1)])
def test_a_torn_last_line_costs_one_ruling(
    games: Path, ruled: list[str], cut: int, cost: int
) -> None:
    plain = told(run("games"))
    run("games", "--resume", "kept.jsonl")
    whole = Path("kept.jsonl").read_bytes()
    Path("kept.jsonl").write_bytes(whole[:-cut])
    ruled.clear()
    assert told(run("games", "--resume", "kept.jsonl")) == plain
    assert len(ruled) == cost
    assert Path("kept.jsonl").read_bytes().startswith(whole[:-cut] + b"\n")
    ruled.clear()
    run("games", "--resume", "kept.jsonl")
    assert ruled == []


@pytest.mark.parametrize("size", [0, 1, len(KEPT_HEAD) - 1])
def test_a_torn_first_line_is_mended(games: Path, size: int) -> None:
    Path("kept.jsonl").write_bytes(KEPT_HEAD[:size])
    assert told(run("games", "--resume", "kept.jsonl")) == told(run("games"))
    lines = Path("kept.jsonl").read_bytes().splitlines(keepends=True)
    assert lines[0] == KEPT_HEAD
    assert all(json.loads(line)["key"] for line in lines[1:])


def test_nothing_else_is_written_over(games: Path) -> None:
    file = games / "00.rootlog"
    before = file.read_bytes()
    result = run("games", "--resume", file)
    assert result.exit_code == 2
    assert "is no file of kept rulings; --resume needs a file of its own" in result.stderr
    assert file.read_bytes() == before
    assert run("games", "--resume", games).exit_code == 2


# --- interrupted --------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a file that can be waited at")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_it_keeps_what_it_ruled_and_goes_on(games: Path, jobs: str) -> None:
    """The last file is a pipe nobody writes to: there the run stands until it is interrupted."""
    held = games / "12.rootlog"
    os.mkfifo(held)
    command = [*COMMAND, "games", "--resume", "kept.jsonl", "-j", jobs]
    process = subprocess.Popen(
        command,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    shown = b""
    while b"\ngames/11.rootlog: " not in shown:
        line = process.stdout.readline()
        assert line, shown
        shown += line
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait() == 130
    rest, said = process.stdout.read(), process.stderr.read().decode()
    process.stdout.close()
    process.stderr.close()
    assert rest == b""
    assert "Traceback" not in said
    assert said.endswith(
        "interrupted: 12 of 13 files ruled on; "
        "the same command goes on, with what kept.jsonl keeps\n"
    )
    held.unlink()
    held.write_text(LEGAL)
    kept = Path("kept.jsonl").read_bytes()
    again = subprocess.run(command, env=environment(), capture_output=True)
    assert again.returncode == 3
    assert again.stdout.startswith(shown)
    assert Path("kept.jsonl").read_bytes() == kept  # the last was ruled on before, as another file


# --- progress -----------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_after_a_while_and_cleared() -> None:
    now = 0.0
    stream = Terminal()
    progress = Progress(40, stream, lambda: now)
    progress.step("legal")
    assert stream.getvalue() == ""
    now = 5.0
    progress.step("illegal")
    assert stream.getvalue() == "\r\x1b[K[#...................] 2/40  1 illegal, 1:35 left"
    progress.clear()
    progress.clear()
    assert stream.getvalue().count("\r\x1b[K") == 2


@pytest.mark.parametrize(("total", "stream"), [(40, io.StringIO()), (1, Terminal())])
def test_no_progress_for_one_file_or_without_a_terminal(total: int, stream: io.StringIO) -> None:
    now = 0.0
    progress = Progress(total, stream, lambda: now)
    now = 9.0
    progress.step("legal")
    progress.clear()
    assert stream.getvalue() == ""
