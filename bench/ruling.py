"""Full rulings of records, in one pass: how long they take, and what they come to.

As a script it rules with whatever rootlaw its Python has installed, and prints both as JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path

import msgspec

from notation.reader import read_record
from validator.adjudicator import adjudicate
from validator.findings import Ruling


def ruled(files: list[Path]) -> tuple[float, list[Ruling]]:
    """Seconds from text to ruling, and the rulings."""
    start = time.perf_counter()
    rulings = [adjudicate(read_record(path.read_text(encoding="utf-8"))) for path in files]
    return time.perf_counter() - start, rulings


def digest(rulings: list[Ruling]) -> str:
    """Equal for equal rulings."""
    return hashlib.sha256(msgspec.json.encode(rulings)).hexdigest()


def main() -> None:
    seconds, rulings = ruled([Path(name) for name in sys.argv[1:]])
    print(json.dumps({"seconds": seconds, "digest": digest(rulings)}))


if __name__ == "__main__":
    main()
