"""10.5 Lizard Cult: rituals, one for each card revealed."""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.actions import Faction, Suit
from notation.legs import CardLeg, Leg, PieceLeg, RevealLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NEVER,
    NOTHING,
    Around,
    Clause,
    Demand,
    Effects,
    Gained,
    Moment,
    Waived,
    Way,
    before,
    bits_of,
    gain,
    one_of,
    take,
)
from validator.law.s02_terms import (
    PLACING,
    SUITS,
    clearings,
    is_left,
    may_rule,
    placed,
    slot_is_open,
    spent_by,
    suit_of,
)
from validator.law.s03_victory import on_track
from validator.law.s10_conspiracies import BOARD, CULT, FACTS, WARRIOR, is_garden
from validator.printings import printing
from validator.registry import consequence, demand, exception, rule
from validator.switches import WAIVED

BUILD, RECRUIT, SCORE, SACRIFICE = "10.5.1", "10.5.2", "10.5.3", "10.5.4"
Shown = tuple[tuple[Suit | None, int], ...]
"""Revealed cards that no ritual has used yet, by suit."""


def with_more(shown: Shown, suit: Suit | None, n: int) -> Shown:
    """The cards with n more (or fewer) of a suit."""
    counts = Counter(dict(shown))
    counts[suit] += n
    return tuple(sorted(((s, k) for s, k in counts.items() if k > 0), key=repr))


def card_for(shown: Shown, suit: Suit) -> Suit | None:
    """Which of the revealed cards serves a ritual that wants this suit; one of unknown suit serves
    any. Raises KeyError where none does."""
    have = {s for s, _ in shown}
    if suit in have:
        return suit
    if None in have:
        return None
    raise KeyError(suit)


def serves(shown: Shown, suit: Suit) -> bool:
    return any(s in (suit, None) for s, _ in shown)


# --- what any ritual is held to -----------------------------------------------------------


def wanted(state: State, leg: Leg) -> Suit:
    """The suit of the card that a ritual's leg wants revealed."""
    if isinstance(leg, PieceLeg):
        return "B" if leg.end == BOARD else suit_of(state, leg.end)
    return (leg.suit or "") if isinstance(leg, CardLeg) else ""


@demand("10.5", "one card is revealed for each ritual")
def a_card_is_shown(state: State, leg: PieceLeg, shown: Shown, *_: object) -> bool:
    return bool(shown)


@exception("10.2.2", "Hatred of Birds", to="2.1.1")
def birds_do_not_serve(state: State, leg: PieceLeg, shown: Shown, *_: object) -> bool:
    """Broken where only a bird is left of the cards revealed."""
    suit = wanted(state, leg)
    return serves(shown, suit) or suit == "B" or "B" not in dict(shown)


NO_BIRDS: Final = Demand("10.2.2", "birds are not wild for rituals", birds_do_not_serve)


def other_than_birds(state: State, leg: PieceLeg, shown: Shown) -> bool:
    """Whether the card shown fits, or another number says why it does not."""
    if not shown or not birds_do_not_serve(state, leg, shown):
        return True
    return serves(shown, wanted(state, leg))


def matching(number: str, says: str) -> tuple[Demand, ...]:
    return a_card_is_shown, NO_BIRDS, demand(number, says)(other_than_birds)


# --- the four rituals ---------------------------------------------------------------------


@rule(BUILD, "Build", starts=(PieceLeg,))
def build(_: State, shown: Shown) -> Clause:
    """A matching garden in a clearing they rule."""
    return take(PieceLeg, is_garden, shown, n=1, number=BUILD, verb="place", by=CULT, demands=SITE)


@demand(BUILD, "the Cult builds where it rules")
def cult_rules(state: State, leg: PieceLeg, *_: object) -> bool:
    return may_rule(state, CULT, leg.end)


@demand(BUILD, "a garden has the suit of its clearing")
def garden_matches(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece.sub in ("", suit_of(state, leg.end).lower())


@demand("10.3.4", "there are five gardens of each suit")
def garden_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    sub = leg.piece.sub or suit_of(state, leg.end).lower()
    return state.count("supply", CULT, "b", sub) >= leg.n


SITE: Final = (
    *matching(BUILD, "the card revealed must match the garden's clearing"),
    cult_rules,
    garden_matches,
    garden_is_left,
    slot_is_open,
    *PLACING,
)


@rule(RECRUIT, "Recruit", starts=(PieceLeg,))
def recruit(_: State, shown: Shown) -> Clause:
    """A warrior in a matching clearing."""
    return take(
        PieceLeg,
        is_recruit,
        shown,
        n=1,
        number=RECRUIT,
        verb="place",
        by=CULT,
        demands=RECRUITING,
    )


@kinds.fits(kinds.placed("w"))
def is_recruit(state: State, leg: PieceLeg, shown: Shown) -> bool:
    return placed(state, leg, WARRIOR)


@demand("10.3.1", "there are twenty-five Cult warriors")
def warrior_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return is_left(state, WARRIOR)


RECRUITING: Final = (
    *matching(RECRUIT, "the card revealed must match the warrior's clearing"),
    warrior_is_left,
    *PLACING,
)


@rule(SACRIFICE, "Sacrifice", starts=(PieceLeg,))
def sacrifice(_: State, shown: Shown) -> Clause:
    """A warrior into the Acolytes box, for a bird; by the oldest boards out of a clearing."""
    return take(
        PieceLeg,
        becomes_acolyte,
        shown,
        n=1,
        number=SACRIFICE,
        demands=(
            *matching(SACRIFICE, "a bird card is revealed for a Sacrifice"),
            out_of_the_supply,
        ),
    )


@kinds.fits(kinds.removed("w") | kinds.aside("w"))
def becomes_acolyte(state: State, leg: PieceLeg, shown: Shown) -> bool:
    return leg.piece == WARRIOR and leg.end == BOARD and leg.start != BOARD


FROM_THE_MAP: Final = printing("p4", SACRIFICE, "the warrior comes from the map", board=True)


@demand(SACRIFICE, "the warrior sacrificed comes out of the supply")
def out_of_the_supply(state: State, leg: PieceLeg, shown: Shown) -> bool:
    return leg.start == "supply" or FROM_THE_MAP(state)


@rule(SCORE, "Score", starts=(CardLeg,))
def score(_: State, scored: tuple[Suit | None, ...]) -> Clause:
    """The card itself is spent, for the points of the gardens of its suit; once for each suit."""
    return take(
        CardLeg,
        spent_by,
        CULT,
        scored,
        n=1,
        number=SCORE,
        verb="score",
        by=CULT,
        demands=(no_bird_scores, has_a_garden, not_scored_yet),
        then=points_of_unseen,
    )


def gardens(state: State, suit: Suit) -> int:
    """How many gardens of that suit lie on the map."""
    return sum(state.count(clearing, CULT, "b", suit.lower()) for clearing in clearings(state))


def worth(state: State, suit: Suit) -> int:
    """The points above the rightmost empty space of that suit's track."""
    return FACTS.scales["score_points"].at(gardens(state, suit))


def scoring(state: State, suit: Suit | None, scored: tuple[Suit | None, ...]) -> list[Suit]:
    """The suits a card spent on Score may have."""
    suits = SUITS if suit is None else (suit,)
    return [s for s in suits if gardens(state, s) and s not in scored]


@demand("10.2.2", "birds are not wild for rituals")
def no_bird_scores(state: State, leg: CardLeg, *_: object) -> bool:
    return leg.suit != "B"


@demand(SCORE, "with no garden of that suit on the map there is nothing to score")
def has_a_garden(state: State, leg: CardLeg, *_: object) -> bool:
    return leg.suit == "B" or bool(scoring(state, leg.suit, ()))


@demand(SCORE, "each suit is scored once a turn")
def not_scored_yet(
    state: State, leg: CardLeg, faction: Faction, scored: tuple[Suit | None, ...]
) -> bool:
    return leg.suit == "B" or leg.suit not in scored or leg.suit is None


@consequence(SCORE, "Score", verb="score")
def points_for_score(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, CardLeg) or leg.suit not in SUITS or not on_track(state, CULT):
        return ()
    n = worth(state, leg.suit)
    return (Gained(CULT, SCORE, n),) if n else ()


def points_of_unseen(
    state: State, leg: CardLeg, faction: Faction, scored: tuple[Suit | None, ...]
) -> Clause:
    """A card whose suit is not written, or a bird, scores for one suit or another."""
    if leg.suit in SUITS or not on_track(state, CULT):
        return NOTHING
    counts = sorted({worth(state, suit) for suit in scoring(state, None, scored)})
    return one_of(*(gain(CULT, SCORE, n) for n in counts))


# --- the pool -----------------------------------------------------------------------------


def shows(leg: Leg) -> bool:
    """A card of the Cult's hand is revealed to the table."""
    return isinstance(leg, RevealLeg) and leg.owner == CULT and not leg.whole and not leg.audience


class Rites(Clause):
    """Rituals in any order and number: `shown` are the cards revealed that none has used yet,
    `scored` the suits scored this turn."""

    __slots__ = ("scored", "shown")

    def bind(self, shown: Shown, scored: tuple[Suit | None, ...]) -> None:
        self.shown, self.scored = shown, scored
        self.first = bits_of((RevealLeg, PieceLeg, CardLeg))

    def begin(self, m: Moment) -> list[Way]:
        ways = [self.showing(m, i, leg) for i, leg in enumerate(m.left) if shows(leg)]
        for ritual in (build, recruit, sacrifice):
            for w in m.begin(ritual(self.shown)):
                ways.append(w.leaving(before(w.rest, self.after(m.state, w.leg))))
        for w in m.begin(score(self.scored)):
            ways.extend(self.scoring(w))
        return ways

    def showing(self, m: Moment, i: int, leg: Leg) -> Way:
        suit = leg.suit if isinstance(leg, RevealLeg) else None
        more: Clause = Rites(with_more(self.shown, suit, leg.n), self.scored)
        left = m.left[:i] + m.left[i + 1 :]
        return Way(more, left, leg, (), ("10.5",), None, True)

    def after(self, state: State, leg: Leg) -> Clause:
        """What is left once a ritual has used a card; under a waiver any."""
        suit = wanted(state, leg)
        have = self.shown
        used = card_for(have, suit) if serves(have, suit) else have[0][0] if have else None
        node: Clause = Rites(with_more(have, used, -1) if have else have, self.scored)
        return node

    def scoring(self, w: Way) -> list[Way]:
        """A card scored was not revealed before, or was."""
        suit = w.leg.suit if isinstance(w.leg, CardLeg) else None
        scored = tuple(sorted({*self.scored, suit} - {None}, key=str))
        kept: Clause = Rites(self.shown, scored)
        ways = [w.leaving(before(w.rest, kept))]
        if suit in dict(self.shown):
            used: Clause = Rites(with_more(self.shown, suit, -1), scored)
            ways.append(w.leaving(before(w.rest, used)))
        return ways

    def passes(self, m: Moment) -> bool:
        return not self.shown or "10.5" in WAIVED

    def is_open(self) -> bool:
        return False

    def wants(self, m: Moment) -> str:
        return "a ritual for each card revealed"

    def label(self, m: Moment | None = None) -> str:
        return "10.5"


def rites() -> Clause:
    node: Clause = Rites((), ())
    return node


# --- cards in the play area ---------------------------------------------------------------


def revealed(state: State) -> int:
    """How many of the Cult's cards lie revealed, so that they serve nothing else in Daylight."""
    return sum(n for _, n in state.this_turn.revealed)


class Revealing(Around):
    """A phase in which revealed cards are out of hand: what is shown, spent or given beside them
    must be there, too (10.5). `scored` of those revealed may have been spent on Score since."""

    __slots__ = ("scored",)
    counts = True

    def bind(self, main: Clause, scored: int) -> None:
        super().bind(main, scored)
        self.scored = scored
        self.first = main.first

    def around(self, main: Clause) -> Clause:
        return revealing(main, self.scored)

    def begin(self, m: Moment) -> list[Way]:
        ways = []
        for w in m.begin(self.main):
            if self.is_short(m.state, w):
                if not m.waive or w.waived is not None:
                    continue
                says = "cards revealed this turn serve nothing else in Daylight"
                w = w._replace(waived=Waived("demand", "10.5", says))
            ways.append(w.leaving(revealing(w.rest, self.scored + scores_shown(m.state, w))))
        return ways

    def after(self, m: Moment, w: Way) -> Around | None:
        if self.is_short(m.state, w):
            return None
        node: Revealing = Revealing(NEVER, self.scored + scores_shown(m.state, w))
        return node

    def is_short(self, state: State, w: Way) -> bool:
        """Whether the hand cannot hold what is revealed and this card besides."""
        if "10.5" in WAIVED:
            return False
        leg, there = w.leg, revealed(state) - self.scored
        if isinstance(leg, RevealLeg) and leg.owner == CULT and not leg.whole:
            needed = there + leg.n
        elif isinstance(leg, CardLeg) and leg.start == CULT and there:
            needed = there + (0 if scores_shown(state, w) else leg.n)
        else:
            return False
        return needed > state.hand.get(CULT, (0, 0))[1]


def scores_shown(state: State, w: Way) -> bool:
    """Whether the card spent on Score may be one that was revealed."""
    leg = w.leg
    shown = isinstance(leg, CardLeg) and leg.suit in dict(state.this_turn.revealed)
    return shown and SCORE in w.trail


def revealing(main: Clause, scored: int = 0) -> Clause:
    """A phase with the hand held to what is revealed in it."""
    node: Clause = NOTHING if main is NOTHING else Revealing(main, scored)
    return node
