"""Terminals: clauses that take legs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from notation.legs import Leg, Piece, PieceLeg, Place, PointsLeg
from replayer.state import State
from validator.clauses import (
    NEW_WAY,
    NOTHING,
    REFUSED,
    TABLE,
    Clause,
    Demand,
    Moment,
    Waived,
    Way,
    consequences,
    part_of,
    without,
)
from validator.kinds import BITS, fitting
from validator.kinds import pieces as of_pieces
from validator.switches import DENIED, SWITCHED, WAIVED
from validator.words import pieces, place_name, points


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
        self.first = fitting(self.fit, self.kind, self.args)
        self.always = False

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        state, args, kind, fit = m.state, self.args, self.kind, self.fit
        for i, leg in enumerate(m.left):
            if type(leg) is not kind or not fit(state, leg, *args) or leg in m.left[:i]:
                continue
            broken = self.broken(state, leg, m.waive)
            if broken is REFUSED:
                continue
            n = leg.n if self.n is None else min(self.n, leg.n)
            waived = Waived(broken.kind, broken.number, broken.says) if broken is not None else None
            ways.append(self.way(m, i, n, waived))
            if waived is None and self.n is not None and leg.n > self.n and excused(m, self.number):
                says = f"{self.n} asked for, {leg.n} written"
                ways.append(self.way(m, i, leg.n, excuse("count", self.number, says)))
        return ways

    def broken(self, state: State, leg: Leg, waive: bool) -> Demand | None:
        """The demand that a waiver would have to excuse; REFUSED where none is allowed.

        Where several are broken their sentences are joined; under several numbers they are the
        worse explanation, of kind "demands".
        """
        found: Demand | None = None
        args, switched = self.args, bool(SWITCHED)
        for demand in self.demands:
            if holds(demand, state, leg, args) if switched else demand.holds(state, leg, *args):
                continue
            if not waive:
                return REFUSED
            if found is None:
                found = demand
            else:
                kind = found.kind if found.number == demand.number else "demands"
                found = found._replace(says=f"{found.says}; {demand.says}", kind=kind)
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
        return NEW_WAY(Way, (rest, without(m.left, i, n), leg, effects, trail, waived, True, ()))

    def told(self) -> str:
        return f"{self.number} {getattr(self.fit, '__name__', '')} {self.args!r} {self.n}"

    def passes(self, m: Moment) -> bool:
        return self.number in WAIVED

    def where(self, *demands: Demand) -> Take:
        """The same terminal, with more asked of it."""
        node: Take = Take(*self.fields[:7], self.demands + demands, self.then)
        return node

    def label(self, m: Moment | None = None) -> str:
        return str(self.number)


def excused(m: Moment, number: str) -> bool:
    """Whether more than a number asks for may be taken: to explain a breach, or with it off."""
    return m.waive or number in WAIVED


def excuse(kind: str, number: str, says: str) -> Waived | None:
    """The waiver for that; none where the number is switched off."""
    if number in WAIVED:
        return None
    return Waived(kind, number, says)


def holds(demand: Demand, state: State, leg: Leg, args: tuple[Any, ...]) -> bool:
    """Whether a demand is met; a switched one answers as switched."""
    if demand.number in WAIVED:
        return True
    if demand.number in DENIED:
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
    fields = (kind, fit, args, n, number, verb, by, demands, then)
    node: Take = TABLE.get((Take, *fields)) or Take(*fields)
    return node


Slots = tuple[tuple[Piece, Place, Place], int]


OFF: Final = "off"
"""As a slot's end: wherever the piece goes when it leaves its clearing (supply, board, forest,
game)."""


WITH_WARRIORS: Final = ("A$", "L$", "O$")
"""Boards that warriors lie on: officers, acolytes, funds."""


def is_off(leg: PieceLeg) -> bool:
    """Whether a leg ends where removed pieces go (16.6.22): no warrior among officers and the like.

    On other boards no warriors lie at all: there the supply is meant.
    """
    return not isinstance(leg.end, int) and (leg.piece.kind != "w" or leg.end not in WITH_WARRIORS)


def answers(slot: tuple[Piece, Place, Place], leg: PieceLeg) -> bool:
    """Whether a leg is what a slot asks for; a plot's face does not matter."""
    piece, start, end = slot
    if leg.start != start:
        return False
    if end != leg.end and not (end == OFF and is_off(leg)):
        return False
    return piece == leg.piece or (piece[:2] == ("P", "t") and leg.piece[:2] == ("P", "t"))


def is_other(place: Place, clearing: Place) -> bool:
    """Whether a place is another clearing than that."""
    return isinstance(place, int) and place != clearing


def asked_for(slots: Iterable[Slots]) -> int:
    """The kinds of leg that slots ask for."""
    first = 0
    for (piece, start, end), _ in slots:
        first |= of_pieces(type(start) is int, type(end) is int, piece.kind)
    return first


class Each(Clause):
    """Exactly these piece legs, as a multiset, in any order."""

    __slots__ = ("by", "number", "slots", "verb")

    def bind(self, number: str, verb: str, by: str, *slots: Slots) -> None:
        self.number, self.verb, self.by, self.slots = number, verb, by, slots
        self.first = asked_for(slots)
        self.always = False

    def begin(self, m: Moment) -> list[Way]:
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
                to, of = isinstance(end, int), isinstance(start, int)
                same_start = leg.start == start and is_other(leg.end, end)
                same_end = leg.end == end and is_other(leg.start, start)
                if piece == leg.piece and (same_start or same_end) and of != to:
                    where = end if same_start else start
                    kind = "misplaced" if isinstance(where, int) else "instead"
                    says = f"{need} {piece} at {where} asked for"
                    n = min(need, leg.n)
                    return [self.way(m, i, k, n, excuse(kind, self.number, says), leg.n)]
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
        return self.number in WAIVED

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
        self.first = asked_for(slots)
        self.always = False

    def begin(self, m: Moment) -> list[Way]:
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
        return self.number in WAIVED

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
        self.first = BITS[PointsLeg]
        self.always = n == 0

    def begin(self, m: Moment) -> list[Way]:
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
        return self.n == 0 or self.number in WAIVED

    def soft(self, m: Moment) -> bool:
        return True

    def wants(self, m: Moment) -> str:
        return points(self.n)

    def label(self, m: Moment | None = None) -> str:
        return str(self.number)


def gain(faction: str, number: str, n: int) -> Clause:
    """`n` points for a faction; with 0 it still gives a voice to points that are not due."""
    node: Clause = Gain(faction, number, max(n, 0))
    return node
