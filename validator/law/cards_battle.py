"""Cards of both decks that are used in battle, by the attacker or the defender (4.3.3).

What their use costs stands among the losses: an effect that the losses show is held to its cost,
and a cost that is written has its effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg
from replayer import cards
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Gained,
    gain,
    in_order,
    take,
    up_to,
)
from validator.law.cards_standard import discard
from validator.law.cards_timing import has
from validator.law.s02_terms import suit_of
from validator.law.s03_victory import on_track
from validator.law.s04_battle import UNHURT, USES, Use, ignores_first_hit
from validator.registry import demand, exception, rule
from validator.switches import WAIVED, off


def sides(leg: BattleLeg) -> Iterator[tuple[bool, Faction, Faction]]:
    """(whether it attacks, the side, the other side) of a battle."""
    yield True, leg.attacker, leg.defender
    yield False, leg.defender, leg.attacker


# --- the Standard deck --------------------------------------------------------------------


@rule("card.armorers", "Armorers", starts=(CardLeg,))
def armorers(_: State, faction: Faction) -> Clause:
    """Discarded, and its side takes none of the rolled hits."""
    return discard(faction, "armor", "card.armorers")


def uses_armorers(state: State, leg: BattleLeg) -> Iterator[Use]:
    for attacking, side, _ in sides(leg):
        if has(state, side, "armor"):
            yield Use("card.armorers", attacking, shields=True, cost=armorers(side))


@rule("card.sappers", "Sappers", starts=(CardLeg,))
def sappers(_: State, faction: Faction) -> Clause:
    """Discarded by the defender for an extra hit."""
    return discard(faction, "sap", "card.sappers")


def uses_sappers(state: State, leg: BattleLeg) -> Iterator[Use]:
    if has(state, leg.defender, "sap"):
        yield Use("card.sappers", False, hits=1, cost=sappers(leg.defender))


@rule("card.brutaltactics", "Brutal Tactics", soft=True)
def brutal_tactics(_: State, defender: Faction) -> Clause:
    """The defender's point for the attacker's extra hit."""
    return gain(defender, "card.brutaltactics", 1)


def uses_brutal_tactics(state: State, leg: BattleLeg) -> Iterator[Use]:
    """An extra hit of the attacker's; nothing marks it but the defender's point, which may be
    written late. Where the hit may be ignored, only the point shows the use."""
    number = "card.brutaltactics"
    if not has(state, leg.attacker, "brutal"):
        return
    waived = number in WAIVED
    if waived or not on_track(state, leg.defender):
        yield Use(number, True, hits=1)
        return
    yield Use(number, True, hits=1, brings=(Gained(leg.defender, number, 1),))
    if ignores_first_hit(state, leg, False):
        yield Use(number, True, hits=1, cost=brutal_tactics(leg.defender))


@exception("card.scoutingparty", "Scouting Party", to="4.3.1")
def scouts(state: State, leg: BattleLeg) -> str:
    """Ambush cards take nothing from its owner as the attacker."""
    scouting = has(state, leg.attacker, "scout") and not off("card.scoutingparty")
    return "card.scoutingparty" if scouting else ""


# --- the Partisans ------------------------------------------------------------------------


@rule("card.foxpartisans", "Fox Partisans")
def fox_partisans(_: State, faction: Faction) -> Clause:
    """An extra hit in a fox clearing, for all cards in hand but foxes."""
    return loses_the_rest(faction, "F", "card.foxpartisans", kept_fox)


@rule("card.mousepartisans", "Mouse Partisans")
def mouse_partisans(_: State, faction: Faction) -> Clause:
    """An extra hit in a mouse clearing, for all cards in hand but mice."""
    return loses_the_rest(faction, "M", "card.mousepartisans", kept_mouse)


@rule("card.rabbitpartisans", "Rabbit Partisans")
def rabbit_partisans(_: State, faction: Faction) -> Clause:
    """An extra hit in a rabbit clearing, for all cards in hand but rabbits."""
    return loses_the_rest(faction, "R", "card.rabbitpartisans", kept_rabbit)


@demand("card.foxpartisans", "fox cards are kept")
def kept_fox(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.suit != "F"


@demand("card.mousepartisans", "mouse cards are kept")
def kept_mouse(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.suit != "M"


@demand("card.rabbitpartisans", "rabbit cards are kept")
def kept_rabbit(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.suit != "R"


PARTISANS: Final = {
    "F": ("fpart", fox_partisans),
    "M": ("mpart", mouse_partisans),
    "R": ("rpart", rabbit_partisans),
}


def loses_the_rest(faction: Faction, suit: str, number: str, kept: Demand) -> Clause:
    """The cards written as discarded; then no other is known to be left."""
    gone = take(CardLeg, out_of_hand, faction, number=number, demands=(kept,))
    return in_order(up_to(MANY, gone), known_rest(faction, suit, number))


@rule("4.3.3", "Step 3: Use Effects", part="the hand of Partisans", through=True)
def known_rest(state: State, faction: Faction, suit: str, number: str) -> Clause:
    """Cards of another suit that are known to lie in the hand. Whether birds go is open."""
    left = Counter(cards.parts(text)[0] for text in state.known.get(faction, ()))
    if faction == state.turn:
        left.subtract(dict(state.this_turn.revealed))  # these may lie aside (12.6.1)
    if all(n <= 0 for of, n in left.items() if of not in (suit, "B", None)):
        return NOTHING
    return take(CardLeg, never, number=number)


def never(state: State, leg: CardLeg) -> bool:
    """What is still missing has been read before, if it is written."""
    return False


@kinds.fits(kinds.SPENT)
def out_of_hand(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start == faction and leg.end in ("*", "dom")


def uses_partisans(state: State, leg: BattleLeg) -> Iterator[Use]:
    card, cost = PARTISANS.get(suit_of(state, leg.clearing), ("", None))
    for attacking, side, _ in sides(leg):
        if cost is not None and has(state, side, card):
            yield Use(cost.number, attacking, hits=1, cost=cost(side))


USES.extend((uses_armorers, uses_sappers, uses_brutal_tactics, uses_partisans))
UNHURT.append(scouts)
