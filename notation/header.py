"""The lines before the game: map, deck, suits, landmarks, hirelings, pool."""

from __future__ import annotations

import re

import msgspec

from notation.entries import read_entries
from notation.record import Header, Slip, UnreadableRecord
from notation.vocabulary import DECKS, FACTIONS, LANDMARKS, MAPS, named, nearest

KEYS = ("Map", "Deck", "Clearings", "Landmarks", "Hirelings", "Pool")
_SUIT = "([FMR])([0-9]{1,2})?"
_LANDMARK = "([a-z]+)->([0-9]{1,2})"
_HIRELING = "h_[CEAVLODPHKTSJ]d?"


class HeaderReader:
    """Collects the header line by line; `slips` grows as it reads."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.header = Header()
        self.slips: list[Slip] = []
        self.seen: dict[str, int] = {}

    def read(self, key: str, value: str, number: int, column: int, line: str) -> None:
        """Take one header line: `value` stands at `column` (from 1) of `line`, comment cut off.

        Raises UnreadableRecord where map or deck is none that Rootlog knows.
        """
        if key in self.seen:
            self._slip("error", number, column, value, f"{key} only once")
            return
        if any(KEYS.index(other) > KEYS.index(key) for other in self.seen):
            self._slip("notation", number, 1, key, "Map, Deck, Clearings, … in this order")
        self.seen[key] = number
        if key == "Map":
            self._set(map=self._choice(MAPS, value, number, column))
        elif key == "Deck":
            self._set(deck=self._choice(DECKS, value, number, column))
        elif key == "Clearings":
            self._set(suits=self._suits(value, number, column))
        elif key == "Landmarks":
            self._set(landmarks=self._landmarks(value, number, column))
        elif key == "Hirelings":
            self._hirelings(value, number, column, line)
        else:
            self._set(pool=self._letters(value, number, column))

    def _set(self, **fields: object) -> None:
        self.header = msgspec.structs.replace(self.header, **fields)

    def _slip(
        self,
        kind: str,
        number: int,
        column: int,
        found: str,
        expected: str,
        suggestion: str | None = None,
    ) -> None:
        end = column + max(len(found), 1)
        self.slips.append(Slip(kind, number, column, end, f'"{found}"', expected, suggestion))

    def _choice(self, among: tuple[str, ...], value: str, number: int, column: int) -> str:
        if value in among:
            return value
        expected = " or ".join(among)
        word = named(value, among)
        if word is not None:
            self._slip("notation", number, column, value, expected, word)
            return word
        raise UnreadableRecord(self.file, number, column, f'"{value[:40]}"', expected)

    def _suits(self, value: str, number: int, column: int) -> tuple[str, ...]:
        suits: dict[int, str] = {}
        for place, entry in enumerate(value.split(","), 1):
            found = re.fullmatch(_SUIT, entry.strip())
            clearing = int(found[2] or place) if found else 0
            if found is None or not 1 <= clearing <= 12 or clearing in suits:
                self._slip("error", number, column, entry.strip(), "a clearing such as F1, once")
                return ()
            suits[clearing] = found[1]
        if len(suits) != 12:
            self._slip("error", number, column, value, f"twelve clearings, not {len(suits)}")
            return ()
        return tuple(suits[clearing] for clearing in range(1, 13))

    def _landmarks(self, value: str, number: int, column: int) -> tuple[tuple[str, int], ...]:
        marks = []
        for entry in value.split("/"):
            found = re.fullmatch(_LANDMARK, entry.strip())
            name = "ferry" if found and found[1] == "f" else found[1] if found else ""
            if found is None or name not in LANDMARKS or not 1 <= int(found[2]) <= 12:
                near = nearest(found[1], LANDMARKS) if found else None
                near = f"{near}->{found[2]}" if near and found else None
                self._slip("error", number, column, entry, "a landmark such as tower->5", near)
            else:
                marks.append((name, int(found[2])))
            column += len(entry) + 1
        if len(marks) > 2:
            self._slip("notation", number, 1, "Landmarks", "one or two landmarks")
        return tuple(marks)

    def _hirelings(self, value: str, number: int, column: int, line: str) -> None:
        names, slash, setup = value.partition("/")
        hirelings = []
        for entry in names.split(","):
            name = entry.strip()
            if re.fullmatch(_HIRELING, name):
                hirelings.append(name)
            else:
                self._slip("error", number, column, name, "a hireling such as h_E or h_Ed")
            column += len(entry) + 1
        if len(hirelings) != 3:
            self._slip("notation", number, 1, "Hirelings", "three hirelings")
        self._set(hirelings=tuple(hirelings))
        if slash:
            start = column - 1
            entries, slips = read_entries(line, start, start + len(setup), number, "", None)
            self._set(hireling_setup=entries)
            self.slips += slips

    def _letters(self, value: str, number: int, column: int) -> str:
        letters = re.sub(r"[,\s]+", "", value)
        if letters != value:
            self._slip("notation", number, column, value, "letters alone", letters)
        if not letters or any(letter not in FACTIONS for letter in letters):
            self._slip("error", number, column, value, "faction letters such as CEAV")
            return "".join(letter for letter in letters if letter in FACTIONS)
        return letters
