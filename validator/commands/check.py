"""`rootlaw check`: rule on records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from validator.commands import common

if TYPE_CHECKING:
    from notation.record import Record
    from validator.findings import Ruling
    from validator.rulebook import Lang

GRAVEST = (3, 1, 4, 0)
"""Exit codes over several files, the gravest first."""
COLOURS = {
    "illegal": "red",
    "legal": "green",
    "omission": "yellow",
    "order": "yellow",
    "undecided": "magenta",
    "notation": "blue",
    "unreadable": "red",
}


@click.command(context_settings=common.CONTEXT)
@click.argument("files", nargs=-1, required=True, metavar="FILES|DIRS|-...", type=click.Path())
@click.option("--all", "every", is_flag=True, help="Every finding, not only the one that decides.")
@click.option("--explain", is_flag=True, help="The rule behind every action.")
@click.option("--strict", is_flag=True, help="Omissions and order count: exit 1.")
@click.option(
    "--lang", type=click.Choice(["en", "nl"]), default="en", help="Titles in this language."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "jsonl"]), default="text", help="Output."
)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    every: bool,
    explain: bool,
    strict: bool,
    lang: Lang,
    form: str,
) -> None:
    """Rule on every record in FILES and DIRS (- is standard input).

    Names the first illegal move with the number of the rule it breaks. Exit codes: 0 legal,
    1 illegal, 3 unreadable, 4 undecided; over several files the gravest of them, in the order
    3, 1, 4, 0. A file with `//! expect` lines counts as 0 if they are met, else as 1.

    \b
    Examples:
      rootlaw check game.rootlog
      rootlaw check games/ --all --format jsonl
    """
    from validator.report import as_json, as_text, json_line

    codes = set()
    objects = []
    for path in records(files):
        try:
            record = common.read_record(path)
        except common.Unreadable as error:
            codes.add(common.UNREADABLE)
            if form == "text":
                error.show()
            else:
                unread = {"file": path, "ruling": "unreadable", "message": error.message}
                if form == "jsonl":
                    click.echo(json_line(unread), nl=False)
                objects.append(unread)
            continue
        ruling = rule_on(record)
        codes.add(code(record, ruling, strict))
        if form == "text":
            paint = painted if common.wants_colour() else _plain
            text = as_text(record, ruling, every=every, explain=explain, lang=lang, paint=paint)
            click.echo(text, nl=False)
            continue
        value = as_json(record, ruling, explain=explain, lang=lang)
        if form == "jsonl":
            click.echo(json_line(value), nl=False)
        else:
            objects.append(value)
    if form == "json":
        click.echo(json_line({"records": objects}), nl=False)
    ctx.exit(next((c for c in GRAVEST if c in codes), 0))


def records(files: tuple[str, ...]) -> Iterator[str]:
    """The files named, and every `.rootlog` below the directories named, in order of name."""
    for name in files:
        path = Path(name)
        if name != common.STDIN and path.is_dir():
            yield from sorted(str(found) for found in path.rglob("*.rootlog"))
        else:
            yield name


def rule_on(record: Record) -> Ruling:
    from validator.adjudicator import adjudicate

    return adjudicate(record)


def code(record: Record, ruling: Ruling, strict: bool) -> int:
    """The exit code one ruling asks for."""
    from validator.expectations import judge

    expectations = judge(record, ruling)
    if expectations:
        return 0 if all(e.met for e in expectations) else 1
    if ruling.ruling == "illegal":
        return 1
    if strict and any(f.kind in ("omission", "order") for f in ruling.findings):
        return 1
    return 4 if ruling.ruling == "undecided" else 0


def painted(text: str, what: str) -> str:
    if what == "rule":
        return click.style(text, bold=True)
    return click.style(text, fg=COLOURS.get(what))


def _plain(text: str, what: str) -> str:
    return text
