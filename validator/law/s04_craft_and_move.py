"""4.1 Craft and 4.2 Move, as every faction takes them; chapters add their own demands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from notation.actions import Faction
from notation.legs import CardLeg, CraftLeg, Leg, PieceLeg, Place
from replayer.cards import FAITHFUL, VIZIER
from replayer.facts import CardFacts, deck, faction_facts, general, map_facts
from replayer.state import State
from replayer.turns import deck_size
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Due,
    Effects,
    forbidden,
    in_order,
    join,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    BURROW,
    clearings,
    joined_by_river,
    may_rule,
    maybe_adjacent,
    snare_lets_go,
    suit_of,
    torch_allows,
)
from validator.registry import consequence, definition, demand, orphan, rule
from validator.switches import DENIED

# --- 4.1 craft ----------------------------------------------------------------------------

UNCOUNTED: Final[set[Faction]] = {"V", "G", "O"}
"""Factions that craft with something else than pieces on the map (9.2.1, 11.2.1)."""
CRAFTING: Final[dict[Faction, Callable[[State], Counter[str]]]] = {}
"""Factions of whose pieces only some craft: how many, by suit (10.2.1)."""


def crafts(state: State, leg: CraftLeg, faction: Faction, *_: object) -> bool:
    return leg.faction == faction


def card_of(state: State, item: str | None, name: str | None, suit: str | None) -> CardFacts | None:
    """The card a craft names; None where the deck has no such card."""
    facts = deck(state.game.deck)
    if item is not None:
        return next((card for card in facts.cards if card.item == item), None)
    return next((c for c in facts.named(name or "") if suit in (None, c.suit)), None)


@definition("4.1.1", "Cost")
def crafting_pieces(state: State, faction: Faction) -> Counter[str]:
    """How many crafting pieces a faction has in clearings of each suit."""
    if faction in CRAFTING:
        return CRAFTING[faction](state)
    facts = faction_facts(faction)
    found: Counter[str] = Counter()
    for clearing in clearings(state):
        for piece, n in state.at(clearing).items():
            if piece.owner == faction and facts.crafts_with(piece.kind, piece.sub):
                found[suit_of(state, clearing)] += n
    return found


def fallen_since(state: State, faction: Faction) -> Counter[str]:
    """Crafting pieces that fell after something was crafted, and may have been activated for it."""
    facts = faction_facts(faction)
    return Counter(
        suit_of(state, clearing)
        for piece, clearing in state.this_turn.fallen
        if piece.owner == faction and facts.crafts_with(piece.kind, piece.sub)
    )


def costs(state: State, names: tuple[str, ...]) -> Counter[str]:
    """The summed cost of crafted cards, by suit and "any"; items are written "%x"."""
    total: Counter[str] = Counter()
    for name in names:
        item = name[1:] if name.startswith("%") else None
        card = card_of(state, item, None if item else name, None)
        if card is None and name[1:] in ("part", "favor"):
            card = card_of(state, None, name[1:], name[0].upper())
        if card is not None:
            total.update(card.cost)
    return total


@demand("4.1.1", "crafting pieces of the suits on the card must be activated, each once a turn")
def can_pay(state: State, leg: CraftLeg, faction: Faction) -> bool:
    if faction in UNCOUNTED:
        return True
    card = card_of(state, leg.item, leg.name, leg.suit)
    if card is None:
        return True
    have = crafting_pieces(state, faction) + fallen_since(state, faction)
    need = costs(state, state.this_turn.crafted) + Counter(card.cost)
    loose = need.pop("any", 0)
    return all(have[s] >= n for s, n in need.items()) and have.total() >= need.total() + loose


def item_of(state: State, leg: CraftLeg) -> str | None:
    """The letter of the item a craft brings, written as such or by the card's name."""
    if leg.item is not None:
        return leg.item
    card = card_of(state, None, leg.name, leg.suit)
    return card.item if card is not None else None


@demand("4.1.2", "the item must be in the item supply")
def item_is_left(state: State, leg: CraftLeg, faction: Faction, *_: object) -> bool:
    item = item_of(state, leg)
    return item is None or state.item_supply.get(item, 0) > 0


@demand("4.1.4", "an identical persistent effect is already in play")
def not_in_play(state: State, leg: CraftLeg, faction: Faction, *_: object) -> bool:
    if leg.name is None:
        return True
    name = f"{leg.suit.lower()}{leg.name}" if leg.suit else leg.name
    return name not in state.surely_in_play(faction)


@demand("2.1.2", "ambush cards have no crafted effect")
def not_an_ambush(state: State, leg: CraftLeg, faction: Faction, *_: object) -> bool:
    return leg.name not in ("@", "ambush")


@demand("2.1.3", "dominance cards are not crafted")
def not_dominance(state: State, leg: CraftLeg, faction: Faction, *_: object) -> bool:
    return leg.name not in ("dom", "dominance")


AfterCraft = Callable[[State, CraftLeg, Faction], Clause]
AFTER_CRAFT: Final[dict[Faction, AfterCraft]] = {}
"""What a faction's own rule makes of a crafted card."""
CRAFT_EFFECTS: Final[dict[str, AfterCraft]] = {}
"""Immediate effects of crafted cards, by name (4.1.2)."""


def after_craft(state: State, leg: CraftLeg, faction: Faction) -> Clause:
    effect = CRAFT_EFFECTS.get(leg.name or "")
    then = AFTER_CRAFT.get(faction)
    return in_order(
        effect(state, leg, faction) if effect else NOTHING,
        then(state, leg, faction) if then else NOTHING,
    )


@rule("4.1", "Craft", unit=True, starts=(CraftLeg,), through=True)
def craft(_: State, faction: Faction) -> Clause:
    """One card out of the hand, paid with crafting pieces; its item and points follow."""
    return take(
        CraftLeg,
        crafts,
        faction,
        verb="craft",
        by=faction,
        demands=(not_an_ambush, not_dominance, not_in_play, item_is_left, can_pay),
        then=after_craft,
    )


# --- 4.2 move -----------------------------------------------------------------------------

ANY_RULE: Final[set[Faction]] = set()
"""Factions whose moves ignore rule (9.2.3, 13.2.3)."""
FREE: Final[list[Callable[[State, Faction], bool]]] = []
"""Cards whose owner moves whoever rules."""
SWIMMERS: Final[set[Faction]] = set()
"""Factions whose moves along rivers ignore rule (11.2.2)."""
Carried = Callable[[State, PieceLeg], Clause]
CARRIED: Final[dict[Faction, Carried]] = {}
"""What else may go along in a faction's move, given the leg of its warriors (15.2.4)."""


WHEN_FORCED: Final = disputed("K-17")


def carried_when_forced(state: State, leg: PieceLeg) -> Clause:
    """What goes along with warriors that another player forces to move."""
    owner = leg.piece.owner
    carry = CARRIED.get(owner)
    if carry is None or not any(p.owner == owner and p.kind == "t" for p in state.at(leg.start)):
        return NOTHING
    return carry(state, leg) if WHEN_FORCED() else NOTHING


@kinds.fits(kinds.moved("wpbt") | kinds.placed("wpbt"))
def goes(state: State, leg: PieceLeg, faction: Faction) -> bool:
    """Pieces go from one clearing to another."""
    if not isinstance(leg.end, int) or leg.piece.kind not in "wpbt":
        return False
    return isinstance(leg.start, int) or leg.start == "here"


@demand("4.2", "only warriors and pawns of one's own move")
def own_warriors_or_pawn(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    return leg.piece.owner == faction and leg.piece.kind in "wp"


@demand("2.2", "the map has no such clearing")
def to_a_clearing(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    return leg.end == BURROW or leg.end in clearings(state)


@kinds.fits(kinds.moved("wp") | kinds.placed("wp"))
def goes_along(state: State, leg: PieceLeg, faction: Faction, start: object, end: object) -> bool:
    return (
        leg.start == start
        and leg.end == end
        and leg.piece.owner == faction
        and leg.piece.kind in "wp"
    )


@demand("4.2", "a move goes to one adjacent clearing")
def to_an_adjacent_clearing(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    if leg.end not in clearings(state) and leg.end != BURROW:
        return True  # 2.2 speaks
    start = origin(state, leg)
    return maybe_adjacent(state, faction, start, leg.end) or over_the_lake(state, start, leg.end)


def origin(state: State, leg: PieceLeg) -> Place:
    """Where a piece that moves stands: a pawn's start is not written."""
    if leg.start != "here":
        return leg.start
    return next((p for p, here in state.pieces.items() if leg.piece in here), "here")


@demand("4.2.1", "to move, you must rule the origin, the destination or both")
def rules_an_end(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    if not isinstance(leg.start, int):
        return True
    if faction in ANY_RULE or any(free(state, faction) for free in FREE):
        return True
    if BURROW in (leg.start, leg.end):
        return True  # the Duchy rules it; that others stay out is told under 12.2.2
    if faction in SWIMMERS and joined_by_river(state, leg.start, leg.end):
        return True
    return may_rule(state, faction, leg.start) or may_rule(state, faction, leg.end)


@demand("12.2.2", "only Duchy pieces enter the Burrow")
def not_into_the_burrow(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    return leg.end != BURROW or faction == "D"


def rest_of_move(state: State, leg: PieceLeg, faction: Faction, *_: object) -> Clause:
    along = take(PieceLeg, goes_along, faction, leg.start, leg.end)
    carried = CARRIED[faction](state, leg) if faction in CARRIED else NOTHING
    no_ferry = NOTHING
    if state.ferry and not over_the_lake(state, origin(state, leg), leg.end):
        says = "the ferry moves from its clearing to another on the lake"
        no_ferry = forbidden(ferry(faction, leg.end, ""), "16.2.2.V", says)
    return in_order(carried, join(along), no_ferry)


@orphan("16.2.2.V", "the ferry takes pieces from its clearing to another on the lake, once a turn")
def ferries_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, PieceLeg) and leg.piece.kind == "f"


@orphan("4.2", "a move takes pieces from one clearing to one other, and none is left here")
def goes_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, PieceLeg) and goes(state, leg, state.turn) and leg.start != "here"


@orphan("4.1", "nothing allows a craft here")
def crafts_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, CraftLeg)


# --- the ferry ----------------------------------------------------------------------------


@consequence("16.2.2.V", "The Ferry", verb="move")
def along_with_the_ferry(state: State, leg: Leg, by: Faction) -> Effects:
    """Over the lake the ferry goes along; it may where a path leads, too. Its mover draws a card,
    any time before the turn ends."""
    if not state.ferry or not isinstance(leg, PieceLeg):
        return ()
    start = origin(state, leg)
    if not over_the_lake(state, start, leg.end):
        return ()
    if maybe_adjacent(state, by, start, leg.end):
        return (Due("16.2.2.V", by, may(ferry(by, leg.end, "ferry over")), "unit"),)
    return (Due("16.2.2.V", by, ferry(by, leg.end, ""), "unit"), *card_for_ferry(state, leg, by))


@rule("16.2.2.V", "The Ferry", soft=True, starts=(PieceLeg,))
def ferry(_: State, faction: Faction, end: Place, verb: str) -> Clause:
    """With a verb of its own it brings a card; without one its move has brought it already."""
    once = (ferry_is_free,) if verb else ()
    return take(
        PieceLeg, ferry_goes, faction, end, number="16.2.2.V", verb=verb, by=faction, demands=once
    )


@demand("16.2.2.V", "the ferry moves once a turn")
def ferry_is_free(state: State, leg: PieceLeg, *_: object) -> bool:
    return not state.this_turn.ferried


@demand("16.2.2.V", "the ferry moves once a turn")
def ferry_is_free_for_it(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    start = origin(state, leg)
    by_land = maybe_adjacent(state, faction, start, leg.end)
    return by_land or not over_the_lake(state, start, leg.end) or not state.this_turn.ferried


@kinds.fits(kinds.moved("f") | kinds.placed("f"))
def ferry_goes(state: State, leg: PieceLeg, faction: Faction, end: object) -> bool:
    return leg.piece.kind == "f" and leg.end == end


@consequence("16.2.2.V", "The Ferry", verb="ferry over")
def card_for_ferry(state: State, leg: Leg, by: Faction) -> Effects:
    card = drawing(state, by, general()["ferry_cards"], "16.2.2.V")
    return (Due("16.2.2.V", by, card, "turn"),)


@kinds.fits(kinds.DRAWN)
def draws(state: State, leg: CardLeg, faction: Faction) -> bool:
    """A card from the draw pile to that faction's hand."""
    return leg.start == "deck" and leg.end == faction


def drawing(state: State, faction: Faction, n: int, number: str) -> Clause:
    """n cards drawn; as many as there are, where deck and discard pile hold fewer (1.5.4)."""
    least, most = cards_left(state)
    counts = dict.fromkeys((n, *range(min(n, most), min(n, least) - 1, -1)))
    return one_of(
        *(take(CardLeg, draws, faction, n=k, number=number) if k else NOTHING for k in counts)
    )


def cards_left(state: State) -> tuple[int, int]:
    """How many cards can be drawn, those of the discard pile too: (surely, possibly).

    Where the count of the deck is open, so is whether the discard pile has become part of it; but
    what lies nowhere else must be there.
    """
    low, high = state.deck
    pile = len(state.discard)
    if low == high:
        return low + pile, high + pile
    return max(low, deck_size(len(state.game.players)) - cards_elsewhere(state)), high + pile


MOST_HELD: Final = 10
"""More cards than lie in a hand that was down to five as its own Evening ended."""


def cards_elsewhere(state: State) -> int:
    """How many cards of the deck lie neither in it nor in the discard pile, at most."""
    columns = (*state.decree.values(), *state.retinue.values())
    return (
        sum(min(high, MOST_HELD) for _, high in state.hand.values())
        + sum(len(kept) for kept in state.crafted.values())
        + sum(1 for column in columns for card in column if card not in (VIZIER, FAITHFUL))
        + state.supporters[1]
        + len(state.dominance)
        + len(state.lost_souls)
        + state.removed_cards
    )


def over_the_lake(state: State, start: object, end: object) -> bool:
    """Whether the ferry lies at the start and the end is another clearing on the lake."""
    if "16.2.2.V" in DENIED:
        return False
    coast = map_facts(state.game.map).coastal
    return state.ferry == start and start != end and start in coast and end in coast


MOVING: Final = (
    own_warriors_or_pawn,
    to_a_clearing,
    not_into_the_burrow,
    to_an_adjacent_clearing,
    ferry_is_free_for_it,
    rules_an_end,
    snare_lets_go,
    torch_allows,
)
"""What every move is held to."""


@rule("4.2", "Move", unit=True, starts=(PieceLeg,), through=True)
def move(_: State, faction: Faction, demands: tuple[Demand, ...] = ()) -> Clause:
    """Any number of warriors and pawns from one clearing to an adjacent one."""
    return take(
        PieceLeg,
        goes,
        faction,
        verb="move",
        by=faction,
        demands=MOVING + demands,
        then=rest_of_move,
    )


class Toll(NamedTuple):
    """What a move that a card grants may cost: paid before a move for which the demand holds."""

    cost: Clause
    due: Demand


TOLLS: Final[dict[Faction, Callable[[Faction], Toll]]] = {}
"""Factions that pay for some of them (9.2.9.IIIb)."""


def granted_move(faction: Faction) -> Clause:
    """A move by a card."""
    if faction not in TOLLS:
        return move(faction)
    toll = TOLLS[faction](faction)
    return one_of(move(faction), in_order(toll.cost, move(faction, (toll.due,))))


@rule("4.2.2", "No Movement Limits", starts=(PieceLeg,), optional=True)
def moves(_: State, faction: Faction) -> Clause:
    """Move upon move, with the same pieces or with others."""
    return up_to(MANY, move(faction))
