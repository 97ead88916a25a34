"""`make proof`: legal games stay legal, and what breaks a rule is found at its place and number."""

from __future__ import annotations

import os
from itertools import islice

import click

from proof import report
from proof.mutants import CATALOGUE
from proof.run import run
from proof.sources import sources


@click.command()
@click.option("--games", default=10_000, show_default=True, help="games to rule on")
@click.option("--mutants", default=200, show_default=True, help="mutants of each operator")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=os.cpu_count() or 1, show_default="all cores")
@click.option("--quick", is_flag=True, help="100 games, 10 mutants")
@click.option("--operator", "names", multiple=True, help="only these (beginnings of name, number)")
def main(
    games: int, mutants: int, seed: int, jobs: int, quick: bool, names: tuple[str, ...]
) -> None:
    if quick:
        games, mutants = min(games, 100), min(mutants, 10)
    chosen = [
        one
        for one in CATALOGUE
        if not names or one.name.startswith(names) or one.number.startswith(names)
    ]
    click.echo(f"seed {seed}, {games} games at most, {mutants} mutants of {len(chosen)} operators")
    picked = islice(sources(seed), games)
    outcomes, tallies = run(picked, mutants=mutants, seed=seed, jobs=jobs, operators=chosen)
    for part in (
        report.games_table(outcomes),
        report.mutants_table(tallies),
        report.misses(tallies),
        report.below(tallies, mutants),
    ):
        click.echo("\n" + "\n".join(part))


if __name__ == "__main__":
    main()
