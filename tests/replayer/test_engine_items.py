"""The engine: item supply, ruins, crafted items, the hoard, and what a Vagabond may hold."""

from __future__ import annotations

import pytest
from replay_helpers import end_of, played, table, told

from replayer.engine import begin_turn, end_turn
from replayer.state import ItemTable, State


def vagabond(character: str = "thief", players: str = "VCE") -> State:
    return played(table(players), "V", f"#{character}->$/p->4_9_12")


def held(state: State) -> ItemTable:
    (only,) = state.satchel["V"]
    return only


def stacks(text: str) -> list[tuple[str, str, str, int]]:
    """Single items: letter, area, state."""
    return [(word[0], word[1], word[2], 1) for word in text.split()]


def test_a_character_brings_its_items() -> None:
    assert held(vagabond("scoundrel")) == (
        ("f", "s", "r", 2),
        ("r", "s", "r", 1),
        ("x", "s", "r", 1),
    )
    assert vagabond().characters == {"V": "thief"}


def test_items_are_exhausted_refreshed_damaged_and_repaired() -> None:
    state = played(vagabond(), "V", "%s->e/%f->d")
    assert held(state) == (
        ("f", "d", "r", 1),
        ("r", "s", "r", 1),
        ("s", "s", "e", 1),
        ("t", "s", "r", 1),
    )
    state = played(state, "V", "%s->r/%fd->s/%t+%r->s+e")
    assert held(state) == (
        ("f", "s", "r", 1),
        ("r", "s", "e", 1),
        ("s", "s", "r", 1),
        ("t", "s", "e", 1),
    )
    state = played(state, "C", "%_V$->d", "V:%_d->s+r")
    assert {stack[1:3] for stack in held(state)} == {("s", "r")}


def test_a_start_spot_filters() -> None:
    state = played(vagabond("ronin"), "V", "%f->e/%fr->d")
    assert held(state)[:2] == (("f", "d", "r", 1), ("f", "s", "e", 1))
    assert told(vagabond("ronin"), "V", "%f->e/%fr->d/%fr->d")[1] == ["item"]


def test_which_of_two_boots_was_damaged_stays_open() -> None:
    state = played(vagabond("ronin"), "V", "%f->e", "C:%fV$->d")
    assert len(state.satchel["V"]) == 2
    state = played(state, "V", "%s->e/%f->e")  # so the exhausted one is damaged
    assert held(state)[:2] == (("f", "d", "e", 1), ("f", "s", "e", 1))


@pytest.mark.parametrize(
    "text",
    [
        "%s->r/%s->e/%s->e",  # once refreshed, twice exhausted
        "%b->e",
        "%b->r",
        "%sd->s",
        "2%s->d",
        "%ft->e",  # a boot has no track
        "%b->",
    ],
)
def test_items_that_are_not_there(text: str) -> None:
    assert told(vagabond(), "V", text)[1] == ["item"]


def test_an_item_that_is_not_there_is_told_once() -> None:
    state, faults = told(vagabond(), "V", "%h->r/%h->e")
    assert faults == ["item"]
    assert ("h", "s", "e", 1) in held(state)


def test_where_an_item_was_damaged_already_another_may_be_hit_in_its_stead() -> None:
    hit = played(vagabond(), "V", "%s->d")
    state, faults = told(hit, "C", "%sV$->d")
    assert faults == ["item"]
    damaged = {"".join(i for i, area, *_ in items if area == "d") for items in state.satchel["V"]}
    assert damaged == {"s", "fs", "rs", "st"}
    state, _ = told(hit, "C", "%rV$->d/2%sV$->d")  # no more than lay there
    damaged = {"".join(i for i, area, *_ in items if area == "d") for items in state.satchel["V"]}
    assert damaged == {"rs", "frs", "rst"}


def test_no_item_is_hit_in_the_stead_of_a_sound_one() -> None:
    assert held(played(vagabond(), "C", "%sV$->d"))[1] == ("r", "s", "r", 1)


def test_a_refresh_turns_up_what_may_be_damaged_in_either_box() -> None:
    state, _ = told(vagabond(), "V", "%f+%r->e/%s->d", "C:%sV$->d", "V:%r->r")
    assert {area for items in state.satchel["V"] for i, area, *_ in items if i == "r"} == {"s", "d"}
    assert {side for items in state.satchel["V"] for i, _, side, _ in items if i == "r"} == {"r"}


def test_an_item_mended_and_used_at_once_comes_out_of_the_damaged_box() -> None:
    hurt = played(vagabond("tinker"), "V", "%r->d")
    for spelled in ("%r->s+e", "%rd->s+e"):
        assert held(played(hurt, "V", f"%h->e/{spelled}"))[-1] == ("r", "s", "e", 1)
    assert told(hurt, "V", "%r->s+e")[1] == ["item"]  # no hammer
    assert told(hurt, "V", "%f->e/%r->s+e")[1] == ["item"]
    assert told(hurt, "V", "%h->e", "C:%rV$->s+e")[1] == ["item"]  # not in another's turn


def test_an_item_used_after_a_repair_nobody_wrote_lies_in_the_satchel() -> None:
    hurt = played(vagabond("ronin"), "V", "Z%h/%f->d/%r+%s+%h->e")
    state, faults = told(hurt, "V", "%r+%s+%h->r/%f->e/%h->e/%f->e")
    assert faults == ["item"]
    assert held(state)[0] == ("f", "s", "e", 2)


def test_whether_a_boot_used_after_a_hammer_was_the_damaged_one_stays_open() -> None:
    state = played(vagabond("ronin"), "V", "Z%h/%f->e/%f->d/%h->e/%f->e")
    assert {items[0] for items in state.satchel["V"]} == {("f", "d", "e", 1), ("f", "s", "e", 2)}


def test_a_track_shows_no_repair() -> None:
    hurt = played(vagabond("tinker"), "V", "Z%t/%t->d")
    assert told(hurt, "V", "%h->e/%t->s+e")[1] == ["item"]


def test_an_unwritten_refresh_is_assumed_once_a_turn() -> None:
    state = played(vagabond(), "V", "%s+%f+%r->e")
    state = played(state, "V", "%s->e/%f->e")
    assert state.this_turn.refresh_assumed
    assert held(state)[0:2] == (("f", "s", "e", 1), ("r", "s", "r", 1))
    assert told(state, "V", "%s+%f+%r->r/%s->e/%s->e")[1] == ["item"]  # written, it is all there is


def test_what_a_written_refresh_is_short_of_may_be_turned_up_too() -> None:
    spent = played(vagabond("ronin"), "V", "%_->e")  # four items, three are turned up
    assert told(spent, "V", "2%f->r/%s->e/2%f->e")[1] == []
    assert told(spent, "V", "2%f->r/%s->e/%r->e")[1] == ["item"]
    assert told(spent, "V", "2%f+%r->r/%s->e")[1] == ["item"]


def test_an_unwritten_refresh_may_have_turned_up_any_three() -> None:
    spent = played(vagabond("ronin"), "V", "%_->e", "V:p->1")
    assert len(end_turn(spent).satchel["V"]) == 4  # none, or all but one of four stacks
    assert told(spent, "V", "%s->r/%f->e")[1] == []


def test_resting_is_no_refresh() -> None:
    spent = played(vagabond("ronin"), "V", "2%f+%r->e/%r->d", "V:%_d->s+r")
    assert spent.this_turn.refreshes == 3
    assert played(vagabond("ronin"), "V", "2%f->e", "V:2%f->r").this_turn.refreshes == 1


def test_an_assumed_refresh_turns_up_three_items_and_two_for_a_tea() -> None:
    state = played(vagabond("ronin"), "V", "%_->e")  # boots, torch, sword: four
    state = played(state, "V", "%s->e")
    assert {sum(n for *_, face, n in items if face == "r") for items in state.satchel["V"]} == {2}
    state = played(vagabond("thief"), "V", "%f+%r+%s->e")
    assert held(played(state, "V", "%s->e"))[1] == ("r", "s", "r", 1)


def test_refreshing_what_was_not_exhausted_is_a_scorers_habit() -> None:
    state = played(vagabond(), "V", "%s->e/%s->d", "V:%s+%f->r")
    assert held(state)[2] == ("s", "d", "r", 1)


def test_teas_coins_and_bags_lie_on_their_tracks_face_up() -> None:
    state = played(vagabond(), "V", "%t->t/%tt->s+e")
    assert ("t", "s", "e", 1) in held(state)
    assert told(state, "V", "%s+%t->r/%tt->e/%tt->e")[1] == ["item"]


def test_crafted_and_found_items_reach_the_satchel() -> None:
    state = played(vagabond(), "V", "Z%h/%b10->$/%f6->t")
    assert {("h", "s", "r", 1), ("b", "s", "r", 1), ("f", "s", "r", 2)} <= set(held(state))
    assert (sorted(state.ruins), state.ruin_items) == ([11, 12], {"h": 1, "s": 1})


def test_an_aid_takes_an_item_from_a_box() -> None:
    state = played(vagabond(), "C", "Z%b", "V:#V->C/%s->e/%bC$->$")
    assert state.items["C"] == {}
    assert ("b", "s", "r", 1) in held(state)
    assert told(state, "V", "%bC$->$")[1] == ["item"]


def test_a_ruin_leaves_with_its_last_item() -> None:
    for players, sets in (("VC", 1), ("HC", 1), ("VGC", 2), ("VH", 1), ("CE", 0)):
        assert set(table(players).ruins.values()) == {sets}
    state = played(table("VGC"), "V", "%b10->$", "G:%s10->$")
    assert 10 not in state.ruins
    assert told(state, "V", "%b10->$")[1] == ["item"]


@pytest.mark.parametrize(
    ("players", "text"),
    [("VC", "%b9->$"), ("CE", "%b10->$"), ("VC", "%b10->$/%b11->$"), ("VC", "%x10->$")],
)
def test_ruins_that_hold_no_such_item(players: str, text: str) -> None:
    assert told(table(players), players[0], text)[1] == ["item"]


def test_the_hoard_grows_by_loot_and_crafting_and_is_given_up() -> None:
    state = played(table("HE"), "E", "Z%s", "H:%sE$->$/Z%f/%h12->$/%f->")
    assert state.items == {"H": {"h": 1, "s": 1}, "E": {}}
    assert state.item_supply["s"] == 1
    assert told(state, "H", "%f->")[1] == ["item"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Z%t/++2", ""),  # what the card prints: sold, though not written
        ("Z%t/#->E/++2", ""),  # others draw for a craft
        ("Z%t/%t->/++2", ""),
        ("Z%t/++2/%t->", ""),
        ("Z%t/++", "t"),
        ("Z%t", "t"),
        ("Z%t/w->3/++2", "t"),
        ("Z%f/++/Z%b", "b"),
        ("Zengrave/Z%f/++", "f"),  # the engravers' point
        ("Zengrave/Z%f/++2", ""),
        ("Zengrave/Z%t/++2", ""),
        ("Zengrave/Z%t/++3", ""),
    ],
)
def test_points_behind_a_craft_of_the_hundreds_sell_the_item(text: str, kept: str) -> None:
    state = played(table("HE"), "H", text)
    assert "".join(state.items["H"]) == kept


def test_a_crafted_item_is_exhausted_for_the_league() -> None:
    state = played(table("CE"), "C", "Z%t/%t->e")
    assert state.exhausted == {"C": {"t": 1}}
    assert told(state, "C", "%t->e")[1] == ["item"]
    assert played(state, "C", "%t->").exhausted == {}
    assert played(state, "C", "%t->r").exhausted == {}
    assert told(state, "C", "%b->e")[1] == ["item"]


def test_a_fault_keeps_what_is_known_of_the_other_items() -> None:
    state, _ = told(vagabond(), "V", "%x->d")
    assert ("s", "s", "r", 1) in held(state)


def test_an_item_left_in_a_clearing_is_out_of_use() -> None:
    state = played(vagabond("scoundrel"), "V", "%r->5")
    assert held(state) == (("f", "s", "r", 2), ("x", "s", "r", 1))


def test_a_position_gives_items_and_takes_ruins() -> None:
    state = end_of("HV", "//! position", "H: %s11->/%s->$", "V: #thief->$/%b->$/%f->", "//! play")
    assert (sorted(state.ruins), state.items["H"]) == ([6, 10, 12], {"s": 1})
    assert ("b", "s", "r", 1) in held(state)
    assert (state.item_supply["s"], state.item_supply["b"]) == (1, 1)


def test_items_out_of_ruins_are_remembered_while_they_are_there() -> None:
    state = played(vagabond(), "V", "p->12/%r->e/%b12->$")
    assert state.finds == {"V": ("b",)}
    assert played(state, "V", "%b->e/%b->d").finds == {"V": ("b",)}
    assert played(state, "V", "%b->").finds == {}


def test_hits_in_his_own_battle_are_counted() -> None:
    state = played(vagabond("ronin"), "V", "p->12", "C:2w->12", "E:3w->12/V$_E->a")
    state = played(state, "V", "%s->e/XC12/(Cw+2Ew)12->/%f->d")
    assert state.this_turn.slain == ("C",)
    assert state.this_turn.hits == (1, 2)
    assert played(state, "V", "%f->e/p->4_9_12").this_turn.slain == ()


def test_who_loses_warriors_to_him_is_hostile_at_the_end_of_his_turn() -> None:
    state = begin_turn(played(vagabond("ronin"), "V", "p->12", "C:2w->12"), "V")
    state = played(state, "V", "%s->e/XC12/Cw12->")
    assert state.relations["V"]["C"] == "0"
    assert end_turn(state).relations["V"] == {"C": "h", "E": "0"}


def test_cards_he_gives_are_aids() -> None:
    state = played(vagabond(), "V", "%f->e/F#V->C/%s->e/2F#V->E")
    assert state.this_turn.given == ("C", "E", "E")
    swapping = played(vagabond(), "V", "Zswap", "V:#C->V/#V->C/%f->e/#V->C")
    assert swapping.this_turn.given == ("C",)
