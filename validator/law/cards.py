"""Crafted cards, so far only which acts they may explain: such a turn is undecided, never
illegal."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import (
    BattleLeg,
    CardLeg,
    ItemLeg,
    PieceLeg,
    PointsLeg,
    RevealLeg,
)
from replayer.state import State
from validator.algebra import MANY, NOTHING, Clause, in_order, may, one_of, take, up_to
from validator.law.s02_terms import WARLORD
from validator.law.s04_battle import BEFORE_ROLL, EXTRA_FROM_START, SHIELDS, Range, battle
from validator.law.s04_craft_and_move import move
from validator.registry import rule

IN_BATTLE = ("armor", "sap", "brutal", "scout", "fpart", "mpart", "rpart")
"""Cards used in battle: until their effects are written, they only widen the losses."""


def crafted(state: State, faction: Faction) -> tuple[str, ...]:
    """Names of cards in play before a faction, and those it crafted this turn."""
    return state.crafted.get(faction, ()) + state.this_turn.crafted


def any_card(state: State, leg: CardLeg, faction: Faction) -> bool:
    """A card drawn, given, taken or discarded that involves this faction."""
    places = (leg.start, leg.end)
    return faction in places or f"{faction}$" in places


def own_card_spent(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start in (faction, f"{faction}$") and leg.end in ("*", "dom")


def leaves_play(state: State, leg: CardLeg, board: str, name: str) -> bool:
    """A card in play (of that board, of that name) is discarded."""
    on_board = isinstance(leg.start, str) and leg.start.endswith("$")
    return on_board and board in ("", leg.start) and name in ("", leg.name)


def any_piece(state: State, leg: PieceLeg, faction: Faction) -> bool:
    return leg.piece != WARLORD  # 14.2.2


def any_points(state: State, leg: PointsLeg, *_: object) -> bool:
    return leg.sign > 0


def exhausts(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return leg.start == f"{faction}$" and leg.end_state == "e"


def any_show(state: State, leg: RevealLeg, *_: object) -> bool:
    return True


def cards_move(faction: Faction) -> Clause:
    return take(CardLeg, any_card, faction, number="4.1.3")


def points() -> Clause:
    return take(PointsLeg, any_points, number="4.1.3")


def pieces(faction: Faction) -> Clause:
    return take(PieceLeg, any_piece, faction, number="4.1.3")


def acts(state: State, name: str, faction: Faction) -> Clause:
    """What one card may let its owner do, loosely; `NOTHING` for cards that only change a word."""
    match name:
        case "command":
            return battle(faction)
        case "cob":
            return move(faction)
        case "emi":
            return one_of(in_order(move(faction), may(battle(faction))), battle(faction))
        case "league":
            exhaust = take(ItemLeg, exhausts, faction, number="4.1.3")
            return in_order(exhaust, one_of(move(faction), battle(faction)))
        case "bank":
            return one_of(cards_move(faction), cards_move_of_others())
        case "charm" | "swap" | "stand" | "royal" | "murine" | "codeb" | "inform":
            return one_of(cards_move(faction), points(), take(RevealLeg, any_show, number="4.1.3"))
        case "sabo":
            saboteurs = take(CardLeg, leaves_play, f"{faction}$", "sabo", number="4.1.3")
            return in_order(saboteurs, take(CardLeg, leaves_play, "", "", number="4.1.3"))
        case "tax" | "prop" | "false" | "coffin":
            return one_of(
                points(), pieces(faction), take(CardLeg, own_card_spent, faction, number="4.1.3")
            )
        case "engrave":
            return points()
        case "ffavor" | "mfavor" | "rfavor" | "favor":
            return one_of(pieces(faction), points())
        case _:
            return NOTHING


@rule("4.1.3", "Persistent Effects", optional=True, through=True)
def effects_of_cards(state: State, faction: Faction) -> Clause:
    """Acts that some card in play before this faction may explain, or that others' cards bring."""
    options = [
        acts(state, name, faction)
        for name in dict.fromkeys(crafted(state, faction))
        if name not in IN_BATTLE
    ]
    if any("murine" in names for names in state.crafted.values()):
        options.append(cards_move_of_others())
    options = [option for option in options if option is not NOTHING]
    if not options:
        return NOTHING
    return up_to(MANY, *options)


def draws_for_any(state: State, leg: CardLeg) -> bool:
    return leg.start == "deck"


def cards_move_of_others() -> Clause:
    return take(CardLeg, draws_for_any, number="4.1.3")


def battle_cards(state: State, leg: BattleLeg) -> list[str]:
    sides = (leg.attacker, leg.defender)
    return [n for side in sides for n in state.crafted.get(side, ()) if n in IN_BATTLE]


def discards_in_battle(state: State, leg: CardLeg, a: Faction, d: Faction) -> bool:
    return leg.end in ("*", "dom") and leg.start in (a, d, f"{a}$", f"{d}$")


def brutal_point(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction == faction and leg.sign > 0


def cards_before_roll(state: State, leg: BattleLeg) -> Clause:
    """Discards and points of battle cards."""
    if not battle_cards(state, leg):
        return NOTHING
    return up_to(
        MANY,
        take(CardLeg, discards_in_battle, leg.attacker, leg.defender, number="4.3.3"),
        take(PointsLeg, brutal_point, leg.defender, n=1, number="4.3.3"),
    )


def card_hits(state: State, leg: BattleLeg, attacking: bool) -> Range:
    """Hits that a side's cards may add."""
    side = leg.attacker if attacking else leg.defender
    names = state.crafted.get(side, ())
    serving = ("brutal",) if attacking else ("sap",)
    return 0, sum(1 for n in names if n in serving or n.endswith("part"))


def armorers(state: State, leg: BattleLeg, attacking: bool) -> bool:
    """Whether a side has Armorers and may ignore the roll."""
    return "armor" in state.crafted.get(leg.attacker if attacking else leg.defender, ())


BEFORE_ROLL.append(cards_before_roll)
EXTRA_FROM_START.append(card_hits)
SHIELDS.append(armorers)
