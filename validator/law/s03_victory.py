"""3 Winning the Game: points for removals and items, dominance cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from notation.actions import Faction
from notation.legs import CardLeg, CraftLeg, LeaveTrackLeg, Leg, PieceLeg, PointsLeg
from replayer.facts import deck, general, map_facts
from replayer.state import State
from validator import kinds
from validator.algebra import Clause, Effects, Gained, forbidden, in_order, take
from validator.law.s02_terms import is_enemy, matches, rules, suit_of
from validator.printings import printing
from validator.registry import ASKS_SCORE, consequence, definition, demand, orphan, rule
from validator.switches import DENIED


@definition("3.1", "How to Win")
def at_thirty(state: State) -> tuple[Faction, ...]:
    """Who has enough points to win."""
    most = general()["winning_points"]
    return tuple(f for f, score in state.score.items() if score is not None and score >= most)


@orphan("3.3.1", "nobody scores whose marker has left the track")
def scores_off_track(state: State, leg: Leg) -> bool:
    return isinstance(leg, PointsLeg) and not on_track(state, leg.faction)


@orphan("3.2", "nothing brings these points")
def scores_unearned(state: State, leg: Leg) -> bool:
    return isinstance(leg, PointsLeg)


def on_track(state: State, faction: Faction) -> bool:
    """Whether the faction still has a score marker (3.3.1)."""
    return state.score.get(faction) is not None


@consequence("3.2.1", "Removing Buildings and Tokens", verb="remove")
def points_for_removal(state: State, leg: Leg, by: Faction) -> Effects:
    """One point for each enemy building or token removed, whoever's turn it is."""
    if not isinstance(leg, PieceLeg) or leg.piece.kind not in "bt":
        return ()
    if not is_enemy(state, by, leg.piece.owner) or not on_track(state, by):
        return ()
    return (Gained(by, "3.2.1", general()["removal_points"] * leg.n),)


ITEM_POINTS: Final[dict[Faction, Callable[[State, str], tuple[str, int]]]] = {}
"""Factions with a rule of their own for crafted items: the number, and the points that are due."""


@consequence("3.2.2", "Crafting Items", verb="craft")
def points_for_item(state: State, leg: Leg, by: Faction) -> Effects:
    """The points printed on the card, where the faction has no rule of its own."""
    if not isinstance(leg, CraftLeg) or not on_track(state, by):
        return ()
    item = leg.item or item_on(state, leg.name)
    if item is None:
        return ()
    own = ITEM_POINTS.get(by)
    number, n = own(state, item) if own else ("3.2.2", printed_points(state, item))
    return (Gained(by, number, n),) if n else ()


def item_on(state: State, name: str | None) -> str | None:
    """The item that a card of that name shows."""
    return next((card.item for card in deck(state.game.deck).named(name or "")), None)


def printed_points(state: State, item: str) -> int:
    """What every card with that item prints; 0 where the deck has none."""
    return next((c.points for c in deck(state.game.deck).cards if c.item == item), 0)


# --- dominance ----------------------------------------------------------------------------


@kinds.fits(kinds.cards(["hand", "dom"], ["board"]))
def is_own_dominance(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.name == "dom" and leg.end == f"{faction}$" and leg.start in (faction, "dom")


@ASKS_SCORE.append
def activates(leg: Leg) -> bool:
    return type(leg) is CardLeg and leg.name == "dom" and str(leg.end).endswith("$")


@demand("3.3.1", "activating takes at least ten points")
def ten_points(state: State, leg: CardLeg, faction: Faction) -> bool:
    score = state.score.get(faction)
    if score is None:
        return True
    return score + state.unwritten.get(faction, 0) >= general()["dominance_points"]


@demand("3.3.1", "a dominance card is activated from the hand")
def out_of_hand(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start == faction


@demand("3.3.2", "an activated dominance card is not replaced")
def none_active(state: State, leg: CardLeg, faction: Faction) -> bool:
    return not active(state, faction)


@demand("5.1.3", "a game of two is played without the dominance cards")
def more_than_two_play(state: State, leg: CardLeg, *_: object) -> bool:
    return len(state.game.players) != 2


@orphan("3.3.2", "an activated dominance card stays in play")
def leaves_play(state: State, leg: Leg) -> bool:
    if not isinstance(leg, CardLeg) or leg.name != "dom" or not isinstance(leg.start, str):
        return False
    suits = active(state, leg.start[:-1]) if leg.start.endswith("$") else ()
    return leg.suit is None or leg.suit.lower() in suits


def active(state: State, faction: Faction) -> tuple[str, ...]:
    """Suits of the dominance cards a faction has activated, in small letters."""
    return tuple(n[0] for n in state.crafted.get(faction, ()) if n.endswith("dom"))


@rule("3.3.1", "Activating", unit=True, starts=(CardLeg,))
def activate_dominance(_: State, faction: Faction) -> Clause:
    """A dominance card goes from the hand to the play area, the score marker off the track."""
    marker = take(
        LeaveTrackLeg,
        leaves_track,
        faction,
        number="3.3.1",
        demands=(vagabonds_join, only_vagabonds_join),
    )
    card = take(
        CardLeg,
        is_own_dominance,
        faction,
        n=1,
        number="3.3.1",
        demands=(
            none_active,
            ten_points,
            out_of_hand,
            more_than_two_play,
        ),
    )
    return in_order(card, marker)


def leaves_track(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    return leg.faction == faction


@demand("9.2.8", "a Vagabond's dominance card makes a coalition")
def vagabonds_join(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    return faction not in "VG" or leg.board != faction


@demand("9.2.8", "only a Vagabond enters a coalition")
def only_vagabonds_join(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    return faction in "VG" or leg.board == faction


@definition("3.3.3", "Using Dominance Cards")
def available(state: State, suit: str | None) -> bool:
    """Whether a dominance card of that suit (None: of any) may lie near the map.

    Spent or discarded, it does; with the Cult in play from its next Birdsong on (10.4.2). One that
    was spent without its name may be any unnamed card on the discard pile.
    """
    if suit is None:
        return any(available(state, one) for one in "BFMR")
    if "3.3.3" in DENIED:
        return False
    if suit in state.dominance or "?" in state.dominance:
        return True
    if state.deck[0] != state.deck[1]:
        return True  # so is what lies in the discard pile
    unnamed = (card.partition("#") for card in (*state.discard, *state.shuffled))
    return any(not name and of in ("", suit) for of, _, name in unnamed)


@orphan("3.3.1", "the marker leaves the track for an activated dominance card only")
def leaves_unasked(state: State, leg: Leg) -> bool:
    return isinstance(leg, LeaveTrackLeg)


@orphan("3.3.4", "an available dominance card is taken for a card of its suit")
def taken_unasked(state: State, leg: Leg) -> bool:
    return type(leg) is CardLeg and leg.name == "dom" and leg.start == "dom"


@orphan("3.3.3", "a spent dominance card does not lie on the discard pile")
def dug_out(state: State, leg: Leg) -> bool:
    return type(leg) is CardLeg and leg.name == "dom" and leg.start == "*"


@kinds.fits(kinds.cards(["hand", "pile", "dom"], ["pile", "dom"]))
def spends_for_dominance(state: State, leg: CardLeg, faction: Faction) -> bool:
    """A card out of the hand; where the hand's letter was forgotten, a dominance card seems to stay
    beside the map."""
    return leg.start in (faction, leg.end) and leg.end in ("*", "dom")


def take_dominance(state: State, paid: CardLeg, faction: Faction) -> Clause:
    return take(
        CardLeg,
        takes_dominance,
        faction,
        paid.suit,
        n=1,
        number="3.3.4",
        demands=(into_the_hand, is_available, paid_with_its_suit, more_than_two_play),
    )


@kinds.fits(kinds.cards(["dom", "deck", "pile"], ["hand", "board"]))
def takes_dominance(state: State, leg: CardLeg, faction: Faction, paid: str | None) -> bool:
    return (
        leg.name == "dom"
        and leg.end in (faction, f"{faction}$")
        and leg.start in ("dom", "deck", "*")
    )


@demand("3.3.4", "the card taken comes into the hand")
def into_the_hand(state: State, leg: CardLeg, faction: Faction, paid: str | None) -> bool:
    return leg.end == faction


@demand("3.3.4", "only an available dominance card can be taken")
def is_available(state: State, leg: CardLeg, faction: Faction, paid: str | None) -> bool:
    return available(state, leg.suit)


BIRD_FOR_ANY_SUIT: Final = printing(
    "p4", "3.3.4", "a card of any suit buys the available bird card"
)


@demand("3.3.4", "a card of the same suit is spent for an available dominance card")
def paid_with_its_suit(state: State, leg: CardLeg, faction: Faction, paid: str | None) -> bool:
    """A bird may stand for another suit, but an available bird dominance card is a bird only."""
    if leg.suit == "B":
        return paid in (None, "B") or BIRD_FOR_ANY_SUIT(state)
    return leg.suit is None or matches(paid, leg.suit)


@rule(
    "3.3.4",
    "Taking Available Cards",
    unit=True,
    starts=(kinds.cards(["hand", "pile", "dom"], ["pile", "dom"]),),
)
def take_available(state: State, faction: Faction) -> Clause:
    """In Daylight: spend a card, take an available dominance card of its suit into the hand."""
    taking = take(CardLeg, spends_for_dominance, faction, n=1, number="3.3.4", then=take_dominance)
    if available(state, None):
        return taking
    wanted = take(
        CardLeg, spends_for_dominance, faction, n=1, number="3.3.4", then=takes_any_dominance
    )
    return forbidden(wanted, "3.3.4", "no dominance card is available")


def takes_any_dominance(state: State, paid: CardLeg, faction: Faction) -> Clause:
    return take(CardLeg, takes_dominance, faction, paid.suit, n=1, number="3.3.4")


@definition("3.3.1.I", "Mouse, Rabbit, or Fox Dominance")
def dominates(state: State, faction: Faction) -> tuple[bool, bool]:
    """Whether an activated card wins as this faction's Birdsong starts: (surely, possibly).

    Three clearings of its suit ruled, or for the bird two opposite corners (3.3.1.II). Hired
    warriors do not count (11.2.7.III).
    """
    cards = active(state, faction)
    if DENIED & {"3.3.1", "3.3.1.I"}:
        return False, False
    return (
        any(reaches(state, faction, suit, 0) for suit in cards),
        any(reaches(state, faction, suit, 1) for suit in cards),
    )


def reaches(state: State, faction: Faction, suit: str, which: int) -> bool:
    """Whether the clearings ruled (0: surely, 1: possibly) are what that card asks for."""
    facts = map_facts(state.game.map)
    ruled = {c for c in facts.clearings if rules(state, faction, c, hired=False)[which]}
    if suit == "b":
        return two_corners(state, ruled)
    of_suit = [c for c in ruled if suit_of(state, c) == suit.upper()]
    return len(of_suit) >= general()["dominance_clearings"]


@definition("3.3.1.II", "Bird Dominance")
def two_corners(state: State, ruled: set[int]) -> bool:
    """Whether two clearings in opposite corners are among them."""
    if "3.3.1.II" in DENIED:
        return False
    opposite = map_facts(state.game.map).opposite
    return any(a in ruled and b in ruled for a, b in opposite.items())


@consequence("3.2.1", "Removing Buildings and Tokens", verb="expose")
def points_for_exposure(state: State, leg: Leg, by: Faction) -> Effects:
    """A plot removed by Exposure is a token removed (13.2.4)."""
    return points_for_removal(state, leg, by)
