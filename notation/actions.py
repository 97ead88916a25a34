"""Actions as written: one frozen struct per form of Rootlog 2.8, with exact spans.

Nothing here knows whose turn it is: missing numbers, owners and places stay missing (`None`),
so equal texts are equal actions wherever they stand. `legs.py` fills in the defaults.
Spans are half-open column ranges within the action's own text.
"""

from __future__ import annotations

import msgspec

Span = tuple[int, int]
Faction = str  # one letter: C E A V G L O D P H K
Owner = str  # a faction letter or a hireling such as "h_E" (trailing "d": demoted)
Suit = str  # B F M R


class ActionError(ValueError):
    """An action that cannot be read.

    `offset` counts from 0 within the action's text; `found` and `expected` are in words;
    `suggestion` is a spelling of the whole action that was probably meant, if one is near.
    """

    def __init__(
        self, offset: int, found: str, expected: str, suggestion: str | None = None
    ) -> None:
        self.offset, self.found, self.expected = offset, found, expected
        self.suggestion = suggestion
        super().__init__(f"found {found}, expected {expected}")


class Part(msgspec.Struct, frozen=True, tag=True, cache_hash=True, gc=False):
    """Common shape of everything with a tag."""


# --- things -------------------------------------------------------------------------------


class PieceRef(Part, frozen=True, tag="piece"):
    """`2Cb_s`: kind is w p b t f; sub is what follows the underscore ("s", "w", "3_f", "f_t")."""

    kind: str
    owner: Owner | None = None
    sub: str = ""


class CardRef(Part, frozen=True, tag="card"):
    """`F#tax`: suit and name as written, the name in its canonical abbreviation; "@": ambush."""

    suit: Suit | None = None
    name: str | None = None


class ItemRef(Part, frozen=True, tag="item"):
    """`%h`: letter of the item, "_" for every item at the start."""

    item: str


# --- places -------------------------------------------------------------------------------


class Clearing(Part, frozen=True, tag="clearing"):
    """1 to 12; 0 is the burrow."""

    number: int


class Path(Part, frozen=True, tag="path"):
    """Two clearings, ascending."""

    ends: tuple[int, int]


class Forest(Part, frozen=True, tag="forest"):
    """Three or more clearings, ascending."""

    clearings: tuple[int, ...]


class Board(Part, frozen=True, tag="board"):
    """`$` or `C$`."""

    owner: Owner | None = None


class Slot(Part, frozen=True, tag="slot"):
    """`$_r`: a column of the Decree (r m x b) or the Retinue (1 2 3)."""

    name: str
    owner: Faction | None = None


class Hand(Part, frozen=True, tag="hand"):
    """A faction letter where cards lie."""

    owner: Faction


class Spot(Part, frozen=True, tag="spot"):
    """A Vagabond's area (s d t) and/or item state (r e)."""

    area: str | None = None
    state: str | None = None


class DiscardPile(Part, frozen=True, tag="discard"):
    """`*`, as a start only."""


class QuestRow(Part, frozen=True, tag="quests"):
    """`Q`, as a start only."""


Thing = PieceRef | CardRef | ItemRef
Place = Clearing | Path | Forest | Board | Slot | Hand | Spot | DiscardPile | QuestRow


# --- actions ------------------------------------------------------------------------------


class Source(msgspec.Struct, frozen=True, cache_hash=True):
    """One member on the left of an arrow: how many of what, from where.

    A group's suffix is already pushed into its members (`(w+2Dw)5->` gives both start 5), a suit
    sum is one source a suit. `span` is the member's own text.
    """

    thing: Thing
    count: int = 1
    start: Place | None = None
    span: Span = (0, 0)


class Destination(msgspec.Struct, frozen=True, cache_hash=True):
    place: Place
    span: Span = (0, 0)


class Move(Part, frozen=True, tag="move"):
    """`2w3->5+6`; no destination is the thing's own way out (supply, discard pile, out of play)."""

    sources: tuple[Source, ...]
    ends: tuple[Destination, ...] = ()


class Battle(Part, frozen=True, tag="battle"):
    """`EXC4F@M@(2,1)`: ambush: the defender's suit, foil: the attacker's, whose die comes first."""

    defender: Owner
    clearing: int
    attacker: Owner | None = None
    ambush: Suit | None = None
    foil: Suit | None = None
    dice: tuple[int, int] | None = None


class Points(Part, frozen=True, tag="points"):
    """`E++2` is 2, `--` is -1."""

    amount: int
    faction: Faction | None = None


class LeaveTrack(Part, frozen=True, tag="leave"):
    """`++->$`: the score marker goes to a board (dominance, or a coalition with its owner)."""

    board: Faction | None = None


class CraftItem(Part, frozen=True, tag="craft_item"):
    item: str


class CraftCard(Part, frozen=True, tag="craft_card"):
    """`Zrpart`: name without the suit letter, suit apart ("R", "part")."""

    name: str
    suit: Suit | None = None


class Shown(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What is revealed: cards (`2M#D`) or, with no card, a whole hand."""

    count: int = 1
    card: CardRef | None = None
    owner: Faction | None = None
    span: Span = (0, 0)


class Reveal(Part, frozen=True, tag="reveal"):
    """`F#D^P`; no shown part is the revealer's whole hand, no audience the whole table."""

    shown: tuple[Shown, ...] = ()
    audience: tuple[Owner, ...] = ()


class Flip(Part, frozen=True, tag="flip"):
    """`Pt4^t_s`, `t2_7_12^t_3_f`: the face-down token at `place` shows `sub`."""

    place: Place
    sub: str
    owner: Owner | None = None


class Guess(Part, frozen=True, tag="guess"):
    plot: str  # b e r s
    clearing: int


class Trick(Part, frozen=True, tag="trick"):
    clearings: tuple[int, int]


class Prices(Part, frozen=True, tag="prices"):
    """Service letters h r m (empty: all three) and the new price."""

    services: tuple[str, ...]
    price: int


class DropDecree(Part, frozen=True, tag="dropdecree"):
    """`$_->`"""


class Funds(Part, frozen=True, tag="funds"):
    count: int


class Outcast(Part, frozen=True, tag="outcast"):
    suit: Suit
    hated: bool = False


class Relation(Part, frozen=True, tag="relation"):
    """`V$_E->h`: (Vagabond or None, faction) pairs and the new place h 0 1 2 a."""

    pairs: tuple[tuple[Faction | None, Faction], ...]
    step: str


class Hire(Part, frozen=True, tag="hire"):
    hireling: str
    board: Faction | None = None
    markers: int | None = None


class OpenPath(Part, frozen=True, tag="openpath"):
    ends: tuple[int, int]


Action = (
    Move
    | Battle
    | Points
    | LeaveTrack
    | CraftItem
    | CraftCard
    | Reveal
    | Flip
    | Guess
    | Trick
    | Prices
    | DropDecree
    | Funds
    | Outcast
    | Relation
    | Hire
    | OpenPath
)
