"""Every number of a written chapter is declared as what it is, or unchecked with a reason."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
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


def bodies(path: Path) -> Iterator[ast.FunctionDef]:
    """The functions of a module that are bodies of rules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            calls = [one.func for one in node.decorator_list if isinstance(one, ast.Call)]
            if any(isinstance(call, ast.Name) and call.id == "rule" for call in calls):
                yield node


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_rule_names_the_state_unless_it_never_looks_at_it(path: Path) -> None:
    for body in bodies(path):
        state = body.args.args[0].arg
        names = (node for node in ast.walk(body) if isinstance(node, ast.Name))
        read = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        assert (state == "_") == (state not in read), body.name
