"""Texts that are no records: a clear refusal or slips, never another exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rootlog_strategies import ALPHABET, mutated, noise, records

from notation.actions import ActionError
from notation.grammar import parse_with_grammar
from notation.reader import (
    MAX_ERRORS,
    MAX_LINE,
    MAX_SIZE,
    MAX_SLIPS,
    parse_action,
    read_file,
    read_record,
)
from notation.record import Record, UnreadableRecord
from notation.writer import format_record

HEADER = "Map: Fall\nDeck: E&P\nC: a\n"


def read(text: str | bytes) -> Record | None:
    """The record, or None where it is refused as a refusal should be."""
    refusal: UnreadableRecord
    try:
        return read_record(text, "x")
    except UnreadableRecord as error:
        refusal = error
    assert refusal.line >= 1
    assert refusal.column >= 1
    assert refusal.found
    assert refusal.expected
    return None


@pytest.mark.parametrize(
    ("data", "place", "found"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", (1, 1), "byte 0x89"),
        (HEADER.encode("utf-16"), (1, 1), "UTF-16"),
        (HEADER.encode("utf-16-le"), (1, 2), "NUL"),
        (HEADER.encode() + b"E: Andr\xe9\n", (4, 8), "byte 0xe9"),
        (b"Map: Fall\nDe\0ck: E&P\n", (2, 3), "NUL"),
        ("Map: Fall\nDe\0ck: E&P\n", (2, 3), "NUL"),
        (HEADER.encode() + "E: \u00e9".encode() + b"\xff", (4, 5), "byte 0xff"),
        (b"x" * (MAX_SIZE + 1), (1, 1), "larger"),
        ("x" * (MAX_SIZE + 1), (1, 1), "larger"),
    ],
)
def test_what_is_no_text_is_refused(data: str | bytes, place: tuple[int, int], found: str) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        read_record(data, "x")
    assert (caught.value.line, caught.value.column) == place
    assert found in caught.value.found


def test_a_byte_order_mark_is_no_matter() -> None:
    record = read_record(b"\xef\xbb\xbf" + HEADER.encode())
    assert record.slips == ()
    assert record.lines[0] == "Map: Fall"


def test_names_may_hold_any_letters() -> None:
    record = read_record((HEADER + "E: Andr\u00e9 \u732b // \u00fc\n").encode())
    assert record.players[1] == ("E", "Andr\u00e9 \u732b")


def test_a_line_too_long_is_one_slip() -> None:
    record = read_record(HEADER + "C:" + "w->3/" * MAX_LINE + "\nC:++\n")
    assert [slip.kind for slip in record.slips] == ["error"]
    assert [turn.entries[0].text for turn in record.turns] == ["++"]


def test_too_many_errors_are_no_record() -> None:
    with pytest.raises(UnreadableRecord, match="unreadable places"):
        read_record(HEADER + "C:x->\n" * (MAX_ERRORS + 1))
    with pytest.raises(UnreadableRecord, match="other slips"):
        read_record(HEADER + ("C:" + "Zb/" * 99 + "Zb\n") * (MAX_SLIPS // 100 + 1))


def test_a_torn_file_keeps_what_is_whole() -> None:
    text = HEADER + "C:w->3/++\nC:w->4/2w3->"
    for end in range(len(HEADER), len(text) + 1):
        record = read(text[:end])
        assert record is not None
        assert record.players == (("C", "a"),)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "(" * 300,
        "(w+" * 100 + "w" + ")" * 100 + "->3",
        "99999999999w->5",
        "w->99999999999",
        "9" * 100_000,
        "++" + "9" * 390,
        "$_->" + "9" * 390,
        "w->" + "_".join("1" * 190),
        "\ud800",
        "w->5\n",
        "\u0662w->5",
        "\uff21++",
        " ",
        "",
    ],
)
def test_absurd_actions_are_refused(text: str) -> None:
    for parse in (parse_action, parse_with_grammar):
        with pytest.raises(ActionError):
            parse(text)
    record = read(HEADER + f"C:++/{text}/++\nC:++\n")
    assert record is not None
    assert record.turns[0].entries[0].action is not None
    assert record.turns[-1].entries[-1].action is not None


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_anything_is_read_or_refused(data: str | bytes) -> None:
    read(data)


@settings(max_examples=200, deadline=None)
@given(st.text(ALPHABET + ":\n/!", max_size=300))
def test_noise_behind_a_header_is_slips(text: str) -> None:
    record = read(HEADER + text)
    if record is not None:
        for slip in record.slips:
            assert slip.kind in ("error", "notation")
            assert 1 <= slip.line <= len(record.lines)
            assert 1 <= slip.column < slip.end_column


@settings(max_examples=150, deadline=None)
@given(noise | mutated())
def test_an_unreadable_action_has_its_error(text: str) -> None:
    text = text.replace("/", "").strip()
    record = read(HEADER + f"C:w->3/{text}/++\n")
    assert record is not None
    errors = [slip for slip in record.slips if slip.kind == "error"]
    unread = [entry for turn in record.turns for entry in turn.entries if entry.action is None]
    assert len(errors) == len(unread)
    for slip, entry in zip(errors, unread, strict=True):
        assert entry.column <= slip.column <= entry.end_column


@settings(max_examples=60, deadline=None)
@given(records(), st.data())
def test_a_record_cut_anywhere_is_read_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    record = read(text[:start] + text[data.draw(st.integers(start, len(text))) :])
    if record is not None:
        format_record(record)


def test_no_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.rootlog"
    with pytest.raises(OSError, match="No such file"):
        read_file(path)
    path.write_bytes(HEADER.encode())
    assert read_file(path).file == str(path)
