"""A table to play at: a record written action by action, each ruled on at once.

The record is kept as text and read whole after every entry; the turns before the last one, which
no entry changes, are ruled on once. So a ruling here is what `check` says of the same record, but
that a turn under way is not told what it still owes: only one that is ended is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from notation.reader import read_record
from notation.record import Record, Slip, Turn, UnreadableRecord
from replayer.engine import begin_turn
from replayer.state import LAWS, State
from replayer.timeline import parse_address
from validator.adjudicator import Game, beside, lines_of, seating
from validator.excuses import excused
from validator.findings import TOLD, Finding, Ruling
from validator.law.s01_golden_rules import seats
from validator.paths import rule_of
from validator.readings import Reading, Step, reading
from validator.registry import TURNS

_FACTION_LINE = re.compile(r"([A-Z])[ \t]*:[ \t]*(.*)")
_KEY_LINE = re.compile(r"[A-Za-z]{2,}[ \t]*:|//")


class Refused(Exception):
    """An entry that changes nothing: it cannot be read, or makes no sense here."""


class Answer(NamedTuple):
    """What one entry brought: (address, text) of its actions, findings that are new, and those
    that no longer hold because of what was entered."""

    actions: tuple[tuple[str, str], ...]
    found: tuple[Finding, ...]
    gone: tuple[Finding, ...]


class Sheet(NamedTuple):
    """What undo restores. `due`: whose turn begins next, where that is known; `ended`: the last
    turn is over."""

    lines: tuple[str, ...]
    due: str
    ended: bool


class Chain:
    """A record ruled on turn by turn under one printing of the Law."""

    def __init__(self, law: str | None) -> None:
        self.law = law
        self.key: object = None
        self.turns: list[Turn] = []
        self.games: list[Game] = []  # before each turn

    def rule(self, record: Record, ended: bool) -> Game:
        """The game after the last turn; what no longer holds of earlier rulings is ruled anew."""
        directives = [(d.word, d.rest) for d in record.directives if d.word in SETTING]
        key = (record.header, record.players, directives, seating(record))
        if key != self.key:
            self.key, self.turns, self.games = key, [], [Game(record, self.law, None)]
        turns = record.turns
        same = 0
        while same < min(len(turns), len(self.turns)) and turns[same] == self.turns[same]:
            same += 1
        first = max(min(same, len(turns) - 1, len(self.games) - 1), 0)  # the last one is open
        self.turns = list(turns)
        del self.games[first + 1 :]
        game = self.games[first].fork()
        for k in range(first, len(turns)):
            game.record = record
            complete = k + 1 < len(turns) or ended or record.winner is not None
            game.take(turns[k], complete)
            if k + 1 < len(turns):
                self.games.append(game)
                game = game.fork()
        game.record = record
        game.check_winner()
        return game


SETTING: Final = ("position", "play", "law")
"""Directives that set the table."""


class Table:
    """A record under the pen. `file` is only a name for messages."""

    def __init__(self, text: str = "", file: str = "table") -> None:
        """Raises UnreadableRecord where there is a text and it is no record."""
        self.file = file
        self.sheet = Sheet(tuple(text.rstrip("\n").split("\n")) if text.strip() else (), "", False)
        self.past: list[Sheet] = []
        self.chains: dict[str | None, Chain] = {}
        self.record: Record | None = None
        self.game: Game | None = None
        self.ruling: Ruling | None = None
        if text.strip():
            self.read(read_record(self.text, file))

    @property
    def text(self) -> str:
        """The record as it stands."""
        return "".join(f"{line}\n" for line in self.sheet.lines)

    # --- entries --------------------------------------------------------------------------

    def enter(self, text: str) -> Answer:
        """Write actions, a turn, or any other line of a record. Raises Refused."""
        text = text.strip()
        begun = _FACTION_LINE.fullmatch(text)
        due, lines = "", list(self.sheet.lines)
        if begun and not begun[2] and self.players_known(begun[1]):
            due = begun[1]
        elif begun or _KEY_LINE.match(text):
            lines.append(text)
        else:
            self.add_to_turn(lines, text)
        return self.turn_to(Sheet(tuple(lines), due, False))

    def add_to_turn(self, lines: list[str], text: str) -> None:
        """Write actions behind those of the turn under way, or begin the one that is due."""
        if self.sheet.due:
            lines.append(f"{self.sheet.due}:{text}")
            return
        turn = self.last_turn
        if turn is None or self.sheet.ended or self.record is None:
            raise Refused("whose turn is it? begin with a faction, as in H:w->8")
        if self.record.winner is not None and self.record.winner_line > turn.line:
            raise Refused("the winner is written: undo that first")
        body, mark, comment = lines[turn.line - 1].partition("//")
        joint = "" if body.rstrip().endswith((":", "/")) else "/"
        more = f"  {mark}{comment}" if mark else ""
        lines[turn.line - 1] = f"{body.rstrip()}{joint}{text}{more}"

    def end(self) -> Answer:
        """End the turn: what it still owes is told. Raises Refused."""
        turn = self.last_turn
        if turn is None or turn.position or self.sheet.ended:
            raise Refused("no turn is under way")
        due = self.up_next(turn)
        return self.turn_to(Sheet(self.sheet.lines, due, True))

    def go_to(self, address: str) -> Answer:
        """Take back all that is written from an address on. Raises Refused."""
        try:
            faction, number, action = parse_address(address)
        except KeyError:
            raise Refused("an address is wanted, such as H3 or H3.2") from None
        for turn in self.record.turns if self.record else ():
            if (turn.faction, turn.number) == (faction, number) and not turn.position:
                if action > len(turn.entries) + 1:
                    raise Refused(f"{faction}{number} has {len(turn.entries)} actions")
                kept = "/".join(entry.text for entry in turn.entries[: action - 1])
                lines = self.sheet.lines[: turn.line - 1]
                lines = (*lines, f"{faction}:{kept}") if kept else lines
                return self.turn_to(Sheet(lines, "" if kept else faction, False))
        raise Refused(f"no turn {faction}{number} is written")

    def undo(self) -> Answer:
        """Take back the last entry. Raises Refused where there is none."""
        if not self.past:
            raise Refused("nothing to undo")
        before = self.sheet
        self.sheet = self.past.pop()
        try:
            return self.changed(before)
        except Refused:
            self.record = self.game = self.ruling = None
            return Answer((), (), ())

    def turn_to(self, sheet: Sheet) -> Answer:
        """Another sheet, if it can be read; the one before can be restored."""
        before, self.sheet = self.sheet, sheet
        try:
            answer = self.changed(before)
        except Refused:
            self.sheet = before
            raise
        self.past.append(before)
        return answer

    def changed(self, before: Sheet) -> Answer:
        """Read and rule anew; what that changed. Raises Refused, with nothing changed."""
        try:
            record = read_record(self.text, self.file)
        except UnreadableRecord as error:
            if any(_FACTION_LINE.fullmatch(line) for line in self.sheet.lines):
                raise Refused(f"found {error.found}, expected {error.expected}") from None
            return Answer((), (), ())  # the header is not all there yet
        known = set(self.record.slips if self.record else ())
        for slip in record.slips:
            if (
                slip.kind == "error"
                and slip not in known
                and len(self.sheet.lines) >= len(before.lines)
            ):
                raise Refused(unread(slip))
        old, had = self.record, self.ruling.findings if self.ruling else ()
        self.read(record)
        have = self.ruling.findings if self.ruling else ()
        new = tuple(f for f in have if f not in had)
        again = {(f.address, f.kind, f.rule) for f in new}
        gone = (f for f in had if f not in have and (f.address, f.kind, f.rule) not in again)
        return Answer(tuple(added(old, record)), new, tuple(gone) if self.grown(before) else ())

    def grown(self, before: Sheet) -> bool:
        return len(self.text) >= sum(len(line) + 1 for line in before.lines)

    # --- ruling ---------------------------------------------------------------------------

    def read(self, record: Record) -> None:
        self.record = record
        self.game = self.chain(None).rule(record, self.sheet.ended)
        ruling = self.game.ruling()
        if not self.game.state.game.law_named and any(f.kind in TOLD for f in ruling.findings):
            for law in LAWS:
                if law != ruling.law:
                    ruling = beside(ruling, self.chain(law).rule(record, self.sheet.ended).ruling())
        self.ruling = excused(record, ruling)

    def chain(self, law: str | None) -> Chain:
        return self.chains.setdefault(law, Chain(law))

    # --- what is asked --------------------------------------------------------------------

    def players_known(self, faction: str) -> bool:
        """Whether the faction has its player line, so that another line of it is a turn."""
        return self.record is not None and faction in dict(self.record.players)

    @property
    def last_turn(self) -> Turn | None:
        turn = self.record.turns[-1] if self.record and self.record.turns else None
        return None if turn is None or turn.position else turn

    @property
    def state(self) -> State | None:
        """The table now: that of the turn under way, of a turn that is due, or of the last one."""
        if self.game is None:
            return None
        state = self.game.state if self.sheet.ended or self.sheet.due else self.game.before_end
        if self.sheet.due and self.last_turn is not None:
            return begin_turn(state, self.sheet.due, self.number_of(self.sheet.due), False)
        return state

    def number_of(self, faction: str) -> int:
        """The number of the turn that a faction begins next."""
        turns = self.record.turns if self.record else ()
        own = [turn.number for turn in turns if turn.faction == faction and not turn.position]
        position = any(turn.position for turn in turns)
        return max(own) + 1 if own else int(position)

    @property
    def address(self) -> str:
        """Where the next action is going to stand; "" where that is not known."""
        turn = self.last_turn
        if self.sheet.due:
            return f"{self.sheet.due}{self.number_of(self.sheet.due)}.1"
        if turn is None or self.sheet.ended:
            return ""
        return f"{turn.faction}{turn.number}.{len(turn.entries) + 1}"

    def up_next(self, turn: Turn) -> str:
        """Whose turn follows, where the first round tells."""
        game = self.game
        if game is None or turn.number == 0 or len(game.order) < len(game.state.game.players):
            return ""
        return seats(game.order, turn.faction) or ""

    def readings(self) -> list[Reading]:
        """The readings that live now; none where the Law does not look."""
        if self.sheet.due and self.number_of(self.sheet.due):
            rule = TURNS.get(self.sheet.due)
            return [reading(rule())] if rule is not None else []
        if self.game is None or self.game.found is None or self.sheet.ended:
            return []
        return list(self.game.found.readings)

    def read_under(self, address: str) -> list[str]:
        """The numbers under which the living readings take an action of the turn under way."""
        turn, game = self.last_turn, self.game
        if turn is None or game is None or game.found is None:
            return []
        lines = lines_of(turn)
        found: dict[str, None] = {}
        for path in game.found.readings.values():
            step: Step | None = path
            while step is not None:
                line = lines[step.at]
                if f"{turn.faction}{turn.number}.{line.number}" == address:
                    found[rule_of(step)] = None
                step = step.before
        return list(found)


def unread(slip: Slip) -> str:
    text = f"not read: found {slip.found}, expected {slip.expected}"
    return f"{text}; write {slip.suggestion}" if slip.suggestion else text


def added(old: Record | None, new: Record) -> Iterator[tuple[str, str]]:
    """Address and text of the actions that a record has and the one before had not."""
    had = {
        (turn.faction, turn.number): len(turn.entries)
        for turn in (old.turns if old else ())
        if not turn.position
    }
    for turn in new.turns:
        if not turn.position:
            first = had.get((turn.faction, turn.number), 0)
            for n, entry in enumerate(turn.entries[first:], first + 1):
                yield f"{turn.faction}{turn.number}.{n}", entry.text
