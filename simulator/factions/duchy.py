"""The Underground Duchy (12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from notation.legs import Piece
from replayer.facts import ministers
from replayer.facts.schema import CardFacts
from simulator.factions.base import Faction
from simulator.moves import move, move_some, ways
from simulator.players import Loss, Way
from simulator.setup import starting_corner
from simulator.table import Table, full, number

BURROW = 0
TUNNEL = Piece("D", "t")
BUILDINGS = ("c", "m")
RANKS = ("lord", "noble", "squire")
"""The highest first."""
MAYOR = "mayor"
Action = Callable[[], None]


class Duchy(Faction):
    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.shown: list[CardFacts] = []
        """Cards revealed this turn: they lie face up until Evening (12.6.1)."""
        self.failing = False
        """Buildings are being removed, and the price has not been paid."""

    def setup(self) -> None:
        """Warriors and a tunnel in a corner, warriors all around it (12.3.3)."""
        table = self.table
        corner = starting_corner(table)
        table.place({self.warrior: self.facts.number("setup_warriors"), TUNNEL: 1}, corner)
        near = [c for c in table.paths(corner) if self.may_place(c)]
        each = self.facts.number("setup_warriors_next_to")
        self.place_pieces(Counter({self.warrior: each}), near)

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        self.between()
        citadels = self.table.on_map("D", "b", "c")
        self.recruit(BURROW, self.facts.scales["burrow_warriors"].at(citadels))
        self.between()

    def daylight(self) -> None:
        self.between()
        self.assembly()
        self.parliament()
        if self.table.chance(0.95):
            self.sway()
            self.between()

    def evening(self) -> None:
        """Revealed cards go or come back, then craft and draw (12.6)."""
        table = self.table
        birds = [card for card in self.shown if card.suit == "B"]
        self.hand.extend(self.shown)
        self.shown = []
        table.spend("D", *birds)
        self.between()
        self.craft_some()
        self.draw_and_discard(self.facts.scales["draws"].at(table.on_map("D", "b", "m")))

    # --- Assembly -------------------------------------------------------------------------

    def assembly(self) -> None:
        """Two actions (12.5.1)."""
        for _ in range(self.facts.number("actions")):
            options = self.actions()
            if not options or self.table.chance(0.03):
                return
            self.table.weigh(options)()
            self.between()

    def actions(self) -> list[tuple[float, Action]]:
        """What can be done now, by weight."""
        found: list[tuple[float, Action]] = []
        builds = self.builds()
        if builds:
            found.append((4.0, lambda: self.build(*self.table.pick(builds))))
        if self.in_supply("w"):
            found.append((0.4, lambda: self.place_one()))
        if self.ways():
            found.append((1.2, self.march))
        if self.battles():
            found.append((0.3 + 2 * self.fierce, self.battle))
        digs = self.digs()
        if digs:
            army = self.table.warriors("D", BURROW)
            found.append((0.1 + 0.5 * army, lambda: self.dig(*self.table.pick(digs))))
        return found

    def place_one(self) -> None:
        self.recruit(BURROW)

    def battle(self) -> None:
        self.fight_one_of(self.battles())

    def march(self) -> None:
        move_some(self.table, self, self.ways())

    def builds(self, *, any_suit: bool = False) -> list[tuple[int, CardFacts]]:
        """Clearings to build in, each with a card that may be revealed for it."""
        if not any(self.in_supply("b", sub) for sub in BUILDINGS):
            return []
        table = self.table
        return [
            (clearing, card)
            for clearing in table.ruled("D")
            if table.open_slots(clearing) and self.may_place(clearing)
            for card in table.matching("D", "" if any_suit else table.suit(clearing))
        ]

    def build(self, clearing: int, card: CardFacts) -> None:
        """Reveal a card, place a citadel or a market (12.5.1.I, 12.5.2.I)."""
        sub = self.table.pick([sub for sub in BUILDINGS if self.in_supply("b", sub)])
        self.reveal([card])
        self.table.place({Piece("D", "b", sub): 1}, clearing)

    def digs(self) -> list[tuple[int, CardFacts]]:
        """Where a tunnel may be dug, each with a card that may be spent for it (12.5.1.V)."""
        table = self.table
        return [
            (clearing, card)
            for clearing in table.map.clearings
            if self.may_place(clearing) and self.diggable(clearing)
            for card in table.matching("D", table.suit(clearing))
        ]

    def diggable(self, clearing: int) -> bool:
        """No tunnel there, or it may be lifted first (12.2.4)."""
        return not self.table.holds("D", clearing, "t") or not self.in_supply("t")

    def dig(self, clearing: int, card: CardFacts) -> None:
        """Spend a card, place a tunnel, move warriors up; a tunnel on the map may come first."""
        table = self.table
        lift = 0
        if not self.in_supply("t"):
            here = table.holds("D", clearing, "t")
            lift = clearing if here else table.pick(table.where("D", "t"))
        early = table.chance(0.7)
        if lift and early:
            table.write(f"t{lift}->")
        table.spend("D", card)
        if lift and not early:
            table.write(f"t{lift}->")
        table.place({TUNNEL: 1}, clearing)
        below = table.warriors("D", BURROW)
        most = min(below, self.facts.number("dig_warriors"))
        n = most if table.chance(0.7) else table.rng.randint(0, most)
        if n:
            move(table, self, Way(BURROW, clearing), Counter({self.warrior: n}))

    # --- Parliament -----------------------------------------------------------------------

    def parliament(self) -> None:
        """The action of each swayed minister, in any order; some are left out (12.5.2)."""
        table = self.table
        waiting = list(self.state.ministers)
        table.rng.shuffle(waiting)
        for name in waiting:
            deed = self.deed(name) if name in self.state.ministers else None
            if deed and table.chance(0.93):
                deed()
                self.between()

    def deed(self, name: str) -> Action | None:
        """A minister's action as it can be taken now; None if it cannot."""
        if name == MAYOR:
            return self.copied()
        if name == "banker":
            return self.bank if self.hand and self.table.chance(0.2 + 0.5 * self.lavish) else None
        if name == "foremole":
            builds = self.builds(any_suit=True)
            return (lambda: self.build(*self.table.pick(builds))) if builds else None
        if name == "captain":
            return self.battle if self.battles() else None
        if name == "marshal":
            return self.march if self.ways() else None
        if name == "brigadier":
            kinds = [(1.0, self.march)] if self.ways() else []
            kinds += [(3 * self.fierce, self.battle)] if self.battles() else []
            return (lambda: self.twice(self.table.weigh(kinds))) if kinds else None
        points = self.lords_points(name)
        return (lambda: self.table.score("D", points)) if points else None

    def copied(self) -> Action | None:
        """The Mayor takes the action of a swayed squire or noble (12.5.2.VI)."""
        lower = [m for m in self.state.ministers if m != MAYOR and ministers()[m].rank != "lord"]
        deeds = [deed for deed in map(self.deed, lower) if deed]
        return self.table.pick(deeds) if deeds else None

    def twice(self, act: Action) -> None:
        """Up to two moves, or up to two battles (12.5.2.IV)."""
        able = self.battles if act == self.battle else self.ways
        for n in range(self.facts.number("brigadier_actions")):
            if not able() or (n and self.table.chance(0.15)):
                return
            act()

    def bank(self) -> None:
        """Cards of one suit for as many points (12.5.2.V)."""
        table = self.table
        suit = table.pick(sorted({card.suit for card in self.hand}))
        fitting = [card for card in self.hand if card.suit in (suit, "B")]
        table.rng.shuffle(fitting)
        paid = fitting[: table.rng.randint(1, len(fitting))]
        table.spend("D", *paid)
        table.score("D", len(paid))

    def lords_points(self, name: str) -> int:
        """What a lord scores now (12.5.2.VII to IX)."""
        table, facts = self.table, self.facts
        if name == "duchessofmud":
            return 0 if self.in_supply("t") else facts.number("duchess_points")
        if name == "baronofdirt":
            return facts.number("baron_points") * table.on_map("D", "b", "m")
        return facts.number("earl_points") * table.on_map("D", "b", "c")

    # --- Sway -----------------------------------------------------------------------------

    def sway(self) -> None:
        """Perhaps one minister more (12.5.3)."""
        table = self.table
        most = self.facts.number("crowns_of_rank")
        options = [
            (float(minister.cards**2), name, cards)
            for name, minister in ministers().items()
            if name not in self.state.ministers and self.state.crowns.get(minister.rank, 0) < most
            for cards in self.supported(minister.cards)
        ]
        if not options:
            return
        name, cards = table.weigh([(weight, (name, cards)) for weight, name, cards in options])
        self.reveal(cards)
        table.write(f"#{name}->$")
        table.score("D", ministers()[name].points)

    def supported(self, n: int) -> Iterator[list[CardFacts]]:
        """A hand's n cards that the clearings with Duchy pieces support, if there are (12.5.3.II):
        each clearing one card of its suit, or a bird."""
        table = self.table
        here = Counter(table.suit(c) for c in table.where("D"))
        rest = list(self.hand)
        table.rng.shuffle(rest)
        if table.chance(0.7):
            rest.sort(key=lambda card: card.suit == "B")
        chosen: list[CardFacts] = []
        used: Counter[str] = Counter()
        for card in rest:
            fits = card.suit == "B" or used[card.suit] < here[card.suit]
            if len(chosen) < min(n, here.total()) and fits:
                chosen.append(card)
                used[card.suit] += 1
        if len(chosen) == n:
            yield chosen

    def reveal(self, cards: Sequence[CardFacts]) -> None:
        """Cards of the hand are laid face up; by suit or by name in the record."""
        for card in cards:
            self.hand.remove(card)
        self.shown += cards
        if len(cards) == 1 or self.table.chance(0.2):
            named = self.table.chance(0.3)
            shown = [full(card) if named else f"{card.suit}#" for card in cards]
            self.table.write("+".join(shown) + "^")
            return
        suits = Counter(card.suit for card in cards)
        told = "+".join(f"{number(n)}{suit}" for suit, n in suits.items())
        self.table.write(f"({told})#^")

    # --- tunnels --------------------------------------------------------------------------

    def ways(self) -> list[Way]:
        """Every way it may move now, the Burrow's included."""
        return ways(self.table, self, (BURROW, *self.table.map.clearings))

    def free_ways(self) -> list[Way]:
        return self.ways()

    def neighbours(self, clearing: int) -> set[int]:
        """The Burrow is adjacent to every clearing with a tunnel (12.2.2)."""
        tunnels = set(self.table.where("D", "t"))
        if clearing == BURROW:
            return tunnels
        return super().neighbours(clearing) | ({BURROW} if clearing in tunnels else set())

    def crosses(self, way: Way) -> bool:
        """The Burrow is always ruled (12.2.2)."""
        return BURROW in (way.start, way.end) or super().crosses(way)

    def likes_way(self, way: Way) -> float:
        if way.end == BURROW:
            return 0.1 + 0.3 * self.whim
        return super().likes_way(way) * (3 if way.start == BURROW else 1)

    # --- the Price of Failure -------------------------------------------------------------

    def before_removal(self, loss: Loss, losses: Sequence[Loss]) -> None:
        self.failing = self.failing or loss.count("b") > 0

    def on_removed(self, loss: Loss) -> None:
        """One price for all buildings of an instant: a minister and a random card (12.2.3)."""
        if not self.failing:
            return
        self.failing = False
        table = self.table
        swayed = self.state.ministers
        highest = min((RANKS.index(ministers()[m].rank) for m in swayed), default=0)
        fallen = [m for m in swayed if ministers()[m].rank == RANKS[highest]]
        if fallen:
            table.write(f"#{table.pick(fallen)}{table.by('D')}$->")
        if self.hand:
            table.spend("D", table.pick(self.hand))
