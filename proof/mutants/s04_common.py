"""Operators on what every faction does: move, battle, craft, score (1 to 5)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import BattleLeg, Piece
from proof.mutants.base import Base, Site
from proof.mutants.board import (
    SUITS,
    barred,
    board,
    far,
    in_play,
    many,
    near,
    only,
    rules,
    suit,
    warriors,
)
from proof.mutants.catalogue import Edits, operator
from replayer.timeline import Step


def marches(game: Base) -> Iterator[tuple[Site, Step, int, int, int]]:
    """Moves of the player's own warriors: (turn, action, start, end, how many)."""
    for site in game.turns():
        for step in site.steps:
            leg = site.march(step)
            if leg is not None and not leg.piece.sub and leg.start and leg.end:
                yield site, step, int(leg.start), int(leg.end), leg.n


@operator("4.2", "moves one warrior more than stand there")
def moves_too_many(game: Base) -> Edits:
    for site, step, start, end, _ in marches(game):
        n = warriors(step.before, site.faction, start) + 1
        most = max(warriors(one.before, site.faction, start) for one in site.steps)
        if most < n and not site.comes(Piece(site.faction, "w"), start, step.index):
            yield site.edit(step.index, 1, f"{n}w{start}->{end}")


@operator("4.2", "moves to a clearing that is not adjacent", also=("2.2.1",))
def moves_too_far(game: Base) -> Edits:
    for site, step, start, _, n in marches(game):
        before, mover = step.before, site.faction
        if in_play(before, "tun", "boat") or barred(before, mover, start):
            continue
        for c in far(before, start):
            if rules(before, mover, c) or rules(before, mover, start) or mover in "PV":
                yield site.edit(step.index, 1, f"{many(n)}w{start}->{c}")


@operator("4.2.1", "moves between two clearings it does not rule")
def moves_unruled(game: Base) -> Edits:
    for site, step, start, _, _ in marches(game):
        if site.faction in "PV" or in_play(step.before, "cplans"):
            continue
        for a in board(step.before).clearings:
            same = suit(step.before, a) == suit(step.before, start)
            here = warriors(step.before, site.faction, a)
            if same and here and not barred(step.before, site.faction, a) and site.never_rules(a):
                for b in near(step.before, a):
                    if site.never_rules(b):
                        yield site.edit(step.index, 1, f"w{a}->{b}")


def battles(game: Base) -> Iterator[tuple[Site, Step, BattleLeg]]:
    for site in game.turns():
        for step in site.steps:
            leg = only(step)
            if isinstance(leg, BattleLeg) and leg.attacker == site.faction:
                yield site, step, leg


@operator("4.3", "battles an enemy who is not there")
def battles_nobody(game: Base) -> Edits:
    for site, step, leg in battles(game):
        for c in board(step.before).clearings:
            same = suit(step.before, c) == suit(step.before, leg.clearing)
            here = any(step.before.count(c, site.faction, kind) for kind in "wp")
            if same and here and not step.before.count(c, leg.defender):
                yield site.edit(step.index, 1, f"X{leg.defender}{c}(0,0)")


@operator("4.3", "battles where it has no warriors")
def battles_from_afar(game: Base) -> Edits:
    for site, step, leg in battles(game):
        for c in board(step.before).clearings:
            same = suit(step.before, c) == suit(step.before, leg.clearing)
            here = step.before.count(c, site.faction) + step.before.count(c, "O", "w")
            later = site.comes(Piece(site.faction, "w"), c, step.index)
            if same and not here and not later and step.before.count(c, leg.defender):
                yield site.edit(step.index, 1, f"X{leg.defender}{c}(0,0)")


@operator("4.3.1", "ambushes with a card of another suit")
def ambushes_wrong_suit(game: Base) -> Edits:
    for site, step, leg in battles(game):
        if leg.ambush is None:
            continue
        for other in SUITS:
            if other != suit(step.before, leg.clearing):
                text = step.entry.text.replace(f"{leg.ambush}@", f"{other}@", 1)
                yield site.edit(step.index, 1, text)
