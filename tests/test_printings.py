"""Every declared difference between printings has a case that only its printing rules so."""

from __future__ import annotations

from pathlib import Path

import pytest

import validator.law  # noqa: F401  # declares all of it
from replayer.state import DEFAULT_LAW
from tests.law_cases import Case, all_cases
from validator import printings
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
