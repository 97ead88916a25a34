"""Clauses under a proviso: bans, other printings, what is not written yet."""

from __future__ import annotations

from replayer.state import State
from validator.clauses import (
    NOTE,
    NOTHING,
    UNSURE,
    Clause,
    Moment,
    Waived,
    Way,
)
from validator.kinds import banned
from validator.printings import Printing
from validator.switches import WAIVED


class Forbidden(Clause):
    """Asks for nothing; begins only under a waiver, so that a ban speaks with its own number."""

    __slots__ = ("clause", "number", "says")

    def bind(self, clause: Clause, number: str, says: str) -> None:
        self.clause, self.number, self.says = clause, number, says
        self.first = banned(clause.first)
        self.always = True

    def begin(self, m: Moment) -> list[Way]:
        if self.number in WAIVED:
            return m.begin(self.clause)
        if not m.waive:
            return []
        waived = Waived("ban", self.number, self.says)
        return [w._replace(waived=waived) for w in m.begin(self.clause) if w.waived is None]

    def passes(self, m: Moment) -> bool:
        return True

    def label(self, m: Moment | None = None) -> str:
        return str(self.number)


def forbidden(clause: Clause, number: str, says: str) -> Clause:
    """What would be `clause` if that number did not forbid it."""
    node: Clause = Forbidden(clause, number, says)
    return node


class Barred(Forbidden):
    """One choice of several that a number forbids: it does not do instead of the others."""

    __slots__ = ()

    def bind(self, clause: Clause, number: str, says: str) -> None:
        super().bind(clause, number, says)
        self.always = False

    def passes(self, m: Moment) -> bool:
        return False


def barred(clause: Clause, number: str, says: str) -> Clause:
    """A choice that would be `clause` if that number did not forbid it."""
    node: Clause = Barred(clause, number, says)
    return node


class Unsure(Clause):
    """Something the Law may allow that is not written here yet; begins only where it is asked
    for."""

    __slots__ = ("clause", "why")

    def bind(self, clause: Clause, why: str) -> None:
        self.clause, self.why = clause, UNSURE + why
        self.first = clause.first
        self.always = clause.always

    def begin(self, m: Moment) -> list[Way]:
        if not m.unsure:
            return []
        return [
            w._replace(rest=unsure(w.rest, self.why[1:]), trail=(self.why, *w.trail))
            for w in m.begin(self.clause)
        ]

    def passes(self, m: Moment) -> bool:
        return m.passes(self.clause)

    def owes(self, m: Moment) -> bool:
        return self.clause.owes(m)

    def is_open(self) -> bool:
        return self.clause.is_open()

    def credits(self) -> bool:
        return self.clause.credits()

    def label(self, m: Moment | None = None) -> str:
        return self.clause.label(m)


def unsure(clause: Clause, why: str) -> Clause:
    """A clause that stands for a chapter or card not written yet."""
    node: Clause = NOTHING if clause is NOTHING else Unsure(clause, why)
    return node


class Noted(Clause):
    """What only another printing words so; read like its clause, and told once a record."""

    __slots__ = ("clause", "difference", "note")

    def bind(self, clause: Clause, difference: Printing) -> None:
        self.clause, self.difference = clause, difference
        self.note = f"{NOTE}{difference.number} {difference.says}"
        self.first = clause.first
        self.always = clause.always

    def begin(self, m: Moment) -> list[Way]:
        ways = m.begin(self.clause)
        if ways:
            self.difference(m.state)
        return [w._replace(trail=(self.note, *w.trail)) for w in ways]

    def passes(self, m: Moment) -> bool:
        return m.passes(self.clause)


def by_printing(state: State, difference: Printing, clause: Clause) -> Clause:
    """What only one printing words so: simply there where it rules, barred where another is named;
    where none is named it is read and told, if nothing else explains the turn."""
    if state.game.law == difference.law and difference(state):
        return clause
    if state.game.law_named:
        return barred(clause, difference.number, f"{difference.says}: {difference.law} only")
    node: Clause = Noted(clause, difference)
    return node
