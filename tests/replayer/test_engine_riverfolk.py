"""The engine: the Riverfolk's board, the Lost Souls, and what records leave out of both."""

from __future__ import annotations

from replay_helpers import end_of, played, table, told

from notation.legs import Piece
from replayer.engine import begin_turn, end_turn
from replayer.slack import loosen_hand
from replayer.state import State


def board(state: State) -> dict[str, int]:
    """Warriors on the Riverfolk's board, by owner."""
    return {piece.owner: n for piece, n in state.at("O$").items()}


def test_the_first_payments_come_unwritten_too() -> None:
    unwritten = end_of("OC", "O:4w->10")
    assert unwritten == end_of("OC", "O:4w->10/3w->$")
    assert board(unwritten) == {"O": 3}
    assert unwritten.payments == 3


def test_payments_are_counted_until_the_riverfolk_gather_them() -> None:
    paid = played(table("OC"), "O", "3w->$", "C:w->8", "C:2w->O$/B#O->C")
    assert (paid.payments, paid.this_turn.paid, paid.this_turn.sold) == (5, 2, 1)
    own = played(paid, "C", "Ow->O$/B#O->C")
    assert (own.payments, own.this_turn.paid, own.this_turn.sold) == (6, 1, 1)
    gathered = begin_turn(paid, "O")
    assert (gathered.payments, gathered.this_turn.payments) == (0, 5)


def test_an_empty_box_is_filled_once_written_or_not() -> None:
    start = end_turn(played(table("OC"), "O", "3w->$", "O:#->O"))
    assert start.payments == 0
    written = played(start, "O", "2w->$/#->O")
    assert board(written) == {"O": 5} == board(played(start, "O", "#->O"))
    assert written.payments == 0
    assert board(played(start, "O", "w->$/w->$")) == {"O": 5}
    assert told(start, "O", "3w->$")[0].payments == 1


def test_what_comes_behind_a_card_is_paid_for_it() -> None:
    start = played(table("OC"), "O", "3w->$", "O:#->O")
    assert played(start, "O", "2w->$/#charmO->/w->$").payments == 1
    assert played(start, "O", "#charmO->/w->$").payments == 1


def test_what_the_supply_was_short_of_may_come_home_and_fill_the_box() -> None:
    start = end_of("OC", "//! position", "O: 12w->10/3w->$/$_f->3", "C: 3w->9", "//! play")
    assert begin_turn(start, "O").this_turn.short == 2
    assert played(start, "O", "w10->/w->$").payments == 0
    assert played(start, "O", "3w10->/3w->$").payments == 1
    assert played(start, "O", "w$->/w->$/#tunO->").payments == 1


def test_a_lost_post_costs_half_the_funds_written_or_not() -> None:
    start = end_turn(played(table("OC"), "O", "3w->$/2t_r->5", "O:$_f->3"))
    for line in ("Ot_r5->", "Ot_r5->/$_f->1", "Ot_r5->/$_f->1/2OwO$->", "Ot_r5->/2OwO$->"):
        after = end_turn(played(start, "C", line))
        assert (after.funds, board(after), after.astray) == (1, {"O": 1}, 0), line
        assert end_turn(after) == after
    assert end_turn(played(start, "C", "2Ot_r5->")).funds == 0
    more = end_turn(played(table("OC"), "O", "9w->$/2t_r->5", "O:$_f->9"))
    for line in ("2Ot_r5->/5OwO$->/$_f->4/2OwO$->", "2Ot_r5->/$_f->4", "2Ot_r5->/$_f->2"):
        assert end_turn(played(more, "C", line)).funds == 2, line


def test_whose_funds_were_lost_stays_open() -> None:
    start = played(table("OC"), "O", "3w+Cw->$/t_r->5", "O:$_f->4")
    after = end_turn(played(end_turn(start), "C", "Ot_r5->"))
    assert (after.funds, board(after), after.astray) == (2, {"O": 3, "C": 1}, 2)
    short = played(after, "C", "24w->8")
    assert told(short, "C", "w->8")[1] == []
    assert told(short, "C", "2w->8")[1] == ["supply"]


def test_a_warrior_of_the_wrong_letter_is_gone_all_the_same() -> None:
    start = played(table("OCP"), "O", "3w->$", "O:#->O")
    after, faults = told(start, "O", "Pw$->")
    assert faults == ["piece"]
    assert (board(after), after.astray) == ({"O": 5}, 1)


def test_funds_of_a_position_are_no_payments() -> None:
    state = end_of("OC", "//! position", "O:3w+Cw->$/$_f->3", "//! play", "O:#->O")
    assert (state.this_turn.payments, state.payments) == (1, 0)
    assert state.at("O$") == {Piece("O", "w"): 3, Piece("C", "w"): 1}


def test_a_slip_with_cards_leaves_the_lost_souls_open_until_they_are_emptied() -> None:
    state = played(table("LC"), "L", "w->5", "C:B#C->")
    loose = loosen_hand(state, "C", 1, 1)
    assert loose.souls_open
    turn = begin_turn(loose, "L")
    assert (turn.souls_open, turn.this_turn.souls_open, turn.this_turn.souls) == (
        False,
        True,
        ("B",),
    )
    assert not loosen_hand(table("CE"), "C", 1, 1).souls_open


def test_a_lost_base_leaves_the_lost_souls_open_while_there_are_supporters() -> None:
    start = played(table("LAC"), "A", "b_f->5/3#->$")
    assert not start.souls_open
    assert played(start, "C", "Ab_f5->").souls_open
    assert not played(table("LAC"), "A", "b_f->5", "C:Ab_f5->").souls_open


def test_warriors_come_home_as_the_riverfolks_birdsong_starts() -> None:
    before = end_of(
        "OC",
        "//! position",
        "O: 13w->10/#sabo->$",
        "C: w->8/#coffin->$",
        "//! position coffin Ow",
        "//! play",
    )
    state = played(before, "O", "#sabo$->/#coffinC$->/2w->$")
    assert (board(state), state.payments) == ({"O": 2}, 0)
