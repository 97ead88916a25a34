"""What the validator says of a mutant, beside what it must say."""

from __future__ import annotations

from typing import NamedTuple

from notation.reader import read_record
from proof.mutants.catalogue import Mutant
from validator.adjudicator import adjudicate
from validator.findings import Finding


class Verdict(NamedTuple):
    """`found` at its place, and there under a number that says what is broken."""

    mutant: Mutant
    found: bool
    number: bool
    told: Finding | None  # what was found first


def judge(mutant: Mutant) -> Verdict:
    """Rule on a mutant. A finding of another kind than the operator names is none."""
    ruling = adjudicate(read_record(mutant.text, mutant.base))
    kinds = ("illegal", "undecided", *mutant.operator.kinds)
    told = next((f for f in ruling.findings if f.kind in kinds), None)
    if told is None:
        told = next((f for f in ruling.findings if f.kind != "notation"), None)
        return Verdict(mutant, False, False, told)
    action = int(told.address.partition(".")[2] or 0)
    here = told.line == mutant.line and mutant.first <= action <= mutant.last
    found = here and told.kind in mutant.operator.kinds
    return Verdict(mutant, found, found and told.rule in mutant.numbers, told)
