"""The tables of docs/notation.md hold every letter and name of the notation's vocabulary.

`python -m tests.test_notation_page` writes them anew, to be read before they are committed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from notation import vocabulary
from notation.legs import legs
from notation.reader import parse_action
from replayer import facts
from validator import rulebook

PAGE = Path(__file__).resolve().parents[1] / "docs" / "notation.md"
HEADING = "\n## Letters and names\n"
SUITS = {"F": "fox", "M": "mouse", "R": "rabbit", "B": "bird"}
PLOTS = {"b": "bomb", "e": "extortion", "r": "raid", "s": "snare"}
RELICS = {"f": "figure", "t": "tablet", "j": "jewelry"}
UNTITLED = {
    "cheat": "Cheat",
    "gladiator": "Gladiator",
    "jailor": "Jailor",
    "faith": "Faithful Retainers",
    "viz": "Loyal Viziers",
}
"""What no entry of the Law has for its title."""


def tables() -> str:
    return "\n".join(
        [
            "",
            *table("letter|faction|pieces", factions()),
            "",
            "Suits: " + listed((letter, SUITS[letter]) for letter in "FMRB") + ".",
            "Items, behind `%`: "
            + listed((letter, item_name(letter)) for letter in vocabulary.ITEMS)
            + "; `%_` is every item at the start.",
            "",
            "A card is written as its code or as its whole title, in small letters without blanks:",
            "`F#tax`, `F#taxcollector`. Crafted, it stands behind `Z`; a favor and partisans then",
            "take their suit with them: `Zfpart`.",
            "",
            *table("code|card|deck|suits", cards()),
            "",
            *table("cards of their own|codes", others()),
            "",
            *table("code|hireling, promoted / demoted (then `h_Cd`)|pieces", hirelings()),
            "",
            "Landmarks: " + ", ".join(f"`{name}`" for name in vocabulary.LANDMARKS) + ".",
            "",
        ]
    )


def table(head: str, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    cells = head.split("|")
    yield f"| {' | '.join(cells)} |"
    yield "| --- " * len(cells) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def listed(named: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"`{code}` {name}" for code, name in named)


def factions() -> Iterator[tuple[str, ...]]:
    for letter in vocabulary.FACTIONS:
        kinds = vocabulary.PIECES[letter]
        pieces = listed(
            (code(kind, sub), piece_name(letter, kind, sub))
            for kind, subs in kinds.items()
            for sub in subs
        )
        yield f"`{letter}`", ("second " if letter == "G" else "") + faction_name(letter), pieces


def faction_name(letter: str) -> str:
    return facts.faction_facts(letter).name


def code(kind: str, sub: str) -> str:
    return f"{kind}_{sub}" if sub else kind


def piece_name(letter: str, kind: str, sub: str) -> str:
    if letter == "P" and sub:
        return PLOTS[sub]
    if letter == "K" and kind == "b":
        return f"waystation {' over '.join(RELICS[side] for side in sub.split('_'))}"
    if letter == "K" and sub[:1].isdigit():
        return f"{RELICS[sub[-1]]} of {sub[0]}"
    return facts.faction_facts(letter).piece_name(kind, sub)


def item_name(letter: str) -> str:
    return "club" if letter == "u" else facts.items()[letter].name


def cards() -> Iterator[tuple[str, ...]]:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for deck in vocabulary.DECKS:
        for card in facts.deck(deck).cards:
            suits = found.setdefault((card.name, card.title), {}).setdefault(deck, "")
            if card.suit not in suits:
                found[card.name, card.title][deck] = suits + card.suit
    for (name, title), decks in found.items():
        suits = " ".join(f"`{suit}`" for suit in "".join(dict.fromkeys("".join(decks.values()))))
        yield f"`{name}`", title, "both" if len(decks) == 2 else next(iter(decks)), suits


def others() -> Iterator[tuple[str, ...]]:
    """Leaders and the like: whose they are, then their codes."""
    quests = {quest.name: quest.title for quest in facts.quests()}
    for owner, names in (
        ("leaders of `E`", vocabulary.LEADERS),
        ("viziers of `E`", ("viz",)),
        ("ministers of `D`", vocabulary.MINISTERS),
        ("moods of `H`", vocabulary.MOODS),
        ("retainers of `K`", ("faith",)),
        ("characters of `V` and `G`", vocabulary.CHARACTERS),
        ("quests", tuple(vocabulary.QUESTS)),
    ):
        yield owner, listed((name, quests.get(name) or title_of(name)) for name in names)


def title_of(name: str) -> str:
    """The Law's title with those letters."""
    titles = (entry.title() for entry in rulebook.ALL)
    found = (title for title in titles if re.sub("[^a-z]", "", title.lower()) == name)
    return UNTITLED.get(name) or next(found)


def hirelings() -> Iterator[tuple[str, ...]]:
    for letter in vocabulary.HIRELINGS:
        one = facts.hirelings()[letter]
        pieces = " ".join(f"`{kind}`" for kind in vocabulary.PIECES[f"h_{letter}"])
        yield f"`h_{letter}`", f"{one.promoted} / {one.demoted}", pieces


# --- tests --------------------------------------------------------------------------------


def test_the_tables_are_the_vocabulary() -> None:
    assert PAGE.read_text(encoding="utf-8").partition(HEADING)[2] == tables()


def test_nothing_of_the_vocabulary_is_left_out() -> None:
    codes = set(re.findall("`([^` ]+)`", tables()))
    assert codes >= vocabulary.NAMES
    assert {*vocabulary.FACTIONS, *vocabulary.SUITS, *vocabulary.ITEMS} <= codes
    assert {f"h_{letter}" for letter in vocabulary.HIRELINGS} <= codes
    assert set(vocabulary.LANDMARKS) <= codes


@pytest.mark.parametrize("row", list(cards()), ids=lambda row: row[1])
def test_a_card_is_read_by_its_code_and_by_its_title(row: tuple[str, ...]) -> None:
    name, title = row[0].strip("`"), re.sub("[^a-z]", "", row[1].lower().replace("é", "e"))
    meant = vocabulary.canonical(title)[1]
    assert (meant, vocabulary.canonical(name)[1]) == (name, name)
    by_code, by_title = (parse_action(f"{row[3][1]}#{text}->") for text in (name, title))
    assert legs(by_code, "C") == legs(by_title, "C")


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    PAGE.write_text(text + HEADING + tables(), encoding="utf-8")
