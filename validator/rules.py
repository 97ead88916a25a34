"""Numbered rules, named for later and opened with the state of their moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from validator.clauses import (
    GIVES_WAY,
    NEW_WAY,
    NO_WAYS,
    NOTHING,
    OPENED_ONCE,
    TABLE,
    Clause,
    Interned,
    Moment,
    Way,
)
from validator.combinators import Around, InOrder
from validator.disputed import Point
from validator.kinds import banned, bits_of
from validator.switches import DENIED, SWITCHED, WAIVED
from validator.words import place_name

Starts = tuple[type | int, ...] | Callable[..., tuple[type | int, ...]]
"""The kinds of leg a rule can begin with, or a function of its arguments that gives them."""


MET: Final[set[Rule]] = set()
"""Rules of which something is known in the game at hand."""


def forget() -> None:
    """Another game begins, or is read otherwise: what was known of rules is forgotten."""
    for rule in MET:
        rule.met.clear()
    MET.clear()


def parameters(function: Callable[..., object]) -> tuple[str, ...]:
    """The names of what a function takes, compiled or not."""
    text: str | None = getattr(function, "__text_signature__", None)
    if text is not None:
        return tuple(name.partition("=")[0] for name in text.strip("()").split(", "))
    return function.__code__.co_varnames[: function.__code__.co_argcount]


class Rule:
    """A numbered rule: its body gives the clause for the state at its start.

    `unit`: what it begins may not be interrupted. `soft`: only the record may be short of it, where
    that is disputed by a point's leave.
    `starts`: the kinds of leg it can begin with (empty: any). `optional`: it always passes before
    it has begun. `through`: citations name the rule that calls it. `credit`: its points may be
    written before their cause. `bans`: it only forbids, so it begins nothing but under a waiver.
    `steady`: it hangs on nothing but who plays on which map by which printing.
    """

    def __init__(
        self,
        number: str,
        title: str,
        body: Callable[..., Clause],
        *,
        unit: bool = False,
        soft: bool | Point = False,
        starts: Starts = (),
        optional: bool = False,
        through: bool = False,
        credit: bool = False,
        bans: bool = False,
        steady: bool = False,
        part: str = "",
    ) -> None:
        self.number, self.title, self.body = number, title, body
        self.part = part
        self.unit, self.leave, self.optional, self.through = unit, soft, optional, through
        self.credit, self.bans, self.steady = credit, bans, steady
        self.transparent = through and not (unit or soft or credit)
        self.starts: Callable[..., int] | int
        if isinstance(starts, tuple):
            self.starts = bits_of(starts)
        else:
            self.starts = lambda *args: bits_of(starts(*args))
        self.met: dict[tuple[Any, ...], tuple[int, bool | None]] = {}
        self.known: bool | None = None

    def first(self, args: tuple[Any, ...]) -> int:
        """The kinds of leg it can begin with."""
        starts = self.starts
        first = starts if isinstance(starts, int) else starts(*args)
        return banned(first) if self.bans else first

    def __call__(self, *args: Any) -> Clause:
        """The rule, to be opened later with the state of that moment."""
        node: Clause = TABLE.get((Call, self, args)) or Interned.__new__(Call, self, args)
        return node

    @property
    def soft(self) -> bool:
        """Whether only the record may be short of it."""
        leave = self.leave
        return leave if isinstance(leave, bool) else leave()

    @property
    def timeless(self) -> bool:
        """Whether it opens to the same clause always: its body names the state `_`."""
        if self.known is None:
            self.known = parameters(self.body)[0] == "_"
        return self.known

    def deed(self, args: tuple[Any, ...] = ()) -> str:
        """What it asks for where its clause has no words: "Raze, the ruin's item, clearing 8"."""
        where = (place_name(arg) for arg in args if type(arg) is int)
        return ", ".join(filter(None, (self.title, self.part, *where)))

    def cited(self, trail: tuple[str, ...]) -> tuple[str, ...]:
        """A trail that has come through this rule. A number that gives way to its caller's is
        marked."""
        if self.through:
            return trail or (GIVES_WAY + self.number,)
        if trail and trail[-1][0] == GIVES_WAY:
            return (self.number,)
        return (*trail, self.number)

    def __repr__(self) -> str:
        return f"<{self.number} {self.body.__name__}>"


class Call(Clause):
    """A rule not yet opened."""

    __slots__ = ("args", "once", "rule")

    def bind(self, rule: Rule, args: tuple[Any, ...]) -> None:
        self.rule, self.args = rule, args
        met = rule.met.get(args)
        if met is None:
            self.first, self.always = rule.first(args), True if rule.optional else None
        else:
            self.first, self.always = met
        self.once: Clause | None = None

    def opened(self, m: Moment) -> Clause:
        rule = self.rule
        if rule.number in DENIED:
            return NOTHING
        if self.once is not None:
            return self.once
        clause = m.calls.get(self)
        if clause is None:
            clause = m.calls[self] = rule.body(m.state, *self.args)
            if rule.steady or rule.timeless:
                self.once = clause
                OPENED_ONCE.append(self)
                self.learn(clause)
        return clause

    def learn(self, clause: Clause) -> None:
        """What opens to this clause always begins with what it begins with."""
        if SWITCHED:
            return
        self.first = clause.first & (self.first | banned(self.first))
        if not self.rule.optional:
            self.always = clause.always
        self.rule.met[self.args] = self.first, self.always
        MET.add(self.rule)

    def begin(self, m: Moment) -> list[Way]:
        rule = self.rule
        ways = m.begin(self.opened(m))
        if not ways:
            return NO_WAYS
        if rule.transparent:
            if all(w[4] for w in ways):
                return ways
            return [w if w.trail else w._replace(trail=rule.cited(())) for w in ways]
        unit, cited = rule.unit, rule.cited
        return [
            NEW_WAY(Way, (inside(rule, w[0]), *w[1:4], cited(w[4]), w[5], w[6] or unit, w[7]))
            for w in ways
        ]

    def passes(self, m: Moment) -> bool:
        if self.rule.optional or self.rule.number in WAIVED:
            return True
        return m.passes(self.opened(m))

    def soft(self, m: Moment) -> bool:
        return self.rule.soft or self.opened(m).soft(m)

    def wants(self, m: Moment) -> str:
        return self.opened(m).wants(m) or self.rule.deed(self.args)

    def told(self) -> str:
        return f"{self.rule.number} {self.rule.body.__name__} {self.args!r}"

    def label(self, m: Moment | None = None) -> str:
        if m is not None and self.rule.through:
            return self.opened(m).label(m) or self.rule.number
        return self.rule.number


class Inside(Around):
    """A rule that has begun, and what is left of it."""

    __slots__ = ("rule",)

    def bind(self, main: Clause, rule: Rule) -> None:
        super().bind(main, rule)
        self.rule = rule
        self.first = main.first

    def around(self, main: Clause) -> Clause:
        return inside(self.rule, main)

    def begin(self, m: Moment) -> list[Way]:
        rule = self.rule
        inner, cited = not rule.unit, rule.cited
        return [
            NEW_WAY(Way, (inside(rule, w[0]), *w[1:4], cited(w[4]), w[5], w[6] and inner, w[7]))
            for w in m.begin(self.main)
        ]

    def passes(self, m: Moment) -> bool:
        if self.rule.number in WAIVED:
            return True
        return m.passes(self.main)

    def owes(self, m: Moment) -> bool:
        if self.rule.unit:
            return not self.passes(m)
        return self.main.owes(m)

    def is_open(self) -> bool:
        return self.rule.unit or self.main.is_open()

    def credits(self) -> bool:
        return self.rule.credit or self.main.credits()

    def close(self, m: Moment) -> Clause:
        return (
            NOTHING
            if self.rule.unit and m.passes(self.main)
            else inside(self.rule, self.main.close(m))
        )

    def soft(self, m: Moment) -> bool:
        """A unit that has begun is finished, however soft its rule; points and draws are not."""
        return self.main.soft(m) or (self.rule.soft and not self.owes(m))

    def wants(self, m: Moment) -> str:
        return self.main.wants(m) or self.rule.deed()

    def label(self, m: Moment | None = None) -> str:
        inner = self.main.label(m)
        own = self.rule.number
        begun = self.main.head if isinstance(self.main, InOrder) else self.main
        named = self.rule.through or self.main.is_open() or inner.startswith(own)
        named = named or isinstance(begun, Inside)
        return inner if inner and named else own


def inside(rule: Rule, rest: Clause) -> Clause:
    """What is left of a rule that has begun."""
    if rest is NOTHING or rule.transparent:
        return rest
    node: Clause = TABLE.get((Inside, rest, rule)) or Interned.__new__(Inside, rest, rule)
    return node
