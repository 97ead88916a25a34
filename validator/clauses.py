"""What every clause is, the moment it is asked at, and what taking a leg brings about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple

import msgspec

from notation.legs import Leg
from replayer.state import State
from validator import rulebook
from validator.kinds import ANY_KIND, BAN, BITS, DRAWN, kind_of
from validator.switches import SWITCHED

MANY: Final = 1_000_000
"""A limit that is none: "any number of times"."""


Limit = int | Callable[..., int]


Effects = tuple["Gained | Due", ...]


class Waived(NamedTuple):
    """The one thing a way would have needed to be excused from. `kind` ranks explanations."""

    kind: str  # budget count points demand hits due duty interrupt ban
    number: str
    says: str


class Gained(NamedTuple):
    """Points a leg has earned, to be written any time in the turn."""

    faction: str
    number: str
    n: int


class Demand(NamedTuple):
    """What must hold whenever a terminal takes a leg: `holds(state, leg, *args)`."""

    number: str
    says: str
    holds: Callable[..., bool]
    kind: str = "demand"


def refuses(*_: object) -> bool:
    return False


REFUSED: Final = Demand("", "", refuses)


class Interned:
    """What is told by its fields: equal ones are one object. Subclasses list their fields."""

    __slots__ = ("always", "fields", "first")
    table: ClassVar[dict[tuple[Any, ...], Any]] = {}
    fields: tuple[Any, ...]
    first: int  # the kinds of leg it can begin with, as bits; ANY_KIND where it can't tell
    always: bool | None  # whether it passes, where that hangs on nothing; else None

    def __new__(cls, *fields: Any) -> Any:
        key = (cls,) + fields  # noqa: RUF005  # quicker than to unpack
        node: Interned | None = TABLE.get(key)
        if node is None:
            node = object.__new__(cls)
            node.fields = fields
            node.first = ANY_KIND
            node.always = None
            node.bind(*fields)
            TABLE[key] = node
        return node

    def bind(self, *fields: Any) -> None:
        """Store the fields under their names."""


TABLE: Final = Interned.table
"""What there is: (type, *fields) -> the one object. To look here first and else to ask
`Interned.__new__` is quicker than to call the type."""


class Clause(Interned):
    """Base of all clauses."""

    __slots__ = ("place",)
    place: str  # among others whose order does not matter; see `rank`

    def begin(self, m: Moment) -> list[Way]:
        raise NotImplementedError

    def passes(self, m: Moment) -> bool:
        raise NotImplementedError

    def owes(self, m: Moment) -> bool:
        """An open unit at its head that may not be left yet."""
        return False

    def is_open(self) -> bool:
        """A unit has begun at its head."""
        return False

    def credits(self) -> bool:
        """A unit has begun at its head whose points may be written before their cause."""
        return False

    def close(self, m: Moment) -> Clause:
        """The same clause with a finished unit at its head dropped."""
        return self

    def soft(self, m: Moment) -> bool:
        """Whether only the record may be short of what is left to do of it: points and draws."""
        return bool(self.first) and not self.first & ~DRAWN

    def label(self, m: Moment | None = None) -> str:
        """The number a reader would know it by."""
        return ""

    def wants(self, m: Moment) -> str:
        """What it asks for now, in words; "" where it can't tell."""
        return ""

    def budget(self, m: Moment) -> tuple[str, int] | None:
        """The number and what is left of something counted; None where nothing is."""
        return None

    def told(self) -> str:
        """What tells it from others of its type, in words that stay the same from run to run."""
        return self.label()

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.fields!r}"


class Way(NamedTuple):
    """One derivative: the clause that remains after taking `leg`, and what that brought about."""

    rest: Clause
    left: tuple[Leg, ...]
    leg: Leg
    effects: Effects
    trail: tuple[str, ...]  # numbers, innermost first
    waived: Waived | None
    fresh: bool  # does not continue an open unit
    late: tuple[Due, ...] = ()  # duties skipped under a waiver, still owed

    def leaving(self, rest: Clause) -> Way:
        """The same way with another clause left over."""
        return NEW_WAY(Way, (rest, *self[1:]))


NEW_WAY: Final[Callable[..., Way]] = tuple.__new__


def rank(clause: Clause) -> str:
    """Where a clause stands among others whose order does not matter."""
    try:
        return clause.place
    except AttributeError:
        clause.place = f"{type(clause).__name__} {clause.told()}"
        return clause.place


def mark() -> dict[tuple[Any, ...], Interned]:
    """The clauses there are now."""
    return dict(TABLE)


def reset(mark: dict[tuple[Any, ...], Interned]) -> None:
    """Forget the clauses made since `mark` was taken; those it holds stay the same objects."""
    TABLE.clear()
    TABLE.update(mark)
    for call in OPENED_ONCE:
        call.once = None
    OPENED_ONCE.clear()


NO_WAYS: Final[list[Way]] = []


class Moment:
    """A state inside an action and the legs not yet read, with what was already worked out about
    it."""

    __slots__ = (
        "begun",
        "calls",
        "floating",
        "left",
        "mask",
        "passing",
        "state",
        "unsure",
        "waive",
        "within",
    )

    def __init__(
        self,
        state: State,
        left: tuple[Leg, ...],
        waive: bool = False,
        within: bool = False,
        unsure: bool = False,
        floating: bool = False,
    ) -> None:
        self.state = state
        self.left = left
        self.waive = waive
        self.unsure = unsure  # what is not written yet may explain things
        self.floating = floating  # points may be written anywhere in the turn
        self.within = within  # a leg of this very action was taken before
        self.mask = 0
        if waive or SWITCHED:
            for leg in left:
                self.mask |= BITS[type(leg)]
            self.mask |= BAN
        else:
            for leg in left:
                self.mask |= kind_of(leg)
        self.begun: dict[Clause, list[Way]] = {}
        self.passing: dict[Clause, bool] = {}
        self.calls: dict[Clause, Clause] = {}

    def begin(self, clause: Clause) -> list[Way]:
        """Every way to take one leg with this clause. The list is shared: don't change it."""
        if not clause.first & self.mask:
            return NO_WAYS
        ways = self.begun.get(clause)
        if ways is None:
            ways = self.begun[clause] = clause.begin(self)
        return ways

    def passes(self, clause: Clause) -> bool:
        """Whether this clause may be left as it is."""
        if clause.always is not None and not SWITCHED:
            return clause.always
        passing = self.passing.get(clause)
        if passing is None:
            passing = self.passing[clause] = clause.passes(self)
        return passing


class Nothing(Clause):
    """Asks for nothing: passes and begins nothing."""

    __slots__ = ()

    def begin(self, m: Moment) -> list[Way]:
        return []

    def passes(self, m: Moment) -> bool:
        return True


class Never(Clause):
    """Not available: neither passes nor begins."""

    __slots__ = ()

    def begin(self, m: Moment) -> list[Way]:
        return []

    def passes(self, m: Moment) -> bool:
        return False


NOTHING: Final[Clause] = Nothing()


NEVER: Final[Clause] = Never()


NOTHING.first = NEVER.first = 0


NOTHING.always, NEVER.always = True, False


def without(left: tuple[Leg, ...], i: int, n: int) -> tuple[Leg, ...]:
    """The legs that remain after taking `n` of leg `i`."""
    leg = left[i]
    if n == leg.n:
        return left[:i] + left[i + 1 :] if len(left) > 1 else ()
    return (*left[:i], msgspec.structs.replace(leg, n=leg.n - n), *left[i + 1 :])


def part_of(leg: Leg, n: int) -> Leg:
    """`n` of a leg."""
    return leg if n == leg.n else msgspec.structs.replace(leg, n=n)


UNSURE: Final = "?"
"""First character of a trail entry that stands for something not written yet."""


NOTE: Final = UNSURE + "!"
"""First characters of a trail entry that says which printing allows it: "?!12.5.1.I says"."""


GIVES_WAY: Final = "~"
"""First character of a number that gives way to its caller's in a citation."""


OPENED_ONCE: Final[list[Any]] = []


class Due(Clause):
    """Something owed beside the main clause, with its number, owner and deadline.

    Deadlines: "unit" before anything fresh, "turn" before the turn ends, "late" a duty that was
    skipped.
    """

    __slots__ = ("clause", "deadline", "number", "owner")

    def bind(self, number: str, owner: str, clause: Clause, deadline: str) -> None:
        self.number, self.owner, self.clause, self.deadline = number, owner, clause, deadline

    def begin(self, m: Moment) -> list[Way]:
        return m.begin(self.clause)

    def passes(self, m: Moment) -> bool:
        return self.deadline == "late" or m.passes(self.clause)

    def label(self, m: Moment | None = None) -> str:
        return self.number


def owed(number: str, what: str, when: str = "before this") -> str:
    """What is said of a duty that was passed over, under its number."""
    what = beside_title(number, what)
    return f"not done {when}: {what}" if what else f"not done {when}"


def beside_title(number: str, what: str) -> str:
    """What is asked, without the title of the number it is told under: that stands there already.

    >>> beside_title("14.4.1", "Raze, the new mob")
    'the new mob'
    """
    try:
        title = rulebook.title(number)
    except (KeyError, ValueError):
        return what
    return "" if what == title else re.sub(rf"(^| and | or ){re.escape(title)}, ", r"\1", what)


Consequence = Callable[[State, Leg, str], Effects]


CONSEQUENCES: Final[dict[str, list[tuple[str, Consequence]]]] = {}
"""What a deed brings about, by its verb: (number, function of state, leg and doer)."""


def consequences(verb: str, state: State, leg: Leg, by: str) -> Effects:
    """Everything the Law makes of this deed."""
    found: Effects = ()
    for number, function in CONSEQUENCES.get(verb, ()):
        if number not in SWITCHED:
            found += function(state, leg, by)
    return found
