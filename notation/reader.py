"""Reading Rootlog: a text to a record, fast.

Every line is read for itself and every action for itself: what cannot be read becomes a slip, and
the rest of the turn and of the file survives.
"""

from __future__ import annotations

import os
import re

import msgspec

from notation.actions import ActionError
from notation.comments import (
    DIRECTIVES,
    annotation_of,
    directive_of,
    glued_directive,
    split_comment,
)
from notation.entries import parse_action, read_entries
from notation.header import KEYS, HeaderReader
from notation.record import Directive, Entry, Record, Slip, Turn, UnreadableRecord
from notation.vocabulary import FACTIONS

__all__ = [
    "DIRECTIVES",
    "MAX_ERRORS",
    "MAX_LINE",
    "MAX_SIZE",
    "MAX_SLIPS",
    "ActionError",
    "parse_action",
    "read_file",
    "read_record",
]

MAX_SIZE = 4 * 1024 * 1024
"""Bytes, or characters, of a text; a long game has about 10,000."""
MAX_LINE = 20_000
"""Characters of a line; a longer one is one slip, unread."""
MAX_ERRORS = 1000
"""Slips of kind "error" after which a text is no record."""
MAX_SLIPS = 10_000
"""Slips of any kind after which a text is no record."""

_KEY_LINE = re.compile(r"[ \t]*([A-Za-z]{2,})[ \t]*:[ \t]*")
_FACTION_LINE = re.compile(r"[ \t]*([A-Za-z])[ \t]*:[ \t]*")
_LETTERS = frozenset(FACTIONS)


def read_file(path: str | os.PathLike[str]) -> Record:
    """The record in a file; raises UnreadableRecord, and OSError where there is no file to read."""
    with open(path, "rb") as stream:
        data = stream.read(MAX_SIZE + 1)
    return read_record(data, os.fspath(path))


def read_record(text: str | bytes, file: str = "-") -> Record:
    """The record a text holds, with its slips; `file` is only a name for messages.

    Raises UnreadableRecord where it is no record at all: no text in UTF-8, larger than MAX_SIZE,
    more than MAX_ERRORS errors, map or deck missing or unknown (notation 1).
    """
    return _Scan(file, _lines(text, file)).record()


def _lines(text: str | bytes, file: str) -> list[str]:
    if len(text) > MAX_SIZE:
        raise UnreadableRecord(file, 1, 1, "a larger file", f"a record of at most {MAX_SIZE} bytes")
    if not isinstance(text, str):
        text = _decoded(bytes(text), file)
    if text.startswith("\ufeff"):
        text = text[1:]
    if "\0" in text:
        raise UnreadableRecord(file, *_line_column(text, text.index("\0")), "a NUL byte", "text")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _decoded(data: bytes, file: str) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise UnreadableRecord(file, 1, 1, "text in UTF-16", "text in UTF-8")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        found = f"the byte 0x{data[error.start]:02x}"
        raise UnreadableRecord(
            file, *_line_column(before, len(before)), found, "text in UTF-8"
        ) from None


def _line_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class _Scan:
    """One pass over the lines."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self.lines = lines
        self.header = HeaderReader(file)
        self.slips = self.header.slips
        self.players: dict[str, str] = {}
        self.turns: list[Turn] = []
        self.next_number: dict[str, int] = {}
        self.directives: list[Directive] = []
        self.annotation = ""
        self.annotation_line = 0
        self.winner: str | None = None
        self.winner_line = 0
        self.position = False  # between `//! position` and `//! play`
        self.positions = False  # `//! position` was met
        self.players_over = False  # `//! position` or `//! play` was met
        self.annotated = 0  # line of the last turn or of the annotation below it
        self.errors = self.counted = 0  # slips of kind "error", and all, so far

    def record(self) -> Record:
        for number, line in enumerate(self.lines, 1):
            if line[1:2] == ":" and line[0] in _LETTERS and len(line) <= MAX_LINE:
                self.faction_line(line, number, line[0], 2)
            elif line and not line.isspace():
                self.other_line(line, number)
            if len(self.slips) > self.counted:
                self.count_slips(number)
        if not self.positions:
            self.check_header()
            self.check_suits()
        self.settle_rafts()
        self.check_annotations()
        slips = sorted(self.slips, key=lambda slip: (slip.line, slip.column))
        return Record(
            file=self.file,
            header=self.header.header,
            players=tuple(self.players.items()),
            turns=tuple(self.turns),
            winner=self.winner,
            winner_line=self.winner_line,
            directives=tuple(self.directives),
            slips=tuple(slips),
            lines=tuple(self.lines),
            annotation=self.annotation,
        )

    def check_annotations(self) -> None:
        """A faulty annotation is a slip, never an error."""
        annotated: list[tuple[str, tuple[str, ...] | None, int]] = [
            (turn.annotation, tuple(entry.text for entry in turn.entries), turn.line)
            for turn in self.turns
            if turn.annotation
        ]
        if self.annotation:
            annotated.append((self.annotation, None, self.annotation_line))
        if not annotated:
            return
        from notation.annotations import read_annotation  # few records have any

        for text, actions, number in annotated:
            column = max(self.lines[number - 1].find("//!"), 0) + 1
            for warning in read_annotation(text, actions).warnings:
                self.slip("notation", number, column, "//!", f"an annotation: {warning}")

    def settle_rafts(self) -> None:
        """The ferry's old letter is read where there is a ferry; elsewhere it is an error."""
        if not any(slip.kind == "raft" for slip in self.slips):
            return
        header = self.header.header
        ferry = header.map == "Lake" or any(name == "ferry" for name, _ in header.landmarks)
        kind = "notation" if ferry else "error"
        places = set()
        for index, slip in enumerate(self.slips):
            if slip.kind == "raft":
                self.slips[index] = msgspec.structs.replace(slip, kind=kind)
                places.add((slip.line, slip.column))
        if not ferry:
            replace = msgspec.structs.replace
            self.turns = [
                replace(turn, entries=_without(turn.entries, places)) for turn in self.turns
            ]
            setup = _without(header.hireling_setup, places)
            self.header.header = replace(header, hireling_setup=setup)

    def count_slips(self, number: int) -> None:
        self.errors += sum(slip.kind == "error" for slip in self.slips[self.counted :])
        self.counted = len(self.slips)
        if self.errors > MAX_ERRORS or self.counted > MAX_SLIPS:
            found = f"{self.errors} unreadable places and {self.counted - self.errors} other slips"
            raise UnreadableRecord(self.file, number, 1, found, "a record in Rootlog 2.8")

    def check_header(self) -> None:
        for key, choices in (("Map", "Fall|Winter|Lake|Mountain"), ("Deck", "Standard|E&P")):
            if key not in self.header.seen:
                number, found = self.first_text()
                raise UnreadableRecord(self.file, number, 1, found, f'"{key}: {choices}"')

    def check_suits(self) -> None:
        """Only the Fall map has suits of its own (notation 1)."""
        if self.header.header.map != "Fall" and "Clearings" not in self.header.seen:
            expected = "a line such as `Clearings: F1, M2, R3, …`"
            self.slip("notation", self.header.seen["Map"], 1, "Map", expected)

    def first_text(self) -> tuple[int, str]:
        for number, line in enumerate(self.lines, 1):
            text = line.strip()
            if text and not text.startswith("//"):
                return number, f'"{text[:40]}"'
        return len(self.lines), "the end of the file"

    def slip(self, kind: str, number: int, column: int, found: str, expected: str) -> None:
        self.slips.append(Slip(kind, number, column, column + max(len(found), 1), found, expected))

    # --- kinds of lines -------------------------------------------------------------------

    def other_line(self, line: str, number: int) -> None:
        if len(line) > MAX_LINE:
            size = f"a line of {len(line)} characters"
            self.slips.append(
                Slip("error", number, 1, len(line) + 1, size, f"at most {MAX_LINE} characters")
            )
            return
        text = line.strip()
        if text.startswith("//"):
            self.comment_line(text, number)
            return
        if named := _FACTION_LINE.match(line):
            letter = named[1].upper()
            if letter in _LETTERS:
                if letter != named[1]:
                    self.slip("notation", number, named.start(1) + 1, named[1], f"{letter}:")
                self.faction_line(line, number, letter, line.index(":") + 1)
                return
        found = _KEY_LINE.match(line)
        key = found[1] if found else ""
        cut = line.find("//")
        body = line if cut < 0 else line[:cut]
        if found and key == "Winner":
            self.winner_text(body[found.end() :].strip(), number, found.end() + 1)
        elif found and key in KEYS:
            if self.players or self.turns:
                self.slip("notation", number, 1, key, "the header before players and turns")
            self.header.read(key, body[found.end() :].strip(), number, found.end() + 1, body)
        elif found and key.capitalize() in (*KEYS, "Winner"):
            self.slip("notation", number, found.start(1) + 1, key, f"{key.capitalize()}:")
            self.other_line(line.replace(key, key.capitalize(), 1), number)
        else:
            expected = "a header, a player, a turn, the winner or a comment (`//`)"
            self.slip("error", number, 1, f'"{text[:40]}"', expected)

    def faction_line(self, line: str, number: int, faction: str, start: int) -> None:
        cut = line.find("//", start)
        end = len(line) if cut < 0 else cut
        if not self.players_over and faction not in self.players:
            name = self.players[faction] = line[start:end].strip()
            if "->" in name:  # the first line is the player line all the same (notation 1)
                self.slip(
                    "notation", number, start + 1, name, f"the name of the player of {faction}"
                )
            self.next_number[faction] = 0
            return
        while end > start and line[end - 1] in " \t":
            end -= 1
        while start < end and line[start] in " \t":
            start += 1
        comment, annotation = "", ""
        if cut >= 0:
            comment, annotation = split_comment(line[cut:])
            if end == cut > start and _doubled(line[cut + 2 :]):
                self.slip("notation", number, cut + 1, "//", "one `/`: this cuts the turn off")
        if self.winner is not None:
            self.slip("notation", number, 1, f"{faction}:", "no turn after the winner")
        turn = 0 if self.position else self.next_number.get(faction, 0)
        entries: tuple[Entry, ...] = ()
        if start == end:
            self.slip("notation", number, start + 1, "a turn without actions", "an action")
        else:
            entries, slips = read_entries(
                line, start, end, number, faction, turn, position=self.position
            )
            self.slips += slips
        self.turns.append(Turn(faction, turn, number, entries, annotation, comment, self.position))
        if not self.position:
            self.next_number[faction] = turn + 1
        self.annotated = number

    def winner_text(self, value: str, number: int, column: int) -> None:
        letters = re.sub(r"[,+/\s]+", "", value)
        if letters != value:
            self.slip("notation", number, column, value, letters)
        if self.winner is not None:
            self.slip("error", number, 1, "a second winner line", "one")
        elif letters and all(letter in _LETTERS for letter in letters):
            self.winner, self.winner_line = letters, number
        else:
            self.slip("error", number, column, f'"{value}"', "faction letters such as V or VD")

    def comment_line(self, text: str, number: int) -> None:
        directive = directive_of(text, number)
        if directive is not None:
            self.directive(directive)
        elif (annotation := annotation_of(text)) is not None:
            self.annotate(annotation, number)
        elif word := glued_directive(text):
            self.slip("notation", number, 1, f"//!{word}", f"a blank: `//! {word}`")

    def directive(self, directive: Directive) -> None:
        self.directives.append(directive)
        if directive.word == "position":
            self.position = self.positions = self.players_over = True
        elif directive.word == "play":
            self.position, self.players_over = False, True
            self.next_number = dict.fromkeys(FACTIONS, 1)

    def annotate(self, text: str, number: int) -> None:
        if not self.turns:
            self.annotation_line = self.annotation_line or number
            self.annotation = f"{self.annotation} {text}".strip()
        elif self.annotated == number - 1:
            turn = self.turns[-1]
            joined = f"{turn.annotation} {text}".strip()
            self.turns[-1] = msgspec.structs.replace(turn, annotation=joined)
            self.annotated = number
        else:
            self.slip("notation", number, 1, "an annotation", "the turn directly above it")


def _doubled(comment: str) -> bool:
    """Whether a comment glued to an action looks like the rest of the turn (notation 10.1)."""
    try:
        parse_action(re.split(r"[/;\s]", comment, maxsplit=1)[0], strict=True)
    except ActionError:
        return False
    return True


def _without(entries: tuple[Entry, ...], places: set[tuple[int, int]]) -> tuple[Entry, ...]:
    """Entries, of which those at these places (line, column) have no action."""
    return tuple(
        msgspec.structs.replace(entry, action=None)
        if (entry.line, entry.column) in places
        else entry
        for entry in entries
    )
