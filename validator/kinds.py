"""Kinds of leg as bits: what a clause could begin with, so that it is asked only where it may
answer.

Pieces are told apart by their kind and by where they go, cards by the places they leave and
reach, other legs by their type. A set of kinds is an int; `kind_of` gives the one bit of a leg.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, TypeVar, get_args

from notation.legs import CardLeg, Leg, PieceLeg, Place

ANY_KIND: Final = -1

PIECE_KINDS: Final = "wpbtf"
PLACES: Final = ("hand", "deck", "pile", "dom", "board", "other")


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


PIECE_BITS: Final[dict[tuple[str, bool, bool], int]] = {
    (kind, start, end): 1 << (i * 4 + start * 2 + end)
    for i, kind in enumerate(PIECE_KINDS)
    for start in (False, True)
    for end in (False, True)
}
LEFT: Final = {"hand": 0, "deck": 1, "board": 2}
"""Places whose cards are told apart from those that leave any other."""
CARD_BITS: Final[dict[tuple[str, str], int]] = {
    (start, end): 1 << (len(PIECE_BITS) + LEFT.get(start, len(LEFT)) * len(PLACES) + j)
    for start in PLACES
    for j, end in enumerate(PLACES)
}
OTHERS: Final = [kind for kind in get_args(Leg) if kind not in (PieceLeg, CardLeg)]
FIRST_OTHER: Final = max(CARD_BITS.values()).bit_length()
BITS: Final[dict[type, int]] = {
    PieceLeg: sum(PIECE_BITS.values()),
    CardLeg: sum(set(CARD_BITS.values())),
    **{kind: 1 << (FIRST_OTHER + i) for i, kind in enumerate(OTHERS)},
}
BAN: Final = 1 << (FIRST_OTHER + len(OTHERS))
"""The kind of what only forbids, which begins only under a waiver. Up to here a set of kinds fits
in a machine word, which is quicker."""


@cache
def pieces(start: bool, end: bool, kinds: str) -> int:
    """Pieces of these kinds that leave a clearing or not, and reach one or not."""
    return sum(PIECE_BITS[kind, start, end] for kind in kinds)


def kind_of(leg: Leg) -> int:
    """The bit of a leg's kind."""
    if type(leg) is PieceLeg:
        return PIECE_BITS[leg.piece.kind, type(leg.start) is int, type(leg.end) is int]
    if type(leg) is CardLeg:
        return routed(leg.start, leg.end)
    return BITS[type(leg)]


@cache
def routed(start: Place, end: Place) -> int:
    return CARD_BITS[place_of(start), place_of(end)]


def banned(first: int) -> int:
    """The kind that a ban on a clause with these kinds begins with."""
    return BAN if first else 0


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
    return sum({CARD_BITS[start, end] for start in starts for end in ends})


SPENT: Final = cards(["hand"], ["pile", "dom"])
DRAWN: Final = cards(["deck"], ["hand"])
GIVEN: Final = cards(["hand"], ["hand"])

Kinds = int | Callable[..., int]
"""A set of kinds, or a function of what a pattern is bound to."""
KINDS: Final[dict[Callable[..., object], Kinds]] = {}
"""Pattern -> what is declared of it."""
Fit = TypeVar("Fit", bound=Callable[..., object])


def fits(kinds: Kinds) -> Callable[[Fit], Fit]:
    """Declare the kinds of leg that a pattern can fit; without, it may fit any of its type."""

    def declare(fit: Fit) -> Fit:
        KINDS[fit] = kinds
        return fit

    return declare


def fitting(fit: Callable[..., object], kind: type, args: tuple[object, ...]) -> int:
    """The kinds of leg that a pattern can fit, of one type of leg."""
    kinds = KINDS.get(fit, BITS[kind])
    return kinds if isinstance(kinds, int) else kinds(*args)
