"""15.4 Keepers in Iron: Birdsong."""

from __future__ import annotations

from notation.actions import Suit
from notation.legs import CardLeg, Leg, PieceLeg, Place
from replayer.facts import map_facts
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Moment,
    Waived,
    Way,
    alongside,
    before,
    each,
    forbidden,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    PLACING,
    as_far_as_it_goes,
    clearings,
    matches,
    may_place,
    open_slots,
    placed,
    slot_is_open,
    spent_by,
    suit_of,
)
from validator.law.s15_relics import (
    FACTS,
    WARRIOR,
    K,
    is_waystation,
    waystation_clearings,
    waystation_is_left,
)
from validator.registry import demand, rule
from validator.switches import WAIVED


class OncePerClearing(Clause):
    """A replacement that may be made in any clearings, in each once."""

    __slots__ = ("done", "part")

    def bind(self, part: Clause, *done: int) -> None:
        self.part, self.done = part, done
        self.first = part.first

    def begin(self, m: Moment) -> list[Way]:
        ways = []
        for w in m.begin(self.part):
            at = replaced_at(w.leg)
            waived = w.waived
            if at in self.done and self.part.label() not in WAIVED:
                if not m.waive or waived is not None:
                    continue
                waived = Waived("budget", self.part.label(), "once in each clearing")
            more: Clause = OncePerClearing(self.part, *sorted({*self.done, at}))
            ways.append(w._replace(rest=before(w.rest, more), waived=waived))
        return ways

    def passes(self, m: Moment) -> bool:
        return True

    def label(self, m: Moment | None = None) -> str:
        return self.part.label()


def replaced_at(leg: Leg) -> int:
    """The clearing where something is replaced, by the first half of it."""
    ends = (leg.start, leg.end) if isinstance(leg, PieceLeg) else ()
    return next((place for place in ends if isinstance(place, int)), 0)


def once_per_clearing(part: Clause) -> Clause:
    node: Clause = OncePerClearing(part)
    return node


@rule("15.4", "Birdsong", through=True)
def birdsong(_: State) -> Clause:
    late = "Encamp, Decamp and Recruit come in this order"
    return in_order(
        encamp_step(),
        alongside(decamp_step(), forbidden(encamp(), "15.4", late)),
        alongside(recruit_step(), forbidden(one_of(encamp(), decamp()), "15.4", late)),
    )


def off_the_map(state: State) -> bool:
    """Whether the Keepers have neither a warrior nor a waystation on the map."""
    return not any(p == WARRIOR or is_waystation(p) for c in clearings(state) for p in state.at(c))


@rule("15.4.1", "Encamp", soft=disputed("K-2"), starts=(PieceLeg,))
def encamp_step(state: State) -> Clause:
    """A waystation for a warrior, once in each clearing.

    With neither on the map: one of each in a clearing on the map edge. That is an order, but a
    skipped comeback is only told.
    """
    if not off_the_map(state):
        return once_per_clearing(encamp())
    return come_back() if has_room_to_come_back(state) else may(come_back())


def has_room_to_come_back(state: State) -> bool:
    edge = map_facts(state.game.map).edge
    return any(open_slots(state, c) and may_place(state, K, c) for c in edge)


@rule("15.4.1", "Encamp", part="the comeback", unit=True, starts=(PieceLeg,))
def come_back(_: State) -> Clause:
    placing = (on_the_edge, *PLACING)
    return one_of(
        take(PieceLeg, placed, WARRIOR, n=1, number="15.4.1", demands=placing, then=waystation_too),
        take(
            PieceLeg,
            waystation_placed,
            n=1,
            number="15.4.1",
            demands=(waystation_is_left, slot_is_open, *placing),
            then=warrior_too,
        ),
    )


@demand("15.4.1", "the Keepers come back in a clearing on the map edge")
def on_the_edge(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end in map_facts(state.game.map).edge


@kinds.fits(kinds.placed("b"))
def waystation_placed(state: State, leg: PieceLeg, *_: object) -> bool:
    """A waystation from the board to a clearing."""
    return is_waystation(leg.piece) and leg.start == "supply" and isinstance(leg.end, int)


def waystation_too(state: State, leg: PieceLeg, *_: object) -> Clause:
    return waystation_in(leg.end) if has_room_to_come_back(state) else may(waystation_in(leg.end))


def warrior_too(state: State, leg: PieceLeg, *_: object) -> Clause:
    comes = warrior_in("15.4.1", encamped_in_place, leg.end)
    return one_of(*(comes if n else NOTHING for n in as_far_as_it_goes(state, WARRIOR, 1)))


def waystation_in(clearing: Place) -> Clause:
    return take(
        PieceLeg,
        waystation_placed,
        clearing,
        n=1,
        number="15.4.1",
        demands=(encamped_in_place, waystation_is_left, slot_is_open, *PLACING),
    )


@kinds.fits(kinds.placed("w"))
def warrior_placed(state: State, leg: PieceLeg, *_: object) -> bool:
    return placed(state, leg, WARRIOR)


@demand("15.4.1", "both pieces are of the same clearing")
def encamped_in_place(state: State, leg: PieceLeg, clearing: Place) -> bool:
    return leg.end == clearing


@demand("15.4.2", "the warrior takes the waystation's place")
def decamped_in_place(state: State, leg: PieceLeg, clearing: Place) -> bool:
    return leg.end == clearing


def warrior_in(number: str, in_place: Demand, clearing: Place) -> Clause:
    demands = (in_place, *PLACING)
    return take(PieceLeg, warrior_placed, clearing, n=1, number=number, demands=demands)


@kinds.fits(kinds.removed("w"))
def warrior_removed(state: State, leg: PieceLeg) -> bool:
    return leg.piece == WARRIOR and isinstance(leg.start, int) and leg.end == "supply"


@rule("15.4.1", "Encamp", part="one clearing", unit=True, starts=(PieceLeg,))
def encamp(_: State) -> Clause:
    """A Keeper warrior off, a waystation in its place, either side up."""
    return one_of(
        take(PieceLeg, warrior_removed, n=1, number="15.4.1", then=waystation_in_its_place),
        take(
            PieceLeg,
            waystation_placed,
            n=1,
            number="15.4.1",
            demands=(waystation_is_left, slot_is_open, *PLACING),
            then=warrior_for_it,
        ),
    )


def waystation_in_its_place(state: State, leg: PieceLeg) -> Clause:
    return waystation_in(leg.start)


def warrior_for_it(state: State, leg: PieceLeg, *_: object) -> Clause:
    return each("15.4.1", "", K, [((WARRIOR, leg.end, "supply"), 1)])


@rule("15.4.2", "Decamp", starts=(PieceLeg,), optional=True)
def decamp_step(_: State) -> Clause:
    return once_per_clearing(decamp())


@kinds.fits(kinds.removed("b"))
def waystation_removed(state: State, leg: PieceLeg) -> bool:
    return is_waystation(leg.piece) and isinstance(leg.start, int) and leg.end == "supply"


@rule("15.4.2", "Decamp", part="one clearing", unit=True, starts=(PieceLeg,))
def decamp(_: State) -> Clause:
    """A waystation off, a Keeper warrior in its place."""
    return one_of(
        take(PieceLeg, waystation_removed, n=1, number="15.4.2", then=warrior_in_its_place),
        take(PieceLeg, placed, WARRIOR, n=1, number="15.4.2", demands=PLACING, then=strike_camp),
    )


def warrior_in_its_place(state: State, leg: PieceLeg) -> Clause:
    return warrior_in("15.4.2", decamped_in_place, leg.start)


def strike_camp(state: State, leg: PieceLeg, *_: object) -> Clause:
    return take(PieceLeg, waystation_struck, leg.end, n=1, number="15.4.2")


@kinds.fits(kinds.removed("b"))
def waystation_struck(state: State, leg: PieceLeg, clearing: int) -> bool:
    return waystation_removed(state, leg) and leg.start == clearing


@rule("15.4.3", "Recruit", starts=(CardLeg, PieceLeg), optional=True)
def recruit_step(_: State) -> Clause:
    return up_to(MANY, recruit())


def recruited(state: State) -> range:
    """Warriors that one card brings: two, or what the supply has."""
    return as_far_as_it_goes(state, WARRIOR, FACTS.number("recruit_warriors"))


@rule("15.4.3", "Recruit", part="one card", unit=True, starts=(kinds.placed("w"), kinds.SPENT))
def recruit(state: State) -> Clause:
    """A card spent, two warriors at a waystation in a clearing that it matches."""
    card = take(
        CardLeg,
        spent_by,
        K,
        n=1,
        number="15.4.3",
        demands=(waystation_on_the_map,),
        then=recruits,
    )
    first = [
        take(PieceLeg, recruited_at, c, None, n=n, number="15.4.3", demands=PLACING, then=card_for)
        for c in waystation_clearings(state)
        for n in recruited(state)
        if n
    ]
    return one_of(card, *first)


@demand("15.4.3", "recruiting takes a waystation on the map")
def waystation_on_the_map(state: State, leg: CardLeg, *_: object) -> bool:
    return bool(waystation_clearings(state))


def recruits(state: State, paid: CardLeg, *_: object) -> Clause:
    return one_of(*(recruits_of(state, paid.suit, n) for n in recruited(state)))


def recruits_of(state: State, paid: Suit | None, n: int) -> Clause:
    """So many warriors for a card of that suit."""
    if not n:
        return NOTHING
    demands = (card_matches_recruits, *PLACING)
    camps = waystation_clearings(state)
    elsewhere = take(
        PieceLeg, recruited_elsewhere, camps, n=n, number="15.4.3", demands=(at_a_waystation,)
    )
    return one_of(
        *(
            take(PieceLeg, recruited_at, c, paid, n=n, number="15.4.3", demands=demands)
            for c in camps
        ),
        elsewhere,
    )


@kinds.fits(kinds.placed("w"))
def recruited_at(state: State, leg: PieceLeg, clearing: int, suit: Suit | None) -> bool:
    return placed(state, leg, WARRIOR) and leg.end == clearing


@kinds.fits(kinds.placed("w"))
def recruited_elsewhere(state: State, leg: PieceLeg, camps: tuple[int, ...]) -> bool:
    return placed(state, leg, WARRIOR) and leg.end not in camps


@demand("15.4.3", "the warriors are placed at a waystation")
def at_a_waystation(state: State, leg: PieceLeg, camps: tuple[int, ...]) -> bool:
    return leg.end in camps


@demand("15.4.3", "the card spent must match the waystation's clearing")
def card_matches_recruits(state: State, leg: PieceLeg, clearing: int, suit: Suit | None) -> bool:
    return matches(suit, suit_of(state, clearing))


def card_for(state: State, leg: PieceLeg, clearing: int, suit: Suit | None) -> Clause:
    return take(
        CardLeg,
        spent_for_recruits,
        clearing,
        n=1,
        number="15.4.3",
        demands=(spent_card_matches_recruits,),
    )


@kinds.fits(kinds.SPENT)
def spent_for_recruits(state: State, leg: CardLeg, clearing: int) -> bool:
    return spent_by(state, leg, K)


@demand("15.4.3", "the card spent must match the waystation's clearing")
def spent_card_matches_recruits(state: State, leg: CardLeg, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))
