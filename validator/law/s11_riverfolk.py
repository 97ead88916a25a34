"""11 Riverfolk Company: its turn, its setup, and what its rules do in other players' turns.

Services stand in s11_services, what they may have been in s11_market, funds in s11_funds.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from notation.actions import Faction
from notation.legs import (
    BattleLeg,
    CardLeg,
    CraftLeg,
    FundsLeg,
    Leg,
    Piece,
    PieceLeg,
    PricesLeg,
)
from replayer.apply_riverfolk import halved
from replayer.facts import map_facts
from replayer.state import State
from validator import kinds
from validator.algebra import (
    MANY,
    NOTHING,
    Clause,
    Demand,
    Due,
    Effects,
    Gained,
    alongside,
    any_order,
    barred,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
    up_to,
)
from validator.law.common import after_drawing, standing, start_of_evening, until_evening
from validator.law.hand import discards_to_limit
from validator.law.s02_terms import (
    KEEP,
    PLACING,
    as_far_as_it_goes,
    clearings,
    in_supply,
    is_left,
    may_rule,
    placed,
    spent_by,
    suit_of,
)
from validator.law.s03_victory import activate_dominance, on_track, take_available
from validator.law.s04_battle import battle
from validator.law.s04_craft_and_move import SWIMMERS, card_of, craft, draws, move
from validator.law.s11_funds import DRAW, ESTABLISH, EXPORT, RECRUIT, daybook, tell_funds
from validator.law.s11_market import BOARD, FACTS, RIVERFOLK
from validator.law.s13_plots import guess_while_pricing
from validator.registry import consequence, demand, exception, orphan, rule, setup, undrawn

WARRIOR: Final = Piece(RIVERFOLK, "w")

# --- in any turn --------------------------------------------------------------------------


@exception("11.2.2", "Swimmers", to="4.2.1")
def swims_anywhere(faction: Faction) -> bool:
    """Along rivers the Riverfolk move whoever rules."""
    return faction in SWIMMERS


SWIMMERS.add(RIVERFOLK)


def is_post(piece: Piece) -> bool:
    return piece.owner == RIVERFOLK and piece.kind == "t"


@consequence("11.2.5.I", "Trade Disruption", verb="remove")
def post_lost(state: State, leg: Leg, by: Faction) -> Effects:
    """A removed trade post costs half the funds, rounded up; some records write what is left of
    them, some the warriors that go, some neither."""
    if not isinstance(leg, PieceLeg) or not is_post(leg.piece):
        return ()
    return (Due("11.2.5.I", RIVERFOLK, trade_disruption(state.funds), "turn"),)


@rule("11.2.5.I", "Trade Disruption", starts=(FundsLeg, PieceLeg), optional=True)
def trade_disruption(state: State, funds: int) -> Clause:
    """What is told of the funds: of those before the post was lost."""
    lost = funds - halved(funds, 1)
    demands: tuple[Demand, ...] = (half_are_left,)
    if state.turn == RIVERFOLK:  # how many funds there were hangs on the turn so far
        lost, demands = sum(state.at(BOARD).values()), ()
    told = take(FundsLeg, is_told, funds, number="11.2.5.I", demands=demands)
    gone = take(PieceLeg, leaves_the_board, number="11.2.5.I", n=1)
    says = "half of the funds are removed, rounded up: {}"
    return any_order(may(told), up_to(lost, gone, number="11.2.5.I", says=says))


def is_told(state: State, leg: FundsLeg, funds: int) -> bool:
    return True


@kinds.fits(kinds.aside())
def leaves_the_board(state: State, leg: PieceLeg) -> bool:
    return leg.start == BOARD and leg.end == "supply"


@demand("11.2.5.I", "half of the funds are left, rounded down, for each trade post lost")
def half_are_left(state: State, leg: FundsLeg, funds: int) -> bool:
    """Of the funds before this post, or before several lost since they were told last."""
    lost = state.this_turn.posts_lost
    bases, posts = (funds, state.funds), range(1, lost + 1)
    return leg.count in {halved(base, n) for base in bases for n in posts} or lost == 0


@orphan("11.6.2", "prices are set in the Riverfolk's Evening")
def prices_out_of_time(state: State, leg: Leg) -> bool:
    return isinstance(leg, PricesLeg)


# --- the turn -----------------------------------------------------------------------------


@rule("11", "Riverfolk Company", turn=RIVERFOLK, through=True, steady=True)
def turn(state: State) -> Clause:
    before = until_evening(state, RIVERFOLK, birdsong(), daylight())
    return daybook(in_order(before, evening()))


# --- 11.4 birdsong ------------------------------------------------------------------------


@rule("11.4", "Birdsong", through=True)
def birdsong(_: State) -> Clause:
    """Protectionism, Dividends; then everything on the board becomes funds, unwritten (11.4.3)."""
    return in_order(protectionism(), dividends())


@rule("11.4.1", "Protectionism", soft=True, starts=(PieceLeg,))
def protectionism(state: State) -> Clause:
    """Two warriors of their own, as far as the supply goes, if nobody has paid them.

    The table has them on the board by then; a record may leave them out. Where the supply fell
    short, warriors who have come home since may be among them (from Coffin Makers sabotaged).
    """
    n, short = state.this_turn.protection, state.this_turn.short
    home = min(short, in_supply(state, WARRIOR)[1])
    counts = range(n + home, max(n, 1) - 1, -1)
    if counts:
        due = one_of(*(take(PieceLeg, pays_themselves, n=k, number="11.4.1") for k in counts))
        return due if n else may(due)
    paid = take(PieceLeg, pays_themselves, number="11.4.1")
    return forbidden(paid, "11.4.1", "Payments are not empty")


@kinds.fits(kinds.aside("w"))
def pays_themselves(state: State, leg: PieceLeg) -> bool:
    return leg.piece == WARRIOR and leg.start == "supply" and leg.end == BOARD


@rule("11.4.2", "Score Dividends", soft=True)
def dividends(state: State) -> Clause:
    """A point for every two funds left over, while a trade post is on the map."""
    posts = any(state.count(clearing, RIVERFOLK, "t") for clearing in clearings(state))
    if not posts or not on_track(state, RIVERFOLK):
        return gain(RIVERFOLK, "11.4.2", 0)
    return gain(RIVERFOLK, "11.4.2", state.funds // FACTS.number("funds_per_dividend"))


# --- 11.5 daylight ------------------------------------------------------------------------


@rule("11.5", "Daylight", through=True)
def daylight(_: State) -> Clause:
    """Actions in any order and number, as far as the funds go."""
    return alongside(
        up_to(MANY, actions()), activate_dominance(RIVERFOLK), take_available(RIVERFOLK)
    )


def actions() -> Clause:
    return one_of(
        river_move(), river_battle(), river_craft(), export(), draw(), recruit(), establish()
    )


@rule("11.5.1", "Move", starts=(PieceLeg,))
def river_move(_: State) -> Clause:
    return move(RIVERFOLK)


@rule("11.5.2", "Battle", starts=(BattleLeg,))
def river_battle(_: State) -> Clause:
    return battle(RIVERFOLK)


@rule("11.5.3", "Craft", starts=(CraftLeg,))
def river_craft(_: State) -> Clause:
    return craft(RIVERFOLK)


@rule("11.5.4", "Draw", starts=(CardLeg,))
def draw(_: State) -> Clause:
    return take(CardLeg, draws, RIVERFOLK, n=1, number=DRAW)


@undrawn(DRAW, "Draw", RIVERFOLK)
def draws_for_funds_alone(_: Set[str]) -> bool:
    """No Evening's draw: what they draw they pay for, and write."""
    return True


# --- 11.5.3.I export ----------------------------------------------------------------------


@rule(EXPORT, "Export", unit=True, starts=(CardLeg, PieceLeg))
def export(_: State) -> Clause:
    """A card that could be crafted is discarded for a warrior in Payments."""
    card = take(
        CardLeg, spent_by, RIVERFOLK, n=1, number=EXPORT, demands=EXPORTED, then=warrior_for_card
    )
    late = take(CardLeg, spent_by, RIVERFOLK, n=1, number=EXPORT, demands=EXPORTED)
    first = take(PieceLeg, pays_themselves, n=1, number=EXPORT)
    return one_of(card, in_order(first, late))


@demand(EXPORT, "only a card that can be crafted is exported")
def could_be_crafted(state: State, leg: CardLeg, faction: Faction) -> bool:
    """Not an ambush or dominance card, an item that is out, an effect already in play."""
    if leg.name is None:
        return True
    card = card_of(state, None, leg.name, leg.suit)
    if card is None:
        return leg.name not in ("@", "ambush", "dom", "dominance")
    if not card.cost:
        return False
    if card.item is not None:
        return state.item_supply.get(card.item, 0) > 0
    kept = f"{card.suit.lower()}{card.name}"
    return not {card.name, kept} & set(state.surely_in_play(RIVERFOLK))


EXPORTED: Final = (could_be_crafted,)


def warrior_for_card(state: State, leg: CardLeg, faction: Faction) -> Clause:
    pays = take(PieceLeg, pays_themselves, n=1, number=EXPORT)
    return one_of(*(pays if n else NOTHING for n in as_far_as_it_goes(state, WARRIOR, 1)))


# --- 11.5.5 recruit -----------------------------------------------------------------------


@rule(RECRUIT, "Recruit", unit=True, starts=(PieceLeg,))
def recruit(_: State) -> Clause:
    """A fund of anybody's spent, a warrior placed in a clearing with a river; several at once."""
    funds = take(PieceLeg, is_spent, number=RECRUIT, demands=(is_a_fund,), then=recruits)
    straight = (is_a_fund, on_a_river, *PLACING)
    at_once = take(PieceLeg, is_spent_into, number=RECRUIT, demands=straight)
    unpaid = warriors_come(None, (on_a_river, *PLACING))  # the warrior may be the fund not spent
    for_nothing = barred(unpaid, RECRUIT, "a fund is spent for each warrior")
    return one_of(funds, at_once, for_nothing)


def recruits(state: State, leg: PieceLeg) -> Clause:
    """As many warriors as funds were spent."""
    return warriors_come(leg.n, (warrior_is_left, on_a_river, *PLACING))


def warriors_come(n: int | None, demands: tuple[Demand, ...]) -> Clause:
    return take(
        PieceLeg,
        placed,
        WARRIOR,
        n=n,
        number=RECRUIT,
        verb="place",
        by=RIVERFOLK,
        demands=demands,
    )


@demand("11.2.4", "no such fund lies on the board")
def is_a_fund(state: State, leg: PieceLeg, *_: object) -> bool:
    return state.at(BOARD).get(leg.piece, 0) >= leg.n


@kinds.fits(kinds.aside("w"))
def is_spent(state: State, leg: PieceLeg) -> bool:
    """A fund goes back to its owner."""
    return leg.piece.kind == "w" and leg.start == BOARD and leg.end == "supply"


@kinds.fits(kinds.placed("w"))
def is_spent_into(state: State, leg: PieceLeg) -> bool:
    """A fund of their own goes straight to a clearing, for one spent and one placed."""
    return leg.piece == WARRIOR and leg.start == BOARD and isinstance(leg.end, int)


@demand("11.3.1", "there are fifteen Riverfolk warriors")
def warrior_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    return is_left(state, WARRIOR) or state.astray > 0


@demand(RECRUIT, "the Riverfolk recruit in clearings with a river")
def on_a_river(state: State, leg: PieceLeg, *_: object) -> bool:
    return has_river(state, leg.end)


def has_river(state: State, clearing: object) -> bool:
    facts = map_facts(state.game.map)
    return clearing in facts.clearings and bool(facts.rivers[int(str(clearing))])


# --- 11.5.6 establish ---------------------------------------------------------------------

PAID: Final = "11.5.6.II"


@rule(ESTABLISH, "Establish Trade Post with Garrison", unit=True, starts=(PieceLeg,))
def establish(_: State) -> Clause:
    """Two funds of the ruler spent, a trade post and a warrior placed."""
    n = FACTS.number("establish_funds")
    both = take(PieceLeg, are_both, n, n=n, number=PAID, demands=(is_a_fund,), then=for_its_owner)
    single = take(
        PieceLeg, is_one_of, n, n=1, number=PAID, demands=(is_a_fund,), then=the_other_fund
    )
    return one_of(both, single)


@kinds.fits(kinds.aside("w"))
def are_both(state: State, leg: PieceLeg, n: int) -> bool:
    return is_spent(state, leg) and leg.n >= n


@kinds.fits(kinds.aside("w"))
def is_one_of(state: State, leg: PieceLeg, n: int) -> bool:
    return is_spent(state, leg) and leg.n < n


def for_its_owner(state: State, leg: PieceLeg, n: int) -> Clause:
    return post_and_garrison(leg.piece.owner)


def the_other_fund(state: State, leg: PieceLeg, n: int) -> Clause:
    """Both funds have one owner, who rules where the post goes."""
    owner = leg.piece.owner
    other = take(PieceLeg, is_spent_of, owner, n=n - leg.n, number=PAID, demands=(is_a_fund,))
    return in_order(other, post_and_garrison(owner))


@kinds.fits(kinds.aside("w"))
def is_spent_of(state: State, leg: PieceLeg, owner: Faction) -> bool:
    return is_spent(state, leg) and leg.piece.owner == owner


@rule("11.5.6.III", "Place and Score", starts=(PieceLeg,))
def post_and_garrison(_: State, owner: Faction) -> Clause:
    """The matching post and one warrior, in either order; `owner` paid for it."""
    post = take(
        PieceLeg,
        is_new_post,
        owner,
        n=1,
        number="11.5.6.III",
        verb="establish",
        by=RIVERFOLK,
        demands=(*POSTED, *SITE),
        then=garrison_there,
    )
    first = take(
        PieceLeg,
        is_garrison,
        owner,
        n=1,
        number="11.5.6.III",
        demands=(warrior_is_left, *SITE),
        then=post_there,
    )
    return one_of(post, first)


@kinds.fits(kinds.placed("t"))
def is_new_post(state: State, leg: PieceLeg, owner: Faction) -> bool:
    return is_post(leg.piece) and leg.start == "supply" and isinstance(leg.end, int)


@kinds.fits(kinds.placed("w"))
def is_garrison(state: State, leg: PieceLeg, owner: Faction) -> bool:
    return placed(state, leg, WARRIOR)


def is_open(state: State, clearing: int) -> bool:
    """Whether a clearing may take a trade post: it has none, and some player rules it."""
    free = state.count(clearing, RIVERFOLK, "t") == 0
    return free and any(may_rule(state, player, clearing) for player in state.game.players)


@demand("11.5.6.I", "a trade post goes where there is none yet and a player rules")
def chosen_clearing(state: State, leg: PieceLeg, *_: object) -> bool:
    return is_open(state, int(leg.end))


@demand("11.5.6.II", "the two funds belong to the ruler of the clearing")
def paid_by_the_ruler(state: State, leg: PieceLeg, owner: Faction) -> bool:
    return may_rule(state, owner, leg.end) or not is_open(state, int(leg.end))


@demand("11.5.6.III", "a trade post has the suit of its clearing")
def post_matches(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.piece.sub in ("", suit_of(state, leg.end).lower())


@demand("11.3.3", "there are three trade posts of each suit, and those removed are out of the game")
def post_is_left(state: State, leg: PieceLeg, *_: object) -> bool:
    sub = leg.piece.sub or suit_of(state, leg.end).lower()
    return state.count("supply", RIVERFOLK, "t", sub) >= leg.n


SITE: Final = (chosen_clearing, paid_by_the_ruler, *PLACING)
POSTED: Final = (post_matches, post_is_left)


def garrison_there(state: State, leg: PieceLeg, owner: Faction) -> Clause:
    return garrison(leg.end)


@rule("11.5.6.III", "Place and Score", part="the garrison", starts=(PieceLeg,))
def garrison(state: State, clearing: int) -> Clause:
    """One warrior beside the post, if any is left."""
    beside = take(
        PieceLeg, placed, WARRIOR, clearing, n=1, number="11.5.6.III", demands=(beside_the_post,)
    )
    least, most = in_supply(state, WARRIOR)
    if least + state.astray:
        return beside
    return may(beside) if most else NOTHING


@demand("11.5.6.III", "the garrison is placed with its trade post")
def beside_the_post(state: State, leg: PieceLeg, piece: Piece, clearing: int) -> bool:
    return leg.end == clearing


def post_there(state: State, leg: PieceLeg, owner: Faction) -> Clause:
    return take(
        PieceLeg,
        is_post_at,
        leg.end,
        n=1,
        number="11.5.6.III",
        verb="establish",
        by=RIVERFOLK,
        demands=POSTED,
    )


@kinds.fits(kinds.placed("t"))
def is_post_at(state: State, leg: PieceLeg, clearing: int) -> bool:
    return is_new_post(state, leg, RIVERFOLK) and leg.end == clearing


@consequence("11.5.6.III", "Place and Score", verb="establish")
def points_for_post(state: State, leg: Leg, by: Faction) -> Effects:
    """What the space uncovered shows."""
    if not on_track(state, RIVERFOLK):
        return ()
    scale = FACTS.scales["trade_post_points"]
    placed_before = len(scale.steps) - state.count("supply", RIVERFOLK, "t")
    return (Gained(RIVERFOLK, "11.5.6.III", scale.at(placed_before)),)


# --- 11.6 evening -------------------------------------------------------------------------


@rule("11.6", "Evening", through=True, steady=True)
def evening(state: State) -> Clause:
    """Down to five cards, then prices; what is left of the funds is told.

    New prices touch nothing else, so they may be written behind the end of Evening.
    """
    before = in_order(start_of_evening(RIVERFOLK), discard_cards())
    return in_order(
        alongside(before, *standing(state, RIVERFOLK)),
        alongside(
            any_order(set_costs(), tell_funds(), *after_drawing(state, RIVERFOLK)),
            guess_while_pricing(RIVERFOLK),
        ),
        forbidden(actions(), "11.6.2", "prices are set once Daylight is over"),
        forbidden(spare_card(), "11.6.1", "cards go, down to five, before prices are set"),
    )


def spare_card() -> Clause:
    return take(CardLeg, spent_by, RIVERFOLK, number="11.6.1")


@rule("11.6.1", "Discard Cards", soft=True, starts=(CardLeg,))
def discard_cards(state: State) -> Clause:
    return discards_to_limit(state, RIVERFOLK, "11.6.1")


@rule("11.6.2", "Set Costs", starts=(PricesLeg,), optional=True)
def set_costs(_: State) -> Clause:
    return up_to(MANY, take(PricesLeg, is_price, number="11.6.2", demands=(on_the_track,)))


def is_price(state: State, leg: PricesLeg) -> bool:
    return True


@demand("11.6.2", "the tracks show prices of one to four")
def on_the_track(state: State, leg: PricesLeg) -> bool:
    rows = FACTS.services
    return all(leg.price in row.prices for row in rows if row.letter in leg.services)


# --- 11.3 setup ---------------------------------------------------------------------------


@setup("11.3.2", "Step 2: Place Warriors", RIVERFOLK)
def place_warriors(before: State, after: State) -> str | None:
    """Four warriors in clearings on the river, not beside the keep."""
    there = {c: n for c in clearings(after) if (n := after.count(c, RIVERFOLK, "w"))}
    if sum(there.values()) != FACTS.number("setup_warriors"):
        return "four warriors start on the map"
    if not all(has_river(after, clearing) for clearing in there):
        return "the Riverfolk start in clearings on the river"
    return None


@setup("6.2.2", "The Keep", RIVERFOLK)
def not_beside_the_keep(before: State, after: State) -> str | None:
    there = [c for c in clearings(after) if after.count(c, RIVERFOLK, "w")]
    if any(KEEP in before.at(clearing) for clearing in there):
        return "nobody else places pieces in the keep's clearing"
    return None


@setup("11.3.4", "Step 4: Gain Starting Funds", RIVERFOLK)
def starting_funds(before: State, after: State) -> str | None:
    """Three warriors in Payments; often a record leaves all of them out."""
    n = sum(after.at(BOARD).values())
    if n in (0, FACTS.number("payments_at_start")):
        return None
    return f"three warriors start in Payments, not {n}"


@setup("11.3.5", "Step 5: Set Starting Prices", RIVERFOLK)
def starting_prices(before: State, after: State) -> str | None:
    """A price for each service, on its track."""
    missing = [row.name for row in FACTS.services if row.letter not in after.prices]
    if missing:
        return f"no price is set for: {', '.join(missing)}"
    beside = [row.name for row in FACTS.services if after.prices[row.letter] not in row.prices]
    return f"no track shows that price: {', '.join(beside)}" if beside else None
