"""`rootlaw replay --step`: a game in the terminal, a key a step."""

from __future__ import annotations

import shutil
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

import click

from replayer import views
from replayer.drawing import COLUMNS, ROWS, draw_map
from replayer.moments import Moment, moment_of, moments, round_starts, turn_starts
from replayer.timeline import Timeline, parse_address
from validator import report
from validator.adjudicator import title_of
from validator.commands import common
from validator.commands.showing import COLOURS, painted
from validator.findings import Finding, Ruling

KEYS = {
    "action+": ("\x1b[C", "\x1bOC", " ", "l"),
    "action-": ("\x1b[D", "\x1bOD", "h"),
    "turn+": ("\x1b[B", "\x1bOB", "j"),
    "turn-": ("\x1b[A", "\x1bOA", "k"),
    "round+": ("\x1b[6~", "]"),
    "round-": ("\x1b[5~", "["),
    "finding+": ("n",),
    "finding-": ("p",),
    "start": ("\x1b[H", "\x1bOH", "g"),
    "end": ("\x1b[F", "\x1bOF", "G"),
    "view": ("m",),
    "help": ("?",),
    "quit": ("q", "\x1b", "\x03", "\x04", ""),
}
MOVES = {key: name for name, keys in KEYS.items() for key in keys}
HELP = (
    "right left, space h: action · down up, j k: turn · page keys, ] [: round · n p: finding · "
    "g G: start, end · m: map or list · q: quit"
)
BRIEF = "? keys · q quit"


class Stepper:
    """A place among the moments of a game, and what is shown there."""

    def __init__(self, played: Timeline, ruling: Ruling, at: str | None) -> None:
        self.record = played.record
        self.steps = moments(played)
        self.places = {step.address: i for i, step in enumerate(self.steps)}
        self.turns, self.rounds = turn_starts(self.steps), round_starts(self.steps)
        self.rules = {citation.address: citation.rule for citation in ruling.citations}
        self.findings: dict[int, list[Finding]] = {}
        for finding in ruling.findings:
            seen = self.places.get(moment_of(finding.address), len(self.steps) - 1)
            self.findings.setdefault(seen, []).append(finding)
        self.now = self.places["{}{}.{}".format(*parse_address(at))] if at else 0
        self.map = True
        self.help = False

    def press(self, key: str) -> bool:
        """Do what a key asks; False once it asks to stop. Other keys do nothing."""
        last = len(self.steps) - 1
        self.help = False
        match MOVES.get(key, ""):
            case "quit":
                return False
            case "help":
                self.help = True
            case "view":
                self.map = not self.map
            case "start":
                self.now = 0
            case "end":
                self.now = last
            case "action+":
                self.now = min(self.now + 1, last)
            case "action-":
                self.now = max(self.now - 1, 0)
            case "turn+" | "turn-" as move:
                self.now = beside(self.turns, self.now, move)
            case "round+" | "round-" as move:
                self.now = beside(self.rounds, self.now, move)
            case "finding+" | "finding-" as move:
                self.now = beside(sorted(self.findings), self.now, move)
        return True

    def screen(self, columns: int, rows: int, paint: views.Paint) -> str:
        """The table and what is played there, in at most so many rows."""
        state = self.steps[self.now].state
        told = [*self.caption(paint), paint(HELP if self.help else BRIEF, "dim")]
        if self.map and columns >= COLUMNS and rows > ROWS // 2:
            table = f"{draw_map(state, paint)}\n\n{views.boards(state, paint)}"
        else:
            table = views.text_board(state, paint)
        return "\n".join([*table.splitlines()[: max(rows - len(told) - 1, 0)], "", *told])

    def caption(self, paint: views.Paint) -> list[str]:
        """What was played, what comes, and what is found there."""
        step = self.steps[self.now]
        lines = [" · ".join([paint(step.address, "head"), *self.actions(step)])]
        for finding in self.findings.get(self.now, ()):
            lines += report.one(self.record, finding, "en", paint)
        return lines

    def actions(self, step: Moment) -> list[str]:
        """The action played and the one to come, each with its rule."""
        turn = step.turn
        if turn is None:
            return []
        head = f"{turn.faction}{turn.number}."
        told = []
        if step.past:
            told.append(f"played {step.past}{self.rule(head + str(step.action - 1))}")
        coming = f"next {step.coming}{self.rule(step.address)}"
        return [*told, coming if step.coming else "end of the turn"]

    def rule(self, address: str) -> str:
        rule = self.rules.get(address)
        return f" ({rule} {title_of(rule)})" if rule else ""


def beside(places: Sequence[int], now: int, move: str) -> int:
    """The next of some places ("…+") or the one before ("…-"); where there is none, `now`."""
    if move.endswith("+"):
        i = bisect_right(places, now)
        return places[i] if i < len(places) else now
    i = bisect_left(places, now)
    return places[i - 1] if i else now


def step_through(
    played: Timeline, ruling: Ruling, at: str | None, read: Callable[[], str] = click.getchar
) -> None:
    """Show a game, a key a step, until it is left."""
    stepper = Stepper(played, ruling, at)
    paint = paint_all if common.wants_colour() else views.plain
    going = True
    while going:
        columns, rows = shutil.get_terminal_size()
        click.clear()
        click.echo(stepper.screen(columns, rows - 1, paint))
        try:
            going = stepper.press(read())
        except (EOFError, KeyboardInterrupt):
            going = False
        except OSError:
            raise click.UsageError("--step needs a terminal") from None


def paint_all(text: str, what: str) -> str:
    """Colours of the table, and those of what is found."""
    return painted(text, what) if what in COLOURS else common.colour(text, what)
