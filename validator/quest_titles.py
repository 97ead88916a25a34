"""The numbers of quest cards, `quest.errand`, and of characters that the Law does not number,
`vagabond.cheat`: what they print is law too (1.1.1). They are titled with their names."""

from __future__ import annotations

from typing import Final

from replayer.facts import quests

PREFIXES: Final = ("quest.", "vagabond.")
QUESTS: Final = {quest.name: quest.title for quest in quests()}
HOMELAND: Final = {
    "cheat": "Cheat: Con",
    "gladiator": "Gladiator: Duel",
    "jailor": "Jailor: Coerce",
}


def number_of(quest: str) -> str:
    """The number of a quest by its name in Rootlog."""
    return f"quest.{quest}"


def title(number: str) -> str:
    """What is printed on the card with that number. Raises KeyError if there is none."""
    kind, _, name = number.partition(".")
    titles = {"quest": QUESTS, "vagabond": HOMELAND}
    if kind not in titles:
        raise KeyError(number)
    return titles[kind][name]
