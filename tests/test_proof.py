"""The catalogue of mutants, and a small part of what `make proof` runs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from notation.reader import read_file
from proof.judge import Judge, Verdict, judge
from proof.mutants import CATALOGUE
from proof.mutants.base import Base
from proof.mutants.catalogue import Operator, mutant
from proof.report import example, told
from validator import rulebook
from validator.adjudicator import adjudicate

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = (
    "full-game-fall",
    "full-game-lake",
    "full-game-winter",
    "hundreds-against-keepers-mountain",
)
BASES = [Base((EXAMPLES / f"{name}.rootlog").read_text("utf-8"), name) for name in GAMES]


@pytest.mark.parametrize("base", BASES, ids=GAMES)
def test_what_is_changed_is_legal(base: Base) -> None:
    ruling = adjudicate(read_file(EXAMPLES / f"{base.name}.rootlog"))
    assert [f for f in ruling.findings if f.kind != "notation"] == []


@pytest.mark.parametrize("base", BASES, ids=GAMES)
def test_a_judge_rules_as_anybody_would(base: Base) -> None:
    judging = Judge(base)
    ruling = adjudicate(base.record)
    assert judging.ruling().findings == ruling.findings
    for made_by in CATALOGUE[::6]:
        edit = next(iter(made_by.makes(base)), None)
        if edit is not None:
            changed = mutant(base, made_by, edit)
            assert said(judging.judge(changed)) == said(judge(changed))


def said(verdict: Verdict) -> tuple[bool, bool, str]:
    return verdict.found, verdict.number, told(verdict)


def test_operators_name_numbers_of_the_law() -> None:
    known = {entry.number for entry in rulebook.ALL}
    cards = ("card.", "quest.", "vagabond.")
    told = {number for one in CATALOGUE for number in (one.number, *one.also)}
    assert {number for number in told - known if not number.startswith(cards)} == set()


def test_operators_have_names_and_words_of_their_own() -> None:
    names = Counter(one.name for one in CATALOGUE)
    words = Counter((one.number, one.says) for one in CATALOGUE)
    assert [name for name, n in (names + words).items() if n > 1] == []


@pytest.mark.parametrize("made_by", CATALOGUE, ids=lambda one: one.name)
def test_a_mutant_is_found_at_its_place_under_its_number(made_by: Operator) -> None:
    for base in BASES:
        edit = next(iter(made_by.makes(base)), None)
        if edit is not None:
            verdict = judge(mutant(base, made_by, edit))
            assert verdict.number, "\n".join([told(verdict), *example(verdict)])
