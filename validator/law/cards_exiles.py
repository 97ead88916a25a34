"""The Exiles & Partisans deck: cards used in their owner's turn or standing in every turn.

The Partisans are in `cards_battle`, what only changes a word in `cards_words`.
"""

from __future__ import annotations

from collections.abc import Callable

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, CraftLeg, ItemLeg, Leg, Piece, PieceLeg, PointsLeg
from replayer.cards import could_be, text_in_play, text_of
from replayer.facts import general
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Demand,
    Due,
    Effects,
    Gained,
    any_order,
    consequences,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
)
from validator.law.cards_standard import (
    discard,
    from_a_hand,
    from_his_hand,
    leaves_the_map,
)
from validator.law.cards_timing import has, surely_has, used_in
from validator.law.removal import pays_refuge
from validator.law.s02_terms import (
    WARLORD,
    as_far_as_it_goes,
    is_enemy,
    matches,
    may_place,
    maybe_adjacent,
    placed,
    snare_lets_go,
    spent_by,
    suit_of,
    torch_allows,
    warriors,
)
from validator.law.s03_victory import on_track
from validator.law.s04_battle import LINE, battle, fight
from validator.law.s04_craft_and_move import (
    MOVING,
    TOLLS,
    carried_when_forced,
    drawing,
    draws,
    goes,
    granted_move,
    item_of,
    rest_of_move,
)
from validator.law.s04_hits import REFUGES, VAGABONDS
from validator.registry import consequence, demand, rule

# --- the start of Birdsong ----------------------------------------------------------------


@used_in("the start of Birdsong", "sabo")
@rule("card.saboteurs", "Saboteurs", unit=True, optional=True, starts=(CardLeg,))
def saboteurs(state: State, faction: Faction) -> Clause:
    """Discarded, to discard a card that lies crafted before an enemy."""
    number = "card.saboteurs"
    target = take(
        CardLeg, anothers_discarded, faction, n=1, number=number, demands=(crafted_by_an_enemy,)
    )
    more = forbidden(target, number, "one card is discarded")
    own = discard(faction, "sabo", number)
    if not has_a_target(state, faction):  # as much as possible (1.5.4)
        wrong = take(CardLeg, anothers_discarded, faction, n=1, number=number)
        return in_order(own, forbidden(wrong, number, crafted_by_an_enemy.says))
    return in_order(any_order(own, target), more)


def has_a_target(state: State, faction: Faction) -> bool:
    """Whether any card lies crafted before an enemy, an active dominance card not counted."""
    return any(
        is_enemy(state, faction, owner) and any(not name.endswith("dom") for name in names)
        for owner, names in state.crafted.items()
    )


def anothers_discarded(state: State, leg: CardLeg, faction: Faction) -> bool:
    """A card that is not in this faction's play area is discarded."""
    out = leg.end in ("*", "dom", "stack")
    return out and leg.start not in (f"{faction}$", faction, "deck")


@demand("card.saboteurs", "only a card that lies crafted in an enemy's play area is discarded")
def crafted_by_an_enemy(state: State, leg: CardLeg, faction: Faction) -> bool:
    start = leg.start
    if not isinstance(start, str) or not start.endswith("$"):
        return False
    names = [name for name in state.crafted.get(start[:-1], ()) if not name.endswith("dom")]
    there = leg.name in names or any(name[1:] == leg.name for name in names)
    if leg.name is None:
        game, text = state.game.deck, text_of(state.game.deck, leg.suit, None)
        there = any(could_be(game, text_in_play(game, name), text) for name in names)
    return there and is_enemy(state, faction, start[:-1])


@used_in("the start of Birdsong", "coffin")
@rule("card.coffinmakers", "Coffin Makers", soft=True, starts=(PointsLeg,))
def coffin_makers(state: State, faction: Faction) -> Clause:
    """A point for every five warriors on the card; then they all go home, unwritten."""
    if not on_track(state, faction):
        return NOTHING
    full = general()["coffin_makers_warriors"]
    low, high = (n // full for n in state.this_turn.coffins)
    return one_of(*(gain(faction, "card.coffinmakers", n) for n in range(low, high + 1)))


# --- Birdsong -----------------------------------------------------------------------------


@used_in("Birdsong", "swap")
@rule("card.swapmeet", "Swap Meet", unit=True, starts=(CardLeg,))
def swap_meet(_: State, faction: Faction) -> Clause:
    """A card taken out of another player's hand, and one given back."""
    number = "card.swapmeet"
    taken = take(
        CardLeg,
        from_a_hand,
        faction,
        n=1,
        number=number,
        demands=(has_a_card_to_swap,),
        then=gives_back,
    )
    given = take(CardLeg, into_a_hand, faction, n=1, number=number, then=takes_back)
    return one_of(taken, given)


@demand("card.swapmeet", "a player without cards cannot be chosen")
def has_a_card_to_swap(state: State, leg: CardLeg, *_: object) -> bool:
    return isinstance(leg.start, str) and state.hand.get(leg.start, (0, 0))[1] > 0


def gives_back(state: State, leg: CardLeg, faction: Faction) -> Clause:
    return take(
        CardLeg,
        into_a_hand,
        faction,
        leg.start,
        n=1,
        number="card.swapmeet",
        demands=(to_the_same_player,),
    )


@kinds.fits(kinds.GIVEN)
def into_a_hand(state: State, leg: CardLeg, faction: Faction, *_: object) -> bool:
    return leg.start == faction and leg.end != faction and leg.end in state.game.players


@demand("card.swapmeet", "the card in return goes to the same player")
def to_the_same_player(state: State, leg: CardLeg, faction: Faction, other: Faction) -> bool:
    return leg.end == other


def takes_back(state: State, leg: CardLeg, faction: Faction) -> Clause:
    """What is given stands first."""
    return take(
        CardLeg,
        from_his_hand,
        faction,
        leg.end,
        n=1,
        number="card.swapmeet",
        demands=(had_a_card_to_swap,),
    )


@demand("card.swapmeet", "a player without cards cannot be chosen")
def had_a_card_to_swap(state: State, leg: CardLeg, *_: object) -> bool:
    """One more than what has just been given."""
    return isinstance(leg.start, str) and state.hand.get(leg.start, (0, 0))[1] > 1


@used_in("Birdsong", "false")
@rule("card.falseorders", "False Orders", unit=True, starts=(CardLeg, PieceLeg))
def false_orders(_: State, faction: Faction) -> Clause:
    """Discarded, to move half of an enemy's warriors in a clearing to an adjacent one."""
    orders = take(
        PieceLeg,
        goes,
        faction,
        number="card.falseorders",
        verb="order away",
        by=faction,
        demands=(
            warriors_of_another,
            half_of_them,
            adjacent_for_them,
            snare_lets_go,
            torch_allows,
            not_the_warlord,
        ),
        then=carrying,
    )
    return any_order(discard(faction, "false", "card.falseorders"), orders)


def carrying(state: State, leg: PieceLeg, faction: Faction) -> Clause:
    return carried_when_forced(state, leg)


@demand("card.falseorders", "warriors of another player are moved")
def warriors_of_another(state: State, leg: PieceLeg, faction: Faction) -> bool:
    """Whether those of a partner may be moved is open: an older face speaks of any player."""
    owner = leg.piece.owner
    return leg.piece.kind == "w" and owner in state.game.players and owner != faction


@demand("14.2.2", "the warlord moves only in the Hundreds' own turn")
def not_the_warlord(state: State, leg: PieceLeg, faction: Faction) -> bool:
    return leg.piece != WARLORD


@demand("card.falseorders", "half of the warriors there are moved, rounded up")
def half_of_them(state: State, leg: PieceLeg, faction: Faction) -> bool:
    """Whether the warlord counts is open."""
    owner = leg.piece.owner
    there = warriors(state, owner, leg.start)
    plain = there - (state.at(leg.start).get(WARLORD, 0) if owner == WARLORD.owner else 0)
    halves = ((n + 1) // 2 for n in range(plain, there + 1))
    return leg.n in (min(n, plain) for n in halves)


@demand("card.falseorders", "all of them go to one clearing adjacent for them")
def adjacent_for_them(state: State, leg: PieceLeg, faction: Faction) -> bool:
    return maybe_adjacent(state, leg.piece.owner, leg.start, leg.end)


@consequence("card.falseorders", "False Orders", verb="order away")
def as_they_move(state: State, leg: Leg, by: Faction) -> Effects:
    """What their move brings falls on the player moved (1.5.5)."""
    return consequences("move", state, leg, leg.piece.owner) if isinstance(leg, PieceLeg) else ()


# --- the end of Birdsong ------------------------------------------------------------------


@used_in("the end of Birdsong", "emi")
@rule("card.eyrieemigre", "Eyrie Émigré", soft=True, starts=(PieceLeg, CardLeg, ItemLeg))
def eyrie_emigre(_: State, faction: Faction) -> Clause:
    """A move and a battle where it ended; discarded unless both are done."""
    number = "card.eyrieemigre"
    marches = [march(faction, MOVING)]
    if faction in TOLLS:
        toll = TOLLS[faction](faction)
        marches.append(in_order(toll.cost, march(faction, (*MOVING, toll.due))))
    return one_of(*marches, discard(faction, "emi", number))


def march(faction: Faction, demands: tuple[Demand, ...]) -> Clause:
    return take(
        PieceLeg,
        goes,
        faction,
        number="card.eyrieemigre",
        verb="move",
        by=faction,
        demands=demands,
        then=arrives,
    )


def arrives(state: State, leg: PieceLeg, faction: Faction) -> Clause:
    return in_order(rest_of_move(state, leg, faction), fights_or_leaves(faction, leg.end))


@rule("card.eyrieemigre", "Eyrie Émigré", part="the battle", soft=True)
def fights_or_leaves(_: State, faction: Faction, clearing: int) -> Clause:
    """A battle there keeps the card."""
    number = "card.eyrieemigre"
    kept = forbidden(discard(faction, "emi", number), number, "done in full, it stays in play")
    fought = battle_there(faction, clearing)
    return one_of(in_order(fought, kept), discard(faction, "emi", number))


@rule(
    "4.3",
    "Battle",
    part="in one clearing",
    unit=True,
    starts=(BattleLeg,),
    through=True,
    credit=True,
)
def battle_there(_: State, faction: Faction, clearing: int) -> Clause:
    """A battle anywhere else is none of this card's."""
    return take(BattleLeg, where_it_moved, faction, clearing, demands=LINE, then=fight)


def where_it_moved(state: State, leg: BattleLeg, faction: Faction, clearing: int) -> bool:
    return leg.clearing == clearing and leg.attacker == faction


# --- Daylight -----------------------------------------------------------------------------


@used_in("Daylight", "prop")
@rule("card.propagandabureau", "Propaganda Bureau", unit=True, starts=(CardLeg,))
def propaganda_bureau(_: State, faction: Faction) -> Clause:
    """A card spent, an enemy warrior in a matching clearing removed, one of one's own placed."""
    return take(
        CardLeg, spent_by, faction, n=1, number="card.propagandabureau", then=turns_a_warrior
    )


def turns_a_warrior(state: State, paid: CardLeg, faction: Faction) -> Clause:
    """He is removed, or saved for a card (6.2.3) that is spent before or after."""
    lost = warrior_out(leaves_the_map, faction, paid.suit, "", one_comes_in)
    if faction in {refuge.faction for refuge in REFUGES}:
        return lost
    saved = warrior_out(is_saved, faction, paid.suit, "", one_comes_in_and_pays)
    hospital = take(
        CardLeg, pays_refuge, faction, paid.suit, n=1, number="6.2.3", then=is_saved_for
    )
    return one_of(lost, saved, hospital)


def is_saved_for(state: State, card: CardLeg, faction: Faction, suit: str | None) -> Clause:
    return warrior_out(is_saved, faction, suit, card.suit or "", one_comes_in)


def warrior_out(
    fit: Callable[..., bool],
    faction: Faction,
    suit: str | None,
    refuge_suit: str,
    then: Callable[..., Clause],
) -> Clause:
    """The enemy warrior leaves; `suit` was spent to turn him, `refuge_suit` to save him."""
    return take(
        PieceLeg,
        fit,
        faction,
        suit,
        refuge_suit,
        n=1,
        number="card.propagandabureau",
        verb="remove",
        by=faction,
        demands=(
            an_enemy_warrior,
            card_matches_there,
            hospital_matches_there,
            he_falls_in_battle,
        ),
        then=then,
    )


def is_saved(state: State, leg: PieceLeg, *_: object) -> bool:
    return isinstance(leg.start, int) and any(r.takes_in(state, leg) for r in REFUGES)


@demand("card.propagandabureau", "an enemy warrior is turned, no other piece")
def an_enemy_warrior(state: State, leg: PieceLeg, faction: Faction, *_: object) -> bool:
    piece = leg.piece
    return piece.kind == "w" and is_enemy(state, faction, piece.owner)


@demand("14.2.2", "the warlord is removed only in battle")
def he_falls_in_battle(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece != WARLORD


@demand("card.propagandabureau", "the card spent must match the clearing of the warrior")
def card_matches_there(
    state: State, leg: PieceLeg, faction: Faction, suit: str | None, *_: object
) -> bool:
    return matches(suit, suit_of(state, leg.start))


@demand("6.2.3", "the card spent must match the clearing the warrior is removed from")
def hospital_matches_there(
    state: State, leg: PieceLeg, faction: Faction, suit: str | None, refuge_suit: str
) -> bool:
    return matches(refuge_suit or None, suit_of(state, leg.start))


def one_comes_in(state: State, leg: PieceLeg, faction: Faction, *_: object) -> Clause:
    """One's own warrior into the same clearing, as far as that is possible (1.5.4)."""
    clearing = leg.start
    own = Piece(faction, "w")
    if not isinstance(clearing, int) or not may_place(state, faction, clearing):
        return NOTHING
    comes = take(
        PieceLeg,
        placed,
        own,
        clearing,
        n=1,
        number="card.propagandabureau",
        verb="place",
        by=faction,
        demands=(into_the_same_clearing,),
    )
    return one_of(*(comes if n else NOTHING for n in as_far_as_it_goes(state, own, 1)))


def one_comes_in_and_pays(state: State, leg: PieceLeg, faction: Faction, *_: object) -> Clause:
    start = leg.start
    cards = (
        take(CardLeg, pays_refuge, start, n=1, number=refuge.number, demands=refuge.demands)
        for refuge in REFUGES
    )
    return any_order(one_of(*cards), one_comes_in(state, leg, faction))


@demand("card.propagandabureau", "the new warrior comes into the same clearing")
def into_the_same_clearing(state: State, leg: PieceLeg, own: Piece, clearing: int) -> bool:
    return leg.end == clearing


@used_in("Daylight", "league")
@rule("card.leagueofadventurousmice", "League of Adventurous Mice", unit=True, starts=(ItemLeg,))
def league_of_adventurous_mice(_: State, faction: Faction) -> Clause:
    """A crafted item exhausted for a move or a battle."""
    item = take(
        ItemLeg,
        is_exhausted,
        faction,
        n=1,
        number="card.leagueofadventurousmice",
        demands=(a_crafted_item,),
    )
    return in_order(item, one_of(granted_move(faction), battle(faction)))


def is_exhausted(state: State, leg: ItemLeg, faction: Faction) -> bool:
    return leg.start == f"{faction}$" and leg.end_state == "e"


@demand("card.leagueofadventurousmice", "no such item lies unexhausted in the Crafted Items box")
def a_crafted_item(state: State, leg: ItemLeg, faction: Faction) -> bool:
    """Whether a Vagabond's items may serve is open; what he has is checked as he exhausts it."""
    if faction in VAGABONDS:
        return True
    crafted = state.items.get(faction, {}).get(leg.item, 0)
    return crafted > state.exhausted.get(faction, {}).get(leg.item, 0)


# --- Evening ------------------------------------------------------------------------------


@used_in("the start of Evening", "charm")
@rule(
    "card.charmoffensive",
    "Charm Offensive",
    soft=True,
    optional=True,
    starts=(CardLeg, PointsLeg),
)
def charm_offensive(state: State, faction: Faction) -> Clause:
    """A card drawn; another player scores a point, written before it or later in the turn."""
    return one_of(
        card_for_charm(state, faction, "charm"),
        in_order(charmed(faction), card_for_charm(state, faction, "")),
    )


def card_for_charm(state: State, faction: Faction, verb: str) -> Clause:
    number = "card.charmoffensive"
    drawn = take(CardLeg, draws, faction, n=1, number=number, verb=verb, by=faction)
    return one_of(drawn, fetches(faction, verb)) if has(state, faction, "inform") else drawn


@consequence("card.charmoffensive", "Charm Offensive", verb="charm")
def point_for_another(state: State, leg: Leg, by: Faction) -> Effects:
    """Who it goes to is free; a player without a marker gets none."""
    free = any(score is None for f, score in state.score.items() if f != by)
    point = may(charmed(by)) if free else charmed(by)
    return (Due("card.charmoffensive", by, point, "turn"),)


@rule("card.charmoffensive", "Charm Offensive", part="the point", soft=True, starts=(PointsLeg,))
def charmed(_: State, faction: Faction) -> Clause:
    number = "card.charmoffensive"
    return take(
        PointsLeg, somebody_scores, faction, n=1, number=number, demands=(another_is_charmed,)
    )


def somebody_scores(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.sign > 0


@demand("card.charmoffensive", "the point goes to another player")
def another_is_charmed(state: State, leg: PointsLeg, faction: Faction) -> bool:
    return leg.faction != faction


@rule("card.informants", "Informants", starts=(CardLeg,))
def informants(_: State, faction: Faction) -> Clause:
    """An ambush card out of the discard pile, in place of a draw in Evening."""
    number = "card.informants"
    drawn = forbidden(take(CardLeg, draws, faction, number=number), number, "nothing else is drawn")
    return in_order(fetches(faction), drawn)


def fetches(faction: Faction, verb: str = "") -> Clause:
    return take(
        CardLeg,
        out_of_discard,
        faction,
        n=1,
        number="card.informants",
        verb=verb,
        by=faction,
        demands=(is_an_ambush,),
    )


@kinds.fits(kinds.cards(["pile"], ["hand"]))
def out_of_discard(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.start == "*" and leg.end == faction


@demand("card.informants", "an ambush card is taken, no other")
def is_an_ambush(state: State, leg: CardLeg, faction: Faction) -> bool:
    return leg.name in (None, "@", "ambush")


# --- in any turn --------------------------------------------------------------------------


@rule("card.murinebroker", "Murine Broker", soft=True, starts=(CardLeg,))
def murine_broker(state: State, faction: Faction) -> Clause:
    """A card drawn for an item that somebody else has crafted. Whether Informants may replace the
    draw in another's Evening is open."""
    card = drawing(state, faction, 1, "card.murinebroker")
    return one_of(card, fetches(faction)) if has(state, faction, "inform") else card


def brokered(state: State, owner: Faction) -> Clause:
    draw = murine_broker(owner)
    return draw if surely_has(state, owner, "murine") else may(draw)


@consequence("card.murinebroker", "Murine Broker", verb="craft")
def brokers_draw(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, CraftLeg) or item_of(state, leg) is None:
        return ()
    return tuple(
        Due("card.murinebroker", owner, brokered(state, owner), "turn")
        for owner, cards in state.crafted.items()
        if owner != by and "murine" in cards
    )


@consequence("card.masterengravers", "Master Engravers", verb="craft")
def engravers_point(state: State, leg: Leg, by: Faction) -> Effects:
    """Each item crafted scores one point more."""
    if not isinstance(leg, CraftLeg) or item_of(state, leg) is None:
        return ()
    if not has(state, by, "engrave") or not on_track(state, by):
        return ()
    if not surely_has(state, by, "engrave"):
        point = gain(by, "card.masterengravers", 1)
        return (Due("card.masterengravers", by, may(point), "turn"),)
    return (Gained(by, "card.masterengravers", 1),)
