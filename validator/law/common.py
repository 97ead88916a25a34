"""What stands in every faction's turn beside its own chapter: services, guesses, crafted cards,
the map."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import CardLeg, PieceLeg
from replayer.facts import map_facts
from replayer.state import State
from validator.algebra import MANY, NOTHING, Clause, take, unsure, up_to
from validator.law.cards import effects_of_cards
from validator.law.s11_riverfolk import buys_card, pays_riverfolk
from validator.law.s13_plots import exposure, late_exposure
from validator.law.s14_bans import bans
from validator.law.s16_maps import open_path, tower_point
from validator.registry import rule


def start_of_turn(state: State, faction: Faction) -> Clause:
    """Before everything else in Birdsong: services of the Riverfolk."""
    return services(faction) if "O" in state.game.players and faction != "O" else NOTHING


@rule("11.2.6", "Buying Services", starts=(PieceLeg, CardLeg), optional=True)
def services(state: State, faction: Faction) -> Clause:
    """Payments and the cards bought, as far as chapter 11 is written: prices and numbers are not
    checked."""
    return unsure(
        up_to(
            MANY,
            take(PieceLeg, pays_riverfolk, faction, number="11.2.6"),
            take(CardLeg, buys_card, faction, number="11.2.6"),
        ),
        "chapter 11 is not written",
    )


def standing(state: State, faction: Faction) -> tuple[Clause, ...]:
    """What may happen between the units of a turn before the Evening draw."""
    return (
        exposure(faction) if "P" in state.game.players and faction != "P" else NOTHING,
        open_path(faction) if map_facts(state.game.map).closed else NOTHING,
        unsure(effects_of_cards(faction), "the effects of crafted cards are not written"),
        *bans(state),
    )


def after_drawing(state: State, faction: Faction) -> tuple[Clause, ...]:
    """What may follow the Evening draw: the point of the Pass. A guess comes too late."""
    point = tower_point(faction) if map_facts(state.game.map).tower else NOTHING
    return point, late_exposure(faction) if "P" in state.game.players else NOTHING
