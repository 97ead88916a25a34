"""Cards that lie open, held against the deck's 54: no deal gives more of a kind than it has.

Open at one time are the cards in play, in the Decree, the Retinue and the Lost Souls, the available
dominance cards, and the discard pile as long as no shuffle can have taken it. A card of unknown
suit or name counts for nothing; only a proof accuses.
"""

from __future__ import annotations

from functools import cache, lru_cache
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
    if type(leg) is CardLeg:
        return leg.end in ("*", "dom") or "$" in str(leg.end)
    return type(leg) is CraftLeg or type(leg) is BattleLeg


class Surplus(NamedTuple):
    """A kind of card that lies open more often than the deck has it: its number, and in words."""

    rule: str
    says: str


Kind = tuple[str, str]
"""Suit and name of a card; "" stands for any."""


@definition("2.1", "Cards")
def too_many(state: State) -> Surplus | None:
    """What lies open more often than the deck has it; None if nothing does."""
    game = state.game
    two_players = len(game.players) == 2
    copies = copies_of(game.deck, two_players)
    counts: dict[Kind, int] = {}
    for text in open_cards(state):
        for kind in kinds_of(game.deck, two_players, text):
            counts[kind] = counts.get(kind, 0) + 1
    over = [kind for kind, n in counts.items() if n > copies.get(kind, 0)]
    return surplus(max(over, key=detail), counts, copies) if over else None


def detail(kind: Kind) -> tuple[bool, bool]:
    """What tells more of a card is the better proof."""
    suit, name = kind
    return bool(suit and name), bool(name)


def surplus(kind: Kind, counts: dict[Kind, int], copies: dict[Kind, int]) -> Surplus:
    """Ambush and dominance cards have numbers of their own."""
    suit, name = kind
    rule = {"@": "2.1.2", "dom": "2.1.3"}.get(name, "2.1")
    says = f"{counts[kind]} cards {suit}#{name} lie open, the deck has {copies.get(kind, 0)}"
    return Surplus(rule, says)


def open_cards(state: State) -> list[str]:
    """Texts of the cards that surely lie open now."""
    texts = list(state.discard) if state.deck[0] >= MARGIN else []
    for faction in state.crafted:
        names = state.surely_in_play(faction)
        texts += [text_in_play(state.game.deck, name) for name in names]
    for columns in (state.decree, state.retinue):
        for column in columns.values():
            texts += [text_of_token(t) for t in column if "!" not in t and t != "f"]
    texts += [f"{suit}#dom" for suit in state.dominance if suit != "?"]
    texts += [text_of_token(token) for token in state.lost_souls]
    return texts


@lru_cache(maxsize=4096)
def kinds_of(name: str, two_players: bool, text: str) -> tuple[Kind, ...]:
    """The kinds that a card is of, as far as its text tells; none for leaders and the like."""
    suit, card = parts(text)
    if card is not None and card[0] == "%":
        card = None  # one of several cards that craft that item
    if card is not None and ("", card) not in copies_of(name, two_players):
        return ()
    kinds = ((suit, card), (None, card), (suit, None))
    return tuple(dict.fromkeys((a or "", b or "") for a, b in kinds if a or b))


@cache
def copies_of(name: str, two_players: bool) -> dict[Kind, int]:
    """How many cards the deck has of each kind; in a game of two no dominance cards (5.1.3)."""
    copies: dict[Kind, int] = {}
    for card in deck(name).cards:
        if not (two_players and card.kind == "dominance"):
            for kind in ((card.suit, card.name), ("", card.name), (card.suit, "")):
                copies[kind] = copies.get(kind, 0) + card.copies
    return copies
