"""3 Winning the Game: points for removals and items, dominance cards."""

from __future__ import annotations

from collections.abc import Callable

from notation.actions import Faction
from notation.legs import CardLeg, CraftLeg, LeaveTrackLeg, Leg, PieceLeg
from replayer.facts import deck, map_facts
from replayer.state import State
from validator.algebra import Clause, Effects, Gained, in_order, take, up_to
from validator.law.s02_terms import is_enemy, matches, surely_rules
from validator.registry import consequence, definition, demand, rule


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
    return (Gained(by, "3.2.1", leg.n),)


ITEM_POINTS: dict[Faction, Callable[[State, str], tuple[str, int]]] = {}
"""Factions with a rule of their own for crafted items: the number, and the points that are due."""


@consequence("3.2.2", "Crafting Items", verb="craft")
def points_for_item(state: State, leg: Leg, by: Faction) -> Effects:
    """The points printed on the card, where the faction has no rule of its own."""
    if not isinstance(leg, CraftLeg) or leg.item is None or not on_track(state, by):
        return ()
    own = ITEM_POINTS.get(by)
    number, n = own(state, leg.item) if own else ("3.2.2", printed_points(state, leg.item))
    return (Gained(by, number, n),) if n else ()


def printed_points(state: State, item: str) -> int:
    """What every card with that item prints; 0 where the deck has none."""
    return next((c.points for c in deck(state.game.deck).cards if c.item == item), 0)


# --- dominance ----------------------------------------------------------------------------


def is_own_dominance(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.name == "dom" and leg.end == f"{faction}$" and leg.start in (faction, "dom")


@demand("3.3.1", "activating takes at least ten points")
def ten_points(state: State, leg: CardLeg, faction: Faction) -> bool:
    score = state.score.get(faction)
    return score is not None and score >= 10


@demand("3.3.1", "a dominance card is activated from the hand")
def out_of_hand(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start == faction


@demand("3.3.2", "an activated dominance card is not replaced")
def none_active(state: State, leg: CardLeg, faction: Faction) -> bool:
    return not any(name.endswith("dom") for name in state.crafted.get(faction, ()))


@rule("3.3.1", "Activating", unit=True, starts=(CardLeg,))
def activate_dominance(state: State, faction: Faction) -> Clause:
    """A dominance card goes from the hand to the play area, the score marker off the track."""
    marker = take(LeaveTrackLeg, leaves_track, faction, number="3.3.1")
    card = take(
        CardLeg,
        is_own_dominance,
        faction,
        n=1,
        number="3.3.1",
        demands=(none_active, ten_points, out_of_hand),
    )
    return in_order(card, marker)


def leaves_track(state: State, leg: LeaveTrackLeg, faction: Faction) -> bool:
    return leg.faction == faction


def spends_for_dominance(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start == faction and leg.end in ("*", "dom")


def take_dominance(state: State, paid: CardLeg, faction: Faction) -> Clause:
    return take(
        CardLeg,
        takes_dominance,
        faction,
        paid.suit,
        n=1,
        number="3.3.4",
        demands=(is_available, paid_with_its_suit),
    )


def takes_dominance(state: State, leg: CardLeg, faction: Faction, paid: str | None) -> bool:
    return leg.name == "dom" and leg.end == faction and leg.start in ("dom", "deck")


@demand("3.3.4", "only an available dominance card can be taken")
def is_available(state: State, leg: CardLeg, faction: Faction, paid: str | None) -> bool:
    return leg.suit is None or leg.suit in state.dominance or "L" in state.game.players


@demand("3.3.4", "a card of the same suit is spent for an available dominance card")
def paid_with_its_suit(state: State, leg: CardLeg, faction: Faction, paid: str | None) -> bool:
    if leg.suit == "B":
        return paid in (None, "B")
    return leg.suit is None or matches(paid, leg.suit)


@rule("3.3.4", "Taking Available Cards", unit=True, starts=(CardLeg,))
def take_available(state: State, faction: Faction) -> Clause:
    """In Daylight: spend a card, take an available dominance card of its suit into the hand."""
    if not state.dominance and "L" not in state.game.players:
        return up_to(0)
    return take(CardLeg, spends_for_dominance, faction, n=1, number="3.3.4", then=take_dominance)


@definition("3.3.1.I", "Mouse, Rabbit, or Fox Dominance")
def dominates(state: State, faction: Faction) -> bool:
    """Whether an activated card wins at the start of this faction's Birdsong (3.3.1.I, 3.3.1.II)."""
    facts = map_facts(state.game.map)
    for name in state.crafted.get(faction, ()):
        if not name.endswith("dom"):
            continue
        suit = name[0].upper()
        if suit == "B":
            if any(
                surely_rules(state, faction, a) and surely_rules(state, faction, b)
                for a, b in facts.opposite.items()
            ):
                return True
        else:
            ruled = [
                c
                for c in facts.clearings
                if state.game.suits[c] == suit and surely_rules(state, faction, c)
            ]
            if len(ruled) >= 3:
                return True
    return False


@consequence("3.2.1", "Removing Buildings and Tokens", verb="expose")
def points_for_exposure(state: State, leg: Leg, by: Faction) -> Effects:
    """A plot removed by Exposure is a token removed (13.2.4)."""
    return points_for_removal(state, leg, by)
