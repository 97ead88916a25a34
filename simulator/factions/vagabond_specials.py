"""16.3 What a Vagabond's character may do beside the actions all of them have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import permutations

from replayer.facts.schema import Quest
from simulator.battle import fight
from simulator.factions.vagabond_actions import (
    TORCH,
    Action,
    Options,
    complete,
    mend,
    suited,
)
from simulator.factions.vagabond_base import Wanderer
from simulator.factions.vagabond_pack import Item
from simulator.players import Loss, Player
from simulator.removal import clear, remove
from simulator.table import full

Offers = Iterator[tuple[float, Action]]


def options(he: Wanderer) -> Options:
    """What his character lets him do now, by weight."""
    offer = OFFERS.get(he.character)
    return list(offer(he)) if offer else []


# --- for a torch --------------------------------------------------------------------------


def _steal(he: Wanderer) -> Offers:
    victims = [p for p in he.company() if p.hand] if he.clearing else []
    if victims and he.pack.ready(TORCH):
        yield 2.0, lambda: steal(he, he.table.pick(victims))


def steal(he: Wanderer, victim: Player) -> None:
    """The Thief takes a random card from a player in his clearing (16.3.1.II)."""
    he.exhaust(he.items_of(TORCH))
    he.table.give(victim.letter, he.table.pick(victim.hand), he.letter, "#")


def _day_labor(he: Wanderer) -> Offers:
    suits = ("B", he.table.suit(he.clearing))
    fitting = [card for card in he.table.discard if card.suit in suits] if he.clearing else []
    if fitting and he.pack.ready(TORCH):
        yield 2.0, lambda: day_labor(he, he.table.rng.randrange(len(fitting)))


def day_labor(he: Wanderer, n: int) -> None:
    """The Tinker takes the nth fitting card of the discard pile (16.3.2.II)."""
    table = he.table
    suits = ("B", table.suit(he.clearing))
    card = [card for card in table.discard if card.suit in suits][n]
    he.exhaust(he.items_of(TORCH))
    table.discard.remove(card)
    table.write(f"{full(card)}*->{he.letter}")
    he.hand.append(card)


def _hideout(he: Wanderer) -> Offers:
    if he.pack.ready(TORCH):
        yield 0.05 + 0.5 * len(he.pack.damaged()), lambda: hide(he)


def hide(he: Wanderer) -> None:
    """The Ranger repairs three items, or all that are damaged, and ends Daylight (16.3.3.II)."""
    he.exhaust(he.items_of(TORCH))
    hurt = he.pack.damaged()
    he.table.rng.shuffle(hurt)
    for item in hurt[: he.facts.number("ranger_repairs")]:
        mend(he, item)
    he.hiding = True


def _instigate(he: Wanderer) -> Offers:
    pairs = quarrels(he)
    if pairs and he.pack.ready(TORCH):
        yield 2.0, lambda: instigate(he, *he.table.pick(pairs))


def quarrels(he: Wanderer) -> list[tuple[Player, Player]]:
    """Attackers and defenders in his clearing; he may be one of them."""
    table, at = he.table, he.clearing
    here = [p for p in table.factions.values() if at and table.holds(p.letter, at)]
    return [
        (one, other)
        for one, other in permutations(here, 2)
        if table.holds(one.letter, at, "wp") and table.enemies(one.letter, other.letter)
    ]


def instigate(he: Wanderer, attacker: Player, defender: Player) -> None:
    """The Vagrant starts a battle, and removes the pieces of both sides (16.3.4.II)."""
    he.exhaust(he.items_of(TORCH))
    fight(he.table, attacker, defender, he.clearing, he if he not in (attacker, defender) else None)


def _scorch(he: Wanderer) -> Offers:
    table, at = he.table, he.clearing
    if at and he.pack.ready(TORCH) and at not in he.state.scorched:
        foes = table.defenders(he.letter, at)
        spoils = sum(table.pieces(owner, at, "bt").total() for owner in foes)
        yield 0.1 + 0.6 * spoils, lambda: scorch(he)


def scorch(he: Wanderer) -> None:
    """The Scoundrel leaves his torch: all enemy pieces of the clearing go (16.3.6.II)."""
    torch = he.items_of(TORCH)
    he.exhaust(torch)
    he.pack.items.remove(torch[0]._replace(side="e"))
    he.table.write(f"%re->{he.clearing}")
    clear(he.table, he, [he.clearing])


def _glide(he: Wanderer) -> Offers:
    if he.pack.ready(TORCH) and not (he.clearing and he.table.snared(he.letter, he.clearing)):
        yield 1.0, lambda: glide(he)


def glide(he: Wanderer) -> None:
    """The Harrier's pawn goes to any clearing (16.3.9.II)."""
    goals = [c for c in he.table.map.clearings if c not in (he.clearing, *he.state.scorched)]
    he.exhaust(he.items_of(TORCH))
    he.table.write(f"p->{he.table.pick(goals)}")


# --- in a quest ---------------------------------------------------------------------------


def _improvise(he: Wanderer) -> Offers:
    if he.clearing and not he.tricked:
        for quest in suited(he):
            if pairs := improvised(he, quest):
                yield 2.0, partial(improvise, he, quest, *he.table.pick(pairs))


def improvised(he: Wanderer, quest: Quest) -> list[tuple[Item, Item]]:
    """A listed item and one that stands for the other."""
    found = []
    for letter in sorted(set(quest.items)):
        for listed in he.pack.ready(letter)[:1]:
            rest = he.pack.ready()
            rest.remove(listed)
            found += [(listed, other) for other in rest]
    return found


def improvise(he: Wanderer, quest: Quest, listed: Item, other: Item) -> None:
    """The Adventurer: the one that stands in is damaged too, once a turn (16.3.7.II)."""
    he.tricked = True
    steps: list[Action] = [lambda: he.exhaust([listed]), lambda: he.exhaust([other], damaged=True)]
    he.table.rng.shuffle(steps)
    for step in steps:
        step()
    complete(he, quest)


def _con(he: Wanderer) -> Offers:
    quests = suited(he) if he.clearing and not he.tricked else []
    if quests and len(he.pack.ready()) >= len(quests[0].items):
        yield 4.0, lambda: con(he, he.table.pick(quests))


def con(he: Wanderer, quest: Quest) -> None:
    """The Cheat: any two items, once a turn; the quest goes back to the others."""
    table = he.table
    he.tricked = True
    he.exhaust(table.rng.sample(he.pack.ready(), len(quest.items)))
    complete(he, quest)
    he.completed[quest.suit] -= 1
    table.write(f"{quest.suit}#{quest.name}{he.letter}$->")
    table.quests.append(quest)
    table.rng.shuffle(table.quests)


# --- the Gladiator ------------------------------------------------------------------------


def _duel(he: Wanderer) -> Offers:
    if not he.clearing or not he.pack.ready():
        return
    for owner in he.table.defenders(he.letter, he.clearing):
        if he.escort(owner, he.clearing):
            yield 0.3 + he.fierce, partial(duel, he, owner)


def duel(he: Wanderer, owner: str) -> None:
    """An item exhausted and damaged, an enemy warrior removed, a card; nobody turns Hostile."""
    table = he.table
    he.exhaust([table.pick(he.pack.ready())], damaged=True)
    warrior = table.pick(sorted(he.escort(owner, he.clearing)))
    he.dueling = True
    remove(table, [Loss(he, table.factions[owner], he.clearing, Counter({warrior: 1}))])
    he.dueling = False
    table.draw(he.letter, he.facts.number("duel_cards"))


OFFERS = {
    "thief": _steal,
    "tinker": _day_labor,
    "ranger": _hideout,
    "vagrant": _instigate,
    "scoundrel": _scorch,
    "adventurer": _improvise,
    "harrier": _glide,
    "cheat": _con,
    "gladiator": _duel,
}
