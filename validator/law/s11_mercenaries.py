"""11.2.7.III Riverfolk Company: mercenaries in the battles of whoever hired them."""

from __future__ import annotations

from typing import Final, NamedTuple

from notation.actions import Faction
from notation.legs import BattleLeg, Leg, PieceLeg
from replayer.state import State
from validator.algebra import NOTHING, Clause, Moment, Waived, Way
from validator.law.s02_terms import warriors
from validator.law.s04_battle import SHARED
from validator.law.s04_hits import LENDERS, SURE_LENDERS
from validator.law.s11_market import RIVERFOLK, may_have_hired, surely_hired
from validator.registry import exception
from validator.switches import DENIED, WAIVED

SPLIT: Final = "11.2.7.IIIa"
EARLY_BATTLES: Final = "emi"
"""A card whose battle is fought in Birdsong, when nobody's warriors are hired yet."""


def side_of(leg: BattleLeg, attacking: bool) -> Faction:
    return leg.attacker if attacking else leg.defender


@exception("11.2.7.III", "Mercenaries", to="4.3")
def mercenaries(state: State, leg: BattleLeg, attacking: bool) -> tuple[Faction, ...]:
    """Riverfolk warriors fight for whoever may have hired them, not against the Riverfolk."""
    if RIVERFOLK in (leg.attacker, leg.defender):
        return ()
    return (RIVERFOLK,) if may_have_hired(state, side_of(leg, attacking)) else ()


def sure_mercenaries(state: State, leg: BattleLeg, attacking: bool) -> tuple[Faction, ...]:
    """The same where nothing else can have been bought, and the battle is not one of Birdsong."""
    side = side_of(leg, attacking)
    early = side == "L" or EARLY_BATTLES in state.crafted.get(side, ())
    if early or not mercenaries(state, leg, attacking) or not surely_hired(state, side):
        return ()
    return (RIVERFOLK,)


LENDERS.append(mercenaries)
SURE_LENDERS.append(sure_mercenaries)


# --- taking hits --------------------------------------------------------------------------


class Shares(NamedTuple):
    """The buyer's warriors and the hired ones in the clearing, and how many of each have fallen.

    `surely`: they are hired; else only what has fallen of them tells.
    """

    battle: BattleLeg
    attacking: bool  # the buyer attacks
    own: int
    hired: int
    own_lost: int = 0
    hired_lost: int = 0
    surely: bool = False

    @property
    def buyer(self) -> Faction:
        return side_of(self.battle, self.attacking)

    def with_loss(self, leg: PieceLeg) -> Shares:
        if leg.piece.owner == RIVERFOLK:
            return self._replace(hired_lost=self.hired_lost + leg.n)
        return self._replace(own_lost=self.own_lost + leg.n)

    def in_use(self) -> bool:
        return self.surely or self.hired_lost > 0

    def are_fair(self) -> bool:
        """Whether hits are halved as far as there are warriors, the odd one on the buyer's own."""
        if not self.in_use() or SPLIT in WAIVED:
            return True
        if SPLIT in DENIED:
            return False
        total = self.own_lost + self.hired_lost
        hired = min(total // 2, self.hired)
        own = min(total - hired, self.own)
        return (self.own_lost, self.hired_lost) == (own, total - own)


class Split(Clause):
    """The losses of one instant, shared between the buyer's own and hired warriors."""

    __slots__ = ("main", "shares")

    def bind(self, main: Clause, shares: Shares) -> None:
        self.main, self.shares = main, shares
        self.first = main.first

    def begin(self, m: Moment) -> list[Way]:
        ways = []
        for w in m.begin(self.main):
            waived = self.too_early(m.state, w.leg)
            if waived is not None:
                if not m.waive or w.waived is not None:
                    continue
                w = w._replace(waived=waived)
            ways.append(w.leaving(split(w.rest, self.after(w.leg))))
        return ways

    def after(self, leg: Leg) -> Shares:
        shares = self.shares
        if not isinstance(leg, PieceLeg) or leg.piece.kind != "w":
            return shares
        mine = leg.piece.owner in (shares.buyer, RIVERFOLK)
        return shares.with_loss(leg) if mine and leg.start == shares.battle.clearing else shares

    def too_early(self, state: State, leg: Leg) -> Waived | None:
        """Buildings and tokens of the buyer go behind hired warriors, too."""
        shares = self.shares
        if not isinstance(leg, PieceLeg) or leg.piece.kind not in "bt":
            return None
        if leg.piece.owner != shares.buyer or not shares.in_use() or SPLIT in WAIVED:
            return None
        if not warriors(state, RIVERFOLK, shares.battle.clearing):
            return None
        return Waived("hits", SPLIT, "hired warriors go before any building or token of the buyer")

    def passes(self, m: Moment) -> bool:
        return m.passes(self.main) and self.shares.are_fair()

    def is_open(self) -> bool:
        return self.shares.in_use() or self.main.is_open()

    def credits(self) -> bool:
        return self.main.credits()

    def wants(self, m: Moment) -> str:
        if m.passes(self.main):
            return "hits shared between own and hired warriors, the odd one on one's own"
        return self.main.wants(m)

    def label(self, m: Moment | None = None) -> str:
        if m is not None and m.passes(self.main):
            return SPLIT
        return self.main.label(m)


def split(main: Clause, shares: Shares) -> Clause:
    """Losses with their shares; `NOTHING` once both are settled."""
    if main is NOTHING and shares.are_fair():
        return NOTHING
    node: Clause = Split(main, shares)
    return node


@exception("11.2.7.IIIa", "Taking Hits", to="4.3.4")
def share_hits(state: State, leg: BattleLeg, losses: Clause) -> Clause:
    """Losses where a side may have hired warriors in the clearing; others stay as they are."""
    for attacking in (True, False):
        hired = warriors(state, RIVERFOLK, leg.clearing)
        if hired and mercenaries(state, leg, attacking):
            own = warriors(state, side_of(leg, attacking), leg.clearing)
            surely = bool(sure_mercenaries(state, leg, attacking))
            return split(losses, Shares(leg, attacking, own, hired, surely=surely))
    return losses


SHARED.append(share_hits)
