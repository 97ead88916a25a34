"""4.3.2 to 4.3.4 Hits: what a roll and the effects of a battle can take off either side.

Dice are rarely written. What may be lost is then the set of pairs (attacker's, defender's losses)
that some roll gives; each piece written narrows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from notation.actions import Faction, Owner
from notation.legs import BattleLeg, CardLeg, ItemLeg, Leg, Piece, PieceLeg
from replayer.facts import general
from replayer.state import State
from validator.algebra import (
    NOTHING,
    Clause,
    Demand,
    Moment,
    Waived,
    Way,
    bits_of,
    consequences,
    holds,
    is_off,
    part_of,
    without,
)
from validator.law.s02_terms import KEEP, warriors
from validator.printings import printing
from validator.registry import demand, number_of
from validator.switches import SWITCHED, WAIVED

VAGABONDS: Final = ("V", "G")
Range = tuple[int, int]
"""(surely, possibly)."""
Pairs = tuple[tuple[int, int], ...]


class Refuge(NamedTuple):
    """6.2.3: a faction's warriors that a hit removes may be placed elsewhere, all of them, for a
    card."""

    faction: Faction
    number: str
    takes_in: Callable[[State, PieceLeg], bool]  # a warrior goes where they are placed
    is_paid: Callable[[State, CardLeg], bool]  # the card is spent
    demands: tuple[Demand, ...]  # of the card and the clearing


REFUGES: Final[list[Refuge]] = []
A_CARD_EACH: Final = printing(
    "p4", "6.2.3", "a card saves one warrior, and some may be lost", board=True
)


@demand("1.5.3", "only warriors of the faction itself are saved")
def is_its_own(state: State, leg: PieceLeg, refuge: Refuge | None) -> bool:
    return refuge is not None and leg.piece.owner == refuge.faction


@demand("1.5.4", "the keep goes at the same time: nobody is saved there")
def keep_outlasts(state: State, leg: PieceLeg, fate: str) -> bool:
    return leg.piece != KEEP or fate not in (PAID, OWED, SAVED)


IGNORES: Final[list[Callable[[State, BattleLeg, bool], bool]]] = []
"""Effects that ignore the first hit a side takes: f(state, battle, attacking)."""
DEALERS: Final[list[Callable[[State, BattleLeg], Faction | None]]] = []
"""Who removes both sides' pieces in a battle between two others (16.3.4.II)."""
Lender = Callable[[State, BattleLeg, bool], tuple[Owner, ...]]
LENDERS: Final[list[Lender]] = []
"""Whose warriors a side may treat as its own in a battle, though the record does not say so."""
SURE_LENDERS: Final[list[Lender]] = []
"""Of those, whose warriors surely fight for it."""


def lenders(
    state: State, battle: BattleLeg, attacking: bool, surely: bool = False
) -> tuple[Owner, ...]:
    """Factions whose warriors there may (`surely`: do) fight for that side: neither of the two."""
    sides = (battle.attacker, battle.defender)
    lending = SURE_LENDERS if surely else LENDERS
    found = [owner for lend in lending for owner in lend(state, battle, attacking)]
    return tuple(dict.fromkeys(owner for owner in found if owner not in sides))


# --- the roll -----------------------------------------------------------------------------


class Terms(NamedTuple):
    """Everything a roll's losses depend on. Ranges are (sure, possible)."""

    dice: tuple[int, int] | None
    swapped: bool
    caps: tuple[Range, Range]  # most rolled hits of attacker, defender
    extra: tuple[Range, Range]  # extra hits dealt by attacker, defender
    ignores: tuple[bool, bool]  # attacker, defender ignores the first hit he takes
    stock: tuple[Range, Range]
    unrolled: bool  # looters deal no rolled hits
    shielded: tuple[bool, bool]  # attacker, defender ignores all rolled hits


@lru_cache(maxsize=4096)
def outcomes(t: Terms) -> Pairs:
    """Every (attacker's, defender's) losses that some roll and some permitted effect gives."""
    found: set[tuple[int, int]] = set()
    for high, low in rolls(t.dice, t.swapped):
        by_attacker, by_defender = (low, high) if t.swapped else (high, low)
        if t.unrolled:
            by_attacker = 0
        on_defender = suffered(
            by_attacker, t.caps[0], t.extra[0], t.ignores[1], t.stock[1], t.shielded[1]
        )
        on_attacker = suffered(
            by_defender, t.caps[1], t.extra[1], t.ignores[0], t.stock[0], t.shielded[0]
        )
        found.update((a, d) for a in on_attacker for d in on_defender)
    return tuple(sorted(found))


def suffered(
    rolled: int, cap: Range, extra: Range, ignores: bool, stock: Range, shielded: bool
) -> set[int]:
    """Losses a side may have to take for one rolled number."""
    found = set()
    for limit in range(cap[0], cap[1] + 1):
        hits = 0 if shielded else min(rolled, limit)
        for more in range(extra[0], extra[1] + 1):
            for pieces in range(stock[0], stock[1] + 1):
                found.add(min(max(hits + more - ignores, 0), pieces))
    return found


def rolls(dice: tuple[int, int] | None, swapped: bool) -> Iterator[tuple[int, int]]:
    """(higher, lower) of every roll, or the one written."""
    if dice is not None:
        yield (dice[1], dice[0]) if swapped else dice
        return
    for high in range(general()["die_most"] + 1):
        for low in range(high + 1):
            yield high, low


# --- the losses ---------------------------------------------------------------------------

HELPLESS: Final = "helpless"
"""Flag of hits that one extra hit on a defenseless defender is part of (4.3.3.II)."""
SPOILS: Final = "spoils of "
"""Begins the flag of a side that has removed a building or token at this instant (7.8.4)."""
TOGETHER: Final = "together"
"""Flag of hits that those of an ambush are part of (4.3.1.II)."""
LOSSES: Final = bits_of((PieceLeg, ItemLeg, CardLeg))
UNTOUCHED, PAID, OWED, SAVED, LOST = "", "paid", "owed", "saved", "lost"
"""How the warriors of a refuge fare in one removal: none yet, the card spent and none yet, some
saved and the card not spent yet, saved, lost."""


class Hits(Clause):
    """Losses still possible at one instant of a battle, as pairs (attacker's, defender's).

    `fate` is how the warriors with a refuge fare; `back` how many of them are saved into the
    clearing of battle itself, where they shield nothing any more.
    """

    __slots__ = ("back", "battle", "fate", "flags", "number", "pairs")

    def bind(
        self,
        number: str,
        battle: BattleLeg,
        pairs: Pairs,
        flags: tuple[str, ...],
        fate: str,
        back: int,
    ) -> None:
        self.number, self.battle, self.pairs, self.flags = number, battle, pairs, flags
        self.fate, self.back = fate, back
        self.first = LOSSES

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        battle = self.battle
        for i, leg in enumerate(m.left):
            if isinstance(leg, CardLeg):
                ways.extend(self.paying(m, i))
                continue
            for attacking in (True, False):
                if is_loss(m.state, leg, battle, attacking):
                    ways.extend(self.losing(m, i, attacking))
        return ways

    # --- one loss -------------------------------------------------------------------------

    def losing(self, m: Moment, i: int, attacking: bool) -> Iterator[Way]:
        leg = m.left[i]
        which = 0 if attacking else 1
        most = max((pair[which] for pair in self.pairs), default=0)
        if "4.3.4" in WAIVED or "4.3.2" in WAIVED:
            most = 99
        counted = 1 if isinstance(leg, ItemLeg) and leg.item == "_" else leg.n
        fate, waived = self.fate_of(m.state, leg)
        waived = waived or self.out_of_turn(m.state, leg, attacking)
        if waived is not None and waived.number in WAIVED:
            waived = None
        if waived is not None and not m.waive:
            return
        n = min(counted, most)
        for lost in self.shares(leg, n):
            rest = self.after(which, lost, fate, leg, self.marks(leg, attacking))
            if rest is not None:
                yield self.way(m, i, lost, rest, waived, attacking)
        if m.waive and waived is None and n < counted:
            side = "attacker" if attacking else "defender"
            number = self.excess_number(m.state, counted, most, attacking)
            says = f"at most {most} hits on the {side} here, {counted} written"
            yield self.way(m, i, counted, self.forget(), Waived("hits", number, says), attacking)

    def shares(self, leg: Leg, most: int) -> Iterator[int]:
        """How many of the pieces written are lost to these hits: all that may be, the most first;
        or fewer warriors, the others paid for what comes next (`2w5->/t->5` after a battle)."""
        spent = isinstance(leg, PieceLeg) and leg.piece.kind == "w"
        fewest = 1 if spent else max(most, 1)
        yield from range(most, fewest - 1, -1)

    def out_of_turn(self, state: State, leg: Leg, attacking: bool) -> Waived | None:
        """Warriors go before buildings and tokens (4.3.4)."""
        if not isinstance(leg, PieceLeg) or leg.piece.kind not in "bt":
            return None
        if "4.3.4" in WAIVED:
            return None
        side = self.battle.attacker if attacking else self.battle.defender
        conjured = state.surplus.get(Piece(side, "w"), 0)  # the record took them from nowhere
        if warriors(state, side, self.battle.clearing) <= self.back + conjured:
            return None
        return Waived("hits", "4.3.4", "all warriors there go before any building or token")

    def marks(self, leg: Leg, attacking: bool) -> tuple[str, ...]:
        """The flags after this loss: which side has taken a building or token with these hits."""
        if not isinstance(leg, PieceLeg) or leg.piece.kind not in "bt":
            return self.flags
        mark = SPOILS + (self.battle.defender if attacking else self.battle.attacker)
        return self.flags if mark in self.flags else (*self.flags, mark)

    def after(
        self, which: int, n: int, fate: str, leg: Leg, flags: tuple[str, ...]
    ) -> Clause | None:
        """What may still be lost once that side has lost n more."""
        if which == 0:
            pairs = tuple(sorted({(a - n, d) for a, d in self.pairs if a >= n}))
        else:
            pairs = tuple(sorted({(a, d - n) for a, d in self.pairs if d >= n}))
        if not pairs:
            return self.forget() if SWITCHED else None
        stays = isinstance(leg, PieceLeg) and leg.start == leg.end
        return self.left(pairs, fate, self.back + (n if stays else 0), flags)

    def left(self, pairs: Pairs, fate: str, back: int, flags: tuple[str, ...]) -> Clause:
        if pairs == ((0, 0),) and fate not in (PAID, OWED):
            return NOTHING
        node: Clause = Hits(self.number, self.battle, pairs, flags, fate, back)
        return node

    def forget(self) -> Clause:
        """After a breach nothing more is asked of this battle, but it may lose more."""
        return any_hits(self.number, self.battle, self.flags)

    def excess_number(self, state: State, written: int, most: int, attacking: bool) -> str:
        ignoring = next((f for f in IGNORES if f(state, self.battle, attacking)), None)
        if ignoring is not None and written == most + 1:
            return number_of(ignoring)
        if self.number == "4.3.1.II":
            return self.number
        if self.battle.dice is not None:
            return "4.3.2"
        dealer = self.battle.defender if attacking else self.battle.attacker
        cap = warriors(state, dealer, self.battle.clearing)
        most = general()["die_most"]
        if written > most or cap >= most:
            return "4.3.4"
        return "9.2.6" if dealer in VAGABONDS else "4.3.2.I"

    def way(
        self, m: Moment, i: int, n: int, rest: Clause, waived: Waived | None, attacking: bool
    ) -> Way:
        leg = m.left[i]
        battle = self.battle
        by: str = battle.defender if attacking else battle.attacker
        by = next((who for dealer in DEALERS if (who := dealer(m.state, battle))), by)
        taken = leg.n if isinstance(leg, ItemLeg) and leg.item == "_" else n
        leg = part_of(leg, taken)
        effects = consequences("remove", m.state, leg, by) + consequences("hit", m.state, leg, by)
        if self.marks(leg, attacking) != self.flags:
            effects += consequences("take spoils", m.state, leg, by)
        return Way(rest, without(m.left, i, taken), leg, effects, (self.number,), waived, True)

    # --- saved for a card -----------------------------------------------------------------

    def fate_of(self, state: State, leg: Leg) -> tuple[str, Waived | None]:
        """How the warriors with a refuge fare after this loss, and what it breaks."""
        if not isinstance(leg, PieceLeg):
            return self.fate, None
        saved = isinstance(leg.end, int)
        if saved:
            refuge = next((r for r in REFUGES if r.takes_in(state, leg)), None)
            number = refuge.number if refuge else "6.2.3"
            if refuge is None and self.fate == PAID:
                return SAVED, Waived("hits", number, "those saved are not placed there")
            if not holds(is_its_own, state, leg, (refuge,)):
                return self.fate, Waived("hits", is_its_own.number, is_its_own.says)
            if self.fate == LOST and not A_CARD_EACH(state):
                return SAVED, Waived("hits", number, "all warriors removed are saved, or none")
            return (SAVED if self.fate in (PAID, SAVED) else OWED), None
        if not holds(keep_outlasts, state, leg, (self.fate,)):
            return self.fate, Waived("hits", keep_outlasts.number, keep_outlasts.says)
        if leg.piece.kind != "w" or not any(r.faction == leg.piece.owner for r in REFUGES):
            return self.fate, None
        if self.fate in (PAID, OWED, SAVED) and not A_CARD_EACH(state):
            number = next(r.number for r in REFUGES if r.faction == leg.piece.owner)
            return SAVED, Waived("hits", number, "all warriors removed are saved, or none")
        return (self.fate or LOST), None

    def paying(self, m: Moment, i: int) -> Iterator[Way]:
        """The card of a refuge is spent, once, before its warriors or after."""
        leg = m.left[i]
        if not isinstance(leg, CardLeg):
            return
        if self.fate in (PAID, SAVED) and not A_CARD_EACH(m.state):
            return
        battle = self.battle
        late = None
        if self.fate == LOST and not A_CARD_EACH(m.state):
            if not m.waive:
                return
            late = Waived("hits", REFUGES[0].number, "all warriors removed are saved, or none")
        lent = (*lenders(m.state, battle, True), *lenders(m.state, battle, False))
        for refuge in REFUGES:
            if refuge.faction not in {battle.attacker, battle.defender}.union(lent):
                continue
            if not refuge.is_paid(m.state, leg):
                continue
            broken = [d for d in refuge.demands if not holds(d, m.state, leg, (battle.clearing,))]
            if broken and (not m.waive or len(broken) > 1 or late):
                continue
            waived = Waived("demand", broken[0].number, broken[0].says) if broken else late
            fate = PAID if self.fate in (UNTOUCHED, PAID, LOST) and late is None else SAVED
            rest = self.left(self.pairs, fate, self.back, self.flags)
            one, left = part_of(leg, 1), without(m.left, i, 1)
            yield Way(rest, left, one, (), (refuge.number,), waived, True)

    # --- its end --------------------------------------------------------------------------

    def passes(self, m: Moment) -> bool:
        if self.number in WAIVED:
            return True
        return (0, 0) in self.pairs and self.fate not in (PAID, OWED)

    def wants(self, m: Moment) -> str:
        if self.fate == OWED and (0, 0) in self.pairs:
            return "a card for the warriors saved"
        if self.fate == PAID and (0, 0) in self.pairs:
            return "the warriors that the card was spent for"
        a = min((pair[0] for pair in self.pairs), default=0)
        d = min((pair[1] for pair in self.pairs), default=0)
        told = []
        if a:
            told.append(f"at least {a} on the attacker")
        if d:
            told.append(f"at least {d} on the defender")
        return f"hits in clearing {self.battle.clearing}: " + (
            " and ".join(told) or "losses that some roll gives"
        )

    def label(self, m: Moment | None = None) -> str:
        battle = self.battle
        if self.fate in (PAID, OWED) and (0, 0) in self.pairs:
            return REFUGES[0].number
        sure = all(d > 0 for _, d in self.pairs)
        unrolled = battle.dice is None or not battle.dice[0]
        if unrolled and sure and HELPLESS in self.flags and not battle.ambush:
            return "9.2.4" if battle.defender in VAGABONDS else "4.3.3.II"
        if TOGETHER in self.flags and all(a > 0 for a, _ in self.pairs):
            return "4.3.1.II"
        return self.number


def hits(number: str, battle: BattleLeg, pairs: Pairs, flags: tuple[str, ...] = ()) -> Clause:
    """The losses of one instant. Where there cannot be any it passes, and gives more than none a
    voice."""
    node: Clause = Hits(number, battle, pairs, flags, UNTOUCHED, 0)
    return node


def any_hits(number: str, battle: BattleLeg, flags: tuple[str, ...] = ()) -> Clause:
    """Whatever a roll could take off."""
    most = range(general()["die_most"] + 1)
    return hits(number, battle, tuple((a, d) for a in most for d in most), flags)


AVENGED: Final[dict[str, str]] = {}
"""Owner -> where his warriors that fall on the defence may be written to go."""


def is_loss(state: State, leg: Leg, battle: BattleLeg, attacking: bool) -> bool:
    """A piece of that side leaves the clearing of battle, or an item of a Vagabond is damaged.

    Warriors the side treats as its own count with it; those with a refuge may go there.
    """
    side = battle.attacker if attacking else battle.defender
    if isinstance(leg, ItemLeg):
        return side in VAGABONDS and leg.start == f"{side}$" and leg.end_area == "d"
    if not isinstance(leg, PieceLeg):
        return False
    piece = leg.piece
    if piece.kind == "p":
        return False  # 9.2.2
    if piece.owner == side:
        if leg.start == "supply" and leg.end == "supply":
            return True  # the start was forgotten
    elif piece.kind != "w" or piece.owner not in lenders(state, battle, attacking):
        return False
    if leg.start != battle.clearing:
        return False
    if not isinstance(leg.end, int):
        return is_off(leg) or (not attacking and leg.end == AVENGED.get(piece.owner))
    refuge = any(r.faction == piece.owner for r in REFUGES) and piece.kind == "w"
    return refuge or any(r.takes_in(state, leg) for r in REFUGES)
