"""`make bench`: speed, start-up and memory, beside a Node parser and python-chess, in one run.

Records come from the corpus beside the project where there is one, else from examples/. All rates
are taken on one core; what two processes gain is a row of its own, over the same records again and
again. "warm" is the quickest of many passes over the same texts, for every reader:
what a reader remembers of a text it has met before counts there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from bench.ruling import digest, ruled
from notation.reader import read_record
from notation.record import Record
from validator.findings import Ruling

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent
CORPUS = ROOT.parent / "shared" / "corpus"
SECONDS = 3.0
STARTS = 9
FEW, MANY = 100, 1000
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""Children keep compiled modules from one start to the next, as an installed program does."""


class Spent(NamedTuple):
    """What a child process took: seconds, and its peak memory in bytes."""

    seconds: float
    memory: int


class Rate(NamedTuple):
    """A reader's quickest pass: seconds, over so many actions or moves."""

    seconds: float
    size: int

    @property
    def per_second(self) -> float:
        return self.size / self.seconds


def main(compiled: Path) -> None:
    """`compiled`: the Python that has rootlaw compiled."""
    files = records()
    texts = [path.read_text(encoding="utf-8") for path in files]
    start = time.perf_counter()
    read = [read_record(text, path.name) for path, text in zip(files, texts, strict=True)]
    first = time.perf_counter() - start
    actions = sum(count(record) for record in read)
    middle = sorted(zip(files, read, strict=True), key=lambda pair: count(pair[1]))[len(files) // 2]
    print(f"records: {len(files)}, actions: {actions}; (x n): rootlaw's figure divided by this one")
    with tempfile.TemporaryDirectory() as scratch:
        node = Node()
        chess = Chess(Path(scratch), len(files), actions, count(middle[1]))
        for name, missing in (("Node parser", node.missing), ("python-chess", chess.missing)):
            if missing:
                print(f"{name}: skipped, {missing}")
        row("", "rootlaw", "target", "Node parser", "python-chess")
        row("parse, first pass", f"{actions / first:,.0f} actions/s")
        parse_row(texts, files, actions, node)
        rule_rows(files, actions, chess, compiled)
        process_rows(files, middle[0], node, chess)
        many_rows(files, [count(record) for record in read], Path(scratch))


def records() -> list[Path]:
    """The records to read, in the order of their names."""
    for folder in (CORPUS, ROOT / "examples"):
        found = sorted(folder.rglob("*.rootlog"))
        if found:
            return found
    sys.exit("bench: no records found")


def count(record: Record) -> int:
    return sum(len(turn.entries) for turn in record.turns)


def quickest(run: Callable[[], object], size: int) -> Rate:
    best, spent = float("inf"), 0.0
    while spent < SECONDS:
        start = time.perf_counter()
        run()
        seconds = time.perf_counter() - start
        best, spent = min(best, seconds), spent + seconds
    return Rate(best, size)


def child(command: list[str]) -> Spent:
    """Run a command, its output unread; a usage error, a signal or a traceback ends the bench."""
    with tempfile.TemporaryFile() as complaints:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=complaints, env=ENVIRONMENT
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        complaints.seek(0)
        crashed = b"Traceback" in complaints.read()
    if crashed or process.returncode < 0 or process.returncode == 2:
        sys.exit(f"bench: {' '.join(command[:3])} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Spent(seconds, usage.ru_maxrss * unit)


def cold(command: list[str]) -> Spent:
    """The quickest of several starts: others' work on the machine only ever slows one down."""
    return min(child(command) for _ in range(STARTS))


class Node:
    """The Node parser, installed on first use; `missing` says why it can't be measured."""

    def __init__(self) -> None:
        self.missing = self._install()

    def _install(self) -> str:
        if (HERE / "node_modules" / "@seiyria").is_dir():
            return "" if self._runs(["node", "--version"]) else "node is not installed"
        if not self._runs(["npm", "--version"]):
            return "node and npm are not installed"
        quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
        if not self._runs(["npm", "install", *quiet]):
            return "npm could not install the parser"
        return ""

    @staticmethod
    def _runs(command: list[str]) -> bool:
        try:
            return subprocess.run(command, cwd=HERE, capture_output=True).returncode == 0
        except OSError:
            return False

    def parse(self, files: list[Path]) -> tuple[Rate, int]:
        """Its quickest pass over the turns it can read, and how many it can't."""
        told = output(["node", str(HERE / "peer.js"), str(SECONDS), *map(str, files)])
        return Rate(told["best"], told["read"]), told["passed_over"]

    def once(self, files: list[Path]) -> list[str]:
        return ["node", str(HERE / "peer.js"), "once", *map(str, files)]


class Chess:
    """python-chess, reading as many moves as there are actions; `missing` if not installed."""

    def __init__(self, scratch: Path, games: int, moves: int, one: int) -> None:
        self.script = str(HERE / "chess_peer.py")
        self.all, self.one = scratch / "all.pgn", scratch / "one.pgn"
        self.missing = ""
        try:
            import chess  # noqa: F401  # measured in processes of its own
        except ImportError:
            self.missing = "python-chess is not installed"
            return
        for path, many, length in ((self.all, games, moves), (self.one, 1, one)):
            subprocess.run(
                [sys.executable, self.script, "write", str(path), str(many), str(length)],
                check=True,
            )

    def read(self) -> Rate:
        told = output([sys.executable, self.script, "read", str(self.all), str(SECONDS)])
        return Rate(told["best"], told["read"])

    def once(self, path: Path) -> list[str]:
        return [sys.executable, self.script, "read", str(path), "0"]


def output(command: list[str]) -> Any:
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return json.loads(done.stdout)


def row(name: str, *cells: str) -> None:
    print(f"{name:<24}" + "".join(f"{cell:<30}" for cell in cells).rstrip(), flush=True)


def ratio(ours: float, theirs: float) -> str:
    return f"(x {ours / theirs:.2f})"


def parse_row(texts: list[str], files: list[Path], actions: int, node: Node) -> None:
    """Actions a second, reading only."""
    ours = quickest(lambda: [read_record(text) for text in texts], actions)
    cells = [f"{ours.per_second:,.0f} actions/s", ">= 100,000"]
    notes = []
    if node.missing:
        cells.append("-")
    else:
        theirs, passed_over = node.parse(files)
        rates = ours.per_second, theirs.per_second
        cells.append(f"{theirs.per_second:,.0f} {ratio(*rates)}" if theirs.size else "-")
        notes.append(f"The Node parser was measured on {theirs.size} actions; {passed_over} turns")
        notes.append("are beyond it and were left out.")
    row("parse, warm", *cells, "-")
    for note in notes:
        print(f"{'':<24}{note}")


def rule_rows(files: list[Path], actions: int, chess: Chess, compiled: Path) -> None:
    """From text to ruling, a second, in Python and compiled; python-chess, too, checks each move
    as it reads it."""
    _, rulings = ruled(files)
    theirs = None if chess.missing else chess.read()
    ours = one_pass([sys.executable, "-m", "bench.ruling"], files, rulings)
    rates = {"full ruling, one pass": ours}
    if compiled.exists():
        command = [str(compiled), "-P", str(HERE / "ruling.py")]
        rates["  compiled (make fast)"] = one_pass(command, files, rulings)
    for name, rate in rates.items():
        peer = "-"
        if theirs is not None:
            peer = f"{theirs.per_second:,.0f} moves/s {ratio(rate.per_second, theirs.per_second)}"
        row(name, f"{rate.per_second:,.0f} actions/s", ">= 9,000", "-", peer)
        row("", f"{len(files) / rate.seconds:,.1f} games/s")
    if not compiled.exists():
        row("  compiled (make fast)", "not built")
    under = sum(len({citation.address for citation in it.citations}) for it in rulings)
    row("", f"{under / ours.seconds:,.0f} actions/s read under a rule ({under / actions:.0%})")
    told = {name: sum(it.ruling == name for it in rulings) for name in ("legal", "illegal")}
    rest = len(rulings) - sum(told.values())
    print(f"{'':<24}legal {told['legal']}, illegal {told['illegal']}, other {rest}")
    alive = readings_alive(files)
    row("readings alive, median", f"{alive[len(alive) // 2]}", "1")
    row("readings alive, peak", f"{alive[-1]}", "< 256")


def one_pass(command: list[str], files: list[Path], rulings: list[Ruling]) -> Rate:
    """The quickest of several processes that each rule once, on records they have never met."""
    told = [output([*command, *map(str, files)]) for _ in range(STARTS // 2)]
    if {one["digest"] for one in told} != {digest(rulings)}:
        sys.exit(f"bench: {command[0]} makes other rulings")
    return Rate(min(one["seconds"] for one in told), sum(ruling.actions for ruling in rulings))


def readings_alive(files: list[Path]) -> list[int]:
    """How many readings live after each action of each record, sorted."""
    from unittest.mock import patch

    from validator import turns
    from validator.adjudicator import adjudicate

    counts: list[int] = []

    def counted(*args: Any, **options: Any) -> Any:
        after = advance(*args, **options)
        counts.append(len(after[0]))
        return after

    advance = turns.advance
    with patch.object(turns, "advance", counted):
        for path in files:
            adjudicate(read_record(path.read_text(encoding="utf-8")))
    return sorted(counts)


def process_rows(files: list[Path], one: Path, node: Node, chess: Chess) -> None:
    """Start-up and memory of whole processes; the one game is of middling length."""
    rootlaw = str(Path(sys.executable).with_name("rootlaw"))
    ours = cold([rootlaw, "check", str(one)])
    cells = [f"{ours.seconds * 1000:.0f} ms", "<= 4 x the Node parser"]
    for missing, command in (
        (node.missing, node.once([one])),
        (chess.missing, chess.once(chess.one)),
    ):
        if missing:
            cells.append("-")
        else:
            theirs = cold(command)
            times = ratio(ours.seconds, theirs.seconds)
            cells.append(f"{theirs.seconds * 1000:.0f} ms {times}")
    row("cold, one game", *cells)

    ours = child([rootlaw, "check", *map(str, files)])
    cells = [f"{ours.memory / 1e6:.0f} MB", "-"]
    for missing, command in (
        (node.missing, node.once(files)),
        (chess.missing, chess.once(chess.all)),
    ):
        if missing:
            cells.append("-")
        else:
            theirs = child(command)
            cells.append(f"{theirs.memory / 1e6:.0f} MB {ratio(ours.memory, theirs.memory)}")
    row("peak memory, all games", *cells)


def many_rows(files: list[Path], counts: list[int], scratch: Path) -> None:
    """What a second process gains over many games, and what many games hold in memory; `counts`
    are the actions of the files."""
    rootlaw = str(Path(sys.executable).with_name("rootlaw"))
    few, many = (str(copies(files, scratch / str(n), n)) for n in (FEW, MANY))
    one, two = (
        [child([rootlaw, "check", few, "-j", jobs]) for _ in range(2)] for jobs in ("1", "2")
    )
    gain = min(one).seconds / min(two).seconds
    row(f"-j 2, {FEW} games", f"x {gain:.2f} of -j 1", ">= x 1.80")
    ruled_on = sum(counts[number % len(counts)] for number in range(FEW))
    row("", f"{ruled_on / min(two).seconds:,.0f} actions/s, start included")
    held, of_few = child([rootlaw, "check", many]).memory, min(run.memory for run in one)
    told = f"{held / 1e6:.0f} MB, x {held / of_few:.2f} of 100's"
    row("peak memory, 1,000 games", told, "<= x 1.20")


def copies(files: list[Path], folder: Path, n: int) -> Path:
    """A new folder with `n` records: these files in turn, as often as it takes."""
    folder.mkdir()
    for number in range(n):
        data = files[number % len(files)].read_bytes()
        (folder / f"{number:04}.rootlog").write_bytes(data)
    return folder


if __name__ == "__main__":
    main(Path([*sys.argv[1:], ".venv-fast/bin/python"][0]))
