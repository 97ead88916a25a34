"""Whole records: header, players and turns, directives, annotations, winner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from rootlog_strategies import records

from notation import entries
from notation.grammar import read_record_with_grammar
from notation.reader import parse_action, read_file, read_record
from notation.record import Directive, Record, Turn, UnreadableRecord

HEADER = "Map: Fall\nDeck: E&P\n"


def same(record: Record, other: Record) -> None:
    """Equal but for slips and for the empty line after the last end of line."""
    lines = record.lines[:-1] if record.lines[-1] == "" else record.lines
    assert msgspec.structs.replace(record, slips=(), lines=lines) == other


def addresses(record: Record) -> list[tuple[str, int]]:
    return [(turn.faction, turn.number) for turn in record.turns]


def test_first_line_of_a_faction_is_its_player() -> None:
    record = read_record(
        HEADER + "C: Zoe\nE: ++\nE:b->3\nC:t_k->1\n\nE:w->3\nC:++\n\nE:w->3/++\n\nWinner: EC\n"
    )
    assert record.players == (("C", "Zoe"), ("E", "++"))
    assert addresses(record) == [("E", 0), ("C", 0), ("E", 1), ("C", 1), ("E", 2)]
    assert (record.winner, record.winner_line) == ("EC", 13)
    assert record.slips == ()
    entry = record.turns[-1].entries[1]
    assert (entry.text, entry.line, entry.column, entry.end_column) == ("++", 11, 8, 10)
    assert entry.action == parse_action("++")


def test_advanced_setup_interleaves_players_and_setup() -> None:
    record = read_record(
        "Map: Lake\nDeck: Standard\nClearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"
        "Landmarks: tower->5/f->4\nHirelings: h_T, h_Ed, h_O/h_Tw->1_9+3_7/h_Op->5\nPool: CEVLA\n"
        "C: one\nC:t_k->1\nE: two\nE:b->3/6w->3\n"
    )
    header = record.header
    assert (header.map, header.deck, header.pool) == ("Lake", "Standard", "CEVLA")
    assert header.suits == tuple("FMRFMRFMRFMR")
    assert header.landmarks == (("tower", 5), ("ferry", 4))
    assert header.hirelings == ("h_T", "h_Ed", "h_O")
    assert [entry.text for entry in header.hireling_setup] == ["h_Tw->1_9+3_7", "h_Op->5"]
    line = record.lines[4]
    for entry in header.hireling_setup:
        assert line[entry.column - 1 : entry.end_column - 1] == entry.text
    assert addresses(record) == [("C", 0), ("E", 0)]
    assert record.slips == ()


def test_suits_without_numbers_stand_in_order() -> None:
    numbered = read_record(
        "Map: Winter\nDeck: E&P\nClearings: M2,F1, R3,F4,M5,R6,F7,M8,R9,F10,M11,R12"
    )
    plain = read_record("Map: Winter\nDeck: E&P\nClearings: F,M,R,F,M,R,F,M,R,F,M,R")
    assert numbered.header.suits == plain.header.suits == tuple("FMRFMRFMRFMR")


def test_comments_and_blanks_are_no_matter() -> None:
    record = read_record(
        "// Commentary\r\n\r\nMap: Fall // the first\r\n \r\nDeck: E&P\r\nC: a b_1 // she\r\n"
        "C:w->3 // why\r\nC: w->4/++  //! n2\r\n//! 1:raze\r\n//! 2:aid"
    )
    assert record.players == (("C", "a b_1"),)
    first, second = record.turns
    assert (first.comment, first.annotation) == ("why", "")
    assert (second.comment, second.annotation) == ("", "n2 1:raze 2:aid")
    assert second.entries[0].column == 4
    assert record.slips == ()


def test_semicolons_separate_too() -> None:
    record = read_record(HEADER + "C: a\nC:w->3;++/w->4\n")
    assert [entry.text for entry in record.turns[0].entries] == ["w->3", "++", "w->4"]
    assert [entry.column for entry in record.turns[0].entries] == [3, 8, 11]


def test_position_and_play() -> None:
    record = read_record(
        "H: Ann\nE: Bo\n//! clause 14.4.1a\n//! position\nH: w_w+3w->8/b->8\nH:#stubborn->$\n"
        "E: b+2w->8\n//! play\nH: w->8/w->8\nE:++\n\nH:++\n//! expect illegal H1.1 14.4.1\n"
    )
    assert record.players == (("H", "Ann"), ("E", "Bo"))
    assert [
        (turn.position, *at) for turn, at in zip(record.turns, addresses(record), strict=True)
    ] == [
        (True, "H", 0),
        (True, "H", 0),
        (True, "E", 0),
        (False, "H", 1),
        (False, "E", 1),
        (False, "H", 2),
    ]
    assert record.directives == (
        Directive("clause", "14.4.1a", 3),
        Directive("position", "", 4),
        Directive("play", "", 8),
        Directive("expect", "illegal H1.1 14.4.1", 13),
    )
    assert (record.header.map, record.header.deck) == ("Fall", "E&P")
    assert record.slips == ()


def test_a_position_needs_no_header_and_no_players() -> None:
    record = read_record("//! position\nC: b_s->5\n//! play\nH:w->8\n")
    assert record.players == ()
    assert addresses(record) == [("C", 0), ("H", 1)]


def test_play_alone_makes_what_stands_before_it_a_setup() -> None:
    record = read_record(HEADER + "C: a\nC:w->3\n//! play\nC:w->4\n")
    assert addresses(record) == [("C", 0), ("C", 1)]


def test_annotation_of_the_game() -> None:
    record = read_record("//! law(p6) first(E)\n" + HEADER + "//! dice(on)\nC: a\nC:w->3\n")
    assert record.annotation == "law(p6) first(E) dice(on)"
    assert record.slips == ()


def test_directive_words_at_the_end_of_a_turn_are_annotations() -> None:
    record = read_record(HEADER + "C: a\nC:w->3 // x //! ok(E017)\n")
    assert record.directives == ()
    assert record.turns[0].annotation == "ok(E017)"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, '"Map: '),
        ("// nothing\n\n", 3, 1, '"Map: '),
        ("C: a\nC:w->3\n", 1, 1, '"Map: '),
        ("Deck: E&P\nC: a\n", 1, 1, '"Map: '),
        ("Map: Fall\nC: a\n", 1, 1, '"Deck: '),
        ("\n Map: Spring\nDeck: E&P\n", 2, 7, "Fall or Winter"),
        ("Map: Fall\nDeck: Mine\n", 2, 7, "Standard or E&P"),
    ],
)
def test_no_record_without_map_and_deck(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        read_record(text, "game.rootlog")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert expected in caught.value.expected
    assert str(caught.value).startswith(f"game.rootlog:{line}:{column}: found ")


def test_corpus_is_read_without_a_slip(corpus: list[Path]) -> None:
    assert len(corpus) > 10
    for path in corpus:
        record = read_file(path)
        assert record.slips == ()
        assert all(entry.action for turn in record.turns for entry in turn.entries)
        assert record.file == str(path)


def test_both_readers_agree_on_whole_games(corpus: list[Path], real_games: list[Path]) -> None:
    for path in corpus[::8] + real_games:
        text = path.read_text("utf-8")
        record = read_record(text)
        if "r_b+w->7" in text:  # not standard, as the slip below says
            with pytest.raises(UnreadableRecord):
                read_record_with_grammar(text)
            assert any(slip.suggestion == "b_r+w->7" for slip in record.slips)
        else:
            same(record, read_record_with_grammar(text))


@settings(max_examples=60, deadline=None)
@given(records())
def test_both_readers_agree_on_records(text: str) -> None:
    record = read_record(text)
    same(record, read_record_with_grammar(text))
    assert all(slip.kind == "notation" for slip in record.slips)


@settings(max_examples=60, deadline=None)
@given(records())
def test_columns_are_those_of_the_file(text: str) -> None:
    record = read_record(text)
    for turn in record.turns:
        for entry in turn.entries:
            line = record.lines[entry.line - 1]
            assert line[entry.column - 1 : entry.end_column - 1] == entry.text


def test_a_turn_counts_its_factions_own_turns() -> None:
    record = read_record(HEADER + "C: a\nE: b\nC:w->3\nC:w->3\nE:w->3\nC:w->3\n")
    assert addresses(record) == [("C", 0), ("C", 1), ("E", 0), ("C", 2)]
    assert all(isinstance(turn, Turn) for turn in record.turns)


SUITED = "Map: Lake\nDeck: Standard\nClearings: F1, M, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"


@pytest.mark.parametrize(
    "text",
    [
        "//! law(p6)\n//! dice(on)\n" + HEADER + "C: Zoe\nE: ++ // x\nC:t_k->1 // a //! n1\n"
        "//! 1:raze\nE:b->3;6w->3\n\n//! law p4\nC:++\nWinner: EC // end\n\n// bye",
        SUITED
        + "\nLandmarks: tower->5/f->4\n// here\nHirelings: h_T, h_Ed,h_O/h_Tw->1_9+3_7/h_Op->5"
        "\nPool: CEVLA\nC: one\nC:t_k->1\nE: two\nE:b->3/6w->3\n",
        "H: Ann\nE: Bo\n//! clause 14.4.1a\n//! position\nH: w_w+3w->8/b->8\nH:#stubborn->$\n"
        "E: b+2w->8\n//! play\nH: w->8/w->8\n  //! expect illegal H1.1 14.4.1\nE:++\n\nH:++\n",
        "//! position\nC: b_s->5\n//! play\nH:w->8\n",
        HEADER + "C: a\nC:w->3\n//! play\nC:w->4\nE:w->4\n",
    ],
)
def test_both_readers_agree_on_every_kind_of_line(text: str) -> None:
    record = read_record(text)
    assert record.slips == ()
    same(record, read_record_with_grammar(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "C: a\n",
        "Map: Fall\nC: a\n",
        HEADER + "C: a\nC:x\n",
        HEADER + "C: a\nC:w->3_3\n",
        HEADER + "X",
    ],
)
def test_the_grammar_refuses_what_is_not_standard(text: str) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        read_record_with_grammar(text, "game")
    assert str(caught.value).startswith(f"game:{caught.value.line}:{caught.value.column}: found ")


def test_reading_loads_no_textx() -> None:
    code = "import sys, notation.reader, notation.writer; sys.exit('textx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_full_cache_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MAX_CACHE", 2)
    line = "/".join(f"{count}w->3" for count in range(1, 20))
    record = read_record(HEADER + f"C: a\nC:{line}\nC:{line}\n")
    first, second = record.turns
    assert [entry.action for entry in first.entries] == [entry.action for entry in second.entries]
    assert len(entries._READINGS["C"]) <= 2
