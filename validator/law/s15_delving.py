"""15.5.2.II Keepers in Iron: Battle then Delve, with cards of the second column."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, FlipLeg, Piece, PieceLeg
from replayer.facts import map_facts
from replayer.state import State
from validator import kinds
from validator.algebra import NOTHING, Clause, forbidden, in_order, inside, may, one_of, take
from validator.disputed import disputed
from validator.law.s02_terms import enemy_pieces, matches, may_place, may_rule, suit_of, warriors
from validator.law.s04_battle import LINE, battle, fight, is_battle_by
from validator.law.s15_relics import (
    K,
    is_forest,
    is_relic,
    relic_type,
    relic_value,
    value_is_left,
    values_shown,
)
from validator.law.s15_retinue_cards import lost_card, ruled_among, suit_on
from validator.registry import demand, rule


@rule(
    "15.5.2.II",
    "Battle then Delve",
    unit=True,
    credit=True,
    starts=(BattleLeg, PieceLeg, FlipLeg),
)
def battle_then_delve(_: State, card: str) -> Clause:
    """One clearing that the card matches: a battle if an enemy is there, then perhaps a delve."""
    fought = take(
        BattleLeg,
        is_battle_by,
        K,
        card,
        demands=(*LINE, card_matches_battle),
        then=fight_then_delve,
    )
    return one_of(fought, delve(card, 0))


@demand("15.5.2.II", "the battle is in a clearing that the Retinue card matches")
def card_matches_battle(state: State, leg: BattleLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.clearing))


def fight_then_delve(state: State, leg: BattleLeg, faction: Faction, card: str) -> Clause:
    return in_order(inside(battle, fight(state, leg)), may(delve(card, leg.clearing)))


def delve(card: str, battled: int) -> Clause:
    """A relic out of an adjacent forest, its value turned up. `battled`: where this card fought.

    A record may turn it up before it moves.
    """
    moved = take(
        PieceLeg,
        delved,
        card,
        battled,
        n=1,
        number="15.5.2.IIa",
        demands=(*DELVE, value_is_left),
        then=flip_delved,
    )
    turned = take(
        FlipLeg,
        turned_up_in_forest,
        card,
        battled,
        number="15.5.2.IIa",
        demands=(value_is_left,),
        then=move_turned,
    )
    return one_of(moved, turned)


@kinds.fits(kinds.placed("t"))
def delved(state: State, leg: PieceLeg, card: str, battled: int) -> bool:
    """A relic goes from a forest to a clearing."""
    return is_relic(leg.piece) and is_forest(state, leg.start) and isinstance(leg.end, int)


@demand("15.5.2.II", "the delve is in a clearing that the Retinue card matches")
def card_matches_delve(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    return matches(suit_on(card), suit_of(state, leg.end))


@demand("15.5.2.II", "a card battles and delves in the same clearing")
def in_the_same_clearing(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    return battled in (0, leg.end)


PAST_HIRELINGS: Final = disputed("K-5")


@demand("15.5.2.II", "where enemy pieces are, a battle comes before the delve")
def battle_comes_first(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    """Hirelings do not count: some of them cannot be battled."""
    enemies = enemy_pieces(state, K, leg.end)
    if battled == leg.end or not enemies:
        return True
    return not any(len(piece.owner) == 1 for piece in enemies) and PAST_HIRELINGS()


@demand("15.5.2.II", "delving takes a clearing that the Keepers rule")
def rules_where_it_delves(state: State, leg: PieceLeg, *_: object) -> bool:
    return may_rule(state, K, leg.end)


@demand("15.5.2.II", "delving takes a Keeper warrior in the clearing")
def warrior_delves(state: State, leg: PieceLeg, *_: object) -> bool:
    return warriors(state, K, leg.end) > 0


@demand("15.5.2.IIa", "the relic comes out of a forest adjacent to the clearing")
def forest_is_adjacent(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end in map_facts(state.game.map).forests.get(str(leg.start), ())


MOVED_NOT_PLACED: Final = disputed("K-20")


@demand("15.5.2.IIa", "no relic is placed in that clearing")
def may_come_there(state: State, leg: PieceLeg, *_: object) -> bool:
    """A delve moves the relic, so the keep and a snare do not keep it out."""
    return may_place(state, K, int(leg.end)) or MOVED_NOT_PLACED()


DELVE: Final = (
    card_matches_delve,
    in_the_same_clearing,
    battle_comes_first,
    rules_where_it_delves,
    warrior_delves,
    forest_is_adjacent,
    may_come_there,
)


def flip_delved(state: State, leg: PieceLeg, card: str, battled: int) -> Clause:
    """A relic that lay face down is turned up, then the check. One that showed its value need not.

    Where relics of the type lie both ways up and the record does not say which was taken, either.
    """
    kind, value = relic_type(leg.piece), relic_value(leg.piece)
    forest = str(leg.start)
    seen = (value,) if value else values_shown(state, forest, kind)
    down = Piece(K, "t", kind) in state.at(forest) and not value
    second = take(
        PieceLeg, delved, card, leg.end, n=1, number="15.5.2.IIa", demands=DELVE, then=flip_delved
    )
    turned = take(
        FlipLeg,
        turned_up,
        leg.end,
        kind,
        () if down else seen,
        card,
        forest,
        number="15.5.2.IIa",
        demands=(value_is_left, value_stays),
        then=check_turned,
    )
    unturned = check_delve(card, forest, seen) if seen else NOTHING
    rest = one_of(turned, unturned) if seen or not down else turned
    return in_order(forbidden(second, "15.5.2.IIa", "one relic is delved with a card"), rest)


def turned_up(
    state: State,
    leg: FlipLeg,
    clearing: int,
    kind: str,
    seen: tuple[int, ...],
    card: str,
    forest: str,
) -> bool:
    return leg.owner == K and leg.place == clearing and leg.sub[-1:] == kind


@demand("15.2.5", "a relic that lies face up keeps its value")
def value_stays(
    state: State, leg: FlipLeg, clearing: int, kind: str, seen: tuple[int, ...], *_: object
) -> bool:
    return not seen or int(leg.sub[0]) in seen


def check_turned(
    state: State,
    leg: FlipLeg,
    clearing: int,
    kind: str,
    seen: tuple[int, ...],
    card: str,
    forest: str,
) -> Clause:
    return check_delve(card, forest, (int(leg.sub[0]),))


def turned_up_in_forest(state: State, leg: FlipLeg, card: str, battled: int) -> bool:
    return leg.owner == K and is_forest(state, leg.place)


def move_turned(state: State, leg: FlipLeg, card: str, battled: int) -> Clause:
    return take(
        PieceLeg,
        delved_turned,
        card,
        battled,
        leg.place,
        leg.sub,
        n=1,
        number="15.5.2.IIa",
        demands=DELVE,
        then=check_moved,
    )


@kinds.fits(kinds.placed("t"))
def delved_turned(
    state: State, leg: PieceLeg, card: str, battled: int, forest: str, sub: str
) -> bool:
    same = leg.piece.sub in (sub, sub[-1:])
    return delved(state, leg, card, battled) and leg.start == forest and same


def check_moved(
    state: State, leg: PieceLeg, card: str, battled: int, forest: str, sub: str
) -> Clause:
    return check_delve(card, forest, (int(sub[0]),))


@rule("15.5.2.IIb", "Step 2: Check for Discard", starts=(CardLeg,))
def check_delve(state: State, card: str, forest: str, values: tuple[int, ...]) -> Clause:
    """The card used is lost if fewer clearings around the forest are ruled than the value."""
    ruled = ruled_among(state, map_facts(state.game.map).forests[forest])
    return lost_card("15.5.2.IIb", 2, card, values, ruled)
