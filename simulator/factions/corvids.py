"""The Corvid Conspiracy (13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from notation.legs import Piece
from replayer.facts.schema import CardFacts
from simulator.factions.base import Faction
from simulator.moves import move_some, ways
from simulator.players import Battle, Loss, Player, Way
from simulator.removal import clear, remove
from simulator.table import Table, number

BOMB, EXTORTION, RAID, SNARE = "b", "e", "r", "s"
HIDDEN = Piece("P", "t")
SUITS = "FMR"
Action = Callable[[], None]


class Corvids(Faction):
    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.plots: dict[int, str] = {}
        """What every plot on the map is, face up or down, by clearing."""
        self.fallen: dict[int, str] = {}
        """Plots taken off at this instant, while their effects wait."""
        self.exposed = False
        """A plot goes by Exposure: it has no effect (13.7.4)."""
        self.placed = 0
        """Plots placed this turn."""

    def setup(self) -> None:
        """A warrior in a clearing of each suit (13.3.2)."""
        table = self.table
        each = self.facts.number("setup_warriors_of_suit")
        for suit in SUITS:
            fitting = [c for c in self.of_suit(suit) if self.may_place(c)]
            table.place({self.warrior: each}, table.pick(fitting))

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        """Craft, flip, recruit (13.4)."""
        table = self.table
        self.placed = 0
        self.between()
        self.craft_some()
        while (able := self.flippable()) and table.chance(0.75):
            self.flip(table.pick(able))
            self.between()
        for _ in range(self.facts.number("recruits_in_turn")):
            if self.hand and self.in_supply("w") and table.chance(0.85):
                self.recruit_all()
                self.between()

    def daylight(self) -> None:
        """Three actions (13.5)."""
        self.between()
        for _ in range(self.facts.number("actions")):
            if not self.act() or self.table.chance(0.02):
                break
        self.between()

    def evening(self) -> None:
        """Perhaps one action more and no card; else draw (13.6)."""
        table = self.table
        self.between()
        exerts = not table.drawn and table.chance(0.1 + 0.15 * self.whim)
        if exerts and all(self.act() for _ in range(self.facts.number("exert_actions"))):
            self.discard_down()
            return
        extortions = table.on_map("P", "t", EXTORTION)
        self.draw_and_discard(self.facts.scales["draws"].at(extortions))

    # --- birdsong -------------------------------------------------------------------------

    def of_suit(self, suit: str) -> list[int]:
        return [c for c in self.table.map.clearings if self.table.suit(c) == suit]

    def face_down(self) -> list[int]:
        """Clearings of plots nobody else has seen, ascending."""
        return [c for c in sorted(self.plots) if HIDDEN in self.state.at(c)]

    def flippable(self) -> list[int]:
        return [c for c in self.face_down() if self.table.warriors("P", c)]

    def flip(self, clearing: int) -> None:
        """Turn a plot up: points, then what a bomb or an extortion does (13.4.2)."""
        table = self.table
        kind = self.plots[clearing]
        up = len(self.plots) - len(self.face_down()) + 1
        table.write(f"t{clearing}^t_{kind}")
        if kind == BOMB:
            del self.plots[clearing]
        table.score("P", self.facts.scales["flip_points"].at(up))
        if kind == BOMB:
            clear(table, self, [clearing])
        elif kind == EXTORTION:
            self.extort(clearing)

    def extort(self, clearing: int) -> None:
        """A random card of each enemy there (13.7.3)."""
        table = self.table
        for owner in table.defenders("P", clearing):
            cards = table.hand[owner]
            if cards:
                table.give(owner, table.pick(cards), "P", "" if table.chance(0.2) else "#")

    def recruit_all(self) -> None:
        """A card spent: a warrior in each clearing of its suit, of one suit for a bird."""
        table = self.table
        card = table.pick(self.hand)
        suit = table.pick(SUITS) if card.suit == "B" else card.suit
        fitting = [c for c in self.of_suit(suit) if self.may_place(c)]
        table.spend("P", card)
        self.swarm(fitting)

    def swarm(self, clearings: Sequence[int]) -> None:
        """A warrior in each of those clearings, where the supply is short in some (1.5.4)."""
        there = list(clearings)
        self.table.rng.shuffle(there)
        there = there[: self.in_supply("w")]
        if there:
            self.place_pieces(Counter({self.warrior: 1}), there)

    # --- actions --------------------------------------------------------------------------

    def act(self) -> bool:
        """One action; False where none is possible."""
        options = self.actions()
        if not options:
            return False
        self.table.weigh(options)()
        self.between()
        return True

    def actions(self) -> list[tuple[float, Action]]:
        """What can be done now, by weight."""
        table = self.table
        found: list[tuple[float, Action]] = []
        if ways(table, self):
            found.append((1.5, self.march))
        sites = self.sites()
        if sites:
            found.append((2.5, lambda: self.plot(table.pick(sites))))
        if self.battles():
            found.append((0.3 + 1.5 * self.fierce, self.battle))
        swaps = self.swaps()
        if swaps:
            found.append((0.15 + 0.3 * self.whim, lambda: self.trick(*table.pick(swaps))))
        return found

    def march(self) -> None:
        move_some(self.table, self, ways(self.table, self))

    def battle(self) -> None:
        self.fight_one_of(self.battles())

    def sites(self) -> list[int]:
        """Where a plot can be placed and paid for (13.5.2)."""
        table = self.table
        if not self.in_supply("t"):
            return []
        return [
            c
            for c in table.map.clearings
            if c not in self.plots and table.warriors("P", c) >= self.cost() and self.may_place(c)
        ]

    def cost(self) -> int:
        return self.facts.number("plot_warriors") + self.placed

    def plot(self, clearing: int) -> None:
        """Warriors for a plot of any type left."""
        table = self.table
        left = Counter({row.sub: row.count for row in self.facts.plots})
        left.subtract(self.plots.values())
        table.write(f"{number(self.cost())}w{clearing}->")
        table.place({HIDDEN: 1}, clearing)
        self.plots[clearing] = table.pick(sorted(left.elements()))
        self.placed += 1

    def swaps(self) -> list[tuple[int, int]]:
        """Pairs of plots alike in facing (13.5.4)."""
        down = set(self.face_down())
        there = sorted(self.plots)
        return [(a, b) for a in there for b in there if a < b and (a in down) == (b in down)]

    def trick(self, one: int, other: int) -> None:
        self.table.write(f"t{one}<->t{other}")
        self.plots[one], self.plots[other] = self.plots[other], self.plots[one]

    def crosses(self, way: Way) -> bool:
        """Corvids move whoever rules (13.2.3)."""
        return True

    def likes_way(self, way: Way) -> float:
        return super().likes_way(way) + (2 if way.end not in self.plots else 0)

    # --- what others do -------------------------------------------------------------------

    def extra_hits(self, battle: Battle) -> int:
        """Embedded Agents (13.2.5)."""
        if battle.defender is self and HIDDEN in self.state.at(battle.clearing):
            return self.facts.number("embedded_agents_hits")
        return 0

    def interlude(self, player: Player) -> None:
        """Exposure: the player may guess plots where his pieces are (13.2.4)."""
        table, letter = self.table, player.letter
        while not table.drawn and table.enemies("P", letter) and table.chance(0.04):
            options = [
                (clearing, card)
                for clearing in self.face_down()
                if table.holds(letter, clearing)
                for card in table.matching(letter, table.suit(clearing))
            ]
            if not options:
                return
            self.guess(player, *table.pick(options))

    def guess(self, player: Player, clearing: int, card: CardFacts) -> None:
        """One guess: a card shown, and given to the Corvids where it is wrong."""
        table = self.table
        kinds = [row.sub for row in self.facts.plots]
        kind = self.plots[clearing] if table.chance(0.3) else table.pick(kinds)
        table.write(f"{card.suit}#^P")
        table.write(f"?Pt_{kind}{clearing}")
        if kind != self.plots[clearing]:
            table.give(player.letter, card, "P")
            return
        self.exposed = True
        remove(table, [Loss(player, self, clearing, Counter({HIDDEN: 1}))])
        self.exposed = False

    def before_removal(self, loss: Loss, losses: Sequence[Loss]) -> None:
        if loss.count("t"):
            self.fallen[loss.clearing] = self.plots.pop(loss.clearing)

    def on_removed(self, loss: Loss) -> None:
        """A raid brings warriors to the clearings around it (13.7.4)."""
        kind = self.fallen.pop(loss.clearing, "")
        if kind == RAID and not self.exposed:
            self.swarm([c for c in sorted(self.neighbours(loss.clearing)) if self.may_place(c)])
