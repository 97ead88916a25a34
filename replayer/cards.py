"""Cards as far as a record names them: texts, tokens, and piles of either.

A text is "F#tax", "R#", "#tax", "#" or "#%b" (some card that crafts a bag). A token, in a column
or among the Lost Souls, begins with the suit: "F", "F#tax", "?", "?#%b" (state.py).
"""

from __future__ import annotations

from bisect import insort
from functools import lru_cache
from typing import Final

from notation.actions import Suit
from replayer.facts import deck as deck_facts

UNNAMED: Final = "#"
FAITHFUL: Final = "f"
VIZIER: Final = "B!"
SUITED: Final = frozenset(("part", "favor", "dom"))
"""Names whose card in play is told apart by its suit: "rpart"."""


@lru_cache(maxsize=4096)
def text_of(deck: str, suit: Suit | None, name: str | None) -> str:
    """The text of a card; the suit is filled in where the deck has that name in one suit only."""
    if name is None:
        return f"{suit}#" if suit else UNNAMED
    if suit is None:
        suits = {card.suit for card in deck_facts(deck).named(name)}
        suit = suits.pop() if len(suits) == 1 else None
    return f"{suit or ''}#{name}"


@lru_cache(maxsize=4096)
def in_deck(deck: str, suit: Suit | None, name: str) -> bool:
    """Whether the deck has a card of that name (and suit)."""
    return any(suit in (None, card.suit) for card in deck_facts(deck).named(name))


def parts(text: str) -> tuple[Suit | None, str | None]:
    """Suit and name of a text."""
    suit, _, name = text.partition("#")
    return suit or None, name or None


def token_of(text: str) -> str:
    """The token of a text: "F#" is "F", "#" is "?"."""
    suit, _, name = text.partition("#")
    return f"{suit or '?'}#{name}" if name else suit or "?"


def text_of_token(token: str) -> str:
    """The text of a token that is a card of the draw deck."""
    suit, _, name = token.partition("#")
    return f"{'' if suit == '?' else suit}#{name}"


@lru_cache(maxsize=4096)
def in_play(deck: str, suit: Suit | None, name: str) -> str:
    """How a crafted card (or active dominance) is kept: "tun", "rpart", "fdom"."""
    return f"{suit.lower()}{name}" if suit and name in SUITED else name


@lru_cache(maxsize=4096)
def text_in_play(deck: str, kept: str) -> str:
    """The text of a card kept in play."""
    if kept[1:] in SUITED:
        return f"{kept[0].upper()}#{kept[1:]}"
    return text_of(deck, None, kept)


@lru_cache(maxsize=8192)
def could_be(deck: str, one: str, other: str) -> bool:
    """Whether two texts may speak of the same card."""
    suit, name = parts(one)
    suit2, name2 = parts(other)
    if suit is not None and suit2 is not None and suit != suit2:
        return False
    if name is None or name2 is None or name == name2:
        return True
    if name2.startswith("%"):
        name, name2, suit = name2, name, suit2 or suit
    if not name.startswith("%") or name2.startswith("%"):
        return False
    return any(
        card.item == name[1:] and suit in (None, card.suit)
        for card in deck_facts(deck).named(name2)
    )


def added(pile: tuple[str, ...], text: str, n: int = 1) -> tuple[str, ...]:
    """The sorted pile with n more of a text."""
    if not pile:
        return (text,) * n
    cards = list(pile)
    for _ in range(n):
        insort(cards, text)
    return tuple(cards)


def merged(pile: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """Both piles in one, sorted."""
    return tuple(sorted(pile + more)) if more else pile


def taken(
    deck: str, pile: tuple[str, ...], text: str, n: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """n cards that may be `text` out of a pile: (what is left, what was taken, at most n).

    The likest go first: the same text, then one that leaves no more open than it must.
    """
    cards = list(pile)
    out: list[str] = []
    for _ in range(n):
        if text in cards:
            best = text
        else:
            fitting = [card for card in cards if could_be(deck, card, text)]
            if not fitting:
                break
            best = max(fitting, key=lambda card: _likeness(card, text))
        cards.remove(best)
        out.append(best)
    return tuple(cards), tuple(out)


def _likeness(card: str, text: str) -> tuple[bool, bool, str]:
    suit, name = parts(card)
    suit2, name2 = parts(text)
    return name == name2, suit == suit2, card


def surely_left(deck: str, known: tuple[str, ...], text: str, n: int) -> tuple[str, ...]:
    """Of cards known to be in a hand, those still sure after n that may be `text` have left it."""
    if not known:
        return known
    fitting = [card for card in known if could_be(deck, card, text)]
    if not fitting:
        return known
    left = list(known)
    if len(set(fitting)) == 1 or ("#" in text and text in fitting and parts(text)[1]):
        gone = [text if text in fitting else fitting[0]] * n
    else:
        gone = fitting
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
