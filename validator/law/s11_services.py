"""11.2.6, 11.2.7 Riverfolk Company: services bought as another player's Birdsong begins."""

from __future__ import annotations

from collections import Counter
from typing import Final

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, Leg, Piece, PieceLeg
from replayer.cards import could_be, text_of
from replayer.facts import deck
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Demand,
    Moment,
    Waived,
    Way,
    bits_of,
    excuse,
    excused,
    holds,
    part_of,
    without,
)
from validator.deck import open_cards
from validator.disputed import disputed
from validator.law.s02_terms import clearings
from validator.law.s11_market import (
    BOARD,
    FACTS,
    RIVERFOLK,
    VAGABONDS,
    Sale,
    hires,
    prices,
    splits,
)
from validator.registry import definition, demand, orphan, rule
from validator.switches import WAIVED

POST: Final = "t"


@definition("11.2.6.II", "Number of Services")
def allowance(state: State, buyer: Faction) -> int:
    """How many services a player may buy in a turn: one, and one for each clearing with a trade
    post and a piece of his."""
    return FACTS.number("services_in_turn") + sum(
        1
        for clearing in clearings(state)
        if state.count(clearing, RIVERFOLK, POST)
        and any(piece.owner == buyer for piece in state.at(clearing))
    )


# --- what is written ----------------------------------------------------------------------


@definition("11.2.6.III", "Vagabond Funds")
def payer(buyer: Faction) -> Faction:
    """Whose warriors go to Payments: a Vagabond's items bring the Riverfolk's own."""
    return RIVERFOLK if buyer in VAGABONDS else buyer


def pays(state: State, leg: Leg, buyer: Faction) -> bool:
    warrior = Piece(payer(buyer), "w")
    return isinstance(leg, PieceLeg) and leg.end == BOARD and leg.piece == warrior


def takes_card(state: State, leg: Leg, buyer: Faction) -> bool:
    """A card leaves the Riverfolk's hand."""
    return isinstance(leg, CardLeg) and leg.start == RIVERFOLK


def exhausts(state: State, leg: Leg, buyer: Faction) -> bool:
    """A Vagabond exhausts items of his."""
    mine = isinstance(leg, ItemLeg) and leg.start == leg.end == f"{buyer}$"
    return buyer in VAGABONDS and mine and isinstance(leg, ItemLeg) and leg.end_state == "e"


@demand("11.2.6.I", "the warriors paid come out of the buyer's supply")
def out_of_the_supply(state: State, leg: PieceLeg, *_: object) -> bool:
    return leg.start == "supply"


@demand("11.2.7.I", "a hand card bought comes into the buyer's hand")
def into_the_hand(state: State, leg: CardLeg, buyer: Faction) -> bool:
    return leg.end == buyer


@demand("11.2.3", "the Riverfolk's hand lies open, and holds no such card")
def is_in_their_hand(state: State, leg: CardLeg, buyer: Faction) -> bool:
    """Whether they may have it: not where all their cards are known, or all its copies lie
    elsewhere in sight."""
    text = text_of(state.game.deck, leg.suit, leg.name)
    _, high = state.hand.get(RIVERFOLK, (0, 0))
    known = state.known.get(RIVERFOLK, ())
    if len(known) >= high and not any(could_be(state.game.deck, card, text) for card in known):
        return high == 0  # an empty hand is the table's to tell
    if leg.name is None:
        return True
    copies = sum(c.copies for c in deck(state.game.deck).named(leg.name) if leg.suit == c.suit)
    return leg.suit is None or copies > sum(card == text for card in open_cards(state))


# --- the purchase -------------------------------------------------------------------------


AS_FAR_AS_IT_GOES: Final = disputed("Q32")


class Purchase(Clause):
    """Services bought so far: cards taken, warriors paid, items a Vagabond has exhausted for them.

    What was paid must fall into prices when the purchase ends; which services they were may stay
    open. A Vagabond's items, turned up again at once, often go unwritten.
    """

    __slots__ = ("buyer", "cards", "exhausted", "paid")

    def bind(self, buyer: Faction, cards: int, paid: int, exhausted: int) -> None:
        self.buyer, self.cards, self.paid, self.exhausted = buyer, cards, paid, exhausted
        self.first = bits_of((PieceLeg, CardLeg, ItemLeg))

    def begin(self, m: Moment) -> list[Way]:
        ways: list[Way] = []
        for i, leg in enumerate(m.left):
            if pays(m.state, leg, self.buyer):
                more = self.with_more(paid=leg.n)
                ways += self.ways(m, i, more, (out_of_the_supply,), "11.2.6.I")
            elif takes_card(m.state, leg, self.buyer):
                more = self.with_more(cards=leg.n)
                ways += self.ways(m, i, more, (into_the_hand, is_in_their_hand), "11.2.7.I")
            elif exhausts(m.state, leg, self.buyer):
                more = self.with_more(exhausted=leg.n)
                ways += self.ways(m, i, more, (), "11.2.6.III")
        return ways

    def with_more(self, cards: int = 0, paid: int = 0, exhausted: int = 0) -> Purchase:
        node: Purchase = Purchase(
            self.buyer, self.cards + cards, self.paid + paid, self.exhausted + exhausted
        )
        return node

    def ways(
        self, m: Moment, i: int, more: Purchase, demands: tuple[Demand, ...], number: str
    ) -> list[Way]:
        leg = m.left[i]
        waived: Waived | None = None
        broken = [d for d in demands if not holds(d, m.state, leg, (self.buyer,))]
        if len({demand.number for demand in broken}) > 1 or (broken and not m.waive):
            return []
        if broken:
            waived = Waived("demand", broken[0].number, broken[0].says)
        elif more.excess(m.state):
            if not excused(m, "11.2.6.II"):
                return []
            says = f"{allowance(m.state, self.buyer)} services may be bought"
            waived = excuse("budget", "11.2.6.II", says)
        trail = ("11.2.6.III",) if number == "11.2.6.I" and payer(self.buyer) == RIVERFOLK else ()
        one = part_of(leg, leg.n)
        return [Way(more, without(m.left, i, leg.n), one, (), trail or (number,), waived, True)]

    def excess(self, state: State) -> bool:
        """Whether more has been bought than may be, however the payments are split."""
        allowed = allowance(state, self.buyer)
        if self.cards > allowed:
            return True
        told = prices(state)
        return told is not None and self.paid > allowed * max(told)

    # --- its end --------------------------------------------------------------------------

    def price(self, state: State) -> int:
        """What was paid: for a Vagabond the items exhausted, written or not."""
        return max(self.paid, self.exhausted)

    def sales(self, state: State, more: int = 0) -> tuple[Sale, ...] | None:
        """Every split of the price with the cards taken, and so many more; None where no price is
        known."""
        told = prices(state)
        if told is None:
            return None
        return splits(self.price(state), self.cards + more, told, hires(self.buyer))

    def fits(self, state: State, more: int = 0) -> bool:
        found = self.sales(state, more)
        allowed = allowance(state, self.buyer)
        return found is None or any(sale.services <= allowed for sale in found)

    def items_suffice(self, state: State) -> bool:
        """Whether a Vagabond has exhausted an item for each warrior, as far as the Riverfolk's
        supply went."""
        if self.buyer not in VAGABONDS:
            return True
        if self.exhausted > self.paid:
            return state.count("supply", RIVERFOLK, "w") == 0 and AS_FAR_AS_IT_GOES()
        return self.paid - self.exhausted <= face_up(state, self.buyer)

    def unmet(self, state: State) -> str:
        """The number that the purchase as it stands breaks; "" where it may end."""
        if not self.cards and not self.paid and not self.exhausted:
            return ""
        if not self.items_suffice(state):
            return "11.2.6.III"
        if self.fits(state):
            return ""
        allowed = allowance(state, self.buyer)
        if any(self.fits(state, more) for more in range(1, allowed + 1 - self.cards)):
            return "11.2.7.I"  # the card is left out of the record
        return "11.2.6.II" if self.sales(state) else "11.2.6.I"

    def passes(self, m: Moment) -> bool:
        number = self.unmet(m.state)
        return not number or number in WAIVED

    def wants(self, m: Moment) -> str:
        match self.unmet(m.state):
            case "11.2.6.III":
                return "an item exhausted for each warrior in Payments, and so many there"
            case "11.2.7.I":
                return "the hand card that was paid"
            case "11.2.6.II":
                return f"{allowance(m.state, self.buyer)} services at most"
            case _:
                return f"payments that are the prices of what was bought, not {self.paid}"

    def label(self, m: Moment | None = None) -> str:
        return self.unmet(m.state) if m is not None else "11.2.6"


def face_up(state: State, vagabond: Faction) -> int:
    """The most undamaged items that may lie face up before a Vagabond."""
    tables = state.satchel.get(vagabond, frozenset({()}))
    counts = Counter(
        sum(n for _, area, side, n in table if area == "s" and side == "r") for table in tables
    )
    return max(counts, default=0)


@rule(
    "11.2.6",
    "Buying Services",
    starts=(kinds.aside(), kinds.removed(), kinds.placed(), kinds.GIVEN, ItemLeg),
    optional=True,
    through=True,
)
def services(state: State, buyer: Faction) -> Clause:
    """As his Birdsong begins, a player pays the Riverfolk and takes what he bought."""
    if RIVERFOLK not in state.game.players or buyer == RIVERFOLK:
        return NOTHING
    node: Clause = Purchase(buyer, 0, 0, 0)
    return node


@rule("11.2.7.I", "Hand Card", soft=True, starts=(CardLeg,))
def hand_card(_: State) -> Clause:
    """A card that was paid for; a record may leave it out."""
    return NOTHING


# --- out of time --------------------------------------------------------------------------


@orphan("11.2.6", "services are bought as one's own Birdsong begins")
def paid_out_of_time(state: State, leg: Leg) -> bool:
    if not isinstance(leg, PieceLeg) or leg.end != BOARD or leg.start == BOARD:
        return False
    fallen = leg.piece.owner == RIVERFOLK and isinstance(leg.start, int)
    return not fallen and state.turn != RIVERFOLK


@orphan("11.2.6", "services are bought as one's own Birdsong begins")
def bought_out_of_time(state: State, leg: Leg) -> bool:
    bought = isinstance(leg, CardLeg) and leg.start == RIVERFOLK and leg.end in state.game.players
    return bought and state.turn != RIVERFOLK
