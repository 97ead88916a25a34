"""Reports: rulings as text for people and as JSON lines for machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from notation.record import Record
from validator import rulebook
from validator.expectations import Expectation, judge
from validator.findings import Citation, Dispute, Finding, Ruling
from validator.rulebook import Lang

Paint = Callable[[str, str], str]
"""(text, what it is) -> the text, coloured where there is a terminal."""

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "nl": {
        "illegal": "onwettig",
        "legal": "wettig",
        "omission": "verzuim",
        "order": "volgorde",
        "notation": "notatie",
        "undecided": "onbeslist",
        "unreadable": "onleesbaar",
        "excused": "verontschuldigd",
        "in the baseline": "al bekend",
        "disputed": "betwist",
        "strictly:": "streng gelezen:",
        "Here:": "Hier:",
    },
}


def plain(text: str, what: str) -> str:
    return text


def word(kind: str, lang: Lang) -> str:
    return WORDS[lang].get(kind, kind)


def title(finding: Finding, lang: Lang) -> str:
    """The title of the finding's rule, with the seed's number where it differs."""
    if not finding.title:
        return finding.title
    named = rulebook.title(finding.rule, lang)
    seed = finding.rule_seed
    return f"{named} (seed {seed})" if seed and seed != finding.rule else named


def headline(finding: Finding, lang: Lang) -> str:
    """Kind, number, title: "illegal 14.4.1 Raze"."""
    return f"{word(finding.kind, lang)} {finding.rule} {title(finding, lang)}".strip()


def as_text(
    record: Record,
    ruling: Ruling,
    *,
    every: bool = False,
    explain: bool = False,
    lang: Lang = "en",
    paint: Paint = plain,
) -> str:
    """The ruling on one record. `every`: all findings, else the one that decided."""
    lines: list[str] = []
    if explain:
        lines.extend(cited(record, ruling, lang, paint))
    shown = ruling.findings if every else deciding(ruling)
    for finding in shown:
        lines.extend(one(record, finding, lang, paint))
    hidden = sum(f.counts for f in ruling.findings) - sum(f.counts for f in shown)
    them = "it" if hidden == 1 else "them"
    if hidden and shown:
        more = number_of(hidden, "more finding")
        lines.append(f"   + {more}; --all shows {them}")
    expectations = judge(record, ruling)
    for expectation in expectations:
        if not expectation.met:
            lines.append(paint(f"{record.file}:{expectation.line}: {expectation.says}", "illegal"))
    hint = f"; --all shows {them}" if hidden and not shown else ""
    lines.append(summary(ruling, expectations, lang, paint, hint))
    return "\n".join(lines) + "\n"


def deciding(ruling: Ruling) -> tuple[Finding, ...]:
    """The finding a short report shows: the first illegal move, else why it is undecided."""
    if ruling.first_illegal is not None:
        return (ruling.first_illegal,)
    if ruling.ruling == "undecided":
        return tuple(f for f in ruling.findings if f.kind == "undecided" and f.counts)[:1]
    return ()


def one(record: Record, finding: Finding, lang: Lang, paint: Paint) -> Iterator[str]:
    """One finding: place, rule, the words of the record, the reason, the table."""
    kind = paint(word(finding.kind, lang), finding.kind)
    rule = f" {finding.rule} {title(finding, lang)}".rstrip()
    address = f" — {finding.address}" if finding.address else ""
    yield f"{record.file}:{finding.line}:{finding.column}: {kind}{paint(rule, 'rule')}{address}"
    text = record.lines[finding.line - 1] if 0 < finding.line <= len(record.lines) else ""
    if text and finding.action:
        first = finding.column - 1
        width = max(finding.end_column - finding.column, 1)
        left = max(first - 40, 0)
        shown = text.rstrip()[left : left + 96]
        yield f"   |  {shown}"
        yield f"   |  {' ' * (first - left)}{paint('^' * width, finding.kind)}"
    yield from (f"   = {line}" for line in reasons(finding))
    if finding.title:
        yield f"   = rootlaw rule {finding.rule}"


def reasons(finding: Finding) -> Iterator[str]:
    """Why, and what on the table decided; a line each."""
    yield finding.message
    if finding.because is not None:
        yield f"at fault: {finding.because[0]}, by {finding.because[1]}"
    for place, held in finding.table.items():
        yield f"clearing {place} held: {held}" if place.isdigit() else f"{place}: {held}"
    if finding.also:
        yield f"or by {', '.join(finding.also)}"
    if finding.printing:
        yield f"legal under {', '.join(finding.printing)}"
    if finding.follows:
        yield f"may follow from {finding.follows}"
    if finding.excused is not None:
        yield f"excused: {finding.excused}"
    if finding.known:
        yield "stands in the baseline"


def summary(
    ruling: Ruling, expectations: list[Expectation], lang: Lang, paint: Paint, hint: str = ""
) -> str:
    """The ruling in a line, with how much was found of each kind."""
    counts = Counter(f.kind if f.counts else passed(f) for f in ruling.findings)
    told = ", ".join(f"{n} {word(kind, lang)}" for kind, n in counts.items())
    first = ruling.first_illegal
    where = f" at {first.address} by {first.rule}" if first is not None else ""
    size = f"{number_of(ruling.turns, 'turn')}, {number_of(ruling.actions, 'action')}"
    law = f"law {ruling.law}, {size}"
    result = paint(word(ruling.ruling, lang), ruling.ruling)
    expected = ""
    if expectations:
        met = all(e.met for e in expectations)
        expected = ", as expected" if met else ", not as expected"
    return f"{ruling.file}: {result}{where}{expected} ({law}{'; ' + told if told else ''}{hint})"


def number_of(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def passed(finding: Finding) -> str:
    """Why a finding has no say, in a word."""
    return "in the baseline" if finding.known else "excused"


def cited(record: Record, ruling: Ruling, lang: Lang, paint: Paint) -> Iterator[str]:
    """Every action with the rule it was read under, and the disputed points it rests on."""
    rules = {citation.address: citation.rule for citation in ruling.citations}
    rests = list(ruling.disputed)
    for turn in record.turns:
        if turn.position or turn.number == 0:
            continue
        for number, entry in enumerate(turn.entries, 1):
            address = f"{turn.faction}{turn.number}.{number}"
            rule = rules.get(address, "")
            named = rulebook.title(rule, lang) if rule and known(rule) else ""
            yield f"{address:<8} {entry.text:<28} {paint(f'{rule} {named}'.strip(), 'rule')}"
            for dispute in [one for one in rests if one.address == address]:
                rests.remove(dispute)
                yield f"         {rests_on(dispute, lang)}"
    for dispute in rests:
        yield f"{dispute.address:<8} {rests_on(dispute, lang)}"


def rests_on(dispute: Dispute, lang: Lang) -> str:
    """A disputed point an action rests on, and what a strict answer would tell."""
    from validator.open_points import named, open_points

    point = open_points()[dispute.id]
    head = f"{word('disputed', lang)} {named(dispute.id)}"
    strictly = f"{word('strictly:', lang)} {word(dispute.kind, lang)} {dispute.rule}".strip()
    return f"{head}: {point.question} {word('Here:', lang)} {point.reading} ({strictly})"


def known(rule: str) -> bool:
    try:
        rulebook.title(rule)
    except (KeyError, ValueError):
        return False
    return True


# --- for machines -------------------------------------------------------------------------


def as_json(
    record: Record, ruling: Ruling, *, explain: bool = False, lang: Lang = "en"
) -> dict[str, Any]:
    """The ruling as one plain object; keys are only ever added."""
    found: dict[str, Any] = {
        "file": ruling.file,
        "ruling": ruling.ruling,
        "law": ruling.law,
        "factions": list(ruling.factions),
        "turns": ruling.turns,
        "actions": ruling.actions,
        "first_illegal": finding_json(ruling.first_illegal, lang),
        "findings": [finding_json(f, lang) for f in ruling.findings],
        "score": ruling.score,
        "winner": ruling.winner,
    }
    if explain:
        rests: dict[str, list[str]] = {}
        for dispute in ruling.disputed:
            rests.setdefault(dispute.address, []).append(dispute.id)
        found["citations"] = [citation_json(c, rests.get(c.address)) for c in ruling.citations]
        found["disputed"] = [dispute_json(dispute) for dispute in ruling.disputed]
    expectations = judge(record, ruling)
    if expectations:
        found["expected"] = all(e.met for e in expectations)
    return found


def citation_json(citation: Citation, disputed: list[str] | None) -> dict[str, Any]:
    told: dict[str, Any] = {"address": citation.address, "rule": citation.rule}
    return {**told, "disputed": disputed} if disputed else told


def dispute_json(dispute: Dispute) -> dict[str, Any]:
    """A disputed point, and what would be told of the action were it read strictly."""
    from validator.open_points import open_points

    point = open_points()[dispute.id]
    return {
        "id": dispute.id,
        "address": dispute.address,
        "question": point.question,
        "reading": point.reading,
        "page": f"docs/decisions/{point.page}.md",
        "strictly": {"kind": dispute.kind, "rule": dispute.rule},
    }


def finding_json(finding: Finding | None, lang: Lang) -> dict[str, Any] | None:
    if finding is None:
        return None
    found: dict[str, Any] = {
        "kind": finding.kind,
        "rule": finding.rule,
        "title": rulebook.title(finding.rule, lang) if finding.title else "",
        "address": finding.address,
        "line": finding.line,
        "column": finding.column,
        "end_column": finding.end_column,
        "action": finding.action,
        "message": finding.message,
        "table": finding.table,
    }
    if finding.rule_seed:
        found["rule_seed"] = finding.rule_seed
    if finding.because is not None:
        found["because"] = {"address": finding.because[0], "rule": finding.because[1]}
    elif finding.kind in ("illegal", "order"):
        found["because"] = {"address": finding.address, "rule": finding.rule}
    if finding.also:
        found["also"] = list(finding.also)
    if finding.printing:
        found["printing"] = list(finding.printing)
    if finding.follows:
        found["follows"] = finding.follows
    if finding.excused is not None:
        found["excused"] = finding.excused
    if finding.known:
        found["known"] = True
    return found


def json_line(value: dict[str, Any]) -> bytes:
    return msgspec.json.encode(value) + b"\n"
