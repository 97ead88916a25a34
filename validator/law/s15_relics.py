"""15 Keepers in Iron: relics, waystations, and what they do in any turn."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, FlipLeg, Leg, Piece, PieceLeg, Place
from replayer.apply_pieces import waystations_fit
from replayer.facts import faction_facts, map_facts, relic_values
from replayer.state import State
from validator import kinds
from validator.algebra import (
    Clause,
    Due,
    Effects,
    Gained,
    Moment,
    Waived,
    Way,
    bits_of,
    forbidden,
    take,
    without,
)
from validator.law.s02_terms import (
    clearings,
    is_enemy,
)
from validator.law.s03_victory import on_track
from validator.law.s04_craft_and_move import (
    CARRIED,
)
from validator.law.s04_hits import IGNORES
from validator.registry import consequence, definition, demand, exception, rule
from validator.switches import DENIED, WAIVED, off

K: Final = "K"
BOARD: Final = "K$"
WARRIOR: Final = Piece(K, "w")
FACTS: Final = faction_facts(K)


# --- 15.2 relics and waystations ----------------------------------------------------------


def is_relic(piece: Piece) -> bool:
    return piece.owner == K and piece.kind == "t"


def relic_type(piece: Piece) -> str:
    """f, t or j, whether its value shows or not."""
    return piece.sub[-1:]


def relic_value(piece: Piece) -> int:
    """The value a relic shows; 0 while it lies face down."""
    value, shows, _ = piece.sub.partition("_")
    return int(value) if shows else 0


def values_shown(state: State, place: Place, kind: str) -> tuple[int, ...]:
    """The values of face-up relics of that type at a place, ascending."""
    return tuple(
        sorted(
            {
                relic_value(piece)
                for piece in state.at(place)
                if is_relic(piece) and relic_type(piece) == kind and relic_value(piece)
            }
        )
    )


@definition("15.2.1", "Relics")
def relics_seen(state: State, sub: str) -> int:
    """How many relics of that type and value ("3_f") lie face up, wherever they are."""
    return sum(here.get(Piece(K, "t", sub), 0) for here in state.pieces.values())


@demand("15.2.1", "each type has one relic of value 1, one of 2 and two of 3")
def value_is_left(state: State, leg: PieceLeg | FlipLeg, *_: object) -> bool:
    """Whether a face-down relic may turn out to have the value written."""
    sub = leg.sub if isinstance(leg, FlipLeg) else leg.piece.sub
    place = leg.place if isinstance(leg, FlipLeg) else leg.start
    value, kind = sub[:-2], sub[-1:]
    here = state.at(place)
    turned = isinstance(leg, FlipLeg) and Piece(K, "t", kind) in here
    if not value or (Piece(K, "t", sub) in here and not turned):
        return True
    return relics_seen(state, sub) < relic_values().get(kind, ()).count(int(value))


def is_waystation(piece: Piece) -> bool:
    return piece.owner == K and piece.kind == "b"


def waystations_at(state: State, clearing: Place) -> int:
    return sum(n for piece, n in state.at(clearing).items() if is_waystation(piece))


def waystation_clearings(state: State) -> tuple[int, ...]:
    return tuple(c for c in clearings(state) if waystations_at(state, c))


@definition("15.2.2", "Waystations")
def shown(state: State, clearing: Place) -> set[str]:
    """Relic types that waystations there show; a waystation written without its sides shows any."""
    sides = [p.sub[:1] for p in state.at(clearing) if is_waystation(p)]
    return set(relic_values()) if "" in sides else set(sides)


@demand("15.2.2", "the three waystations are figure/tablet, tablet/jewelry and jewelry/figure")
def waystation_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    """Whether the waystation placed is one that is not on the map."""
    out = [
        piece.sub
        for c in clearings(state)
        for piece, n in state.at(c).items()
        if is_waystation(piece)
        for _ in range(n)
    ]
    return waystations_fit(tuple(sorted((*out, *[leg.piece.sub] * leg.n))))


# --- 15.2.4 devout knights ----------------------------------------------------------------


@exception("15.2.4", "Devout Knights", to="4.3.4")
def devout_knights(state: State, leg: BattleLeg, attacking: bool) -> bool:
    """With a warrior and a relic there, the Keepers ignore the first hit they take."""
    if (leg.attacker if attacking else leg.defender) != K or off("15.2.4"):
        return False
    here = state.at(leg.clearing)
    return WARRIOR in here and any(is_relic(piece) for piece in here)


IGNORES.append(devout_knights)


class Carried(Clause):
    """Relics that go along with warriors on their move, one with each."""

    __slots__ = ("end", "left", "start")

    def bind(self, start: Place, end: Place, left: int) -> None:
        self.start, self.end, self.left = start, end, left
        self.first = bits_of((PieceLeg,))

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        if "15.2.4" in DENIED:
            return ways
        for i, leg in enumerate(m.left):
            if not isinstance(leg, PieceLeg) or not is_relic(leg.piece):
                continue
            if (leg.start, leg.end) != (self.start, self.end):
                continue
            free = leg.n <= self.left or "15.2.4" in WAIVED
            if not free and not m.waive:
                continue
            says = "one relic goes with each Keeper warrior that moves"
            waived = None if free else Waived("budget", "15.2.4", says)
            rest: Clause = Carried(self.start, self.end, max(self.left - leg.n, 0))
            ways.append(Way(rest, without(m.left, i, leg.n), leg, (), ("15.2.4",), waived, False))
        return ways

    def passes(self, m: Moment) -> bool:
        return True


def carried(state: State, leg: PieceLeg) -> Clause:
    node: Clause = Carried(leg.start, leg.end, leg.n)
    return node


CARRIED[K] = carried


@kinds.fits(kinds.moved("t"))
def relic_moves(state: State, leg: PieceLeg) -> bool:
    return is_relic(leg.piece) and isinstance(leg.start, int) and isinstance(leg.end, int)


def relic_alone() -> Clause:
    moved = take(PieceLeg, relic_moves, number="15.2.4")
    return forbidden(moved, "15.2.4", "a relic moves with a Keeper warrior only")


# --- 15.2.5 prized trophies ---------------------------------------------------------------


def is_forest(state: State, place: Place) -> bool:
    return isinstance(place, str) and place in map_facts(state.game.map).forests


def to_a_forest(state: State, leg: PieceLeg) -> bool:
    return is_forest(state, leg.end)


@kinds.fits(kinds.placed("t") | kinds.aside("t"))
def trophy_placed(state: State, leg: PieceLeg, kind: str) -> bool:
    return is_relic(leg.piece) and relic_type(leg.piece) == kind and leg.start == "supply"


@demand("15.2.5", "a removed relic is placed in a forest")
def in_a_forest(state: State, leg: PieceLeg, *_: object) -> bool:
    return to_a_forest(state, leg)


@rule("15.2.5", "Prized Trophies", part="the forest", starts=(PieceLeg,))
def place_trophy(_: State, kind: str, n: int) -> Clause:
    """A relic taken off the map, where its forest was not written at once."""
    return take(PieceLeg, trophy_placed, kind, n=n, number="15.2.5", demands=(in_a_forest,))


@consequence("15.2.5", "Prized Trophies", verb="remove")
def trophy(state: State, leg: Leg, by: Faction) -> Effects:
    """A relic that an enemy removes goes to a forest, and is worth one point more."""
    if not isinstance(leg, PieceLeg) or not is_relic(leg.piece) or not is_enemy(state, by, K):
        return ()
    effects: Effects = ()
    if on_track(state, by):
        effects = (Gained(by, "15.2.5", leg.n * FACTS.number("trophy_points")),)
    if not to_a_forest(state, leg):
        forest = place_trophy(relic_type(leg.piece), leg.n)
        effects = (*effects, Due("15.2.5", by, forest, "unit"))
    return effects
