"""What the Law allows now: the rules open to the living readings, budgets left, what is owed.

Clauses are asked what they could begin with, without a leg to take: a listening moment hears to
which terminals they turn. So a rule is told as soon as its clause opens it; what it demands of the
action itself is asked only of what is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from replayer.state import State
from validator.algebra import (
    GIVES_WAY,
    UNSURE,
    Alongside,
    Call,
    Clause,
    Forbidden,
    Gain,
    Inside,
    Moment,
    Some,
    Way,
)
from validator.blame import Owed, unmet
from validator.readings import PAID, Reading


class Offer(NamedTuple):
    """A rule by which an action may come now, and what is left of the budgets it draws on."""

    number: str
    budgets: tuple[tuple[str, int], ...] = ()  # (number, left), the nearest first


class Heard(NamedTuple):
    offer: Offer
    fresh: bool  # it would begin something new


class Listening(Moment):
    """A moment without legs that hears which terminals could begin."""

    __slots__ = ("asked", "heard", "path")

    def __init__(self, state: State) -> None:
        super().__init__(state, ())
        self.mask = -1  # no kind of leg is missing
        self.path: list[Clause] = []
        self.heard: list[Heard] = []
        self.asked = 0  # clauses so far

    def begin(self, clause: Clause) -> list[Way]:
        """No way at all; what the clause could begin with is heard."""
        if clause in self.path:
            return []
        self.path.append(clause)
        self.asked += 1
        before = self.asked
        match clause:
            case Some():
                counted = clause.budget(self)
                if counted is None or counted[1] > 0:
                    self.begin(clause.part)
            case Alongside():
                self.begin(clause.main)
                for permission in () if clause.main.owes(self) else clause.permissions:
                    self.begin(permission)
            case Forbidden():
                pass
            case _:
                clause.begin(self)
        if self.asked == before and is_terminal(clause, self):
            self.hear()
        self.path.pop()
        return []

    def hear(self) -> None:
        """Note the terminal at the end of the path by the number its action would be cited by."""
        label = self.path[-1].label(self)
        trail: tuple[str, ...] = (label,) if label else ()
        budgets: dict[str, int] = {}
        for clause in reversed(self.path):
            if isinstance(clause, Call | Inside):
                trail = clause.rule.cited(trail)
            counted = clause.budget(self)
            if counted is not None:
                budgets.setdefault(*counted)
        number = next((n for n in trail if not n.startswith(UNSURE)), "")
        begun = any(isinstance(clause, Inside) and clause.rule.unit for clause in self.path)
        if number:
            offer = Offer(number.removeprefix(GIVES_WAY), tuple(budgets.items()))
            self.heard.append(Heard(offer, not begun))


def is_terminal(clause: Clause, m: Moment) -> bool:
    """Whether a clause that turned to no other takes legs itself: no other clause is in it."""
    if (
        not clause.first
        or isinstance(clause, Call | Forbidden)
        or any(isinstance(field, Clause) for field in clause.fields)
    ):
        return False
    counted = clause.budget(m)
    nothing_left = counted is not None and counted[1] <= 0
    return not nothing_left and not (isinstance(clause, Gain) and clause.n == 0)


def offers(readings: Iterable[Reading], state: State) -> list[Offer]:
    """The rules open to any of the readings, each with the most that a reading leaves of its
    budgets; what continues an open unit comes first."""
    found: dict[str, dict[str, int]] = {}
    for heard in (one for reading in readings for one in heard_by(reading, state)):
        budgets = found.setdefault(heard.offer.number, {})
        for number, left in heard.offer.budgets:
            budgets[number] = max(left, budgets.get(number, left))
    return [Offer(number, tuple(budgets.items())) for number, budgets in found.items()]


def heard_by(reading: Reading, state: State) -> list[Heard]:
    """What one reading is open to. Nothing fresh begins while something urgent is owed."""
    m = Listening(state)
    for due in reading.dues:
        if due.deadline != PAID:
            m.begin(due.clause)
    dues, m.heard = m.heard, []
    m.begin(reading.main.nested())
    blocked = reading.credit or not all(m.passes(due.clause) for due in reading.urgent)
    kept = [one for one in m.heard if not (blocked and one.fresh)]
    return dues + sorted(kept, key=lambda one: one.fresh)


def owed(readings: Iterable[Reading], state: State) -> Owed | None:
    """What the turn still owes, by the reading that owes least; None where there is no reading."""
    m = Moment(state, ())
    return min((unmet(r, m) for r in readings), key=lambda one: one.weight, default=None)
