"""13 Corvid Conspiracy: so far what its rules do in any turn."""

from __future__ import annotations

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, GuessLeg, Leg, Piece, PieceLeg, RevealLeg
from replayer.state import State
from validator.algebra import (
    NOTHING,
    Clause,
    Due,
    Effects,
    choose,
    in_order,
    may,
    one_of,
    take,
)
from validator.law.s02_terms import (
    BURROW,
    KEEP,
    is_enemy,
    matches,
    paths_from,
    suit_of,
)
from validator.law.s04_battle import EXTRA_FROM_START, Range
from validator.law.s04_craft_and_move import ANY_RULE
from validator.readings import PREPAYABLE
from validator.registry import consequence, demand, exception, rule

WARRIOR = Piece("P", "w")
HIDDEN = Piece("P", "t")
RAID = Piece("P", "t", "r")


@exception("13.2.3", "Nimble", to="4.2.1")
def moves_anywhere(faction: Faction) -> bool:
    return faction in ANY_RULE


ANY_RULE.add("P")


@exception("13.2.5", "Embedded Agents", to="4.3.3.I")
def embedded_agents(state: State, leg: BattleLeg, attacking: bool) -> Range:
    if not attacking and leg.defender == "P" and HIDDEN in state.at(leg.clearing):
        return 1, 1
    return 0, 0


EXTRA_FROM_START.append(embedded_agents)


# --- 13.7.4 raid --------------------------------------------------------------------------


@rule("13.7.4", "Raid", starts=(PieceLeg,))
def raid_warriors(state: State, clearing: int) -> Clause:
    """One Corvid warrior in each adjacent clearing, as far as the supply goes."""
    near = [c for c in sorted(paths_from(state, clearing)) if KEEP not in state.at(c)]
    slots = [((WARRIOR, "supply", c), 1) for c in near if c != BURROW]
    return choose("13.7.4", "", "P", state.count("supply", "P", "w"), slots)


@consequence("13.7.4", "Raid", verb="remove")
def raid_removed(state: State, leg: Leg, by: Faction) -> Effects:
    """A raid that is removed strikes; a plot removed face down may have been one."""
    if not isinstance(leg, PieceLeg) or leg.piece.owner != "P" or leg.piece.kind != "t":
        return ()
    if not isinstance(leg.start, int):
        return ()
    if leg.piece.sub == "r":
        return (Due("13.7.4", "P", raid_warriors(leg.start), "unit"),)
    if leg.piece.sub == "":
        return (Due("13.7.4", "P", may(raid_warriors(leg.start)), "unit"),)
    return ()


def raid_to_come(state: State, battle: BattleLeg) -> tuple[Due, ...]:
    """A raid turned up in an open battle may strike before it is taken off."""
    if "P" not in (battle.attacker, battle.defender) or RAID not in state.at(battle.clearing):
        return ()
    return (Due("13.7.4", "P", raid_warriors(battle.clearing), "unit"),)


PREPAYABLE.append(raid_to_come)


# --- 13.2.4 exposure ----------------------------------------------------------------------


def shows_to_corvids(state: State, leg: RevealLeg, faction: Faction) -> bool:
    return leg.owner == faction and not leg.whole and (not leg.audience or "P" in leg.audience)


def guesses(state: State, leg: GuessLeg, faction: Faction, suit: str | None) -> bool:
    return leg.faction == faction


@demand("13.2.4", "the guesser needs a faction piece in the plot's clearing")
def guesser_is_there(state: State, leg: GuessLeg, faction: Faction, suit: str | None) -> bool:
    return any(p.owner == faction for p in state.at(leg.clearing))


@demand("13.2.4", "only a face-down plot can be guessed")
def plot_is_hidden(state: State, leg: GuessLeg, faction: Faction, suit: str | None) -> bool:
    return HIDDEN in state.at(leg.clearing)


@demand("13.2.4", "the card shown must match the plot's clearing")
def shown_card_matches(state: State, leg: GuessLeg, faction: Faction, suit: str | None) -> bool:
    return matches(suit, suit_of(state, leg.clearing))


def guess(state: State, shown: RevealLeg, faction: Faction) -> Clause:
    return take(
        GuessLeg,
        guesses,
        faction,
        shown.suit,
        number="13.2.4",
        demands=(guesser_is_there, plot_is_hidden, shown_card_matches),
        then=answer,
    )


def gives_shown(state: State, leg: CardLeg, faction: Faction, suit: str | None) -> bool:
    same = suit is None or leg.suit is None or leg.suit == suit
    return leg.start == faction and leg.end == "P" and same


def exposed(state: State, leg: PieceLeg, clearing: int) -> bool:
    return leg.piece.owner == "P" and leg.piece.kind == "t" and leg.start == clearing


def answer(state: State, leg: GuessLeg, faction: Faction, suit: str | None) -> Clause:
    """Wrong: the card goes to the Corvids. Right: the plot is removed, without effect."""
    wrong = take(CardLeg, gives_shown, faction, suit, n=1, number="13.2.4")
    right = take(PieceLeg, exposed, leg.clearing, n=1, number="13.2.4", verb="expose", by=faction)
    return one_of(wrong, right)


@rule("13.2.4", "Exposure", unit=True, starts=(RevealLeg, GuessLeg))
def exposure(state: State, faction: Faction) -> Clause:
    """Show the Corvids a matching card and guess the type of a face-down plot."""
    if "P" not in state.game.players or not is_enemy(state, "P", faction):
        return NOTHING
    card = take(RevealLeg, shows_to_corvids, faction, n=1, number="13.2.4", then=guess)
    unshown = take(
        GuessLeg,
        guesses,
        faction,
        None,
        number="13.2.4",
        demands=(guesser_is_there, plot_is_hidden),
        then=answer,
    )
    return may(one_of(in_order(card), unshown))
