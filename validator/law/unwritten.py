"""Turns of the chapters that are not written yet: common law and physical faults, the rest
undecided."""

from __future__ import annotations

from functools import cache

from notation.actions import Faction
from notation.legs import BattleLeg, CraftLeg, GuessLeg, Leg, PieceLeg, PointsLeg
from replayer.state import State
from validator.algebra import (
    MANY,
    Clause,
    Moment,
    Rule,
    Way,
    alongside,
    in_order,
    one_of,
    unsure,
    up_to,
)
from validator.law.common import standing, start_of_turn
from validator.law.s02_terms import WARLORD
from validator.law.s03_victory import activate_dominance, take_available
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s16_maps import tower_point

CHAPTERS = {
    "C": 6,
    "E": 7,
    "A": 8,
    "V": 9,
    "G": 9,
    "L": 10,
    "O": 11,
    "D": 12,
    "P": 13,
    "H": 14,
    "K": 15,
}
REMOVES = {"A", "L", "P", "V", "G"}
"""Factions whose own rules remove others' pieces outside battle."""
COSTS_WARRIORS = {"A", "C", "K", "L", "O", "P"}
"""Factions whose own rules take their own pieces off the map."""
OTHER_MOVES = {"V", "G"}
"""Factions whose own rules move warriors in other ways than 4.2 (9.2.9.II)."""


class Anything(Clause):
    """Any leg but those that only the common law explains."""

    __slots__ = ("faction",)

    def bind(self, faction: Faction) -> None:
        self.faction = faction

    def begin(self, m: Moment) -> list[Way]:
        ways = []
        for i, leg in enumerate(m.left):
            if not common(m.state, leg, self.faction):
                left = m.left[:i] + m.left[i + 1 :]
                fresh = not isinstance(leg, PointsLeg)
                ways.append(Way(self, left, leg, (), (), None, fresh))
                break
        return ways

    def passes(self, m: Moment) -> bool:
        return True


def common(state: State, leg: Leg, faction: Faction) -> bool:
    """Whether only a rule of sections 2 to 4 can explain this leg in that faction's turn."""
    if isinstance(leg, BattleLeg | CraftLeg | GuessLeg):
        return True
    if isinstance(leg, PieceLeg) and leg.piece == WARLORD:
        return True
    if not isinstance(leg, PieceLeg) or not isinstance(leg.start, int):
        return False
    if faction in state.crafted and any(
        n in ("prop", "false", "tax", "coffin") or n.endswith("favor")
        for n in state.crafted[faction] + state.this_turn.crafted
    ):
        return False
    if isinstance(leg.end, int):
        return leg.piece.kind == "w" and leg.piece.owner == faction and faction not in OTHER_MOVES
    if leg.piece.owner == faction:
        return faction not in COSTS_WARRIORS and leg.piece.kind != "t"
    return faction not in REMOVES and leg.piece.kind in "wb"


@cache
def turn_of(faction: Faction) -> Rule:
    """The turn of a faction whose chapter is not written."""
    chapter = CHAPTERS[faction]

    def body(state: State) -> Clause:
        open_end = unsure(Anything(faction), f"chapter {chapter} is not written")
        acts = up_to(
            MANY,
            one_of(
                move(faction),
                battle(faction),
                craft(faction),
                activate_dominance(faction),
                take_available(faction),
                open_end,
            ),
        )
        beside = (*standing(state, faction), tower_point(faction))  # its end is not known
        return in_order(start_of_turn(state, faction), alongside(acts, *beside))

    return Rule(str(chapter), f"Chapter {chapter}", body, through=True)
