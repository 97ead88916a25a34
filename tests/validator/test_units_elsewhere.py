"""Several units of one turn that stand at the wrong place: each is a matter of order."""

from __future__ import annotations

import pytest

from notation.reader import read_record
from validator.adjudicator import adjudicate

TABLE = """Map: Fall
Deck: E&P
C: C
A: A
//! position
A: t->9+5/w->8/3#->$
C: 4w->12/4w->7/4w->1/t_k->1/5#->C/b_s->1/2t->1/b_w->8
//! play
"""


def told(turn: str) -> list[tuple[str, str, str]]:
    """Kinds, addresses and numbers of what is told of one turn of the Marquise."""
    ruling = adjudicate(read_record(f"{TABLE}{turn}\nA: #->A", "order"))
    return [(f.kind, f.address, f.rule) for f in ruling.findings]


@pytest.mark.parametrize(
    ("turn", "places"),
    [
        ("C: t->1/M#C->A$/3w12->9/R#C->A$/3w1->5/#->C", ["C1.2", "C1.4"]),
        ("C: t->1/R#C->A$/w7->3/M#C->A$/3w12->9/w7->3/3w1->5/#->C", ["C1.2", "C1.4"]),
        (
            "C: t->1/M#C->A$/w12->9/M#C->A$/w12->9/R#C->A$/w1->5/B#C->/M#C->A$/w12->9/#->C",
            ["C1.2", "C1.6", "C1.9"],
        ),
    ],
    ids=["one after the other", "one past the other", "three, one of them longer"],
)
def test_cards_for_outrage_before_what_brings_it(turn: str, places: list[str]) -> None:
    assert [(kind, at) for kind, at, _ in told(turn)] == [("order", at) for at in places]


@pytest.mark.parametrize(
    ("turn", "breach"),
    [
        ("C: t->1/M#C->A$/3w12->9/w7->1/#->C", ("illegal", "C1.4", "4.2")),
        ("C: t->1/M#C->A$/3w12->9/3w1->5/#->C", ("illegal", "C1.5", "8.2.6")),
    ],
    ids=["a march too far", "a march unpaid"],
)
def test_a_breach_behind_a_matter_of_order_is_told_as_the_breach(
    turn: str, breach: tuple[str, str, str]
) -> None:
    order, *rest = told(turn)
    assert order[:2] == ("order", "C1.2")
    assert rest == [breach]


@pytest.mark.parametrize(
    "turn",
    [
        "C: t->1/M#C->A$/w12->7/#->C",
        "C: t->1/M#C->A$/w7->8/w12->9/M#C->A$/#->C",
        "C: t->1/^A/#->A$/w7->8/w12->9/M#C->A$/#->C",
    ],
    ids=["for nothing", "one too many", "a hand shown and a card too many"],
)
def test_a_card_that_nothing_asks_for_is_no_matter_of_order(turn: str) -> None:
    (kind, at, _), *_ = told(turn)
    assert (kind, at) == ("illegal", "C1.2")
