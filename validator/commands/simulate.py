"""`rootlaw simulate`: a random legal game, written as Rootlog."""

from __future__ import annotations

import click

from validator.commands import common

MAPS = ("fall", "winter", "lake", "mountain")
DECKS = {"standard": "Standard", "exiles": "E&P"}


@click.command(name="simulate", context_settings=common.CONTEXT)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed, the same game."
)
@click.option("--factions", metavar="LETTERS", help="Who plays, in turn order; drawn by default.")
@click.option("--map", "map_name", type=click.Choice(MAPS, case_sensitive=False))
@click.option("--deck", type=click.Choice(list(DECKS), case_sensitive=False))
@click.option("--sloppy", is_flag=True, help="Write as a hurried scorer would.")
@click.option("--turns", type=click.IntRange(0), help="Stop after so many turns.")
def command(
    seed: int,
    factions: str | None,
    map_name: str | None,
    deck: str | None,
    sloppy: bool,
    turns: int | None,
) -> None:
    """Play a game forward from the standard setup, at random, and write it on standard output.

    What is not given is drawn from the seed. The game is legal, not good: it goes where players
    seldom go.

    \b
    Examples:
      rootlaw simulate --seed 7
      rootlaw simulate --factions HKDP --map fall --deck exiles --seed 7 | rootlaw check -
    """
    from simulator.game import MOST_TURNS, BadFactions, simulate

    try:
        text = simulate(
            seed,
            factions,
            map_name.capitalize() if map_name else None,
            DECKS[deck.lower()] if deck else None,
            sloppy=sloppy,
            turns=MOST_TURNS if turns is None else turns,
        )
    except BadFactions as error:
        raise click.BadParameter(str(error), param_hint="'--factions'") from None
    click.echo(text, nl=False)
