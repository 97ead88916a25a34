"""What every faction does alike, and the hooks by which they differ.

A faction overrides `setup`, the three phases, and of the hooks those that its chapter speaks of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from notation.legs import Piece
from replayer.facts import FactionFacts, faction_facts, general
from replayer.facts.schema import CardFacts
from replayer.state import State
from simulator import cards, cards_timing, maps, victory
from simulator.battle import fight
from simulator.moves import move_some, ways
from simulator.players import Battle, Loss, Player, Way
from simulator.table import Table, full


class Faction(Player):
    """A player at a table. `fierce`, `lavish` and `whim` are its likings, from 0 to 1: how readily
    it fights, spends cards, and plays without a thought.
    """

    def __init__(self, table: Table, letter: str) -> None:
        self.table = table
        self.letter = letter
        self.facts: FactionFacts = faction_facts(letter)
        self.fierce, self.lavish, self.whim = (table.rng.random() for _ in range(3))
        self.activated: Counter[str] = Counter()
        """Suits of the crafting pieces used this turn (4.1.1)."""

    # --- short words ----------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def hand(self) -> list[CardFacts]:
        return self.table.hand[self.letter]

    @property
    def points(self) -> int | None:
        """The score; None once the marker has left the track."""
        return self.state.score[self.letter]

    @property
    def warrior(self) -> Piece:
        return Piece(self.letter, "w")

    def in_supply(self, kind: str, sub: str = "") -> int:
        return self.table.in_supply(Piece(self.letter, kind, sub))

    def may_place(self, clearing: int) -> bool:
        return self.table.may_place(self.letter, clearing)

    def recruit(self, clearing: int, n: int = 1) -> int:
        """Warriors from the supply to a clearing, as many as there are (1.5.4); how many."""
        n = min(n, self.in_supply("w"))
        if n and self.may_place(clearing):
            self.table.place({self.warrior: n}, clearing)
            return n
        return 0

    # --- the turn -------------------------------------------------------------------------

    def between(self) -> None:
        """Called between two units of this player's turn: what may be done beside its steps."""
        cards_timing.interlude(self.table, self)
        for other in self.table.others(self.letter):
            other.interlude(self)
        if self.table.phase == "daylight":
            maps.open_a_path(self.table, self)
            victory.interlude(self.table, self)

    def draw_and_discard(self, n: int) -> None:
        """The last step of most Evenings: draw n cards, then discard down to five."""
        if not cards_timing.instead_of_drawing(self.table, self):
            self.table.draw(self.letter, n)
        self.discard_down()

    def discard_down(self) -> None:
        while len(self.hand) > general()["hand_limit"]:
            self.table.spend(self.letter, self.table.pick(self.hand))

    # --- services -------------------------------------------------------------------------

    def purse(self) -> int:
        return self.in_supply("w")

    def pay_riverfolk(self, n: int) -> Counter[Piece]:
        paid = Counter({self.warrior: n})
        self.table.place(paid, "O$")
        return paid

    # --- crafting -------------------------------------------------------------------------

    def crafting_suits(self) -> Counter[str]:
        """Suits of the crafting pieces on the map, used or not."""
        table, found = self.table, Counter[str]()
        for clearing in table.map.clearings:
            for piece, n in table.state.at(clearing).items():
                if piece.owner == self.letter and self.facts.crafts_with(piece.kind, piece.sub):
                    found[table.suit(clearing)] += n
        return found

    def can_pay(self, card: CardFacts) -> bool:
        """Whether unused crafting pieces cover a card's cost (4.1.1)."""
        free = self.crafting_suits() - self.activated
        fixed = Counter({suit: n for suit, n in card.cost.items() if suit != "any"})
        if not card.cost or fixed - free:
            return False
        return (free - fixed).total() >= card.cost.get("any", 0)

    def pay(self, card: CardFacts) -> None:
        """Activate crafting pieces for a card; most records are silent about it."""
        for suit, n in card.cost.items():
            if suit != "any":
                self.activated[suit] += n
        for _ in range(card.cost.get("any", 0)):
            free = self.crafting_suits() - self.activated
            self.activated[self.table.pick(sorted(free.elements()))] += 1

    def craftable(self) -> list[CardFacts]:
        """Cards of the hand that can be crafted now (4.1)."""
        able = [c for c in self.hand if self.is_craftable(c)]
        return list({(card.suit, card.name): card for card in able}.values())

    def is_craftable(self, card: CardFacts) -> bool:
        """Whether the Law lets this player craft a card now, whatever it does."""
        if card.kind == "item":
            fits = self.state.item_supply.get(card.item or "", 0) > 0
        elif card.kind == "persistent":
            fits = in_play(card) not in self.state.crafted[self.letter]
        else:
            fits = card.kind == "immediate"
        return fits and self.can_pay(card)

    def craft_some(self, eagerness: float = 0.7) -> None:
        """A crafting step: some of what can be crafted, one after the other."""
        while (able := self.craftable()) and self.table.chance(eagerness):
            self.craft(self.table.pick(able))
            self.between()

    def craft(self, card: CardFacts) -> None:
        """Craft a card of the hand: what it costs, where it goes, its points (4.1, 3.2.2)."""
        table = self.table
        self.pay(card)
        self.hand.remove(card)
        if card.kind == "item":
            table.write(f"Z%{card.item}")
            table.to_discard(card)
            late = table.chance(0.3)
            if not late:
                cards_timing.item_crafted(table, self)
            self.item_crafted(card)
            if late:
                cards_timing.item_crafted(table, self)
        elif card.kind == "persistent":
            table.write(f"Z{in_play(card)}")
        else:
            table.write(f"Z{in_play(card)}")
            table.to_discard(card)
            cards_timing.crafted(table, self, card)

    def item_crafted(self, card: CardFacts) -> None:
        """An item has come: its points."""
        bonus = cards.item_points(self.table, self)
        self.table.score(self.letter, self.item_points(card) + bonus)

    def item_points(self, card: CardFacts) -> int:
        return card.points

    # --- moving ---------------------------------------------------------------------------

    def movable(self, clearing: int) -> Counter[Piece]:
        """Pieces of this faction that one move may take along from there."""
        return self.table.pieces(self.letter, clearing, "w")

    def neighbours(self, clearing: int) -> set[int]:
        """Clearings adjacent for this faction, its cards counted."""
        table = self.table
        near = table.paths(clearing)
        if cards.has(table, self, "boat") or table.boats == self.letter:
            near |= table.map.rivers[clearing]
        if cards.has(table, self, "tun"):
            crafting = [c for c in table.map.clearings if self.crafts_in(c)]
            if clearing in crafting:
                near |= set(crafting) - {clearing}
        return near

    def crafts_in(self, clearing: int) -> bool:
        here = self.table.state.at(clearing)
        return any(p.owner == self.letter and self.facts.crafts_with(p.kind, p.sub) for p in here)

    def free_ways(self) -> list[Way]:
        """Ways open to a move that a card grants."""
        return ways(self.table, self)

    def go_one_of(self, options: Sequence[Way]) -> Way:
        """Such a move along one of these; the way it went."""
        return move_some(self.table, self, options)

    def crosses(self, way: Way) -> bool:
        """Whether this faction may move there without ruling either end (4.2.1)."""
        return cards.has(self.table, self, "cplans")

    def likes_way(self, way: Way) -> float:
        """Weight of a way among those open."""
        table = self.table
        value = 1.0
        if table.defenders(self.letter, way.end):
            value += 2 * self.fierce
        if not table.rules(self.letter, way.end):
            value += 1 - self.whim
        return value

    def group(self, way: Way) -> Counter[Piece]:
        """Which of the pieces go along: any number of them, at least one."""
        return self.some_of(self.movable(way.start))

    def some_of(self, there: Counter[Piece]) -> Counter[Piece]:
        """A number of pieces, at least one; often nearly all."""
        pieces = list(there.elements())
        self.table.rng.shuffle(pieces)
        most = len(pieces)
        n = self.table.rng.randint(1, most)
        if self.table.chance(0.5):
            n = max(n, most - 1)
        return Counter(pieces[: max(1, n)])

    # --- battle ---------------------------------------------------------------------------

    def battles(self, clearings: Sequence[int] | None = None) -> list[tuple[int, str]]:
        """Clearings with warriors of this faction, hired ones too, and a defender there (4.3)."""
        table = self.table
        return [
            (clearing, owner)
            for clearing in (table.map.clearings if clearings is None else clearings)
            for owner in table.defenders(self.letter, clearing)
            if self.fights_in(clearing)
            or (owner != "O" and table.hired_warriors(self.letter, clearing))
        ]

    def fights_in(self, clearing: int) -> bool:
        """Whether warriors or a pawn of this faction stand there."""
        return self.table.holds(self.letter, clearing, "wp")

    def likes_battle(self, clearing: int, owner: str) -> float:
        """Weight of a battle among those possible."""
        table = self.table
        mine, theirs = table.warriors(self.letter, clearing), table.warriors(owner, clearing)
        spoils = table.pieces(owner, clearing, "bt").total()
        return 0.3 + self.whim + spoils * (2.0 if mine > theirs else 0.3) + 0.2 * mine

    def choose_battle(self, options: Sequence[tuple[int, str]]) -> tuple[int, str]:
        return self.table.weigh([(self.likes_battle(*option), option) for option in options])

    def fight_one_of(self, options: Sequence[tuple[int, str]]) -> None:
        """A battle of these (clearing, defender)."""
        clearing, owner = self.choose_battle(options)
        fight(self.table, self, self.table.factions[owner], clearing)

    def ambush(self, battle: Battle) -> CardFacts | None:
        """The ambush card this side plays, as defender or in answer; None for none (4.3.1)."""
        suit = self.table.suit(battle.clearing)
        fitting = [c for c in self.table.matching(self.letter, suit) if c.kind == "ambush"]
        if not fitting or not self.table.chance(0.8):
            return None
        return self.table.pick(fitting)

    def stands_in(self, battle: Battle) -> bool:
        """Whether warriors or a pawn of this side are left in the clearing of battle."""
        return self.fights_in(battle.clearing)

    def most_rolled(self, battle: Battle) -> int:
        """The most hits this side can deal from rolling (4.3.2.I)."""
        return self.table.warriors(self.letter, battle.clearing)

    def defenseless(self, battle: Battle) -> bool:
        """As defender (4.3.3.II)."""
        return not self.table.warriors(self.letter, battle.clearing)

    def lose(self, battle: Battle, hits: int) -> Counter[Piece]:
        """Warriors first, then as it likes (4.3.4)."""
        table = self.table
        lost: Counter[Piece] = Counter()
        for kinds in ("w", "bt"):
            there = list(table.pieces(self.letter, battle.clearing, kinds).elements())
            table.rng.shuffle(there)
            lost.update(there[:hits])
            hits -= min(hits, len(there))
        return lost

    # --- dominance ------------------------------------------------------------------------

    def activate_dominance(self, card: CardFacts) -> None:
        """A dominance card of the hand into play, the marker off the track (3.3.1)."""
        self.hand.remove(card)
        self.table.write(f"{full(card)}{self.letter}->$")
        self.table.write("++->$")

    # --- what others do to it, and it to others ------------------------------------------

    def removal_points(self, losses: Sequence[Loss]) -> int:
        """Points for what this faction takes off at one instant (3.2.1)."""
        each = general()["removal_points"]
        enemy = [loss for loss in losses if self.table.enemies(self.letter, loss.owner.letter)]
        return sum(each * loss.count("bt") + loss.owner.prize(loss) for loss in enemy)

    def place_pieces(self, pieces: Counter[Piece], clearings: Sequence[int]) -> None:
        """The same pieces in each of some clearings, in one action."""
        where = "+".join(str(c) for c in sorted(clearings))
        self.table.write(f"{self.table.words(pieces).strip('()')}->{where}")


def in_play(card: CardFacts) -> str:
    """How a card is called that is crafted or in play: "tun", "rpart", "mfavor"."""
    return f"{card.suit.lower()}{card.name}" if card.name in ("part", "favor", "dom") else card.name
