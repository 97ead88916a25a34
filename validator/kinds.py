"""Kinds of leg as bits: what a clause could begin with, so that it is asked only where it may
answer.

Pieces are told apart by their kind and by where they go, cards by the places they leave and
reach, other legs by their type. A set of kinds is an int; `kind_of` gives the one bit of a leg.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeVar, get_args

from notation.legs import CardLeg, Leg, PieceLeg, Place

ANY_KIND = -1

PIECE_KINDS = "wpbtf"
PLACES = ("hand", "deck", "pile", "dom", "board", "other")


def place_of(place: Place) -> str:
    """What sort of place a card leaves or reaches."""
    if not isinstance(place, str):
        return "other"
    if place == "*":
        return "pile"
    if place in ("deck", "dom"):
        return place
    if "$" in place:
        return "board"
    return "hand" if len(place) == 1 and place != "Q" else "other"


PIECE_BITS: dict[tuple[str, bool, bool], int] = {
    (kind, start, end): 1 << (i * 4 + start * 2 + end)
    for i, kind in enumerate(PIECE_KINDS)
    for start in (False, True)
    for end in (False, True)
}
CARD_BITS: dict[tuple[str, str], int] = {
    (start, end): 1 << (len(PIECE_BITS) + i * len(PLACES) + j)
    for i, start in enumerate(PLACES)
    for j, end in enumerate(PLACES)
}
OTHERS = [kind for kind in get_args(Leg) if kind not in (PieceLeg, CardLeg)]
BITS: dict[type, int] = {
    PieceLeg: sum(PIECE_BITS.values()),
    CardLeg: sum(CARD_BITS.values()),
    **{kind: 1 << (len(PIECE_BITS) + len(CARD_BITS) + i) for i, kind in enumerate(OTHERS)},
}
BAN_SHIFT = len(PIECE_BITS) + len(CARD_BITS) + len(OTHERS)
"""Bans begin only under a waiver: their kinds stand this many bits higher."""
LOW = (1 << BAN_SHIFT) - 1


@cache
def pieces(start: bool, end: bool, kinds: str) -> int:
    """Pieces of these kinds that leave a clearing or not, and reach one or not."""
    return sum(PIECE_BITS[kind, start, end] for kind in kinds)


def kind_of(leg: Leg) -> int:
    """The bit of a leg's kind."""
    if type(leg) is PieceLeg:
        return pieces(type(leg.start) is int, type(leg.end) is int, leg.piece.kind)
    if type(leg) is CardLeg:
        return routed(leg.start, leg.end)
    return BITS[type(leg)]


@cache
def routed(start: Place, end: Place) -> int:
    return CARD_BITS[place_of(start), place_of(end)]


def banned(first: int) -> int:
    """The kinds of leg that a ban on a clause with these kinds begins with."""
    return (first & LOW) << BAN_SHIFT | (first & ~LOW)


def bits_of(kinds: Iterable[type | int]) -> int:
    """Several kinds as one set, each a type of leg or bits; none at all stands for any."""
    bits = 0
    for kind in kinds:
        bits |= BITS[kind] if isinstance(kind, type) else kind
    return bits or ANY_KIND


def placed(kinds: str = PIECE_KINDS) -> int:
    """Pieces that come to a clearing from elsewhere."""
    return pieces(False, True, kinds)


def moved(kinds: str = PIECE_KINDS) -> int:
    """Pieces that go from clearing to clearing."""
    return pieces(True, True, kinds)


def removed(kinds: str = PIECE_KINDS) -> int:
    """Pieces that leave a clearing for anywhere but a clearing."""
    return pieces(True, False, kinds)


def aside(kinds: str = PIECE_KINDS) -> int:
    """Pieces that touch no clearing."""
    return pieces(False, False, kinds)


def anyhow(kinds: str = PIECE_KINDS) -> int:
    """Pieces wherever they go."""
    return placed(kinds) | moved(kinds) | removed(kinds) | aside(kinds)


def cards(starts: Iterable[str], ends: Iterable[str]) -> int:
    """Cards from one of these sorts of place (`PLACES`) to one of those."""
    return sum(CARD_BITS[start, end] for start in starts for end in ends)


SPENT = cards(["hand"], ["pile", "dom"])
DRAWN = cards(["deck"], ["hand"])
GIVEN = cards(["hand"], ["hand"])

Kinds = int | Callable[..., int]
"""A set of kinds, or a function of what a pattern is bound to."""
Fit = TypeVar("Fit", bound=Callable[..., object])


def fits(kinds: Kinds) -> Callable[[Fit], Fit]:
    """Declare the kinds of leg that a pattern can fit; without, it may fit any of its type."""

    def declare(fit: Fit) -> Fit:
        fit.kinds = kinds  # type: ignore[attr-defined]
        return fit

    return declare


def fitting(fit: Callable[..., object], kind: type, args: tuple[object, ...]) -> int:
    """The kinds of leg that a pattern can fit, of one type of leg."""
    kinds: Kinds = getattr(fit, "kinds", BITS[kind])
    return kinds if isinstance(kinds, int) else kinds(*args)
