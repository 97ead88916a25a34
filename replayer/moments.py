"""The moments of a replayed record, in order: what a viewer steps through."""

from __future__ import annotations

from typing import NamedTuple

from notation.record import Turn
from replayer.state import State
from replayer.timeline import Played, Timeline


class Moment(NamedTuple):
    """The table just before an action. `address` is "start" before the first turn and "end" after
    the last; one action past a turn's last is the end of that turn."""

    address: str
    state: State
    turn: Turn | None = None
    action: int = 0  # of the action to come, 1 for the first of the turn

    @property
    def past(self) -> str:
        """The action just played, as written; "" at the beginning of a turn."""
        return self.turn.entries[self.action - 2].text if self.turn and self.action > 1 else ""

    @property
    def coming(self) -> str:
        """The action to come, as written; "" at the end of a turn."""
        if self.turn is None or self.action > len(self.turn.entries):
            return ""
        return self.turn.entries[self.action - 1].text


def moments(played: Timeline) -> tuple[Moment, ...]:
    """Every address that `Timeline.at` knows, with its state, between "start" and "end".

    An action that cannot be read has a moment too; the table is the same after it.
    """
    found = [Moment("start", played.position or played.first)]
    for turn in played.turns:
        if not turn.turn.position:
            found += _of_turn(turn)
    return (*found, Moment("end", played.end))


def _of_turn(played: Played) -> list[Moment]:
    turn, state = played.turn, played.opened
    after = {step.index: step.after for step in played.steps}
    found = []
    for index in range(1, len(turn.entries) + 2):
        found.append(Moment(f"{turn.faction}{turn.number}.{index}", state, turn, index))
        state = after.get(index, state)
    return found


def moment_of(address: str) -> str:
    """The moment at which something told of an address is seen: "H3.0", a turn as a whole, at
    its beginning; what has no address at the end."""
    if not address:
        return "end"
    turn, _, action = address.partition(".")
    return f"{turn}.{action if action not in ('', '0') else '1'}"


def turn_starts(steps: tuple[Moment, ...]) -> list[int]:
    """Where the turns begin among the moments, with the first and the last moment."""
    return [i for i, step in enumerate(steps) if step.turn is None or step.action == 1]


def round_starts(steps: tuple[Moment, ...]) -> list[int]:
    """The same for rounds: turns numbered higher than the turn before."""
    starts, number = [], -1
    for i in turn_starts(steps):
        turn = steps[i].turn
        if turn is None or turn.number > number:
            starts.append(i)
        number = turn.number if turn else number
    return starts
