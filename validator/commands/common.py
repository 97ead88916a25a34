"""What the commands share: reading records named on the command line, addresses, colours."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from notation.record import Record

UNREADABLE = 3
"""Exit code where a file is no record, or cannot be opened."""

STDIN = "-"
_ADDRESS = re.compile(r"([CEAVGLODPHK])(\d+)(?:\.(\d+))?")
_SUIT_COLOURS = {"F": "red", "M": "yellow", "R": "bright_yellow", "B": "bright_blue"}
_FACTION_COLOURS = {
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
    "K": "bright_black",
}


class Unreadable(click.ClickException):
    """A file that cannot be opened or is no record; one line, exit code 3."""

    exit_code = UNREADABLE

    def show(self, file: object = None) -> None:
        click.echo(self.message, err=True)


def read_bytes(path: str) -> bytes:
    """What a file holds, `-` is standard input. Raises Unreadable."""
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except IsADirectoryError:
        raise Unreadable(f"{path}: is a directory, expected a record") from None
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None


def read_record(path: str) -> Record:
    """The record in a file, `-` is standard input. Raises Unreadable."""
    from notation import reader
    from notation.record import UnreadableRecord

    try:
        return reader.read_record(read_bytes(path), path)
    except UnreadableRecord as error:
        raise Unreadable(str(error)) from None


def parse_address(text: str) -> tuple[str, int, int | None]:
    """`H3.2` is ("H", 3, 2), `H3` ("H", 3, None): faction, its turn (0 setup), action from 1.

    Raises click.BadParameter.
    """
    found = _ADDRESS.fullmatch(text.strip())
    if found is None:
        refuse_address(
            text, "expected a faction, its turn and perhaps an action, such as H3 or H3.2"
        )
    return found[1], int(found[2]), int(found[3]) if found[3] else None


def refuse_address(text: str, why: str) -> NoReturn:
    """Raises click.BadParameter for an `--at` that names nothing."""
    raise click.BadParameter(f"{text!r}: {why}", param_hint="--at")


def colour(text: str, what: str) -> str:
    """A `Paint` for terminals: factions and suits in their colours."""
    if what == "head":
        return click.style(text, bold=True)
    if what == "dim":
        return click.style(text, dim=True)
    return click.style(text, fg=_FACTION_COLOURS.get(what) or _SUIT_COLOURS.get(what))


def wants_colour() -> bool:
    """Whether standard output is a terminal that may be coloured (NO_COLOR is obeyed)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
