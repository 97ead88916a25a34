"""The engine, whatever it is given: no exception, nothing below zero, nothing changed behind us."""

from __future__ import annotations

import itertools
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replay_helpers import CORPUS, REAL, census, record

from notation.legs import (
    CHARACTERS,
    LEADERS,
    MINISTERS,
    MOODS,
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
)
from notation.reader import read_file
from replayer.codec import state_from_json, state_to_json
from replayer.engine import apply, begin_turn, start
from replayer.state import State
from replayer.timeline import timeline

FACTIONS = "CEAVGLODPHK"
faction = st.sampled_from(FACTIONS)
clearing = st.integers(0, 13)
forest = st.sampled_from(["1_2_5_10", "1_9_10_12", "4_7_8_12", "4_5_6", "2_6", "5_9", "3_11"])
board = faction.map(lambda letter: f"{letter}$")
slot = st.sampled_from([f"{f}$_{c}" for f, c in ("Er", "Ex", "K1", "K3", "Cr", "Kr", "E1")])
place = st.one_of(clearing, forest, board, st.just("supply"))
suit = st.sampled_from([None, "F", "M", "R", "B"])
name = st.sampled_from(
    [
        *([None] * 12),
        *(
            "@",
            "dom",
            "sabo",
            "tun",
            "part",
            "coffin",
            "anvil",
            "favor",
            "faith",
            "errand",
            "oddity",
        ),
        *sorted(LEADERS | MOODS | MINISTERS | CHARACTERS),
    ]
)
item = st.sampled_from("sbcxhtrfu")
count = st.integers(1, 4)
area = st.sampled_from([None, "s", "d", "t"])
face = st.sampled_from([None, "r", "e"])
sub = st.sampled_from(
    ["", "s", "w", "r", "k", "f", "m", "c", "b", "e", "t", "j", "1_f", "3_j", "f_t", "t_f", "f_f"]
)
piece = st.builds(Piece, st.one_of(faction, st.just("h_E")), st.sampled_from("wbtp"), sub)
card_place = st.one_of(
    faction, board, slot, clearing, st.sampled_from(["deck", "*", "dom", "Q", "stack", "out"])
)

legs_of_any_kind: st.SearchStrategy[Leg] = st.one_of(
    st.builds(PieceLeg, count, piece, place, place),
    st.builds(PieceLeg, count, piece, st.just("supply"), clearing),
    st.builds(PieceLeg, count, piece, clearing, st.just("supply")),
    st.builds(PieceLeg, st.just(1), st.just(Piece("", "f")), st.just("here"), place),
    st.builds(PieceLeg, st.just(1), st.just(Piece("V", "p")), st.just("here"), place),
    st.builds(CardLeg, count, suit, name, card_place, card_place),
    st.builds(
        ItemLeg,
        count,
        st.one_of(item, st.just("_")),
        st.one_of(board, clearing),
        st.one_of(board, clearing, st.just("out")),
        area,
        face,
        area,
        face,
    ),
    st.builds(ItemLeg, count, item, st.just("V$"), st.just("V$"), area, face, area, face),
    st.builds(BattleLeg, faction, faction, clearing, suit, suit),
    st.builds(PointsLeg, count, faction, st.sampled_from([1, -1])),
    st.builds(LeaveTrackLeg, faction, faction),
    st.builds(CraftLeg, faction, item=item),
    st.builds(CraftLeg, faction, name=name.filter(bool), suit=suit),
    st.builds(RevealLeg, count, faction, suit, name, st.booleans()),
    st.builds(FlipLeg, faction, st.one_of(clearing, forest), sub),
    st.builds(GuessLeg, faction, st.sampled_from("bers"), clearing),
    st.builds(TrickLeg, st.tuples(clearing, clearing)),
    st.builds(PricesLeg, st.sampled_from([("h",), ("h", "r", "m")]), st.integers(0, 6)),
    st.just(DropDecreeLeg()),
    st.builds(FundsLeg, st.integers(0, 9)),
    st.builds(OutcastLeg, st.sampled_from("FMR"), st.booleans()),
    st.builds(RelationLeg, faction, faction, st.sampled_from("h012a")),
    st.builds(HireLeg, st.sampled_from(["h_E", "h_T"]), faction, st.one_of(st.none(), count)),
    st.builds(PathLeg, st.tuples(clearing, clearing)),
)
turn = st.tuples(faction, st.lists(legs_of_any_kind, max_size=12))


def check(state: State) -> None:
    """Nothing below zero, nothing empty kept, intervals the right way round."""
    for here in state.pieces.values():
        assert here
        assert all(n > 0 for n in here.values())
    counts = (state.deck, state.supporters, *state.hand.values())
    assert all(0 <= low <= high <= 54 for low, high in counts)
    assert all(n is None or n >= 0 for n in state.score.values())
    for table in (*state.items.values(), *state.exhausted.values(), state.item_supply):
        assert all(n > 0 for n in table.values())
    for tables in state.satchel.values():
        assert tables
        assert all(n > 0 for items in tables for *_, n in items)
    for where, plot in state.plots.items():
        assert state.at(where).get(Piece("P", "t", plot.sub), 0) >= 1


@pytest.mark.parametrize("players", ["CEAV", "LODP", "HKVG", "PKLE"])
@pytest.mark.parametrize("map", ["Fall", "Lake", "Mountain"])
@settings(max_examples=60, deadline=None)
@given(turns=st.lists(turn, max_size=8), position=st.booleans())
def test_anything_can_be_applied(
    players: str, map: str, turns: list[tuple[str, list[Leg]]], position: bool
) -> None:
    state = start(record(players, map=map))
    first = state
    for letter, legs in turns:
        state = begin_turn(state, letter, None, position)
        for leg in legs:
            before = state.fork()
            after = apply(state, leg)
            assert state == before  # what was is untouched
            check(after)
            state = after
        position = False
    assert first == start(record(players, map=map))
    surplus: dict[str, int] = {}
    for kind, n in state.surplus.items():
        key = f"Kt_{kind.sub[-1:]}" if kind[:2] == ("K", "t") else str(kind)
        surplus[key] = surplus.get(key, 0) + n
    in_all = census(first)
    in_all.update(surplus)
    assert census(state) == in_all
    assert state_from_json(state_to_json(state)) == state


@cache
def multiple() -> list[tuple[State, tuple[Leg, ...], State]]:
    """Every action of the games beside us that has several legs, with the tables around it."""
    return [
        (step.before, step.legs, step.after)
        for game in (*CORPUS, *REAL)
        for step in timeline(read_file(game))
        if len(step.legs) > 1 and not step.faults
    ]


@pytest.mark.skipif(not CORPUS, reason="no games beside us")
def test_legs_of_one_action_commute() -> None:
    for before, legs, after in multiple():
        for order in itertools.islice(itertools.permutations(legs), 1, 7):
            state = before
            for leg in order:
                state = apply(state, leg)
                assert not state.faults, (legs, state.faults)
            assert state == after, legs


@pytest.mark.skipif(not CORPUS, reason="no games beside us")
def test_a_leg_may_be_taken_in_parts() -> None:
    for game in CORPUS:
        for step in timeline(read_file(game)):
            state = step.before
            for leg in step.legs:
                # two cards shown one after the other might be the same card
                parts = 1 if isinstance(leg, RevealLeg) else leg.n
                one = msgspec.structs.replace(leg, n=leg.n // parts)
                for _ in range(parts):
                    state = apply(state, one)
            assert state == step.after, step.address
