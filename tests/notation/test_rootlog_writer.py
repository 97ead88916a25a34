"""The canonical form: stable, lossless, and the same game again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from rootlog_strategies import ALPHABET, records

from notation.legs import legs
from notation.reader import read_file, read_record
from notation.record import Entry, Header, Record, Turn, UnreadableRecord
from notation.writer import format_record

HEADER = "Map: Fall\nDeck: E&P\n"


def same_game(record: Record, other: Record) -> None:
    """The same header, players, comments and, leg by leg, the same actions."""
    assert msgspec.structs.replace(other.header, hireling_setup=()) == msgspec.structs.replace(
        record.header, hireling_setup=()
    )
    assert other.players == record.players
    assert other.winner == record.winner
    assert [(each.word, each.rest) for each in other.directives] == [
        (each.word, each.rest) for each in record.directives
    ]
    for turn, again in zip(record.turns, other.turns, strict=True):
        assert (turn.faction, turn.number, turn.position) == (
            again.faction,
            again.number,
            again.position,
        )
        assert turn.comment == again.comment
        for entry, written in zip(turn.entries, again.entries, strict=True):
            if entry.action is None:
                assert (written.action, written.text) == (None, entry.text)
            else:
                assert written.action is not None
                assert Counter(legs(written.action, turn.faction)) == Counter(
                    legs(entry.action, turn.faction)
                )


def formatted(text: str) -> str:
    return format_record(read_record(text))


def test_layout() -> None:
    text = (
        "// Commentary  \r\n\r\n Map:Fall // the first\r\nDeck:   E&P\r\nPool: C,E\r\n"
        "C:  Zoe  //glued\r\nE: Bo\r\nE: 6w->3;b->3 \r\nC:Ct_k->12/w->3+1\r\n"
        "E:w->3/;++/   \r\nC:2Cw3->4 // why\r\n// between\r\nE:++\r\nC:oops/#taxcollectorC->//x\r\n"
        "nonsense line\r\nWinner: E,C\r\n\r\n\r\n"
    )
    assert formatted(text) == (
        "// Commentary\n\nMap: Fall // the first\nDeck: E&P\nPool: CE\n"
        "C: Zoe //glued\nE: Bo\nE:6w->3/b->3\nC:t_k->12/w->1+3\n\n"
        "E:w->3/++\nC:2w3->4 // why\n\n// between\nE:++\nC:oops/#taxC-> //x\n\n"
        "nonsense line\nWinner: EC\n"
    )


def test_header_lines() -> None:
    text = (
        "map: lake\nDeck:e&p\nClearings: F,M,R,F,M,R,F,M,R,F,M,R\nLandmarks: f->4/tower->5 // x\n"
        "Hirelings: h_T,h_Ed,h_O/h_Tw->3_7+1_9/h_Op->5\n"
    )
    assert formatted(text) == (
        "Map: Lake\nDeck: E&P\n"
        "Clearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"
        "Landmarks: ferry->4/tower->5 // x\n"
        "Hirelings: h_T, h_Ed, h_O/h_Tw->3_7+1_9/h_Op->5\n"
    )


def test_what_cannot_be_read_stays() -> None:
    text = HEADER + "Clearings: F1, X2\nPool: XYZ\nC: a\nC:w->1/w x/++\nT:w->3\n"
    assert formatted(text) == text


def test_directives_and_annotations_stay() -> None:
    text = (
        "H: Ann\n//! position\nH:w_w->8\n//! play\nH:Hw->8/++ // a //! n2 `Hw->8`:14.4.2\n"
        "//! `Hw->8`:raze\n//! expect legal\nH:++\n"
    )
    assert formatted(text) == (
        "H: Ann\n//! position\nH:w_w->8\n//! play\nH:w->8/++ // a //! n2 `w->8`:14.4.2\n"
        "//! `w->8`:raze\n//! expect legal\n\nH:++\n"
    )


def test_a_misspelling_is_written_in_standard_spelling() -> None:
    text = HEADER + "A: a\nA:Zh/r_b+w->7/Sp->9/f#A->/?Pt3^t_e\n"
    assert formatted(text).splitlines()[-1] == "A:Z%h/b_r+w->7/h_Sp->9/F#A->/?Pt_e3"
    assert read_record(formatted(text)).slips == ()


def test_corpus_is_canonical(corpus: list[Path]) -> None:
    for path in corpus:
        assert format_record(read_file(path)) == path.read_text("utf-8").rstrip("\n") + "\n"


def test_real_games_stay_the_same_games(real_games: list[Path]) -> None:
    for path in real_games:
        record = read_file(path)
        text = format_record(record)
        assert format_record(read_record(text)) == text
        same_game(record, read_record(text))


@settings(max_examples=80, deadline=None)
@given(records())
def test_formatting_is_stable_and_lossless(text: str) -> None:
    record = read_record(text)
    written = format_record(record)
    assert formatted(written) == written
    same_game(record, read_record(written))


@settings(max_examples=150, deadline=None)
@given(st.text(ALPHABET + ":\n/!", max_size=200))
def test_noise_is_formatted_once(noise: str) -> None:
    try:
        record = read_record(HEADER + "C: a\nE: b\n" + noise)
    except UnreadableRecord:
        return
    written = format_record(record)
    again = read_record(written)
    assert format_record(again) == written
    same_game(record, again)


def test_a_record_made_by_a_program() -> None:
    def turn(faction: str, number: int, text: str, *, position: bool = False) -> Turn:
        action = read_record(f"//! position\n{faction}:{text}").turns[0].entries[0].action
        entry = Entry(text, 0, 0, 0, action)
        return Turn(faction, number, 0, (entry,), position=position)

    record = Record(
        file="-",
        header=Header(pool="CE"),
        players=(("C", "one"), ("E", "two")),
        turns=(
            turn("C", 0, "Ct_k->1"),
            turn("E", 0, "b->3"),
            turn("C", 1, "w->1"),
            turn("E", 1, "w->3"),
            turn("C", 2, "++"),
        ),
        winner="C",
        winner_line=0,
        directives=(),
        slips=(),
        lines=(),
    )
    text = (
        "Map: Fall\nDeck: E&P\nPool: CE\nC: one\nE: two\n\nC:t_k->1\nE:b->3\n\n"
        "C:w->1\nE:w->3\n\nC:++\n\nWinner: C\n"
    )
    assert format_record(record) == text
    assert format_record(read_record(text)) == text


def test_a_position_made_by_a_program() -> None:
    text = "Map: Fall\nDeck: E&P\nC: one\n//! position\nC:w->3\n//! play\n\nC:w->4\n"
    record = msgspec.structs.replace(read_record(text), lines=())
    assert format_record(record) == text
