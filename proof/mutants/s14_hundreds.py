"""Operators on the Lord of the Hundreds (14)."""

from __future__ import annotations

from notation.legs import CardLeg, Piece, PieceLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    SUITS,
    WARLORD,
    barred,
    board,
    enemies,
    far,
    gone,
    holding,
    holds,
    in_play,
    near,
    only,
    placed,
    rules,
    slots,
    suit,
    warriors,
)
from proof.mutants.catalogue import Edits, operator
from replayer.facts import faction_facts, moods
from replayer.state import State
from replayer.timeline import Step

MOB = Piece("H", "t")
HUNDREDS = faction_facts("H")


def mood_step(site: Site) -> int:
    """The action that chooses the mood; one past the last if none does."""
    return site.next(1, lambda step: mood_of(step) is not None)


def mood_of(step: Step) -> str | None:
    leg = only(step)
    if isinstance(leg, CardLeg) and leg.end == "H$" and leg.start == "stack":
        return leg.name
    return None


def births(site: Site) -> list[tuple[Step, int]]:
    """Mobs placed as the Hundreds' Raze ends: (action, clearing)."""
    return [
        (step, int(leg.end))
        for step in site.steps[: mood_step(site) - 1]
        if (leg := placed(step, "H", "t")) and leg.n == 1
    ]


def items(state: State, track: str) -> int:
    letters = next(row.items for row in HUNDREDS.hoard if row.name == track)
    return sum(n for letter, n in state.items["H"].items() if letter in letters)


def strength_of(state: State, track: str) -> int:
    """Command or Prowess (14.2.4.II)."""
    return HUNDREDS.scales[track].at(items(state, track))


def razing(step: Step) -> set[int] | None:
    """The clearings an action takes enemy pieces or items off; None if it does anything else."""
    found = set()
    for leg in step.legs:
        start = getattr(leg, "start", None)
        if isinstance(leg, CardLeg) or not isinstance(start, int):
            return None
        if isinstance(leg, PieceLeg) and (leg.piece.owner == "H" or isinstance(leg.end, int)):
            return None
        found.add(start)
    return found


@operator("14.4.1", "leaves the enemy pieces beside a mob unrazed")
def skips_raze(game: Base) -> Edits:
    for site in game.turns("H"):
        mobs = holding(site.opened, MOB)
        doomed = [c for c in mobs if enemies(site.opened, "H", c, "bt")]
        ruined = [c for c in mobs if c in site.opened.ruins]
        if len(set(doomed + ruined)) != 1 or not doomed or not site.steps:
            continue
        first = site.steps[0]
        if razing(first) != set(doomed):
            continue
        cut = site.next(2, lambda step: razing(step) is None and points_of(step) is None) - 1
        proof = site.step(cut + 1)
        if proof is not None and (placed(proof, "H", "w") or placed(proof, "H", "t")):
            yield site.edit(1, cut)


@operator("14.4.1", "places the new mob beside no mob")
def mob_jumps(game: Base) -> Edits:
    for site in game.turns("H"):
        for step, _ in births(site):
            mobs = holding(step.before, MOB)
            for c in board(step.before).clearings:
                if c not in mobs and all(c in far(step.before, mob) for mob in mobs):
                    yield site.edit(step.index, 1, f"t->{c}")


@operator("14.4.1", "rolls the mob die twice")
def second_mob(game: Base) -> Edits:
    for site in game.turns("H"):
        for step, _ in births(site):
            if site.closed.mood == "jubilant":
                continue
            mobs = holding(step.after, MOB)
            room = {c for mob in mobs for c in near(step.after, mob)} - set(mobs)
            for c in sorted(room):
                if not barred(step.after, "H", c) and MOB in step.after.at("supply"):
                    yield site.add(step.index + 1, f"t->{c}")


@operator("14.4.2", "recruits one warrior more beside the warlord")
def recruits_one_more(game: Base) -> Edits:
    for site in game.turns("H"):
        at = mood_step(site)
        mood = site.step(at)
        before = site.step(at - 1)
        if mood is None or before is None or placed(before, "H", "w", "") is None:
            continue
        if mood_of(mood) == "lavish":
            continue  # items may yet bring more
        lair = holding(mood.before, WARLORD)
        left = mood.before.at("supply").get(Piece("H", "w"), 0)
        if lair and left and not barred(mood.before, "H", lair[0]):
            yield site.add(at, f"w->{lair[0]}")


@operator("14.4.2", "recruits where neither warlord nor stronghold stands")
def recruits_elsewhere(game: Base) -> Edits:
    for site in game.turns("H"):
        for step in site.steps[: mood_step(site) - 1]:
            leg = placed(step, "H", "w", "")
            if leg is None or not holding(step.before, WARLORD):
                continue
            taken = {*holding(step.before, WARLORD), *holds(step.before, "H", "b")}
            for c in board(step.before).clearings:
                if c not in taken and not barred(step.before, "H", c):
                    yield site.edit(step.index, 1, step.entry.text.replace(f">{leg.end}", f">{c}"))


@operator("14.4.2", "recruits one warrior too few")
def recruits_too_few(game: Base) -> Edits:
    for site in game.turns("H"):
        at = mood_step(site)
        before, mood = site.step(at - 1), site.step(at)
        if before is None or mood is None:
            continue
        leg = placed(before, "H", "w", "")
        left = mood.before.at("supply").get(Piece("H", "w"), 0)
        if leg is not None and leg.n == 1 and left and holding(before.before, WARLORD):
            yield site.edit(at - 1, 1)


@operator("14.4.4", "chooses a mood that shows an item in the Hoard")
def barred_mood(game: Base) -> Edits:
    for site in game.turns("H"):
        at = mood_step(site)
        step = site.step(at)
        if step is None:
            continue
        for mood in moods().values():
            if step.before.items["H"].get(mood.item or "", 0) and mood.name != step.before.mood:
                yield site.edit(at, 1, f"#{mood.name}->$")


@operator("14.4.4", "keeps the mood")
def same_mood(game: Base) -> Edits:
    for site in game.turns("H"):
        at = mood_step(site)
        step = site.step(at)
        if step is not None and step.before.mood not in ("", "lavish"):
            yield site.edit(at, 1, f"#{step.before.mood}->$")


@operator("14.4.4", "chooses no mood")
def no_mood(game: Base) -> Edits:
    for site in game.turns("H"):
        at = mood_step(site)
        step = site.step(at)
        if step is not None and site.step(at + 1) and mood_of(step) != "lavish":
            yield site.edit(at, 1)


@operator("14.5.2.III", "builds a stronghold with a card of another suit")
def stronghold_of_wrong_suit(game: Base) -> Edits:
    for site in game.turns("H"):
        for step in site.steps[:-1]:
            if len(site.spent()) != 1:
                continue
            leg = gone(step, "H")
            built = placed(site.steps[step.index], "H", "b")
            if leg is None or built is None or leg.n != 1:
                continue
            for other in SUITS:
                if other != suit(step.before, int(built.end)):
                    yield site.edit(step.index, 1, f"{other}#H->", last=step.index + 1)


@operator("14.5.2.III", "builds a stronghold in a clearing it does not rule")
def stronghold_unruled(game: Base) -> Edits:
    for site, step, c in strongholds(game):
        before = step.before
        if rules(before, "H", c) is False and slots(before, c) > 0:
            yield site.edit(step.index, 1, f"b->{c}")


@operator("2.2.3", "builds a stronghold where no slot is open")
def stronghold_without_slot(game: Base) -> Edits:
    for site, step, c in strongholds(game):
        if rules(step.before, "H", c) and slots(step.before, c) <= 0:
            yield site.edit(step.index, 1, f"b->{c}")


def strongholds(game: Base) -> list[tuple[Site, Step, int]]:
    """Strongholds built, each with the other clearings of its suit where one could stand."""
    found = []
    for site in game.turns("H"):
        for step in site.steps:
            leg = placed(step, "H", "b")
            if leg is None:
                continue
            for c in board(step.before).clearings:
                same = suit(step.before, c) == suit(step.before, int(leg.end)) and c != leg.end
                if same and not barred(step.before, "H", c):
                    found.append((site, step, c))
    return found


def incited(site: Site) -> list[tuple[Step, Step, int]]:
    """Incite: (card, mob, clearing)."""
    found = []
    for step in site.steps[mood_step(site) : -1]:
        mob = site.steps[step.index]
        leg = placed(mob, "H", "t")
        if gone(step, "H") and leg is not None and leg.n == 1:
            found.append((step, mob, int(leg.end)))
    return found


@operator("14.6.1", "incites with a card of another suit")
def incites_wrong_suit(game: Base) -> Edits:
    for site in game.turns("H"):
        for step, _, c in incited(site):
            yield from site.in_another_suit(step, suit(step.before, c))


@operator("14.6.1", "incites where no warrior stands")
def incites_without_warrior(game: Base) -> Edits:
    for site in game.turns("H"):
        if site.closed.mood == "jubilant":
            continue
        for _, mob, c in incited(site):
            for other in board(mob.before).clearings:
                same = suit(mob.before, other) == suit(mob.before, c)
                free = MOB not in mob.before.at(other) and not barred(mob.before, "H", other)
                if same and free and not warriors(mob.before, "H", other):
                    yield site.edit(mob.index, 1, f"t->{other}")


@operator("14.6.1", "incites a second mob in a clearing")
def incites_twice(game: Base) -> Edits:
    for site in game.turns("H"):
        if site.closed.mood == "jubilant":
            continue
        for _, mob, c in incited(site):
            for other in holding(mob.before, MOB):
                same = suit(mob.before, other) == suit(mob.before, c)
                if same and warriors(mob.before, "H", other) and not barred(mob.before, "H", other):
                    yield site.edit(mob.index, 1, f"t->{other}")


def oppression(site: Site) -> Step | None:
    """The action that scores for oppressed clearings, right before the draw."""
    draw = site.draw()
    step = site.step(draw.index - 1) if draw else None
    if step is None or site.closed.this_turn.crafted or in_play(site.closed, "charm"):
        return None
    leg, before = points_of(step), step.before
    if leg is None or leg.sign < 0 or before.score["H"] is None:
        return None
    if "O" in before.game.players:
        return None  # hired warriors may rule
    if board(before).tower or site.closed.open_paths != site.opened.open_paths:
        return None
    ruled = [c for c in board(before).clearings if not enemies(before, "H", c)]
    held = sum(1 for c in ruled if rules(before, "H", c))
    return step if HUNDREDS.scales["oppress"].at(held) == leg.n else None


@operator("14.6.2", "oppresses for a point too many", also=("3.2",))
def oppresses_for_more(game: Base) -> Edits:
    for site in game.turns("H"):
        step = oppression(site)
        if step is not None:
            leg = points_of(step)
            assert leg is not None
            yield site.edit(step.index, 1, f"++{leg.n + 1}", last=step.index + 1)


@operator("14.6.2", "oppresses without scoring", kinds=("omission", "illegal"))
def oppresses_for_nothing(game: Base) -> Edits:
    for site in game.turns("H"):
        step = oppression(site)
        if step is not None and site.lone_points(step.index):
            yield site.edit(step.index, 1, last=len(site.steps))
