"""14 Lord of the Hundreds: the turn, Daylight and Evening. Birdsong is s14_birdsong, setup
s14_setup; the Hoard stands in s14_hoard, the moods in s14_moods."""

from __future__ import annotations

from typing import Final

from notation.legs import BattleLeg, CardLeg, CraftLeg, PieceLeg, PointsLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Limit,
    alongside,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    up_to,
)
from validator.disputed import disputed
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.purchases import Purchase, card_suits, for_a_card
from validator.law.s02_terms import (
    PLACING,
    clearings,
    may_rule,
    slot_is_open,
    surely_rules,
    warriors,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_battle import Range, battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s13_plots import exposure
from validator.law.s14_birdsong import birdsong
from validator.law.s14_hoard import FACTS, MOB, STRONGHOLD, H, command, no_craft, prowess
from validator.law.s14_moods import (
    LATE_GIFT,
    advances_first,
    crowd,
    jubilant,
    relentless,
    rowdy_cards,
    warlord_goes,
    where_the_warlord_is,
)
from validator.registry import demand, rule

# --- the turn -----------------------------------------------------------------------------


@rule("14", "Lord of the Hundreds", turn=H, through=True, steady=True)
def turn(state: State) -> Clause:
    return in_order(until_evening(state, H, birdsong(), daylight()), evening())


# --- 14.5 daylight ------------------------------------------------------------------------


@rule("14.5", "Daylight", through=True)
def daylight(state: State) -> Clause:
    """Craft, then Command, then Advance; the last two the other way round while Grandiose."""
    steps = (command_the_hundreds(), advance_the_warlord())
    number, says = "14.5", "Command comes before Advance"
    if advances_first(state):
        steps = (advance_the_warlord(), command_the_hundreds())
        number, says = "14.7.2", "a grandiose warlord advances first"
    late = forbidden(steps[0], number, says)
    crafted = forbidden(craft(H), "14.5.1", "crafting comes before Command and Advance")
    return alongside(
        in_order(craft_step(), *steps, late),
        activate_dominance(H),
        take_available(H),
        crafted,
        LATE_GIFT,
    )


@rule("14.5.1", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(_: State) -> Clause:
    return up_to(MANY, craft(H))


AS_EACH_STARTS: Final = disputed("H-3")


@rule(
    "14.5.2",
    "Command the Hundreds",
    cites=("14.2.4.II",),
    starts=(PieceLeg, BattleLeg, CardLeg),
    optional=True,
)
def command_the_hundreds(_: State) -> Clause:
    return commanded(command) if AS_EACH_STARTS() else counted_once()


def commanded(limit: Limit) -> Clause:
    return up_to(
        limit,
        command_move(),
        command_battle(),
        build(),
        number="14.5.2",
        says="Command allows {} actions",
    )


@rule("14.5.2", "Command the Hundreds", part="counted as it begins", optional=True, through=True)
def counted_once(state: State) -> Clause:
    return commanded(command(state))


@rule("14.5.2.I", "Move", starts=(PieceLeg,))
def command_move(_: State) -> Clause:
    return move(H)


@rule("14.5.2.II", "Battle", starts=(BattleLeg,))
def command_battle(_: State) -> Clause:
    return battle(H)


@rule("14.5.2.III", "Build", unit=True, starts=(CardLeg, PieceLeg))
def build(_: State) -> Clause:
    """A card spent, a stronghold placed in a matching clearing that they rule."""
    return for_a_card(STRONGHOLD_BUILT)


@demand("14.5.2.III", "a stronghold needs a clearing that the Hundreds rule")
def they_rule(state: State, leg: PieceLeg, *_: object) -> bool:
    return may_rule(state, H, leg.end)


@demand("14.3.1", "there are six strongholds")
def one_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.count("supply", H, "b") >= leg.n


STRONGHOLD_BUILT: Final = Purchase(
    "14.5.2.III",
    H,
    STRONGHOLD,
    card_suits("14.5.2.III", "the card spent must match the stronghold's clearing"),
    (they_rule, one_is_left, slot_is_open, *PLACING),
)


@rule(
    "14.5.3",
    "Advance the Warlord",
    cites=("14.2.4.II",),
    starts=(PieceLeg, BattleLeg),
    optional=True,
)
def advance_the_warlord(_: State) -> Clause:
    return advanced(prowess) if AS_EACH_STARTS() else advances_counted_once()


def advanced(limit: Limit) -> Clause:
    return up_to(limit, advance(), number="14.5.3", says="Prowess allows {} Advances")


@rule("14.5.3", "Advance the Warlord", part="counted as it begins", optional=True, through=True)
def advances_counted_once(state: State) -> Clause:
    return advanced(prowess(state))


@rule("14.5.3", "Advance the Warlord", part="one Advance", starts=(PieceLeg, BattleLeg))
def advance(_: State) -> Clause:
    """The warlord moves, then battles; either may be left out."""
    return one_of(in_order(warlord_moves(), may(advance_battle(), relentless())), advance_battle())


@rule("14.5.3", "Advance the Warlord", part="the move", unit=True, starts=(PieceLeg,))
def warlord_moves(_: State) -> Clause:
    return move(H, (warlord_goes,))


@rule("14.5.3", "Advance the Warlord", part="the battle", starts=(BattleLeg,))
def advance_battle(_: State) -> Clause:
    return battle(H, (where_the_warlord_is,))


# --- 14.6 evening -------------------------------------------------------------------------


@rule("14.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    """A plot exposed once they have oppressed nobody makes no point due (13.2.4)."""
    guesses = up_to(MANY, exposure(H)) if "P" in state.game.players else NOTHING
    before = in_order(start_of_evening(H), incite_step(), oppress(), guesses, no_craft())
    return in_order(
        alongside(before, *standing(state, H)),
        draw_and_discard(),
        *after_drawing(state, H),
    )


@rule("14.6.1", "Incite", starts=(CardLeg, PieceLeg), optional=True)
def incite_step(_: State) -> Clause:
    return up_to(MANY, incite())


@rule("14.6.1", "Incite", part="one mob", unit=True, starts=(CardLeg, PieceLeg))
def incite(_: State) -> Clause:
    """A card spent, a mob placed in a matching clearing with a Hundreds warrior and no mob."""
    return for_a_card(MOB_INCITED)


def after_incite(state: State, leg: PieceLeg) -> Clause:
    return jubilant(leg.end)


@demand("14.6.1", "a mob is incited where there is none")
def no_mob_yet(state: State, leg: PieceLeg, *_: object) -> bool:
    return MOB not in state.at(leg.end)


@demand("14.6.1", "inciting takes a Hundreds warrior in the clearing")
def warrior_is_there(state: State, leg: PieceLeg, *_: object) -> bool:
    return warriors(state, H, leg.end) > 0


MOB_INCITED: Final = Purchase(
    "14.6.1",
    H,
    MOB,
    card_suits("14.6.1", "the card spent must match the mob's clearing"),
    (no_mob_yet, warrior_is_there, *PLACING),
    then=after_incite,
)


@rule("14.6.2", "Oppress", soft=True, starts=(PointsLeg,))
def oppress(state: State) -> Clause:
    """Points for the clearings they rule with a piece of theirs and no enemy piece."""
    if not on_track(state, H):
        return gain(H, "14.6.2", 0)
    scale = FACTS.scales["oppress"]
    least, most = oppressed(state)
    return one_of(*(gain(H, "14.6.2", scale.at(n)) for n in range(least, most + 1)))


def oppressed(state: State) -> Range:
    """How many clearings they oppress: (surely, possibly)."""
    least = most = 0
    for c in clearings(state):
        if not any(piece.owner == H for piece in state.at(c)):
            continue
        surely, possibly = crowd(state, c)
        most += surely == 0 and may_rule(state, H, c)
        least += possibly == 0 and surely_rules(state, H, c)
    return least, most


@rule("14.6.3", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    counts = sorted({FACTS.number("draws") + extra for extra in rowdy_cards(state)})
    drawn = one_of(*(evening_draw(state, H, n, "14.6.3") for n in counts))
    return in_order(drawn, discard_to_limit())


@rule("14.6.3", "Draw and Discard", part="the hand limit", soft=True, starts=(kinds.SPENT,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, H, "14.6.3")
