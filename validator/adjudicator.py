"""The adjudicator: a record in, a ruling out."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal

import msgspec

from notation.legs import BattleLeg, Leg, Piece, PieceLeg, legs
from notation.record import Record, Turn
from replayer.engine import apply, begin_turn, end_turn, start
from replayer.position_words import stand
from replayer.slack import may_have_drawn
from replayer.state import LAWS, State
from replayer.state import Game as Played
from validator import algebra, disputed, printings, rulebook
from validator.excuses import excused
from validator.findings import TOLD, Citation, Finding, Kind, Ruling, settled
from validator.hidden import Plots
from validator.law.s01_golden_rules import seats
from validator.law.s03_victory import dominates
from validator.law.s04_craft_and_move import cards_left
from validator.lines import Line, draws_any
from validator.paths import cited
from validator.registry import HABITS, RULES, TURNS, UNDRAWN
from validator.setting_up import check_setup
from validator.switches import WAIVED
from validator.tables import what_decided
from validator.turns import MOST_DRAWN, Told, TurnRuling, read_turn
from validator.winners import End, dominance_rule, verdict

MARK: Final = algebra.mark()
"""Clauses the Law itself made at import; between records the others are forgotten."""
LEARNING: Final = 1
"""Rounds in which rules learn what they begin with; clauses made in them are forgotten."""


at_hand: Played | None = None
"""The game whose clauses there are."""


Reads = str | Mapping[str, str]
"""The number by whose clause every turn is read, or faction letter -> number."""


def adjudicate(
    record: Record, law: str | None = None, reads: Reads | None = None, *, explain: bool = False
) -> Ruling:
    """Rule on a record.

    `law` is the printing that rules: p4, p6 or p16; None: what the record says, else p6, and then a
    finding says which other printing would not make it. `reads` names the rule by whose clause
    every turn (of a faction) is read instead of the whole turn, as case files ask for. `explain`:
    disputed points that the record rests on are named, too. Never raises for what a record says;
    ValueError for a `law` that is none.
    """
    if law is not None and law not in LAWS:
        raise ValueError(f"no printing of the Law: {law!r}; {', '.join(LAWS)} are")
    with collector_paused():
        try:
            ruling = ruled(record, law, reads, explain)
        finally:
            algebra.reset(MARK)
    return excused(record, ruling)


def ruled(record: Record, law: str | None, reads: Reads | None, explain: bool) -> Ruling:
    """The ruling, before what a log's comments excuse."""
    printings.ASKED.clear()
    disputed.ASKED.clear()
    game = Game(record, law, reads)
    ruling = game.rule()
    if not game.state.game.law_named and any(f.kind in TOLD for f in ruling.findings):
        ruling = compared(record, ruling, reads)
    return with_disputes(record, ruling, law, reads) if explain else ruling


@contextmanager
def collector_paused() -> Iterator[None]:
    """Clauses and states hold no cycles, so looking for some only takes time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def with_disputes(record: Record, ruling: Ruling, law: str | None, reads: Reads | None) -> Ruling:
    """The ruling with the disputed points that the record rests on."""
    from validator.open_points import owed_to

    def again() -> Ruling:
        algebra.forget()
        algebra.reset(MARK)
        return Game(record, law, reads).rule()

    found = owed_to(ruling, again)
    algebra.forget()
    return msgspec.structs.replace(ruling, disputed=found)


def compared(record: Record, ruling: Ruling, reads: Reads | None) -> Ruling:
    """The ruling of a record that names no printing, with the printings by which a finding would
    not be made, nor another in its turn; only those are asked that this ruling has turned on."""
    asked = {difference.law for difference in printings.ASKED}
    for law in (law for law in LAWS if law in asked and law != ruling.law):
        algebra.reset(MARK)
        ruling = beside(ruling, Game(record, law, reads).rule())
    return ruling


def beside(ruling: Ruling, other: Ruling) -> Ruling:
    """The ruling with the findings marked that another printing's ruling does not make, nor
    something else in the same turn."""
    found = {(f.rule, f.address) for f in other.findings if f.kind in TOLD}
    made = {(f.rule, f.address) for f in ruling.findings}
    instead = {turn_of(address) for _, address in found - made}
    findings = list(ruling.findings)
    for k, f in enumerate(findings):
        gone = f.kind in TOLD and (f.rule, f.address) not in found
        if gone and turn_of(f.address) not in instead:
            findings[k] = msgspec.structs.replace(f, printing=(*f.printing, other.law))
    return settled(ruling, findings)


def turn_of(address: str) -> str:
    """`H3` of `H3.2`."""
    return address.partition(".")[0]


class Game:
    def __init__(self, record: Record, law: str | None, reads: Reads | None) -> None:
        self.record, self.reads = record, reads
        self.state: State = start(record)
        self.law = law or self.state.game.law
        if law is not None:
            self.state = printings.under(self.state, law)
        self.findings: list[Finding] = []
        self.citations: list[Citation] = []
        self.order = seating(record)
        self.last = ""  # whose turn was the last
        self.champions: tuple[str, ...] = ()
        self.dominated = False  # somebody has won by dominance
        self.undecided = False
        self.over = False
        self.gap = first_gap(record)
        self.plots = Plots() if "P" in self.state.game.players else None
        self.actions = 0
        self.found: TurnRuling | None = None  # of the last turn, where the Law looked at it
        self.before_end = self.state  # the table before the last turn was ended

    def rule(self) -> Ruling:
        turns = self.record.turns
        last = len(turns) - 1
        partial = not any(turn.position for turn in turns) and self.record.winner is None
        for k, turn in enumerate(turns):
            self.take(turn, complete=k < last or not partial)
        self.check_winner()
        return self.ruling()

    def take(self, turn: Turn, complete: bool) -> None:
        """Rule on one more turn. `complete`: it has ended, what it still owes is told."""
        self.clear(turn)
        self.actions += sum(1 for entry in turn.entries if entry.action is not None)
        if self.state.position and not turn.position:
            self.state, _ = stand(self.state, self.record.directives)
        self.state = begin_turn(self.state, turn.faction, turn.number, turn.position)
        self.found = None
        if any(entry.action is None for entry in turn.entries):
            complete = False  # what it still owes may be what could not be read
        if turn.position:
            self.state = replay(self.state, turn)
        elif turn.number == 0:
            self.set_up(turn)
        else:
            self.play(turn, complete)
        self.before_end = self.state
        self.state = end_turn(self.state)

    def clear(self, turn: Turn) -> None:
        """Forget clauses of another game, and those of the first rounds."""
        global at_hand
        if at_hand != self.state.game:
            at_hand = self.state.game
            algebra.forget()
            algebra.reset(MARK)
        elif turn.number <= LEARNING:
            algebra.reset(MARK)

    def fork(self) -> Game:
        """A game that goes on from here by itself."""
        new = Game(self.record, self.law, self.reads)
        new.state, new.before_end, new.found = self.state, self.before_end, self.found
        new.findings, new.citations = [*self.findings], [*self.citations]
        new.order, new.last, new.actions = self.order, self.last, self.actions
        new.champions, new.dominated = self.champions, self.dominated
        new.undecided, new.over = self.undecided, self.over
        new.plots = self.plots.fork() if self.plots is not None else None
        return new

    # --- turns ----------------------------------------------------------------------------

    def set_up(self, turn: Turn) -> None:
        before = self.state
        self.state = replay(before, turn)
        for told in check_setup(before, self.state, turn, lines_of(turn)):
            self.tell(turn, told, None)

    def play(self, turn: Turn, complete: bool) -> None:
        faction = turn.faction
        self.check_order(turn)
        won = dominates(self.state, faction)[0]
        clause = TURNS[faction]()
        reads = self.reads_of(faction)
        if reads is not None:
            named = RULES[reads]
            takes_faction = len(algebra.parameters(named.body)) > 1
            clause = named(faction) if takes_faction else named()
        lines = self.mended(turn, lines_of(turn))
        found: TurnRuling = read_turn(self.state, lines, clause, complete=complete, over=self.over)
        follows: str | None = None
        for told in (*found.told, *self.hidden(found, lines)):
            if told.once and self.told_before(told):
                continue
            finding = self.tell(turn, told, follows)
            if follows is None and finding.kind in ("illegal", "omission", "order"):
                follows = finding.address
        self.tell_habits(turn, lines, found.state)
        self.found = found
        for line, number in found.citations:
            self.citations.append(Citation(f"{faction}{turn.number}.{line.number}", number))
        if won:
            self.tell_dominance(turn, lines, found)
        self.state, self.over = found.state, found.over
        if complete and reads is None and leaves_draw_open(found, lines, faction):
            self.state = may_have_drawn(self.state, faction, MOST_DRAWN)
        self.champions = self.champions or found.champions
        self.undecided = self.undecided or found.undecided

    def hidden(self, found: TurnRuling, lines: list[Line]) -> list[Told]:
        """What no assignment of the face-down plots explains, where nothing else is told."""
        if self.plots is None:
            return []
        untenable = self.plots.observe(found.states, [line.legs for line in lines])
        accused = {told.line for told in found.told if told.line is not None}
        return [
            Told("illegal", rule, says, lines[at], found.states[at])
            for at, rule, says in untenable
            if lines[at] not in accused
        ]

    def tell_habits(self, turn: Turn, lines: list[Line], end: State) -> None:
        """What this scorer leaves out turn by turn, told once."""
        reads = self.reads_of(turn.faction)
        for number, missing in HABITS.get(turn.faction, ()):
            if not lines or not (reads is None or number.startswith(reads)):
                continue
            says = None if number in WAIVED else missing(self.state, end)
            if says is not None:
                told = Told("omission", number, says, lines[0], self.state, once=True)
                if not self.told_before(told):
                    self.tell(turn, told, None)

    def told_before(self, told: Told) -> bool:
        """Whether something that is told once a record has been."""
        return any(f.rule == told.rule and f.message == told.message for f in self.findings)

    def reads_of(self, faction: str) -> str | None:
        """The number by whose clause this faction's turns are read; None for whole turns."""
        if self.reads is None or isinstance(self.reads, str):
            return self.reads
        return self.reads.get(faction)

    def mended(self, turn: Turn, lines: list[Line]) -> list[Line]:
        """A battle written against oneself is a slip of the pen where only one enemy can be
        meant; so are warriors off the Alliance's board without their owner: officers."""
        mended = []
        for line in lines:
            leg = line.legs[0] if line.legs else None
            officers = tuple(map(officer_meant, line.legs))
            if officers != line.legs:
                says = "only Alliance warriors lie on its board; read as officers"
                self.tell(turn, Told("notation", "", says, line, self.state), None)
                line = line._replace(legs=officers)
            if isinstance(leg, BattleLeg) and leg.attacker == leg.defender:
                enemy = enemy_meant(lines, line, leg)
                if enemy is not None:
                    says = f"nobody battles himself; read as against {enemy}"
                    self.tell(turn, Told("notation", "", says, line, self.state), None)
                    line = line._replace(legs=(msgspec.structs.replace(leg, defender=enemy),))
            mended.append(line)
        return mended

    def check_order(self, turn: Turn) -> None:
        """Seats go clockwise: the order of the first round holds (1.4.1)."""
        last, self.last = self.last, turn.faction
        if isinstance(self.reads, str):
            return
        if turn.faction not in self.order:
            self.order += (turn.faction,)
            return
        due = seats(self.order, last)
        if due in (None, turn.faction) or "1.4.1" in WAIVED:
            return
        message = f"{due} is next in the order of the first round, not {turn.faction}"
        self.tell(turn, Told("illegal", "1.4.1", message, None, self.state), None)

    def tell_dominance(self, turn: Turn, lines: list[Line], found: TurnRuling) -> None:
        """Who rules what an activated dominance card asks for has won as Birdsong starts: nothing
        is played after that but what starts Birdsong, too (3.3.1.I)."""
        rule = dominance_rule(self.state, turn.faction)
        if self.dominated or rule in WAIVED or isinstance(self.reads, str):
            return
        starts = {line.number for line, n in found.citations if n.startswith(STARTS)}
        line = next((line for line in lines if line.number not in starts), None)
        if line is None:
            return
        self.dominated = True
        says = f"{turn.faction} has won as this turn starts: the game is over"
        self.tell(turn, Told("illegal", rule, says, line, self.state), None)

    def check_winner(self) -> None:
        """A declared winner needs thirty points or another way to win (3.1)."""
        winner = self.record.winner
        declared = tuple(f for f in winner or "" if f in self.state.game.players)
        if not declared or self.dominated or isinstance(self.reads, str):
            return
        known = len(self.order) == len(self.state.game.players)
        up_next = seats(self.order, self.last) if known else None
        wrong = verdict(self.state, End(declared, self.champions, up_next, self.last))
        if wrong is None or wrong.rule in WAIVED:
            return
        text = f"Winner: {winner}"
        where = (self.record.winner_line, (1, len(text) + 1), text)
        kind, says = self.after_gap(wrong.kind, wrong.says, (where[0], 1))
        self.findings.append(self.finding(kind, wrong.rule, "", *where, says))

    # --- findings -------------------------------------------------------------------------

    def tell(self, turn: Turn, told: Told, follows: str | None) -> Finding:
        line = told.line
        number = line.number if line else 0
        if line is not None:
            where = (line.entry.line, (line.entry.column, line.entry.end_column), line.entry.text)
        else:
            where = (turn.line, (1, 2), "")
        because = None
        if told.because is not None:
            cause, rule = told.because
            because = (f"{turn.faction}{turn.number}.{cause.number}", rule)
        kind, message = self.after_gap(told.kind, told.message, (where[0], where[1][0]))
        finding = self.finding(
            kind,
            told.rule,
            f"{turn.faction}{turn.number}.{number}",
            *where,
            message,
            what_decided(told),
            because,
            follows,
            told.also,
        )
        self.findings.append(finding)
        return finding

    def after_gap(self, kind: str, says: str, where: tuple[int, int]) -> tuple[str, str]:
        """Kind and message of a finding: nothing is certain behind what could not be read."""
        if kind != "illegal" or self.gap is None or where < self.gap:
            return kind, says
        return "undecided", f"{says}; but something before this could not be read"

    def finding(
        self,
        kind: str,
        rule: str,
        address: str,
        line: int,
        columns: tuple[int, int],
        action: str,
        message: str,
        table: dict[str, str] | None = None,
        because: tuple[str, str] | None = None,
        follows: str | None = None,
        also: tuple[str, ...] = (),
    ) -> Finding:
        checked: Kind = kind  # type: ignore[assignment]
        return Finding(
            checked,
            rule,
            title_of(rule),
            address,
            line,
            columns[0],
            columns[1],
            action,
            message,
            table or {},
            because,
            follows,
            rulebook.seed_alias(rule) if rule and title_of(rule) else None,
            also,
        )

    def slips(self) -> list[Finding]:
        found = []
        for slip in self.record.slips:
            kind = "notation" if slip.kind == "notation" else "undecided"
            says = f"found {slip.found}, expected {slip.expected}"
            if slip.suggestion:
                says += f"; write {slip.suggestion}"
            found.append(
                self.finding(
                    kind,
                    "",
                    slip.address or "",
                    slip.line,
                    (slip.column, slip.end_column),
                    slip.found,
                    says,
                )
            )
        for words in self.record.directives:
            text = f"//! law {words.rest}".strip()
            if words.word == "law" and words.rest.split("//")[0].strip() not in LAWS:
                says = f"no printing of the Law: expected {', '.join(LAWS)}; {self.law} rules"
                where = (words.line, (1, len(text) + 1), text)
                found.append(self.finding("notation", "", "", *where, says))
        return found

    def ruling(self) -> Ruling:
        findings = sorted([*self.findings, *self.slips()], key=lambda f: (f.line, f.column))
        first = next((f for f in findings if f.kind == "illegal"), None)
        unread = any(slip.kind == "error" for slip in self.record.slips)
        result: Literal["legal", "illegal", "undecided"] = "legal"
        if first is not None:
            result = "illegal"
        elif self.undecided or unread or any(f.kind == "undecided" for f in findings):
            result = "undecided"
        return Ruling(
            self.record.file,
            result,
            self.law,
            tuple(dict.fromkeys(t.faction for t in self.record.turns)),
            sum(1 for t in self.record.turns if t.number > 0 and not t.position),
            self.actions,
            first,
            tuple(findings),
            tuple(self.citations),
            dict(self.state.score),
            self.record.winner,
        )


STARTS: Final = ("4.1.3", "11.2.6", "11.2.7")
"""Numbers of what may be done as Birdsong starts: cards, services."""


def seating(record: Record) -> tuple[str, ...]:
    """The order of the first round; in a position only what is played tells it."""
    if any(turn.position for turn in record.turns):
        return ()
    first = sorted((turn for turn in record.turns if turn.number == 1), key=lambda turn: turn.line)
    return tuple(dict.fromkeys(turn.faction for turn in first))


def title_of(rule: str) -> str:
    """The Law's title of a number; "" for what is no number of the Law."""
    try:
        return rulebook.title(rule)
    except (KeyError, ValueError):
        return ""


def first_gap(record: Record) -> tuple[int, int] | None:
    """Line and column of the first thing in the turns that could not be read."""
    if not record.turns:
        return None
    start = record.turns[0].line
    gaps = (
        (slip.line, slip.column)
        for slip in record.slips
        if slip.kind == "error" and slip.line >= start
    )
    return min(gaps, default=None)


def lines_of(turn: Turn) -> list[Line]:
    """The actions of a turn that could be read, with their legs."""
    return [
        Line(number, entry, legs(entry.action, turn.faction))
        for number, entry in enumerate(turn.entries, 1)
        if entry.action is not None
    ]


def leaves_draw_open(found: TurnRuling, lines: list[Line], faction: str) -> bool:
    """Whether cards may have been drawn in a turn that writes none: there are some, and its chapter
    does not say of every reading that it drew none."""
    if draws_any(lines, faction) or not cards_left(found.state)[1]:
        return False
    surely = UNDRAWN.get(faction)
    return surely is None or not all(surely(cited(path)) for path in found.readings.values())


def officer_meant(leg: Leg) -> Leg:
    """Warriors that leave the Alliance's board are its officers, whoever they are written as."""
    if type(leg) is not PieceLeg or leg.start != "A$" or leg.piece.kind != "w":
        return leg
    return msgspec.structs.replace(leg, piece=Piece("A", "w"))


def enemy_meant(lines: list[Line], line: Line, battle: BattleLeg) -> str | None:
    """The one other side that loses pieces in the clearing of a battle right behind it."""
    at = lines.index(line)
    for later in lines[at + 1 : at + 3]:
        lost = {
            leg.piece.owner
            for leg in later.legs
            if isinstance(leg, PieceLeg) and leg.start == battle.clearing
        } - {battle.attacker}
        if lost:
            return lost.pop() if len(lost) == 1 else None
    return None


def replay(state: State, turn: Turn) -> State:
    """The state after a turn the Law does not look at."""
    for line in lines_of(turn):
        for leg in line.legs:
            state = apply(state, leg)
    return state
