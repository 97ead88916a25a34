"""Moments: every address once, in order, with the state that the timeline has there."""

from __future__ import annotations

from pathlib import Path

import pytest
from replay_helpers import CORPUS, record

from notation.reader import read_record
from notation.record import Record
from replayer.moments import moment_of, moments, round_starts, turn_starts
from replayer.position import write_position
from replayer.timeline import timeline

GAME = record(
    "CE",
    "C:t_k->1/w->2+3/b_s->1",
    "E:6w+b->3/#despot->$",
    "C:t->1/XC3",
    "E:w->3",
    "C:++",
)


def addresses(game: Record) -> list[str]:
    return [step.address for step in moments(timeline(game))]


def test_every_address_has_its_moment() -> None:
    assert addresses(GAME) == [
        "start",
        *("C0.1", "C0.2", "C0.3", "C0.4"),
        *("E0.1", "E0.2", "E0.3"),
        *("C1.1", "C1.2", "C1.3"),
        *("E1.1", "E1.2"),
        *("C2.1", "C2.2"),
        "end",
    ]


def test_a_moment_knows_what_was_played_and_what_comes() -> None:
    second = moments(timeline(GAME))[2]
    assert (second.past, second.coming) == ("t_k->1", "w->2+3")
    opening, ending = moments(timeline(GAME))[1], moments(timeline(GAME))[4]
    assert (opening.past, opening.coming) == ("", "t_k->1")
    assert (ending.past, ending.coming) == ("b_s->1", "")
    start = moments(timeline(GAME))[0]
    assert (start.past, start.coming) == ("", "")


def test_turns_and_rounds_begin_where_they_do() -> None:
    steps = moments(timeline(GAME))
    turns = [steps[i].address for i in turn_starts(steps)]
    assert turns == ["start", "C0.1", "E0.1", "C1.1", "E1.1", "C2.1", "end"]
    rounds = [steps[i].address for i in round_starts(steps)]
    assert rounds == ["start", "C0.1", "C1.1", "C2.1", "end"]


def test_what_cannot_be_read_has_a_moment_and_changes_nothing() -> None:
    game = read_record("Map: Fall\nDeck: E&P\nC: a\nE: b\nC:w->1/w=>1/w->2\n")
    steps = {step.address: step for step in moments(timeline(game))}
    assert steps["C0.3"].state is steps["C0.2"].state
    assert steps["C0.3"].past == "w=>1"


def test_a_position_is_the_start() -> None:
    text = write_position(timeline(GAME).at("C1"))
    game = read_record(text + "E:w->3\n")
    played = timeline(game)
    assert addresses(game) == ["start", "E1.1", "E1.2", "end"]
    assert moments(played)[0].state is played.position


@pytest.mark.parametrize(
    ("address", "seen"),
    [("H3.2", "H3.2"), ("H3.0", "H3.1"), ("H3", "H3.1"), ("", "end")],
)
def test_where_a_finding_is_seen(address: str, seen: str) -> None:
    assert moment_of(address) == seen


@pytest.mark.skipif(not CORPUS, reason="no corpus beside us")
@pytest.mark.parametrize("path", CORPUS[::50], ids=lambda path: path.stem)
def test_the_states_are_those_of_the_timeline(path: Path) -> None:
    played = timeline(read_record(path.read_bytes(), path.name))
    for step in moments(played):
        if step.turn:
            assert step.state is played.at(step.address)
