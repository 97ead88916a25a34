"""Legs: every default, multiplication and accumulation of the notation, on its own examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.actions import Board as WrittenBoard
from notation.actions import (
    CardRef,
    Clearing,
    Destination,
    ItemRef,
    Move,
    PieceRef,
    Source,
    Spot,
)
from notation.entries import parse_action
from notation.legs import (
    BattleLeg,
    CardLeg,
    CraftLeg,
    DropDecreeLeg,
    FlipLeg,
    FundsLeg,
    GuessLeg,
    HireLeg,
    ItemLeg,
    LeaveTrackLeg,
    Leg,
    OutcastLeg,
    PathLeg,
    Piece,
    PieceLeg,
    PointsLeg,
    PricesLeg,
    RelationLeg,
    RevealLeg,
    TrickLeg,
    leg_spans,
    legs,
)


def pieces(n: int, piece: str, start: int | str, end: int | str) -> PieceLeg:
    owner, kind = (piece[:3], piece[3:]) if piece.startswith("h_") else (piece[:1], piece[1:])
    return PieceLeg(n, Piece(owner, kind[:1], kind[2:]), start, end)


def card(n: int, text: str, start: int | str, end: int | str) -> CardLeg:
    suit, _, name = text.partition("#")
    return CardLeg(n, suit or None, name or None, start, end)


FERRY = Piece("", "f")

# (action, whose turn, its legs): notation.md, section by section
MOVES: list[tuple[str, str, list[Leg]]] = [
    # 5.1
    ("3w->7", "E", [pieces(3, "Ew", "supply", 7)]),
    ("3w7->2", "E", [pieces(3, "Ew", 7, 2)]),
    ("2Aw4->", "C", [pieces(2, "Aw", 4, "supply")]),
    ("b_w->6", "C", [pieces(1, "Cb_w", "supply", 6)]),
    ("2#->D", "D", [card(2, "#", "deck", "D")]),
    ("M#D->", "D", [card(1, "M#", "D", "*")]),
    ("#C->A$", "C", [card(1, "#", "C", "A$")]),
    ("R#soup*->V", "V", [card(1, "R#soup", "*", "V")]),
    ("%c8->$", "V", [ItemLeg(1, "c", 8, "V$")]),
    ("%h->e", "V", [ItemLeg(1, "h", "V$", "V$", end_state="e")]),
    ("%xde->s", "V", [ItemLeg(1, "x", "V$", "V$", "d", "e", end_area="s")]),
    ("2%bV$->d", "P", [ItemLeg(2, "b", "V$", "V$", end_area="d")]),
    ("%_d->s+r", "V", [ItemLeg(1, "_", "V$", "V$", "d", end_area="s", end_state="r")]),
    ("p->4_9_11", "V", [pieces(1, "Vp", "here", "4_9_11")]),
    ("2w$->", "O", [pieces(2, "Ow", "O$", "supply")]),
    ("#marshal->$", "D", [card(1, "#marshal", "stack", "D$")]),
    ("#marshalD$->", "E", [card(1, "#marshal", "D$", "stack")]),
    # 6.1: each member on the left has its own defaults
    ("t+3w0->8", "D", [pieces(1, "Dt", "supply", 8), pieces(3, "Dw", 0, 8)]),
    ("w+2Ew->4", "C", [pieces(1, "Cw", "supply", 4), pieces(2, "Ew", "supply", 4)]),
    (
        "3%b+%s->e",
        "V",
        [
            ItemLeg(3, "b", "V$", "V$", end_state="e"),
            ItemLeg(1, "s", "V$", "V$", end_state="e"),
        ],
    ),
    # 6.2: a suffix reaches every member without a start of its own
    (
        "(w+2Dw+Db_m)5->",
        "E",
        [
            pieces(1, "Ew", 5, "supply"),
            pieces(2, "Dw", 5, "supply"),
            pieces(1, "Db_m", 5, "supply"),
        ],
    ),
    ("(2M+F)#A$->", "C", [card(2, "M#", "A$", "*"), card(1, "F#", "A$", "*")]),
    ("(t+2w0)->5", "D", [pieces(1, "Dt", "supply", 5), pieces(2, "Dw", 0, 5)]),
    # 6.3: places multiply for pieces and cards
    ("2w->3+11", "E", [pieces(2, "Ew", "supply", 3), pieces(2, "Ew", "supply", 11)]),
    ("#->C+V", "C", [card(1, "#", "deck", "C"), card(1, "#", "deck", "V")]),
    ("M#E->$_x+$_m", "E", [card(1, "M#", "E", "E$_x"), card(1, "M#", "E", "E$_m")]),
    (
        "b+w->2+9",
        "E",
        [
            pieces(1, "Eb", "supply", 2),
            pieces(1, "Eb", "supply", 9),
            pieces(1, "Ew", "supply", 2),
            pieces(1, "Ew", "supply", 9),
        ],
    ),
    ("w4->5+6", "C", [pieces(1, "Cw", 4, 5), pieces(1, "Cw", 4, 6)]),
    # 6.4: areas and states accumulate for items
    (
        "%t+%b->s+e",
        "V",
        [
            ItemLeg(1, "t", "V$", "V$", end_area="s", end_state="e"),
            ItemLeg(1, "b", "V$", "V$", end_area="s", end_state="e"),
        ],
    ),
    # 6.5
    ("t2+t4->", "C", [pieces(1, "Ct", 2, "supply"), pieces(1, "Ct", 4, "supply")]),
    ("w12+w8->", "P", [pieces(1, "Pw", 12, "supply"), pieces(1, "Pw", 8, "supply")]),
    # 6.7
    ("(2R#+2Aw)A$->", "D", [card(2, "R#", "A$", "*"), pieces(2, "Aw", "A$", "supply")]),
    # 7: starts and ends of cards that are not in the draw deck
    ("F#dom->C", "C", [card(1, "F#dom", "dom", "C")]),
    ("F#domO->C", "C", [card(1, "F#dom", "O", "C")]),
    ("F#domC->", "C", [card(1, "F#dom", "C", "dom")]),
    ("M#domV->$", "V", [card(1, "M#dom", "V", "V$")]),
    ("#despot->$", "E", [card(1, "#despot", "stack", "E$")]),
    ("#rowdy->$", "H", [card(1, "#rowdy", "stack", "H$")]),
    ("#tinker->$", "G", [card(1, "#tinker", "stack", "G$")]),
    ("#faith$_1->", "K", [card(1, "#faith", "K$_1", "out")]),
    ("F#@*->P", "P", [card(1, "F#@", "*", "P")]),
    ("#tun$->", "C", [card(1, "#tun", "C$", "*")]),
    ("F#C->", "C", [card(1, "F#", "C", "*")]),
    # 7: pawn and ferry start where they are; items end out of play
    ("p->12", "V", [pieces(1, "Vp", "here", 12)]),
    ("f->4", "C", [PieceLeg(1, FERRY, "here", 4)]),
    (
        "(3w+f)11->1",
        "C",
        [pieces(3, "Cw", 11, 1), PieceLeg(1, FERRY, 11, 1)],
    ),
    ("w1+f->11", "C", [pieces(1, "Cw", 1, 11), PieceLeg(1, FERRY, "here", 11)]),
    ("%b->", "V", [ItemLeg(1, "b", "V$", "out")]),
    ("%t->", "H", [ItemLeg(1, "t", "H$", "out")]),
    # 8
    ("M#C->", "E", [card(1, "M#", "C", "*")]),
    ("2Cw9->4", "E", [pieces(2, "Cw", 9, 4)]),
    ("(R+B)#E->$_x", "E", [card(1, "R#", "E", "E$_x"), card(1, "B#", "E", "E$_x")]),
    ("3#->$", "A", [card(3, "#", "deck", "A$")]),
    ("w->$", "A", [pieces(1, "Aw", "supply", "A$")]),
    ("2AwA$->", "C", [pieces(2, "Aw", "A$", "supply")]),
    ("%rde->s", "V", [ItemLeg(1, "r", "V$", "V$", "d", "e", end_area="s")]),
    ("%fr->d", "V", [ItemLeg(1, "f", "V$", "V$", None, "r", end_area="d")]),
    ("%ct->s", "V", [ItemLeg(1, "c", "V$", "V$", "t", end_area="s")]),
    ("F#Q->$", "V", [card(1, "F#", "Q", "V$")]),
    ("%hC$->$", "V", [ItemLeg(1, "h", "C$", "V$")]),
    ("%hC$->s", "V", [ItemLeg(1, "h", "C$", "V$", end_area="s")]),
    ("%b12->t", "G", [ItemLeg(1, "b", 12, "G$", end_area="t")]),
    (
        "(%s+%f)V$->d",
        "O",
        [
            ItemLeg(1, "s", "V$", "V$", end_area="d"),
            ItemLeg(1, "f", "V$", "V$", end_area="d"),
        ],
    ),
    ("2w->O$", "E", [pieces(2, "Ew", "supply", "O$")]),
    ("(w+t_m)->9", "O", [pieces(1, "Ow", "supply", 9), pieces(1, "Ot_m", "supply", 9)]),
    ("4w0->6", "D", [pieces(4, "Dw", 0, 6)]),
    ("Pt5->", "E", [pieces(1, "Pt", 5, "supply")]),
    ("%sE$->$", "H", [ItemLeg(1, "s", "E$", "H$")]),
    ("w_w->5", "H", [pieces(1, "Hw_w", "supply", 5)]),
    ("M#K->$_2", "K", [card(1, "M#", "K", "K$_2")]),
    ("M#$_2->$_3", "K", [card(1, "M#", "K$_2", "K$_3")]),
    ("t_f2_7_12->12", "K", [pieces(1, "Kt_f", "2_7_12", 12)]),
    ("t_3_f12->$", "K", [pieces(1, "Kt_3_f", 12, "K$")]),
    ("Kt_j4->1_5_9", "C", [pieces(1, "Kt_j", 4, "1_5_9")]),
    ("b_t_j->3", "K", [pieces(1, "Kb_t_j", "supply", 3)]),
    # 9: a hireling without its side
    ("h_Op->5", "C", [pieces(1, "h_Op", "here", 5)]),
    ("h_Ew->3", "C", [pieces(1, "h_Ew", "supply", 3)]),
    ("h_Tw5_9->", "C", [pieces(1, "h_Tw", "5_9", "supply")]),
    ("2%uh_V$->", "C", [ItemLeg(2, "u", "h_V$", "out")]),
]
OTHERS: list[tuple[str, str, list[Leg]]] = [
    ("XC9F@M@(2,1)", "E", [BattleLeg("E", "C", 9, "F", "M", (2, 1))]),
    ("EXC9", "V", [BattleLeg("E", "C", 9)]),
    ("h_OXE5", "C", [BattleLeg("h_O", "E", 5)]),
    ("A++2", "C", [PointsLeg(2, "A")]),
    ("--", "E", [PointsLeg(1, "E", -1)]),
    ("++->$", "C", [LeaveTrackLeg("C", "C")]),
    ("++->D$", "V", [LeaveTrackLeg("V", "D")]),
    ("Z%t", "H", [CraftLeg("H", item="t")]),
    ("Zsabo", "P", [CraftLeg("P", name="sabo")]),
    ("Zrpart", "C", [CraftLeg("C", name="part", suit="R")]),
    ("2M#^", "D", [RevealLeg(2, "D", "M")]),
    ("R#D^P", "P", [RevealLeg(1, "D", "R", audience=("P",))]),
    ("D^A", "D", [RevealLeg(1, "D", whole=True, audience=("A",))]),
    ("^", "C", [RevealLeg(1, "C", whole=True)]),
    ("^A", "C", [RevealLeg(1, "C", whole=True, audience=("A",))]),
    ("F#+2M#^", "D", [RevealLeg(1, "D", "F"), RevealLeg(2, "D", "M")]),
    ("t4^t_s", "P", [FlipLeg("P", 4, "s")]),
    ("Pt4^t_s", "E", [FlipLeg("P", 4, "s")]),
    ("t10^t_2_t", "K", [FlipLeg("K", 10, "2_t")]),
    ("?Pt_e3", "C", [GuessLeg("C", "e", 3)]),
    ("t4<->t11", "P", [TrickLeg((4, 11))]),
    ("$_->", "E", [DropDecreeLeg()]),
    ("$_->2", "O", [PricesLeg(("h", "r", "m"), 2)]),
    ("$_h+$_r->4", "O", [PricesLeg(("h", "r"), 4)]),
    ("($_h+$_m)->2", "O", [PricesLeg(("h", "m"), 2)]),
    ("$_f->3", "O", [FundsLeg(3)]),
    ("$_o->M", "L", [OutcastLeg("M", False)]),
    ("$_ho->M", "L", [OutcastLeg("M", True)]),
    ("V$_E->h", "E", [RelationLeg("V", "E", "h")]),
    ("$_C+$_D->h", "G", [RelationLeg("G", "C", "h"), RelationLeg("G", "D", "h")]),
    ("h_T->D$3", "C", [HireLeg("h_T", "D", 3)]),
    ("h_E->$", "C", [HireLeg("h_E", "C", None)]),
    ("3_7->", "D", [PathLeg((3, 7))]),
]


@pytest.mark.parametrize(("text", "turn", "expected"), MOVES + OTHERS, ids=lambda v: str(v)[:30])
def test_the_notations_examples(text: str, turn: str, expected: list[Leg]) -> None:
    action = parse_action(text)
    assert list(legs(action, turn)) == expected
    assert len(leg_spans(action)) == len(expected)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("w->3+11", ["3", "11"]),
        ("(B+F)#$->", ["B", "F"]),
        ("t+3w0->8", ["t", "3w0"]),
        ("b+w->2+9", ["b", "b", "w", "w"]),
        ("F#+2M#^", ["F#", "2M#"]),
    ],
)
def test_a_span_is_the_text_of_its_leg(text: str, parts: list[str]) -> None:
    spans = leg_spans(parse_action(text))
    assert [text[start:end] for start, end in spans] == parts


def test_one_leg_alone_is_the_whole_action() -> None:
    for text in ("3w7->2", "%t->s+e", "XC4", "$_h+$_r->4"):
        assert leg_spans(parse_action(text)) == ((0, 0),)


def test_a_hirelings_side_is_no_part_of_its_name() -> None:
    assert legs(parse_action("h_Edw->3"), "C") == legs(parse_action("h_Ew->3"), "C")


THINGS = st.one_of(
    st.builds(PieceRef, st.sampled_from("wbt"), st.sampled_from([None, "C", "h_E"])),
    st.builds(CardRef, st.sampled_from([None, "F", "B"])),
)
SOURCES = st.builds(
    Source,
    THINGS,
    st.integers(1, 5),
    st.one_of(st.none(), st.builds(Clearing, st.integers(1, 12))),
)
PLACES = st.builds(Destination, st.builds(Clearing, st.integers(1, 12)))


@given(st.lists(SOURCES, min_size=1, max_size=4), st.lists(PLACES, max_size=4))
def test_every_place_receives_the_whole_left_side(
    sources: list[Source], ends: list[Destination]
) -> None:
    found = legs(Move(tuple(sources), tuple(ends)), "E")
    assert len(found) == len(sources) * max(1, len(ends))
    assert sum(leg.n for leg in found) == sum(s.count for s in sources) * max(1, len(ends))
    assert len(leg_spans(Move(tuple(sources), tuple(ends)))) == len(found)


SPOTS = st.builds(Spot, st.sampled_from([None, "s", "d"]), st.sampled_from([None, "r", "e"]))


@given(st.lists(SPOTS, min_size=1, max_size=4))
def test_spots_become_one_change_of_the_same_items(spots: list[Spot]) -> None:
    move = Move(
        (Source(ItemRef("s"), 2, WrittenBoard("V")),), tuple(Destination(spot) for spot in spots)
    )
    (leg,) = legs(move, "E")
    assert isinstance(leg, ItemLeg)
    assert (leg.n, leg.start, leg.end) == (2, "V$", "V$")
    areas = [spot.area for spot in spots if spot.area]
    states = [spot.state for spot in spots if spot.state]
    assert leg.end_area == (areas[-1] if areas else None)
    assert leg.end_state == (states[-1] if states else None)
