"""The run: many games, each ruled on as it is and then changed by every operator."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from multiprocessing import Pool
from typing import NamedTuple

import msgspec

from proof.judge import Judge, Verdict
from proof.mutants import CATALOGUE
from proof.mutants.base import Base
from proof.mutants.catalogue import Operator, mutant
from proof.sources import Source
from validator.findings import Finding

BATCH = 16
"""Games handed out at a time: which operators still want mutants is settled between batches."""


class Job(NamedTuple):
    source: Source
    wanted: frozenset[str]  # names of operators
    most: int  # mutants of an operator and game
    seed: int


class Outcome(NamedTuple):
    """What one game gave: findings on the game itself, or a verdict on each of its mutants."""

    source: Source
    actions: int
    findings: tuple[Finding, ...]
    verdicts: tuple[Verdict, ...]


class Tally(msgspec.Struct):
    """The verdicts on an operator's mutants."""

    operator: Operator
    made: int = 0
    found: int = 0
    number: int = 0
    order: int = 0
    missed: list[Verdict] = msgspec.field(default_factory=list)

    def add(self, verdict: Verdict) -> None:
        self.made += 1
        self.found += verdict.found
        self.number += verdict.number
        self.order += verdict.order
        if not verdict.number:
            self.missed.append(verdict)

    def misses(self) -> list[tuple[int, Verdict]]:
        """How often each way of being missed occurred, with one example, most often first."""
        counts = Counter(kind_of(v) for v in self.missed)
        first = {kind_of(v): v for v in reversed(self.missed)}
        return [(n, first[kind]) for kind, n in counts.most_common()]


def kind_of(verdict: Verdict) -> tuple[bool, str, str]:
    told = verdict.told
    return (verdict.found, told.kind, told.rule) if told else (False, "nothing", "")


def work(job: Job) -> Outcome:
    """One game: its own ruling, and its mutants'."""
    judge = Judge(Base(job.source.text(), job.source.name))
    ruling = judge.ruling()
    findings = tuple(f for f in ruling.findings if f.kind != "notation")
    if findings:
        return Outcome(job.source, ruling.actions, findings, ())
    verdicts = [
        verdict
        for made_by in CATALOGUE
        if made_by.name in job.wanted
        for verdict in verdicts_on(judge, made_by, job)
    ]
    return Outcome(job.source, ruling.actions, (), tuple(verdicts))


def verdicts_on(judge: Judge, made_by: Operator, job: Job) -> Iterator[Verdict]:
    edits = list(made_by.makes(judge.base))
    pick = random.Random(f"{job.seed} {made_by.name} {judge.base.name}")
    for edit in pick.sample(edits, min(job.most, len(edits))):
        yield judge.judge(mutant(judge.base, made_by, edit))


def run(
    sources: Iterable[Source],
    *,
    mutants: int,
    seed: int,
    jobs: int,
    operators: Iterable[Operator] = CATALOGUE,
    a_game: int = 0,
) -> tuple[list[Outcome], list[Tally]]:
    """Every game ruled on, and of every operator so many mutants, as far as the games give them.

    The same seed gives the same mutants whatever the number of `jobs`. `a_game`: mutants of an
    operator that one game gives at most (0: a fortieth of all).
    """
    tallies = {one.name: Tally(one) for one in operators}
    most = a_game or max(1, mutants // 40)
    outcomes: list[Outcome] = []
    queue = iter(sources)
    with Pool(jobs) if jobs > 1 else nullcontext() as pool:
        while batch := list(islice(queue, BATCH)):
            wanted = frozenset(name for name, tally in tallies.items() if tally.made < mutants)
            games = [Job(source, wanted, most, seed) for source in batch]
            for outcome in pool.imap(work, games) if pool else map(work, games):
                outcomes.append(outcome._replace(verdicts=()))
                for verdict in outcome.verdicts:
                    tally = tallies[verdict.operator]
                    if tally.made < mutants:
                        tally.add(verdict)
    return outcomes, list(tallies.values())
