"""Operators on the Riverfolk Company (11)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import CardLeg, Leg, Piece, PieceLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SUITS,
    barred,
    board,
    in_play,
    lone,
    many,
    march,
    only,
    placed,
    rules,
    suit,
)
from proof.mutants.catalogue import Edits, operator
from replayer.timeline import Step

MAN = Piece("O", "w")


def guarded(step: Step) -> int:
    """Warriors that an action puts on the Riverfolk's own board."""
    leg = lone(step)
    both = leg is not None and (leg.piece, leg.start, leg.end) == (MAN, "supply", "O$")
    return leg.n if leg is not None and both else 0


@operator("11.4.1", "protects a board that is not empty", also=("11.5.3.I",))
def needless_protection(game: Base) -> Edits:
    for site in game.turns("O"):
        if site.steps and site.opened.this_turn.payments and not guarded(site.steps[0]):
            yield site.add(1, "2w->$", last=2)


@operator("11.4.1", "places three warriors in the empty Payments box", also=("11.5.3.I",))
def protects_with_three(game: Base) -> Edits:
    for site in game.turns("O"):
        men = site.opened.at("supply").get(MAN, 0)
        alone = not any(guarded(step) for step in site.steps[1:])  # one may be an export's
        second = site.step(2)
        if second and guarded(site.steps[0]) == 2 and men > 2 and alone:
            ferried = any(
                isinstance(leg, PieceLeg) and leg.piece.kind == "f" for leg in second.legs
            )
            yield site.edit(1, 1, "3w->$", last=5 if ferried else 2)  # it floats, with its draw


def dividend(site: Site) -> Step | None:
    """The points that open a turn, where no others follow and no card in play brings any."""
    if in_play(site.opened, "coffin"):
        return None
    at = 2 if site.steps and guarded(site.steps[0]) else 1
    step = site.step(at)
    points = [one for one in site.steps if points_of(one)]
    own = points_of(step) if step is not None else None
    return step if own is not None and own.faction == "O" and points == [step] else None


@operator("11.4.2", "takes a point too many as dividend", also=("3.2",))
def dividend_too_high(game: Base) -> Edits:
    for site in game.turns("O"):
        step = dividend(site)
        points = points_of(step) if step else None
        if step and points:
            yield site.edit(step.index, 1, f"++{points.n + 1}", last=step.index + 1)


@operator("11.4.2", "takes no dividend", kinds=("omission", "illegal"))
def no_dividend(game: Base) -> Edits:
    for site in game.turns("O"):
        step = dividend(site)
        early = any("dom" in text and text.endswith("->$") for text in site.texts)
        if step and len(site.steps) > 1 and not early:  # what it brings may be what that needs
            yield site.edit(step.index, 1, first=1, last=len(site.steps) - 1)


def spent(step: Step | None) -> PieceLeg | None:
    """Funds of one owner that an action spends."""
    leg = lone(step) if step is not None else None
    return leg if leg is not None and (leg.start, leg.end) == ("O$", "supply") else None


def lost(leg: Leg) -> bool:
    """Whether funds leave the board."""
    return isinstance(leg, PieceLeg) and (leg.start, leg.end) == ("O$", "supply")


def recruiting(game: Base) -> Iterator[tuple[Site, Step, Step, int]]:
    """Recruit: (turn, fund, warrior, clearing)."""
    for site in game.turns("O"):
        for step in site.steps[:-1]:
            fund, man = spent(step), placed(site.steps[step.index], "O", "w")
            if fund and fund.n == 1 and man and man.n == 1:
                yield site, step, site.steps[step.index], int(man.end)


@operator("11.5.5", "recruits where no river is")
def recruits_on_land(game: Base) -> Edits:
    for site, _, man, _ in recruiting(game):
        facts = board(man.before)
        for c in facts.clearings:
            if c not in facts.river_clearings and not barred(man.before, "O", c):
                yield site.edit(man.index, 1, f"w->{c}", last=man.index + 1)


@operator("11.5.5", "recruits without spending a fund")
def recruits_for_nothing(game: Base) -> Edits:
    for site, fund, man, _ in recruiting(game):
        if sum(1 for leg in site.legs if lost(leg)) == 1:
            yield site.edit(fund.index, 1, last=man.index)


def posts(game: Base) -> Iterator[tuple[Site, Step, Step, PieceLeg]]:
    """Trade posts: (turn, funds, the action that places the post, its leg)."""
    for site in game.turns("O"):
        for step in site.steps:
            for leg in step.legs:
                own = isinstance(leg, PieceLeg) and leg.piece.owner == "O" and leg.piece.kind == "t"
                if not own or not isinstance(leg, PieceLeg) or leg.start != "supply":
                    continue
                fund = site.step(step.index - 1)
                if len(step.legs) == 1 and fund is not None and spent(fund) is None:
                    fund = site.step(step.index - 2)
                if fund is not None and spent(fund):
                    yield site, fund, step, leg


@operator("11.5.6.II", "establishes a trade post for one fund")
def post_for_one(game: Base) -> Edits:
    for site, fund, step, _ in posts(game):
        leg = spent(fund)
        if leg and leg.n == 2 and sum(1 for one in site.legs if lost(one)) == 1:
            text = f"{leg.piece.owner if leg.piece.owner != 'O' else ''}w$->"
            yield site.edit(fund.index, 1, text, last=step.index + 2)


@operator("11.5.6.II", "pays for a trade post with funds of others than the ruler's")
def post_with_foreign_funds(game: Base) -> Edits:
    for site, fund, step, _ in posts(game):
        leg = spent(fund)
        if leg is None or leg.n != 2 or sum(1 for one in site.legs if lost(one)) != 1:
            continue
        if not fund.before.at("supply").get(MAN, 0):
            continue  # a fund of its own is the warrior placed
        for piece, n in fund.before.at("O$").items():
            if piece.owner != leg.piece.owner and n >= 2:
                owner = "" if piece.owner == "O" else piece.owner
                yield site.edit(fund.index, 1, f"2{owner}w$->", last=step.index + 2)


@operator("11.5.6.III", "places a trade post of another suit", also=("11.5.6",))
def post_of_wrong_suit(game: Base) -> Edits:
    for site, _, step, leg in posts(game):
        for other in SUITS.lower():
            if other != leg.piece.sub and Piece("O", "t", other) in step.before.at("supply"):
                text = step.entry.text.replace(f"t_{leg.piece.sub}", f"t_{other}")
                yield site.edit(step.index, 1, text, last=step.index + 1)


@operator("11.5.6.I", "places a second trade post in a clearing", also=("11.5.6",))
def second_post(game: Base) -> Edits:
    for site, fund, step, leg in posts(game):
        payer = spent(fund)
        for c in board(step.before).clearings if payer else ():
            held = any(p.owner == "O" and p.kind == "t" for p in step.before.at(c))
            same = suit(step.before, c) == suit(step.before, int(leg.end))
            free = not barred(step.before, "O", c) and len(step.legs) == 2
            if payer and held and same and free and rules(step.before, payer.piece.owner, c):
                text = step.entry.text.replace(f">{leg.end}", f">{c}")
                yield site.edit(step.index, 1, text)


@operator("11.5.6.III", "scores a point too many for a trade post", also=("3.2",))
def posts_for_more(game: Base) -> Edits:
    for site, _, step, _ in posts(game):
        at = site.next(step.index + 1, points_of)
        if at <= step.index + 2:
            yield from site.with_one_point_more(at)


def bought(game: Base) -> Iterator[tuple[Site, Step, PieceLeg, int]]:
    """Birdsongs in which a player buys cards and nothing else: (turn, payment, leg, cards)."""
    for site in game.turns("CEALDPHK"):
        paid = lone(site.steps[0]) if site.steps else None
        if paid is None or (paid.start, paid.end) != ("supply", "O$"):
            continue
        cards = 0
        for step in site.steps[1:]:
            leg = only(step)
            if not isinstance(leg, CardLeg) or leg.start != "O" or leg.end != site.faction:
                break
            cards += leg.n
        alone = purchased(site) == cards + 1
        if cards and alone and paid.n == cards * site.opened.prices.get("h", 0):
            yield site, site.steps[0], paid, cards


@operator("11.2.6.I", "pays a warrior too few for a card", also=("11.2.7.I",))
def buys_too_cheaply(game: Base) -> Edits:
    for site, step, paid, cards in bought(game):
        if paid.n == 1 or cards > 1:
            continue
        yield site.edit(step.index, 1, f"{many(paid.n - 1)}w->O$", last=step.index + 2)


def purchased(site: Site) -> int:
    """How many actions at the turn's start are purchases, or payments for them."""
    for step in site.steps:
        for leg in step.legs:
            paid = isinstance(leg, PieceLeg) and leg.end == "O$"
            card = isinstance(leg, CardLeg) and leg.start == "O"
            if not paid and not card:
                return step.index - 1
    return len(site.steps)


@operator("11.2.7.I", "takes a card without paying", also=("11.2.6.I", "1.3.2"))
def takes_card_for_nothing(game: Base) -> Edits:
    for site, step, _, cards in bought(game):
        if cards == 1 and site.step(3):
            yield site.edit(step.index, 1, last=2)


@operator("11.2.6.II", "buys more services than it has access to")
def buys_too_many(game: Base) -> Edits:
    for site, step, paid, cards in bought(game):
        state = site.opened
        access = 1 + sum(
            1
            for c in board(state).clearings
            if state.count(c, site.faction)
            and any(p.owner == "O" and p.kind == "t" for p in state.at(c))
        )
        more, price = access + 1 - cards, paid.n // cards
        men = state.at("supply").get(paid.piece, 0)
        if 0 < more <= state.hand["O"][0] - cards and men >= paid.n + more * price:
            n = paid.n + more * price
            texts = [f"{many(n)}w->O$", *[f"#O->{site.faction}"] * (cards + more)]
            yield site.edit(1, 1 + cards, *texts, first=1, last=len(texts))
        del step


@operator("11.5.1", "moves more often than it has funds", also=("11.5", "11.2.4"))
def moves_beyond_funds(game: Base) -> Edits:
    for site in game.turns("O"):
        if in_play(site.closed, *EXTRA_DEEDS):
            continue
        funds = sum(site.opened.at("O$").values()) + 3
        at = site.next(1, lambda step: march(step, "O"))
        step = site.step(at)
        leg = march(step, "O") if step else None
        if step is None or leg is None or funds > 16:
            continue
        a, b = int(leg.start), int(leg.end)
        river = b in board(step.before).rivers[a]
        quiet = not step.before.count(a, "A", "t") and not step.before.count(b, "A", "t")
        if river and quiet and not barred(step.before, "O", a) and not barred(step.before, "O", b):
            texts = [f"w{x}->{y}" for x, y in [(a, b), (b, a)] * funds][:funds]
            yield site.add(at, *texts, first=at, last=at + funds - 1)


@operator(
    "11.6.2",
    "sets prices before Daylight is over",
    also=("11.5.1", "11.6.1"),
)
def sets_prices_early(game: Base) -> Edits:
    for site in game.turns("O"):
        at = site.next(1, lambda step: march(step, "O"))
        if at > len(site.steps) or in_play(site.steps[at - 1].before, "cob", "emi"):
            continue  # used as a phase starts
        if site.step(at + 1) and "$_h->" not in "".join(site.texts):
            for price in (1, 2, 3, 4):
                if site.opened.prices.get("h") != price:
                    yield site.add(at, f"$_h->{price}", last=at + 1)
