"""15.5.2 Keepers in Iron: Act with Retinue."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, FlipLeg, Leg, PieceLeg
from replayer.state import State
from validator import kinds
from validator.algebra import Clause, Moment, Waived, Way, before, bits_of
from validator.law.s02_terms import matches, suit_of
from validator.law.s04_craft_and_move import MOVING
from validator.law.s15_delving import battle_then_delve
from validator.law.s15_recovery import move_or_recover, recover
from validator.law.s15_relics import FACTS
from validator.law.s15_retinue_cards import cards_in, move_with, suit_on, wildness
from validator.registry import demand, rule
from validator.switches import SWITCHED, WAIVED

COLUMNS: Final = range(1, FACTS.number("retinue_columns") + 1)


@rule(
    "15.5.2",
    "Act with Retinue",
    starts=(kinds.moved(), kinds.placed("t"), kinds.removed("t"), BattleLeg, FlipLeg),
    optional=True,
)
def act_with_retinue(state: State) -> Clause:
    """Column by column, each card once in any order or not at all."""
    return retinue(1, cards_in(state, 1))


class Retinue(Clause):
    """What the Retinue may still do: the column reached, and its cards not used yet.

    A move that column 1 can pay for is not also tried with column 3, nor with a second card of
    column 1: whatever follows those follows this as well, for no card is ever lost in column 1.
    """

    __slots__ = ("cards", "column")

    def bind(self, column: int, *cards: str) -> None:
        self.column, self.cards = column, cards
        self.first = bits_of((PieceLeg, BattleLeg, FlipLeg))

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        free = set()
        paid: set[Leg] = set()
        for column in COLUMNS:
            if column < self.column:
                continue
            cards = self.cards if column == self.column else cards_in(m.state, column)
            if cards:
                free.add(column)
            for card in sorted(set(cards), key=wildness):
                begun = m.begin(act(column, card))
                if not begun:
                    continue
                left = list(cards)
                left.remove(card)
                rest = retinue(column, tuple(left))
                ways.extend(w.leaving(before(w.rest, rest)) for w in begun if w.leg not in paid)
                if column == 1:
                    paid.update(w.leg for w in begun if w.waived is None)
        if m.waive or SWITCHED:
            ways.extend(self.beyond(m, free))
        return ways

    def beyond(self, m: Moment, free: set[int]) -> list[Way]:
        """Acts for which no card is left."""
        ways = []
        for column, moves in ((1, {1, 3}), (2, {2}), (3, {3})):
            if moves & free:
                continue
            number = self.spent(m, column)
            waived: Waived | None = None
            if number not in WAIVED:
                if not m.waive:
                    continue
                says = "no card of this column or one to its right is left for it"
                waived = Waived("budget", number, says)
            clause = act(column, "") if column < 3 else recover("")
            for w in m.begin(clause):
                if w.waived is None:
                    ways.append(w._replace(rest=before(w.rest, self), waived=waived))
        return ways

    def spent(self, m: Moment, column: int) -> str:
        """What an act beyond the cards breaks: the column's own rule where its cards have acted."""
        acted = column == self.column > 1 and cards_in(m.state, column)
        return ACTS[column - 1].number if acted else "15.5.2"

    def passes(self, m: Moment) -> bool:
        return True

    def budget(self, m: Moment) -> tuple[str, int] | None:
        later = (cards_in(m.state, column) for column in COLUMNS if column > self.column)
        return "15.5.2", len(self.cards) + sum(len(cards) for cards in later)

    def label(self, m: Moment | None = None) -> str:
        return "15.5.2"


def retinue(column: int, cards: tuple[str, ...]) -> Clause:
    node: Clause = Retinue(column, *cards)
    return node


def act(column: int, card: str) -> Clause:
    """The action of a column, taken with that card of it."""
    return ACTS[column - 1](card)


# --- 15.5.2.I the first column ------------------------------------------------------------


@rule("15.5.2.I", "Move", unit=True, starts=(PieceLeg,))
def column_move(_: State, card: str) -> Clause:
    return move_with(card, (card_matches_move, *MOVING))


@demand("15.5.2.I", "the move starts in a clearing that the Retinue card matches")
def card_matches_move(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.start))


ACTS: Final = (column_move, battle_then_delve, move_or_recover)
