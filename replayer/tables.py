"""Small changes to shared tables: always a changed copy, never a zero left behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from notation.legs import Piece, Place
from replayer.state import Count, Fault, State

K = TypeVar("K")
V = TypeVar("V")

EMPTY: Final[Mapping[str, int]] = {}


def fault(new: State, kind: str, message: str) -> None:
    """Add a fault to a state that nobody else holds yet."""
    new.faults = (*new.faults, Fault(kind, message))


def with_entry(table: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The table with one entry set."""
    out = dict(table)
    out[key] = value
    return out


def counted(table: Mapping[K, int], key: K, change: int) -> dict[K, int]:
    """The table with one count changed; a count of zero or less leaves it."""
    out = dict(table)
    n = out.get(key, 0) + change
    if n > 0:
        out[key] = n
    else:
        out.pop(key, None)
    return out


def counted_in(
    table: Mapping[K, Mapping[str, int]], owner: K, key: str, change: int, keep: bool = False
) -> dict[K, Mapping[str, int]]:
    """A table of tables with one count changed; an empty inner one leaves it unless `keep`."""
    out = dict(table)
    inner = counted(out.get(owner, EMPTY), key, change)
    if inner or keep:
        out[owner] = inner
    else:
        out.pop(owner, None)
    return out


def lifted(
    pieces: Mapping[Place, Mapping[Piece, int]], place: Place, piece: Piece, n: int
) -> dict[Place, Mapping[Piece, int]]:
    """The pieces without n of a kind at a place, which holds at least so many."""
    out = dict(pieces)
    here = dict(out[place])
    left = here[piece] - n
    if left:
        here[piece] = left
    else:
        del here[piece]
    if here:
        out[place] = here
    else:
        del out[place]
    return out


def laid(pieces: dict[Place, Mapping[Piece, int]], place: Place, piece: Piece, n: int) -> None:
    """Put n of a kind at a place, in a table nobody else holds yet."""
    there = pieces.get(place)
    here = dict(there) if there is not None else {}
    here[piece] = here.get(piece, 0) + n
    pieces[place] = here


def plus(count: Count, n: int, most: int) -> Count:
    return min(count[0] + n, most), min(count[1] + n, most)


def lie(n: int) -> str:
    """How many lie there, for messages."""
    return f"{n} lie" if n > 1 else "1 lies" if n else "none lies"
