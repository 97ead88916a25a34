"""A whole record replayed: the state before and after every action, found by its address."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from notation.actions import Faction
from notation.legs import Leg, legs
from notation.record import Entry, Record, Slip, Turn
from replayer.engine import apply, begin_turn, end_turn, start
from replayer.position_words import stand
from replayer.state import Fault, State


class Step(msgspec.Struct, frozen=True):
    """One action: where it stands, what it did. `faults` are those of all its legs."""

    turn: Turn
    index: int  # 1 for the first action of the turn
    entry: Entry
    before: State
    legs: tuple[Leg, ...]
    after: State
    faults: tuple[Fault, ...]

    @property
    def address(self) -> str:
        return f"{self.turn.faction}{self.turn.number}.{self.index}"


class Played(msgspec.Struct, frozen=True):
    """One turn: the state as it begins, its actions, the state after the last of them."""

    turn: Turn
    opened: State
    steps: tuple[Step, ...]
    closed: State


class Timeline:
    """The states of a record, in its order. Actions that could not be read are stepped over."""

    def __init__(
        self,
        record: Record,
        first: State,
        turns: tuple[Played, ...],
        position: State | None = None,
        slips: tuple[Slip, ...] = (),
    ) -> None:
        self.record = record
        self.first = first  # before the first line, hirelings set up
        self.turns = turns
        self.position = position  # the table that `//! position` sets, if there is one
        self.slips = slips  # its words that mean nothing

    @property
    def end(self) -> State:
        """The table after the last turn has ended."""
        last = self.turns[-1] if self.turns else None
        if self.position is not None and (last is None or last.turn.position):
            return self.position
        return end_turn(last.closed if last else self.first)

    def __iter__(self) -> Iterator[Step]:
        return (step for played in self.turns for step in played.steps)

    def faults(self) -> Iterator[tuple[Step, Fault]]:
        """Everything that cannot have happened, with the step that told it."""
        return ((step, fault) for step in self for fault in step.faults)

    def at(self, address: str) -> State:
        """The state just before an address: "H3.2", or "H3" for the turn's beginning.

        One action after the last means the end of that turn. Turns of a position are not
        addressed. Raises KeyError if the record has no such turn or action.
        """
        faction, number, action = parse_address(address)
        for played in self.turns:
            turn = played.turn
            if (turn.faction, turn.number) == (faction, number) and not turn.position:
                if action > len(turn.entries) + 1:
                    break
                past = [step.after for step in played.steps if step.index < action]
                return past[-1] if past else played.opened
        raise KeyError(address)


def timeline(record: Record) -> Timeline:
    """Replay a record from its setup (or position) to its end."""
    state = start(record)
    for entry in record.header.hireling_setup:
        if entry.action is not None:
            for leg in legs(entry.action, ""):
                state = apply(state, leg)
    first = state
    turns: list[Played] = []
    position: State | None = None
    slips: tuple[Slip, ...] = ()
    for turn in record.turns:
        if state.position and not turn.position:
            state, slips = stand(state, record.directives)
            position = state
        opened = begin_turn(state, turn.faction, turn.number, turn.position)
        steps = tuple(_steps(opened, turn))
        state = steps[-1].after if steps else opened
        turns.append(Played(turn, opened, steps, state))
    if state.position:
        position, slips = stand(state, record.directives)
    return Timeline(record, first, tuple(turns), position, slips)


def _steps(state: State, turn: Turn) -> Iterator[Step]:
    for index, entry in enumerate(turn.entries, 1):
        if entry.action is None:
            continue
        before = state
        faults: tuple[Fault, ...] = ()
        own = legs(entry.action, turn.faction)
        for leg in own:
            state = apply(state, leg)
            if state.faults:
                faults += state.faults
        yield Step(turn, index, entry, before, own, state, faults)


def state_at(record: Record, address: str) -> State:
    """The state just before an address such as "H3.2" or "H3"; raises KeyError if there is none."""
    return timeline(record).at(address)


def parse_address(address: str) -> tuple[Faction, int, int]:
    """ "H3.2" is ("H", 3, 2), "H3" the same as "H3.1". Raises KeyError where it is neither."""
    turn, _, action = address[1:].partition(".")
    if not turn.isdigit() or not (action.isdigit() or action == ""):
        raise KeyError(address)
    return address[:1], int(turn), max(1, int(action or 1))
