"""`rootlaw position`: the table at some point, written as a record of its own."""

from __future__ import annotations

import click

from replayer.position import position_at, write_position
from replayer.timeline import timeline
from validator.commands import common


@click.command(context_settings=common.CONTEXT)
@click.argument("file", type=click.Path(path_type=str))
@click.option(
    "--at",
    metavar="ADDRESS",
    help="H3 is the table as the Hundreds' third turn begins; with H3.2 what was played of that "
    "turn before its second action follows. Without it: the end.",
)
def command(file: str, at: str | None) -> None:
    """Write the table at some point of the record in FILE (- is standard input) as a record.

    The lines between "//! position" and "//! play" set the table; whatever is added below is
    played on it, and "rootlaw check" rules on that alone. Turns count anew from 1.

    \b
    Example:
      rootlaw position game.rootlog --at H3 > start.rootlog
    """
    record = common.read_record(file)
    played = timeline(record)
    try:
        if at is None:
            text = write_position(played.end, dict(record.players))
        else:
            text = position_at(played, at)
    except KeyError:
        raise common.no_such_address(record, str(at)) from None
    common.tell_unread(record, played.slips)
    click.echo(text, nl=False)
