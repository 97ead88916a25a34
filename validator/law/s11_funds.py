"""11.2.4 Riverfolk Company: funds committed and spent in their turn, and what is left of them.

Committing is not written. The turn's clauses are read as they stand; beside them the book counts
what each action has cost.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.legs import BattleLeg, CardLeg, CraftLeg, FundsLeg, Leg, PieceLeg
from replayer.facts import CardFacts, deck
from replayer.state import State
from validator.algebra import (
    Clause,
    Moment,
    Waived,
    Way,
    may,
    take,
)
from validator.law.s02_terms import SUITS
from validator.law.s04_craft_and_move import card_of
from validator.law.s11_market import BOARD, FACTS, RIVERFOLK
from validator.registry import definition, rule
from validator.switches import DENIED, WAIVED

MOVE, BATTLE, CRAFT, EXPORT = "11.5.1", "11.5.2", "11.5.3", "11.5.3.I"
DRAW, RECRUIT, ESTABLISH = "11.5.4", "11.5.5", "11.5.6"
TELL: Final = "11.2.4"
Cost = tuple[tuple[str, int], ...]
"""Icons by suit, "any" among them, sorted."""


@definition("11.2.4", "Funds")
def on_the_board(state: State) -> int:
    """Warriors on the board that may be funds: all of them but later Payments."""
    return sum(state.at(BOARD).values()) - state.payments - state.astray


def cost_of(card: CardFacts) -> Cost:
    return tuple(sorted(card.cost.items()))


def summed(one: Cost, other: Cost) -> Cost:
    return tuple(sorted((Counter(dict(one)) + Counter(dict(other))).items()))


def icons(cost: Cost) -> int:
    return sum(n for _, n in cost)


@definition("11.2.1", "Crafting")
def spaces(state: State) -> Counter[str]:
    """Empty spaces of each suit on the Trade Posts tracks: one for each post that has left them."""
    row = FACTS.number("track_spaces_of_suit")
    return Counter(
        {suit: row - state.count("supply", RIVERFOLK, "t", suit.lower()) for suit in SUITS}
    )


def have_spaces(state: State, used: Cost) -> bool:
    """Whether funds fit on empty spaces matching those icons, one on each."""
    if "11.2.1" in DENIED:
        return False
    need, have = Counter(dict(used)), spaces(state)
    loose = need.pop("any", 0)
    return all(have[s] >= n for s, n in need.items()) and have.total() >= need.total() + loose


def exported(state: State, leg: CardLeg) -> tuple[Cost, ...]:
    """What a card given up for Export may cost to craft: one cost, or several where the record does
    not name it; none where no such card can be crafted."""
    named = [c for c in deck(state.game.deck).cards if leg.name in (None, c.name)]
    fitting = [c for c in named if leg.suit in (None, c.suit) and c.cost]
    return tuple(dict.fromkeys(cost_of(card) for card in fitting))


class Daybook(Clause):
    """The Riverfolk's turn with its funds: `committed` so far, `used` track spaces by suit.

    Spent funds leave the board by themselves. `loose`: a trade post was lost in this very turn, so
    that what is left is known only from above.
    """

    __slots__ = ("committed", "loose", "main", "used")

    def bind(self, main: Clause, committed: int, used: Cost, loose: bool) -> None:
        self.main, self.committed, self.used, self.loose = main, committed, used, loose
        self.first = main.first

    def left(self, state: State) -> int:
        """Funds in the Funds box."""
        return on_the_board(state) - self.committed

    def budget(self, m: Moment) -> tuple[str, int] | None:
        return "11.5", self.left(m.state)

    def begin(self, m: Moment) -> list[Way]:
        return [after for w in m.begin(self.main) for after in self.booked(m, w)]

    def booked(self, m: Moment, w: Way) -> list[Way]:
        """A way of the turn with each cost it may have; none where funds are short."""
        number = next((n for n in w.trail if n in PRICED), "")
        if number:
            return PRICED[number](self, m, w)
        if isinstance(w.leg, FundsLeg) and TELL in w.trail:
            return self.telling(m, w)
        return [self.keeping(w)]

    def keeping(self, w: Way) -> Way:
        leg = w.leg
        lost = isinstance(leg, PieceLeg) and leg.piece[:2] == (RIVERFOLK, "t")
        gone = lost and isinstance(leg, PieceLeg) and isinstance(leg.start, int)
        return w.leaving(daybook(w.rest, self.committed, self.used, self.loose or gone))

    def charged(self, m: Moment, w: Way, number: str, n: int, cost: Cost = ()) -> list[Way]:
        """The way with n funds committed, on track spaces for a craft."""
        used = summed(self.used, cost) if cost else self.used
        excuse = self.short_of(m.state, number, n) or self.crowded(m.state, number, used, cost)
        if excuse is not None:
            if not m.waive or w.waived is not None:
                return []
            w = w._replace(waived=excuse)
        return [w.leaving(daybook(w.rest, self.committed + n, used, self.loose))]

    def short_of(self, state: State, number: str, n: int) -> Waived | None:
        left = self.left(state)
        if n <= left or number in WAIVED:
            return None
        return Waived("budget", number, f"{n} needed, {max(left, 0)} funds left")

    def crowded(self, state: State, number: str, used: Cost, cost: Cost) -> Waived | None:
        if not cost or number in WAIVED or have_spaces(state, used):
            return None
        return Waived("demand", number, "each icon takes an empty space of its suit on the tracks")

    # --- what actions cost ----------------------------------------------------------------

    def one_fund(self, m: Moment, w: Way) -> list[Way]:
        """A move or a draw."""
        number = next(n for n in w.trail if n in PRICED)
        return (
            self.charged(m, w, number, w.leg.n if number == DRAW else 1)
            if w.fresh
            else [self.keeping(w)]
        )

    def a_battle(self, m: Moment, w: Way) -> list[Way]:
        if isinstance(w.leg, BattleLeg):
            return self.charged(m, w, BATTLE, 1)
        return [self.keeping(w)]

    def a_craft(self, m: Moment, w: Way) -> list[Way]:
        leg = w.leg
        if not isinstance(leg, CraftLeg):
            return [self.keeping(w)]
        card = card_of(m.state, leg.item, leg.name, leg.suit)
        cost = cost_of(card) if card is not None else ()
        return self.charged(m, w, CRAFT, icons(cost), cost)

    def an_export(self, m: Moment, w: Way) -> list[Way]:
        if not isinstance(w.leg, CardLeg):
            return [self.keeping(w)]
        costs = exported(m.state, w.leg) or ((),)
        return [way for cost in costs for way in self.charged(m, w, EXPORT, icons(cost), cost)]

    def a_spending(self, m: Moment, w: Way) -> list[Way]:
        leg = w.leg
        if not isinstance(leg, PieceLeg) or leg.start != BOARD:
            return [self.keeping(w)]
        number = RECRUIT if RECRUIT in w.trail else ESTABLISH
        excuse = self.short_of(m.state, number, leg.n)
        if excuse is not None:
            if not m.waive or w.waived is not None:
                return []
            w = w._replace(waived=excuse)
        return [self.keeping(w)]

    # --- what is told ---------------------------------------------------------------------

    def telling(self, m: Moment, w: Way) -> list[Way]:
        """`$_f->n`: no more than is left. Less is told where the record misses something."""
        leg = w.leg
        assert isinstance(leg, FundsLeg)
        left = self.left(m.state)
        wrong = leg.count > left or (leg.count < left and not self.loose)
        if wrong and TELL not in WAIVED:
            if not m.waive or w.waived is not None:
                return []
            kind = "demand" if leg.count > left else "soft due"
            w = w._replace(waived=Waived(kind, TELL, f"{max(left, 0)} funds are left"))
        return [self.keeping(w)]

    def untold(self, state: State) -> bool:
        """Whether funds are left that the record says nothing of."""
        told = state.this_turn.funds_told or self.loose or TELL in WAIVED
        return not told and self.left(state) > 0

    def passes(self, m: Moment) -> bool:
        return m.passes(self.main) and not self.untold(m.state)

    def owes(self, m: Moment) -> bool:
        return self.main.owes(m)

    def is_open(self) -> bool:
        return self.main.is_open()

    def credits(self) -> bool:
        return self.main.credits()

    def close(self, m: Moment) -> Clause:
        return daybook(self.main.close(m), self.committed, self.used, self.loose)

    def wants(self, m: Moment) -> str:
        if m.passes(self.main):
            return f"{self.left(m.state)} funds are left"
        return self.main.wants(m)

    def label(self, m: Moment | None = None) -> str:
        if m is not None and m.passes(self.main):
            return TELL
        return self.main.label(m)


PRICED: Final = {
    MOVE: Daybook.one_fund,
    BATTLE: Daybook.a_battle,
    CRAFT: Daybook.a_craft,
    EXPORT: Daybook.an_export,
    DRAW: Daybook.one_fund,
    RECRUIT: Daybook.a_spending,
    ESTABLISH: Daybook.a_spending,
}
"""How the actions are paid, by number."""


def daybook(main: Clause, committed: int = 0, used: Cost = (), loose: bool = False) -> Clause:
    """The Riverfolk's turn, its funds counted."""
    node: Clause = Daybook(main, committed, used, loose)
    return node


# --- the funds told -----------------------------------------------------------------------


def funds_told(state: State, leg: Leg) -> bool:
    return True


@rule("11.2.4", "Funds", soft=True, starts=(FundsLeg,))
def tell_funds(_: State) -> Clause:
    """What is left in the Funds box as the turn ends; unwritten, none is."""
    return may(take(FundsLeg, funds_told, number=TELL))
