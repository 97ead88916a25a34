"""The Exiles & Partisans deck: cards used in their owner's turn, and the Murine Broker."""

from __future__ import annotations

from collections import Counter

from notation.legs import Piece
from replayer.facts import general
from simulator.cards import drop, has
from simulator.players import Loss, Player
from simulator.removal import remove
from simulator.table import Table, full

NO_CRAFTED_ITEMS = "VGH"
"""Whose items lie elsewhere than in a Crafted Items box (9.2.5, 14.2.4)."""

# --- Birdsong -----------------------------------------------------------------------------


def saboteurs(table: Table, player: Player) -> None:
    """Discarded with a card that lies crafted before an enemy."""
    targets = [
        (owner, name)
        for owner in table.others(player.letter)
        if table.enemies(player.letter, owner.letter)
        for name in table.state.crafted[owner.letter]
        if not name.endswith("dom")
    ]
    if not targets or not table.chance(0.6):
        return
    goes = [table.pick(targets), (player, "sabo")]
    if table.chance(0.8):
        goes.reverse()
    for owner, name in goes:
        drop(table, owner, name)


def coffin_makers(table: Table, player: Player) -> None:
    """A point for every five warriors that lay there; they have gone home already."""
    warriors = table.state.this_turn.coffins[table.coffins_take_all]
    table.score(player.letter, warriors // general()["coffin_makers_warriors"])


def swap_meet(table: Table, player: Player) -> bool:
    """A random card of another player for one of the own hand."""
    others = [other for other in table.others(player.letter) if other.hand]
    if not others or not table.chance(0.4):
        return False
    other = table.pick(others)
    table.give(other.letter, table.pick(other.hand), player.letter, "#")
    back = table.pick(player.hand)
    table.give(player.letter, back, other.letter, "#" if table.chance(0.5) else "")
    return True


def false_orders(table: Table, player: Player) -> bool:
    """Half of an enemy's warriors in a clearing move to another; what follows is theirs (1.5.5)."""
    orders = [
        (other, start, end)
        for other in table.others(player.letter)
        if table.enemies(player.letter, other.letter)
        for start in table.map.clearings
        if Piece(other.letter, "w") in table.state.at(start)
        and not table.snared(other.letter, start)
        for end in sorted(other.neighbours(start) & set(table.map.clearings))
        if end not in table.state.scorched
    ]
    if not orders or not table.chance(0.3):
        return False
    other, start, end = table.pick(orders)
    warrior = Piece(other.letter, "w")
    half = (table.state.at(start)[warrior] + 1) // 2
    first = table.chance(0.8)
    if first:
        drop(table, player, "false")
    table.write(f"{table.words({warrior: half})}{start}->{end}")
    if not first:
        drop(table, player, "false")
    for witness in table.others(other.letter):
        witness.on_moved_in(other, end)
    return True


def eyrie_emigre(table: Table, player: Player) -> None:
    """A move and a battle where it ended; discarded unless both are done."""
    options = player.free_ways()
    hot = [way for way in options if table.defenders(player.letter, way.end)]
    if options and table.chance(0.9 if hot else 0.2):
        end = player.go_one_of(hot if hot and table.chance(0.9) else options).end
        foes = player.battles([end])
        if foes and table.chance(0.95):
            player.fight_one_of(foes)
            return
    drop(table, player, "emi")


# --- Daylight -----------------------------------------------------------------------------


def propaganda_bureau(table: Table, player: Player) -> bool:
    """A card for an enemy warrior in a matching clearing, and one of the own in his place."""
    letter = player.letter
    choice = [
        (other, clearing)
        for other in table.others(letter)
        if table.enemies(letter, other.letter)
        for clearing in table.map.clearings
        if Piece(other.letter, "w") in table.state.at(clearing)
        and table.matching(letter, table.suit(clearing))
        and not (other.letter == "O" and table.hired_warriors(letter, clearing))
    ]
    if not choice or not table.chance(0.3):
        return False
    other, clearing = table.pick(choice)
    table.spend(letter, table.pick(table.matching(letter, table.suit(clearing))))
    remove(table, [Loss(player, other, clearing, Counter({Piece(other.letter, "w"): 1}))])
    own = Piece(letter, "w")
    if table.may_place(letter, clearing) and table.in_supply(own):
        table.place({own: 1}, clearing)
    return True


def league_of_adventurous_mice(table: Table, player: Player) -> bool:
    """A crafted item exhausted for a move or a battle."""
    letter = player.letter
    used = table.state.exhausted.get(letter, {})
    items = [i for i, n in sorted(table.state.items[letter].items()) if n > used.get(i, 0)]
    if not items or letter in NO_CRAFTED_ITEMS or not table.chance(0.4):
        return False
    ways, foes = player.free_ways(), player.battles()
    if not ways and not foes:
        return False
    table.write(f"%{table.pick(items)}->e")
    if foes and (not ways or table.chance(0.5)):
        player.fight_one_of(foes)
    else:
        player.go_one_of(ways)
    return True


# --- Evening ------------------------------------------------------------------------------


def charm_offensive(table: Table, player: Player) -> None:
    """A card, and a point for another player."""
    other = table.pick(table.others(player.letter)).letter
    if not (table.deck or table.discard) or not table.chance(0.6):
        return
    late = table.chance(0.8)
    if not late:
        table.score(other)
    if not informants(table, player):
        table.draw(player.letter, 1)
    if late:
        table.score(other)


def informants(table: Table, player: Player) -> bool:
    """An ambush card out of the discard pile instead of a draw; whether it was taken."""
    found = [card for card in table.discard if card.kind == "ambush"]
    if not found or not has(table, player, "inform") or not table.chance(0.6):
        return False
    card = table.pick(found)
    table.discard.remove(card)
    table.write(f"{full(card)}*->{player.letter}")
    player.hand.append(card)
    return True


# --- in another's turn --------------------------------------------------------------------


def murine_broker(table: Table, crafter: Player) -> None:
    """Somebody has crafted an item: who has the card draws one."""
    for other in table.others(crafter.letter):
        if has(table, other, "murine"):
            table.draw(other.letter, 1)
