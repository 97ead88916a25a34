"""Blame: why no reading takes an action, in rounds; and readings repaired so that the turn goes on.

1. Here: the action taken with one waiver. 2. Earlier: one waiver anywhere since the last repair,
where a skipped step left no trace. 3. Out of step: which numbered step of the turn could have
written it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from notation.legs import Leg
from replayer.state import State
from validator.algebra import (
    AnyOrder,
    Clause,
    Gain,
    Gained,
    InOrder,
    Inside,
    Moment,
    Rule,
    Waived,
    owed,
    parameters,
)
from validator.bookkeeping import says_nothing
from validator.readings import CREDIT, Paths, Reading, advance, apply_all, finished, reading
from validator.registry import LEFT_OUT, ORPHANS, RULES, TURNS, Orphan
from validator.switches import WAIVED

RANK: Final = {
    "budget": 0,
    "misplaced": 1,
    "count": 1,
    "points": 2,
    "demand": 3,
    "ban": 3,
    "hits": 4,
    "instead": 4,
    "due": 5,
    "soft due": 5,
    "duty": 6,
    "soft duty": 6,
    "interrupt": 7,
    "demands": 8,
    "unearned": 8,
    "credit": 9,
}
AHEAD: Final = 8
"""How many further actions an explanation is tried on."""
WIDEST: Final = 256
"""How many excused readings are kept while looking earlier in the turn."""


class Before(NamedTuple):
    """Readings and state before an action."""

    readings: Paths
    state: State


class Trial:
    """What is needed to read again since the last repair."""

    def __init__(self, readings: Paths, state: State, start: int) -> None:
        self.start = start
        self.before: dict[int, Before] = {start: Before(readings, state)}

    def holds(self, i: int) -> bool:
        return i in self.before

    def fork(self) -> Trial:
        """The same, to read on from."""
        new = Trial(*self.before[self.start], self.start)
        new.before = dict(self.before)
        return new


class Blamed(NamedTuple):
    """An explanation: kind of finding, rule, message, the action at fault, and how to go on."""

    kind: str
    rule: str
    message: str
    at: int
    readings: Paths
    also: tuple[str, ...] = ()
    skips: bool = False  # something that was owed has been passed over
    stray: bool = False  # nothing that was open could take the action


SKIPS: Final = {"due", "soft due", "duty", "soft duty", "interrupt"}


class Excuse(NamedTuple):
    """A waiver and the action it was given at."""

    waived: Waived
    at: int


def blame(
    trial: Trial, before: Paths, legs: list[tuple[Leg, ...]], i: int, state: State, unsure: bool
) -> Blamed:
    """Explain why no reading takes action i, and repair."""
    here = excused(before, legs[i], state, i, unsure)
    best = ranked(here, legs, i, state, unsure)
    if trial.start < i:
        earlier = rerun(trial, legs, i, unsure)
        other = ranked(earlier, legs, i, state, unsure)
        late = best and best[0].excuse.waived.kind == "credit"
        if other and (not best or late or is_better(other[0], best[0], state)):
            best = other
    if best:
        first = best[0]
        also = tuple(
            dict.fromkeys(
                c.excuse.waived.number
                for c in best[1:]
                if c.key == first.key and c.excuse.waived.number != first.excuse.waived.number
            )
        )
        return Blamed(
            kind_of(first.excuse.waived, state),
            first.excuse.waived.number,
            first.excuse.waived.says,
            first.excuse.at,
            first.readings,
            also,
            first.excuse.waived.kind in SKIPS,
        )
    unit = unfinished(before, legs[i], state, i, unsure)
    return unit or out_of_step(before, legs[i], state, i)


class GivenUp(Moment):
    """A moment in which whatever is open may be left as it is."""

    __slots__ = ()

    def passes(self, clause: Clause) -> bool:
        return True


def unfinished(
    before: Paths, legs: tuple[Leg, ...], state: State, i: int, unsure: bool
) -> Blamed | None:
    """All readings are inside a unit that does not go on so: name it, and go on without it."""
    m = Moment(state, legs)
    if not before or not all(r.main.owes(m) for r in before):
        return None
    idle = GivenUp(state, legs)
    freed = {reading(r.main.close(idle), r.dues, r.ledger): path for r, path in before.items()}
    after, _ = advance(freed, legs, state, unsure=unsure, at=i)
    if not after:
        return None
    open_unit = next(iter(before)).main
    number = open_unit.label(m)
    return Blamed("illegal", number, owed(number, open_unit.wants(m)), i, after)


class Candidate(NamedTuple):
    excuse: Excuse
    readings: Paths
    reach: int
    key: tuple[int, int]


def is_better(earlier: Candidate, here: Candidate, state: State) -> bool:
    """Whether the fault lies earlier in the turn: much more of it reads so, or as much and only the
    record is short of something."""
    waived = earlier.excuse.waived
    mild = waived.kind == "demand" and kind_of(waived, state) == "omission"
    return earlier.reach >= here.reach + (0 if mild else 2)


def excused(
    before: Paths, legs: tuple[Leg, ...], state: State, at: int, unsure: bool
) -> dict[Excuse, Paths]:
    """The readings after this action with exactly one waiver, by waiver."""
    keyed = {(r, None): path for r, path in before.items()}
    after, _ = advance(keyed, legs, state, waive=True, unsure=unsure, at=at)
    return grouped(after, at)


def grouped(after: Paths, at: int) -> dict[Excuse, Paths]:
    groups: dict[Excuse, Paths] = {}
    for (r, waived), path in after.items():
        if waived is not None:
            excuse = waived if isinstance(waived, Excuse) else Excuse(waived, at)
            groups.setdefault(excuse, {})[r] = path
    return groups


def rerun(trial: Trial, legs: list[tuple[Leg, ...]], i: int, unsure: bool) -> dict[Excuse, Paths]:
    """The same with the waiver given at some earlier action since the last repair."""
    start = trial.before[trial.start]
    keyed: dict[Any, Any] = {(r, None): path for r, path in start.readings.items()}
    state = start.state
    for at in range(trial.start, i + 1):
        if says_nothing(state, legs[at]):
            state, _ = apply_all(state, legs[at])
            continue
        after, state = advance(keyed, legs[at], state, waive=True, unsure=unsure, at=at)
        keyed = {}
        for (r, waived), path in after.items():
            if waived is not None and not isinstance(waived, Excuse):
                if at == i:
                    continue  # that is round one
                waived = Excuse(waived, at)
            if waived is None or len(keyed) < WIDEST:
                keyed[(r, waived)] = path
    return grouped({key: path for key, path in keyed.items() if key[1] is not None}, i)


def skipped(
    trial: Trial, legs: list[tuple[Leg, ...]], i: int, state: State, unsure: bool
) -> dict[Excuse, Paths]:
    """The readings after action i, if one thing since the last repair went unwritten; not those
    that have begun something of it since."""
    m, before = Moment(state, ()), trial.before[i]
    groups = excused(before.readings, legs[i], before.state, i, unsure)
    if trial.start < i:
        groups |= rerun(trial, legs, i, unsure)
    return {
        excuse: {r: path for r, path in readings.items() if not begun_late(r, m)}
        for excuse, readings in groups.items()
        if excuse.waived.kind in SKIPS and kind_of(excuse.waived, state) == "omission"
    }


def begun_late(r: Reading, m: Moment) -> bool:
    """Whether what was passed over wants more than the record may be short of."""
    late = [missing(due.clause, m) for due in r.dues if due.deadline == "late"]
    return any(not soft for duties in late for _, soft, _ in duties)


def ranked(
    groups: dict[Excuse, Paths], legs: list[tuple[Leg, ...]], i: int, state: State, unsure: bool
) -> list[Candidate]:
    """Explanations, best first: how far the turn then reads, then the kind of waiver."""
    if not groups:
        return []
    after, _ = apply_all(state, legs[i])
    found = []
    for excuse, readings in groups.items():
        reach = how_far(readings, legs, i + 1, after, unsure)
        found.append(Candidate(excuse, readings, reach, (-reach, RANK.get(excuse.waived.kind, 9))))
    found.sort(key=in_order_of_merit)
    if is_untimely(found[0].excuse.waived):  # unless only the record is short of something
        found.sort(key=lambda c: (-c.reach, kind_of(c.excuse.waived, state) != "omission"))
    return found


def is_untimely(waived: Waived) -> bool:
    """Whether what is waived forbids an effect out of its time."""
    return (waived.kind, waived.number) == ("ban", "1.4.1")


def in_order_of_merit(c: Candidate) -> tuple[tuple[int, int], int, str, str]:
    """Among equals the more specific number comes first."""
    waived = c.excuse.waived
    card = waived.number.startswith("card.")
    return c.key, -9 if card else -waived.number.count("."), waived.number, waived.says


def how_far(
    readings: Paths, legs: list[tuple[Leg, ...]], i: int, state: State, unsure: bool
) -> int:
    """How many further actions read without another waiver, up to AHEAD; one less where the turn
    ends in something that only the record may be short of, two where more is owed."""
    for k in range(AHEAD):
        if i + k >= len(legs):
            m = Moment(state, ())
            if any(finished(r, m) for r in readings):
                return AHEAD
            return AHEAD - 1 if any(not unmet(r, m).weight[0] for r in readings) else AHEAD - 2
        if says_nothing(state, legs[i + k]):
            state, _ = apply_all(state, legs[i + k])
            continue
        readings, state = advance(readings, legs[i + k], state, unsure=unsure)
        if not readings:
            return k
    return AHEAD


def kind_of(waived: Waived, state: State) -> str:
    """A soft rule's duty is only missing from the record; so is a cost it may have left out."""
    left_out = LEFT_OUT.get((waived.number, waived.says))
    if left_out is not None and left_out(state):
        return "omission"
    if waived.kind in ("soft due", "soft duty"):
        return "omission"
    if waived.kind in ("duty", "due") and is_soft(waived.number):
        return "omission"
    return "illegal"


def is_soft(number: str) -> bool:
    rule = RULES.get(number)
    return rule is not None and rule.soft


def out_of_step(before: Paths, legs: tuple[Leg, ...], state: State, i: int) -> Blamed:
    """Which numbered step could have written it, had it been its turn; else nothing reads it."""
    found: list[tuple[tuple[bool, int], str]] = []
    for waive in (False, True):
        m = Moment(state, legs, waive)
        for step, rule in steps(state.turn):
            for way in m.begin(step):
                if way.waived is not None and way.waived.kind == "ban":
                    continue  # a ban says what a step is not
                number = next((n for n in way.trail if n[0] not in "~?"), rule.number)
                read = sum(leg.n for leg in legs) - sum(leg.n for leg in way.left)
                found.append(((waive, -read), number))
        if found:
            break
    everything = -sum(leg.n for leg in legs)
    shape = orphan_of(legs, state)
    if shape is not None and not any(read == everything for (_, read), _ in found):
        return Blamed("illegal", shape.number, shape.says, i, dict(before), stray=True)
    if found:
        number = min(found, key=lambda pair: pair[0])[1]
        return Blamed("illegal", number, "out of step here (1.4.1)", i, dict(before), stray=True)
    says = "no rule of this turn explains it"
    return Blamed("illegal", "1.4.1", says, i, dict(before), stray=True)


def steps(faction: str) -> list[tuple[Clause, Rule]]:
    """The numbered steps of a faction's own chapter that ask for nothing but the state, or for
    whose turn it is."""
    turn = TURNS.get(faction)
    chapter = f"{turn.number}." if turn is not None else "?"
    own = [rule for number, rule in RULES.items() if number.startswith(chapter)]
    asked = [(rule, parameters(rule.body)[1:]) for rule in own]
    return [
        (rule(*(faction for _ in args)), rule) for rule, args in asked if args in ((), ("faction",))
    ]


def orphan_of(legs: tuple[Leg, ...], state: State) -> Orphan | None:
    """What a leg breaks by its shape alone; None where no shape says so."""
    return next(
        (
            shape
            for shape in ORPHANS
            if shape.number not in WAIVED and any(shape.fits(state, leg) for leg in legs)
        ),
        None,
    )


# --- what a turn still owes ---------------------------------------------------------------


TOO_LATE: Final = "before the turn ended"
UNEARNED: Final = "3.2"
"""The number under which points that nothing brings are told."""


class Owed(NamedTuple):
    """Duties (rule, soft, what is missing) and points a reading still owes."""

    duties: tuple[tuple[str, bool, str], ...]
    points: tuple[Gained, ...]

    @property
    def weight(self) -> tuple[int, int, int]:
        hard = sum(1 for _, soft, _ in self.duties if not soft)
        return hard, len(self.duties), sum(g.n for g in self.points)


def unmet(r: Reading, m: Moment) -> Owed:
    """Everything this reading owes when the turn ends here."""
    duties = [] if m.passes(r.main) else missing(r.main.nested(), m)
    for due in r.dues:
        if due.deadline != "late" and not m.passes(due.clause):
            says = owed(due.number, due.clause.wants(m), TOO_LATE)
            soft = is_soft(due.number) or due.clause.soft(m)
            duties.append((due.number, soft, says))
    for (faction, number), n in r.ledger:
        if number == CREDIT and UNEARNED not in WAIVED:
            many = "point" if n == -1 else "points"
            duties.append((UNEARNED, False, f"{-n} {many} for {faction} without a cause"))
    points = [Gained(f, number, n) for (f, number), n in r.ledger if n > 0 and number != CREDIT]
    points.extend(gains(duties))
    kept = tuple(d for d in duties if not d[2].startswith("points:"))
    return Owed(tuple(dict.fromkeys(kept)), tuple(points))


def gains(duties: list[tuple[str, bool, str]]) -> list[Gained]:
    """The points among what is missing."""
    found = []
    for number, _, says in duties:
        if says.startswith("points:"):
            faction, count = says.split(":")[1:]
            found.append(Gained(faction, number, int(count)))
    return found


def passed_over(r: Reading, m: Moment) -> list[Gained]:
    """Points that were told as missing when play went on."""
    late = [missing(due.clause, m) for due in r.dues if due.deadline == "late"]
    return [gained for duties in late for gained in gains(duties)]


def missing(clause: Clause, m: Moment) -> list[tuple[str, bool, str]]:
    """The parts of a clause that may not be left as they are."""
    if m.passes(clause):
        return []
    match clause:
        case InOrder(parts=parts) | AnyOrder(parts=parts):
            return [found for part in parts for found in missing(part, m)]
        case Inside(rule=rule, main=main):
            found = missing(main, m)
            if rule.unit and not main.soft(m):
                found = [(n, soft and says.startswith("points:"), says) for n, soft, says in found]
            return found
        case Gain(faction=faction, number=number, n=n):
            return [(number, True, f"points:{faction}:{n}")]
        case _:
            opened = getattr(clause, "opened", None)
            if opened is not None:
                body = opened(m)
                if isinstance(body, InOrder | AnyOrder | Gain):
                    return missing(body, m)
            held = getattr(clause, "main", None)  # what stands beside a phase or counts in it
            if isinstance(held, Clause) and not m.passes(held):
                return missing(held, m)
            number = clause.label(m)
            soft = is_soft(number) or clause.soft(m)
            return [(number, soft, owed(number, clause.wants(m), TOO_LATE))]
