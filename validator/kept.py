"""Rulings kept in a file as they are made, so that an interrupted run can go on.

The file is a line that says what it is, then a line of JSON a ruling, only ever added to. A ruling
is known again by what the record holds, what was asked of the arbiter and the program that ruled; a
line that was not finished is passed over.
"""

from __future__ import annotations

import errno
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from validator.findings import Ruling

HEAD: Final = b'{"rootlaw":"rulings","version":1}\n'
START: Final = b'{"key":"'
DIGITS: Final = sha256().digest_size * 2


class Line(msgspec.Struct, frozen=True):
    """One ruling, without the name of its file."""

    key: str
    ruling: Ruling


class Kept:
    """The rulings in one file. Reading is for any process, adding for one."""

    def __init__(self, path: str) -> None:
        """Open or begin the file. Raises OSError, and ValueError where it holds something else."""
        self.path = path
        self.places: dict[bytes, int] = {}
        self.added: set[bytes] = set()
        with open(path, "a+b") as stream:
            stream.seek(0)
            head = stream.readline()
            if not HEAD.startswith(head):
                raise ValueError("is no file of kept rulings")
            stream.write(HEAD[len(head) :])
            stream.seek(len(HEAD))
            place, line = len(HEAD), b"\n"
            for line in stream:
                if line.startswith(START):
                    self.places[line[len(START) :][:DIGITS]] = place
                place += len(line)
            if not line.endswith(b"\n"):
                stream.write(b"\n")

    def find(self, key: bytes) -> Ruling | None:
        """The ruling of that key; None where there is none or its line is torn."""
        place = self.places.get(key)
        if place is None:
            return None
        with open(self.path, "rb") as stream:
            stream.seek(place)
            try:
                return msgspec.json.decode(stream.readline(), type=Line).ruling
            except (msgspec.DecodeError, UnicodeDecodeError):
                return None

    def add(self, line: bytes) -> None:
        """Keep a line of `line_of`, at once and whole. Raises OSError."""
        key = line[len(START) :][:DIGITS]
        if key in self.added:
            return
        self.added.add(key)
        with open(self.path, "ab", buffering=0) as stream:
            if stream.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def key_of(data: bytes, law: str | None, explain: bool) -> bytes:
    """What the ruling on these bytes is known by, the arbiter asked so."""
    told = sha256(f"{program()} {law} {explain}\n".encode())
    told.update(data)
    return told.hexdigest().encode()


def line_of(key: bytes, ruling: Ruling) -> bytes:
    """The line that keeps a ruling."""
    nameless = msgspec.structs.replace(ruling, file="")
    return msgspec.json.encode(Line(key.decode(), nameless)) + b"\n"


@cache
def program() -> str:
    """What tells this program from any other that may rule otherwise: a digest of all it is."""
    root = Path(__file__).resolve().parents[1]
    told = sha256()
    for package in ("notation", "replayer", "validator"):
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                told.update(os.fsencode(path.relative_to(root)) + b"\0" + path.read_bytes())
    return told.hexdigest()
