"""A whole record: header, players, turns, comments, with file positions."""

from __future__ import annotations

import msgspec

from notation.actions import Action, Faction


class Slip(msgspec.Struct, frozen=True):
    """Something miswritten. `kind` "error": it could not be read; "notation": read, not standard.

    `suggestion` is the standard spelling: of a "notation" slip what should stand in its columns, of
    an "error" a guess at the whole action. Columns count from 1, `end_column` is exclusive.
    """

    kind: str
    line: int
    column: int
    end_column: int
    found: str
    expected: str
    suggestion: str | None = None
    address: str | None = None


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One action as it stands in the file. `action` is None where it could not be read."""

    text: str
    line: int
    column: int
    end_column: int
    action: Action | None


class Directive(msgspec.Struct, frozen=True):
    """A `//!` line: word (position play expect clause case law cite ok) and the rest."""

    word: str
    rest: str
    line: int


class Turn(msgspec.Struct, frozen=True):
    """One turn line. `number` counts the faction's own turns; 0 is setup, `H3.2` turn 3, action 2.

    Lines between `//! position` and `//! play` have `position` True and set the table; the first
    line a faction has after `//! play` is its turn 1.
    """

    faction: Faction
    number: int
    line: int
    entries: tuple[Entry, ...]
    annotation: str = ""  # text after `//!` at the end of the line
    comment: str = ""
    position: bool = False


class Header(msgspec.Struct, frozen=True):
    map: str = "Fall"  # Fall Winter Lake Mountain
    deck: str = "E&P"  # Standard, E&P
    suits: tuple[str, ...] = ()  # 12 letters, () if not written
    landmarks: tuple[tuple[str, int], ...] = ()
    hirelings: tuple[str, ...] = ()
    hireling_setup: tuple[Entry, ...] = ()
    pool: str = ""


class Record(msgspec.Struct, frozen=True):
    """A record as read; nothing of the text is lost (`lines` keeps every line for the writer)."""

    file: str
    header: Header
    players: tuple[tuple[Faction, str], ...]
    turns: tuple[Turn, ...]
    winner: str | None  # letters, None if not written
    winner_line: int
    directives: tuple[Directive, ...]
    slips: tuple[Slip, ...]
    lines: tuple[str, ...]
    annotation: str = ""  # `//!` lines before the first turn that are no directives


class UnreadableRecord(Exception):
    """The file is no record at all (binary, wrong encoding, too large, no header).

    Carries `line`, `column`, `found` and `expected`; `str()` is `file:line:column: …`.
    """

    def __init__(self, file: str, line: int, column: int, found: str, expected: str) -> None:
        self.file, self.line, self.column = file, line, column
        self.found, self.expected = found, expected
        super().__init__(f"{file}:{line}:{column}: found {found}, expected {expected}")
