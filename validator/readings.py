"""Readings: the ways the Law explains a turn so far, advanced one action at a time.

A reading is (main, dues, ledger): what is left of the turn's clauses, what is owed, which points
are earned and not yet written. All readings share one line of states. Legs of one action are read
in every order over a lattice of moments, and equal readings merge at every node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from notation.legs import BattleLeg, Leg, PointsLeg, RelationLeg
from replayer.engine import apply
from replayer.state import Fault, State
from validator.algebra import (
    NOTHING,
    UNSURE,
    Clause,
    Due,
    Effects,
    Gained,
    Moment,
    Waived,
    Way,
    owed,
    part_of,
    without,
)
from validator.clauses import TABLE, Interned, rank
from validator.kinds import BITS
from validator.spine import Spine, spine
from validator.switches import SWITCHED, WAIVED
from validator.words import points

Ledger = tuple[tuple[tuple[str, str], int], ...]
POINTS: Final = BITS[PointsLeg]
CREDIT: Final = "credit"
"""Number of ledger entries for points written before their cause; their counts are negative."""


PAID: Final = "paid"
"""Deadline of a due that was paid before its cause."""
PREPAYABLE: Final[list[Callable[[State, BattleLeg], tuple[Due, ...]]]] = []
"""What the losses of an open battle may bring, and may be paid before them: f(state, battle)."""


class Reading(Clause):
    """One way the Law explains the turn so far; interned like its clauses."""

    __slots__ = ("credit", "dues", "ledger", "main", "urgent")

    def bind(self, main: Spine, dues: tuple[Due, ...], ledger: Ledger) -> None:
        self.main, self.dues, self.ledger = main, dues, ledger
        self.urgent: tuple[Due, ...] = dues and tuple(d for d in dues if d.deadline == "unit")
        self.credit = bool(dues or ledger) and (
            any(number == CREDIT for (_, number), _ in ledger)
            or any(d.deadline == PAID for d in dues)
        )


class Step(NamedTuple):
    """A citation path: the steps before, and the numbers this leg was read under (innermost
    first)."""

    before: Step | None
    leg: Leg
    trail: tuple[str, ...]
    fresh: bool  # began something new
    at: int  # which action of the turn the leg belongs to, from 0


NEW_STEP: Final[Callable[..., Step]] = tuple.__new__
Paths = dict[Any, Any]
Actions = tuple[tuple[Leg, ...], ...]


def reading(main: Clause, dues: tuple[Due, ...] = (), ledger: Ledger = ()) -> Reading:
    """A reading in canonical form."""
    if len(dues) > 1:
        dues = tuple(sorted(dues, key=rank))
    top = main if type(main) is Spine else spine(main)
    node: Reading = TABLE.get((Reading, top, dues, ledger)) or Interned.__new__(
        Reading, top, dues, ledger
    )
    return node


ONCE: Final = {"once": "unit", "once a turn": "turn"}
"""Deadlines of what is owed but once for all that happens within them."""


def is_same(due: Due, effect: Due) -> bool:
    """Whether a due that is owed only once in its time is owed already, or has been paid."""
    same = due.number == effect.number and due.owner == effect.owner
    return same and due.deadline == ONCE[effect.deadline]


def with_effects(
    dues: tuple[Due, ...], ledger: Ledger, effects: Effects
) -> tuple[tuple[Due, ...], Ledger]:
    """Dues and ledger after what a leg brought about. A credit pays its points first."""
    for effect in effects:
        if isinstance(effect, Gained):
            ledger = earn(ledger, effect)
        elif (paid := Due(effect.number, effect.owner, effect.clause, PAID)) in dues:
            at = dues.index(paid)
            dues = dues[:at] + dues[at + 1 :]
        elif effect.deadline in ONCE:
            if not any(is_same(due, effect) for due in dues):
                once = ONCE[effect.deadline]
                dues = (*dues, Due(effect.number, effect.owner, effect.clause, once))
        else:
            dues = (*dues, effect)
    return dues, ledger


def earn(ledger: Ledger, gained: Gained) -> Ledger:
    counts = dict(ledger)
    n = gained.n
    key = (gained.faction, CREDIT)
    if key in counts:
        paid = min(n, -counts[key])
        n -= paid
        counts[key] += paid
    entry = (gained.faction, gained.number)
    counts[entry] = counts.get(entry, 0) + n
    return tuple(sorted((k, c) for k, c in counts.items() if c))


def from_ledger(
    state_left: tuple[Leg, ...], ledger: Ledger
) -> Iterator[tuple[int, int, Ledger, str]]:
    """Points legs that earned points answer: (leg index, points taken, ledger after, number)."""
    for i, leg in enumerate(state_left):
        if type(leg) is not PointsLeg or leg.sign < 0:
            continue
        for k, ((faction, number), n) in enumerate(ledger):
            if faction == leg.faction and n > 0:
                taken = min(n, leg.n)
                kept = () if taken == n else (((faction, number), n - taken),)
                yield i, taken, ledger[:k] + kept + ledger[k + 1 :], number
                break


After = tuple[Reading, tuple[Leg, ...], Leg, tuple[str, ...], Waived | None, bool]


def ways(r: Reading, m: Moment) -> list[After]:
    """Every way this reading takes one leg of the moment."""
    found: list[After] = []
    dues, ledger = r.dues, r.ledger
    if m.mask & POINTS:
        for i, n, after, number in from_ledger(m.left, ledger):
            leg = part_of(m.left[i], n)
            found.append(
                (reading(r.main, dues, after), without(m.left, i, n), leg, (number,), None, False)
            )
        if m.floating or r.main.credits():
            found.extend(on_credit(r, m))
        if m.waive or SWITCHED:
            found.extend(unearned(r, m))
    battle = m.state.battle
    if battle is not None and PREPAYABLE and r.main.credits():
        found.extend(prepaid(r, m, battle))
    for k, due in enumerate(dues):
        if due.deadline == PAID:
            continue
        others = dues[:k] + dues[k + 1 :]
        for w in m.begin(due.clause):
            rest = (
                others
                if w.rest is NOTHING
                else (*others, Due(due.number, due.owner, w.rest, due.deadline))
            )
            new_dues, new_ledger = with_effects(rest, ledger, w.effects)
            found.append(
                (
                    reading(r.main, new_dues, new_ledger),
                    w.left,
                    w.leg,
                    (*w.trail, due.number),
                    w.waived,
                    False,
                )
            )
    begun = m.begin(r.main)
    if not begun:
        return found
    if m.unsure and ledger and m.mask & POINTS:
        begun = [w for w in begun if not answered_by_ledger(w, ledger)]
    blocking = next((d for d in r.urgent if not m.passes(d.clause)), None)
    kept = tuple(d for d in dues if d.deadline != "unit") if r.urgent else dues
    for w in begun:
        waived = w.waived
        base = dues
        fresh = w.fresh and not m.within  # what stands in one action is not kept apart
        if fresh:
            base = kept
            if blocking is not None or (r.credit and not (m.unsure or m.floating)):
                if not m.waive or waived is not None:
                    continue
                number = blocking.number if blocking is not None else "3.2"
                says = (
                    owed(number, blocking.clause.wants(m))
                    if blocking is not None
                    else "points without a cause"
                )
                soft = blocking is not None and blocking.clause.soft(m)
                waived = Waived("soft due" if soft else "due", number, says)
                if blocking is not None:
                    base = (*base, Due(blocking.number, blocking.owner, blocking.clause, "late"))
        new_dues, new_ledger = (
            with_effects(base, ledger, w.effects) if w.effects else (base, ledger)
        )
        if fresh and r.credit and not m.floating:
            new_ledger = tuple(e for e in new_ledger if e[0][1] != CREDIT)
            new_dues = tuple(d for d in new_dues if d.deadline != PAID)
        if w.late:
            new_dues = new_dues + w.late
        found.append(
            (reading(w.rest, new_dues, new_ledger), w.left, w.leg, w.trail, waived, w.fresh)
        )
    return found


def unearned(r: Reading, m: Moment) -> Iterator[After]:
    """More points than have been earned, under a waiver."""
    for i, leg in enumerate(m.left):
        if type(leg) is not PointsLeg or leg.sign < 0:
            continue
        earned = [(number, n) for (f, number), n in r.ledger if f == leg.faction and n > 0]
        due = sum(n for _, n in earned)
        if due >= leg.n:
            continue
        off_track = m.state.score.get(leg.faction) is None
        number = "3.3.1" if off_track else earned[0][0] if earned else "3.2"
        kind = "points" if earned else "unearned"
        says = f"{points(due)} due for {leg.faction} here, {leg.n} written"
        kept = tuple(e for e in r.ledger if e[0][0] != leg.faction or e[1] < 0)
        waived = None if number in WAIVED else Waived(kind, number, says)
        if waived is not None and not m.waive:
            continue
        left = without(m.left, i, leg.n)
        yield reading(r.main, r.dues, kept), left, leg, (number,), waived, False


def prepaid(r: Reading, m: Moment, battle: BattleLeg) -> Iterator[After]:
    """Dues paid inside a battle before the loss that brings them (`XA7/R#C->A$/At7->`)."""
    for hook in PREPAYABLE:
        for due in hook(m.state, battle):
            if any(d.number == due.number and d.deadline != "late" for d in r.dues):
                continue
            paid: Due = Due(due.number, due.owner, due.clause, PAID)
            for w in m.begin(due.clause):
                rest = () if w.rest is NOTHING else (Due(due.number, due.owner, w.rest, "unit"),)
                dues = (*r.dues, paid, *rest)
                trail = (*w.trail, due.number)
                yield reading(r.main, dues, r.ledger), w.left, w.leg, trail, w.waived, False


def answered_by_ledger(w: Way, ledger: Ledger) -> bool:
    """Points that are earned need nothing unwritten to explain them."""
    if type(w.leg) is not PointsLeg or not any(number.startswith(UNSURE) for number in w.trail):
        return False
    return any(faction == w.leg.faction and n > 0 for (faction, _), n in ledger)


def on_credit(r: Reading, m: Moment) -> Iterator[After]:
    """Points written inside an open unit before their cause."""
    for i, leg in enumerate(m.left):
        if type(leg) is PointsLeg and leg.sign > 0:
            if any(f == leg.faction and n > 0 for (f, _), n in r.ledger):
                continue
            counts = dict(r.ledger)
            key = (leg.faction, CREDIT)
            counts[key] = counts.get(key, 0) - leg.n
            ledger = tuple(sorted(counts.items()))
            yield (
                reading(r.main, r.dues, ledger),
                without(m.left, i, leg.n),
                leg,
                ("3.2",),
                None,
                False,
            )


def advance(
    readings: Paths,
    legs: tuple[Leg, ...],
    state: State,
    waive: bool = False,
    unsure: bool = False,
    at: int = 0,
    floating: bool = False,
) -> tuple[Paths, State]:
    """The readings after one action, and the state after it.

    Keys of `readings` are readings (with `waive`: (reading, waived or None)), values their paths.
    With `unsure`, what is not written yet may explain legs; with `floating`, points are written
    anywhere in the turn. Faults of the whole action stand in
    the state returned.
    """
    if len(legs) == 1 and not waive and not floating:
        return advance_one(readings, legs, state, unsure, at)
    end, faults = apply_all(state, legs)
    states: dict[tuple[Leg, ...], State] = {legs: state}
    level: dict[tuple[Leg, ...], Paths] = {legs: dict(readings)}
    done: Paths = {}
    through(level, done, states, legs, waive, unsure, at, floating)
    end.faults = faults
    return done, end


def through(
    level: dict[tuple[Leg, ...], Paths],
    done: Paths,
    states: dict[tuple[Leg, ...], State],
    legs: tuple[Leg, ...],
    waive: bool,
    unsure: bool,
    at: int,
    floating: bool,
) -> None:
    """Read the legs left at each node of the lattice; those with none left are done."""
    while level:
        left = max(level, key=weight)
        moment = Moment(states[left], left, False, left != legs, unsure, floating)
        waiving = Moment(states[left], left, True, left != legs, unsure) if waive else moment
        for key, path in level.pop(left).items():
            r, excused = key if waive else (key, None)
            m = waiving if waive and excused is None else moment
            for after, rest, leg, trail, waived, fresh in ways(r, m):
                if rest not in states:
                    states[rest] = apply(states[left], leg)
                bucket = level.setdefault(rest, {}) if rest else done
                new = (after, waived or excused) if waive else after
                if new not in bucket:
                    bucket[new] = NEW_STEP(Step, (path, leg, trail, fresh, at))


def advance_one(
    readings: Paths, legs: tuple[Leg, ...], state: State, unsure: bool, at: int
) -> tuple[Paths, State]:
    """The same for the plain case, a single leg."""
    moment = Moment(state, legs, unsure=unsure)
    done: Paths = {}
    level: dict[tuple[Leg, ...], Paths] = {}
    states: dict[tuple[Leg, ...], State] = {}
    for r, path in readings.items():
        for after, rest, leg, trail, _, fresh in ways(r, moment):
            bucket = done
            if rest:
                bucket = level.setdefault(rest, {})
                if rest not in states:
                    states[rest] = apply(state, leg)
            if after not in bucket:
                bucket[after] = NEW_STEP(Step, (path, leg, trail, fresh, at))
    if level:
        through(level, done, states, legs, False, unsure, at, False)
    return done, apply(state, legs[0])


NONE_BEGUN: Final = -1
"""No action of the crossed ones has been read from."""
BESIDE: Final = {PointsLeg, RelationLeg}


def advance_zipped(
    readings: Paths,
    actions: Actions,
    state: State,
    unsure: bool,
    first: int,
    strict: bool,
) -> tuple[Paths, State]:
    """Neighbouring actions read as one, whole units crosswise (`(2B+F)#$->/t->2+7+12`); `first` is
    the index of the first in its turn.

    Inside a unit nothing of an action comes after something of a later one, and some unit goes on
    in a later one: units that only change places are no zip. `strict`: the first action begins all
    of them, and each goes on; points and markers stand beside.
    """
    end = state
    faults: tuple[Fault, ...] = ()
    for legs in actions:
        end, more = apply_all(end, legs)
        faults += more
    end.faults = faults
    states = {actions: state}
    level: dict[Any, Paths] = {
        actions: {(r, NONE_BEGUN, False): path for r, path in readings.items()}
    }
    done: Paths = {}
    while level:
        lefts = max(level, key=lambda lefts: sum(map(weight, lefts)))
        here = states[lefts]
        moments = [
            Moment(here, left, False, left != whole, unsure) if left else None
            for left, whole in zip(lefts, actions, strict=True)
        ]
        for (r, last, joined), path in level.pop(lefts).items():
            for side, m in enumerate(moments):
                if m is None:
                    continue
                for after, rest, leg, trail, _, fresh in ways(r, m):
                    at = last if type(leg) in BESIDE and not fresh else side
                    if out_of_line(last, at, fresh, strict):
                        continue
                    remaining = (*lefts[:side], rest, *lefts[side + 1 :])
                    if remaining not in states:
                        states[remaining] = apply(here, leg)
                    key = (after, at, joined or (at > max(last, 0) and not fresh))
                    bucket = level.setdefault(remaining, {}) if any(remaining) else done
                    bucket.setdefault(key, Step(path, leg, trail, fresh, first + side))
    merged: Paths = {}
    for (r, last, joined), path in done.items():
        if last > 0 if strict else joined:
            merged.setdefault(r, path)
    return merged, end


def out_of_line(last: int, at: int, fresh: bool, strict: bool) -> bool:
    """Whether a leg of action `at` can't follow one of action `last` in crossed actions."""
    if not strict:
        return not fresh and at < last
    if fresh:
        return at > 0 or last == 0
    return not 0 <= last <= at


def weight(left: tuple[Leg, ...]) -> int:
    """How much is still to read: the count of legs and of what is in them."""
    return sum(leg.n for leg in left)


def apply_all(state: State, legs: tuple[Leg, ...]) -> tuple[State, tuple[Fault, ...]]:
    """The state after all legs, with the faults of each."""
    faults: tuple[Fault, ...] = ()
    for leg in legs:
        state = apply(state, leg)
        faults += state.faults
    if len(legs) > 1 or faults:
        state = state.fork()
    return state, faults


def settled(r: Reading, m: Moment) -> bool:
    """Whether the turn may end here and every point is written, wherever in it."""
    return finished(r, m) and not r.ledger


def promising(readings: Paths, state: State, most: int) -> Paths:
    """The readings, and those in which points of this moment are written elsewhere in the turn.

    At most so many are returned.
    """
    legs = tuple(PointsLeg(PLENTY, f) for f in state.score)
    m = Moment(state, legs, floating=True)
    found: Paths = dict(readings)
    pending = list(readings)
    while pending and len(found) < most:
        r = pending.pop()
        for after in promised(r, m):
            if after not in found:
                found[after] = found[r]
                pending.append(after)
    return found


PLENTY: Final = 30
"""More points than any one thing brings."""


def promised(r: Reading, m: Moment) -> Iterator[Reading]:
    """Every way points could be written here, as points to be written elsewhere."""
    blocked = not all(m.passes(due.clause) for due in r.urgent)
    kept = tuple(due for due in r.dues if due.deadline != "unit")
    for w in m.begin(r.main):
        if type(w.leg) is not PointsLeg or w.leg.n == PLENTY or (w.fresh and blocked):
            continue
        gained = Gained(w.leg.faction, "3.2", w.leg.n)
        dues = kept if w.fresh else r.dues
        yield reading(w.rest, *with_effects(dues, r.ledger, (*w.effects, gained)))


def finished(r: Reading, m: Moment) -> bool:
    """Whether the turn may end here: nothing is owed but points."""
    return m.passes(r.main) and all(m.passes(due) for due in r.dues) and not r.credit
