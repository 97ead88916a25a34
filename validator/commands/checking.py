"""What `check` does with one file, in whichever process."""

from __future__ import annotations

from time import perf_counter
from traceback import format_exc
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from notation.record import Header, Record
from replayer.state import DEFAULT_LAW
from validator.adjudicator import adjudicate
from validator.baseline import Baseline, compare
from validator.commands import common
from validator.commands.showing import Asked, part
from validator.expectations import judge
from validator.findings import Finding, Ruling
from validator.formats import Note, Outcome

if TYPE_CHECKING:
    from validator.kept import Kept


class Task(NamedTuple):
    """A file to rule on. `data`: what it holds, if only one process can read it."""

    path: str
    data: bytes | None = None


class Told(NamedTuple):
    """What comes of one file: all that is needed of it from now on."""

    code: int
    part: Any  # what its output shows of it
    ruling: str
    complaint: str = ""  # for standard error
    gone: int = 0  # findings of the baseline that are not there any more
    keep: bytes = b""  # the line that keeps the ruling


class Checker:
    """Rules on files. It can be sent to another process."""

    def __init__(self, asked: Asked, known: Baseline | None = None, kept: Kept | None = None):
        self.asked, self.known, self.kept = asked, known, kept

    def __call__(self, task: Task) -> Told:
        """What comes of one file. A fault of the program's own leaves it undecided."""
        try:
            return self.check(task)
        except Exception as error:
            said = f"{type(error).__name__}: {error}".rstrip(": ")
            why = f"the arbiter itself failed here, please report it ({said})"
            return self.undecided(task, why)._replace(complaint=format_exc())

    def check(self, task: Task) -> Told:
        started = perf_counter()
        try:
            data = common.read_bytes(task.path) if task.data is None else task.data
            record = common.parse_record(data, task.path)
        except common.Unreadable as error:
            note = Note("unreadable", error.line, error.column, error.column + 1, error.message)
            told = self.told(Outcome(task.path, None, None, unread=note))
            shown = self.asked.output in ("text", "statistics", "baseline")
            return told._replace(complaint=f"{error.message}\n" if shown else "")
        ruling, keep = self.rule(record, data)
        expectations = tuple(judge(record, ruling))
        spent = perf_counter() - started
        outcome = Outcome(task.path, record, ruling, expectations, seconds=spent)
        gone = 0
        if self.known is not None and not outcome.expected:
            ruling, gone = compare(ruling, self.known, self.asked.baseline)
            outcome = outcome._replace(ruling=ruling)
        outcome = outcome._replace(failed=failed(outcome, self.asked.strict))
        return self.told(outcome)._replace(gone=gone, keep=keep)

    def rule(self, record: Record, data: bytes) -> tuple[Ruling, bytes]:
        """The ruling on a record, and the line that keeps it if it is new."""
        law, explain = self.asked.law, self.asked.explain
        if self.kept is None:
            return adjudicate(record, law, explain=explain), b""
        from validator.kept import key_of, line_of

        key = key_of(data, law, explain)
        found = self.kept.find(key)
        if found is not None:
            return msgspec.structs.replace(found, file=record.file), b""
        ruling = adjudicate(record, law, explain=explain)
        return ruling, line_of(key, ruling)

    def undecided(self, task: Task, why: str) -> Told:
        """What is told of a file that was not ruled on, for a reason that is not in it."""
        law = self.asked.law or DEFAULT_LAW
        finding = Finding("undecided", "", "", "", 1, 1, 1, "", why)
        ruling = Ruling(
            task.path, "undecided", law, (), 0, 0, None, (finding,), (), {}, winner=None
        )
        record = Record(task.path, Header(), (), (), None, 0, (), (), ())
        told = self.told(Outcome(task.path, record, ruling))
        if self.asked.output == "baseline":
            told = told._replace(code=common.UNREADABLE)
        shown = self.asked.output in ("statistics", "baseline")
        return told._replace(complaint=f"{task.path}: {why}\n" if shown else "")

    def lost(self, task: Task, how: str) -> Told:
        """What is told of a file whose process died over it."""
        why = f"the process that ruled on it {how}"
        return self.undecided(task, f"{why}; perhaps memory ran out" if "KILL" in how else why)

    def told(self, outcome: Outcome) -> Told:
        ruling = outcome.ruling.ruling if outcome.ruling is not None else "unreadable"
        return Told(self.code(outcome), part(outcome, self.asked), ruling)

    def code(self, outcome: Outcome) -> int:
        """The exit code that one file asks for."""
        if outcome.ruling is None:
            return common.UNREADABLE
        if self.asked.output == "baseline":
            return 0
        if outcome.failed:
            return 1
        return 4 if outcome.ruling.ruling == "undecided" and not outcome.expectations else 0


def failed(outcome: Outcome, strict: bool) -> bool:
    """Whether a ruling counts as illegal: by its expectations if there are any, or by --strict."""
    if outcome.record is None or outcome.ruling is None:
        return False
    expectations = judge(outcome.record, outcome.ruling)
    if expectations:
        return not all(one.met for one in expectations)
    if outcome.ruling.ruling == "illegal":
        return True
    counted = (f.kind for f in outcome.ruling.findings if f.counts)
    return strict and any(kind in ("omission", "order") for kind in counted)
