"""Positions: a table written as a small record of its own, and read back.

The lines between `//! position` and `//! play` set the table in ordinary Rootlog, a line a faction;
what Rootlog has no words for follows in `//! position WORD ...` lines (position_words.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from notation.legs import Piece, Place
from notation.reader import read_record
from notation.record import Record
from notation.writer import format_record
from replayer import cards
from replayer.engine import end_turn
from replayer.facts import leaders, map_facts
from replayer.position_words import ENDED, WORDS, set_word
from replayer.state import COFFIN, OUT, SPENT, SUPPLY, State
from replayer.timeline import Timeline, parse_address, timeline

KINDS: Final = "wpbtf"


def between_turns(state: State) -> State:
    """The table once its turn has ended and before the next begins: what a position holds."""
    new = end_turn(state)
    new.this_turn, new.position = ENDED, False
    return new


def write_position(state: State, names: Mapping[str, str] | None = None) -> str:
    """The table between turns as a record that ends with `//! play`.

    `names` are the players'. Reading it back gives `between_turns(state)`: what the lines in
    Rootlog leave open or get wrong is found by reading them, and mended with words.
    """
    wanted = between_turns(state)
    lines = [*_header(wanted), *(f"{f}: {(names or {}).get(f) or f}" for f in wanted.game.players)]
    lines += ["//! position", *_turn_lines(wanted)]
    had = read_position(read_record("\n".join(lines), "position"))
    for name, word in WORDS.items():
        for values in word.tell(wanted, had):
            line = f"{name} {values}".rstrip()
            had = set_word(had, line)
            lines.append(f"//! position {line}")
    return format_record(read_record("\n".join([*lines, "//! play"]), "position"))


def position_at(played: Timeline, address: str) -> str:
    """The table at an address of a replayed record, as a record of its own.

    `H3` is the table as that turn begins; `H3.2` just before its second action: the position as
    the turn begins, then what was played of it. Raises KeyError if the record has no such turn or
    action.
    """
    faction, number, action = parse_address(address)
    before = played.position or played.first
    for turn in played.turns:
        written = turn.turn
        if written.position:
            continue
        if (written.faction, written.number) == (faction, number):
            if not 1 <= action <= len(written.entries) + 1:
                break
            text = write_position(before, dict(played.record.players))
            past = "/".join(entry.text for entry in written.entries[: action - 1])
            return format_record(read_record(f"{text}{faction}:{past}")) if past else text
        before = turn.closed
    raise KeyError(address)


def read_position(record: Record) -> State:
    """The table that a record's position sets, before the first turn of play.

    Without a position, the table before the setup. Words that mean nothing are left out
    (`timeline(record).slips` has them).
    """
    lines = tuple(turn for turn in record.turns if turn.position)
    return timeline(msgspec.structs.replace(record, turns=lines)).end


# --- header -------------------------------------------------------------------------------


def _header(state: State) -> Iterator[str]:
    game = state.game
    yield f"Map: {game.map}"
    yield f"Deck: {game.deck}"
    if game.suits != map_facts(game.map).suits:
        numbered = (f"{suit}{n}" for n, suit in enumerate(game.suits) if n)
        yield "Clearings: " + ", ".join(numbered)
    if game.landmarks:
        yield "Landmarks: " + "/".join(f"{name}->{at}" for name, at in game.landmarks)
    if game.hirelings:
        yield "Hirelings: " + ", ".join(game.hirelings)
    if game.law_named:
        yield f"//! law {game.law}"


# --- lines --------------------------------------------------------------------------------


def _turn_lines(state: State) -> Iterator[str]:
    """A line for each faction that has anything to set."""
    players = state.game.players
    first = "L" if "L" in players else players[0]
    for faction in players:
        actions = list(_common(state)) if faction == first else []
        actions += _own(state, faction)
        if actions:
            yield f"{faction}:{'/'.join(actions)}"


def _common(state: State) -> Iterator[str]:
    """What belongs to nobody: closed paths, the ferry, the outcast, hirelings."""
    suit, hated = state.outcast
    if suit:
        yield f"$_{'ho' if hated else 'o'}->{suit}"
    yield from (f"{a}_{b}->" for a, b in sorted(state.open_paths))
    if state.ferry and state.ferry != _printed_ferry(state):
        yield f"f->{state.ferry}"
    for hireling in sorted({name[:3] for name in state.game.hirelings}):
        yield from _pieces(state, hireling, prefix=hireling)
    for hireling, (board, markers) in sorted(state.hirelings.items()):
        yield f"{hireling}->{board}${'' if markers is None else markers}"


def _printed_ferry(state: State) -> int:
    placed = dict(state.game.landmarks)
    return placed.get("ferry", 0) if placed else map_facts(state.game.map).ferry


def _own(state: State, faction: str) -> Iterator[str]:
    score = state.score[faction]
    if score is None:
        partner = state.coalition.get(faction, "")
        yield f"++->{partner}$"
    elif score:
        yield f"++{score if score > 1 else ''}"
    yield from _office(state, faction)
    yield from _pieces(state, faction)
    yield from _board(state, faction)
    yield from (f"{_some(n, f'%{i}')}->$" for i, n in sorted(state.items[faction].items()))
    yield from (f"{_in_play(state, card)}->$" for card in state.crafted[faction])
    low, high = state.hand[faction]
    if low == high:
        yield from _moved(_held(state.known.get(faction, ()), low), faction)


def _in_play(state: State, card: str) -> str:
    """A card in play as Rootlog writes it: "rpart" is "R#part"."""
    suit, name = cards.parts(cards.text_in_play(state.game.deck, card))
    return f"{suit if name in cards.SUITED else ''}#{name}"


def _office(state: State, faction: str) -> Iterator[str]:
    """Leaders, moods, columns, markers: each faction's own."""
    match faction:
        case "E":
            for deposed in state.deposed:
                yield f"#{deposed}->$/$_->"
            if state.leader:
                yield f"#{state.leader}->$"
            yield from _decree(state)
        case "A":
            low, high = state.supporters
            if low == high:
                yield from _moved(_held(state.known.get("A$", ()), low), "$")
        case "V" | "G":
            if faction in state.characters:
                yield f"#{state.characters[faction]}->$"
            for step in "h12a":
                told = [f for f, s in state.relations[faction].items() if s == step]
                if told:
                    yield f"{'+'.join(f'$_{f}' for f in told)}->{step}"
        case "O":
            for price in sorted(set(state.prices.values())):
                slots = [f"$_{s}" for s, n in state.prices.items() if n == price]
                yield f"{'+'.join(slots)}->{price}"
        case "D":
            yield from (f"#{minister}->$" for minister in state.ministers)
        case "H" if state.mood:
            yield f"#{state.mood}->$"
        case "K":
            yield from _retinue(state)
        case _:
            pass


def _decree(state: State) -> Iterator[str]:
    placed = leaders()[state.leader].viziers if state.leader else ()
    for column in "rmxb":
        tokens = list(state.decree.get(column, ()))
        if column in placed:
            tokens.remove(cards.VIZIER)
        yield from _moved(_sources(map(cards.text_of_token, tokens)), f"$_{column}")


def _retinue(state: State) -> Iterator[str]:
    """One Faithful Retainer lies in each column; shift or discard those that do not."""
    wanted = {c: state.retinue.get(c, ()).count(cards.FAITHFUL) for c in (1, 2, 3)}
    short = [c for c in (1, 2, 3) for _ in range(wanted[c] - 1)]
    for column in (1, 2, 3):
        if not wanted[column]:
            yield f"#faith$_{column}->" + (f"$_{short.pop()}" if short else "")
    for column in (1, 2, 3):
        tokens = [t for t in state.retinue.get(column, ()) if t != cards.FAITHFUL]
        yield from _moved(_sources(map(cards.text_of_token, tokens)), f"$_{column}")


def _board(state: State, faction: str) -> Iterator[str]:
    """Pieces on a faction's board, anybody's: `2w+Cw->$`; then the funds told among them."""
    there = sorted(state.at(f"{faction}$").items(), key=_piece_order)
    if there:
        named = (_some(n, _named(piece, faction)) for piece, n in there)
        yield f"{'+'.join(named)}->$"
    if faction == "O" and state.funds:
        yield f"$_f->{state.funds}"


# --- pieces -------------------------------------------------------------------------------


def _pieces(state: State, owner: str, prefix: str = "") -> Iterator[str]:
    """An owner's pieces on the map: `3w+b->5+8`, equal piles together."""
    piles: dict[tuple[tuple[Piece, int], ...], list[Place]] = {}
    for place, here in sorted(state.pieces.items(), key=lambda entry: _place_order(entry[0])):
        pile = tuple(
            sorted(((p, n) for p, n in here.items() if p.owner == owner), key=_piece_order)
        )
        if pile and _on_map(place):
            piles.setdefault(pile, []).append(place)
    for pile, places in piles.items():
        things = "+".join(_some(n, _named(piece, "" if prefix else owner)) for piece, n in pile)
        yield f"{things}->{'+'.join(map(str, places))}"


def _named(piece: Piece, turn: str) -> str:
    """A piece as written on that faction's line: the owner only where it is another."""
    text = str(piece)
    return text.removeprefix(piece.owner) if piece.owner == turn else text


def _on_map(place: Place) -> bool:
    return place not in (SUPPLY, COFFIN, SPENT, OUT) and not str(place).endswith("$")


def _place_order(place: Place) -> tuple[int, list[int], str]:
    text = str(place)
    if not text[0].isdigit():
        return 2, [], text
    numbers = [int(n) for n in text.split("_")]
    return (1 if len(numbers) > 1 else 0), numbers, text


def _piece_order(entry: tuple[Piece, int]) -> tuple[str, int, str]:
    piece = entry[0]
    return piece.owner, KINDS.index(piece.kind), piece.sub


# --- cards --------------------------------------------------------------------------------


def _some(n: int, thing: str) -> str:
    return f"{n if n > 1 else ''}{thing}"


def _sources(texts: Iterable[str]) -> list[str]:
    """Card texts as members of a move, equal ones counted; what Rootlog cannot name is `#`."""
    counts: dict[str, int] = {}
    for text in texts:
        known = text if "%" not in text else f"{cards.parts(text)[0] or ''}#"
        counts[known] = counts.get(known, 0) + 1
    return [_some(n, text) for text, n in counts.items()]


def _held(known: tuple[str, ...], n: int) -> list[str]:
    """n cards, of which some are known."""
    return _sources([*known, *["#"] * (n - len(known))])


def _moved(things: list[str], end: str) -> Iterator[str]:
    if things:
        yield f"{'+'.join(things)}->{end}"
