"""The rulebook against the Law's own files and clause lists, where these lie beside the project."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from validator import rulebook
from validator.commands.rule import command
from validator.rulebook import LawNumber

LAW = Path(__file__).resolve().parents[2].parent / "shared" / "law"
needs_law = pytest.mark.skipif(
    not LAW.is_dir(), reason="the Law's files are not beside the project"
)


def law_titles(path: Path) -> dict[str, str]:
    """Number -> title of a Law file: each `name` counts below the nearest one less indented."""
    open_levels: list[list[int]] = []  # indent, entries seen there
    titles: dict[str, str] = {}
    number = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if name := re.match(r"( *)- name: *(.*)", line):
            indent = len(name[1])
            while open_levels and open_levels[-1][0] > indent:
                open_levels.pop()
            if not open_levels or open_levels[-1][0] < indent:
                open_levels.append([indent, 0])
            open_levels[-1][1] += 1
            number = str(LawNumber(tuple(seen for _, seen in open_levels)))
            titles[number] = plain(name[2])
        elif other := re.match(r" *plainName: *(.*)", line):
            titles[number] = plain(other[1])
    return titles


def plain(title: str) -> str:
    """Without quotes, icons, captions of mood cards and the final period."""
    title = title.strip().strip('"')
    title = re.sub(r"\s*\((`[a-z]+:[a-z]+`|No Item|Geen Voorwerp)\)", "", title)
    return title.strip().rstrip(".")


def clause_rows() -> Iterator[dict[str, str]]:
    for path in sorted(LAW.glob("clauses-*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


@needs_law
def test_english_numbers_and_titles_are_the_laws() -> None:
    law = law_titles(LAW / "law.en-US.yml")
    assert len(law) > 500
    assert {entry.number: entry.en for entry in rulebook.ALL} == law


@needs_law
def test_dutch_titles_are_the_laws_but_for_those_marked_ours() -> None:
    law = law_titles(LAW / "law.nl-NL.yml")
    theirs = [entry for entry in rulebook.ALL if not entry.nl_ours]
    assert {entry.nl_number or entry.number: entry.nl for entry in theirs} == law
    ours = {entry.number for entry in rulebook.ALL if entry.nl_ours}
    assert ours == {"14.3.1", "15.3.2", "15.6", "15.6.1", "15.6.2", "15.6.3", "16.1.8.IIc"}


@needs_law
def test_every_clause_stands_under_a_number_of_the_rulebook() -> None:
    rows = [row for row in clause_rows() if row["rule_en"]]
    assert len(rows) > 1000
    known = {entry.number for entry in rulebook.ALL}
    assert {row["rule_en"] for row in rows} <= known


@needs_law
def test_seed_numbers_are_those_of_the_clause_list() -> None:
    rows = [row for row in clause_rows() if re.fullmatch(r"[\d.]+[IVX]*", row["rule_seed"])]
    listed = {row["rule_en"]: row["rule_seed"] for row in rows if row["rule_en"].startswith("1")}
    listed = {number: seed for number, seed in listed.items() if number.startswith(("14", "15"))}
    assert len(listed) > 40
    assert {number: rulebook.entry(number).seed for number in listed} == listed


def test_seed_alias_is_told_only_where_it_differs() -> None:
    assert rulebook.seed_alias("14.2.5") == "14.1.5"
    assert rulebook.seed_alias("14.4.2") == "14.4.1"
    assert rulebook.seed_alias("14.2.4.II") == "14.1.4.II"
    assert rulebook.seed_alias("14.1") == "14.2"
    assert rulebook.seed_alias("14.4.1") is None
    assert rulebook.entry("14.4.1").seed == "14.4.1"
    assert rulebook.seed_alias("12.2.2") is None


def test_entries_stand_in_the_laws_order_and_below_their_parents() -> None:
    numbers = [entry.law_number for entry in rulebook.ALL]
    assert numbers == sorted(set(numbers))
    for entry in rulebook.ALL:
        if entry.parent is not None:
            assert entry in rulebook.children(entry.parent)
    assert {entry.number for entry in rulebook.ALL if entry.parent is None} == {
        str(section) for section in range(1, 17)
    }


def test_every_entry_has_its_gist() -> None:
    for entry in rulebook.ALL:
        assert entry.gist.endswith("."), entry.number


def test_every_faction_has_its_turn_and_every_chapter_is_written() -> None:
    import validator.law  # noqa: F401  # declares all of it
    from replayer.facts import FACTIONS
    from validator.registry import TURNS

    assert set(TURNS) == set(FACTIONS)
    assert set(range(1, 17)) == rulebook.WRITTEN


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("9.9", "9.10"),
        ("14.5", "14.5.1"),
        ("14.5.2", "14.5.2.I"),
        ("12.5.2.IV", "12.5.2.V"),
        ("12.5.2.IX", "12.5.3"),
        ("12.5.2.VIII", "12.5.2.IX"),
        ("15.5.2.IIb", "15.5.2.III"),
        ("15.5.2.III", "15.5.2.IIIa"),
        ("9.2.9.IIIc", "9.2.9.IIId"),
    ],
)
def test_numbers_compare_part_by_part(low: str, high: str) -> None:
    assert LawNumber.parse(low) < LawNumber.parse(high)


def test_every_number_reads_back_as_it_is_spelled() -> None:
    for entry in rulebook.ALL:
        assert str(LawNumber.parse(entry.number)) == entry.number


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("14.2.4.2", "14.2.4.II"),
        ("15.5.2.iii.1", "15.5.2.IIIa"),
        (" 14.4.1. ", "14.4.1"),
        ("14.", "14"),
    ],
)
def test_other_spellings_of_a_number(written: str, canonical: str) -> None:
    assert rulebook.entry(written).number == canonical


@pytest.mark.parametrize("text", ["", "raze", "14..1", "14.4.1a", "14.5.2.IIX", "0.1", "1,2"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="not a number"):
        LawNumber.parse(text)


def test_unknown_numbers_are_refused_by_name() -> None:
    with pytest.raises(KeyError, match=r"14\.9"):
        rulebook.entry("14.9")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("14.4.1", ["14.4.1", "14.4.2"]),  # the seed's misprint comes second
        ("14.1.5", ["14.2.5"]),
        ("15.3.5", ["15.3.5", "15.3.6"]),  # the seed's and the Dutch Law's
        ("Verwoest", ["14.4.1"]),
        ("raze", ["14.4.1"]),
        ("RUINES", ["2.2.4"]),
        ("14.9", []),
        ("", []),
    ],
)
def test_find(text: str, numbers: list[str]) -> None:
    found = [entry.number for entry in rulebook.find(text)]
    assert found[: len(numbers)] == numbers
    if not numbers:
        assert found == []


def test_whole_titles_come_before_titles_that_only_begin_so() -> None:
    found = [entry.number for entry in rulebook.find("craft")]
    assert found.index("15.5.1") < found.index("3.2.2")


def test_search_also_reads_gists() -> None:
    assert "14.4.1" not in [entry.number for entry in rulebook.find("mobs")]
    assert "14.4.1" in [entry.number for entry in rulebook.search("mobs")]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, words)
    return result.exit_code, result.output


def test_rule_shows_a_number() -> None:
    code, output = run("14.5.2")
    assert code == 0
    assert output.startswith("14.5.2 Command the Hundreds\n")
    for part in ("nl: Beveel de Honderden", "14.5 Daylight", "14.5.2.III   Build"):
        assert part in output


def test_rule_takes_the_seeds_number_and_a_dutch_title() -> None:
    assert run("14.1.5")[1].startswith("14.2.5 Looters\n")
    assert "seed: 14.1.5" in run("14.1.5")[1]
    assert run("verwoest", "--lang", "nl")[1].startswith("14.4.1 Verwoest\n")
    assert "14.4.2 Recruit" in run("14.4.1")[1]


def test_rule_lists_where_words_fit_more_than_one() -> None:
    lines = run("craft")[1].splitlines()
    assert len(lines) > 10
    assert lines[0].split() == ["4.1", "Craft", "(Key", "Actions)"]


def test_rule_refuses_what_the_law_does_not_have() -> None:
    code, output = run("14.9.9")
    assert code == 2
    assert "14.9.9" in output


def test_rule_says_which_dutch_titles_are_ours() -> None:
    assert "our title" in run("15.6.1")[1]
    assert "there 14.3.1" in run("14.3.2")[1]
