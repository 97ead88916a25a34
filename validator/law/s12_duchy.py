"""12 Underground Duchy: its turn and its setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from notation.legs import BattleLeg, CardLeg, CraftLeg, PieceLeg, RevealLeg
from replayer.facts import map_facts, ministers
from replayer.state import State
from validator import kinds
from validator.algebra import (
    GIVES_WAY,
    MANY,
    NEVER,
    NOTHING,
    UNSURE,
    Around,
    Clause,
    Moment,
    Waived,
    Way,
    alongside,
    each,
    forbidden,
    in_order,
    one_of,
    take,
    up_to,
)
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.s02_terms import (
    BURROW,
    TUNNEL,
    as_far_as_it_goes,
    is_left,
    placed,
)
from validator.law.s03_victory import activate_dominance, take_available
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s05_setup import corner_complaint, standard
from validator.law.s12_ministers import Shown, deed, parliament, sway_step, total, with_card
from validator.law.s12_outposts import (
    CITADEL,
    FACTS,
    MARKET,
    WARRIOR,
    D,
    build,
    dig,
)
from validator.law.s12_outposts import standing as on_the_map
from validator.registry import demand, rule, setup
from validator.switches import WAIVED

# --- 12.4 birdsong ------------------------------------------------------------------------


@rule("12.4", "Birdsong", starts=(PieceLeg,))
def birdsong(state: State) -> Clause:
    """A warrior in the Burrow, and more for each citadel, as far as the supply goes."""
    n = FACTS.scales["burrow_warriors"].at(on_the_map(state, CITADEL))
    slot = (WARRIOR, "supply", BURROW)
    numbers = as_far_as_it_goes(state, WARRIOR, n)
    return one_of(*(each("12.4", "", D, [(slot, n)]) for n in numbers))


# --- 12.5.1 assembly ----------------------------------------------------------------------


@rule("12.5.1", "Assembly", optional=True)
def assembly(_: State) -> Clause:
    return up_to(
        FACTS.number("actions"),
        *assembly_actions(),
        number="12.5.1",
        says="{} actions are allowed",
    )


def assembly_actions() -> tuple[Clause, ...]:
    return build(), recruit(), assembly_move(), assembly_battle(), dig()


@rule("12.5.1.II", "Recruit", starts=(PieceLeg,))
def recruit(_: State) -> Clause:
    """One warrior into the Burrow."""
    return take(
        PieceLeg,
        placed,
        WARRIOR,
        n=1,
        number="12.5.1.II",
        demands=(into_the_burrow, warrior_is_left),
    )


@demand("12.5.1.II", "the Duchy recruits in the Burrow")
def into_the_burrow(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.end == BURROW


@demand("12.3.1", "no Duchy warrior is left in the supply")
def warrior_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return is_left(state, WARRIOR)


@rule("12.5.1.III", "Move", starts=(PieceLeg,))
def assembly_move(_: State) -> Clause:
    return move(D)


@rule("12.5.1.IV", "Battle", starts=(BattleLeg,))
def assembly_battle(_: State) -> Clause:
    return battle(D)


# --- 12.5 daylight ------------------------------------------------------------------------


@rule("12.5", "Daylight", through=True)
def daylight(_: State) -> Clause:
    """Assembly, Parliament, Sway, in that order."""
    over = forbidden(one_of(*assembly_actions()), "12.5", "Assembly is over")
    both = forbidden(
        one_of(*assembly_actions(), *(deed(name) for name in ministers())),
        "12.5",
        "Assembly and Parliament are over",
    )
    steps = in_order(assembly(), alongside(parliament(), over), alongside(sway_step(), both))
    return alongside(steps, activate_dominance(D), take_available(D), craft_early())


@rule("12.2.1", "Crafting", starts=(CraftLeg,), optional=True)
def craft_early(_: State) -> Clause:
    """Before Evening nothing is crafted."""
    return forbidden(craft(D), "12.2.1", "the Duchy crafts in Evening")


class SetAside(Around):
    """Daylight with the cards revealed in it: out of hand until Evening (12.6.1).

    `shown` are those still aside. The revealed birds are owed to the discard pile before anything
    follows; older boards discard them at once, so one may go as soon as no unit is open.
    """

    __slots__ = ("shown",)
    counts = True

    def bind(self, main: Clause, shown: Shown) -> None:
        super().bind(main, shown)
        self.shown, self.always = shown, None
        self.first = main.first | discard_shown().first

    def around(self, main: Clause) -> Clause:
        return set_aside(main, self.shown)

    def begin(self, m: Moment) -> list[Way]:
        ways = []
        for w in m.begin(self.main):
            number = self.is_short(m, w)
            if number:
                if w.waived is not None or not m.waive:
                    continue
                says = "cards already revealed this turn are out of hand"
                w = w._replace(waived=Waived("demand", number, says))
            ways.append(w.leaving(set_aside(w.rest, self.with_shown(w))))
        return ways + self.more(m, lambda: self.main)

    def more(self, m: Moment, main: Callable[[], Clause]) -> list[Way]:
        """Revealed birds, and cards whose suit is not written, go to the discard pile."""
        gone = m.begin(discard_shown(self.shown))
        if not gone or (inner := main()).owes(m):
            return []
        closed = inner.close(m)
        return [w.leaving(set_aside(closed, without_card(self.shown, w.leg))) for w in gone]

    def after(self, m: Moment, w: Way) -> Around | None:
        if self.is_short(m, w):
            return None
        node: SetAside = SetAside(NEVER, self.with_shown(w))
        return node

    def with_shown(self, w: Way) -> Shown:
        return with_card(self.shown, w.leg) if isinstance(w.leg, RevealLeg) else self.shown

    def is_short(self, m: Moment, w: Way) -> str:
        """The number under which a card is revealed or spent that the hand does not hold beside
        those aside; "" where it may be."""
        leg = w.leg
        if not self.shown:
            return ""
        if isinstance(leg, RevealLeg):
            needed = total(self.with_shown(w))
        elif isinstance(leg, CardLeg) and leg.start == D:
            needed = total(self.shown) + leg.n
        else:
            return ""
        number = next((n for n in w.trail if n[0] not in (UNSURE, GIVES_WAY)), "12.5.3.II")
        waived = number in WAIVED
        return "" if waived or needed <= m.state.hand.get(D, (0, 0))[1] else number

    def birds(self) -> int:
        return dict(self.shown).get("B", 0)

    def kept(self) -> bool:
        return self.birds() == 0 or "12.6.1" in WAIVED

    def wants(self, m: Moment) -> str:
        return self.main.wants(m) if not m.passes(self.main) else "the birds revealed discarded"

    def label(self, m: Moment | None = None) -> str:
        if m is not None and m.passes(self.main) and self.birds():
            return "12.6.1"
        return self.main.label(m)


def set_aside(main: Clause, shown: Shown) -> Clause:
    """Daylight with the cards revealed in it; `NOTHING` when both are gone."""
    if main is NOTHING and not dict(shown).keys() & {"B", None}:
        return NOTHING
    node: Clause = SetAside(main, shown)
    return node


def without_card(shown: Shown, leg: object) -> Shown:
    """The cards aside after one has been discarded."""
    counts = dict(shown)
    suit = "B" if counts.get("B") and getattr(leg, "suit", None) in ("B", None) else None
    counts[suit] = counts.get(suit, 0) - 1
    return tuple((s, n) for s, n in counts.items() if n > 0)


# --- 12.6 evening -------------------------------------------------------------------------


@rule(
    "12.6.1",
    "Discard and Return Revealed Cards",
    soft=True,
    optional=True,
    starts=(CardLeg,),
)
def discard_shown(_: State, shown: Shown = ()) -> Clause:
    """A revealed bird goes to the discard pile; the other cards go back to hand, unwritten."""
    suits = dict(shown)
    other = forbidden(
        take(CardLeg, shown_stays, tuple(suits), n=1, number="12.6.1"),
        "12.6.1",
        "of the cards revealed only birds are discarded",
    )
    if not suits.keys() & {"B", None}:
        return other if suits else NOTHING
    return one_of(take(CardLeg, shown_goes, tuple(suits), n=1, number="12.6.1"), other)


def shown_goes(state: State, leg: CardLeg, suits: tuple[str | None, ...]) -> bool:
    """A bird is discarded, or a card that may be one; the hand's letter is sometimes left out."""
    return is_dropped(leg) and (leg.suit in ("B", None) or None in suits)


def shown_stays(state: State, leg: CardLeg, suits: tuple[str | None, ...]) -> bool:
    """A card is discarded that may be one of those revealed, and is no bird."""
    return is_dropped(leg) and leg.suit in suits and leg.suit not in ("B", None)


def is_dropped(leg: CardLeg) -> bool:
    return leg.start in (D, "deck") and leg.end in ("*", "dom")


@rule("12.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    return in_order(
        alongside(craft_step(), *standing(state, D)),
        draw_and_discard(),
        *after_drawing(state, D),
    )


@rule("12.6.2", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(_: State) -> Clause:
    return up_to(MANY, craft(D))


@rule("12.6.3", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    """A card, and one for each market; then down to five."""
    n = FACTS.scales["draws"].at(on_the_map(state, MARKET))
    return in_order(evening_draw(state, D, n, "12.6.3"), discard_to_limit())


@rule("12.6.3", "Draw and Discard", part="the hand limit", soft=True, starts=(kinds.SPENT,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, D, "12.6.3")


# --- the turn -----------------------------------------------------------------------------


@rule("12", "Underground Duchy", turn=D, through=True, steady=True)
def turn(state: State) -> Clause:
    day = set_aside(in_order(daylight(), start_of_evening(D)), ())  # 12.6.1 comes behind it
    return in_order(until_evening(state, D, birdsong(), day), evening())


# --- 12.3 setup ---------------------------------------------------------------------------


@setup("12.3.3", "Step 3: Surface", D)
def surface(before: State, after: State) -> str | None:
    """Two warriors and a tunnel in a free corner, two warriors in each clearing around it."""
    if not standard(before, after):
        return None
    tunnels = [c for c in map_facts(after.game.map).clearings if TUNNEL in after.at(c)]
    if len(tunnels) != 1 or after.count(tunnels[0], D, "t") != 1:
        return "one tunnel is placed"
    corner = tunnels[0]
    wrong = corner_complaint(before, corner)
    if wrong:
        return wrong
    expected = Counter({corner: FACTS.number("setup_warriors")})
    for clearing in map_facts(after.game.map).adjacent[corner]:
        expected[clearing] = FACTS.number("setup_warriors_next_to")
    for place, here in after.pieces.items():
        n = here.get(WARRIOR, 0)
        if isinstance(place, int) and n != expected[place]:
            where = f"clearing {place}" if place else "the Burrow"
            return f"{expected[place]} warriors start in {where}, not {n}"
    missing = [c for c, n in expected.items() if after.count(c, D, "w") != n]
    return f"{expected[missing[0]]} warriors start in clearing {missing[0]}" if missing else None


@setup("12.3.4", "Step 4: Fill Building Tracks", D)
def building_tracks(before: State, after: State) -> str | None:
    built = any(after.count(place, D, "b") for place in after.pieces if isinstance(place, int))
    return "no citadel or market is built in setup" if built else None


@setup("12.3.5", "Step 5: Collect Ministers", D)
def collect_ministers(before: State, after: State) -> str | None:
    return "no minister starts swayed" if after.ministers else None
