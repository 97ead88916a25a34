"""`rootlaw replay`: the table at any point of a record."""

from __future__ import annotations

import json

import click

from replayer import views
from replayer.state import State
from replayer.timeline import timeline
from validator.commands import common


@click.command(context_settings=common.CONTEXT)
@click.argument("file", type=click.Path(path_type=str))
@click.option(
    "--at",
    metavar="ADDRESS",
    help="H3 is the table as the Hundreds' third turn begins, H3.2 just before its second action, "
    "H0 before their setup. Without it: the end.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "map", "json", "svg"]),
    default="text",
    help="A list of the clearings (the default), a drawn map, data, or an image.",
)
def command(file: str, at: str | None, form: str) -> None:
    """Show the table at some point of the record in FILE (- is standard input).

    The record is believed: nothing is judged. Actions that cannot be read are stepped over.

    \b
    Example:
      rootlaw replay game.rootlog --at H3.2 --format map
    """
    record = common.read_record(file)
    played = timeline(record)
    try:
        state = played.end if at is None else played.at(at)
    except KeyError:
        raise common.no_such_address(record, str(at)) from None
    common.tell_unread(record, played.slips)
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
