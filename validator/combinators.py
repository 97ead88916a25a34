"""Order and choice: clauses made of clauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from validator.clauses import (
    MANY,
    NEVER,
    NEW_WAY,
    NO_WAYS,
    NOTHING,
    TABLE,
    Clause,
    Due,
    Effects,
    Interned,
    Limit,
    Moment,
    Waived,
    Way,
    owed,
    rank,
)
from validator.switches import WAIVED


class InOrder(Clause):
    """A head, then a tail. What has begun is finished first (1.4.2)."""

    __slots__ = ("head", "tail")

    def bind(self, head: Clause, tail: Clause) -> None:
        self.head, self.tail = head, tail
        self.first = head.first | tail.first
        if head.always is False or tail.always is False:
            self.always = False
        elif head.always and tail.always:
            self.always = True

    @property
    def parts(self) -> tuple[Clause, ...]:
        tail = self.tail
        return (self.head, *(tail.parts if isinstance(tail, InOrder) else (tail,)))

    def begin(self, m: Moment) -> list[Way]:
        head, tail = self.head, self.tail
        begun = m.begin(head) if head.first & m.mask else NO_WAYS
        ways = [w.leaving(before(w[0], tail)) for w in begun] if begun else []
        if not tail.first & m.mask:
            return ways
        if m.passes(head):
            after = m.begin(tail)
            if after:
                ways = ways + after if ways else after
        elif m.waive:
            ways.extend(self.skipping(m, head, tail))
        return ways

    def skipping(self, m: Moment, head: Clause, tail: Clause) -> list[Way]:
        """What comes next, had this part been excused; it stays owed, late."""
        number = head.label(m)
        broken_off = head.owes(m)
        kind = "soft duty" if head.soft(m) else "interrupt" if broken_off else "duty"
        waived = Waived(kind, number, owed(number, head.wants(m)))
        late = () if broken_off else (Due(number, "", head, "late"),)
        return [
            w._replace(waived=waived, late=w.late + late) for w in m.begin(tail) if not w.waived
        ]

    def passes(self, m: Moment) -> bool:
        return m.passes(self.head) and m.passes(self.tail)

    def owes(self, m: Moment) -> bool:
        return self.head.owes(m)

    def is_open(self) -> bool:
        return self.head.is_open()

    def credits(self) -> bool:
        return self.head.credits()

    def close(self, m: Moment) -> Clause:
        return in_order(self.head.close(m), self.tail)

    def soft(self, m: Moment) -> bool:
        return all(part.soft(m) for part in self.parts if not m.passes(part))

    def wants(self, m: Moment) -> str:
        part = self.head if not m.passes(self.head) else self.tail
        return part.wants(m)

    def label(self, m: Moment | None = None) -> str:
        if m is not None and m.passes(self.head):
            return self.tail.label(m)
        return self.head.label(m) or self.tail.label(m)


def in_order(*parts: Clause) -> Clause:
    """The parts one after another, without `NOTHING`; nested to the right, so that tails are
    shared."""
    clause = parts[-1]
    for part in parts[-2::-1]:
        clause = before(part, clause)
    return clause


def before(head: Clause, tail: Clause) -> Clause:
    if head is NOTHING:
        return tail
    if tail is NOTHING:
        return head
    if type(head) is InOrder:
        tail = before(head.tail, tail)
        head = head.head
    node: Clause = TABLE.get((InOrder, head, tail)) or Interned.__new__(InOrder, head, tail)
    return node


class AnyOrder(Clause):
    """All of them, in any order, each finished before the next."""

    __slots__ = ("parts",)

    def bind(self, *parts: Clause) -> None:
        self.parts = parts
        self.first = 0
        for part in parts:
            self.first |= part.first
        known = [part.always for part in parts]
        self.always = False if False in known else True if all(known) else None

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        for i, part in enumerate(self.parts):
            begun = m.begin(part) if part.first & m.mask else NO_WAYS
            if begun:
                others = any_order(*self.parts[:i], *self.parts[i + 1 :])
                ways.extend(w.leaving(before(w.rest, others)) for w in begun)
        return ways

    def passes(self, m: Moment) -> bool:
        return all(m.passes(part) for part in self.parts)

    def soft(self, m: Moment) -> bool:
        return all(part.soft(m) for part in self.parts if not m.passes(part))

    def wants(self, m: Moment) -> str:
        told = (part.wants(m) for part in self.parts if not m.passes(part))
        return " and ".join(text for text in told if text)

    def label(self, m: Moment | None = None) -> str:
        owing = (p for p in self.parts if m is None or not m.passes(p))
        return next((label for part in owing if (label := part.label(m))), "")


def any_order(*parts: Clause) -> Clause:
    """The parts in any order; sorted, so that equal sets are one clause."""
    kept = sorted((p for p in parts if p is not NOTHING), key=rank)
    if not kept:
        return NOTHING
    node: Clause = kept[0] if len(kept) == 1 else AnyOrder(*kept)
    return node


class OneOf(Clause):
    """Exactly one of them."""

    __slots__ = ("parts",)

    def bind(self, *parts: Clause) -> None:
        self.parts = parts
        self.first = 0
        for part in parts:
            self.first |= part.first
        known = [part.always for part in parts]
        self.always = True if True in known else None if None in known else False

    def begin(self, m: Moment) -> list[Way]:
        mask = m.mask
        return [w for part in self.parts if part.first & mask for w in m.begin(part)]

    def passes(self, m: Moment) -> bool:
        return any(m.passes(part) for part in self.parts)

    def wants(self, m: Moment) -> str:
        told = dict.fromkeys(part.wants(m) for part in self.parts)
        return " or ".join(text for text in told if text)

    def label(self, m: Moment | None = None) -> str:
        owing = (p for p in self.parts if m is None or not m.passes(p))
        return next((label for part in owing if (label := part.label(m))), "")


def one_of(*parts: Clause) -> Clause:
    """A choice; repeats and `NEVER` dropped."""
    told_apart = set(parts)
    if len(told_apart) < len(parts) or NEVER in told_apart:
        parts = tuple(dict.fromkeys(p for p in parts if p is not NEVER))
    if not parts:
        return NEVER
    node: Clause = parts[0] if len(parts) == 1 else TABLE.get((OneOf, *parts)) or OneOf(*parts)
    return node


class Some(Clause):
    """Up to a limit, counting what is used."""

    __slots__ = ("limit", "number", "part", "says", "used")

    def bind(self, used: int, limit: Limit, part: Clause, number: str, says: str) -> None:
        self.used, self.limit, self.part = used, limit, part
        self.number, self.says = number, says
        self.first = part.first
        self.always = True

    def begin(self, m: Moment) -> list[Way]:
        begun = m.begin(self.part)
        if not begun:
            return NO_WAYS
        limit = self.most(m)
        free = self.used < limit or self.number in WAIVED
        if not free and not m.waive:
            return NO_WAYS
        more = self.more()
        if free:
            return [w.leaving(before(w.rest, more)) for w in begun]
        waived = Waived("budget", self.number, self.says.format(limit))
        return [
            w._replace(rest=in_order(w.rest, more), waived=waived)
            for w in begun
            if w.waived is None
        ]

    def most(self, m: Moment) -> int:
        """How often, in all."""
        return self.limit if isinstance(self.limit, int) else self.limit(m.state)

    def more(self) -> Clause:
        """What may follow, once one more has begun."""
        if self.limit == MANY:
            return self
        node: Clause = Some(self.used + 1, *self.fields[1:])
        return node

    def passes(self, m: Moment) -> bool:
        return True

    def budget(self, m: Moment) -> tuple[str, int] | None:
        limit = self.most(m)
        return None if limit >= MANY else (self.label(m), limit - self.used)

    def label(self, m: Moment | None = None) -> str:
        return self.number or self.part.label(m)


def up_to(limit: Limit, *parts: Clause, number: str = "", says: str = "{} are allowed") -> Clause:
    """Up to `limit` times (a count, or a function of the state), one of the parts."""
    node: Clause = Some(0, limit, one_of(*parts), number, says)
    return node


def may(*parts: Clause) -> Clause:
    """Once or not at all."""
    clause = in_order(*parts)
    if clause is NOTHING or clause is NEVER:
        return NOTHING
    return one_of(clause, NOTHING)


class Join(Clause):
    """A further leg of the very same action (the warlord and his warriors in one move)."""

    __slots__ = ("part",)

    def bind(self, part: Clause) -> None:
        self.part = part
        self.first = part.first
        self.always = True

    def begin(self, m: Moment) -> list[Way]:
        if not m.within:
            return []
        return [w.leaving(before(w.rest, self)) for w in m.begin(self.part)]

    def passes(self, m: Moment) -> bool:
        return True


def join(part: Clause) -> Clause:
    """Any further legs of the same action that `part` takes."""
    node: Clause = Join(part)
    return node


class Around(Clause):
    """A clause around a main one, its first field.

    `counts`: it keeps count of what happens inside, by `after`.
    """

    __slots__ = ("emptied", "main")
    main: Clause
    emptied: Around | None
    counts: ClassVar[bool] = False

    def bind(self, main: Clause, *others: Any) -> None:
        self.main = main
        self.emptied = None if main is NEVER else type(self)(NEVER, *others)
        self.always = main.always

    @property
    def hollow(self) -> Around:
        """It around nothing: what it adds."""
        return self if self.emptied is None else self.emptied

    def around(self, main: Clause) -> Clause:
        """The same around another main clause."""
        node: Clause = type(self)(main, *self.fields[1:])
        return node

    def more(self, m: Moment, main: Callable[[], Clause]) -> list[Way]:
        """Every way to begin something outside the main clause, which is asked for in need."""
        return NO_WAYS

    def after(self, m: Moment, w: Way) -> Around | None:
        """Itself, once something inside has begun that way; None where it does not allow it."""
        return self

    def kept(self) -> bool:
        """Whether it may be left as it is, once the main clause may."""
        return True

    def begin(self, m: Moment) -> list[Way]:
        ways = [w.leaving(self.around(w.rest)) for w in m.begin(self.main)]
        return ways + self.more(m, lambda: self.main)

    def passes(self, m: Moment) -> bool:
        return self.kept() and m.passes(self.main)

    def owes(self, m: Moment) -> bool:
        return self.main.owes(m)

    def is_open(self) -> bool:
        return self.main.is_open()

    def credits(self) -> bool:
        return self.main.credits()

    def close(self, m: Moment) -> Clause:
        return self.around(self.main.close(m))

    def soft(self, m: Moment) -> bool:
        return self.main.soft(m)

    def wants(self, m: Moment) -> str:
        return self.main.wants(m)

    def label(self, m: Moment | None = None) -> str:
        return self.main.label(m)


class Alongside(Around):
    """A main clause, with things that may happen between its units."""

    __slots__ = ("permissions",)

    def bind(self, main: Clause, *permissions: Clause) -> None:
        super().bind(main, *permissions)
        self.permissions = permissions
        self.first = main.first
        for permission in permissions:
            self.first |= permission.first

    def around(self, main: Clause) -> Clause:
        return alongside(main, *self.permissions)

    def more(self, m: Moment, main: Callable[[], Clause]) -> list[Way]:
        mask = m.mask
        allowed = [w for p in self.permissions if p.first & mask for w in m.begin(p)]
        if not allowed or (inner := main()).owes(m):
            return NO_WAYS
        closed = self.around(inner.close(m))
        return [NEW_WAY(Way, (before(w[0], closed), *w[1:6], True, w[7])) for w in allowed]


def alongside(main: Clause, *permissions: Clause) -> Clause:
    """Main with standing permissions; they end with it."""
    kept = tuple(p for p in permissions if p is not NOTHING)
    if main is NOTHING or not kept:
        return main
    node: Clause = TABLE.get((Alongside, main, *kept)) or Alongside(main, *kept)
    return node


class Amid(Clause):
    """A clause, and another written anywhere amid it."""

    __slots__ = ("extra", "main")

    def bind(self, main: Clause, extra: Clause) -> None:
        self.main, self.extra = main, extra
        self.first = main.first | extra.first

    def begin(self, m: Moment) -> list[Way]:
        ways = [w.leaving(amid(w.rest, self.extra)) for w in m.begin(self.main)]
        ways.extend(w.leaving(amid(self.main, w.rest)) for w in m.begin(self.extra))
        return ways

    def passes(self, m: Moment) -> bool:
        return m.passes(self.main) and m.passes(self.extra)

    def wants(self, m: Moment) -> str:
        part = self.extra if m.passes(self.main) else self.main
        return part.wants(m)

    def label(self, m: Moment | None = None) -> str:
        part = self.extra if m is not None and m.passes(self.main) else self.main
        return part.label(m)


def amid(main: Clause, extra: Clause) -> Clause:
    """Both, the second anywhere before, amid or behind the first."""
    if main is NOTHING or extra is NOTHING:
        return extra if main is NOTHING else main
    node: Clause = Amid(main, extra)
    return node


class Bringing(Clause):
    """A clause whose first leg brings effects of its own; where nothing of it is written, what
    they come to is written alone."""

    __slots__ = ("alone", "effects", "main")

    def bind(self, main: Clause, effects: Effects, alone: Clause) -> None:
        self.main, self.effects, self.alone = main, effects, alone
        self.first = main.first | alone.first

    def begin(self, m: Moment) -> list[Way]:
        ways = [w._replace(effects=self.effects + w.effects) for w in m.begin(self.main)]
        if m.passes(self.main):
            ways.extend(m.begin(self.alone))
        return ways

    def passes(self, m: Moment) -> bool:
        return m.passes(self.main)

    def wants(self, m: Moment) -> str:
        return self.main.wants(m)

    def label(self, m: Moment | None = None) -> str:
        return self.main.label(m)


def bringing(main: Clause, effects: Effects, alone: Clause) -> Clause:
    """A clause with what it brings about as soon as it begins; `alone` is how that is written where
    nothing else of it is."""
    node: Clause = Bringing(main, effects, alone) if effects else main
    return node
