"""What is declared: each numbered entry of the Law as the one thing it is, found by its number."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any, Final, NamedTuple, TypeVar

from notation.legs import Leg
from replayer.state import State
from validator.algebra import CONSEQUENCES, Clause, Consequence, Demand, Rule
from validator.disputed import Point
from validator.rules import Starts


class Declared(NamedTuple):
    """One declaration. `kind`: rule demand consequence definition exception setup orphan habit
    undrawn."""

    kind: str
    number: str
    title: str
    function: Callable[..., Any]
    cites: tuple[str, ...] = ()
    part: str = ""


DECLARED: Final[list[Declared]] = []


def number_of(function: Callable[..., Any]) -> str:
    """The number a function is declared under; "" where it is not."""
    return next((d.number for d in DECLARED if d.function is function), "")


LEFT_OUT: Final[dict[tuple[str, str], Callable[[State], bool]]] = {}
"""Demands (number, sentence) that a record may break by leaving out a cost: whether it may here."""
RULES: Final[dict[str, Rule]] = {}
"""The rule of each number: what a case names to have its record read by. The first one declared,
but a whole before its parts."""
PARTS: Final[set[str]] = set()
"""Numbers of which only parts are declared so far."""
TURNS: Final[dict[str, Rule]] = {}
"""Faction letter -> the rule of its turn, for chapters that are written."""

Body = Callable[..., Clause]
F = TypeVar("F", bound=Callable[..., Any])


def rule(
    number: str,
    title: str,
    *,
    part: str = "",
    cites: tuple[str, ...] = (),
    unit: bool = False,
    soft: bool | Point = False,
    starts: Starts = (),
    optional: bool = False,
    through: bool = False,
    credit: bool = False,
    bans: bool = False,
    steady: bool = False,
    turn: str = "",
) -> Callable[[Body], Rule]:
    """Declare what a player may or must do; see `Rule` for the flags. `turn`: it is that faction's
    turn."""

    def declare(body: Body) -> Rule:
        made = Rule(
            number,
            title,
            body,
            unit=unit,
            soft=soft,
            starts=starts,
            optional=optional,
            through=through,
            credit=credit,
            bans=bans,
            steady=steady,
            part=part,
        )
        DECLARED.append(Declared("rule", number, title, body, cites, part))
        if number not in RULES or (not part and number in PARTS):
            RULES[number] = made
            (PARTS.add if part else PARTS.discard)(number)
        if turn:
            TURNS[turn] = made
        return made

    return declare


def demand(number: str, says: str) -> Callable[[Callable[..., bool]], Demand]:
    """Declare what must hold whenever a deed is done: `holds(state, leg, *args)`."""

    def declare(holds: Callable[..., bool]) -> Demand:
        DECLARED.append(Declared("demand", number, says, holds))
        return Demand(number, says, holds)

    return declare


def consequence(number: str, title: str, *, verb: str) -> Callable[[Consequence], Consequence]:
    """Declare what a deed brings about: `effects(state, leg, by)`."""

    def declare(effects: Consequence) -> Consequence:
        DECLARED.append(Declared("consequence", number, title, effects))
        CONSEQUENCES.setdefault(verb, []).append((number, effects))
        return effects

    return declare


def definition(number: str, title: str) -> Callable[[F], F]:
    """Declare what a word means; the function stays as it is."""

    def declare(function: F) -> F:
        DECLARED.append(Declared("definition", number, title, function))
        return function

    return declare


def exception(number: str, title: str, *, to: str) -> Callable[[F], F]:
    """Declare where one faction's rule overrides another number; the function stays as it is."""

    def declare(function: F) -> F:
        DECLARED.append(Declared("exception", number, title, function, (to,)))
        return function

    return declare


Fits = Callable[[State, Leg], bool]


class Orphan(NamedTuple):
    """A shape of leg that no step of a turn explains, and the number that is broken by it."""

    number: str
    says: str
    fits: Fits


ORPHANS: Final[list[Orphan]] = []


def orphan(number: str, says: str) -> Callable[[Fits], Fits]:
    """Declare under which number a leg of this shape is told where nothing explains it."""

    def declare(fits: Fits) -> Fits:
        DECLARED.append(Declared("orphan", number, says, fits))
        ORPHANS.append(Orphan(number, says, fits))
        return fits

    return declare


Complaint = Callable[..., str | None]
SETUPS: Final[dict[str, list[tuple[str, Complaint]]]] = {}
"""Faction letter -> what its setup line is held to: (number, complaint(before, after)), or with the
legs of the line as a third argument."""


def setup(number: str, title: str, *factions: str) -> Callable[[Complaint], Complaint]:
    """Declare a predicate over a line of setup; it answers with what is wrong, or None."""

    def declare(complaint: Complaint) -> Complaint:
        DECLARED.append(Declared("setup", number, title, complaint))
        for faction in factions:
            SETUPS.setdefault(faction, []).append((number, complaint))
        return complaint

    return declare


Habit = Callable[[State, State], str | None]
HABITS: Final[dict[str, list[tuple[str, Habit]]]] = {}
"""Faction letter -> what scorers leave out of its turns: (number, f(state at its start, at its
end))."""


def habit(number: str, title: str, *factions: str) -> Callable[[Habit], Habit]:
    """Declare what many scorers never write; it answers with what is missing, told once a record,
    or None."""

    def declare(missing: Habit) -> Habit:
        DECLARED.append(Declared("habit", number, title, missing))
        for faction in factions:
            HABITS.setdefault(faction, []).append((number, missing))
        return missing

    return declare


Undrawn = Callable[[Set[str]], bool]
UNDRAWN: Final[dict[str, Undrawn]] = {}
"""Faction letter -> whether a turn that writes no draw surely had none, by the numbers that a
reading of it cites."""


def undrawn(number: str, title: str, *factions: str) -> Callable[[Undrawn], Undrawn]:
    """Declare by which rule no draw can be missing from a turn that writes none."""

    def declare(surely: Undrawn) -> Undrawn:
        DECLARED.append(Declared("undrawn", number, title, surely))
        UNDRAWN.update(dict.fromkeys(factions, surely))
        return surely

    return declare


ASKS_SCORE: Final[list[Callable[[Leg], bool]]] = []
"""Shapes of leg for which a score is asked: what the turn has earned counts, written or not."""
COSTS: Final[set[str]] = set()
"""Numbers that only pay: what stands under one is cited as what it pays for, right behind it."""
