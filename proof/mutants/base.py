"""A legal game to change: its record replayed, turn by turn, and the edits made to it.

Whoever changes a game looks at the record, the replayed table and the facts, never at the
validator: what a change breaks is known before anybody rules on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from notation.legs import CardLeg, Leg, Piece, PieceLeg, PointsLeg, RevealLeg
from notation.reader import read_record
from notation.record import Record
from proof.mutants.board import (
    KEEP,
    SUITS,
    board,
    delves,
    drawn,
    gone,
    in_play,
    march,
    rules,
    trails,
)
from replayer.facts import general
from replayer.timeline import Played, Step, timeline


class Edit(NamedTuple):
    """A changed turn: lines to write instead of the turn's own, and the actions among which the
    change shows: `first` and `last`, counted in the last of those lines; without lines, in the
    turn that then comes next. 0 is a turn as a whole. `also` are further numbers
    that say as well what is broken here."""

    site: Site
    lines: tuple[str, ...]
    first: int
    last: int
    also: tuple[str, ...] = ()
    shown: int = 0
    """Index in the record of the turn in which it shows, if it is a later one (0: this one)."""


class Site:
    """One turn of a base game and how it can be rewritten. Actions count from 1."""

    def __init__(self, base: Base, index: int, played: Played) -> None:
        self.base, self.index, self.played = base, index, played
        self.faction, self.number = played.turn.faction, played.turn.number
        self.steps, self.opened, self.closed = played.steps, played.opened, played.closed
        self.texts = tuple(step.entry.text for step in played.steps)
        self.text = f"{self.faction}:{'/'.join(self.texts)}"
        self.foreign: dict[int, bool] = {}

    def edit(
        self,
        at: int,
        cut: int,
        *texts: str,
        first: int = 0,
        last: int = 0,
        also: tuple[str, ...] = (),
    ) -> Edit:
        """`cut` actions from `at` on replaced by these. It shows at the first of them, unless
        `first` and `last` say otherwise; in a turn that ends before that, at its last action."""
        new = (*self.texts[: at - 1], *texts, *self.texts[at - 1 + cut :])
        first = min(first or at, len(new))
        last = min(last or first, len(new))
        return Edit(self, (f"{self.faction}:{'/'.join(new)}",), first, last, also)

    def add(self, at: int, *texts: str, **where: int) -> Edit:
        """These written before action `at`; one past the last is the end of the turn."""
        return self.edit(at, 0, *texts, **where)  # type: ignore[arg-type]

    def next(self, at: int, wanted: Callable[[Step], object]) -> int:
        """The first action from `at` on that is wanted; one past the last if none is."""
        return next(
            (step.index for step in self.steps[at - 1 :] if wanted(step)), len(self.steps) + 1
        )

    def fresh(self, at: int) -> int:
        """The first action from `at` on that surely begins something new; at most one past the
        last."""
        return self.next(at, lambda step: not trails(step, self.faction))

    def begun(self, at: int) -> int:
        """The first action from `at` on by which something new is under way; a card shown may yet
        serve what was before it, and a delve is one with the relic it turns up."""
        fresh = self.fresh(at)
        step = self.step(fresh)
        fresh += step is not None and isinstance(step.legs[0], RevealLeg)
        while delves(self.step(fresh)) or delves(self.step(fresh + 1)):
            fresh += 1
        return fresh

    def step(self, at: int) -> Step | None:
        return self.steps[at - 1] if 0 < at <= len(self.steps) else None

    def march(self, step: Step) -> PieceLeg | None:
        """The one leg of an action, if the player's own warriors move between clearings; saved
        ones (6.2.3) do not count."""
        behind = self.step(step.index - 1)
        leg = march(step, self.faction)
        home = leg is not None and KEEP in step.before.at(leg.end)
        saved = self.faction == "C" and home and behind is not None and gone(behind, "C")
        return None if saved else leg

    def draw(self) -> Step | None:
        """The player's draw, if there is one in this turn and no more."""
        if in_play(self.closed, "bank"):
            return None
        draws = [step for step in self.steps if drawn(step, self.faction)]
        return draws[0] if len(draws) == 1 else None

    def spent(self) -> list[Step]:
        """The cards that leave the player's hand before the draw."""
        end = self.next(1, lambda step: drawn(step, self.faction))
        return [step for step in self.steps[: end - 1] if gone(step, self.faction)]

    def has_drawn(self) -> bool:
        """Whether every earlier turn of the player writes a draw; else the hand may hold more."""
        turns = (one for one in self.base.rounds[: self.base.rounds.index(self)])
        return all(
            any(
                isinstance(leg, CardLeg) and (leg.start, leg.end) == ("deck", one.faction)
                for leg in one.legs
            )
            for one in turns
            if one.faction == self.faction
        )

    def comes(self, piece: Piece, clearing: int, at: int) -> bool:
        """Whether such a piece comes to that clearing with action `at` or later."""
        legs = (leg for step in self.steps[at - 1 :] for leg in step.legs)
        return any(
            isinstance(leg, PieceLeg) and (leg.piece, leg.end) == (piece, clearing) for leg in legs
        )

    def lone_points(self, at: int) -> PointsLeg | None:
        """The points that action gives, if no other of the turn gives any."""
        step = self.step(at)
        lone = sum(1 for one in self.steps if points_of(one)) == 1
        counted = self.closed.score[self.faction] is not None
        return points_of(step) if step is not None and lone and counted else None

    def with_one_point_more(
        self, at: int, last: int = 0, also: tuple[str, ...] = ()
    ) -> Iterator[Edit]:
        """A point too many at the last points of this turn, where no pass may give one."""
        step = self.step(at)
        points = points_of(step) if step else None
        last_ones = not any(points_of(one) for one in self.steps[at:])
        if points is not None and points.sign > 0 and last_ones and not board(self.opened).tower:
            yield self.edit(at, 1, f"++{points.n + 1}", last=last or at + 1, also=also)

    def in_another_suit(self, card: Step, suit: str) -> Iterator[Edit]:
        """The one card spent in this turn, which matched that suit, spent in each other one."""
        for other in SUITS if len(self.spent()) == 1 else "":
            if other != suit:
                text = f"{other}#{self.faction}->"
                yield self.edit(card.index, 1, text, last=card.index + 1)

    def never_rules(self, clearing: int) -> bool:
        """Whether the player does not rule a clearing at any moment of this turn."""
        known = self.foreign.get(clearing)
        if known is None:
            states = [step.before for step in self.steps] + [self.closed]
            known = all(rules(state, self.faction, clearing) is False for state in states)
            self.foreign[clearing] = known
        return known

    @cached_property
    def legs(self) -> tuple[Leg, ...]:
        return tuple(leg for step in self.steps for leg in step.legs)


class Base:
    """A legal record without slips, replayed."""

    def __init__(self, text: str, name: str = "-") -> None:
        self.name = name
        self.record: Record = read_record(text, name)
        self.timeline = timeline(self.record)
        self.sites = tuple(Site(self, n, played) for n, played in enumerate(self.timeline.turns))
        self.players = self.record.players
        self.rounds = tuple(site for site in self.sites if site.number > 0)

    def setups(self, faction: str) -> Iterator[Site]:
        """The line of setup of that faction, where it has one."""
        return (site for site in self.sites if site.faction == faction and site.number == 0)

    def turns(self, factions: str = "") -> Iterator[Site]:
        """Turns of these factions (of all) whose end is seen: play goes on after them, nobody has
        won, no coalition changes who is an enemy."""
        most = general()["winning_points"]
        for site in self.rounds[:-1]:
            if factions and site.faction not in factions:
                continue
            done = any((points or 0) >= most for points in site.closed.score.values())
            if (
                not done
                and not site.closed.coalition
                and len(site.steps) == len(site.played.turn.entries)
            ):
                yield site

    def text(self, edit: Edit) -> str:
        """The record with an edit, up to the turn after the one in which it shows."""
        at = edit.site.played.turn.line - 1
        index = max(edit.shown, edit.site.index) + 1
        end = (
            self.sites[index].played.turn.line
            if index < len(self.sites)
            else len(self.record.lines)
        )
        lines = self.record.lines
        return "\n".join([*lines[:at], *edit.lines, *lines[at + 1 : end]]) + "\n"


def points_of(step: Step) -> PointsLeg | None:
    """The points of an action that gives points and nothing else."""
    leg = step.legs[0]
    return leg if isinstance(leg, PointsLeg) and len(step.legs) == 1 else None
