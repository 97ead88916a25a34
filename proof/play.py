"""`python -m proof.play SEED SKIP STEP GAMES OUT`: simulated games ruled on, nothing else, under
coverage; what was cited and what consequences there were go to OUT."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import validator.law  # noqa: F401  # everything is declared
from notation.reader import read_record
from proof.sources import sources
from validator.adjudicator import adjudicate
from validator.algebra import CONSEQUENCES

FIRED: Counter[str] = Counter()


def counted(number: str, effects: Callable[..., Any]) -> Callable[..., Any]:
    """The same consequence; that it brought something about is noted."""

    def counting(*args: Any) -> Any:
        found = effects(*args)
        if found:
            FIRED[number] += 1
        return found

    return counting


def main(seed: int, skip: int, step: int, games: int, out: str) -> None:
    for listed in CONSEQUENCES.values():
        listed[:] = [(number, counted(number, effects)) for number, effects in listed]
    cited: Counter[str] = Counter()
    for source in islice(sources(seed), skip, games, step):
        ruling = adjudicate(read_record(source.text(), source.name))
        cited.update(citation.rule for citation in ruling.citations)
    with open(out, "w", encoding="utf-8") as stream:
        json.dump({"cited": cited, "fired": FIRED}, stream)


if __name__ == "__main__":
    first, skipped, stride, many = map(int, sys.argv[1:5])
    main(first, skipped, stride, many, sys.argv[5])
