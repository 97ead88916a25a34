"""What a run prints."""

from __future__ import annotations

from collections import Counter

from proof.fuzz import Failure
from proof.judge import Verdict
from proof.reach import Reach
from proof.run import Outcome, Tally

FOUND, NUMBER = 99.0, 97.0
REACHED = 85.0
"""Per cent of mutants to find at their place, and to tell under the right number; of lines and
branches of the Law that simulated games alone have to reach."""


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def games_table(outcomes: list[Outcome]) -> list[str]:
    findings = [(o.source.name, f) for o in outcomes for f in o.findings]
    lines = [
        f"games: {len(outcomes)}, actions: {sum(o.actions for o in outcomes)}, "
        f"findings: {len(findings)}"
    ]
    counts = Counter((f.kind, f.rule) for _, f in findings)
    for (kind, rule), n in counts.most_common():
        name, f = next((name, f) for name, f in findings if (f.kind, f.rule) == (kind, rule))
        lines.append(f"  {n:5} {kind} {rule}: {name} {f.address} {f.action}: {f.message}")
    return lines


def mutants_table(tallies: list[Tally]) -> list[str]:
    lines = [
        f"{'number':<13}{'operator':<36}{'mutants':>8}{'found %':>9}{'number %':>10}{'order %':>9}"
    ]
    for tally in tallies:
        made = tally.made
        lines.append(
            f"{tally.operator.number:<13}{tally.operator.name:<36}{made:>8}"
            f"{percent(tally.found, made):>9}{percent(tally.number, made):>10}"
            f"{percent(tally.order, made):>9}"
            f"  {tally.operator.says}"
        )
    made, found = sum(t.made for t in tallies), sum(t.found for t in tallies)
    number, order = sum(t.number for t in tallies), sum(t.order for t in tallies)
    total = f"{len(tallies)} operators"
    lines.append(
        f"{'':<13}{total:<36}{made:>8}{percent(found, made):>9}{percent(number, made):>10}"
        f"{percent(order, made):>9}"
    )
    return lines


def below(tallies: list[Tally], mutants: int) -> list[str]:
    """Operators that miss a bar: too few mutants, found or told too seldom."""
    lines = []
    for t in tallies:
        if t.made < mutants:
            lines.append(f"{t.operator.name}: {t.made} mutants")
        if t.made and 100 * t.found < FOUND * t.made:
            lines.append(f"{t.operator.name}: {percent(t.found, t.made)} % found")
        if t.made and 100 * t.number < NUMBER * t.made:
            lines.append(f"{t.operator.name}: {percent(t.number, t.made)} % under the right number")
    return lines


def misses(tallies: list[Tally]) -> list[str]:
    """Every kind of miss, with one example."""
    lines = []
    for tally in tallies:
        for n, verdict in tally.misses():
            lines += [f"{tally.operator.name}: {n} x {told(verdict)}", *example(verdict)]
    return lines


def told(verdict: Verdict) -> str:
    f = verdict.told
    if f is None:
        return "nothing found"
    where = "" if verdict.found else "elsewhere, "
    return f"{where}{f.kind} {f.rule} at {f.address}: {f.message}"


def example(verdict: Verdict) -> list[str]:
    m = verdict.mutant
    if m is None:
        return []
    line = m.text.split("\n")[m.line - 1]
    place = f"{m.first}" if m.first == m.last else f"{m.first} to {m.last}"
    return [
        f"    {m.base}, line {m.line}, action {place}, wanted {' or '.join(m.numbers)}:",
        f"    {line}",
    ]


def reach_table(found: Reach, games: int) -> list[str]:
    """Lines and branches reached, module by module, and what was never come to."""
    lines = [f"{games} simulated games alone{'lines %':>20}{'branches %':>12}{'both %':>8}"]
    for one in (*found.modules, found.total):
        parts = percent(*one.lines), percent(*one.branches), f"{one.share:.1f}"
        lines.append(f"{one.name:<34}{parts[0]:>10}{parts[1]:>12}{parts[2]:>8}")
    if found.total.share < REACHED:
        lines.append(f"fewer than {REACHED} %")
    lines.append(f"declared and never come to: {len(found.missed)}")
    lines += [f"  {one.number:<14}{one.kind:<12}{one.part or one.title}" for one in found.missed]
    return lines


def fuzz_table(found: list[tuple[str, list[Failure]]], inputs: int) -> list[str]:
    lines = [f"{'fuzz, ' + str(inputs) + ' inputs each':<34}{'failures':>10}"]
    for kind, failures in found:
        lines.append(f"{kind:<34}{len(failures):>10}")
        lines += [f"  seed {one.seed}: {one.says[:160]}" for one in failures[:5]]
    return lines
