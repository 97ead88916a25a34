"""The engine: battles, points, markers, prices, relationships; turns and the timeline."""

from __future__ import annotations

from operator import ne

import pytest
from replay_helpers import end_of, played, record, table, told

from notation.reader import read_record
from replayer.engine import begin_turn, end_turn
from replayer.timeline import state_at, timeline


def test_points_never_fall_below_zero() -> None:
    state = played(table("CE"), "C", "++3/E++/--", "E:--4")
    assert state.score == {"C": 2, "E": 0}


def test_a_marker_leaves_the_track() -> None:
    state = played(table("CEV"), "C", "++10/F#domC->$/++->$", "V:B#domV->$/++->E$")
    assert state.score == {"C": None, "E": 0, "V": None}
    assert state.coalition == {"V": "E"}
    assert told(state, "C", "++")[1] == ["score"]
    assert told(state, "C", "--2")[1] == []  # turmoil of somebody off the track
    assert told(state, "C", "++->$")[1] == ["score"]
    assert told(state, "C", "A++")[1] == ["score"]


def test_partners_are_no_enemies_any_more() -> None:
    state = begin_turn(table("CEV"), "V", 1)
    state = played(state, "V", "$_C+$_E->h/B#domV->$/++->E$")
    assert state.relations == {"V": {"C": "h", "E": "h"}}  # as long as the marker may be written
    assert end_turn(state).relations == {"V": {"C": "h", "E": "0"}}


def test_relationships_start_indifferent() -> None:
    state = played(table("CEVG"), "V", "$_E->1", "C:V$_E->h/G$_C->2")
    assert state.relations == {"V": {"C": "0", "E": "h"}, "G": {"C": "2", "E": "0"}}
    assert told(state, "V", "$_G->h")[1] == ["place"]
    assert told(state, "C", "$_E->h")[1] == ["place"]


def test_a_battle_needs_pieces_of_both() -> None:
    state = played(table("CEO"), "C", "w->3/Ew->3+4/Ow->4")
    assert told(state, "C", "XE3")[1] == []
    assert told(state, "C", "XE5")[1] == ["piece", "piece"]
    assert told(state, "C", "XO3")[1] == ["piece"]
    assert told(state, "C", "XE4")[1] == []  # with hired warriors
    assert told(state, "C", "EXC3")[1] == []


def test_the_last_battle_is_open_until_the_turn_ends() -> None:
    state = played(table("CE"), "C", "w->3/Ew->3/XE3/Ew3->")
    assert state.battle is not None
    assert begin_turn(state, "E").battle is None


def test_prices_change_only_where_they_are_written() -> None:
    state = played(table("OC"), "O", "$_->2/$_h+$_r->4/$_m->1")
    assert state.prices == {"h": 4, "r": 4, "m": 1}
    assert told(state, "O", "$_h->5")[1] == ["place"]


def test_funds_are_zero_where_they_are_not_told() -> None:
    state = played(table("OC"), "O", "3w->$/$_f->3")
    assert begin_turn(state, "C").funds == 3
    state = begin_turn(begin_turn(state, "C"), "O")
    assert (state.funds, begin_turn(state, "C").funds, end_turn(state).funds) == (3, 0, 0)
    assert told(state, "C", "$_f->4")[1] == ["piece"]


def test_the_outcast() -> None:
    state = played(table("LC"), "L", "$_o->F")
    assert state.outcast == ("F", False)
    assert played(state, "L", "$_ho->M").outcast == ("M", True)


def test_a_turn_resets_its_facts_and_counts() -> None:
    state = played(table("PE"), "P", "w->3")
    assert (state.turn, state.round, state.turns) == ("P", 0, {"P": 0})
    state = played(state, "P", "t->3/M#^/Zsabo")
    assert state.round == 1
    assert state.this_turn.placed_plots == 1
    assert begin_turn(state, "E").this_turn.placed_plots == 0


# --- equality -----------------------------------------------------------------------------


def test_states_are_equal_by_what_lies_on_the_table() -> None:
    one = played(table("CE"), "C", "w->3/w->4")
    other = played(table("CE"), "C", "w->4/w->3")
    assert one == other
    assert not ne(one, other)
    assert hash(one) == hash(other)
    assert one != played(table("CE"), "C", "w->4")
    assert len({one, other, one.fork()}) == 1
    assert one != "a state"


def test_faults_are_not_compared() -> None:
    one, _ = told(table("CE"), "C", "++/XE5")
    assert one.faults
    other = one.fork()
    other.faults = ()
    assert one == other


# --- the timeline -------------------------------------------------------------------------

GAME = ("E: b+6w->2", "C: t_k->4", "E: w->2/3w2->6/++2", "C: w->4/++", "E: 2w6->3/XC3")


def test_the_state_before_every_action_has_an_address() -> None:
    replayed = timeline(record("EC", *GAME))
    assert replayed.at("E1.1") == replayed.at("E1")
    assert replayed.at("E1").count(2, "E", "w") == 6
    assert replayed.at("E1.2").count(2, "E", "w") == 7
    assert replayed.at("E1.3").count(2, "E", "w") == 4
    assert replayed.at("E1.4").score["E"] == 2
    assert replayed.at("E0").pieces == replayed.first.pieces
    assert state_at(record("EC", *GAME), "C1.2") == replayed.at("C1.2")
    assert replayed.end.score == {"E": 2, "C": 1}


@pytest.mark.parametrize("address", ["E3", "E1.5", "H1", "", "E", "E1.x", "Ex.1", "E-1"])
def test_addresses_that_are_not_there(address: str) -> None:
    with pytest.raises(KeyError):
        timeline(record("EC", *GAME)).at(address)


def test_steps_tell_their_legs_and_faults() -> None:
    replayed = timeline(record("EC", *GAME))
    steps = list(replayed)
    assert [step.address for step in steps][:4] == ["E0.1", "C0.1", "E1.1", "E1.2"]
    assert [(step.before, step.after) for step in steps][1][0].turn == "C"
    assert len(steps[0].legs) == 2
    ((told_at, fault),) = replayed.faults()
    assert (told_at.address, fault.kind) == ("E2.2", "piece")


def test_what_cannot_be_read_is_stepped_over() -> None:
    text = "Map: Fall\nDeck: E&P\nE: one\nC: two\nE: b+6w->2\nE: w->2/§§§/w->6\n"
    replayed = timeline(read_record(text))
    assert [step.address for step in replayed][1:] == ["E1.1", "E1.3"]
    assert replayed.at("E1.3").count(2, "E", "w") == 7


def test_a_record_without_turns_has_an_end() -> None:
    replayed = timeline(record("EC"))
    assert replayed.end == replayed.first


def test_play_begins_with_turn_one_behind_a_position() -> None:
    lines = ("//! position", "E: b+6w->2/++12", "C: w->4", "//! play", "C: ++", "E: ++")
    replayed = timeline(record("EC", *lines))
    assert replayed.at("E1").score == {"E": 12, "C": 1}
    assert replayed.end.score == {"E": 13, "C": 1}
    with pytest.raises(KeyError):
        replayed.at("E0")


def test_a_position_with_every_hand_knows_its_deck() -> None:
    lines = ("//! position", "E: 2#->E/F#->$_r/3#->", "C: #->C", "//! play", "C: #->C")
    state = timeline(record("EC", *lines)).at("C1")
    assert state.deck == (43, 43)
    assert end_of("EC", *lines).deck == (42, 42)
