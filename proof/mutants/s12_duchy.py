"""Operators on the Underground Duchy (12)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import BattleLeg, CardLeg, Leg, Piece, PieceLeg, RevealLeg
from proof.mutants.base import Base, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SUITS,
    barred,
    board,
    gone,
    holding,
    holds,
    in_play,
    lone,
    many,
    only,
    placed,
    rules,
    slots,
    suit,
    trails,
)
from proof.mutants.catalogue import Edits, operator
from replayer.facts import ministers
from replayer.timeline import Step

MAN, TUNNEL = Piece("D", "w"), Piece("D", "t")


def mustered(step: Step) -> int:
    """How many warriors an action places in the Burrow, if it does nothing else."""
    leg = lone(step)
    if leg is None or (leg.piece, leg.start, leg.end) != (MAN, "supply", 0):
        return 0
    return leg.n


def muster(site: Site) -> Step | None:
    """Birdsong, where it opens the turn."""
    return site.steps[0] if site.steps and mustered(site.steps[0]) else None


@operator("12.4", "places a warrior too few in the Burrow", kinds=("illegal", "omission"))
def musters_too_few(game: Base) -> Edits:
    for site in game.turns("D"):
        step, after = muster(site), site.step(2)
        if step is None or after is None or any(mustered(one) for one in site.steps[1:]):
            continue
        n = mustered(step)
        acts = isinstance(only(after), PieceLeg | BattleLeg)
        if acts and not in_play(site.opened, "emi", "false"):
            yield site.edit(
                1, 1, *([f"{many(n - 1)}w->0"] if n > 1 else []), last=2 if n > 1 else 1
            )


@operator("12.5.1", "takes more actions than Assembly allows", also=("12.5.1.II", "12.4", "12.5.2"))
def third_assembly(game: Base) -> Edits:
    for site in game.turns("D"):
        draw = site.draw()
        if draw is None or in_play(site.closed, *EXTRA_DEEDS) or muster(site) is None:
            continue
        first = site.next(2, lambda step: not mustered(step))
        done = sum(mustered(step) for step in site.steps[1 : first - 1])
        left = site.steps[first - 2].after.at("supply").get(MAN, 0)
        more = 3 - done
        if 0 < more < left and "mayor" not in site.opened.ministers:
            yield site.add(first, *["w->0"] * more, first=first + more - 1)


@operator("12.5.1.I", "builds without revealing a card", also=("12.5.1",))
def builds_unrevealed(game: Base) -> Edits:
    for site, card, built, _ in builds(game):
        reveals = [leg for leg in site.legs if isinstance(leg, RevealLeg)]
        if not {"foremole", "mayor"} & {*site.opened.ministers} and len(reveals) == 1:
            yield site.edit(card.index, 1, last=built.index)


def builds(game: Base) -> Iterator[tuple[Site, Step, Step, int]]:
    """Buildings with one card revealed: (turn, reveal, building, clearing)."""
    for site in game.turns("D"):
        for step in site.steps[:-1]:
            leg = only(step)
            built = placed(site.steps[step.index], "D", "b")
            shown = isinstance(leg, RevealLeg) and not leg.whole and leg.owner == "D"
            if shown and built and isinstance(leg, RevealLeg) and leg.suit != "B":
                yield site, step, site.steps[step.index], int(built.end)


@operator("12.5.1.I", "builds with a revealed card of another suit")
def builds_wrong_suit(game: Base) -> Edits:
    for site, card, built, c in builds(game):
        reveals = [leg for leg in site.legs if isinstance(leg, RevealLeg)]
        if {"foremole", "mayor"} & {*site.opened.ministers} or len(reveals) > 1:
            continue
        for other in SUITS:
            if other != suit(built.before, c):
                yield site.edit(card.index, 1, f"{other}#^", last=built.index)


@operator("2.5", "builds in a clearing it does not rule", also=("12.5.1.I", "12.5.2.I"))
def builds_unruled(game: Base) -> Edits:
    for site, _, built, c in builds(game):
        for other in board(built.before).clearings:
            same = suit(built.before, other) == suit(built.before, c)
            alien = rules(built.before, "D", other) is False and slots(built.before, other) > 0
            if same and alien and not barred(built.before, "D", other):
                leg = built.legs[0]
                assert isinstance(leg, PieceLeg)
                yield site.edit(built.index, 1, f"b_{leg.piece.sub}->{other}")


def digs(game: Base) -> Iterator[tuple[Site, Step, Step, Step | None]]:
    """Digs: (turn, card, tunnel, warriors out of the Burrow)."""
    for site in game.turns("D"):
        for step in site.steps[:-1]:
            tunnel = site.steps[step.index]
            leg = placed(tunnel, "D", "t")
            if not gone(step, "D") or leg is None:
                continue
            after = site.step(tunnel.index + 1)
            men = lone(after) if after else None
            up = men is not None and (men.piece, men.start, men.end) == (MAN, 0, leg.end)
            yield site, step, tunnel, after if up else None


@operator("12.5.1.V", "digs with a card of another suit")
def digs_wrong_suit(game: Base) -> Edits:
    for site, card, tunnel, _ in digs(game):
        c = next(leg.end for leg in tunnel.legs if isinstance(leg, PieceLeg))
        yield from site.in_another_suit(card, suit(card.before, int(c)))


@operator("12.5.1.V", "digs where a tunnel is")
def digs_twice(game: Base) -> Edits:
    for site, card, tunnel, _ in digs(game):
        leg = tunnel.legs[0]
        assert isinstance(leg, PieceLeg)
        for c in holding(card.before, TUNNEL):
            if suit(card.before, c) == suit(card.before, int(leg.end)):
                yield site.edit(tunnel.index, 1, f"t->{c}")


@operator("12.5.1.V", "brings five warriors out of a fresh tunnel", also=("12.5.1",))
def digs_with_five(game: Base) -> Edits:
    for site, _, _, men in digs(game):
        if men is None or men.before.count(0, "D", "w") < 5:
            continue
        leg = lone(men)
        done = assembly(site)
        if leg is not None and done is not None and len(done) == 2:
            last = max(men.index, *done)  # five may move as an action of their own: the third
            yield site.edit(men.index, 1, f"5w0->{leg.end}", last=last)


def assembly(site: Site) -> list[int] | None:
    """The actions of Assembly, one each; None where ministers or cards give more such actions."""
    helped = {*site.opened.ministers}
    if in_play(site.closed, *EXTRA_DEEDS) or helped & {"marshal", "brigadier", "mayor"}:
        return None
    found = []
    start = site.next(1, mustered)
    for step in site.steps[start if start <= len(site.steps) else 0 :]:
        leg, behind = lone(step), site.step(step.index - 1)
        dug = (
            behind is not None
            and placed(behind, "D", "t") is not None
            and not placed(step, "D", "w")
        )
        goes = (
            leg is not None
            and leg.piece == MAN
            and isinstance(leg.start, int)
            and isinstance(leg.end, int)
        )
        fights = isinstance(only(step), BattleLeg) and "captain" not in helped
        if (
            (goes and not dug)
            or fights
            or mustered(step)
            or (placed(step, "D", "b") and "foremole" not in helped)
            or placed(step, "D", "t")
        ):
            found.append(step.index)
    return found


def is_card(leg: Leg | None) -> bool:
    return isinstance(leg, RevealLeg | CardLeg)


def sways(game: Base) -> Iterator[tuple[Site, Step, Step, str]]:
    """Ministers swayed: (turn, reveal, minister taken, name)."""
    for site in game.turns("D"):
        for step in site.steps[:-1]:
            leg = only(site.steps[step.index])
            shown = all(isinstance(one, RevealLeg) and not one.whole for one in step.legs)
            if shown and isinstance(leg, CardLeg) and leg.end == "D$" and leg.name:
                yield site, step, site.steps[step.index], leg.name


@operator("12.5.3.I", "sways a minister who is swayed")
def sways_again(game: Base) -> Edits:
    for site, _, taken, name in sways(game):
        for other in taken.before.ministers:
            if ministers()[other].rank == ministers()[name].rank:
                yield site.edit(taken.index, 1, f"#{other}->$")


@operator("12.5.3.I", "sways a minister without a crown of that rank")
def sways_without_crown(game: Base) -> Edits:
    for site, shown, taken, name in sways(game):
        suits = [leg.suit for leg in shown.legs if isinstance(leg, RevealLeg) for _ in range(leg.n)]
        for other in ministers().values():
            idle = other.name not in taken.before.ministers and other.name != name
            spent = taken.before.crowns.get(other.rank, 0) >= 3
            if idle and spent and other.cards <= len(suits) and None not in suits:
                text = f"({'+'.join(map(str, suits[: other.cards]))})#^"
                texts, last = (text, f"#{other.name}->$"), taken.index + 1
                yield site.edit(shown.index, 2, *texts, last=last)


@operator("12.5.3.II", "sways a minister with too few cards")
def sways_too_cheaply(game: Base) -> Edits:
    for site, shown, taken, name in sways(game):
        for other in ministers().values():
            fresh = other.name not in taken.before.ministers
            crown = taken.before.crowns.get(other.rank, 0) < 3
            if other.cards > ministers()[name].cards and fresh and crown:
                last = taken.index + 1
                yield site.edit(taken.index, 1, f"#{other.name}->$", first=shown.index, last=last)


@operator("12.5.3.II", "reveals a card of a suit where no Duchy piece is")
def sways_with_foreign_suit(game: Base) -> Edits:
    for site, shown, taken, _ in sways(game):
        legs = [leg for leg in shown.legs if isinstance(leg, RevealLeg)]
        before = shown.before
        present = {suit(before, c) for c in board(before).clearings if before.count(c, "D")}
        for other in SUITS:
            if other not in present:
                n = sum(leg.n for leg in legs)
                last = taken.index
                yield site.edit(shown.index, 1, f"{many(n)}{other}#^", last=last)


@operator("12.5.3.III", "scores a point too many for a minister", also=("3.2",))
def sways_for_more(game: Base) -> Edits:
    for site, _, taken, _ in sways(game):
        lords = {"duchessofmud", "baronofdirt", "earlofstone", "banker"} & {*taken.after.ministers}
        if not lords:
            yield from site.with_one_point_more(taken.index + 1)


@operator("12.5.3", "sways two ministers in a turn", also=("12.5.3.I",))
def sways_two(game: Base) -> Edits:
    for site, shown, taken, name in sways(game):
        after = site.step(taken.index + 1)
        points = points_of(after) if after else None
        reveals = [leg.n for leg in site.legs if isinstance(leg, RevealLeg)]
        if shown.before.hand["D"][0] < sum(reveals) + ministers()[name].cards:
            continue
        for other in ministers().values():
            same = other.rank == ministers()[name].rank and other.name not in taken.after.ministers
            crown = taken.after.crowns.get(other.rank, 0) < 3
            if points and same and crown:
                at = taken.index + 2
                again = shown.entry.text, f"#{other.name}->$", points_text(points.n)
                yield site.add(at, *again, first=at, last=at + 1)


def points_text(n: int) -> str:
    return f"++{many(n)}"


@operator(
    "12.5.2", "lets a minister act who is not swayed", also=("12.5.2.II", "12.5.1", "12.5.1.IV")
)
def battles_beyond_captain(game: Base) -> Edits:
    for site in game.turns("D"):
        draw = site.draw()
        acting = {"captain", "brigadier", "mayor"} & {
            *site.closed.ministers,
            *site.opened.ministers,
        }
        if draw is None or acting or in_play(site.closed, *EXTRA_DEEDS) or muster(site) is None:
            continue
        at = site.next(2, lambda step: is_card(only(step)) and not trails(step, "D"))
        spot, behind = site.step(at), site.step(at - 1)
        later = (leg for step in site.steps[at - 1 :] for leg in step.legs)
        if any(isinstance(leg, CardLeg) and leg.end == "A$" for leg in later):
            continue  # Outrage, paid for late
        dug = lone(behind, "t") if behind else None
        if spot is None or (dug is not None and dug.end == "supply"):
            continue
        for c in holds(spot.before, "D", "w"):
            for enemy in spot.before.game.players:
                if enemy not in "DVGP" and spot.before.count(c, enemy, "w") > 0:
                    bouts = [f"X{enemy}{c}(0,0)"] * 3
                    yield site.add(at, *bouts, first=at, last=at + 2)


@operator("12.6.1", "keeps a bird it has revealed", kinds=("illegal", "omission"))
def keeps_revealed_bird(game: Base) -> Edits:
    for site in game.turns("D"):
        birds = sum(leg.n for leg in site.legs if isinstance(leg, RevealLeg) and leg.suit == "B")
        draw = site.draw()
        behind = site.step(draw.index - 1) if draw else None
        leg = gone(behind, "D") if behind else None
        if birds != 1 or draw is None or behind is None or leg is None or leg.suit != "B":
            continue
        if len(site.spent()) == 1:
            yield site.edit(behind.index, 1, last=len(site.steps))


def failures(game: Base) -> Iterator[tuple[Site, Step, Step]]:
    """Prices of failure: (turn, minister lost, card lost)."""
    for site in game.turns():
        for step in site.steps[:-1]:
            leg, after = only(step), site.steps[step.index]
            lost = isinstance(leg, CardLeg) and (leg.start, leg.end) == ("D$", "stack")
            if lost and gone(after, "D") and site.step(after.index + 1):
                yield site, step, after


@operator("12.2.3", "loses a minister of lower rank for a lost building")
def loses_lower_minister(game: Base) -> Edits:
    order = ("squire", "noble", "lord")
    for site, lost, _ in failures(game):
        leg = only(lost)
        assert isinstance(leg, CardLeg)
        rank = order.index(ministers()[leg.name or ""].rank)
        for other in lost.before.ministers:
            if order.index(ministers()[other].rank) < rank:
                yield site.edit(
                    lost.index, 1, f"#{other}D$->" if site.faction != "D" else f"#{other}$->"
                )


@operator("12.2.3", "loses no minister for a lost building")
def price_of_failure_unpaid(game: Base) -> Edits:
    for site, lost, card in failures(game):
        fresh = site.next(card.index + 1, lambda one: points_of(one) is None)
        paid = sum(1 for one in site.legs if isinstance(one, CardLeg) and one.start == "D$")
        if (
            fresh <= len(site.steps) and paid == 1 and "dom" not in card.entry.text
        ):  # one may be paid for what falls at one time
            yield site.edit(lost.index, 2, last=len(site.steps) - 2)


@operator(
    "12.2.2", "moves out of the Burrow into a clearing without a tunnel", also=("4.2", "2.2.1")
)
def leaves_the_burrow_anywhere(game: Base) -> Edits:
    for site in game.turns("D"):
        for step in site.steps:
            leg, behind = lone(step), site.step(step.index - 1)
            if leg is None or leg.piece != MAN or leg.start != 0 or not isinstance(leg.end, int):
                continue
            if behind is not None and placed(behind, "D", "t"):
                continue
            for c in board(step.before).clearings:
                bare = TUNNEL not in step.before.at(c) and not in_play(step.before, "tun")
                if bare and not barred(step.before, "D", c):
                    yield site.edit(step.index, 1, f"{many(leg.n)}w0->{c}")


@operator("12.2.2", "moves warriors of another faction into the Burrow")
def strangers_in_the_burrow(game: Base) -> Edits:
    for site in game.turns("CEALPHK") if "D" in game.timeline.end.game.players else ():
        for step in site.steps:
            leg = site.march(step)
            if leg is None or TUNNEL not in step.before.at(leg.start):
                continue
            if rules(step.before, site.faction, int(leg.start)):
                yield site.edit(step.index, 1, f"{many(leg.n)}{leg.piece.kind}{leg.start}->0")


@operator("4.3", "battles in the Burrow")
def battles_in_the_burrow(game: Base) -> Edits:
    for site in game.turns():
        for step in site.steps if "D" in site.opened.game.players else ():
            leg = only(step)
            if isinstance(leg, BattleLeg) and leg.defender == "D" and leg.attacker == site.faction:
                yield site.edit(step.index, 1, "XD0(0,0)")
