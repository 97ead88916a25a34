"""14.4 Lord of the Hundreds: Birdsong. Mobs raze and spread, warriors come, the mood is chosen."""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.legs import CardLeg, ItemLeg, Piece, PieceLeg
from replayer.facts import moods
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Slots,
    alongside,
    any_order,
    choose,
    each,
    forbidden,
    in_order,
    may,
    one_of,
    take,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    PLACING,
    SUITS,
    WARLORD,
    adjacent,
    clearings,
    clearings_with,
    enemy_pieces,
    in_supply,
    is_enemy,
    may_place,
    placed,
    suit_of,
)
from validator.law.s13_plots import exposure
from validator.law.s14_bans import BOARD
from validator.law.s14_hoard import (
    MOB,
    STRONGHOLD,
    WARRIOR,
    H,
    hoarded,
    is_ruin_item,
    kept_or_full,
    no_craft,
    not_a_second,
    out_of_ruin,
    perhaps_none_fits,
    prowess,
    warlord_at,
)
from validator.law.s14_moods import (
    BARRED,
    lavish,
    next_to_a_mob,
    no_mob_there,
    spread,
)
from validator.registry import demand, rule


@rule("14.4", "Birdsong", through=True)
def birdsong(_: State) -> Clause:
    steps = in_order(raze(), recruit(), ENOUGH, anoint(), choose_mood(), ONE_MOOD, lavish())
    return alongside(steps, no_craft())


@rule("14.4.1", "Raze", cites=("2.2.4",), unit=True, credit=True)
def raze(state: State) -> Clause:
    """Clear every mob's clearing of enemy buildings and tokens, then place one new mob.

    Owes: each of those removals; the new mob, if every suit has a clearing that can take it.
    Silent: the mob die. A suit without such a clearing may have been rolled.
    Between the clearings a plot may be exposed.
    """
    between = exposure(H) if "P" in state.game.players else NOTHING
    return alongside(in_order(raze_clearings(), spread_mob(), NO_MORE), between)


@rule("14.4.1", "Raze", part="every mob's clearing", starts=(PieceLeg, ItemLeg))
def raze_clearings(state: State) -> Clause:
    """Enemy buildings and tokens beside mobs are removed; each ruin there yields an item."""
    mobs = clearings_with(state, MOB)
    ruins = (take_ruin_item(clearing) for clearing in mobs)
    return any_order(*(burn(clearing) for clearing in mobs), *ruins, SPARED, LEFT)


@rule("14.4.1", "Raze", part="one clearing", starts=(kinds.removed("bt"),))
def burn(state: State, clearing: int) -> Clause:
    """Every enemy building and token there is removed."""
    doomed = enemy_pieces(state, H, clearing, kinds="bt")
    slots: list[Slots] = [((piece, clearing, "off"), n) for piece, n in doomed.items()]
    return each("14.4.1", "remove", H, slots)


RUIN_ITEM: Final = (is_ruin_item, not_a_second, kept_or_full)


@rule("14.4.1", "Raze", part="the ruin's item", starts=(ItemLeg,))
def take_ruin_item(state: State, clearing: int) -> Clause:
    """One item of the ruin in that clearing, if it holds any."""
    if state.ruins.get(clearing, 0) == 0:
        return NOTHING
    item = take(
        ItemLeg,
        out_of_ruin,
        clearing,
        n=1,
        number="14.4.1",
        verb="gain item",
        by=H,
        demands=RUIN_ITEM,
    )
    return may(item) if perhaps_none_fits(state, clearing) else item


@kinds.fits(kinds.removed())
def is_spared(state: State, leg: PieceLeg) -> bool:
    gone = isinstance(leg.start, int) and not isinstance(leg.end, int)
    return gone and is_enemy(state, H, leg.piece.owner)


def is_left(state: State, leg: ItemLeg) -> bool:
    """An item that only a ruin without a mob, or one more of a ruin, can have held."""
    return out_of_ruin(state, leg) and all(demand.holds(state, leg) for demand in RUIN_ITEM)


SPARED: Final = forbidden(
    take(PieceLeg, is_spared, number="14.4.1"),
    "14.4.1",
    "nothing is removed but enemy buildings and tokens beside mobs",
)
LEFT: Final = forbidden(
    take(ItemLeg, is_left, number="14.4.1"),
    "14.4.1",
    "one item is taken of each ruin beside a mob, no other",
)
NO_MORE: Final = any_order(
    forbidden(spread("14.4.1"), "14.4.1", "only one mob is placed"), SPARED, LEFT
)


def open_to_mob(state: State, clearing: int) -> bool:
    return MOB not in state.at(clearing) and may_place(state, H, clearing)


@rule("14.4.1", "Raze", part="the new mob", starts=(kinds.placed("t"),))
def spread_mob(state: State) -> Clause:
    mob = spread("14.4.1", next_to_a_mob, no_mob_there)
    mobs = clearings_with(state, MOB)
    if not mobs:
        return forbidden(spread("14.4.1"), "14.4.1", "there is no mob to spread from")
    if not state.count("supply", H, "t"):
        return forbidden(mob, "14.4.1", "there is no mob left to place")
    options = [
        c
        for c in clearings(state)
        if open_to_mob(state, c) and any(adjacent(state, m, c) for m in mobs)
    ]
    if {suit_of(state, c) for c in options} >= set(SUITS):
        return mob
    return may(mob)


@rule("14.4.2", "Recruit", starts=(PieceLeg,))
def recruit(state: State) -> Clause:
    """Prowess warriors with the warlord, then one for each stronghold in its clearing.

    A supply that is too small serves the warlord first.
    """
    least, most = in_supply(state, WARRIOR)
    return one_of(*(recruit_of(state, supply) for supply in range(least, most + 1)))


def recruit_of(state: State, supply: int) -> Clause:
    """The same with so many warriors in the supply."""
    first: Counter[int] = Counter()
    warlord = warlord_at(state)
    if warlord is not None and may_place(state, H, warlord):
        first[warlord] = min(prowess(state), supply)
    strongholds = clearings_with(state, STRONGHOLD)
    then: Counter[int] = Counter(
        {c: state.at(c)[STRONGHOLD] for c in strongholds if may_place(state, H, c)}
    )
    barred = BARRED if {warlord, *strongholds} - {None, *first, *then} else NOTHING
    if (first + then).total() <= supply:
        return any_order(each("14.4.2", "", H, recruits(first + then)), barred)
    left = supply - first.total()
    return any_order(
        each("14.4.2", "", H, recruits(first)),
        choose("14.4.2", "", H, left, recruits(then)),
        barred,
    )


ENOUGH: Final = forbidden(
    take(PieceLeg, placed, WARRIOR, number="14.4.2"),
    "14.4.2",
    "Prowess with the warlord, one for each stronghold, no more",
)


def recruits(numbers: Counter[int]) -> list[Slots]:
    """So many warriors from the supply to each clearing."""
    return [((WARRIOR, "supply", c), n) for c, n in numbers.items()]


NOWHERE: Final = disputed("H-10")


@rule("14.4.3", "Anoint", unit=True, starts=(PieceLeg,))
def anoint(state: State) -> Clause:
    """A warlord off the map comes back for a Hundreds warrior; if there is none, anywhere.

    Where warriors stand but none can be replaced, he comes anywhere else, or not at all.
    """
    if warlord_at(state) is not None:
        return forbidden(replace(), "14.4.3", "the warlord is on the map")
    there = clearings_with(state, WARRIOR)
    if any(may_place(state, H, c) for c in there):
        return replace()
    anywhere = take(PieceLeg, placed, WARLORD, n=1, number="14.4.3", demands=PLACING)
    return may(anywhere) if there and NOWHERE() else anywhere


def replace() -> Clause:
    """A warrior off, the warlord on, in one clearing."""
    return one_of(
        take(PieceLeg, removes_warrior, n=1, number="14.4.3", then=warlord_in_its_place),
        take(
            PieceLeg,
            placed,
            WARLORD,
            n=1,
            number="14.4.3",
            demands=(beside_a_warrior, *PLACING),
            then=warrior_goes,
        ),
    )


@kinds.fits(kinds.removed("w"))
def removes_warrior(state: State, leg: PieceLeg) -> bool:
    return leg.piece == WARRIOR and isinstance(leg.start, int) and leg.end == "supply"


def warlord_in_its_place(state: State, leg: PieceLeg) -> Clause:
    return take(
        PieceLeg,
        placed,
        WARLORD,
        leg.start,
        n=1,
        number="14.4.3",
        demands=(where_the_warrior_stood, *PLACING),
    )


@demand("14.4.3", "the warlord takes the place of the warrior removed")
def where_the_warrior_stood(state: State, leg: PieceLeg, piece: Piece, clearing: int) -> bool:
    return leg.end == clearing


@demand("14.4.3", "the warlord takes the place of a Hundreds warrior while there is one")
def beside_a_warrior(state: State, leg: PieceLeg, *_: object) -> bool:
    return WARRIOR in state.at(leg.end)


def warrior_goes(state: State, leg: PieceLeg, *_: object) -> Clause:
    return each("14.4.3", "", H, [((WARRIOR, leg.end, "supply"), 1)])


@rule("14.4.4", "Choose Mood", starts=(CardLeg,))
def choose_mood(state: State) -> Clause:
    """Another mood, whose item is not in the Hoard; who has none stays Lavish."""
    if not any(mood_is_free(state, name) for name in moods()):
        return may(take(CardLeg, is_mood, n=1, number="14.4.4", demands=(stays_lavish,)))
    return take(CardLeg, is_mood, n=1, number="14.4.4", demands=(another_mood, item_not_hoarded))


@kinds.fits(kinds.cards(kinds.PLACES, ["board"]))
def is_mood(state: State, leg: CardLeg) -> bool:
    return leg.name in moods() and leg.end == BOARD


ONE_MOOD: Final = forbidden(take(CardLeg, is_mood, number="14.4.4"), "14.4.4", "one mood a turn")


def mood_is_free(state: State, name: str) -> bool:
    return name != state.mood and not hoarded(state, moods()[name].item)


@demand("14.4.4", "the new mood differs from the current one")
def another_mood(state: State, leg: CardLeg) -> bool:
    return leg.name != state.mood


@demand("14.4.4", "a mood that shows an item in the Hoard cannot be chosen")
def item_not_hoarded(state: State, leg: CardLeg) -> bool:
    return not hoarded(state, moods()[leg.name or ""].item)


@demand("14.4.4", "a lavish warlord with no other mood to choose stays lavish")
def stays_lavish(state: State, leg: CardLeg) -> bool:
    return leg.name == state.mood
