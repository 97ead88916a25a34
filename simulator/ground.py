"""The map as the rules see it: adjacency, slots, rule, enemies. Queries only.

Whose turn, who hired whom and what lies where is the table's; what the Law makes of it is written
here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from notation.legs import Piece, Place
from replayer.facts import MapFacts, general
from replayer.state import State
from simulator.players import Player

KEEP = Piece("C", "t", "k")
SNARE = Piece("P", "t", "s")
WARLORD = Piece("H", "w", "w")


class Ground:
    """What can be asked of a table."""

    state: State
    map: MapFacts
    factions: dict[str, Player]
    hired: str
    boats: str
    phase: str
    active: str

    _ruled: tuple[object, ...] = ()
    _rulers: dict[int, str]

    # --- players --------------------------------------------------------------------------

    def seats(self, first: str) -> list[str]:
        """All players in turn order, from that one on."""
        order = list(self.factions)
        at = order.index(first)
        return order[at:] + order[:at]

    def others(self, faction: str) -> list[Player]:
        """The other players, clockwise."""
        return [self.factions[f] for f in self.seats(faction)[1:]]

    def side(self, faction: str) -> str:
        """Whom a player wins with along his coalitions (9.2.8), himself where there are none."""
        while faction in self.state.coalition:
            faction = self.state.coalition[faction]
        return faction

    def enemies(self, one: str, other: str) -> bool:
        return self.side(one) != self.side(other)

    # --- places ---------------------------------------------------------------------------

    def suit(self, clearing: int) -> str:
        return self.state.game.suits[clearing]

    def paths(self, clearing: int) -> set[int]:
        """Clearings joined to this one by an open path (2.2.1)."""
        near = set(self.map.adjacent[clearing])
        for a, b in self.state.open_paths:
            if clearing in (a, b):
                near.add(a + b - clearing)
        return near

    def open_slots(self, clearing: int) -> int:
        """Building slots without building or ruin (2.2.3)."""
        built = sum(n for piece, n in self.state.at(clearing).items() if piece.kind == "b")
        return self.map.slots[clearing] - built - (clearing in self.state.ruins)

    # --- pieces ---------------------------------------------------------------------------

    def pieces(self, owner: str, place: Place, kinds: str = "wpbt") -> Counter[Piece]:
        """One owner's pieces at a place."""
        here = self.state.at(place)
        return Counter({p: n for p, n in here.items() if p.owner == owner and p.kind in kinds})

    def warriors(self, owner: str, place: Place) -> int:
        """How many warriors of theirs stand there, the warlord too."""
        here = self.state.at(place)
        return sum(n for p, n in here.items() if p.owner == owner and p.kind == "w")

    def hired_warriors(self, faction: str, clearing: int) -> int:
        """How many Riverfolk warriors there are that player's for now, as hired (11.2.7.III)."""
        return self.warriors("O", clearing) if self._lent() == faction else 0

    def holds(self, owner: str, place: Place, kinds: str = "wpbt") -> bool:
        return any(p.owner == owner and p.kind in kinds for p in self.state.at(place))

    def where(self, owner: str, kinds: str = "wpbt", sub: str | None = None) -> list[int]:
        """Clearings with such a piece, ascending."""
        return [
            c
            for c in self.map.clearings
            if any(
                p.owner == owner and p.kind in kinds and sub in (None, p.sub)
                for p in self.state.at(c)
            )
        ]

    def on_map(self, owner: str, kind: str, sub: str | None = None) -> int:
        """How many of such pieces stand in clearings."""
        return sum(self.state.count(c, owner, kind, sub) for c in self.map.clearings)

    def defenders(self, faction: str, clearing: int) -> list[str]:
        """Enemies with any piece there: whom one may battle (4.3)."""
        found = dict.fromkeys(p.owner for p in self.state.at(clearing) if p.owner in self.factions)
        return [owner for owner in found if self.enemies(faction, owner)]

    def keep(self) -> int:
        """The clearing of the keep; 0 where there is none."""
        return next((c for c in self.map.clearings if KEEP in self.state.at(c)), 0)

    # --- bans -----------------------------------------------------------------------------

    def may_place(self, faction: str, clearing: int) -> bool:
        """No keep of another's (6.2.2), no enemy snare face up (13.7.2), no torch (16.3.6)."""
        here = self.state.at(clearing)
        if clearing in self.state.scorched or (KEEP in here and faction != "C"):
            return False
        return not self.snared(faction, clearing)

    def snared(self, faction: str, clearing: int) -> bool:
        """Whether pieces of that faction cannot leave: a face-up snare of an enemy (13.7.2)."""
        return SNARE in self.state.at(clearing) and self.enemies("P", faction)

    # --- rule -----------------------------------------------------------------------------

    def rules(self, faction: str, clearing: int) -> bool:
        return self.ruler(clearing) == faction

    def ruled(self, faction: str) -> list[int]:
        """The clearings that a faction rules, ascending."""
        return [c for c in self.map.clearings if self.ruler(c) == faction]

    def ruler(self, clearing: int) -> str:
        """Who rules a clearing, "" where nobody does (2.5, 7.2.2, 10.2.4, 11.2.7.III)."""
        state = self.state
        moment = (state.pieces, state.crafted, self._lent())
        was = self._ruled
        if (
            len(was) != 3
            or was[0] is not moment[0]
            or was[1] is not moment[1]
            or was[2] != moment[2]
        ):
            self._ruled, self._rulers = moment, {}
        found = self._rulers.get(clearing)
        if found is None:
            found = self._rulers[clearing] = self._find_ruler(clearing)
        return found

    def _lent(self) -> str:
        """Whom the Riverfolk's warriors count for now, "" for themselves."""
        return self.hired if self.phase in ("daylight", "evening") else ""

    def _find_ruler(self, clearing: int) -> str:
        strength = self.strengths(clearing)
        if any(p.owner == "L" and p.kind == "b" for p in self.state.at(clearing)):
            return "L"
        most = max(strength.values(), default=0)
        if not most:
            return ""
        first = [f for f, n in strength.items() if n == most]
        if len(first) == 1:
            return first[0]
        return "E" if "E" in first and self.holds("E", clearing) else ""

    def strengths(self, clearing: int) -> Mapping[str, int]:
        """Warriors and buildings of each player there; tokens with Soup Kitchens."""
        lent = self._lent()
        found: dict[str, int] = {}
        for piece, n in self.state.at(clearing).items():
            owner, worth = piece.owner, 1
            if piece.kind == "w":
                owner = lent or owner if owner == "O" else owner
            elif piece.kind == "t":
                soup = "soup" in self.state.crafted.get(owner, ())
                worth = general()["soup_kitchens_token"] if soup else 0
            elif piece.kind != "b":
                continue
            found[owner] = found.get(owner, 0) + n * worth
        return found
