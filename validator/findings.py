"""What a ruling tells: findings with rule, address, span and reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

Kind = Literal["illegal", "omission", "order", "notation", "undecided"]
TOLD: Final[tuple[Kind, ...]] = ("illegal", "omission", "order", "undecided")
"""Kinds of finding that rest on the Law."""


class Address(msgspec.Struct, frozen=True, order=True):
    """`H3.2`: the Hundreds' third turn, action 2. Turn 0 is setup; action 0 is the turn as a
    whole."""

    faction: str
    turn: int
    action: int

    def __str__(self) -> str:
        return f"{self.faction}{self.turn}.{self.action}"


class Finding(msgspec.Struct, frozen=True):
    """One thing told. Columns count from 1, `end_column` is exclusive."""

    kind: Kind
    rule: str  # a number of the Law, "" where none applies (notation)
    title: str
    address: str
    line: int
    column: int
    end_column: int
    action: str  # the words of the record
    message: str  # what was met and what was asked, a plain sentence
    table: dict[str, str] = {}  # clearing or hand -> what decided, in words
    because: tuple[str, str] | None = None  # (address, rule) where the cause stands, if elsewhere
    follows: str | None = None  # address of the finding this one follows from
    rule_seed: str | None = None
    also: tuple[str, ...] = ()  # other rules that explain it as well
    printing: tuple[str, ...] = ()  # printings of the Law by which nothing is found here
    excused: str | None = None  # the reason the record gives to let it pass
    known: bool = False  # stands in the baseline

    @property
    def counts(self) -> bool:
        """Whether it has a say in the ruling."""
        return self.excused is None and not self.known


class Citation(msgspec.Struct, frozen=True):
    address: str
    rule: str


class Dispute(msgspec.Struct, frozen=True):
    """What a record owes to a disputed point: read strictly, `kind` would be told under `rule`."""

    id: str
    address: str
    rule: str
    kind: Kind


class Ruling(msgspec.Struct, frozen=True):
    """The outcome for one record."""

    file: str
    ruling: Literal["legal", "illegal", "undecided", "unreadable"]
    law: str
    factions: tuple[str, ...]
    turns: int
    actions: int
    first_illegal: Finding | None
    findings: tuple[Finding, ...]
    citations: tuple[Citation, ...]
    score: dict[str, int | None]
    winner: str | None
    disputed: tuple[Dispute, ...] = ()  # only where it was asked to explain


def settled(ruling: Ruling, findings: Sequence[Finding]) -> Ruling:
    """The ruling with these findings instead: some of its own may no longer count."""
    first = next((f for f in findings if f.kind == "illegal" and f.counts), None)
    undecided = [f for f in findings if f.kind == "undecided"]
    told = bool(undecided) or ruling.ruling != "undecided"
    open_still = any(f.counts for f in undecided) or not told
    outcome: Literal["legal", "illegal", "undecided"] = "undecided" if open_still else "legal"
    return msgspec.structs.replace(
        ruling,
        ruling="illegal" if first is not None else outcome,
        first_illegal=first,
        findings=tuple(findings),
    )
