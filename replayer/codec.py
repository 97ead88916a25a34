"""States as JSON or MessagePack, and back: every field, nothing rounded.

The shape is that of `state.py` with strings for keys: a clearing is "5", a piece "Kt_3_f". What a
reader of games wants is in `views.py`; this is for programs that go on with a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from notation.legs import Piece, Place
from replayer.state import State

_PIECE = re.compile(r"(h_[A-Z]|[A-Z])([wpbtf])(?:_(\w+))?")
_NUMBER = re.compile(r"\d+")
_TYPES = {field.name: field.type for field in msgspec.structs.fields(State)}


def state_to_builtins(state: State) -> dict[str, Any]:
    """The state as dicts, lists, strings and numbers; equal states give equal values."""
    data: dict[str, Any] = {}
    for name in State.__struct_fields__:
        value = getattr(state, name)
        if name == "pieces":
            value = {str(place): _pieces_out(here) for place, here in value.items()}
        elif name == "surplus":
            value = _pieces_out(value)
        elif name == "open_paths":
            value = sorted(value)
        elif name == "satchel":
            value = {vagabond: sorted(tables) for vagabond, tables in value.items()}
        data[name] = msgspec.to_builtins(value, str_keys=True)
    return data


def state_from_builtins(data: Mapping[str, Any]) -> State:
    """The state such data describes. Raises msgspec.ValidationError or ValueError if it does not
    describe one."""
    fields: dict[str, Any] = {}
    for name, value in data.items():
        if name not in _TYPES:
            raise ValueError(f"{name!r} is no part of a state")
        if name == "pieces":
            tables = msgspec.convert(value, dict[str, dict[str, int]])
            fields[name] = {_place(place): _pieces_in(here) for place, here in tables.items()}
        elif name == "surplus":
            fields[name] = _pieces_in(msgspec.convert(value, dict[str, int]))
        else:
            fields[name] = msgspec.convert(value, _TYPES[name], str_keys=True)
    if "game" not in fields:
        raise ValueError("a state needs its game")
    return State(**fields)


def state_to_json(state: State) -> bytes:
    return msgspec.json.encode(state_to_builtins(state))


def state_from_json(text: bytes | str) -> State:
    """Raises msgspec.DecodeError for what is no JSON, else as `state_from_builtins`."""
    return state_from_builtins(msgspec.json.decode(text, type=dict[str, Any]))


def state_to_msgpack(state: State) -> bytes:
    return msgspec.msgpack.encode(state_to_builtins(state))


def state_from_msgpack(data: bytes) -> State:
    """Raises msgspec.DecodeError for what is no MessagePack, else as `state_from_builtins`."""
    return state_from_builtins(msgspec.msgpack.decode(data, type=dict[str, Any]))


def _pieces_out(table: Mapping[Piece, int]) -> dict[str, int]:
    return {str(piece): n for piece, n in sorted(table.items())}


def _pieces_in(table: Mapping[str, int]) -> dict[Piece, int]:
    return {piece_of(text): n for text, n in table.items()}


def piece_of(text: str) -> Piece:
    """The piece that `str(piece)` writes; raises ValueError for anything else."""
    found = _PIECE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no piece")
    return Piece(found[1], found[2], found[3] or "")


def _place(text: str) -> Place:
    return int(text) if _NUMBER.fullmatch(text) else text
