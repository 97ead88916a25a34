"""A whole record replayed: the state before and after every action, found by its address."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from notation.actions import Faction
from notation.legs import Leg, legs
from notation.record import Entry, Record, Turn
from replayer.engine import apply, begin_turn, end_turn, start
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

    def __init__(self, record: Record, first: State, turns: tuple[Played, ...]) -> None:
        self.record = record
        self.first = first  # before the first line, hirelings set up
        self.turns = turns

    @property
    def end(self) -> State:
        """The table after the last turn has ended."""
        return end_turn(self.turns[-1].closed if self.turns else self.first)

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
        faction, number, action = _parts(address)
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
    for turn in record.turns:
        opened = begin_turn(state, turn.faction, turn.number, turn.position)
        steps = tuple(_steps(opened, turn))
        state = steps[-1].after if steps else opened
        turns.append(Played(turn, opened, steps, state))
    return Timeline(record, first, tuple(turns))


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


def _parts(address: str) -> tuple[Faction, int, int]:
    turn, _, action = address[1:].partition(".")
    if not turn.isdigit() or not (action.isdigit() or action == ""):
        raise KeyError(address)
    return address[:1], int(turn), max(1, int(action or 1))
