"""Face-down plots as one question over the whole game: is there still an assignment of types?

Eight tokens, two of each type (13.2.2). What the record shows of a token narrows its types: a flip,
a removal under its name, the answer to a guess, raid warriors or their absence. At every moment at
most two tokens of a type are on the map. Only a fact after which no assignment is left accuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from notation.legs import CardLeg, FlipLeg, GuessLeg, Leg, Piece, PieceLeg, PointsLeg
from replayer.facts import faction_facts, general, map_facts
from replayer.state import Plot, State
from validator.switches import WAIVED

WARRIOR, KEEP = Piece("P", "w"), Piece("C", "t", "k")


class Untenable(NamedTuple):
    """A fact that no assignment of plots fits: the action (from 0), the number, what is told."""

    at: int
    rule: str
    says: str


class Token:
    """A plot that came to the map, and the types it can still be."""

    __slots__ = ("denied", "types")

    def __init__(self, types: frozenset[str]) -> None:
        self.types = types
        self.denied: frozenset[str] = frozenset()  # by the Corvids' own answers


class Plots:
    """What is known of the plots of a game."""

    def __init__(self) -> None:
        self.counts = {row.sub: row.count for row in faction_facts("P").plots}
        self.names = {row.sub: row.name for row in faction_facts("P").plots}
        self.tokens: dict[int, Token] = {}
        self.crowds: list[list[int]] = []  # those on the map together, as each came
        self.fits: dict[int, str] = {}  # an assignment that explains everything so far

    def fork(self) -> Plots:
        """The same, to learn on by itself."""
        new = Plots()
        for number, token in self.tokens.items():
            new.tokens[number] = Token(token.types)
            new.tokens[number].denied = token.denied
        new.crowds, new.fits = [*self.crowds], dict(self.fits)
        return new

    # --- a turn ---------------------------------------------------------------------------

    def observe(
        self, states: Sequence[State], actions: Sequence[tuple[Leg, ...]]
    ) -> list[Untenable]:
        """Take in a turn: the states before each action and after the last, the legs of each.

        Facts that cannot be are told and then forgotten.
        """
        self.follow(states[0].plots)
        found = []
        for i, legs in enumerate(actions):
            before, after = states[i], states[i + 1]
            if not any(type(leg) in TELLING for leg in legs):
                continue
            for clearing, types, rule, says in self.facts(states, actions, i):
                plot = before.plots.get(clearing)
                if plot is None or plot.sub or plot.token not in self.tokens:
                    continue
                number = self.learn(plot.token, types, rule)
                if number and number not in WAIVED:
                    found.append(Untenable(i, number, says))
            if after.plots is not before.plots or any(isinstance(leg, FlipLeg) for leg in legs):
                self.follow(after.plots)
        return found

    def follow(self, plots: Mapping[int, Plot]) -> None:
        """Tokens that have come, gone or been turned up since."""
        there = {plot.token: plot.sub for plot in plots.values()}
        for number, sub in there.items():
            if number not in self.tokens:
                self.tokens[number] = Token(frozenset(self.counts))
                self.crowds.append([known for known in there if known in self.tokens])
                if not self.settle(number):
                    del self.tokens[number]  # a ninth plot: told by the table
                    self.crowds.pop()
                    continue
            if sub and number in self.tokens:
                self.learn(number, frozenset(sub), "13.2.2")

    # --- facts ----------------------------------------------------------------------------

    def facts(
        self, states: Sequence[State], actions: Sequence[tuple[Leg, ...]], i: int
    ) -> Iterator[tuple[int, frozenset[str], str, str]]:
        """(clearing, types it can be, number, what is told) of what an action shows."""
        every = frozenset(self.counts)
        removed = [leg for leg in actions[i] if takes_plot(leg)]
        for leg in actions[i]:
            match leg:
                case FlipLeg(owner="P", place=int(place), sub=sub):
                    yield place, frozenset(sub), "13.2.2", self.cannot_be(place, sub)
                case GuessLeg(plot=sub, clearing=place):
                    right = answered(actions, i, leg)
                    if right:
                        yield place, frozenset(sub), "13.2.4", self.cannot_be(place, sub)
                    elif right is not None:
                        says = f"the plot in clearing {place} must be a {self.names[sub]}"
                        yield place, every - {sub}, "13.2.4", says
                case PieceLeg(piece=piece, start=int(place)) if takes_plot(leg):
                    if piece.sub:
                        yield (
                            place,
                            frozenset(piece.sub),
                            "13.2.2",
                            self.cannot_be(place, piece.sub),
                        )
                    elif len(removed) == 1 and not is_answer(actions, i, place):
                        raided = raid_follows(states, actions, i, place)
                        if raided:
                            yield place, frozenset("r"), "13.2.2", self.cannot_be(place, "r")
                        elif raided is not None:
                            says = f"the plot removed from clearing {place} must be a raid"
                            yield place, every - {"r"}, "13.2.2", says

    def cannot_be(self, clearing: int, sub: str) -> str:
        name = self.names.get(sub, sub)
        return f"the plot in clearing {clearing} cannot be a {name}, by what is known of the others"

    def learn(self, number: int, types: frozenset[str], rule: str) -> str:
        """Narrow a token's types. The number broken where that is impossible, else ""."""
        token = self.tokens[number]
        old = token.types
        token.types = old & types
        if token.types and (self.fits[number] in token.types or self.settle(number)):
            if rule == "13.2.4":
                token.denied |= old - types
            return ""
        token.types = old
        return "13.2.4" if types and types <= token.denied else rule

    # --- the search -----------------------------------------------------------------------

    def settle(self, number: int) -> bool:
        """Give one token a type that the others leave it; where none is left, look for an
        assignment of them all."""
        crowds = [crowd for crowd in self.crowds if number in crowd]
        for sub in sorted(self.tokens[number].types):
            alike = (sum(self.fits.get(n) == sub for n in c if n != number) for c in crowds)
            if all(n < self.counts[sub] for n in alike):
                self.fits[number] = sub
                return True
        return self.solve()

    def solve(self) -> bool:
        """Look for an assignment, the tokens with the fewest types first."""
        near: dict[int, list[list[int]]] = {
            n: [c for c in self.crowds if n in c] for n in self.tokens
        }
        order = sorted(self.tokens, key=lambda n: (len(self.tokens[n].types), n))
        fits: dict[int, str] = {}

        def place(k: int) -> bool:
            if k == len(order):
                return True
            number = order[k]
            for sub in sorted(self.tokens[number].types):
                fits[number] = sub
                if all(
                    sum(1 for other in crowd if fits.get(other) == sub) <= self.counts[sub]
                    for crowd in near[number]
                ) and place(k + 1):
                    return True
            del fits[number]
            return False

        if place(0):
            self.fits = fits
            return True
        return False


# --- what the record shows ----------------------------------------------------------------


TELLING: Final = {FlipLeg, GuessLeg, PieceLeg}
"""Kinds of leg that may tell something of the plots."""


def takes_plot(leg: Leg) -> bool:
    """A plot leaves the map."""
    if type(leg) is not PieceLeg or leg.piece.owner != "P" or leg.piece.kind != "t":
        return False
    return isinstance(leg.start, int) and not isinstance(leg.end, int)


def answered(actions: Sequence[tuple[Leg, ...]], i: int, guess: GuessLeg) -> bool | None:
    """Whether a guess was right, by what is written next: the plot removed, or a card given."""
    for legs in actions[i + 1 :]:
        if all(isinstance(leg, PointsLeg | FlipLeg) for leg in legs):
            continue
        if any(takes_plot(leg) and getattr(leg, "start", None) == guess.clearing for leg in legs):
            return True
        if any(
            isinstance(leg, CardLeg) and leg.start == guess.faction and leg.end == "P"
            for leg in legs
        ):
            return False
        return None
    return None


def is_answer(actions: Sequence[tuple[Leg, ...]], i: int, clearing: int) -> bool:
    """Whether the plot removed there by action i answers a guess."""
    for legs in actions[i - 1 :: -1] if i else ():
        if all(isinstance(leg, PointsLeg | FlipLeg) for leg in legs):
            continue
        return any(isinstance(leg, GuessLeg) and leg.clearing == clearing for leg in legs)
    return False


def raid_follows(
    states: Sequence[State], actions: Sequence[tuple[Leg, ...]], i: int, clearing: int
) -> bool | None:
    """Whether the face-down plot removed by action i was a raid: warriors come next door.

    None where the record does not tell: none could come, its points won the game, it is not clear
    from which plot, since warriors stand before the removal, too, or several plots went at once;
    or the Corvids may have placed them otherwise, in their own turn.
    """
    state = states[i + 1]
    near = neighbours(state, clearing)
    after = at_once(actions, i)
    placed = raided(actions[i : next_removal(actions, after)])
    if placed:
        alone = after == i and state.turn != "P"
        return True if alone and placed <= near else None
    if state.turn != "P" and raided(actions[previous_removal(actions, i) + 1 : i]):
        return None
    last = all(isinstance(leg, PointsLeg) for legs in actions[i + 1 :] for leg in legs)
    if last and is_won(states[-1]):
        return None
    open_to = [c for c in near if KEEP not in state.at(c) and c not in state.scorched]
    return False if open_to and state.count("supply", "P", "w") else None


def is_won(state: State) -> bool:
    return any((n or 0) >= general()["winning_points"] for n in state.score.values())


def neighbours(state: State, clearing: int) -> set[int]:
    facts = map_facts(state.game.map)
    if not 0 < clearing <= facts.count:
        return set()
    opened = {a + b - clearing for a, b in state.open_paths if clearing in (a, b)}
    return set(facts.adjacent[clearing]) | opened


def raided(actions: Sequence[tuple[Leg, ...]]) -> set[int]:
    return {c for legs in actions for leg in legs if (c := raided_by(leg))}


def raided_by(leg: Leg) -> int:
    """The clearing where a Corvid warrior comes from the supply; 0 for any other leg."""
    if not isinstance(leg, PieceLeg) or leg.piece != WARRIOR or leg.start != "supply":
        return 0
    return leg.end if isinstance(leg.end, int) else 0


def previous_removal(actions: Sequence[tuple[Leg, ...]], i: int) -> int:
    return next((k for k in range(i - 1, -1, -1) if any(map(takes_plot, actions[k]))), -1)


def at_once(actions: Sequence[tuple[Leg, ...]], i: int) -> int:
    """The last removal of a plot that may belong to the same instant as action i: between them
    pieces are only removed."""
    last = i
    for k in range(i + 1, len(actions)):
        if not all(isinstance(leg, PieceLeg) and leg.end == "supply" for leg in actions[k]):
            break
        if any(map(takes_plot, actions[k])):
            last = k
    return last


def next_removal(actions: Sequence[tuple[Leg, ...]], i: int) -> int:
    later = range(i + 1, len(actions))
    return next((k for k in later if any(map(takes_plot, actions[k]))), len(actions))
