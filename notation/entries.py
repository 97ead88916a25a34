"""The entries of a turn line: its actions, each read once a process, with what is amiss in them."""

from __future__ import annotations

from typing import NamedTuple

from notation.actions import Action, ActionError, Faction
from notation.parser import parse_standard
from notation.record import Entry, Slip
from notation.vocabulary import FACTIONS

MAX_CACHE = 50_000
"""Distinct texts kept a faction; beyond it the cache starts anew."""


class Note(NamedTuple):
    """A slip within an action: `start` and `end` count from 0 in its text.

    `kind` is "error", "notation", or "raft" (the old letter of the ferry, read only where there is
    a ferry).
    """

    kind: str
    start: int
    end: int
    found: str
    expected: str
    suggestion: str | None


Reading = tuple[Action | None, tuple[Note, ...]]
_READINGS: dict[str, dict[str, Reading]] = {faction: {} for faction in ("", *FACTIONS)}


def parse_action(text: str, *, strict: bool = False) -> Action:
    """The action a text writes, known misspellings included unless `strict`; raises ActionError."""
    return parse_standard(text)


def read_entry(text: str, faction: Faction) -> Reading:
    """The action of `text` on a turn of `faction` ("" where nobody's turn is), and its notes."""
    known = _READINGS[faction]
    reading = known.get(text)
    if reading is None:
        if len(known) >= MAX_CACHE:
            known.clear()
        reading = known[text] = _read(text, faction)
    return reading


def _read(text: str, faction: Faction) -> Reading:
    try:
        action = parse_standard(text)
    except ActionError as error:
        end = min(error.offset + 1, len(text)) if error.offset < len(text) else len(text)
        start = min(error.offset, max(end - 1, 0))
        return None, (Note("error", start, end, error.found, error.expected, error.suggestion),)
    return action, ()


def read_entries(
    line: str, start: int, end: int, number: int, faction: Faction, turn: int | None
) -> tuple[tuple[Entry, ...], list[Slip]]:
    """The entries of `line[start:end]`, separated by `/` or `;`, and their slips.

    `number` is the line's; `turn` the faction's turn, for addresses (None: no address).
    """
    body = line[start:end]
    if ";" in body:
        body = body.replace(";", "/")
    pieces = body.split("/")
    slips: list[Slip] = []
    if " " in body or "\t" in body or "" in pieces:
        return _untidy(pieces, start, number, faction, turn)
    known = _READINGS[faction]
    entries = []
    column = start + 1
    for text in pieces:
        reading = known.get(text) or read_entry(text, faction)
        after = column + len(text)
        entries.append(Entry(text, number, column, after, reading[0]))
        if reading[1]:
            slips += _slips(reading[1], number, column, faction, turn, len(entries))
        column = after + 1
    return tuple(entries), slips


def _untidy(
    pieces: list[str], start: int, number: int, faction: Faction, turn: int | None
) -> tuple[tuple[Entry, ...], list[Slip]]:
    """As `read_entries`, where blanks stand around separators or nothing stands between them."""
    entries: list[Entry] = []
    slips: list[Slip] = []
    column = start + 1
    told = False
    for place, piece in enumerate(pieces):
        text = piece.strip(" \t")
        at = column + len(piece) - len(piece.lstrip(" \t"))
        after = column + len(piece)
        last = place == len(pieces) - 1
        if not text:
            if len(pieces) > 1:
                found = "nothing after the last separator" if last else "nothing between separators"
                slips.append(Slip("notation", number, column, after, found, "an action"))
            column = after + 1
            continue
        if piece != text and not told:
            told = True
            found = "a blank around a separator"
            slips.append(Slip("notation", number, column, after, found, "no blank", text))
        action, notes = read_entry(text, faction)
        entries.append(Entry(text, number, at, at + len(text), action))
        slips += _slips(notes, number, at, faction, turn, len(entries))
        column = after + 1
    return tuple(entries), slips


def _slips(
    notes: tuple[Note, ...],
    number: int,
    column: int,
    faction: Faction,
    turn: int | None,
    index: int,
) -> list[Slip]:
    address = None if turn is None else f"{faction}{turn}.{index}"
    return [
        Slip(
            note.kind,
            number,
            column + note.start,
            column + note.end,
            note.found,
            note.expected,
            note.suggestion,
            address,
        )
        for note in notes
    ]
