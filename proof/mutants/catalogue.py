"""The catalogue: operators that make one illegal record out of a legal one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from proof.mutants.base import Base, Edit

Edits = Iterator[Edit]
Makes = Callable[[Base], Edits]


class Operator(NamedTuple):
    """A way to break a rule.

    `number` is the rule it breaks and `says` how; `also` are other numbers that tell the same
    breach as well, and `kinds` what a finding may call it: what is illegal is a matter of order,
    where the turn as it is then written would be legal in another one.
    """

    number: str
    says: str
    makes: Makes
    also: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def name(self) -> str:
        """`duchy.digs_twice`"""
        chapter = self.makes.__module__.rpartition("_")[2]
        return f"{chapter}.{self.makes.__name__}"


class Mutant(NamedTuple):
    """A changed record that is illegal by the way it was made, and where that must be seen."""

    operator: str  # its name
    kinds: tuple[str, ...]
    base: str  # name of the game
    text: str
    turn: int  # index in the record of the first turn that is changed
    line: int  # of the record
    first: int  # action of that line
    last: int
    numbers: tuple[str, ...]


CATALOGUE: list[Operator] = []


def operator(
    number: str, says: str, *, also: tuple[str, ...] = (), kinds: tuple[str, ...] = ("illegal",)
) -> Callable[[Makes], Makes]:
    """Declare an operator: it yields the edits of a game that surely break `number`."""
    if "illegal" in kinds:
        kinds = (*kinds, "order")

    def declare(makes: Makes) -> Makes:
        CATALOGUE.append(Operator(number, says, makes, also, kinds))
        return makes

    return declare


def mutant(base: Base, made_by: Operator, edit: Edit) -> Mutant:
    site = edit.site if not edit.shown else base.sites[edit.shown]
    line = site.played.turn.line + len(edit.lines) - 1
    if not edit.lines:
        line = base.sites[edit.site.index + 1].played.turn.line - 1
    numbers = (made_by.number, *made_by.also, *edit.also)
    return Mutant(
        made_by.name,
        made_by.kinds,
        base.name,
        base.text(edit),
        edit.site.index,
        line,
        edit.first,
        edit.last,
        numbers,
    )
