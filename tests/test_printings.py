"""Every declared difference between printings has a case that only its printing rules so."""

from __future__ import annotations

from pathlib import Path

import pytest

import validator.law  # noqa: F401  # declares all of it
from notation.reader import read_record
from replayer.state import DEFAULT_LAW
from tests.law_cases import Case, all_cases
from validator import printings
from validator.adjudicator import adjudicate
from validator.printings import PRINTINGS, Printing

TABLE = Path(__file__).parents[1] / "docs" / "printings.md"
CASES = [case for case in all_cases() if case.law not in (None, DEFAULT_LAW)]


def turns_on(case: Case, difference: Printing) -> bool:
    """Whether a case comes out as expected by its printing, not by p6, and asks that difference."""
    if case.law != difference.law or case.complaint() is not None:
        return False
    return difference in printings.ASKED and case.complaint(DEFAULT_LAW) is not None


@pytest.mark.parametrize("difference", PRINTINGS, ids=str)
def test_difference_has_its_case(difference: Printing) -> None:
    assert any(turns_on(case, difference) for case in CASES)


@pytest.mark.parametrize("difference", PRINTINGS, ids=str)
def test_difference_stands_in_the_table(difference: Printing) -> None:
    rows = [row.split("|") for row in TABLE.read_text(encoding="utf-8").splitlines()]
    numbers = [row[1].strip() for row in rows if len(row) > 3 and difference.law in row[2]]
    assert difference.number in numbers


GAMES = sorted((Path(__file__).parents[2] / "shared" / "rootlogs").glob("*.rootlog"))


@pytest.mark.skipif(not GAMES, reason="the games of 2020 are not there")
@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_p4_finds_nothing_in_its_games_that_p6_does_not(game: Path) -> None:
    """What is told in them by p6 alone is a declared difference."""
    record = read_record(game.read_text(encoding="utf-8"), game.name)
    older, newer = (
        {(f.address, f.rule) for f in adjudicate(record, law).findings if f.rule}
        for law in ("p4", None)
    )
    assert older <= newer
    assert {rule for _, rule in newer - older} <= {d.number for d in PRINTINGS if d.law == "p4"}
