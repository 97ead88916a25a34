"""`rootlaw summary`: a game in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from validator.commands import common

if TYPE_CHECKING:
    from validator.rulebook import Lang


@click.command(context_settings=common.CONTEXT)
@click.argument("files", nargs=-1, required=True, metavar="FILES...", type=click.Path())
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    help="A page (the default), or an object a line.",
)
@click.option(
    "--lang", type=click.Choice(["en", "nl"]), default="en", help="Titles in this language."
)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], form: str, lang: Lang) -> None:
    """Tell each game in FILES (- is standard input) in short.

    Players and factions, turn order, setup, the score turn by turn, who won and how, and what was
    found. Exit codes: 0 done, 3 a file is no record.

    \b
    Examples:
      rootlaw summary game.rootlog > game.md
      rootlaw summary --format json games/*.rootlog
    """
    from validator.report import json_line
    from validator.summary import as_json, as_markdown, summarize

    unreadable = False
    for number, path in enumerate(files):
        try:
            summary = summarize(common.read_record(path))
        except common.Unreadable as error:
            error.show()
            unreadable = True
            continue
        if form == "json":
            click.echo(json_line(as_json(summary, lang)), nl=False)
        else:
            click.echo(("\n" if number else "") + as_markdown(summary, lang), nl=False)
    ctx.exit(common.UNREADABLE if unreadable else 0)
