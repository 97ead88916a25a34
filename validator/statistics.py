"""Findings counted: by rule, by faction, by ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from validator import rulebook
from validator.findings import Ruling
from validator.report import Paint, known, plain, word
from validator.rulebook import Lang


class Statistics:
    """What a run over several records found. Only findings that count are counted."""

    def __init__(self, rulings: Iterable[Ruling] = ()) -> None:
        self.rulings: Counter[str] = Counter()
        self.by_rule: Counter[tuple[str, str]] = Counter()  # (kind, rule)
        self.by_faction: Counter[tuple[str, str]] = Counter()  # (faction, kind)
        for ruling in rulings:
            self.add(ruling)

    def add(self, ruling: Ruling) -> None:
        self.rulings[ruling.ruling] += 1
        for finding in ruling.findings:
            if finding.counts:
                self.by_rule[finding.kind, finding.rule] += 1
                self.by_faction[finding.address[:1], finding.kind] += 1

    def update(self, other: Statistics) -> None:
        """Add what another run found."""
        self.rulings.update(other.rulings)
        self.by_rule.update(other.by_rule)
        self.by_faction.update(other.by_faction)

    def as_json(self, lang: Lang = "en") -> dict[str, Any]:
        """As one plain object; the rules found most often come first."""
        factions: dict[str, dict[str, int]] = {}
        for (faction, kind), n in sorted(self.by_faction.items()):
            factions.setdefault(faction, {})[kind] = n
        return {
            "rulings": dict(self.rulings.most_common()),
            "rules": [
                {"kind": kind, "rule": rule, "title": title(rule, lang), "n": n}
                for (kind, rule), n in self.by_rule.most_common()
            ],
            "factions": factions,
        }

    def as_text(self, lang: Lang = "en", paint: Paint = plain) -> str:
        """As a table for people."""
        return "".join(f"{line}\n" for line in self.lines(lang, paint))

    def lines(self, lang: Lang, paint: Paint) -> Iterator[str]:
        for (kind, rule), n in self.by_rule.most_common():
            named = f"{word(kind, lang):<10}"
            text = f"{n:>6}  {paint(named, kind)}  {paint(rule, 'rule')} {title(rule, lang)}"
            yield text.rstrip()
        for faction in sorted({faction for faction, _ in self.by_faction}):
            kinds = {kind: n for (f, kind), n in self.by_faction.most_common() if f == faction}
            told = ", ".join(f"{n} {word(kind, lang)}" for kind, n in kinds.items())
            yield f"{sum(kinds.values()):>6}  {faction or '-'}: {told}"
        total = self.rulings.total()
        told = ", ".join(f"{n} {word(kind, lang)}" for kind, n in self.rulings.most_common())
        yield f"{total} record{'' if total == 1 else 's'}: {told}"


def title(rule: str, lang: Lang) -> str:
    return rulebook.title(rule, lang) if known(rule) else ""
