"""What `check` shows: of one file, in whichever process, and of all once they are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from validator.formats import Outcome
    from validator.report import Paint
    from validator.rulebook import Lang

FORMATS = ("text", "json", "jsonl", "github", "sarif", "junit")
AT_ONCE = ("text", "jsonl", "github")
"""Outputs that show each record by itself; the others are one document."""
COLOURS = {
    "illegal": "red",
    "legal": "green",
    "omission": "yellow",
    "order": "yellow",
    "undecided": "magenta",
    "notation": "blue",
    "unreadable": "red",
}


class Asked(NamedTuple):
    """What the command line asks of every file."""

    output: str = "text"  # a format, or "statistics" or "baseline"
    every: bool = False
    explain: bool = False
    strict: bool = False
    lang: Lang = "en"
    law: str | None = None
    colour: bool = False
    baseline: str = ""  # its file, "" if there is none


# --- of one file --------------------------------------------------------------------------


def part(outcome: Outcome, asked: Asked) -> Any:
    """What is shown of one file: something to print, or its part of the document."""
    return PARTS[asked.output](outcome, asked)


def text(outcome: Outcome, asked: Asked) -> str:
    from validator.report import as_text

    if outcome.record is None or outcome.ruling is None:
        return ""
    return as_text(
        outcome.record,
        outcome.ruling,
        every=asked.every,
        explain=asked.explain,
        lang=asked.lang,
        paint=paint(asked),
    )


def jsonl(outcome: Outcome, asked: Asked) -> bytes:
    from validator.report import as_json, json_line

    if outcome.record is None or outcome.ruling is None:
        message = outcome.unread.message if outcome.unread else ""
        return json_line({"file": outcome.file, "ruling": "unreadable", "message": message})
    found = as_json(outcome.record, outcome.ruling, explain=asked.explain, lang=asked.lang)
    return json_line(found)


def github(outcome: Outcome, asked: Asked) -> str:
    from validator.formats import github

    return "".join(f"{line}\n" for line in github(outcome, asked.lang, asked.strict))


def sarif(outcome: Outcome, asked: Asked) -> Any:
    from validator.formats import sarif_results

    return list(sarif_results(outcome, asked.lang, asked.strict))


def junit(outcome: Outcome, asked: Asked) -> Any:
    from validator.formats import junit_case

    return junit_case(outcome, asked.lang, asked.every)


def statistics(outcome: Outcome, asked: Asked) -> Any:
    from validator.statistics import Statistics

    counted = Statistics([outcome.ruling] if outcome.ruling is not None else ())
    if outcome.ruling is None:
        counted.rulings["unreadable"] = 1
    return counted


def baseline(outcome: Outcome, asked: Asked) -> Any:
    """The file's name in the baseline, and its known findings."""
    from validator.baseline import known_of, name_of

    if outcome.ruling is None or outcome.expected:
        return outcome.file, []
    return name_of(outcome.file, asked.baseline), known_of(outcome.ruling)


PARTS: dict[str, Callable[[Outcome, Asked], Any]] = {
    "text": text,
    "json": jsonl,
    "jsonl": jsonl,
    "github": github,
    "sarif": sarif,
    "junit": junit,
    "statistics": statistics,
    "baseline": baseline,
}


# --- of all -------------------------------------------------------------------------------


def whole(parts: list[Any], asked: Asked, form: str) -> str | bytes:
    """The one document made of the parts of all files."""
    from validator.report import json_line

    if asked.output == "statistics":
        from validator.statistics import Statistics

        counted = Statistics()
        for one in parts:
            counted.update(one)
        if form == "json":
            return json_line(counted.as_json(asked.lang))
        return counted.as_text(asked.lang, paint(asked))
    if asked.output == "sarif":
        from importlib.metadata import version

        from validator.formats import sarif

        results = [one for results in parts for one in results]
        return json_line(sarif(results, version("rootlaw"), asked.lang))
    if asked.output == "junit":
        from validator.formats import junit

        return junit(parts)
    return b'{"records":[' + b",".join(one.rstrip(b"\n") for one in parts) + b"]}\n"


def paint(asked: Asked) -> Paint:
    return painted if asked.colour else plain


def painted(text: str, what: str) -> str:
    if what == "rule":
        return click.style(text, bold=True)
    return click.style(text, fg=COLOURS.get(what))


def plain(text: str, what: str) -> str:
    return text
