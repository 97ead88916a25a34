"""The Lizard Cult (10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from notation.legs import Piece
from replayer.facts.schema import CardFacts
from simulator.factions.base import Faction
from simulator.ground import WARLORD
from simulator.moves import move_some, ways
from simulator.players import Loss
from simulator.removal import remove
from simulator.setup import starting_corner
from simulator.table import ImpossiblePlay, Table, full, number

BOARD = "L$"
SUITS = "FMR"
Action = Callable[[], None]
Options = list[tuple[float, Action]]


class Cult(Faction):
    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.acolytes = 0
        self.shown: list[CardFacts] = []
        """Cards revealed this turn: they are in no hand until Evening (10.5)."""
        self.scored: set[str] = set()

    def setup(self) -> None:
        """Four warriors and a garden in a corner, a warrior in every clearing beside it (10.3)."""
        table = self.table
        corner = starting_corner(table)
        garden = Piece("L", "b", table.suit(corner).lower())
        table.place({self.warrior: self.facts.number("setup_warriors"), garden: 1}, corner)
        near = [c for c in table.paths(corner) if self.may_place(c)]
        self.place_pieces(
            Counter({self.warrior: self.facts.number("setup_warriors_next_to")}), near
        )
        table.write(f"$_o->{table.pick(SUITS)}")

    def audit(self) -> None:
        """Acolytes are as many as written. Raises ImpossiblePlay."""
        written = self.state.count(BOARD, "L", "w")
        if written != self.acolytes:
            raise ImpossiblePlay(f"{self.acolytes} acolytes, written {written}")

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        """The Outcast, the Lost Souls, conspiracies (10.4)."""
        table = self.table
        self.adjust_outcast()
        table.flush_souls()
        self.between()
        while (options := self.conspiracies()) and table.chance(0.85):
            table.weigh(options)()
            self.between()

    def daylight(self) -> None:
        """A ritual for each card revealed (10.5)."""
        table = self.table
        self.scored.clear()
        self.between()
        while (options := self.rituals()) and table.chance(0.95):
            table.weigh(options)()
            self.between()

    def evening(self) -> None:
        """Revealed cards come back, then craft and draw (10.6)."""
        self.hand.extend(self.shown)
        self.shown = []
        self.craft_some()
        bonus = self.facts.scales["draw_bonus"]
        extra = sum(bonus.at(self.gardens(suit)) for suit in SUITS)
        self.draw_and_discard(self.facts.number("draws") + extra)

    # --- gardens and crafting -------------------------------------------------------------

    def gardens(self, suit: str) -> int:
        return self.table.on_map("L", "b", suit.lower())

    @property
    def outcast(self) -> str:
        return self.state.outcast[0] or ""

    def crafting_suits(self) -> Counter[str]:
        """Gardens of the Outcast's suit alone (10.2.1)."""
        return Counter({self.outcast: self.gardens(self.outcast)})

    def crafts_in(self, clearing: int) -> bool:
        return self.state.count(clearing, "L", "b", self.outcast.lower()) > 0

    # --- the Outcast ----------------------------------------------------------------------

    def adjust_outcast(self) -> None:
        """The suit most often among the Lost Souls; the same again or none: Hated (10.4.1)."""
        table = self.table
        souls = (*table.old_souls, *table.souls)
        counts = Counter[str](card.suit for card in souls if card.suit != "B")
        most = max(counts.values(), default=0)
        first = [suit for suit in SUITS if most and counts[suit] == most]
        suit, hated = self.state.outcast
        if len(first) == 1 and first[0] != suit:
            table.write(f"$_o->{first[0]}")
        elif not hated or table.chance(0.2):
            table.write(f"$_ho->{suit}")

    # --- conspiracies ---------------------------------------------------------------------

    def cost(self, conspiracy: str) -> int:
        discount = self.facts.number("hated_discount") if self.state.outcast[1] else 0
        return self.facts.number(conspiracy) - discount

    def conspiracies(self) -> Options:
        """What the acolytes pay for now, by weight (10.4.3)."""
        found: Options = []
        at = [c for c in self.table.map.clearings if self.table.suit(c) == self.outcast]
        if self.cost("crusade_acolytes") <= self.acolytes:
            if self.battles(at):
                found.append((0.5 + 2 * self.fierce, partial(self.crusade, at)))
            if ways(self.table, self, at):
                found.append((0.7, partial(self.march, at)))
        free = self.table.comes_back or self.in_supply("w")
        if free and self.cost("convert_acolytes") <= self.acolytes:
            found += [(0.4, partial(self.convert, *of)) for of in self.enemies(at, "w")]
        left = self.in_supply("b", self.outcast.lower())
        if left and self.cost("sanctify_acolytes") <= self.acolytes:
            found += [(3.0, partial(self.sanctify, *of)) for of in self.enemies(at, "b")]
        return found

    def enemies(self, clearings: list[int], kind: str) -> list[tuple[int, Piece]]:
        """Enemy pieces that can be replaced there, the warlord apart (14.2.2)."""
        table = self.table
        return [
            (clearing, piece)
            for clearing in clearings
            if self.may_place(clearing)
            for owner in table.defenders("L", clearing)
            for piece in sorted(table.pieces(owner, clearing, kind))
            if piece != WARLORD
        ]

    def spend(self, conspiracy: str) -> None:
        """Acolytes back to the supply."""
        n = self.cost(conspiracy)
        self.acolytes -= n
        self.table.write(f"{number(n)}w$->")

    def crusade(self, clearings: list[int]) -> None:
        """A battle among the Outcast (10.4.3.I)."""
        self.spend("crusade_acolytes")
        self.fight_one(self.battles(clearings))

    def march(self, clearings: list[int]) -> None:
        """A move out of an Outcast clearing, and perhaps a battle where it ends."""
        self.spend("crusade_acolytes")
        way = move_some(self.table, self, ways(self.table, self, clearings))
        options = self.battles([way.end])
        if options and self.table.chance(0.4 + 0.5 * self.fierce):
            self.fight_one(options)

    def fight_one(self, options: list[tuple[int, str]]) -> None:
        self.fight_one_of(options)

    def convert(self, clearing: int, piece: Piece) -> None:
        self.spend("convert_acolytes")
        self.replace(clearing, piece, self.warrior)

    def sanctify(self, clearing: int, piece: Piece) -> None:
        self.spend("sanctify_acolytes")
        self.replace(clearing, piece, Piece("L", "b", self.outcast.lower()))

    def replace(self, clearing: int, old: Piece, new: Piece) -> None:
        """An enemy's piece off, one of the Cult's in its place (16.6.21)."""
        owner = self.table.factions[old.owner]
        remove(self.table, [Loss(self, owner, clearing, Counter({old: 1}))])
        self.table.place({new: 1}, clearing)

    # --- rituals --------------------------------------------------------------------------

    def rituals(self) -> Options:
        """What a card of the hand can be revealed for, by weight (10.5)."""
        table, found = self.table, Options()
        for card in {(c.suit, c.name): c for c in self.hand}.values():
            suit = card.suit
            if suit == "B":
                if self.in_supply("w"):
                    found.append((1.0, partial(self.sacrifice, card)))
                continue
            if suit not in self.scored and (gardens := self.gardens(suit)):
                points = self.facts.scales["score_points"].at(gardens)
                found.append((0.05 + points * (1 + self.lavish), partial(self.score, card)))
            if sites := self.sites(suit):
                found.append((3.0, partial(self.build, card, table.pick(sites))))
            if self.in_supply("w") and (open_to := self.open_to(suit)):
                found.append((1.5, partial(self.enlist, card, table.pick(open_to))))
                if len(self.hand) > 1:
                    found.append((0.1, self.enlist_many))
        return found

    def sites(self, suit: str) -> list[int]:
        """Clearings where a garden of that suit can be built (10.5.1)."""
        table = self.table
        if not self.in_supply("b", suit.lower()):
            return []
        ruled = [c for c in self.open_to(suit) if table.rules("L", c)]
        return [c for c in ruled if table.open_slots(c)]

    def open_to(self, suit: str) -> list[int]:
        """Clearings of that suit where the Cult may place pieces."""
        table = self.table
        return [c for c in table.map.clearings if table.suit(c) == suit and self.may_place(c)]

    def reveal(self, *cards: CardFacts) -> None:
        """Cards of the hand laid open, by suit or by name."""
        for card in cards:
            self.hand.remove(card)
            self.shown.append(card)
        if len(cards) == 1:
            named = self.table.chance(0.1)
            self.table.write(f"{full(cards[0]) if named else cards[0].suit + '#'}^")
            return
        told = Counter(card.suit for card in cards)
        words = "+".join(f"{number(n)}{suit}" for suit, n in sorted(told.items()))
        self.table.write(f"({words})#^" if len(told) > 1 else f"{words}#^")

    def build(self, card: CardFacts, clearing: int) -> None:
        self.reveal(card)
        self.table.place({Piece("L", "b", card.suit.lower()): 1}, clearing)

    def enlist(self, card: CardFacts, clearing: int) -> None:
        self.reveal(card)
        self.table.place({self.warrior: 1}, clearing)

    def enlist_many(self) -> None:
        """Several cards revealed at once, and a warrior recruited for each (10.5.2)."""
        table = self.table
        cards = [card for card in self.hand if card.suit != "B" and self.open_to(card.suit)]
        most = min(len(cards), self.in_supply("w"))
        cards = table.rng.sample(cards, table.rng.randint(1, most))
        self.reveal(*cards)
        at = [table.pick(self.open_to(card.suit)) for card in cards]
        if table.chance(0.5):
            table.write(f"w->{'+'.join(str(c) for c in sorted(at))}")
        else:
            for clearing in at:
                table.place({self.warrior: 1}, clearing)

    def score(self, card: CardFacts) -> None:
        """The card itself for the points of its gardens, once for each suit (10.5.3)."""
        table = self.table
        if table.chance(0.1):
            table.write(f"{card.suit}#^")
        table.spend("L", card)
        self.scored.add(card.suit)
        table.score("L", self.facts.scales["score_points"].at(self.gardens(card.suit)))

    def sacrifice(self, card: CardFacts) -> None:
        self.reveal(card)
        self.table.place({self.warrior: 1}, "$")
        self.acolytes += 1

    # --- what others do to it -------------------------------------------------------------

    def on_removed(self, loss: Loss) -> None:
        """Warriors lost while defending are acolytes (10.2.3); each garden lost costs a card at
        random (10.2.5)."""
        left = loss.pieces - loss.apart
        if loss.battle and loss.battle.defender is self:
            self.acolytes += left[self.warrior]
        for _ in range(sum(n for p, n in left.items() if p.owner == "L" and p.kind == "b")):
            if self.hand:
                self.fear(self.table.pick(self.hand))

    def fear(self, card: CardFacts) -> None:
        table = self.table
        if card.kind == "dominance" or table.chance(0.7):
            table.spend("L", card)
            return
        self.hand.remove(card)
        table.write(f"{card.suit}#L->")
        table.to_discard(card)
