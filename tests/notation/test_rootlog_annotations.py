"""Annotations behind `//!`: read item by item, each fault told, none costing the others."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.annotations import Anchor, Note, Phase, Tag, read_annotation
from notation.reader import read_record

LINE = "(Cb_s+Ct)6->/++2/%h6->$/t->9/2w->3/#rowdy->$/XE4(0,1)/w4->/%sE$->$"
TURN = tuple(LINE.split("/"))


def test_example_of_the_notation() -> None:
    found = read_annotation("n9 @7=D 1:14.4.1 4:mob(R) 5:14.4.2 7:loot,hits(0,1) vp(H7)", TURN)
    assert found.guard == 9
    assert found.phases == (Phase(7, "daylight"),)
    assert found.notes == (
        Note(Anchor(1, 1), (Tag("14.4.1"),)),
        Note(Anchor(4, 4), (Tag("mob", ("R",)),)),
        Note(Anchor(5, 5), (Tag("14.4.2"),)),
        Note(Anchor(7, 7), (Tag("loot"), Tag("hits", ("0", "1")))),
    )
    assert found.claims == (Tag("vp", ("H7",)),)
    assert found.warnings == ()
    assert found.notes[0].tags[0].is_rule
    assert not found.notes[1].tags[0].is_rule


def test_anchors() -> None:
    found = read_annotation(
        '1.2:as(M) 4-7:err("a, b (c)") `t->9`:by(2,5,5),skip(evening.craft)', TURN
    )
    assert [note.anchor for note in found.notes] == [
        Anchor(1, 1, 2),
        Anchor(4, 7),
        Anchor(text="t->9"),
    ]
    assert found.notes[1].tags == (Tag("err", ("a, b (c)",)),)
    assert found.notes[2].tags == (Tag("by", ("2", "5", "5")), Tag("skip", ("evening.craft",)))
    assert found.warnings == ()


def test_claims() -> None:
    found = read_annotation("vp(C12,E9) hand(C5,E3) ok(E017) 3:card(F#sap),card(?)", TURN)
    assert found.claims == (
        Tag("vp", ("C12", "E9")),
        Tag("hand", ("C5", "E3")),
        Tag("ok", ("E017",)),
    )
    assert found.notes[0].tags == (Tag("card", ("F#sap",)), Tag("card", ("?",)))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("n12 1:raze `t->9`:raze @2=D", 1),  # drifted: only the quoted anchor holds
        ("1:raze nonsense", 1),
        ("1:raze 99:raze", 1),
        ("1:raze 0:raze", 1),
        ("1:raze 7-4:raze", 1),
        ("1:raze `w->99`:raze", 1),
        ("1:raze boast(C)", 1),
        ("1:raze 2:", 1),
        ("1:raze 2:mob(", 1),
        ("1:raze n9n9", 1),
    ],
)
def test_a_fault_is_a_warning(text: str, kept: int) -> None:
    found = read_annotation(text, TURN)
    assert len(found.warnings) == 1
    assert len(found.notes) == kept


def test_a_quoted_anchor_must_be_unique() -> None:
    assert read_annotation("`++`:raze", ("++", "++")).warnings
    assert not read_annotation("`++`:raze", ("++", "w->3")).warnings


def test_a_game_has_claims_only() -> None:
    assert read_annotation("law(p6) first(E) dice(on)").claims == (
        Tag("law", ("p6",)),
        Tag("first", ("E",)),
        Tag("dice", ("on",)),
    )
    assert read_annotation("n3 1:raze law(p6)").warnings


def test_faults_are_slips_of_the_record_and_never_errors() -> None:
    text = "Map: Fall\nDeck: E&P\nC: a\nC:w->1/w->2 // x //! n3 oops\nC:w->3\n//! 1:raze,\n"
    record = read_record(text)
    assert {slip.kind for slip in record.slips} == {"notation"}
    assert [slip.line for slip in record.slips] == [4, 4, 5]
    assert all(entry.action for turn in record.turns for entry in turn.entries)


@settings(max_examples=200, deadline=None)
@given(st.text('n@=BDE0123456789:.,-`()" vphandokraze', max_size=60))
def test_any_text_is_an_annotation_or_a_warning(text: str) -> None:
    found = read_annotation(text, TURN)
    if text.strip() and not (found.guard or found.phases or found.notes or found.claims):
        assert found.warnings or found.guard == 0
