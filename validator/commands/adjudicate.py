"""`rootlaw adjudicate`: an interactive table."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

import click

from validator.commands import common

if TYPE_CHECKING:
    from validator.rulebook import Lang
    from validator.sitting import Sitting

MOST_LINES = 1000
"""Lines of history that are kept."""


@click.command(context_settings=common.CONTEXT)
@click.argument("file", required=False, type=click.Path(path_type=str))
@click.option(
    "--at",
    metavar="ADDRESS",
    help="Start just before that turn (H3) or action (H3.2) of FILE. Without it: at its end.",
)
@click.option(
    "--lang", type=click.Choice(["en", "nl"]), default="en", help="Titles in this language."
)
@click.pass_context
def command(ctx: click.Context, file: str | None, at: str | None, lang: Lang) -> None:
    """Play at a table: type actions, get the ruling at once.

    Starts from FILE, a record or a position, or from nothing: then Map, Deck and the players are
    typed first. "help" lists what can be asked: board, hand, score, why, open, undo, at, save.

    A turn under way is not told what it still owes; "end" or the next turn has it told. Typed at a
    terminal the exit code is 0; fed from a file it is that of "rootlaw check" on what was written.

    \b
    Examples:
      rootlaw adjudicate
      rootlaw adjudicate game.rootlog --at H3.2
      rootlaw position game.rootlog --at H3 > start.rootlog && rootlaw adjudicate start.rootlog
      printf 'w->8\\nwhy\\nopen\\n' | rootlaw adjudicate game.rootlog --at H3
    """
    from validator.sitting import Quit

    if file == common.STDIN:
        raise click.UsageError("standard input is where actions are typed: name a file")
    typed_by_hand = sys.stdin.isatty()
    sitting = seated(file, at, lang)
    if file is not None:
        for line in greeting(sitting):
            click.echo(line)
    try:
        for line in typed(sitting):
            for said in sitting.answer(line):
                click.echo(said)
    except Quit:
        pass
    if not typed_by_hand:
        found = sitting.table.ruling
        ruling = found.ruling if found else "legal"
        ctx.exit({"illegal": 1, "undecided": 4}.get(ruling, 0))


def seated(file: str | None, at: str | None, lang: Lang) -> Sitting:
    """A sitting at the table of a file, or at an empty one. Raises Unreadable, BadParameter."""
    from validator.commands.showing import painted
    from validator.sitting import Sitting
    from validator.table import Refused, Table

    record = common.read_record(file) if file is not None else None
    table = Table("\n".join(record.lines) if record else "", file or "table")
    if at is not None:
        try:
            table.go_to(at)
        except Refused as error:
            raise click.BadParameter(str(error), param_hint="'--at'") from None
        table.past.clear()
    sitting = Sitting(table, lang)
    if common.wants_colour():
        sitting.paint, sitting.board_paint = painted, common.colour
    return sitting


def greeting(sitting: Sitting) -> Iterator[str]:
    """Where the table stands, and what is found so far."""
    from validator.report import summary

    table = sitting.table
    if table.ruling is not None:
        yield summary(table.ruling, [], sitting.lang, sitting.paint)
    yield sitting.here()


def typed(sitting: Sitting) -> Iterator[str]:
    """The lines typed: at a terminal with a prompt, history and completion."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    with editing(sitting):
        while True:
            try:
                yield input(f"{sitting.table.address}> ")
            except KeyboardInterrupt:
                click.echo()
            except EOFError:
                click.echo()
                return


@contextmanager
def editing(sitting: Sitting) -> Iterator[None]:
    """Line editing as a shell has it; without it where the system has no readline."""
    try:
        import readline
    except ImportError:
        yield
        return
    path = history_file()
    if path.is_file():
        readline.read_history_file(path)
    readline.set_completer(lambda text, k: completed(sitting, readline.get_line_buffer(), text, k))
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_history_length(MOST_LINES)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)
        except OSError:
            pass  # a history that cannot be kept is no reason to fail


def history_file() -> Path:
    """Where what was typed is kept for the next time."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "rootlaw" / "history"


def completed(sitting: Sitting, line: str, text: str, k: int) -> str | None:
    """The k-th way to complete the word `text` of a line; None where there is none."""
    word, *more = line.split(" ")
    if not more:
        found = sitting.completions(text)
    elif word == "save":
        found = sorted(f"{path}/" if os.path.isdir(path) else path for path in glob(f"{text}*"))
    elif word in ("at", "why"):
        found = sitting.addresses(text)
    else:
        found = []
    return found[k] if k < len(found) else None
