"""What the path of a reading tells: under which numbers its legs were read, what it leans on."""

from __future__ import annotations

from collections.abc import Iterator

from validator.algebra import GIVES_WAY, NOTE, UNSURE
from validator.readings import Step


def steps(path: Step | None) -> Iterator[Step]:
    """The steps of a path, the last first."""
    while path is not None:
        yield path
        path = path.before


def cited(path: Step | None) -> set[str]:
    """All numbers that a path was read by."""
    return {number for step in steps(path) for number in step.trail}


def unwritten(step: Step | None) -> str:
    """What a path leans on that is not written yet, in words; "" where it needs nothing such."""
    for one in steps(step):
        for number in one.trail:
            if number.startswith(UNSURE) and not number.startswith(NOTE):
                return number[1:]
    return ""


def rule_of(step: Step) -> str:
    """The most specific number a leg was read under."""
    number = next((n for n in step.trail if not n.startswith(UNSURE)), "")
    return number.removeprefix(GIVES_WAY)


def notes_of(step: Step | None) -> list[tuple[int, str, str]]:
    """(action, number, what is told) of everything on a path that only another printing allows."""
    found = []
    for one in steps(step):
        for entry in one.trail:
            if entry.startswith(NOTE):
                number, _, says = entry.removeprefix(NOTE).partition(" ")
                found.append((one.at, number, says))
    return found
