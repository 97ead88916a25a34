"""`//! expect` lines: what a record's author says a ruling on it should be."""

from __future__ import annotations

from typing import Final, NamedTuple

from notation.record import Record
from validator.findings import Finding, Ruling

KINDS: Final = ("legal", "illegal", "omission", "order", "undecided")


class Expectation(NamedTuple):
    """One `expect` line: whether it is met, and what to say where it is not."""

    line: int
    met: bool
    says: str


def judge(record: Record, ruling: Ruling) -> list[Expectation]:
    """Every `expect` line of the record, held against the ruling.

    `legal`; or a kind, an address and a rule, the last two optional: `illegal H1.1 14.4.1`. A rule
    may be given by a seed's number.
    """
    return [
        one(directive.line, directive.rest.split("//")[0].split(), ruling)
        for directive in record.directives
        if directive.word == "expect"
    ]


def one(line: int, words: list[str], ruling: Ruling) -> Expectation:
    if not words or words[0] not in KINDS:
        return Expectation(line, False, f"expect: one of {', '.join(KINDS)} must follow")
    kind, rest = words[0], words[1:]
    if kind == "legal":
        met = ruling.ruling == "legal"
        return Expectation(line, met, f"expected legal, ruled {ruling.ruling}")
    found = [f for f in ruling.findings if f.kind == kind]
    if kind == "illegal":
        found = [ruling.first_illegal] if ruling.first_illegal is not None else []
    met = any(answers(finding, rest) for finding in found)
    told = ", ".join(f"{f.address} {f.rule}" for f in found) or "none"
    return Expectation(line, met, f"expected {' '.join(words)}, found {told}")


def answers(finding: Finding, words: list[str]) -> bool:
    return all(w in (finding.address, finding.rule, finding.rule_seed) for w in words)
