"""What is left of a turn, innermost first: so that taking a leg rebuilds only what it changes.

A reading's clause is deep: a unit inside a step inside a phase inside a turn. Its spine is the
clause that may begin next, and the frames around it: what follows (`After`), and what stands around
(`Held`: a rule that has begun, permissions). Readings share the frames they have in common. The
same clause has one spine, so equal readings still are one object.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from validator.clauses import (
    GIVES_WAY,
    NEVER,
    NEW_WAY,
    NO_WAYS,
    NOTHING,
    TABLE,
    Clause,
    Interned,
    Moment,
    Way,
)
from validator.combinators import AnyOrder, Around, InOrder, OneOf, Some, any_order, before
from validator.rules import Call, Inside, Rule, inside
from validator.switches import SWITCHED


class Frame(Interned):
    """One thing around what is inside it. `parent` is the next one out; None for the outermost.

    `reach`: kinds of leg that it or a frame around it can begin with. `cites`: the numbers of the
    rules begun from here outward. `free`: no unit is open from here outward. `credit`: points may
    be written before their cause. `counts`: something from here outward keeps count.
    """

    __slots__ = ("cites", "counts", "credit", "free", "parent", "reach", "rules")
    parent: Frame | None
    reach: int
    cites: tuple[str, ...]
    rules: tuple[Rule, ...]
    free: bool
    credit: bool
    counts: bool

    def inherit(self, parent: Frame | None) -> None:
        self.parent = parent
        if parent is None:
            self.reach, self.cites, self.rules = 0, (), ()
            self.free, self.credit, self.counts = True, False, False
        else:
            self.reach, self.cites, self.rules = parent.reach, parent.cites, parent.rules
            self.free, self.credit, self.counts = parent.free, parent.credit, parent.counts
        self.reach |= self.first

    def around(self, clause: Clause) -> Clause:
        """A clause with this frame around it."""
        return clause

    def framed(self, m: Moment, ways: list[Way], free: bool) -> list[Way]:
        """Ways to begin what is inside this frame, with the spine that each leaves. `free`: no unit
        was open."""
        if self.counts:
            return self.counted(m, ways, free)
        cites = self.cites
        return [
            NEW_WAY(
                Way,
                (
                    spine(rest, self),
                    left,
                    leg,
                    effects,
                    trail + cites if trail and trail[-1][0] != GIVES_WAY else self.cited(trail),
                    waived,
                    fresh and free,
                    late,
                ),
            )
            for rest, left, leg, effects, trail, waived, fresh, late in ways
        ]

    def counted(self, m: Moment, ways: list[Way], free: bool) -> list[Way]:
        """The same where something keeps count of them."""
        found = []
        for rest, left, leg, effects, trail, waived, fresh, late in ways:
            told = (left, leg, effects, self.cited(trail), waived, fresh and free, late)
            w = NEW_WAY(Way, (rest, *told))
            after = self.after(m, w)
            if after is not None:
                found.append(NEW_WAY(Way, (spine(rest, after), *told)))
        return found

    def after(self, m: Moment, w: Way) -> Frame | None:
        """This frame, once something inside has begun that way; None where that is not allowed."""
        return self

    def cited(self, trail: tuple[str, ...]) -> tuple[str, ...]:
        """A trail that has come through the rules from here outward."""
        for rule in self.rules:
            trail = rule.cited(trail)
        return trail


class Outermost(Frame):
    """The end of the turn."""

    __slots__ = ()

    def bind(self) -> None:
        self.first = 0
        self.inherit(None)


class After(Frame):
    """What follows."""

    __slots__ = ("tail",)

    def bind(self, tail: Clause, parent: Frame) -> None:
        self.tail = tail
        self.first = tail.first
        self.inherit(parent)

    def after(self, m: Moment, w: Way) -> Frame | None:
        if self.parent is None or not self.counts:
            return self
        parent = self.parent.after(m, w)
        if parent is None or parent is self.parent:
            return parent and self
        return followed(self.tail, parent)

    def around(self, clause: Clause) -> Clause:
        return before(clause, self.tail)


class Held(Frame):
    """What stands around: `hollow` is it with nothing inside."""

    __slots__ = ("ends", "hollow", "unit")

    def bind(self, hollow: Around, parent: Frame) -> None:
        self.hollow = hollow
        self.first = hollow.first
        self.ends = hollow.around(NOTHING) is NOTHING
        self.unit = False
        self.inherit(parent)
        self.counts = self.counts or hollow.counts
        if isinstance(hollow, Inside):
            rule = hollow.rule
            self.unit = rule.unit
            self.free = self.free and not rule.unit
            self.credit = self.credit or rule.credit
            self.rules = (rule, *self.rules)
            self.cites = self.cites if rule.through else (rule.number, *self.cites)

    def after(self, m: Moment, w: Way) -> Frame | None:
        if self.parent is None or not self.counts:
            return self
        hollow, parent = self.hollow.after(m, w), self.parent.after(m, w)
        if hollow is self.hollow and parent is self.parent:
            return self
        if hollow is None or parent is None:
            return None
        return held(hollow, parent)

    def around(self, clause: Clause) -> Clause:
        return self.hollow.around(clause)


def followed(tail: Clause, frame: Frame) -> Frame:
    """A frame with something behind what is inside."""
    node: Frame = TABLE.get((After, tail, frame)) or Interned.__new__(After, tail, frame)
    return node


def held(hollow: Clause, frame: Frame) -> Frame:
    """A frame with something around what is inside."""
    node: Frame = TABLE.get((Held, hollow, frame)) or Interned.__new__(Held, hollow, frame)
    return node


OUTERMOST: Final[Frame] = Outermost()


class Spine(Clause):
    """The clause that may begin next, and the frames around it."""

    __slots__ = ("frame", "top")

    def bind(self, top: Clause, frame: Frame) -> None:
        self.top, self.frame = top, frame
        self.first = top.first | frame.reach

    def nested(self, until: Frame | None = None) -> Clause:
        """The same as one clause; up to a frame: what is inside it."""
        clause, frame = self.top, self.frame
        while frame is not until and frame.parent is not None:
            clause, frame = frame.around(clause), frame.parent
        return clause

    def begin(self, m: Moment) -> list[Way]:
        if m.waive or SWITCHED:
            return [w.leaving(spine(w.rest)) for w in m.begin(self.nested())]
        frame = self.frame
        ways = begun(m, self.top, frame, frame.free)
        return ways + self.outside(m) if frame.reach & m.mask else ways

    def outside(self, m: Moment) -> list[Way]:
        """What may begin outside the clause at the head, from the nearest frame outward."""
        ways: list[Way] = []
        unasked, passed = [self.top], True  # what is inside, and whether it passes
        frame, mask = self.frame, m.mask
        while frame.reach & mask and frame.parent is not None:
            if type(frame) is After:
                if passed and frame.tail.first & mask:
                    passed = all(m.passes(clause) for clause in unasked)
                    unasked = []
                    if passed:
                        ways += begun(m, frame.tail, frame.parent, frame.free)
                unasked.append(frame.tail)
            elif type(frame) is Held:
                if frame.first & mask:
                    more = frame.hollow.more(m, partial(self.nested, frame))
                    if more:
                        ways += frame.parent.framed(m, more, frame.parent.free)
                passed = passed and frame.hollow.kept()
                if frame.unit:
                    passed = passed and all(m.passes(clause) for clause in unasked)
                    unasked = []
                    if not passed:
                        break
            frame = frame.parent
        return ways

    def passes(self, m: Moment) -> bool:
        if SWITCHED or not m.passes(self.top):
            return m.passes(self.nested())
        frame = self.frame
        while frame.parent is not None:
            if type(frame) is After:
                if not m.passes(frame.tail):
                    return False
            elif type(frame) is Held and not frame.hollow.kept():
                return False
            frame = frame.parent
        return True

    def owes(self, m: Moment) -> bool:
        return self.nested().owes(m)

    def credits(self) -> bool:
        return self.frame.credit or self.top.credits()

    def close(self, m: Moment) -> Clause:
        return spine(self.nested().close(m))

    def label(self, m: Moment | None = None) -> str:
        return self.nested().label(m)

    def wants(self, m: Moment) -> str:
        return self.nested().wants(m)


def begun(m: Moment, clause: Clause, frame: Frame, free: bool) -> list[Way]:
    """Every way to begin a clause inside a frame, with the spine that each leaves.

    What is made of other clauses only adds frames; what else there is begins by itself.
    """
    mask = m.mask
    if not clause.first & mask:
        return NO_WAYS
    if isinstance(clause, Call):
        opened, rule = clause.opened(m), clause.rule
        if not rule.transparent:
            return begun(m, opened, held(inside(rule, NEVER), frame), free)
        ways = begun(m, opened, frame, free)
        if all(w[4] for w in ways):
            return ways
        number = (GIVES_WAY + rule.number,)
        return [w if w[4] else w._replace(trail=number) for w in ways]
    if isinstance(clause, InOrder):
        head, tail = clause.head, clause.tail
        ways = begun(m, head, followed(tail, frame), free) if head.first & mask else NO_WAYS
        if tail.first & mask and m.passes(head):
            return ways + begun(m, tail, frame, free)
        return ways
    if isinstance(clause, OneOf):
        return [
            w for part in clause.parts if part.first & mask for w in begun(m, part, frame, free)
        ]
    if isinstance(clause, AnyOrder):
        ways, parts = [], clause.parts
        for i, part in enumerate(parts):
            if part.first & mask:
                others = any_order(*parts[:i], *parts[i + 1 :])
                ways += begun(m, part, followed(others, frame), free)
        return ways
    if isinstance(clause, Some):
        if clause.used >= clause.most(m):
            return NO_WAYS
        return begun(m, clause.part, followed(clause.more(), frame), free)
    if isinstance(clause, Around) and not isinstance(clause, Inside):
        main, hollow = clause.main, clause.hollow
        ways = begun(m, main, held(hollow, frame), free)
        if hollow.first & mask:
            more = hollow.more(m, partial(itself, main))
            if more:
                ways = ways + frame.framed(m, more, free)
        return ways
    ways = m.begin(clause)
    return frame.framed(m, ways, free) if ways else NO_WAYS


def itself(clause: Clause) -> Clause:
    return clause


def spine(clause: Clause, frame: Frame = OUTERMOST) -> Spine:
    """The spine of a clause inside a frame."""
    key = (Frame, clause, frame)
    known: Spine | None = TABLE.get(key)
    if known is None:
        known = TABLE[key] = unfolded(clause, frame)
    return known


def unfolded(clause: Clause, frame: Frame) -> Spine:
    while True:
        if clause is NOTHING:
            while type(frame) is Held and frame.ends and frame.parent is not None:
                frame = frame.parent
            if type(frame) is not After or frame.parent is None:
                break
            clause, frame = frame.tail, frame.parent
        elif type(clause) is InOrder:
            frame = followed(clause.tail, frame)
            clause = clause.head
        elif isinstance(clause, Around):
            frame = held(clause.hollow, frame)
            clause = clause.main
        else:
            break
    node: Spine = Interned.__new__(Spine, clause, frame)
    return node
