"""The entries of a turn line: its actions, each read once a process, with what is amiss in them."""

from __future__ import annotations

import re
from functools import lru_cache

from notation.actions import Action, ActionError, Faction
from notation.notes import Note, notes
from notation.parser import parse_standard
from notation.record import Entry, Slip
from notation.vocabulary import FACTIONS

MAX_CACHE = 2_000
"""Distinct texts kept a faction; beyond it the cache starts anew."""

Reading = tuple[Action | None, tuple[Note, ...]]
_READINGS: dict[str, dict[str, Reading]] = {faction: {} for faction in ("", *FACTIONS)}
_DRAW = re.compile("[0-9]*#->([A-Z])")


_parse = lru_cache(maxsize=2 * MAX_CACHE)(parse_standard)


def parse_action(text: str, *, strict: bool = False) -> Action:
    """The action a text writes, known misspellings included unless `strict`.

    Raises ActionError, with a suggestion where one is near.
    """
    try:
        return _parse(text)
    except ActionError as error:
        if not strict:
            from notation.spelling import guess, mend

            mended = mend(text, parse_standard)
            if mended is not None:
                return mended.action
            error.suggestion = guess(text, parse_standard)
        raise


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
        action = _parse(text)
    except ActionError as error:
        from notation.spelling import mend  # most records never need it

        mended = mend(text, parse_standard)
        if mended is None:
            return None, (_error(text, error),)
        kind = "raft" if mended.raft else "notation"
        expected = ", ".join(mended.expected)
        misspelt = Note(kind, 0, len(text), f'"{text}"', expected, mended.text)
        rest = notes(mended.action, mended.text, faction)
        return mended.action, (misspelt, *(_whole(note, text) for note in rest))
    return action, tuple(notes(action, text, faction))


def _error(text: str, error: ActionError) -> Note:
    from notation.spelling import guess

    end = max(error.offset + 1, len(text))
    return Note(
        "error", error.offset, end, error.found, error.expected, guess(text, parse_standard)
    )


def _whole(note: Note, text: str) -> Note:
    """A note on a mended text: its columns are not those of the text as written."""
    return note._replace(start=0, end=len(text), suggestion=None)


def read_entries(
    line: str,
    start: int,
    end: int,
    number: int,
    faction: Faction,
    turn: int | None,
    *,
    position: bool = False,
) -> tuple[tuple[Entry, ...], list[Slip]]:
    """The entries of `line[start:end]`, separated by `/` or `;`, and their slips.

    `number` is the line's; `turn` the faction's turn, for addresses (None: no address); `position`
    says that the line sets up a position. A slip of kind "raft" still waits for the map.
    """
    body = line[start:end]
    if ";" in body:
        body = body.replace(";", "/")
    pieces = body.split("/")
    if " " in body or "\t" in body or "" in pieces:
        return _untidy(pieces, start, number, faction, turn, position)
    known = _READINGS[faction]
    entries: list[Entry] = []
    noted: list[tuple[int, tuple[Note, ...]]] = []
    column = start + 1
    for text in pieces:
        reading = known.get(text) or read_entry(text, faction)
        after = column + len(text)
        if reading[1]:
            noted.append((len(entries), reading[1]))
        entries.append(Entry(text, number, column, after, reading[0]))
        column = after + 1
    if not noted:
        return tuple(entries), []
    return tuple(entries), _slips(entries, noted, faction, turn, position)


def _untidy(
    pieces: list[str],
    start: int,
    number: int,
    faction: Faction,
    turn: int | None,
    position: bool,
) -> tuple[tuple[Entry, ...], list[Slip]]:
    """As `read_entries`, where blanks stand around separators or nothing stands between them."""
    entries: list[Entry] = []
    noted: list[tuple[int, tuple[Note, ...]]] = []
    layout: list[Slip] = []
    column = start + 1
    blanks = False
    for place, piece in enumerate(pieces):
        text = piece.strip(" \t")
        at = column + len(piece) - len(piece.lstrip(" \t"))
        after = column + len(piece)
        if text:
            if piece != text and not blanks:
                blanks = True
                found = "blanks around a separator"
                layout.append(Slip("notation", number, column, after, found, "none", text))
            action, found_notes = read_entry(text, faction)
            if found_notes:
                noted.append((len(entries), found_notes))
            entries.append(Entry(text, number, at, at + len(text), action))
        else:
            last = place == len(pieces) - 1
            found = "a separator at the end" if last else "an empty action"
            layout.append(Slip("notation", number, max(column - 1, 1), after + 1, found, "none"))
        column = after + 1
    return tuple(entries), layout + _slips(entries, noted, faction, turn, position)


def _slips(
    entries: list[Entry],
    noted: list[tuple[int, tuple[Note, ...]]],
    faction: Faction,
    turn: int | None,
    position: bool,
) -> list[Slip]:
    slips = []
    for index, notes_there in noted:
        entry = entries[index]
        for note in notes_there:
            kind, expected, suggestion = note.kind, note.expected, note.suggestion
            if kind == "draw":
                meant = _drawn(entries, index, note.expected, faction)
                if meant is None or not turn:
                    continue
                kind, expected, suggestion = "notation", *meant
            elif kind == "play":
                if position:
                    continue
                kind = "notation"
            slips.append(
                Slip(
                    kind,
                    entry.line,
                    entry.column + note.start,
                    entry.column + note.end,
                    note.found,
                    expected,
                    suggestion,
                    None if turn is None else f"{faction}{turn}.{index + 1}",
                )
            )
    return slips


def _drawn(
    entries: list[Entry], index: int, hand: Faction, faction: Faction
) -> tuple[str, str] | None:
    """What a draw to another's hand was meant to be, if that is certain: (expected, suggestion).
    One that opens a turn may be all that the Better Burrow Bank had cards for (notation.md 10)."""
    text = entries[index].text
    before = entries[index - 1].text if index else ""
    if hand == "A" and before in ("^A", f"{faction}^A"):
        return "the supporters: Outrage goes to the board", text + "$"
    draws = [found[1] for entry in entries if (found := _DRAW.fullmatch(entry.text))]
    last = 0 < index == len(entries) - 1
    if last and faction not in draws and not before.startswith(("Z%", "++")):
        return "the hand of the faction whose turn it is", text[:-1] + faction
    return None
