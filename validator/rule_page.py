"""What `rootlaw rule` shows of a number beside its entry: examples, rulings, other printings.

The examples are cases of the tests (`make examples`); the rulings are the publisher's answers to
questions, told in our own words. Both are read only when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from validator.rulebook import Lang

DATA: Final = Path(__file__).parent / "data"


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case: a table in words of Rootlog, and turns on it. `at`: where those break the number."""

    name: str
    record: tuple[str, ...] = ()
    map: str = "Fall"
    deck: str = "E&P"
    landmarks: str = ""
    hirelings: str = ""
    clearings: str = ""
    setup: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    at: str = ""
    kind: str = "illegal"


class Examples(msgspec.Struct, frozen=True):
    legal: Example | None = None
    illegal: Example | None = None


class Answer(msgspec.Struct, frozen=True):
    """A ruling of the publisher's, in our words. `about`: the section it stands in."""

    numbers: tuple[str, ...]
    about: str
    gist: str


@cache
def examples() -> dict[str, Examples]:
    data = (DATA / "examples.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Examples])


@cache
def answers() -> tuple[Answer, ...]:
    return msgspec.json.decode((DATA / "rulings.json").read_bytes(), type=tuple[Answer, ...])


HEADS: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "nl": {
        "legal": "wettig",
        "illegal": "onwettig",
        "omission": "verzuim",
        "ruling": "uitspraak",
        "disputed": "betwist",
        "here": "hier",
    },
}


def printings(number: str) -> Iterator[str]:
    """How other printings word a number, where a ruling hangs on it."""
    from validator import adjudicator  # all of the Law: only where a page is asked for
    from validator.printings import PRINTINGS

    for found in PRINTINGS if adjudicator.__name__ else ():
        if found.number == number:
            board = ", by boards of its time" if found.board else ""
            yield f"  in {found.law}{board}: {found.says}"


def open_points(number: str, lang: Lang = "en") -> Iterator[str]:
    """The open points that touch a number, and how each is read."""
    from validator import open_points

    for point in open_points.open_points().values():
        if number not in point.numbers:
            continue
        word = "open" if point.unmarked else "disputed"
        head = HEADS[lang].get(word, word)
        why = f" ({point.unmarked})" if point.unmarked else ""
        here = HEADS[lang].get("here", "here")
        yield f"  {head} {point.id}: {point.question} {here.title()}: {point.reading}{why}"


def rulings(number: str, lang: Lang = "en") -> Iterator[str]:
    for answer in answers():
        if number in answer.numbers:
            yield f"  {HEADS[lang].get('ruling', 'ruling')} ({answer.about}): {answer.gist}"


def shown_examples(number: str, lang: Lang = "en") -> Iterator[str]:
    """A legal case and one that breaks the number, as lines of a record."""
    found = examples().get(number, Examples())
    for kind, example in (("legal", found.legal), ("illegal", found.illegal)):
        if example is not None:
            word = example.kind if kind == "illegal" else kind
            at = f", {example.at}" if example.at else ""
            yield f"  {HEADS[lang].get(word, word)}: {example.name}{at}"
            yield from (f"    {line}" for line in as_record(example))


def as_record(example: Example) -> Iterator[str]:
    """The lines of the case; those of a map and deck as usual are left out."""
    if example.map != "Fall":
        yield f"Map: {example.map}"
    if example.deck != "E&P":
        yield f"Deck: {example.deck}"
    words: tuple[Literal["clearings", "landmarks", "hirelings"], ...]
    words = ("clearings", "landmarks", "hirelings")
    for word in words:
        if getattr(example, word):
            yield f"{word.title()}: {getattr(example, word)}"
    if example.given:
        yield from ("//! position", *example.given, "//! play")
    yield from (*example.setup, *example.record, *example.end)
