"""`order` findings: a turn that is legal once some units are written elsewhere in it.

A scorer's pen is not a player's hand: a craft written before the Decree is filled is no breach by
itself. Where an action is refused, the unit that begins there is lifted out and tried at every
later place, or slid back to an earlier one; where the turn then sticks again, so is the next one.
The fewest units moved come first, then the nearest places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple

from notation.legs import Leg, PointsLeg
from replayer.state import State
from validator.algebra import Moment
from validator.blame import unmet
from validator.bookkeeping import says_nothing
from validator.paths import steps
from validator.readings import Paths, advance, apply_all, finished, promising, settled
from validator.winners import at_thirty

LONGEST: Final = 4
"""Actions in a unit that is tried elsewhere."""
AHEAD: Final = 2
"""How many actions before the refused one a unit may begin."""
WIDEST: Final = 1024
"""How many readings are followed while points may stand anywhere."""
FARTHEST: Final = 12
"""How many actions away it is tried."""
MOST_UNITS: Final = 4
"""How many units of one turn are moved."""
MOST_READ: Final = 600
"""How many readings are read on in search of another order."""


class Unit(NamedTuple):
    """Actions first to last of a turn, refused at `at`: where they stand, with these readings and
    this state before it, and `ahead` still to be read. They are legal before another action."""

    first: int
    last: int
    at: int
    readings: Paths
    state: State
    ahead: tuple[int, ...]
    before: int = -1


class Moved(NamedTuple):
    """Another order of a turn's first `until` actions, which is legal, and its readings."""

    units: tuple[Unit, ...]
    until: int
    readings: Paths


class Found(NamedTuple):
    """What the search has found, best of its kind; None where there is nothing."""

    legal: Moved | None  # to the turn's end
    short: Moved | None  # the same, but at its end the record is short of something
    further: Moved | None  # as far as any order reads


Cost = tuple[int, int, int, int]


class Node(NamedTuple):
    """Actions read so far in some order, and what is still to be read.

    `done` pairs each with the readings and the state before it; `queue` comes next, then action
    `k` of the record and what follows. `lifted` units wait for a place.
    """

    done: tuple[tuple[int, Paths, State], ...]
    readings: Paths
    state: State
    queue: tuple[int, ...]
    k: int
    lifted: tuple[Unit, ...] = ()
    moved: tuple[Unit, ...] = ()
    distance: int = 0

    @property
    def cost(self) -> Cost:
        """Fewest units first, then the shortest way, the shortest units, later rather than
        earlier."""
        units = self.moved + self.lifted
        length = sum(unit.last - unit.first for unit in units)
        back = sum(unit.before <= unit.first for unit in self.moved)
        return len(units), self.distance, length, back


class Search:
    """Looks for a legal order of a turn's actions, from the one at which no reading is left.

    `known` has readings and state before each action from `start` to i; what comes before `start`
    stays where it is.
    """

    def __init__(
        self,
        known: Mapping[int, tuple[Paths, State]],
        legs: list[tuple[Leg, ...]],
        start: int,
        i: int,
        complete: bool,
    ) -> None:
        self.legs, self.complete, self.start = legs, complete, i
        self.read = 0
        self.serial = 0
        self.heap: list[tuple[Cost, int, Node]] = []
        self.short: Moved | None = None
        self.further: Moved | None = None
        done = tuple((at, *known[at]) for at in range(start, i))
        self.push(Node(done, *known[i], (), i))

    def run(self, most: int) -> Found:
        """The orders found with at most so many units moved."""
        later = []
        while self.heap and self.read < MOST_READ:
            cost, serial, node = heappop(self.heap)
            if cost[0] > most:
                later.append((cost, serial, node))
                continue
            legal = self.expand(node)
            if legal is not None:
                return Found(legal, self.short, self.further)
        for entry in later:
            heappush(self.heap, entry)
        return Found(None, self.short, self.further)

    def push(self, node: Node) -> None:
        self.serial += 1
        heappush(self.heap, (node.cost, self.serial, node))

    def take(self, node: Node, at: int) -> Node | None:
        """The node after one more action; None where it is refused or impossible."""
        self.read += len(node.readings)
        if says_nothing(node.state, self.legs[at]):
            readings, (state, _) = node.readings, apply_all(node.state, self.legs[at])
        else:
            readings, state = advance(node.readings, self.legs[at], node.state, at=at)
            if not readings or state.faults:
                return None
        done = (*node.done, (at, node.readings, node.state))
        return node._replace(done=done, readings=readings, state=state)

    def expand(self, node: Node) -> Moved | None:
        """Read on until a choice is to be made; the order, where it is legal to the end."""
        for at in node.queue:
            after = self.take(node, at)
            if after is None:
                return None
            node = after
        node = node._replace(queue=())
        while True:
            node = self.past_moved(node)
            for unit in node.lifted:
                if node.k > unit.last + 1:
                    self.push(put_down(node, unit))
            if node.k == len(self.legs):
                return None if node.lifted else self.ended(node)
            after = self.take(node, node.k)
            if after is None:
                self.stuck(node)
                return None
            node = after._replace(k=node.k + 1, distance=node.distance + len(node.lifted))
            if node.lifted:
                if all(node.k - unit.last - 1 <= self.farthest(unit) for unit in node.lifted):
                    self.push(node)
                return None

    def past_moved(self, node: Node) -> Node:
        """The node with actions passed over that were fetched from here."""
        for unit in node.moved:
            if unit.first == node.k:
                return self.past_moved(node._replace(k=unit.last + 1))
        return node

    def stuck(self, node: Node) -> None:
        """Action k is refused: move the units it may be in, or fetch a later one to stand before
        it.

        Where points are written that nothing has earned yet, the unit may have begun with them.
        """
        moved = moved_in(node)
        if moved and not node.lifted and max(moved) < node.k:
            read_on = set(range(self.start + 1, node.k)) - moved
            if read_on and (self.further is None or self.further.until < node.k):
                self.further = Moved(node.moved, node.k, node.readings)
        ahead = AHEAD if all(r.credit for r in node.readings) else 0
        for first in range(node.k, node.k - ahead - 1, -1):
            kept = len(node.done) - (node.k - first)
            if kept < 0 or [at for at, _, _ in node.done[kept:]] != list(range(first, node.k)):
                break
            for unit in self.units(node, first):
                self.move(node, unit, kept)
        for first in range(node.k + 1, min(node.k + FARTHEST + 1, len(self.legs))):
            for unit in self.units(node, first):
                fetched = unit._replace(before=node.k)
                self.push(
                    node._replace(
                        queue=tuple(range(unit.first, unit.last + 1)),
                        moved=(*node.moved, fetched),
                        distance=node.distance + first - node.k,
                    )
                )

    def units(self, node: Node, first: int) -> Iterator[Unit]:
        """Units that begin at an action and take in nothing that was moved."""
        ahead = (*range(node.k, len(self.legs)),)
        moved = moved_in(node)
        for last in range(first, min(first + LONGEST, len(self.legs))):
            if last in moved:
                return
            yield Unit(first, last, node.k, node.readings, node.state, ahead)

    def move(self, node: Node, unit: Unit, kept: int) -> None:
        """Every way to lift a unit, or to slide it back; `kept` actions had been read before it."""
        base = cut_back(node, kept)._replace(k=unit.last + 1)
        self.push(base._replace(lifted=(*node.lifted, unit)))
        for back in range(1, min(self.farthest(unit), kept) + 1):
            again = tuple(at for at, _, _ in node.done[kept - back : kept])
            self.push(
                cut_back(base, kept - back)._replace(
                    queue=(*range(unit.first, unit.last + 1), *again),
                    moved=(*node.moved, unit._replace(before=again[0])),
                    distance=node.distance + back,
                )
            )

    def farthest(self, unit: Unit) -> int:
        """How many actions away a unit is tried; nothing but points, anywhere in the turn."""
        legs = [leg for at in range(unit.first, unit.last + 1) for leg in self.legs[at]]
        return len(self.legs) if all(isinstance(leg, PointsLeg) for leg in legs) else FARTHEST

    def ended(self, node: Node) -> Moved | None:
        """The order if nothing is owed at its end; one that the record may be short of is kept."""
        if not node.moved:
            return None
        moved = Moved(node.moved, node.k, node.readings)
        if not self.complete or at_thirty(node.state):
            return moved
        m = Moment(node.state, ())
        legal = {r: path for r, path in node.readings.items() if finished(r, m)}
        if legal:
            return moved._replace(readings=legal)
        short = {r: path for r, path in node.readings.items() if not unmet(r, m).weight[0]}
        if short and self.short is None:
            self.short = moved._replace(readings=short)
        if self.further is None or self.further.until < node.k:
            self.further = moved
        return None


def moved_in(node: Node) -> set[int]:
    """The actions that stand elsewhere."""
    return {at for unit in node.moved for at in range(unit.first, unit.last + 1)}


def put_down(node: Node, unit: Unit) -> Node:
    """The node with a lifted unit to be read next."""
    return node._replace(
        queue=tuple(range(unit.first, unit.last + 1)),
        lifted=tuple(u for u in node.lifted if u is not unit),
        moved=(*node.moved, unit._replace(before=node.k)),
    )


def cut_back(node: Node, kept: int) -> Node:
    """The node when only so many actions had been read."""
    if kept == len(node.done):
        return node
    _, readings, state = node.done[kept]
    return node._replace(done=node.done[:kept], readings=readings, state=state)


def points_elsewhere(
    known: Mapping[int, tuple[Paths, State]], legs: list[tuple[Leg, ...]], start: int
) -> Paths:
    """The readings of the whole turn where its points are all earned in it, wherever they are
    written."""
    if not any(isinstance(leg, PointsLeg) for action in legs[start:] for leg in action):
        return {}
    readings, state = known[start]
    for at in range(start, len(legs)):
        if says_nothing(state, legs[at]):
            state, _ = apply_all(state, legs[at])
            continue
        readings = promising(readings, state, WIDEST)
        readings, state = advance(readings, legs[at], state, at=at, floating=True)
        if not readings or state.faults or len(readings) > WIDEST:
            return {}
    m = Moment(state, ())
    over = bool(at_thirty(state))
    readings = promising(readings, state, WIDEST)
    return {r: path for r, path in readings.items() if settled(r, m) or (over and not r.ledger)}


def is_one(unit: Unit, readings: Paths) -> bool:
    """Whether the actions of a unit belong together: nothing new begins behind the first."""
    behind = range(unit.first + 1, unit.last + 1)
    return any(
        not any(step.fresh for step in steps(path) if step.at in behind)
        for path in readings.values()
    )
