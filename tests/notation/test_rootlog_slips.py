"""Slips: told with place, what was met, what was wanted; and the rest of the file survives."""

from __future__ import annotations

from pathlib import Path

import pytest

from notation.reader import read_file, read_record
from notation.record import Slip

HEADER = "Map: Fall\nDeck: E&P\nC: a\nC:w->1\nE: b\nE:b->3\nA: c\nA:3#->$\nV: d\nV:p->1\n"


def slips_of(line: str, map_name: str = "Fall") -> tuple[Slip, ...]:
    """The slips of a first turn after setup lines, with the file's own line numbers."""
    suits = "Clearings: F1, M2, R3, R4, R5, F6, M7, F8, M9, R10, M11, F12\n"
    faction = line[0]
    text = f"Map: {map_name}\nDeck: E&P\n{suits}{faction}: x\n{faction}:++\n{line}\n"
    return read_record(text).slips


def test_a_bad_action_costs_only_itself() -> None:
    record = read_record(HEADER + "C:w->1/wxyz/++/XE/w->2 // remark\nE:w->4\nA:+++\n")
    turn = record.turns[4]
    assert [entry.action is not None for entry in turn.entries] == [True, False, True, False, True]
    assert [entry.text for entry in turn.entries] == ["w->1", "wxyz", "++", "XE", "w->2"]
    errors = [(slip.kind, slip.line, slip.column, slip.address) for slip in record.slips]
    assert errors == [
        ("error", 11, 9, "C1.2"),
        ("error", 11, 18, "C1.4"),
        ("error", 13, 5, "A1.1"),
    ]
    assert record.slips[0].found == '"xyz"'
    assert "->" in record.slips[0].expected
    assert record.slips[1].expected == "the clearing of the battle"


def test_a_line_that_is_none_costs_only_itself() -> None:
    record = read_record(HEADER + "Players: two\nT:w->3\nC:w->1\nwhat is this\n")
    assert [(slip.kind, slip.line) for slip in record.slips] == [
        ("error", 11),
        ("error", 12),
        ("error", 14),
    ]
    assert record.turns[-1].entries[0].action is not None


@pytest.mark.parametrize(
    ("line", "found", "suggestion"),
    [
        ("A:r_b+w->7", '"r_b+w->7"', "b_r+w->7"),
        ("C:Zh", '"Zh"', "Z%h"),
        ("C:w->5/ w->6", "blanks around a separator", "w->6"),
        ("C:w -> 5", '"w -> 5"', "w->5"),
        ("C:Sp->9", '"Sp->9"', "h_Sp->9"),
        ("C:?Pt3^t_e", '"?Pt3^t_e"', "?Pt_e3"),
        ("C:f#C->", '"f#C->"', "F#C->"),
        ("C:#taxcollectorsC->", '"taxcollectors"', "tax"),
        ("C:Zleagueofextraordinarymice", '"leagueofextraordinarymice"', "league"),
        ("C:#murinebrokersC->", '"murinebrokers"', "murine"),
        ("C:Zsabb", '"sabb"', "sabo"),
        ("C:#tunelC->", '"tunel"', "tun"),
        ("C:#zzzC->", '"zzz"', None),
        ("L:B#->", '"B#->"', "B#L->"),
        ("L:B#dom->", '"B#dom->"', "B#domL->"),
        ("E:2w->", '"2w->"', None),
        ("P:Ot_m->", '"Ot_m->"', None),
        ("G:%b12->t", '"%b12->t"', "%b12->$"),
        ("G:#royal->G", '"#royal->G"', "#royal*->G"),
        ("P:w->1/#->D", '"#->D"', "#->P"),
        ("C:^A/#->A/#->C", '"#->A"', "#->A$"),
        ("E:#E->$", '"#E->$"', "#E->$_r"),
        ("C:w->5/", "a separator at the end", None),
        ("C:w->5/;w->6", "an empty action", None),
        ("C:w->5//++/w->6", '"//"', None),
        ("C:", '"a turn without actions"', None),
        ("C:#partC->", '"#partC"', None),
        ("C:Zpart", '"Zpart"', None),
        ("V:%st->d", '"%st"', None),
        ("C:%h->s", '"%h"', None),
        ("C:b->3", '"b"', None),
        ("C:b_x->3", '"b_x"', None),
        ("V:2w->3", '"2w"', None),
        ("C:w->$", '"w"', None),
        ("D:(2R#+2w)$->", '"2w"', None),
        # 5.17: on the owner's own turn only
        ("C:$_->", '"$_->"', None),
        ("C:$_->3", '"$_->3"', None),
        ("C:$_o->M", '"$_o->M"', None),
        ("C:t4<->t5", '"t4<->t5"', None),
        ("C:#despot->$", '"#despot->$"', None),
        ("C:#marshal->D$", '"#marshal->D$"', None),
        ("C:#rowdy->$", '"#rowdy->$"', None),
        ("C:F#E->E$_r", '"F#E->E$_r"', None),
        ("C:F#C->$_r", '"$_r"', None),
        ("C:$_E->h", '"$_E->h"', None),
        ("C:t4^t_s", '"t4^t_s"', None),
        ("P:t4^t_2_f", '"t4^t_2_f"', None),
        ("C:Kt4^t_2_f", '"Kt4^t_2_f"', None),
    ],
)
def test_one_slip_of_the_pen(line: str, found: str, suggestion: str | None) -> None:
    (slip,) = slips_of(line)
    assert slip.kind == "notation"
    assert slip.found.strip('"') == found.strip('"')
    assert slip.suggestion == suggestion
    assert slip.line == 6


@pytest.mark.parametrize(
    "line",
    [
        "E:$_->/#despot->$/F#E->$_r/(R+B)#E->$_x/M#E->$_x+$_m",
        "O:$_->2/$_h+$_m->3/$_f->1/2w->$/t_m+w->3/2Ew$->",
        "C:$_f->0/M#C->/2w9->4/t->1/t_k->1/b_s->2/#cobO->C/2w->O$",
        "L:$_o->M/$_ho->R/w->$/b_f->4/M#L->",
        "D:#marshal->$/#captain$->/2w->0/t->3/b_c+b_m->4",
        "H:#rowdy->$/w_w->5/b+t->5/%s$->/%sE$->$/M#domH->$",
        "K:M#K->$_2/M#$_2->$_3/#faith$_1->/t11^t_2_j/t_3_f12->$/b_f_t->3/Kt_j4->2_6_11/w->1",
        "P:t4<->t5/t4^t_s/Pt4^t_b/Zsabo/#->P",
        "V:#tinker->$/%h->e/%_d->s+r/%tt->d/%bs->t/$_E->h/F#Q->$/R#V->C/B#dom->V/p->2_6_11",
        "C:V$_C->h/Z%t/#->C/^A/#->A$/#A->C/h_Tw->1_9/2%uh_V$->/h_E->$4",
        "E:++/Z%h/#->C/2#->E",
        "A:2AwA$->/#A->$/w->$/2#$->/b_r+w->3",
        "C:%h->e/#C->$/M#domC->$/++->$",
        "C:Z%t/++/#->A",
        "A:#->V",
    ],
)
def test_standard_turns_have_no_slip(line: str) -> None:
    assert slips_of(line) == ()


def test_the_old_ferry_only_where_there_is_one() -> None:
    (slip,) = slips_of("C:(3w+r)1->12", "Lake")
    assert (slip.kind, slip.suggestion) == ("notation", "(3w+f)1->12")
    (slip,) = slips_of("C:(3w+r)1->12", "Fall")
    assert slip.kind == "error"
    record = read_record("Map: Fall\nDeck: E&P\nC: x\nC:++/(3w+r)1->12/w->1\n")
    assert [entry.action is not None for entry in record.turns[0].entries] == [True, False, True]
    landmarks = "Map: Fall\nDeck: E&P\nLandmarks: ferry->4\nC: x\nC:r->4\n"
    assert [slip.kind for slip in read_record(landmarks).slips] == ["notation"]


@pytest.mark.parametrize(
    ("header", "kind", "suggestion"),
    [
        ("Map: fall\nDeck: E&P", "notation", "Fall"),
        ("Map: Fall\nDeck: e&p", "notation", "E&P"),
        ("Map: Autumn\nDeck: E&P", "notation", "Fall"),
        ("Map: the autumn map\nDeck: E&P", "notation", "Fall"),
        ("Map: Fall\nDeck: Exiles and Partisans", "notation", "E&P"),
        ("Map: Fall\nDeck: exiles & partisans deck", "notation", "E&P"),
        ("Map: Fall\nDeck: EP", "notation", "E&P"),
        ("Map: Fall\nDeck: base", "notation", "Standard"),
        ("map: Fall\nDeck: E&P", "notation", None),
        ("Deck: E&P\nMap: Fall", "notation", None),
        ("Map: Fall\nDeck: E&P\nMap: Fall", "error", None),
        ("Map: Winter\nDeck: E&P", "notation", None),
        ("Map: Fall\nDeck: E&P\nClearings: F1, M2", "error", None),
        ("Map: Fall\nDeck: E&P\nClearings: F1, X2", "error", None),
        ("Map: Fall\nDeck: E&P\nClearings: F1, F1", "error", None),
        ("Map: Fall\nDeck: E&P\nLandmarks: towr->5", "error", "tower->5"),
        ("Map: Fall\nDeck: E&P\nLandmarks: tower->55", "error", None),
        ("Map: Fall\nDeck: E&P\nHirelings: h_T, h_E", "notation", None),
        ("Map: Fall\nDeck: E&P\nHirelings: h_T, h_E, h_X", "error", None),
        ("Map: Fall\nDeck: E&P\nHirelings: h_T, h_E, h_O/w->3", "notation", None),
        ("Map: Fall\nDeck: E&P\nPool: CX", "error", None),
        ("Map: Fall\nDeck: E&P\nPool: C, E", "notation", "CE"),
        ("Map: Fall\nDeck: E&P\nWinner: X", "error", None),
        ("Map: Fall\nDeck: E&P\nWinner: C\nWinner: C", "error", None),
        ("Map: Fall\nDeck: E&P\nWinner: C, V", "notation", None),
        ("Map: Fall\nDeck: E&P\nc: a", "notation", None),
        ("Map: Fall\nDeck: E&P\nC:t_k->1/w->3", "notation", None),
        ("Map: Fall\nDeck: E&P\nC: a\nPool: CE", "notation", None),
        ("Map: Fall\nDeck: E&P\nC: a\nWinner: C\nC:w->3", "notation", None),
        ("Map: Fall\nDeck: E&P\n//!expect legal", "notation", None),
        ("Map: Fall\nDeck: E&P\nC: a\nC:w->1 //! n7", "notation", None),
        ("Map: Fall\nDeck: E&P\nC: a\nC:w->1\n\n//! n1", "notation", None),
    ],
)
def test_slips_of_the_frame(header: str, kind: str, suggestion: str | None) -> None:
    slips = read_record(header + "\n").slips
    assert slips
    assert kind in {slip.kind for slip in slips}
    if suggestion is not None:
        assert suggestion in {slip.suggestion for slip in slips}


def test_slips_stand_in_the_order_of_the_file() -> None:
    record = read_record(HEADER + "C:oops/Zh/w->1\nE:w->\nNo: line\nA:Zh/zz->\n")
    places = [(slip.line, slip.column) for slip in record.slips]
    assert places == sorted(places)
    assert len(places) == 6


def test_real_games_have_the_slips_the_notation_lists(real_games: list[Path]) -> None:
    """What 13.2 and 13.3 list, and nothing else, in all six games."""
    met = {
        (path.stem[-4:], slip.line, slip.found.strip('"'), slip.suggestion)
        for path in real_games
        for slip in read_file(path).slips
    }
    assert met == {
        ("irds", 35, "Ot_m->", None),
        ("irds", 54, "2w->", None),
        ("r1g5", 36, "#->D", "#->P"),
        ("r1g5", 60, "2w", None),
        ("r2g3", 46, "r_b+w->7", "b_r+w->7"),
        ("r2g3", 53, "B#dom->", "B#domL->"),
        ("r1g3", 25, "%b12->t", "%b12->$"),
        ("r1g3", 35, "F#foxfolksteel->G", "F#foxfolksteel*->G"),
        ("r1g3", 55, "#royal->G", "#royal*->G"),
    }


def test_a_position_may_set_what_no_turn_plays() -> None:
    setup = "C:R#soup->/B#dom->/F#C->C$/3w->2\nE:F#->$_r/#despot->$\nG:#royal->G"
    record = read_record(f"//! position\n{setup}\n//! play\nC:++\n")
    assert record.slips == ()
    record = read_record(f"//! play\n{setup}\n" + "Map: Fall\nDeck: E&P\n")
    assert {slip.suggestion for slip in record.slips} >= {"R#soupC->", "B#domC->", "#royal*->G"}
