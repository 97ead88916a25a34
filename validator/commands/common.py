"""What the commands share: reading records named on the command line, addresses, colours."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from notation.record import Record, Slip

UNREADABLE = 3
"""Exit code where a file is no record, or cannot be opened."""

STDIN = "-"
CONTEXT = {"help_option_names": ["-h", "--help"]}
MOST_NOTES = 5
"""Unreadable places told by name; the rest are only counted."""
_COLOURS = {
    "F": "red",
    "M": "yellow",
    "R": "bright_yellow",
    "B": "bright_blue",
    "C": "bright_red",
    "E": "bright_blue",
    "A": "bright_green",
    "V": "white",
    "G": "white",
    "L": "bright_yellow",
    "O": "bright_cyan",
    "D": "yellow",
    "P": "bright_magenta",
    "H": "red",
    "K": "cyan",
}
"""A suit's or faction's letter -> its colour on a terminal."""


class Unreadable(click.ClickException):
    """A file that cannot be opened or is no record; one line, exit code 3."""

    exit_code = UNREADABLE

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line, self.column = line, column

    def show(self, file: Any = None) -> None:
        click.echo(self.message, file=file, err=file is None)


def read_bytes(path: str) -> bytes:
    """What a file holds; `-` is standard input. Raises Unreadable."""
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except IsADirectoryError:
        raise Unreadable(f"{path}: is a directory, expected a record") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def parse_record(data: bytes, path: str) -> Record:
    """The record that the bytes of a file hold. Raises Unreadable."""
    from notation.reader import read_record
    from notation.record import UnreadableRecord

    try:
        return read_record(data, path)
    except UnreadableRecord as error:
        raise Unreadable(str(error), error.line, error.column) from None


def read_record(path: str) -> Record:
    """The record in a file; `-` is standard input. Raises Unreadable."""
    return parse_record(read_bytes(path), path)


def tell_unread(record: Record, words: tuple[Slip, ...] = ()) -> None:
    """Say on standard error what could not be read, and was stepped over.

    `words` are slips of a position's words, which only the replayer can read.
    """
    unread = [slip for slip in (*record.slips, *words) if slip.kind == "error"]
    for slip in unread[:MOST_NOTES]:
        place = f"{record.file}:{slip.line}:{slip.column}"
        click.echo(f"{place}: not read: found {slip.found}, expected {slip.expected}", err=True)
    if len(unread) > MOST_NOTES:
        more = len(unread) - MOST_NOTES
        click.echo(f"{record.file}: {more} more that could not be read", err=True)


def no_such_address(record: Record, address: str) -> click.BadParameter:
    """The error for an address that the record does not have; says which it has."""
    return click.BadParameter(f"{address!r}: {_why(record, address)}", param_hint="'--at'")


def _why(record: Record, address: str) -> str:
    from replayer.timeline import parse_address

    try:
        faction, number, _ = parse_address(address)
    except KeyError:
        return "expected a faction, its turn and perhaps an action, such as H3 or H3.2"
    turns = [turn for turn in record.turns if not turn.position]
    own = {turn.number: turn for turn in turns if turn.faction == faction}
    if not own:
        playing = "".join(dict.fromkeys(turn.faction for turn in turns))
        return f"{faction} has no turn here" + (f"; {playing} have" if playing else "")
    if number not in own:
        return f"{faction} has turns {min(own)} to {max(own)} here"
    return f"{faction}{number} has {len(own[number].entries)} actions"


def colour(text: str, what: str) -> str:
    """A `Paint` for terminals: factions and suits in their colours."""
    if what in ("head", "dim"):
        return click.style(text, bold=what == "head" or None, dim=what == "dim" or None)
    return click.style(text, fg=_COLOURS.get(what))


def wants_colour() -> bool:
    """Whether standard output is a terminal that may be coloured (NO_COLOR is obeyed)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
