"""Operators on the Corvid Conspiracy (13)."""

from __future__ import annotations

from notation.legs import BattleLeg, CardLeg, FlipLeg, Leg, Piece, PieceLeg, TrickLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SUITS,
    board,
    gone,
    holds,
    in_play,
    lone,
    many,
    only,
    placed,
    suit,
    warriors,
)
from proof.mutants.catalogue import Edits, operator
from replayer.timeline import Step

MAN = Piece("P", "w")


def plots(site: Site) -> list[tuple[Step, Step, int]]:
    """Plots: (warriors spent, token placed, clearing)."""
    found = []
    for step in site.steps[:-1]:
        leg, token = lone(step), site.steps[step.index]
        put = placed(token, "P", "t")
        if leg and put and leg.piece.owner == "P" and leg.end == "supply" and leg.start == put.end:
            found.append((step, token, int(put.end)))
    return found


@operator("13.5.2", "pays one warrior too few for a plot")
def plots_too_cheaply(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, _, c in plots(site):
            paid = lone(step)
            if paid is None:
                continue
            if paid.n == 1:  # a plot may be written before its cost
                yield site.edit(step.index, 1, last=step.index + 1)
            else:
                less = f"{many(paid.n - 1)}w{c}->"
                yield site.edit(step.index, 1, less, last=step.index + 1)


@operator("13.2.2.II", "plots where a plot lies", also=("13.5.2",))
def second_plot(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, token, _ in plots(site):
            paid = lone(step)
            for c in holds(step.before, "P", "t"):
                if paid and warriors(step.before, "P", c) >= paid.n:
                    texts = f"{many(paid.n)}w{c}->", f"t->{c}"
                    yield site.edit(step.index, 2, *texts, last=token.index)


def flips(site: Site) -> list[tuple[Step, FlipLeg]]:
    return [
        (step, leg)
        for step in site.steps
        if isinstance(leg := only(step), FlipLeg) and leg.owner == "P"
    ]


@operator("13.4.2", "flips a plot where no Corvid warrior stands")
def flips_from_afar(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, leg in flips(site):
            for c, plot in step.before.plots.items():
                if not plot.sub and not warriors(step.before, "P", c) and c != leg.place:
                    yield site.edit(step.index, 1, f"t{c}^t_{leg.sub}")


@operator("13.4.2", "scores a point too many for a flip", also=("3.2",))
def flips_for_more(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, leg in flips(site):
            after = site.step(step.index + 1)
            points = points_of(after) if after else None
            if points is None or leg.sub not in "es" or len(scored(site)) != 1:
                continue
            fresh = site.next(step.index + 2, lambda one: not stolen(one))
            yield site.edit(step.index + 1, 1, f"++{points.n + 1}", last=fresh)


def scored(site: Site) -> list[Step]:
    """The actions of a turn that give points."""
    return [step for step in site.steps if points_of(step)]


def stolen(step: Step) -> bool:
    """Whether cards go to the Corvids' hand."""
    return all(isinstance(leg, CardLeg) and leg.end == "P" for leg in step.legs)


def recruiting(site: Site) -> list[tuple[Step, Step]]:
    """Recruit: (card, warriors)."""
    return [
        (step, site.steps[step.index])
        for step in site.steps[:-1]
        if gone(step, "P") and recruits(site.steps[step.index])
    ]


def recruits(step: Step) -> bool:
    """Whether Corvid warriors are placed, and nothing else happens."""
    return all(
        isinstance(leg, PieceLeg) and leg.piece == MAN and leg.start == "supply"
        for leg in step.legs
    )


@operator("13.4.3", "recruits with a card of another suit")
def recruits_wrong_suit(game: Base) -> Edits:
    for site in game.turns("P"):
        for card, men in recruiting(site):
            if len(site.spent()) > 1:
                continue
            ends = {
                suit(card.before, int(leg.end)) for leg in men.legs if isinstance(leg, PieceLeg)
            }
            for other in SUITS:
                if other not in ends:
                    yield site.edit(card.index, 1, f"{other}#P->", last=card.index + 1)


@operator("13.4.3", "recruits twice in a turn")
def recruits_twice(game: Base) -> Edits:
    for site in game.turns("P"):
        for _, men in recruiting(site):
            left = men.after.at("supply").get(MAN, 0)
            low, _ = men.after.hand["P"]
            for other in SUITS:
                ends = [c for c in board(men.after).clearings if suit(men.after, c) == other]
                if left >= len(ends) and low and len(site.spent()) == 1 and not men.after.scorched:
                    text = f"w->{'+'.join(map(str, ends))}"
                    at = men.index + 1
                    yield site.add(at, f"{other}#P->", text, last=at + 1)


def moved(leg: Leg) -> bool:
    """Whether Corvid warriors go from one clearing to another."""
    if not isinstance(leg, PieceLeg) or leg.piece != MAN:
        return False
    return isinstance(leg.start, int) and isinstance(leg.end, int)


def deeds(site: Site) -> list[int] | None:
    """The actions of Daylight and Exert, one each; None where cards may give more of them."""
    if in_play(site.opened, *EXTRA_DEEDS) or in_play(site.closed, *EXTRA_DEEDS):
        return None
    found = []
    for step in site.steps:
        leg = only(step)
        fights = isinstance(leg, BattleLeg) and leg.attacker == "P"
        if fights or isinstance(leg, TrickLeg) or any(moved(leg) for leg in step.legs):
            found.append(step.index)
    return sorted([*found, *(token.index for _, token, _ in plots(site))])


@operator("13.6.1", "draws after a fourth action", also=("13.5",))
def draws_after_exerting(game: Base) -> Edits:
    for site in game.turns("P"):
        done = deeds(site)
        step = site.draw()
        if done is None or step is None or done[-1:] > [step.index]:
            continue
        for hops in wanderings(step, 4 - len(done)):
            yield site.add(step.index, *hops, first=step.index + len(hops))


@operator("13.5", "takes a fifth action", also=("13.6.1",))
def fifth_action(game: Base) -> Edits:
    for site in game.turns("P"):
        done = deeds(site)
        step = site.draw()
        if done is None or step is None or done[-1:] > [step.index]:
            continue
        for hops in wanderings(step, 5 - len(done)):
            yield site.add(step.index, *hops, first=step.index + len(hops) - 1)


def wanderings(step: Step, n: int) -> list[list[str]]:
    """That many moves of a Corvid warrior to and fro, right before an action."""
    before = step.before
    pairs = [(c, d) for c in holds(before, "P", "w") for d in board(before).adjacent[c]]
    free = [(c, d) for c, d in pairs if not before.count(d, "A", "t")]
    return [[f"w{a}->{b}" for a, b in [(c, d), (d, c)] * 3][:n] for c, d in free if n > 0]


@operator("13.5.4", "swaps a plot face up with one face down")
def mixed_trick(game: Base) -> Edits:
    for site in game.turns("P"):
        for step in site.steps:
            if not isinstance(only(step), TrickLeg):
                continue
            for a, one in step.before.plots.items():
                for b, two in step.before.plots.items():
                    if bool(one.sub) != bool(two.sub) and a < b:
                        yield site.edit(step.index, 1, f"t{a}<->t{b}")
