"""The Woodland Alliance (8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from notation.legs import Piece
from replayer.facts.schema import CardFacts
from simulator.factions.base import Faction
from simulator.moves import move_some, ways
from simulator.players import Loss, Player
from simulator.removal import clear
from simulator.table import ImpossiblePlay, Table, full, number

SYMPATHY = Piece("A", "t")
STACK = "A$"
Action = Callable[[], None]


class Alliance(Faction):
    guerrilla = True

    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.supporters: list[CardFacts] = []

    def setup(self) -> None:
        self.supporters = self.table.draw("A", self.facts.number("supporters_at_start"), "$")

    def audit(self) -> None:
        """Supporters are as many as written. Raises ImpossiblePlay."""
        n = len(self.supporters)
        if self.state.supporters != (n, n):
            raise ImpossiblePlay(f"{n} supporters, written {self.state.supporters}")

    # --- short words ----------------------------------------------------------------------

    @property
    def officers(self) -> int:
        return self.state.count(STACK, "A", "w")

    @property
    def tokens(self) -> int:
        return self.table.on_map("A", "t")

    def sympathetic(self, suit: str = "") -> list[int]:
        """Sympathetic clearings, of a suit or of all."""
        return [c for c in self.table.where("A", "t") if suit in ("", self.table.suit(c))]

    def bases(self) -> list[str]:
        """Printed suits of the bases on the map."""
        return [suit for suit in "FMR" if not self.in_supply("b", suit.lower())]

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        """Revolts, then spreading (8.4)."""
        table = self.table
        while (rising := self.revolts()) and table.chance(0.5 + 0.4 * self.fierce):
            self.revolt(table.pick(rising))
            self.between()
        while (near := self.spreads()) and table.chance(0.85):
            self.spread(table.weigh([(self.likes_spread(c), c) for c in near]))
            self.between()

    def daylight(self) -> None:
        """Craft, mobilize, train, in any order (8.5)."""
        self.between()
        while True:
            options: list[tuple[float, Action]] = [(2.0, self.stop)]
            if able := self.craftable():
                options.append((3.0, partial(self.craft, self.table.pick(able))))
            if self.hand:
                full = self.is_full()
                options.append((0.1 if full else 12 / (4 + len(self.supporters)), self.mobilize))
            if self.trainees() and self.in_supply("w"):
                options.append((2.0 + self.fierce, self.train))
            act = self.table.weigh(options)
            if act == self.stop:
                return
            act()
            self.between()

    def stop(self) -> None:
        """Nothing more."""

    def evening(self) -> None:
        """Military operations, as many as there are officers; then draw (8.6)."""
        used = 0
        while used < self.officers:
            options = self.operations()
            if not options or self.table.chance(0.05):
                break
            self.table.weigh(options)()
            used += 1
            self.between()
        self.draw_and_discard(self.facts.scales["draws"].at(len(self.bases())))

    # --- supporters -----------------------------------------------------------------------

    @property
    def room(self) -> int:
        return self.facts.number("supporters_without_base")

    def is_full(self) -> bool:
        """Whether the stack cannot hold another supporter (8.2.3.I)."""
        return not self.bases() and len(self.supporters) >= self.room

    def fitting(self, suit: str) -> list[CardFacts]:
        """Supporters that may be spent as that suit, birds behind the others."""
        cards = [card for card in self.supporters if card.suit in (suit, "B")]
        self.table.rng.shuffle(cards)
        return sorted(cards, key=lambda card: card.suit == "B")

    def choose(self, suit: str, n: int) -> list[CardFacts]:
        """Which n supporters to spend as that suit."""
        cards = self.fitting(suit)
        if self.table.chance(0.1):
            self.table.rng.shuffle(cards)
        return cards[:n]

    def drop(self, cards: Sequence[CardFacts]) -> None:
        """Supporters spent or discarded, written by suit, at times by name."""
        table, board = self.table, f"{self.table.by('A')}$"
        if not cards:
            return
        told: Counter[str] = Counter()
        for card in cards:
            self.supporters.remove(card)
            named = card.kind == "dominance" or (table.chance(0.1) and not self.has_named(card))
            told[full(card) if named else card.suit + "#"] += 1
        suits = sorted(text for text in told if text.endswith("#"))
        words = [f"{number(told[text])}{text[0]}" for text in suits]
        terms = [f"({'+'.join(words)})#"] if len(words) > 1 else [f"{w}#" for w in words]
        terms += [number(n) + text for text, n in sorted(told.items()) if text not in suits]
        if len(terms) > 1 and table.chance(0.5):
            for term in terms:
                table.write(f"{term}{board}->")
        elif len(terms) > 1:
            words = [number(n) + text for text, n in sorted(told.items())]
            table.write(f"({'+'.join(words)}){board}->")
        else:
            table.write(f"{terms[0]}{board}->")
        for card in cards:
            table.to_discard(card)

    def has_named(self, card: CardFacts) -> bool:
        """Whether a card in play is called alike, so that the name would mean that one."""
        return any(kept.endswith(card.name) for kept in self.state.crafted["A"])

    def gain(self, card: CardFacts) -> None:
        """A card has been written onto the stack; without room it is discarded."""
        self.supporters.append(card)
        if not self.bases() and len(self.supporters) > self.room:
            self.drop([card])

    # --- revolt ---------------------------------------------------------------------------

    def revolts(self) -> list[int]:
        """Clearings that may revolt and can be paid for (8.4.1)."""
        price = self.facts.number("revolt_supporters")
        return [
            c
            for c in self.sympathetic()
            if self.in_supply("b", self.table.suit(c).lower())
            and len(self.fitting(self.table.suit(c))) >= price
        ]

    def revolt(self, clearing: int) -> None:
        """All enemies out, the base and warriors in, an officer made (8.4.1.III)."""
        table, suit = self.table, self.table.suit(clearing)
        self.drop(self.choose(suit, self.facts.number("revolt_supporters")))
        clear(table, self, [clearing])
        risen: Counter[Piece] = Counter()
        if self.may_place(clearing):
            if table.open_slots(clearing):
                risen[Piece("A", "b", suit.lower())] = 1
            risen[self.warrior] = min(len(self.sympathetic(suit)), self.in_supply("w"))
        if risen.total():
            table.place(risen, clearing)
        officers = min(self.facts.number("revolt_officers"), self.in_supply("w"))
        if officers:
            table.place({self.warrior: officers}, "$")

    # --- spread sympathy ------------------------------------------------------------------

    def spreads(self) -> list[int]:
        """Clearings that sympathy may spread to and that can be paid for (8.4.2)."""
        table = self.table
        if not self.in_supply("t"):
            return []
        there = self.sympathetic()
        near = {c for at in there for c in self.neighbours(at)} or set(table.map.clearings)
        return [
            c
            for c in sorted(near - set(there))
            if self.may_place(c) and len(self.fitting(table.suit(c))) >= self.cost(c)
        ]

    def cost(self, clearing: int) -> int:
        """Supporters for the next token, martial law included (8.4.2.II)."""
        table = self.table
        soldiers = self.facts.number("martial_law_warriors")
        martial = any(table.warriors(f.letter, clearing) >= soldiers for f in table.others("A"))
        cost = self.facts.scales["sympathy_cost"].at(self.tokens)
        return cost + self.facts.number("martial_law_supporters") * martial

    def likes_spread(self, clearing: int) -> float:
        crowd = sum(self.table.warriors(f.letter, clearing) for f in self.table.others("A"))
        return (1.0 + 2.0 * self.whim) / (1 + crowd) + 0.2

    def spread(self, clearing: int) -> None:
        suit = self.table.suit(clearing)
        self.drop(self.choose(suit, self.cost(clearing)))
        self.place_token(clearing)

    def place_token(self, clearing: int) -> None:
        """A token, and the points of its space."""
        points = self.facts.scales["sympathy_points"].at(self.tokens)
        self.table.place({SYMPATHY: 1}, clearing)
        self.table.score("A", points)

    # --- daylight -------------------------------------------------------------------------

    def mobilize(self) -> None:
        """A card of the hand onto the stack, face down (8.5.2)."""
        card = self.table.pick(self.hand)
        self.hand.remove(card)
        self.table.write("#A->$")
        self.gain(card)

    def trainees(self) -> list[CardFacts]:
        """Cards that train an officer: in the suit of a base on the map (8.5.3)."""
        found = {(c.suit, c.name): c for s in self.bases() for c in self.table.matching("A", s)}
        return list(found.values())

    def train(self) -> None:
        self.table.spend("A", self.table.pick(self.trainees()))
        self.table.place({self.warrior: 1}, "$")

    # --- operations -----------------------------------------------------------------------

    def operations(self) -> list[tuple[float, Action]]:
        """What the officers can do now, by weight (8.6.1)."""
        found: list[tuple[float, Action]] = []
        if ways(self.table, self):
            found.append((1.0, self.march))
        if self.battles():
            found.append((0.5 + 2 * self.fierce, self.battle))
        if self.homes() and self.in_supply("w"):
            found.append((1.2, self.enlist))
        if self.camps() and self.in_supply("t"):
            found.append((4.0, self.organize))
        return found

    def march(self) -> None:
        move_some(self.table, self, ways(self.table, self))

    def battle(self) -> None:
        self.fight_one_of(self.battles())

    def homes(self) -> list[int]:
        return [c for c in self.table.where("A", "b") if self.may_place(c)]

    def enlist(self) -> None:
        self.recruit(self.table.pick(self.homes()))

    def camps(self) -> list[int]:
        """Unsympathetic clearings with a warrior that a token can take the place of."""
        table = self.table
        return [
            c for c in table.where("A", "w") if not table.holds("A", c, "t") and self.may_place(c)
        ]

    def organize(self) -> None:
        """A warrior gives way to a token (8.6.1.IV)."""
        clearing = self.table.pick(self.camps())
        self.table.write(f"w{clearing}->")
        self.place_token(clearing)

    # --- what others do to it -------------------------------------------------------------

    def on_moved_in(self, player: Player, clearing: int) -> None:
        if self.table.holds("A", clearing, "t"):
            self.outrage(player, clearing)

    def on_removed(self, loss: Loss) -> None:
        """Outrage for every token, lost supporters and officers for a base, in any order."""
        due: list[Action] = []
        for piece, n in sorted(loss.pieces.items()):
            if piece == SYMPATHY and loss.by is not self:
                due += [partial(self.outrage, loss.by, loss.clearing)] * n
            elif piece.owner == "A" and piece.kind == "b":
                due.append(partial(self.lose_base, piece.sub.upper()))
        self.table.rng.shuffle(due)
        for act in due:
            act()

    def outrage(self, player: Player, clearing: int) -> None:
        """A matching card of that player's hand to the stack, or else one of the deck (8.2.6)."""
        table, payer = self.table, player.letter
        cards = table.matching(payer, table.suit(clearing))
        if not cards:
            self.outrage_without_cards(player)
            return
        plain = [card for card in cards if card.suit != "B"]
        card = table.pick(plain if plain and table.chance(0.8) else cards)
        if self.is_full() and table.chance(0.7):
            table.spend(payer, card)
            return
        player.hand.remove(card)
        suit = "" if table.chance(0.1) else card.suit
        table.write(f"{suit}#{payer}->{table.by('A')}$")
        self.gain(card)

    def outrage_without_cards(self, player: Player) -> None:
        """The hand is shown, if there is any, and the deck pays."""
        table = self.table
        if player.letter != "O" and (player.hand or table.chance(0.2)):
            table.write(f"{table.by(player.letter)}^A")
        for card in table.draw("A", 1, f"{table.by('A')}$"):
            self.gain(card)

    def lose_base(self, suit: str) -> None:
        """Supporters of its suit and birds go, half of the officers, and what finds no room any
        more (8.2.4)."""
        table = self.table
        lost = self.officers - self.officers // 2
        first = table.chance(0.3)
        if first:
            self.dismiss(lost)
        self.drop([card for card in self.supporters if card.suit in (suit, "B")])
        if not self.bases() and len(self.supporters) > self.room:
            self.drop(table.rng.sample(self.supporters, len(self.supporters) - self.room))
        if not first:
            self.dismiss(lost)

    def dismiss(self, officers: int) -> None:
        if officers:
            self.table.write(f"{self.table.words({self.warrior: officers})}{self.table.by('A')}$->")
