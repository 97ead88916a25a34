"""One turn: its actions read in order, and what is told where no reading is left."""

from __future__ import annotations

from typing import Final, NamedTuple

from notation.legs import CardLeg, Leg, PieceLeg, PointsLeg
from replayer.slack import ferry_gone_along, loosen_hand, may_have_drawn, points_unwritten
from replayer.state import Fault, State
from validator.algebra import Clause, Gained, Moment
from validator.blame import (
    UNEARNED,
    Before,
    Blamed,
    Owed,
    Trial,
    blame,
    passed_over,
    skipped,
    unmet,
)
from validator.bookkeeping import says_nothing
from validator.deck import lays_open, too_many
from validator.faults import fault_rule
from validator.kinds import DRAWN
from validator.lines import (
    MOST_CROSSED,
    Line,
    both_many,
    crossed,
    draws_any,
    from_a_board,
    is_discard,
    zippable,
)
from validator.paths import notes_of, rule_of, unwritten
from validator.readings import (
    Paths,
    Reading,
    Step,
    advance,
    advance_zipped,
    apply_all,
    finished,
    reading,
)
from validator.registry import ASKS_SCORE, COSTS, RULES
from validator.reorder import MOST_UNITS, Moved, Search, Unit, is_one, points_elsewhere
from validator.switches import WAIVED
from validator.winners import Reached, at_thirty, champions, may_be_won


class Told(NamedTuple):
    """Something to report about one action (`line` None: the turn as a whole)."""

    kind: str
    rule: str
    message: str
    line: Line | None
    state: State  # before the action
    because: tuple[Line, str] | None = None
    also: tuple[str, ...] = ()
    once: bool = False  # told once a record


class Carried(NamedTuple):
    """Readings that took actions still to come, up to this one."""

    readings: Paths
    last: int


class TurnRuling(NamedTuple):
    told: list[Told]
    citations: list[tuple[Line, str]]
    state: State
    undecided: bool
    over: bool  # somebody had won
    states: tuple[State, ...]  # before each action, and after the last
    readings: Paths  # those that live at its end
    champions: tuple[str, ...] = ()  # who may have won with this turn


def read_turn(
    state: State, lines: list[Line], clause: Clause, *, complete: bool, over: bool
) -> TurnRuling:
    """Read one turn from the state at its start.

    `complete`: play went on after this turn, so what is still owed at its end is told. `over`: the
    game had already been won.
    """
    return Turn({reading(clause): None}, state, lines, complete, over).read()


class Turn:
    def __init__(
        self, readings: Paths, state: State, lines: list[Line], complete: bool, over: bool
    ) -> None:
        self.lines, self.complete, self.over = lines, complete, over
        self.unsure = False  # what only a hireling or landmark may explain has been leant on
        self.told: list[Told] = []
        self.readings, self.state = readings, state
        self.trial = Trial(self.readings, state, 0)  # since the last repair
        self.undecided = False
        self.settled = 0  # how many actions are legal in another order
        self.moves = MOST_UNITS  # how many units may still be moved
        self.carried: Carried | None = None  # readings that took coming actions with this one
        self.crossed = -1  # the last action they took
        self.states: list[State] = []
        self.skipped = False  # the last action was told to pass over something owed
        self.reached: list[Reached] = []  # who has come to thirty points

    def read(self) -> TurnRuling:
        self.read_from(0)
        ends = self.ends()
        self.tell_notes(ends)
        return TurnRuling(
            self.told,
            self.citations(ends),
            self.state,
            self.undecided,
            self.over,
            (*self.states, self.state),
            self.readings,
            champions(self.reached, next(iter(ends), None), self.state.turn),
        )

    def read_from(self, start: int) -> None:
        """Read the actions from there to the turn's end, and see what is still owed."""
        for i in range(start, len(self.lines)):
            line = self.lines[i]
            self.states.append(self.state)
            before, state = self.readings, self.state
            if i < self.settled:
                self.state, _ = apply_all(state, line.legs)
                self.note_thirty(i, state)
                continue
            if i == self.settled > 0:
                self.trial = Trial(self.readings, self.state, i)
            self.trial.before[i] = Before(before, state)
            if self.carried is not None:
                if i == self.carried.last:
                    self.readings, self.carried = self.carried.readings, None
                self.state, _ = apply_all(state, line.legs)
                continue
            if says_nothing(state, line.legs):
                self.state, _ = apply_all(state, line.legs)
                continue
            count = len(self.told)
            self.readings, self.state = self.take(i, before, state)
            if len(self.told) > count:
                self.loosen(line)
                if self.told[-1].rule == "16.2.2.V" and self.told[-1].kind == "omission":
                    self.follow_ferry(i)
            if i >= self.settled:
                self.tell_faults(i, state)
                self.tell_deck(line, state)
            self.note_thirty(i, state)
        if self.complete and not self.over:
            self.tell_unfinished()

    def note_thirty(self, i: int, before: State) -> None:
        """Who comes to thirty points with action i, if nobody had before this turn (3.1)."""
        if (self.over and not self.reached) or (i and self.state.score is before.score):
            return
        known = {one.faction for one in self.reached}
        self.reached += [Reached(f, i) for f in at_thirty(self.state) if f not in known]
        self.over = bool(self.reached)

    # --- one action -----------------------------------------------------------------------

    def take(self, i: int, before: Paths, state: State) -> tuple[Paths, State]:
        """Readings and state after action i; tells where none is left, and repairs."""
        line = self.lines[i]
        if any(asks(leg) for asks in ASKS_SCORE for leg in line.legs):
            state = with_earned(state, before)
        after, end = advance(before, line.legs, state, unsure=self.unsure, at=i)
        if self.over and after:
            after = self.after_the_end(line, after, state)
        if after:
            return after, end
        after = self.again(i, self.unsure)
        if after:
            return after, end
        if not self.unsure:
            after = {r: step for r, step in self.again(i, True).items() if unwritten(step)}
            if after:
                self.tell_undecided(line, state, after)
                self.unsure = True
                return after, end
        after, last = self.crosswise(i)
        if after and last == i:
            return after, end
        if after:
            self.carried, self.crossed = Carried(after, last), last
            return before, end
        return self.refuse(i, before, state), end

    def crosswise(self, i: int) -> tuple[Paths, int]:
        """The readings after action i and some neighbours whose units are written crosswise
        (`2w$->/2Ew9->/2w->9`, `2%x->e/Cw9->/Cw9->`), and the index of the last; none where they
        are not."""
        pair = tuple(line.legs for line in self.lines[i : i + 2])
        if len(pair) > 1 and zippable(*pair):
            readings, state = self.trial.before[i]
            after, _ = advance_zipped(readings, pair, state, self.unsure, i, strict=False)
            if after:
                return after, i + 1
        for more in range(1, MOST_CROSSED):
            for first in range(i, max(self.trial.start, self.crossed + 1, i - more) - 1, -1):
                actions = tuple(line.legs for line in self.lines[first : first + more + 1])
                if len(actions) <= more or not crossed(actions):
                    continue
                readings, state = self.trial.before[first]
                after, _ = advance_zipped(readings, actions, state, self.unsure, first, strict=True)
                if after:
                    return after, first + more
        return {}, i

    def again(self, i: int, unsure: bool) -> Paths:
        """The readings after action i, read again since the last repair and more widely.

        Neighbouring actions may be whole units written crosswise; with `unsure`, what is not
        written yet may explain actions. Both are rare, so they are tried where the plain way finds
        nothing.
        """
        start = self.trial.start
        pairs = [
            both_many(self.lines[at - 1].legs, self.lines[at].legs)
            for at in range(start + 1, i + 1)
        ]
        if not unsure and not any(pairs):
            return {}
        readings = previous = self.trial.before[start].readings
        for at in range(start, i + 1):
            legs, state = self.lines[at].legs, self.trial.before[at].state
            if says_nothing(state, legs):
                continue
            after, _ = advance(readings, legs, state, unsure=unsure, at=at)
            if at > start and pairs[at - start - 1]:
                earlier = self.lines[at - 1].legs
                before = self.trial.before[at - 1].state
                zipped, _ = advance_zipped(
                    previous, (earlier, legs), before, unsure, at - 1, strict=False
                )
                after = {**zipped, **after}
            previous, readings = readings, after
            if not readings and not (at < i and pairs[at - start]):
                return {}
        return readings

    def after_the_end(self, line: Line, after: Paths, state: State) -> Paths:
        """Once somebody has won, only what was under way is finished (3.1), and points written."""
        if all(isinstance(leg, PointsLeg) for leg in line.legs):
            return after
        kept = {r: step for r, step in after.items() if not step.fresh}
        if kept or self.told_over() or "3.1" in WAIVED:
            return kept or after
        says = "the game is over: thirty points"
        self.told.append(Told("illegal", "3.1", says, line, state, once=True))
        return after

    def told_over(self) -> bool:
        return any(told.rule == "3.1" for told in self.told)

    def refuse(self, i: int, before: Paths, state: State) -> Paths:
        """No reading takes action i: explain it, and go on with the repaired readings."""
        line = self.lines[i]
        legs = [later.legs for later in self.lines]
        blamed: Blamed = blame(self.trial, before, legs, i, state, self.unsure)
        elsewhere = self.elsewhere(i, blamed)
        if elsewhere is not None:
            return elsewhere
        because = None
        if blamed.at != i:
            because = (self.lines[blamed.at], blamed.rule)
        undrawn = self.after_a_draw(i) if blamed.kind == "illegal" else None
        if undrawn is not None:
            blamed, because = undrawn, None
            line, state = self.lines[blamed.at], self.trial.before[blamed.at].state
        self.skipped = blamed.skips
        kind = blamed.kind
        if self.undecided and kind != "order":
            kind = "undecided"
        self.told.append(Told(kind, blamed.rule, blamed.message, line, state, because, blamed.also))
        repaired: Paths = blamed.readings or before
        if self.over and kind == "omission" and blamed.readings:
            repaired = self.after_the_end(line, repaired, state)
        after_state, _ = apply_all(self.trial.before[i].state, self.lines[i].legs)
        self.trial = Trial(repaired, after_state, i + 1)
        return repaired

    def after_a_draw(self, i: int) -> Blamed | None:
        """The draw that this turn does not write, where only that explains cards discarded up to
        action i; with the readings behind action i."""
        faction = self.state.turn
        if not is_discard(self.lines[i], faction) or draws_any(self.lines, faction):
            return None
        first = i
        while first and is_discard(self.lines[first - 1], faction) and self.trial.holds(first - 1):
            first -= 1
        for k in range(first, i + 1):
            before, state = self.trial.before[k]
            drawn, legs = may_have_drawn(state, faction, MOST_DRAWN), self.lines[k].legs
            blamed = blame(Trial(before, drawn, 0), before, [legs], 0, drawn, self.unsure)
            if blamed.kind != "omission" or not is_draw(blamed.rule):
                continue
            readings = blamed.readings
            for at in range(k + 1, i + 1):
                state = self.trial.before[at].state
                readings, _ = advance(readings, self.lines[at].legs, state, at=at)
            if readings and self.reads_on(readings, i):
                return blamed._replace(at=k, readings=readings)
        return None

    def reads_on(self, readings: Paths, i: int) -> bool:
        """Whether the action behind action i, if there is one, is read as well."""
        if i + 1 >= len(self.lines):
            return True
        state, _ = apply_all(self.trial.before[i].state, self.lines[i].legs)
        after, _ = advance(readings, self.lines[i + 1].legs, state, at=i + 1)
        return bool(after)

    def elsewhere(self, i: int, blamed: Blamed) -> Paths | None:
        """The readings if the turn is legal, or less is illegal, with units at other places, which
        are told; None if it is not. The fewest units come first."""
        if not self.moves or self.unsure or any(told.kind not in MILD for told in self.told):
            return None
        legs = [line.legs for line in self.lines]
        known, start = self.trial.before, self.trial.start
        search = Search(known, legs, start, i, self.complete)
        nearest = search.run(1)
        if nearest.legal is not None and all_written(nearest.legal):
            return self.tell_order(i, nearest.legal, blamed)
        readings = points_elsewhere(known, legs, start)
        if readings:
            return self.tell_points(i, readings, blamed)
        if nearest.legal is not None:
            return self.tell_order(i, nearest.legal, blamed)
        moved = nearest.short or self.several(search, blamed, i)
        if moved is not None and blamed.kind == "illegal":
            return self.tell_order(i, moved, blamed)
        return None

    def several(self, search: Search, blamed: Blamed, i: int) -> Moved | None:
        """An order with units elsewhere, by which fewer things in the turn are illegal and no more
        is told than when the refused unit is let pass."""
        passed = self.told_with(None, i)
        if len(passed) == 1:
            return None
        found = search.run(self.moves)
        better = []
        for k, moved in enumerate((found.legal, found.short, found.further)):
            if moved is None or not all(is_one(unit, moved.readings) for unit in moved.units):
                continue
            told = self.told_with(moved, i)
            if not blamed.stray and any(
                one.rule == blamed.rule and one.message == blamed.message for one in told
            ):
                continue  # the same breach, only later
            first = moved.units[0]
            unit = (self.lines[i], *self.lines[first.first : first.last + 1])
            beside = [one for one in passed if one.line not in unit]
            illegal, total = illegal_in(told), len(told) + len(moved.units)
            if illegal < 1 + illegal_in(beside) and total <= 1 + len(beside):
                better.append((illegal, total, k, moved))
        return min(better)[3] if better else None

    def told_with(self, moved: Moved | None, i: int) -> list[Told]:
        """What would be told from action i on: with units moved, or with what is refused let
        pass."""
        other = Turn(*self.trial.before[i], self.lines, self.complete, self.over)
        other.unsure, other.undecided, other.skipped = self.unsure, self.undecided, self.skipped
        other.settled, other.carried, other.reached = self.settled, self.carried, [*self.reached]
        other.crossed = self.crossed
        other.trial, other.moves = self.trial.fork(), 0
        if moved is not None:
            other.readings, other.settled = moved.readings, moved.until
        other.read_from(i)
        return other.told

    def tell_order(self, i: int, moved: Moved, blamed: Blamed) -> Paths:
        """The turn is legal with these units elsewhere: so it was written, not so it was played."""
        for k, unit in enumerate(moved.units):
            self.tell_unit(unit, blamed if k == 0 else self.blamed_in(unit))
        self.settled = moved.until
        self.moves -= len(moved.units)
        return moved.readings

    def blamed_in(self, unit: Unit) -> Blamed:
        """Why a unit is refused where it stands, in the order in which it was read."""
        legs = [self.lines[at].legs for at in unit.ahead]
        after, end = advance(unit.readings, legs[0], unit.state, unsure=self.unsure)
        if after:
            return self.impossible(end.faults[0], legs[0], unit.state, after, 0)
        trial = Trial(unit.readings, unit.state, 0)
        return blame(trial, unit.readings, legs, 0, unit.state, self.unsure)

    def tell_unit(self, unit: Unit, blamed: Blamed) -> None:
        """One unit that is legal elsewhere."""
        text = "/".join(line.entry.text for line in self.lines[unit.first : unit.last + 1])
        if unit.before < len(self.lines):
            where = f"before {self.lines[unit.before].entry.text}"
        else:
            where = "at the end of the turn"
        says = f"legal had {text} been written {where} ({blamed.message})"
        self.told.append(Told("order", blamed.rule, says, self.lines[unit.at], unit.state))

    def tell_points(self, i: int, readings: Paths, blamed: Blamed) -> Paths:
        """All points of the turn are earned in it, but written elsewhere."""
        says = f"legal had the points been written with what brings them ({blamed.message})"
        before = self.trial.before[i].state
        self.told.append(Told("order", blamed.rule, says, self.lines[i], before))
        self.settled = len(self.lines)
        return readings

    def tell_faults(self, i: int, state: State) -> None:
        """What cannot have happened on a table, unless the action was refused anyway."""
        if not self.state.faults:
            return
        line = self.lines[i]
        faults = [f for f in self.state.faults if not (self.unsure and f.kind == "item")]
        if not faults or (self.told and self.told[-1].line is line):
            return
        blamed = self.impossible(faults[0], line.legs, state, self.readings, i)
        if blamed.rule in WAIVED:
            return
        elsewhere = self.elsewhere(i, blamed)
        if elsewhere is not None:
            self.readings = elsewhere
            return
        kind = blamed.kind
        if self.unsure and (faults[0].kind == "hand" or from_a_board(line)):
            kind = "omission"  # something that the record leaves out, for all we know
        elif self.undecided:
            kind = "undecided"
        self.told.append(Told(kind, blamed.rule, blamed.message, line, state))
        self.loosen(line)

    def impossible(
        self, fault: Fault, legs: tuple[Leg, ...], state: State, readings: Paths, i: int
    ) -> Blamed:
        """A fault of the table as the breach of the rule that the legs were read under."""
        step = next(iter(readings.values()), None)
        rule = fault_rule(fault, legs, state, rule_of(step) if step is not None else "")
        return Blamed("illegal", rule, fault.message, i, readings)

    def tell_deck(self, line: Line, state: State) -> None:
        """A card that lies open more often than the deck has it; no deal explains that (2.1)."""
        if not any(map(lays_open, line.legs)):
            return
        if self.told and self.told[-1].line is line:
            return
        surplus = too_many(self.state)
        if surplus is None or surplus.rule in WAIVED or too_many(state) is not None:
            return
        kind = "undecided" if self.undecided else "illegal"
        self.told.append(Told(kind, surplus.rule, surplus.says, line, state))

    def follow_ferry(self, i: int) -> None:
        """A move over water whose ferry is not written took the ferry along all the same."""
        ferry = self.state.ferry
        for line in reversed(self.lines[: i + 1]):
            for leg in line.legs:
                if isinstance(leg, PieceLeg) and leg.start == ferry and isinstance(leg.end, int):
                    self.state = ferry_gone_along(self.state, leg.end)
                    return

    def loosen(self, line: Line | None) -> None:
        """After a slip with cards the hands it touched are known less well."""
        cards = [leg for leg in line.legs if isinstance(leg, CardLeg)] if line else []
        for leg in cards:
            for place in (leg.start, leg.end):
                if isinstance(place, str) and place in self.state.hand:
                    self.state = loosen_hand(self.state, place, leg.n, leg.n)
        if self.skipped:  # what was passed over may have been cards: a draw, an extortion
            for faction in self.state.hand:
                slack = SLACK if faction == self.state.turn else 1
                self.state = loosen_hand(self.state, faction, slack, slack)
        self.skipped = False

    def tell_undecided(self, line: Line, state: State, after: Paths) -> None:
        why = unwritten(next(iter(after.values())))
        self.told.append(Told("undecided", "4.1.3", why, line, state))
        self.undecided = True

    # --- the end of the turn --------------------------------------------------------------

    def tell_unfinished(self) -> None:
        """Duties and points that are still owed."""
        m = Moment(self.state, ())
        last_line = len(self.lines) - 1
        if not any(finished(r, m) for r in self.readings) and self.trial.holds(last_line):
            wider = self.again(last_line, self.unsure)  # units written crosswise may be finished
            self.readings = {**self.readings, **wider}
        best = least_owed(self.readings, m)
        if best is None:
            return
        if best[0].weight[0]:
            best = self.with_a_draw(m) or self.with_a_skip(m) or best
        owed, r = best
        last = self.lines[-1] if self.lines else None
        ended = may_be_won(self.state, owed.points)
        for rule, soft, says in owed.duties:
            if ended and rule != UNEARNED:
                continue  # nothing more is done once somebody has won (3.1)
            kind = "omission" if soft else "illegal"
            if self.undecided and kind == "illegal":
                kind = "undecided"
            line = self.unearned(r) if rule == UNEARNED else last
            self.told.append(Told(kind, rule, says, line, self.state))
            self.state = loosen_hand(self.state, self.state.turn, SLACK, SLACK)
        if owed.points and self.written_elsewhere(owed.points[0], last):
            return
        for gained in owed.points:
            says = f"{gained.n} point{'s' if gained.n > 1 else ''} for {gained.faction} not written"
            self.told.append(Told("omission", gained.number, says, last, self.state))
        for gained in (*owed.points, *passed_over(r, m)):
            self.state = points_unwritten(self.state, gained.faction, gained.n)

    def with_a_draw(self, m: Moment) -> tuple[Owed, Reading] | None:
        """What is owed if the last cards were discarded after a draw that this turn does not write,
        which is told; None where that is no way out."""
        last = len(self.lines) - 1
        found = self.after_a_draw(last) if self.trial.holds(last) else None
        best = least_owed(found.readings, m) if found is not None else None
        if found is None or best is None or best[0].weight[0]:
            return None
        self.readings = found.readings
        line, state = self.lines[found.at], self.trial.before[found.at].state
        self.told.append(Told(found.kind, found.rule, found.message, line, state))
        return best

    def with_a_skip(self, m: Moment) -> tuple[Owed, Reading] | None:
        """What is owed if the record leaves out one step earlier in the turn, which is told; None
        where it is still more than the record may be short of."""
        last = len(self.lines) - 1
        if not self.trial.holds(last) or self.undecided:
            return None
        legs = [line.legs for line in self.lines]
        found = []
        for excuse, readings in skipped(self.trial, legs, last, self.state, self.unsure).items():
            best = least_owed(readings, m)
            if best is not None and not best[0].weight[0]:
                found.append((best[0].weight, -excuse.at, excuse.waived, readings, best))
        if not found:
            return None
        _, at, waived, self.readings, best = min(found, key=lambda one: one[:2])
        line, state = self.lines[-at], self.trial.before[-at].state
        self.told.append(Told("omission", waived.number, waived.says, line, state))
        return best

    def written_elsewhere(self, gained: Gained, last: Line | None) -> bool:
        """Whether the points written are all that the turn brings, if some were earned at another
        moment than they are written; told as a matter of order."""
        if self.told or self.unsure:
            return False
        legs = [line.legs for line in self.lines]
        readings = points_elsewhere(self.trial.before, legs, self.trial.start)
        if not readings:
            return False
        says = "legal had the points been written with what brings them"
        self.told.append(Told("order", gained.number, says, last, self.state))
        self.readings = readings
        return True

    def unearned(self, r: Reading) -> Line | None:
        """The last points of a reading that were written on credit."""
        step: Step | None = self.readings[r]
        while step is not None and not (
            isinstance(step.leg, PointsLeg) and step.trail == (UNEARNED,)
        ):
            step = step.before
        return self.lines[step.at] if step is not None else None

    def ends(self) -> list[Step | None]:
        """The paths of the readings that are finished; of all, where none is."""
        m = Moment(self.state, ())
        ends = [path for r, path in self.readings.items() if finished(r, m)]
        return ends or list(self.readings.values())

    def tell_notes(self, ends: list[Step | None]) -> None:
        """What only another printing allows, unless the turn can be read without it."""
        found = [notes_of(path) for path in ends]
        for at, number, says in min(found, key=len, default=[]):
            line = self.lines[at]
            state = self.trial.before[at].state if self.trial.holds(at) else self.state
            self.told.append(Told("undecided", number, says, line, state, once=True))

    def citations(self, ends: list[Step | None]) -> list[tuple[Line, str]]:
        if not ends:
            return []
        step = ends[0]
        cited: dict[int, str] = {}
        rule = ""
        while step is not None:
            number = rule_of(step)
            rule = rule if number in COSTS and rule else number
            cited[step.at] = rule
            step = step.before
        return [(self.lines[at], rule) for at, rule in sorted(cited.items()) if rule]


MILD: Final = ("omission", "order")
"""Kinds of finding after which a turn is still held to be legal in some order."""


def with_earned(state: State, readings: Paths) -> State:
    """The same table, where this turn's player has the points too that he has earned in the turn
    and not written yet."""
    faction = state.turn
    earned = max(
        (sum(n for (f, _), n in r.ledger if f == faction and n > 0) for r in readings), default=0
    )
    return points_unwritten(state, faction, earned) if earned else state


SLACK: Final = 3
"""How many cards a hand may be off by after a step that was left out."""


def least_owed(readings: Paths, m: Moment) -> tuple[Owed, Reading] | None:
    """The reading that owes the least where the turn ends, and what it owes."""
    found = ((unmet(r, m), r) for r in readings)
    return min(found, key=lambda pair: pair[0].weight, default=None)


MOST_DRAWN: Final = 5
"""More cards than any Evening's draw that nobody wrote."""


def is_draw(number: str) -> bool:
    """Whether a step begins with a draw."""
    drawing = RULES.get(number)
    return drawing is not None and isinstance(drawing.starts, int) and bool(drawing.starts & DRAWN)


def illegal_in(told: list[Told]) -> int:
    """How many of these are illegal acts."""
    return sum(one.kind == "illegal" for one in told)


def all_written(moved: Moved) -> bool:
    """Whether an order leaves no points to be written."""
    return any(not r.ledger for r in moved.readings)
