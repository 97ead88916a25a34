"""Legs: the things inside one action, defaults filled in for the faction whose turn it is.

A leg is the unit that the engine applies and the Law reads. Places are plain values:
an `int` is a clearing (0 the burrow), a `str` anything else:

    "2_7_12" forest · "3_11" path · "H$" board · "E$_r" slot · "H" hand · "deck" · "*" discard pile
    "dom" available dominance cards · "Q" quests on offer · "stack" leaders, ministers, moods, characters
    "supply" a faction's own pieces, or the common item supply · "out" out of the game
    "here" where a pawn or the ferry stands now
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from notation.actions import Action, Faction, Owner, Suit

Place = int | str


class Piece(NamedTuple):
    """A kind of piece: `Piece("H", "w", "w")` is the warlord, `Piece("K", "t", "3_f")` a figure worth 3."""

    owner: Owner
    kind: str  # w p b t f
    sub: str = ""

    def __str__(self) -> str:
        return f"{self.owner}{self.kind}{'_' + self.sub if self.sub else ''}"


class LegBase(msgspec.Struct, frozen=True, tag=True, cache_hash=True):
    """One thing of an action. `n` is at least 1."""


class PieceLeg(LegBase, tag="piece"):
    n: int
    piece: Piece
    start: Place
    end: Place


class CardLeg(LegBase, tag="card"):
    """Suit and name are None where the record leaves them open. A given or drawn card's `end` is a hand."""

    n: int
    suit: Suit | None
    name: str | None
    start: Place
    end: Place


class ItemLeg(LegBase, tag="item"):
    """An item between places, or (same board at both ends) between areas and states of a Vagabond.

    Areas are s d t, states r e; None at the start: any, at the end: unchanged.
    """

    n: int
    item: str
    start: Place
    end: Place
    start_area: str | None = None
    start_state: str | None = None
    end_area: str | None = None
    end_state: str | None = None


class BattleLeg(LegBase, tag="battle"):
    attacker: Owner
    defender: Owner
    clearing: int
    ambush: Suit | None = None
    foil: Suit | None = None
    dice: tuple[int, int] | None = None
    n: int = 1


class PointsLeg(LegBase, tag="points"):
    """`n` is the absolute amount, `sign` 1 or -1."""

    n: int
    faction: Faction
    sign: int = 1


class LeaveTrackLeg(LegBase, tag="leave"):
    faction: Faction
    board: Faction
    n: int = 1


class CraftLeg(LegBase, tag="craft"):
    """Exactly one of item and name is set."""

    faction: Faction
    item: str | None = None
    name: str | None = None
    suit: Suit | None = None
    n: int = 1


class RevealLeg(LegBase, tag="reveal"):
    """One shown member. A whole hand: `whole` is True, n 1."""

    n: int
    owner: Faction
    suit: Suit | None = None
    name: str | None = None
    whole: bool = False
    audience: tuple[Owner, ...] = ()


class FlipLeg(LegBase, tag="flip"):
    owner: Owner
    place: Place
    sub: str
    n: int = 1


class GuessLeg(LegBase, tag="guess"):
    faction: Faction
    plot: str
    clearing: int
    n: int = 1


class TrickLeg(LegBase, tag="trick"):
    clearings: tuple[int, int]
    n: int = 1


class PricesLeg(LegBase, tag="prices"):
    services: tuple[str, ...]
    price: int
    n: int = 1


class DropDecreeLeg(LegBase, tag="dropdecree"):
    n: int = 1


class FundsLeg(LegBase, tag="funds"):
    count: int
    n: int = 1


class OutcastLeg(LegBase, tag="outcast"):
    suit: Suit
    hated: bool
    n: int = 1


class RelationLeg(LegBase, tag="relation"):
    vagabond: Faction
    faction: Faction
    step: str
    n: int = 1


class HireLeg(LegBase, tag="hire"):
    hireling: str
    board: Faction
    markers: int | None
    n: int = 1


class PathLeg(LegBase, tag="openpath"):
    ends: tuple[int, int]
    n: int = 1


Leg = (
    PieceLeg
    | CardLeg
    | ItemLeg
    | BattleLeg
    | PointsLeg
    | LeaveTrackLeg
    | CraftLeg
    | RevealLeg
    | FlipLeg
    | GuessLeg
    | TrickLeg
    | PricesLeg
    | DropDecreeLeg
    | FundsLeg
    | OutcastLeg
    | RelationLeg
    | HireLeg
    | PathLeg
)


@lru_cache(maxsize=65536)
def legs(action: Action, turn: Faction) -> tuple[Leg, ...]:
    """The legs of an action in writing order, seen from the faction whose turn it is (notation.md 6, 7).

    Destinations multiply for pieces and cards and accumulate for items.
    """
    raise NotImplementedError
