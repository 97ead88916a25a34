"""JSON and MessagePack: there and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from rootlog_strategies import actions, records

from notation import codec
from notation.actions import Action
from notation.reader import read_file, read_record


@settings(max_examples=150, deadline=None)
@given(actions)
def test_actions_there_and_back(action: Action) -> None:
    assert codec.action_from_json(codec.action_to_json(action)) == action
    assert codec.action_from_msgpack(codec.action_to_msgpack(action)) == action


@settings(max_examples=40, deadline=None)
@given(records())
def test_records_there_and_back(text: str) -> None:
    record = read_record(text)
    assert codec.record_from_json(codec.record_to_json(record)) == record
    assert codec.record_from_msgpack(codec.record_to_msgpack(record)) == record


def test_games_there_and_back(corpus: list[Path], real_games: list[Path]) -> None:
    for path in corpus + real_games:
        record = read_file(path)
        assert codec.record_from_json(codec.record_to_json(record, indent=2)) == record
        assert codec.record_from_msgpack(codec.record_to_msgpack(record)) == record


def test_json_names_the_form_of_each_action() -> None:
    record = read_record("//! position\nC:w->3/XE3(2,1)\n")
    data = json.loads(codec.record_to_json(record))
    entries = data["turns"][0]["entries"]
    assert [entry["action"]["type"] for entry in entries] == ["move", "battle"]
    assert entries[0]["action"]["sources"][0]["thing"] == {
        "type": "piece",
        "kind": "w",
        "owner": None,
        "sub": "",
    }
    assert entries[1]["action"]["dice"] == [2, 1]


@pytest.mark.parametrize("data", [b"", b"{}", b"[" * 100_000, b"\xff", b'{"type": "nothing"}'])
def test_other_data_is_refused(data: bytes) -> None:
    for decode in (
        codec.record_from_json,
        codec.record_from_msgpack,
        codec.action_from_json,
        codec.action_from_msgpack,
    ):
        with pytest.raises(codec.CodecError):
            decode(data)
