"""`rootlaw`: the group of commands. A command's module is imported only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

COMMANDS: Final = {
    "check": "Rule on records: name the first illegal move and its rule.",
    "adjudicate": "Play at a table: every action is ruled on as it is typed.",
    "summary": "Tell a game in short: score by turn, winner, findings.",
    "replay": "Show the table at any point of a record.",
    "position": "Write the table at some point as a record of its own.",
    "fmt": "Write records in the canonical form.",
    "simulate": "Play a random legal game and write it as Rootlog.",
    "rule": "Look a number of the Law up, or search its titles.",
}
"""Name -> what it does. Each stands in `validator.commands.<name>` as `command`."""


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"validator.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rootlaw", message="rootlaw %(version)s")
def main() -> None:
    """The arbiter for recorded games of Root.

    Reads Rootlog records, replays them step by step and names the first illegal move with the
    number of the rule that it breaks.

    \b
    Examples:
      rootlaw check game.rootlog
      rootlaw adjudicate game.rootlog --at H3
      rootlaw rule 14.4.1
    """
