"""A Vagabond in anybody's turn (9.2): his items, his moves and battles, his relationships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from notation.legs import Piece
from replayer.facts.schema import CardFacts
from simulator import moves
from simulator.factions.base import Faction
from simulator.factions.vagabond_pack import DAMAGED, DOWN, SATCHEL, TRACKED, UP, Item, Pack, told
from simulator.ground import WARLORD
from simulator.players import Battle, Loss, Player, Way
from simulator.table import ImpossiblePlay, Table, full

HOSTILE, ALLIED = "h", "a"
SPACES = ("0", "1", "2", ALLIED)
"""Spaces of the Allied track, Indifferent first."""


class Wanderer(Faction):
    """`character` and `pack` are there from setup on. `ally` is the faction whose warriors fight
    with him in the present battle, `hits` what that battle has taken: items, and theirs."""

    character = ""
    pack: Pack
    ally = ""
    hits = (0, 0)
    tricked = False
    """He has done what his character may do once a turn."""
    hiding = False
    """A hideout has ended his Daylight (16.3.3.II)."""
    owes = False
    """A card has stood for an item of his present action: it will cost a point."""
    dueling = False
    """Whatever he removes now makes nobody Hostile."""

    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.kindly = table.rng.random()
        """How readily he aids others rather than anything else."""
        self.completed: Counter[str] = Counter()
        self.aids: Counter[str] = Counter()
        """Aids of this turn that have improved nothing yet, by faction."""

    # --- where he is ----------------------------------------------------------------------

    @property
    def pawn(self) -> Piece:
        return Piece(self.letter, "p")

    @property
    def place(self) -> int | str:
        """The clearing or forest of his pawn."""
        found = [place for place, here in self.state.pieces.items() if self.pawn in here]
        return found[0]

    @property
    def clearing(self) -> int:
        """His clearing; 0 in a forest."""
        return self.place if isinstance(self.place, int) else 0

    def company(self) -> list[Player]:
        """Other players with a piece in his clearing."""
        others = self.table.others(self.letter)
        return [p for p in others if self.table.holds(p.letter, self.clearing)]

    def relation(self, faction: str) -> str:
        """Where that marker lies; "" where there is none."""
        return self.state.relations[self.letter].get(faction, "")

    def hostile_at(self, clearing: int) -> bool:
        here = self.state.at(clearing)
        return any(p.kind == "w" and self.relation(p.owner) == HOSTILE for p in here)

    # --- items ----------------------------------------------------------------------------

    def items_of(self, letters: str) -> list[Item]:
        """Items that can be exhausted, one for each letter; empty where some are missing."""
        found: list[Item] = []
        for letter, n in Counter(letters).items():
            ready = self.pack.ready(letter)
            if len(ready) < n:
                return []
            found += ready[:n]
        return found

    def exhaust(self, items: Sequence[Item], *, damaged: bool = False) -> None:
        """Turn them face down, and perhaps damage them; written."""
        self.pack.turn(items, side=DOWN, box=DAMAGED if damaged else "")
        end = "e+d" if damaged else "e"
        if not damaged and all(i.letter in TRACKED for i in items) and self.table.chance(0.7):
            end = "s+e"
        self.table.write(f"{self._from_board(items)}->{end}")

    def can_spend(self, letters: str, *kept: CardFacts) -> bool:
        """Whether he can pay with these items; the Jailor with a card for one of them, which is
        none of those kept."""
        if self.items_of(letters):
            return True
        return bool(self.pledges(*kept)) and any(
            len(letters) == 1 or self.items_of(letters.replace(letter, "", 1)) for letter in letters
        )

    def spend_items(self, letters: str, *kept: CardFacts) -> None:
        """Exhaust them for an action."""
        pledges = self.pledges(*kept)
        if not self.items_of(letters) or (pledges and self.table.chance(0.3)):
            for letter in self.table.rng.sample(letters, len(letters)):
                rest = letters.replace(letter, "", 1)
                if not rest or self.items_of(rest):
                    self.pledge(rest, self.table.pick(pledges))
                    return
        self.exhaust(self.items_of(letters))

    def pledges(self, *kept: CardFacts) -> list[CardFacts]:
        """Cards that may stand for an item, once in his turn."""
        if self.character != "jailor" or self.tricked or not self.clearing:
            return []
        hand = self.table.matching(self.letter, self.table.suit(self.clearing))
        return [card for card in hand if self.hand.count(card) > kept.count(card)]

    def pledge(self, rest: str, card: CardFacts) -> None:
        """Pay with these items and a card."""
        self.tricked = self.owes = True
        behind = self.table.chance(0.5)
        if rest and not behind:
            self.exhaust(self.items_of(rest))
        self.table.spend(self.letter, card)
        if rest and behind:
            self.exhaust(self.items_of(rest))

    def damage(self, n: int) -> int:
        """n undamaged items of his choice, or all he has, are damaged; how many (9.2.7)."""
        whole = self.pack.whole()
        self.table.rng.shuffle(whole)
        whole.sort(key=lambda item: item.side == UP and self.table.chance(0.7))
        if whole[:n]:
            self.pack.turn(whole[:n], box=DAMAGED)
            self.table.write(f"{self._from_board(whole[:n])}->d")
        return len(whole[:n])

    def _from_board(self, items: Sequence[Item]) -> str:
        """Items of his, with the board where it is not his turn."""
        board = self.table.by(self.letter)
        words = told(items)
        if board and "+" in words:
            words = f"({words})"
        return f"{words}{board}$" if board else words

    def gain(self, letter: str, *, found: bool = False) -> None:
        """An item comes, face up; the writing is the caller's."""
        self.pack.items.append(Item(letter, SATCHEL, UP, found))

    def audit(self) -> None:
        if self.character and self.pack.contents() not in self.state.satchel[self.letter]:
            raise ImpossiblePlay(f"{self.letter} carries {self.pack.contents()}, not as written")

    def purse(self) -> int:
        return len(self.pack.ready())

    def pay_riverfolk(self, n: int) -> Counter[Piece]:
        """For each item he exhausts they put down a warrior of their own (11.2.6.III)."""
        table, warrior = self.table, Piece("O", "w")
        self.exhaust(table.rng.sample(self.pack.ready(), n))
        paid = Counter({warrior: min(n, table.in_supply(warrior))})
        if paid.total():
            table.place(paid, "O$")
        return paid

    # --- crafting -------------------------------------------------------------------------

    def can_pay(self, card: CardFacts) -> bool:
        """A hammer for each icon, all of his clearing's suit (9.2.1)."""
        if not self.clearing or not card.cost:
            return False
        fits = set(card.cost) <= {self.table.suit(self.clearing), "any"}
        return fits and self.can_spend("h" * sum(card.cost.values()), card)

    def pay(self, card: CardFacts) -> None:
        self.spend_items("h" * sum(card.cost.values()), card)

    def item_crafted(self, card: CardFacts) -> None:
        assert card.item is not None
        self.gain(card.item)
        super().item_crafted(card)

    # --- moving ---------------------------------------------------------------------------

    def movable(self, clearing: int) -> Counter[Piece]:
        return self.table.pieces(self.letter, clearing, "p")

    def crosses(self, way: Way) -> bool:
        return True

    def likes_way(self, way: Way) -> float:
        value = 1.0
        if way.end in self.state.ruins and self.pack.ready("r"):
            value += 2.0
        if any(self.table.holds(p.letter, way.end) for p in self.table.others(self.letter)):
            value += 1.0
        if self.hostile_at(way.end):
            value += self.fierce
        return value

    def after_move(self, way: Way) -> None:
        """Warriors of one ally may go along, by their own rules (9.2.9.IIb)."""
        allies = [f for f in self.table.factions if self.may_follow(f, way)]
        if allies and self.table.chance(0.6):
            self.take_along(self.table.pick(allies), way)

    def may_follow(self, faction: str, way: Way) -> bool:
        """Whether that faction is allied and could move warriors that way itself."""
        if self.relation(faction) != ALLIED or way.ferry or not self.escort(faction, way.start):
            return False
        ally, table = self.table.factions[faction], self.table
        near = way.end in ally.neighbours(way.start) and not table.snared(faction, way.start)
        return near and moves.way_open(table, ally, way)

    def escort(self, faction: str, clearing: int) -> Counter[Piece]:
        """Their warriors there whom he may force to move; nobody moves the warlord (14.2.2)."""
        there = self.table.pieces(faction, clearing, "w")
        there.pop(WARLORD, None)
        return there

    def take_along(self, faction: str, way: Way) -> None:
        table = self.table
        group = self.some_of(self.escort(faction, way.start))
        table.write(f"{table.words(group)}{way.start}->{way.end}")
        ally = table.factions[faction]
        for other in table.others(faction):
            other.on_moved_in(ally, way.end)

    # --- battle ---------------------------------------------------------------------------

    def before_battle(self, battle: Battle) -> None:
        """As attacker he may treat one ally's warriors as his own (9.2.9.IIc)."""
        self.ally, self.hits = "", (0, 0)
        if battle.attacker is not self:
            return
        allies = [
            f
            for f in self.table.factions
            if self.relation(f) == ALLIED
            and f != battle.defender.letter
            and self.table.warriors(f, battle.clearing)
        ]
        if allies and self.table.chance(0.8):
            self.ally = self.table.pick(allies)

    def most_rolled(self, battle: Battle) -> int:
        lent = self.table.warriors(self.ally, battle.clearing) if self.ally else 0
        return len(self.pack.whole("s")) + lent

    def defenseless(self, battle: Battle) -> bool:
        return not self.pack.whole("s")

    def lose(self, battle: Battle, hits: int) -> Counter[Piece]:
        """Hits damage items, which is written here, or fall on the ally's warriors (9.2.9.IId)."""
        table = self.table
        there = list(table.pieces(self.ally, battle.clearing, "w").elements()) if self.ally else []
        table.rng.shuffle(there)
        whole = len(self.pack.whole())
        least, most = min(len(there), max(0, hits - whole)), min(len(there), hits)
        on_ally = table.pick([least, table.rng.randint(least, most), most // 2, least])
        on_ally = max(least, on_ally)
        on_items = self.damage(hits - on_ally) if hits > on_ally else 0
        self.hits = (self.hits[0] + on_items, self.hits[1] + on_ally)
        return Counter(there[:on_ally])

    def extra_hits(self, battle: Battle) -> int:
        """The Ronin exhausts swords, each for a hit (16.3.8.II)."""
        ready = self.pack.ready("s") if self.character == "ronin" else []
        hits = 0
        while ready[hits:] and self.table.chance((0.5, 0.15)[hits > 0]):
            hits += 1
        if hits:
            self.exhaust(ready[:hits])
        return hits

    def beside_battle(self, battle: Battle) -> None:
        """A defender may enlist the Arbiter (16.3.5.II)."""
        here = self.clearing == battle.clearing
        if here and self.character == "arbiter" and self.table.chance(0.5):
            battle.lent[battle.defender.letter] = len(self.pack.whole("s"))
            self.table.score(self.letter, self.facts.number("arbiter_points"))

    def after_battle(self, battle: Battle) -> None:
        """An ally who took more of his hits than his items is Hostile (9.2.9.IId)."""
        if self.ally and self.hits[1] > self.hits[0]:
            self.turn_hostile(self.ally)
        self.ally = ""

    # --- removal --------------------------------------------------------------------------

    def removal_points(self, losses: Sequence[Loss]) -> int:
        """And Infamy: in battle on his turn, a point for each Hostile piece but the warrior that
        made it Hostile (9.2.9.IIIa)."""
        points = super().removal_points(losses)
        for loss in losses:
            if (
                loss.battle
                and self.table.active == self.letter
                and self.relation(self.side_of(loss))
            ):
                points += self.facts.number("infamy_points") * self.infamous(loss)
        return points

    def infamous(self, loss: Loss) -> int:
        """Pieces of a loss that are of a Hostile faction, the warrior that makes it so left out."""
        if self.relation(self.side_of(loss)) == HOSTILE:
            return loss.count("wbt")
        return loss.count("wbt") - 1 if loss.count("w") else 0

    def side_of(self, loss: Loss) -> str:
        """Whose pieces they are to him: a hired warrior is his buyer's (11.2.7.IIIb)."""
        buyer = self.table.hired
        if loss.battle and loss.owner.letter == "O" and buyer == loss.battle.enemy(self).letter:
            return buyer
        return loss.owner.letter

    def on_removing(self, loss: Loss) -> None:
        """Their faction turns Hostile if warriors went (9.2.9.III)."""
        if loss.count("w") and not self.dueling:
            self.turn_hostile(self.side_of(loss))

    def turn_hostile(self, faction: str) -> None:
        if self.relation(faction) not in ("", HOSTILE):
            self.table.write(f"{self.table.by(self.letter)}$_{faction}->{HOSTILE}")

    def on_full_removal(self, by: Player) -> None:
        self.damage(self.facts.number("full_removal_damage"))

    # --- coalition ------------------------------------------------------------------------

    def activate_dominance(self, card: CardFacts) -> None:
        """For a coalition with a player who has the fewest points and is in none (9.2.8)."""
        table, score = self.table, self.state.score
        rivals = {f: n for f, n in score.items() if f != self.letter and n is not None}
        taken = {*self.state.coalition, *self.state.coalition.values()}
        last = [f for f, n in rivals.items() if n == min(rivals.values()) and f not in taken]
        if len(score) < self.facts.number("coalition_players") or not last:
            return
        partner = table.pick(last)
        self.hand.remove(card)
        table.write(f"{full(card)}{self.letter}->$")
        table.write(f"++->{partner}$")
        if self.relation(partner) == HOSTILE:
            table.write(f"$_{partner}->{SPACES[0]}")
