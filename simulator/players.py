"""What a player is to the rest of the simulator: the hooks by which factions differ.

`simulator.factions.base.Faction` says what most of them do; a faction overrides what its chapter
speaks of. A battle and a loss are told here too, since the hooks are about them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from notation.legs import Piece
from replayer.facts import FactionFacts
from replayer.facts.schema import CardFacts


class Way(NamedTuple):
    """A way for one move; `ferry` where it goes by the ferry (16.2.2.V)."""

    start: int
    end: int
    ferry: bool = False


@dataclass
class Battle:
    """A battle under way.

    `rolled` and `extra` are the hits each side deals, by letter; `spared` how many hits a side has
    ignored so far; `unrolled` the sides that deal no rolled hits; `lent` how many more a side may
    roll than by itself; `dealer` who removes the pieces of both sides. Hooks change them.
    """

    attacker: Player
    defender: Player
    clearing: int
    rolled: dict[str, int] = field(default_factory=dict)
    extra: dict[str, int] = field(default_factory=dict)
    spared: dict[str, int] = field(default_factory=dict)
    unrolled: set[str] = field(default_factory=set)
    lent: dict[str, int] = field(default_factory=dict)
    dealer: Player | None = None

    @property
    def sides(self) -> tuple[Player, Player]:
        return self.attacker, self.defender

    def enemy(self, side: Player) -> Player:
        return self.defender if side is self.attacker else self.attacker

    def add(self, side: Player, hits: int) -> None:
        """Extra hits that a side deals."""
        self.extra[side.letter] = self.extra.get(side.letter, 0) + hits


@dataclass
class Loss:
    """What one player takes off of another's in one clearing at one instant.

    `apart` are those pieces that the owner writes, since they go elsewhere than to the supply
    (hospitals, relics). `battle` is the battle in which it happened, if any.
    """

    by: Player
    owner: Player
    clearing: int
    pieces: Counter[Piece]
    battle: Battle | None = None
    apart: Counter[Piece] = field(default_factory=Counter)

    def count(self, kinds: str) -> int:
        """How many pieces of those kinds are lost."""
        return sum(n for piece, n in self.pieces.items() if piece.kind in kinds)


class Player(ABC):
    """One player. `letter` is Rootlog's; the second Vagabond is told apart by it.

    `guerrilla` says that this side deals the higher roll as defender (8.2.2).
    """

    letter: str
    facts: FactionFacts
    activated: Counter[str]
    guerrilla = False

    @property
    @abstractmethod
    def hand(self) -> list[CardFacts]: ...

    @property
    @abstractmethod
    def points(self) -> int | None:
        """The score; None once the marker has left the track."""

    # --- the turn -------------------------------------------------------------------------

    @abstractmethod
    def setup(self) -> None:
        """The faction's own setup, written (5.1.7)."""

    @abstractmethod
    def birdsong(self) -> None: ...

    @abstractmethod
    def daylight(self) -> None: ...

    @abstractmethod
    def evening(self) -> None: ...

    def before_turn(self, player: Player) -> None:
        """At the very start of another's turn: services (11.2.6)."""

    def interlude(self, player: Player) -> None:
        """Between units of another's turn: what that player may do with this faction, such as
        guess its plots (13.2.4)."""

    @abstractmethod
    def purse(self) -> int:
        """How many warriors (a Vagabond: items) it can pay the Riverfolk with now (11.2.6)."""

    @abstractmethod
    def pay_riverfolk(self, n: int) -> Counter[Piece]:
        """Pay that much, written; the pieces that have come to Payments."""

    def audit(self) -> None:
        """What this player keeps agrees with the state. Raises ImpossiblePlay."""

    @abstractmethod
    def activate_dominance(self, card: CardFacts) -> None:
        """A dominance card of the hand into play, the marker off the track (3.3.1)."""

    # --- moving ---------------------------------------------------------------------------

    @abstractmethod
    def movable(self, clearing: int) -> Counter[Piece]:
        """Pieces of this faction that one move may take along from there."""

    @abstractmethod
    def neighbours(self, clearing: int) -> set[int]:
        """Clearings adjacent for this faction, its cards counted."""

    @abstractmethod
    def free_ways(self) -> list[Way]:
        """Ways open to a move that a card grants."""

    @abstractmethod
    def go_one_of(self, options: Sequence[Way]) -> Way:
        """Such a move along one of these; the way it went."""

    @abstractmethod
    def crosses(self, way: Way) -> bool:
        """Whether this faction may move there without ruling either end (4.2.1)."""

    @abstractmethod
    def likes_way(self, way: Way) -> float:
        """Weight of a way among those open."""

    @abstractmethod
    def group(self, way: Way) -> Counter[Piece]:
        """Which of the pieces go along: any number of them, at least one."""

    def after_move(self, way: Way) -> None:
        """This faction has moved: who goes along (9.2.9.IIb)."""

    def on_moved_in(self, player: Player, clearing: int) -> None:
        """Another player has moved warriors into a clearing (8.2.6)."""

    # --- battle ---------------------------------------------------------------------------

    @abstractmethod
    def battles(self, clearings: Sequence[int] | None = None) -> list[tuple[int, str]]:
        """Clearings, of these or all, where it can battle whom (4.3)."""

    @abstractmethod
    def fight_one_of(self, options: Sequence[tuple[int, str]]) -> None:
        """A battle of these (clearing, defender)."""

    def before_battle(self, battle: Battle) -> None:
        """Before it is written: what is declared at its start."""

    @abstractmethod
    def ambush(self, battle: Battle) -> CardFacts | None:
        """The ambush card this side plays, as defender or in answer; None for none (4.3.1)."""

    @abstractmethod
    def stands_in(self, battle: Battle) -> bool:
        """Whether warriors or a pawn of this side are left in the clearing of battle."""

    def before_roll(self, battle: Battle) -> None:
        """After the ambush, before the roll."""

    def beside_battle(self, battle: Battle) -> None:
        """Before the roll of a battle between two others (16.3.5.II)."""

    @abstractmethod
    def most_rolled(self, battle: Battle) -> int:
        """The most hits this side can deal from rolling (4.3.2.I)."""

    def extra_hits(self, battle: Battle) -> int:
        """Extra hits this faction deals by its own rules."""
        return 0

    @abstractmethod
    def defenseless(self, battle: Battle) -> bool:
        """As defender (4.3.3.II)."""

    def suffered(self, battle: Battle, hits: int) -> int:
        """Of hits dealt to this side at one instant, those it does not ignore."""
        return hits

    @abstractmethod
    def lose(self, battle: Battle, hits: int) -> Counter[Piece]:
        """Which pieces take this side's hits (4.3.4); those of others fight along with it."""

    def after_battle(self, battle: Battle) -> None:
        """When all of it is over."""

    # --- removal --------------------------------------------------------------------------

    def before_removal(self, loss: Loss, losses: Sequence[Loss]) -> None:
        """Pieces of this faction are about to go, with all others of that instant. What does not
        go to the supply is counted in `loss.apart`, and written here or in `on_gone`."""

    def on_gone(self, loss: Loss) -> None:
        """What goes to the supply has been written; what goes elsewhere may be written now."""

    @abstractmethod
    def removal_points(self, losses: Sequence[Loss]) -> int:
        """Points for what this faction takes off at one instant (3.2.1)."""

    def prize(self, loss: Loss) -> int:
        """Points beyond the usual for an enemy who takes off pieces of this faction (15.2.5)."""
        return 0

    def on_removed(self, loss: Loss) -> None:
        """Pieces of this faction have gone, and points are scored."""

    def on_removing(self, loss: Loss) -> None:
        """This faction has taken pieces off, and their owner has answered."""

    def on_full_removal(self, by: Player) -> None:
        """All enemy pieces were removed where this faction's pawn stands (9.2.2.I)."""
