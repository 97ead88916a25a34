"""An action that cannot be read may have been anything: nothing after it is certainly illegal."""

from __future__ import annotations

from notation.reader import read_record
from validator.adjudicator import adjudicate
from validator.findings import Ruling

TABLE = """Map: Fall
Deck: E&P
C: C
E: E
//! position
C: t_k->4/3w->9/b_s->4
E: b->9/2w->1
//! play
"""


def ruled(*turns: str) -> Ruling:
    return adjudicate(read_record("\n".join([TABLE.rstrip(), *turns]), "unread"))


def kinds(ruling: Ruling) -> list[tuple[str, str]]:
    return [(finding.kind, finding.address) for finding in ruling.findings]


def test_a_loss_that_is_unread_accuses_neither_the_battle_nor_its_point() -> None:
    assert ruled("C: t->4/XE9/Eb9->/++/#->C").ruling == "legal"
    ruling = ruled("C: t->4/XE9/Eb9-/++/#->C")
    assert ruling.ruling == "undecided"
    assert ruling.first_illegal is None
    assert ("undecided", "C1.3") in kinds(ruling)


def test_later_turns_are_not_certain_either() -> None:
    ruling = ruled("C: t->4/w9-1/#->C", "E: M#E->$_m/w9->1/#->E", "C: t->4/#->C")
    assert ruling.ruling == "undecided"
    assert not [one for one in kinds(ruling) if one[0] == "illegal"]


def test_what_stands_before_it_is() -> None:
    ruling = ruled("C: t->4/w9->2/w9-1/#->C")
    assert ruling.ruling == "illegal"
    assert ruling.first_illegal is not None
    assert ruling.first_illegal.address == "C1.2"


def test_a_turn_that_cannot_be_read_may_have_been_anything_too() -> None:
    late = "E: M#E->$_m/w1->2/9w->5/#->E"
    assert ruled("C: t->4/w9->1/#->C", late).ruling == "illegal"
    ruling = ruled("C t->4/w9->1/#->C", late)
    assert ruling.ruling == "undecided"
    assert ruling.first_illegal is None


def test_a_header_line_that_cannot_be_read_hides_nothing() -> None:
    text = "\n".join(["Deck E&P", *TABLE.splitlines(), "C: t->4/9w9->1/#->C"])
    assert adjudicate(read_record(text, "unread")).ruling == "illegal"
