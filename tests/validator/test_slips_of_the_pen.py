"""What can only be a slip of the pen is read as it is meant, and told."""

from __future__ import annotations

from notation.reader import read_record
from validator.adjudicator import adjudicate

TABLE = """Map: Fall
Deck: E&P
A: A
E: E
C: C
//! position
A: b_m->9/t->12/(2M+B)#->$/3w->$
E: 4w->9
C: 2w->9
//! play
"""


def told(turn: str) -> list[tuple[str, str]]:
    """Kinds and addresses of what is told of one battle."""
    ruling = adjudicate(read_record(TABLE + turn, "slip"), reads="4.3")
    return [(finding.kind, finding.address) for finding in ruling.findings]


def test_warriors_off_the_alliances_board_are_its_officers() -> None:
    lost = "E: XA9/Ab_m9->/++/(2M+B)#A$->/"
    assert told(lost + "2AwA$->") == []
    assert told(lost + "2wA$->") == [("notation", "E1.5")]
    assert told(lost + "3wA$->") == [("notation", "E1.5"), ("illegal", "E1.5")]


def test_nobody_battles_himself() -> None:
    assert told("E: XE9(1,0)/Cw9->") == [("notation", "E1.1")]
