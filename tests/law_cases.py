"""The case tables: a file per rule, a test per case. See docs/adding-a-rule.md."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from notation.reader import read_record
from validator.adjudicator import adjudicate
from validator.findings import Finding, Ruling

CASES = Path(__file__).parent / "law"
KINDS = ("illegal", "omission", "order", "undecided")
SUITS = {
    "Winter": "M1, F2, M3, M4, F5, F6, R7, R8, R9, M10, R11, F12",
    "Lake": "F1, M2, R3, F4, M5, F6, M7, M8, R9, F10, R11, R12",
    "Mountain": "F1, M2, R3, F4, M5, F6, M7, M8, R9, F10, R11, R12",
}
"""Clearings of the maps that print no suits, where a case does not say."""


class Case(NamedTuple):
    file: Path
    rule: str | dict[str, str]  # whose clause reads each (or a faction's) turn; "" for whole turns
    name: str
    table: dict[str, Any]

    @property
    def expected(self) -> tuple[str, dict[str, Any]]:
        for kind in KINDS:
            if kind in self.table:
                return kind, self.table[kind]
        return "legal", {}

    def text(self) -> str:
        """The case as a record: its position, or its setup lines, then its turns."""
        get = self.table.get
        head = [f"Map: {get('map', 'Fall')}", f"Deck: {get('deck', 'E&P')}"]
        suits = get("clearings", SUITS.get(get("map", "Fall")))
        if suits:
            head.append(f"Clearings: {suits}")
        head += [f"{key.title()}: {get(key)}" for key in ("landmarks", "hirelings") if get(key)]
        lines = [*get("setup", []), *get("given", []), *get("record", [])]
        players = dict.fromkeys(line[0] for line in lines if line[0] != "/")
        players.update(dict.fromkeys(get("players", "")))
        head += [f"{letter}: {letter}" for letter in players]
        if "setup" in self.table:
            table = self.table["setup"]
        else:
            table = ["//! position", *get("given", []), "//! play"]
        return "\n".join([*head, *table, *get("record", []), *get("end", [])])

    @property
    def law(self) -> str | None:
        """The printing it is ruled by; None where it names none."""
        return self.table.get("law") or None

    def ruling(self, law: str | None = None) -> Ruling:
        record = read_record(self.text(), str(self.file.name))
        return adjudicate(record, law or self.law, self.rule or None)

    def complaint(self, law: str | None = None) -> str | None:
        """What is wrong with the ruling, or with that by another printing; None where it is as
        expected."""
        ruling = self.ruling(law)
        kind, want = self.expected
        twice = next((f for f in ruling.findings if says_title_twice(f)), None)
        if twice is not None:
            return f"the message repeats the title: {shown(twice)}"
        told = [f for f in ruling.findings if f.kind in KINDS and f.kind != "notation"]
        unread = [f for f in ruling.findings if f.kind == "notation" or not f.rule]
        if unread:
            return f"not read as written: {unread[0].message}"
        if kind == "legal":
            return None if not told else f"legal, but told {shown(told[0])}"
        number, at = want.get("number"), want.get("at")
        first = next((f for f in told if f.kind == kind), None)
        if first is None:
            return f"no {kind}; told {[shown(f) for f in told]}"
        if kind == "illegal" and told[0].kind == "illegal" and told[0] is not first:
            return f"first told {shown(told[0])}"
        if kind == "order" and (illegal := [f for f in told if f.kind == "illegal"]):
            return f"also told {shown(illegal[0])}"
        if number and first.rule != number:
            return f"told {shown(first)}, expected {number}"
        if at and first.address != at:
            return f"told {shown(first)}, expected at {at}"
        if "printing" in want and list(first.printing) != want["printing"]:
            return f"told {shown(first)}, legal under {first.printing}"
        return None


def says_title_twice(f: Finding) -> bool:
    """Whether a message begins with its rule's title, or names a duty by it."""
    title = re.escape(f.title)
    return bool(title and re.search(rf"(?:^|\(){title}\b|: {title}(?:, |\)|$)", f.message))


def shown(f: Finding) -> str:
    return f"{f.kind} {f.rule} {f.address} {f.message}"


def all_cases() -> list[Case]:
    """Every case of every table under tests/law; case keys override the file's."""
    found = []
    for path in sorted(CASES.rglob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        shared = {key: value for key, value in file.items() if key != "case"}
        for case in file.get("case", ()):
            table = {**shared, **case}
            found.append(Case(path, table.get("reads", table["rule"]), case["name"], table))
    return found
