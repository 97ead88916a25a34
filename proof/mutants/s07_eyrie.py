"""Operators on the Eyrie Dynasties (7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from notation.legs import BattleLeg, CardLeg, CraftLeg, DropDecreeLeg, Leg, Piece, PieceLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SUITS,
    barred,
    board,
    holding,
    in_play,
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
from replayer.facts import deck, faction_facts
from replayer.timeline import Step

ROOST = Piece("E", "b")
SCORING = ("charm", "coffin", "royal", "stand")
"""Cards that bring points of their own."""


def additions(site: Site) -> list[Step]:
    """The actions that add to the Decree."""
    return [step for step in site.steps if all(to_decree(leg) for leg in step.legs)]


def to_decree(leg: Leg) -> bool:
    return isinstance(leg, CardLeg) and leg.start == "E" and str(leg.end).startswith("E$_")


def added(steps: list[Step]) -> list[CardLeg]:
    return [leg for step in steps for leg in step.legs if isinstance(leg, CardLeg)]


def acts(step: Step | None) -> bool:
    """Whether an action can only be one of Daylight."""
    legs = (PieceLeg, BattleLeg, CraftLeg, DropDecreeLeg)
    return step is not None and isinstance(step.legs[0], legs)


@operator("7.4.2", "adds no card to the Decree")
def adds_nothing(game: Base) -> Edits:
    for site in game.turns("E"):
        cards = additions(site)
        columns = {str(leg.end)[-1] for leg in added(cards)}
        after = site.step(cards[0].index + 1) if len(cards) == 1 else None
        if acts(after) and after is not None and column_of(after) not in columns:
            yield site.edit(cards[0].index, 1)


@operator("7.4.2", "adds three cards to the Decree")
def adds_three(game: Base) -> Edits:
    for site in game.turns("E"):
        cards = additions(site)
        if len(added(cards)) == 2 and cards[-1].after.hand["E"][0] > 0:
            for column in "rmxb":
                yield site.add(cards[-1].index + 1, f"F#E->$_{column}")


@operator("7.4.2", "adds two birds to the Decree")
def adds_two_birds(game: Base) -> Edits:
    for site in game.turns("E"):
        cards = additions(site)
        legs = added(cards)
        if len(legs) == len(cards) == 2 and [leg.suit for leg in legs].count("B") == 1:
            changed = cards[0] if legs[0].suit != "B" else cards[1]
            column = legs[changed is cards[1]].end
            if isinstance(column, str):
                text = f"B#E->{column.removeprefix('E')}"
                yield site.edit(changed.index, 1, text, first=cards[1].index)


@operator("7.4.1", "draws a card with cards in hand")
def needless_emergency(game: Base) -> Edits:
    for site in game.turns("E"):
        quiet = not in_play(site.opened, "bank", "stand", "swap")
        if additions(site)[:1] == [*site.steps[:1]] and site.opened.hand["E"][0] > 0 and quiet:
            yield site.add(1, "#->E")


def outdone(site: Site, step: Step, own: str) -> int:
    """The action by which the cards of its column cannot explain all so far, were this one in a
    clearing of that suit; 0 if there is none."""
    cards, column = additions(site), column_of(step)
    state = cards[-1].after if cards else site.opened
    tokens = Counter(token[0] for token in state.decree.get(column, ()))
    if site.opened.leader == "charismatic" or {*tokens} - {*SUITS, "B"}:
        return 0  # two warriors for one card; cards unknown
    suits: Counter[str] = Counter()
    for one in site.steps:
        if column_of(one) == column:
            suits[own if one is step else acted_in(one)] += 1
        short = sum(max(0, n - tokens[key]) for key, n in suits.items())
        if one.index >= step.index and short > tokens["B"]:
            return one.index
    return 0


def acted_in(step: Step) -> str:
    """The suit of the clearing that an action of the Decree has to match."""
    leg = only(step)
    if isinstance(leg, BattleLeg):
        return suit(step.before, leg.clearing)
    assert isinstance(leg, PieceLeg)
    return suit(step.before, int(leg.start if march(step, "E") else leg.end))


def deeds(game: Base, column: str) -> Iterator[tuple[Site, Step, Leg]]:
    """Actions of that column in turns in which no other cards of the Eyrie act alike."""
    alike = {*EXTRA_DEEDS} if column in "mx" else {"prop"}
    for site in game.turns("E"):
        if alike & {*site.opened.crafted.get("E", ()), *site.closed.crafted.get("E", ())}:
            continue
        for step in site.steps:
            leg = only(step)
            if leg is not None and column_of(step) == column:
                yield site, step, leg


def column_of(step: Step) -> str:
    """The column an action answers, by its shape; "" if none."""
    leg = only(step)
    if placed(step, "E", "w"):
        return "r"
    if march(step, "E"):
        return "m"
    if isinstance(leg, BattleLeg) and leg.attacker == "E":
        return "x"
    return "b" if placed(step, "E", "b") else ""


@operator("7.5.2.I", "recruits at a roost of a suit the column does not ask for", also=("7.5.2",))
def recruits_wrong_suit(game: Base) -> Edits:
    for site, step, leg in deeds(game, "r"):
        for c in holding(step.before, ROOST):
            odd = outdone(site, step, suit(step.before, c))
            if odd and not barred(step.before, "E", c):
                yield site.edit(step.index, 1, f"{many(leg.n)}w->{c}", last=odd)


@operator("7.5.2.I", "recruits where no roost stands", also=("7.5.2",))
def recruits_without_roost(game: Base) -> Edits:
    for site, step, leg in deeds(game, "r"):
        assert isinstance(leg, PieceLeg)
        for c in board(step.before).clearings:
            same = suit(step.before, c) == suit(step.before, int(leg.end))
            if same and ROOST not in step.before.at(c) and not barred(step.before, "E", c):
                yield site.edit(step.index, 1, f"{many(leg.n)}w->{c}")


@operator(
    "7.5.2.II", "moves from a clearing of a suit the column does not ask for", also=("7.5.2",)
)
def moves_wrong_suit(game: Base) -> Edits:
    for site, step, leg in deeds(game, "m"):
        before = step.before
        assert isinstance(leg, PieceLeg)
        if before.count(int(leg.end), "A", "t"):
            continue  # Outrage behind it
        for a in board(before).clearings:
            odd = outdone(site, step, suit(before, a)) if before.count(a, "E", "w") else 0
            later = [one for one in site.steps[step.index : odd] if march(one, "E")]
            if not odd or any(rests_on(one, step, a) for one in later):
                continue
            for b in near(before, a):
                free = rules(before, "E", a) or rules(before, "E", b)
                if free and not barred(before, "E", a) and not before.count(b, "A", "t"):
                    yield site.edit(step.index, 1, f"w{a}->{b}", last=odd)


def rests_on(later: Step, step: Step, start: int) -> bool:
    """Whether a later move needs what this one brings or leaves, or where it would start."""
    one, leg = march(later, "E"), march(step, "E")
    return one is None or leg is None or one.start in (leg.end, start) or one.end == leg.end


@operator("7.5.2.III", "battles in a suit the column does not ask for", also=("7.5.2",))
def battles_wrong_suit(game: Base) -> Edits:
    for site, step, _ in deeds(game, "x"):
        before = step.before
        for c in board(before).clearings:
            if not before.count(c, "E", "w") or outdone(site, step, suit(before, c)) != step.index:
                continue
            for enemy in before.game.players:
                if enemy != "E" and before.count(c, enemy):
                    yield site.edit(step.index, 1, f"X{enemy}{c}(0,0)")


def building(game: Base) -> Iterator[tuple[Site, Step, int, int]]:
    """Roosts of the Decree: (turn, action, its clearing, another clearing)."""
    for site, step, leg in deeds(game, "b"):
        assert isinstance(leg, PieceLeg)
        alone = not any(placed(one, "E", "w") and one.index > step.index for one in site.steps)
        alone = alone and bool(holding(step.before, ROOST))  # else it is a new one (7.4.3)
        for c in board(step.before).clearings:
            if alone and c != leg.end and not barred(step.before, "E", c):
                yield site, step, int(leg.end), c


@operator("7.5.2.IV", "builds a second roost in a clearing", also=("7.5.2",))
def builds_second_roost(game: Base) -> Edits:
    for site, step, _, c in building(game):
        if ROOST in step.before.at(c) and slots(step.before, c) > 0 and rules(step.before, "E", c):
            yield site.edit(step.index, 1, f"b->{c}")


@operator("7.5.2.IV", "builds a roost in a clearing it does not rule", also=("7.5.2",))
def builds_unruled(game: Base) -> Edits:
    for site, step, chosen, c in building(game):
        if suit(step.before, c) != suit(step.before, chosen):
            continue
        free = ROOST not in step.before.at(c) and slots(step.before, c) > 0
        if free and rules(step.before, "E", c) is False:
            yield site.edit(step.index, 1, f"b->{c}")


@operator("7.5.2", "leaves a card of the Decree out", also=("7.5.2.I", "7.5.2.II", "7.7"))
def skips_a_card(game: Base) -> Edits:
    for site in game.turns("E"):
        if in_play(site.opened, *EXTRA_DEEDS) or in_play(site.closed, *EXTRA_DEEDS):
            continue
        for column, then in (("r", "mxb"), ("m", "xb")):
            for step in site.steps:
                after = site.step(step.index + 1)
                if after is None or column_of(step) != column or column_of(after) not in then:
                    continue
                if column_of(after) and not_needed(step, after):
                    yield site.edit(step.index, 1)


def not_needed(step: Step, after: Step) -> bool:
    """Whether a move or battle would do as well without the action before it."""
    one, leg = only(step), only(after)
    end = one.end if isinstance(one, PieceLeg) else 0
    if isinstance(leg, PieceLeg) and leg.piece.kind == "w":
        return end not in (leg.start, leg.end)
    return isinstance(leg, BattleLeg) and end != leg.clearing


@operator("7.5.2", "recruits once more than the column asks for", also=("7.5.2.I",))
def recruits_once_more(game: Base) -> Edits:
    for site in game.turns("E"):
        for step in site.steps:
            leg, after = placed(step, "E", "w"), site.step(step.index + 1)
            if leg is None or after is None or column_of(after) not in ("m", "x", "b"):
                continue
            more = step.after.at("supply").get(Piece("E", "w"), 0) >= leg.n
            if more and site.opened.leader != "charismatic":
                yield site.add(step.index + 1, step.entry.text)


@operator(
    "7.5.2",
    "recruits after having moved",
    also=("7.5.2.I", "7.5.2.II"),
)
def recruits_last(game: Base) -> Edits:
    for site in game.turns("E"):
        for step in site.steps:
            after = site.step(step.index + 1)
            leg, moved = placed(step, "E", "w"), march(after, "E") if after else None
            if leg is None or after is None or moved is None or in_play(site.closed, *EXTRA_DEEDS):
                continue
            if leg.n > 1 and moved.n > 1:
                continue  # neighbours with several pieces may be units written crosswise
            if (
                after.before.count(moved.start, "E", "w") - leg.n >= moved.n
                or leg.end != moved.start
            ):
                yield site.edit(step.index, 2, after.entry.text, step.entry.text)


def humiliation(game: Base) -> Iterator[tuple[Site, Step, int]]:
    """Turmoil: (turn, action that loses points, how many), the score being high enough."""
    for site in game.turns("E"):
        if not any(isinstance(leg, DropDecreeLeg) for leg in site.legs):
            continue
        for step in site.steps:
            leg = points_of(step)
            score = step.before.score.get("E")
            if leg and leg.sign < 0 and leg.faction == "E" and score and score > leg.n:
                yield site, step, leg.n


@operator("7.7.1", "loses a point too many in turmoil")
def humiliated_too_much(game: Base) -> Edits:
    for site, step, n in humiliation(game):
        yield site.edit(step.index, 1, f"--{n + 1}", last=step.index + 2)


@operator("7.7.1", "loses a point too few in turmoil", kinds=("illegal", "omission"))
def humiliated_too_little(game: Base) -> Edits:
    for site, step, n in humiliation(game):
        text = [f"--{many(n - 1)}"] if n > 1 else []
        yield site.edit(step.index, 1, *text, first=1, last=len(site.steps))


@operator("7.7.3", "chooses a leader who has been deposed")
def old_leader(game: Base) -> Edits:
    for site in game.turns("E"):
        if not any(isinstance(leg, DropDecreeLeg) for leg in site.legs):
            continue
        for step in site.steps:
            leg = only(step)
            if not isinstance(leg, CardLeg) or leg.end != "E$":
                continue
            down = {*step.before.deposed, site.opened.leader}
            for name in sorted(down) if len(down) < 4 else ():
                yield site.edit(step.index, 1, f"#{name}->$")


def roosting(site: Site) -> Step | None:
    """The action that scores for roosts, right before the draw."""
    draw = site.draw()
    step = site.step(draw.index - 1) if draw else None
    points = points_of(step) if step else None
    before = site.step(step.index - 1) if step else None
    if step is None or points is None or points.sign < 0 or in_play(site.closed, *SCORING):
        return None
    roosts = sum(step.before.at(c)[ROOST] for c in holding(step.before, ROOST))
    due = faction_facts("E").scales["roost_points"].at(roosts) == points.n
    return step if due and not (before is not None and scoring(before)) else None


def scoring(step: Step) -> bool:
    """Whether an action gives points or takes what is worth points."""
    buildings = any(isinstance(leg, PieceLeg) and leg.piece.kind in "bt" for leg in step.legs)
    return points_of(step) is not None or buildings


@operator("7.6.1", "scores a point too many for its roosts", also=("3.2",))
def roosts_for_more(game: Base) -> Edits:
    for site in game.turns("E"):
        step = roosting(site)
        due = points_of(step) if step else None
        if step:  # like points before it may be the roosts' and these what a lost piece is worth
            alike = any(points_of(one) == due for one in site.steps[: step.index - 1])
            also = ("3.2.1",) if alike else ()
            yield from site.with_one_point_more(step.index, also=also)


@operator("7.6.1", "does not score for its roosts", kinds=("omission", "illegal"))
def roosts_for_nothing(game: Base) -> Edits:
    for site in game.turns("E"):
        step = roosting(site)
        due = points_of(step) if step else None
        others = [points for one in site.steps if (points := points_of(one)) and one is not step]
        if step and due and all(points.n < due.n for points in others):
            yield site.edit(step.index, 1, first=1, last=len(site.steps) - 1)


@operator("7.2.3", "scores what an item is worth to others", also=("3.2", "3.2.2"))
def scores_for_trade(game: Base) -> Edits:
    for site in game.turns("E"):
        for step in site.steps:
            leg = only(step)
            after = site.step(step.index + 1)
            points = points_of(after) if after else None
            if not isinstance(leg, CraftLeg) or leg.item is None or points is None:
                continue
            facts = deck(site.opened.game.deck).cards
            worth = max((card.points for card in facts if card.item == leg.item), default=0)
            plain_leader = site.opened.leader != "builder" and not in_play(site.closed, "engrave")
            if worth > 1 and points.n == 1 and plain_leader:
                yield site.edit(step.index + 1, 1, f"++{worth}", last=step.index + 2)
