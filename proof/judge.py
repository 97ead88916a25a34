"""What the validator says of a mutant, beside what it must say."""

from __future__ import annotations

from typing import NamedTuple

from notation.reader import read_record
from proof.mutants.base import Base
from proof.mutants.catalogue import Mutant
from validator.adjudicator import Game, adjudicate, collector_paused
from validator.findings import Finding, Ruling


class Verdict(NamedTuple):
    """`found` at its place, and there under a number that says what is broken; `order`: told as
    legal in another order."""

    operator: str
    found: bool
    number: bool
    order: bool = False
    told: Finding | None = None  # what was found first
    mutant: Mutant | None = None  # one that is missed


def judge(mutant: Mutant) -> Verdict:
    """Rule on a mutant as anybody would."""
    return weighed(mutant, adjudicate(read_record(mutant.text, mutant.base)).findings)


class Judge:
    """Rules on a game and on mutants of it: the turns before a changed one are read once for all,
    and those after what decides are not read."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.games: list[Game] = []  # before each turn
        with collector_paused():
            game = Game(base.record, None, None)
            left = len(base.record.turns)
            for turn in base.record.turns:
                self.games.append(game.fork())
                left -= 1
                game.take(turn, complete=left > 0 or base.record.winner is not None)
        self.end = game

    def ruling(self) -> Ruling:
        """The ruling on the game itself."""
        game = self.end.fork()
        game.check_winner()
        return game.ruling()

    def judge(self, mutant: Mutant) -> Verdict:
        """The verdict that `judge` gives."""
        record = read_record(mutant.text, mutant.base)
        game = self.games[mutant.turn].fork()
        game.record = record
        kinds = deciding(mutant)
        rest = record.turns[mutant.turn :]
        with collector_paused():
            for n, turn in enumerate(rest, 1):
                game.take(turn, complete=n < len(rest))
                if any(f.kind in kinds for f in game.findings):
                    break  # whatever later turns give stands behind it
        return weighed(mutant, game.ruling().findings)


def deciding(mutant: Mutant) -> tuple[str, ...]:
    """Kinds of finding of which the first one decides. One of another kind than the operator names
    is none."""
    return ("illegal", "undecided", *mutant.kinds)


def weighed(mutant: Mutant, findings: tuple[Finding, ...]) -> Verdict:
    """The verdict by what was found."""
    kinds = deciding(mutant)
    told = next((f for f in findings if f.kind in kinds), None)
    if told is None:
        told = next((f for f in findings if f.kind != "notation"), None)
        return Verdict(mutant.operator, False, False, False, told, mutant)
    action = int(told.address.partition(".")[2] or 0)
    here = told.line == mutant.line and mutant.first <= action <= mutant.last
    found, order = here and told.kind in mutant.kinds, told.kind == "order"
    if found and told.rule in mutant.numbers:
        return Verdict(mutant.operator, True, True, order)
    return Verdict(mutant.operator, found, False, order, told, mutant)
