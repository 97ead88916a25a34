"""The state: everything on the table after some action, cheap to fork and to compare.

Collections are immutable once they are in a state: `fork()` shares them all, and whoever changes
one puts a changed copy back. So a fork costs one small object, and equality short-cuts on identity.

Spelling of cards: a text such as "F#tax" (suit and name), "R#" (suit only), "#tax", "#" (unknown),
"#%b" (some card that crafts a bag). Columns (Decree, Retinue) and the Lost Souls hold tokens, whose
first character is always the suit: "F", "F#dom", "?" (suit unknown), "?#%b", "B!" (a Loyal
Vizier), "f" (a Faithful Retainer).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from notation.actions import Faction, Owner, Suit
from notation.legs import BattleLeg, Piece, Place

Count = tuple[int, int]
"""An interval: at least, at most. A record that leaves nothing out keeps both equal."""

DECK_SIZE: Final = 54
UNKNOWN: Final[Count] = (0, DECK_SIZE)
"""What is known of a hand that a position does not write."""

SUPPLY: Final = "supply"
OUT: Final = "out"
COFFIN: Final = "coffin"
"""Where warriors lie on the Coffin Makers card."""
SPENT: Final = "spent"
"""Warriors spent while the Coffin Makers are in play: by the card's words they lie on it, in common
use they are in the supply. They are taken from here only when the supply is short."""

ItemStack = tuple[str, str, str, int]
"""(letter, area, state, n): area "s" (Satchel or track) or "d" (Damaged box), state "r" or "e".

Tracks are not kept: refreshed, undamaged teas, coins and bags are on theirs, up to three each."""
ItemTable = tuple[ItemStack, ...]
"""One possible content of a Vagabond's board, sorted, without zeros."""


LAWS: Final = ("p4", "p6", "p16")
"""The printings of the Law, by the publisher's own labels."""
DEFAULT_LAW: Final = "p6"


class Game(msgspec.Struct, frozen=True):
    """What never changes during a game."""

    map: str  # Fall Winter Lake Mountain
    deck: str  # Standard, E&P
    suits: tuple[str, ...]  # suits[n] for clearing n; suits[0] == ""
    players: tuple[Faction, ...]  # in draft order
    landmarks: tuple[tuple[str, int], ...] = ()
    hirelings: tuple[str, ...] = ()
    law: str = DEFAULT_LAW  # the printing that rules
    law_named: bool = False  # the record or its reader says so


class Fault(NamedTuple):
    """Something that cannot have happened on a table: the record asked for what is not there."""

    kind: str  # "piece" "supply" "hand" "item" "card" "slot" "place" "score"
    message: str


class Plot(NamedTuple):
    """One plot token on the map, followed through swaps. `sub` is "" while it lies face down.

    `token` is 100·k + c for the k-th plot of the game placed in clearing c: it stays the same
    wherever the token is swapped to, and does not depend on the order of legs.
    """

    token: int
    sub: str


class TurnFacts(msgspec.Struct, frozen=True):
    """Counters the record itself shows, reset when a turn starts."""

    placed_plots: int = 0
    crafted: tuple[str, ...] = ()  # names and "%x" items crafted this turn, sorted
    fallen: tuple[tuple[Piece, int], ...] = ()
    """Own buildings and tokens that left their clearings since something was crafted, sorted."""
    revealed: tuple[tuple[Suit | None, int], ...] = ()  # own cards shown this turn to all, sorted
    ferried: bool = False
    opened: int = 0  # closed paths opened
    coffins: Count = (0, 0)
    """Warriors back from the Coffin Makers as this turn began: those lost, all with those spent."""
    souls: tuple[str, ...] = ()  # L: the Lost Souls as this turn began, now in the discard pile
    souls_open: bool = False  # L: cards may have come to them without being written
    outcast_told: bool = False  # L: the marker has been written
    funds_told: bool = False  # O has written its funds
    payments: int = 0  # O: in the Payments box as this turn began
    protection: int = 0  # O: warriors on the board for an empty box, not written yet
    short: int = 0  # O: how many of them the supply did not have as the turn began
    gathered: bool = False  # O: a card has left the hand: warriors that come now are paid for it
    paid: int = 0  # warriors this turn's player has put on the Riverfolk's board
    sold: int = 0  # cards that left the Riverfolk's hand for another this turn
    posts_lost: int = 0  # trade posts removed since the funds were told
    funds_lost: int = 0  # funds that trade posts have cost this turn, as told
    funds_taken: int = 0  # warriors written off the Riverfolk's board in another's turn
    purged: bool = False  # E: the Decree has gone this turn
    refreshes: int = 0  # V: items that this turn's refresh may still turn up
    spent: tuple[str, ...] = ()  # V: own items exhausted, sorted
    unpaid: bool = False  # V: one of them while the Riverfolk's supply was empty (11.2.6.III)
    refresh_assumed: int = 0  # V: so many of them were, though nobody wrote it
    given: tuple[Faction, ...] = ()  # V: who got cards of his as Aid, sorted
    turning: bool = False  # a card just spent may cost a warrior outside of battle
    robbed: tuple[Faction, ...] = ()  # V: whose cards came to his hand and may be swapped, sorted
    guess: int = 0  # clearing of the plot guessed last, until a card answers it
    relations: tuple[tuple[Faction, str], ...] = ()  # V: his relationships as this turn began
    slain: tuple[Owner, ...] = ()  # V: enemies that lost warriors in his battles, sorted
    felled: tuple[Owner, ...] = ()  # V: who lost warriors in battles of others in his turn, sorted
    hits: Count = (0, 0)  # V: items damaged and allied warriors lost in his present battle
    spilled: int = 0  # supporters that found no room since A's last turn (8.2.3.I)
    bombs: tuple[int, ...] = ()  # P: clearings where a flipped bomb vanished, sorted
    offer: str = ""  # H: the item crafted last, while points may sell it; "t!" once they have


class State(msgspec.Struct, eq=False, kw_only=True):
    """The table. `faults` belong to the last leg and, like `shuffled`, are not compared.

    Mappings never hold zeros or empty values, except that every player has an entry in `score`,
    `hand`, `crafted` and `items`.
    """

    game: Game

    # whose turn
    turn: Faction = ""  # faction to move, "" before the first
    round: int = 0  # number of that faction's turn, 0 for setup
    turns: Mapping[Faction, int] = {}  # number of the last turn each faction began
    this_turn: TurnFacts = TurnFacts()
    battle: BattleLeg | None = None  # the last battle of this turn, while its losses may follow
    position: bool = False  # the lines of `//! position` are being applied

    # pieces
    pieces: Mapping[Place, Mapping[Piece, int]] = {}
    """place -> {piece: n}: clearings (0 the burrow), forests, paths, boards "A$" (officers,
    acolytes, payments and funds, recovered relics), "supply", "coffin", "spent", "out".
    Waystations in the supply are Piece("K", "b"), plots Piece("P", "t"): there their faces do
    not count. A relic is ("K", "t", "f") face down, ("K", "t", "3_f") face up; a waystation
    ("K", "b", "f_t"), or "f" as long as its other side is open. The ferry is not here."""
    surplus: Mapping[Piece, int] = {}
    """Pieces the record took from nowhere, as they would lie in the supply. They stay on the table
    from then on: for every kind, pieces on the table = its count + surplus."""
    plots: Mapping[int, Plot] = {}  # clearing -> Corvid token on the map
    plot_serials: Mapping[int, int] = {}  # clearing -> plots ever placed there
    ferry: int = 0  # clearing of the ferry, 0 where there is none
    open_paths: frozenset[tuple[int, int]] = frozenset()  # closed paths opened in play, ascending
    ruins: Mapping[int, int] = {}
    """clearing of a ruin on the map -> items left under it; 0 where none were ever placed."""
    ruin_items: Mapping[str, int] = {}  # letter -> items still somewhere under the ruins
    scorched: tuple[int, ...] = ()  # clearings with a Scoundrel's torch, ascending (16.3.6.II)

    # points
    score: Mapping[Faction, int | None] = {}  # None once the marker has left the track
    coalition: Mapping[Faction, Faction] = {}  # vagabond -> partner

    # cards
    deck: Count = (DECK_SIZE, DECK_SIZE)  # cards in the draw pile
    shuffled: tuple[str, ...] = ()  # the discard pile that last became the deck; not compared
    discard: tuple[str, ...] = ()  # sorted texts, as far as known
    dominance: tuple[str, ...] = ()  # sorted suits of the available dominance cards
    lost_souls: tuple[str, ...] = ()  # sorted tokens waiting there while the Cult plays
    souls_open: bool = False  # cards may have come to them without being written
    removed_cards: int = 0  # cards of the draw deck that have left the game
    hand: Mapping[Faction, Count] = {}
    known: Mapping[Place, tuple[str, ...]] = {}  # faction or "A$" -> texts surely there, sorted
    crafted: Mapping[Faction, tuple[str, ...]] = {}
    """Sorted names of persistent cards in play; favors and partisans with their suit ("rpart"),
    dominance as "fdom" "mdom" "rdom" "bdom"."""
    doubted: Mapping[Faction, tuple[str, ...]] = {}
    """Of those, the cards that may have left play under no name, sorted; not compared."""
    supporters: Count = (0, 0)  # A
    quests: Mapping[Place, tuple[str, ...]] = {}  # "Q" and "V$", "G$" -> sorted texts, as known

    # items
    items: Mapping[Owner, Mapping[str, int]] = {}  # crafted items or hoard: letter -> n
    exhausted: Mapping[Owner, Mapping[str, int]] = {}  # of those, exhausted (not a Vagabond's)
    item_supply: Mapping[str, int] = {}
    satchel: Mapping[Faction, frozenset[ItemTable]] = {}  # vagabond -> possible tables
    characters: Mapping[Faction, str] = {}  # vagabond -> name
    finds: Mapping[Faction, tuple[str, ...]] = {}
    """vagabond -> sorted letters of items out of ruins that are still on his board, for all the
    record shows (9.7.3)."""

    # factions' own
    relations: Mapping[Faction, Mapping[Faction, str]] = {}  # vagabond -> {faction: h 0 1 2 a}
    leader: str = ""  # E
    deposed: tuple[str, ...] = ()  # E: leaders face down, sorted
    decree: Mapping[str, tuple[str, ...]] = {}  # E: column r m x b -> sorted tokens
    vizier: int = 0  # E: Loyal Viziers in the Decree
    outcast: tuple[Suit | None, bool] = (None, False)  # L: suit, hated
    prices: Mapping[str, int] = {}  # O: h r m -> 1 to 4
    funds: int = 0  # O: funds told at the end of the turn
    payments: int = 0  # O: warriors in the Payments box
    astray: int = 0  # O: warriors on its board that a lost post has sent home, owners open
    ministers: tuple[str, ...] = ()  # D: swayed, sorted
    crowns: Mapping[str, int] = {}  # D: rank -> ministers swayed so far, lost ones included
    mood: str = ""  # H
    retinue: Mapping[int, tuple[str, ...]] = {}  # K: column 1 2 3 -> sorted tokens
    unwritten: Mapping[Faction, int] = {}  # points earned that nobody wrote; not compared
    hirelings: Mapping[Owner, tuple[Faction, int | None]] = {}  # -> (board, markers)

    faults: tuple[Fault, ...] = ()

    def fork(self) -> State:
        """A second state that shares every collection with this one."""
        # every Struct has it, and it is twice as fast as copy.copy; the stubs leave it out
        return self.__copy__()  # type: ignore[attr-defined, no-any-return]

    def at(self, place: Place) -> Mapping[Piece, int]:
        """Pieces at a place; empty where there are none."""
        return self.pieces.get(place, NO_PIECES)

    def surely_in_play(self, faction: Faction) -> tuple[str, ...]:
        """Names of the persistent cards that certainly lie before that faction."""
        names, doubted = self.crafted.get(faction, ()), self.doubted.get(faction)
        return names if doubted is None else tuple(name for name in names if name not in doubted)

    def count(
        self, place: Place, owner: Owner, kind: str | None = None, sub: str | None = None
    ) -> int:
        """How many pieces of that owner (kind, subtype) are at a place; None counts any."""
        here = self.pieces.get(place)
        if here is None:
            return 0
        if kind is not None and sub is not None:
            return here.get(Piece(owner, kind, sub), 0)
        total = 0
        for piece, n in here.items():
            fits = piece[0] == owner and (kind is None or piece[1] == kind)
            if fits and (sub is None or piece[2] == sub):
                total += n
        return total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self is other:
            return True
        return all(getattr(self, name) == getattr(other, name) for name in COMPARED)

    def __ne__(self, other: object) -> bool:
        return not self == other  # a Struct compares by identity, here too, unless told

    def __hash__(self) -> int:
        return hash(
            (
                self.turn,
                self.round,
                frozenset(self.score.items()),
                frozenset(self.hand.items()),
                frozenset((place, frozenset(of.items())) for place, of in self.pieces.items()),
            )
        )


NO_PIECES: Final[Mapping[Piece, int]] = {}
NOT_COMPARED: Final = ("faults", "shuffled", "unwritten", "doubted")
COMPARED: Final = tuple(name for name in State.__struct_fields__ if name not in NOT_COMPARED)
