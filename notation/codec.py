"""Records and actions as JSON and as MessagePack, for programs in any language.

Structs become objects that carry their `type`; reading them back gives equal structs.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from notation.actions import Action
from notation.record import Record


class CodecError(ValueError):
    """Data that holds no record or action; the message says where and why."""


@cache
def _decoder(kind: str, form: str) -> Any:
    target: Any = Record if kind == "record" else Action
    if form == "json":
        return msgspec.json.Decoder(target)
    return msgspec.msgpack.Decoder(target)


def _decode(data: bytes | str, kind: str, form: str) -> Any:
    try:
        return _decoder(kind, form).decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise CodecError(f"no {kind} in {form}: {error}") from error
    except RecursionError as error:
        raise CodecError(f"no {kind} in {form}: nested too deeply") from error


def record_to_json(record: Record, *, indent: int = 0) -> bytes:
    """A record as UTF-8 JSON; `indent` blanks a level, 0 for one line."""
    data = msgspec.json.encode(record)
    return msgspec.json.format(data, indent=indent) if indent else data


def record_from_json(data: bytes | str) -> Record:
    """The record in JSON; raises CodecError."""
    record: Record = _decode(data, "record", "json")
    return record


def record_to_msgpack(record: Record) -> bytes:
    """A record as MessagePack."""
    return msgspec.msgpack.encode(record)


def record_from_msgpack(data: bytes) -> Record:
    """The record in MessagePack; raises CodecError."""
    record: Record = _decode(data, "record", "msgpack")
    return record


def action_to_json(action: Action) -> bytes:
    """An action as UTF-8 JSON."""
    return msgspec.json.encode(action)


def action_from_json(data: bytes | str) -> Action:
    """The action in JSON; raises CodecError."""
    action: Action = _decode(data, "action", "json")
    return action


def action_to_msgpack(action: Action) -> bytes:
    """An action as MessagePack."""
    return msgspec.msgpack.encode(action)


def action_from_msgpack(data: bytes) -> Action:
    """The action in MessagePack; raises CodecError."""
    action: Action = _decode(data, "action", "msgpack")
    return action
