"""15.5.2 Keepers in Iron: Act with Retinue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from notation.actions import Faction, Suit
from notation.legs import BattleLeg, CardLeg, FlipLeg, Leg, Piece, PieceLeg, PointsLeg
from replayer.cards import FAITHFUL
from replayer.facts import map_facts, relic_values
from replayer.state import State
from validator import kinds, switches
from validator.algebra import (
    NOTHING,
    Clause,
    Demand,
    Due,
    Effects,
    Gained,
    Moment,
    Waived,
    Way,
    before,
    bits_of,
    forbidden,
    in_order,
    inside,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    clearings,
    enemy_pieces,
    matches,
    may_place,
    may_rule,
    suit_of,
    surely_rules,
    warriors,
)
from validator.law.s03_victory import on_track
from validator.law.s04_battle import LINE, Range, battle, fight, is_battle_by
from validator.law.s04_craft_and_move import MOVING, goes, rest_of_move
from validator.law.s15_relics import (
    BOARD,
    FACTS,
    K,
    is_forest,
    is_relic,
    relic_type,
    relic_value,
    shown,
    value_is_left,
    values_shown,
)
from validator.registry import consequence, demand, rule

COLUMNS = range(1, FACTS.number("retinue_columns") + 1)


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
        paid: set[Leg] = set()
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
                ways.extend(w.leaving(before(w.rest, rest)) for w in begun if w.leg not in paid)
                if column == 1:
                    paid.update(w.leg for w in begun if w.waived is None)
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

    def budget(self, m: Moment) -> tuple[str, int] | None:
        later = (cards_in(m.state, column) for column in COLUMNS if column > self.column)
        return "15.5.2", len(self.cards) + sum(len(cards) for cards in later)

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


@rule("15.5.2.I", "Move", unit=True, starts=(PieceLeg,))
def column_move(state: State, card: str) -> Clause:
    return move_with(card, (card_matches_move, *MOVING))


def move_with(card: str, demands: tuple[Demand, ...]) -> Clause:
    return take(
        PieceLeg, marches_with, K, card, verb="move", by=K, demands=demands, then=rest_of_move
    )


@kinds.fits(kinds.moved("wpbt") | kinds.placed("wpbt"))
def marches_with(state: State, leg: PieceLeg, faction: Faction, card: str) -> bool:
    return goes(state, leg, faction) and not is_relic(leg.piece)


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
    return in_order(inside(battle, fight(state, leg)), may(delve(card, leg.clearing)))


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


@kinds.fits(kinds.placed("t"))
def delved(state: State, leg: PieceLeg, card: str, battled: int) -> bool:
    """A relic goes from a forest to a clearing."""
    return is_relic(leg.piece) and is_forest(state, leg.start) and isinstance(leg.end, int)


@demand("15.5.2.II", "the delve is in a clearing that the Retinue card matches")
def card_matches_delve(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    return matches(suit_on(card), suit_of(state, leg.end))


@demand("15.5.2.II", "a card battles and delves in the same clearing")
def in_the_same_clearing(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    return battled in (0, leg.end)


PAST_HIRELINGS = disputed("K-5")


@demand("15.5.2.II", "where enemy pieces are, a battle comes before the delve")
def battle_comes_first(state: State, leg: PieceLeg, card: str, battled: int, *_: object) -> bool:
    """Hirelings do not count: some of them cannot be battled."""
    enemies = enemy_pieces(state, K, leg.end)
    if battled == leg.end or not enemies:
        return True
    return not any(len(piece.owner) == 1 for piece in enemies) and PAST_HIRELINGS()


@demand("15.5.2.II", "delving takes a clearing that the Keepers rule")
def rules_where_it_delves(state: State, leg: PieceLeg, *_: object) -> bool:
    return may_rule(state, K, leg.end)


@demand("15.5.2.II", "delving takes a Keeper warrior in the clearing")
def warrior_delves(state: State, leg: PieceLeg, *_: object) -> bool:
    return warriors(state, K, leg.end) > 0


@demand("15.5.2.IIa", "the relic comes out of a forest adjacent to the clearing")
def forest_is_adjacent(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end in map_facts(state.game.map).forests.get(str(leg.start), ())


MOVED_NOT_PLACED = disputed("K-20")


@demand("15.5.2.IIa", "no relic is placed in that clearing")
def may_come_there(state: State, leg: PieceLeg, *_: object) -> bool:
    """A delve moves the relic, so the keep and a snare do not keep it out."""
    return may_place(state, K, int(leg.end)) or MOVED_NOT_PLACED()


DELVE = (
    card_matches_delve,
    in_the_same_clearing,
    battle_comes_first,
    rules_where_it_delves,
    warrior_delves,
    forest_is_adjacent,
    may_come_there,
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


@kinds.fits(kinds.placed("t"))
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


@kinds.fits(kinds.cards(["board"], kinds.PLACES))
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
        move_with(card, (card_matches_third_move, *MOVING)),
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


@kinds.fits(kinds.removed("t"))
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
    values = values_taken(state, leg)
    points = Gained(K, "15.5.2.IIIb", values[0] + set_points(state, relic_type(leg.piece)))
    if values[0] == values[-1]:
        return (points,)
    return points, Due("15.5.2.IIIb", K, more_points(values[-1] - values[0]), "turn")


@rule("15.5.2.IIIb", "Step 2: Score Points", part="a value not written", starts=(PointsLeg,))
def more_points(state: State, n: int) -> Clause:
    """Points beyond the least, where the record does not say which relic was taken."""
    point = take(PointsLeg, scores, n=1, number="15.5.2.IIIb")
    return up_to(n, point, number="15.5.2.IIIb", says="no relic there is worth so much")


def scores(state: State, leg: PointsLeg) -> bool:
    return leg.faction == K and leg.sign > 0


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
