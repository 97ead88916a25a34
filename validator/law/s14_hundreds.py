"""14 Lord of the Hundreds: turn and setup. Their Hoard is s14_hoard, their moods s14_moods."""

from __future__ import annotations

from collections import Counter

from notation.legs import BattleLeg, CardLeg, CraftLeg, ItemLeg, Piece, PieceLeg, PointsLeg
from replayer.facts import faction_facts as facts_of
from replayer.facts import map_facts, moods
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Limit,
    Slots,
    alongside,
    any_order,
    choose,
    each,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit, evening_draw
from validator.law.s02_terms import (
    KEEP,
    PLACING,
    SUITS,
    WARLORD,
    adjacent,
    clearings,
    clearings_with,
    enemy_pieces,
    is_enemy,
    matches,
    may_place,
    may_rule,
    placed,
    slot_is_open,
    spent_by,
    suit_of,
    surely_rules,
    warriors,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_battle import Range, battle
from validator.law.s04_craft_and_move import craft, move
from validator.law.s13_plots import exposure
from validator.law.s14_bans import BOARD
from validator.law.s14_hoard import (
    FACTS,
    MOB,
    STRONGHOLD,
    WARRIOR,
    H,
    command,
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
    LATE_GIFT,
    advances_first,
    crowd,
    jubilant,
    lavish,
    next_to_a_mob,
    no_mob_there,
    relentless,
    rowdy_cards,
    spread,
    warlord_goes,
    where_the_warlord_is,
)
from validator.registry import demand, rule, setup

# --- the turn -----------------------------------------------------------------------------


@rule("14", "Lord of the Hundreds", turn=H, through=True)
def turn(state: State) -> Clause:
    return in_order(until_evening(state, H, birdsong(), daylight()), evening())


# --- 14.4 birdsong ------------------------------------------------------------------------


@rule("14.4", "Birdsong", through=True)
def birdsong(state: State) -> Clause:
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


@rule("14.4.1", "Raze", part="one clearing", starts=(PieceLeg,))
def burn(state: State, clearing: int) -> Clause:
    """Every enemy building and token there is removed."""
    doomed = enemy_pieces(state, H, clearing, kinds="bt")
    slots: list[Slots] = [((piece, clearing, "off"), n) for piece, n in doomed.items()]
    return each("14.4.1", "remove", H, slots)


RUIN_ITEM = (is_ruin_item, not_a_second, kept_or_full)


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


SPARED = forbidden(
    take(PieceLeg, is_spared, number="14.4.1"),
    "14.4.1",
    "Raze takes enemy buildings and tokens beside mobs, nothing else",
)
LEFT = forbidden(
    take(ItemLeg, is_left, number="14.4.1"),
    "14.4.1",
    "Raze takes one item of each ruin beside a mob, no other",
)
NO_MORE = any_order(forbidden(spread("14.4.1"), "14.4.1", "Raze places one mob"), SPARED, LEFT)


def open_to_mob(state: State, clearing: int) -> bool:
    return MOB not in state.at(clearing) and may_place(state, H, clearing)


@rule("14.4.1", "Raze", part="the new mob", starts=(PieceLeg,))
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
    supply = state.count("supply", H, "w", "")
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


ENOUGH = forbidden(
    take(PieceLeg, placed, WARRIOR, number="14.4.2"),
    "14.4.2",
    "Prowess with the warlord, one for each stronghold, no more",
)


def recruits(numbers: Counter[int]) -> list[Slots]:
    """So many warriors from the supply to each clearing."""
    return [((WARRIOR, "supply", c), n) for c, n in numbers.items()]


NOWHERE = disputed("H-10")


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


ONE_MOOD = forbidden(take(CardLeg, is_mood, number="14.4.4"), "14.4.4", "one mood a turn")


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


# --- 14.5 daylight ------------------------------------------------------------------------


@rule("14.5", "Daylight", through=True)
def daylight(state: State) -> Clause:
    """Craft, then Command, then Advance; the last two the other way round while Grandiose."""
    steps = (command_the_hundreds(), advance_the_warlord())
    number, says = "14.5", "Command comes before Advance"
    if advances_first(state):
        steps = (advance_the_warlord(), command_the_hundreds())
        number, says = "14.7.2", "a grandiose warlord advances first"
    late = forbidden(steps[0], number, says)
    crafted = forbidden(craft(H), "14.5.1", "Craft comes before Command and Advance")
    return alongside(
        in_order(craft_step(), *steps, late),
        activate_dominance(H),
        take_available(H),
        crafted,
        LATE_GIFT,
    )


@rule("14.5.1", "Craft", starts=(CraftLeg,), optional=True)
def craft_step(state: State) -> Clause:
    return up_to(MANY, craft(H))


AS_EACH_STARTS = disputed("H-3")


@rule(
    "14.5.2",
    "Command the Hundreds",
    cites=("14.2.4.II",),
    starts=(PieceLeg, BattleLeg, CardLeg),
    optional=True,
)
def command_the_hundreds(state: State) -> Clause:
    return commanded(command) if AS_EACH_STARTS() else counted_once()


def commanded(limit: Limit) -> Clause:
    return up_to(
        limit,
        command_move(),
        command_battle(),
        build(),
        number="14.5.2",
        says="Command allows {} actions",
    )


@rule("14.5.2", "Command the Hundreds", part="counted as it begins", optional=True, through=True)
def counted_once(state: State) -> Clause:
    return commanded(command(state))


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
            demands=BUILDING,
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
        demands=(card_matches_build, *BUILDING),
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


@kinds.fits(kinds.SPENT)
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


@demand("14.3.1", "there are six strongholds")
def one_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.count("supply", H, "b") >= leg.n


BUILDING = (they_rule, one_is_left, slot_is_open, *PLACING)


@rule(
    "14.5.3",
    "Advance the Warlord",
    cites=("14.2.4.II",),
    starts=(PieceLeg, BattleLeg),
    optional=True,
)
def advance_the_warlord(state: State) -> Clause:
    return advanced(prowess) if AS_EACH_STARTS() else advances_counted_once()


def advanced(limit: Limit) -> Clause:
    return up_to(limit, advance(), number="14.5.3", says="Prowess allows {} Advances")


@rule("14.5.3", "Advance the Warlord", part="counted as it begins", optional=True, through=True)
def advances_counted_once(state: State) -> Clause:
    return advanced(prowess(state))


@rule("14.5.3", "Advance the Warlord", part="one Advance", starts=(PieceLeg, BattleLeg))
def advance(state: State) -> Clause:
    """The warlord moves, then battles; either may be left out."""
    return one_of(in_order(warlord_moves(), may(advance_battle(), relentless())), advance_battle())


@rule("14.5.3", "Advance the Warlord", part="the move", unit=True, starts=(PieceLeg,))
def warlord_moves(state: State) -> Clause:
    return move(H, (warlord_goes,))


@rule("14.5.3", "Advance the Warlord", part="the battle", starts=(BattleLeg,))
def advance_battle(state: State) -> Clause:
    return battle(H, (where_the_warlord_is,))


# --- 14.6 evening -------------------------------------------------------------------------


@rule("14.6", "Evening", through=True)
def evening(state: State) -> Clause:
    before = in_order(start_of_evening(H), incite_step(), oppress(), no_craft())
    return in_order(
        alongside(before, *standing(state, H)),
        draw_and_discard(),
        *after_drawing(state, H),
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
            demands=INCITING,
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
        demands=(card_matches_mob, *INCITING),
        then=after_incite,
    )


def card_for_mob(state: State, leg: PieceLeg, *_: object) -> Clause:
    card = take(
        CardLeg, spends_for, leg.end, n=1, number="14.6.1", demands=(spent_card_matches_mob,)
    )
    return in_order(card, after_incite(state, leg))


def after_incite(state: State, leg: PieceLeg, *_: object) -> Clause:
    return jubilant(leg.end)


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


INCITING = (no_mob_yet, warrior_is_there, *PLACING)


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
        if not any(piece.owner == H for piece in state.at(c)):
            continue
        surely, possibly = crowd(state, c)
        most += surely == 0 and may_rule(state, H, c)
        least += possibly == 0 and surely_rules(state, H, c)
    return least, most


@rule("14.6.3", "Draw and Discard", soft=True, starts=(CardLeg,))
def draw_and_discard(state: State) -> Clause:
    counts = sorted({FACTS.number("draws") + extra for extra in rowdy_cards(state)})
    drawn = one_of(*(evening_draw(state, H, n, "14.6.3") for n in counts))
    return in_order(drawn, discard_to_limit())


@rule("14.6.3", "Draw and Discard", part="the hand limit", soft=True, starts=(CardLeg,))
def discard_to_limit(state: State) -> Clause:
    return discards_to_limit(state, H, "14.6.3")


# --- 14.3 setup ---------------------------------------------------------------------------


@setup("14.3.2", "Step 2: Garrison", H)
def garrison(before: State, after: State) -> str | None:
    """The warlord, four warriors and a stronghold in a free corner, opposite a start if possible.

    With advanced setup only that they stand together is asked.
    """
    warlord = warlord_at(after)
    if warlord is None:
        return "the warlord is not placed"
    wanted = {WARLORD: 1, WARRIOR: FACTS.number("setup_warriors"), STRONGHOLD: 1, MOB: 0}
    for piece, n in wanted.items():
        if after.at(warlord).get(piece, 0) != n or on_map(after, piece) != n:
            return "the warlord, four warriors and one stronghold start together, and nothing else"
    if is_advanced(before, after):
        return None
    return corner_complaint(before, after, warlord)


def on_map(state: State, piece: Piece) -> int:
    return sum(state.at(clearing).get(piece, 0) for clearing in clearings(state))


def is_advanced(before: State, after: State) -> bool:
    """Whether it may be the advanced setup (16.1): landmarks, hirelings or a hand drawn."""
    game = after.game
    return bool(game.landmarks or game.hirelings) or before.hand.get(H) != after.hand.get(H)


def corner_complaint(before: State, after: State, warlord: int) -> str | None:
    facts = map_facts(after.game.map)
    if warlord not in facts.corners:
        return "the Hundreds start in a corner clearing"
    taken = starting_corners(before)
    if warlord in taken:
        return "another player started in this corner"
    opposite = {facts.opposite[c] for c in taken} - taken
    if opposite and warlord not in opposite and not anyone_to_come(before):
        return "a corner diagonally opposite a starting corner is free"
    return None


def starting_corners(state: State) -> set[int]:
    """Corners where players set up so far have started."""
    return {
        c
        for c in map_facts(state.game.map).corners
        if any(starts_there(state, c, faction) for faction in state.game.players)
    }


def starts_there(state: State, corner: int, faction: str) -> bool:
    """Whether a faction's first corner is this one: its keep, building, tunnel, four Keepers."""
    here = state.at(corner)
    match faction:
        case "C":
            return KEEP in here
        case "E" | "L":
            return state.count(corner, faction, "b") > 0
        case "D":
            return state.count(corner, "D", "t") > 0
        case "K":
            return state.count(corner, "K", "w") >= 4
    return False


def anyone_to_come(state: State) -> bool:
    """Whether somebody who starts in a corner before the Hundreds do is written behind them."""
    return any(
        facts_of(faction).setup < FACTS.setup and not is_on_map(state, faction)
        for faction in state.game.players
        if faction in "CELD"
    )


def is_on_map(state: State, faction: str) -> bool:
    return any(state.count(clearing, faction) for clearing in clearings(state))


@setup("14.3.4", "Step 4: Get Stubborn", H)
def get_stubborn(before: State, after: State) -> str | None:
    """Stubborn until the first mood is chosen; a record may leave it out."""
    return None if after.mood in ("", "stubborn") else "the first mood is Stubborn"
