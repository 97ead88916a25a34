"""Operators on battle: hits, losses, dice (4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from notation.legs import BattleLeg, Leg, Piece, PieceLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import in_play, many, only
from proof.mutants.catalogue import Edits, operator
from proof.mutants.s04_common import battles
from replayer.timeline import Step

FIGHTING = ("armor", "brutal", "sap", "scout", "fpart", "mpart", "rpart", "coffin", "tun", "prop")
"""Cards that change what a battle costs."""


class Bout(NamedTuple):
    """A battle without ambush, items, extra or ignored hits, and the action that tells its losses:
    the dice say exactly what each side loses."""

    site: Site
    battle: Step
    losses: Step | None
    leg: BattleLeg
    lost: dict[str, list[PieceLeg]]


def bouts(game: Base) -> Iterator[Bout]:
    for site in game.turns():
        for step in site.steps:
            leg = only(step)
            if (
                not isinstance(leg, BattleLeg)
                or leg.attacker != site.faction
                or not plain(step, leg)
            ):
                continue
            after = site.step(step.index + 1)
            lost: dict[str, list[PieceLeg]] = {leg.attacker: [], leg.defender: []}
            told = after is not None and falls(after, leg)
            for one in after.legs if after is not None and told else ():
                assert isinstance(one, PieceLeg)
                lost[one.piece.owner].append(one)
            rest = site.step(step.index + (2 if told else 1))
            if rest is not None and not any(leaves(one, leg.clearing) for one in rest.legs):
                yield Bout(site, step, after if told else None, leg, lost)


def plain(step: Step, leg: BattleLeg) -> bool:
    """Whether nothing but the dice and the warriors there decide a battle."""
    sides = {leg.attacker, leg.defender}
    state = step.before
    if leg.dice is None or leg.ambush or in_play(state, *FIGHTING) or sides & {*"VGHKL"}:
        return False
    if "O" in state.game.players or (
        leg.attacker == "E" and state.leader in ("commander", "despot")
    ):
        return False
    bare = not state.count(leg.clearing, leg.defender, "w")
    agents = leg.defender == "P" and state.count(leg.clearing, "P", "t", "")
    return not bare and not agents and "C" not in sides


def leaves(leg: Leg, clearing: int) -> bool:
    """Whether a piece leaves that clearing."""
    return isinstance(leg, PieceLeg) and leg.start == clearing


def falls(step: Step, leg: BattleLeg) -> bool:
    """Whether pieces of both sides leave the clearing of battle, and nothing else happens."""
    return all(
        isinstance(one, PieceLeg)
        and one.start == leg.clearing
        and one.end == "supply"
        and one.piece.owner in (leg.attacker, leg.defender)
        and not one.piece.sub
        for one in step.legs
    )


def hits(bout: Bout) -> dict[str, int]:
    """What each side loses, by the dice and its warriors; the guerrillas' dice are swapped as
    written."""
    state, leg = bout.battle.before, bout.leg
    assert leg.dice is not None
    dealt = {}
    for side, other, die in ((leg.attacker, leg.defender, 0), (leg.defender, leg.attacker, 1)):
        dealt[other] = min(leg.dice[die], state.count(leg.clearing, side, "w"))
    return dealt


def written(bout: Bout, side: str, change: int) -> str | None:
    """The losses as one action, with so many warriors of a side more; "" if there are none left."""
    counts = {
        owner: sum(leg.n for leg in legs if leg.piece.kind == "w")
        for owner, legs in bout.lost.items()
    }
    if any(leg.piece.kind != "w" for legs in bout.lost.values() for leg in legs):
        return None
    counts[side] += change
    if counts[side] < 0 or counts[side] > bout.battle.before.count(bout.leg.clearing, side, "w"):
        return None
    own = bout.site.faction
    parts = [f"{many(n)}{'' if o == own else o}w" for o, n in counts.items() if n]
    if not parts:
        return ""
    text = parts[0] if len(parts) == 1 else f"({'+'.join(parts)})"
    return f"{text}{bout.leg.clearing}->"


@operator("4.3.4", "removes a warrior more than there are hits", also=("4.3.2", "4.3.2.I"))
def loses_too_many(game: Base) -> Edits:
    for bout in bouts(game):
        for side in bout.lost:
            if side == bout.leg.attacker and side in "PA":
                continue  # their own warriors may be spent on a plot or sympathy
            text = written(bout, side, 1)
            cut = 1 if bout.losses else 0
            if text:
                yield bout.site.edit(bout.battle.index + 1, cut, text)


@operator("4.3.4", "removes a warrior fewer than there are hits", also=("4.3.2", "4.3.2.I"))
def loses_too_few(game: Base) -> Edits:
    for bout in bouts(game):
        for side, n in hits(bout).items():
            if side == bout.leg.attacker and side in "PA":
                continue  # warriors they spend on a plot or sympathy may be the loss
            here = bout.battle.before.count(bout.leg.clearing, side, "w")
            left = Piece(side, "w") in bout.battle.before.at("supply")  # or none can be recruited
            text = written(bout, side, -1) if bout.losses and n <= here and left else None
            if text is not None:
                texts = [text] if text else []
                at = bout.battle.index + 1
                last = bout.site.begun(at + 1) - 1 + len(texts)
                yield bout.site.edit(at, 1, *texts, last=last)


@operator("4.3.4", "removes a building while warriors stand")
def loses_building_first(game: Base) -> Edits:
    for bout in bouts(game):
        own = bout.site.faction
        for side, n in hits(bout).items():
            state, c = bout.battle.before, bout.leg.clearing
            men = [leg for leg in bout.lost[side] if leg.piece.kind == "w"]
            spare = state.count(c, side, "w") >= n > 0 and len(men) == 1
            rest = written(bout, side, -men[0].n) if spare else None
            if rest is None:
                continue
            for piece in state.at(c):
                if piece.owner == side and piece.kind in "bt":
                    letter = str(piece)[1:] if side == own else str(piece)
                    left = (
                        f"{many(men[0].n - 1)}{'' if side == own else side}w+"
                        if men[0].n > 1
                        else ""
                    )
                    texts = [f"({left}{letter}){c}->", *([rest] if rest else [])]
                    at = bout.battle.index + 1
                    yield bout.site.edit(at, 1, *texts, last=at + 1)


@operator("4.3.2", "gives the attacker the lower die")
def lower_die(game: Base) -> Edits:
    for site, step, leg in battles(game):
        dice, men = leg.dice, step.before.count(leg.clearing, site.faction, "w")
        if dice is None or leg.ambush or leg.defender == "A" or site.faction in "VG":
            continue
        if dice[0] > dice[1] and men > dice[1]:  # hits may be written as so many as could be dealt
            high, low = dice
            text = step.entry.text.replace(f"({high},{low})", f"({low},{high})")
            yield site.edit(step.index, 1, text, last=step.index + 2)


@operator("4.3", "battles its own pieces", also=("16.6.8",))
def battles_itself(game: Base) -> Edits:
    for bout in bouts(game):
        cut = 2 if bout.losses else 1
        after = bout.site.step(bout.battle.index + cut)
        near = bout.site.steps[bout.battle.index - 1 + cut :][:3]
        lost = any(leaves(leg, bout.leg.clearing) for step in near for leg in step.legs)
        if after is not None and points_of(after) is None and not lost:
            text = f"X{bout.site.faction}{bout.leg.clearing}(0,0)"
            yield bout.site.edit(bout.battle.index, cut, text)
