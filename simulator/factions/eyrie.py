"""The Eyrie Dynasties (7)."""

from __future__ import annotations

from collections.abc import Sequence

from notation.legs import Piece
from replayer.facts import leaders
from replayer.facts.schema import CardFacts
from simulator.factions.base import Faction
from simulator.moves import move_some, ways
from simulator.players import Battle, Loss
from simulator.setup import starting_corner
from simulator.table import Table, full

ROOST = Piece("E", "b")
COLUMNS = ("r", "m", "x", "b")


class Turmoil(Exception):
    """A card of the Decree cannot be resolved."""


class Eyrie(Faction):
    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.decree: dict[str, list[CardFacts]] = {column: [] for column in COLUMNS}
        """The cards on the Decree; the Viziers are the leader's."""

    def setup(self) -> None:
        table = self.table
        corner = starting_corner(table)
        table.place({ROOST: 1, self.warrior: self.facts.number("setup_warriors")}, corner)
        table.write(f"#{table.pick(list(leaders()))}->$")

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        table = self.table
        if not self.hand:
            table.draw("E", self.facts.number("emergency_cards"))
        self.add_to_decree()
        self.between()
        if not table.where("E", "b"):
            self.new_roost()
            self.between()

    def add_to_decree(self) -> None:
        """One or two cards, at most one of them a bird (7.4.2)."""
        table, added = self.table, 0
        while self.hand and added < 2 and (not added or table.chance(0.3 + 0.4 * self.lavish)):
            choice = [card for card in self.hand if not added or not self.birdy or card.suit != "B"]
            if not choice:
                return
            card, column = table.pick(choice), table.weigh(self.liked_columns())
            self.hand.remove(card)
            self.decree[column].append(card)
            table.write(f"{full(card)}E->$_{column}")
            self.birdy = card.suit == "B"
            added += 1

    birdy = False
    """The first card added this turn is a bird."""

    def liked_columns(self) -> list[tuple[float, str]]:
        load = {c: len(self.decree[c]) for c in COLUMNS}
        likes = {"r": 2.0, "m": 1.5, "x": 0.5 + self.fierce, "b": 1.0}
        return [(likes[c] / (1 + load[c]), c) for c in COLUMNS]

    def new_roost(self) -> None:
        """Without a roost: one with three warriors where the fewest warriors stand (7.4.3)."""
        table = self.table
        open_to = [c for c in table.map.clearings if table.open_slots(c) and self.may_place(c)]
        if not open_to:
            return
        crowd = {c: sum(n for p, n in table.state.at(c).items() if p.kind == "w") for c in open_to}
        clearing = table.pick([c for c in open_to if crowd[c] == min(crowd.values())])
        n = min(self.facts.number("new_roost_warriors"), self.in_supply("w"))
        table.place({ROOST: 1, self.warrior: n} if n else {ROOST: 1}, clearing)

    def daylight(self) -> None:
        self.between()
        self.craft_some()
        try:
            for column in COLUMNS:
                self.resolve(column)
        except Turmoil:
            self.fall()

    def evening(self) -> None:
        roosts = self.table.on_map("E", "b")
        self.table.score("E", self.facts.scales["roost_points"].at(roosts))
        self.between()
        self.draw_and_discard(self.facts.scales["draws"].at(roosts))

    # --- the Decree -----------------------------------------------------------------------

    def resolve(self, column: str) -> None:
        """All cards of a column, in any order (7.5.2). Raises Turmoil."""
        suits = [card.suit for card in self.decree[column]]
        suits += ["B"] * leaders()[self.state.leader].viziers.count(column)
        step = {"r": self.recruiting, "m": self.moving, "x": self.battling, "b": self.building}
        birds_last = self.table.chance(0.8)
        self.table.rng.shuffle(suits)
        for suit in sorted(suits, key=lambda s: birds_last and s == "B"):
            step[column](suit)
            self.between()

    def matching_clearings(self, suit: str) -> list[int]:
        table = self.table
        return [c for c in table.map.clearings if suit in ("B", table.suit(c))]

    def recruiting(self, suit: str) -> None:
        """A warrior, two under the Charismatic, at a matching roost."""
        roosts = [c for c in self.table.where("E", "b") if suit in ("B", self.table.suit(c))]
        roosts = [c for c in roosts if self.may_place(c)]
        wanted = 1
        if self.state.leader == "charismatic":
            wanted = self.facts.number("charismatic_warriors")
        if not roosts or self.recruit(self.table.pick(roosts), wanted) < wanted:
            raise Turmoil

    def moving(self, suit: str) -> None:
        options = ways(self.table, self, self.matching_clearings(suit))
        if not options:
            raise Turmoil
        move_some(self.table, self, options)

    def battling(self, suit: str) -> None:
        options = self.battles(self.matching_clearings(suit))
        if not options:
            raise Turmoil
        self.fight_one_of(options)

    def building(self, suit: str) -> None:
        table = self.table
        fitting = [
            c
            for c in self.matching_clearings(suit)
            if table.rules("E", c)
            and not table.holds("E", c, "b")
            and table.open_slots(c)
            and self.may_place(c)
        ]
        if not fitting or not self.in_supply("b"):
            raise Turmoil
        table.place({ROOST: 1}, table.pick(fitting))

    def fall(self) -> None:
        """Turmoil: points for birds, the Decree away, another leader (7.7)."""
        table = self.table
        cards = [card for column in COLUMNS for card in self.decree[column]]
        viziers = self.facts.number("viziers")
        table.lose_points("E", viziers + sum(card.suit == "B" for card in cards))
        table.write("$_->")
        for card in cards:
            table.to_discard(card)
        self.decree = {column: [] for column in COLUMNS}
        gone = {*self.state.deposed, self.state.leader}
        choice = [name for name in leaders() if name not in gone] or list(leaders())
        table.write(f"#{table.pick(choice)}->$")

    # --- leaders --------------------------------------------------------------------------

    def item_points(self, card: CardFacts) -> int:
        """One point, but under the Builder (7.2.3)."""
        builder = self.state.leader == "builder"
        return card.points if builder else self.facts.number("disdain_points")

    def extra_hits(self, battle: Battle) -> int:
        if self.state.leader == "commander" and battle.attacker is self:
            return self.facts.number("commander_hits")
        return 0

    def removal_points(self, losses: Sequence[Loss]) -> int:
        """The Despot scores one more where a building or token goes in battle (7.8.4)."""
        points = super().removal_points(losses)
        if points and self.state.leader == "despot" and any(loss.battle for loss in losses):
            points += self.facts.number("despot_points")
        return points
