"""`rootlaw check`: rule on records."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from validator.commands import common
from validator.commands.showing import AT_ONCE, FORMATS, Asked, whole

if TYPE_CHECKING:
    from collections.abc import Generator

    from validator.baseline import Baseline, Known
    from validator.commands.checking import Checker, Task, Told
    from validator.kept import Kept
    from validator.rulebook import Lang

GRAVEST = (3, 1, 4, 0)
"""Exit codes over several files, the gravest first."""
INTERRUPTED = 130


def processes(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """How many processes: a number from 1, or auto."""
    if value == "auto":
        return processors()
    if not (value.isascii() and value.isdigit() and int(value)):
        raise click.BadParameter(f"{value!r}: expected a number from 1, or auto")
    return int(value)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command(context_settings=common.CONTEXT)
@click.argument("files", nargs=-1, required=True, metavar="FILES|DIRS|-...", type=click.Path())
@click.option("--all", "every", is_flag=True, help="Every finding, not only the one that decides.")
@click.option("--explain", is_flag=True, help="The rule behind every action, and disputed points.")
@click.option("--strict", is_flag=True, help="Omissions and order count: exit 1.")
@click.option("--statistics", is_flag=True, help="Counts by rule and by faction; no reports.")
@click.option(
    "--baseline", metavar="FILE", type=click.Path(), help="What stands in FILE does not count."
)
@click.option("--write-baseline", is_flag=True, help="Write all findings to the --baseline file.")
@click.option(
    "--lang", type=click.Choice(["en", "nl"]), default="en", help="Titles in this language."
)
@click.option(
    "--law", type=click.Choice(["p4", "p6", "p16"]), help="This printing of the Law rules."
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", help="Output, text by default."
)
@click.option(
    "-j",
    "--jobs",
    metavar="N",
    default="1",
    callback=processes,
    help="Rule in N processes; auto: one a processor.",
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(),
    help="Keep rulings in FILE as they are made, and go on from those it has.",
)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    every: bool,
    explain: bool,
    strict: bool,
    statistics: bool,
    baseline: str | None,
    write_baseline: bool,
    lang: Lang,
    law: str | None,
    form: str,
    jobs: int,
    resume: str | None,
) -> None:
    """Rule on every record in FILES and DIRS (- is standard input).

    Names the first illegal move with the number of the rule it breaks. Exit codes: 0 legal,
    1 illegal, 3 unreadable, 4 undecided; over several files the gravest of them, in the order
    3, 1, 4, 0. A file with `//! expect` lines counts as 0 if they are met, else as 1.

    json holds every finding; github (workflow commands), sarif (2.1.0) and junit are for
    servers that show findings beside the record or count them as tests.

    The printing p6 of the Law rules, unless --law or a line `//! law p4` in the record names
    another; --law goes first. Where neither does, a finding says which printing would not make it.

    Results come in the order of the files, with any number of processes. A run that was
    interrupted (exit code 130) goes on if it is started again with the same --resume FILE.

    \b
    Examples:
      rootlaw check game.rootlog
      rootlaw check games/ --all --format jsonl
      rootlaw check game.rootlog --law p4
      rootlaw check games/ --statistics
      rootlaw check games/ --format sarif > rootlaw.sarif
      rootlaw check games/ --baseline known.json --write-baseline
      rootlaw check games/ --baseline known.json
      rootlaw check games/ -j auto --resume rulings.jsonl
    """
    if write_baseline and baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE to write to")
    if statistics and form not in ("text", "json"):
        raise click.UsageError(f"--statistics goes with text and json, not with {form}")
    known = read_baseline(baseline) if baseline is not None and not write_baseline else None
    kept = open_kept(resume) if resume is not None else None
    output = "baseline" if write_baseline else "statistics" if statistics else form
    colour = common.wants_colour()
    asked = Asked(output, every, explain, strict, lang, law, colour, baseline or "")
    try:
        codes, parts, gone = run(asked, list(records(files)), jobs, known, kept)
        if gone:
            click.echo(f"{baseline}: {gone} findings in it are not there any more", err=True)
        if write_baseline and baseline is not None:
            save_baseline(baseline, dict(parts))
        elif output not in AT_ONCE:
            click.echo(whole(parts, asked, form), nl=False)
    except KeyboardInterrupt:
        ctx.exit(INTERRUPTED)
    ctx.exit(next((c for c in GRAVEST if c in codes), 0))


def records(files: tuple[str, ...]) -> Iterator[str]:
    """The files named, and every `.rootlog` below the directories named, in order of name."""
    for name in files:
        path = Path(name)
        if name != common.STDIN and path.is_dir():
            yield from sorted(str(found) for found in path.rglob("*.rootlog"))
        else:
            yield name


# --- running ------------------------------------------------------------------------------


def run(
    asked: Asked, paths: list[str], jobs: int, known: Baseline | None, kept: Kept | None
) -> tuple[set[int], list[Any], int]:
    """Rule on every file and show what can be shown at once.

    The exit codes they ask for, the parts of what is shown at the end, and how much of the baseline
    is not found any more. Ctrl-C says how far it came and is raised again.
    """
    from validator.commands.checking import Checker
    from validator.commands.progress import Progress

    codes: set[int] = set()
    parts: list[Any] = []
    gone = 0
    progress = Progress(len(paths))

    def arrived(told: Told) -> None:
        if kept is not None and told.keep:
            keep(kept, told.keep)
        progress.step(told.ruling)

    try:
        with closing(rulings(Checker(asked, known, kept), paths, jobs, arrived)) as found:
            for told in found:
                codes.add(told.code)
                gone += told.gone
                if told.complaint or asked.output in AT_ONCE:
                    progress.clear()
                click.echo(told.complaint, nl=False, err=True)
                if asked.output in AT_ONCE:
                    click.echo(told.part, nl=False)
                else:
                    parts.append(told.part)
    except KeyboardInterrupt:
        progress.clear()
        done = f"interrupted: {progress.counts.total()} of {len(paths)} files ruled on"
        on = "with --resume FILE they are kept for the next run"
        if kept is not None:
            on = f"the same command goes on, with what {kept.path} keeps"
        click.echo(f"{done}; {on}", err=True)
        raise
    progress.clear()
    return codes, parts, gone


def rulings(
    checker: Checker, paths: list[str], jobs: int, arrived: Callable[[Told], None]
) -> Generator[Told]:
    """What comes of every file, in order; `arrived` hears of each as soon as it is there."""
    jobs = min(jobs, len(paths))
    if jobs > 1:
        from validator.pool import each

        yield from each(checker, checker.lost, tasks(paths), jobs, arrived)
        return
    for task in tasks(paths):
        told = checker(task)
        arrived(told)
        yield told


def tasks(paths: list[str]) -> Iterator[Task]:
    """A task a file; standard input is read here, other processes have another."""
    from validator.commands.checking import Task

    for path in paths:
        yield Task(path, common.read_bytes(path) if path == common.STDIN else None)


def open_kept(path: str) -> Kept:
    from validator.kept import Kept

    try:
        return Kept(path)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise click.UsageError(f"{path}: {error}; --resume needs a file of its own") from None


def keep(kept: Kept, line: bytes) -> None:
    try:
        kept.add(line)
    except OSError as error:
        raise click.UsageError(f"{kept.path}: {error.strerror}") from None


# --- baselines ----------------------------------------------------------------------------


def read_baseline(path: str) -> Baseline:
    from validator import baseline

    try:
        return baseline.read(path)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}; --write-baseline makes it") from None
    except ValueError as error:
        raise click.UsageError(f"{path}: is no baseline: {error}") from None


def save_baseline(path: str, findings: dict[str, list[Known]]) -> None:
    from validator import baseline

    try:
        made = baseline.write(path, findings)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None
    n = sum(one.n for found in made.findings.values() for one in found)
    click.echo(f"{path}: written, {n} findings in {len(made.findings)} records", err=True)
