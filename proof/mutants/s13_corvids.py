"""Operators on the Corvid Conspiracy (13)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import (
    BattleLeg,
    CardLeg,
    FlipLeg,
    GuessLeg,
    Leg,
    Piece,
    PieceLeg,
    RevealLeg,
    TrickLeg,
)
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SNARE,
    SUITS,
    barred,
    board,
    drawn,
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
    spendable,
    suit,
    warriors,
)
from proof.mutants.catalogue import Edits, operator
from replayer.timeline import Step

MAN, RAID = Piece("P", "w"), Piece("P", "t", "r")


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
                ends = [
                    c
                    for c in board(men.after).clearings
                    if suit(men.after, c) == other and not barred(men.after, "P", c)
                ]
                alone = len(site.spent()) == 1 and not spendable(men.after)
                if left >= len(ends) > 0 and low and alone:
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
    free = [(c, d) for c, d in pairs if not before.count(d, "A", "t") and not before.scorched]
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


@operator("13.2.2", "turns up a third plot of a type")
def third_of_a_type(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, leg in flips(site):
            for kind in "ers":
                up = [plot for plot in step.before.plots.values() if plot.sub == kind]
                if len(up) == 2 and kind != leg.sub:
                    yield site.edit(step.index, 1, f"t{leg.place}^t_{kind}", last=step.index + 1)


@operator("13.7.2", "leaves a clearing with a face-up snare")
def leaves_the_snare(game: Base) -> Edits:
    for site in game.turns("CEALDHK"):
        for step in site.steps:
            leg = site.march(step)
            for c in holding(step.before, SNARE) if leg is not None else ():
                same = leg is not None and suit(step.before, c) == suit(step.before, int(leg.start))
                if leg is None or not same or not warriors(step.before, site.faction, c):
                    continue
                lasts = SNARE in site.closed.at(c)
                for d in near(step.before, c) if lasts else ():
                    if rules(step.before, site.faction, c) or rules(step.before, site.faction, d):
                        yield site.edit(step.index, 1, f"w{c}->{d}")


def exposures(game: Base) -> Iterator[tuple[Site, Step, Step, Step]]:
    """Exposure: (turn, card shown, guess, what follows)."""
    for site in game.turns():
        for step in site.steps[:-2]:
            leg = only(step)
            guess, after = site.steps[step.index], site.steps[step.index + 1]
            if isinstance(leg, RevealLeg) and isinstance(only(guess), GuessLeg):
                yield site, step, guess, after


@operator("13.2.4", "guesses at a plot with a card of another suit")
def exposes_wrong_suit(game: Base) -> Edits:
    for site, card, guess, after in exposures(game):
        leg = only(guess)
        given = only(after)
        assert isinstance(leg, GuessLeg)
        for other in SUITS:
            if other == suit(card.before, leg.clearing):
                continue
            texts = [f"{other}#^P", guess.entry.text]
            if isinstance(given, CardLeg):
                texts.append(f"{other}#{site.faction}->P")
            yield site.edit(card.index, len(texts), *texts, last=card.index + 1)


@operator("13.2.4", "keeps the card of a wrong guess")
def exposes_for_nothing(game: Base) -> Edits:
    for site, _, guess, after in exposures(game):
        then, leg = site.step(after.index + 1), only(guess)
        if not isinstance(only(after), CardLeg) or then is None or not isinstance(leg, GuessLeg):
            continue
        again = any(
            isinstance(one, GuessLeg) for step in site.steps[after.index :] for one in step.legs
        )
        if not again and not placed_or_lost(then, leg.clearing):
            yield site.edit(after.index, 1, last=after.index + 1)


def placed_or_lost(step: Step, clearing: int) -> bool:
    """Whether an action touches a plot in that clearing."""
    return any(
        isinstance(leg, PieceLeg) and leg.piece.owner == "P" and clearing in (leg.start, leg.end)
        for leg in step.legs
    )


@operator("13.2.4", "guesses where it has no pieces")
def exposes_from_afar(game: Base) -> Edits:
    for site, _, guess, after in exposures(game):
        leg = only(guess)
        assert isinstance(leg, GuessLeg)
        for c, plot in guess.before.plots.items():
            absent = not guess.before.count(c, site.faction)
            same = suit(guess.before, c) == suit(guess.before, leg.clearing)
            if absent and same and not plot.sub and isinstance(only(after), CardLeg):
                yield site.edit(guess.index, 1, f"?Pt_{leg.plot}{c}")


@operator("13.2.4", "guesses after the draw")
def exposes_too_late(game: Base) -> Edits:
    for site in game.turns("CEALDHK"):
        draw = site.draw()
        if draw is None or draw.index != len(site.steps) or draw.after.hand[site.faction][0] < 1:
            continue
        for c, plot in draw.after.plots.items():
            if not plot.sub and draw.after.count(c, site.faction):
                own, at = suit(draw.after, c), draw.index + 1
                texts = f"{own}#^P", f"?Pt_b{c}", f"{own}#{site.faction}->P"
                yield site.add(at, *texts, first=at, last=at + 1)


@operator("13.7.1", "leaves an enemy piece beside a bomb")
def bomb_spares_one(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, flip in flips(site):
            at = site.next(step.index + 1, lambda one: not points_of(one))
            blast = site.step(at)
            if flip.sub != "b" or blast is None or len(blast.legs) < 2:
                continue
            legs = [leg for leg in blast.legs if isinstance(leg, PieceLeg)]
            if len(legs) != len(blast.legs) or any(leg.start != flip.place for leg in legs):
                continue
            men = [leg for leg in legs if leg.piece.kind == "w"]
            for spared in men:
                parts = [
                    f"{many(leg.n - (leg is spared))}{leg.piece}"
                    for leg in legs
                    if leg.n > (leg is spared)
                ]
                last = site.fresh(at + 1)
                if any(leg.piece[:2] == ("A", "t") for leg in legs):
                    last = site.fresh(last + 1)  # a card may be Outrage's, to full Supporters
                yield site.edit(at, 1, f"({'+'.join(parts)}){flip.place}->", last=last)


@operator("13.7.3", "takes a card from a player without pieces beside the extortion")
def extorts_the_absent(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, flip in flips(site):
            others = in_play(step.before, "stand", "swap", "murine")
            if flip.sub != "e" or not isinstance(flip.place, int) or others:
                continue
            at = site.next(step.index + 1, lambda one: not points_of(one))
            for victim in step.before.game.players:
                absent = victim != "P" and not step.before.count(flip.place, victim)
                if absent and site.step(at) and step.before.hand[victim][0] > 0:
                    yield site.add(at, f"#{victim}->P")


@operator("13.7.3", "takes no card for an extortion", kinds=("illegal", "omission"))
def extorts_nothing(game: Base) -> Edits:
    for site in game.turns("P"):
        for step, flip in flips(site):
            at = site.next(step.index + 1, lambda one: not points_of(one))
            taken = site.step(at)
            poor = not step.before.hand["P"][0]  # what comes later may rest on the card taken
            others = in_play(step.before, "stand", "swap")
            if (
                poor
                or others
                or flip.sub != "e"
                or taken is None
                or not stolen(taken)
                or site.step(at + 1) is None
            ):
                continue
            fresh = site.next(at + 1, lambda one: not stolen(one))
            yield site.edit(at, 1, last=fresh - 1)


@operator("13.7.4", "places no warriors for a raid", kinds=("illegal", "omission"))
def raid_without_warriors(game: Base) -> Edits:
    for site in game.turns("CELVGOKDH"):  # a revolt goes on after it
        for step in site.steps:
            behind = site.steps[max(step.index - 3, 0) : step.index - 1]
            legs = [leg for one in behind for leg in one.legs if isinstance(leg, PieceLeg)]
            if not recruits(step) or not any(leg.piece == RAID for leg in legs):
                continue  # a plot nobody has seen may have been another
            if step.before.astray or in_play(step.before, "coffin"):
                continue  # how many warriors are left is not sure
            ends = [leg.end for leg in step.legs if isinstance(leg, PieceLeg)]
            fresh = site.begun(step.index + 1)
            after = site.step(fresh)
            leg = only(after) if after else None
            if leg is None or (isinstance(leg, BattleLeg) and leg.clearing in ends):
                continue  # what follows may rest on the raid
            if isinstance(leg, CardLeg | RevealLeg) and not (after and drawn(after, site.faction)):
                continue  # cards pay for what is under way
            drew = after is not None and drawn(after, site.faction) is not None
            yield site.edit(step.index, 1, last=fresh - 1 + drew)


@operator("13.4.2", "flips a plot in Daylight")
def flips_late(game: Base) -> Edits:
    for site in game.turns("P"):
        draw = site.draw()
        acted = any(march(step, "P") for step in site.steps)
        if draw is None or not acted:
            continue
        for c, plot in draw.before.plots.items():
            if not plot.sub and warriors(draw.before, "P", c):
                up = sum(1 for one in draw.before.plots.values() if one.sub) + 1
                yield site.add(draw.index, f"t{c}^t_s", f"++{many(up)}", last=draw.index + 1)
