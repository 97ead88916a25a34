"""6 Marquise de Cat."""

from __future__ import annotations

from typing import Final

from notation.legs import BattleLeg, CardLeg, CraftLeg, Leg, Piece, PieceLeg, Place
from replayer.facts import faction_facts, map_facts
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Effects,
    Gained,
    Moment,
    Waived,
    Way,
    alongside,
    before,
    bits_of,
    choose,
    each,
    forbidden,
    in_order,
    may,
    one_of,
    part_of,
    take,
    up_to,
    without,
)
from validator.law.common import after_drawing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.purchases import Purchase, card_suits, for_a_card
from validator.law.s02_terms import (
    KEEP,
    PLACING,
    clearings,
    clearings_with,
    in_supply,
    may_place,
    may_rule,
    maybe_adjacent,
    placed,
    slot_is_open,
    spent_by,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s05_setup import standard
from validator.law.s06_keep import WARRIOR, C, keep_returns
from validator.registry import consequence, definition, demand, rule, setup
from validator.switches import WAIVED

WOOD: Final = Piece(C, "t")
SAWMILL, RECRUITER = Piece(C, "b", "s"), Piece(C, "b", "r")
KINDS: Final = ("s", "w", "r")
FACTS: Final = faction_facts(C)


def standing_of(state: State, piece: Piece) -> dict[int, int]:
    """How many of a piece stand in each clearing where pieces may be placed beside it."""
    return {c: state.at(c)[piece] for c in clearings_with(state, piece) if may_place(state, C, c)}


def on_the_map(state: State, kind: str) -> int:
    """How many buildings of that kind stand on the map."""
    return sum(state.at(c).get(Piece(C, "b", kind), 0) for c in clearings(state))


def placed_at(number: str, piece: Piece, counts: dict[int, int], supply: int) -> Clause:
    """That many in each of those clearings; any of them where the supply is short (1.5.4)."""
    slots = [((piece, "supply", c), n) for c, n in counts.items()]
    if sum(counts.values()) <= supply:
        return each(number, "", C, slots)
    return choose(number, "", C, supply, slots)


# --- 6.4 birdsong -------------------------------------------------------------------------


@rule("6.4", "Birdsong", starts=(PieceLeg,))
def birdsong(state: State) -> Clause:
    """A wood in each sawmill clearing for every sawmill there."""
    supply = state.count("supply", C, "t", "")
    counts = standing_of(state, SAWMILL)
    wood = placed_at("6.4", WOOD, counts, supply)
    says = "a clearing gets one wood for each sawmill"
    return in_order(wood, no_more(WOOD, sum(counts.values()), supply, "6.4", says))


def no_more(piece: Piece, wanted: int, supply: int, number: str, says: str) -> Clause:
    """The voice of what is placed beyond that: of the supply, where it falls short (6.3.1)."""
    more = take(PieceLeg, placed, piece, number=number)
    if wanted > supply:
        return forbidden(more, "6.3.1", f"the supply holds {supply}, {wanted} are asked for")
    return forbidden(more, number, says)


# --- 6.5 daylight -------------------------------------------------------------------------


@rule("6.5", "Daylight", through=True)
def daylight(_: State) -> Clause:
    """First she crafts, then she takes her actions."""
    late = forbidden(craft(C), "6.5", "she crafts before her actions")
    wood_late = forbidden(wood_step(), "6.4", "this phase is over")
    return alongside(
        in_order(craft_step(), alongside(actions(), late)),
        activate_dominance(C),
        take_available(C),
        wood_late,
        keep_returns(),
    )


def wood_step() -> Clause:
    return take(PieceLeg, wood_at_a_sawmill, number="6.4")


@kinds.fits(kinds.placed("t"))
def wood_at_a_sawmill(state: State, leg: PieceLeg) -> bool:
    return placed(state, leg, WOOD) and SAWMILL in state.at(leg.end)


@rule("6.2.1", "Crafting", starts=(CraftLeg,), optional=True)
def craft_step(_: State) -> Clause:
    """With workshops, in Daylight."""
    return up_to(MANY, craft(C))


@rule("6.5", "Daylight", part="the actions", starts=(PieceLeg, BattleLeg, CardLeg), optional=True)
def actions(_: State) -> Clause:
    node: Clause = Actions(0, 0, False)
    return node


class Actions(Clause):
    """Actions taken, bird cards spent for more, and whether one of them was Recruit."""

    __slots__ = ("bought", "recruited", "used")

    def bind(self, used: int, bought: int, recruited: bool) -> None:
        self.used, self.bought, self.recruited = used, bought, recruited
        self.first = bits_of((PieceLeg, BattleLeg, CardLeg))

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        allowed = FACTS.number("actions") + self.bought
        spent = self.used >= allowed and not waived_number("6.5")
        over = Waived("budget", "6.5", f"{allowed} actions are allowed")
        if not spent or m.waive:
            used = self.used if spent else self.used + 1  # one too many is told once
            more: Clause = Actions(used, self.bought, self.recruited)
            for part in (fight(), march(), build(), overwork()):
                ways.extend(taking(m, part, more, over if spent else None))
            again = self.recruited and not waived_number("6.5.3")
            if again and m.waive:
                ways.extend(taking(m, recruit(), more, ONCE))
            elif not again:
                after: Clause = Actions(used, self.bought, True)
                ways.extend(taking(m, recruit(), after, over if spent else None))
        bought: Clause = Actions(self.used, self.bought + 1, self.recruited)
        ways.extend(taking(m, BIRD, bought, None))
        return ways

    def passes(self, m: Moment) -> bool:
        return True

    def budget(self, m: Moment) -> tuple[str, int] | None:
        return "6.5", FACTS.number("actions") + self.bought - self.used

    def label(self, m: Moment | None = None) -> str:
        return "6.5"


ONCE: Final = Waived("budget", "6.5.3", "this action is taken once a turn")


def waived_number(number: str) -> bool:
    return number in WAIVED


def taking(m: Moment, part: Clause, more: Clause, waived: Waived | None) -> list[Way]:
    """The ways to begin an action, with what may follow it."""
    begun = m.begin(part)
    if waived is None:
        return [w.leaving(before(w.rest, more)) for w in begun]
    return [w._replace(rest=before(w.rest, more), waived=waived) for w in begun if w.waived is None]


@kinds.fits(kinds.SPENT)
def bird_spent(state: State, leg: CardLeg) -> bool:
    """A bird card, or one whose suit is not written (2.1.1.II)."""
    return spent_by(state, leg, C) and leg.suit in (None, "B")


BIRD: Final = take(CardLeg, bird_spent, n=1, number="6.5")


@rule("6.5.1", "Battle", starts=(BattleLeg,))
def fight(_: State) -> Clause:
    return battle(C)


@rule("6.5.2", "March", unit=True, starts=(PieceLeg,))
def march(_: State) -> Clause:
    """Up to two moves, one right after the other."""
    moves = FACTS.number("moves_in_march")
    return in_order(move(C), *(may(move(C)) for _ in range(moves - 1)))


@rule("6.5.3", "Recruit", starts=(PieceLeg,))
def recruit(state: State) -> Clause:
    """One warrior at each recruiter."""
    least, most = in_supply(state, WARRIOR)
    each_one = FACTS.number("warriors_per_recruiter")
    counts = {c: n * each_one for c, n in standing_of(state, RECRUITER).items()}
    new = one_of(*(placed_at("6.5.3", WARRIOR, counts, n) for n in range(least, most + 1)))
    says = "one warrior for each recruiter"
    return in_order(new, no_more(WARRIOR, sum(counts.values()), most, "6.5.3", says))


# --- 6.5.4 build --------------------------------------------------------------------------


@rule("6.5.4", "Build", unit=True, starts=(PieceLeg,))
def build(state: State) -> Clause:
    """Wood off the map, a building in its clearing; what she rules counts as the action begins."""
    ruled = tuple(c for c in clearings(state) if may_rule(state, C, c))
    return timber(ruled, ())


Taken = tuple[tuple[int, int], ...]


class Timber(Clause):
    """A Build: the clearings ruled, and the wood taken so far. The building settles the bill."""

    __slots__ = ("building", "ruled", "taken")

    def bind(self, ruled: tuple[int, ...], taken: Taken) -> None:
        self.ruled, self.taken = ruled, taken
        demands: tuple[Demand, ...] = (pays_cost, wood_in_reach) if taken else (can_pay_cost,)
        self.building: Clause = take(
            PieceLeg,
            is_building,
            ruled,
            taken,
            n=1,
            number="6.5.4.III",
            verb="build",
            by=C,
            demands=(*demands, she_rules, building_is_left, slot_is_open, *PLACING),
            then=pay_afterwards,
        )
        self.first = bits_of((PieceLeg,))

    def begin(self, m: Moment) -> list[Way]:
        ways = list(m.begin(self.building))
        for i, leg in enumerate(m.left):
            if isinstance(leg, PieceLeg) and is_wood_spent(leg):
                counts = dict(self.taken)
                before = counts.get(int(leg.start), 0)
                for n in range(leg.n, 0, -1):  # the rest may be another building's
                    counts[int(leg.start)] = before + n
                    rest = timber(self.ruled, tuple(sorted(counts.items())))
                    paid = part_of(leg, n)
                    left = without(m.left, i, n)
                    ways.append(Way(rest, left, paid, (), ("6.5.4.II",), None, True))
        return ways

    def passes(self, m: Moment) -> bool:
        return waived_number("6.5.4.III")

    def label(self, m: Moment | None = None) -> str:
        return "6.5.4.III"

    def wants(self, m: Moment) -> str:
        return "a building for the wood removed"


def timber(ruled: tuple[int, ...], taken: Taken) -> Clause:
    node: Clause = Timber(ruled, taken)
    return node


def is_wood_spent(leg: PieceLeg) -> bool:
    return leg.piece == WOOD and isinstance(leg.start, int) and leg.end == "supply"


@kinds.fits(kinds.placed("b"))
def is_building(state: State, leg: PieceLeg, *_: object) -> bool:
    """A building goes from its track to a clearing."""
    piece = leg.piece
    in_clearing = leg.start == "supply" and isinstance(leg.end, int)
    return piece.owner == C and piece.kind == "b" and piece.sub in KINDS and in_clearing


@definition("6.5.4.II", "Pay Cost")
def cost(state: State, kind: str) -> int:
    """The wood that the next building of that kind costs."""
    return FACTS.scales["wood_cost"].at(on_the_map(state, kind))


@definition("6.5.4.II", "Pay Cost")
def reach(state: State, clearing: Place, ruled: tuple[int, ...]) -> set[int]:
    """The clearing and all that is connected to it through clearings ruled."""
    found = {clearing} if isinstance(clearing, int) else set()
    edge = list(found)
    while edge:
        here = edge.pop()
        near = {c for c in ruled if c not in found and maybe_adjacent(state, C, here, c)}
        found |= near
        edge.extend(near)
    return found


@demand("6.5.4.I", "she builds in a clearing that she rules")
def she_rules(state: State, leg: PieceLeg, ruled: tuple[int, ...], taken: Taken) -> bool:
    return leg.end in ruled


@demand("6.3.5", "there are six buildings of each kind")
def building_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.at("supply").get(leg.piece, 0) > 0


@demand("6.5.4.I", "there must be wood enough in reach to pay the cost")
def can_pay_cost(state: State, leg: PieceLeg, ruled: tuple[int, ...], taken: Taken) -> bool:
    near = reach(state, leg.end, ruled)
    return sum(state.at(c).get(WOOD, 0) for c in near) >= cost(state, leg.piece.sub)


@demand("6.5.4.II", "exactly the cost at the top of the column is paid")
def pays_cost(state: State, leg: PieceLeg, ruled: tuple[int, ...], taken: Taken) -> bool:
    return sum(n for _, n in taken) == cost(state, leg.piece.sub)


@demand("6.5.4.II", "the wood comes through clearings that she rules")
def wood_in_reach(state: State, leg: PieceLeg, ruled: tuple[int, ...], taken: Taken) -> bool:
    near = reach(state, leg.end, ruled)
    return all(c in near for c, _ in taken)


def pay_afterwards(state: State, leg: PieceLeg, ruled: tuple[int, ...], taken: Taken) -> Clause:
    """A record may write the building before its wood."""
    if taken:
        return NOTHING
    slots = [((WOOD, c, "supply"), state.at(c).get(WOOD, 0)) for c in reach(state, leg.end, ruled)]
    return choose("6.5.4.II", "", C, cost(state, leg.piece.sub), slots)


SCALES: Final = {"s": "sawmill_points", "w": "workshop_points", "r": "recruiter_points"}


@consequence("6.5.4.III", "Place Building and Score", verb="build")
def points_for_building(state: State, leg: Leg, by: str) -> Effects:
    """The points printed on the space that it uncovers."""
    if not isinstance(leg, PieceLeg) or by != C or not on_track(state, C):
        return ()
    kind = leg.piece.sub
    n = FACTS.scales[SCALES[kind]].at(on_the_map(state, kind))
    return (Gained(C, "6.5.4.III", n),) if n else ()


# --- 6.5.5 overwork -----------------------------------------------------------------------


@rule("6.5.5", "Overwork", unit=True, starts=(CardLeg, PieceLeg))
def overwork(_: State) -> Clause:
    """A card spent, a wood placed at a sawmill in a clearing that it matches."""
    return for_a_card(WOOD_CUT)


@demand("6.3.1", "there are eight wood tokens")
def wood_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.count("supply", C, "t", "") >= leg.n


@demand("6.5.5", "the wood is placed in a clearing with a sawmill")
def sawmill_is_there(state: State, leg: PieceLeg, *_: object) -> bool:
    return SAWMILL in state.at(leg.end)


WOOD_CUT: Final = Purchase(
    "6.5.5",
    C,
    WOOD,
    card_suits("6.5.5", "the card spent must match the sawmill's clearing"),
    (wood_is_left, sawmill_is_there, *PLACING),
    in_vain=True,
)


# --- 6.6 evening --------------------------------------------------------------------------


@rule("6.6", "Evening", soft=True, starts=(CardLeg,))
def evening(state: State) -> Clause:
    """One card and the bonuses that recruiters uncover, then down to five."""
    n = FACTS.scales["draws"].at(on_the_map(state, "r"))
    return in_order(evening_draw(state, C, n, "6.6"), discard_to_limit())


@rule("6.6", "Evening", part="the hand limit", soft=True, starts=(CardLeg,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, C, "6.6")


# --- the turn -----------------------------------------------------------------------------


@rule("6", "Marquise de Cat", turn=C, through=True, steady=True)
def turn(state: State) -> Clause:
    day = until_evening(state, C, birdsong(), daylight())
    return in_order(day, start_of_evening(C), evening(), *after_drawing(state, C))


# --- 6.3 setup ----------------------------------------------------------------------------


def keep_at(state: State) -> int | None:
    """The clearing of the keep; None while it is off the map."""
    return next(iter(clearings_with(state, KEEP)), None)


@setup("6.3.2", "Step 2: Place Keep", C)
def place_keep(before: State, after: State) -> str | None:
    """In a corner; by the advanced setup anywhere."""
    keep = keep_at(after)
    if keep is None:
        return "the keep is not placed"
    if standard(before, after) and keep not in map_facts(after.game.map).corners:
        return "the keep starts in a corner clearing"
    return None


@setup("6.3.3", "Step 3: Garrison", C)
def garrison(before: State, after: State) -> str | None:
    """A warrior in each clearing but the corner opposite the keep."""
    keep = keep_at(after)
    facts = map_facts(after.game.map)
    if not standard(before, after) or keep not in facts.corners:
        return None
    n = FACTS.number("setup_warriors_in_clearing")
    for c in clearings(after):
        wanted = 0 if c == facts.opposite[keep] else n
        if after.at(c).get(WARRIOR, 0) != wanted:
            return f"{wanted} warriors start in {c}"
    return None


@setup("6.3.4", "Step 4: Place Starting Buildings", C)
def starting_buildings(before: State, after: State) -> str | None:
    """One of each kind, in the keep's clearing or next to it."""
    n = FACTS.number("setup_buildings_of_type")
    for kind in KINDS:
        if on_the_map(after, kind) != n:
            return f"{n} {FACTS.piece_name('b', kind)} starts on the map"
    keep = keep_at(after)
    if not standard(before, after) or keep not in clearings(after):
        return None
    near = {keep, *map_facts(after.game.map).adjacent[keep]}
    for c in clearings(after):
        if c not in near and any(p.owner == C and p.kind == "b" for p in after.at(c)):
            return f"{c} is neither the keep's clearing nor adjacent to it"
    return None
