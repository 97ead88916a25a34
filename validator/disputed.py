"""Where readings of the Law are disputed, the record gets the benefit.

Each open point that a ruling may turn on is declared beside the rule it changes and asked like a
printing: last, where the answer decides. `open_points` tells what they are and what a record owes
to them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Final


class Point:
    """An open point, asked where it decides: True, its generous side holds."""

    __slots__ = ("id",)

    def __init__(self, name: str) -> None:
        self.id = name

    def __call__(self) -> bool:
        ASKED.add(self)
        return self not in STRICT

    def __repr__(self) -> str:
        return f"<disputed {self.id}>"


POINTS: Final[dict[str, Point]] = {}
ASKED: Final[set[Point]] = set()
"""The points that the ruling at hand has turned on."""
STRICT: Final[set[Point]] = set()
"""Points that are read strictly now."""


def disputed(name: str) -> Point:
    """Declare that a rule turns on the open point of that id."""
    return POINTS.setdefault(name, Point(name))


@contextmanager
def strictly(points: Collection[Point]) -> Iterator[None]:
    """Within the block these points are read strictly."""
    STRICT.update(points)
    try:
        yield
    finally:
        STRICT.difference_update(points)
