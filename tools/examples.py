"""Builds `validator/data/examples.json`, the cases that `rootlaw rule` shows as examples: for each
number one that is legal and one that breaks it, out of the case tables.

Run as `python -m tools.examples`, or `make examples`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.law_cases import Case, all_cases
from validator import rulebook

FILE = Path(__file__).parents[1] / "validator" / "data" / "examples.json"
_CLAUSE = re.compile(r"(.+?)\.?[a-z]")
KEPT = ("map", "deck", "landmarks", "hirelings", "clearings", "setup", "given", "end")


def built() -> str:
    """What the file should hold: a line for each number, in the Law's order, cards last."""
    chosen: dict[str, dict[str, Any]] = {}
    for strict in (True, False):
        for case in all_cases():
            if shows(case):
                for number in numbers_of(case, strict):
                    kind = "legal" if case.expected[0] == "legal" else "illegal"
                    chosen.setdefault(number, {}).setdefault(kind, example(case))
    lines = (
        f"{json.dumps(number)}: {json.dumps(chosen[number], ensure_ascii=False)}"
        for number in sorted(chosen, key=place)
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def shows(case: Case) -> bool:
    """Whether a case is one for the page: by p6, with an outcome that a player would call one."""
    apart = case.law is not None or case.file.parent.name == "printings"
    return not apart and case.expected[0] in ("legal", "illegal", "omission")


def numbers_of(case: Case, strict: bool) -> set[str]:
    """What a case is an example of: the number it breaks; legal, its rule, or else (not `strict`)
    the numbers whose clauses it stands for."""
    kind, want = case.expected
    if kind != "legal":
        return {want["number"]} & known() if "number" in want else set()
    if strict:
        return {case.table["rule"]} & known()
    ids = case.table.get("clause", ())
    found = (_CLAUSE.fullmatch(one) for one in ([ids] if isinstance(ids, str) else ids))
    return {match[1] for match in found if match is not None} & known()


def known() -> set[str]:
    """The numbers that `rootlaw rule` can show."""
    from validator import law
    from validator.registry import DECLARED

    cards = {d.number for d in DECLARED if law.__all__ and not d.number[:1].isdigit()}
    return {entry.number for entry in rulebook.ALL} | cards


def place(number: str) -> tuple[bool, object]:
    if number[0].isdigit():
        return False, rulebook.LawNumber.parse(number)
    return True, number


def example(case: Case) -> dict[str, Any]:
    """A case in short: its name, the table, the turns, and where it breaks."""
    kept = {key: case.table[key] for key in KEPT if case.table.get(key)}
    if kept.get("map") == "Fall":
        del kept["map"]
    told = {"name": case.name, **kept, "record": case.table.get("record", [])}
    at = case.expected[1].get("at")
    where = {"at": at} if at else {}
    kind = case.expected[0]
    return {**told, **where, "kind": kind} if kind == "omission" else {**told, **where}


if __name__ == "__main__":
    FILE.write_text(built(), encoding="utf-8")
