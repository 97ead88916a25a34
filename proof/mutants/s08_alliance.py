"""Operators on the Woodland Alliance (8)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import BattleLeg, CardLeg, Piece, PieceLeg, RevealLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SUITS,
    barred,
    board,
    delves,
    far,
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
    suit,
)
from proof.mutants.catalogue import Edits, operator
from replayer.state import State
from replayer.timeline import Step

SYMPATHY = Piece("A", "t")
MAN = Piece("A", "w")


def supporters(step: Step) -> int:
    """How many supporters an action spends; 0 if it does anything else."""
    legs = [leg for leg in step.legs if isinstance(leg, CardLeg)]
    if len(legs) != len(step.legs) or any(leg.start != "A$" for leg in legs):
        return 0
    return sum(leg.n for leg in legs) if all(leg.end in ("*", "dom") for leg in legs) else 0


def spreads(game: Base) -> Iterator[tuple[Site, Step, Step, int]]:
    """Sympathy spread: (turn, supporters, token, clearing)."""
    for site in game.turns("A"):
        for step in site.steps[:-1]:
            leg = placed(site.steps[step.index], "A", "t")
            if leg is not None and supporters(step):
                yield site, step, site.steps[step.index], int(leg.end)


def martial(state: State, clearing: int) -> bool | None:
    """Whether three warriors of another player stand there; None where hired ones may (8.4.2)."""
    counts = [state.count(clearing, f, "w") for f in state.game.players if f != "A"]
    if "O" in state.game.players and state.count(clearing, "O", "w"):
        return None
    return max(counts, default=0) >= 3


def sole(site: Site) -> bool:
    """Whether supporters are spent once in that turn, so that nothing else could be meant."""
    return sum(1 for step in site.steps if supporters(step)) == 1


def cards_of(step: Step) -> str:
    """The suits an action spends, as Rootlog writes them without the cards' names."""
    legs = [leg for leg in step.legs if isinstance(leg, CardLeg)]
    if len(legs) == 1:
        return f"{many(legs[0].n)}{legs[0].suit or ''}#$->"
    return f"({'+'.join(f'{many(leg.n)}{leg.suit}' for leg in legs)})#$->"


@operator("8.4.2.I", "spreads to a clearing beside no sympathy", also=("8.4.2",))
def spreads_far(game: Base) -> Edits:
    for site, step, token, c in spreads(game):
        before = step.before
        known = holding(before, SYMPATHY)
        for other in (
            board(before).clearings if known and not in_play(before, "tun", "boat") else ()
        ):
            same = suit(before, other) == suit(before, c)
            alike = martial(before, other) == martial(before, c)
            lonely = all(other in far(before, one) for one in known)
            if same and alike and lonely and not barred(before, "A", other) and sole(site):
                yield site.edit(token.index, 1, f"t->{other}")


@operator("8.2.5.I", "places a second sympathy token", also=("8.4.2.I",))
def second_sympathy(game: Base) -> Edits:
    for site, step, token, c in spreads(game):
        before = step.before
        for other in holding(before, SYMPATHY):
            same = suit(before, other) == suit(before, c)
            beside = any(one in near(before, other) for one in holding(before, SYMPATHY))
            if same and beside and martial(before, other) == martial(before, c) and sole(site):
                yield site.edit(token.index, 1, f"t->{other}")


@operator("8.4.2.II", "spreads with supporters of another suit")
def spreads_wrong_suit(game: Base) -> Edits:
    for site, step, _, c in spreads(game):
        leg = only(step)
        if not isinstance(leg, CardLeg) or not sole(site) or step.before.known.get("A$"):
            continue
        for other in SUITS:
            if other != suit(step.before, c):
                yield site.edit(step.index, 1, f"{many(leg.n)}{other}#$->", last=step.index + 1)


@operator("8.4.2.II", "spreads with one supporter too few", also=("8.4.2.IIa",))
def spreads_too_cheaply(game: Base) -> Edits:
    for site, step, token, c in spreads(game):
        leg = only(step)
        if not isinstance(leg, CardLeg) or not sole(site) or suit(step.before, c) != leg.suit:
            continue
        text = [f"{many(leg.n - 1)}{leg.suit}#$->"] if leg.n > 1 else []
        fresh = site.next(token.index + 1, lambda one: points_of(one) is None)
        yield site.edit(step.index, 1, *text, last=fresh - 1 + len(text))


@operator("8.4.2.IIa", "spreads under martial law without a further supporter", also=("8.4.2.II",))
def ignores_martial_law(game: Base) -> Edits:
    for site, step, token, c in spreads(game):
        before = step.before
        for other in board(before).clearings:
            same = suit(before, other) == suit(before, c) and SYMPATHY not in before.at(other)
            beside = any(one in near(before, other) for one in holding(before, SYMPATHY))
            harder = martial(before, other) is True and martial(before, c) is False
            if same and beside and harder and not barred(before, "A", other) and sole(site):
                fresh = site.next(token.index + 1, lambda one: points_of(one) is None)
                yield site.edit(token.index, 1, f"t->{other}", last=fresh)
        leg = only(step)
        paid = isinstance(leg, CardLeg) and leg.suit == suit(before, c) and leg.n > 1
        if isinstance(leg, CardLeg) and paid and martial(before, c) and sole(site):
            fresh = site.next(token.index + 1, lambda one: points_of(one) is None)
            yield site.edit(step.index, 1, f"{many(leg.n - 1)}{leg.suit}#$->", last=fresh)


@operator("8.4.2.III", "scores a point too many for sympathy", also=("3.2",))
def spreads_for_more(game: Base) -> Edits:
    for site, _, token, _ in spreads(game):
        yield from site.with_one_point_more(token.index + 1)


class Revolt:
    """A revolt: supporters, removals and points, the base, warriors, an officer."""

    def __init__(self, site: Site, base: Step, leg: PieceLeg) -> None:
        self.site, self.base = site, base
        self.clearing, self.sub = int(leg.end), leg.piece.sub
        first = base.index
        while (before := site.step(first - 1)) and (points_of(before) or self.removes(before)):
            first -= 1
        paid = site.step(first - 1)
        self.paid = paid if paid is not None and supporters(paid) else None
        self.removals = [step for step in site.steps[first - 1 : base.index] if self.removes(step)]
        self.men = sum(one.n for one in base.legs if one is not leg)  # placed with the base
        self.officer = next((s for s in site.steps[base.index : base.index + 2] if trains(s)), None)

    def removes(self, step: Step) -> bool:
        return all(
            isinstance(leg, PieceLeg) and leg.start == self.clearing and leg.piece.owner != "A"
            for leg in step.legs
        )


def trains(step: Step) -> bool:
    leg = lone(step)
    return leg is not None and leg.piece == MAN and (leg.start, leg.end) == ("supply", "A$")


def revolts(game: Base) -> Iterator[Revolt]:
    for site in game.turns("A"):
        for step in site.steps:
            for leg in step.legs:
                base = isinstance(leg, PieceLeg) and str(leg.piece).startswith("Ab")
                if base and isinstance(leg, PieceLeg) and isinstance(leg.end, int):
                    yield Revolt(site, step, leg)


@operator("8.4.1.II", "revolts with one supporter")
def revolts_too_cheaply(game: Base) -> Edits:
    for it in revolts(game):
        if it.paid is None or not sole(it.site):
            continue
        leg = it.paid.legs[0]
        assert isinstance(leg, CardLeg)
        last = it.base.index + 4
        yield it.site.edit(it.paid.index, 1, f"{leg.suit or ''}#$->", last=last)


@operator("8.4.1.II", "revolts with supporters of another suit")
def revolts_wrong_suit(game: Base) -> Edits:
    for it in revolts(game):
        if it.paid is None or not sole(it.site) or it.paid.before.known.get("A$"):
            continue
        for other in SUITS:
            if other != suit(it.base.before, it.clearing):
                yield it.site.edit(it.paid.index, 1, f"2{other}#$->", last=it.base.index)


@operator("8.4.1.III", "places a base of another suit", also=("8.4.1.I",))
def base_of_wrong_suit(game: Base) -> Edits:
    for it in revolts(game):
        for other in SUITS.lower():
            left = Piece("A", "b", other) in it.base.before.at("supply")
            if other != it.sub and left:
                text = it.base.entry.text.replace(f"b_{it.sub}", f"b_{other}")
                yield it.site.edit(it.base.index, 1, text)


@operator("8.4.1.III", "leaves an enemy warrior standing in a revolt")
def revolt_spares_one(game: Base) -> Edits:
    for it in revolts(game):
        if len(it.removals) != 1:
            continue
        step = it.removals[0]
        legs = [leg for leg in step.legs if isinstance(leg, PieceLeg) and leg.piece.kind == "w"]
        if len(step.legs) < 2 or not legs:
            continue
        for gone_less in legs:
            texts = []
            for leg in step.legs:
                n = leg.n - (leg == gone_less)
                if n and isinstance(leg, PieceLeg):
                    texts.append(f"{many(n)}{leg.piece}")
            if gone_less.piece.owner not in "VG":
                text = f"({'+'.join(texts)}){it.clearing}->"
                yield it.site.edit(step.index, 1, text, last=it.base.index)


@operator("8.4.1.III", "places a warrior too many in a revolt")
def revolt_raises_more(game: Base) -> Edits:
    for it in revolts(game):
        left = it.base.after.at("supply").get(MAN, 0)
        if it.men and left > 1:
            text = f"b_{it.sub}+{it.men + 1}w->{it.clearing}"
            yield it.site.edit(it.base.index, 1, text)


@operator("8.4.1.III", "makes no officer in a revolt", also=("8.6.1.III",))
def revolt_without_officer(game: Base) -> Edits:
    for it in revolts(game):
        after = it.officer and it.site.step(it.officer.index + 1)
        if it.officer and after and not trains(after) and it.officer.before.at("supply").get(MAN):
            points = it.site.next(it.officer.index + 1, lambda one: points_of(one) is None)
            yield it.site.edit(it.officer.index, 1, last=points - 1)


@operator("8.5.3", "trains with a card of another suit")
def trains_wrong_suit(game: Base) -> Edits:
    for site in game.turns("A"):
        for step in site.steps[:-1]:
            leg = gone(step, "A")
            if leg is None or not trains(site.steps[step.index]) or len(site.spent()) != 1:
                continue
            bases = {piece.sub for c in holds(step.before, "A", "b") for piece in step.before.at(c)}
            for other in SUITS:
                if other.lower() not in bases:
                    last = step.index + 1
                    yield site.edit(step.index, 1, f"{many(leg.n)}{other}#A->", last=last)


def operations(site: Site) -> int | None:
    """Military operations of a turn, one action each; None where cards give more of them."""
    if in_play(site.opened, *EXTRA_DEEDS) or in_play(site.closed, *EXTRA_DEEDS):
        return None
    count, behind = 0, None
    for step in site.steps:
        leg = lone(step)
        recruit = placed(step, "A", "w") and not (behind and placed(behind, "A", "b"))
        organize = leg and leg.piece == MAN and leg.end == "supply" and isinstance(leg.start, int)
        after = site.step(step.index + 1)
        token = after and placed(after, "A", "t")
        battle = only(step)
        count += bool(march(step, "A") or recruit or (organize and token))
        count += isinstance(battle, BattleLeg) and battle.attacker == "A"
        behind = step
        if any(leg.n > 1 for leg in step.legs) and recruit:
            return None
    return count


@operator("8.6.1", "takes more operations than there are officers", also=("8.6.1.III",))
def too_many_operations(game: Base) -> Edits:
    for site in game.turns("A"):
        draw, done = site.draw(), operations(site)
        if draw is None or done is None:
            continue
        officers = draw.before.count("A$", "A", "w")
        left = draw.before.at("supply").get(MAN, 0)
        for c in holds(draw.before, "A", "b"):
            more = officers - done + 1
            if 0 < more <= min(left - 1, 6) and not barred(draw.before, "A", c):
                texts = [f"w->{c}"] * more
                yield site.add(draw.index, *texts, first=draw.index + more - 1)


@operator("8.6.1.III", "recruits where no base stands")
def recruits_without_base(game: Base) -> Edits:
    for site in game.turns("A"):
        for step in site.steps:
            behind = site.step(step.index - 1)
            leg = placed(step, "A", "w")
            if leg is None or leg.n != 1 or (behind and placed(behind, "A", "b")):
                continue
            for c in board(step.before).clearings:
                if not step.before.count(c, "A", "b") and not barred(step.before, "A", c):
                    yield site.edit(step.index, 1, f"w->{c}")


@operator("8.6.1.IV", "organizes in a sympathetic clearing", also=("8.2.5.I",))
def organizes_twice(game: Base) -> Edits:
    for site in game.turns("A"):
        for step in site.steps[:-1]:
            leg, token = lone(step), placed(site.steps[step.index], "A", "t")
            if leg is None or token is None or leg.piece != MAN or leg.start != token.end:
                continue
            if in_play(step.before, "tax"):
                continue  # a warrior may be its price
            for c in holding(step.before, SYMPATHY):
                if step.before.count(c, "A", "w"):
                    yield site.edit(step.index, 2, f"w{c}->", f"t->{c}", last=step.index + 1)


def outraged(game: Base) -> Iterator[tuple[Site, Step, int]]:
    """Outrage of other players that they pay: (turn, action that pays, actions it takes)."""
    for site in game.turns():
        if site.faction == "A" or "O" in site.opened.game.players:
            continue
        for step in site.steps:
            leg, after = only(step), site.step(step.index + 1)
            if isinstance(leg, CardLeg) and leg.end == "A$":
                if leg.start == site.faction and leg.n == 1:
                    yield site, step, 1
            elif isinstance(leg, RevealLeg) and leg.whole and after:
                paid = only(after)
                if isinstance(paid, CardLeg) and paid.start == "deck" and paid.end == "A$":
                    yield site, step, 2


@operator("8.2.6", "does not pay for Outrage")
def outrage_unpaid(game: Base) -> Edits:
    for site, step, size in outraged(game):
        after = site.step(step.index + size)
        rest = site.steps[step.index + size - 1 :]
        others = any(
            isinstance(leg, CardLeg) and "A$" in (leg.start, leg.end)
            for s in rest
            for leg in s.legs
        )
        if after is not None and not others and site.closed.deck[0] > 0:
            fresh = site.begun(step.index + size)
            end = site.fresh(fresh + 1)  # what is under way, a march, a crusade, may end first
            while delves(site.step(end)):
                end = site.fresh(end + 1)
            if any(gone(one, site.faction) for one in site.steps[step.index : end]):
                continue  # it pays, too, where the supporters are full
            yield site.edit(step.index, size, last=end - size + 1)


@operator("8.2.6", "pays for Outrage with a card of another suit")
def outrage_wrong_suit(game: Base) -> Edits:
    for site, step, size in outraged(game):
        leg, behind = only(step), site.step(step.index - 1)
        if size != 1 or not isinstance(leg, CardLeg) or leg.suit in (None, "B") or behind is None:
            continue
        moved = march(behind, site.faction)
        if moved is None or SYMPATHY not in behind.after.at(moved.end):
            continue
        for other in SUITS:
            if other != suit(step.before, int(moved.end)):
                yield site.edit(step.index, 1, f"{other}#{site.faction}->A$")
