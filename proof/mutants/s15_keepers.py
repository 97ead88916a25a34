"""Operators on the Keepers in Iron (15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from notation.legs import CardLeg, FlipLeg, Piece, PieceLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    barred,
    board,
    drawn,
    gone,
    holds,
    in_play,
    lone,
    many,
    march,
    margin,
    near,
    only,
    placed,
    rules,
    suit,
)
from proof.mutants.catalogue import Edits, operator
from replayer.facts import relic_values
from replayer.state import State
from replayer.timeline import Step

MAN = Piece("K", "w")


def recruiting(game: Base) -> Iterator[tuple[Site, Step, Step, int]]:
    """Recruit: (turn, card, warriors, clearing)."""
    for site in game.turns("K"):
        for step in site.steps[:-1]:
            leg = placed(site.steps[step.index], "K", "w")
            if gone(step, "K") and leg is not None and leg.n == 2:
                yield site, step, site.steps[step.index], int(leg.end)


@operator("15.4.3", "recruits with a card of another suit")
def recruits_wrong_suit(game: Base) -> Edits:
    for site, card, _, c in recruiting(game):
        yield from site.in_another_suit(card, suit(card.before, c))


@operator("15.4.3", "recruits where no waystation stands")
def recruits_anywhere(game: Base) -> Edits:
    for site, _, men, c in recruiting(game):
        for other in board(men.before).clearings:
            same = suit(men.before, other) == suit(men.before, c)
            if (
                same
                and not men.before.count(other, "K", "b")
                and not barred(men.before, "K", other)
            ):
                yield site.edit(men.index, 1, f"2w->{other}")


@operator("15.4.3", "recruits three warriors for a card")
def recruits_three(game: Base) -> Edits:
    for site, _, men, c in recruiting(game):
        late = site.next(men.index + 1, lambda step: gone(step, "K")) <= len(site.steps)
        if men.after.at("supply").get(MAN, 0) > 0 and not late:
            yield site.edit(men.index, 1, f"3w->{c}", last=men.index + 1)  # a card may follow


def camps(game: Base) -> Iterator[tuple[Site, Step, Step, PieceLeg]]:
    """Encamp: (turn, warrior removed, waystation placed, its leg)."""
    for site in game.turns("K"):
        for step in site.steps[:-1]:
            leg, built = lone(step), placed(site.steps[step.index], "K", "b")
            if leg and built and leg.piece == MAN and (leg.start, leg.end) == (built.end, "supply"):
                yield site, step, site.steps[step.index], built


@operator("15.4.1", "encamps without removing a warrior")
def encamps_for_nothing(game: Base) -> Edits:
    for site, step, built, leg in camps(game):
        later = (one for rest in site.steps[built.index :] for one in rest.legs)
        after = site.step(built.index + 1)
        scored = after is not None and points_of(after) is not None  # by whoever has him
        same = any(isinstance(one, PieceLeg) and one.start == leg.end for one in later)
        if not same and not scored:
            yield site.edit(step.index, 1, last=built.index)


@operator("2.2.3", "encamps where no slot is open", also=("15.4.1",))
def encamps_without_slot(game: Base) -> Edits:
    for site, step, built, leg in camps(game):
        before = step.before
        for c in board(before).clearings:
            full = sum(n for piece, n in before.at(c).items() if piece.kind == "b")
            shut = full + (c in before.ruins) >= board(before).slots[c]
            if shut and before.count(c, "K", "w") and not barred(before, "K", c):
                texts = f"w{c}->", f"b_{leg.piece.sub}->{c}"
                yield site.edit(step.index, 2, *texts, last=built.index)


def columns(site: Site) -> dict[int, Counter[str]]:
    """Suits of the Retinue's cards by column as the turn starts; retainers count as birds."""
    return {
        n: Counter("B" if token[0] in "Bf?" else token[0] for token in tokens)
        for n, tokens in site.opened.retinue.items()
    }


def moves(game: Base) -> Iterator[tuple[Site, Step, PieceLeg]]:
    """Moves of the Retinue's columns, no card giving others."""
    for site in game.turns("K"):
        if in_play(site.opened, *EXTRA_DEEDS) or in_play(site.closed, *EXTRA_DEEDS):
            continue
        for step in site.steps:
            leg = march(step, "K")
            if leg is not None:
                yield site, step, leg


@operator(
    "15.5.2.I", "moves from a clearing of a suit no card shows", also=("15.5.2", "15.5.2.III")
)
def moves_wrong_suit(game: Base) -> Edits:
    for site, step, _ in moves(game):
        cards = sum((columns(site).get(n, Counter()) for n in (1, 3)), Counter())
        made = Counter(suit(one.before, int(leg.start)) for one, leg in moved(site, step))
        for a in holds(step.before, "K", "w"):
            suits = made + Counter([suit(step.before, a)])
            short = sum(max(0, n - cards[key]) for key, n in suits.items())
            for b in near(step.before, a) if short > cards["B"] else ():
                free = rules(step.before, "K", a) or rules(step.before, "K", b)
                if free and not barred(step.before, "K", a):
                    yield site.edit(step.index, 1, f"w{a}->{b}")


def moved(site: Site, end: Step) -> Iterator[tuple[Step, PieceLeg]]:
    """The moves of a turn before an action."""
    for step in site.steps[: end.index - 1]:
        leg = march(step, "K")
        if leg is not None:
            yield step, leg


@operator("15.5.2", "moves more often than the Retinue has cards", also=("15.5.2.I", "15.5.2.III"))
def moves_too_often(game: Base) -> Edits:
    for site in game.turns("K"):
        if in_play(site.opened, *EXTRA_DEEDS) or in_play(site.closed, *EXTRA_DEEDS):
            continue
        most = sum(sum(columns(site).get(n, Counter()).values()) for n in (1, 3)) + 1
        at = site.next(1, lambda step: march(step, "K"))
        step = site.step(at)
        leg = march(step, "K") if step else None
        if step is None or leg is None or most > 12:
            continue
        a, b = int(leg.start), int(leg.end)
        quiet = not step.before.count(a, "A", "t") and not step.before.count(b, "A", "t")
        firm = rules(step.before, "K", a) and margin(step.before, "K", a) > 1
        if quiet and firm and not barred(step.before, "K", b) and not barred(step.before, "K", a):
            texts = [f"w{x}->{y}" for x, y in [(a, b), (b, a)] * most][:most]
            yield site.add(at, *texts, first=at, last=at + most - 1)


def delves(game: Base) -> Iterator[tuple[Site, Step, Step, FlipLeg]]:
    """Delves: (turn, relic moved out of a forest, relic flipped, its leg)."""
    for site in game.turns("K"):
        for step in site.steps[:-1]:
            leg, flip = lone(step, "t"), only(site.steps[step.index])
            out = leg is not None and "_" in str(leg.start) and isinstance(leg.end, int)
            if out and isinstance(flip, FlipLeg) and flip.owner == "K":
                yield site, step, site.steps[step.index], flip


@operator("15.5.2.IIa", "delves out of a forest that is not adjacent")
def delves_from_afar(game: Base) -> Edits:
    for site, step, flipped, flip in delves(game):
        leg = lone(step, "t")
        assert leg is not None
        forests = board(step.before).forests
        for name, around in forests.items():
            here = step.before.at(name).get(leg.piece, 0)
            if here and int(leg.end) not in around and not leg.piece.sub[:1].isdigit():
                texts = f"t_{leg.piece.sub}{name}->{leg.end}", f"t{leg.end}^t_{flip.sub}"
                yield site.edit(step.index, 2, *texts, last=flipped.index)


@operator("15.2.1", "turns up a relic value once more than its tokens have it")
def relic_value_used_up(game: Base) -> Edits:
    for site, _, flipped, flip in delves(game):
        kind = flip.sub[-1]
        known = Counter(
            piece.sub
            for here in flipped.before.pieces.values()
            for piece, n in here.items()
            for _ in range(n)
            if piece.owner == "K" and piece.kind == "t" and piece.sub[:1].isdigit()
        )
        for value, most in Counter(relic_values()[kind]).items():
            if known[f"{value}_{kind}"] >= most:
                yield site.edit(flipped.index, 1, f"t{flip.place}^t_{value}_{kind}")


def recoveries(game: Base) -> Iterator[tuple[Site, Step, PieceLeg]]:
    """Relics recovered."""
    for site in game.turns("K"):
        for step in site.steps:
            leg = lone(step, "t")
            if leg and leg.piece.owner == "K" and isinstance(leg.start, int) and leg.end == "K$":
                yield site, step, leg


@operator("15.5.2.IIIa", "recovers a relic without a waystation of its type", also=("15.5.2.III",))
def recovers_without_waystation(game: Base) -> Edits:
    for site, step, leg in recoveries(game):
        for c in board(step.before).clearings:
            same = suit(step.before, c) == suit(step.before, int(leg.start))
            ways = {p.sub[0] for p in step.before.at(c) if p.owner == "K" and p.kind == "b"}
            for piece in step.before.at(c) if same else ():
                relic = piece.owner == "K" and piece.kind == "t" and piece.sub[:1].isdigit()
                if relic and piece.sub[-1] not in ways:
                    yield site.edit(step.index, 1, f"t_{piece.sub}{c}->$")


@operator("15.5.2.IIIb", "scores a point too many for a relic", also=("3.2",))
def recovers_for_more(game: Base) -> Edits:
    for site, step, _ in recoveries(game):
        fresh = site.next(step.index + 2, lambda one: not isinstance(only(one), CardLeg))
        yield from site.with_one_point_more(step.index + 1, last=fresh)


@operator("15.5.2.IIIb", "does not score for a relic", kinds=("omission",))
def recovers_for_nothing(game: Base) -> Edits:
    for site, step, _ in recoveries(game):
        if site.lone_points(step.index + 1):
            yield site.edit(step.index + 1, 1, first=1, last=len(site.steps) - 1)


def lives_off(site: Site) -> list[Step]:
    """Live Off the Land: the warriors removed as Evening starts."""
    draw = site.draw()
    steps: list[Step] = []
    if draw is None:
        return steps
    for step in reversed(site.steps[: draw.index - 1]):
        if to_retinue(step):
            continue
        legs = [leg for leg in step.legs if isinstance(leg, PieceLeg)]
        own = [leg for leg in legs if leg.piece == MAN and leg.end == "supply"]
        if len(own) != len(step.legs) or any(leg.n != 1 for leg in own):
            break
        if any(step.before.count(leg.start, "K", "w") < 4 for leg in own):
            break
        steps.append(step)
    return steps


def to_retinue(step: Step) -> bool:
    return all(isinstance(leg, CardLeg) and str(leg.end).startswith("K$_") for leg in step.legs)


@operator("15.6.1", "lets four warriors stay in a clearing", kinds=("illegal", "omission"))
def lives_in_plenty(game: Base) -> Edits:
    for site in game.turns("K"):
        for step in lives_off(site):
            if len(step.legs) == 1:
                yield site.edit(step.index, 1, first=step.index, last=len(site.steps) - 1)


@operator("15.6.1", "lives off the land where only three stand", also=("16.6.22",))
def lives_off_three(game: Base) -> Edits:
    for site in game.turns("K"):
        for step in lives_off(site)[:1] if not in_play(site.opened, "tax") else ():
            for c in holds(step.after, "K", "w"):
                if step.after.count(c, "K", "w") < 3:
                    yield site.add(step.index + 1, f"w{c}->")


def additions(site: Site) -> list[tuple[Step, CardLeg]]:
    found = []
    for step in site.steps:
        leg = only(step)
        if isinstance(leg, CardLeg) and leg.start == "K" and str(leg.end).startswith("K$_"):
            found.append((step, leg))
    return found


@operator("15.6.2", "adds a card and shifts one")
def adds_and_shifts(game: Base) -> Edits:
    for site in game.turns("K"):
        for step, _ in additions(site)[-1:]:
            for column, tokens in step.after.retinue.items():
                other = column % 3 + 1
                for token in sorted({token[0] for token in tokens} & {*"BFMR"}):
                    yield site.add(step.index + 1, f"{token}#$_{column}->$_{other}")


@operator("15.6.2", "adds an eleventh card to the Retinue")
def eleventh_card(game: Base) -> Edits:
    for site in game.turns("K"):
        for step, _ in additions(site)[-1:]:
            held = sum(len(tokens) for tokens in step.after.retinue.values())
            low, _high = step.after.hand["K"]
            if held + low >= 11 and held <= 10:
                more = 11 - held
                texts = ["F#K->$_1"] * more
                at = step.index + 1
                yield site.add(at, *texts, first=at + more - 1)


@operator("15.6.2", "adds to the Retinue after the draw")
def gathers_late(game: Base) -> Edits:
    for site in game.turns("K"):
        draw = site.draw()
        if draw is None or draw.index != len(site.steps):
            continue
        for column in (1, 2, 3):
            held = sum(len(tokens) for tokens in draw.after.retinue.values())
            if held < 10 and draw.after.hand["K"][0] > 0:
                yield site.add(draw.index + 1, f"M#K->$_{column}")


@operator("15.2.4", "moves more relics than warriors", also=("4.2",))
def carries_too_much(game: Base) -> Edits:
    for site in game.turns("K"):
        for step in site.steps:
            legs = [leg for leg in step.legs if isinstance(leg, PieceLeg)]
            men = [leg for leg in legs if leg.piece == MAN and isinstance(leg.start, int)]
            if len(men) != 1 or len(legs) != len(step.legs) or not isinstance(men[0].end, int):
                continue
            start, end, n = men[0].start, men[0].end, men[0].n
            carried = [leg for leg in legs if leg is not men[0]]
            if any(
                leg.piece.kind != "t" or (leg.start, leg.end) != (start, end) for leg in carried
            ):
                continue
            load = Counter({leg.piece: leg.n for leg in carried})
            for piece, m in step.before.at(start).items():
                relic = piece.owner == "K" and piece.kind == "t" and piece.sub[:1].isdigit()
                if relic and m > load[piece] and sum(load.values()) == n:
                    more = load + Counter([piece])
                    relics = "+".join(f"{many(k)}t_{one.sub}" for one, k in more.items())
                    yield site.edit(step.index, 1, f"({many(n)}w+{relics}){start}->{end}")


@operator("15.2.5", "takes a relic off the map instead of into a forest", also=("16.6.22",))
def trophy_lost(game: Base) -> Edits:
    for site in game.turns():
        if site.faction in "KA":  # in a revolt it may come later
            continue
        for step in site.steps:
            leg = lone(step, "t")
            taken = leg is not None and leg.piece.owner == "K" and isinstance(leg.start, int)
            if leg is not None and taken and "_" in str(leg.end):
                fresh = site.fresh(step.index + 1)
                yield site.edit(step.index, 1, f"{leg.piece}{leg.start}->", last=fresh)


def adjacent_rule(state: State, forest: str) -> int | None:
    """Clearings beside a forest that the Keepers rule; None where that is open."""
    found = [rules(state, "K", c) for c in board(state).forests[forest]]
    return None if None in found else sum(1 for one in found if one)


@operator("15.5.2.IIb", "keeps the card of a delve it has to discard")
def keeps_delving_card(game: Base) -> Edits:
    for site, step, flipped, flip in delves(game):
        leg, after = lone(step, "t"), site.step(flipped.index + 1)
        card = only(after) if after else None
        if leg is None or after is None or not isinstance(card, CardLeg):
            continue
        if in_play(site.closed, "charm"):
            continue
        off = str(card.start).startswith("K$_") and card.end in ("*", "out", "dom")
        held = adjacent_rule(flipped.after, str(leg.start))
        if off and held is not None and held < int(flip.sub[0]) and site.step(after.index + 1):
            yield site.edit(after.index, 1)


@operator("15.5.2.IIb", "discards the card of a delve it may keep", also=("15.5.2",))
def discards_delving_card(game: Base) -> Edits:
    for site, step, flipped, flip in delves(game):
        leg, after = lone(step, "t"), site.step(flipped.index + 1)
        card = only(after) if after else None
        kept = not (isinstance(card, CardLeg) and str(card.start).startswith("K$_"))
        held = adjacent_rule(flipped.after, str(leg.start)) if leg else None
        if kept and held is not None and held >= int(flip.sub[0]):
            tokens = {token[0] for token in flipped.after.retinue.get(2, ())}
            used = {"B", "f", suit(flipped.after, int(leg.end))} if leg else set()
            for token in sorted(tokens & used):
                text = "#faith$_2->" if token == "f" else f"{token}#$_2->"
                yield site.add(flipped.index + 1, text)


@operator("15.4.2", "decamps where no waystation stands", also=("16.6.19", "15.4.3"))
def decamps_from_nowhere(game: Base) -> Edits:
    for site in game.turns("K"):
        at = site.next(1, lambda step: drawn(step, "K"))
        for step in site.steps[: at - 1]:
            leg, behind = placed(step, "K", "w"), site.step(step.index - 1)
            if leg is None or leg.n != 1 or behind is None:
                continue
            taken = lone(behind, "b")
            if taken is None or taken.end != "supply" or taken.start != leg.end:
                continue
            for c in board(step.before).clearings:
                bare = c != leg.end and not step.before.count(c, "K", "b")
                if bare and not barred(step.before, "K", c):
                    yield site.edit(step.index, 1, f"w->{c}")
