"""11.2.7 Riverfolk Services: which of them this turn's payments may have bought.

A record shows warriors paid and hand cards taken, not whether the rest went into riverboats or
mercenaries. Every split of the payments into prices is kept; what each of them holds is sure, what
one of them holds is possible.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from notation.actions import Faction
from replayer.facts import faction_facts
from replayer.state import State
from validator.registry import definition
from validator.switches import DENIED, WAIVED

RIVERFOLK: Final = "O"
BOARD: Final = "O$"
FACTS: Final = faction_facts(RIVERFOLK)
CARD, BOATS, MERCENARIES = "h", "r", "m"
VAGABONDS: Final = ("V", "G")


class Sale(NamedTuple):
    """How many of each service one split of the payments holds."""

    cards: int
    boats: int
    mercenaries: int

    @property
    def services(self) -> int:
        return sum(self)


@lru_cache(maxsize=1024)
def splits(paid: int, cards: int, prices: tuple[int, int, int], hires: bool) -> tuple[Sale, ...]:
    """Every way to pay exactly that for so many hand cards and any number of the other services."""
    hand, boats, mercenaries = prices
    left = paid - cards * hand
    found = []
    for b in range(left // boats + 1 if left >= 0 else 0):
        rest = left - b * boats
        if rest % mercenaries == 0 and (rest == 0 or hires):
            found.append(Sale(cards, b, rest // mercenaries))
    return tuple(found)


def prices(state: State) -> tuple[int, int, int] | None:
    """Prices of hand card, riverboats, mercenaries; None where the record does not tell them."""
    table = state.prices
    if not all(letter in table for letter in (CARD, BOATS, MERCENARIES)):
        return None
    return table[CARD], table[BOATS], table[MERCENARIES]


@definition("11.2.7.IIIb", "Vagabond Mercenaries")
def hires(faction: Faction) -> bool:
    """Whether a faction can buy mercenaries: no Vagabond can."""
    return faction not in VAGABONDS or "11.2.7.IIIb" in WAIVED


def sales(state: State, buyer: Faction) -> tuple[Sale, ...] | None:
    """What this turn's payments may have bought; None where they fit no prices, so that nothing is
    known."""
    facts = state.this_turn
    told = prices(state)
    if told is None or unplaced(state, buyer):
        return None
    found = tuple(
        sale
        for cards in range(facts.sold + 1)
        for sale in splits(facts.paid, cards, told, hires(buyer))
    )
    return found or None


def unplaced(state: State, buyer: Faction) -> bool:
    """Whether items that a Vagabond has exhausted may have brought fewer warriors than they are, or
    none: the Riverfolk's supply was empty then (11.2.6.III)."""
    if buyer not in VAGABONDS:
        return False
    return state.this_turn.unpaid or not state.count("supply", RIVERFOLK, "w")


def is_buyer(state: State, faction: Faction) -> bool:
    """Whether this faction has paid the Riverfolk in its turn, this one."""
    mine = state.turn == faction and faction != RIVERFOLK and RIVERFOLK in state.game.players
    return mine and (state.this_turn.paid > 0 or (faction in VAGABONDS and state.this_turn.unpaid))


@definition("11.2.7.II", "Riverboats")
def has_boats(state: State, faction: Faction) -> bool:
    """Whether this faction may have rivers for paths until its turn ends."""
    if not is_buyer(state, faction) or "11.2.7.II" in DENIED:
        return False
    found = sales(state, faction)
    return found is None or any(sale.boats for sale in found)


def may_have_hired(state: State, faction: Faction) -> bool:
    """Whether this faction may have bought mercenaries in its turn, this one (11.2.7.III)."""
    if not is_buyer(state, faction) or not hires(faction) or "11.2.7.III" in DENIED:
        return False
    found = sales(state, faction)
    return found is None or any(sale.mercenaries for sale in found)


def surely_hired(state: State, faction: Faction) -> bool:
    """Whether this turn's payments leave nothing else than mercenaries among what was bought."""
    if not may_have_hired(state, faction):
        return False
    found = sales(state, faction)
    return found is not None and all(sale.mercenaries for sale in found)


def hired_by(state: State, owner: str, clearing: object) -> Faction | None:
    """Whose side a Riverfolk warrior fights on in the open battle there; None where he is nobody's
    but theirs."""
    battle = state.battle
    if owner != RIVERFOLK or battle is None or battle.clearing != clearing:
        return None
    sides = (battle.attacker, battle.defender)
    if RIVERFOLK in sides:
        return None
    return next((side for side in sides if may_have_hired(state, side)), None)
