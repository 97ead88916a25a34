"""What stands in every faction's turn beside its own chapter: services, guesses, crafted cards, the map."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import CardLeg, PieceLeg
from replayer.state import State
from validator.algebra import MANY, NOTHING, Clause, take, unsure, up_to
from validator.law.cards import effects_of_cards
from validator.law.s11_riverfolk import buys_card, pays_riverfolk
from validator.law.s13_corvids import exposure
from validator.law.s16_maps import open_path, tower_point
from validator.registry import rule


def start_of_turn(faction: Faction) -> Clause:
    """Before everything else in Birdsong: services of the Riverfolk."""
    return services(faction)


@rule("11.2.6", "Buying Services", starts=(PieceLeg, CardLeg), optional=True)
def services(state: State, faction: Faction) -> Clause:
    """Payments and the cards bought, as far as chapter 11 is written: prices and numbers are not checked."""
    if "O" not in state.game.players or faction == "O":
        return NOTHING
    return unsure(
        up_to(
            MANY,
            take(PieceLeg, pays_riverfolk, faction, number="11.2.6"),
            take(CardLeg, buys_card, faction, number="11.2.6"),
        ),
        "chapter 11 is not written",
    )


def standing(faction: Faction) -> tuple[Clause, ...]:
    """What may happen between the units of a turn before the Evening draw."""
    return (exposure(faction), open_path(faction), effects_of_cards(faction))


def after_drawing(faction: Faction) -> tuple[Clause, ...]:
    """What may follow the Evening draw: the point of the Pass."""
    return (tower_point(faction),)
