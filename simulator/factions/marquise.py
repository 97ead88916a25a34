"""The Marquise de Cat (6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from notation.legs import Piece
from simulator.factions.base import Faction
from simulator.moves import move_some, ways
from simulator.players import Loss
from simulator.table import number

WOOD = Piece("C", "t")
KEEP = Piece("C", "t", "k")
TRACKS = {"s": "sawmill_points", "w": "workshop_points", "r": "recruiter_points"}
Action = Callable[[], None]


class Marquise(Faction):
    recruited = False

    def setup(self) -> None:
        """Keep, garrison, three buildings near the keep (6.3)."""
        table = self.table
        keep = table.pick(table.map.corners)
        table.corners.append(keep)
        table.place({KEEP: 1}, keep)
        far = table.map.opposite[keep]
        self.place_pieces(Counter({self.warrior: 1}), [c for c in table.map.clearings if c != far])
        for sub in TRACKS:
            near = [c for c in (keep, *sorted(table.paths(keep))) if table.open_slots(c)]
            table.place({Piece("C", "b", sub): 1}, table.pick(near))

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        """A wood at each sawmill, as far as they reach (6.4)."""
        table = self.table
        mills = [
            c
            for c in table.where("C", "b", "s")
            for _ in range(table.state.count(c, "C", "b", "s"))
        ]
        mills = [c for c in mills if self.may_place(c)]
        table.rng.shuffle(mills)
        for clearing, n in Counter(sorted(mills[: self.in_supply("t")])).items():
            table.place({WOOD: n}, clearing)
        self.between()

    def daylight(self) -> None:
        """Craft, then three actions and one more per bird card (6.5)."""
        table = self.table
        self.between()
        self.craft_some()
        self.recruited = False
        left = self.facts.number("actions")
        while True:
            self.between()
            birds = [card for card in self.hand if card.suit == "B"]
            if birds and table.chance(0.1 + 0.3 * self.lavish if left else 0.5):
                table.spend("C", table.pick(birds))
                left += 1
                continue
            options = self.actions()
            if not left or not options or table.chance(0.03):
                return
            left -= 1
            table.weigh(options)()

    def evening(self) -> None:
        recruiters = self.table.on_map("C", "b", "r")
        self.draw_and_discard(self.facts.scales["draws"].at(recruiters))

    # --- actions --------------------------------------------------------------------------

    def actions(self) -> list[tuple[float, Action]]:
        """What can be done now, by weight."""
        found: list[tuple[float, Action]] = []
        builds = self.builds()
        if builds:
            found.append((4.0, lambda: self.build(*self.table.pick(builds))))
        if not self.recruited and self.in_supply("w") and self.recruiters():
            found.append((2.0, self.recruit_all))
        if self.battles():
            found.append((0.5 + 2 * self.fierce, self.battle))
        if ways(self.table, self):
            found.append((1.5, self.march))
        if self.overworks():
            found.append((0.3 + self.lavish, self.overwork))
        return found

    def battle(self) -> None:
        self.fight_one_of(self.battles())

    def march(self) -> None:
        """One or two moves (6.5.2)."""
        for n in range(self.facts.number("moves_in_march")):
            options = ways(self.table, self)
            if not options or (n and self.table.chance(0.2)):
                return
            move_some(self.table, self, options)

    def recruiters(self) -> list[int]:
        """Clearings with a recruiter where she may place, one entry per recruiter."""
        table = self.table
        here = table.where("C", "b", "r")
        return [
            c for c in here if self.may_place(c) for _ in range(table.state.count(c, "C", "b", "r"))
        ]

    def recruit_all(self) -> None:
        """A warrior at each recruiter, where the supply is short at those she chooses (6.5.3)."""
        at = self.recruiters()
        self.table.rng.shuffle(at)
        for clearing, n in sorted(Counter(at[: self.in_supply("w")]).items()):
            self.table.place({self.warrior: n}, clearing)
        self.recruited = True

    def builds(self) -> list[tuple[int, str, list[int]]]:
        """Where which building can be built, and the wood in reach there, by clearing (6.5.4)."""
        table, found = self.table, []
        for clearing in table.ruled("C"):
            if not table.open_slots(clearing) or not self.may_place(clearing):
                continue
            wood = self.wood_for(clearing)
            for sub in TRACKS:
                if self.in_supply("b", sub) and self.cost(sub) <= len(wood):
                    found.append((clearing, sub, wood))
        return found

    def cost(self, sub: str) -> int:
        return self.facts.scales["wood_cost"].at(self.table.on_map("C", "b", sub))

    def wood_for(self, clearing: int) -> list[int]:
        """Clearings of the wood she can reach through clearings she rules, one entry a token."""
        table, reached, edge = self.table, {clearing}, [clearing]
        while edge:
            near = self.neighbours(edge.pop()) - reached
            for c in near:
                if table.rules("C", c):
                    reached.add(c)
                    edge.append(c)
        return [c for c in sorted(reached) for _ in range(table.state.at(c).get(WOOD, 0))]

    def build(self, clearing: int, sub: str, wood: list[int]) -> None:
        table = self.table
        cost = self.cost(sub)
        points = self.facts.scales[TRACKS[sub]].at(table.on_map("C", "b", sub))
        paid = Counter(table.rng.sample(wood, cost))
        if paid:
            table.write("+".join(f"{number(n)}t{c}" for c, n in sorted(paid.items())) + "->")
        table.place({Piece("C", "b", sub): 1}, clearing)
        table.score("C", points)

    def overworks(self) -> list[int]:
        """Sawmills whose clearing a card of the hand matches (6.5.5)."""
        table = self.table
        if not self.in_supply("t"):
            return []
        mills = [c for c in table.where("C", "b", "s") if self.may_place(c)]
        return [c for c in mills if table.matching("C", table.suit(c))]

    def overwork(self) -> None:
        table = self.table
        clearing = table.pick(self.overworks())
        table.spend("C", table.pick(table.matching("C", table.suit(clearing))))
        table.place({WOOD: 1}, clearing)

    # --- Field Hospitals ------------------------------------------------------------------

    def before_removal(self, loss: Loss, losses: Sequence[Loss]) -> None:
        """Perhaps a card saves the warriors lost in one clearing (6.2.3)."""
        table = self.table
        keep, saved = table.keep(), loss.pieces[self.warrior]
        if not keep or not saved or any(KEEP in other.pieces for other in losses):
            return
        cards = table.matching("C", table.suit(loss.clearing))
        if cards and table.chance(0.3 + 0.2 * saved):
            table.spend("C", table.pick(cards))
            table.write(f"{table.words({self.warrior: saved})}{loss.clearing}->{keep}")
            loss.apart[self.warrior] += saved
