"""Rulings for other programs: GitHub's workflow commands, SARIF 2.1.0, JUnit's XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote
from xml.etree import ElementTree

from notation.record import Record
from validator import rulebook
from validator.expectations import Expectation
from validator.findings import Finding, Ruling
from validator.report import as_text, headline, reasons
from validator.rulebook import Lang


class Outcome(NamedTuple):
    """What came of one file: a ruling on its record, or why there is none."""

    file: str
    record: Record | None
    ruling: Ruling | None
    expectations: tuple[Expectation, ...] = ()
    unread: Note | None = None
    seconds: float = 0.0
    failed: bool = False  # it counts as illegal, by its expectations or by --strict

    @property
    def expected(self) -> bool:
        """Whether the record says what the ruling should be, and is right."""
        return bool(self.expectations) and all(one.met for one in self.expectations)


class Note(NamedTuple):
    """Something told of a file that is no finding. Columns count from 1, the end is exclusive."""

    kind: str  # unreadable expect
    line: int
    column: int
    end_column: int
    message: str


def notes(outcome: Outcome) -> Iterator[Note]:
    """Why a file is unreadable; which expectations are not met."""
    if outcome.unread is not None:
        yield outcome.unread
    for one in outcome.expectations:
        if not one.met:
            lines = outcome.record.lines if outcome.record else ()
            width = len(lines[one.line - 1].rstrip()) if one.line <= len(lines) else 0
            yield Note("expect", one.line, 1, width + 1, one.says)


def level(finding: Finding, strict: bool) -> str:
    """error, warning or note."""
    if finding.kind == "illegal" or (strict and finding.kind in ("omission", "order")):
        return "error"
    return "note" if finding.kind == "notation" else "warning"


# --- GitHub -------------------------------------------------------------------------------


def github(outcome: Outcome, lang: Lang, strict: bool) -> Iterator[str]:
    """Workflow commands, a line each; nothing for what is excused, known or expected."""
    for note in notes(outcome):
        span = (note.line, note.column, note.end_column)
        yield command("error", outcome.file, span, note.kind, note.message)
    if outcome.ruling is None or outcome.expected:
        return
    for finding in outcome.ruling.findings:
        if finding.counts:
            span = (finding.line, finding.column, finding.end_column)
            severity = level(finding, strict)
            kind = "notice" if severity == "note" else severity
            head = headline(finding, lang)
            where = f"{head} — {finding.address}" if finding.address else head
            yield command(kind, outcome.file, span, where, "\n".join(reasons(finding)))


def command(kind: str, file: str, span: tuple[int, int, int], head: str, text: str) -> str:
    line, column, end = span
    place = {"line": line, "col": column, "endLine": line, "endColumn": end}
    said = "".join(f",{name}={value}" for name, value in place.items())
    return f"::{kind} file={_property(file)}{said},title={_property(head)}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


# --- SARIF --------------------------------------------------------------------------------

SARIF_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
TITLES: Final = {
    "notation": "Notation",
    "undecided": "Undecided",
    "unreadable": "No readable record",
    "expect": "An expectation is not met",
}
"""Names of what has no number of the Law."""


def sarif(results: list[dict[str, Any]], version: str, lang: Lang) -> dict[str, Any]:
    """One SARIF log with one run, of the results of all its files; these are filled in."""
    ids = sorted({one["ruleId"] for one in results}, key=_by_number)
    for one in results:
        one["ruleIndex"] = ids.index(one["ruleId"])
    driver = {"name": "rootlaw", "version": version, "rules": [_sarif_rule(i, lang) for i in ids]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def sarif_results(outcome: Outcome, lang: Lang, strict: bool) -> Iterator[dict[str, Any]]:
    """The results of one file; excused, known and expected findings are suppressed."""
    for note in notes(outcome):
        span = (note.line, note.column, note.end_column)
        yield _result(outcome.file, note.kind, "error", note.message, span, "")
    if outcome.ruling is None:
        return
    for finding in outcome.ruling.findings:
        span = (finding.line, finding.column, finding.end_column)
        why, *more = reasons(finding)
        found = _result(
            outcome.file,
            finding.rule or finding.kind,
            level(finding, strict),
            "\n".join([f"{headline(finding, lang)}: {why}", *more]),
            span,
            finding.address,
        )
        mark = "|".join((finding.address, finding.kind, finding.rule, finding.action))
        found["partialFingerprints"] = {"finding/v1": sha256(mark.encode()).hexdigest()[:32]}
        if finding.excused is not None:
            found["suppressions"] = [{"kind": "inSource", "justification": finding.excused}]
        elif finding.known:
            found["suppressions"] = [{"kind": "external", "justification": "in the baseline"}]
        elif outcome.expected:
            found["suppressions"] = [{"kind": "inSource", "justification": "expected"}]
        yield found


def _result(
    file: str, rule: str, severity: str, text: str, span: tuple[int, int, int], address: str
) -> dict[str, Any]:
    line, column, end = span
    region = {"startLine": line, "startColumn": column, "endColumn": end}
    place: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": _uri(file)}, "region": region}
    }
    if address:
        place["logicalLocations"] = [{"fullyQualifiedName": address, "kind": "member"}]
    return {"ruleId": rule, "level": severity, "message": {"text": text}, "locations": [place]}


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _sarif_rule(name: str, lang: Lang) -> dict[str, Any]:
    text = TITLES.get(name) or rulebook.title(name, lang)
    said = f"{name} {text}" if name[0].isdigit() else text
    return {"id": name, "shortDescription": {"text": said}}


def _by_number(name: str) -> tuple[bool, Any]:
    return (True, rulebook.LawNumber.parse(name)) if name[0].isdigit() else (False, name)


# --- JUnit --------------------------------------------------------------------------------

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(cases: list[ElementTree.Element]) -> bytes:
    """One suite, a test case a record."""
    counts = {
        what: str(sum(case.find(what) is not None for case in cases))
        for what in ("failure", "error", "skipped")
    }
    seconds = f"{sum(float(case.get('time', 0)) for case in cases):.3f}"
    told = {"tests": str(len(cases)), "failures": counts["failure"], "errors": counts["error"]}
    suites = ElementTree.Element("testsuites", told | {"time": seconds})
    suite = ElementTree.SubElement(
        suites,
        "testsuite",
        {"name": "rootlaw", **told, "skipped": counts["skipped"], "time": seconds},
        timestamp=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
    )
    suite.extend(cases)
    ElementTree.indent(suites)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suites) + b"\n"


def junit_case(outcome: Outcome, lang: Lang, every: bool) -> ElementTree.Element:
    """One record: illegal fails, unreadable is an error, undecided is skipped."""
    case = ElementTree.Element(
        "testcase",
        {"classname": "rootlaw", "name": _xml(outcome.file), "time": f"{outcome.seconds:.3f}"},
    )
    if outcome.unread is not None:
        _told(case, "error", "unreadable", outcome.unread.message, outcome.unread.message)
    if outcome.record is None or outcome.ruling is None:
        return case
    ruling = outcome.ruling
    text = as_text(outcome.record, ruling, every=every, lang=lang)
    last = text.rstrip().rsplit("\n", 1)[-1].removeprefix(f"{outcome.file}: ")
    if outcome.failed:
        _told(case, "failure", ruling.ruling, last, text)
    elif ruling.ruling == "undecided" and not outcome.expected:
        ElementTree.SubElement(case, "skipped").text = _xml(text)
    else:
        ElementTree.SubElement(case, "system-out").text = _xml(text)
    return case


def _told(case: ElementTree.Element, what: str, kind: str, head: str, text: str) -> None:
    told = {"type": kind, "message": _xml(head)}
    ElementTree.SubElement(case, what, told).text = _xml(text)


def _xml(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NOT_XML.sub("?", text)
