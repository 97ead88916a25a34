"""Open points: each is listed, each that a ruling turns on has both its cases, and is named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import validator.law  # noqa: F401  # declares all of it
from notation.reader import read_record
from tests.law_cases import Case, all_cases
from validator import disputed, rulebook
from validator.adjudicator import adjudicate
from validator.commands.check import command as check
from validator.commands.rule import command as rule
from validator.open_points import OpenPoint, open_points
from validator.open_points import named as together

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "decisions"
PROCEDURES = ROOT.parent / "shared" / "law"
POINTS = open_points()
MARKED = {point.id for point in POINTS.values() if not (point.unmarked or point.under)}
CASES = [case for case in all_cases() if {"disputed", "undisputed"} & set(case.table)]
IDS = [f"{case.file.stem}: {case.name}" for case in CASES]
ROWDY = """\
Map: Fall
Deck: E&P
H: Ann
C: Bo
P: Cy
//! position
H: w->7/#stubborn->$
C: w->4
P: t_s->7
//! play
H: #rowdy->$/#->H
C: w4->8/#->C
"""


def named(case: Case) -> list[tuple[str, str]]:
    record = read_record(case.text(), case.file.name)
    ruling = adjudicate(record, case.law, case.rule or None, explain=True)
    return [(one.id, one.address) for one in ruling.disputed]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_case_names_its_point(case: Case) -> None:
    """The generous side names the point where it decides, the strict one nothing."""
    want = case.table.get("disputed")
    assert named(case) == ([(want["id"], want["at"])] if want else [])


@pytest.mark.parametrize("name", sorted(MARKED))
def test_marked_point_has_both_its_cases(name: str) -> None:
    assert any(case.table.get("disputed", {}).get("id") == name for case in CASES)
    assert any(case.table.get("undisputed") == name for case in CASES)


def test_what_the_law_asks_is_what_is_marked() -> None:
    assert set(disputed.POINTS) == MARKED


@pytest.mark.parametrize("point", POINTS.values(), ids=lambda point: point.id)
def test_point_stands_on_its_page(point: OpenPoint) -> None:
    """Under one of its numbers, which are the Law's."""
    text = (PAGES / f"{point.page}.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1] for row in text.splitlines() if row.startswith("| ")]
    told = {number.strip() for row in rows for number in row.split(",")}
    assert told & set(point.numbers)
    assert set(point.numbers) <= {entry.number for entry in rulebook.ALL}


@pytest.mark.parametrize("point", POINTS.values(), ids=lambda point: point.id)
def test_point_is_decided_with_one_that_is_marked(point: OpenPoint) -> None:
    assert point.question.endswith("?")
    assert not point.under or point.under in MARKED


def test_every_open_point_is_listed() -> None:
    files = sorted(PROCEDURES.glob("procedures-*.md"))
    if not files:
        pytest.skip("the procedures are not at hand")
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert set(re.findall(r"^\| (Q\d+|[DPHK]-\d+) \|", text, re.MULTILINE)) == set(POINTS)


# --- what is shown ------------------------------------------------------------------------


def checked(tmp_path: Path, *options: str) -> str:
    path = tmp_path / "rowdy.rootlog"
    path.write_text(ROWDY, encoding="utf-8")
    return CliRunner().invoke(check, [str(path), *options]).output


def test_explain_names_the_point_under_its_action(tmp_path: Path) -> None:
    lines = checked(tmp_path, "--explain").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("H1.2"))
    question = POINTS["H-22"].question
    assert lines[at + 1].strip().startswith(f"disputed H-22: {question} Here: ")
    assert lines[at + 1].endswith("(strictly: omission 14.6.3)")
    assert "disputed" not in checked(tmp_path)


def test_explain_names_the_point_for_machines(tmp_path: Path) -> None:
    told = json.loads(checked(tmp_path, "--explain", "--format", "jsonl"))
    (point,) = (one for one in told["disputed"] if one["id"] == "H-22")
    assert (point["address"], point["page"]) == ("H1.2", "docs/decisions/014-hundreds.md")
    assert point["strictly"] == {"kind": "omission", "rule": "14.6.3"}
    cited = {one["address"]: one.get("disputed") for one in told["citations"]}
    assert cited["H1.2"] == ["H-22"]
    assert cited["C1.1"] is None
    plain = json.loads(checked(tmp_path, "--format", "jsonl"))
    assert not {"disputed", "citations"} & set(plain)


def test_points_decided_together_are_named_together() -> None:
    assert together("D-3") == "D-3, H-4"
    assert together("H-22") == "H-22"


def test_rule_lists_the_points_that_touch_a_number() -> None:
    page = CliRunner().invoke(rule, ["14.7.6"]).output
    assert f"\n  disputed H-22: {POINTS['H-22'].question} Here: " in page
    assert "\n  open H-15: " in page
    assert "\n  betwist H-22: " in CliRunner().invoke(rule, ["14.7.6", "--lang", "nl"]).output


def test_points_are_strict_only_while_they_are_asked() -> None:
    point = disputed.disputed("H-22")
    with disputed.strictly({point}):
        assert not point()
    assert point()
    assert not disputed.STRICT
