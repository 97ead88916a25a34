"""Where the legal games come from that are changed: played by the simulator, or records at hand."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (ROOT.parent / "shared" / "corpus", ROOT / "examples")


class Source(NamedTuple):
    """A game by its name and, where it is a file, its path; a simulated one by its seed."""

    name: str
    path: str = ""
    seed: int = 0

    def text(self) -> str:
        return Path(self.path).read_text(encoding="utf-8")


def simulated() -> bool:
    """Whether there is a simulator to play games."""
    return importlib.util.find_spec("simulator") is not None


def sources(seed: int) -> Iterator[Source]:
    """Games to start from, in a fixed order."""
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.rootlog")):
            yield Source(path.stem, str(path))
    del seed
