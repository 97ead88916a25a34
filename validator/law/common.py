"""What stands in every faction's turn beside its own chapter: services, guesses, crafted cards,
the map.

A chapter's turn is `in_order(until_evening(state, X, birdsong(), daylight()), evening())`, its
Evening begins with `start_of_evening(X)` and draws with `hand.evening_draw`.
"""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from replayer.facts import map_facts
from replayer.state import State
from validator.algebra import (
    NOTHING,
    Clause,
    alongside,
    any_order,
    in_order,
)
from validator.law import cards_battle, cards_exiles, cards_standard, cards_words
from validator.law.cards_timing import Window, beside, effects_at, out_of_time
from validator.law.s06_keep import saved_for_nothing
from validator.law.s11_services import services
from validator.law.s13_plots import exposure, late_exposure
from validator.law.s14_bans import bans
from validator.law.s16_hirelings import beyond_the_maps
from validator.law.s16_maps import open_path, path_out_of_time, tower_point

DECKS: Final = (cards_standard, cards_exiles, cards_battle, cards_words)
"""Where the cards are declared."""


def start_of_turn(state: State, faction: Faction) -> Clause:
    """Before everything else in Birdsong, in any order: services of the Riverfolk, cards."""
    return any_order(services(faction), effects_at(faction, "the start of Birdsong"))


def until_evening(state: State, faction: Faction, birdsong: Clause, daylight: Clause) -> Clause:
    """Birdsong and Daylight, with the cards used in them and what stands beside every turn."""
    paths = open_path(faction) if map_facts(state.game.map).closed else NOTHING
    phases = in_order(
        beside(birdsong, faction, "Birdsong"),
        effects_at(faction, "the end of Birdsong"),
        effects_at(faction, "the start of Daylight"),
        alongside(beside(daylight, faction, "Daylight"), paths),
    )
    return in_order(start_of_turn(state, faction), alongside(phases, *standing(state, faction)))


def start_of_evening(faction: Faction, without: str = "") -> Clause:
    """Before everything else in Evening: cards; `without` one of them."""
    window: Window = "the start of Evening"
    return effects_at(faction, window, without) if without else effects_at(faction, window)


def standing(state: State, faction: Faction) -> tuple[Clause, ...]:
    """What may happen between the units of a turn before the Evening draw."""
    return (
        exposure(faction) if "P" in state.game.players and faction != "P" else NOTHING,
        path_out_of_time(faction) if map_facts(state.game.map).closed else NOTHING,
        beyond_the_maps(state),
        out_of_time(faction),
        saved_for_nothing(faction) if "C" in state.game.players else NOTHING,
        *bans(state),
    )


def after_drawing(state: State, faction: Faction) -> tuple[Clause, ...]:
    """What may follow the Evening draw: the point of the Pass. A guess comes too late."""
    point = tower_point(faction) if map_facts(state.game.map).tower else NOTHING
    guess = late_exposure(faction) if "P" in state.game.players else NOTHING
    return point, guess, out_of_time(faction), beyond_the_maps(state)
