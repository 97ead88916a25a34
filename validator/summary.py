"""A game in short, for a league: who played, how it went, who won and how, what was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from notation.record import Record
from replayer.facts import faction_facts
from replayer.timeline import Timeline, timeline
from validator.adjudicator import adjudicate, seating
from validator.findings import Ruling
from validator.law.s02_terms import side_of
from validator.law.s03_victory import active
from validator.report import finding_json, headline
from validator.rulebook import Lang
from validator.winners import at_thirty

SUITS: Final = {"B": "bird", "F": "fox", "M": "mouse", "R": "rabbit"}
Score = dict[str, int | None]


class Victory(NamedTuple):
    """Who won. `how` is points, dominance or nothing; `at` the action that brought it, if one did;
    `declared` whether the record says so itself."""

    winners: tuple[str, ...]
    how: str
    says: str
    at: str | None
    declared: bool


class Summary(NamedTuple):
    """What is told of one record. `scores` are those after each turn, as (address, score)."""

    record: Record
    ruling: Ruling
    order: tuple[str, ...]
    setup: dict[str, tuple[str, ...]]
    scores: tuple[tuple[str, Score], ...]
    victory: Victory


def summarize(record: Record) -> Summary:
    """Replay and rule on a record. Never raises for what it says."""
    played = timeline(record)
    turns = [turn for turn in played.turns if not turn.turn.position]
    return Summary(
        record,
        adjudicate(record),
        seating(record),
        {
            one.turn.faction: tuple(entry.text for entry in one.turn.entries)
            for one in turns
            if one.turn.number == 0
        },
        tuple(
            (f"{one.turn.faction}{one.turn.number}", dict(one.closed.score))
            for one in turns
            if one.turn.number
        ),
        victory(record, played),
    )


def victory(record: Record, played: Timeline) -> Victory:
    """Who won, by the record's word or else by its points (3.1, 3.3.1, 9.2.8)."""
    end = played.end
    declared = tuple(f for f in record.winner or "" if f in end.game.players)
    reached = first_at_thirty(played)
    if not declared:
        if not reached:
            return Victory((), "", "not played to its end", None, False)
        champion, at = next(iter(reached.items()))
        partners = tuple(f for f, side in end.coalition.items() if side == champion)
        return Victory((champion, *partners), "points", f"thirty points at {at}", at, False)
    side = side_of(end, declared[0])
    shared = f", {' and '.join(f for f in declared if f != side)} in coalition"
    more = shared if set(declared) - {side} else ""
    if side in reached:
        says = f"thirty points at {reached[side]}{more}"
        return Victory(declared, "points", says, reached[side], True)
    cards = active(end, side)
    if cards:
        suits = " and ".join(SUITS.get(card[:1].upper(), card) for card in cards)
        return Victory(declared, "dominance", f"the {suits} dominance card{more}", None, True)
    score = end.score.get(side)
    says = f"declared, with {score} points by this record{more}"
    return Victory(declared, "", says, None, True)


def first_at_thirty(played: Timeline) -> dict[str, str]:
    """Who came to thirty points, the first one first -> the address of the action."""
    found: dict[str, str] = {}
    for step in played:
        if not step.turn.position:
            for faction in at_thirty(step.after):
                found.setdefault(faction, step.address)
    return found


# --- as data ------------------------------------------------------------------------------


def as_json(summary: Summary, lang: Lang = "en") -> dict[str, Any]:
    """As one plain object; keys are only ever added."""
    record, ruling, won = summary.record, summary.ruling, summary.victory
    return {
        "file": record.file,
        "map": record.header.map,
        "deck": record.header.deck,
        "law": ruling.law,
        "players": [
            {"faction": letter, "title": faction_facts(letter).name, "name": name}
            for letter, name in record.players
        ],
        "order": list(summary.order),
        "setup": {faction: list(actions) for faction, actions in summary.setup.items()},
        "turns": [{"turn": turn, "score": score} for turn, score in summary.scores],
        "score": ruling.score,
        "winner": list(won.winners),
        "won": {"how": won.how, "says": won.says, "at": won.at, "declared": won.declared},
        "ruling": ruling.ruling,
        "findings": [finding_json(finding, lang) for finding in ruling.findings],
    }


# --- as Markdown --------------------------------------------------------------------------


def as_markdown(summary: Summary, lang: Lang = "en") -> str:
    """As a page of Markdown."""
    return "\n".join(lines(summary, lang)) + "\n"


def lines(summary: Summary, lang: Lang) -> Iterator[str]:
    record, ruling, won = summary.record, summary.ruling, summary.victory
    names = dict(record.players)
    yield f"# {cell(record.file)}"
    yield ""
    yield f"{record.header.map} map, {record.header.deck} deck, law {ruling.law}"
    yield ""
    if won.winners:
        players = " and ".join(called(faction, names) for faction in won.winners)
        yield f"**Won by {players}**: {won.says}."
    else:
        yield f"**No winner**: {won.says}."
    yield ""
    yield from table(("faction", "player", "points"), [*standing(summary)])
    if summary.setup:
        yield ""
        yield "## Setup"
        yield ""
        yield from (f"- {faction}: `{'/'.join(of)}`" for faction, of in summary.setup.items())
    if summary.scores:
        yield ""
        yield "## Score by turn"
        yield ""
        yield from score_table(summary)
    yield ""
    yield f"## Ruling: {ruling.ruling}"
    if ruling.findings:
        yield ""
    for finding in ruling.findings:
        passed = f" (excused: {finding.excused})" if finding.excused is not None else ""
        where = finding.address or f"line {finding.line}"
        yield f"- {where} {headline(finding, lang)}: {finding.message}{passed}"


def standing(summary: Summary) -> Iterator[tuple[str, str, str]]:
    """Faction, player and points, in turn order where that is known."""
    names = dict(summary.record.players)
    for faction in summary.order or tuple(names):
        score = points(summary.ruling.score.get(faction))
        yield f"{faction} {faction_facts(faction).name}", cell(names.get(faction, "")), score


def score_table(summary: Summary) -> Iterator[str]:
    """A row a round: each faction's points as its own turn ended; then those of the end."""
    order = summary.order or tuple(dict.fromkeys(turn[0] for turn, _ in summary.scores))
    rounds: dict[str, dict[str, str]] = {}
    for turn, score in summary.scores:
        rounds.setdefault(turn[1:], {})[turn[0]] = points(score.get(turn[0]))
    rows = [(n, *(row.get(faction, "") for faction in order)) for n, row in rounds.items()]
    end = ("end", *(points(summary.ruling.score.get(faction)) for faction in order))
    yield from table(("turn", *order), [*rows, end])


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def points(score: int | None) -> str:
    return "off" if score is None else str(score)


def called(faction: str, names: dict[str, str]) -> str:
    name = cell(names.get(faction, ""))
    title = faction_facts(faction).name
    return f"{name} ({title})" if name else title


def cell(text: str) -> str:
    """Text that breaks no table and starts no markup."""
    return "".join(f"\\{c}" if c in "\\|*_`[]<>#" else c for c in text)
