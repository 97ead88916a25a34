"""Positions: what is written reads back as the same table."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from replay_helpers import CORPUS, REAL

from notation.reader import read_file, read_record
from notation.writer import format_record
from replayer import position_words
from replayer.engine import begin_turn
from replayer.position import between_turns, position_at, read_position, write_position
from replayer.position_words import WORDS, set_word
from replayer.state import COMPARED, State
from replayer.timeline import timeline

DOCS = Path(__file__).resolve().parents[2] / "docs" / "positions.md"
needs_corpus = pytest.mark.skipif(not CORPUS, reason="no corpus beside us")

HEAD = "Map: {map}\nDeck: E&P\n"
SUITS = "Clearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"


def table(text: str) -> State:
    record = read_record(text)
    assert not record.slips
    return timeline(record).end


def differing(one: State, other: State) -> list[str]:
    return [name for name in COMPARED if getattr(one, name) != getattr(other, name)]


def back(state: State) -> str:
    """Write a state, check that it reads back as it was, and give the text."""
    text = write_position(state)
    record = read_record(text)
    assert not record.slips
    assert not timeline(record).slips
    assert differing(read_position(record), between_turns(state)) == []
    assert read_position(record) == between_turns(state)
    assert format_record(record) == text
    return text


@needs_corpus
@pytest.mark.parametrize("game", CORPUS, ids=lambda path: path.stem[:8])
def test_every_turn_of_a_game_can_be_a_position(game: Path) -> None:
    turns = timeline(read_file(game)).turns
    for before, after in list(pairwise(turns))[::5]:
        text = back(before.closed)
        reread = read_position(read_record(text))
        opened = begin_turn(reread, after.turn.faction, after.turn.number)
        assert differing(opened, after.opened) == []


@pytest.mark.skipif(not REAL, reason="no real games beside us")
@pytest.mark.parametrize("game", REAL, ids=lambda path: path.stem[-8:])
def test_games_with_slips_can_be_positions_too(game: Path) -> None:
    for turn in timeline(read_file(game)).turns[::3]:
        back(turn.closed)


@needs_corpus
@pytest.mark.parametrize("game", CORPUS[::4], ids=lambda path: path.stem[:8])
def test_the_middle_of_a_turn_is_its_beginning_and_what_was_played(game: Path) -> None:
    record = read_file(game)
    played = timeline(record)
    for turn in played.turns[5::7]:
        for action in (2, len(turn.steps) // 2 + 1, len(turn.steps) + 1):
            address = f"{turn.turn.faction}{turn.turn.number}.{action}"
            text = position_at(played, address)
            assert text.count("\n//! play\n") == 1
            reread = timeline(read_record(text)).turns[-1].closed
            # turns are counted anew after `//! play`
            assert set(differing(reread, played.at(address))) <= {"round", "turns"}


def test_what_was_placed_is_written_in_rootlog() -> None:
    text = back(table(HEAD.format(map="Fall") + "H: A\nE: B\nH: w_w+4w+b->3/#stubborn->$\n"))
    assert "H:#stubborn->$/4w+w_w+b->3/3#->H" in text
    assert "Clearings" not in text


def test_equal_piles_stand_together_and_names_stay() -> None:
    state = table(HEAD.format(map="Fall") + "C: A\nE: B\nC: w->1+2+3/t_k->1/E++3\n")
    text = write_position(state, {"C": "Ann", "E": "Bo"})
    assert "C: Ann\nE: Bo\n" in text
    assert "C:w+t_k->1/w->2+3/" in text
    assert "E:++3/" in text


def test_plots_keep_who_they_are_after_a_trick() -> None:
    setup = "P: A\nE: B\nP: w->1+2+3\nE: b+6w->4\n"
    state = table(HEAD.format(map="Fall") + setup + "P: t->1/t->2/t1<->t2/t1^t_s/t->5/Pt5->\n")
    text = back(state)
    assert "//! position plots 1=102_s 2=101" in text
    assert "P:3w->" not in text
    assert state.plots[1].sub == "s"


def test_what_lies_nowhere_on_the_map() -> None:
    game = HEAD.format(map="Fall") + "O: A\nE: B\nO: 4w->10/3w->$/$_->2\nE: b+6w->4/#despot->$\n"
    game += "O: (w+t_m)->9/Ot_m9->/$_f->3\nE: Zcoffin/2Ow10->/2w4->\n"
    text = back(table(game))
    assert "//! position coffin 2Ow" in text
    assert "//! position spent 2Ew" in text
    assert "//! position out Ot_m" in text
    assert "$_f->3" in text


def test_pieces_from_nowhere_stay_on_the_table() -> None:
    game = HEAD.format(map="Fall") + "C: A\nE: B\nC: w->1\nE: 6w+b->3\nE: 2w5->6/w3->6\n"
    state = table(game)
    assert state.surplus
    text = back(state)
    assert "//! position surplus 2Ew" in text
    assert "E:5w+b->3/3w->6" in text


def test_open_hands_and_cards_that_all_have_seen() -> None:
    game = HEAD.format(map="Fall") + "C: A\nE: B\n//! position\nC: F#tax+2#->C\n//! play\n"
    state = timeline(read_record(game.replace("E&P", "Standard"))).end
    text = back(state)
    assert "C:F#tax+2#->C" in text
    assert state.hand["E"] == (0, 54)
    assert "//! position hand" not in text
    narrowed = set_word(state, "hand E1-4")
    assert "//! position hand E1-4" in back(narrowed)


def test_a_vagabond_has_one_of_several_tables() -> None:
    game = (
        HEAD.format(map="Lake") + SUITS + "V: A\nC: B\nV: #ronin->$/p->1_5_11\nC: w->1+2/t_k->1\n"
    )
    state = table(game + "V: p->1/%f->e/2%f->d/$_C->1/F#errand->$\n")
    assert len(state.satchel["V"]) == 1
    text = back(state)
    assert "#ronin->$" in text
    assert "$_C->1" in text
    several = set_word(state, "satchel V %rsr %sse | %rse %ssr | ")
    assert len(several.satchel["V"]) == 3
    assert "//! position satchel V  | %rse %ssr | %rsr %sse" in back(several)


def test_two_vagabonds_and_twice_the_items_under_the_ruins() -> None:
    setup = "V: #thief->$/p->1_2_5_10\nG: #harrier->$/p->4_9_12\nC: w->1+12/t_k->1\n"
    text = back(
        table(HEAD.format(map="Fall") + "V: A\nG: B\nC: D\n" + setup + "V: p->12/%h12->$\n")
    )
    assert "//! position ruins 6=2 10=2 11=2 12=1" in text
    assert "//! position buried 2%b 2%f %h 2%s" in text


def test_leaders_deposed_and_columns() -> None:
    game = HEAD.format(map="Fall") + "E: A\nC: B\nE: b+6w->4/#despot->$\nC: w->1\n"
    game += "E: F#E->$_r/B#E->$_x/--3/$_->/#builder->$\nC: w->2\nE: (F+M)#E->$_b\n"
    text = back(table(game))
    assert "#despot->$/$_->/#builder->$/(F+M)#->$_b" in text


def test_retinue_relics_and_waystations() -> None:
    game = HEAD.format(map="Fall") + "K: A\nC: B\nK: 4w->1+5/t_f->1_2_5_10+4_9_12\nC: w->4/t_k->4\n"
    game += (
        "K: w1->/b_f_t->1/w5->/b_t->5/t_f1_2_5_10->5/t5^t_3_f/M#K->$_2/#faith$_3->$_1/#faith$_2->\n"
    )
    text = back(table(game))
    assert "K:#faith$_2->$_1/#faith$_3->/M#->$_2/3w+b_f_t->1/3w+b_t+t_3_f->5/t_f->4_9_12" in text


def test_mountain_paths_lake_ferry_and_hirelings() -> None:
    game = HEAD.format(map="Mountain") + SUITS + "C: A\nD: B\nC: w->1+9\nD: 2w+t->2\nC: 5_9->/++\n"
    assert "C:5_9->/" in back(table(game))
    lake = HEAD.format(map="Lake") + SUITS
    lake += "Hirelings: h_E, h_T, h_Ad/h_Ew->2/h_Tw->1_9\nC: A\nD: B\nC: w->1+9\nD: 2w+t->4\n"
    text = back(table(lake + "C: (w+f)1->10/h_E->D$3/h_T->C$\n"))
    assert "h_E->D$3/h_T->$" in text
    assert "f->10" in text
    assert "h_Ew->2" in text
    assert "h_Tw->1_9" in text


def test_lost_souls_dominance_and_a_coalition() -> None:
    game = HEAD.format(map="Fall") + "L: A\nV: B\nC: D\nE: F\nL: 4w+b_f->1/$_o->M\n"
    game += "V: #thief->$/p->4_9_12\nC: w->2\nE: b+6w->3/#despot->$\nL: (F#dom+M#)L->\n"
    game += "V: $_E->h/R#domV->/++12/++->E$\n"
    text = back(table(game))
    assert "V:++->E$/#thief->$" in text
    assert "//! position souls F#dom M R#dom" in text


def test_a_position_within_a_position() -> None:
    text = back(table(HEAD.format(map="Fall") + "C: A\nE: B\nC: w->1+2\nE: b+6w->3/#despot->$\n"))
    again = timeline(read_record(text + "C: w1->10\nE: w3->6\n"))
    assert "E:#despot->$/" in position_at(again, "C1")
    assert position_at(again, "E1").count("//! position turns") == 1
    assert position_at(again, "E1.2").endswith("//! play\nE:w3->6\n")


def test_addresses_that_are_none() -> None:
    played = timeline(read_record(HEAD.format(map="Fall") + "C: A\nE: B\nC: w->1\nE: w->2\n"))
    for address in ("E1", "C0.3", "H0", "C", "C0.x"):
        with pytest.raises(KeyError):
            position_at(played, address)


@pytest.mark.parametrize(
    "line",
    [
        "gold 3",
        "deck many",
        "deck 1 2",
        "hand H3",
        "hand Cx",
        "known",
        "items Q %s",
        "supply sword",
        "ruins six=1",
        "plots 5=x",
        "at",
        "turns C",
        "turns Z3",
        "coffin 3 Hw",
        "satchel V %sx",
        "discard tax",
        "dominance foxes",
        "deposed earl",
        "crowns king=1",
        "quests C F#errand",
    ],
)
def test_words_that_mean_nothing_are_slips_of_their_line(line: str) -> None:
    text = f"C: A\nE: B\n//! position\nC: w->1\n//! position {line}\n//! play\nC: w1->5\n"
    record = read_record(HEAD.format(map="Fall") + text)
    slips = timeline(record).slips
    assert [slip.line for slip in slips] == [7]
    assert slips[0].kind == "error"
    assert slips[0].found == line
    word = line.split()[0]
    with pytest.raises(ValueError, match=r"\w"):
        set_word(timeline(record).first, line)
    assert (word in WORDS) == (word != "gold")


def test_every_word_is_described() -> None:
    table = [line for line in DOCS.read_text().splitlines() if line.startswith("| `")]
    assert {line.split("`")[1].split()[0] for line in table} == set(WORDS)
    for word in WORDS:
        assert f"\n    {word} " in (position_words.__doc__ or "")


def test_the_example_of_the_page_is_a_position() -> None:
    example = DOCS.read_text().split("```")[1].replace("/...", "")
    record = read_record(example)
    assert not record.slips
    assert not timeline(record).slips
    state = read_position(record)
    assert state.hand == {"H": (4, 4), "E": (3, 3)}
    assert state.score == {"H": 7, "E": 11}
    assert (state.turn, state.round, state.deck) == ("H", 3, (30, 30))
