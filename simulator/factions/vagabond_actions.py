"""9.5 A Vagabond's actions of Daylight, each with its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from replayer.facts import items
from replayer.facts.schema import CardFacts, Quest
from simulator import moves
from simulator.battle import fight
from simulator.factions.vagabond_base import ALLIED, SPACES, Wanderer
from simulator.factions.vagabond_pack import SATCHEL, TRACKED, Item
from simulator.players import Loss, Player, Way
from simulator.removal import remove

Action = Callable[[], None]
Options = list[tuple[float, Action]]
BOOT, SWORD, TORCH, CROSSBOW, HAMMER = "f", "s", "r", "x", "h"


def options(he: Wanderer) -> Options:
    """What he can do now, by weight."""
    found: Options = [*_moves(he), *_repairs(he)]
    if not he.clearing:
        return found
    for offer in (_battles, _explores, _aids, _quests, _strikes, _crafts):
        found += offer(he)
    return found


# --- moving -------------------------------------------------------------------------------


def ways(he: Wanderer) -> list[Way]:
    """Ways out of where he is; out of a forest their start is 0."""
    if he.clearing:
        return moves.ways(he.table, he, [he.clearing])
    around = he.table.map.forests[str(he.place)]
    return [Way(0, c) for c in sorted(around) if c not in he.state.scorched]


def _moves(he: Wanderer) -> Iterator[tuple[float, Action]]:
    open_to = [way for way in ways(he) if he.can_spend(BOOT * cost(he, way))]
    if open_to:
        yield 2.0, lambda: move(he, he.table.weigh([(he.likes_way(w), w) for w in open_to]))


def cost(he: Wanderer, way: Way) -> int:
    return 1 + (he.facts.number("hostile_boots") if he.hostile_at(way.end) else 0)


def move(he: Wanderer, way: Way) -> None:
    he.spend_items(BOOT * cost(he, way))
    step(he, way)


def step(he: Wanderer, way: Way) -> None:
    """His pawn goes, whatever that cost."""
    if way.start:
        moves.move(he.table, he, way, Counter({he.pawn: 1}))
    else:
        he.table.write(f"p->{way.end}")


# --- fighting -----------------------------------------------------------------------------


def _battles(he: Wanderer) -> Iterator[tuple[float, Action]]:
    if he.battles([he.clearing]) and he.can_spend(SWORD):
        yield 0.5 + 2.5 * he.fierce, lambda: battle(he)


def battle(he: Wanderer) -> None:
    clearing, owner = he.choose_battle(he.battles([he.clearing]))
    he.spend_items(SWORD)
    fight(he.table, he, he.table.factions[owner], clearing)


def targets(he: Wanderer) -> list[Loss]:
    """What a strike may remove: a warrior, or another piece of an enemy without any (9.5.6)."""
    table, found = he.table, []
    for owner in table.defenders(he.letter, he.clearing):
        kinds = "w" if table.warriors(owner, he.clearing) else "bt"
        for piece in sorted(
            he.escort(owner, he.clearing)
            if kinds == "w"
            else table.pieces(owner, he.clearing, kinds)
        ):
            found.append(Loss(he, table.factions[owner], he.clearing, Counter({piece: 1})))
    return found


def _strikes(he: Wanderer) -> Iterator[tuple[float, Action]]:
    if he.can_spend(CROSSBOW) and targets(he):
        yield 0.5 + he.fierce, lambda: strike(he)


def strike(he: Wanderer) -> None:
    he.spend_items(CROSSBOW)
    likes = [(1.0 + 3.0 * t.count("bt"), t) for t in targets(he)]
    remove(he.table, [he.table.weigh(likes)])


# --- exploring ----------------------------------------------------------------------------


def _explores(he: Wanderer) -> Iterator[tuple[float, Action]]:
    if he.can_spend(TORCH) and he.clearing in he.state.ruins:
        yield (8.0 if to_take(he) else 0.1), lambda: explore(he)


def to_take(he: Wanderer) -> list[str]:
    """Items under the ruin that he may take; with two Vagabonds none of a kind he found before
    (9.7.3)."""
    under = he.table.ruins.get(he.clearing, [])
    alone = len([f for f in he.table.factions if f in "VG"]) < 2
    return [i for i in under if alone or i not in he.pack.finds()]


def explore(he: Wanderer) -> None:
    he.spend_items(TORCH)
    choice = to_take(he)
    if choice:
        item = he.table.pick(choice)
        he.table.write(f"%{item}{he.clearing}->$")
        he.table.ruins[he.clearing].remove(item)
        he.gain(item, found=True)
        he.table.score(he.letter, he.facts.number("explore_points"))


# --- aid ----------------------------------------------------------------------------------


def _aids(he: Wanderer) -> Iterator[tuple[float, Action]]:
    cards = he.table.matching(he.letter, he.table.suit(he.clearing))
    gifts = [card for card in cards if fares(he, card)]
    if gifts:
        for player in he.company():
            yield likes_aid(he, player.letter), partial(aid, he, player, he.table.pick(gifts))


def likes_aid(he: Wanderer, faction: str) -> float:
    """Weight of an Aid: more where he can give as many as the next space takes."""
    now = he.relation(faction)
    if now not in SPACES:
        return 0.3
    if now == ALLIED:
        return 1.0 + 6.0 * he.kindly
    needed = he.facts.scales["aid_cost"].at(SPACES.index(now)) - he.aids[faction]
    cards = sum(card.suit in ("B", he.table.suit(he.clearing)) for card in he.hand)
    enough = min(cards, len(he.pack.ready())) >= needed
    return (0.3 + 8.0 * he.kindly) if enough else 0.5 * (1 - he.kindly)


def fares(he: Wanderer, card: CardFacts) -> list[str]:
    """Kinds of items that can pay for giving that card."""
    return [letter for letter in sorted(items()) if he.can_spend(letter, card)]


def aid(he: Wanderer, player: Player, card: CardFacts) -> None:
    """An item exhausted, a card given, perhaps an item taken; the relationship (9.5.4, 9.2.9.I)."""
    table, faction = he.table, player.letter
    he.spend_items(table.pick(fares(he, card)), card)
    table.give(he.letter, card, faction)
    box = sorted(he.state.items[faction]) if faction not in "VGH" else []
    if box and table.chance(0.9):
        item = table.pick(box)
        table.write(f"%{item}{faction}$->$")
        he.gain(item)
    improve(he, faction)


def improve(he: Wanderer, faction: str) -> None:
    """What an Aid does for him there."""
    table, now = he.table, he.relation(faction)
    if now == ALLIED:
        table.score(he.letter, he.facts.number("allied_aid_points"))
    elif now in SPACES:
        he.aids[faction] += 1
        at = SPACES.index(now)
        if he.aids[faction] >= he.facts.scales["aid_cost"].at(at):
            he.aids[faction] = 0
            table.write(f"$_{faction}->{SPACES[at + 1]}")
            table.score(he.letter, he.facts.scales["relationship_points"].at(at + 1))


# --- quests -------------------------------------------------------------------------------


def suited(he: Wanderer) -> list[Quest]:
    """Quests on offer in the suit of his clearing."""
    return [q for q in he.table.offered if q.suit == he.table.suit(he.clearing)]


def _quests(he: Wanderer) -> Iterator[tuple[float, Action]]:
    for quest in suited(he):
        if he.can_spend(quest.items):
            yield 6.0, partial(do_quest, he, quest)


def do_quest(he: Wanderer, quest: Quest) -> None:
    he.spend_items(quest.items)
    complete(he, quest)


def complete(he: Wanderer, quest: Quest) -> None:
    """The quest onto his board, another in its place, the reward (9.5.5)."""
    table = he.table
    table.write(f"{quest.suit}#{quest.name}Q->$")
    table.offered.remove(quest)
    if table.quests:
        table.offered.append(table.quests.pop())
    he.completed[quest.suit] += 1
    points = he.completed[quest.suit]
    if he.points is not None and table.chance(0.5 + 0.2 * points):
        table.score(he.letter, points)
    elif table.chance(0.97):
        table.draw(he.letter, he.facts.number("quest_cards"))


# --- hammers ------------------------------------------------------------------------------


def _repairs(he: Wanderer) -> Iterator[tuple[float, Action]]:
    if he.can_spend(HAMMER) and he.pack.damaged():
        yield 2.0, lambda: repair(he)


def repair(he: Wanderer) -> None:
    he.spend_items(HAMMER)
    mend(he, he.table.pick(he.pack.damaged()))


def mend(he: Wanderer, item: Item) -> None:
    """A damaged item back to where it belongs, on the side it shows."""
    he.pack.turn([item], box=SATCHEL)
    tracked = item.letter in TRACKED and item.side == "r"
    he.table.write(f"%{item.letter}d{item.side}->{'t' if tracked else 's'}")


def _crafts(he: Wanderer) -> Iterator[tuple[float, Action]]:
    able = he.craftable()
    if able:
        yield 4.0, lambda: craft(he, he.table.pick(able))


def craft(he: Wanderer, card: CardFacts) -> None:
    he.craft(card)
