"""Operators on the Marquise de Cat (6)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import BattleLeg, CraftLeg, Piece, PieceLeg, RevealLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    KEEP,
    SUITS,
    barred,
    board,
    gone,
    holding,
    holds,
    in_play,
    lone,
    many,
    march,
    near,
    only,
    placed,
    rules,
    slots,
    suit,
)
from proof.mutants.catalogue import Edits, operator
from replayer.state import State
from replayer.timeline import Step

WOOD = Piece("C", "t")
SAWMILL, RECRUITER = Piece("C", "b", "s"), Piece("C", "b", "r")


def all_place(step: Step, piece: Piece) -> bool:
    """Whether an action places such pieces out of the supply and does nothing else."""
    return all(
        isinstance(leg, PieceLeg)
        and (leg.piece, leg.start) == (piece, "supply")
        and isinstance(leg.end, int)
        for leg in step.legs
    )


def logged(site: Site) -> int:
    """How many actions at the turn's start place wood."""
    return site.next(1, lambda step: not all_place(step, WOOD)) - 1


def acts(step: Step | None) -> bool:
    """Whether an action belongs to Daylight or Evening beyond doubt: a craft, a battle, pieces of
    the Marquise."""
    leg = step.legs[0] if step is not None else None
    if isinstance(leg, PieceLeg):
        return leg.piece.owner == "C"
    return isinstance(leg, CraftLeg | BattleLeg)


@operator("6.4", "leaves a sawmill without its wood", kinds=("illegal", "omission"))
def wood_missing(game: Base) -> Edits:
    for site in game.turns("C"):
        n = logged(site)
        if not acts(site.step(n + 1)) or site.spent():
            continue
        for step in site.steps[:n]:
            ends = [leg.end for leg in step.legs if isinstance(leg, PieceLeg)]
            if len(ends) == 1:
                text = [] if step.legs[0].n == 1 else [f"{many(step.legs[0].n - 1)}t->{ends[0]}"]
            else:
                text = [f"{many(step.legs[0].n)}t->{'+'.join(map(str, ends[1:]))}"]
            yield site.edit(step.index, 1, *text, first=n + len(text))


@operator("6.4", "takes wood twice from a sawmill", also=("6.5.5",))
def wood_twice(game: Base) -> Edits:
    for site in game.turns("C"):
        n = logged(site)
        if n and WOOD in site.steps[n - 1].after.at("supply") and not site.spent():
            for c in holding(site.opened, SAWMILL):
                yield site.add(n + 1, f"t->{c}", last=n + 2)  # a card may yet pay for it


@operator("6.4", "places wood where no sawmill stands", also=("6.5.5",))
def wood_elsewhere(game: Base) -> Edits:
    for site in game.turns("C"):
        for step in site.steps[: logged(site)]:
            leg = placed(step, "C", "t", "")
            if leg is None or site.spent():
                continue
            for c in board(step.before).clearings:
                if SAWMILL not in step.before.at(c) and not barred(step.before, "C", c):
                    yield site.edit(step.index, 1, f"{many(leg.n)}t->{c}")


def recruits(site: Site) -> tuple[int, int]:
    """The first action that recruits, and the first after it that does not; (0, 0) if none does."""
    n = logged(site)
    first = site.next(n + 1, lambda step: all_place(step, Piece("C", "w")))
    if first > len(site.steps):
        return 0, 0
    return first, site.next(first, lambda step: not all_place(step, Piece("C", "w")))


@operator("6.5.3", "recruits twice in a turn", also=("6.5",))
def recruits_again(game: Base) -> Edits:
    for site in game.turns("C"):
        first, end = recruits(site)
        if not first:
            continue
        left = site.steps[end - 2].after.at("supply").get(Piece("C", "w"), 0)
        homes = holding(site.opened, RECRUITER)
        again = site.texts[first - 1 : end - 1]
        if left > len(homes) + len(again) and not site.opened.scorched:
            yield site.add(end, *again, last=end + len(again) - 1)


@operator("6.5.3", "recruits where no recruiter stands")
def recruits_anywhere(game: Base) -> Edits:
    for site in game.turns("C"):
        first, _ = recruits(site)
        step = site.step(first)
        leg = placed(step, "C", "w") if step else None
        men = step.before.at("supply").get(Piece("C", "w"), 0) if step else 0
        if step is None or leg is None or men < len(holding(step.before, RECRUITER)):
            continue
        for c in board(step.before).clearings:
            if RECRUITER not in step.before.at(c) and not barred(step.before, "C", c):
                yield site.edit(first, 1, f"{many(leg.n)}w->{c}")


def builds(game: Base) -> Iterator[tuple[Site, list[Step], Step, PieceLeg]]:
    """Builds that cost wood: (turn, actions that pay, action that builds, its leg)."""
    for site in game.turns("C"):
        for step in site.steps:
            leg = placed(step, "C", "b")
            if leg is None:
                continue
            paid: list[Step] = []
            while (before := site.step(step.index - 1 - len(paid))) and pays_wood(before):
                paid.insert(0, before)
            if len(paid) == 1:
                yield site, paid, step, leg


def pays_wood(step: Step) -> bool:
    return all(
        isinstance(leg, PieceLeg) and leg.piece == WOOD and leg.end == "supply" for leg in step.legs
    )


def sources(paid: list[Step]) -> set[int]:
    return {int(leg.start) for step in paid for leg in step.legs if isinstance(leg, PieceLeg)}


def realm(state: State, clearing: int) -> set[int] | None:
    """Clearings joined to this one through clearings the Marquise rules; None if rule is open."""
    found, fresh = {clearing}, [clearing]
    while fresh:
        for c in near(state, fresh.pop()) - found:
            if rules(state, "C", c) is None:
                return None
            if rules(state, "C", c):
                found.add(c)
                fresh.append(c)
    return found


@operator("6.5.4.I", "builds in a clearing it does not rule")
def builds_unruled(game: Base) -> Edits:
    for site, paid, step, leg in builds(game):
        before = paid[0].before
        for c in board(before).clearings:
            at_hand = all(c in near(before, wood) for wood in sources(paid))
            held = all(rules(before, "C", wood) for wood in sources(paid))
            alien = rules(step.before, "C", c) is False
            if at_hand and held and alien and slots(before, c) > 0 and not barred(before, "C", c):
                yield site.edit(step.index, 1, f"b_{leg.piece.sub}->{c}")


@operator("2.2.3", "builds where no slot is open", also=("6.5.4.III",))
def builds_without_slot(game: Base) -> Edits:
    for site, paid, step, leg in builds(game):
        before = paid[0].before
        for c in board(before).clearings:
            own = realm(before, c)
            if own and sources(paid) <= own and rules(before, "C", c) and slots(before, c) <= 0:
                yield site.edit(step.index, 1, f"b_{leg.piece.sub}->{c}")


@operator("6.5.4.II", "builds with one wood too few")
def builds_too_cheaply(game: Base) -> Edits:
    for site, paid, step, _ in builds(game):
        pay = paid[0]
        if any(pays_wood(one) for one in site.steps[step.index :]):
            continue
        first = pay.legs[0]
        if not isinstance(first, PieceLeg):
            continue
        texts = [f"{many(first.n - 1)}t{first.start}"] if first.n > 1 else []
        rest = [leg for leg in pay.legs[1:] if isinstance(leg, PieceLeg)]
        texts += [f"{many(leg.n)}t{leg.start}" for leg in rest]
        text = [f"{'+'.join(texts)}->"] if texts else []
        fresh = site.next(step.index + 1, lambda one: points_of(one) is None)
        yield site.edit(pay.index, 1, *text, last=fresh - 1 + len(text))  # wood may come later


@operator("6.5.4.II", "builds with wood from clearings cut off")
def builds_with_distant_wood(game: Base) -> Edits:
    for site, paid, step, leg in builds(game):
        before = paid[0].before
        need = sum(one.n for one in paid[0].legs)
        own = realm(before, int(leg.end))
        if own is None or not rules(before, "C", int(leg.end)) or "O" in before.game.players:
            continue
        for c in holding(before, WOOD):
            if c not in own and before.at(c)[WOOD] >= need and not in_play(before, "tun", "boat"):
                text = f"{many(need)}t{c}->"
                yield site.edit(paid[0].index, 1, text, last=step.index)


@operator("6.5.4.III", "scores a point too many for a building", also=("3.2",))
def builds_for_more(game: Base) -> Edits:
    for site, _, step, _ in builds(game):
        yield from site.with_one_point_more(step.index + 1)


@operator("6.5.4.III", "does not score for a building", kinds=("omission",))
def builds_for_nothing(game: Base) -> Edits:
    for site, _, step, _ in builds(game):
        if site.lone_points(step.index + 1):
            yield site.edit(step.index + 1, 1, first=1, last=len(site.steps) - 1)


def overworks(game: Base) -> Iterator[tuple[Site, Step, Step, int]]:
    """Overwork: (turn, card, wood, clearing)."""
    for site in game.turns("C"):
        for step in site.steps[:-1]:
            after = site.steps[step.index]
            leg = placed(after, "C", "t", "")
            if gone(step, "C") and leg is not None and leg.n == 1:
                yield site, step, after, int(leg.end)


@operator("6.5.5", "overworks a sawmill with a card of another suit")
def overworks_wrong_suit(game: Base) -> Edits:
    for site, card, _, c in overworks(game):
        yield from site.in_another_suit(card, suit(card.before, c))


@operator("6.5.5", "overworks where no sawmill stands")
def overworks_elsewhere(game: Base) -> Edits:
    for site, _, wood, c in overworks(game):
        for other in board(wood.before).clearings:
            same = suit(wood.before, other) == suit(wood.before, c)
            free = SAWMILL not in wood.before.at(other) and not barred(wood.before, "C", other)
            if same and free:
                yield site.edit(wood.index, 1, f"t->{other}")


def actions(site: Site) -> int | None:
    """Actions of Daylight that the turn takes, less the birds that may pay for some; None where
    cards in play give moves and battles, too."""
    if in_play(site.opened, *EXTRA_DEEDS) or in_play(site.closed, *EXTRA_DEEDS):
        return None
    taken = moves = 0
    steps = site.steps[logged(site) :]
    paid = {card.index for _, card, _, _ in overworks(site.base) if card in steps}
    for step in steps:
        leg = only(step)
        if site.march(step):
            moves += 1
            continue
        taken, moves = taken + (moves + 1) // 2, 0
        taken += bool(placed(step, "C", "b")) or isinstance(leg, BattleLeg)
        taken += step.index in paid
        if gone(step, "C") and step.index not in paid:
            taken -= 1
        if any(isinstance(one, PieceLeg) and one.piece.kind == "f" for one in step.legs):
            return None
    first, _ = recruits(site)
    return taken + (moves + 1) // 2 + bool(first)


def odd_hops(site: Site, draw: Step) -> bool:
    """Whether a move stands alone that a later one may join in the same march, or may be none."""
    hops = 0
    for step in site.steps[: draw.index - 1]:
        if march(step, "C") and not site.march(step):
            return True
        if site.march(step):
            hops += 1
            continue
        if hops % 2:
            return True
        hops = 0
    return False


@operator("6.5", "takes a fourth action", also=("6.5.2",))
def fourth_action(game: Base) -> Edits:
    for site in game.turns("C"):
        draw = site.draw()
        taken = actions(site)
        if draw is None or taken != 3 or odd_hops(site, draw):
            continue
        moves = (
            draw.index
            - 1
            - max(
                (step.index for step in site.steps[: draw.index - 1] if not site.march(step)),
                default=0,
            )
        )
        for a in holds(draw.before, "C", "w"):
            firm = rules(draw.before, "C", a) and draw.before.count(a, "C", "w") > 2
            for b in near(draw.before, a) if firm else ():
                quiet = not draw.before.count(b, "A", "t") and not barred(draw.before, "C", b)
                if quiet and rules(draw.before, "C", a):
                    hops = [f"w{a}->{b}", f"w{a}->{b}"][: 1 + moves % 2]
                    yield site.add(draw.index, *hops, first=draw.index + len(hops) - 1)


@operator("6.2.3", "saves warriors with a card of another suit")
def hospitals_wrong_suit(game: Base) -> Edits:
    for site in game.turns():
        for step in site.steps[:-1]:
            leg, saved = gone(step, "C"), lone(site.steps[step.index])
            if leg is None or saved is None or saved.piece != Piece("C", "w"):
                continue
            spends = in_play(step.before, "fpart", "mpart", "rpart")
            if isinstance(saved.start, int) and site.faction != "C" and not spends:
                for other in SUITS:
                    if other != suit(step.before, saved.start):
                        yield site.edit(step.index, 1, f"{other}#C->", last=step.index + 1)


@operator("6.2.2", "places a piece in the clearing of another's keep")
def places_at_the_keep(game: Base) -> Edits:
    for site in game.turns("LPH"):
        for step in site.steps:
            for keep in holding(step.before, KEEP):
                text = with_keep(site, step, keep)
                if text:
                    yield site.edit(step.index, 1, text)


def with_keep(site: Site, step: Step, keep: int) -> str:
    """An action that recruits or incites, with the keep's clearing among its places or instead of
    them, where only the keep forbids it; "" if there is none."""
    before = step.before
    behind = site.step(step.index - 1)
    ends = [leg.end for leg in step.legs if isinstance(leg, PieceLeg) and leg.start == "supply"]
    same = all(isinstance(c, int) and suit(before, c) == suit(before, keep) for c in ends)
    if behind is None or not ends or not same or keep in ends or len(ends) != len(step.legs):
        return ""
    text = step.entry.text
    left = before.at("supply").get(Piece("P", "w"), 0)
    match site.faction:
        case "P" if text.startswith("w->") and gone(behind, "P") and left > len(ends):
            return f"{text}+{keep}"
        case "L" if text == f"w->{ends[0]}" and isinstance(only(behind), RevealLeg):
            return f"w->{keep}"
        case "H" if text == f"t->{ends[0]}" and gone(behind, "H"):
            free = Piece("H", "t") not in before.at(keep) and before.count(keep, "H", "w")
            return f"t->{keep}" if free else ""
    return ""
