"""The open points of the Law, and what a record owes to them.

Their questions, readings and pages stand in data/disputed.toml. What a record rests on is found by
ruling on it again with a point read strictly: what is told then, and was not before, is named.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from validator.disputed import ASKED, Point, strictly
from validator.findings import TOLD, Dispute, Finding, Ruling

FILE: Final = Path(__file__).parent / "data" / "disputed.toml"


class OpenPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open point: what is asked of which numbers, and how it is read here.

    `page`: of docs/decisions. `unmarked`: why no ruling is let off by it. `under`: the id of the
    point that it is decided with.
    """

    id: str
    numbers: tuple[str, ...]
    question: str
    reading: str
    page: str
    unmarked: str = ""
    under: str = ""


@cache
def open_points() -> dict[str, OpenPoint]:
    """Every open point by its id."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    found = msgspec.convert(data["point"], list[OpenPoint])
    return {point.id: point for point in found}


def named(name: str) -> str:
    """A point's id with those that are decided with it: "D-3, H-4"."""
    return ", ".join([name, *(p.id for p in open_points().values() if p.under == name)])


def owed_to(ruling: Ruling, again: Callable[[], Ruling]) -> tuple[Dispute, ...]:
    """Where a record rests on a disputed point.

    `ruling` is the one just made, `again` rules on the same record. A point is named where it
    alone decides.
    """
    asked = sorted(ASKED, key=lambda point: point.id)
    if not asked or not stricter(ruling, asked, again):
        return ()
    return tuple(
        Dispute(point.id, f.address, f.rule, f.kind)
        for point in asked
        for f in stricter(ruling, (point,), again)
    )


def stricter(
    ruling: Ruling, points: Collection[Point], again: Callable[[], Ruling]
) -> list[Finding]:
    """What is told besides with these points read strictly, the first of each turn."""
    known = Counter((f.kind, f.rule, f.address) for f in ruling.findings)
    with strictly(points):
        findings = again().findings
    found: dict[str, Finding] = {}
    for f in findings:
        key = (f.kind, f.rule, f.address)
        known[key] -= 1
        if f.kind in TOLD and known[key] < 0:
            found.setdefault(f.address.partition(".")[0], f)
    return list(found.values())
