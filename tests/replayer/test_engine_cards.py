"""The engine: hands, deck and discard pile, supporters, columns, cards in play, offices."""

from __future__ import annotations

import pytest
from replay_helpers import end_of, played, record, table, told

from replayer import cards
from replayer.engine import begin_turn, start

# --- hands and the deck -------------------------------------------------------------------


def test_everybody_starts_with_three_cards_of_the_deck() -> None:
    state = table("CEA")
    assert state.hand == {"C": (3, 3), "E": (3, 3), "A": (3, 3)}
    assert state.deck == (45, 45)


def test_a_game_of_two_has_no_dominance_cards() -> None:
    assert table("CE").deck == (44, 44)


def test_a_setup_that_writes_its_draws_is_not_dealt_to() -> None:
    state = start(record("CE", "C: 5#->C/2#C->/t_k->1", "E: b+6w->3"))
    assert state.hand == {"C": (0, 0), "E": (3, 3)}
    assert end_of("CE", "C: 5#->C/2#C->/t_k->1", "E: b+6w->3").hand["C"] == (3, 3)


def test_supporters_of_the_setup_are_no_hand() -> None:
    state = end_of("AE", "A: 3#->$", "E: b+6w->2")
    assert (state.hand["A"], state.supporters) == ((3, 3), (3, 3))


def test_hands_in_a_position_are_unknown_until_they_are_written() -> None:
    state = end_of("HEC", "//! position", "H: #->H/2#->H", "E: #->E", "//! play")
    assert state.hand == {"H": (3, 3), "E": (1, 1), "C": (0, 54)}
    assert state.known == {}
    state = end_of(
        "HEC", "//! position", "H: F#tax->H", "//! play", "H: #->E/#H->", deck="Standard"
    )
    assert state.hand["E"] == (1, 54)
    assert state.hand["H"] == (0, 0)


def test_draws_gifts_and_costs_move_the_count() -> None:
    state = played(table("CEA"), "C", "2#->C/#C->A$/R#C->E/F#C->")
    assert state.hand == {"C": (2, 2), "E": (4, 4), "A": (3, 3)}
    assert state.supporters == (1, 1)
    assert state.deck == (43, 43)
    assert state.discard == ("F#",)
    assert state.known == {"E": ("R#",)}


def test_a_hand_never_goes_below_zero() -> None:
    state, faults = told(table("CE"), "C", "5#C->/#->C")
    assert faults == ["hand"]
    assert state.hand["C"] == (1, 1)


def test_showing_more_than_a_hand_holds() -> None:
    assert told(table("CE"), "C", "3#^")[1] == []
    assert told(table("CE"), "C", "2M#+2F#^")[1] == []  # each kind alone is possible
    assert told(table("CE"), "C", "4M#^")[1] == ["hand"]
    assert told(table("CE"), "C", "^A/E^C")[1] == []


def test_what_was_shown_this_turn_is_counted() -> None:
    state = played(table("DE"), "D", "M#^/(F+M)#^/R#E^/B#^E")
    assert state.this_turn.revealed == (("F", 1), ("M", 2))
    assert state.known["D"] == ("B#", "F#", "M#")


def test_an_empty_deck_is_shuffled_at_once() -> None:
    state = played(table("CEA"), "C", "9#->C/8#C->/36#->C")
    assert state.deck == (8, 8)
    assert state.discard == ()
    state = played(state, "C", "10#C->/15#->E")
    assert state.deck == (3, 3)
    assert told(state, "C", "4#->E")[1] == ["card"]


def test_when_the_deck_was_shuffled_is_unwritten() -> None:
    state = played(table("CEA"), "C", "B#soupC->/45#->C")
    assert (state.deck, state.discard) == ((1, 1), ())
    state = played(state, "C", "B#soup*->E")  # so it lay there still
    assert state.deck == (0, 0)
    assert told(state, "C", "B#soup*->E")[1] == ["card"]


def test_a_missing_card_was_drawn_unwritten() -> None:
    state, faults = told(table("CEA"), "C", "5#C->")
    assert (faults, state.deck) == (["hand"], (43, 45))


def test_cards_come_back_from_the_discard_pile_by_name() -> None:
    state = played(table("CE"), "C", "B#@C->/F#C->/#C->", "E:B#@*->E")
    assert state.discard == ("#", "F#")
    assert state.known["E"] == ("B#@",)
    state = played(state, "E", "F#anvil*->E/#*->E")
    assert state.discard == ()
    assert told(state, "E", "#*->E")[1] == ["card"]


def test_a_card_the_deck_does_not_hold() -> None:
    assert told(table("CE"), "C", "#royalC->")[1] == ["card"]
    assert told(table("CE"), "C", "M#tunC->")[1] == ["card"]
    assert told(table("CE", deck="Standard"), "C", "#royalC->")[1] == []


def test_cards_are_never_lost() -> None:
    state = played(
        table("CEAL"),
        "C",
        "2#->C/Zsabo/#C->A$",
        "E:#builder->$/F#E->$_r/R#domE->$_x/#->E/w+Aw->4/XA4B@",
        "A:#A->$/Zrpart",
        "E:--/$_->/#despot->$",
        "L:$_o->F/M#L->",
    )
    open_cards = len(state.discard) + len(state.dominance) + len(state.lost_souls)
    hands = sum(low for low, _ in state.hand.values())
    in_play = sum(map(len, state.crafted.values()))
    assert state.deck[0] + open_cards + hands + in_play + state.supporters[0] == 54


# --- texts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("F#", "F#tax", True),
        ("F#", "R#", False),
        ("#", "B#sabo", True),
        ("F#tax", "#tax", True),
        ("F#tax", "F#stand", False),
        ("#%b", "F#gentlyusedknapsack", True),
        ("R#%b", "F#gentlyusedknapsack", False),
        ("#%b", "F#anvil", False),
        ("#%b", "#%c", False),
        ("#%b", "F#", True),
    ],
)
def test_which_texts_may_be_one_card(one: str, other: str, same: bool) -> None:
    assert cards.could_be("Standard", one, other) is same
    assert cards.could_be("Standard", other, one) is same


def test_a_name_of_one_suit_brings_it_along() -> None:
    assert cards.text_of("E&P", None, "soup") == "B#soup"
    assert cards.text_of("E&P", None, "roottea") == "#roottea"
    assert cards.text_of("E&P", None, None) == "#"


def test_the_likest_card_leaves_a_pile() -> None:
    pile = ("#", "F#", "F#anvil", "R#")
    assert cards.taken("E&P", pile, "F#", 1) == (("#", "F#anvil", "R#"), ("F#",))
    assert cards.taken("E&P", pile, "F#anvil", 1) == (("#", "F#", "R#"), ("F#anvil",))
    assert cards.taken("E&P", pile, "F#travelgear", 2) == (("F#anvil", "R#"), ("F#", "#"))
    assert cards.taken("E&P", ("R#",), "F#", 1) == (("R#",), ())


@pytest.mark.parametrize(
    ("known", "text", "n", "left"),
    [
        (("F#tax", "R#"), "R#", 1, ("F#tax",)),
        (("F#tax", "R#"), "F#tax", 1, ("R#",)),
        (("F#", "F#tax"), "F#", 1, ()),
        (("R#", "R#", "R#"), "R#", 2, ("R#",)),
        (("F#tax", "R#"), "#", 1, ()),
        (("F#tax",), "R#", 1, ("F#tax",)),
    ],
)
def test_what_is_still_sure_of_a_hand(
    known: tuple[str, ...], text: str, n: int, left: tuple[str, ...]
) -> None:
    assert cards.surely_left("Standard", known, text, n) == left


# --- crafting and cards in play -----------------------------------------------------------


def test_a_lasting_card_stays_in_play_and_leaves_by_name() -> None:
    state = played(table("PCE"), "P", "Zsabo/Zfpart/Ztun")
    assert state.crafted["P"] == ("fpart", "sabo", "tun")
    assert state.this_turn.crafted == ("fpart", "sabo", "tun")
    assert state.hand["P"] == (0, 0)
    state = played(state, "C", "#saboP$->/F#partP$->/#tunP$->")
    assert state.crafted["P"] == ()
    assert state.discard == ("B#sabo", "F#part", "R#tun")
    assert told(state, "C", "#tunP$->")[1] == ["card"]


def test_a_favor_is_discarded_and_an_item_leaves_the_supply() -> None:
    state = played(table("CE", deck="Standard"), "C", "Zmfavor/Z%h/++2")
    assert state.crafted["C"] == ()
    assert state.discard == ("F#anvil", "M#favor")
    assert state.items["C"] == {"h": 1}
    assert "h" not in state.item_supply
    assert state.this_turn.crafted == ("%h", "mfavor")
    assert told(state, "C", "Z%h")[1] == ["item"]


def test_an_item_card_of_several_suits_stays_open() -> None:
    state = played(table("CE"), "C", "Z%b", "E:R#smugglerstrail*->E")
    assert state.discard == ()
    state = played(table("CE"), "C", "Z%b")
    assert state.discard == ("#%b",)
    assert told(state, "E", "F#anvil*->E")[1] == ["card"]


def test_an_item_crafted_by_its_cards_name() -> None:
    state = played(table("CE"), "C", "Zfoxfolksteel")
    assert (state.items["C"], state.discard) == ({"s": 1}, ("F#foxfolksteel",))


@pytest.mark.parametrize("text", ["Ztax", "Zfdom"])
def test_what_cannot_be_crafted(text: str) -> None:
    assert told(table("CEA"), "C", text)[1] == ["card"]


def test_both_ambushes_leave_their_hands() -> None:
    state = played(table("CE"), "C", "w->3/Ew->3/XE3R@B@")
    assert state.hand == {"C": (2, 2), "E": (2, 2)}
    assert state.discard == ("B#@", "R#@")
    assert state.battle is not None


# --- dominance and the Lost Souls ---------------------------------------------------------


def test_a_discarded_dominance_card_is_available() -> None:
    state = played(table("CEA"), "C", "F#domC->/R#C->")
    assert (state.dominance, state.discard) == (("F",), ("R#",))
    state = played(state, "E", "F#E->/F#dom->E/F#domE->$/++->$")
    assert state.dominance == ()
    assert state.crafted["E"] == ("fdom",)
    assert state.score["E"] is None
    assert told(state, "C", "M#dom->C")[1] == ["card"]


def test_a_dominance_card_discarded_without_its_name_can_be_taken() -> None:
    state = played(table("CEA"), "C", "B#C->", "E:B#E->/B#dom->E")
    assert state.discard == ("B#",)


def test_the_alliances_dominance_card_is_no_supporter_once_activated() -> None:
    for text in ("F#domA->$/++->$", "++->$/F#domA->$"):
        state = played(table("AEC"), "A", "3#->$", "A:" + text)
        assert state.crafted["A"] == ("fdom",)
        assert state.supporters == (3, 3)
    state = played(table("AEC"), "A", "3#->$/F#domA->$")
    assert (state.supporters, state.crafted["A"]) == ((4, 4), ())


def test_with_the_cult_spent_cards_wait_for_its_birdsong() -> None:
    state = played(table("LEC"), "E", "F#E->/R#domE->/Z%b")
    assert state.lost_souls == ("?#%b", "F", "R#dom")
    assert (state.discard, state.dominance) == ((), ())
    assert told(state, "C", "R#dom->C")[1] == ["card"]
    state = played(state, "L", "$_o->F/M#L->")  # its setup: nothing is emptied
    state = played(state, "L", "$_ho->F/M#L->")
    assert state.this_turn.souls == ("?#%b", "F", "M", "R#dom")
    assert state.lost_souls == ("M",)
    assert (state.discard, state.dominance) == (("#%b", "F#", "M#"), ("R",))
    assert state.outcast == ("F", True)


# --- the Alliance, columns, offices -------------------------------------------------------


def test_supporters_come_and_go() -> None:
    state = played(table("AEC"), "A", "3#->$/2#A->$/(M+B)#$->", "E:^A/#->A$/F#E->A$")
    assert state.supporters == (5, 5)
    assert state.known["A$"] == ("F#",)
    assert told(state, "A", "6#$->")[1] == ["hand"]


def test_a_card_of_the_alliances_board_is_first_one_in_play() -> None:
    state = played(table("AEC"), "A", "3#->$/Ztun/#tun$->")
    assert (state.supporters, state.crafted["A"]) == ((3, 3), ())


def test_the_decree_fills_and_a_leader_brings_two_viziers() -> None:
    state = played(table("ECA"), "E", "#despot->$", "E:M#E->$_r/(R+B)#E->$_x")
    assert state.decree == {"m": ("B!",), "b": ("B!",), "r": ("M",), "x": ("B", "R")}
    assert (state.leader, state.vizier) == ("despot", 2)


@pytest.mark.parametrize("turn", ["--3/$_->/#commander->$", "#commander->$/--3/$_->"])
def test_turmoil_empties_the_decree_in_any_order(turn: str) -> None:
    state = played(table("ECA"), "E", "#despot->$", "E:M#E->$_r/R#domE->$_x", "E:" + turn)
    assert state.decree == {"m": ("B!",), "x": ("B!",)}
    assert (state.leader, state.deposed, state.vizier) == ("commander", ("despot",), 2)
    assert (state.discard, state.dominance) == (("M#",), ("R",))


def test_when_all_leaders_are_deposed_all_turn_up_again() -> None:
    state = played(table("ECA"), "E", "#despot->$")
    for name in ("builder", "commander", "charismatic"):
        state = played(state, "E", f"$_->/#{name}->$")
    assert len(state.deposed) == 3
    state = played(state, "E", "$_->/#charismatic->$")
    assert (state.leader, state.deposed) == ("charismatic", ())


def test_ministers_are_swayed_with_a_crown_and_lost_without() -> None:
    state = played(table("DE"), "D", "#captain->$/#marshal->$", "E:#captainD$->")
    assert state.ministers == ("marshal",)
    state = played(state, "D", "#captain->$")
    assert state.crowns == {"squire": 3}
    assert told(state, "D", "#foremole->$")[1] == ["piece"]
    assert told(state, "D", "#captain->$")[1] == ["card"]
    assert told(state, "E", "#mayorD$->")[1] == ["card"]


def test_a_mood_takes_the_place_of_the_last() -> None:
    assert played(table("HE"), "H", "#stubborn->$", "H:#bitter->$").mood == "bitter"


def test_the_retinue_holds_retainers_and_cards() -> None:
    first = table("KE")
    assert first.retinue == {1: ("f",), 2: ("f",), 3: ("f",)}
    state = played(first, "K", "#faith->$_1", "K:M#K->$_2/2R#K->$_3/M#$_2->$_3/#faith$_1->")
    assert state.retinue == {2: ("f",), 3: ("M", "R", "R", "f")}
    state = played(state, "K", "#faith$_2->$_1/R#$_3->/B#$_3->")
    assert state.retinue == {1: ("f",), 3: ("M", "R")}
    assert state.discard == ("R#",)
    assert told(state, "K", "F#$_3->")[1] == ["card"]
    assert told(state, "K", "#faith$_2->")[1] == ["card"]


def test_a_card_shifted_by_its_suit_may_be_any_of_that_suit() -> None:
    held = end_of("KE", "K: 2#->K/F#falseK->$_1/F#informK->$_1")
    named = played(held, "K", "F#false$_1->$_2")
    assert named.retinue[1] == ("F#inform", "f")
    assert named.retinue[2] == ("F#false", "f")
    blurred = played(held, "K", "F#$_1->$_2")
    assert blurred.retinue[1] == blurred.retinue[2] == ("F", "f")
    both = played(held, "K", "2F#$_1->$_2")
    assert both.retinue[2] == ("F#false", "F#inform", "f")


def test_columns_that_are_not_there() -> None:
    assert told(table("EC"), "C", "F#C->$_r")[1] == ["slot"]


def test_quests_lie_on_the_vagabonds_board() -> None:
    state = played(table("VE"), "V", "#thief->$/p->4_9_12", "V:F#Q->$/M#errandQ->$/2#->V")
    assert state.quests == {"V$": ("F#", "M#errand")}
    assert state.hand["V"] == (5, 5)


def test_supporters_without_room_are_discarded_before_anything_else_comes() -> None:
    state = begin_turn(played(table("AC"), "A", "3#->$", "3#A->$"), "A")
    assert state.supporters == (5, 5)
    assert (state.this_turn.spilled, state.discard) == (1, ("#",))
    assert begin_turn(begin_turn(state, "C"), "A").this_turn.spilled == 0
    written = played(table("AC"), "A", "3#->$", "3#A->$/#$->")
    assert begin_turn(written, "C").this_turn.spilled == 0
    based = played(table("AC"), "A", "3#->$", "t->9/b_m->9/3#A->$")
    assert begin_turn(based, "C").supporters == (6, 6)


def test_who_is_turned_by_propaganda_after_a_battle_is_no_acolyte() -> None:
    before = end_of("CL", "//! position", "C: 3w->9/#prop->$/3#->C", "L: 3w->9/$_ho->M", "//! play")
    state = played(before, "C", "XL9(1,1)/(w+Lw)9->/M#C->/Lw9->/w->9")
    assert (state.count("L$", "L"), state.count(9, "L")) == (1, 1)
    hospital = played(before, "C", "XL9(2,1)/M#C->/w9->4/2Lw9->")
    assert hospital.count("L$", "L") == 2


def test_partisans_cost_cards_of_other_suits_than_that_of_the_battle() -> None:
    position = ("//! position", "C: 3w->9/(#prop+M#part)->$/5#->C", "L: 3w->9/$_ho->M", "//! play")
    before = end_of("CL", *position)
    assert played(before, "C", "XL9/w9->/M#C->/Lw9->/w->9").count("L$", "L") == 0
    assert played(before, "C", "XL9/R#C->/(w+2Lw)9->").count("L$", "L") == 2
    others = end_of("CL", *position[:1], position[1].replace("M#", "F#"), *position[2:])
    assert played(others, "C", "XL9/w9->/B#C->/Lw9->/w->9").count("L$", "L") == 0


def test_saboteurs_of_the_cult_do_not_wait_among_the_lost_souls() -> None:
    before = end_of(
        "LH", "//! position", "L: w->9/$_ho->F/#sabo->$", "H: w->8/#false->$", "//! play"
    )
    state = played(before, "L", "#sabo$->/#falseH$->/w9->")
    assert (state.lost_souls, state.discard) == ((), ("B#sabo", "F#false"))
    assert state.this_turn.souls == ("B#sabo", "F#false")


def test_an_unnamed_card_of_several_may_be_any_of_them() -> None:
    before = end_of(
        "EC",
        "//! position",
        "E: 3w->9/#sabo->$",
        "C: w->9/#coffin->$/#tun->$/R#dom->$/#prop->$",
        "//! play",
    )
    lost = played(before, "C", "XE9/w9->")
    after = played(lost, "E", "#sabo$->/R#C$->")
    assert after.crafted["C"] == before.crafted["C"]
    assert after.surely_in_play("C") == ("prop", "rdom")
    assert (after.count("coffin", "C"), after.count("spent", "C")) == (0, lost.count("coffin", "C"))
    again = played(after, "C", "Ztun")
    assert again.crafted["C"] == before.crafted["C"]
    assert again.surely_in_play("C") == ("prop", "rdom", "tun")
    assert played(before, "E", "#sabo$->/F#C$->").discard == ("B#sabo", "F#prop")
