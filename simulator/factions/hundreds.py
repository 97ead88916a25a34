"""The Lord of the Hundreds (14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from notation.legs import Piece
from replayer.facts import moods
from replayer.facts.schema import CardFacts
from simulator.cards import item_points
from simulator.factions.base import Faction
from simulator.ground import WARLORD
from simulator.moves import move, ways
from simulator.players import Battle
from simulator.removal import clear
from simulator.setup import starting_corner
from simulator.table import Table

STRONGHOLD = Piece("H", "b")
MOB = Piece("H", "t")
SUITS = ("F", "M", "R")
Action = Callable[[], None]


class Hundreds(Faction):
    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.tracks = {item: track for track in self.facts.hoard for item in track.items}
        self.looted: Battle | None = None
        """The battle whose defender is being looted."""
        self.finds: set[str] = set()
        """Kinds of items in the Hoard that came from under a ruin; of like ones they go last."""

    def setup(self) -> None:
        """Warlord, warriors and a stronghold in a corner; Stubborn (14.3)."""
        n = self.facts.number("setup_warriors")
        corner = starting_corner(self.table)
        self.table.place({WARLORD: 1, self.warrior: n, STRONGHOLD: 1}, corner)
        self.table.write("#stubborn->$")

    # --- short words ----------------------------------------------------------------------

    @property
    def mood(self) -> str:
        return self.state.mood

    @property
    def warlord(self) -> int:
        """The warlord's clearing; 0 where he is not on the map."""
        return next((c for c in self.table.map.clearings if WARLORD in self.state.at(c)), 0)

    @property
    def hoard(self) -> Counter[str]:
        return Counter(self.state.items["H"])

    def rank(self, track: str) -> int:
        """Command or Prowess: what the items on that track come to (14.2.4.II)."""
        on_it = sum(n for item, n in self.hoard.items() if self.tracks[item].name == track)
        return self.facts.scales[track].at(on_it)

    def mobs(self) -> list[int]:
        return self.table.where("H", "t")

    # --- Birdsong -------------------------------------------------------------------------

    def birdsong(self) -> None:
        mobs = self.mobs()
        self.table.rng.shuffle(mobs)
        for clearing in mobs:
            self.raze(clearing)
        if mobs:
            self.spread()
        self.between()
        if self.warlord:
            self.recruit(self.warlord, self.rank("prowess"))
        self.recruit_at_strongholds()
        self.between()
        if not self.warlord:
            self.anoint()
        self.choose_mood()
        if self.mood == "lavish":
            self.squander()

    def raze(self, clearing: int) -> None:
        """One mob's clearing: enemy buildings and tokens go, an item out of the ruin (14.4.1), none
        of a kind that is there from another (9.7.3)."""
        clear(self.table, self, [clearing], "bt")
        items = self.table.ruins.get(clearing, [])
        free = [item for item in items if item not in self.finds]
        if free:
            item = self.table.pick(free)
            items.remove(item)
            self.table.write(f"%{item}{clearing}->$")
            self.finds.add(item)
            if not items:
                del self.table.ruins[clearing]
            self.overflow(item)

    def spread(self) -> bool:
        """Roll the mob die; a mob next to a mob, if there is such a place (14.4.1)."""
        suit = self.table.pick(SUITS)
        near: set[int] = set()
        for mob in self.mobs():
            near |= self.neighbours(mob)
        found = [c for c in sorted(near) if self.table.suit(c) == suit and self.takes_mob(c)]
        if found:
            self.table.place({MOB: 1}, self.table.pick(found))
        return bool(found)

    def takes_mob(self, clearing: int) -> bool:
        free = MOB not in self.state.at(clearing)
        return free and self.may_place(clearing) and self.in_supply("t") > 0

    def recruit_at_strongholds(self) -> None:
        table, each = self.table, self.facts.number("warriors_per_stronghold")
        at = [
            c
            for c in table.where("H", "b")
            if self.may_place(c)
            for _ in range(table.state.count(c, "H", "b") * each)
        ]
        table.rng.shuffle(at)
        for clearing, n in sorted(Counter(at[: self.in_supply("w")]).items()):
            table.place({self.warrior: n}, clearing)

    def anoint(self) -> None:
        """A warrior becomes the warlord; without one he comes anywhere (14.4.3)."""
        table = self.table
        open_to = [c for c in table.map.clearings if self.may_place(c)]
        own = [c for c in open_to if self.warrior in self.state.at(c)]
        if own:
            clearing = table.weigh([(1 + table.warriors("H", c), c) for c in own])
            table.write(f"w{clearing}->")
            table.place({WARLORD: 1}, clearing)
        elif open_to:
            table.place({WARLORD: 1}, table.pick(open_to))
        self.between()

    def choose_mood(self) -> None:
        """Another mood, whose item is not in the Hoard (14.4.4)."""
        held = self.hoard
        free = [name for name, m in moods().items() if name != self.mood and m.item not in held]
        if free:
            self.table.write(f"#{self.table.pick(free)}->$")

    def squander(self) -> None:
        """Lavish: items go for good, each for two warriors (14.7.4)."""
        n = self.facts.number("lavish_warriors")
        while self.hoard and self.table.chance(0.3):
            self.give_up(sorted(self.hoard))
            if self.warlord:
                self.recruit(self.warlord, n)

    # --- Daylight -------------------------------------------------------------------------

    def daylight(self) -> None:
        self.between()
        self.craft_some()
        steps = [self.command, self.advance]
        if self.mood == "grandiose":
            steps.reverse()
        for step in steps:
            step()

    def command(self) -> None:
        """Moves, battles and strongholds, as many as Command allows (14.5.2)."""
        taken = 0
        while taken < self.rank("command") and not self.table.chance(0.05):
            options: list[tuple[float, Action]] = []
            if ways(self.table, self):
                options.append((1.5, self.march))
            if self.battles():
                options.append((0.5 + 2 * self.fierce, self.strike))
            if self.sites():
                options.append((2.5, self.build))
            if not options:
                return
            self.table.weigh(options)()
            taken += 1
            self.between()

    def march(self) -> None:
        options = ways(self.table, self)
        way = self.table.weigh([(self.likes_way(way), way) for way in options])
        move(self.table, self, way, self.group(way))

    def strike(self) -> None:
        self.fight_one_of(self.battles())

    def sites(self) -> list[int]:
        """Clearings where a stronghold can be built with a card of the hand."""
        table = self.table
        if not self.in_supply("b"):
            return []
        return [
            c
            for c in table.ruled("H")
            if table.open_slots(c) and self.may_place(c) and table.matching("H", table.suit(c))
        ]

    def build(self) -> None:
        table = self.table
        clearing = table.pick(self.sites())
        table.spend("H", table.pick(table.matching("H", table.suit(clearing))))
        table.place({STRONGHOLD: 1}, clearing)

    def advance(self) -> None:
        """The warlord moves, then battles where he is, as often as Prowess allows (14.5.3)."""
        taken = 0
        while taken < self.rank("prowess") and self.warlord and not self.table.chance(0.05):
            moved = self.table.chance(0.7) and self.lead()
            fought = self.table.chance(0.4 + 0.5 * self.fierce) and self.strike_at_warlord()
            if moved and fought and self.mood == "relentless" and self.table.chance(0.8):
                first, second = self.table.rng.sample((self.lead, self.strike_at_warlord), 2)
                if not first():
                    second()
            taken += 1
            self.between()

    def lead(self) -> bool:
        """Move the warlord with any warriors; whether he could."""
        at = self.warlord
        options = ways(self.table, self, [at]) if at else []
        if not options:
            return False
        way = self.table.weigh([(self.likes_way(way), way) for way in options])
        group = self.group(way)
        group[WARLORD] = 1
        move(self.table, self, way, group)
        return True

    def strike_at_warlord(self) -> bool:
        """Battle in the warlord's clearing; whether there was anyone to battle."""
        options = self.battles([self.warlord]) if self.warlord else []
        if not options:
            return False
        self.fight_one_of(options)
        return True

    # --- Evening --------------------------------------------------------------------------

    def evening(self) -> None:
        self.between()
        while self.table.chance(0.6) and (places := self.inciting()):
            self.incite(self.table.pick(places))
            self.between()
        self.table.score("H", self.facts.scales["oppress"].at(self.oppressed()))
        self.between()
        self.draw_and_discard(self.facts.number("draws") + self.rowdy())

    def inciting(self) -> list[int]:
        table = self.table
        own = [c for c in table.where("H", "w") if self.takes_mob(c)]
        return [c for c in own if table.matching("H", table.suit(c))]

    def incite(self, clearing: int) -> None:
        """A card for a mob (14.6.1); Jubilant spreads it from the warlord's clearing (14.7.3)."""
        table = self.table
        table.spend("H", table.pick(table.matching("H", table.suit(clearing))))
        table.place({MOB: 1}, clearing)
        if self.mood == "jubilant" and clearing == self.warlord:
            for _ in range(table.rng.randint(0, self.facts.number("jubilant_mobs"))):
                self.spread()

    def oppressed(self) -> int:
        """Clearings ruled with a Hundreds piece and no enemy piece but hired ones (14.6.2)."""
        table = self.table
        ruled = [c for c in table.ruled("H") if table.holds("H", c)]
        return sum(
            not any(self.is_amid(owner, c) for owner in table.defenders("H", c)) for c in ruled
        )

    def is_amid(self, enemy: str, clearing: int) -> bool:
        """Whether an enemy has a piece there that does not fight for the Hundreds."""
        table = self.table
        lent = table.hired_warriors("H", clearing) if enemy == "O" else 0
        return table.pieces(enemy, clearing).total() > lent

    def rowdy(self) -> int:
        """Cards more that a Rowdy warlord draws (14.7.6)."""
        if self.mood != "rowdy":
            return 0
        table, at = self.table, self.warlord
        foes = table.defenders("H", at) if at else []
        crowd = sum(table.pieces(owner, at).total() for owner in foes)
        among = crowd >= self.facts.number("rowdy_enemy_pieces")
        return self.facts.number("rowdy_cards_among_enemies" if among else "rowdy_cards")

    # --- the Hoard ------------------------------------------------------------------------

    def item_crafted(self, card: CardFacts) -> None:
        """The item or its points (14.2.3)."""
        bonus = item_points(self.table, self)
        if self.table.chance(0.4):
            self.table.write(f"%{card.item}->")
            self.table.score("H", card.points + bonus)
            return
        self.overflow(card.item or "", bonus)

    def overflow(self, item: str, bonus: int = 0) -> None:
        """An item has been gained: where its track is full one of the track goes (14.2.4.I)."""
        track = self.tracks[item]
        held = {letter: n for letter, n in self.hoard.items() if self.tracks[letter] is track}
        points = 0
        if sum(held.values()) > track.spaces:
            self.give_up(sorted(held))
            points = self.facts.number("hoard_overflow_points")
        self.table.score("H", points + bonus)

    def give_up(self, letters: Sequence[str]) -> None:
        """One of these items leaves the game."""
        item = self.table.pick(letters)
        board = self.table.by(self.letter)
        self.table.write(f"%{item}{board}$->" if board else f"%{item}->")
        if not self.hoard[item]:
            self.finds.discard(item)

    # --- battle ---------------------------------------------------------------------------

    def movable(self, clearing: int) -> Counter[Piece]:
        """The warlord moves in the Hundreds' own turn only (14.2.2)."""
        there = super().movable(clearing)
        if self.table.active != "H":
            there.pop(WARLORD, None)
        return there

    def before_battle(self, battle: Battle) -> None:
        """Perhaps declare looting (14.2.5)."""
        owner = battle.defender.letter
        self.looted = None
        if battle.attacker is not self or owner in "VG" or not self.state.items[owner]:
            return
        if self.table.chance(0.5):
            self.looted = battle
            battle.unrolled.add("H")

    def before_roll(self, battle: Battle) -> None:
        """Bitter: mobs become warriors (14.7.1)."""
        table, at = self.table, battle.clearing
        if self.mood != "bitter" or self.warlord != at or not table.chance(0.6):
            return
        mobs = [c for c in self.mobs() if c == at or c in self.neighbours(at)]
        gone = sorted(table.rng.sample(mobs, table.rng.randint(0, len(mobs))))
        if gone:
            mob = table.words({MOB: 1})
            table.write("+".join(f"{mob}{c}" for c in gone) + "->")
            self.recruit(at, len(gone))

    def extra_hits(self, battle: Battle) -> int:
        wrathful = self.mood == "wrathful" and battle.attacker is self
        if wrathful and self.warlord == battle.clearing:
            return self.facts.number("wrathful_hits")
        return 0

    def suffered(self, battle: Battle, hits: int) -> int:
        """Stubborn ignores the first hit of a battle (14.7.7)."""
        first = hits and not battle.spared.get("H")
        if first and self.mood == "stubborn" and self.warlord == battle.clearing:
            ignored = self.facts.number("stubborn_hits")
            battle.spared["H"] = ignored
            return hits - ignored
        return hits

    def lose(self, battle: Battle, hits: int) -> Counter[Piece]:
        """The warlord falls last, mostly."""
        lost = super().lose(battle, hits)
        others = self.table.pieces("H", battle.clearing, "w")[self.warrior]
        if lost[WARLORD] and lost[self.warrior] < others and self.table.chance(0.8):
            lost[WARLORD] -= 1
            lost[self.warrior] += 1
        return +lost

    def after_battle(self, battle: Battle) -> None:
        """Loot: an item of the defender's, if the Hundreds rule there now (14.2.5)."""
        owner = battle.defender.letter
        if self.looted is not battle:
            return
        self.looted = None
        items = self.state.items[owner]
        if items and self.table.rules("H", battle.clearing):
            item = self.table.pick(sorted(items))
            self.table.write(f"%{item}{owner}$->{self.table.by(self.letter)}$")
            self.overflow(item)
