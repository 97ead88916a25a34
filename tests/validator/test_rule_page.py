"""`rootlaw rule`: a page with everything there is to say of a number."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from notation.reader import read_record
from validator import rule_page, rulebook
from validator.commands.rule import command
from validator.rule_page import Example, as_record


def shown(*words: str) -> str:
    return CliRunner().invoke(command, words).output


def test_page_has_titles_gist_and_examples() -> None:
    page = shown("14.4.1")
    assert page.startswith("14.4.1 Raze\n")
    assert "\n  nl: Verwoest\n" in page
    assert f"\n  gist: {rulebook.entry('14.4.1').gist}\n" in page
    assert "\n  legal: " in page
    assert "\n  illegal: " in page
    assert shown("14.2.5").count("\n  seed: 14.1.5\n") == 1


def test_page_tells_other_printings_and_rulings() -> None:
    page = shown("4.3")
    assert "\n  in p4: " in page
    assert "\n  ruling (Vagabond): " in page
    assert "\n  in p4, by boards of its time: " in shown("10.5.4")


def test_page_in_dutch() -> None:
    page = shown("14.4.1", "--lang", "nl")
    assert page.startswith("14.4.1 Verwoest\n")
    assert "\n  wettig: " in page
    assert "\n  onwettig: " in page


@pytest.mark.parametrize("words", [["raze"], ["Verwoest"]])
def test_title_finds_the_page(words: list[str]) -> None:
    assert shown(*words).startswith("14.4.1 Raze\n")


def test_search_looks_in_gists_too() -> None:
    listed = shown("--search", "spend a card")
    assert "\n16.6.29 " in listed


def test_rulings_stand_under_numbers_of_the_law() -> None:
    numbers = {number for answer in rule_page.answers() for number in answer.numbers}
    assert numbers <= {entry.number for entry in rulebook.ALL}
    assert len(rule_page.answers()) > 50


def test_nearly_every_number_that_can_be_broken_has_both_examples() -> None:
    found = rule_page.examples()
    assert len(found) > 400
    assert sum(one.illegal is not None for one in found.values()) > 250


EXAMPLES = [
    pytest.param(number, example, id=f"{number} {example.name}")
    for number, found in rule_page.examples().items()
    for example in (found.legal, found.illegal)
    if example is not None
]


@pytest.mark.parametrize(("number", "example"), EXAMPLES[::7])
def test_example_is_a_record(number: str, example: Example) -> None:
    """With a header it reads without a slip; every seventh is tried."""
    lines = list(as_record(example))
    keys = ("Map:", "Deck:", "Clearings:", "Landmarks:", "Hirelings:")
    head = [line for line in lines if line.startswith(keys)]
    head = head if any(line.startswith("Map:") for line in head) else ["Map: Fall", *head]
    head = head if any(line.startswith("Deck:") for line in head) else [*head, "Deck: E&P"]
    rest = [line for line in lines if line not in head]
    players = dict.fromkeys(line[0] for line in rest if line[0].isupper() and line[1] == ":")
    record = read_record("\n".join([*head, *(f"{p}: {p}" for p in players), *rest]), number)
    assert record.turns
    assert [slip for slip in record.slips if slip.kind == "error"] == []
