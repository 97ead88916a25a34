"""The clause algebra: what may or must come next, as frozen, interned data.

A clause answers two questions about a moment (a state and the legs not yet read): `begin`, every
way to take one leg with it, and `passes`, whether it may be left as it is. Equal clauses are one
object, so equality is identity and readings merge for nothing. Clauses hold no closures: what a
rule binds (the card spent, the clearing of battle) stands in the arguments of module-level
functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dis import get_instructions
from typing import Any, ClassVar, NamedTuple, get_args

import msgspec

from notation.legs import Leg, Piece, PieceLeg, Place, PointsLeg
from replayer.state import State
from validator import switches
from validator.printings import Printing
from validator.words import pieces, place_name, points

MANY = 1_000_000
"""A limit that is none: "any number of times"."""

Limit = int | Callable[..., int]
Effects = tuple["Gained | Due", ...]


class Waived(NamedTuple):
    """The one thing a way would have needed to be excused from. `kind` ranks explanations."""

    kind: str  # budget count points demand hits due duty interrupt ban
    number: str
    says: str


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


NEW_WAY: Callable[..., Way] = tuple.__new__


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


ANY_KIND = -1
BITS: dict[type, int] = {kind: 1 << i for i, kind in enumerate(get_args(Leg))}
PIECES, POINTS = BITS[PieceLeg], BITS[PointsLeg]


def bits_of(kinds: Iterable[type]) -> int:
    """Kinds of leg as bits; none at all stands for any."""
    return sum({BITS[kind] for kind in kinds}) or ANY_KIND


def refuses(*_: object) -> bool:
    return False


REFUSED = Demand("", "", refuses)


class Clause:
    """Base of all clauses. Subclasses list their fields; instances are interned by them."""

    __slots__ = ("always", "fields", "first", "seq")
    table: ClassVar[dict[tuple[Any, ...], Clause]] = {}
    fields: tuple[Any, ...]
    first: int  # the kinds of leg it can begin with, as bits; ANY_KIND where it can't tell
    seq: int
    always: bool | None  # whether it passes, where that hangs on nothing; else None

    def __new__(cls, *fields: Any) -> Any:
        key = (cls, fields)
        node = Clause.table.get(key)
        if node is None:
            node = object.__new__(cls)
            node.fields = fields
            node.seq = len(Clause.table)
            node.first = ANY_KIND
            node.always = None
            node.bind(*fields)
            Clause.table[key] = node
        return node

    def bind(self, *fields: Any) -> None:
        """Store the fields under their names."""

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

    def label(self, m: Moment | None = None) -> str:
        """The number a reader would know it by."""
        return ""

    def wants(self, m: Moment) -> str:
        """What it asks for now, in words; "" where it can't tell."""
        return ""

    def budget(self, m: Moment) -> tuple[str, int] | None:
        """The number and what is left of something counted; None where nothing is."""
        return None

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.fields!r}"


def mark() -> dict[tuple[Any, ...], Clause]:
    """The clauses there are now."""
    return dict(Clause.table)


def reset(mark: dict[tuple[Any, ...], Clause]) -> None:
    """Forget the clauses made since `mark` was taken; those it holds stay the same objects."""
    Clause.table.clear()
    Clause.table.update(mark)
    for call in OPENED_ONCE:
        call.once = None
    OPENED_ONCE.clear()


NO_WAYS: list[Way] = []


class Moment:
    """A state inside an action and the legs not yet read, with what was already worked out about
    it."""

    __slots__ = (
        "begun",
        "calls",
        "floating",
        "kinds",
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
        self.kinds = {type(leg) for leg in left}
        self.mask = 0
        for kind in self.kinds:
            self.mask |= BITS[kind]
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
        if clause.always is not None and not switches.ANY:
            return clause.always
        passing = self.passing.get(clause)
        if passing is None:
            passing = self.passing[clause] = clause.passes(self)
        return passing


# --- constants ----------------------------------------------------------------------------


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


NOTHING: Clause = Nothing()
NEVER: Clause = Never()
NOTHING.first = NEVER.first = 0
NOTHING.always, NEVER.always = True, False


# --- terminals ----------------------------------------------------------------------------


def without(left: tuple[Leg, ...], i: int, n: int) -> tuple[Leg, ...]:
    """The legs that remain after taking `n` of leg `i`."""
    leg = left[i]
    if n == leg.n:
        return left[:i] + left[i + 1 :]
    return (*left[:i], msgspec.structs.replace(leg, n=leg.n - n), *left[i + 1 :])


def part_of(leg: Leg, n: int) -> Leg:
    """`n` of a leg."""
    return leg if n == leg.n else msgspec.structs.replace(leg, n=n)


class Take(Clause):
    """This leg is written: `fit` says whether it could be, `demands` what the Law asks of it.

    `n` is the exact count wanted (None: the whole leg). `verb` and `by` name the deed and who does
    it, for its consequences. `then(state, leg, *args)` gives the rest, bound to what was written.
    """

    __slots__ = ("args", "by", "demands", "fit", "kind", "n", "number", "then", "verb")

    def bind(self, *fields: Any) -> None:
        (
            self.kind,
            self.fit,
            self.args,
            self.n,
            self.number,
            self.verb,
            self.by,
            self.demands,
            self.then,
        ) = fields
        self.first = BITS[self.kind]
        self.always = False

    def begin(self, m: Moment) -> list[Way]:
        if self.kind not in m.kinds:
            return []
        ways = []
        state = m.state
        seen = set()
        for i, leg in enumerate(m.left):
            if type(leg) is not self.kind or leg in seen or not self.fit(state, leg, *self.args):
                continue
            seen.add(leg)
            broken = self.broken(state, leg, m.waive)
            if broken is REFUSED:
                continue
            n = leg.n if self.n is None else min(self.n, leg.n)
            waived = Waived("demand", broken.number, broken.says) if broken is not None else None
            ways.append(self.way(m, i, n, waived))
            if waived is None and self.n is not None and leg.n > self.n and excused(m, self.number):
                says = f"{self.n} asked for, {leg.n} written"
                ways.append(self.way(m, i, leg.n, excuse("count", self.number, says)))
        return ways

    def broken(self, state: State, leg: Leg, waive: bool) -> Demand | None:
        """The demand that a waiver would have to excuse; REFUSED where none is allowed or enough.

        Demands of one number count as one: their sentences are joined.
        """
        found: Demand | None = None
        for demand in self.demands:
            if holds(demand, state, leg, self.args):
                continue
            if not waive or (found is not None and found.number != demand.number):
                return REFUSED
            says = demand.says if found is None else f"{found.says}; {demand.says}"
            found = demand._replace(says=says)
        return found

    def way(self, m: Moment, i: int, n: int, waived: Waived | None) -> Way:
        leg = part_of(m.left[i], n)
        rest: Clause = NOTHING
        if self.n is not None and n < self.n:  # what follows waits for the last of them
            rest = Take(*self.fields[:3], self.n - n, *self.fields[4:])
        elif self.then:
            rest = self.then(m.state, leg, *self.args)
        effects = consequences(self.verb, m.state, leg, self.by) if self.verb else ()
        trail = (self.number,) if self.number else ()
        return Way(rest, without(m.left, i, n), leg, effects, trail, waived, True)

    def passes(self, m: Moment) -> bool:
        return bool(switches.ANY) and self.number in switches.WAIVED

    def where(self, *demands: Demand) -> Take:
        """The same terminal, with more asked of it."""
        node: Take = Take(*self.fields[:7], self.demands + demands, self.then)
        return node

    def label(self, m: Moment | None = None) -> str:
        return str(self.number)


def excused(m: Moment, number: str) -> bool:
    """Whether more than a number asks for may be taken: to explain a breach, or with it off."""
    return m.waive or (switches.ANY and number in switches.WAIVED)


def excuse(kind: str, number: str, says: str) -> Waived | None:
    """The waiver for that; none where the number is switched off."""
    if switches.ANY and number in switches.WAIVED:
        return None
    return Waived(kind, number, says)


def holds(demand: Demand, state: State, leg: Leg, args: tuple[Any, ...]) -> bool:
    """Whether a demand is met; a switched one answers as switched."""
    if switches.ANY:
        if demand.number in switches.WAIVED:
            return True
        if demand.number in switches.DENIED:
            return False
    return demand.holds(state, leg, *args)


def take(
    kind: type,
    fit: Callable[..., bool],
    *args: Any,
    n: int | None = None,
    number: str = "",
    verb: str = "",
    by: str = "",
    demands: tuple[Demand, ...] = (),
    then: Callable[..., Clause] | None = None,
) -> Take:
    """A terminal: one leg of `kind` that fits."""
    node: Take = Take(kind, fit, args, n, number, verb, by, demands, then)
    return node


Slots = tuple[tuple[Piece, Place, Place], int]
OFF = "off"
"""As a slot's end: wherever the piece goes when it leaves its clearing (supply, board, forest,
game)."""


def answers(slot: tuple[Piece, Place, Place], leg: PieceLeg) -> bool:
    """Whether a leg is what a slot asks for; a plot's face does not matter."""
    piece, start, end = slot
    if leg.start != start:
        return False
    if end != leg.end and (end != OFF or isinstance(leg.end, int)):
        return False
    return piece == leg.piece or (piece[:2] == ("P", "t") and leg.piece[:2] == ("P", "t"))


class Each(Clause):
    """Exactly these piece legs, as a multiset, in any order."""

    __slots__ = ("by", "number", "slots", "verb")

    def bind(self, number: str, verb: str, by: str, *slots: Slots) -> None:
        self.number, self.verb, self.by, self.slots = number, verb, by, slots
        self.first = PIECES
        self.always = False

    def begin(self, m: Moment) -> list[Way]:
        if PieceLeg not in m.kinds:
            return []
        for i, leg in enumerate(m.left):
            if type(leg) is not PieceLeg:
                continue
            for k, (what, need) in enumerate(self.slots):
                if answers(what, leg):
                    n = min(need, leg.n)
                    ways = [self.way(m, i, k, n, None)]
                    if leg.n > need and excused(m, self.number):
                        says = f"{need} asked for, {leg.n} written"
                        ways.append(
                            self.way(m, i, k, need, excuse("count", self.number, says), leg.n)
                        )
                    return ways
        if excused(m, self.number):
            return self.misplaced(m)
        return []

    def misplaced(self, m: Moment) -> list[Way]:
        """The right piece at a clearing this rule does not name."""
        for i, leg in enumerate(m.left):
            if type(leg) is not PieceLeg:
                continue
            for k, ((piece, start, end), need) in enumerate(self.slots):
                same_start = leg.start == start and isinstance(leg.end, int) and leg.end != end
                same_end = leg.end == end and isinstance(leg.start, int) and leg.start != start
                if (
                    piece == leg.piece
                    and (same_start or same_end)
                    and isinstance(start, int) != isinstance(end, int)
                ):
                    where = end if same_start else start
                    says = f"{need} {piece} at {where} asked for"
                    n = min(need, leg.n)
                    return [self.way(m, i, k, n, excuse("misplaced", self.number, says), leg.n)]
        return []

    def way(self, m: Moment, i: int, k: int, n: int, waived: Waived | None, taken: int = 0) -> Way:
        what, need = self.slots[k]
        kept = () if n == need else ((what, need - n),)
        slots = self.slots[:k] + kept + self.slots[k + 1 :]
        rest = Each(self.number, self.verb, self.by, *slots) if slots else NOTHING
        taken = taken or n
        leg = part_of(m.left[i], taken)
        effects = consequences(self.verb, m.state, leg, self.by) if self.verb else ()
        return Way(rest, without(m.left, i, taken), leg, effects, (self.number,), waived, True)

    def passes(self, m: Moment) -> bool:
        return bool(switches.ANY) and self.number in switches.WAIVED

    def wants(self, m: Moment) -> str:
        return asked(self.slots)

    def label(self, m: Moment | None = None) -> str:
        return str(self.number)


def asked(slots: tuple[Slots, ...], need: int | None = None) -> str:
    """What slots ask for, in words."""
    parts = []
    for (piece, start, end), n in slots:
        what = pieces(piece, n) if n > 1 else f"the {pieces(piece, n)}"
        if not isinstance(start, int):
            parts.append(f"placing {what} in {place_name(end)}")
        elif isinstance(end, int):
            parts.append(f"moving {what} to {place_name(end)}")
        else:
            parts.append(f"removing {what} from {place_name(start)}")
    text = " and ".join(parts)
    return f"{need} of: {text}" if need is not None else text


def each(number: str, verb: str, by: str, counts: Iterable[Slots]) -> Clause:
    """Exactly these legs ((piece, start, end), n); `NOTHING` where there are none."""
    slots = tuple(sorted(((w, n) for w, n in counts if n > 0), key=repr))
    node: Clause = Each(number, verb, by, *slots) if slots else NOTHING
    return node


class Choose(Clause):
    """Any `need` of these piece legs: what there is not enough of is chosen by the player
    (1.5.4)."""

    __slots__ = ("by", "need", "number", "slots", "verb")

    def bind(self, number: str, verb: str, by: str, need: int, *slots: Slots) -> None:
        self.number, self.verb, self.by, self.need, self.slots = number, verb, by, need, slots
        self.first = PIECES
        self.always = False

    def begin(self, m: Moment) -> list[Way]:
        if PieceLeg not in m.kinds:
            return []
        for i, leg in enumerate(m.left):
            if type(leg) is not PieceLeg:
                continue
            for k, (what, most) in enumerate(self.slots):
                if answers(what, leg):
                    allowed = min(self.need, most)
                    if leg.n <= allowed:
                        return [self.way(m, i, k, leg.n, None)]
                    ways = [self.way(m, i, k, allowed, None)]
                    if excused(m, self.number):
                        says = f"{allowed} asked for, {leg.n} written"
                        ways.append(self.way(m, i, k, leg.n, excuse("count", self.number, says)))
                    return ways
        return []

    def way(self, m: Moment, i: int, k: int, n: int, waived: Waived | None) -> Way:
        what, most = self.slots[k]
        kept = () if n >= most else ((what, most - n),)
        slots = self.slots[:k] + kept + self.slots[k + 1 :]
        rest = choose(self.number, self.verb, self.by, self.need - n, slots)
        leg = part_of(m.left[i], n)
        effects = consequences(self.verb, m.state, leg, self.by) if self.verb else ()
        return Way(rest, without(m.left, i, n), leg, effects, (self.number,), waived, True)

    def passes(self, m: Moment) -> bool:
        return bool(switches.ANY) and self.number in switches.WAIVED

    def wants(self, m: Moment) -> str:
        return asked(self.slots, self.need)

    def label(self, m: Moment | None = None) -> str:
        return str(self.number)


def choose(number: str, verb: str, by: str, need: int, counts: Iterable[Slots]) -> Clause:
    """Any `need` of these legs; all of them where there are no more."""
    slots = tuple(sorted(((w, n) for w, n in counts if n > 0), key=repr))
    need = min(need, sum(n for _, n in slots))
    node: Clause = Choose(number, verb, by, need, *slots) if need > 0 else NOTHING
    return node


class Gain(Clause):
    """Points written as a step of the turn. Owed, but only the record may be short of them."""

    __slots__ = ("faction", "n", "number")

    def bind(self, faction: str, number: str, n: int) -> None:
        self.faction, self.number, self.n = faction, number, n
        self.first = POINTS
        self.always = n == 0

    def begin(self, m: Moment) -> list[Way]:
        if PointsLeg not in m.kinds:
            return []
        ways = []
        for i, leg in enumerate(m.left):
            if type(leg) is PointsLeg and leg.faction == self.faction and leg.sign > 0:
                n = min(self.n, leg.n)
                if n:
                    ways.append(self.way(m, i, n, None))
                if leg.n > self.n and excused(m, self.number):
                    says = f"{self.n} points are due, {leg.n} written"
                    ways.append(self.way(m, i, leg.n, excuse("points", self.number, says)))
        return ways

    def way(self, m: Moment, i: int, n: int, waived: Waived | None) -> Way:
        rest = gain(self.faction, self.number, self.n - n)
        leg = part_of(m.left[i], n)
        return Way(rest, without(m.left, i, n), leg, (), (self.number,), waived, True)

    def passes(self, m: Moment) -> bool:
        return self.n == 0 or (bool(switches.ANY) and self.number in switches.WAIVED)

    def wants(self, m: Moment) -> str:
        return points(self.n)

    def label(self, m: Moment | None = None) -> str:
        return str(self.number)


def gain(faction: str, number: str, n: int) -> Clause:
    """`n` points for a faction; with 0 it still gives a voice to points that are not due."""
    node: Clause = Gain(faction, number, max(n, 0))
    return node


class Forbidden(Clause):
    """Asks for nothing; begins only under a waiver, so that a ban speaks with its own number."""

    __slots__ = ("clause", "number", "says")

    def bind(self, clause: Clause, number: str, says: str) -> None:
        self.clause, self.number, self.says = clause, number, says
        self.first = clause.first
        self.always = True

    def begin(self, m: Moment) -> list[Way]:
        if switches.ANY and self.number in switches.WAIVED:
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


UNSURE = "?"
"""First character of a trail entry that stands for something not written yet."""


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


NOTE = UNSURE + "!"
"""First characters of a trail entry that says which printing allows it: "?!12.5.1.I says"."""


class Noted(Clause):
    """What only another printing words so; read like its clause, and told once a record."""

    __slots__ = ("clause", "note")

    def bind(self, clause: Clause, number: str, says: str) -> None:
        self.clause, self.note = clause, f"{NOTE}{number} {says}"
        self.first = clause.first
        self.always = clause.always

    def begin(self, m: Moment) -> list[Way]:
        return [w._replace(trail=(self.note, *w.trail)) for w in m.begin(self.clause)]

    def passes(self, m: Moment) -> bool:
        return m.passes(self.clause)


def by_printing(state: State, difference: Printing, clause: Clause) -> Clause:
    """What only one printing words so: simply there where it rules, barred where another is named;
    where none is named it is read and told, if nothing else explains the turn."""
    if difference(state):
        return clause
    if state.game.law_named:
        return barred(clause, difference.number, f"{difference.says}: {difference.law} only")
    node: Clause = Noted(clause, difference.number, difference.says)
    return node


# --- order and choice ---------------------------------------------------------------------


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
        begun = m.begin(head)
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
        kind = "interrupt" if head.is_open() else "duty"
        waived = Waived(kind, number, owed(head.wants(m)))
        late = () if head.is_open() else (Due(number, "", head, "late"),)
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
        return InOrder(head.head, before(head.tail, tail))  # type: ignore[no-any-return]
    return InOrder(head, tail)  # type: ignore[no-any-return]


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

    def wants(self, m: Moment) -> str:
        told = (part.wants(m) for part in self.parts if not m.passes(part))
        return " and ".join(text for text in told if text)

    def label(self, m: Moment | None = None) -> str:
        owing = (p for p in self.parts if m is None or not m.passes(p))
        return next((label for part in owing if (label := part.label(m))), "")


def any_order(*parts: Clause) -> Clause:
    """The parts in any order; sorted, so that equal sets are one clause."""
    kept = sorted((p for p in parts if p is not NOTHING), key=lambda p: p.seq)
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
    kept = tuple(dict.fromkeys(p for p in parts if p is not NEVER))
    if not kept:
        return NEVER
    node: Clause = kept[0] if len(kept) == 1 else OneOf(*kept)
    return node


class Some(Clause):
    """Up to a limit, counting what is used; `refill` buys one more each time (6.5)."""

    __slots__ = ("bought", "limit", "number", "part", "refill", "says", "used")

    def bind(
        self,
        used: int,
        bought: int,
        limit: Limit,
        part: Clause,
        refill: Clause,
        number: str,
        says: str,
    ) -> None:
        self.used, self.bought, self.limit = used, bought, limit
        self.part, self.refill, self.number, self.says = part, refill, number, says
        self.first = part.first | refill.first
        self.always = True

    def begin(self, m: Moment) -> list[Way]:
        ways = []
        begun = m.begin(self.part)
        if begun:
            limit = self.limit if isinstance(self.limit, int) else self.limit(m.state)
            free = self.used < limit + self.bought or (
                switches.ANY and self.number in switches.WAIVED
            )
            if free or m.waive:
                more = self if self.limit == MANY else Some(self.used + 1, *self.fields[1:])
                waived = (
                    None
                    if free
                    else Waived("budget", self.number, self.says.format(limit + self.bought))
                )
                for w in begun:
                    if waived is None:
                        ways.append(w.leaving(before(w.rest, more)))
                    elif w.waived is None:
                        ways.append(w._replace(rest=in_order(w.rest, more), waived=waived))
        if self.refill is not NOTHING:
            more = Some(self.used, self.bought + 1, *self.fields[2:])
            ways.extend(w.leaving(before(w.rest, more)) for w in m.begin(self.refill))
        return ways

    def passes(self, m: Moment) -> bool:
        return True

    def budget(self, m: Moment) -> tuple[str, int] | None:
        limit = self.limit if isinstance(self.limit, int) else self.limit(m.state)
        return None if limit >= MANY else (self.label(m), limit + self.bought - self.used)

    def label(self, m: Moment | None = None) -> str:
        return self.number or self.part.label(m)


def up_to(
    limit: Limit,
    *parts: Clause,
    refill: Clause = NOTHING,
    number: str = "",
    says: str = "{} are allowed",
) -> Clause:
    """Up to `limit` times (a count, or a function of the state), one of the parts."""
    node: Clause = Some(0, 0, limit, one_of(*parts), refill, number, says)
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


class Alongside(Clause):
    """A main clause, with things that may happen between its units."""

    __slots__ = ("main", "permissions")

    def bind(self, main: Clause, *permissions: Clause) -> None:
        self.main, self.permissions = main, permissions
        self.first = main.first
        for permission in permissions:
            self.first |= permission.first
        self.always = main.always

    def begin(self, m: Moment) -> list[Way]:
        ways = [w.leaving(alongside(w.rest, *self.permissions)) for w in m.begin(self.main)]
        mask = m.mask
        allowed = [w for p in self.permissions if p.first & mask for w in m.begin(p)]
        if allowed and not self.main.owes(m):
            closed = alongside(self.main.close(m), *self.permissions)
            ways.extend(w._replace(rest=in_order(w.rest, closed), fresh=True) for w in allowed)
        return ways

    def passes(self, m: Moment) -> bool:
        return m.passes(self.main)

    def owes(self, m: Moment) -> bool:
        return self.main.owes(m)

    def is_open(self) -> bool:
        return self.main.is_open()

    def credits(self) -> bool:
        return self.main.credits()

    def close(self, m: Moment) -> Clause:
        return alongside(self.main.close(m), *self.permissions)

    def wants(self, m: Moment) -> str:
        return self.main.wants(m)

    def label(self, m: Moment | None = None) -> str:
        return self.main.label(m)


def alongside(main: Clause, *permissions: Clause) -> Clause:
    """Main with standing permissions; they end with it."""
    kept = tuple(p for p in permissions if p is not NOTHING)
    if main is NOTHING or not kept:
        return main
    node: Clause = Alongside(main, *kept)
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
    """A clause whose first leg brings effects of its own."""

    __slots__ = ("effects", "main")

    def bind(self, main: Clause, effects: Effects) -> None:
        self.main, self.effects = main, effects
        self.first = main.first

    def begin(self, m: Moment) -> list[Way]:
        return [w._replace(effects=self.effects + w.effects) for w in m.begin(self.main)]

    def passes(self, m: Moment) -> bool:
        return m.passes(self.main)

    def wants(self, m: Moment) -> str:
        return self.main.wants(m)

    def label(self, m: Moment | None = None) -> str:
        return self.main.label(m)


def bringing(main: Clause, effects: Effects) -> Clause:
    """A clause with what it brings about as soon as it begins."""
    node: Clause = Bringing(main, effects) if effects else main
    return node


# --- rules --------------------------------------------------------------------------------


GIVES_WAY = "~"
"""First character of a number that gives way to its caller's in a citation."""


def ignores_state(body: Callable[..., Clause]) -> bool:
    """Whether a rule's body never looks at the state, so that opening it once is enough."""
    name = body.__code__.co_varnames[0]
    return all(step.argval != name for step in get_instructions(body))


OPENED_ONCE: list[Call] = []


class Rule:
    """A numbered rule: its body gives the clause for the state at its start.

    `unit`: what it begins may not be interrupted. `soft`: only the record may be short of it.
    `starts`: the kinds of leg it can begin with (empty: any). `optional`: it always passes before
    it has begun. `through`: citations name the rule that calls it. `credit`: its points may be
    written before their cause.
    """

    def __init__(
        self,
        number: str,
        title: str,
        body: Callable[..., Clause],
        *,
        unit: bool = False,
        soft: bool = False,
        starts: tuple[type, ...] = (),
        optional: bool = False,
        through: bool = False,
        credit: bool = False,
        part: str = "",
    ) -> None:
        self.number, self.title, self.body = number, title, body
        self.part = part
        self.unit, self.soft, self.optional, self.through = unit, soft, optional, through
        self.credit = credit
        self.first = bits_of(starts)
        self.timeless = ignores_state(body)
        self.__doc__ = body.__doc__

    def __call__(self, *args: Any) -> Clause:
        """The rule, to be opened later with the state of that moment."""
        node: Clause = Call(self, args)
        return node

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
        self.first = rule.first
        self.always = True if rule.optional else None
        self.once: Clause | None = None

    def opened(self, m: Moment) -> Clause:
        rule = self.rule
        if switches.ANY and rule.number in switches.DENIED:
            return NOTHING
        if self.once is not None:
            return self.once
        clause = m.calls.get(self)
        if clause is None:
            clause = m.calls[self] = rule.body(m.state, *self.args)
            if rule.timeless:
                self.once = clause
                OPENED_ONCE.append(self)
        return clause

    def begin(self, m: Moment) -> list[Way]:
        rule = self.rule
        ways = m.begin(self.opened(m))
        if not ways:
            return ways
        return [
            Way(
                inside(rule, w.rest),
                w.left,
                w.leg,
                w.effects,
                rule.cited(w.trail),
                w.waived,
                w.fresh or rule.unit,
                w.late,
            )
            for w in ways
        ]

    def passes(self, m: Moment) -> bool:
        if self.rule.optional or (switches.ANY and self.rule.number in switches.WAIVED):
            return True
        return m.passes(self.opened(m))

    def wants(self, m: Moment) -> str:
        return self.opened(m).wants(m) or self.rule.deed(self.args)

    def label(self, m: Moment | None = None) -> str:
        if m is not None and self.rule.through:
            return self.opened(m).label(m) or self.rule.number
        return self.rule.number


class Inside(Clause):
    """A rule that has begun, and what is left of it."""

    __slots__ = ("rest", "rule")

    def bind(self, rule: Rule, rest: Clause) -> None:
        self.rule, self.rest = rule, rest
        self.first = rest.first
        self.always = rest.always

    def begin(self, m: Moment) -> list[Way]:
        rule = self.rule
        return [
            Way(
                inside(rule, w.rest),
                w.left,
                w.leg,
                w.effects,
                rule.cited(w.trail),
                w.waived,
                w.fresh and not rule.unit,
                w.late,
            )
            for w in m.begin(self.rest)
        ]

    def passes(self, m: Moment) -> bool:
        if switches.ANY and self.rule.number in switches.WAIVED:
            return True
        return m.passes(self.rest)

    def owes(self, m: Moment) -> bool:
        if self.rule.unit:
            return not self.passes(m)
        return self.rest.owes(m)

    def is_open(self) -> bool:
        return self.rule.unit or self.rest.is_open()

    def credits(self) -> bool:
        return self.rule.credit or self.rest.credits()

    def close(self, m: Moment) -> Clause:
        return (
            NOTHING
            if self.rule.unit and m.passes(self.rest)
            else inside(self.rule, self.rest.close(m))
        )

    def wants(self, m: Moment) -> str:
        return self.rest.wants(m) or self.rule.deed()

    def label(self, m: Moment | None = None) -> str:
        inner = self.rest.label(m)
        own = self.rule.number
        named = self.rule.through or self.rest.is_open() or inner.startswith(own)
        return inner if inner and named else own


def inside(rule: Rule, rest: Clause) -> Clause:
    """What is left of a rule that has begun."""
    node: Clause = NOTHING if rest is NOTHING else Inside(rule, rest)
    return node


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


def is_soft(clause: Clause, m: Moment) -> bool:
    """Whether all that is left to do of a clause stands under soft rules."""
    match clause:
        case Call(rule=rule):
            return rule.soft or is_soft(clause.opened(m), m)
        case Inside(rule=rule, rest=rest):
            return rule.soft or is_soft(rest, m)
        case InOrder(parts=parts) | AnyOrder(parts=parts):
            return all(is_soft(part, m) for part in parts if not m.passes(part))
        case _:
            return False


def owed(what: str) -> str:
    """What is said of a duty that was passed over."""
    return f"not done before this: {what}" if what else "not done before this"


Consequence = Callable[[State, Leg, str], Effects]
CONSEQUENCES: dict[str, list[tuple[str, Consequence]]] = {}
"""What a deed brings about, by its verb: (number, function of state, leg and doer)."""


def consequences(verb: str, state: State, leg: Leg, by: str) -> Effects:
    """Everything the Law makes of this deed."""
    found: Effects = ()
    for number, function in CONSEQUENCES.get(verb, ()):
        if not switches.ANY or not (number in switches.WAIVED or number in switches.DENIED):
            found += function(state, leg, by)
    return found
