"""`rootlaw check`: rule on records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from validator.commands import common

if TYPE_CHECKING:
    from notation.record import Record
    from validator.baseline import Baseline
    from validator.findings import Ruling
    from validator.formats import Outcome
    from validator.rulebook import Lang

GRAVEST = (3, 1, 4, 0)
"""Exit codes over several files, the gravest first."""
FORMATS = ("text", "json", "jsonl", "github", "sarif", "junit")
AT_ONCE = ("text", "jsonl", "github")
"""Formats that show each record by itself; the others are one document."""
COLOURS = {
    "illegal": "red",
    "legal": "green",
    "omission": "yellow",
    "order": "yellow",
    "undecided": "magenta",
    "notation": "blue",
    "unreadable": "red",
}


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
) -> None:
    """Rule on every record in FILES and DIRS (- is standard input).

    Names the first illegal move with the number of the rule it breaks. Exit codes: 0 legal,
    1 illegal, 3 unreadable, 4 undecided; over several files the gravest of them, in the order
    3, 1, 4, 0. A file with `//! expect` lines counts as 0 if they are met, else as 1.

    json holds every finding; github (workflow commands), sarif (2.1.0) and junit are for
    servers that show findings beside the record or count them as tests.

    The printing p6 of the Law rules, unless --law or a line `//! law p4` in the record names
    another; --law goes first. Where neither does, a finding says which printing would not make it.

    \b
    Examples:
      rootlaw check game.rootlog
      rootlaw check games/ --all --format jsonl
      rootlaw check game.rootlog --law p4
      rootlaw check games/ --statistics
      rootlaw check games/ --format sarif > rootlaw.sarif
      rootlaw check games/ --baseline known.json --write-baseline
      rootlaw check games/ --baseline known.json
    """
    if write_baseline and baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE to write to")
    if statistics and form not in ("text", "json"):
        raise click.UsageError(f"--statistics goes with text and json, not with {form}")
    known = read_baseline(baseline) if baseline is not None and not write_baseline else None
    at_once = form in AT_ONCE and not (statistics or write_baseline)
    outcomes, codes, gone = [], set(), 0
    show = shown_at_once(form, every, explain, strict, lang)
    for path in records(files):
        outcome = ruled(path, strict, law, explain)
        if known is not None and baseline is not None and not outcome.expected:
            outcome, stale = without_known(outcome, known, baseline, strict)
            gone += stale
        codes.add(outcome_code(outcome))
        if at_once:
            show(outcome)
            continue
        outcomes.append(outcome)
        if outcome.unread is not None and (statistics or write_baseline):
            click.echo(outcome.unread.message, err=True)
    if gone:
        click.echo(f"{baseline}: {gone} findings in it are not there any more", err=True)
    if write_baseline and baseline is not None:
        save_baseline(baseline, outcomes)
        codes &= {common.UNREADABLE}
    elif statistics:
        show_statistics(outcomes, form, lang)
    elif not at_once:
        show_whole(outcomes, form, every, explain, strict, lang)
    ctx.exit(next((c for c in GRAVEST if c in codes), 0))


def records(files: tuple[str, ...]) -> Iterator[str]:
    """The files named, and every `.rootlog` below the directories named, in order of name."""
    for name in files:
        path = Path(name)
        if name != common.STDIN and path.is_dir():
            yield from sorted(str(found) for found in path.rglob("*.rootlog"))
        else:
            yield name


# --- ruling -------------------------------------------------------------------------------


def ruled(path: str, strict: bool, law: str | None, explain: bool = False) -> Outcome:
    """What comes of one file, by that printing of the Law or the one it names."""
    from validator.expectations import judge
    from validator.formats import Note, Outcome

    started = perf_counter()
    try:
        record = common.read_record(path)
    except common.Unreadable as error:
        note = Note("unreadable", error.line, error.column, error.column + 1, error.message)
        return Outcome(path, None, None, unread=note)
    ruling = rule_on(record, law, explain)
    expectations = tuple(judge(record, ruling))
    outcome = Outcome(path, record, ruling, expectations, seconds=perf_counter() - started)
    return outcome._replace(failed=code(record, ruling, strict) == 1)


def rule_on(record: Record, law: str | None = None, explain: bool = False) -> Ruling:
    from validator.adjudicator import adjudicate

    return adjudicate(record, law, explain=explain)


def code(record: Record, ruling: Ruling, strict: bool) -> int:
    """The exit code one ruling asks for."""
    from validator.expectations import judge

    expectations = judge(record, ruling)
    if expectations:
        return 0 if all(e.met for e in expectations) else 1
    if ruling.ruling == "illegal":
        return 1
    if strict and any(f.kind in ("omission", "order") and f.counts for f in ruling.findings):
        return 1
    return 4 if ruling.ruling == "undecided" else 0


def outcome_code(outcome: Outcome) -> int:
    if outcome.ruling is None:
        return common.UNREADABLE
    if outcome.failed:
        return 1
    return 4 if outcome.ruling.ruling == "undecided" and not outcome.expectations else 0


# --- baselines ----------------------------------------------------------------------------


def read_baseline(path: str) -> Baseline:
    from validator import baseline

    try:
        return baseline.read(path)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}; --write-baseline makes it") from None
    except ValueError as error:
        raise click.UsageError(f"{path}: is no baseline: {error}") from None


def without_known(
    outcome: Outcome, known: Baseline, path: str, strict: bool
) -> tuple[Outcome, int]:
    """The outcome once the baseline is heard, and how much of that is not found any more."""
    from validator.baseline import compare

    if outcome.record is None or outcome.ruling is None:
        return outcome, 0
    ruling, gone = compare(outcome.ruling, known, path)
    failed = code(outcome.record, ruling, strict) == 1
    return outcome._replace(ruling=ruling, failed=failed), gone


def save_baseline(path: str, outcomes: list[Outcome]) -> None:
    from validator import baseline

    rulings = [one.ruling for one in outcomes if one.ruling is not None and not one.expected]
    try:
        made = baseline.write(path, rulings)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None
    n = sum(one.n for found in made.findings.values() for one in found)
    click.echo(f"{path}: written, {n} findings in {len(made.findings)} records", err=True)


# --- output -------------------------------------------------------------------------------


def shown_at_once(
    form: str, every: bool, explain: bool, strict: bool, lang: Lang
) -> Callable[[Outcome], None]:
    """What shows one outcome as soon as it is there, in a format that does."""

    def text(outcome: Outcome) -> None:
        from validator.report import as_text

        if outcome.record is None or outcome.ruling is None:
            click.echo(outcome.unread.message if outcome.unread else "", err=True)
            return
        paint = painted if common.wants_colour() else _plain
        told = as_text(
            outcome.record, outcome.ruling, every=every, explain=explain, lang=lang, paint=paint
        )
        click.echo(told, nl=False)

    def jsonl(outcome: Outcome) -> None:
        from validator.report import json_line

        click.echo(json_line(as_object(outcome, explain, lang)), nl=False)

    def github(outcome: Outcome) -> None:
        from validator.formats import github

        for line in github(outcome, lang, strict):
            click.echo(line)

    return {"jsonl": jsonl, "github": github}.get(form, text)


def as_object(outcome: Outcome, explain: bool, lang: Lang) -> dict[str, Any]:
    from validator.report import as_json

    if outcome.record is None or outcome.ruling is None:
        message = outcome.unread.message if outcome.unread else ""
        return {"file": outcome.file, "ruling": "unreadable", "message": message}
    return as_json(outcome.record, outcome.ruling, explain=explain, lang=lang)


def show_whole(
    outcomes: list[Outcome], form: str, every: bool, explain: bool, strict: bool, lang: Lang
) -> None:
    """The formats that are one document."""
    from validator.report import json_line

    if form == "json":
        objects = [as_object(outcome, explain, lang) for outcome in outcomes]
        click.echo(json_line({"records": objects}), nl=False)
    elif form == "sarif":
        from importlib.metadata import version

        from validator.formats import sarif

        click.echo(json_line(sarif(outcomes, version("rootlaw"), lang, strict)), nl=False)
    elif form == "junit":
        from validator.formats import junit

        click.echo(junit(outcomes, lang, every), nl=False)


def show_statistics(outcomes: list[Outcome], form: str, lang: Lang) -> None:
    from validator.report import json_line
    from validator.statistics import Statistics

    counted = Statistics(outcome.ruling for outcome in outcomes if outcome.ruling is not None)
    if unread := sum(outcome.ruling is None for outcome in outcomes):
        counted.rulings["unreadable"] = unread
    if form == "json":
        click.echo(json_line(counted.as_json(lang)), nl=False)
    else:
        click.echo(counted.as_text(lang, painted if common.wants_colour() else _plain), nl=False)


def painted(text: str, what: str) -> str:
    if what == "rule":
        return click.style(text, bold=True)
    return click.style(text, fg=COLOURS.get(what))


def _plain(text: str, what: str) -> str:
    return text
