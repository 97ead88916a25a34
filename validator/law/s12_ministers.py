"""12 Underground Duchy: the ministers, what they do, how they are swayed and lost."""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.actions import Faction, Suit
from notation.legs import BattleLeg, CardLeg, Leg, Piece, PieceLeg, PointsLeg, RevealLeg
from replayer.facts import ministers
from replayer.facts.schema import Minister
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Due,
    Effects,
    Gained,
    any_order,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.disputed import disputed
from validator.law.s02_terms import (
    SUITS,
    clearings,
    clearings_with,
    matches,
    spent_by,
    suit_of,
)
from validator.law.s03_victory import on_track
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import move
from validator.law.s12_outposts import (
    CITADEL,
    FACTS,
    FOREMOLE,
    MARKET,
    D,
    building,
    shown_to_all,
    standing,
)
from validator.registry import consequence, definition, demand, rule

RANKS: Final = ("squire", "noble", "lord")
MOB: Final = Piece("H", "t")
Shown = tuple[tuple[Suit | None, int], ...]
"""Cards revealed so far, by suit."""


def rank_of(name: str | None) -> str:
    return ministers()[name or ""].rank


# --- 12.2.3 the price of failure ----------------------------------------------------------


@kinds.fits(kinds.cards(["board"], kinds.PLACES))
def minister_leaves(state: State, leg: CardLeg) -> bool:
    return leg.start == "D$" and leg.name in ministers()


@demand("12.2.3", "the minister lost is of the highest rank swayed")
def of_highest_rank(state: State, leg: CardLeg) -> bool:
    ranks = [RANKS.index(rank_of(name)) for name in state.ministers]
    return not ranks or RANKS.index(rank_of(leg.name)) == max(ranks)


@kinds.fits(kinds.SPENT)
def duchy_discards(state: State, leg: CardLeg) -> bool:
    return leg.start == D and leg.end in ("*", "dom")


@rule("12.2.3", "The Price of Failure", starts=(CardLeg,))
def price_of_failure(state: State) -> Clause:
    """The highest minister goes back and a random card is discarded, in either order; once."""
    minister = take(
        CardLeg,
        minister_leaves,
        n=1,
        number="12.2.3",
        demands=(of_highest_rank,),
        then=no_second,
    )
    due = minister if state.ministers else NOTHING
    return in_order(any_order(due, random_card(bool(state.ministers))), AGAIN)


AGAIN: Final = forbidden(
    take(CardLeg, minister_leaves, number="12.2.3"),
    "12.2.3",
    "one removal costs one minister, however many buildings fall",
)


def no_second(state: State, leg: CardLeg) -> Clause:
    return AGAIN


NO_MINISTER_NO_CARD: Final = disputed("D-2")


@rule("12.2.3", "The Price of Failure", part="the random card", soft=True, starts=(CardLeg,))
def random_card(state: State, with_minister: bool) -> Clause:
    """A card at random. Without a minister to lose it may be discarded or not; cards revealed this
    turn are out of hand (16.6.23)."""
    low, high = state.hand.get(D, (0, 0))
    if not high:
        return NOTHING
    card = take(CardLeg, duchy_discards, n=1, number="12.2.3")
    aside = sum(n for _, n in state.this_turn.revealed) if state.turn == D else 0
    owed = low > aside and (with_minister or not NO_MINISTER_NO_CARD())
    return card if owed else may(card)


ONE_RAZE_ONE_PRICE: Final = disputed("D-3")


@consequence("12.2.3", "The Price of Failure", verb="remove")
def building_lost(state: State, leg: Leg, by: Faction) -> Effects:
    """One price for all that is removed at once. Several mobs may or may not be one removal."""
    if not isinstance(leg, PieceLeg) or leg.piece.owner != D or leg.piece.kind != "b":
        return ()
    price = price_of_failure()
    razed = razed_outposts(state) if by == "H" and state.battle is None else []
    if leg.start not in razed:
        return (Due("12.2.3", D, price, "once"),)
    others = len(razed) - 1
    if others > 0:
        more = up_to(others, price) if ONE_RAZE_ONE_PRICE() else in_order(*[price] * others)
        price = in_order(price, more)
    return (Due("12.2.3", D, price, "once a turn"),)


def razed_outposts(state: State) -> list[int]:
    """Clearings where a mob stands among Duchy buildings (14.4.1)."""
    return [c for c in clearings_with(state, MOB) if state.count(c, D, "b")]


# --- 12.5.2 parliament --------------------------------------------------------------------


@rule(FOREMOLE, "Foremole", unit=True, starts=(RevealLeg, kinds.placed("b"), kinds.SPENT))
def foremole(state: State) -> Clause:
    """Reveal any card, place a citadel or market in any clearing that the Duchy rules."""
    return building(state, FOREMOLE)


@rule("12.5.2.II", "Captain", starts=(BattleLeg,))
def captain(_: State) -> Clause:
    return battle(D)


@rule("12.5.2.III", "Marshal", starts=(kinds.moved(),))
def marshal(_: State) -> Clause:
    return move(D)


@rule("12.5.2.IV", "Brigadier", starts=(kinds.moved(), BattleLeg))
def brigadier(_: State) -> Clause:
    """Up to two moves or up to two battles, one right after the other."""
    more = FACTS.number("brigadier_actions") - 1
    says = "the Brigadier moves or battles, not both"
    return one_of(
        in_order(
            move(D),
            up_to(more, move(D), number="12.5.2.IV"),
            forbidden(battle(D), "12.5.2.IV", says),
        ),
        in_order(
            battle(D),
            up_to(more, battle(D), number="12.5.2.IV"),
            forbidden(move(D), "12.5.2.IV", says),
        ),
    )


@rule("12.5.2.V", "Banker", unit=True, starts=(CardLeg, PointsLeg))
def banker(_: State) -> Clause:
    """Spend cards of one suit, score as many points."""
    return one_of(
        banked(None),
        forbidden(
            take(PointsLeg, own_points, number="12.5.2.V"),
            "12.5.2.V",
            "the Banker scores for cards spent",
        ),
    )


def own_points(state: State, leg: PointsLeg) -> bool:
    return leg.faction == D and leg.sign > 0


def banked(suit: Suit | None) -> Clause:
    return take(
        CardLeg,
        spent_by,
        D,
        suit,
        number="12.5.2.V",
        verb="bank",
        by=D,
        demands=(of_one_suit,),
        then=more_banked,
    )


def more_banked(state: State, leg: CardLeg, faction: Faction, suit: Suit | None) -> Clause:
    known = leg.suit if leg.suit in SUITS else None
    return may(banked(suit or known))


@demand("12.5.2.V", "the cards spent are of one suit")
def of_one_suit(state: State, leg: CardLeg, faction: Faction, suit: Suit | None) -> bool:
    return suit is None or matches(leg.suit, suit)


@consequence("12.5.2.V", "Banker", verb="bank")
def points_for_cards(state: State, leg: Leg, by: Faction) -> Effects:
    return (Gained(D, "12.5.2.V", leg.n),) if on_track(state, D) else ()


@rule("12.5.2.VII", "Duchess of Mud", starts=(PointsLeg,))
def duchess(state: State) -> Clause:
    """Two points while all three tunnels are on the map."""
    all_out = state.count("supply", D, "t") == 0
    return scores("12.5.2.VII", state, FACTS.number("duchess_points") if all_out else 0)


@rule("12.5.2.VIII", "Baron of Dirt", starts=(PointsLeg,))
def baron(state: State) -> Clause:
    """A point for each market on the map."""
    return scores("12.5.2.VIII", state, FACTS.number("baron_points") * standing(state, MARKET))


@rule("12.5.2.IX", "Earl of Stone", starts=(PointsLeg,))
def earl(state: State) -> Clause:
    """A point for each citadel on the map."""
    return scores("12.5.2.IX", state, FACTS.number("earl_points") * standing(state, CITADEL))


def scores(number: str, state: State, n: int) -> Clause:
    return gain(D, number, n if on_track(state, D) else 0)


@rule(
    "12.5.2.VI",
    "Mayor",
    starts=(BattleLeg, PointsLeg, RevealLeg, kinds.placed("b"), kinds.moved(), kinds.SPENT),
)
def mayor(state: State) -> Clause:
    """The action of a swayed squire or noble, whether or not that minister acts himself."""
    swayed = [name for name in state.ministers if name != "mayor"]
    return one_of(
        *(ACTIONS[name]() for name in swayed if rank_of(name) != "lord"),
        forbidden(
            one_of(*(ACTIONS[name]() for name in swayed if rank_of(name) == "lord")),
            "12.5.2.VI",
            "the Mayor takes no lord's action",
        ),
    )


ACTIONS: Final = {
    "foremole": foremole,
    "captain": captain,
    "marshal": marshal,
    "brigadier": brigadier,
    "banker": banker,
    "mayor": mayor,
    "duchessofmud": duchess,
    "baronofdirt": baron,
    "earlofstone": earl,
}


@rule("12.5.2", "Parliament", optional=True)
def parliament(state: State) -> Clause:
    """The action of each swayed minister, once each, in any order."""
    absent = [deed(name) for name in ministers() if name not in state.ministers]
    ban = forbidden(one_of(*absent), "12.5.2", "only swayed ministers act, each once")
    if "mayor" in state.ministers and not BOTH_ACT():
        return any_order(mayor_in_anothers_stead(state.ministers), ban)
    return any_order(*(acts(name) for name in state.ministers), ban)


BOTH_ACT: Final = disputed("D-5")


def mayor_in_anothers_stead(swayed: tuple[str, ...]) -> Clause:
    """Every minister once, the Mayor only as one who does not act himself."""
    others = [name for name in swayed if name != "mayor"]
    ways = [any_order(*(acts(name) for name in others))]
    for idle in others:
        if rank_of(idle) != "lord":
            rest = (acts(name) for name in others if name != idle)
            ways.append(any_order(as_mayor(idle), *rest))
    return one_of(*ways)


@rule("12.5.2.VI", "Mayor", part="as one minister", optional=True)
def as_mayor(_: State, name: str) -> Clause:
    return ACTIONS[name]()


def deed(name: str) -> Clause:
    """What a minister's action looks like, for bans: the Banker's needs its points to be told."""
    if name == "banker":
        return in_order(take(CardLeg, spent_by, D), take(PointsLeg, own_points))
    return ACTIONS[name]()


@rule(
    "12.5.2",
    "Parliament",
    part="one minister",
    through=True,
    optional=True,
    starts=lambda name: (ACTIONS[name].first(()), kinds.SPENT),
)
def acts(state: State, name: str) -> Clause:
    """One minister, unless lost since the others began."""
    if name in state.ministers:
        return ACTIONS[name]()
    return forbidden(deed(name), "12.5.2", "the minister has been lost")


# --- 12.5.3 sway --------------------------------------------------------------------------


@rule("12.5.3", "Sway", optional=True)
def sway_step(_: State) -> Clause:
    return up_to(
        FACTS.number("sways_in_turn"),
        sway(),
        number="12.5.3",
        says="only {} minister is swayed in a turn",
    )


@rule("12.5.3", "Sway", part="one minister", unit=True, starts=(RevealLeg, CardLeg), through=True)
def sway(_: State) -> Clause:
    """Reveal cards that Duchy clearings support, take the minister, score under its crown."""
    named = take(
        CardLeg,
        comes_over,
        n=1,
        number="12.5.3.III",
        verb="sway",
        by=D,
        demands=(is_unswayed, has_a_crown),
        then=cards_for,
    )
    return one_of(show(()), named)


def show(shown: Shown) -> Clause:
    return take(RevealLeg, shown_to_all, shown, number="12.5.3.II", then=minister_or_more)


def minister_or_more(state: State, leg: RevealLeg, shown: Shown) -> Clause:
    shown = with_card(shown, leg)
    return one_of(
        take(
            CardLeg,
            comes_over,
            shown,
            n=1,
            number="12.5.3.III",
            verb="sway",
            by=D,
            demands=(is_unswayed, has_a_crown, cards_enough, each_card_supported),
        ),
        show(shown),
    )


def cards_for(state: State, leg: CardLeg) -> Clause:
    return cards_still(leg.name or "", ())


def cards_still(name: str, shown: Shown) -> Clause:
    """The cards still to be revealed for a minister named first."""
    n = ministers()[name].cards - total(shown)
    if n <= 0:
        return NOTHING
    return take(
        RevealLeg,
        shown_to_all,
        name,
        shown,
        n=None,
        number="12.5.3.II",
        demands=(not_too_many, last_card_supported),
        then=and_the_rest,
    )


def and_the_rest(state: State, leg: RevealLeg, name: str, shown: Shown) -> Clause:
    return cards_still(name, with_card(shown, leg))


def with_card(shown: Shown, leg: RevealLeg) -> Shown:
    counts = dict(shown)
    counts[leg.suit] = counts.get(leg.suit, 0) + leg.n
    return tuple(sorted(counts.items(), key=lambda item: item[0] or ""))


def total(shown: Shown) -> int:
    return sum(n for _, n in shown)


@kinds.fits(kinds.cards(kinds.PLACES, ["board"]))
def comes_over(state: State, leg: CardLeg, *_: object) -> bool:
    return leg.name in ministers() and leg.end == "D$"


@demand("12.5.3.I", "the minister is in the Unswayed pile")
def is_unswayed(state: State, leg: CardLeg, *_: object) -> bool:
    return leg.name not in state.ministers


@demand("12.5.3.I", "a crown of that rank must be left")
def has_a_crown(state: State, leg: CardLeg, *_: object) -> bool:
    return crowns_left(state, rank_of(leg.name)) > 0


@definition("12.3.6", "Step 6: Fill Crown Spaces")
def crowns_left(state: State, rank: str) -> int:
    """Crowns of a rank still on the board; those of lost ministers never come back (12.2.3)."""
    return FACTS.number("crowns_of_rank") - state.crowns.get(rank, 0)


@demand("12.5.3.II", "as many cards are revealed as the minister asks for")
def cards_enough(state: State, leg: CardLeg, shown: Shown) -> bool:
    return total(shown) == minister(leg).cards


@demand("12.5.3.II", "as many cards are revealed as the minister asks for")
def not_too_many(state: State, leg: RevealLeg, name: str, shown: Shown) -> bool:
    return total(with_card(shown, leg)) <= ministers()[name].cards


def minister(leg: CardLeg) -> Minister:
    return ministers()[leg.name or ""]


@demand("12.5.3.II", "each card needs a clearing of its suit with a Duchy piece, one for each")
def each_card_supported(state: State, leg: CardLeg, shown: Shown) -> bool:
    return are_supported(state, shown)


@demand("12.5.3.II", "each card needs a clearing of its suit with a Duchy piece, one for each")
def last_card_supported(state: State, leg: RevealLeg, name: str, shown: Shown) -> bool:
    return are_supported(state, with_card(shown, leg))


@definition("12.5.3.II", "Reveal Cards")
def are_supported(state: State, shown: Shown) -> bool:
    """Whether the cards can be matched to distinct clearings; birds and unseen cards fit any."""
    held = Counter(
        suit_of(state, c) for c in clearings(state) if any(p.owner == D for p in state.at(c))
    )
    enough = all(held[suit] >= n for suit, n in shown if suit in SUITS)
    return enough and held.total() >= total(shown)


@consequence("12.5.3.III", "Sway Minister and Score", verb="sway")
def points_for_crown(state: State, leg: Leg, by: Faction) -> Effects:
    if not isinstance(leg, CardLeg) or not on_track(state, D):
        return ()
    return (Gained(D, "12.5.3.III", minister(leg).points),)
