"""The engine: pieces of every faction, moved, placed, removed and missing."""

from __future__ import annotations

import pytest
from replay_helpers import at, in_supply, played, record, table, told

from notation.entries import parse_action
from notation.legs import legs
from notation.reader import read_record
from replayer.apply_pieces import waystations_fit
from replayer.engine import apply, start
from replayer.state import Plot
from replayer.timeline import timeline


def test_pieces_come_from_the_supply_move_and_go_back() -> None:
    state = played(table("EC"), "E", "b+6w->2/4w2->6/w6->")
    assert at(state, 2) == {"Eb": 1, "Ew": 2}
    assert at(state, 6) == {"Ew": 3}
    assert (in_supply(state, "Ew"), in_supply(state, "Eb")) == (15, 6)


def test_a_place_left_empty_is_no_place() -> None:
    state = played(table("EC"), "E", "w->2/w2->")
    assert 2 not in state.pieces


def test_a_missing_piece_is_told_once_and_follows_the_record() -> None:
    state, faults = told(table("EC"), "E", "2w->2/3w2->6/3w6->/3w->6/3w6->2")
    assert faults == ["piece"]
    assert at(state, 2) == {"Ew": 3}
    assert sum(state.surplus.values()) == 1


def test_an_empty_supply_is_told_once() -> None:
    state, faults = told(table("PC"), "P", "15w->2/w->3/w3->/w->3")
    assert faults == ["supply"]
    assert at(state, 3) == {"Pw": 1}
    assert in_supply(state, "Pw") == 0


@pytest.mark.parametrize(
    ("players", "map", "text", "faults"),
    [
        ("CE", "Fall", "w->13", ["place"]),
        ("CE", "Fall", "w->0", ["place"]),
        ("CD", "Fall", "Dw->0", []),
        ("CE", "Fall", "Dw->3", ["supply"]),
        ("CE", "Fall", "w->A$", ["place"]),
        ("CK", "Mountain", "Kt_f->1_5_9", ["place"]),
        ("CK", "Mountain", "Kt_f->1_8_9", []),
        ("CV", "Fall", "Vp->4_5_6", ["place"]),
        ("CE", "Fall", "1_2->", ["place"]),
        ("CE", "Mountain", "5_9->", []),
        ("CE", "Mountain", "5_9->/5_9->", ["place"]),
        ("CE", "Fall", "f->4", ["piece"]),
    ],
)
def test_places_that_are_not_there(players: str, map: str, text: str, faults: list[str]) -> None:
    assert told(table(players, map=map), "C", text)[1] == faults


def test_an_opened_path_stays_open() -> None:
    state = played(table("CE", map="Mountain"), "C", "5_9->/++")
    assert state.open_paths == {(5, 9)}


def test_the_ferry_starts_in_its_clearing_and_carries() -> None:
    first = table("CE", map="Lake")
    assert first.ferry
    state = played(first, "C", f"2w->{first.ferry}/(w+f){first.ferry}->9")
    assert (state.ferry, at(state, 9), state.this_turn.ferried) == (9, {"Cw": 1}, True)
    assert told(state, "C", "f4->5")[1] == ["piece"]


def test_a_pawn_starts_where_it_is() -> None:
    state = played(table("VC"), "V", "p->4_9_12/p->9/p->1")
    assert at(state, 1) == {"Vp": 1}
    assert 9 not in state.pieces
    assert told(state, "V", "p9->5")[1] == ["piece"]


def test_keep_and_trade_posts_never_come_back() -> None:
    state = played(table("CO"), "E", "Ct_k->1/Ot_f+Ow->12", "E:Ct_k1->/(Ow+Ot_f)12->")
    assert at(state, "out") == {"Ct_k": 1, "Ot_f": 1}
    assert in_supply(state, "Ow") == 15


def test_a_building_without_its_suit_takes_the_clearings() -> None:
    state = played(table("AL"), "A", "b->7/Lb->3/b7->")
    assert at(state, 3) == {"Lb_r": 1}
    assert in_supply(state, "Ab_m") == 1


def test_cult_defenders_become_acolytes_and_attackers_do_not() -> None:
    state = played(table("LE"), "L", "4w->6", "E:3w->6/XL6(2,1)/(w+2Lw)6->", "L:XE6/(w+2Ew)6->")
    assert at(state, "L$") == {"Lw": 2}
    assert in_supply(state, "Lw") == 22


def test_cult_losses_behind_a_battle_are_no_revenge() -> None:
    state = played(table("LV"), "L", "4w->6", "V:#ranger->$/p->6/%s->e/XL6/Lw6->/%x->e/Lw6->")
    assert at(state, "L$") == {"Lw": 1}


def test_coffin_makers_hold_warriors_until_their_owners_birdsong() -> None:
    state = played(table("CEA"), "C", "Zcoffin/4w->9", "E:3w->9/XC9/(w+2Cw)9->", "A:w->$/w$->")
    assert at(state, "coffin") == {"Cw": 2, "Ew": 1}
    assert at(state, "spent") == {"Aw": 1}
    assert in_supply(state, "Cw") == 21
    state = played(state, "C", "++")
    assert state.this_turn.coffins == (3, 4)
    assert (at(state, "coffin"), at(state, "spent")) == ({}, {})
    assert (in_supply(state, "Cw"), in_supply(state, "Ew"), in_supply(state, "Aw")) == (23, 18, 10)


def test_spent_warriors_help_out_a_short_supply_and_lost_ones_do_not() -> None:
    state = played(table("CA"), "C", "Zcoffin", "A:10w->9/3w9->/2w->$")
    assert at(state, "spent") == {"Aw": 1}
    assert told(state, "A", "2w->9")[1] == ["supply"]
    state = played(table("CA"), "C", "Zcoffin/w->9", "A:10w->9", "C:XA9/3Aw9->")
    assert told(state, "A", "w->9")[1] == ["supply"]


def test_discarded_coffin_makers_give_their_warriors_back() -> None:
    state = played(table("CE"), "C", "Zcoffin/w->9/w9->", "E:Zsabo/#sabo$->/#coffinC$->")
    assert in_supply(state, "Cw") == 25
    assert state.discard == ("B#sabo", "R#coffin")


def test_the_warlord_does_not_lie_on_the_coffin_makers() -> None:
    state = played(table("CH"), "C", "Zcoffin", "H:w_w+w->3", "C:(Hw_w+Hw)3->")
    assert at(state, "coffin") == {"Hw": 1}
    assert in_supply(state, "Hw_w") == 1


def test_officers_payments_and_the_burrow_are_places() -> None:
    state = played(table("ACOD"), "A", "w->$", "C:2w->O$", "D:3w->0/2w0->6", "O:3w->$/Cw$->")
    assert at(state, "A$") == {"Aw": 1}
    assert at(state, "O$") == {"Cw": 1, "Ow": 3}
    assert (at(state, 0), at(state, 6)) == ({"Dw": 1}, {"Dw": 2})


# --- plots --------------------------------------------------------------------------------


def test_a_plot_keeps_its_identity_through_tricks() -> None:
    state = played(table("PE"), "P", "t->4/t->10+5/t4^t_s/t10^t_e/t4<->t10/t5<->t4")
    assert state.plots == {10: Plot(104, "s"), 5: Plot(110, "e"), 4: Plot(105, "")}
    assert at(state, 10) == {"Pt_s": 1}
    assert at(state, 4) == {"Pt": 1}
    assert state.this_turn.placed_plots == 3


def test_plots_placed_together_do_not_depend_on_their_order() -> None:
    one = played(table("PE"), "P", "t->4+10")
    assert one == played(table("PE"), "P", "t->10+4")


def test_a_second_token_in_a_clearing_is_another_one() -> None:
    state = played(table("PE"), "P", "t->4", "E:Pt4->", "P:t->4")
    assert state.plots == {4: Plot(204, "")}


def test_a_flipped_bomb_leaves_at_once_and_may_be_written() -> None:
    state = played(table("PE"), "P", "t->9/Ew->9/t9^t_b/++/Ew9->")
    assert state.plots == {}
    assert in_supply(state, "Pt") == 8
    state = played(table("PE"), "P", "t->9/Ew->9/t9^t_b/++/Ew9->/t_b9->/t->9/t9^t_e")
    assert state.plots == {9: Plot(209, "e")}


@pytest.mark.parametrize(
    "text",
    [
        "t->4/t->4",
        "t4^t_s",
        "t->4/t4^t_s/t4^t_s",
        "t->4/t4<->t5",
        "t->1+2+3/t1^t_s/t2^t_s/t3^t_s",
        "t->4/t4^t_s/t_e4->",
        "?Pt_e4",
    ],
)
def test_what_cannot_have_happened_to_plots(text: str) -> None:
    assert told(table("PE"), "P", text)[1] == ["piece"]


def test_a_plot_removed_under_a_wrong_type_goes_all_the_same() -> None:
    state, faults = told(table("PE"), "P", "t->4/t4^t_s/t_e4->/t->4")
    assert faults == ["piece"]
    assert state.plots == {4: Plot(204, "")}


def test_a_face_down_plot_may_be_removed_by_its_type() -> None:
    state = played(table("PE"), "P", "t->4", "E:Pt_r4->/Pw->8+9+12")
    assert in_supply(state, "Pt") == 8


# --- relics and waystations ---------------------------------------------------------------


def test_a_relic_is_dug_flipped_and_recovered() -> None:
    state = played(table("KE"), "K", "2t_j+t_f->1_2_5_10/t_j1_2_5_10->1/t1^t_3_j/t_3_j1->$/++3")
    assert at(state, "1_2_5_10") == {"Kt_f": 1, "Kt_j": 1}
    assert at(state, "K$") == {"Kt_3_j": 1}


def test_a_taken_relic_lies_face_up_in_a_forest() -> None:
    start = played(table("KE"), "K", "t_j->1_2_5_10/t_j1_2_5_10->1/t1^t_3_j")
    for text in ("Kt_3_j1->1_9_10_12", "Kt_j1->1_9_10_12", "Kt_3_j1->/Kt_3_j->1_9_10_12"):
        assert at(played(start, "E", text), "1_9_10_12") == {"Kt_3_j": 1}


def test_the_long_form_tells_a_face_down_relic() -> None:
    state = played(table("KE"), "K", "t_j->1_2_5_10/t_2_j1_2_5_10->1")
    assert at(state, 1) == {"Kt_2_j": 1}


def test_more_relics_of_a_value_than_there_are() -> None:
    text = "2t_j->1_2_5_10/t_j1_2_5_10->1/t1^t_1_j/t_j1_2_5_10->5/t5^t_1_j"
    assert told(table("KE"), "K", text)[1] == ["piece"]
    text = text.replace("1_j", "3_j")
    assert told(table("KE"), "K", text)[1] == []


def test_waystations_are_three_two_sided_pieces() -> None:
    state = played(table("KE"), "K", "b_f_t->3/b_j->5/b_j5->/b_j_f->5/b_j_t->6")
    assert at(state, 6) == {"Kb_j_t": 1}
    assert told(state, "K", "b_t->9")[1] == ["supply"]
    assert told(state, "K", "b_f_t3->/b_f_j->3")[1] == ["piece"]


@pytest.mark.parametrize(
    ("shown", "fits"),
    [
        (("f", "f", "t"), True),
        (("f", "f", "f"), False),
        (("f_t", "t_f"), False),
        (("f_t", "t", "t"), False),
        (("f_t", "j", "t"), True),
        (("f_f",), False),
        (("", "", "f_t"), True),
        (("f", "t", "j", "f"), False),
    ],
)
def test_which_sides_can_lie_up_together(shown: tuple[str, ...], fits: bool) -> None:
    assert waystations_fit(shown) is fits


# --- hirelings ----------------------------------------------------------------------------


def test_hirelings_are_set_up_by_the_header() -> None:
    text = (
        "Map: Fall\nDeck: E&P\nHirelings: h_T, h_Ed, h_O/h_Tw->1_9+3_7/h_Op->5/h_Edw->2\n"
        "C: one\nE: two\nC: h_E->$3/h_Ew2->6/h_OXE5/h_Op->4\n"
    )
    replayed = timeline(read_record(text))
    assert at(replayed.first, "1_9") == {"h_Tw": 1}
    assert at(replayed.end, 6) == {"h_Ew": 1}
    assert at(replayed.end, 4) == {"h_Op": 1}
    assert replayed.end.hirelings == {"h_E": ("C", 3)}
    assert [fault.kind for _, fault in replayed.faults()] == ["piece"]  # no Eyrie in 5


def test_bandits_battle_from_a_path() -> None:
    head = "Map: Fall\nDeck: E&P\nHirelings: h_T, h_E, h_A/h_Tw->1_9\nC: one\nE: two\n"
    for clearing, kinds in ((9, []), (1, []), (5, ["piece"])):
        text = f"{head}C: w->{clearing}\nE: h_TXC{clearing}\n"
        assert [fault.kind for _, fault in timeline(read_record(text)).faults()] == kinds


def test_a_state_is_not_changed_by_what_is_applied_to_it() -> None:
    state = played(table("EC"), "E", "b+6w->2")
    before = state.fork()
    for text in ("3w2->6", "#->E", "XC2", "++", "R#E->$_r", "Z%f", "w2->"):
        for leg in legs(parse_action(text), "E"):
            apply(state, leg)
    assert state == before
    assert start(record("EC")) == table("EC")
