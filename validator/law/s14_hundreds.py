"""14 Lord of the Hundreds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from notation.legs import (
    BattleLeg,
    CardLeg,
    CraftLeg,
    ItemLeg,
    Leg,
    Piece,
    PieceLeg,
    PointsLeg,
)
from replayer.facts import faction_facts, general, items, map_facts, moods
from replayer.state import State
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Due,
    Effects,
    Forbidden,
    Gained,
    alongside,
    any_order,
    choose,
    each,
    gain,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.law.s02_terms import (
    KEEP,
    PLACING,
    SUITS,
    adjacent,
    clearings,
    clearings_with,
    enemy_pieces,
    matches,
    may_place,
    may_rule,
    maybe_adjacent,
    placed,
    rules,
    slot_is_open,
    spent_by,
    suit_of,
    surely_rules,
    warriors,
)
from validator.law.s03_victory import (
    ITEM_POINTS,
    activate_dominance,
    on_track,
    printed_points,
    take_available,
)
from validator.law.s04_battle import (
    BEFORE_ROLL,
    DECLARED_AT_START,
    EXTRA,
    IGNORES,
    VAGABONDS,
    Declaration,
    Range,
    ambushed,
    battle,
)
from validator.law.s04_craft_and_move import AFTER_CRAFT, craft, draws, move
from validator.law.common import after_drawing, standing, start_of_turn
from validator.registry import consequence, definition, demand, exception, rule, setup

H = "H"
BOARD = "H$"
WARRIOR, WARLORD = Piece(H, "w"), Piece(H, "w", "w")
STRONGHOLD, MOB = Piece(H, "b"), Piece(H, "t")
FACTS = faction_facts(H)


# --- 14.2 faction rules -------------------------------------------------------------------


@definition("14.2.2", "The Warlord")
def warlord_at(state: State) -> int | None:
    """The clearing of the warlord; None while it is off the map."""
    return next(iter(clearings_with(state, WARLORD)), None)


def in_warlords_clearing(state: State, leg: BattleLeg) -> bool:
    return warlord_at(state) == leg.clearing


def hoard(state: State, track: str) -> int:
    """How many items lie on a track (14.2.4)."""
    held = state.items.get(H, {})
    return sum(held.get(item, 0) for item in track_items(track))


def track_items(track: str) -> tuple[str, ...]:
    return next(row.items for row in FACTS.hoard if row.name == track)


def track_of(item: str) -> str | None:
    """The track that takes an item; None for torches and clubs."""
    return next((row.name for row in FACTS.hoard if item in row.items), None)


def spaces(track: str) -> int:
    return next(row.spaces for row in FACTS.hoard if row.name == track)


@definition("14.2.4.II", "Command and Prowess")
def command(state: State) -> int:
    return FACTS.scales["command"].at(hoard(state, "command"))


@definition("14.2.4.II", "Command and Prowess")
def prowess(state: State) -> int:
    return FACTS.scales["prowess"].at(hoard(state, "prowess"))


def leaves_hoard(state: State, leg: ItemLeg, track: str | None) -> bool:
    """An item of that track (None: any) goes from the Hoard out of the game."""
    if leg.start != BOARD or leg.end != "out":
        return False
    return track is None or leg.item in track_items(track) or leg.item == "_"


@demand("14.2.4.I", "the item removed must be of the full track")
def of_that_track(state: State, leg: ItemLeg, track: str) -> bool:
    return leg.item in track_items(track)


def any_leaves(state: State, leg: ItemLeg, track: str) -> bool:
    return leg.start == BOARD and leg.end == "out"


@rule("14.2.4.I", "Gaining Items", starts=(ItemLeg,))
def overflow(state: State, track: str) -> Clause:
    """A full track: one item of it leaves the game, and that scores a point."""
    return take(
        ItemLeg,
        any_leaves,
        track,
        n=1,
        number="14.2.4.I",
        verb="overflow",
        by=H,
        demands=(of_that_track,),
    )


@consequence("14.2.4.I", "Gaining Items", verb="gain item")
def full_track(state: State, leg: Leg, by: str) -> Effects:
    item = leg.item if isinstance(leg, ItemLeg | CraftLeg) else None
    track = track_of(item or "")
    if track is None or hoard(state, track) < spaces(track):
        return ()
    if isinstance(leg, ItemLeg) and leg.end == "out":
        return overflow_point(state, leg, by)
    return (Due("14.2.4.I", H, overflow(track), "unit"),)


@consequence("14.2.4.I", "Gaining Items", verb="overflow")
def overflow_point(state: State, leg: Leg, by: str) -> Effects:
    if not on_track(state, H):
        return ()
    return (Gained(H, "14.2.4.I", FACTS.number("hoard_overflow_points")),)


@demand("14.2.4.I", "an item is removed on gaining it only where its track is full")
def kept_or_full(state: State, leg: ItemLeg, *_: object) -> bool:
    track = track_of(leg.item)
    return leg.end == BOARD or track is None or hoard(state, track) >= spaces(track)


# --- 14.2.3 contempt for trade ------------------------------------------------------------


@exception("14.2.3", "Contempt for Trade", to="3.2.2")
def no_points_at_once(state: State, item: str) -> tuple[str, int]:
    return "14.2.3", 0


ITEM_POINTS[H] = no_points_at_once


def sells(state: State, leg: ItemLeg, item: str) -> bool:
    return leg.item == item and leg.start == BOARD and leg.end == "out"


@consequence("14.2.3", "Contempt for Trade", verb="sell")
def points_for_selling(state: State, leg: Leg, by: str) -> Effects:
    if not isinstance(leg, ItemLeg) or not on_track(state, H):
        return ()
    return (Gained(H, "14.2.3", printed_points(state, leg.item)),)


def scores_exactly(state: State, leg: PointsLeg, n: int) -> bool:
    return leg.faction == H and leg.sign > 0 and leg.n == n


@rule("14.2.3", "Contempt for Trade")
def contempt(state: State, item: str) -> Clause:
    """Keep the crafted item and score nothing printed, or remove it and score."""
    track = track_of(item)
    full = track is not None and hoard(state, track) > spaces(track)
    keep = overflow(track) if full and track else NOTHING
    points = printed_points(state, item)
    sold = take(ItemLeg, sells, item, n=1, number="14.2.3", verb="sell", by=H)
    unwritten = take(PointsLeg, scores_exactly, points, number="14.2.3")
    return one_of(keep, sold, unwritten)


def keep_or_sell(state: State, leg: CraftLeg, faction: str) -> Clause:
    return NOTHING if leg.item is None else contempt(leg.item)


AFTER_CRAFT[H] = keep_or_sell


# --- 14.2.5 looters -----------------------------------------------------------------------


def looted(state: State, leg: ItemLeg, victim: str) -> bool:
    return leg.start == f"{victim}$" and leg.end in (BOARD, "out")


@rule("14.2.5", "Looters", starts=(ItemLeg,))
def loot(state: State, leg: BattleLeg) -> Clause:
    """At the end of a looted battle: one crafted item of the defender, if they rule the clearing."""
    item = take(
        ItemLeg,
        looted,
        leg.defender,
        n=1,
        number="14.2.5",
        verb="gain item",
        by=H,
        demands=(kept_or_full,),
    )
    sure, possible = rules(state, H, leg.clearing)
    if sure:
        return item
    return may(item) if possible else Forbidden(item, "14.2.5", "the looters do not rule there")


@exception("14.2.5", "Looters", to="4.3.2")
def may_loot(state: State, leg: BattleLeg) -> tuple[Declaration, ...]:
    if leg.attacker != H or leg.defender in VAGABONDS or not state.items.get(leg.defender):
        return ()
    return (("loot", loot(leg)),)


DECLARED_AT_START.append(may_loot)


# --- 14.4 birdsong ------------------------------------------------------------------------


@rule("14.4", "Birdsong", through=True)
def birdsong(state: State) -> Clause:
    return in_order(raze(), recruit(), anoint(), choose_mood(), lavish())


@rule("14.4.1", "Raze", cites=("2.2.4",), starts=(PieceLeg, ItemLeg))
def raze(state: State) -> Clause:
    """Clear every mob's clearing of enemy buildings and tokens, then place one new mob.

    Owes: each of those removals; the new mob, if every suit has a clearing that can take it.
    Silent: the mob die. A suit without such a clearing may have been rolled.
    """
    mobs = clearings_with(state, MOB)
    return in_order(any_order(*(raze_clearing(c) for c in mobs)), spread_mob())


@rule("14.4.1", "Raze", part="one clearing", unit=True, starts=(PieceLeg, ItemLeg), credit=True)
def raze_clearing(state: State, clearing: int) -> Clause:
    doomed = enemy_pieces(state, H, clearing, kinds="bt")
    slots = [((piece, clearing, "off"), n) for piece, n in doomed.items()]
    return any_order(each("14.4.1", "remove", H, slots), take_ruin_item(clearing))


@rule("14.4.1", "Raze", part="the ruin's item", starts=(ItemLeg,))
def take_ruin_item(state: State, clearing: int) -> Clause:
    if state.ruins.get(clearing, 0) == 0:
        return NOTHING
    return take(
        ItemLeg,
        out_of_ruin,
        clearing,
        n=1,
        number="14.4.1",
        verb="gain item",
        by=H,
        demands=(is_ruin_item, kept_or_full),
    )


def out_of_ruin(state: State, leg: ItemLeg, clearing: int) -> bool:
    return leg.start == clearing and leg.end in (BOARD, "out")


@demand("14.3.3", "the ruins hold a bag, a boot, a hammer and a sword")
def is_ruin_item(state: State, leg: ItemLeg, clearing: int) -> bool:
    row = items().get(leg.item)
    return row is not None and row.ruins > 0


def open_to_mob(state: State, clearing: int) -> bool:
    return MOB not in state.at(clearing) and may_place(state, H, clearing)


@rule("14.4.1", "Raze", part="the new mob", starts=(PieceLeg,))
def spread_mob(state: State) -> Clause:
    mob = spread("14.4.1", next_to_a_mob)
    standing = clearings_with(state, MOB)
    if not standing or not state.count("supply", H, "t"):
        return Forbidden(mob, "14.4.1", "there is no mob to spread from, or none left to place")
    options = [
        c
        for c in clearings(state)
        if open_to_mob(state, c) and any(adjacent(state, m, c) for m in standing)
    ]
    if {suit_of(state, c) for c in options} >= set(SUITS):
        return mob
    return may(mob)


def spread(number: str, *demands: object) -> Clause:
    """One mob, in a clearing that has none."""
    return take(
        PieceLeg,
        placed,
        MOB,
        n=1,
        number=number,
        demands=(*demands, no_mob_there, *PLACING),
    )


@demand("14.4.1", "a new mob stands next to a mob")
def next_to_a_mob(state: State, leg: PieceLeg, *_: object) -> bool:
    return any(maybe_adjacent(state, H, mob, leg.end) for mob in clearings_with(state, MOB))


@demand("14.4.1", "a new mob stands where there is none")
def no_mob_there(state: State, leg: PieceLeg, *_: object) -> bool:
    return MOB not in state.at(leg.end)


@rule("14.4.2", "Recruit", starts=(PieceLeg,))
def recruit(state: State) -> Clause:
    """Prowess warriors with the warlord, then one for each stronghold in its clearing."""
    supply = state.count("supply", H, "w", "")
    warlord = warlord_at(state)
    with_warlord = 0
    if warlord is not None and may_place(state, H, warlord):
        with_warlord = min(prowess(state), supply)
    strongholds = {
        c: state.at(c)[STRONGHOLD]
        for c in clearings_with(state, STRONGHOLD)
        if may_place(state, H, c)
    }
    first = [((WARRIOR, "supply", warlord), with_warlord)]
    if with_warlord + sum(strongholds.values()) <= supply:
        total = Counter(strongholds)
        if warlord is not None:
            total[warlord] += with_warlord
        return each("14.4.2", "", H, [((WARRIOR, "supply", c), n) for c, n in total.items()])
    then = [((WARRIOR, "supply", c), n) for c, n in strongholds.items()]
    return any_order(
        each("14.4.2", "", H, first if with_warlord else []),
        choose("14.4.2", "", H, supply - with_warlord, then),
    )


@rule("14.4.3", "Anoint", unit=True, starts=(PieceLeg,))
def anoint(state: State) -> Clause:
    """A warlord off the map comes back in the place of a Hundreds warrior; without one, anywhere."""
    there = [c for c in clearings_with(state, WARRIOR) if may_place(state, H, c)]
    if warlord_at(state) is not None:
        return Forbidden(replace(), "14.4.3", "the warlord is on the map")
    if there:
        return replace()
    return take(PieceLeg, placed, WARLORD, n=1, number="14.4.3", demands=PLACING)


def replace() -> Clause:
    """A warrior off, the warlord on, in one clearing."""
    return one_of(
        take(PieceLeg, removes_warrior, n=1, number="14.4.3", then=warlord_in_its_place),
        take(PieceLeg, placed, WARLORD, n=1, number="14.4.3", demands=PLACING, then=warrior_goes),
    )


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


def warrior_goes(state: State, leg: PieceLeg, piece: Piece) -> Clause:
    return each("14.4.3", "", H, [((WARRIOR, leg.end, "supply"), 1)])


@rule("14.4.4", "Choose Mood", starts=(CardLeg,))
def choose_mood(state: State) -> Clause:
    """Another mood, whose item is not in the Hoard."""
    mood = take(
        CardLeg,
        is_mood,
        n=1,
        number="14.4.4",
        demands=(another_mood, item_not_hoarded),
    )
    if any(mood_is_free(state, name) for name in moods()):
        return mood
    return Forbidden(mood, "14.4.4", "no other mood is free")


def is_mood(state: State, leg: CardLeg) -> bool:
    return leg.name in moods() and leg.end == BOARD


def mood_is_free(state: State, name: str) -> bool:
    item = moods()[name].item
    return name != state.mood and (item is None or not state.items.get(H, {}).get(item))


@demand("14.4.4", "the new mood differs from the current one")
def another_mood(state: State, leg: CardLeg) -> bool:
    return leg.name != state.mood


@demand("14.4.4", "a mood that shows an item in the Hoard cannot be chosen")
def item_not_hoarded(state: State, leg: CardLeg) -> bool:
    item = moods()[leg.name or ""].item
    return item is None or not state.items.get(H, {}).get(item)


# --- 14.5 daylight ------------------------------------------------------------------------


@rule("14.5", "Daylight", through=True)
def daylight(state: State) -> Clause:
    steps = in_order(craft_step(), *order_of_steps(state))
    return alongside(steps, activate_dominance(H), take_available(H))


@exception("14.7.2", "Grandiose", to="14.5")
def order_of_steps(state: State) -> tuple[Clause, ...]:
    """Command, then Advance; the other way round while Grandiose."""
    if state.mood == "grandiose":
        return advance_the_warlord(), command_the_hundreds()
    return command_the_hundreds(), advance_the_warlord()


@rule("14.5.1", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(state: State) -> Clause:
    return up_to(MANY, craft(H))


@rule(
    "14.5.2",
    "Command the Hundreds",
    cites=("14.2.4.II",),
    starts=(PieceLeg, BattleLeg, CardLeg),
    optional=True,
)
def command_the_hundreds(state: State) -> Clause:
    return up_to(
        command,
        command_move(),
        command_battle(),
        build(),
        number="14.5.2",
        says="Command allows {} actions",
    )


@rule("14.5.2.I", "Move", starts=(PieceLeg,))
def command_move(state: State) -> Clause:
    return move(H)


@rule("14.5.2.II", "Battle", starts=(BattleLeg,))
def command_battle(state: State) -> Clause:
    return battle(H)


@rule("14.5.2.III", "Build", unit=True, starts=(CardLeg, PieceLeg))
def build(state: State) -> Clause:
    """A card spent, a stronghold placed in a matching clearing that they rule."""
    return one_of(
        take(CardLeg, spent_by, H, n=1, number="14.5.2.III", then=stronghold_for),
        take(
            PieceLeg,
            placed,
            STRONGHOLD,
            n=1,
            number="14.5.2.III",
            demands=(they_rule, slot_is_open, *PLACING),
            then=card_for_stronghold,
        ),
    )


def stronghold_for(state: State, paid: CardLeg, *_: object) -> Clause:
    return take(
        PieceLeg,
        placed,
        STRONGHOLD,
        paid.suit,
        n=1,
        number="14.5.2.III",
        demands=(card_matches_build, they_rule, slot_is_open, *PLACING),
    )


def card_for_stronghold(state: State, leg: PieceLeg, *_: object) -> Clause:
    return take(
        CardLeg,
        spends_for,
        leg.end,
        n=1,
        number="14.5.2.III",
        demands=(spent_card_matches_build,),
    )


def spends_for(state: State, leg: CardLeg, clearing: int) -> bool:
    return spent_by(state, leg, H)


@demand("14.5.2.III", "the card spent must match the stronghold's clearing")
def spent_card_matches_build(state: State, leg: CardLeg, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


@demand("14.5.2.III", "the card spent must match the stronghold's clearing")
def card_matches_build(state: State, leg: PieceLeg, piece: Piece, suit: str | None) -> bool:
    return matches(suit, suit_of(state, leg.end))


@demand("14.5.2.III", "a stronghold needs a clearing that the Hundreds rule")
def they_rule(state: State, leg: PieceLeg, *_: object) -> bool:
    return may_rule(state, H, leg.end)


@rule(
    "14.5.3",
    "Advance the Warlord",
    cites=("14.2.4.II",),
    starts=(PieceLeg, BattleLeg),
    optional=True,
)
def advance_the_warlord(state: State) -> Clause:
    return up_to(prowess, advance(), number="14.5.3", says="Prowess allows {} Advances")


@rule("14.5.3", "Advance the Warlord", part="one Advance", starts=(PieceLeg, BattleLeg))
def advance(state: State) -> Clause:
    """The warlord moves, then battles; either may be left out."""
    return one_of(in_order(warlord_moves(), may(advance_battle(), relentless())), advance_battle())


@rule(
    "14.5.3", "Advance the Warlord", part="the move", unit=True, starts=(PieceLeg,), through=False
)
def warlord_moves(state: State) -> Clause:
    return move_with_warlord()


def move_with_warlord() -> Clause:
    return move(H, (warlord_goes,))


@demand("14.5.3", "the warlord himself must move")
def warlord_goes(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece == WARLORD


@rule("14.5.3", "Advance the Warlord", part="the battle", starts=(BattleLeg,))
def advance_battle(state: State) -> Clause:
    return battle(H, (where_the_warlord_is,))


@demand("14.5.3", "the battle of an Advance is fought in the warlord's clearing")
def where_the_warlord_is(state: State, leg: BattleLeg, *_: object) -> bool:
    return in_warlords_clearing(state, leg)


# --- 14.6 evening -------------------------------------------------------------------------


@rule("14.6", "Evening", through=True)
def evening(state: State) -> Clause:
    before = in_order(incite_step(), oppress())
    return in_order(
        alongside(before, *standing(state, H)), draw_and_discard(), *after_drawing(state, H)
    )


@rule("14.6.1", "Incite", starts=(CardLeg, PieceLeg), optional=True)
def incite_step(state: State) -> Clause:
    return up_to(MANY, incite())


@rule("14.6.1", "Incite", part="one mob", unit=True, starts=(CardLeg, PieceLeg))
def incite(state: State) -> Clause:
    """A card spent, a mob placed in a matching clearing with a Hundreds warrior and no mob."""
    return one_of(
        take(CardLeg, spent_by, H, n=1, number="14.6.1", then=mob_for),
        take(
            PieceLeg,
            placed,
            MOB,
            n=1,
            number="14.6.1",
            demands=(no_mob_yet, warrior_is_there, *PLACING),
            then=card_for_mob,
        ),
    )


def mob_for(state: State, paid: CardLeg, *_: object) -> Clause:
    return take(
        PieceLeg,
        placed,
        MOB,
        paid.suit,
        n=1,
        number="14.6.1",
        demands=(card_matches_mob, no_mob_yet, warrior_is_there, *PLACING),
        then=after_incite,
    )


def card_for_mob(state: State, leg: PieceLeg, *_: object) -> Clause:
    card = take(
        CardLeg, spends_for, leg.end, n=1, number="14.6.1", demands=(spent_card_matches_mob,)
    )
    return in_order(card, after_incite(state, leg))


def after_incite(state: State, leg: PieceLeg, *_: object) -> Clause:
    return jubilant() if leg.end == warlord_at(state) else NOTHING


@demand("14.6.1", "the card spent must match the mob's clearing")
def spent_card_matches_mob(state: State, leg: CardLeg, clearing: int) -> bool:
    return matches(leg.suit, suit_of(state, clearing))


@demand("14.6.1", "the card spent must match the mob's clearing")
def card_matches_mob(state: State, leg: PieceLeg, piece: Piece, suit: str | None) -> bool:
    return matches(suit, suit_of(state, leg.end))


@demand("14.6.1", "a mob is incited where there is none")
def no_mob_yet(state: State, leg: PieceLeg, *_: object) -> bool:
    return MOB not in state.at(leg.end)


@demand("14.6.1", "inciting takes a Hundreds warrior in the clearing")
def warrior_is_there(state: State, leg: PieceLeg, *_: object) -> bool:
    return warriors(state, H, leg.end) > 0


@rule("14.6.2", "Oppress", soft=True, starts=(PointsLeg,))
def oppress(state: State) -> Clause:
    """Points for the clearings they rule with a piece of theirs and no enemy piece."""
    if not on_track(state, H):
        return gain(H, "14.6.2", 0)
    scale = FACTS.scales["oppress"]
    least, most = oppressed(state)
    return one_of(*(gain(H, "14.6.2", scale.at(n)) for n in range(least, most + 1)))


def oppressed(state: State) -> Range:
    """How many clearings they oppress: (surely, possibly)."""
    least = most = 0
    for c in clearings(state):
        here = state.at(c)
        if any(p.owner == H for p in here) and not enemy_pieces(state, H, c):
            most += may_rule(state, H, c)
            least += surely_rules(state, H, c)
    return least, most


@rule("14.6.3", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    counts = sorted({FACTS.number("draws") + extra for extra in rowdy_cards(state)})
    cards = [take(CardLeg, draws, H, n=n, number="14.6.3") for n in counts]
    return in_order(one_of(*cards), discard_to_limit())


@rule("14.6.3", "Draw and Discard", part="the hand limit", soft=True, starts=(CardLeg,))
def discard_to_limit(state: State) -> Clause:
    """Down to five, counting the hand as the record leaves it: (at least, at most)."""
    limit = general()["hand_limit"]
    low, high = state.hand.get(H, (0, 0))
    least, most = max(low - limit, 0), max(high - limit, 0)
    must = take(CardLeg, spent_by, H, n=least, number="14.6.3") if least else NOTHING
    more = take(CardLeg, spent_by, H, n=1, number="14.6.3")
    return in_order(
        must, up_to(most - least, more, number="14.6.3", says="the hand is not over five")
    )


# --- 14.7 moods ---------------------------------------------------------------------------


def mob_near_warlord(state: State, leg: PieceLeg) -> bool:
    return leg.piece == MOB and isinstance(leg.start, int) and leg.end == "supply"


@demand("14.7.1", "the mobs come from the warlord's clearing or one adjacent to it")
def near_the_warlord(state: State, leg: PieceLeg) -> bool:
    warlord = warlord_at(state)
    return leg.start == warlord or (
        warlord is not None and maybe_adjacent(state, H, warlord, leg.start)
    )


@consequence("14.7.1", "Bitter", verb="turn mob")
def warriors_for_mob(state: State, leg: Leg, by: str) -> Effects:
    warlord = warlord_at(state)
    if warlord is None:
        return ()
    return tuple(Due("14.7.1", H, bitter_warrior(warlord), "unit") for _ in range(leg.n))


@consequence("14.7.1", "Bitter", verb="turn mob, warriors short")
def perhaps_warriors_for_mob(state: State, leg: Leg, by: str) -> Effects:
    return tuple(
        Due("14.7.1", H, may(due.clause), "unit")
        for due in warriors_for_mob(state, leg, by)
        if isinstance(due, Due)
    )


@rule("14.7.1", "Bitter", part="one warrior", starts=(PieceLeg,))
def bitter_warrior(state: State, clearing: int) -> Clause:
    if not may_place(state, H, clearing):
        return NOTHING
    supply = state.count("supply", H, "w", "")
    slot = [((WARRIOR, "supply", clearing), min(1, supply))]
    return each("14.7.1", "", H, slot)


@rule("14.7.1", "Bitter", starts=(PieceLeg,), optional=True)
def bitter(state: State, short: bool) -> Clause:
    """Before the roll, mobs there and next door may be turned into warriors.

    Before the ambush or after it: with a supply that the ambush has filled, either number of warriors.
    """
    mob = take(
        PieceLeg,
        mob_near_warlord,
        number="14.7.1",
        verb="turn mob, warriors short" if short else "turn mob",
        by=H,
        demands=(near_the_warlord,),
    )
    return up_to(MANY, mob)


def bitter_before_roll(state: State, leg: BattleLeg) -> Clause:
    mine = H in (leg.attacker, leg.defender)
    if not (mine and state.mood == "bitter" and in_warlords_clearing(state, leg)):
        return NOTHING
    mobs = state.count("supply", H, "w", "") < FACTS.pieces["t", ""]
    return bitter(ambushed(leg) and mobs)


BEFORE_ROLL.append(bitter_before_roll)


@rule("14.7.3", "Jubilant", starts=(PieceLeg,), optional=True)
def jubilant(state: State) -> Clause:
    """Up to four more mobs, each by the die next to any mob."""
    if state.mood != "jubilant":
        return NOTHING
    return up_to(
        FACTS.number("jubilant_mobs"),
        spread("14.7.3", next_to_any_mob),
        number="14.7.3",
        says="{} more mobs at most",
    )


@demand("14.7.3", "each further mob stands next to a clearing with a mob")
def next_to_any_mob(state: State, leg: PieceLeg, *_: object) -> bool:
    return any(maybe_adjacent(state, H, mob, leg.end) for mob in clearings_with(state, MOB))


@rule("14.7.4", "Lavish", unit=True, starts=(ItemLeg,), optional=True)
def lavish(state: State) -> Clause:
    """At the end of Birdsong: items out of the Hoard, two warriors each with the warlord."""
    item = take(ItemLeg, leaves_hoard, None, number="14.7.4", verb="lavish", by=H)
    if state.mood != "lavish":
        return NOTHING
    return up_to(MANY, item)


@consequence("14.7.4", "Lavish", verb="lavish")
def lavish_warriors_for(state: State, leg: Leg, by: str) -> Effects:
    return tuple(Due("14.7.4", H, lavish_warriors(), "unit") for _ in range(leg.n))


@rule("14.7.4", "Lavish", part="two warriors", starts=(PieceLeg,))
def lavish_warriors(state: State) -> Clause:
    warlord = warlord_at(state)
    if warlord is None or not may_place(state, H, warlord):
        return NOTHING
    supply = state.count("supply", H, "w", "")
    n = min(FACTS.number("lavish_warriors"), supply)
    return each("14.7.4", "", H, [((WARRIOR, "supply", warlord), n)])


@rule("14.7.5", "Relentless", starts=(PieceLeg, BattleLeg), optional=True)
def relentless(state: State) -> Clause:
    """After an Advance with move and battle: one more of either."""
    if state.mood != "relentless":
        return NOTHING
    return may(one_of(move_with_warlord(), battle(H, (where_the_warlord_is,))))


@exception("14.7.6", "Rowdy", to="14.6.3")
def rowdy_cards(state: State) -> Iterable[int]:
    """Cards drawn beyond the one; without a warlord on the map the record gets the benefit."""
    if state.mood != "rowdy":
        return (0,)
    warlord = warlord_at(state)
    if warlord is None:
        return (0, FACTS.number("rowdy_cards"))
    crowd = sum(enemy_pieces(state, H, warlord).values())
    many = crowd >= FACTS.number("rowdy_enemy_pieces")
    return (FACTS.number("rowdy_cards_among_enemies" if many else "rowdy_cards"),)


@exception("14.7.7", "Stubborn", to="4.3.4")
def stubborn(state: State, leg: BattleLeg, attacking: bool) -> bool:
    side = leg.attacker if attacking else leg.defender
    return side == H and state.mood == "stubborn" and in_warlords_clearing(state, leg)


@exception("14.7.8", "Wrathful", to="4.3.3.I")
def wrathful(state: State, leg: BattleLeg, attacking: bool) -> Range:
    if attacking and leg.attacker == H and state.mood == "wrathful":
        n = FACTS.number("wrathful_hits") if in_warlords_clearing(state, leg) else 0
        return n, n
    return 0, 0


IGNORES.append(stubborn)
EXTRA.append(wrathful)


# --- the turn -----------------------------------------------------------------------------


@rule("14", "Lord of the Hundreds", turn=H, through=True)
def turn(state: State) -> Clause:
    before = alongside(in_order(birdsong(), daylight()), *standing(state, H))
    return in_order(start_of_turn(state, H), before, evening())


# --- 14.3 setup ---------------------------------------------------------------------------


@setup("14.3.2", "Step 2: Garrison", H)
def garrison(before: State, after: State) -> str | None:
    """The warlord, four warriors and a stronghold in a free corner, opposite a start if possible."""
    facts = map_facts(after.game.map)
    warlord = warlord_at(after)
    if warlord is None:
        return "the warlord is not placed"
    if after.count(warlord, H, "w", "") != FACTS.number("setup_warriors"):
        return f"{FACTS.number('setup_warriors')} warriors start with the warlord"
    if after.count(warlord, H, "b") != 1:
        return "one stronghold starts with the warlord"
    if warlord not in facts.corners:
        return "the Hundreds start in a corner clearing"
    taken = starting_corners(before)
    if warlord in taken:
        return "another player started in this corner"
    opposite = {facts.opposite[c] for c in taken} - taken
    if opposite and warlord not in opposite:
        return "a corner diagonally opposite a starting corner is free"
    return None


def starting_corners(state: State) -> set[int]:
    """Corners where players set up so far have started: where their keep or first building stands."""
    return {
        c
        for c in map_facts(state.game.map).corners
        if any(p.owner in starters(state, c) for p in state.at(c))
    }


def starters(state: State, corner: int) -> set[str]:
    """Factions that start in this corner: a keep, a building, a tunnel, or four Keepers there."""
    found = set()
    for piece, n in state.at(corner).items():
        if (
            piece == KEEP
            or (piece.kind == "b" and piece.owner in "EL")
            or piece.owner + piece.kind == "Dt"
        ):
            found.add(piece.owner)
        if piece.owner == "K" and piece.kind == "w" and n >= 4:
            found.add("K")
    return found


@setup("14.3.4", "Step 4: Get Stubborn", H)
def get_stubborn(before: State, after: State) -> str | None:
    """Stubborn until the first mood is chosen; a record may leave it out."""
    return None if after.mood in ("", "stubborn") else "the first mood is Stubborn"
