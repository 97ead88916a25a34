"""The Law's numbers: titles in English and Dutch, a gist in our own words, the seeds' aliases.

Numbers and titles are those of the printing named by `EDITION`. The gists are ours and rule on
nothing. The seeds are the Dutch texts this project began with. The data is `data/rulebook.json`,
an entry a line in the Law's order, read once on import.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from validator import card_titles, quest_titles

Lang = Literal["en", "nl"]

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_SPELLING = re.compile(
    r"(\d+)(?:\.(\d+)(?:\.(\d+)(?:\.(\d+|[IVX]+)(?:\.(\d+)|([A-H]))?)?)?)?\.?", re.IGNORECASE
)
_STEP = re.compile(r"(?:step|stap) \d+: ")


class LawNumber(msgspec.Struct, frozen=True, order=True):
    """A number of the Law, compared part by part: 9.10 comes after 9.9, 14.5 before 14.5.1.

    One to five parts, from 1. The fourth is written in roman numerals, the fifth as a letter
    behind it: (15, 5, 2, 3, 1) is `15.5.2.IIIa`.
    """

    parts: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> LawNumber:
        """Read `14.5.2.III`, or `14.5.2.3` as the Law's cross-references write it.

        Raises ValueError for anything that isn't spelled like a number of the Law; whether the
        Law has it, only `entry` knows.
        """
        match = _SPELLING.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"not a number of the Law: {text!r}")
        *arabic, fourth, digit, letter = match.groups()
        parts = [int(part) for part in arabic if part]
        if fourth:
            roman = fourth.upper()
            if not fourth.isdigit() and roman not in _ROMAN:
                raise ValueError(f"not a number of the Law: {text!r}")
            parts.append(int(fourth) if fourth.isdigit() else _ROMAN.index(roman) + 1)
        if digit:
            parts.append(int(digit))
        if letter:
            parts.append(ord(letter.upper()) - ord("A") + 1)
        if 0 in parts or any(part > len(_ROMAN) for part in parts[3:]):
            raise ValueError(f"not a number of the Law: {text!r}")
        return cls(tuple(parts))

    def __str__(self) -> str:
        text = ".".join(str(part) for part in self.parts[:3])
        if len(self.parts) > 3:
            text += "." + _ROMAN[self.parts[3] - 1]
        if len(self.parts) > 4:
            text += chr(ord("a") + self.parts[4] - 1)
        return text

    @property
    def section(self) -> int:
        """The chapter: 14 for 14.4.1."""
        return self.parts[0]

    @property
    def parent(self) -> LawNumber | None:
        """The number one level up; None for a section."""
        return LawNumber(self.parts[:-1]) if len(self.parts) > 1 else None


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One numbered entry of the Law.

    `nl_number` is where the Dutch Law counts it otherwise, else None. `nl_ours` marks a Dutch
    title of our own, the Dutch Law having no such entry. `seed` is the number the seeds print
    for it, None where they don't number it. `gist` is "" where none is written.
    """

    number: str
    en: str
    nl: str
    nl_number: str | None = None
    nl_ours: bool = False
    seed: str | None = None
    gist: str = ""

    @property
    def law_number(self) -> LawNumber:
        return LawNumber.parse(self.number)

    @property
    def parent(self) -> str | None:
        """The number one level up; None for a section."""
        up = self.law_number.parent
        return None if up is None else str(up)

    @property
    def written(self) -> bool:
        """Whether this project rules on the entry's section; of others only common law is asked."""
        return self.law_number.section in WRITTEN

    def title(self, lang: Lang = "en") -> str:
        return self.nl if lang == "nl" else self.en

    def is_titled(self, text: str) -> bool:
        """Whether `text` is its whole title in either language; the "Step 1:" may be left out."""
        names = [_fold(self.en), _fold(self.nl)]
        return _fold(text) in (*names, *(_STEP.sub("", name) for name in names))


class _Book(msgspec.Struct, frozen=True):
    edition: str
    written: frozenset[int]
    entries: tuple[Entry, ...]


_BOOK = msgspec.json.decode(
    (Path(__file__).parent / "data" / "rulebook.json").read_bytes(), type=_Book
)
EDITION: Final = _BOOK.edition
WRITTEN: Final = _BOOK.written
"""The sections this project rules on."""
ALL: Final = _BOOK.entries
_BY_NUMBER = {entry.number: entry for entry in ALL}


def entry(number: str | LawNumber) -> Entry:
    """The entry with that number, in any spelling `LawNumber.parse` reads.

    Raises KeyError if the Law has no such number. Aliases are no numbers: see `find`.
    """
    found = _BY_NUMBER.get(str(number))
    if found is None and isinstance(number, str):
        try:
            found = _BY_NUMBER.get(str(LawNumber.parse(number)))
        except ValueError:
            found = None
    if found is None:
        raise KeyError(str(number))
    return found


def title(number: str | LawNumber, lang: Lang = "en") -> str:
    """The title of that number, without a final period; of a card's (`card.sappers`) its name.

    Raises KeyError as `entry` does.
    """
    if isinstance(number, str) and number.startswith(card_titles.PREFIX):
        return card_titles.title(number, lang)
    if isinstance(number, str) and number.startswith(quest_titles.PREFIXES):
        return quest_titles.title(number)
    return entry(number).title(lang)


def seed_alias(number: str | LawNumber) -> str | None:
    """The number the seeds print, where it isn't the Law's own: 14.1.5 for 14.2.5, else None."""
    if isinstance(number, str) and number.startswith((card_titles.PREFIX, *quest_titles.PREFIXES)):
        return None
    found = entry(number)
    return found.seed if found.seed != found.number else None


def children(number: str | LawNumber) -> tuple[Entry, ...]:
    """The entries one level below, in order. Raises KeyError as `entry` does."""
    above = entry(number).number
    return _children().get(above, ())


def find(text: str) -> list[Entry]:
    """The entries that `text` may mean, likeliest first; [] if there are none.

    A number gives that entry, then those the seeds or the Dutch Law number so. Words give the
    entries whose title, in either language, is `text` (its "Step 1:" left out), then those with a
    title that has a word beginning with each of the words. Case and accents don't matter.
    """
    try:
        number = str(LawNumber.parse(text))
    except ValueError:
        return _find_title(text)
    exact = [_BY_NUMBER[number]] if number in _BY_NUMBER else []
    aliases = [item for item in ALL if number in (item.seed, item.nl_number)]
    return exact + [item for item in aliases if item not in exact]


def search(text: str) -> list[Entry]:
    """Like `find`, and after those the entries that have all the words in title or gist."""
    found = find(text)
    words = _fold(text).split()
    for item in ALL:
        whole = f"{_fold(item.en)} {_fold(item.nl)} {_fold(item.gist)}"
        if words and item not in found and all(word in whole for word in words):
            found.append(item)
    return found


def _find_title(text: str) -> list[Entry]:
    words = re.findall(r"\w+", _fold(text))
    if not words:
        return []
    hits = [item for item in ALL if _begins(item.en, words) or _begins(item.nl, words)]
    return sorted(hits, key=lambda item: not item.is_titled(text))


def _begins(name: str, words: list[str]) -> bool:
    have = re.findall(r"\w+", _fold(name))
    return all(any(part.startswith(word) for part in have) for word in words)


def _fold(text: str) -> str:
    """Lower case without accents, blanks made single."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


@cache
def _children() -> dict[str, tuple[Entry, ...]]:
    below: dict[str, list[Entry]] = {}
    for item in ALL:
        if item.parent is not None:
            below.setdefault(item.parent, []).append(item)
    return {number: tuple(items) for number, items in below.items()}
