"""10.2.6, 10.4.1 Lizard Cult: the Lost Souls, and what they make of the Outcast.

Cards that nobody named leave several counts open; only a marker that none of them gives is refused.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Final

from notation.actions import Suit
from notation.legs import OutcastLeg
from replayer.facts import deck
from replayer.state import State
from validator.algebra import Clause, may, take
from validator.law.s02_terms import SUITS
from validator.registry import definition, demand, rule
from validator.switches import DENIED

MOST_UNSEEN: Final = 6
"""So many cards of unknown suit are counted through; more leave everything open."""
Outcast = tuple[Suit, bool]
"""The suit, and whether it is hated."""


@definition("10.2.6", "The Lost Souls Pile")
def lost_souls(state: State) -> tuple[str, ...]:
    """Every card spent or discarded since the Cult's last Birdsong, as tokens."""
    if "10.2.6" in DENIED:
        return ()
    facts = state.this_turn
    return facts.souls if facts.outcast_told else facts.souls + state.lost_souls


def suits_of(deck_name: str, token: str) -> frozenset[str]:
    """The suits a card among the Lost Souls may have, birds included."""
    suit, _, name = token.partition("#")
    if suit != "?":
        return frozenset((suit,))
    cards = deck(deck_name).cards
    if name.startswith("%"):
        return frozenset(card.suit for card in cards if card.item == name[1:])
    named = frozenset(card.suit for card in cards if card.name == name)
    return named or frozenset(("B", *SUITS))


def leaders(deck_name: str, souls: tuple[str, ...]) -> frozenset[Suit | None]:
    """Every suit that may have the most cards, birds apart; None where no one suit may have."""
    told = [suits_of(deck_name, token) for token in souls]
    unseen = [suits for suits in told if len(suits) > 1]
    if len(unseen) > MOST_UNSEEN:
        return frozenset((*SUITS, None))
    seen = tuple(sorted(next(iter(suits)) for suits in told if len(suits) == 1))
    return counted_through(seen, tuple(sorted(tuple(sorted(suits)) for suits in unseen)))


@lru_cache(maxsize=1024)
def counted_through(
    seen: tuple[str, ...], unseen: tuple[tuple[str, ...], ...]
) -> frozenset[Suit | None]:
    """The leaders for every way of giving the unseen cards their suits."""
    return frozenset(leader(seen + chosen) for chosen in product(*unseen))


def leader(suits: tuple[str, ...]) -> Suit | None:
    counts = Counter(suit for suit in suits if suit in SUITS)
    first = counts.most_common(2)
    if not first or (len(first) == 2 and first[0][1] == first[1][1]):
        return None
    return first[0][0]


def outcomes(state: State) -> tuple[Outcast, ...]:
    """What the Outcast may be once it is adjusted; every suit, hated or not, where the record does
    not tell what it was."""
    return adjusted(state, lost_souls(state))


def adjusted(state: State, souls: tuple[str, ...]) -> tuple[Outcast, ...]:
    """The same for these Lost Souls."""
    suit, _ = state.outcast
    if suit is None:
        return tuple((other, hated) for other in SUITS for hated in (False, True))
    found = leaders(state.game.deck, souls)
    if state.this_turn.souls_open:
        found = frozenset((*SUITS, None))
    return tuple(sorted({turned(suit, of_most) for of_most in found}))


def turned(suit: Suit, of_most: Suit | None) -> Outcast:
    """Another suit with the most cards comes in unhated; else the marker shows Hated."""
    if of_most is None or of_most == suit:
        return suit, True
    return of_most, False


def outcasts(state: State) -> tuple[Outcast, ...]:
    """The Outcast as the marker shows it; where this turn has not written it, as it may have been
    adjusted: whether cards were spent before or behind that step is open then."""
    suit, hated = state.outcast
    if suit is not None and (state.this_turn.outcast_told or state.turn != "L"):
        return ((suit, hated),)
    return either_way(state)


def either_way(state: State) -> tuple[Outcast, ...]:
    """What it may be with the cards of this turn counted, or without them."""
    as_begun = () if "10.2.6" in DENIED else state.this_turn.souls
    return tuple(sorted({*adjusted(state, as_begun), *outcomes(state)}))


# --- the marker ---------------------------------------------------------------------------


@rule("10.4.1", "Adjust Outcast", soft=True, starts=(OutcastLeg,))
def adjust_outcast(state: State) -> Clause:
    """The suit with the most cards among the Lost Souls; the same again, or no one suit: Hated.

    Silent where it was Hated and stays. A marker left out of the record is only missing from it.
    """
    return may(marker()) if stays(state) else marker()


def marker() -> Clause:
    return take(OutcastLeg, is_marker, number="10.4.1", demands=(as_the_souls_say,))


def stays(state: State) -> bool:
    """Whether the marker may lie as it should without being touched."""
    return state.outcast[0] is None or state.outcast in either_way(state)


def is_marker(state: State, leg: OutcastLeg) -> bool:
    return True


@demand("10.4.1", "the Outcast is the suit with most cards among the Lost Souls, Hated if it stays")
def as_the_souls_say(state: State, leg: OutcastLeg) -> bool:
    return (leg.suit, leg.hated) in outcomes(state)
