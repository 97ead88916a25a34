"""Every case of the tables, and each again with its rule switched off: then it must fail."""

from __future__ import annotations

import pytest

from tests.law_cases import Case, all_cases
from validator.switches import DENIED, WAIVED, switched

CASES = all_cases()
IDS = [f"{case.file.stem}: {case.name}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_case(case: Case) -> None:
    assert case.complaint() is None, f"\n{case.text()}"


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_case_needs_its_rule(case: Case) -> None:
    """Waived, an illegal case is legal; denied, a legal one is refused."""
    kind, want = case.expected
    if kind == "undecided" or case.table.get("silent"):
        pytest.skip("nothing is ruled on, so there is nothing to switch off")
    number = case.table.get("switch", want.get("number", case.table["rule"]))
    off = DENIED if kind == "legal" else WAIVED
    with switched(number, off):
        assert case.complaint() is not None, f"passes without {number}\n{case.text()}"
