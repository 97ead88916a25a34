"""Every concrete action of the notation's description, with the meaning it has there.

Structs are written by hand, without spans; `bare` strips the spans of what a reader gives.
"""

from __future__ import annotations

import msgspec

from notation.actions import (
    Action,
    Battle,
    Board,
    CardRef,
    Clearing,
    CraftCard,
    CraftItem,
    Destination,
    DiscardPile,
    DropDecree,
    Flip,
    Forest,
    Funds,
    Guess,
    Hand,
    Hire,
    ItemRef,
    LeaveTrack,
    Move,
    OpenPath,
    Outcast,
    Path,
    PieceRef,
    Place,
    Points,
    Prices,
    QuestRow,
    Relation,
    Reveal,
    Shown,
    Slot,
    Source,
    Spot,
    Thing,
    Trick,
)


def bare(action: Action) -> Action:
    """The action with all spans (0, 0)."""
    replace = msgspec.structs.replace
    if isinstance(action, Move):
        return Move(
            tuple(replace(source, span=(0, 0)) for source in action.sources),
            tuple(replace(end, span=(0, 0)) for end in action.ends),
        )
    if isinstance(action, Reveal):
        return replace(action, shown=tuple(replace(each, span=(0, 0)) for each in action.shown))
    return action


def of(thing: Thing, count: int = 1, start: Place | None = None) -> Source:
    return Source(thing, count, start)


def w(owner: str | None = None, sub: str = "") -> PieceRef:
    return PieceRef("w", owner, sub)


def b(owner: str | None = None, sub: str = "") -> PieceRef:
    return PieceRef("b", owner, sub)


def t(owner: str | None = None, sub: str = "") -> PieceRef:
    return PieceRef("t", owner, sub)


def move(*parts: Source | Place) -> Move:
    """Sources, then destinations."""
    sources = tuple(part for part in parts if isinstance(part, Source))
    return Move(sources, tuple(Destination(part) for part in parts if not isinstance(part, Source)))


P, FERRY = PieceRef("p"), PieceRef("f")
CARD, AMBUSH, DOM = CardRef(), CardRef(None, "@"), CardRef(None, "dom")
S, D, R, E = Spot("s"), Spot("d"), Spot(None, "r"), Spot(None, "e")
MINE = Board()


def c(number: int) -> Clearing:
    return Clearing(number)


def card(name: str | None = None, suit: str | None = None) -> CardRef:
    return CardRef(suit, name)


def suit(letter: str) -> CardRef:
    return CardRef(letter)


def item(letter: str) -> ItemRef:
    return ItemRef(letter)


EXAMPLES: dict[str, Action] = {
    # 5.1 moves
    "3w->7": move(of(w(), 3), c(7)),
    "3w7->2": move(of(w(), 3, c(7)), c(2)),
    "2Aw4->": move(of(w("A"), 2, c(4))),
    "b_w->6": move(of(b(None, "w")), c(6)),
    "2#->D": move(of(CARD, 2), Hand("D")),
    "M#D->": move(of(suit("M"), 1, Hand("D"))),
    "#C->A$": move(of(CARD, 1, Hand("C")), Board("A")),
    "R#soup*->V": move(of(card("soup", "R"), 1, DiscardPile()), Hand("V")),
    "%c8->$": move(of(item("c"), 1, c(8)), MINE),
    "%h->e": move(of(item("h")), E),
    "%xde->s": move(of(item("x"), 1, Spot("d", "e")), S),
    "2%bV$->d": move(of(item("b"), 2, Board("V")), D),
    "%_d->s+r": move(of(item("_"), 1, D), S, R),
    "p->4_9_11": move(of(P), Forest((4, 9, 11))),
    "2w$->": move(of(w(), 2, MINE)),
    "#marshal->$": move(of(card("marshal")), MINE),
    "#marshalD$->": move(of(card("marshal"), 1, Board("D"))),
    # 5.2 battles
    "XC9F@M@(2,1)": Battle("C", 9, None, "F", "M", (2, 1)),
    "EXC4F@M@(2,1)": Battle("C", 4, "E", "F", "M", (2, 1)),
    "EXC4": Battle("C", 4, "E"),
    "XA12": Battle("A", 12),
    "XA1F@": Battle("A", 1, None, "F"),
    "h_OXE5": Battle("E", 5, "h_O"),
    "h_OXD4": Battle("D", 4, "h_O"),
    "CXO12": Battle("O", 12, "C"),
    "XE4(0,1)": Battle("E", 4, dice=(0, 1)),
    "Xh_Ed7": Battle("h_Ed", 7),
    "(2w+Cb_s)9->": move(of(w(), 2, c(9)), of(b("C", "s"), 1, c(9))),
    # 5.3, 5.4 points
    "++": Points(1),
    "A++2": Points(2, "A"),
    "--": Points(-1),
    "--4": Points(-4),
    "--3": Points(-3),
    "V++": Points(1, "V"),
    "++->$": LeaveTrack(),
    "++->D$": LeaveTrack("D"),
    "M#domV->$": move(of(card("dom", "M"), 1, Hand("V")), MINE),
    # 5.5 crafts
    "Z%t": CraftItem("t"),
    "Zsabo": CraftCard("sabo"),
    "Zrpart": CraftCard("part", "R"),
    "Zmfavor": CraftCard("favor", "M"),
    "#cobO->": move(of(card("cob"), 1, Hand("O"))),
    # 5.6 reveals
    "2M#^": Reveal((Shown(2, suit("M")),)),
    "R#D^P": Reveal((Shown(1, suit("R"), "D"),), ("P",)),
    "D^A": Reveal((Shown(1, None, "D"),), ("A",)),
    "^": Reveal(),
    "^A": Reveal((), ("A",)),
    "F#^P": Reveal((Shown(1, suit("F")),), ("P",)),
    "#^P": Reveal((Shown(1, CARD),), ("P",)),
    "V^O": Reveal((Shown(1, None, "V"),), ("O",)),
    "F#+2M#^": Reveal((Shown(1, suit("F")), Shown(2, suit("M")))),
    "(M+2F)#^": Reveal((Shown(1, suit("M")), Shown(2, suit("F")))),
    "(F+2M)#D^P+h_E": Reveal((Shown(1, suit("F"), "D"), Shown(2, suit("M"), "D")), ("P", "h_E")),
    # 5.7 - 5.9 plots and relics
    "t4^t_s": Flip(c(4), "s"),
    "Pt4^t_s": Flip(c(4), "s", "P"),
    "t11^t_2_j": Flip(c(11), "2_j"),
    "t12^t_3_f": Flip(c(12), "3_f"),
    "t10^t_2_t": Flip(c(10), "2_t"),
    "t2_7_12^t_3_f": Flip(Forest((2, 7, 12)), "3_f"),
    "?Pt_e3": Guess("e", 3),
    "Pt6->": move(of(t("P"), 1, c(6))),
    "#C->P": move(of(CARD, 1, Hand("C")), Hand("P")),
    "t6<->t11": Trick((6, 11)),
    # 5.10 - 5.16
    "$_->": DropDecree(),
    "#builder->$": move(of(card("builder")), MINE),
    "$_->2": Prices((), 2),
    "$_h+$_r->4": Prices(("h", "r"), 4),
    "($_h+$_m)->2": Prices(("h", "m"), 2),
    "$_r->3": Prices(("r",), 3),
    "$_f->3": Funds(3),
    "$_f->0": Funds(0),
    "$_o->M": Outcast("M"),
    "$_ho->M": Outcast("M", True),
    "V$_E->h": Relation((("V", "E"),), "h"),
    "$_C+$_D->h": Relation(((None, "C"), (None, "D")), "h"),
    "$_C->1": Relation(((None, "C"),), "1"),
    "$_E->a": Relation(((None, "E"),), "a"),
    "h_T->D$3": Hire("h_T", "D", 3),
    "h_E->$": Hire("h_E"),
    "h_E->P$4": Hire("h_E", "P", 4),
    "2_5->": OpenPath((2, 5)),
    "11_12->": OpenPath((11, 12)),
    # 6 combining and grouping
    "t+3w0->8": move(of(t()), of(w(), 3, c(0)), c(8)),
    "w+2Ew->3": move(of(w()), of(w("E"), 2), c(3)),
    "3%b+%s->d": move(of(item("b"), 3), of(item("s")), D),
    "(w+2Dw+Db_m)5->": move(of(w(), 1, c(5)), of(w("D"), 2, c(5)), of(b("D", "m"), 1, c(5))),
    "(2M+F)#A$->": move(of(suit("M"), 2, Board("A")), of(suit("F"), 1, Board("A"))),
    "(t+2w0)->5": move(of(t()), of(w(), 2, c(0)), c(5)),
    "t+2w0->5": move(of(t()), of(w(), 2, c(0)), c(5)),
    "2w->3+11": move(of(w(), 2), c(3), c(11)),
    "#->C+V": move(of(CARD), Hand("C"), Hand("V")),
    "M#E->$_x+$_m": move(of(suit("M"), 1, Hand("E")), Slot("x"), Slot("m")),
    "b+w->2+9": move(of(b()), of(w()), c(2), c(9)),
    "w4->5+6": move(of(w(), 1, c(4)), c(5), c(6)),
    "%t+%b->s+e": move(of(item("t")), of(item("b")), S, E),
    "t2+t4->": move(of(t(), 1, c(2)), of(t(), 1, c(4))),
    "w12+w8->": move(of(w(), 1, c(12)), of(w(), 1, c(8))),
    "(2R#+2Aw)A$->": move(of(suit("R"), 2, Board("A")), of(w("A"), 2, Board("A"))),
    "((2R+B)#+2Aw)A$->": move(
        of(suit("R"), 2, Board("A")), of(suit("B"), 1, Board("A")), of(w("A"), 2, Board("A"))
    ),
    # 8 factions
    "M#C->": move(of(suit("M"), 1, Hand("C"))),
    "2Cw9->4": move(of(w("C"), 2, c(9)), c(4)),
    "t2+2t7->": move(of(t(), 1, c(2)), of(t(), 2, c(7))),
    "b_s->2": move(of(b(None, "s")), c(2)),
    "F#E->$_r": move(of(suit("F"), 1, Hand("E")), Slot("r")),
    "(R+B)#E->$_x": move(of(suit("R"), 1, Hand("E")), of(suit("B"), 1, Hand("E")), Slot("x")),
    "#despot->$": move(of(card("despot")), MINE),
    "3#->$": move(of(CARD, 3), MINE),
    "(M+B)#$->": move(of(suit("M"), 1, MINE), of(suit("B"), 1, MINE)),
    "#A->$": move(of(CARD, 1, Hand("A")), MINE),
    "w->$": move(of(w()), MINE),
    "t->5": move(of(t()), c(5)),
    "#->A$": move(of(CARD), Board("A")),
    "2AwA$->": move(of(w("A"), 2, Board("A"))),
    "#tinker->$": move(of(card("tinker")), MINE),
    "%rde->s": move(of(item("r"), 1, Spot("d", "e")), S),
    "%fr->d": move(of(item("f"), 1, R), D),
    "F#Q->$": move(of(suit("F"), 1, QuestRow()), MINE),
    "R#V->C": move(of(suit("R"), 1, Hand("V")), Hand("C")),
    "%hC$->$": move(of(item("h"), 1, Board("C")), MINE),
    "(%s+%f)V$->d": move(of(item("s"), 1, Board("V")), of(item("f"), 1, Board("V")), D),
    "M#L->": move(of(suit("M"), 1, Hand("L"))),
    "Lw6->": move(of(w("L"), 1, c(6))),
    "2w->O$": move(of(w(), 2), Board("O")),
    "F#O->E": move(of(suit("F"), 1, Hand("O")), Hand("E")),
    "(w+t_m)->9": move(of(w()), of(t(None, "m")), c(9)),
    "2w->0": move(of(w(), 2), c(0)),
    "4w0->6": move(of(w(), 4, c(0)), c(6)),
    "(F+2M)#^": Reveal((Shown(1, suit("F")), Shown(2, suit("M")))),
    "#captain$->": move(of(card("captain"), 1, MINE)),
    "Pt5->": move(of(t("P"), 1, c(5))),
    "%sE$->$": move(of(item("s"), 1, Board("E")), MINE),
    "%h6->$": move(of(item("h"), 1, c(6)), MINE),
    "%s$->": move(of(item("s"), 1, MINE)),
    "#rowdy->$": move(of(card("rowdy")), MINE),
    "w5->": move(of(w(), 1, c(5))),
    "w_w->5": move(of(w(None, "w")), c(5)),
    "w_w+4w+b->3": move(of(w(None, "w")), of(w(), 4), of(b()), c(3)),
    "M#K->$_2": move(of(suit("M"), 1, Hand("K")), Slot("2")),
    "M#$_2->$_3": move(of(suit("M"), 1, Slot("2")), Slot("3")),
    "M#$_1->": move(of(suit("M"), 1, Slot("1"))),
    "#faith$_1->": move(of(card("faith"), 1, Slot("1"))),
    "t_f2_7_12->12": move(of(t(None, "f"), 1, Forest((2, 7, 12))), c(12)),
    "t_3_f12->$": move(of(t(None, "3_f"), 1, c(12)), MINE),
    "Kt_j4->1_5_9": move(of(t("K", "j"), 1, c(4)), Forest((1, 5, 9))),
    "b_t_j->3": move(of(b(None, "t_j")), c(3)),
    "Kb_f_t1->": move(of(b("K", "f_t"), 1, c(1))),
    # 9 hirelings and landmarks
    "h_Tw->1_9+3_7": move(of(w("h_T")), Path((1, 9)), Path((3, 7))),
    "h_Op->5": move(of(PieceRef("p", "h_O")), c(5)),
    "h_Tw5_9->": move(of(w("h_T"), 1, Path((5, 9)))),
    "2%uh_V$->": move(of(item("u"), 2, Board("h_V"))),
    "(3w+f)11->1": move(of(w(), 3, c(11)), of(FERRY, 1, c(11)), c(1)),
    "f->4": move(of(FERRY), c(4)),
    "w1+f->11": move(of(w(), 1, c(1)), of(FERRY), c(11)),
    # 10 ambiguities
    "#sappersh_C$->": move(of(card("sap"), 1, Board("h_C"))),
    "#h_C$->": move(of(CARD, 1, Board("h_C"))),
    "#tun$->": move(of(card("tun"), 1, MINE)),
    "%tt->d": move(of(item("t"), 1, Spot("t")), D),
    "%sde->s": move(of(item("s"), 1, Spot("d", "e")), S),
    "%r->r": move(of(item("r")), R),
    "Pt_e5->": move(of(t("P", "e"), 1, c(5))),
    "t_3_f5->$": move(of(t(None, "3_f"), 1, c(5)), MINE),
    "t7_10_11->10": move(of(t(), 1, Forest((7, 10, 11))), c(10)),
    "t_t7_10_11->10": move(of(t(None, "t"), 1, Forest((7, 10, 11))), c(10)),
    "#->O": move(of(CARD), Hand("O")),
    "2w10->4": move(of(w(), 2, c(10)), c(4)),
    "#E->$": move(of(CARD, 1, Hand("E")), MINE),
    "#->C": move(of(CARD), Hand("C")),
    "F#@*->P": move(of(card("@", "F"), 1, DiscardPile()), Hand("P")),
    "M#favor*->V": move(of(card("favor", "M"), 1, DiscardPile()), Hand("V")),
    "B#domO->E": move(of(card("dom", "B"), 1, Hand("O")), Hand("E")),
    # 13.2 what scorers write and the grammar takes
    "(5w)1->12": move(of(w(), 5, c(1)), c(12)),
    "(6w+b)->3": move(of(w(), 6), of(b()), c(3)),
    "(2R#+2w)$->": move(of(suit("R"), 2, MINE), of(w(), 2, MINE)),
    "%b12->t": move(of(item("b"), 1, c(12)), Spot("t")),
    "B#dom->G": move(of(card("dom", "B")), Hand("G")),
    # names: titles and abbreviations are one
    "#taxcollector$->": move(of(card("tax"), 1, MINE)),
    "#foxpartisansC->": move(of(card("part", "F"), 1, Hand("C"))),
    "Zfavorofthemice": CraftCard("favor", "M"),
    "Zleagueofadventurousmice": CraftCard("league"),
    "#expelbanditsQ->$": move(of(card("bandits"), 1, QuestRow()), MINE),
    "B#ambushC->": move(of(card("@", "B"), 1, Hand("C"))),
}

MISSPELT: dict[str, tuple[str, Action]] = {
    # text: standard spelling and meaning (10, 12.2, 13.2)
    "r_b+w->7": ("b_r+w->7", move(of(b(None, "r")), of(w()), c(7))),
    "2k_t5->": ("2t_k5->", move(of(t(None, "k"), 2, c(5)))),
    "(3w+r)1->12": ("(3w+f)1->12", move(of(w(), 3, c(1)), of(FERRY, 1, c(1)), c(12))),
    "r->4": ("f->4", move(of(FERRY), c(4))),
    "Sp->9": ("h_Sp->9", move(of(PieceRef("p", "h_S")), c(9))),
    "TXC4": ("h_TXC4", Battle("C", 4, "h_T")),
    "XJ4": ("Xh_J4", Battle("h_J", 4)),
    "T->D$3": ("h_T->D$3", Hire("h_T", "D", 3)),
    "?Pt3^t_e": ("?Pt_e3", Guess("e", 3)),
    "?Pt6^t_e": ("?Pt_e6", Guess("e", 6)),
    "Zh": ("Z%h", CraftItem("h")),
    "Zb": ("Z%b", CraftItem("b")),
    "Z#tun": ("Ztun", CraftCard("tun")),
    "ZR#part": ("Zrpart", CraftCard("part", "R")),
    "ZTun": ("Ztun", CraftCard("tun")),
    "w -> 5": ("w->5", move(of(w()), c(5))),
    "w→5": ("w->5", move(of(w()), c(5))),
    "f#C->": ("F#C->", move(of(suit("F"), 1, Hand("C")))),
    "(2r+b)#A$->": (
        "(2R+B)#A$->",
        move(of(suit("R"), 2, Board("A")), of(suit("B"), 1, Board("A"))),
    ),
    "XC9f@": ("XC9F@", Battle("C", 9, None, "F")),
    "$_o->m": ("$_o->M", Outcast("M")),
    "xC9": ("XC9", Battle("C", 9)),
    "Xc9": ("XC9", Battle("C", 9)),
    "z%h": ("Z%h", CraftItem("h")),
    "CF#->": ("F#C->", move(of(suit("F"), 1, Hand("C")))),
    "C2F#->A$": ("2F#C->A$", move(of(suit("F"), 2, Hand("C")), Board("A"))),
    "#C->*": ("#C->", move(of(CARD, 1, Hand("C")))),
    "Pt4<->Pt7": ("t4<->t7", Trick((4, 7))),
    "w->03": ("w->3", move(of(w()), c(3))),
    "p->12_7_2": ("p->2_7_12", move(of(P), Forest((2, 7, 12)))),
    "11_2->": ("2_11->", OpenPath((2, 11))),
    "%hC->$": ("%hC$->$", move(of(item("h"), 1, Board("C")), MINE)),
    "%h->V": ("%h->V$", move(of(item("h")), Board("V"))),
    "(F#+2M#)D^P": (
        "F#D+2M#D^P",
        Reveal((Shown(1, suit("F"), "D"), Shown(2, suit("M"), "D")), ("P",)),
    ),
}

UNREADABLE = (
    # 13.5, and what 5 and 10 call errors
    "#A",
    "t^3->t_s",
    "R^",
    "$_d->s+r",
    "%->e",
    "XP8Ba",
    "2^A",
    "++->",
    "p->8_9",
    "2w->O",
    "#->0",
    "E->$",
    "->5",
    "w",
    "w5->->6",
    "w->5+",
    "+w->5",
    "(w->5",
    "w)->5",
    "((w+w))5->",
    "(w)(w)5->",
    "0w->5",
    "1000w->5",
    "99999999999w->5",
    "w->100",
    "2%_d->s",
    "Cf->4",
    "f_b->4",
    "w->3_11",
    "X",
    "XC",
    "XC9(4,0)",
    "XC9(1,2",
    "CX9",
    "Z",
    "Z%",
    "Z%_",
    "?",
    "?Pt_x3",
    "?Pt_e",
    "t4<->",
    "$_",
    "$_x->3",
    "$_h->",
    "$_f->",
    "$_o->",
    "$_o->X",
    "$_C->3",
    "$_C->",
    "C$_E->h",
    "h_E->",
    "h_E->A",
    "h_X->A$",
    "3_3->",
    "0_3->",
    "%h->C+s",
    "#C->3",
    "w*->3",
    "F#C->Q",
    "t4^",
    "t4^t",
    "t4^s",
    "t^t_s",
    "2M#^X",
    "M#^^",
    "++0",
    "++-2",
    "+",
    "é",
    "w->٣",
)
