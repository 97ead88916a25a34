"""4.3 Battle: its line, the ambush, what was declared at its start, the roll and its losses.

Chapters and cards widen it through the tables at the top: extra hits, ignored hits, whose warriors
count, what may be done before the roll, what the attacker declares at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations
from typing import Final, NamedTuple

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, ItemLeg, Leg, PieceLeg
from replayer.cards import could_be
from replayer.facts import general
from replayer.state import State
from validator.algebra import (
    NEVER,
    NOTHING,
    Clause,
    Demand,
    Gained,
    amid,
    any_order,
    bringing,
    forbidden,
    gain,
    in_order,
    is_off,
    one_of,
    take,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    is_enemy,
    matches,
    suit_of,
    warriors,
)
from validator.law.s04_hits import (
    HELPLESS,
    IGNORES,
    TOGETHER,
    VAGABONDS,
    Range,
    Terms,
    any_hits,
    hits,
    lenders,
    outcomes,
)
from validator.printings import printing
from validator.registry import definition, demand, orphan, rule
from validator.switches import DENIED, WAIVED, off

__all__ = ["VAGABONDS", "Range", "battle"]

Counts = Callable[[State, BattleLeg, bool], Range]
"""f(state, battle, attacking) -> (sure, possible) for that side."""
EXTRA: Final[list[Counts]] = []
"""Extra hits a side deals."""
EXTRA_FROM_START: Final[list[Counts]] = []
"""The same, as the table stood at the battle line: a plot may be turned up before it is removed."""


class Use(NamedTuple):
    """An effect that a side may use once in a battle, and what is written for it."""

    number: str
    attacking: bool
    hits: int = 0  # extra hits it deals
    shields: bool = False  # its side takes none of the rolled hits
    caps: int = 0  # added to the most rolled hits of its side
    cost: Clause = NOTHING  # anywhere among the losses
    brings: tuple[Gained, ...] = ()  # points for another


USES: Final[list[Callable[[State, BattleLeg], Iterable[Use]]]] = []
"""Effects of cards that either side may use, as the table stands at the battle line."""
CAPS: Final[dict[Faction, Counts]] = {}
"""Factions whose rolled hits are limited by something else than their warriors (9.2.6)."""
BARE: Final[dict[Faction, Callable[[State, BattleLeg], Range]]] = {}
"""Defenders that are defenseless for another reason than having no warriors (9.2.4)."""
STOCKS: Final[dict[Faction, Counts]] = {}
"""Factions that take hits with something else than their pieces there (9.2.7)."""
SWAPPED: Final[set[Faction]] = set()
"""Defenders that take the higher roll (8.2.2)."""
UNHURT: Final[list[Callable[[State, BattleLeg], str]]] = []
"""Attackers from whom ambush cards take nothing: the number that says so, or ""."""
SHARED: Final[list[Callable[[State, BattleLeg, Clause], Clause]]] = []
"""What the losses of one instant are held to besides (11.2.7.IIIa)."""
BEFORE_ROLL: Final[list[Callable[[State, BattleLeg], Clause]]] = []
"""What may be done between the battle line and the first rolled hit."""
Declaration = tuple[str, Clause]
DECLARED_AT_START: Final[list[Callable[[State, BattleLeg], tuple[Declaration, ...]]]] = []
"""What the attacker may declare at the start: (flag, what follows at the end of battle)."""


# --- the line -----------------------------------------------------------------------------


def is_battle_by(state: State, leg: BattleLeg, faction: Faction, *_: object) -> bool:
    return leg.attacker == faction


@demand("4.3", "the attacker needs a warrior or pawn in the clearing of battle")
def attacker_is_there(state: State, leg: BattleLeg, *_: object) -> bool:
    here = state.at(leg.clearing)
    if any(p.owner == leg.attacker and p.kind in "wp" for p in here):
        return True
    return lent(state, leg, True) > 0


@demand("4.3", "the defender needs a piece in the clearing of battle")
def defender_is_there(state: State, leg: BattleLeg, *_: object) -> bool:
    return any(p.owner == leg.defender for p in state.at(leg.clearing))


BATTLES_ANYBODY: Final = printing(
    "p4", "4.3", "any other player may be the defender, a partner too"
)


@demand("4.3", "the defender must be an enemy")
def defender_is_enemy(state: State, leg: BattleLeg, *_: object) -> bool:
    if is_enemy(state, leg.attacker, leg.defender):
        return True
    return leg.attacker != leg.defender and BATTLES_ANYBODY(state)


@demand("4.3.1", "the ambush card must match the clearing of battle")
def ambush_matches(state: State, leg: BattleLeg, *_: object) -> bool:
    return leg.ambush is None or matches(leg.ambush, suit_of(state, leg.clearing))


@demand("4.3.1.I", "the answering ambush card must match the clearing of battle")
def foil_matches(state: State, leg: BattleLeg, *_: object) -> bool:
    return leg.foil is None or matches(leg.foil, suit_of(state, leg.clearing))


@demand("2.1.2", "there is one ambush card a suit, and two birds")
def ambush_cards_suffice(state: State, leg: BattleLeg, *_: object) -> bool:
    return leg.foil is None or leg.foil != leg.ambush or leg.foil == "B"


@demand("16.4.3.V", "hirelings have no hand to play an ambush from")
def ambush_from_a_hand(state: State, leg: BattleLeg, *_: object) -> bool:
    played = ((leg.ambush, leg.defender), (leg.foil, leg.attacker))
    return all(suit is None or not owner.startswith("h_") for suit, owner in played)


def is_swapped(leg: BattleLeg) -> bool:
    """Whether the defender takes the higher roll (8.2.2)."""
    return leg.defender in SWAPPED and "8.2.2" not in DENIED


@demand("4.3.1", "all cards of that hand are known, and none can be the ambush")
def ambush_may_be_held(state: State, leg: BattleLeg, *_: object) -> bool:
    played = ((leg.ambush, leg.defender), (leg.foil, leg.attacker))
    return all(suit is None or may_hold(state, owner, f"{suit}#@") for suit, owner in played)


def may_hold(state: State, owner: str, text: str) -> bool:
    """Whether that card may lie in a hand: it need not be the one that every player knows."""
    known = state.known.get(owner, ())
    if not known or len(known) < state.hand.get(owner, (0, 0))[1]:
        return True
    return any(could_be(state.game.deck, card, text) for card in known)


WITHOUT_WARRIORS: Final = disputed("Q8")


@demand("4.3.1", "an ambush takes warriors of the defender's")
def warriors_in_ambush(state: State, leg: BattleLeg, *_: object) -> bool:
    """Only rolled hits are limited by them. A Vagabond fights without any."""
    if leg.ambush is None or leg.defender in STOCKS:
        return True
    there = warriors(state, leg.defender, leg.clearing) or lent(state, leg, False)
    return there > 0 or WITHOUT_WARRIORS()


CAPPED_FACE: Final = disputed("Q40")
"""A number that is the cap may stand for a higher face."""


@demand("4.3.2", "the attacker takes the higher number, the defender the lower")
def higher_number_attacks(state: State, leg: BattleLeg, *_: object) -> bool:
    if leg.dice is None:
        return True
    attacker, defender = leg.dice
    if is_swapped(leg):
        attacker, defender = defender, attacker
    if attacker >= defender:
        return True
    cap = roll_cap(state, leg, not is_swapped(leg))[0]
    return attacker >= cap and CAPPED_FACE()


LINE: Final = (
    attacker_is_there,
    defender_is_there,
    defender_is_enemy,
    ambush_matches,
    foil_matches,
    ambush_cards_suffice,
    ambush_from_a_hand,
    ambush_may_be_held,
    warriors_in_ambush,
    higher_number_attacks,
)


@rule("4.3", "Battle", unit=True, starts=(BattleLeg,), through=True, credit=True)
def battle(
    _: State, faction: Faction, demands: tuple[Demand, ...] = (), *bound: int | tuple[str, ...]
) -> Clause:
    """One battle: the line, the ambush, the roll and its losses, what was declared at its start.

    What is `bound` comes to the demands as their last arguments.
    """
    return take(BattleLeg, is_battle_by, faction, *bound, demands=LINE + demands, then=fight)


class Early(NamedTuple):
    """What counts as it stood at the battle line: hits added and rolls ignored."""

    attack: Range
    defend: Range
    shield_attacker: bool = False
    shield_defender: bool = False
    caps: Range = (0, 0)  # added to the most rolled hits of attacker, defender


def fight(state: State, leg: BattleLeg, *_: object) -> Clause:
    ignored = hurt(state, leg) and ignores_first_hit(state, leg, True)
    before = any_order(
        ambush(state, leg),
        *(clause for hook in BEFORE_ROLL if (clause := hook(state, leg)) is not NOTHING),
    )
    declared = [("", NOTHING), *(d for hook in DECLARED_AT_START for d in hook(state, leg))]
    attack = sum_of(EXTRA_FROM_START, state, leg, True)
    defend = sum_of(EXTRA_FROM_START, state, leg, False)
    options = []
    for used in choices(state, leg):
        early = Early(
            plus(attack, *((use.hits, use.hits) for use in used if use.attacking)),
            plus(defend, *((use.hits, use.hits) for use in used if not use.attacking)),
            any(use.shields and use.attacking for use in used),
            any(use.shields and not use.attacking for use in used),
            (
                sum(use.caps for use in used if use.attacking),
                sum(use.caps for use in used if not use.attacking),
            ),
        )
        cost = any_order(*(use.cost for use in used))
        effects = tuple(effect for use in used for effect in use.brings)
        for flag, after in declared:
            losses = roll_hits(leg, (flag,) if flag else (), ignored, early)
            alone = any_order(*(gain(*effect) for effect in effects))
            fought = amid(bringing(in_order(before, losses), effects, alone), cost)
            options.append(in_order(fought, after))
    return one_of(*options, written_together(state, leg, ignored, Early(attack, defend)))


def written_together(state: State, leg: BattleLeg, ignored: bool, early: Early) -> Clause:
    """The losses of an ambush written among those of the roll that follows it, or behind them."""
    side = leg.attacker
    if not hurt(state, leg) or side in STOCKS or lent(state, leg, True):
        return NEVER
    if "4.3.1.II" in DENIED:
        return NEVER
    gone = general()["ambush_hits"] - ignored
    if warriors(state, side, leg.clearing) <= gone or state.count(leg.clearing, "H", "w", "w"):
        return NEVER  # what follows hangs on whether the warlord falls
    t = terms(state, leg, (), ignored, early)
    (least, most), (low, high) = t.caps[0], t.stock[0]
    t = t._replace(
        caps=((least - gone, most - gone), t.caps[1]),
        stock=((low - gone, high - gone), t.stock[1]),
    )
    pairs = tuple(sorted((gone + a, d) for a, d in outcomes(t)))
    return hits("4.3.4", leg, pairs, (TOGETHER,))


def choices(state: State, leg: BattleLeg) -> Iterator[tuple[Use, ...]]:
    """Every set of the effects that may be used in this battle, none of them first."""
    uses = [use for hook in USES for use in hook(state, leg) if not denied(use.number)]
    for used in chain.from_iterable(combinations(uses, n) for n in range(len(uses) + 1)):
        if len({(use.number, use.attacking) for use in used}) == len(used):
            yield used


def denied(number: str) -> bool:
    return number in DENIED


def sum_of(hooks: list[Counts], state: State, leg: BattleLeg, attacking: bool) -> Range:
    """The hits of several effects together."""
    ranges = [hook(state, leg, attacking) for hook in hooks]
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


def ambushed(leg: BattleLeg) -> bool:
    """An ambush that was not foiled."""
    return leg.ambush is not None and leg.foil is None


def unhurt(state: State, leg: BattleLeg) -> str:
    """The number under which an ambush takes nothing from this attacker; "" if none does."""
    return next((found for number in UNHURT if (found := number(state, leg))), "")


def hurt(state: State, leg: BattleLeg) -> bool:
    """Whether an ambush takes pieces from the attacker."""
    return ambushed(leg) and not unhurt(state, leg)


def ambush(state: State, leg: BattleLeg) -> Clause:
    """What an ambush takes from the attacker."""
    if not ambushed(leg):
        return NOTHING
    number = unhurt(state, leg)
    if number:
        return forbidden(ambush_hits(leg), number, "the ambush takes nothing from this attacker")
    return ambush_hits(leg)


@orphan("4.3", "nothing allows a battle here")
def battles_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, BattleLeg)


@orphan("4.3.4", "pieces of others are removed without anything that removes them")
def falls_without_a_cause(state: State, leg: Leg) -> bool:
    if not isinstance(leg, PieceLeg) or leg.piece.owner == state.turn or leg.piece.kind == "p":
        return False
    return isinstance(leg.start, int) and is_off(leg)


# --- what a side has ----------------------------------------------------------------------


def lent(state: State, leg: BattleLeg, attacking: bool) -> int:
    """Warriors there that a side may treat as its own though the record does not say so."""
    return sum(warriors(state, owner, leg.clearing) for owner in lenders(state, leg, attacking))


def lending(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """The same: (surely, possibly)."""
    owners = lenders(state, leg, attacking, surely=True)
    sure = sum(warriors(state, owner, leg.clearing) for owner in owners)
    return sure, lent(state, leg, attacking)


@definition("4.3.2.I", "Maximum Rolled Hits")
def roll_cap(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """The most rolled hits a side can deal: its warriors there."""
    side = leg.attacker if attacking else leg.defender
    if "4.3.2.I" in WAIVED:
        return 0, 99
    n = warriors(state, side, leg.clearing)
    own = CAPS[side](state, leg, attacking) if side in CAPS else (n, n)
    return plus(own, lending(state, leg, attacking))


@definition("4.3.3.II", "Defenseless")
def defenseless(state: State, leg: BattleLeg) -> Range:
    """One extra hit against a defender without warriors there."""
    if off("4.3.3.II"):
        return 0, 0
    if leg.defender in BARE:
        return BARE[leg.defender](state, leg)
    if warriors(state, leg.defender, leg.clearing):
        return 0, 0
    return (0 if lent(state, leg, False) else 1), 1


def stock(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """How many pieces a side can lose there."""
    side = leg.attacker if attacking else leg.defender
    if side in STOCKS:
        low, high = STOCKS[side](state, leg, attacking)
    else:
        here = state.at(leg.clearing).items()
        low = high = sum(k for p, k in here if p.owner == side and p.kind in "wbt")
    return plus((low, high), lending(state, leg, attacking))


def ignores_first_hit(state: State, leg: BattleLeg, attacking: bool) -> bool:
    return any(f(state, leg, attacking) for f in IGNORES)


# --- 4.3.1 the ambush ---------------------------------------------------------------------


@rule("4.3.1.II", "Resolve Ambush")
def ambush_hits(state: State, leg: BattleLeg) -> Clause:
    """The defender's ambush removes two attacking pieces before the roll, whatever he has there."""
    n = general()["ambush_hits"]
    if ignores_first_hit(state, leg, True):
        n -= 1
    low, high = stock(state, leg, True)
    pairs = tuple(sorted({(min(n, low), 0), (min(n, high), 0)}))
    return shared(state, leg, hits("4.3.1.II", leg, pairs))


def over(state: State, leg: BattleLeg) -> bool:
    """Whether an ambush has surely left no attacking warrior or pawn: the battle ends."""
    return may_be_over(state, leg) and not lent(state, leg, True)


def may_be_over(state: State, leg: BattleLeg) -> bool:
    """The same, as far as the record shows: nobody else's warriors surely fight on that side."""
    here = state.at(leg.clearing)
    stands = any(p.owner == leg.attacker and p.kind in "wp" for p in here)
    return hurt(state, leg) and not stands and not lending(state, leg, True)[0]


# --- 4.3.2 to 4.3.4 the roll and its losses -----------------------------------------------


def plus(*ranges: Range) -> Range:
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


def terms(
    state: State,
    leg: BattleLeg,
    flags: tuple[str, ...],
    ignored: bool,
    early: Early,
) -> Terms:
    attack = plus(early.attack, sum_of(EXTRA, state, leg, True), defenseless(state, leg))
    defend = plus(early.defend, sum_of(EXTRA, state, leg, False))
    return Terms(
        leg.dice,
        is_swapped(leg),
        (
            plus(roll_cap(state, leg, True), (early.caps[0],) * 2),
            plus(roll_cap(state, leg, False), (early.caps[1],) * 2),
        ),
        (attack, defend),
        (
            not ignored and ignores_first_hit(state, leg, True),
            ignores_first_hit(state, leg, False),
        ),
        (stock(state, leg, True), stock(state, leg, False)),
        "loot" in flags,
        (early.shield_attacker, early.shield_defender),
    )


@rule("4.3.4", "Step 4: Deal Hits", starts=(PieceLeg, ItemLeg, CardLeg), through=True)
def roll_hits(
    state: State,
    leg: BattleLeg,
    flags: tuple[str, ...],
    ignored: bool,
    early: Early,
) -> Clause:
    """What both sides lose to the roll and to extra hits, all at once."""
    if over(state, leg):
        says = "no attacking warrior or pawn is left: the ambush ended the battle"
        return forbidden(any_hits("4.3.4", leg, flags), "4.3.1.II", says)
    pairs = outcomes(terms(state, leg, flags, ignored, early))
    if may_be_over(state, leg):
        pairs = tuple(sorted({(0, 0), *pairs}))
    elif defenseless(state, leg)[0]:
        flags = (*flags, HELPLESS)
    return shared(state, leg, hits("4.3.4", leg, pairs, flags))


def shared(state: State, leg: BattleLeg, losses: Clause) -> Clause:
    """The losses of one instant with all that they are held to."""
    for hook in SHARED:
        losses = hook(state, leg, losses)
    return losses
