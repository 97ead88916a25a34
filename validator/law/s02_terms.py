"""2 Key Terms and Concepts: suits, clearings, slots, adjacency, and who rules.

Where a card or service that changes a word may be in play and the record does not show it, the
answer is a pair: sure and possible. Demands ask for the possible, duties for the sure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from notation.actions import Faction, Suit
from notation.legs import CardLeg, Leg, Piece, PieceLeg, Place
from replayer.facts import faction_facts, map_facts
from replayer.state import SPENT, State
from validator import kinds
from validator.disputed import disputed
from validator.law.s11_market import has_boats, may_have_hired
from validator.registry import definition, demand
from validator.switches import DENIED, WAIVED

BURROW: Final = 0
KEEP: Final = Piece("C", "t", "k")
SNARE: Final = Piece("P", "t", "s")
TUNNEL: Final = Piece("D", "t")
WARLORD: Final = Piece("H", "w", "w")
SUITS: Final = ("F", "M", "R")


# --- cards --------------------------------------------------------------------------------


@definition("2.1.1", "Birds Are Wild")
def matches(suit: Suit | None, wanted: Suit) -> bool:
    """Whether a card of that suit may stand for `wanted`; an unseen card may be anything."""
    return suit is None or suit == wanted or (suit == "B" and "2.1.1" not in DENIED)


@definition("2.2.2", "Suit")
def suit_of(state: State, clearing: Place) -> Suit:
    """The suit of a clearing; "" for the burrow and for anything else."""
    if "2.2.2" in DENIED:
        return ""
    if isinstance(clearing, int) and clearing < len(state.game.suits):
        return state.game.suits[clearing]
    return ""


@kinds.fits(kinds.SPENT)
def spent_by(state: State, leg: Leg, faction: Faction, *_: object) -> bool:
    """A card of that faction goes from its hand to the discard pile."""
    return isinstance(leg, CardLeg) and leg.start == faction and leg.end in ("*", "dom")


@kinds.fits(lambda piece, *_: kinds.placed(piece.kind))
def placed(state: State, leg: Leg, piece: Piece, *_: object) -> bool:
    """That piece goes from its supply to a clearing."""
    return (
        isinstance(leg, PieceLeg)
        and leg.piece == piece
        and leg.start == "supply"
        and isinstance(leg.end, int)
    )


# --- places -------------------------------------------------------------------------------


def clearings(state: State) -> tuple[int, ...]:
    """The clearings of the map, ascending."""
    return map_facts(state.game.map).clearings


def paths_from(state: State, clearing: int) -> frozenset[int]:
    """Clearings joined to this one by an open path."""
    facts = map_facts(state.game.map)
    if not 0 < clearing <= facts.count:
        return frozenset()
    near = facts.adjacent[clearing]
    for a, b in state.open_paths:
        if clearing in (a, b):
            near |= {a + b - clearing}
    return near


@definition("2.2.1", "Adjacency")
def adjacent(state: State, a: Place, b: Place) -> bool:
    """Two clearings joined by an open path, or the burrow and a clearing with a tunnel (12.2.2)."""
    if not isinstance(a, int) or not isinstance(b, int) or "2.2.1" in DENIED:
        return False
    if a == BURROW or b == BURROW:
        return a != b and TUNNEL in state.at(a + b)
    return b in paths_from(state, a)


@definition("2.3", "Rivers")
def joined_by_river(state: State, a: Place, b: Place) -> bool:
    """Two clearings linked by a river, or two on the shore of the lake (16.2.2.II); that is no
    path."""
    if not isinstance(a, int) or not isinstance(b, int) or "2.3" in DENIED:
        return False
    facts = map_facts(state.game.map)
    return 0 < a <= facts.count and b in facts.rivers[a]


@definition("2.4", "Forests")
def forests(state: State) -> Mapping[str, frozenset[int]]:
    """The forests of the map by name, each with the clearings around it."""
    return {} if "2.4" in DENIED else map_facts(state.game.map).forests


@definition("2.4.1", "Adjacency")
def forest_adjacent(state: State, a: Place, b: Place) -> bool:
    """Whether a forest touches that clearing, or one path (closed or not, 16.2.3.II), the raging
    river (16.2.1.I) or a clearing on the lake (16.2.2.IV) parts it from that forest."""
    if "2.4.1" in DENIED:
        return False
    if isinstance(a, int):
        a, b = b, a
    areas = forests(state)
    if a not in areas or not isinstance(a, str):
        return False
    if isinstance(b, int):
        return b in areas[a]
    return b in map_facts(state.game.map).forest_adjacent.get(a, {})


Joins = Callable[[State, Faction, int, int], bool]
LINKS: Final[list[Joins]] = []
"""Cards that join two clearings for their owner."""


def maybe_adjacent(state: State, faction: Faction, a: Place, b: Place) -> bool:
    """Adjacent, or made so for this faction by a card or service that the record may not show."""
    if adjacent(state, a, b):
        return True
    if not isinstance(a, int) or not isinstance(b, int):
        return False
    if any(joins(state, faction, a, b) for joins in LINKS):
        return True
    return joined_by_river(state, a, b) and swims(state, faction)


def swims(state: State, faction: Faction) -> bool:
    """Whether rivers are paths for this faction: the Riverfolk (11.2.2), or who bought riverboats
    (11.2.7.II)."""
    if faction == "O":
        return "11.2.2" not in DENIED
    return has_boats(state, faction)


def customer(state: State, faction: Faction) -> bool:
    """Whether this faction may have hired the Riverfolk's warriors (11.2.7.III)."""
    return may_have_hired(state, faction)


def crafts_in(state: State, faction: Faction, clearing: int) -> bool:
    """Whether a crafting piece of the faction stands there (4.1.1)."""
    facts = faction_facts(faction)
    return any(p.owner == faction and facts.crafts_with(p.kind, p.sub) for p in state.at(clearing))


@definition("2.2.3", "Slots")
def open_slots(state: State, clearing: int) -> int:
    """Building slots of a clearing that hold neither a building nor a ruin."""
    facts = map_facts(state.game.map)
    if not 0 < clearing <= facts.count or "2.2.3" in DENIED:
        return 0
    built = sum(n for piece, n in state.at(clearing).items() if piece.kind == "b")
    return facts.slots[clearing] - built - ruin_fills(state, clearing)


@definition("2.2.4", "Ruins")
def ruin_fills(state: State, clearing: int) -> int:
    """The slots that a ruin fills, items under it or not; it goes with its last item."""
    return 1 if clearing in state.ruins and "2.2.4" not in WAIVED else 0


@demand("2.2.3", "a building needs an open slot")
def slot_is_open(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.end, int) and open_slots(state, leg.end) >= leg.n


# --- pieces -------------------------------------------------------------------------------


@definition("16.6.8", "Enemy")
def is_enemy(state: State, faction: Faction, owner: str) -> bool:
    """Whether `owner` is an enemy of `faction`: another player outside its coalition (9.2.8), a
    hireling that nobody on its side controls (16.4.3.II)."""
    if owner.startswith("h_"):
        owner = state.hirelings.get(owner, ("", None))[0]
    if not state.coalition or "16.6.8" in WAIVED:
        return owner != faction
    return side_of(state, owner) != side_of(state, faction)


def side_of(state: State, faction: Faction) -> Faction:
    """The player whom this one wins with, along its coalitions; itself where it has none."""
    partners = state.coalition
    seen = {faction}
    while (partner := partners.get(faction)) is not None and partner not in seen:
        faction = partner
        seen.add(faction)
    return faction


def enemy_pieces(
    state: State, faction: Faction, clearing: Place, kinds: str = "wpbt"
) -> Mapping[Piece, int]:
    """Enemy pieces at a place, by kind; the ferry is nobody's."""
    return {
        piece: n
        for piece, n in state.at(clearing).items()
        if piece.kind in kinds and is_enemy(state, faction, piece.owner)
    }


def removable(
    state: State, faction: Faction, clearing: Place, kinds: str = "wbt"
) -> Mapping[Piece, int]:
    """Enemy pieces an effect outside battle takes off: no pawns (9.2.2), no warlord (14.2.2)."""
    return {
        piece: n
        for piece, n in enemy_pieces(state, faction, clearing, kinds).items()
        if piece != WARLORD or "14.2.2" in WAIVED
    }


def clearings_with(state: State, piece: Piece) -> tuple[int, ...]:
    """Clearings where that piece stands, ascending."""
    return tuple(
        sorted(p for p, here in state.pieces.items() if isinstance(p, int) and piece in here)
    )


@definition("14.2.2", "The Warlord")
def is_warrior(piece: Piece) -> bool:
    """Whether a piece is a warrior; the warlord is one."""
    return piece.kind == "w" and (piece != WARLORD or "14.2.2" not in DENIED)


def warriors(state: State, faction: str, clearing: Place) -> int:
    """How many warriors of a faction stand there, the warlord included (14.2.2)."""
    return sum(n for p, n in state.at(clearing).items() if p.owner == faction and is_warrior(p))


def in_supply(state: State, warrior: Piece) -> tuple[int, int]:
    """How many of those warriors lie in the supply: (surely, possibly). Some may have come home
    from the Riverfolk's board without a word of whose they were (11.2.5.I); those spent may lie on
    the Coffin Makers or not."""
    n = state.at("supply").get(warrior, 0)
    strays = min(state.astray, state.at("O$").get(warrior, 0))
    return n, n + strays + state.at(SPENT).get(warrior, 0)


def is_left(state: State, warrior: Piece) -> bool:
    """Whether any of those warriors may be in the supply."""
    return in_supply(state, warrior)[1] > 0


def as_far_as_it_goes(state: State, warrior: Piece, wanted: int) -> range:
    """How many warriors may come where so many are wanted (1.5.4); the most come last."""
    least, most = in_supply(state, warrior)
    return range(min(least, wanted), min(most, wanted) + 1)


# --- rule ---------------------------------------------------------------------------------

Claim = Callable[[State, Faction, int], bool]
CLAIMS: Final[list[tuple[Faction, Claim, Claim]]] = []
"""Exceptions to 2.5: (faction, sure, possible); the first faction that is sure rules whatever the
counts."""
TIES: Final[set[Faction]] = set()
"""Factions that rule where they are tied (7.2.2)."""


TOKENS: Final[list[Callable[[State, str], int]]] = []
"""Cards by which a faction's tokens count for rule: how much each of them."""


NO_LONGER_THEIRS: Final = disputed("Q30")


def strengths(state: State, clearing: int, hired: bool = True) -> dict[str, tuple[int, int]]:
    """Warriors and buildings of each side there: (sure, possible); with `hired`, warriors of the
    Riverfolk may count for whoever hired them (11.2.7.III)."""
    found: dict[str, tuple[int, int]] = {}
    hirelings = 0
    for piece, n in state.at(clearing).items():
        owner = piece.owner
        if owner.startswith("h_"):
            hirelings += n if piece.kind in "wb" else 0
            continue
        low, high = found.get(owner, (0, 0))
        if piece.kind == "b" or is_warrior(piece):
            low, high = low + n, high + n
        elif piece.kind == "t":
            worth = n * sum(count(state, owner) for count in TOKENS)
            low, high = low + worth, high + worth
        found[owner] = (low, high)
    river = found.get("O", (0, 0))[0] if hired else 0
    if hirelings or river:
        for player in state.game.players:
            lent = hirelings + (river if customer(state, player) else 0)
            low, high = found.get(player, (0, 0))
            found[player] = (low, high + lent)
        bought = river and any(customer(state, player) for player in state.game.players)
        if bought and NO_LONGER_THEIRS():
            found["O"] = (0, found["O"][1])
    return found


@definition("2.5", "Rule")
def rules(state: State, faction: Faction, clearing: Place, hired: bool = True) -> tuple[bool, bool]:
    """Whether a faction rules a clearing: (surely, possibly), `hired` warriors counted or not.

    More warriors and buildings than each other player; tokens and pawns count nothing, a tie is
    nobody's.
    """
    if not isinstance(clearing, int) or "2.5" in DENIED:
        return False, False
    for owner, surely, possibly in CLAIMS:
        if owner == faction and surely(state, faction, clearing):
            return True, True
        if owner != faction and surely(state, owner, clearing):
            return False, False
        del possibly
    found = strengths(state, clearing, hired)
    mine = found.pop(faction, (0, 0))
    if mine[1] == 0:
        return False, False
    ties = faction in TIES and faction in {p.owner for p in state.at(clearing)}
    ties = ties and "7.2.2" not in DENIED
    sure = mine[0] > 0 and all(
        mine[0] > high or (ties and mine[0] == high) for _, high in found.values()
    )
    possible = all(mine[1] > low or (ties and mine[1] == low) for low, _ in found.values())
    if sure and any(f in TIES and found[f][1] == mine[0] for f in found if f in TIES):
        sure = False
    return sure, possible or sure


def may_rule(state: State, faction: Faction, clearing: Place) -> bool:
    """Whether the faction may rule there, for all the record shows."""
    return rules(state, faction, clearing)[1]


def surely_rules(state: State, faction: Faction, clearing: Place) -> bool:
    """Whether the faction rules there whatever the record leaves open."""
    return rules(state, faction, clearing)[0]


# --- bans on placing ----------------------------------------------------------------------


@demand("6.2.2", "nobody else places pieces in the keep's clearing")
def keep_allows(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece.owner == "C" or KEEP not in state.at(leg.end)


@demand("13.7.2", "enemy pieces cannot be placed beside a face-up snare")
def snare_allows(state: State, leg: PieceLeg, *_: object) -> bool:
    return not is_enemy(state, "P", leg.piece.owner) or SNARE not in state.at(leg.end)


@demand("13.7.2", "enemy pieces cannot leave a clearing with a face-up snare")
def snare_lets_go(state: State, leg: PieceLeg, *_: object) -> bool:
    return not is_enemy(state, "P", leg.piece.owner) or SNARE not in state.at(leg.start)


@demand("16.3.6.II", "no piece is placed in or moved into a clearing with a Scoundrel's torch")
def torch_allows(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end not in state.scorched


PLACING: Final = (keep_allows, snare_allows, torch_allows)
"""What every placing is held to."""


def may_place(state: State, faction: Faction, clearing: int) -> bool:
    """Whether that faction may place pieces there (6.2.2, 13.7.2, 16.3.6.II)."""
    here = state.at(clearing)
    if clearing in state.scorched and "16.3.6.II" not in WAIVED:
        return False
    if KEEP in here and faction != "C" and "6.2.2" not in WAIVED:
        return False
    return not (SNARE in here and is_enemy(state, "P", faction) and "13.7.2" not in WAIVED)
