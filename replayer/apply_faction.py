"""What is neither piece, card nor item: battles, points, markers, prices, relationships, hire."""

from __future__ import annotations

from typing import Final

import msgspec

from notation.actions import Owner
from notation.legs import (
    BattleLeg,
    FundsLeg,
    GuessLeg,
    HireLeg,
    LeaveTrackLeg,
    OutcastLeg,
    PointsLeg,
    PricesLeg,
    RelationLeg,
)
from replayer.apply_crafts import play_ambushes
from replayer.apply_riverfolk import tell_funds
from replayer.facts import faction_facts
from replayer.piles import activate_supporter_dominance, flush_lost_souls
from replayer.state import OUT, SUPPLY, State
from replayer.tables import fault, with_entry

BANDITS: Final = "h_T"
"""The Highway Bandits stand on paths, and so at both their ends."""


def battle(new: State, leg: BattleLeg) -> None:
    """A battle is declared: nothing is lost yet but the ambush cards."""
    new.battle = leg
    if new.this_turn.hits != (0, 0):
        new.this_turn = msgspec.structs.replace(new.this_turn, hits=(0, 0))
    play_ambushes(new, leg)
    here = leg.clearing
    if not _has_pieces(new, leg.attacker, here) and not _may_be_hired(new, leg.attacker, here):
        fault(new, "piece", f"{leg.attacker} battles in {here}, where it has no piece")
    if not _has_pieces(new, leg.defender, here):
        fault(new, "piece", f"{leg.defender} is battled in {here}, where it has no piece")


def _has_pieces(new: State, owner: Owner, clearing: int) -> bool:
    if any(piece.owner == owner for piece in new.at(clearing)):
        return True
    return owner == BANDITS and any(
        str(clearing) in str(place).split("_") and any(piece.owner == owner for piece in here)
        for place, here in new.pieces.items()
        if place not in (SUPPLY, OUT)
    )


def _may_be_hired(new: State, owner: Owner, clearing: int) -> bool:
    """Riverfolk warriors may fight for whoever bought mercenaries (11.2.7.III)."""
    return owner != "O" and new.count(clearing, "O", "w") > 0


def points(new: State, leg: PointsLeg) -> None:
    """The marker moves along the track, never below 0 (Q3 of the procedures, notation.md 5.3)."""
    if leg.faction not in new.score:
        fault(new, "score", f"points for {leg.faction}, which does not play")
        return
    score = new.score[leg.faction]
    if score is None:
        if leg.sign > 0:
            fault(new, "score", f"points for {leg.faction}, whose marker has left the track")
        return
    new.score = with_entry(new.score, leg.faction, max(0, score + leg.sign * leg.n))


def leave_track(new: State, leg: LeaveTrackLeg) -> None:
    """The marker leaves the track: dominance, or a Vagabond's coalition (3.3, 9.2.8)."""
    faction, board = leg.faction, leg.board
    if faction not in new.score:
        fault(new, "score", f"{faction} leaves the track, but does not play")
        return
    if new.score[faction] is None:
        fault(new, "score", f"{faction}'s marker leaves the track a second time")
    new.score = with_entry(new.score, faction, None)
    if board == faction:
        if faction == "A":
            activate_supporter_dominance(new)
        return
    new.coalition = with_entry(new.coalition, faction, board)


def guess(new: State, leg: GuessLeg) -> None:
    """Exposure: there must be something to guess (13.2.4)."""
    plot = new.plots.get(leg.clearing)
    if plot is None or plot.sub:
        fault(new, "piece", f"a plot in {leg.clearing} is guessed, where none lies face down")
        return
    new.this_turn = msgspec.structs.replace(new.this_turn, guess=leg.clearing)


def prices(new: State, leg: PricesLeg) -> None:
    """New prices of the Riverfolk's services (11.6.2)."""
    table = dict(new.prices)
    for row in faction_facts("O").services:
        if row.letter in leg.services:
            if leg.price not in row.prices:
                fault(new, "place", f"price {leg.price}, which no track shows")
            table[row.letter] = leg.price
    new.prices = table


def funds(new: State, leg: FundsLeg) -> None:
    """How many warriors are told to lie in Funds (11.6)."""
    tell_funds(new, leg.count)


def outcast(new: State, leg: OutcastLeg) -> None:
    """A new outcast; what went to the Lost Souls earlier this turn leaves them, too (10.4.1)."""
    new.outcast = (leg.suit, leg.hated)
    if not new.this_turn.outcast_told:
        new.this_turn = msgspec.structs.replace(new.this_turn, outcast_told=True)
    if new.turn == "L" and new.round:
        flush_lost_souls(new)


def relation(new: State, leg: RelationLeg) -> None:
    """A Vagabond's relationship marker (9.2.9)."""
    table = new.relations.get(leg.vagabond)
    if table is None or leg.faction not in table:
        message = f"a marker of {leg.vagabond} for {leg.faction}: there is none"
        fault(new, "place", message)
        return
    if table[leg.faction] == "h" != leg.step and leg.vagabond == new.turn:
        start_afresh(new, leg)
    new.relations = with_entry(
        new.relations, leg.vagabond, with_entry(table, leg.faction, leg.step)
    )


def start_afresh(new: State, leg: RelationLeg) -> None:
    """Out of the Hostile box no earlier Aid counts: it was for that, or given to a Hostile faction
    (9.2.9.Ia)."""
    facts = new.this_turn
    given = tuple(faction for faction in facts.given if faction != leg.faction)
    relations = tuple((f, leg.step if f == leg.faction else was) for f, was in facts.relations)
    new.this_turn = msgspec.structs.replace(facts, given=given, relations=relations)


def hire(new: State, leg: HireLeg) -> None:
    """A hireling comes under a player's control (notation.md 5.15)."""
    if leg.hireling not in {name[:3] for name in new.game.hirelings}:
        fault(new, "piece", f"{leg.hireling} is hired, but does not take part")
    new.hirelings = with_entry(new.hirelings, leg.hireling, (leg.board, leg.markers))
