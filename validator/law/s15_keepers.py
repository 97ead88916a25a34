"""15 Keepers in Iron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from notation.actions import Faction, Suit
from notation.legs import BattleLeg, CardLeg, CraftLeg, FlipLeg, Leg, Piece, PieceLeg, Place
from replayer.apply_pieces import waystations_fit
from replayer.cards import FAITHFUL
from replayer.facts import faction_facts, general, map_facts, relic_values
from replayer.state import State
from validator import switches
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Due,
    Effects,
    Gained,
    Moment,
    Waived,
    Way,
    alongside,
    before,
    bits_of,
    each,
    forbidden,
    in_order,
    may,
    one_of,
    take,
    up_to,
    without,
)
from validator.law.common import after_drawing, standing, start_of_turn
from validator.law.s02_terms import (
    PLACING,
    clearings,
    clearings_with,
    enemy_pieces,
    is_enemy,
    matches,
    may_place,
    may_rule,
    open_slots,
    placed,
    slot_is_open,
    snare_lets_go,
    spent_by,
    suit_of,
    surely_rules,
    warriors,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_battle import IGNORES, LINE, Range, fight, is_battle_by
from validator.law.s04_craft_and_move import (
    CARRIED,
    craft,
    draws,
    marches,
    not_into_the_burrow,
    rest_of_move,
    rules_an_end,
    to_an_adjacent_clearing,
)
from validator.law.s05_setup import corner_complaint, standard
from validator.registry import consequence, definition, demand, exception, rule, setup

K = "K"
BOARD = "K$"
WARRIOR = Piece(K, "w")
FACTS = faction_facts(K)
COLUMNS = range(1, FACTS.number("retinue_columns") + 1)


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
    if not value or Piece(K, "t", sub) in state.at(place):
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
    if (leg.attacker if attacking else leg.defender) != K or switches.off("15.2.4"):
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
        if "15.2.4" in switches.DENIED:
            return ways
        for i, leg in enumerate(m.left):
            if not isinstance(leg, PieceLeg) or not is_relic(leg.piece):
                continue
            if (leg.start, leg.end) != (self.start, self.end):
                continue
            free = leg.n <= self.left or "15.2.4" in switches.WAIVED
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


def relic_moves(state: State, leg: PieceLeg) -> bool:
    return is_relic(leg.piece) and isinstance(leg.start, int) and isinstance(leg.end, int)


def relic_alone() -> Clause:
    moved = take(PieceLeg, relic_moves, number="15.2.4")
    return forbidden(moved, "15.2.4", "a relic moves with a Keeper warrior only")


# --- 15.2.5 prized trophies ---------------------------------------------------------------


def to_a_forest(state: State, leg: PieceLeg) -> bool:
    return isinstance(leg.end, str) and leg.end in map_facts(state.game.map).forests


def trophy_placed(state: State, leg: PieceLeg, kind: str) -> bool:
    return is_relic(leg.piece) and relic_type(leg.piece) == kind and leg.start == "supply"


@demand("15.2.5", "a removed relic is placed in a forest")
def in_a_forest(state: State, leg: PieceLeg, *_: object) -> bool:
    return to_a_forest(state, leg)


@rule("15.2.5", "Prized Trophies", part="the forest", starts=(PieceLeg,))
def place_trophy(state: State, kind: str, n: int) -> Clause:
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


# --- 15.4 birdsong ------------------------------------------------------------------------


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
            if at in self.done and self.part.label() not in switches.WAIVED:
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
def birdsong(state: State) -> Clause:
    late = "Encamp, Decamp and Recruit come in this order"
    return in_order(
        encamp_step(),
        alongside(decamp_step(), forbidden(encamp(), "15.4", late)),
        alongside(recruit_step(), forbidden(one_of(encamp(), decamp()), "15.4", late)),
    )


def off_the_map(state: State) -> bool:
    """Whether the Keepers have neither a warrior nor a waystation on the map."""
    return not any(p == WARRIOR or is_waystation(p) for c in clearings(state) for p in state.at(c))


@rule("15.4.1", "Encamp", soft=True, starts=(PieceLeg,))
def encamp_step(state: State) -> Clause:
    """A waystation for a warrior, once in each clearing.

    With neither on the map: one of each in a clearing on the map edge. That is an order, but a
    skipped comeback is only told.
    """
    if not off_the_map(state):
        return once_per_clearing(encamp())
    edge = map_facts(state.game.map).edge
    back = any(open_slots(state, c) and may_place(state, K, c) for c in edge)
    return come_back() if back else may(come_back())


@rule("15.4.1", "Encamp", part="the comeback", unit=True, starts=(PieceLeg,))
def come_back(state: State) -> Clause:
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


def waystation_placed(state: State, leg: PieceLeg, *_: object) -> bool:
    """A waystation from the board to a clearing."""
    return is_waystation(leg.piece) and leg.start == "supply" and isinstance(leg.end, int)


def waystation_too(state: State, leg: PieceLeg, *_: object) -> Clause:
    return waystation_in(leg.end)


def warrior_too(state: State, leg: PieceLeg, *_: object) -> Clause:
    return warrior_in("15.4.1", encamped_in_place, leg.end)


def waystation_in(clearing: Place) -> Clause:
    return take(
        PieceLeg,
        waystation_placed,
        clearing,
        n=1,
        number="15.4.1",
        demands=(encamped_in_place, waystation_is_left, slot_is_open, *PLACING),
    )


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


def warrior_removed(state: State, leg: PieceLeg) -> bool:
    return leg.piece == WARRIOR and isinstance(leg.start, int) and leg.end == "supply"


@rule("15.4.1", "Encamp", part="one clearing", unit=True, starts=(PieceLeg,))
def encamp(state: State) -> Clause:
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
def decamp_step(state: State) -> Clause:
    return once_per_clearing(decamp())


def waystation_removed(state: State, leg: PieceLeg) -> bool:
    return is_waystation(leg.piece) and isinstance(leg.start, int) and leg.end == "supply"


@rule("15.4.2", "Decamp", part="one clearing", unit=True, starts=(PieceLeg,))
def decamp(state: State) -> Clause:
    """A waystation off, a Keeper warrior in its place."""
    return one_of(
        take(PieceLeg, waystation_removed, n=1, number="15.4.2", then=warrior_in_its_place),
        take(PieceLeg, placed, WARRIOR, n=1, number="15.4.2", demands=PLACING, then=strike_camp),
    )


def warrior_in_its_place(state: State, leg: PieceLeg) -> Clause:
    return warrior_in("15.4.2", decamped_in_place, leg.start)


def strike_camp(state: State, leg: PieceLeg, *_: object) -> Clause:
    return take(PieceLeg, waystation_struck, leg.end, n=1, number="15.4.2")


def waystation_struck(state: State, leg: PieceLeg, clearing: int) -> bool:
    return waystation_removed(state, leg) and leg.start == clearing


@rule("15.4.3", "Recruit", starts=(CardLeg, PieceLeg), optional=True)
def recruit_step(state: State) -> Clause:
    return up_to(MANY, recruit())


def recruited(state: State) -> int:
    """Warriors that one card brings: two, or what the supply has."""
    return min(FACTS.number("recruit_warriors"), state.count("supply", K, "w", ""))


@rule("15.4.3", "Recruit", part="one card", unit=True, starts=(CardLeg, PieceLeg))
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
    n = recruited(state)
    camps = waystation_clearings(state)
    first = [
        take(PieceLeg, recruited_at, c, None, n=n, number="15.4.3", demands=PLACING, then=card_for)
        for c in camps
        if n
    ]
    return one_of(card, *first)


@demand("15.4.3", "recruiting takes a waystation on the map")
def waystation_on_the_map(state: State, leg: CardLeg, *_: object) -> bool:
    return bool(waystation_clearings(state))


def recruits(state: State, paid: CardLeg, *_: object) -> Clause:
    n = recruited(state)
    if not n:
        return NOTHING
    demands = (card_matches_recruits, *PLACING)
    camps = waystation_clearings(state)
    elsewhere = take(
        PieceLeg, recruited_elsewhere, camps, n=n, number="15.4.3", demands=(at_a_waystation,)
    )
    return one_of(
        *(
            take(PieceLeg, recruited_at, c, paid.suit, n=n, number="15.4.3", demands=demands)
            for c in camps
        ),
        elsewhere,
    )


def recruited_at(state: State, leg: PieceLeg, clearing: int, suit: Suit | None) -> bool:
    return placed(state, leg, WARRIOR) and leg.end == clearing


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


def spent_for_recruits(state: State, leg: CardLeg, clearing: int) -> bool:
    return spent_by(state, leg, K)


@demand("15.4.3", "the card spent must match the waystation's clearing")
def spent_card_matches_recruits(state: State, leg: CardLeg, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


# --- 15.5 daylight ------------------------------------------------------------------------


@rule("15.5", "Daylight", through=True)
def daylight(state: State) -> Clause:
    camp = forbidden(one_of(encamp(), decamp()), "15.4", "Birdsong is over")
    craft_late = forbidden(craft(K), "15.5", "crafting comes before the Retinue acts")
    return alongside(
        in_order(craft_step(), alongside(act_with_retinue(), craft_late)),
        activate_dominance(K),
        take_available(K),
        relic_alone(),
        camp,
    )


@rule("15.5.1", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(state: State) -> Clause:
    """Waystations are the crafting pieces (15.2.3)."""
    return up_to(MANY, craft(K))


@rule("15.5.2", "Act with Retinue", starts=(PieceLeg, BattleLeg, FlipLeg), optional=True)
def act_with_retinue(state: State) -> Clause:
    """Column by column, each card once in any order or not at all."""
    return retinue(1, cards_in(state, 1))


def cards_in(state: State, column: int) -> tuple[str, ...]:
    """The cards of a column, as the state keeps them: "F", "F#dom", "?", "f" for the Faithful."""
    return state.retinue.get(column, ())


def suit_on(card: str) -> Suit | None:
    """The suit of a Retinue card; None where it is not known. A Faithful Retainer is a bird."""
    if card == FAITHFUL:
        return "B"
    return None if card[:1] in ("", "?") else card[:1]


class Retinue(Clause):
    """What the Retinue may still do: the column reached, and its cards not used yet.

    A move that column 1 can pay for is not also tried with column 3, nor with a second card of
    column 1: whatever follows those follows this as well, for no card is ever lost in column 1.
    """

    __slots__ = ("cards", "column")

    def bind(self, column: int, *cards: str) -> None:
        self.column, self.cards = column, cards
        self.first = bits_of((PieceLeg, BattleLeg, FlipLeg))

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        free = set()
        for column in COLUMNS:
            if column < self.column:
                continue
            cards = self.cards if column == self.column else cards_in(m.state, column)
            if cards:
                free.add(column)
            for card in sorted(set(cards), key=wildness):
                begun = m.begin(act(column, card))
                if not begun:
                    continue
                left = list(cards)
                left.remove(card)
                rest = retinue(column, tuple(left))
                ways.extend(w.leaving(before(w.rest, rest)) for w in begun)
                if column == 1 and any(w.waived is None for w in begun):
                    return [w for w in ways if w.waived is None]
        if m.waive or switches.ANY:
            ways.extend(self.beyond(m, free))
        return ways

    def beyond(self, m: Moment, free: set[int]) -> list[Way]:
        """Acts for which no card is left."""
        ways = []
        for column, moves in ((1, {1, 3}), (2, {2}), (3, {3})):
            if moves & free:
                continue
            number = self.spent(m, column)
            waived: Waived | None = None
            if number not in switches.WAIVED:
                if not m.waive:
                    continue
                says = "no card of this column or one to its right is left for it"
                waived = Waived("budget", number, says)
            clause = act(column, "") if column < 3 else recover("")
            for w in m.begin(clause):
                if w.waived is None:
                    ways.append(w._replace(rest=before(w.rest, self), waived=waived))
        return ways

    def spent(self, m: Moment, column: int) -> str:
        """What an act beyond the cards breaks: the column's own rule where its cards have acted."""
        acted = column == self.column > 1 and cards_in(m.state, column)
        return ACTS[column - 1].number if acted else "15.5.2"

    def passes(self, m: Moment) -> bool:
        return True

    def label(self, m: Moment | None = None) -> str:
        return "15.5.2"


def wildness(card: str) -> tuple[bool, str]:
    """Cards of one suit come before those that fit every clearing."""
    return suit_on(card) in (None, "B"), card


def retinue(column: int, cards: tuple[str, ...]) -> Clause:
    node: Clause = Retinue(column, *cards)
    return node


def act(column: int, card: str) -> Clause:
    """The action of a column, taken with that card of it."""
    return ACTS[column - 1](card)


# --- 15.5.2.I the first column ------------------------------------------------------------

MOVE = (not_into_the_burrow, to_an_adjacent_clearing, rules_an_end, snare_lets_go)


@rule("15.5.2.I", "Move", unit=True, starts=(PieceLeg,))
def column_move(state: State, card: str) -> Clause:
    return move_with(card, (card_matches_move, *MOVE))


def move_with(card: str, demands: tuple[Demand, ...]) -> Clause:
    return take(
        PieceLeg, marches_with, K, card, verb="move", by=K, demands=demands, then=rest_of_move
    )


def marches_with(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return marches(state, leg, faction)


@demand("15.5.2.I", "the move starts in a clearing that the Retinue card matches")
def card_matches_move(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.start))


# --- 15.5.2.II the second column ----------------------------------------------------------


@rule(
    "15.5.2.II",
    "Battle then Delve",
    unit=True,
    credit=True,
    starts=(BattleLeg, PieceLeg, FlipLeg),
)
def battle_then_delve(state: State, card: str) -> Clause:
    """One clearing that the card matches: a battle if an enemy is there, then perhaps a delve."""
    fought = take(
        BattleLeg,
        is_battle_by,
        K,
        card,
        demands=(*LINE, card_matches_battle),
        then=fight_then_delve,
    )
    return one_of(fought, delve(card, 0))


@demand("15.5.2.II", "the battle is in a clearing that the Retinue card matches")
def card_matches_battle(state: State, leg: BattleLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.clearing))


def fight_then_delve(state: State, leg: BattleLeg, faction: Faction, card: str) -> Clause:
    return in_order(fight(state, leg), may(delve(card, leg.clearing)))


def delve(card: str, battled: int) -> Clause:
    """A relic out of an adjacent forest, its value turned up. `battled`: where this card fought.

    A record may turn it up before it moves.
    """
    moved = take(
        PieceLeg,
        delved,
        card,
        battled,
        n=1,
        number="15.5.2.IIa",
        demands=(*DELVE, value_is_left),
        then=flip_delved,
    )
    turned = take(
        FlipLeg,
        turned_up_in_forest,
        card,
        battled,
        number="15.5.2.IIa",
        demands=(value_is_left,),
        then=move_turned,
    )
    return one_of(moved, turned)


def delved(state: State, leg: PieceLeg, card: str, battled: int) -> bool:
    """A relic goes from a forest to a clearing."""
    return is_relic(leg.piece) and is_forest(state, leg.start) and isinstance(leg.end, int)


def is_forest(state: State, place: Place) -> bool:
    return isinstance(place, str) and place in map_facts(state.game.map).forests


@demand("15.5.2.II", "the delve is in a clearing that the Retinue card matches")
def card_matches_delve(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    return matches(suit_on(card), suit_of(state, leg.end))


@demand("15.5.2.II", "a card battles and delves in the same clearing")
def in_the_same_clearing(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    return battled in (0, leg.end)


@demand("15.5.2.II", "where enemy pieces are, a battle comes before the delve")
def battle_comes_first(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    """Hirelings do not count: some of them cannot be battled."""
    enemies = enemy_pieces(state, K, leg.end)
    return battled == leg.end or not any(len(piece.owner) == 1 for piece in enemies)


@demand("15.5.2.II", "delving takes a clearing that the Keepers rule")
def rules_where_it_delves(state: State, leg: PieceLeg, *_: object) -> bool:
    return may_rule(state, K, leg.end)


@demand("15.5.2.II", "delving takes a Keeper warrior in the clearing")
def warrior_delves(state: State, leg: PieceLeg, *_: object) -> bool:
    return warriors(state, K, leg.end) > 0


@demand("15.5.2.IIa", "the relic comes out of a forest adjacent to the clearing")
def forest_is_adjacent(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end in map_facts(state.game.map).forests.get(str(leg.start), ())


DELVE = (
    card_matches_delve,
    in_the_same_clearing,
    battle_comes_first,
    rules_where_it_delves,
    warrior_delves,
    forest_is_adjacent,
)


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


def flip_delved(state: State, leg: PieceLeg, card: str, battled: int) -> Clause:
    """A relic that lay face down is turned up, then the check. One that showed its value need not.

    Where relics of the type lie both ways up and the record does not say which was taken, either.
    """
    kind, value = relic_type(leg.piece), relic_value(leg.piece)
    forest = str(leg.start)
    seen = (value,) if value else values_shown(state, forest, kind)
    down = Piece(K, "t", kind) in state.at(forest) and not value
    second = take(
        PieceLeg, delved, card, leg.end, n=1, number="15.5.2.IIa", demands=DELVE, then=flip_delved
    )
    turned = take(
        FlipLeg,
        turned_up,
        leg.end,
        kind,
        () if down else seen,
        card,
        forest,
        number="15.5.2.IIa",
        demands=(value_is_left, value_stays),
        then=check_turned,
    )
    unturned = check_delve(card, forest, seen) if seen else NOTHING
    rest = one_of(turned, unturned) if seen or not down else turned
    return in_order(forbidden(second, "15.5.2.IIa", "one relic is delved with a card"), rest)


def turned_up(
    state: State,
    leg: FlipLeg,
    clearing: int,
    kind: str,
    seen: tuple[int, ...],
    card: str,
    forest: str,
) -> bool:
    return leg.owner == K and leg.place == clearing and leg.sub[-1:] == kind


@demand("15.2.5", "a relic that lies face up keeps its value")
def value_stays(
    state: State, leg: FlipLeg, clearing: int, kind: str, seen: tuple[int, ...], *_: object
) -> bool:
    return not seen or int(leg.sub[0]) in seen


def check_turned(
    state: State,
    leg: FlipLeg,
    clearing: int,
    kind: str,
    seen: tuple[int, ...],
    card: str,
    forest: str,
) -> Clause:
    return check_delve(card, forest, (int(leg.sub[0]),))


def turned_up_in_forest(state: State, leg: FlipLeg, card: str, battled: int) -> bool:
    return leg.owner == K and is_forest(state, leg.place)


def move_turned(state: State, leg: FlipLeg, card: str, battled: int) -> Clause:
    return take(
        PieceLeg,
        delved_turned,
        card,
        battled,
        leg.place,
        leg.sub,
        n=1,
        number="15.5.2.IIa",
        demands=DELVE,
        then=check_moved,
    )


def delved_turned(
    state: State, leg: PieceLeg, card: str, battled: int, forest: str, sub: str
) -> bool:
    same = leg.piece.sub in (sub, sub[-1:])
    return delved(state, leg, card, battled) and leg.start == forest and same


def check_moved(
    state: State, leg: PieceLeg, card: str, battled: int, forest: str, sub: str
) -> Clause:
    return check_delve(card, forest, (int(sub[0]),))


@rule("15.5.2.IIb", "Step 2: Check for Discard", starts=(CardLeg,))
def check_delve(state: State, card: str, forest: str, values: tuple[int, ...]) -> Clause:
    """The card used is lost if fewer clearings around the forest are ruled than the value."""
    ruled = ruled_among(state, map_facts(state.game.map).forests[forest])
    return lost_card("15.5.2.IIb", 2, card, values, ruled)


def ruled_among(state: State, among: Iterable[int]) -> Range:
    """How many of these clearings the Keepers rule: (surely, possibly)."""
    least = most = 0
    for c in among:
        least += surely_rules(state, K, c)
        most += may_rule(state, K, c)
    return least, most


def lost_card(number: str, column: int, card: str, values: tuple[int, ...], ruled: Range) -> Clause:
    """The discard after a check: a must, a may or a ban, as far as the record decides."""
    least, most = ruled
    lost = take(
        CardLeg, leaves_retinue, column, card, n=1, number=number, demands=(DISCARDS[column],)
    )
    if all(value > most for value in values):
        return lost
    if all(value <= least for value in values):
        return forbidden(lost, number, f"enough clearings are ruled: {least}")
    return may(lost)


def leaves_retinue(state: State, leg: CardLeg, column: int, card: str) -> bool:
    return leg.start == f"{BOARD}_{column}" and leg.end in ("*", "dom", "out")


def is_card(leg: CardLeg, card: str) -> bool:
    """Whether a leg may speak of that Retinue card."""
    if card == FAITHFUL or leg.name == "faith":
        return card in ("", FAITHFUL) and leg.name in (None, "faith") and leg.suit in (None, "B")
    name = card.partition("#")[2]
    suits = {leg.suit, suit_on(card)} - {None}
    names = {leg.name, name or None} - {None}
    return len(suits) < 2 and len(names) < 2


@demand("15.5.2.IIb", "the card discarded is the one used")
def delving_card(state: State, leg: CardLeg, column: int, card: str) -> bool:
    return is_card(leg, card)


@demand("15.5.2.IIIc", "the card discarded is the one used")
def recovering_card(state: State, leg: CardLeg, column: int, card: str) -> bool:
    return is_card(leg, card)


DISCARDS = {2: delving_card, 3: recovering_card}


# --- 15.5.2.III the third column ----------------------------------------------------------


@rule("15.5.2.III", "Move or Recover", unit=True, starts=(PieceLeg,))
def move_or_recover(state: State, card: str) -> Clause:
    """A move out of a clearing that the card matches, or relics recovered from it."""
    moved = in_order(
        move_with(card, (card_matches_third_move, *MOVE)),
        forbidden(recover(card), "15.5.2.III", "a card moves or recovers, not both"),
    )
    return one_of(moved, recover(card))


@demand("15.5.2.III", "the move starts in a clearing that the Retinue card matches")
def card_matches_third_move(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return matches(suit_on(card), suit_of(state, leg.start))


@rule("15.5.2.III", "Move or Recover", part="recover", unit=True, starts=(PieceLeg,))
def recover(state: State, card: str) -> Clause:
    return take_relic(card, 0)


def take_relic(card: str, clearing: int) -> Clause:
    """One relic off the map, of a type that a waystation there shows. `clearing`: 0 at first."""
    return take(
        PieceLeg,
        taken,
        card,
        clearing,
        n=1,
        number="15.5.2.IIIa",
        verb="recover",
        by=K,
        demands=(card_matches_recovery, same_clearing, waystation_shows_it, value_is_left),
        then=after_taking,
    )


def taken(state: State, leg: PieceLeg, card: str, clearing: int) -> bool:
    return is_relic(leg.piece) and isinstance(leg.start, int) and leg.end == BOARD


@demand("15.5.2.III", "relics are recovered from a clearing that the Retinue card matches")
def card_matches_recovery(state: State, leg: PieceLeg, card: str, clearing: int) -> bool:
    return matches(suit_on(card), suit_of(state, leg.start))


@demand("15.5.2.III", "a card recovers relics from one clearing")
def same_clearing(state: State, leg: PieceLeg, card: str, clearing: int) -> bool:
    return clearing in (0, leg.start)


@demand("15.5.2.IIIa", "a waystation there must show the relic's type")
def waystation_shows_it(state: State, leg: PieceLeg, *_: object) -> bool:
    return relic_type(leg.piece) in shown(state, leg.start)


def values_taken(state: State, leg: PieceLeg) -> tuple[int, ...]:
    """The values a recovered relic may have; more than one only where the record does not say."""
    value = relic_value(leg.piece)
    if value:
        return (value,)
    kind = relic_type(leg.piece)
    seen = values_shown(state, leg.start, kind)
    hidden = Piece(K, "t", kind) in state.at(leg.start) or not seen
    return tuple(sorted(set(relic_values().get(kind, ())))) if hidden else seen


def set_points(state: State, kind: str) -> int:
    """Two points if one more relic of that type fills a column of the board."""
    rows = Counter({sub: state.count(BOARD, K, "t", sub) for sub in relic_values()})
    for piece, n in state.at(BOARD).items():
        if is_relic(piece) and relic_value(piece):
            rows[relic_type(piece)] += n
    full = min(rows.values())
    rows[kind] += 1
    return FACTS.number("relic_column_points") if min(rows.values()) > full else 0


@consequence("15.5.2.IIIb", "Step 2: Score Points", verb="recover")
def points_for_relic(state: State, leg: Leg, by: Faction) -> Effects:
    """The relic's value, and more for a column filled."""
    if not isinstance(leg, PieceLeg) or not on_track(state, K):
        return ()
    least = min(values_taken(state, leg))
    return (Gained(K, "15.5.2.IIIb", least + set_points(state, relic_type(leg.piece))),)


def after_taking(state: State, leg: PieceLeg, card: str, clearing: int) -> Clause:
    values = values_taken(state, leg)
    return check_recovery(card, int(leg.start), values)


@rule("15.5.2.IIIc", "Step 3: Check for Discard", starts=(CardLeg, PieceLeg))
def check_recovery(state: State, card: str, clearing: int, values: tuple[int, ...]) -> Clause:
    """The card used is lost, and the action over, if too few clearings of the suit are ruled.

    Otherwise another relic of the clearing may follow.
    """
    suit = suit_of(state, clearing)
    same = [c for c in clearings(state) if suit_of(state, c) == suit]
    ruled = ruled_among(state, same)
    lost = lost_card("15.5.2.IIIc", 3, card, values, ruled)
    again = take_relic(card, clearing)
    if all(value > ruled[1] for value in values):
        return in_order(forbidden(again, "15.5.2.IIIc", "the check has ended this Recover"), lost)
    if all(value <= ruled[0] for value in values):
        return one_of(again, lost)
    return one_of(again, lost, NOTHING)


ACTS = (column_move, battle_then_delve, move_or_recover)


# --- 15.6 evening -------------------------------------------------------------------------


@rule("15.6", "Evening", through=True)
def evening(state: State) -> Clause:
    late = forbidden(one_of(move_or_recover(""), battle_then_delve("")), "15.6", "Daylight is over")
    steps = in_order(live_off_the_land(), alongside(gather_retinue(), late))
    return in_order(
        alongside(steps, *standing(state, K)), draw_and_discard(), *after_drawing(state, K)
    )


@rule("15.6.1", "Live Off the Land", starts=(PieceLeg,))
def live_off_the_land(state: State) -> Clause:
    """One warrior off each clearing that has four or more."""
    crowd = FACTS.number("live_off_the_land_from")
    slots = [
        ((WARRIOR, c, "supply"), 1)
        for c in clearings_with(state, WARRIOR)
        if state.at(c)[WARRIOR] >= crowd
    ]
    spared = take(PieceLeg, warrior_removed, number="15.6.1")
    says = f"only clearings with {crowd} or more Keeper warriors lose one"
    return in_order(each("15.6.1", "", K, slots), forbidden(spared, "15.6.1", says))


@rule("15.6.2", "Gather Retinue", starts=(CardLeg,), optional=True)
def gather_retinue(state: State) -> Clause:
    """Any number of cards added from the hand, or one card shifted."""
    add = take(CardLeg, added, number="15.6.2", demands=(ten_at_most,))
    shift = take(CardLeg, shifted, number="15.6.2", n=1, demands=(to_another_column,))
    either = "cards are added, or one card is shifted"
    once = forbidden(one_of(add, shift), "15.6.2", either)
    return one_of(
        in_order(add, up_to(MANY, add), forbidden(shift, "15.6.2", either)),
        in_order(shift, once),
    )


def is_slot(place: Place) -> bool:
    return isinstance(place, str) and place.startswith(f"{BOARD}_")


def added(state: State, leg: CardLeg) -> bool:
    return leg.start == K and is_slot(leg.end)


@demand("15.6.2", "the Retinue holds ten cards at most")
def ten_at_most(state: State, leg: CardLeg) -> bool:
    held = sum(len(cards) for cards in state.retinue.values())
    return held + leg.n <= FACTS.number("retinue_cards_most")


def shifted(state: State, leg: CardLeg) -> bool:
    return is_slot(leg.start) and is_slot(leg.end)


@demand("15.6.2", "a card is shifted to a different slot")
def to_another_column(state: State, leg: CardLeg) -> bool:
    return leg.start != leg.end


@rule("15.6.3", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    """One card and one for each waystation on the map, then down to five."""
    camps = sum(waystations_at(state, c) for c in clearings(state))
    n = FACTS.scales["draws"].at(camps)
    return in_order(take(CardLeg, draws, K, n=n, number="15.6.3"), discard_to_limit())


@rule("15.6.3", "Draw and Discard", part="the hand limit", soft=True, starts=(CardLeg,))
def discard_to_limit(state: State) -> Clause:
    """Down to five, counting the hand as the record leaves it: (at least, at most)."""
    limit = general()["hand_limit"]
    low, high = state.hand.get(K, (0, 0))
    least, most = max(low - limit, 0), max(high - limit, 0)
    must = take(CardLeg, spent_by, K, n=least, number="15.6.3") if least else NOTHING
    more = take(CardLeg, spent_by, K, n=1, number="15.6.3")
    return in_order(
        must, up_to(most - least, more, number="15.6.3", says="the hand is not over five")
    )


# --- the turn -----------------------------------------------------------------------------


@rule("15", "Keepers in Iron", turn=K, through=True)
def turn(state: State) -> Clause:
    day = alongside(in_order(birdsong(), daylight()), *standing(state, K))
    return in_order(start_of_turn(state, K), day, evening())


# --- 15.3 setup ---------------------------------------------------------------------------


def started_in(state: State) -> tuple[int, ...]:
    """Clearings with Keeper warriors, ascending."""
    return clearings_with(state, WARRIOR)


@setup("15.2.1", "Relics", K)
def four_of_each_type(before: State, after: State) -> str | None:
    """No more relics of a type than there are."""
    over = sorted(p.sub for p in after.surplus if is_relic(p) and p not in before.surplus)
    return f"there are four relics of each type, too many of {', '.join(over)}" if over else None


def relics_in(state: State, forest: str) -> int:
    return state.count(forest, K, "t")


@setup("15.3.1", "Step 1: Place Starting Relics", K)
def starting_relics(before: State, after: State) -> str | None:
    """A relic in every forest, its value hidden."""
    for forest in map_facts(after.game.map).forests:
        if not relics_in(after, forest):
            return f"forest {forest} has no relic"
    if any(is_relic(p) and relic_value(p) for here in after.pieces.values() for p in here):
        return "relics start face down"
    return None


@setup("15.3.3", "Step 3: Place Warriors", K)
def starting_warriors(before: State, after: State) -> str | None:
    """Four in a free corner, opposite a start if possible, four next to it on the map edge."""
    if not standard(before, after):
        return None
    facts = map_facts(after.game.map)
    n = FACTS.number("setup_warriors_in_clearing")
    places = started_in(after)
    if len(places) != 2 or any(after.at(c)[WARRIOR] != n for c in places):
        return f"{n} warriors start in each of two clearings"
    one, other = places
    complaints = []
    for corner, second in ((one, other), (other, one)):
        says = corner_complaint(before, corner)
        if says is None and not (second in facts.edge and second in facts.adjacent[corner]):
            says = f"{second} is no clearing on the map edge next to {corner}"
        if says is None:
            return None
        if corner in facts.corners:
            complaints.append(says)
    return complaints[0] if complaints else "the Keepers start in a corner clearing"


@setup("15.3.4", "Step 4: Place Remaining Relics", K)
def remaining_relics(before: State, after: State) -> str | None:
    """The relics left over lie evenly in the forests that touch no Keeper warriors."""
    starts = set(started_in(after))
    far = []
    for forest, around in map_facts(after.game.map).forests.items():
        if not around & starts:
            far.append(relics_in(after, forest))
        elif relics_in(after, forest) > 1:
            return f"forest {forest} touches a clearing with Keeper warriors"
    if far and max(far) - min(far) > 1:
        return "the remaining relics lie as evenly as possible"
    total = sum(relics_in(after, forest) for forest in map_facts(after.game.map).forests)
    every = sum(len(values) for values in relic_values().values())
    return None if total == every or not far else f"{every} relics are placed, here {total}"


@setup("15.3.5", "Step 5: Tuck Faithful Retainers", K)
def faithful_retainers(before: State, after: State, legs: tuple[Leg, ...]) -> str | None:
    """One in each slot of the Retinue; a record may leave them out."""
    slots = [
        slot
        for leg in legs
        if isinstance(leg, CardLeg) and leg.name == "faith"
        for slot in [leg.end] * leg.n
    ]
    return "one Faithful Retainer starts in each slot" if len(set(slots)) < len(slots) else None


@setup("15.3.6", "Step 6: Collect Waystations", K)
def no_camp_yet(before: State, after: State) -> str | None:
    return "the waystations start on the board" if waystation_clearings(after) else None
