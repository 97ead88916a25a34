"""`//! ok 8.2.6 reason` lines: one finding excused by the record's keeper, with a reason.

The excused finding stays in the ruling but no longer counts. An excuse that finds nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from notation.annotations import read_annotation
from notation.record import Record
from validator.findings import Finding, Ruling, settled

_ADDRESS = re.compile(r"[A-Z]\d+(?:\.\d+)?")


class Excuse(NamedTuple):
    """One excuse. `about` is the line it speaks of; `address`, where given, says it instead."""

    line: int
    about: int
    address: str
    rule: str
    reason: str

    def fits(self, finding: Finding) -> bool:
        """Whether it speaks of this finding: a rule by its number or a seed's."""
        if self.rule not in (finding.rule, finding.rule_seed) or not self.rule:
            return False
        if self.address:
            return f"{finding.address}.".startswith(f"{self.address}.")
        return finding.line == self.about


def excuses(record: Record) -> Iterator[Excuse]:
    """The record's excuses: lines of their own, then `ok(8.2.6,"reason")` at the end of turns.

    A line speaks of the turn, or the winner, directly above it, unless it begins with an address.
    """
    places = [turn.line for turn in record.turns if not turn.position]
    if record.winner is not None:
        places.append(record.winner_line)
    for directive in record.directives:
        if directive.word == "ok":
            words = directive.rest.split("//")[0].split()
            address = words.pop(0) if words and _ADDRESS.fullmatch(words[0]) else ""
            about = max((line for line in places if line < directive.line), default=0)
            rule, *reason = words or [""]
            yield Excuse(directive.line, about, address, rule, " ".join(reason))
    for turn in record.turns:
        if "ok(" in turn.annotation:
            for claim in read_annotation(turn.annotation).claims:
                if claim.word == "ok":
                    rule, *said = claim.args or ("",)
                    yield Excuse(turn.line, turn.line, "", rule, " ".join(said))


def excused(record: Record, ruling: Ruling) -> Ruling:
    """The ruling once the record's excuses are heard; the same one where it has none."""
    heard = list(excuses(record))
    if not heard:
        return ruling
    findings = list(ruling.findings)
    idle = []
    for excuse in heard:
        at = next((k for k, f in enumerate(findings) if f.counts and excuse.fits(f)), None)
        if not excuse.reason:
            idle.append((excuse, "excuses nothing: a reason is wanted behind the number"))
        elif at is None:
            idle.append((excuse, f"excuses nothing: no finding by {excuse.rule} {place(excuse)}"))
        else:
            findings[at] = msgspec.structs.replace(findings[at], excused=excuse.reason)
    findings += told(record, idle)
    findings.sort(key=lambda f: (f.line, f.column))
    return settled(ruling, findings)


def place(excuse: Excuse) -> str:
    if excuse.address:
        return f"at {excuse.address}"
    return "in this turn" if excuse.about == excuse.line else "in the turn above"


def told(record: Record, idle: Iterable[tuple[Excuse, str]]) -> Iterator[Finding]:
    """What is said of excuses that excuse nothing."""
    for excuse, says in idle:
        text = record.lines[excuse.line - 1]
        start = max(text.find("//!"), 0)
        words = text[start:].rstrip()
        end = start + len(words) + 1
        yield Finding("notation", "", "", "", excuse.line, start + 1, end, words, says)
