"""The Vagabond (9), and the second one (9.7), who is of the same class."""

from __future__ import annotations

from collections.abc import Sequence

from replayer.facts import characters, quests
from simulator.factions import vagabond_actions as actions
from simulator.factions import vagabond_specials as specials
from simulator.factions.vagabond_base import Wanderer
from simulator.factions.vagabond_pack import DAMAGED, DOWN, SATCHEL, UP, Pack, told
from simulator.moves import ways
from simulator.players import Way


class Vagabond(Wanderer):
    def setup(self) -> None:
        """Character, pawn, quests, starting items (9.3); two share the quests (9.7.2)."""
        table = self.table
        taken = {p.character for p in table.factions.values() if isinstance(p, Wanderer)}
        self.character = table.pick([name for name in characters() if name not in taken])
        table.write(f"#{self.character}->$")
        self.pack = Pack(self.facts, characters()[self.character].items)
        table.write(f"p->{table.pick(sorted(table.map.forests))}")
        if not table.offered:
            table.quests = list(quests())
            table.rng.shuffle(table.quests)
            table.offered = [
                table.quests.pop() for _ in range(self.facts.number("quests_on_offer"))
            ]

    # --- the turn -------------------------------------------------------------------------

    def birdsong(self) -> None:
        self.aids.clear()
        self.refresh()
        self.between()
        if self.table.chance(0.85 if self.clearing else 0.97):
            self.slip()
            self.between()

    def refresh(self) -> None:
        """Three items, and two more for each tea on its track (9.4.1)."""
        pack, table = self.pack, self.table
        down = pack.exhausted()
        most = self.facts.scales["refreshes"].at(pack.tracked("t"))
        whole = [i for i in down if i.box == SATCHEL]
        if down and len(down) <= most and len(whole) == len(down) and table.chance(0.3):
            pack.turn(down, side=UP)
            table.write("%_->r")
            return
        table.rng.shuffle(down)
        down.sort(key=lambda item: item.box == DAMAGED)
        chosen = down[:most]
        pack.turn(chosen, side=UP)
        whole = [i for i in chosen if i.box == SATCHEL]
        hurt = [i for i in chosen if i.box == DAMAGED]
        if whole:
            table.write(f"{told(whole)}->r")
        for item in hurt:
            table.write(f"%{item.letter}d{DOWN}->r")

    def slip(self) -> None:
        """To a clearing or forest beside, past anything that holds pieces (9.4.2)."""
        table, place = self.table, self.place
        if isinstance(place, int):
            near = sorted(c for c in self.neighbours(place) if c not in self.state.scorched)
            found = [Way(place, c) for c in near]
            found += [way for way in ways(table, self, [place]) if way.ferry]
            forests = [f for f, around in table.map.forests.items() if place in around]
        else:
            found = actions.ways(self)
            forests = sorted(table.map.forest_adjacent[place])
        hurt = len(self.pack.damaged())
        shelter = 0.1 + 0.5 * hurt
        choice: list[tuple[float, Way | str]] = [(self.likes_way(way), way) for way in found]
        choice += [(shelter, forest) for forest in forests]
        if choice:
            goal = table.weigh(choice)
            if isinstance(goal, str):
                table.write(f"p->{goal}")
            else:
                actions.step(self, goal)

    def free_ways(self) -> list[Way]:
        """Between clearings only (4.2); the boots that Hostile warriors cost are still to pay
        (9.2.9.IIIb)."""
        return [way for way in actions.ways(self) if way.start and self.can_step(way)]

    def can_step(self, way: Way) -> bool:
        extra = actions.BOOT * (actions.cost(self, way) - 1)
        return not extra or bool(self.items_of(extra))

    def go_one_of(self, options: Sequence[Way]) -> Way:
        way = self.table.weigh([(self.likes_way(way), way) for way in options])
        if extra := actions.BOOT * (actions.cost(self, way) - 1):
            self.exhaust(self.items_of(extra))
        actions.step(self, way)
        return way

    def daylight(self) -> None:
        table = self.table
        self.tricked = self.hiding = self.owes = False
        self.between()
        while not self.hiding and not table.chance(0.04):
            choice = actions.options(self) + specials.options(self)
            if not choice:
                return
            table.weigh(choice)()
            if self.owes:
                self.owes = False
                table.lose_points(self.letter, self.facts.number("coerce_points"))
            if not self.hiding:
                self.between()

    def evening(self) -> None:
        """Rest, draw, discard, look at the items (9.6)."""
        self.rest()
        self.between()
        self.draw_and_discard(self.facts.scales["draws"].at(self.pack.tracked("c")))
        self.check_capacity()

    def rest(self) -> None:
        """In a forest every damaged item comes back, face up (9.6.1)."""
        hurt = self.pack.damaged()
        if self.clearing or not hurt:
            return
        self.pack.turn(hurt, box=SATCHEL, side=UP)
        self.table.write("%_d->s+r")

    def check_capacity(self) -> None:
        """Items over the limit leave the game (9.6.4)."""
        while self.pack.surplus():
            item = self.table.pick(self.pack.loose())
            self.pack.items.remove(item)
            self.table.write(f"%{item.letter}{item.box}{item.side}->")
