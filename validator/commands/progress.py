"""How far a long run is, on the last line of a terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import TextIO

PATIENCE = 1.0
"""Seconds before anything is drawn."""
PAUSE = 0.1
"""Seconds from one drawing to the next."""
WIDTH = 20
TOLD = ("illegal", "undecided", "unreadable")


class Progress:
    """A bar on standard error, if that is a terminal and there is more than one thing to do."""

    def __init__(
        self,
        total: int,
        stream: TextIO | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.total, self.clock = total, clock
        self.on = total > 1 and self.stream.isatty()
        self.counts: Counter[str] = Counter()
        self.started, self.drawn = clock(), 0.0
        self.shown = False

    def step(self, ruling: str) -> None:
        """One more is done, and ruled so."""
        self.counts[ruling] += 1
        now = self.clock()
        if self.on and now - self.started >= PATIENCE and now - self.drawn >= PAUSE:
            self.drawn, self.shown = now, True
            self.stream.write(f"\r\x1b[K{self.line(now - self.started)}")
            self.stream.flush()

    def line(self, seconds: float) -> str:
        done = self.counts.total()
        filled = WIDTH * done // self.total
        told = [f"{self.counts[what]} {what}" for what in TOLD if self.counts[what]]
        left = round(seconds / done * (self.total - done))
        told.append(f"{left // 60}:{left % 60:02} left")
        bar = f"{'#' * filled}{'.' * (WIDTH - filled)}"
        return f"[{bar}] {done}/{self.total}  {', '.join(told)}"

    def clear(self) -> None:
        """Make room for what is printed next."""
        if self.shown:
            self.shown = False
            self.stream.write("\r\x1b[K")
            self.stream.flush()
