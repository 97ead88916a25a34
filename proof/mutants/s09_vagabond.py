"""Operators on the Vagabond (9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from notation.legs import BattleLeg, CardLeg, ItemLeg, Piece, PieceLeg, RelationLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SUITS,
    board,
    far,
    in_play,
    lone,
    only,
    suit,
)
from proof.mutants.catalogue import Edits, operator
from replayer.facts import quests
from replayer.state import State
from replayer.timeline import Step


def exhausted(step: Step | None) -> ItemLeg | None:
    """The one item that an action exhausts."""
    leg = only(step) if step is not None else None
    if isinstance(leg, ItemLeg) and leg.end_state == "e" and leg.n == 1 and leg.end_area is None:
        return leg
    return None


def exhausts(site: Site) -> int:
    """How many actions of a turn exhaust anything."""
    legs = (leg for leg in site.legs if isinstance(leg, ItemLeg))
    return sum(leg.n for leg in legs if leg.end_state == "e")


def place(state: State, faction: str) -> int | str:
    """Where the pawn stands."""
    pawn = Piece(faction, "p")
    return next((where for where, here in state.pieces.items() if pawn in here), "")


def walks(game: Base) -> Iterator[tuple[Site, Step, Step, int, int]]:
    """Moves by one boot in Daylight: (turn, boot, move, from, to)."""
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            leg, walk = exhausted(step), lone(site.steps[step.index], "p")
            if leg is None or leg.item != "f" or walk is None:
                continue
            start, end = place(step.before, site.faction), walk.end
            if isinstance(start, int) and isinstance(end, int):
                yield site, step, site.steps[step.index], start, end


@operator("9.5.1", "moves to a clearing that is not adjacent", also=("2.2.1", "4.2", "9.5.9"))
def walks_too_far(game: Base) -> Edits:
    for site, _, walk, start, _ in walks(game):
        for c in far(walk.before, start) if not in_play(walk.before, "tun", "boat") else ():
            foes = walk.before.relations[site.faction]
            hostile = any(walk.before.count(c, f, "w") for f, at in foes.items() if at == "h")
            if "O" not in walk.before.game.players and not hostile:
                yield site.edit(walk.index, 1, f"p->{c}")


@operator("9.5.1", "moves into a forest in Daylight")
def walks_into_forest(game: Base) -> Edits:
    for site, boot, walk, start, _ in walks(game):
        earlier = any(exhausted(step) for step in site.steps[: boot.index - 1])
        slipped = any(lone(step, "p") for step in site.steps[: boot.index - 1])
        for forest, around in board(walk.before).forests.items():
            if earlier and slipped and start in around:
                yield site.edit(walk.index, 1, f"p->{forest}")


@operator("9.5.1", "moves without a boot", kinds=("illegal", "omission"))
def walks_unshod(game: Base) -> Edits:
    for site, boot, walk, _, _ in walks(game):
        earlier = any(exhausted(step) for step in site.steps[: boot.index - 1])
        more = sum(1 for _, one, *_ in walks_of(site) if one.index > boot.index)
        if earlier and not more and not in_play(site.closed, *EXTRA_DEEDS):
            yield site.edit(boot.index, 1, last=walk.index)


def walks_of(site: Site) -> list[tuple[Site, Step, Step, int, int]]:
    return [found for found in walks(site.base) if found[0] is site]


def explorations(game: Base) -> Iterator[tuple[Site, Step, Step]]:
    """Explore: (turn, torch, item taken)."""
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            leg, item = exhausted(step), only(site.steps[step.index])
            if (
                leg
                and leg.item == "r"
                and isinstance(item, ItemLeg)
                and isinstance(item.start, int)
            ):
                yield site, step, site.steps[step.index]


@operator("9.5.3", "explores without a torch", kinds=("illegal", "omission"))
def explores_in_the_dark(game: Base) -> Edits:
    for site, torch, item in explorations(game):
        yield site.edit(torch.index, 1, last=item.index)


@operator("9.5.3", "explores a ruin in another clearing", also=("2.2.4",))
def explores_from_afar(game: Base) -> Edits:
    for site, _, item in explorations(game):
        leg = only(item)
        for c in item.before.ruins:
            if isinstance(leg, ItemLeg) and c != leg.start:
                yield site.edit(item.index, 1, f"%{leg.item}{c}->$")


@operator("9.5.3", "scores two points for exploring", also=("3.2",))
def explores_for_more(game: Base) -> Edits:
    for site, _, item in explorations(game):
        after = site.step(item.index + 1)
        points = points_of(after) if after else None
        if points and points.n == 1 and sum(1 for one in site.steps if points_of(one)) == 1:
            yield site.edit(item.index + 1, 1, "++2", last=item.index + 2)


def aids(game: Base) -> Iterator[tuple[Site, Step, Step, str]]:
    """Aid: (turn, item, card, faction)."""
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            leg = only(site.steps[step.index])
            given = isinstance(leg, CardLeg) and leg.start == site.faction and leg.n == 1
            if not exhausted(step) or not given or not isinstance(leg, CardLeg):
                continue
            if leg.end in site.opened.game.players:
                yield site, step, site.steps[step.index], str(leg.end)


@operator("9.5.4", "aids with a card of another suit")
def aids_wrong_suit(game: Base) -> Edits:
    for site, _, card, faction in aids(game):
        c = place(card.before, site.faction)
        for other in SUITS:
            if isinstance(c, int) and other not in visited(site):
                yield site.edit(card.index, 1, f"{other}#{site.faction}->{faction}")


def visited(site: Site) -> set[str]:
    """Suits of the clearings in which the pawn stands during a turn."""
    states = [step.before for step in site.steps] + [site.closed]
    places = [(state, place(state, site.faction)) for state in states]
    return {suit(state, c) for state, c in places if isinstance(c, int)}


@operator("9.5.4", "aids a player who has no pieces there")
def aids_absent(game: Base) -> Edits:
    for site, _, card, faction in aids(game):
        c = place(card.before, site.faction)
        for other in card.before.game.players:
            absent = isinstance(c, int) and not card.before.count(c, other)
            if absent and other not in (site.faction, faction, "V", "G"):
                text = card.entry.text.rpartition(">")[0] + f">{other}"
                yield site.edit(card.index, 1, text)


@operator(
    "9.5.4",
    "gives a card without exhausting an item",
    also=("1.3.2", "9.2.9.I"),
    kinds=("illegal", "omission"),
)
def aids_for_nothing(game: Base) -> Edits:
    for site, item, card, _ in aids(game):
        rest = [leg for one in site.steps[card.index :] for leg in one.legs]
        if any(isinstance(leg, ItemLeg) and leg.end_state == "e" for leg in rest):
            continue
        fresh = site.next(card.index + 1, lambda one: not aiding(one))
        yield site.edit(item.index, 1, last=fresh - 1)


def aiding(step: Step) -> bool:
    """Whether an action may belong to an Aid: an item taken, a relationship, points."""
    leg = only(step)
    taken = isinstance(leg, ItemLeg) and leg.end_state != "e"
    return taken or isinstance(leg, RelationLeg) or points_of(step) is not None


@operator(
    "9.2.9.Ib", "scores a point too many for a relationship", also=("3.2", "9.2.9.I", "9.2.9.IIa")
)
def befriends_for_more(game: Base) -> Edits:
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            points = points_of(site.steps[step.index])
            lone_points = sum(1 for one in site.steps if points_of(one)) == 1
            if isinstance(only(step), RelationLeg) and points and lone_points:
                yield site.edit(step.index + 1, 1, f"++{points.n + 1}", last=step.index + 2)


@operator(
    "9.2.9.I",
    "improves a relationship by two spaces",
    also=("9.2.9.Ia", "9.2.9.Ib"),
)
def befriends_too_fast(game: Base) -> Edits:
    order = ("0", "1", "2", "a")
    for site in game.turns("VG"):
        for step in site.steps:
            leg = only(step)
            if not isinstance(leg, RelationLeg) or leg.step not in order[:-1]:
                continue
            if sum(1 for one in aids(game) if (one[0], one[3]) == (site, leg.faction)) < 2:
                further = order[order.index(leg.step) + 1]
                yield site.edit(step.index, 1, f"$_{leg.faction}->{further}", last=step.index + 1)


def fights(game: Base) -> Iterator[tuple[Site, Step, Step, BattleLeg]]:
    """Battles by one sword: (turn, sword, battle, leg)."""
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            leg, battle = exhausted(step), only(site.steps[step.index])
            if leg and leg.item == "s" and isinstance(battle, BattleLeg):
                yield site, step, site.steps[step.index], battle


@operator("9.5.2", "battles without a sword", kinds=("illegal", "omission"))
def battles_unarmed(game: Base) -> Edits:
    for site, sword, battle, _ in fights(game):
        later = [leg for one in site.steps[battle.index :] for leg in one.legs]
        swords = any(isinstance(leg, ItemLeg) and leg.item == "s" for leg in later)
        if not swords and not in_play(site.closed, *EXTRA_DEEDS) and site.step(battle.index + 1):
            yield site.edit(sword.index, 1, last=battle.index)


@operator("4.3", "battles in a clearing where the pawn is not")
def battles_without_pawn(game: Base) -> Edits:
    for site, _, battle, leg in fights(game):
        bonds = battle.before.relations[site.faction]
        friends = [f for f, at in bonds.items() if at in ("2", "a")]
        for c in board(battle.before).clearings:
            alone = not any(battle.before.count(c, f, "w") for f in friends)
            if c != leg.clearing and alone and battle.before.count(c, leg.defender):
                yield site.edit(battle.index, 1, f"X{leg.defender}{c}(0,0)")


def strikes(game: Base) -> Iterator[tuple[Site, Step, Step, PieceLeg]]:
    """Strike: (turn, crossbow, removal, leg)."""
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            leg, hit = exhausted(step), site.steps[step.index]
            lost = lone(hit)
            if leg and leg.item == "x" and lost and lost.n == 1 and lost.end == "supply":
                yield site, step, hit, lost


@operator("9.5.6", "strikes a building that warriors guard", also=("9.5", "4.3.4"))
def strikes_building(game: Base) -> Edits:
    for site, _, hit, lost in strikes(game):
        for piece in hit.before.at(lost.start):
            if piece.owner == lost.piece.owner and piece.kind in "bt":
                yield site.edit(hit.index, 1, f"{piece}{lost.start}->")


@operator("9.5.6", "strikes two warriors at once")
def strikes_two(game: Base) -> Edits:
    for site, _, hit, lost in strikes(game):
        if hit.before.count(lost.start, lost.piece.owner, "w", "") >= 2:
            yield site.edit(hit.index, 1, f"2{lost.piece}{lost.start}->", last=hit.index + 1)


@operator("9.5.6", "strikes in another clearing", also=("4.3.4",))
def strikes_from_afar(game: Base) -> Edits:
    for site, _, hit, lost in strikes(game):
        for c in board(hit.before).clearings:
            if c != lost.start and hit.before.at(c).get(lost.piece, 0):
                yield site.edit(hit.index, 1, f"{lost.piece}{c}->")


def repairs(game: Base) -> Iterator[tuple[Site, Step, Step]]:
    """Repair: (turn, hammer, item mended)."""
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            leg, item = exhausted(step), only(site.steps[step.index])
            mended = isinstance(item, ItemLeg) and (item.start_area, item.end_area) == ("d", "s")
            if leg and leg.item == "h" and mended:
                yield site, step, site.steps[step.index]


@operator("9.5.7", "repairs without a hammer", kinds=("illegal", "omission"))
def repairs_by_hand(game: Base) -> Edits:
    for site, hammer, item in repairs(game):
        later = [one for _, one, _ in repairs(game) if one.index > hammer.index]
        wild = not isinstance(place(item.before, site.faction), int)  # where he may rest
        if not wild and not any(one in site.steps for one in later):
            yield site.edit(hammer.index, 1, last=item.index)


def questing(game: Base) -> Iterator[tuple[Site, Step, Step, str]]:
    """Quests completed by one action that exhausts two items: (turn, items, quest, suit)."""
    for site in game.turns("VG"):
        for step in site.steps[:-1]:
            leg = only(site.steps[step.index])
            done = isinstance(leg, CardLeg) and leg.start == "Q"
            if done and isinstance(leg, CardLeg) and leg.suit:
                yield site, step, site.steps[step.index], leg.suit


@operator("9.5.5", "completes a quest of another suit than the clearing's")
def quest_of_wrong_suit(game: Base) -> Edits:
    for site, _, quest, own in questing(game):
        for other in SUITS:
            if other != own:
                yield site.edit(quest.index, 1, f"{other}#Q->$", last=quest.index + 1)


@operator("9.5.5", "scores a point too many for a quest", also=("3.2",))
def quests_for_more(game: Base) -> Edits:
    for site, _, quest, _ in questing(game):
        yield from site.with_one_point_more(quest.index + 1)


@operator("9.5.5", "completes a quest with items it does not list", also=("9.5",))
def quest_with_wrong_items(game: Base) -> Edits:
    for site, items, quest, _ in questing(game):
        card = only(quest)
        assert isinstance(card, CardLeg)
        listed = [row.items for row in quests() if (row.name, row.suit) == (card.name, card.suit)]
        if len(listed) != 1 or {"adventurer", "cheat"} & {*site.opened.characters.values()}:
            continue
        ready = sorted(refreshed(items.before, site.faction))
        for a, b in combinations(ready, 2):
            if {a, b} != {*listed[0]}:
                also, text = (f"quest.{card.name}",), f"%{a}+%{b}->e"
                yield site.edit(items.index, 1, text, last=quest.index, also=also)


def refreshed(state: State, faction: str) -> set[str]:
    """Items that are surely face up and undamaged."""
    tables = [
        {item for item, area, at, _ in table if area != "d" and at == "r"}
        for table in state.satchel[faction]
    ]
    return set.intersection(*tables) if tables else set()


@operator("9.4.1", "refreshes an item too many")
def refreshes_too_many(game: Base) -> Edits:
    for site in game.turns("VG"):
        step = site.steps[0] if site.steps else None
        legs = [leg for leg in step.legs if isinstance(leg, ItemLeg)] if step else []
        if step is None or len(legs) != len(step.legs) or any(leg.end_state != "r" for leg in legs):
            continue
        if sum(leg.n for leg in legs) != site.opened.this_turn.refreshes:
            continue
        down = {
            item
            for table in step.after.satchel[site.faction]
            for item, _, state, _ in table
            if state == "e"
        }
        sure = all(
            any(item == one and state == "e" for one, _, state, _ in table)
            for table in step.after.satchel[site.faction]
            for item in down
        )
        rests = any(
            isinstance(leg, ItemLeg) and leg.end_state == "r"
            for one in site.steps[1:]
            for leg in one.legs
        )
        for item in sorted(down) if sure and not rests else ():
            yield site.add(2, f"%{item}->r", last=2)


@operator("9.4.2", "slips twice", also=("9.5.1",))
def slips_twice(game: Base) -> Edits:
    for site in game.turns("VG"):
        at = site.next(1, lambda step: lone(step, "p"))
        step, behind = site.step(at), site.step(at - 1)
        if step is None or exhausted(behind) or any(exhausted(one) for one in site.steps[: at - 1]):
            continue
        here = place(step.after, site.faction)
        after = site.step(at + 1)
        if isinstance(here, int) and after is not None and isinstance(only(after), ItemLeg):
            boot = exhausted(after)
            then = at + 1  # a boot may pay for it that was meant for the next move
            if boot is not None and boot.item == "f":
                then = site.next(at + 2, lambda step: lone(step, "p")) + 1
            for c in board(step.after).adjacent[here] if then <= len(site.steps) + 1 else ():
                if "O" not in step.after.game.players:
                    yield site.add(at + 1, f"p->{c}", last=then + 1)


@operator("9.6.1", "rests outside a forest")
def rests_in_a_clearing(game: Base) -> Edits:
    for site in game.turns("VG"):
        draw = site.draw()
        if draw is None or not isinstance(place(draw.before, site.faction), int):
            continue
        tables = draw.before.satchel[site.faction]
        if all(any(area == "d" for _, area, _, _ in table) for table in tables):
            yield site.add(draw.index, "%_d->s+r")


@operator("9.2.7", "takes a hit by nothing", kinds=("illegal", "omission"), also=("4.3.4",))
def ignores_hits(game: Base) -> Edits:
    for site in game.turns():
        for step in site.steps[:-1]:
            battle, loss = only(step), site.steps[step.index]
            if not isinstance(battle, BattleLeg) or battle.attacker != site.faction:
                continue
            if battle.dice is None or battle.ambush:
                continue
            sword = exhausted(site.step(step.index - 1))
            if sword is None or sword.item != "s":
                continue
            legs = [leg for leg in loss.legs if isinstance(leg, ItemLeg)]
            broken = len(legs) == len(loss.legs) and all(leg.end_area == "d" for leg in legs)
            last = site.step(loss.index + 1)
            if broken and last is not None and site.faction in "VG" and battle.dice[1] >= len(legs):
                fresh = site.fresh(loss.index + 1)
                quiet = not in_play(
                    step.before, "armor", "sap", "brutal", "fpart", "mpart", "rpart"
                )
                if quiet:
                    yield site.edit(loss.index, 1, last=fresh - 1)
