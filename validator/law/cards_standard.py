"""The Standard deck: cards used in their owner's turn, and the Favors. Those of battle are in
`cards_battle`."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, CraftLeg, ItemLeg, Leg, PieceLeg, PointsLeg, RevealLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NEVER,
    NOTHING,
    Clause,
    Effects,
    Gained,
    any_order,
    forbidden,
    gain,
    in_order,
    one_of,
    take,
)
from validator.law.cards_timing import used_in
from validator.law.removal import pays_refuge, remove_all
from validator.law.s02_terms import WARLORD, clearings, customer, matches, rules, suit_of
from validator.law.s03_victory import on_track
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import CRAFT_EFFECTS, cards_left, drawing, granted_move
from validator.law.s04_hits import REFUGES
from validator.registry import consequence, demand, rule

# --- what the cards of both decks share ---------------------------------------------------


def discarded(state: State, leg: CardLeg, faction: Faction, card: str) -> bool:
    """A card of that name leaves the faction's play area."""
    return leg.start == f"{faction}$" and leg.name == card and leg.end in ("*", "dom")


def discard(faction: Faction, card: str, number: str, verb: str = "") -> Clause:
    """The card is discarded for its effect."""
    return take(CardLeg, discarded, faction, card, n=1, number=number, verb=verb, by=faction)


@kinds.fits(kinds.GIVEN)
def from_a_hand(state: State, leg: CardLeg, faction: Faction, *_: object) -> bool:
    """A card comes from another player's hand into this one's."""
    return leg.end == faction and leg.start != faction and leg.start in state.game.players


def scores(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction == faction and leg.sign > 0


# --- Birdsong -----------------------------------------------------------------------------


@used_in("Birdsong", "royal")
@rule("card.royalclaim", "Royal Claim", unit=True, starts=(CardLeg,))
def royal_claim(_: State, faction: Faction) -> Clause:
    """Discarded for a point for each clearing ruled."""
    claim = discard(faction, "royal", "card.royalclaim", "claim")
    return in_order(claim, doubtful_clearings(faction))


@consequence("card.royalclaim", "Royal Claim", verb="claim")
def points_for_clearings(state: State, leg: Leg, by: Faction) -> Effects:
    """A point for each clearing that is surely ruled."""
    n = ruled(state, by)[0]
    return (Gained(by, "card.royalclaim", n),) if n and on_track(state, by) else ()


@rule("card.royalclaim", "Royal Claim", part="what may be ruled", starts=(PointsLeg,), soft=True)
def doubtful_clearings(state: State, faction: Faction) -> Clause:
    """Points for clearings that may be ruled, for all the record shows."""
    low, high = ruled(state, faction) if on_track(state, faction) else (0, 0)
    more = (gain(faction, "card.royalclaim", n) for n in range(1, high - low + 1))
    return one_of(*more, NOTHING)


def ruled(state: State, faction: Faction) -> tuple[int, int]:
    """How many clearings a faction rules: (surely, possibly). Whether the Burrow is one is open."""
    claims = [rules(state, faction, clearing, hired=False) for clearing in clearings(state)]
    burrow = 1 if faction == "D" else 0
    return sum(sure for sure, _ in claims), sum(maybe for _, maybe in claims) + burrow


@used_in("Birdsong", "stand")
@rule("card.standanddeliver", "Stand and Deliver!", unit=True, starts=(CardLeg, PointsLeg))
def stand_and_deliver(_: State, faction: Faction) -> Clause:
    """A card taken out of another player's hand, who scores a point."""
    number = "card.standanddeliver"
    card = take(
        CardLeg,
        from_a_hand,
        faction,
        n=1,
        number=number,
        verb="rob",
        by=faction,
        demands=(hand_is_not_empty,),
    )
    point = take(PointsLeg, another_scores, faction, n=1, number=number, then=card_of_the_paid)
    return one_of(card, point)


def another_scores(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction != faction and leg.sign > 0


def card_of_the_paid(state: State, leg: PointsLeg, faction: Faction) -> Clause:
    """The point stands first: then the card of the player who scored it."""
    return take(
        CardLeg,
        from_his_hand,
        faction,
        leg.faction,
        n=1,
        number="card.standanddeliver",
        demands=(hand_is_not_empty,),
    )


def from_his_hand(state: State, leg: CardLeg, faction: Faction, other: Faction) -> bool:
    return leg.start == other and leg.end == faction


@demand("card.standanddeliver", "the hand of the player robbed is empty")
def hand_is_not_empty(state: State, leg: CardLeg, *_: object) -> bool:
    return isinstance(leg.start, str) and state.hand.get(leg.start, (0, 0))[1] > 0


@consequence("card.standanddeliver", "Stand and Deliver!", verb="rob")
def point_for_the_robbed(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, CardLeg) or not isinstance(leg.start, str):
        return ()
    robbed = leg.start
    return (Gained(robbed, "card.standanddeliver", 1),) if on_track(state, robbed) else ()


@used_in("the start of Birdsong", "bank")
@rule("card.betterburrowbank", "Better Burrow Bank", soft=True, starts=(CardLeg,))
def better_burrow_bank(state: State, faction: Faction) -> Clause:
    """The owner and another player draw a card."""
    number = "card.betterburrowbank"
    own = drawing(state, faction, 1, number)
    others = take(CardLeg, another_draws, faction, n=1, number=number)
    more = forbidden(others, number, "one other player draws a card")
    both, either = any_order(own, others), one_of(own, others)
    least, most = (n < len((own, others)) for n in cards_left(state))  # too few for both
    drawn = either if most else one_of(both, either) if least else both
    return in_order(drawn, more)


@kinds.fits(kinds.DRAWN)
def another_draws(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start == "deck" and leg.end != faction and leg.end in state.game.players


# --- Daylight -----------------------------------------------------------------------------


@used_in("the start of Daylight", "command")
@rule("card.commandwarren", "Command Warren", optional=True, starts=(BattleLeg,))
def command_warren(_: State, faction: Faction) -> Clause:
    """A battle as Daylight starts."""
    return battle(faction)


@used_in("Daylight", "tax")
@rule("card.taxcollector", "Tax Collector", unit=True, starts=(PieceLeg, CardLeg))
def tax_collector(state: State, faction: Faction) -> Clause:
    """A warrior of one's own off the map for a card."""
    number = "card.taxcollector"
    warrior = take(
        PieceLeg, a_warrior_goes, faction, n=1, number=number, demands=(is_his_own, from_the_map)
    )
    saved = taken_in(faction) if faction in {refuge.faction for refuge in REFUGES} else NEVER
    return in_order(one_of(warrior, saved), drawing(state, faction, 1, number))


def taken_in(faction: Faction) -> Clause:
    """Whether Field Hospitals save him (6.2.3) is open: a card is spent for it, before or after."""
    card = take(CardLeg, pays_refuge, faction, n=1, number="6.2.3", then=then_taken_in)
    saved = take(PieceLeg, goes_to_refuge, faction, "", n=1, number="6.2.3", then=then_paid)
    return one_of(card, saved)


def goes_to_refuge(state: State, leg: PieceLeg, faction: Faction, suit: str) -> bool:
    """One's own warrior; `suit` was spent for him, "" if that comes later."""
    own = leg.piece.owner == faction and isinstance(leg.start, int)
    fits = matches(suit or None, suit_of(state, leg.start))
    return own and fits and any(refuge.takes_in(state, leg) for refuge in REFUGES)


def then_taken_in(state: State, card: CardLeg, faction: Faction) -> Clause:
    return take(PieceLeg, goes_to_refuge, faction, card.suit or "", n=1, number="6.2.3")


def then_paid(state: State, leg: PieceLeg, faction: Faction, suit: str) -> Clause:
    demands = next(refuge.demands for refuge in REFUGES if refuge.faction == faction)
    return take(CardLeg, pays_refuge, leg.start, n=1, number="6.2.3", demands=demands)


@kinds.fits(kinds.removed("w") | kinds.aside("w"))
def a_warrior_goes(state: State, leg: PieceLeg, faction: Faction) -> bool:
    return leg.piece.kind == "w" and leg.start != "supply" and leg.end == "supply"


@demand("card.taxcollector", "the warrior must be one's own")
def is_his_own(state: State, leg: PieceLeg, faction: Faction) -> bool:
    return leg.piece.owner == faction


@demand("card.taxcollector", "the warrior is removed from the map")
def from_the_map(state: State, leg: PieceLeg, faction: Faction) -> bool:
    return isinstance(leg.start, int)


@used_in("Daylight", "codeb")
@rule("card.codebreakers", "Codebreakers", unit=True, starts=(RevealLeg,))
def codebreakers(_: State, faction: Faction) -> Clause:
    """Another player shows the owner his hand."""
    return take(
        RevealLeg,
        shows_hand,
        faction,
        number="card.codebreakers",
        demands=(only_to_the_owner,),
    )


def shows_hand(state: State, leg: RevealLeg, faction: Faction) -> bool:
    return leg.owner != faction and leg.whole and faction in leg.audience


@demand("card.codebreakers", "nobody else sees the cards")
def only_to_the_owner(state: State, leg: RevealLeg, faction: Faction) -> bool:
    return leg.audience == (faction,)


# --- Evening ------------------------------------------------------------------------------


@used_in("the start of Evening", "cob")
@rule("card.cobbler", "Cobbler", optional=True, starts=(kinds.moved(), kinds.placed(), ItemLeg))
def cobbler(_: State, faction: Faction) -> Clause:
    """A move as Evening starts."""
    return granted_move(faction)


# --- the Favors ---------------------------------------------------------------------------


@rule("card.favorofthefoxes", "Favor of the Foxes")
def favor_of_the_foxes(state: State, faction: Faction) -> Clause:
    """Every enemy piece in every fox clearing is removed."""
    return favor(state, "card.favorofthefoxes", "F", faction)


@rule("card.favorofthemice", "Favor of the Mice")
def favor_of_the_mice(state: State, faction: Faction) -> Clause:
    """Every enemy piece in every mouse clearing is removed."""
    return favor(state, "card.favorofthemice", "M", faction)


@rule("card.favoroftherabbits", "Favor of the Rabbits")
def favor_of_the_rabbits(state: State, faction: Faction) -> Clause:
    """Every enemy piece in every rabbit clearing is removed."""
    return favor(state, "card.favoroftherabbits", "R", faction)


FAVORS: Final = {"F": favor_of_the_foxes, "M": favor_of_the_mice, "R": favor_of_the_rabbits}


def favor(state: State, number: str, suit: str, faction: Faction) -> Clause:
    there = [c for c in clearings(state) if suit_of(state, c) == suit]
    spared = take(PieceLeg, is_none_of_those, number=number)
    hired = "O" if customer(state, faction) else ""
    return in_order(
        remove_all(state, number, faction, *there, hired=hired),
        forbidden(spared, number, "enemy pieces in clearings of that suit are removed, no others"),
    )


def leaves_the_map(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.start, int) and not isinstance(leg.end, int)


def is_none_of_those(state: State, leg: PieceLeg) -> bool:
    """A further piece goes; the warlord has a number of his own (14.2.2)."""
    return leaves_the_map(state, leg) and leg.piece != WARLORD


def does_a_favor(state: State, leg: CraftLeg, faction: Faction) -> Clause:
    suit = leg.suit
    if suit is None:
        return one_of(*(rule(faction) for rule in FAVORS.values()))
    return FAVORS[suit](faction) if suit in FAVORS else NOTHING


CRAFT_EFFECTS["favor"] = does_a_favor
