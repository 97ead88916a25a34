"""Draws that nobody wrote: what they explain, and what they do not."""

from __future__ import annotations

from notation.reader import read_record
from validator.adjudicator import adjudicate

GAME = """Map: Fall
Deck: E&P

P: P
E: E

P: w->1/w->5/w->7
E: b+6w->3/#despot->$

"""


def test_a_card_in_the_middle_of_daylight_is_no_discard_of_evening() -> None:
    turn = "P: F#@P->/w->1+6+8+12/R#P->/w->3+4+5+10/w1->5/w5->1\n"
    ruling = adjudicate(read_record(f"{GAME}{turn}E: F#E->$_r/w->3/#->E", "recruits twice"))
    first = ruling.findings[0]
    assert (first.kind, first.address, first.rule) == ("illegal", "P1.3", "13.4.3")
