"""Crafted cards in play (4.1.3): when their owner may use each in his turn, and that it is once.

Every card of both decks is declared with its effect: `cards_standard`, `cards_exiles`, those used
in battle in `cards_battle`, those that change a word in `cards_words`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple

from notation.actions import Faction
from notation.legs import CardLeg, Leg
from replayer.facts import deck
from replayer.state import State
from validator.algebra import (
    NOTHING,
    Around,
    Clause,
    Moment,
    Rule,
    Waived,
    Way,
    any_order,
    forbidden,
    in_order,
    may,
)
from validator.card_titles import DECKS, number_of
from validator.registry import orphan, rule
from validator.switches import WAIVED

Window = Literal[
    "the start of Birdsong",
    "Birdsong",
    "the end of Birdsong",
    "the start of Daylight",
    "Daylight",
    "the start of Evening",
]


class Effect(NamedTuple):
    """What a card in play lets its owner do: `rule(faction)` gives the clause."""

    card: str  # as the table keeps it: "tun", "rpart"
    rule: Rule


EFFECTS: Final[dict[Window, list[Effect]]] = {
    "the start of Birdsong": [],
    "Birdsong": [],
    "the end of Birdsong": [],
    "the start of Daylight": [],
    "Daylight": [],
    "the start of Evening": [],
}


def used_in(window: Window, card: str) -> Callable[[Rule], Rule]:
    """Declare when the effect of a card in play is used."""

    def declare(made: Rule) -> Rule:
        EFFECTS[window].append(Effect(card, made))
        return made

    return declare


def has(state: State, faction: Faction, card: str) -> bool:
    """Whether a card lies crafted in that faction's play area."""
    return card in state.crafted.get(faction, ())


def surely_has(state: State, faction: Faction, card: str) -> bool:
    """Whether it lies there for certain: none that left unnamed can have been it."""
    return card in state.surely_in_play(faction)


def in_play(state: State, faction: Faction, window: Window) -> tuple[Effect, ...]:
    """The effects of a faction's cards in play that are used in that window."""
    names = state.crafted.get(faction, ())
    return tuple(e for e in EFFECTS[window] if e.card in names) if names else ()


def of_effects(faction: Faction, window: Window, without: str = "") -> tuple[int, ...]:
    return tuple(effect.rule.first((faction,)) for effect in EFFECTS[window])


@rule("4.1.3", "Persistent Effects", through=True, starts=of_effects)
def effects_at(state: State, faction: Faction, window: Window, without: str = "") -> Clause:
    """At the start or end of a phase: each effect of a card then in play, in any order."""
    if not state.crafted.get(faction):
        return NOTHING
    effects = [e for e in in_play(state, faction, window) if e.card != without]
    return any_order(
        *(
            e.rule(faction) if surely_has(state, faction, e.card) else may(e.rule(faction))
            for e in effects
        )
    )


class Beside(Around):
    """The steps of a phase, and between their units the effects used in it, each once."""

    __slots__ = ("faction", "used", "window")

    def bind(self, main: Clause, faction: Faction, window: Window, used: tuple[str, ...]) -> None:
        super().bind(main, faction, window, used)
        self.faction, self.window, self.used = faction, window, used
        self.first = main.first
        for effect in EFFECTS[window]:
            self.first |= effect.rule.first((faction,))

    def more(self, m: Moment, main: Callable[[], Clause]) -> list[Way]:
        """Each effect used; a second time only under a waiver."""
        ways: list[Way] = []
        for effect in in_play(m.state, self.faction, self.window):
            begun = m.begin(effect.rule(self.faction))
            if not begun:
                continue
            number = effect.rule.number
            spent = effect.card in self.used
            if spent and number in WAIVED:
                spent = False
            if spent and not m.waive:
                continue
            inner = main()
            if inner.owes(m):
                return []
            used = self.used if spent else tuple(sorted({*self.used, effect.card}))
            closed: Clause = Beside(inner.close(m), self.faction, self.window, used)
            waived = Waived("budget", number, "used once a turn") if spent else None
            ways.extend(
                w._replace(rest=in_order(w.rest, closed), waived=waived or w.waived, fresh=True)
                for w in begun
                if waived is None or w.waived is None
            )
        return ways


def beside(steps: Clause, faction: Faction, window: Window) -> Clause:
    """A phase with the effects that may be used in it."""
    node: Clause = Beside(steps, faction, window, ())
    return node


# --- out of time --------------------------------------------------------------------------


@rule(
    "1.4.1",
    "Turn Structure",
    part="an effect out of its time",
    optional=True,
    through=True,
    bans=True,
)
def out_of_time(state: State, faction: Faction) -> Clause:
    """What the cards in play do in another phase than this."""
    if not state.crafted.get(faction):
        return NOTHING
    return any_order(
        *(
            forbidden(effect.rule(faction), "1.4.1", f"{effect.rule.title} is used {when(window)}")
            for window in EFFECTS
            for effect in in_play(state, faction, window)
        )
    )


def when(window: Window) -> str:
    return f"at {window}" if window.startswith("the") else f"in {window}"


# --- what nothing explains ----------------------------------------------------------------


DISCARDED: Final = ("armor", "sap", "royal", "sabo", "false", "emi")
"""Cards that their own text discards (all others stay, 16.6.20)."""


def leaves_play(state: State, leg: Leg, suit: str | None, name: str) -> bool:
    """A card of that name (and suit) in play is discarded."""
    if not isinstance(leg, CardLeg) or leg.name != name or leg.end not in ("*", "dom"):
        return False
    board = isinstance(leg.start, str) and leg.start.endswith("$")
    return board and suit in (None, leg.suit)


for card in (card for name in DECKS for card in deck(name).cards):
    if card.name in DISCARDED or card.kind == "immediate":
        orphan(number_of(card.title), f"nothing discards {card.title} here")(
            partial(
                leaves_play, suit=card.suit if card.kind == "immediate" else None, name=card.name
            )
        )
