"""Legs: the things inside one action, defaults filled in for the faction whose turn it is.

A leg is the unit that the engine applies and the Law reads. Places are plain values:
an `int` is a clearing (0 the burrow), a `str` anything else:

    "2_7_12" forest · "3_11" path · "H$" board · "E$_r" slot · "H" hand · "deck" · "*" discard pile
    "dom" available dominance cards · "Q" quests on offer
    "stack" leaders, ministers, moods, characters that nobody has
    "supply" a faction's own pieces · "out" out of the game
    "here" where a pawn or the ferry stands now

A hireling's side is not part of its name here: `h_Ed` is "h_E". The ferry is Piece("", "f").
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, assert_never

import msgspec

from notation.actions import (
    Action,
    Battle,
    Board,
    CardRef,
    Clearing,
    CraftCard,
    CraftItem,
    Destination,
    DiscardPile,
    DropDecree,
    Faction,
    Flip,
    Forest,
    Funds,
    Guess,
    Hand,
    Hire,
    ItemRef,
    LeaveTrack,
    Move,
    OpenPath,
    Outcast,
    Owner,
    Path,
    PieceRef,
    Points,
    Prices,
    QuestRow,
    Relation,
    Reveal,
    Slot,
    Source,
    Span,
    Spot,
    Suit,
    Trick,
)
from notation.actions import Place as Written

Place = int | str


class Piece(NamedTuple):
    """A kind of piece: `("H", "w", "w")` is the warlord, `("K", "t", "3_f")` a figure worth 3."""

    owner: Owner
    kind: str  # w p b t f
    sub: str = ""

    def __str__(self) -> str:
        return f"{self.owner}{self.kind}{'_' + self.sub if self.sub else ''}"


class LegBase(msgspec.Struct, frozen=True, tag=True, cache_hash=True):
    """One thing of an action. `n` is at least 1."""


class PieceLeg(LegBase, frozen=True, tag="piece"):
    n: int
    piece: Piece
    start: Place
    end: Place


class CardLeg(LegBase, frozen=True, tag="card"):
    """Suit and name are None where the record leaves them open. Given, drawn: the end is a hand."""

    n: int
    suit: Suit | None
    name: str | None
    start: Place
    end: Place


class ItemLeg(LegBase, frozen=True, tag="item"):
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


class BattleLeg(LegBase, frozen=True, tag="battle"):
    attacker: Owner
    defender: Owner
    clearing: int
    ambush: Suit | None = None
    foil: Suit | None = None
    dice: tuple[int, int] | None = None
    n: int = 1


class PointsLeg(LegBase, frozen=True, tag="points"):
    """`n` is the absolute amount, `sign` 1 or -1."""

    n: int
    faction: Faction
    sign: int = 1


class LeaveTrackLeg(LegBase, frozen=True, tag="leave"):
    faction: Faction
    board: Faction
    n: int = 1


class CraftLeg(LegBase, frozen=True, tag="craft"):
    """Exactly one of item and name is set."""

    faction: Faction
    item: str | None = None
    name: str | None = None
    suit: Suit | None = None
    n: int = 1


class RevealLeg(LegBase, frozen=True, tag="reveal"):
    """One shown member. A whole hand: `whole` is True, n 1."""

    n: int
    owner: Faction
    suit: Suit | None = None
    name: str | None = None
    whole: bool = False
    audience: tuple[Owner, ...] = ()


class FlipLeg(LegBase, frozen=True, tag="flip"):
    owner: Owner
    place: Place
    sub: str
    n: int = 1


class GuessLeg(LegBase, frozen=True, tag="guess"):
    faction: Faction
    plot: str
    clearing: int
    n: int = 1


class TrickLeg(LegBase, frozen=True, tag="trick"):
    clearings: tuple[int, int]
    n: int = 1


class PricesLeg(LegBase, frozen=True, tag="prices"):
    services: tuple[str, ...]
    price: int
    n: int = 1


class DropDecreeLeg(LegBase, frozen=True, tag="dropdecree"):
    n: int = 1


class FundsLeg(LegBase, frozen=True, tag="funds"):
    count: int
    n: int = 1


class OutcastLeg(LegBase, frozen=True, tag="outcast"):
    suit: Suit
    hated: bool
    n: int = 1


class RelationLeg(LegBase, frozen=True, tag="relation"):
    vagabond: Faction
    faction: Faction
    step: str
    n: int = 1


class HireLeg(LegBase, frozen=True, tag="hire"):
    hireling: str
    board: Faction
    markers: int | None
    n: int = 1


class PathLeg(LegBase, frozen=True, tag="openpath"):
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


LEADERS = frozenset(("builder", "charismatic", "commander", "despot"))
MOODS = frozenset(
    ("bitter", "grandiose", "jubilant", "lavish", "relentless", "rowdy", "stubborn", "wrathful")
)
MINISTERS = frozenset(
    (
        *("captain", "marshal", "foremole", "brigadier", "banker", "mayor"),
        *("duchessofmud", "baronofdirt", "earlofstone"),
    )
)
CHARACTERS = frozenset(
    (
        *("adventurer", "arbiter", "harrier", "ranger", "ronin", "scoundrel", "thief"),
        *("tinker", "vagrant", "cheat", "gladiator", "jailor"),
    )
)
QUESTS = frozenset(
    ("errand", "bandits", "bear", "escort", "funds", "speech", "guard", "logs", "shed")
)
STACKED = LEADERS | MOODS | MINISTERS | CHARACTERS
"""Cards that are not in the draw deck: without a written place they lie in their own stack."""
VAGABONDS = frozenset("VG")
SERVICES = ("h", "r", "m")


@lru_cache(maxsize=8192)
def legs(action: Action, turn: Faction) -> tuple[Leg, ...]:
    """The legs of an action in writing order, seen from the faction whose turn it is.

    Missing counts, owners and places are filled in (notation.md 7). Destinations multiply for
    pieces and cards (6.3), areas and states accumulate for items (6.4); sources come first, so
    `w+t->3+5` is w->3, w->5, t->3, t->5. `turn` may be "" where nobody is to move (hireling setup).
    """
    return _FORMS[type(action)](action, turn)


@lru_cache(maxsize=8192)
def leg_spans(action: Action) -> tuple[Span, ...]:
    """The columns that each leg of `legs(action, …)` stands for, aligned with it.

    A part of an action with several: the source's text, or the destination's where one source has
    several. (0, 0) where the leg is the whole action.
    """
    match action:
        case Move(sources=sources, ends=ends):
            per_source = [_end_spans(source, ends) for source in sources]
            if len(per_source) == 1:
                spans = per_source[0]
                return spans if len(spans) > 1 else ((0, 0),)
            return tuple(
                source.span for source, of in zip(sources, per_source, strict=True) for _ in of
            )
        case Reveal(shown=shown) if len(shown) > 1:
            return tuple(part.span for part in shown)
        case Relation(pairs=pairs):
            return ((0, 0),) * len(pairs)
        case _:
            return ((0, 0),)


def _end_spans(source: Source, ends: tuple[Destination, ...]) -> tuple[Span, ...]:
    if isinstance(source.thing, ItemRef):
        boards = tuple(end.span for end in ends if not isinstance(end.place, Spot))
        return boards if len(boards) > 1 else ((0, 0),)
    return tuple(end.span for end in ends) or ((0, 0),)


def _owner(owner: Owner | None, turn: Faction) -> Owner:
    """The written owner, `turn` where there is none; a hireling without its side (`h_Ed`)."""
    if owner is None:
        return turn
    return owner[:3] if owner.startswith("h_") else owner


def place_of(place: Written, turn: Faction) -> Place:
    """A written place as a plain value; missing owners are `turn`. A spot is a Vagabond's board."""
    match place:
        case Clearing(number=number):
            return number
        case Board(owner=owner):
            return f"{_owner(owner, turn)}$"
        case Hand(owner=owner):
            return owner
        case Forest(clearings=numbers):
            return "_".join(map(str, numbers))
        case Path(ends=(one, other)):
            return f"{one}_{other}"
        case Slot(name=name, owner=owner):
            return f"{turn if owner is None else owner}$_{name}"
        case Spot():
            return f"{turn}$"
        case DiscardPile():
            return "*"
        case QuestRow():
            return "Q"
        case _:
            assert_never(place)


def _move(action: Move, turn: Faction) -> tuple[Leg, ...]:
    out: list[Leg] = []
    ends = action.ends
    for source in action.sources:
        thing, start = source.thing, source.start
        match thing:
            case PieceRef():
                owner = "" if thing.kind == "f" else _owner(thing.owner, turn)
                piece = Piece(owner, thing.kind, thing.sub)
                if start is not None:
                    begin = place_of(start, turn)
                else:
                    begin = "here" if thing.kind in "pf" else "supply"
                for end in _places(ends, turn) or ("supply",):
                    out.append(PieceLeg(source.count, piece, begin, end))
            case CardRef(suit=suit, name=name):
                begin = place_of(start, turn) if start is not None else _card_start(name)
                for end in _places(ends, turn) or (_card_end(name),):
                    out.append(CardLeg(source.count, suit, name, begin, end))
            case ItemRef(item=item):
                out.extend(_items(source.count, item, start, ends, turn))
            case _:
                assert_never(thing)
    return tuple(out)


def _places(ends: tuple[Destination, ...], turn: Faction) -> tuple[Place, ...]:
    return tuple(place_of(end.place, turn) for end in ends)


def _card_start(name: str | None) -> Place:
    if name == "dom":
        return "dom"
    return "stack" if name in STACKED else "deck"


def _card_end(name: str | None) -> Place:
    if name == "dom":
        return "dom"
    if name == "faith":
        return "out"
    return "stack" if name in STACKED else "*"


def _items(
    count: int,
    item: str,
    start: Written | None,
    ends: tuple[Destination, ...],
    turn: Faction,
) -> list[Leg]:
    """Areas and states add up to one change; only boards could multiply (nobody writes that)."""
    begin = f"{turn}$" if start is None else place_of(start, turn)
    start_area, start_state = (start.area, start.state) if isinstance(start, Spot) else (None, None)
    if not ends:
        return [ItemLeg(count, item, begin, "out", start_area, start_state)]
    area: str | None = None
    state: str | None = None
    boards: list[Place] = []
    for end in ends:
        if isinstance(end.place, Spot):
            area = end.place.area or area
            state = end.place.state or state
        else:
            boards.append(place_of(end.place, turn))
    if not boards:
        owned = isinstance(begin, str) and begin[:-1] in VAGABONDS
        boards.append(begin if owned else f"{turn}$")
    return [
        ItemLeg(count, item, begin, board, start_area, start_state, area, state) for board in boards
    ]


def _battle(action: Battle, turn: Faction) -> tuple[Leg, ...]:
    attacker, defender = _owner(action.attacker, turn), _owner(action.defender, turn)
    return (
        BattleLeg(attacker, defender, action.clearing, action.ambush, action.foil, action.dice),
    )


def _points(action: Points, turn: Faction) -> tuple[Leg, ...]:
    faction = turn if action.faction is None else action.faction
    return (PointsLeg(abs(action.amount), faction, 1 if action.amount >= 0 else -1),)


def _leave(action: LeaveTrack, turn: Faction) -> tuple[Leg, ...]:
    return (LeaveTrackLeg(turn, turn if action.board is None else action.board),)


def _craft_item(action: CraftItem, turn: Faction) -> tuple[Leg, ...]:
    return (CraftLeg(turn, item=action.item),)


def _craft_card(action: CraftCard, turn: Faction) -> tuple[Leg, ...]:
    return (CraftLeg(turn, name=action.name, suit=action.suit),)


def _reveal(action: Reveal, turn: Faction) -> tuple[Leg, ...]:
    audience = action.audience
    if not action.shown:
        return (RevealLeg(1, turn, whole=True, audience=audience),)
    out: list[Leg] = []
    for part in action.shown:
        owner = turn if part.owner is None else part.owner
        if part.card is None:
            out.append(RevealLeg(1, owner, whole=True, audience=audience))
        else:
            card = part.card
            out.append(RevealLeg(part.count, owner, card.suit, card.name, audience=audience))
    return tuple(out)


def _flip(action: Flip, turn: Faction) -> tuple[Leg, ...]:
    owner = _owner(action.owner, turn)
    return (FlipLeg(owner, place_of(action.place, turn), action.sub),)


def _guess(action: Guess, turn: Faction) -> tuple[Leg, ...]:
    return (GuessLeg(turn, action.plot, action.clearing),)


def _trick(action: Trick, turn: Faction) -> tuple[Leg, ...]:
    return (TrickLeg(action.clearings),)


def _prices(action: Prices, turn: Faction) -> tuple[Leg, ...]:
    return (PricesLeg(action.services or SERVICES, action.price),)


def _dropdecree(action: DropDecree, turn: Faction) -> tuple[Leg, ...]:
    return (DropDecreeLeg(),)


def _funds(action: Funds, turn: Faction) -> tuple[Leg, ...]:
    return (FundsLeg(action.count),)


def _outcast(action: Outcast, turn: Faction) -> tuple[Leg, ...]:
    return (OutcastLeg(action.suit, action.hated),)


def _relation(action: Relation, turn: Faction) -> tuple[Leg, ...]:
    return tuple(
        RelationLeg(turn if vagabond is None else vagabond, faction, action.step)
        for vagabond, faction in action.pairs
    )


def _hire(action: Hire, turn: Faction) -> tuple[Leg, ...]:
    return (
        HireLeg(action.hireling, turn if action.board is None else action.board, action.markers),
    )


def _openpath(action: OpenPath, turn: Faction) -> tuple[Leg, ...]:
    return (PathLeg(action.ends),)


_FORMS: dict[type, Callable[..., tuple[Leg, ...]]] = {
    Move: _move,
    Battle: _battle,
    Points: _points,
    LeaveTrack: _leave,
    CraftItem: _craft_item,
    CraftCard: _craft_card,
    Reveal: _reveal,
    Flip: _flip,
    Guess: _guess,
    Trick: _trick,
    Prices: _prices,
    DropDecree: _dropdecree,
    Funds: _funds,
    Outcast: _outcast,
    Relation: _relation,
    Hire: _hire,
    OpenPath: _openpath,
}
