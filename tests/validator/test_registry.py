"""Every number of a written chapter is declared as what it is, or unchecked with a reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import validator.law
from validator import rulebook
from validator.registry import DECLARED

FOLDER = Path(validator.law.__file__).parent
TABLES: dict[str, dict[str, str]] = tomllib.loads(
    (FOLDER / "unchecked.toml").read_text(encoding="utf-8")
)
UNCHECKED = {number: reason for table in TABLES.values() for number, reason in table.items()}
NUMBERS = {entry.number: entry for entry in rulebook.ALL}
CHAPTERS = tuple(range(1, 17))
"""Chapters held to it so far."""
CARDS = ("card.", "quest.", "vagabond.")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_number_is_declared_or_unchecked(chapter: int) -> None:
    numbers = {n for n, entry in NUMBERS.items() if entry.law_number.section == chapter}
    declared = {one.number for one in DECLARED}
    assert numbers - declared - set(UNCHECKED) == set()


def test_unchecked_numbers_are_the_laws_and_stand_under_their_chapter() -> None:
    for chapter, table in TABLES.items():
        assert {NUMBERS[number].law_number.section for number in table} <= {int(chapter)}


def test_nothing_is_both_declared_and_unchecked() -> None:
    assert {one.number for one in DECLARED} & set(UNCHECKED) == set()


def test_every_unchecked_number_has_a_reason() -> None:
    assert all(reason.strip() for reason in UNCHECKED.values())


def test_what_is_declared_has_a_number_of_the_law() -> None:
    strange = {one.number for one in DECLARED} - set(NUMBERS)
    assert {number for number in strange if not number.startswith(CARDS)} == set()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_titles_are_the_laws(chapter: int) -> None:
    titled = ("rule", "consequence", "definition", "exception", "setup")
    told = {
        (one.number, one.title)
        for one in DECLARED
        if one.kind in titled and one.number in NUMBERS
        if NUMBERS[one.number].law_number.section == chapter
    }
    assert {(n, title) for n, title in told if NUMBERS[n].en != title} == set()
