"""15.5.2.III Keepers in Iron: Move or Recover, with cards of the third column."""

from __future__ import annotations

from collections import Counter

from notation.actions import Faction
from notation.legs import CardLeg, Leg, Piece, PieceLeg, PointsLeg
from replayer.facts import relic_values
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Due,
    Effects,
    Gained,
    forbidden,
    in_order,
    one_of,
    take,
    up_to,
)
from validator.law.s02_terms import clearings, matches, suit_of
from validator.law.s03_victory import on_track
from validator.law.s04_craft_and_move import MOVING
from validator.law.s15_relics import (
    BOARD,
    FACTS,
    K,
    is_relic,
    relic_type,
    relic_value,
    shown,
    value_is_left,
    values_shown,
)
from validator.law.s15_retinue_cards import lost_card, move_with, ruled_among, suit_on
from validator.registry import consequence, demand, rule


@rule("15.5.2.III", "Move or Recover", unit=True, starts=(PieceLeg,))
def move_or_recover(_: State, card: str) -> Clause:
    """A move out of a clearing that the card matches, or relics recovered from it."""
    moved = in_order(
        move_with(card, (card_matches_third_move, *MOVING)),
        forbidden(recover(card), "15.5.2.III", "a card moves or recovers, not both"),
    )
    return one_of(moved, recover(card))


@demand("15.5.2.III", "the move starts in a clearing that the Retinue card matches")
def card_matches_third_move(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.start))


@rule("15.5.2.III", "Move or Recover", part="recover", unit=True, starts=(PieceLeg,))
def recover(_: State, card: str) -> Clause:
    return take_relic(card, 0)


def take_relic(card: str, clearing: int) -> Clause:
    """One relic off the map, of a type that a waystation there shows. `clearing`: 0 at first."""
    return take(
        PieceLeg,
        taken,
        card,
        clearing,
        n=1,
        number="15.5.2.IIIa",
        verb="recover",
        by=K,
        demands=(card_matches_recovery, same_clearing, waystation_shows_it, value_is_left),
        then=after_taking,
    )


@kinds.fits(kinds.removed("t"))
def taken(state: State, leg: PieceLeg, card: str, clearing: int) -> bool:
    return is_relic(leg.piece) and isinstance(leg.start, int) and leg.end == BOARD


@demand("15.5.2.III", "relics are recovered from a clearing that the Retinue card matches")
def card_matches_recovery(state: State, leg: PieceLeg, card: str, clearing: int) -> bool:
    return matches(suit_on(card), suit_of(state, leg.start))


@demand("15.5.2.III", "a card recovers relics from one clearing")
def same_clearing(state: State, leg: PieceLeg, card: str, clearing: int) -> bool:
    return clearing in (0, leg.start)


@demand("15.5.2.IIIa", "a waystation there must show the relic's type")
def waystation_shows_it(state: State, leg: PieceLeg, *_: object) -> bool:
    return relic_type(leg.piece) in shown(state, leg.start)


def values_taken(state: State, leg: PieceLeg) -> tuple[int, ...]:
    """The values a recovered relic may have; more than one only where the record does not say."""
    value = relic_value(leg.piece)
    if value:
        return (value,)
    kind = relic_type(leg.piece)
    seen = values_shown(state, leg.start, kind)
    hidden = Piece(K, "t", kind) in state.at(leg.start) or not seen
    return tuple(sorted(set(relic_values().get(kind, ())))) if hidden else seen


def set_points(state: State, kind: str) -> int:
    """Two points if one more relic of that type fills a column of the board."""
    rows = Counter({sub: state.count(BOARD, K, "t", sub) for sub in relic_values()})
    for piece, n in state.at(BOARD).items():
        if is_relic(piece) and relic_value(piece):
            rows[relic_type(piece)] += n
    full = min(rows.values())
    rows[kind] += 1
    return FACTS.number("relic_column_points") if min(rows.values()) > full else 0


@consequence("15.5.2.IIIb", "Step 2: Score Points", verb="recover")
def points_for_relic(state: State, leg: Leg, by: Faction) -> Effects:
    """The relic's value, and more for a column filled."""
    if not isinstance(leg, PieceLeg) or not on_track(state, K):
        return ()
    values = values_taken(state, leg)
    points = Gained(K, "15.5.2.IIIb", values[0] + set_points(state, relic_type(leg.piece)))
    if values[0] == values[-1]:
        return (points,)
    return points, Due("15.5.2.IIIb", K, more_points(values[-1] - values[0]), "turn")


@rule("15.5.2.IIIb", "Step 2: Score Points", part="a value not written", starts=(PointsLeg,))
def more_points(_: State, n: int) -> Clause:
    """Points beyond the least, where the record does not say which relic was taken."""
    point = take(PointsLeg, scores, n=1, number="15.5.2.IIIb")
    return up_to(n, point, number="15.5.2.IIIb", says="no relic there is worth so much")


def scores(state: State, leg: PointsLeg) -> bool:
    return leg.faction == K and leg.sign > 0


def after_taking(state: State, leg: PieceLeg, card: str, clearing: int) -> Clause:
    values = values_taken(state, leg)
    return check_recovery(card, int(leg.start), values)


@rule("15.5.2.IIIc", "Step 3: Check for Discard", starts=(CardLeg, PieceLeg))
def check_recovery(state: State, card: str, clearing: int, values: tuple[int, ...]) -> Clause:
    """The card used is lost, and the action over, if too few clearings of the suit are ruled.

    Otherwise another relic of the clearing may follow.
    """
    suit = suit_of(state, clearing)
    same = [c for c in clearings(state) if suit_of(state, c) == suit]
    ruled = ruled_among(state, same)
    lost = lost_card("15.5.2.IIIc", 3, card, values, ruled)
    again = take_relic(card, clearing)
    if all(value > ruled[1] for value in values):
        return in_order(forbidden(again, "15.5.2.IIIc", "the check has ended this Recover"), lost)
    if all(value <= ruled[0] for value in values):
        return one_of(again, lost)
    return one_of(again, lost, NOTHING)
