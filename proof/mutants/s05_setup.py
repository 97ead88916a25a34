"""Operators on lines of setup: what each faction starts with, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notation.legs import CardLeg, PieceLeg
from proof.mutants.base import Base, Edit, Site
from proof.mutants.board import SUITS, board, many, placed, suit
from proof.mutants.catalogue import Edits, operator
from replayer.timeline import Step


def setting(game: Base, faction: str, kind: str, sub: str) -> Iterator[tuple[Site, Step, int]]:
    """Setup lines with the one action that places a piece of that kind, and where."""
    for site in game.setups(faction):
        for step in site.steps:
            leg = placed(step, faction, kind, sub)
            if leg is not None and leg.n == 1:
                yield site, step, int(leg.end)


def instead(site: Site, step: Step, *texts: str) -> Edit:
    """Another action written; what is wrong with a line of setup may be told anywhere in it."""
    size = len(site.steps) - 1 + len(texts)
    return site.edit(step.index, 1, *texts, first=1, last=size)


def troops(game: Base, faction: str) -> Iterator[tuple[Site, Step, PieceLeg]]:
    """Setup lines with each action that places plain warriors in one clearing."""
    for site in game.setups(faction):
        for step in site.steps:
            leg = placed(step, faction, "w", "")
            if leg is not None:
                yield site, step, leg


def more_troops(game: Base, faction: str, wanted: int) -> Edits:
    for site in game.setups(faction):
        for step in site.steps:
            if f"{many(wanted)}w" in step.entry.text.replace("->", "+").split("+"):
                text = re.sub(rf"\b{many(wanted)}w\b", f"{wanted + 1}w", step.entry.text, count=1)
                yield instead(site, step, text)


def pieces(game: Base, faction: str, kind: str) -> Iterator[tuple[Site, Step, PieceLeg]]:
    """Setup lines with each such piece of a faction, whatever is placed beside it."""
    for site in game.setups(faction):
        for step in site.steps:
            for leg in step.legs:
                if isinstance(leg, PieceLeg) and leg.piece.kind == kind:
                    yield site, step, leg


@operator("6.3.2", "puts the keep in no corner", also=("6.3.3", "6.3.4"))
def keep_in_no_corner(game: Base) -> Edits:
    for site, step, _ in setting(game, "C", "t", "k"):
        facts = board(step.before)
        for c in facts.clearings:
            if c not in facts.corners:
                yield instead(site, step, f"t_k->{c}")


@operator("6.3.3", "leaves a clearing without a garrison")
def garrison_missing(game: Base) -> Edits:
    for site in game.setups("C"):
        for step in site.steps:
            places = [leg.end for leg in step.legs if isinstance(leg, PieceLeg)]
            if len(places) > 8 and step.entry.text.startswith("w->"):
                for c in places:
                    rest = "+".join(str(place) for place in places if place != c)
                    yield instead(site, step, f"w->{rest}")


@operator("6.3.4", "starts with a building far from the keep")
def first_building_far_off(game: Base) -> Edits:
    for kind in "swr":
        for site, step, c in setting(game, "C", "b", kind):
            keep = next((home for _, _, home in setting(game, "C", "t", "k")), c)
            facts = board(step.before)
            for other in facts.clearings:
                room = facts.slots[other] > (other in facts.ruins)
                if other not in {keep, *facts.adjacent[keep]} and room:
                    yield instead(site, step, f"b_{kind}->{other}")


@operator("6.3.4", "starts with two sawmills and no workshop")
def two_first_sawmills(game: Base) -> Edits:
    for site, step, c in setting(game, "C", "b", "w"):
        yield instead(site, step, f"b_s->{c}")


@operator("7.3.2", "starts with seven warriors")
def eyrie_with_seven(game: Base) -> Edits:
    yield from more_troops(game, "E", 6)


@operator("7.3.2", "puts the first roost in no corner")
def first_roost_in_no_corner(game: Base) -> Edits:
    for site, step, leg in pieces(game, "E", "b"):
        facts = board(step.before)
        for c in facts.clearings:
            if c not in facts.corners and facts.slots[c] > (c in facts.ruins):
                yield instead(site, step, step.entry.text.replace(f">{leg.end}", f">{c}"))


@operator("8.3.4", "starts with four supporters")
def four_first_supporters(game: Base) -> Edits:
    for site in game.setups("A"):
        for step in site.steps:
            leg = step.legs[0]
            if isinstance(leg, CardLeg) and leg.end == "A$" and leg.n == 3:
                yield instead(site, step, "4#->$")


@operator("9.3.2", "puts the pawn in a clearing")
def pawn_in_a_clearing(game: Base) -> Edits:
    for faction in "VG":
        for site in game.setups(faction):
            for step in site.steps:
                if step.entry.text.startswith("p->"):
                    for c in board(step.before).clearings:
                        yield instead(site, step, f"p->{c}")


@operator("10.3.2", "starts with a garden of another suit")
def first_garden_of_wrong_suit(game: Base) -> Edits:
    for site, step, leg in pieces(game, "L", "b"):
        for other in SUITS.lower():
            if other != leg.piece.sub:
                text = step.entry.text.replace(f"b_{leg.piece.sub}", f"b_{other}")
                yield instead(site, step, text)


@operator("10.3.2", "starts with five warriors beside the garden")
def cult_with_five(game: Base) -> Edits:
    yield from more_troops(game, "L", 4)


@operator("11.3.2", "starts with a warrior away from the river")
def otters_on_land(game: Base) -> Edits:
    for site, step, leg in troops(game, "O"):
        facts = board(step.before)
        for c in facts.clearings:
            if c not in facts.river_clearings:
                yield instead(site, step, f"{many(leg.n)}w->{c}")


@operator("12.3.3", "starts with three warriors beside the first tunnel")
def duchy_with_three(game: Base) -> Edits:
    yield from more_troops(game, "D", 2)


@operator("13.3.2", "starts with two warriors in clearings of one suit")
def corvids_of_one_suit(game: Base) -> Edits:
    for site in game.setups("P"):
        places = {leg.end for leg in site.legs if isinstance(leg, PieceLeg)}
        for step in site.steps:
            leg = placed(step, "P", "w")
            for c in board(step.before).clearings if leg else ():
                others = {suit(step.before, int(c)) for c in places if leg and c != leg.end}
                if c not in places and suit(step.before, c) in others:
                    yield instead(site, step, f"w->{c}")


@operator("14.3.2", "starts with five warriors")
def hundreds_with_five(game: Base) -> Edits:
    yield from more_troops(game, "H", 4)


@operator("14.3.4", "starts in another mood than Stubborn")
def first_mood(game: Base) -> Edits:
    for site in game.setups("H"):
        for step in site.steps:
            if step.entry.text == "#stubborn->$":
                for mood in ("bitter", "rowdy", "wrathful", "lavish"):
                    yield instead(site, step, f"#{mood}->$")


@operator("15.3.3", "starts with five warriors in a clearing")
def keepers_with_five(game: Base) -> Edits:
    for site in game.setups("K"):
        for step in site.steps:
            legs = [leg for leg in step.legs if isinstance(leg, PieceLeg) and leg.piece.kind == "w"]
            if len(legs) == len(step.legs) and all(leg.n == 4 for leg in legs):
                for leg in legs:
                    yield instead(site, step, step.entry.text, f"w->{leg.end}")


@operator("15.3.3", "starts in no corner")
def keepers_in_no_corner(game: Base) -> Edits:
    for site in game.setups("K"):
        for step in site.steps:
            facts = board(step.before)
            places = [leg.end for leg in step.legs if isinstance(leg, PieceLeg)]
            if len(places) != 2 or not step.entry.text.startswith("4w->"):
                continue
            for a in facts.edge:
                for b in facts.adjacent[a] & {*facts.edge}:
                    if a < b and not {a, b} & {*facts.corners}:
                        yield instead(site, step, f"4w->{a}+{b}")
