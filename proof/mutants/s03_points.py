"""Operators on points, draws, hands, turns and the end of the game (1 to 3), and on maps (16.2)."""

from __future__ import annotations

from collections.abc import Iterator

from notation.legs import BattleLeg, CardLeg, FundsLeg, Leg, PathLeg, PieceLeg, PricesLeg
from proof.mutants.base import Base, Edit, Site, points_of
from proof.mutants.board import (
    EXTRA_DEEDS,
    SUITS,
    barred,
    board,
    drawn,
    gone,
    holds,
    in_play,
    march,
    only,
    rules,
    spendable,
)
from proof.mutants.catalogue import Edits, Makes, operator
from replayer.facts import FACTIONS, general
from replayer.timeline import Step

DRAWS = {
    "C": "6.6",
    "E": "7.6.2",
    "A": "8.6.2",
    "V": "9.6.2",
    "L": "10.6.3",
    "D": "12.6.3",
    "P": "13.6.2",
    "H": "14.6.3",
    "K": "15.6.3",
}
"""The number under which each faction draws; the Riverfolk do not."""
MUST_DRAW = {letter: number for letter, number in DRAWS.items() if letter != "P"}
"""The Corvids may exert instead."""
DISCARDS = {**DRAWS, "V": "9.6.3", "O": "11.6.1"}
LIKEWISE = {"H": ("14.6.1",), "O": ("3.3.4", "11.5.3.I")}
"""What a card given up as the turn ends may be meant for: to incite; for a dominance card that an
unnamed card may have been, for Export."""
DRAWING = ("charm", "inform", "bank", "murine", "stand", "swap", "soup", "emi")
"""Cards that bring cards to a hand."""


def evening(site: Site) -> tuple[Step, CardLeg] | None:
    """The one draw of a turn, where no card in play brings others."""
    step = site.draw()
    leg = drawn(step, site.faction) if step else None
    facts = site.closed.this_turn
    if step is None or leg is None or in_play(site.closed, *DRAWING) or facts.ferried:
        return None
    quest = site.step(step.index - 1)
    if site.faction in "VG" and quest and any(cards_from(leg, "Q") for leg in quest.legs):
        return None  # its reward may be cards
    return step, leg


def cards_from(leg: Leg, place: str) -> bool:
    return isinstance(leg, CardLeg) and leg.start == place


def draws_too_many(faction: str) -> Makes:
    def makes(game: Base) -> Edits:
        for site in game.turns(faction):
            found = evening(site)
            if found:
                step, leg = found
                more = 2 if site.closed.mood == "rowdy" and faction == "H" else 1
                yield site.edit(step.index, 1, f"{leg.n + more}#->{faction}")

    return makes


def draws_nothing(faction: str) -> Makes:
    def makes(game: Base) -> Edits:
        for site in game.turns(faction):
            found = evening(site)
            if found and 1 < found[0].index == len(site.steps):
                yield site.edit(found[0].index, 1, first=1, last=len(site.steps) - 1)

    return makes


def last_discards(site: Site) -> list[Step]:
    """The cards discarded at a turn's end."""
    found: list[Step] = []
    for step in reversed(site.steps):
        cards = [leg for leg in step.legs if isinstance(leg, CardLeg)]
        own = all(leg.start == site.faction and leg.end in ("*", "dom") for leg in cards)
        if len(cards) != len(step.legs) or not own:
            break
        found.insert(0, step)
    return found


def keeps_too_many(faction: str) -> Makes:
    def makes(game: Base) -> Edits:
        limit = general()["hand_limit"]
        for site in game.turns(faction):
            steps = last_discards(site)
            step = steps[-1] if steps else None
            after = site.draw()
            late = after is not None and step is not None and after.index < steps[0].index
            if step is None or site.closed.hand[faction] != (limit, limit):
                continue
            if (late or faction == "O") and len(step.legs) == 1 and step.legs[0].n == 1:
                yield site.edit(step.index, 1, first=1, last=len(site.steps) - 1)

    return makes


def tells(step: Step) -> bool:
    """Whether an action tells prices or funds."""
    return isinstance(step.legs[0], PricesLeg | FundsLeg)


def paths(site: Site) -> bool:
    """Whether a path of the map is still closed."""
    return bool(board(site.closed).closed - site.closed.open_paths)


def discards_too_many(faction: str) -> Makes:
    def makes(game: Base) -> Edits:
        limit = general()["hand_limit"]
        for site in game.turns(faction):
            low, high = site.closed.hand[faction]
            draw = site.draw()
            if "banker" in site.closed.ministers:
                continue
            if faction == "O":  # a turn that writes no draw may miss one
                late = any(drawn(step, "O") or tells(step) for step in site.steps)
                closed = spendable(site.closed)
            else:
                late = draw is not None and draw.index == len(site.steps) and site.has_drawn()
                closed = paths(site)
            if high <= limit and low > 0 and late and not closed:
                card = "B" if faction == "L" else "F"  # a fox may be a ritual worth nothing
                also = LIKEWISE.get(faction, ())
                end = len(site.steps) + 1
                yield site.edit(end, 0, f"{card}#{faction}->", also=also)

    return makes


for letter, name in FACTIONS.items():
    families = [
        (DRAWS, f"{name}_draw_too_many", "draw a card too many", draws_too_many, ("illegal",)),
        (MUST_DRAW, f"{name}_draw_nothing", "draw nothing", draws_nothing, ("illegal", "omission")),
        (
            DISCARDS,
            f"{name}_keep_too_many",
            "keep a card beyond the hand limit",
            keeps_too_many,
            ("illegal", "omission"),
        ),
        (
            DISCARDS,
            f"{name}_discard_too_many",
            "discard below the hand limit",
            discards_too_many,
            ("illegal",),
        ),
    ]
    for numbers, called, says, family, kinds in families:
        if letter in numbers:
            makes = family(letter)
            makes.__name__, makes.__module__ = called, __name__
            operator(numbers[letter], f"{name}: {says}", kinds=kinds)(makes)


@operator("3.2", "writes a point that nothing brings")
def point_from_nowhere(game: Base) -> Edits:
    for site in game.turns("EALPDK"):
        extras = in_play(site.closed, *EXTRA_DEEDS, "engrave", "coffin") or board(site.opened).tower
        counted = site.closed.score[site.faction] is not None
        if not extras and site.steps and counted:
            yield site.add(len(site.steps) + 1, "++")


@operator("3.2.1", "does not score for what it removes", kinds=("omission",))
def removes_for_nothing(game: Base) -> Edits:
    for site in game.turns("CALOPH"):
        scored = [step for step in site.steps if points_of(step)]
        if len(scored) != 1 or site.closed.score[site.faction] is None:
            continue
        step, behind = scored[0], site.step(scored[0].index - 1)
        lost = [leg for leg in behind.legs if isinstance(leg, PieceLeg)] if behind else []
        n = sum(leg.n for leg in lost if leg.piece.kind in "bt" and leg.end == "supply")
        points = points_of(step)
        alien = all(leg.piece.owner != site.faction or leg.piece.kind == "w" for leg in lost)
        if points and n == points.n and alien and points.faction == site.faction:
            yield site.edit(step.index, 1, first=1, last=len(site.steps) - 1)


@operator("3.2.1", "scores a point too many for what it removes", also=("3.2",))
def removes_for_more(game: Base) -> Edits:
    for site in game.turns("CALOPH"):
        scored = [step for step in site.steps if points_of(step)]
        if len(scored) != 1 or in_play(site.closed, *EXTRA_DEEDS) or board(site.opened).tower:
            continue
        step, behind = scored[0], site.step(scored[0].index - 1)
        lost = [leg for leg in behind.legs if isinstance(leg, PieceLeg)] if behind else []
        n = sum(leg.n for leg in lost if leg.piece.kind in "bt" and leg.piece.owner != site.faction)
        points = points_of(step)
        revolt = site.faction == "A" and not fought(site.step(step.index - 2))
        if points and n == points.n and points.faction == site.faction and not revolt:
            fresh = site.fresh(step.index + 1)
            if fresh <= len(site.steps):
                last = fresh + (site.faction == "L")  # acolytes are spent before what they pay
                also = (
                    ("14.6.2",) if site.faction == "H" else ()
                )  # its Evening's points beside them
                yield site.edit(step.index, 1, f"++{points.n + 1}", last=last, also=also)


def fought(step: Step | None) -> bool:
    return step is not None and isinstance(only(step), BattleLeg)


def marches(step: Step) -> bool:
    """Whether warriors go from clearing to clearing."""
    leg = step.legs[0]
    return isinstance(leg, PieceLeg) and march(step, leg.piece.owner) is not None


@operator("1.4.1", "passes over a player's turn")
def turn_left_out(game: Base) -> Edits:
    for site in game.rounds[len(game.players) : -1]:
        after = game.sites[site.index + 1]
        if site.number > 1 and not over(site) and not over(after):
            yield Edit(site, (), 0, 0)


def over(site: Site) -> bool:
    """Whether somebody has won by the end of that turn."""
    most = general()["winning_points"]
    return any((points or 0) >= most for points in site.closed.score.values())


@operator("1.4.1", "plays twice in a row")
def turn_taken_twice(game: Base) -> Edits:
    for site in game.rounds[len(game.players) : -1]:
        if site.number > 1 and not over(site) and len(game.players) > 1:
            yield Edit(site, (site.text, f"{site.faction}:#->{site.faction}"), 0, 0)


@operator("3.1", "plays on after the game is won")
def plays_on(game: Base) -> Edits:
    last = game.rounds[-1] if game.rounds else None
    if last is None or not over(last) or last.closed.coalition:
        return
    after = following(game, last)
    state = last.closed
    begins = {"A": "#->A", "P": "#->P", "D": "w->0", "E": "F#E->$_r", "C": ""}
    if (
        after == "C"
        and (mills := holds(state, "C", "b", "s"))
        and state.count("supply", "C", "t", "")
        and not barred(state, "C", mills[0])
    ):
        begins["C"] = f"t->{mills[0]}"
    missing = after == "E" and not state.hand["E"][0]
    full = after == "D" and not state.count("supply", "D", "w")
    if begins.get(after) and not missing and not full:
        yield Edit(last, (last.text, f"{after}:{begins[after]}"), 1, 1)


def following(game: Base, site: Site) -> str:
    """Who plays next by the order of the first round."""
    order = [one.faction for one in game.rounds if one.number == 1]
    return order[(order.index(site.faction) + 1) % len(order)] if site.faction in order else ""


@operator("3.3.1", "activates a dominance card below ten points")
def early_dominance(game: Base) -> Edits:
    for site in game.turns("CELDPHK") if len(game.players) > 2 else ():
        scores = [step.before.score.get(site.faction) for step in site.steps]
        at = site.next(1, marches)
        step = site.step(at)
        if (
            step is None
            or site.march(step) is None
            or any(score is None or score >= 10 for score in scores)
        ):
            continue
        if "V" in site.opened.game.players or step.before.hand[site.faction][0] < 1:
            continue
        for own in SUITS:
            taken = own in step.before.dominance or in_play(step.before, f"{own.lower()}dom")
            shown = any("dom" in text for texts in step.before.known.values() for text in texts)
            if not taken and not shown and not any("#dom" in t for t in step.before.discard):
                f = site.faction
                yield site.add(at, f"{own}#dom{f}->$", "++->$", last=at + 1)


def openings(game: Base) -> Iterator[tuple[Site, Step, Step]]:
    """Closed paths opened: (turn, card, path)."""
    for site in game.turns():
        for step in site.steps[:-1]:
            if gone(step, site.faction) and isinstance(only(site.steps[step.index]), PathLeg):
                yield site, step, site.steps[step.index]


@operator("16.2.3.III", "opens a path without spending a card")
def opens_for_nothing(game: Base) -> Edits:
    for site, card, path in openings(game):
        if len(site.spent()) == 1:
            fresh = site.next(path.index + 1, lambda one: points_of(one) is None)
            yield site.edit(card.index, 1, last=fresh - 1)


@operator("16.2.3.III", "opens a path it has no pieces beside")
def opens_from_afar(game: Base) -> Edits:
    for site, _, path in openings(game):
        for ends in sorted(board(path.before).closed - path.before.open_paths):
            if not any(path.before.count(c, site.faction) for c in ends):
                yield site.edit(path.index, 1, f"{ends[0]}_{ends[1]}->")


@operator("16.2.3.III", "opens two paths in a turn")
def opens_two(game: Base) -> Edits:
    for site, _, path in openings(game):
        after = site.step(path.index + 1)
        if after is None or points_of(after) is None or path.after.hand[site.faction][0] < 1:
            continue
        for ends in sorted(board(path.before).closed - path.after.open_paths):
            if any(path.before.count(c, site.faction) for c in ends):
                at = after.index + 1
                texts = f"F#{site.faction}->", f"{ends[0]}_{ends[1]}->", "++"
                yield site.add(at, *texts, first=at, last=at + 1)


@operator("16.2.3.II", "moves along a closed path", also=("4.2", "2.2.1"))
def moves_through_closed_path(game: Base) -> Edits:
    for site in game.turns("CEALDPHK"):
        for step in site.steps:
            leg = site.march(step)
            opened = site.closed.open_paths != site.opened.open_paths
            if leg is None or leg.piece.sub or in_play(step.before, "tun") or opened:
                continue
            for ends in board(step.before).closed - step.before.open_paths:
                if leg.start in ends and rules(step.before, site.faction, int(leg.start)):
                    c = ends[0] if ends[1] == leg.start else ends[1]
                    text = step.entry.text.rpartition(">")[0] + f">{c}"
                    yield site.edit(step.index, 1, text)


@operator("16.2.3.IV", "does not score for the pass", kinds=("omission",))
def pass_for_nothing(game: Base) -> Edits:
    for site in game.turns():
        tower = board(site.opened).tower
        step = site.steps[-1] if site.steps else None
        points = points_of(step) if step else None
        behind = site.step(step.index - 1) if step else None
        if not tower or step is None or points is None or behind is None:
            continue
        late = drawn(behind, site.faction) or gone(behind, site.faction)
        if late and points.n == 1 and rules(step.before, site.faction, tower):
            yield site.edit(step.index, 1, first=1, last=len(site.steps) - 1)


@operator("16.2.3.IV", "scores for a pass it does not rule", also=("3.2",))
def pass_for_others(game: Base) -> Edits:
    for site in game.turns("CEALDPHK"):
        tower = board(site.opened).tower
        crafts = in_play(site.closed, *EXTRA_DEEDS, "engrave") or site.closed.this_turn.crafted
        counted = site.closed.score[site.faction] is not None
        if tower and not crafts and counted and rules(site.closed, site.faction, tower) is False:
            yield site.add(len(site.steps) + 1, "++")


@operator("16.2.2.V", "crosses the lake twice in a turn", also=("4.2",))
def ferries_twice(game: Base) -> Edits:
    for site in game.turns("CALDPH"):
        for step in site.steps:
            legs = [leg for leg in step.legs if isinstance(leg, PieceLeg)]
            ferry = [leg for leg in legs if leg.piece.kind == "f"]
            men = [leg for leg in legs if leg.piece.kind == "w"]
            if len(ferry) != 1 or len(men) != 1 or len(men) + len(ferry) < len(legs):
                continue
            b, after = men[0].end, site.step(step.index + 1)
            if not isinstance(b, int) or in_play(step.after, "tun", "boat") or after is None:
                continue
            at = step.index + (2 if drawn(after, site.faction) else 1)
            man = "w_w+w" if men[0].piece.sub else "w"
            alone = step.after.count(b, site.faction, "w", "") < 1
            for c in board(step.after).coastal - board(step.after).adjacent[b] - {b}:
                state = step.after
                held = rules(state, site.faction, b) or rules(state, site.faction, c)
                if held and not alone and not state.count(c, "A", "t"):
                    yield site.add(at, f"({man}+f){b}->{c}")


@operator("16.2.2.V", "draws no card for the ferry", kinds=("omission", "illegal"))
def ferries_for_nothing(game: Base) -> Edits:
    for site in game.turns("CEALVGDHK"):  # the Corvids need not draw
        for step in site.steps[:-2]:
            ferried = any(isinstance(leg, PieceLeg) and leg.piece.kind == "f" for leg in step.legs)
            card = drawn(site.steps[step.index], site.faction)
            rest = site.steps[step.index :]
            rich = min(one.after.hand[site.faction][0] for one in rest) >= 1
            spends = any(gone(one, site.faction) for one in rest)  # it may lack what it gives up
            if ferried and card and card.n == 1 and len(step.legs) > 1 and rich and not spends:
                own = "V" if site.faction == "G" else site.faction
                also = (DRAWS[own],)  # the one draw written may be the ferry's
                end = len(site.steps) - 1
                yield site.edit(step.index + 1, 1, first=step.index, last=end, also=also)
