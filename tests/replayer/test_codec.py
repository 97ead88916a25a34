"""States as data: what is not a state is said to be none."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from replay_helpers import played, table

from notation.legs import Piece
from replayer.codec import (
    piece_of,
    state_from_builtins,
    state_from_json,
    state_from_msgpack,
    state_to_builtins,
    state_to_json,
)
from replayer.state import State


def some_state() -> State:
    state = played(table("VKPE"), "V", "#ronin->$/p->4_9_12/%f->e", "E:#despot->$/%fV$->d/2w->2")
    return played(state, "P", "t->4/Kt_f->1_2_5_10/Kb_f_t->9/w->2/XE2")


def test_equal_states_are_equal_data() -> None:
    assert state_to_json(some_state()) == state_to_json(some_state())
    assert state_from_builtins(state_to_builtins(some_state())) == some_state()


def test_data_is_plain() -> None:
    data = msgspec.json.decode(state_to_json(some_state()))
    assert data["pieces"]["9"] == {"Kb_f_t": 1}
    assert data["plots"] == {"4": [104, ""]}
    assert data["hand"]["E"] == [3, 3]
    assert state_from_builtins(data) == some_state()


@pytest.mark.parametrize("text", ["Hw_w", "Kt_3_f", "h_Ew", "Cb_s", "Vp"])
def test_a_piece_is_its_text(text: str) -> None:
    assert str(piece_of(text)) == text
    assert piece_of("Hw_w") == Piece("H", "w", "w")


@pytest.mark.parametrize("text", ["", "w", "Cx", "Cw_", "3Cw", "h_w"])
def test_what_is_no_piece(text: str) -> None:
    with pytest.raises(ValueError, match="no piece"):
        piece_of(text)


def test_what_is_no_state() -> None:
    data: dict[str, Any] = state_to_builtins(some_state())
    with pytest.raises(ValueError, match="colour"):
        state_from_builtins({**data, "colour": "red"})
    with pytest.raises(ValueError, match="game"):
        state_from_builtins({"turn": "C"})
    with pytest.raises(msgspec.ValidationError):
        state_from_builtins({**data, "ferry": "far away"})
    with pytest.raises(ValueError, match="no piece"):
        state_from_builtins({**data, "pieces": {"5": {"cat": 1}}})
    with pytest.raises(msgspec.DecodeError):
        state_from_json("{")
    with pytest.raises(msgspec.DecodeError):
        state_from_msgpack(b"\xc1")
