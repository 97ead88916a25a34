"""Rules switched off, for tests: a case that passes without its rule proves nothing.

A waived number asks for nothing (demands hold, duties pass, budgets never end); a denied one
allows nothing (demands fail, its rules offer nothing).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

WAIVED: Final[set[str]] = set()
DENIED: Final[set[str]] = set()
SWITCHED: Final[set[str]] = set()
"""All of them."""


@contextmanager
def switched(number: str, off: set[str]) -> Iterator[None]:
    """Within the block `number` is in `off` (WAIVED or DENIED)."""
    off.add(number)
    SWITCHED.update(WAIVED, DENIED)
    try:
        yield
    finally:
        off.discard(number)
        SWITCHED.intersection_update(WAIVED | DENIED)


def off(number: str) -> bool:
    """Whether a number is switched, either way: an exception that is off changes nothing."""
    return number in SWITCHED
