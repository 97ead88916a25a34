"""The Riverfolk Company (11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from notation.legs import Piece
from replayer.facts.schema import CardFacts
from simulator.factions.base import Faction
from simulator.moves import move_some, ways
from simulator.players import Loss, Player, Way
from simulator.table import ImpossiblePlay, Table, full, number

BOARD = "O$"
SUITS = "FMR"
CARD, BOATS, MERCENARIES = "h", "r", "m"
Action = Callable[[], None]


class Riverfolk(Faction):
    """`payments`, `funds` and `committed` are the warriors in those boxes of the board, by kind;
    funds on the tracks are among the committed."""

    def __init__(self, table: Table, letter: str) -> None:
        super().__init__(table, letter)
        self.payments: Counter[Piece] = Counter()
        self.funds: Counter[Piece] = Counter()
        self.committed: Counter[Piece] = Counter()

    def setup(self) -> None:
        """Four warriors on the river, three in Payments, prices (11.3)."""
        table = self.table
        shores = [c for c in self.shores() if self.may_place(c)]
        at = Counter(table.pick(shores) for _ in range(self.facts.number("setup_warriors")))
        for n in sorted(set(at.values())):
            self.place_pieces(Counter({self.warrior: n}), [c for c in at if at[c] == n])
        self.payments[self.warrior] = self.facts.number("payments_at_start")
        table.place(self.payments, "$")
        self.set_prices(1.0)

    def audit(self) -> None:
        """The board holds what is in its boxes. Raises ImpossiblePlay."""
        kept = self.payments + self.funds + self.committed
        if Counter(self.state.at(BOARD)) != kept:
            raise ImpossiblePlay(f"O's board holds {kept}, written {self.state.at(BOARD)}")
        if self.state.payments != self.payments.total():
            raise ImpossiblePlay(f"{self.payments} are paid, written {self.state.payments}")

    def shores(self) -> list[int]:
        """Clearings with a river."""
        return [c for c in self.table.map.clearings if self.table.map.rivers[c]]

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        """Protectionism, Dividends, and all on the board becomes funds (11.4)."""
        table = self.table
        if not self.payments.total():
            supply = self.in_supply("w") + self.state.this_turn.protection
            self.pay_themselves(min(self.facts.number("protectionism_warriors"), supply))
        if table.on_map("O", "t"):
            table.score("O", self.funds.total() // self.facts.number("funds_per_dividend"))
        self.funds += self.payments + self.committed
        self.payments, self.committed = Counter(), Counter()
        self.between()

    def pay_themselves(self, n: int) -> None:
        """Warriors of their own into Payments."""
        if n:
            self.payments[self.warrior] += n
            self.table.write(f"{number(n)}w->$")

    def daylight(self) -> None:
        """Actions as far as the funds go (11.5)."""
        table = self.table
        self.between()
        while (options := self.actions()) and not table.chance(0.02 + 0.2 * self.whim**2):
            table.weigh(options)()
            self.between()

    def evening(self) -> None:
        """Down to five cards, new prices; what is left of the funds is told (11.6)."""
        table = self.table
        self.discard_down()
        first = table.chance(0.3)
        if first:
            self.set_prices(0.2)
        left = self.funds.total()
        if left or table.chance(0.05):
            table.write(f"$_f->{left}")
        if not first:
            self.set_prices(0.2)

    def set_prices(self, chance: float) -> None:
        """New prices, each with that chance; those that are alike in one (11.6.2)."""
        table = self.table
        told = {
            row.letter: table.pick(row.prices)
            for row in self.facts.services
            if table.chance(chance)
        }
        if len(told) == len(self.facts.services) and len(set(told.values())) == 1:
            table.write(f"$_->{told[CARD]}")
            return
        for price in dict.fromkeys(told.values()):
            slots = "+".join(f"$_{letter}" for letter in told if told[letter] == price)
            table.write(f"{slots}->{price}")

    # --- services -------------------------------------------------------------------------

    def before_turn(self, player: Player) -> None:
        """What another player buys as his Birdsong starts (11.2.6)."""
        table = self.table
        posts = [c for c in table.where("O", "t") if table.holds(player.letter, c)]
        allowed = self.facts.number("services_in_turn") + len(posts)
        bought: list[str] = []
        purse = player.purse()
        while len(bought) < allowed and table.chance(0.6 if not bought else 0.4):
            wares = [w for w in self.wares(player, bought) if self.state.prices[w] <= purse]
            if not wares:
                break
            bought.append(table.pick(wares))
            purse -= self.state.prices[bought[-1]]
        if table.chance(0.3) and bought:
            self.charge(player, sum(self.state.prices[ware] for ware in bought))
            for ware in bought:
                self.hand_over(player, ware)
            return
        for ware in bought:
            self.charge(player, self.state.prices[ware])
            self.hand_over(player, ware)

    def wares(self, player: Player, bought: list[str]) -> list[str]:
        """Services that player may want."""
        found = [BOATS] if BOATS not in bought else []
        if len(self.hand) > bought.count(CARD):
            found += [CARD] * 3
        if player.letter not in "VG" and MERCENARIES not in bought and self.table.where("O", "w"):
            found.append(MERCENARIES)
        return found

    def charge(self, player: Player, price: int) -> None:
        self.payments += player.pay_riverfolk(price)

    def hand_over(self, player: Player, ware: str) -> None:
        """What was bought (11.2.7)."""
        table = self.table
        if ware == CARD:
            card = table.pick(self.hand)
            named = f"{full(card)}" if table.chance(0.8) else f"{card.suit}#"
            table.give("O", card, player.letter, named)
        elif ware == BOATS:
            table.boats = player.letter
        else:
            table.hired = player.letter

    # --- funds ----------------------------------------------------------------------------

    def commit(self, n: int) -> None:
        """Funds of any owner out of the box; nobody writes it (11.2.4)."""
        for piece in self.table.rng.sample(sorted(self.funds.elements()), n):
            self.funds[piece] -= 1
            self.committed[piece] += 1
        self.funds += Counter()

    def pay_back(self, piece: Piece, n: int) -> None:
        """Funds spent: back to their owner's supply."""
        self.funds[piece] -= n
        self.funds += Counter()
        self.table.write(f"{self.table.words({piece: n})}$->")

    # --- actions --------------------------------------------------------------------------

    def actions(self) -> list[tuple[float, Action]]:
        """What the funds pay for now, by weight (11.5)."""
        table, found = self.table, list[tuple[float, Action]]()
        if not self.funds.total():
            return found
        if ways(table, self):
            found.append((1.0, self.travel))
        if self.battles():
            found.append((0.2 + self.fierce, self.battle))
        if able := self.craftable():
            found.append((3.0, partial(self.craft, table.pick(able))))
        if able := self.exportable():
            found.append((0.3 + self.lavish, partial(self.export, table.pick(able))))
        if table.deck or table.discard:
            found.append((1.5, self.draw))
        if open_to := [c for c in self.shores() if self.may_place(c)]:
            found += [(0.5, partial(self.enlist, p, open_to)) for p in self.payers(1)]
        found += [(4.0, partial(self.establish, *site)) for site in self.sites()]
        return found

    def payers(self, n: int) -> list[Piece]:
        """Owners with that many funds, as their warriors; the Riverfolk's must reach after it."""
        return [piece for piece in sorted(self.funds) if self.funds[piece] >= n]

    def travel(self) -> None:
        self.commit(1)
        move_some(self.table, self, ways(self.table, self))

    def battle(self) -> None:
        self.commit(1)
        self.fight_one_of(self.battles())

    def draw(self) -> None:
        """A card or several, a fund each; at times written as the open hand shows them."""
        most = min(self.funds.total(), len(self.table.deck) + len(self.table.discard))
        n = min(most, self.table.weigh([(8, 1), (2, 2), (1, 3)]))
        self.commit(n)
        self.table.draw("O", n, open_=self.table.chance(0.15))

    def enlist(self, payer: Piece, open_to: list[int]) -> None:
        """A fund of anybody's for a warrior on the river (11.5.5); at times several at once."""
        table = self.table
        n = 1
        if table.chance(0.1):
            n = min(2, self.funds[payer])
        own = payer == self.warrior and self.table.comes_back
        if not own and self.in_supply("w") < n:
            return
        clearing = table.pick(open_to)
        if own and table.chance(0.1):
            self.funds[payer] -= n
            self.funds += Counter()
            table.write(f"{number(n)}w$->{clearing}")
            return
        self.pay_back(payer, n)
        table.place({self.warrior: n}, clearing)

    # --- crafting -------------------------------------------------------------------------

    def spaces(self) -> Counter[str]:
        """Empty spaces on the Trade Posts tracks by suit: one for each post that has left them."""
        row = self.facts.number("track_spaces_of_suit")
        return Counter({suit: row - self.in_supply("t", suit.lower()) for suit in SUITS})

    def crafting_suits(self) -> Counter[str]:
        return self.spaces()

    def can_pay(self, card: CardFacts) -> bool:
        return super().can_pay(card) and sum(card.cost.values()) <= self.funds.total()

    def pay(self, card: CardFacts) -> None:
        super().pay(card)
        self.commit(sum(card.cost.values()))

    def exportable(self) -> list[CardFacts]:
        """Cards of the hand that could be crafted, whatever they do (11.5.3.I)."""
        found = {(c.suit, c.name): c for c in self.hand if self.is_craftable(c)}
        return list(found.values())

    def export(self, card: CardFacts) -> None:
        """A card discarded instead of crafted, for a warrior in Payments."""
        table = self.table
        self.pay(card)
        last = table.chance(0.1)
        if not last:
            table.spend("O", card)
        self.pay_themselves(min(1, self.in_supply("w")))
        if last:
            table.spend("O", card)

    # --- trade posts ----------------------------------------------------------------------

    def sites(self) -> list[tuple[int, Piece]]:
        """Clearings for a trade post, each with whose funds pay for it (11.5.6)."""
        table, cost = self.table, self.facts.number("establish_funds")
        return [
            (c, Piece(ruler, "w"))
            for c in table.map.clearings
            if (ruler := table.ruler(c))
            and self.funds[Piece(ruler, "w")] >= cost
            and not table.holds("O", c, "t")
            and self.in_supply("t", table.suit(c).lower())
            and self.may_place(c)
        ]

    def establish(self, clearing: int, payer: Piece) -> None:
        """A trade post with its garrison (11.5.6.III)."""
        table = self.table
        scale = self.facts.scales["trade_post_points"]
        points = scale.at(self.spaces().total())
        self.pay_back(payer, self.facts.number("establish_funds"))
        post = Piece("O", "t", table.suit(clearing).lower())
        garrison = min(1, self.in_supply("w"))
        if garrison and table.chance(0.1):
            table.place({self.warrior: 1}, clearing)
            garrison = 0
        table.place({post: 1, self.warrior: garrison}, clearing)
        table.score("O", points)

    def on_removed(self, loss: Loss) -> None:
        """Every trade post lost costs half of the funds, rounded up (11.2.5.I)."""
        for _ in range(sum(n for p, n in loss.pieces.items() if p.owner == "O" and p.kind == "t")):
            self.trade_disruption()

    def trade_disruption(self) -> None:
        table = self.table
        gone = self.funds.total() - self.funds.total() // 2
        lost = Counter(table.rng.sample(sorted(self.funds.elements()), gone))
        self.funds -= lost
        if lost:
            table.write(f"{table.words(lost)}{table.by('O')}$->")
        if table.active != "O" and table.chance(0.7 if lost else 0.1):
            table.write(f"$_f->{self.funds.total()}")

    # --- moving ---------------------------------------------------------------------------

    def neighbours(self, clearing: int) -> set[int]:
        return super().neighbours(clearing) | set(self.table.map.rivers[clearing])

    def crosses(self, way: Way) -> bool:
        """Along rivers nobody's rule matters (11.2.2)."""
        return way.end in self.table.map.rivers[way.start] or super().crosses(way)
