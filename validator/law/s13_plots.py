"""13 Corvid Conspiracy: what its plots do in any turn, and how they are exposed."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, GuessLeg, Leg, Piece, PieceLeg, RevealLeg
from replayer.facts import faction_facts
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Due,
    Effects,
    any_order,
    choose,
    forbidden,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    BURROW,
    KEEP,
    clearings,
    in_supply,
    is_enemy,
    joined_by_river,
    matches,
    paths_from,
    placed,
    suit_of,
    swims,
)
from validator.law.s04_battle import EXTRA_FROM_START, Range
from validator.law.s04_craft_and_move import ANY_RULE
from validator.printings import printing
from validator.readings import PREPAYABLE
from validator.registry import consequence, definition, demand, exception, rule
from validator.switches import DENIED

P: Final = "P"
WARRIOR: Final = Piece(P, "w")
HIDDEN: Final = Piece(P, "t")
RAID: Final = Piece(P, "t", "r")
FACTS: Final = faction_facts(P)


# --- 13.2 what holds at all times ---------------------------------------------------------


@exception("13.2.3", "Nimble", to="4.2.1")
def moves_anywhere(faction: Faction) -> bool:
    return faction in ANY_RULE


ANY_RULE.add(P)


@exception("13.2.5", "Embedded Agents", to="4.3.3.I")
def embedded_agents(state: State, leg: BattleLeg, attacking: bool) -> Range:
    if "13.2.5" in DENIED:
        return 0, 0
    if not attacking and leg.defender == P and HIDDEN in state.at(leg.clearing):
        n = FACTS.number("embedded_agents_hits")
        return n, n
    return 0, 0


EXTRA_FROM_START.append(embedded_agents)


@definition("13.2.2", "Plot Tokens")
def face_up(state: State, sub: str | None = None) -> int:
    """How many plots lie face up on the map, of a type or of all."""
    return sum(1 for plot in state.plots.values() if plot.sub and sub in (None, plot.sub))


# --- 13.7.4 raid --------------------------------------------------------------------------


BY_CARDS: Final = disputed("P-14")


@rule("13.7.4", "Raid", starts=(PieceLeg,))
def raid_warriors(state: State, clearing: int) -> Clause:
    """One Corvid warrior in each adjacent clearing, as far as the supply goes.

    With Boat Builders, and with riverboats hired, clearings along the river may or may not be
    adjacent, with Tunnels those of other plots.
    """
    least, most = in_supply(state, WARRIOR)
    reached = [set(paths_from(state, clearing))]
    for more in joined_by_cards(state, clearing):
        reached += [near | more for near in reached]
    strikes = [
        choose("13.7.4", "", P, supply, slots(state, near))
        for near in reached
        for supply in range(least, most + 1)
    ]
    return any_order(one_of(*strikes), *BEYOND)


def joined_by_cards(state: State, clearing: int) -> list[set[int]]:
    """Clearings that a card of the Corvids joins to that one, a set for each card."""
    cards, near = state.crafted.get(P, ()), paths_from(state, clearing)
    by_river = {c for c in clearings(state) if joined_by_river(state, clearing, c)}
    links = {"boat": by_river, "tun": set(state.plots)}
    found = [more - near - {clearing} for card, more in links.items() if card in cards]
    if swims(state, P):
        found.append(by_river - near - {clearing})
    return found if any(found) and BY_CARDS() else []


def slots(state: State, near: set[int]) -> list[tuple[tuple[Piece, str, int], int]]:
    return [((WARRIOR, "supply", c), 1) for c in sorted(near) if may_strike(state, c)]


def may_strike(state: State, clearing: int) -> bool:
    here = state.at(clearing)
    return clearing != BURROW and KEEP not in here and clearing not in state.scorched


@kinds.fits(kinds.placed("w"))
def raids_woodland(state: State, leg: PieceLeg) -> bool:
    return placed(state, leg, WARRIOR) and leg.end != BURROW


@kinds.fits(kinds.placed("w"))
def raids_burrow(state: State, leg: PieceLeg) -> bool:
    return placed(state, leg, WARRIOR) and leg.end == BURROW


BEYOND: Final = (
    forbidden(
        up_to(MANY, take(PieceLeg, raids_burrow, number="12.2.2")),
        "12.2.2",
        "only Duchy pieces are placed in the Burrow",
    ),
    forbidden(
        up_to(MANY, take(PieceLeg, raids_woodland, number="13.7.4")),
        "13.7.4",
        "a raid puts one warrior in each adjacent clearing, as far as the supply goes",
    ),
)


@consequence("13.7.4", "Raid", verb="remove")
def raid_removed(state: State, leg: Leg, by: Faction) -> Effects:
    """A raid that is removed strikes; a plot removed face down may have been one."""
    if not isinstance(leg, PieceLeg) or leg.piece.owner != P or leg.piece.kind != "t":
        return ()
    if not isinstance(leg.start, int):
        return ()
    plot = state.plots.get(leg.start)
    sub = leg.piece.sub or (plot.sub if plot is not None else "")
    if sub == "r":
        return (Due("13.7.4", P, raid_warriors(leg.start), "unit"),)
    if sub == "":
        return (Due("13.7.4", P, may(raid_warriors(leg.start)), "unit"),)
    return ()


BEFORE_ITS_CAUSE: Final = disputed("Q49")


def raid_to_come(state: State, battle: BattleLeg) -> tuple[Due, ...]:
    """A raid turned up in an open battle may strike before it is taken off."""
    if P not in (battle.attacker, battle.defender) or RAID not in state.at(battle.clearing):
        return ()
    if not BEFORE_ITS_CAUSE():
        return ()
    return (Due("13.7.4", P, raid_warriors(battle.clearing), "unit"),)


PREPAYABLE.append(raid_to_come)


# --- 13.2.4 exposure ----------------------------------------------------------------------


def shows_to_corvids(state: State, leg: RevealLeg, faction: Faction) -> bool:
    return leg.owner == faction and not leg.whole and (not leg.audience or P in leg.audience)


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


@kinds.fits(kinds.GIVEN)
def gives_shown(state: State, leg: CardLeg, faction: Faction, suit: str | None) -> bool:
    same = suit is None or leg.suit is None or leg.suit == suit
    return leg.start == faction and leg.end == P and same


@kinds.fits(kinds.removed("t") | kinds.moved("t"))
def exposed(state: State, leg: PieceLeg, clearing: int, faction: Faction) -> bool:
    return leg.piece.owner == P and leg.piece.kind == "t" and leg.start == clearing


def answer(state: State, leg: GuessLeg, faction: Faction, suit: str | None) -> Clause:
    """Wrong: the card goes to the Corvids. Right: the plot is removed, without effect."""
    return one_of(
        take(CardLeg, gives_shown, faction, suit, n=1, number="13.2.4"),
        take(
            PieceLeg,
            exposed,
            leg.clearing,
            faction,
            n=1,
            number="13.2.4",
            verb="expose",
            by=faction,
            then=without_effect,
        ),
    )


def without_effect(state: State, leg: PieceLeg, clearing: int, faction: Faction) -> Clause:
    """The card stays with the guesser, and a raid does not strike."""
    struck = up_to(MANY, take(PieceLeg, placed, WARRIOR, number="13.7.4"))
    given = take(CardLeg, gives_shown, faction, None, n=1, number="13.2.4")
    return any_order(
        forbidden(struck, "13.7.4", "a plot removed by Exposure has no effect"),
        forbidden(given, "13.2.4", "after a right guess the card stays with the guesser"),
    )


@rule("13.2.4", "Exposure", unit=True, starts=(RevealLeg, GuessLeg))
def exposure(state: State, faction: Faction) -> Clause:
    """Show the Corvids a matching card and guess the type of a face-down plot."""
    if P not in state.game.players:
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
    try_it = may(one_of(in_order(card), unshown))
    if not is_enemy(state, P, faction):
        return forbidden(try_it, "13.2.4", "only enemies of the Corvids guess")
    return try_it


TILL_THE_LAST_STEP: Final = printing(
    "p16", "13.2.4", "guesses end as the last step of the turn begins"
)


@rule("13.2.4", "Exposure", part="after drawing", starts=(RevealLeg, GuessLeg), optional=True)
def guess_after_drawing(state: State, faction: Faction) -> Clause:
    """Of a Vagabond, whose draw is not his last step."""
    if P not in state.game.players or not TILL_THE_LAST_STEP(state):
        return NOTHING
    return exposure(faction)


@rule(
    "13.2.4", "Exposure", part="while prices are set", starts=(RevealLeg, GuessLeg), optional=True
)
def guess_while_pricing(state: State, faction: Faction) -> Clause:
    """Of the Riverfolk, who draw no card in Evening."""
    if P not in state.game.players or TILL_THE_LAST_STEP(state):
        return NOTHING
    return exposure(faction)


@rule("13.2.4", "Exposure", part="too late", starts=(RevealLeg, GuessLeg), optional=True, bans=True)
def late_exposure(_: State, faction: Faction) -> Clause:
    """After the Evening draw nobody guesses any more."""
    return forbidden(
        exposure(faction), "13.2.4", "guesses come before the first card drawn in Evening"
    )
