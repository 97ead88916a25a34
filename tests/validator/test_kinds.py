"""What is said of clauses to save asking them is true: their kinds of leg, and that they stay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from notation.reader import read_file
from tests.law_cases import all_cases
from validator.adjudicator import adjudicate
from validator.algebra import Call, Clause, Moment, Way
from validator.kinds import BITS, PIECE_KINDS, anyhow, banned, bits_of
from validator.switches import SWITCHED

EXAMPLES = Path(__file__).parents[2] / "examples"


def everything() -> None:
    """Rule on a seventh of the cases and on the examples."""
    for case in all_cases()[::7]:
        case.ruling()
    for path in sorted(EXAMPLES.rglob("*.rootlog")):
        adjudicate(read_file(path))


def test_nothing_begins_with_a_leg_of_a_kind_it_does_not_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong: set[str] = set()
    asked = 0

    def begin(m: Moment, clause: Clause) -> list[Way]:
        nonlocal asked
        ways = m.begun.get(clause)
        if ways is None:
            ways = m.begun[clause] = clause.begin(m)
        unnamed = not clause.first & m.mask and not m.waive
        asked += unnamed
        if unnamed and ways:
            wrong.add(f"{clause!r} begins with {ways[0].leg!r}")
        return ways if clause.first & m.mask else []

    monkeypatch.setattr(Moment, "begin", begin)
    everything()
    assert asked > 1000
    assert not wrong


def test_a_rule_opened_once_opens_to_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: set[str] = set()
    again = 0

    def checked(opened: Callable[[Call, Moment], Clause]) -> Callable[[Call, Moment], Clause]:
        def check(call: Call, m: Moment) -> Clause:
            nonlocal again
            clause = opened(call, m)
            if call.once is not None and not SWITCHED:
                again += 1
                if call.rule.body(m.state, *call.args) is not call.once:
                    wrong.add(repr(call.rule))
            return clause

        return check

    monkeypatch.setattr(Call, "opened", checked(Call.opened))
    everything()
    assert again > 1000
    assert not wrong


def test_kinds_of_pieces_are_told_apart_by_where_they_go() -> None:
    (piece,) = (kind for kind in BITS if kind.__name__ == "PieceLeg")
    assert anyhow() == BITS[piece] == sum(anyhow(kind) for kind in PIECE_KINDS)
    assert bits_of((piece, 0)) == BITS[piece]
    assert not banned(BITS[piece]) & sum(BITS.values())
    assert banned(BITS[piece]).bit_length() <= 62
