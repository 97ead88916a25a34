"""The Keepers in Iron (15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle

from notation.legs import Piece
from replayer.facts import relic_values, waystations
from replayer.facts.schema import CardFacts
from simulator.battle import fight
from simulator.factions.base import Faction
from simulator.moves import move_some, ways
from simulator.players import Battle, Loss, Way
from simulator.setup import starting_corner
from simulator.table import Table, full

FAITHFUL = CardFacts("faith", "Faithful Retainer", "B", 3, "persistent", {}, None, 0, "card")
COLUMNS = (1, 2, 3)
_, DELVES, RECOVERS = COLUMNS
LIKED = ((2.0, 1), (3.0, 2), (3.0, 3))
"""How much each column is liked for a new card."""
BOARD = "K$"
Action = Callable[[], None]


class Keepers(Faction):
    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.buried: dict[str, list[tuple[int, str]]] = {f: [] for f in table.map.forests}
        """Relics face down in each forest: value and type."""
        self.retinue: dict[int, list[CardFacts]] = {column: [FAITHFUL] for column in COLUMNS}
        self.names_cards = table.chance(0.5)
        """Whether the record names the cards of its Retinue."""

    def setup(self) -> None:
        """Relics in all forests, two clearings of warriors, more relics far away (15.3)."""
        table = self.table
        relics = [(v, kind) for kind, values in relic_values().items() for v in values]
        table.rng.shuffle(relics)
        for forest in self.buried:
            self.bury(relics.pop(), forest)
        corner = starting_corner(table)
        near = [c for c in sorted(table.paths(corner)) if c in table.map.edge]
        homes = [corner, table.pick([c for c in near if self.may_place(c)])]
        each = self.facts.number("setup_warriors_in_clearing")
        self.place_pieces(Counter({self.warrior: each}), homes)
        far = [f for f, around in table.map.forests.items() if not around & set(homes)]
        table.rng.shuffle(far)
        for relic, forest in zip(relics, cycle(far), strict=False):
            self.bury(relic, forest)
        for column in COLUMNS:
            table.write(f"#{FAITHFUL.name}->$_{column}")

    def bury(self, relic: tuple[int, str], forest: str) -> None:
        self.table.place({Piece("K", "t", relic[1]): 1}, forest)
        self.buried[forest].append(relic)

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        """Encamp, Decamp, Recruit (15.4)."""
        table = self.table
        self.between()
        if table.where("K", "wb"):
            self.each_once(self.camps, self.encamp, 0.6)
        else:
            self.come_back()
        self.each_once(self.struck, self.decamp, 0.04 + 0.1 * self.whim)
        while (posts := self.posts()) and table.chance(0.5):
            self.levy(*table.pick(posts))
            self.between()

    def daylight(self) -> None:
        self.between()
        self.craft_some()
        for column in COLUMNS:
            self.act(column)
        self.between()

    def evening(self) -> None:
        """Live off the land, gather a Retinue, draw (15.6)."""
        table = self.table
        self.between()
        crowd = self.facts.number("live_off_the_land_from")
        hungry = [c for c in table.map.clearings if table.warriors("K", c) >= crowd]
        if hungry:
            table.write("+".join(f"w{c}" for c in hungry) + "->")
        self.between()
        self.gather()
        self.between()
        waystations_out = table.on_map("K", "b")
        self.draw_and_discard(self.facts.scales["draws"].at(waystations_out))

    # --- birdsong -------------------------------------------------------------------------

    def each_once(
        self, able: Callable[[], list[int]], act: Callable[[int], None], eagerness: float
    ) -> None:
        """Once per clearing, as often as it likes."""
        done: set[int] = set()
        while left := [c for c in able() if c not in done]:
            if not self.table.chance(eagerness):
                return
            clearing = self.table.pick(left)
            done.add(clearing)
            act(clearing)
            self.between()

    def camps(self) -> list[int]:
        """Where a warrior can be replaced with a waystation (15.4.1)."""
        table = self.table
        if not self.in_supply("b"):
            return []
        there = table.where("K", "w")
        return [c for c in there if table.open_slots(c) and self.may_place(c)]

    def encamp(self, clearing: int) -> None:
        self.table.write(f"w{clearing}->")
        self.table.place({self.any_waystation(clearing): 1}, clearing)

    def any_waystation(self, clearing: int) -> Piece:
        """One that is not on the map, either side up; a relic there has a say."""
        table = self.table
        out = [p.sub for c in table.map.clearings for p in table.pieces("K", c, "b").elements()]
        standing = [set(sub.split("_")) for sub in out]
        options = []
        for row in waystations():
            if set(row.sides) not in standing:
                one, other = row.sides
                options += [(one, other), (other, one)]
        relics = {p.sub[-1] for p in table.pieces("K", clearing, "t")}
        up, down = table.weigh([(5.0 if up in relics else 1.0, (up, down)) for up, down in options])
        return Piece("K", "b", f"{up}_{down}")

    def come_back(self) -> None:
        """A waystation and a warrior on the map edge, as far as they can be placed (15.4.1)."""
        table = self.table
        options = [c for c in table.map.edge if self.may_place(c)]
        options = [c for c in options if table.open_slots(c)] or options
        if not options:
            return
        clearing = table.pick(options)
        pieces = {self.warrior: 1} if self.in_supply("w") else {}
        if table.open_slots(clearing):
            pieces[self.any_waystation(clearing)] = 1
        table.place(pieces, clearing)
        self.between()

    def struck(self) -> list[int]:
        """Where a waystation can be replaced with a warrior (15.4.2)."""
        if not self.in_supply("w"):
            return []
        return [c for c in self.table.where("K", "b") if self.may_place(c)]

    def decamp(self, clearing: int) -> None:
        table = self.table
        gone = table.pick(sorted(table.pieces("K", clearing, "b")))
        table.write(f"{table.words({gone: 1})}{clearing}->")
        table.place({self.warrior: 1}, clearing)

    def posts(self) -> list[tuple[int, CardFacts]]:
        """Waystations to recruit at, each with a card to spend (15.4.3)."""
        table = self.table
        if not self.in_supply("w"):
            return []
        return [
            (clearing, card)
            for clearing in table.where("K", "b")
            if self.may_place(clearing)
            for card in table.matching("K", table.suit(clearing))
        ]

    def levy(self, clearing: int, card: CardFacts) -> None:
        self.table.spend("K", card)
        self.recruit(clearing, self.facts.number("recruit_warriors"))

    # --- the Retinue ----------------------------------------------------------------------

    def act(self, column: int) -> None:
        """The action of a column, for each of its cards in any order (15.5.2)."""
        table = self.table
        waiting = list(self.retinue[column])
        table.rng.shuffle(waiting)
        for card in waiting:
            deeds = list(self.deeds(column, card))
            if deeds and table.chance(0.95):
                table.weigh(deeds)()
                self.between()

    def deeds(self, column: int, card: CardFacts) -> Iterator[tuple[float, Action]]:
        """What a card can do now, by weight."""
        table = self.table
        fitting = [c for c in table.map.clearings if card.suit in ("B", table.suit(c))]
        if column != DELVES and (options := ways(table, self, fitting)):
            yield 1.0, partial(self.march, options)
        if column == DELVES:
            for c in fitting:
                enemies = table.defenders("K", c)
                if enemies and self.fights_in(c):
                    yield 0.3 + 2 * self.fierce, partial(self.battle_then_delve, card, c)
                elif not enemies and self.finds(c):
                    yield 4.0, partial(self.delve, card, c)
        if column == RECOVERS:
            for c in fitting:
                if self.recoverable(c):
                    yield 8.0, partial(self.recover, card, c)

    def march(self, options: list[Way]) -> None:
        move_some(self.table, self, options)

    def lose_card(self, column: int, card: CardFacts) -> None:
        """A card of the Retinue is discarded; a Faithful Retainer leaves the game."""
        self.retinue[column].remove(card)
        if card is FAITHFUL:
            self.table.write(f"#{FAITHFUL.name}$_{column}->")
        else:
            self.table.write(f"{full(card)}$_{column}->")
            self.table.to_discard(card)

    def battle_then_delve(self, card: CardFacts, clearing: int) -> None:
        table = self.table
        owner = table.pick(table.defenders("K", clearing))
        fight(table, self, table.factions[owner], clearing)
        if self.finds(clearing) and table.chance(0.9):
            self.delve(card, clearing)

    def finds(self, clearing: int) -> list[tuple[str, Piece]]:
        """Relics that can be delved into a clearing, each with its forest (15.5.2.II)."""
        table = self.table
        if not (table.rules("K", clearing) and table.warriors("K", clearing)):
            return []
        if clearing in self.state.scorched:
            return []
        return [
            (forest, relic)
            for forest, around in table.map.forests.items()
            if clearing in around
            for relic in sorted(table.pieces("K", forest, "t"))
        ]

    def delve(self, card: CardFacts, clearing: int) -> None:
        """A relic out of a forest, its value shown; the card is at risk (15.5.2.IIa)."""
        table = self.table
        forest, relic = table.pick(self.finds(clearing))
        table.write(f"{table.words({relic: 1})}{forest}->{clearing}")
        value, _, kind = relic.sub.rpartition("_")
        if not value:
            found = table.pick([r for r in self.buried[forest] if r[1] == kind])
            self.buried[forest].remove(found)
            value = str(found[0])
            table.write(f"t{clearing}^t_{value}_{kind}")
        if len(table.map.forests[forest] & set(table.ruled("K"))) < int(value):
            self.lose_card(DELVES, card)

    def recoverable(self, clearing: int) -> list[Piece]:
        """Relics there of a type that a waystation there shows (15.5.2.IIIa)."""
        here = self.table.pieces("K", clearing, "bt")
        shown = {piece.sub[0] for piece in here if piece.kind == "b"}
        return sorted(p for p in here if p.kind == "t" and p.sub[-1] in shown)

    def recover(self, card: CardFacts, clearing: int) -> None:
        """Relics out of one clearing, until the check fails or it will not (15.5.2.III)."""
        table = self.table
        while relics := self.recoverable(clearing):
            relic = table.pick(relics)
            value = int(relic.sub[0])
            full_before = self.full_columns()
            table.write(f"{table.words({relic: 1})}{clearing}->$")
            sets = self.full_columns() - full_before
            table.score("K", value + sets * self.facts.number("relic_column_points"))
            suit = table.suit(clearing)
            if sum(table.suit(c) == suit for c in table.ruled("K")) < value:
                self.lose_card(RECOVERS, card)
                return
            if table.chance(0.05):
                return

    def full_columns(self) -> int:
        """Columns of the board filled with a relic of each type."""
        rows = Counter(p.sub[-1] for p in self.table.pieces("K", BOARD, "t").elements())
        return min(rows[kind] for kind in relic_values())

    def gather(self) -> None:
        """Cards of the hand to the Retinue, or one card of it to another column (15.6.2)."""
        table = self.table
        if table.chance(0.08):
            self.shift()
            return
        most = self.facts.number("retinue_cards_most")
        while self.hand and self.size() < most and table.chance(0.75 - 0.06 * self.size()):
            card, column = table.pick(self.hand), table.weigh(LIKED)
            self.hand.remove(card)
            table.write(f"{self.told(card)}K->$_{column}")
            self.retinue[column].append(card)
            self.between()

    def size(self) -> int:
        return sum(map(len, self.retinue.values()))

    def shift(self) -> None:
        table = self.table
        held = [(column, card) for column in COLUMNS for card in self.retinue[column]]
        if held:
            column, card = table.pick(held)
            other = table.pick([c for c in COLUMNS if c != column])
            self.retinue[column].remove(card)
            self.retinue[other].append(card)
            table.write(f"{self.told(card)}$_{column}->$_{other}")

    def told(self, card: CardFacts) -> str:
        """A card of the Retinue as the record tells it."""
        if card is FAITHFUL:
            return f"#{FAITHFUL.name}"
        return full(card) if self.names_cards else f"{card.suit}#"

    # --- moving ---------------------------------------------------------------------------

    def group(self, way: Way) -> Counter[Piece]:
        """Warriors, each with a relic or without (15.2.4)."""
        table = self.table
        going = super().group(way)
        relics = list(table.pieces("K", way.start, "t").elements())
        table.rng.shuffle(relics)
        most = min(len(relics), going.total())
        n = most if table.chance(0.8) else table.rng.randint(0, most)
        return going + Counter(relics[:n])

    def likes_way(self, way: Way) -> float:
        table = self.table
        carried = {p.sub[-1] for p in table.pieces("K", way.start, "t")}
        shown = {p.sub[0] for p in table.pieces("K", way.end, "b")}
        settled = {p.sub[0] for p in table.pieces("K", way.start, "b")}
        value = super().likes_way(way)
        return value + 4 * len((carried - settled) & shown) - 0.5 * bool(carried & settled)

    # --- battle and loss ------------------------------------------------------------------

    def suffered(self, battle: Battle, hits: int) -> int:
        """Devout Knights: beside a relic the first hit of a battle is ignored (15.2.4)."""
        table, here = self.table, battle.clearing
        devout = table.holds("K", here, "t") and table.warriors("K", here)
        if not hits or battle.spared.get("K") or not devout:
            return hits
        battle.spared["K"] = 1
        return hits - 1

    def before_removal(self, loss: Loss, losses: Sequence[Loss]) -> None:
        """Prized Trophies: an enemy puts a relic into any forest (15.2.5)."""
        if not self.table.enemies("K", loss.by.letter):
            return
        loss.apart += Counter({p: n for p, n in loss.pieces.items() if p.kind == "t"})

    def on_gone(self, loss: Loss) -> None:
        table = self.table
        for relic in sorted(loss.apart.elements()):
            forest = table.pick(list(table.map.forests))
            table.write(f"{table.words({relic: 1})}{loss.clearing}->{forest}")

    def prize(self, loss: Loss) -> int:
        return self.facts.number("trophy_points") * loss.count("t")
