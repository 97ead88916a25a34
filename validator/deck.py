"""Cards that lie open, held against the deck's 54: no deal gives more of a kind than it has.

Open at one time are the cards in play, in the Decree, the Retinue and the Lost Souls, the available
dominance cards, and the discard pile as long as no shuffle can have taken it. A card of unknown
suit or name counts for nothing; only a proof accuses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from notation.legs import BattleLeg, CardLeg, CraftLeg, Leg
from replayer.cards import parts, text_in_play, text_of_token
from replayer.facts import deck
from replayer.state import State
from validator.registry import definition

MARGIN: Final = 8
"""Cards that must be left in the draw pile for the discard pile to count: draws go unwritten."""


def lays_open(leg: Leg) -> bool:
    """Whether a leg may add to the cards that lie open."""
    if isinstance(leg, CardLeg):
        return leg.end in ("*", "dom") or "$" in str(leg.end)
    return isinstance(leg, CraftLeg | BattleLeg)


class Surplus(NamedTuple):
    """A kind of card that lies open more often than the deck has it: its number, and in words."""

    rule: str
    says: str


def surplus(name: str | None, card: str, n: int, most: int) -> Surplus:
    """Ambush and dominance cards have numbers of their own."""
    rule = {"@": "2.1.2", "dom": "2.1.3"}.get(name or "", "2.1")
    return Surplus(rule, f"{n} cards {card} lie open, the deck has {most}")


@definition("2.1", "Cards")
def too_many(state: State) -> Surplus | None:
    """What lies open more often than the deck has it; None if nothing does."""
    named, suited, names = totals(state.game.deck, len(state.game.players) == 2)
    kinds: Counter[tuple[str, str]] = Counter()
    by_name: Counter[str] = Counter()
    by_suit: Counter[str] = Counter()
    for text, n in Counter(open_cards(state)).items():
        suit, name = parts(text)
        if name is not None and name[0] == "%":
            name = None  # one of several cards that craft that item
        if name is not None and name not in names:
            continue  # leaders and the like are no cards of the deck
        if suit and name:
            kinds[suit, name] += n
        if name:
            by_name[name] += n
        if suit:
            by_suit[suit] += n
    for (suit, name), n in kinds.items():
        if n > named.get((suit, name), 0):
            return surplus(name, f"{suit}#{name}", n, named.get((suit, name), 0))
    for name, n in by_name.items():
        if n > names[name]:
            return surplus(name, f"#{name}", n, names[name])
    for suit, n in by_suit.items():
        if n > suited[suit]:
            return surplus(None, f"{suit}#", n, suited[suit])
    return None


def open_cards(state: State) -> Iterator[str]:
    """Texts of the cards that surely lie open now."""
    for faction in state.crafted:
        names = state.surely_in_play(faction)
        yield from (text_in_play(state.game.deck, name) for name in names)
    for column in (*state.decree.values(), *state.retinue.values()):
        yield from (text_of_token(t) for t in column if "!" not in t and t != "f")
    yield from (f"{suit}#dom" for suit in state.dominance if suit != "?")
    yield from (text_of_token(token) for token in state.lost_souls)
    if state.deck[0] >= MARGIN:
        yield from state.discard


@cache
def totals(
    name: str, two_players: bool
) -> tuple[dict[tuple[str, str], int], dict[str, int], dict[str, int]]:
    """Copies by (suit, name), by suit and by name; a game of two has no dominance cards (5.1.3)."""
    named: Counter[tuple[str, str]] = Counter()
    for card in deck(name).cards:
        if not (two_players and card.kind == "dominance"):
            named[card.suit, card.name] += card.copies
    suited: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for (suit, card_name), n in named.items():
        suited[suit] += n
        names[card_name] += n
    return dict(named), dict(suited), dict(names)
