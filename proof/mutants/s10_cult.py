"""Operators on the Lizard Cult (10)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import BattleLeg, Leg, OutcastLeg, Piece, PieceLeg, RevealLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    SUITS,
    barred,
    board,
    drawn,
    enemies,
    gone,
    holds,
    lone,
    many,
    near,
    only,
    placed,
    rules,
    slots,
    suit,
)
from proof.mutants.catalogue import Edits, operator
from replayer.timeline import Step

MAN = Piece("L", "w")


def shown(step: Step) -> RevealLeg | None:
    """The one card an action reveals to all."""
    leg = only(step)
    if isinstance(leg, RevealLeg) and leg.owner == "L" and not leg.whole and leg.n == 1:
        return None if leg.audience else leg
    return None


def rituals(game: Base, kind: str) -> Iterator[tuple[Site, Step, Step, PieceLeg]]:
    """Build ("b") or Recruit ("w"): (turn, card, piece, its leg)."""
    for site in game.turns("L"):
        for step in site.steps[:-1]:
            leg = placed(site.steps[step.index], "L", kind)
            if shown(step) and leg is not None and leg.n == 1:
                yield site, step, site.steps[step.index], leg


def others(site: Site, card: Step) -> set[str | None]:
    """Suits of the other cards revealed in that turn."""
    return {leg.suit for step in site.steps if step is not card and (leg := shown(step))}


@operator("10.5.2", "recruits in a clearing of another suit than the card's")
def recruits_wrong_suit(game: Base) -> Edits:
    for site, card, men, _ in rituals(game, "w"):
        leg = shown(card)
        for c in board(men.before).clearings:
            alone = suit(men.before, c) not in others(site, card)
            odd = leg is not None and leg.suit != "B" and suit(men.before, c) != leg.suit
            if odd and alone and "B" not in others(site, card) and not barred(men.before, "L", c):
                yield site.edit(men.index, 1, f"w->{c}")


@operator("10.2.2", "recruits with a bird", also=("10.5.2",))
def recruits_with_bird(game: Base) -> Edits:
    for site, card, _, leg in rituals(game, "w"):
        if site.step(card.index + 2) and suit(card.before, int(leg.end)) not in others(site, card):
            yield site.edit(card.index, 1, "B#^", last=card.index + 1)


@operator("10.5", "recruits without revealing a card", also=("10.5.2",))
def recruits_unrevealed(game: Base) -> Edits:
    for site, card, _, leg in rituals(game, "w"):
        if suit(card.before, int(leg.end)) not in others(site, card):
            yield site.edit(card.index, 1, last=card.index + 1)


@operator("10.5.1", "builds a garden in a clearing it does not rule")
def builds_unruled(game: Base) -> Edits:
    for site, _, built, leg in rituals(game, "b"):
        before = built.before
        for c in board(before).clearings:
            same = suit(before, c) == suit(before, int(leg.end)) and not barred(before, "L", c)
            if same and rules(before, "L", c) is False and slots(before, c) > 0:
                yield site.edit(built.index, 1, f"b_{leg.piece.sub}->{c}")


@operator("10.5.1", "builds a garden of another suit than the clearing's")
def garden_of_wrong_suit(game: Base) -> Edits:
    for site, _, built, leg in rituals(game, "b"):
        for other in SUITS.lower():
            if other != leg.piece.sub and Piece("L", "b", other) in built.before.at("supply"):
                yield site.edit(built.index, 1, f"b_{other}->{leg.end}")


@operator("2.2.3", "builds a garden where no slot is open", also=("10.5.1",))
def garden_without_slot(game: Base) -> Edits:
    for site, _, built, leg in rituals(game, "b"):
        before = built.before
        for c in board(before).clearings:
            same = suit(before, c) == suit(before, int(leg.end)) and not barred(before, "L", c)
            if same and rules(before, "L", c) and slots(before, c) <= 0:
                yield site.edit(built.index, 1, f"b_{leg.piece.sub}->{c}")


def scorings(game: Base) -> Iterator[tuple[Site, Step, Step]]:
    """Score: (turn, card, points)."""
    for site in game.turns("L"):
        for step in site.steps[:-1]:
            leg, after = gone(step, "L"), points_of(site.steps[step.index])
            if any(drawn(one, "L") for one in site.steps[: step.index]):
                break
            if leg is not None and leg.n == 1 and leg.suit not in (None, "B") and after is not None:
                yield site, step, site.steps[step.index]


@operator("10.5.3", "scores twice with cards of one suit", also=("3.2",))
def scores_twice(game: Base) -> Edits:
    for site, card, points in scorings(game):
        reveals = sum(one.n for step in site.steps if (one := shown(step)))
        if card.before.hand["L"][0] < 3 + reveals:
            continue
        leg = gone(card, "L")
        assert leg is not None
        at = points.index + 1
        yield site.add(at, f"{leg.suit}#L->", points.entry.text, first=at, last=at + 1)


@operator("10.5.3", "scores a point too many for a ritual", also=("3.2",))
def scores_more(game: Base) -> Edits:
    for site, _, points in scorings(game):
        yield from site.with_one_point_more(points.index)


def sacrifices(game: Base) -> Iterator[tuple[Site, Step]]:
    for site in game.turns("L"):
        for step in site.steps[:-1]:
            leg, man = shown(step), lone(site.steps[step.index])
            if leg and man and man.piece == MAN and (man.start, man.end) == ("supply", "L$"):
                yield site, step


@operator("10.5.4", "sacrifices with a card that is no bird")
def sacrifices_wrong_suit(game: Base) -> Edits:
    for site, card in sacrifices(game):
        for other in SUITS if "B" not in others(site, card) else "":
            yield site.edit(card.index, 1, f"{other}#^", last=card.index + 1)


def spendings(site: Site) -> list[tuple[Step, PieceLeg]]:
    """Acolytes spent in a turn."""
    found = []
    for step in site.steps:
        leg = lone(step)
        if leg is not None and leg.piece == MAN and (leg.start, leg.end) == ("L$", "supply"):
            found.append((step, leg))
    return found


def conspiracies(game: Base) -> Iterator[tuple[Site, Step, PieceLeg]]:
    """Acolytes spent for a conspiracy: (turn, action, leg)."""
    for site in game.turns("L"):
        for step, leg in spendings(site):
            yield site, step, leg


def outcast(site: Site) -> str:
    """The Outcast's suit once Birdsong has adjusted it."""
    told = [leg for leg in site.legs if isinstance(leg, OutcastLeg)]
    return told[0].suit if told else site.opened.outcast[0] or ""


@operator("10.4.3", "spends an acolyte too few", also=("10.4.3.I", "10.4.3.II", "10.4.3.III"))
def conspires_too_cheaply(game: Base) -> Edits:
    for site, step, leg in conspiracies(game):
        if len(spendings(site)) != 1:
            continue
        text = [f"{many(leg.n - 1)}w$->"] if leg.n > 1 else []
        deed = site.step(step.index + 1)
        if deed is not None and isinstance(deed.legs[0], PieceLeg | BattleLeg):
            also = ("4.3",) if isinstance(deed.legs[0], BattleLeg) and not text else ()
            last = step.index + len(text)
            if not text:
                last = site.begun(step.index + 2) - 1  # it may be paid for behind the deed
            yield site.edit(step.index, 1, *text, first=step.index, last=last, also=also)


@operator("10.4.3.II", "converts outside the Outcast's clearings", also=("10.4.3",))
def converts_elsewhere(game: Base) -> Edits:
    for site, step, _ in conspiracies(game):
        out, back = site.step(step.index + 1), site.step(step.index + 2)
        taken, put = lone(out) if out else None, placed(back, "L", "w") if back else None
        if out is None or taken is None or put is None or taken.piece.owner == "L":
            continue
        if taken.start != put.end:
            continue
        for c in board(out.before).clearings:
            if suit(out.before, c) == outcast(site) or barred(out.before, "L", c):
                continue
            for piece in enemies(out.before, "L", c, "w"):
                if piece.sub == "":
                    yield site.edit(
                        out.index, 2, f"{piece}{c}->", f"w->{c}", last=back.index if back else 0
                    )


@operator("10.4.3.III", "sanctifies with a garden of another suit", also=("10.4.3",))
def sanctifies_wrong_suit(game: Base) -> Edits:
    for site in game.turns("L"):
        for step in site.steps[:-1]:
            taken, put = lone(step, "b"), placed(site.steps[step.index], "L", "b")
            if taken is None or put is None or taken.start != put.end:
                continue
            for other in SUITS.lower():
                left = Piece("L", "b", other) in step.before.at("supply")
                if other != put.piece.sub and left:
                    yield site.edit(step.index + 1, 1, f"b_{other}->{put.end}")


@operator(
    "10.4.3.I", "goes on a crusade from a clearing that is not the Outcast's", also=("10.4.3",)
)
def crusades_elsewhere(game: Base) -> Edits:
    for site, step, _ in conspiracies(game):
        after = site.step(step.index + 1)
        leg = only(after) if after else None
        if after is None or not isinstance(leg, PieceLeg) or leg.piece != MAN:
            continue
        if not isinstance(leg.end, int) or not isinstance(leg.start, int):
            continue
        for a in holds(after.before, "L", "w"):
            if suit(after.before, a) == outcast(site) or barred(after.before, "L", a):
                continue
            for b in near(after.before, a):
                if rules(after.before, "L", a) or rules(after.before, "L", b):
                    yield site.edit(after.index, 1, f"w{a}->{b}")


@operator("10.4.1", "makes a suit the Outcast that the Lost Souls do not", also=("10.4.2",))
def wrong_outcast(game: Base) -> Edits:
    for site in game.turns("L"):
        for step in site.steps[:1]:
            leg = only(step)
            if not isinstance(leg, OutcastLeg) or unsure(site):
                continue
            for other in SUITS:
                if other != leg.suit:
                    mark = "ho" if leg.hated else "o"
                    yield site.edit(step.index, 1, f"$_{mark}->{other}")


def unsure(site: Site) -> bool:
    """Whether the Lost Souls are not all known by their suits."""
    facts = site.opened.this_turn
    return facts.souls_open or any(token[:1] == "?" for token in facts.souls)


@operator("10.4.1", "flips the Outcast to Hated or back against the Lost Souls")
def wrong_hatred(game: Base) -> Edits:
    for site in game.turns("L"):
        for step in site.steps[:1]:
            leg = only(step)
            if isinstance(leg, OutcastLeg) and not unsure(site):
                mark = "o" if leg.hated else "ho"
                yield site.edit(step.index, 1, f"$_{mark}->{leg.suit}")


def fearful(leg: Leg) -> bool:
    return isinstance(leg, PieceLeg) and leg.piece.owner == "L" and leg.piece.kind == "b"


@operator("10.2.5", "keeps its card when a garden is removed", kinds=("illegal", "omission"))
def fearless(game: Base) -> Edits:
    for site in game.turns():
        if site.faction == "L":
            continue
        for step in site.steps[:-1]:
            lost = [leg for leg in step.legs if fearful(leg)]
            card = site.steps[step.index]
            if len(lost) == 1 and lost[0].n == 1 and gone(card, "L"):
                again = sum(1 for one in site.steps if gone(one, "L"))
                if again == 1 and site.step(card.index + 1):
                    yield site.edit(card.index, 1, last=len(site.steps) - 1)


@operator("10.2.1", "crafts in Daylight")
def crafts_early(game: Base) -> Edits:
    for site in game.turns("L"):
        for step in site.steps:
            text = step.entry.text
            if not text.startswith("Z") or "%" in text or "favor" in text or step.index < 4:
                continue
            at = site.next(1, lambda one: shown(one) is not None)
            behind = site.step(step.index - 1)
            if at < step.index - 1 and behind is not None and not points_of(behind):
                rest = [one.entry.text for one in site.steps[at - 1 : step.index - 1]]
                hand, shown_before = step.before.hand["L"][0], site.steps[at - 1].before.this_turn
                if any("b_" in one or "Z" in one for one in rest) or shown_before.revealed:
                    continue
                if hand <= sum(n for _, n in step.before.this_turn.revealed):
                    rest = rest[:2]  # else the card would not be there by 10.5, too
                if hand > 1:
                    size = step.index - at + 1  # the card shown may yet be for Exposure
                    yield site.edit(at, size, text, *rest, first=at, last=at + 2)
