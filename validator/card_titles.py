"""The numbers of crafted cards, `card.sappers`: a card's text is law too (1.1.1), but has no number
of its own. They are made of the card's name and titled with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from replayer.facts import CardFacts, deck

PREFIX: Final = "card."
DECKS: Final = ("Standard", "E&P")
DUTCH: Final = {
    "card.armorers": "Pantserwerkers",
    "card.boatbuilders": "Bootbouwers",
    "card.brutaltactics": "Brutale Tactiek",
    "card.charmoffensive": "Charmant Offensief",
    "card.eyrieemigre": "Arendsnest Emigrant",
    "card.falseorders": "Valse Bevelen",
    "card.favorofthemice": "Gunst van de Muizen",
    "card.masterengravers": "Meester Graveurs",
}
"""The cards that the Dutch Law names."""


def number_of(name: str) -> str:
    """The number of a card by its printed name: its letters behind `card.`."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return PREFIX + re.sub(r"[^a-z]", "", plain)


@cache
def _titles() -> dict[str, str]:
    return {number_of(card.title): card.title for name in DECKS for card in deck(name).cards}


def title(number: str, lang: str = "en") -> str:
    """The name of the card with that number, in Dutch where the Dutch Law has it.

    Raises KeyError if neither deck has it.
    """
    english = _titles()[number]
    return DUTCH.get(number, english) if lang == "nl" else english


def find(text: str) -> str:
    """The number of the crafted card that `text` names, by number, name or its Dutch name; ""."""
    wanted = number_of(text.removeprefix(PREFIX))
    if wanted in _titles():
        return wanted
    return next((number for number, dutch in DUTCH.items() if number_of(dutch) == wanted), "")


def printed(number: str) -> Iterator[tuple[str, CardFacts]]:
    """The cards with that number: (deck, card), a suit at a time."""
    for name in DECKS:
        for card in deck(name).cards:
            if number_of(card.title) == number:
                yield name, card
