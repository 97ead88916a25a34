"""What a Vagabond carries (9.2.5): his items themselves, which the record leaves half untold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from replayer.facts import FactionFacts
from replayer.state import ItemTable
from simulator.table import number

TRACKED = "tcb"
"""Items that lie on a track while they are face up and undamaged (9.2.5.I)."""
SATCHEL, DAMAGED = "s", "d"
UP, DOWN = "r", "e"


class Item(NamedTuple):
    """One item, in Rootlog's letters: its kind, its box, its side; `found` under a ruin (9.7.3)."""

    letter: str
    box: str = SATCHEL
    side: str = UP
    found: bool = False


class Pack:
    """All items of one Vagabond. A track is no box of its own: see `tracked`."""

    def __init__(self, facts: FactionFacts, letters: str) -> None:
        self.facts = facts
        self.items = [Item(letter) for letter in letters]

    # --- what is there --------------------------------------------------------------------

    def ready(self, letter: str = "") -> list[Item]:
        """Those that can be exhausted: undamaged and face up."""
        return [i for i in self.whole(letter) if i.side == UP]

    def whole(self, letter: str = "") -> list[Item]:
        """Undamaged ones, either side up."""
        return [i for i in self.items if i.box == SATCHEL and letter in ("", i.letter)]

    def damaged(self) -> list[Item]:
        return [i for i in self.items if i.box == DAMAGED]

    def exhausted(self) -> list[Item]:
        """All that lie face down, damaged ones too."""
        return [i for i in self.items if i.side == DOWN]

    def tracked(self, letter: str) -> int:
        """How many lie on the track of their kind."""
        return min(len(self.ready(letter)), self.facts.number("track_spaces"))

    def loose(self) -> list[Item]:
        """Those in the Satchel and the Damaged box."""
        found = list(self.items)
        for letter in TRACKED:
            for item in self.ready(letter)[: self.tracked(letter)]:
                found.remove(item)
        return found

    def surplus(self) -> int:
        """How many are over the limit (9.6.4)."""
        limit = self.facts.scales["item_limit"].at(self.tracked("b"))
        return max(0, len(self.loose()) - limit)

    def finds(self) -> set[str]:
        """Kinds of items that came from under a ruin."""
        return {i.letter for i in self.items if i.found}

    def contents(self) -> ItemTable:
        """The same as the replayer keeps it."""
        counts = Counter((i.letter, i.box, i.side) for i in self.items)
        return tuple(sorted((*key, n) for key, n in counts.items()))

    # --- what becomes of it ---------------------------------------------------------------

    def turn(self, items: Iterable[Item], *, box: str = "", side: str = "") -> None:
        """Those items are in that box, on that side, from now on; "" leaves it."""
        for item in items:
            self.items.remove(item)
            self.items.append(item._replace(box=box or item.box, side=side or item.side))


def told(items: Sequence[Item]) -> str:
    """Items as Rootlog names them: `2%f+%s`."""
    counts = Counter(i.letter for i in items)
    return "+".join(f"{number(n)}%{letter}" for letter, n in counts.items())
