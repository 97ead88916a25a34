"""What holds for every record: rulings are total, sound on prefixes, local to their turns."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from notation.reader import read_file, read_record
from notation.record import Record
from notation.writer import format_record
from simulator.game import simulate
from validator.adjudicator import adjudicate

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "corpus"
GAMES = sorted((ROOT / "examples").glob("*.rootlog")) + sorted(SHARED.glob("*.rootlog"))[:12:3]
NAMES = [path.name for path in GAMES]

games = pytest.mark.parametrize("path", GAMES, ids=NAMES)


def turn_lines(record: Record) -> list[int]:
    """Line numbers of the turns that are ruled on, in order."""
    return [turn.line for turn in record.turns if turn.number > 0 and not turn.position]


def cut(record: Record, line: int) -> Record:
    """The record as it stood after that line."""
    return read_record("\n".join(record.lines[:line]) + "\n", record.file)


@games
def test_a_prefix_is_ruled_as_the_whole(path: Path) -> None:
    """The first illegal move does not depend on later turns; a legal game's prefixes are legal."""
    record = read_file(path)
    whole = adjudicate(record)
    lines = turn_lines(record)
    for line in lines[:: max(len(lines) // 6, 1)]:
        first = adjudicate(cut(record, line)).first_illegal
        if whole.first_illegal is None or whole.first_illegal.line > line:
            assert first is None or first.line > line
        elif whole.first_illegal.line < line:
            assert first is not None
            assert (first.address, first.rule) == (
                whole.first_illegal.address,
                whole.first_illegal.rule,
            )


@games
def test_spelling_does_not_matter(path: Path) -> None:
    record = read_file(path)
    again = read_record(format_record(record), record.file)
    one, two = adjudicate(record), adjudicate(again)
    assert one.ruling == two.ruling
    assert [(f.kind, f.rule, f.address) for f in one.findings if f.kind != "notation"] == [
        (f.kind, f.rule, f.address) for f in two.findings if f.kind != "notation"
    ]


def mutate(text: str, pick: random.Random) -> tuple[str, int]:
    """One action deleted, doubled, swapped with the next or pointed elsewhere; and its line."""
    lines = text.split("\n")
    played = [n for n, line in enumerate(lines) if line[1:2] == ":" and line.count("/") > 2]
    n = pick.choice(played)
    head, actions = lines[n][:2], lines[n][2:].strip().split("/")
    k = pick.randrange(len(actions) - 1)
    match pick.randrange(4):
        case 0:
            del actions[k]
        case 1:
            actions.insert(k, actions[k])
        case 2:
            actions[k], actions[k + 1] = actions[k + 1], actions[k]
        case _:
            actions[k] = actions[k].replace("->", "->1")
    lines[n] = head + "/".join(actions)
    return "\n".join(lines), n + 1


@games
def test_a_changed_record_is_ruled_and_not_before_the_change(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    before = adjudicate(read_record(text, path.name)).first_illegal
    for seed in range(6):
        changed, line = mutate(text, random.Random(seed))
        first = adjudicate(read_record(changed, path.name)).first_illegal
        if first is not None and (before is None or before.line > line):
            assert first.line >= line


@games
def test_ruling_twice_is_the_same(path: Path) -> None:
    record = read_file(path)
    assert adjudicate(record) == adjudicate(record)


@pytest.mark.parametrize("factions", ["CEALHP", "VKDOG"])
def test_a_clearing_that_the_map_does_not_have_is_told(factions: str) -> None:
    """Wherever one is written, in setup or in the first round; and a price that no track has."""
    record = read_record(simulate(3, factions, "Fall", "E&P", turns=len(factions)))
    for turn in record.turns:
        text = record.lines[turn.line - 1]
        for place in re.finditer(r"(?<=->)\d+", text):
            lines = list(record.lines)
            lines[turn.line - 1] = f"{text[: place.start()]}13{text[place.end() :]}"
            findings = adjudicate(read_record("\n".join(lines))).findings
            assert any(f.line == turn.line for f in findings), lines[turn.line - 1]
