"""7.5.2 and 7.7 Eyrie Dynasties: the Decree, and the turmoil that cuts it short."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction, Suit
from notation.legs import (
    LEADERS,
    BattleLeg,
    CardLeg,
    DropDecreeLeg,
    Leg,
    PieceLeg,
    PointsLeg,
)
from replayer.cards import VIZIER
from replayer.facts import general
from replayer.state import State
from validator import kinds
from validator.algebra import (
    Clause,
    Due,
    Effects,
    Moment,
    Waived,
    Way,
    any_order,
    before,
    bits_of,
    each,
    forbidden,
    in_order,
    inside,
    may,
    one_of,
    take,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    PLACING,
    SNARE,
    clearings,
    enemy_pieces,
    in_supply,
    is_enemy,
    is_left,
    matches,
    may_place,
    may_rule,
    open_slots,
    paths_from,
    placed,
    slot_is_open,
    suit_of,
    surely_rules,
)
from validator.law.s03_victory import on_track
from validator.law.s04_battle import LINE, battle, fight, is_battle_by
from validator.law.s04_craft_and_move import MOVING, goes, rest_of_move
from validator.law.s07_leaders import FACTS, ROOST, WARRIOR, E
from validator.registry import consequence, definition, demand, exception, rule
from validator.switches import SWITCHED, WAIVED, off

COLUMNS: Final = FACTS.decree
BOARD: Final = "E$"


# --- the cards ----------------------------------------------------------------------------


def cards_in(state: State, column: int) -> tuple[str, ...]:
    """The cards of a column as the state keeps them: "F", "F#dom", "?", "B!" for a Vizier."""
    return state.decree.get(COLUMNS[column], ())


def suit_on(card: str) -> Suit | None:
    """The suit of a Decree card; None where it is not known."""
    return None if card[:1] in ("", "?") else card[:1]


class Decree(Clause):
    """What is left of the Decree: the column reached (from 0), and its cards not resolved yet.

    `until` is the column before which it ends: all four, or the one that was passed over and is
    made up for. Every card must be resolved, unless one that is open cannot: then turmoil follows.
    """

    __slots__ = ("cards", "column", "until")

    def bind(self, column: int, until: int, *cards: str) -> None:
        self.column, self.until, self.cards = column, until, cards
        self.first = bits_of((PieceLeg, BattleLeg, CardLeg, DropDecreeLeg, PointsLeg))

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        if self.column < self.until:
            for card in sorted(set(self.cards)):
                begun = m.begin(act(self.column, card))
                if begun:
                    rest = self.without(m.state, card)
                    ways.extend(w.leaving(before(w.rest, rest)) for w in begun)
            ways.extend(self.falling(m))
        if m.waive or SWITCHED:
            ways.extend(self.passing_over(m))
            ways.extend(self.beyond(m))
        return ways

    def without(self, state: State, card: str) -> Clause:
        left = list(self.cards)
        left.remove(card)
        return decree(state, self.column, self.until, tuple(left))

    def falling(self, m: Moment) -> list[Way]:
        """Turmoil, where a card that is open cannot be resolved in full."""
        ways: list[Way] = []
        possible = [surely_possible(m.state, self.column, card) for card in self.cards]
        if all(possible) or (any(possible) and not CHOSEN_FIRST()):
            if "7.5.2" in WAIVED:
                ways = [w.leaving(before(w.rest, RESTED)) for w in m.begin(turmoil())]
            elif m.waive:
                says = f"every card open in column {COLUMNS[self.column]} can be resolved"
                waived = Waived("ban", "7.5.2", says)
                ways = [
                    w._replace(rest=before(w.rest, RESTED), waived=waived)
                    for w in m.begin(turmoil())
                    if w.waived is None
                ]
            return ways
        ways = [w.leaving(before(w.rest, RESTED)) for w in m.begin(turmoil())]
        if COLUMNS[self.column] == "r" and recruits_short(m.state):
            for card in sorted(set(self.cards)):
                last = in_order(last_recruit(card), turmoil(), RESTED)
                ways.extend(m.begin(last))
        return ways

    def passing_over(self, m: Moment) -> list[Way]:
        """Acts of a later column, this one left open; what was passed over stays owed."""
        free = "7.5.2" in WAIVED
        if self.column >= self.until or not (free or m.waive):
            return []
        says = f"cards of column {COLUMNS[self.column]} come first"
        waived = None if free else Waived("duty", "7.5.2", says)
        owed: Clause = Decree(self.column, self.column + 1, *self.cards)
        late = (Due("7.5.2", E, owed, "late"),)
        ways: list[Way] = []
        for column in range(self.column + 1, self.until):
            cards = cards_in(m.state, column)
            for card in sorted(set(cards)):
                left = list(cards)
                left.remove(card)
                rest = decree(m.state, column, self.until, tuple(left))
                ways.extend(
                    w._replace(rest=before(w.rest, rest), waived=waived, late=w.late + late)
                    for w in m.begin(act(column, card))
                    if w.waived is None
                )
        return ways

    def beyond(self, m: Moment) -> list[Way]:
        """Acts for which their column holds no card, or none any more."""
        free = "7.5.2" in WAIVED
        if not free and not m.waive:
            return []
        ways = []
        for column, name in enumerate(COLUMNS):
            if column > self.column and cards_in(m.state, column):
                continue
            if column == self.column and self.cards:
                continue
            says = f"no card is left for it in column {name}"
            waived = None if free else Waived("budget", "7.5.2", says)
            for w in m.begin(act(column, "")):
                if w.waived is None:
                    ways.append(w._replace(rest=before(w.rest, self), waived=waived))
        return ways

    def passes(self, m: Moment) -> bool:
        if "7.5.2" in WAIVED:
            return True
        return self.column >= self.until

    def budget(self, m: Moment) -> tuple[str, int] | None:
        return "7.5.2", len(self.cards)

    def label(self, m: Moment | None = None) -> str:
        return "7.5.2"

    def wants(self, m: Moment) -> str:
        names = ", ".join("Vizier" if c == VIZIER else c for c in self.cards)
        return f"resolving {names} in column {COLUMNS[self.column]}" if names else ""


CHOSEN_FIRST: Final = disputed("Q12")


def decree(state: State, column: int, until: int, cards: tuple[str, ...]) -> Clause:
    """The Decree from that column on; columns without cards are passed."""
    while not cards and column < until:
        column += 1
        cards = cards_in(state, column) if column < until else ()
    node: Clause = Decree(column, until, *cards)
    return node


@rule(
    "7.5.2", "Resolve the Decree", starts=(PieceLeg, BattleLeg, DropDecreeLeg, PointsLeg, CardLeg)
)
def resolve_the_decree(state: State) -> Clause:
    """Column by column from the left, in each all its cards in any order."""
    return decree(state, 0, len(COLUMNS), cards_in(state, 0))


def act(column: int, card: str) -> Clause:
    """The action of a column, taken for that card of it."""
    return ACTS[column](card)


# --- its four actions ---------------------------------------------------------------------


@exception("7.8.2", "Charismatic", to="7.5.2.I")
def recruit_count(state: State) -> int:
    """Warriors that a Recruit places: one, two under the Charismatic leader."""
    charismatic = state.leader == "charismatic" and not off("7.8.2")
    return FACTS.number("charismatic_warriors") if charismatic else 1


def recruits_short(state: State) -> bool:
    """Whether some warriors are left, but not enough for one Recruit."""
    least, most = in_supply(state, WARRIOR)
    return most > 0 and least < recruit_count(state)


@rule("7.5.2.I", "Recruit", unit=True, starts=(PieceLeg,))
def recruit(_: State, card: str) -> Clause:
    return take(
        PieceLeg,
        recruited,
        card,
        n=1,
        number="7.5.2.I",
        demands=(roost_is_there, card_matches_recruit, warrior_is_left, *PLACING),
        then=second_warrior,
    )


@kinds.fits(kinds.placed("w"))
def recruited(state: State, leg: PieceLeg, card: str) -> bool:
    return placed(state, leg, WARRIOR)


def second_warrior(state: State, leg: PieceLeg, card: str) -> Clause:
    more = recruit_count(state) - 1
    return each("7.8.2", "", E, [((WARRIOR, "supply", leg.end), more)])


@rule("7.5.2.I", "Recruit", part="the last warrior", unit=True, starts=(PieceLeg,))
def last_recruit(_: State, card: str) -> Clause:
    """What the supply still has is placed before turmoil (1.5.4)."""
    return take(
        PieceLeg,
        recruited,
        card,
        n=1,
        number="7.5.2.I",
        demands=(roost_is_there, card_matches_recruit, *PLACING),
    )


@demand("7.5.2.I", "recruits are placed in a clearing with a roost")
def roost_is_there(state: State, leg: PieceLeg, card: str) -> bool:
    return ROOST in state.at(leg.end)


@demand("7.5.2.I", "recruits are placed in a clearing that the Decree card matches")
def card_matches_recruit(state: State, leg: PieceLeg, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.end))


@demand("7.3.1", "the Eyrie have twenty warriors")
def warrior_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return is_left(state, WARRIOR)


@rule("7.5.2.II", "Move", unit=True, starts=(PieceLeg,))
def move_for(_: State, card: str) -> Clause:
    return take(
        PieceLeg,
        moves_with,
        E,
        card,
        verb="move",
        by=E,
        demands=(card_matches_move, *MOVING),
        then=rest_of_move,
    )


@kinds.fits(kinds.moved("wpbt") | kinds.placed("wpbt"))
def moves_with(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return goes(state, leg, faction)


@demand("7.5.2.II", "the move starts in a clearing that the Decree card matches")
def card_matches_move(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.start))


@rule("7.5.2.III", "Battle", unit=True, credit=True, starts=(BattleLeg,))
def battle_for(_: State, card: str) -> Clause:
    return take(
        BattleLeg, is_battle_by, E, card, demands=(*LINE, card_matches_battle), then=fight_for
    )


def fight_for(state: State, leg: BattleLeg, *_: object) -> Clause:
    return inside(battle, fight(state, leg))


@demand("7.5.2.III", "the battle is in a clearing that the Decree card matches")
def card_matches_battle(state: State, leg: BattleLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.clearing))


@rule("7.5.2.IV", "Build", unit=True, starts=(PieceLeg,))
def build_for(_: State, card: str) -> Clause:
    return take(
        PieceLeg,
        built,
        card,
        n=1,
        number="7.5.2.IV",
        demands=(
            card_matches_build,
            they_rule,
            no_roost_there,
            roost_is_left,
            slot_is_open,
            *PLACING,
        ),
    )


@kinds.fits(kinds.placed("b"))
def built(state: State, leg: PieceLeg, card: str) -> bool:
    return placed(state, leg, ROOST)


@demand("7.5.2.IV", "the roost is placed in a clearing that the Decree card matches")
def card_matches_build(state: State, leg: PieceLeg, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.end))


@demand("7.5.2.IV", "the roost is placed in a clearing that the Eyrie rule")
def they_rule(state: State, leg: PieceLeg, card: str) -> bool:
    return may_rule(state, E, leg.end)


@demand("7.5.2.IV", "a clearing with a roost gets no other")
def no_roost_there(state: State, leg: PieceLeg, card: str) -> bool:
    return ROOST not in state.at(leg.end)


@demand("7.3.5", "there are seven roosts")
def roost_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return ROOST in state.at("supply")


ACTS: Final = (recruit, move_for, battle_for, build_for)


# --- what can be resolved -----------------------------------------------------------------


def surely_possible(state: State, column: int, card: str) -> bool:
    """Whether a card can be resolved in full, whatever the record leaves open."""
    suit = suit_on(card)
    suits = (suit,) if suit else ("F", "M", "R")
    return all(SURELY[COLUMNS[column]](state, s) for s in suits)


def matching(state: State, suit: Suit) -> list[int]:
    return [c for c in clearings(state) if matches(suit, suit_of(state, c))]


def can_recruit(state: State, suit: Suit) -> bool:
    if state.count("supply", E, "w", "") < recruit_count(state):
        return False
    there = (c for c in matching(state, suit) if ROOST in state.at(c))
    return any(may_place(state, E, c) for c in there)


def can_move(state: State, suit: Suit) -> bool:
    return any(may_leave(state, c) for c in matching(state, suit) if WARRIOR in state.at(c))


def may_leave(state: State, clearing: int) -> bool:
    """Whether Eyrie warriors may surely move out of a clearing, by its paths."""
    if SNARE in state.at(clearing) and is_enemy(state, "P", E):
        return False
    near = paths_from(state, clearing) - set(state.scorched)
    if surely_rules(state, E, clearing):
        return bool(near)
    return any(surely_rules(state, E, c) for c in near)


def can_battle(state: State, suit: Suit) -> bool:
    """Hirelings do not count: some of them cannot be battled."""
    return any(
        any(len(piece.owner) == 1 for piece in enemy_pieces(state, E, c))
        for c in matching(state, suit)
        if WARRIOR in state.at(c)
    )


def can_build(state: State, suit: Suit) -> bool:
    if ROOST not in state.at("supply"):
        return False
    return any(
        surely_rules(state, E, c)
        and ROOST not in state.at(c)
        and open_slots(state, c) > 0
        and may_place(state, E, c)
        for c in matching(state, suit)
    )


SURELY: Final = {"r": can_recruit, "m": can_move, "x": can_battle, "b": can_build}


# --- 7.7 turmoil --------------------------------------------------------------------------


@rule("7.7", "Turmoil", unit=True, starts=(PointsLeg, DropDecreeLeg, CardLeg))
def turmoil(state: State) -> Clause:
    """Points lost, the Decree purged, a new leader; a record may write them in any order."""
    leaders = may_lead(state)
    humiliated = in_order(lose_points(birds(state)), any_order(purge(""), depose(leaders)))
    return one_of(humiliated, any_order(purge("purge"), depose(leaders)))


def birds(state: State) -> tuple[int, ...]:
    """How many bird cards lie in the Decree, Viziers among them: every number it may be.

    Where points are short the record may show what was lost, or what should have been.
    """
    cards = [card for column in range(len(COLUMNS)) for card in cards_in(state, column)]
    sure = sum(1 for card in cards if suit_on(card) == "B")
    open_ones = sum(1 for card in cards if suit_on(card) is None)
    counts = set(range(sure, sure + open_ones + 1))
    score = state.score.get(E)
    if score is not None and score < max(counts) and WHAT_WAS_LOST():
        unwritten = state.unwritten.get(E, 0)
        counts |= {min(had, n) for n in counts for had in range(score, score + unwritten + 1)}
    return tuple(sorted(counts))


WHAT_WAS_LOST: Final = disputed("Q3")


def loses(state: State, leg: PointsLeg, counts: tuple[int, ...]) -> bool:
    return leg.faction == E and leg.sign < 0


@demand("7.7.1", "a point is lost for each bird card in the Decree, Viziers among them")
def one_for_each_bird(state: State, leg: PointsLeg, counts: tuple[int, ...]) -> bool:
    return leg.n in counts


def lose_points(counts: tuple[int, ...]) -> Clause:
    return take(PointsLeg, loses, counts, number="7.7.1", demands=(one_for_each_bird,))


@rule("7.7.1", "Step 1: Humiliate", soft=True, starts=(PointsLeg,))
def humiliate(state: State, counts: tuple[int, ...]) -> Clause:
    """Points that were not lost before the purge was written."""
    lost = lose_points(counts)
    return may(lost) if 0 in counts or not on_track(state, E) else lost


@consequence("7.7.1", "Step 1: Humiliate", verb="purge")
def humiliation(state: State, leg: Leg, by: Faction) -> Effects:
    purged = state.this_turn.purged  # its new leader was written first: nothing is left to count
    counts = tuple(range(general()["deck_cards"])) if purged else birds(state)
    return (Due("7.7.1", E, humiliate(counts), "turn"),)


def drops(state: State, leg: DropDecreeLeg, *_: object) -> bool:
    return True


@rule("7.7.2", "Step 2: Purge", starts=(DropDecreeLeg, CardLeg))
def purge(state: State, verb: str) -> Clause:
    """All cards but the Viziers go, at one stroke or written one by one."""
    stroke = take(DropDecreeLeg, drops, number="7.7.2", verb=verb, by=E)
    cards = [
        take(CardLeg, discarded, f"{BOARD}_{name}", card, n=1, number="7.7.2")
        for name in COLUMNS
        for card in state.decree.get(name, ())
        if card != VIZIER
    ]
    return one_of(stroke, any_order(*cards)) if cards else stroke


def discarded(state: State, leg: CardLeg, column: str, card: str) -> bool:
    suits = {leg.suit, suit_on(card)} - {None}
    return leg.start == column and leg.end in ("*", "dom") and len(suits) < 2


@definition("7.7.3.I", "A New Clutch")
def may_lead(state: State) -> tuple[str, ...]:
    """Leaders that may be chosen: those face up, or all where none is any more."""
    face_up = set(LEADERS) - set(state.deposed) - {state.leader}
    if not face_up:
        face_up = set(LEADERS) if HIM_AGAIN() else set(LEADERS) - {state.leader}
    return tuple(sorted(face_up))


HIM_AGAIN: Final = disputed("Q15")


@kinds.fits(kinds.cards(kinds.PLACES, ["board"]))
def is_leader(state: State, leg: CardLeg, leaders: tuple[str, ...]) -> bool:
    return leg.name in LEADERS and leg.end == BOARD


@demand("7.7.3", "the new leader is one of those that lie face up")
def lies_face_up(state: State, leg: CardLeg, leaders: tuple[str, ...]) -> bool:
    return leg.name in leaders


@rule("7.7.3", "Step 3: Depose", starts=(CardLeg,))
def depose(_: State, leaders: tuple[str, ...]) -> Clause:
    return take(CardLeg, is_leader, leaders, n=1, number="7.7.3", demands=(lies_face_up,))


@rule("7.7.4", "Step 4: Rest", starts=(PieceLeg, BattleLeg), optional=True)
def rest(_: State) -> Clause:
    """Daylight is over: nothing of the Decree is done any more."""
    acts = one_of(*(act(column, "") for column in range(len(COLUMNS))))
    return forbidden(acts, "7.7.4", "turmoil has ended Daylight")


RESTED: Final = rest()
