"""The table before the first line of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from notation.actions import Faction
from notation.annotations import read_annotation
from notation.legs import VAGABONDS, CardLeg, Piece, legs
from notation.record import Record, Turn
from replayer.cards import FAITHFUL
from replayer.facts import faction_facts, general, hirelings, items, map_facts
from replayer.state import DEFAULT_LAW, LAWS, SUPPLY, UNKNOWN, Count, Game, State
from replayer.turns import deck_size

LANDMARK_FERRY: Final = frozenset(("ferry", "f"))


def start(record: Record) -> State:
    """The table before the first setup line: supplies full, ruins covered, a hand for everybody.

    Hands hold three cards each (5.1.3), unless that player's setup writes its draws (16.1.8). In a
    record with `//! position` nothing is known of them until its lines are read, nor of the deck.
    """
    header = record.header
    facts = map_facts(header.map)
    players = tuple(letter for letter, _ in record.players)
    law = law_named(record)
    game = Game(
        map=header.map,
        deck=header.deck,
        suits=("", *header.suits) if header.suits else facts.suits,
        players=players,
        landmarks=header.landmarks,
        hirelings=header.hirelings,
        law=law if law in LAWS else DEFAULT_LAW,
        law_named=law in LAWS,
    )
    lines = any(turn.position for turn in record.turns)
    position = lines or any(line.word == "position" for line in record.directives)
    size = deck_size(len(players))
    hand: dict[Faction, Count] = {}
    for faction in players:
        n = 0 if _draws_itself(record, faction) else general()["starting_hand"]
        hand[faction] = UNKNOWN if position else (n, n)
    dealt = 0 if position else sum(low for low, _ in hand.values())
    sets = _ruin_sets(players)
    vagabonds = tuple(faction for faction in players if faction in VAGABONDS)
    others = tuple(faction for faction in players if faction not in VAGABONDS)
    clubs = {row: hirelings()[row[2]].clubs for row in header.hirelings if row[2] in hirelings()}
    return State(
        game=game,
        position=position,
        pieces={SUPPLY: _supply(game)},
        ferry=_ferry(game, facts.ferry),
        ruins=dict.fromkeys(sorted(facts.ruins), sets),
        ruin_items={row.letter: row.ruins * sets for row in items().values() if row.ruins * sets},
        score=dict.fromkeys(players, 0),
        deck=(0 if position else size - dealt, size - dealt),
        hand=hand,
        crafted=dict.fromkeys(players, ()),
        items={
            **{faction: {} for faction in players},
            **{row[:3]: {"u": n} for row, n in clubs.items() if n},
        },
        item_supply={row.letter: row.supply for row in items().values() if row.supply},
        satchel={faction: frozenset(((),)) for faction in vagabonds},
        relations={faction: dict.fromkeys(others, "0") for faction in vagabonds},
        retinue=dict.fromkeys((1, 2, 3), (FAITHFUL,)) if "K" in players else {},
    )


def law_named(record: Record) -> str:
    """The printing of the Law that a record names: `//! law p4`, or `law(p4)` among the notes on
    the whole game; "" where it names none. Not always one of `LAWS`."""
    for line in record.directives:
        if line.word == "law" and line.rest.split("//")[0].strip():
            return line.rest.split("//")[0].strip()
    if "law(" in record.annotation:
        claims = read_annotation(record.annotation).claims
        return next((c.args[0] for c in claims if c.word == "law" and c.args), "")
    return ""


def _draws_itself(record: Record, faction: Faction) -> bool:
    """Whether that player's setup turn writes its starting hand."""
    setup = next((turn for turn in record.turns if turn.faction == faction), None)
    return setup is not None and setup.number == 0 and _has_draw(setup)


def _has_draw(turn: Turn) -> bool:
    return any(
        isinstance(leg, CardLeg) and leg.start == "deck" and leg.end == turn.faction
        for entry in turn.entries
        if entry.action is not None
        for leg in legs(entry.action, turn.faction)
    )


def _supply(game: Game) -> Mapping[Piece, int]:
    pieces: dict[Piece, int] = {}
    for faction in game.players:
        for (kind, sub), n in faction_facts(faction).pieces.items():
            plain = (faction == "K" and kind == "b") or (faction == "P" and kind == "t")
            piece = Piece(faction, kind, "" if plain else sub)
            pieces[piece] = pieces.get(piece, 0) + n
    for hireling in game.hirelings:
        row = hirelings().get(hireling[2:3])
        for kind, n in (row.pieces if row else {}).items():
            pieces[Piece(hireling[:3], kind)] = n
    return pieces


def _ferry(game: Game, printed: int) -> int:
    """Where the ferry starts: as the record places it, else as the map does."""
    if game.landmarks:
        return next((at for name, at in game.landmarks if name in LANDMARK_FERRY), 0)
    return printed


def _ruin_sets(players: tuple[Faction, ...]) -> int:
    """Sets of items under the ruins: one with a Vagabond or the Hundreds, two with two Vagabonds
    (9.3.4, 9.7.1, 14.3.3)."""
    vagabonds = sum(1 for faction in players if faction in VAGABONDS)
    return max(vagabonds, 1 if "H" in players else 0)
