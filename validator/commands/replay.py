"""`rootlaw replay`: the table at any point of a record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from replayer import views
from replayer.state import State
from replayer.timeline import Timeline, timeline
from validator.commands import common

if TYPE_CHECKING:
    from notation.record import Record
    from validator.findings import Ruling


@click.command(context_settings=common.CONTEXT)
@click.argument("file", type=click.Path(path_type=str))
@click.option(
    "--at",
    metavar="ADDRESS",
    help="H3 is the table as the Hundreds' third turn begins, H3.2 just before its second action, "
    "H0 before their setup. Without it: the end; a page and --step begin at the start.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "map", "json", "svg", "html"]),
    default="text",
    help="A list of the clearings (the default), a drawn map, data, an image, or one page to step "
    "through the whole game in a browser.",
)
@click.option(
    "--law",
    type=click.Choice(["p4", "p6", "p16"]),
    help="This printing of the Law rules what a page and --step say.",
)
@click.option("--step", is_flag=True, help="Step through the game in the terminal; ? lists keys.")
def command(file: str, at: str | None, form: str, law: str | None, step: bool) -> None:
    """Show the table at some point of the record in FILE (- is standard input).

    The record is believed: the table is what it says. Actions that cannot be read are stepped
    over. A page, and --step, show beside it what `rootlaw check` says.

    \b
    Examples:
      rootlaw replay game.rootlog --at H3.2 --format map
      rootlaw replay game.rootlog --step
      rootlaw replay game.rootlog --format html > game.html
    """
    record = common.read_record(file)
    played = timeline(record)
    try:
        state = played.end if at is None else played.at(at)
    except KeyError:
        raise common.no_such_address(record, str(at)) from None
    if step and form != "text":
        raise click.UsageError("--step draws the table itself: leave --format out")
    if step:
        from validator.commands.stepping import step_through

        step_through(played, ruled(record, law), at)
        return
    common.tell_unread(record, played.slips)
    if form == "html":
        click.echo(page(record, played, at or "start", law))
        return
    click.echo(_shown(state, form))


def _shown(state: State, form: str) -> str:
    if form == "json":
        return json.dumps(views.state_json(state), ensure_ascii=False)
    if form == "svg":
        from replayer.svg import draw_svg

        return draw_svg(state)
    paint = common.colour if common.wants_colour() else views.plain
    if form == "map":
        from replayer.drawing import draw_map

        return f"{draw_map(state, paint)}\n\n{views.boards(state, paint)}"
    return views.text_board(state, paint)


def ruled(record: Record, law: str | None = None) -> Ruling:
    """What the Law says of a record, by that printing or the one it names."""
    from validator.adjudicator import adjudicate

    return adjudicate(record, law)


def page(record: Record, played: Timeline, at: str, law: str | None = None) -> str:
    """The page of a record with its ruling, opening at an address."""
    from msgspec import to_builtins

    from replayer.page import Told, render
    from validator import report
    from validator.adjudicator import title_of

    ruling = ruled(record, law)
    rules = {citation.address: citation.rule for citation in ruling.citations}
    findings = (to_builtins(one) | {"title": report.title(one, "en")} for one in ruling.findings)
    told = Told(
        verdict=report.summary(ruling, [], "en", report.plain).removeprefix(f"{ruling.file}: "),
        outcome=ruling.ruling,
        findings=tuple(findings),
        rules=rules,
        titles={rule: title_of(rule) for rule in set(rules.values())},
    )
    return render(played, told, at)
