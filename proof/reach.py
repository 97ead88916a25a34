"""How far simulated games alone reach into the Law as it is written here: lines and branches of
`validator/law`, and the entries of the registry they never come to."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import validator.law
from validator.registry import DECLARED, Declared

ROOT = Path(__file__).resolve().parents[1]
LAW = Path(validator.law.__file__).parent


class Module(NamedTuple):
    """Lines and branches of a module, and how many were reached."""

    name: str
    lines: tuple[int, int]
    branches: tuple[int, int]

    @property
    def share(self) -> float:
        reached, there = self.lines[0] + self.branches[0], self.lines[1] + self.branches[1]
        return 100 * reached / there if there else 100.0


class Reach(NamedTuple):
    modules: list[Module]
    missed: list[Declared]  # what is declared and never came into play

    @property
    def total(self) -> Module:
        lines = tuple(sum(m.lines[k] for m in self.modules) for k in (0, 1))
        branches = tuple(sum(m.branches[k] for m in self.modules) for k in (0, 1))
        return Module("validator/law", (lines[0], lines[1]), (branches[0], branches[1]))


def reach(seed: int, games: int, jobs: int) -> Reach:
    """Play and rule on so many games under coverage, in processes of their own."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        runs = [start(scratch, seed, k, jobs, games) for k in range(jobs)]
        for run in runs:
            if run.wait():
                raise RuntimeError(f"a run under coverage ended with {run.returncode}")
        told = [json.loads((scratch / f"told.{k}").read_text()) for k in range(jobs)]
        cited = sum((Counter(one["cited"]) for one in told), Counter[str]())
        fired = sum((Counter(one["fired"]) for one in told), Counter[str]())
        files = measured(scratch)
    executed = {path: set(data["executed_lines"]) for path, data in files.items()}
    modules = [module(path, data["summary"]) for path, data in sorted(files.items())]
    missed = [
        one for one in DECLARED if one.kind != "orphan" and not in_play(one, executed, cited, fired)
    ]  # an orphan speaks only where something is illegal
    return Reach(modules, missed)


def start(scratch: Path, seed: int, skip: int, step: int, games: int) -> subprocess.Popen[bytes]:
    options = ["--branch", f"--source={LAW}", f"--data-file={scratch / f'data.{skip}'}"]
    play = ["-m", "proof.play", *map(str, (seed, skip, step, games)), str(scratch / f"told.{skip}")]
    return subprocess.Popen([sys.executable, "-m", "coverage", "run", *options, *play], cwd=ROOT)


def measured(scratch: Path) -> dict[str, Any]:
    """Coverage's report by file."""
    base = [sys.executable, "-m", "coverage"]
    data, out = f"--data-file={scratch / 'data'}", scratch / "report.json"
    parts = [str(path) for path in sorted(scratch.glob("data.*"))]
    subprocess.run([*base, "combine", "--quiet", data, *parts], cwd=ROOT, check=True)
    subprocess.run([*base, "json", "--quiet", data, "-o", str(out)], cwd=ROOT, check=True)
    files: dict[str, Any] = json.loads(out.read_text())["files"]
    return {str((ROOT / name).resolve()): told for name, told in files.items()}


def module(path: str, summary: dict[str, int]) -> Module:
    lines = summary["covered_lines"], summary["num_statements"]
    branches = summary["covered_branches"], summary["num_branches"]
    return Module(Path(path).stem, lines, branches)


def in_play(
    one: Declared, executed: dict[str, set[int]], cited: Counter[str], fired: Counter[str]
) -> bool:
    """A rule that an action was cited with, a consequence that brought something about, a demand
    or definition that was asked."""
    if one.kind == "rule":
        below = any(number.startswith(f"{one.number}.") for number in cited)
        return one.number in cited or below or bool(one.part and ran(one.function, executed))
    if one.kind == "consequence":
        return one.number in fired
    return ran(one.function, executed)


def ran(function: Callable[..., Any], executed: dict[str, set[int]]) -> bool:
    """Whether any line of a function's body was reached."""
    code = getattr(function, "__code__", None)
    if code is None:
        return True
    body = {line for _, _, line in code.co_lines() if line and line > code.co_firstlineno}
    return bool(body & executed.get(str(Path(code.co_filename).resolve()), set()))
