"""Whatever a record says, it can be replayed, shown, and written as a position."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from notation.reader import read_record
from replayer.drawing import COLUMNS, draw_map
from replayer.position import between_turns, read_position, write_position
from replayer.state import COMPARED
from replayer.timeline import timeline
from replayer.views import WIDTH, state_json, text_board

ACTIONS = tuple(
    action
    for line in (
        "w->5 3w->1+2+3 b->5 b_s->1 b_f->8 b_f_t->3 b_t->9 t->5 t->6 t->7 t_k->1 t_m->9",
        "t_f->4_9_12 w_w->5 w5->6 2w5->1 w1-> 3w-> b5-> t5-> Ew1-> 2Cw5-> (w+b)1->",
        "(2Ew+Eb+Pt)5-> Ht5-> Kt_f5-> w->0 4w0->5 p->5 p->4_9_12 f->10 f1->11 h_Ew->2 h_Tw->1_9",
        "2w->$ 3w$-> Cw->O$ w1->$ t_3_f5->$ t5^t_s Pt5^t_b t6^t_b t4_9_12^t_2_f t5<->t6",
        "t1^t_3_j XE5 XP5F@ EXC1(2,1) XV3M@B@ ?Pt_s5 #->C 2#->E #->H+P F#C-> M#E->$_r 2B#E->$_x",
        "F#K->$_2 #faith$_1->$_3 #faith$_2-> $_-> #despot->$ #builder->$ #stubborn->$",
        "#captain->$ #captainD$-> #mayor->$ #thief->$ #ronin->$ 3#->A$ F#A$-> #A->$ F#dom->",
        "M#domE-> B#domC->$ R#dom->H #sabo->$ R#part->$ #tunD$-> F#errand->$ M#guardQ->$",
        "R#soup*->V Z%s Z%f Zsabo Zrpart Zcoffin Zengrave %s->$ %h6->$ %b12->$ %f->e %r->e",
        "%s->d %_d->s+r %tt->e %sE$->$ 2%bV$->d ++ ++3 E++2 -- H--4 ++->$ ++->D$ F#^ 2M#E^P ^",
        "D^A $_->2 $_h->1 $_h+$_m->3 $_f->2 $_o->M $_ho->R $_E->h V$_C+V$_E->1 $_D->a h_E->D$3",
        "5_9-> 8_9->",
    )
    for action in line.split()
)
MAPS = (
    ("Fall", ""),
    ("Winter", "Clearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"),
    ("Lake", "Clearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"),
    ("Mountain", "Clearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"),
)


@st.composite
def records(draw: st.DrawFn) -> str:
    name, suits = draw(st.sampled_from(MAPS))
    deck = draw(st.sampled_from(["Standard", "E&P"]))
    players = draw(st.lists(st.sampled_from("CEAVGLODPHK"), min_size=1, max_size=5, unique=True))
    line = st.tuples(
        st.sampled_from(players), st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=9)
    )
    lines = draw(st.lists(line, max_size=12))
    head = f"Map: {name}\nDeck: {deck}\n{suits}" + "".join(f"{f}: {f}\n" for f in players)
    return head + "".join(f"{faction}:{'/'.join(actions)}\n" for faction, actions in lines)


@settings(max_examples=60, deadline=None)
@given(records())
def test_any_record_can_be_shown_and_written_as_a_position(text: str) -> None:
    played = timeline(read_record(text))
    for state in (played.end, *(turn.closed for turn in played.turns[-2:])):
        assert all(len(line) <= WIDTH for line in text_board(state).splitlines())
        assert all(len(line) <= COLUMNS for line in draw_map(state).splitlines())
        data = state_json(state)
        assert json.loads(json.dumps(data)) == data
        again = read_position(read_record(write_position(state)))
        wanted = between_turns(state)
        assert [n for n in COMPARED if getattr(again, n) != getattr(wanted, n)] == []
