"""The report for people: what a short one leaves out, it says."""

from __future__ import annotations

from notation.reader import read_record
from tests.validator.test_check_formats import FAULTY, LEGAL, TURN
from validator.adjudicator import adjudicate
from validator.report import as_text

OMISSION = LEGAL.replace("/++/w", "/w")


def report(text: str, *, every: bool = False) -> str:
    record = read_record(text, "game")
    return as_text(record, adjudicate(record), every=every)


def test_more_findings_than_the_first_are_pointed_to() -> None:
    text = FAULTY + "E:9w->8\n" + TURN
    record = read_record(text, "game")
    more = len(adjudicate(record).findings) - 1
    assert more > 1
    *_, pointer, last = report(text).splitlines()
    assert pointer == f"   + {more} more findings; --all shows them"
    assert last.startswith("game: illegal at H1.1 by 14.4.1 (")
    assert "--all" not in report(text, every=True)


def test_findings_that_decide_nothing_are_pointed_to() -> None:
    assert report(OMISSION).splitlines() == [
        "game: legal (law p6, 1 turn, 15 actions; 1 omission; --all shows it)"
    ]
    assert "--all" not in report(OMISSION, every=True)


def test_nothing_is_pointed_to_where_all_is_shown_or_excused() -> None:
    assert "--all" not in report(FAULTY)
    assert "--all" not in report(LEGAL)
    assert "--all" not in report(FAULTY + "//! ok 14.4.1 agreed at the table\n")
