"""A baseline: findings that are known already, so that old games don't block a gate.

A finding is known again by file (relative to the baseline's folder), address, kind, rule and the
words of the action, not by its line: what is added elsewhere in a record changes nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec

from validator.findings import Finding, Ruling, settled


class Known(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """What one finding is known by; `n` of them."""

    address: str
    kind: str
    rule: str
    action: str
    n: int = 1


class Baseline(msgspec.Struct, frozen=True):
    """File -> its known findings."""

    findings: dict[str, list[Known]] = {}


class Compared(NamedTuple):
    """A ruling in which what is known does not count, and how much of it is not there any more."""

    ruling: Ruling
    gone: int


def key(finding: Finding) -> Known:
    return Known(finding.address, finding.kind, finding.rule, finding.action)


def name_of(file: str, baseline: str) -> str:
    """A record's name in a baseline, the same wherever the command is called from."""
    return Path(os.path.relpath(file, Path(baseline).parent)).as_posix()


def read(path: str) -> Baseline:
    """The baseline in a file. Raises OSError, and ValueError where it is none."""
    return msgspec.json.decode(Path(path).read_bytes(), type=Baseline)


def known_of(ruling: Ruling) -> list[Known]:
    """All that counts in a ruling, as a baseline keeps it."""
    counted = Counter(key(f) for f in ruling.findings if f.counts)
    return sorted(msgspec.structs.replace(one, n=n) for one, n in counted.items())


def write(path: str, findings: dict[str, list[Known]]) -> Baseline:
    """Write what is known of each file, by its name in the baseline. Raises OSError."""
    made = Baseline({name: findings[name] for name in sorted(findings) if findings[name]})
    Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(made)) + b"\n")
    return made


def compare(ruling: Ruling, baseline: Baseline, path: str) -> Compared:
    """The ruling with what the baseline at `path` knows marked as known."""
    left = {
        msgspec.structs.replace(known, n=1): known.n
        for known in baseline.findings.get(name_of(ruling.file, path), ())
    }
    findings = []
    for finding in ruling.findings:
        if finding.counts and left.get(key(finding), 0):
            left[key(finding)] -= 1
            finding = msgspec.structs.replace(finding, known=True)
        findings.append(finding)
    return Compared(settled(ruling, findings), sum(left.values()))
