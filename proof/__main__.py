"""`make proof`: legal games stay legal, what breaks a rule is found at its place and number, no
text makes the validator stumble, and the games come to nearly all of the Law."""

from __future__ import annotations

import os
from itertools import islice

import click

from proof import report
from proof.fuzz import fuzz
from proof.mutants import CATALOGUE
from proof.reach import reach
from proof.run import run
from proof.sources import sources

PARTS = ("mutants", "reach", "fuzz")


@click.command()
@click.option("--games", default=10_000, show_default=True, help="simulated games to rule on")
@click.option("--mutants", default=200, show_default=True, help="mutants of each operator")
@click.option("--inputs", default=1_000, show_default=True, help="inputs of each kind of fuzz")
@click.option("--reached", default=600, show_default=True, help="games ruled on under coverage")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=os.cpu_count() or 1, show_default="all cores")
@click.option("--quick", is_flag=True, help="100 games, 10 mutants, 100 inputs, 60 under coverage")
@click.option("--only", type=click.Choice(PARTS), multiple=True, help="only this part")
@click.option("--operator", "names", multiple=True, help="only operators with this in their name")
def main(
    games: int,
    mutants: int,
    inputs: int,
    reached: int,
    seed: int,
    jobs: int,
    quick: bool,
    only: tuple[str, ...],
    names: tuple[str, ...],
) -> None:
    if quick:
        games, mutants = min(games, 100), min(mutants, 10)
        inputs, reached = min(inputs, 100), min(reached, 60)
    parts = only or (("mutants",) if names else PARTS)
    chosen = [one for one in CATALOGUE if not names or any(name in one.name for name in names)]
    click.echo(f"seed {seed}")
    if "mutants" in parts:
        picked = islice(sources(seed), games)
        outcomes, tallies = run(picked, mutants=mutants, seed=seed, jobs=jobs, operators=chosen)
        show(report.games_table(outcomes), report.mutants_table(tallies), report.misses(tallies))
        show(report.below(tallies, mutants))
    if "reach" in parts:
        show(report.reach_table(reach(seed, reached, jobs), reached))
    if "fuzz" in parts:
        show(report.fuzz_table(list(fuzz(seed, inputs, jobs)), inputs))


def show(*blocks: list[str]) -> None:
    for lines in blocks:
        click.echo("\n" + "\n".join(lines))


if __name__ == "__main__":
    main()
