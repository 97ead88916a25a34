"""4.3 Battle: its line, the ambush, the roll as the set of losses that some roll gives, and the losses.

Chapters and cards widen it through the tables at the top: extra hits, ignored hits, what a side may lose,
what may be done before the roll, what the attacker declares at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from notation.actions import Faction, Owner
from notation.legs import BattleLeg, CardLeg, ItemLeg, Leg, PieceLeg, PointsLeg
from replayer.facts import general
from replayer.state import State
from validator import switches
from validator.algebra import (
    NOTHING,
    Clause,
    Demand,
    Moment,
    Waived,
    Way,
    any_order,
    bits_of,
    consequences,
    in_order,
    one_of,
    part_of,
    take,
    without,
)
from validator.law.s02_terms import (
    is_enemy,
    matches,
    suit_of,
    warriors,
)
from validator.registry import definition, demand, rule

VAGABONDS = ("V", "G")
Range = tuple[int, int]
EXTRA: list[Callable[[State, BattleLeg, bool], Range]] = []
"""Extra hits a side deals: f(state, battle, attacking) -> (sure, possible)."""
EXTRA_FROM_START: list[Callable[[State, BattleLeg, bool], Range]] = []
"""The same, as the table stood at the battle line: a plot may be turned up before it is removed."""
IGNORES: list[Callable[[State, BattleLeg, bool], bool]] = []
"""Effects that ignore the first hit a side takes: f(state, battle, attacking)."""
SHIELDS: list[Callable[[State, BattleLeg, bool], bool]] = []
"""Effects that may ignore all rolled hits on a side: f(state, battle, attacking)."""
SWAPPED: set[Faction] = set()
"""Defenders that take the higher roll (8.2.2)."""
BEFORE_ROLL: list[Callable[[State, BattleLeg], Clause]] = []
"""What may be done between the battle line and the first rolled hit."""
Declaration = tuple[str, Clause]
DECLARED_AT_START: list[Callable[[State, BattleLeg], tuple[Declaration, ...]]] = []
"""What the attacker may declare at the start: (flag, what follows at the end of battle)."""
SIDE_DOORS: list[Callable[[State, PieceLeg, Owner, int], bool]] = []
"""Other ways a warrior leaves when it is hit: f(state, leg, side, clearing)."""


# --- the line -----------------------------------------------------------------------------


def is_battle_by(state: State, leg: BattleLeg, faction: Faction, *_: object) -> bool:
    return leg.attacker == faction


@demand("4.3", "the attacker needs a warrior or pawn in the clearing of battle")
def attacker_is_there(state: State, leg: BattleLeg, *_: object) -> bool:
    here = state.at(leg.clearing)
    if any(p.owner == leg.attacker and p.kind in "wp" for p in here):
        return True
    return borrowed(state, leg) > 0


@demand("4.3", "the defender needs a piece in the clearing of battle")
def defender_is_there(state: State, leg: BattleLeg, *_: object) -> bool:
    return any(p.owner == leg.defender for p in state.at(leg.clearing))


@demand("4.3", "the defender must be an enemy")
def defender_is_enemy(state: State, leg: BattleLeg, *_: object) -> bool:
    return is_enemy(state, leg.attacker, leg.defender)


@demand("4.3.1", "the ambush card must match the clearing of battle")
def ambush_matches(state: State, leg: BattleLeg, *_: object) -> bool:
    return leg.ambush is None or matches(leg.ambush, suit_of(state, leg.clearing))


@demand("4.3.1.I", "the answering ambush card must match the clearing of battle")
def foil_matches(state: State, leg: BattleLeg, *_: object) -> bool:
    return leg.foil is None or matches(leg.foil, suit_of(state, leg.clearing))


@demand("2.1.2", "there is one ambush card a suit, and two birds")
def ambush_cards_suffice(state: State, leg: BattleLeg, *_: object) -> bool:
    return leg.foil is None or leg.foil != leg.ambush or leg.foil == "B"


@demand("4.3.2", "the attacker takes the higher number, the defender the lower")
def higher_number_attacks(state: State, leg: BattleLeg, *_: object) -> bool:
    if leg.dice is None:
        return True
    attacker, defender = leg.dice
    if leg.defender in SWAPPED:
        attacker, defender = defender, attacker
    if attacker >= defender:
        return True
    cap = roll_cap(state, leg, leg.defender not in SWAPPED)[1]
    return attacker >= cap  # written as it counts: a capped number may stand for a higher face


LINE = (
    attacker_is_there,
    defender_is_there,
    defender_is_enemy,
    ambush_matches,
    foil_matches,
    ambush_cards_suffice,
    higher_number_attacks,
)


@rule("4.3", "Battle", unit=True, starts=(BattleLeg,), through=True, credit=True)
def battle(state: State, faction: Faction, demands: tuple[Demand, ...] = ()) -> Clause:
    """One battle: the line, the ambush, the roll and its losses, what was declared at its start."""
    return take(BattleLeg, is_battle_by, faction, demands=LINE + demands, then=fight)


class Early(NamedTuple):
    """What counts as it stood at the battle line: hits added and rolls ignored, (attacker, defender)."""

    attack: Range
    defend: Range
    shield_attacker: bool
    shield_defender: bool


def fight(state: State, leg: BattleLeg, *_: object) -> Clause:
    ignored = ambushed(leg) and ignores_first_hit(state, leg, True)
    before = any_order(
        ambush_hits(leg) if ambushed(leg) else NOTHING,
        *(clause for hook in BEFORE_ROLL if (clause := hook(state, leg)) is not NOTHING),
    )
    early = Early(
        sum_of(EXTRA_FROM_START, state, leg, True),
        sum_of(EXTRA_FROM_START, state, leg, False),
        may_shield(state, leg, True),
        may_shield(state, leg, False),
    )
    options = [in_order(before, roll_hits(leg, (), ignored, early))]
    for hook in DECLARED_AT_START:
        for flag, after in hook(state, leg):
            options.append(in_order(before, roll_hits(leg, (flag,), ignored, early), after))
    return one_of(*options)


def sum_of(
    hooks: list[Callable[[State, BattleLeg, bool], Range]],
    state: State,
    leg: BattleLeg,
    attacking: bool,
) -> Range:
    """The hits of several effects together."""
    ranges = [hook(state, leg, attacking) for hook in hooks]
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


def ambushed(leg: BattleLeg) -> bool:
    """An ambush that was not foiled."""
    return leg.ambush is not None and leg.foil is None


# --- what a side has ----------------------------------------------------------------------


def borrowed(state: State, leg: BattleLeg) -> int:
    """Warriors there that a side may treat as its own though the record does not say so."""
    return sum(
        n
        for p, n in state.at(leg.clearing).items()
        if p.kind == "w"
        and p.owner not in (leg.attacker, leg.defender)
        and (
            p.owner.startswith("h_")
            or p.owner == "O"
            or leg.attacker in VAGABONDS
            or state.coalition
        )
    )


def satchel_count(state: State, vagabond: Faction, item: str | None) -> Range:
    """How many undamaged items (of a kind) a Vagabond has: (at least, at most)."""
    counts = [
        sum(n for kind, area, _, n in table if area == "s" and item in (None, kind))
        for table in state.satchel.get(vagabond, frozenset({()}))
    ]
    return (min(counts), max(counts)) if counts else (0, 0)


@definition("4.3.2.I", "Maximum Rolled Hits")
def roll_cap(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """The most rolled hits a side can deal: its warriors there; a Vagabond's undamaged swords (9.2.6)."""
    side = leg.attacker if attacking else leg.defender
    lent = borrowed(state, leg)
    if side in VAGABONDS:
        low, high = satchel_count(state, side, "s")
        return low, high + lent + (2 if not attacking or lent else 0)
    n = warriors(state, side, leg.clearing)
    if "4.3.2.I" in switches.WAIVED:
        return n, 99
    return n, n + lent


@definition("4.3.3.II", "Defenseless")
def defenseless(state: State, leg: BattleLeg) -> Range:
    """One extra hit against a defender without warriors; a Vagabond without undamaged swords (9.2.4)."""
    if "4.3.3.II" in switches.DENIED:
        return 0, 0
    if leg.defender in VAGABONDS:
        low, high = satchel_count(state, leg.defender, "s")
        return (1 if high == 0 else 0), (1 if low == 0 else 0)
    if warriors(state, leg.defender, leg.clearing):
        return 0, 0
    return (0 if borrowed(state, leg) else 1), 1


def stock(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """How many pieces a side can lose there."""
    side = leg.attacker if attacking else leg.defender
    lent = borrowed(state, leg)
    if side in VAGABONDS:
        low, high = satchel_count(state, side, None)
        return low, high + lent
    n = sum(k for p, k in state.at(leg.clearing).items() if p.owner == side and p.kind in "wbt")
    return n, n + lent


def may_shield(state: State, leg: BattleLeg, attacking: bool) -> bool:
    return any(f(state, leg, attacking) for f in SHIELDS)


def ignores_first_hit(state: State, leg: BattleLeg, attacking: bool) -> bool:
    return any(f(state, leg, attacking) for f in IGNORES)


# --- 4.3.1 the ambush ---------------------------------------------------------------------


@rule("4.3.1.II", "Resolve Ambush")
def ambush_hits(state: State, leg: BattleLeg) -> Clause:
    """The defender's ambush removes two attacking pieces before the roll."""
    hits = general()["ambush_hits"]
    if ignores_first_hit(state, leg, True):
        hits -= 1
    low, high = stock(state, leg, True)
    pairs = tuple(sorted({(min(hits, low), 0), (min(hits, high), 0)}))
    node: Clause = Hits("4.3.1.II", leg, pairs, ())
    return node


def over(state: State, leg: BattleLeg) -> bool:
    """Whether an ambush has left no attacking warrior or pawn: the battle ends."""
    if not ambushed(leg) or borrowed(state, leg):
        return False
    return not any(p.owner == leg.attacker and p.kind in "wp" for p in state.at(leg.clearing))


# --- 4.3.2 to 4.3.4 the roll and its losses -----------------------------------------------


CHARACTER: Range = (0, 1)
"""Hits a Vagabond's character may add, until chapter 9 is written."""


def plus(*ranges: Range) -> Range:
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


class Terms(NamedTuple):
    """Everything a roll's losses depend on. Ranges are (sure, possible)."""

    dice: tuple[int, int] | None
    swapped: bool
    caps: tuple[Range, Range]  # most rolled hits of attacker, defender
    extra: tuple[Range, Range]  # extra hits dealt by attacker, defender
    ignores: tuple[bool, bool]  # attacker, defender ignores the first hit he takes
    stock: tuple[Range, Range]
    unrolled: bool  # looters deal no rolled hits
    shielded: tuple[bool, bool]  # attacker, defender may ignore all rolled hits (Armorers)


def terms(
    state: State,
    leg: BattleLeg,
    flags: tuple[str, ...],
    ignored: bool,
    early: Early,
) -> Terms:
    attack = plus(early.attack, sum_of(EXTRA, state, leg, True), defenseless(state, leg))
    defend = plus(early.defend, sum_of(EXTRA, state, leg, False))
    if leg.attacker in VAGABONDS:
        attack = plus(attack, CHARACTER)
    if leg.defender in VAGABONDS:
        defend = plus(defend, CHARACTER)
    return Terms(
        leg.dice,
        leg.defender in SWAPPED,
        (roll_cap(state, leg, True), roll_cap(state, leg, False)),
        (attack, defend),
        (
            not ignored and ignores_first_hit(state, leg, True),
            ignores_first_hit(state, leg, False),
        ),
        (stock(state, leg, True), stock(state, leg, False)),
        "loot" in flags,
        (early.shield_attacker, early.shield_defender),
    )


@lru_cache(maxsize=4096)
def outcomes(t: Terms) -> tuple[tuple[int, int], ...]:
    """Every (attacker's, defender's) losses that some roll and some permitted effect gives."""
    found = set()
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
    found: set[int] = set()
    for limit in range(cap[0], cap[1] + 1):
        for hits in {min(rolled, limit), 0 if shielded else min(rolled, limit)}:
            for more in range(extra[0], extra[1] + 1):
                for pieces in stock:
                    found.add(min(max(hits + more - ignores, 0), pieces))
    return found


def rolls(dice: tuple[int, int] | None, swapped: bool) -> Iterator[tuple[int, int]]:
    """(higher, lower) of every roll, or the one written."""
    if dice is not None:
        yield (dice[1], dice[0]) if swapped else dice
        return
    for high in range(4):
        for low in range(high + 1):
            yield high, low


@rule("4.3.4", "Step 4: Deal Hits", starts=(PieceLeg, ItemLeg, CardLeg, PointsLeg))
def roll_hits(
    state: State,
    leg: BattleLeg,
    flags: tuple[str, ...],
    ignored: bool,
    early: Early,
) -> Clause:
    """What both sides lose to the roll and to extra hits, all at once."""
    if over(state, leg):
        return NOTHING
    node: Clause = Hits("4.3.4", leg, outcomes(terms(state, leg, flags, ignored, early)), flags)
    return node


LOSSES = bits_of((PieceLeg, ItemLeg))


class Hits(Clause):
    """Losses still possible in a battle, as pairs (attacker's, defender's)."""

    __slots__ = ("battle", "flags", "number", "pairs")

    def bind(
        self,
        number: str,
        battle: BattleLeg,
        pairs: tuple[tuple[int, int], ...],
        flags: tuple[str, ...],
    ) -> None:
        self.number, self.battle, self.pairs, self.flags = number, battle, pairs, flags
        self.first = LOSSES

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        battle = self.battle
        for i, leg in enumerate(m.left):
            for attacking, side in ((True, battle.attacker), (False, battle.defender)):
                if is_loss(m.state, leg, side, battle.clearing):
                    ways.extend(self.losing(m, i, attacking))
        return ways

    def losing(self, m: Moment, i: int, attacking: bool) -> Iterator[Way]:
        leg = m.left[i]
        which = 0 if attacking else 1
        most = max((pair[which] for pair in self.pairs), default=0)
        if "4.3.4" in switches.WAIVED or "4.3.2" in switches.WAIVED:
            most = 99
        counted = 1 if isinstance(leg, ItemLeg) and leg.item == "_" else leg.n
        waived = None
        if not self.in_turn(m.state, leg, attacking):
            if not m.waive:
                return
            says = "all warriors there go before any building or token"
            waived = Waived("hits", "4.3.4", says)
        n = min(counted, most)
        if n > 0:
            rest = self.after(which, n)
            if rest is not None:
                yield self.way(m, i, n, rest, waived, attacking)
        if m.waive and waived is None and n < counted:
            side = "attacker" if attacking else "defender"
            number = self.excess_number(m.state, counted, attacking)
            says = f"at most {most} hits on the {side} here, {counted} written"
            yield self.way(m, i, counted, self.forget(), Waived("hits", number, says), attacking)

    def in_turn(self, state: State, leg: Leg, attacking: bool) -> bool:
        """Warriors go before buildings and tokens (4.3.4)."""
        if not isinstance(leg, PieceLeg) or leg.piece.kind not in "bt":
            return True
        if switches.ANY and "4.3.4" in switches.WAIVED:
            return True
        side = self.battle.attacker if attacking else self.battle.defender
        return warriors(state, side, self.battle.clearing) == 0

    def after(self, which: int, n: int) -> Clause | None:
        """What may still be lost once that side has lost n more."""
        if which == 0:
            pairs = tuple(sorted({(a - n, d) for a, d in self.pairs if a >= n}))
        else:
            pairs = tuple(sorted({(a, d - n) for a, d in self.pairs if d >= n}))
        if not pairs:
            return self.forget() if switches.ANY else None
        if pairs == ((0, 0),):
            return NOTHING
        node: Clause = Hits(self.number, self.battle, pairs, self.flags)
        return node

    def forget(self) -> Clause:
        """After a breach nothing more is asked of this battle, but it may lose more."""
        pairs = tuple((a, d) for a in range(4) for d in range(4))
        node: Clause = Hits(self.number, self.battle, pairs, self.flags)
        return node

    def excess_number(self, state: State, written: int, attacking: bool) -> str:
        if self.number == "4.3.1.II":
            return self.number
        if self.battle.dice is not None:
            return "4.3.2"
        dealer = self.battle.defender if attacking else self.battle.attacker
        cap = warriors(state, dealer, self.battle.clearing)
        return "4.3.2.I" if written <= 3 and cap < 3 else "4.3.4"

    def way(
        self, m: Moment, i: int, n: int, rest: Clause, waived: Waived | None, attacking: bool
    ) -> Way:
        leg = m.left[i]
        battle = self.battle
        by = battle.defender if attacking else battle.attacker
        taken = leg.n if isinstance(leg, ItemLeg) and leg.item == "_" else n
        leg = part_of(leg, taken)
        effects = consequences("remove", m.state, leg, by)
        return Way(rest, without(m.left, i, taken), leg, effects, (self.number,), waived, True)

    def passes(self, m: Moment) -> bool:
        if switches.ANY and self.number in switches.WAIVED:
            return True
        return (0, 0) in self.pairs

    def wants(self, m: Moment) -> str:
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

    def label(self) -> str:
        battle = self.battle
        sure = all(d > 0 for _, d in self.pairs)
        if battle.dice is None and sure and self.number == "4.3.4" and not battle.ambush:
            return "4.3.3.II"
        return self.number


def is_loss(state: State, leg: Leg, side: Owner, clearing: int) -> bool:
    """A piece of that side leaves the clearing of battle, or an item of a Vagabond is damaged."""
    if isinstance(leg, PieceLeg):
        if leg.piece.owner != side:
            return False
        if leg.start == "supply" and leg.end == "supply":
            return True  # the start was forgotten
        if leg.start != clearing:
            return False
        if not isinstance(leg.end, int):
            return True
        return any(door(state, leg, side, clearing) for door in SIDE_DOORS)
    if isinstance(leg, ItemLeg):
        return side in VAGABONDS and leg.start == f"{side}$" and leg.end_area == "d"
    return False
