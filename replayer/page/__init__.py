"""One self-contained page of a replayed record: no network, nothing to install.

The page holds the first state and what every action changes; its script rebuilds every state from
them (`patch`), and draws as svg.py does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from notation.legs import Place
from replayer.cards import SUITED
from replayer.facts import deck, faction_facts, items, map_facts
from replayer.moments import Moment, moment_of, moments
from replayer.state import State
from replayer.svg import layers, map_height, owner_name, piece_names, place_xy
from replayer.timeline import Timeline
from replayer.views import state_json

FOLDER = Path(__file__).parent
GONE = "-"
"""In a patch: the keys that are no more. No state has a key of this name."""
SUITS = {"F": "Fox", "M": "Mouse", "R": "Rabbit", "B": "Bird"}


class Told(msgspec.Struct, frozen=True):
    """What a ruling says of the record, as plain data for the page to show."""

    verdict: str = ""  # a line: the outcome
    outcome: str = ""  # legal illegal undecided
    findings: tuple[Mapping[str, Any], ...] = ()
    """Each with kind, rule, title, address, action, message and table; because (address, rule),
    follows and also where there are any."""
    rules: Mapping[str, str] = {}  # address -> number of the rule the action was read under
    titles: Mapping[str, str] = {}  # number -> title


UNRULED = Told()


def render(played: Timeline, told: Told = UNRULED, at: str = "start") -> str:
    """The page as one HTML text. It opens `at` an address, unless its link names another."""
    steps = moments(played)
    players = dict(played.record.players)
    state = steps[0].state
    named = " · ".join(players.get(f) or owner_name(f) for f in state.game.players)
    parts = {
        "title": escape(f"{named} — {map_facts(state.game.map).title}"),
        "css": _file("map.css") + _file("page.css"),
        "box": f"0 0 1000 {map_height(state)}",
        "map": layers(state),
        "data": _embedded(_data(played, steps, told) | {"open": at}),
        "js": _file("page.js"),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _file("page.html"))


def patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What makes the new table of the old one: values by key, tables patched in their turn, and
    under "-" the keys that are gone."""
    change: dict[str, Any] = {}
    for key, value in new.items():
        had = old.get(key)
        if key not in old or had != value:
            tables = isinstance(had, dict) and isinstance(value, dict)
            change[key] = patch(old[key], value) if tables else value
    gone = [key for key in old if key not in new]
    if gone:
        change[GONE] = gone
    return change


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _embedded(data: Mapping[str, Any]) -> str:
    """JSON that no browser takes for the end of its element."""
    return msgspec.json.encode(data).decode().replace("<", "\\u003c")


def _data(played: Timeline, steps: tuple[Moment, ...], told: Told) -> dict[str, Any]:
    tables = [state_json(step.state) for step in steps]
    known = {step.address for step in steps}
    return {
        "players": [
            [f, dict(played.record.players).get(f, ""), owner_name(f)]
            for f in steps[0].state.game.players
        ],
        "turns": [
            [t.faction, t.number, [entry.text for entry in t.entries], t.comment]
            for t in (one.turn for one in played.turns)
            if not t.position
        ],
        "first": tables[0],
        "patches": [patch(a, b) for a, b in pairwise(tables)],
        "findings": [{**one, "at": _seen(one["address"], known)} for one in told.findings],
        "verdict": told.verdict,
        "outcome": told.outcome,
        "rules": told.rules,
        "titles": told.titles,
        **_words(steps),
    }


def _seen(address: str, known: set[str]) -> str:
    moment = moment_of(address)
    return moment if moment in known else "end"


def _words(steps: tuple[Moment, ...]) -> dict[str, Any]:
    """Names of what lies on this table, and where it is drawn."""
    state = steps[0].state
    facts = map_facts(state.game.map)
    owners = sorted({*state.game.players, *_owners(step.state for step in steps)})
    places: tuple[Place, ...] = (0, *facts.clearings, *facts.forest_xy)
    return {
        "owners": {owner: owner_name(owner) for owner in owners},
        "pieces": {owner: piece_names(owner) for owner in owners},
        "cards": _cards(state.game.deck),
        "items": {letter: item.name for letter, item in items().items()},
        "places": {str(place): place_xy(facts, place) for place in places},
        "slots": {str(n): facts.slots[n] for n in facts.clearings},
        "closed": [f"{a}_{b}" for a, b in sorted(facts.closed)],
        "services": {s.letter: s.name for s in faction_facts("O").services},
    }


def _owners(states: Iterable[State]) -> Iterable[str]:
    return (piece.owner for s in states for here in s.pieces.values() for piece in here)


def _cards(name: str) -> dict[str, str]:
    """Title of every card by its name; by suit and name where the suit tells them apart."""
    titles = {}
    for card in deck(name).cards:
        if card.name in SUITED:
            title = card.title if SUITS[card.suit] in card.title else _suited(card.suit, card.title)
            titles[card.suit.lower() + card.name] = title
        else:
            titles[card.name] = card.title
    return titles


def _suited(suit: str, title: str) -> str:
    return f"{SUITS[suit]} {title}"
