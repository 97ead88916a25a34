"""Battle (4.3): ambushes, the roll, extra hits, losses."""

from __future__ import annotations

from collections import Counter

from notation.legs import Piece
from replayer.facts import general
from simulator.cards import foils_ambushes
from simulator.cards_battle import use_effects
from simulator.players import Battle, Loss, Player
from simulator.removal import remove
from simulator.table import Table, full

HIRED = Piece("O", "w")


def fight(
    table: Table,
    attacker: Player,
    defender: Player,
    clearing: int,
    dealer: Player | None = None,
) -> Battle:
    """A whole battle, written; `dealer` removes the pieces of both sides where somebody else does.
    Raises GameOver where its points win the game."""
    battle = Battle(attacker, defender, clearing, dealer=dealer)
    for side in battle.sides:
        side.before_battle(battle)
    entry, text, ambushed = declare(table, battle)
    if ambushed:
        deal(table, battle, {defender.letter: general()["ambush_hits"]})
    if not ambushed or attacker.stands_in(battle) or hired(table, battle, attacker):
        for side in battle.sides:
            side.before_roll(battle)
        for other in table.others(attacker.letter):
            if other is not defender:
                other.beside_battle(battle)
        dice = roll(table, battle)
        table.log[entry] = f"{text}({dice[0]},{dice[1]})"
        count_extra_hits(table, battle)
        use_effects(table, battle)
        total = {
            side.letter: battle.rolled[side.letter] + battle.extra.get(side.letter, 0)
            for side in battle.sides
        }
        deal(table, battle, total)
    for side in battle.sides:
        side.after_battle(battle)
    return battle


def declare(table: Table, battle: Battle) -> tuple[int, str, bool]:
    """Write the battle with its ambushes (4.3.1): which entry, its text, whether one strikes."""
    attacker, defender, clearing = battle.attacker, battle.defender, battle.clearing
    text = f"{table.by(attacker.letter)}X{defender.letter}{clearing}"
    unhurt = foils_ambushes(table, battle)
    ambush = None
    if not unhurt or table.chance(0.1):
        ambush = defender.ambush(battle)
    foil = attacker.ambush(battle) if ambush else None
    played = [(s, card) for s, card in ((defender, ambush), (attacker, foil)) if card]
    for side, card in played:
        table.hand[side.letter].remove(card)
        text += full(card).replace("#", "")
    entry = table.write(text)
    for _, card in played:
        table.to_discard(card)
    return entry, text, ambush is not None and foil is None and not unhurt


def roll(table: Table, battle: Battle) -> tuple[int, int]:
    """Both dice as they count, attacker's first; sets the rolled hits (4.3.2, 8.2.2)."""
    high, low = sorted((table.die(), table.die()), reverse=True)
    if battle.defender.guerrilla:
        high, low = low, high
    for side, die in zip(battle.sides, (high, low), strict=True):
        most = side.most_rolled(battle) + battle.lent.get(side.letter, 0)
        most += hired(table, battle, side)
        battle.rolled[side.letter] = 0 if side.letter in battle.unrolled else min(die, most)
    return high, low


def count_extra_hits(table: Table, battle: Battle) -> None:
    for side in battle.sides:
        battle.add(side, side.extra_hits(battle))
    defender = battle.defender
    if defender.defenseless(battle) and not hired(table, battle, defender):
        battle.add(battle.attacker, 1)


def deal(table: Table, battle: Battle, hits: dict[str, int]) -> None:
    """Hits of one instant, by who deals them: ignored, then taken by pieces (4.3.4)."""
    losses = []
    for side in battle.sides:
        enemy = battle.enemy(side)
        n = side.suffered(battle, hits.get(enemy.letter, 0))
        if not n:
            continue
        lent = hired_lost(table, battle, side, n)
        pieces = side.lose(battle, n - lent) + Counter({HIRED: lent})
        for owner in sorted({piece.owner for piece in pieces}):
            own = Counter({piece: k for piece, k in pieces.items() if piece.owner == owner})
            by = battle.dealer or enemy
            losses.append(Loss(by, table.factions[owner], battle.clearing, own, battle))
    remove(table, losses)


def hired(table: Table, battle: Battle, side: Player) -> int:
    """Riverfolk warriors that fight on a side (11.2.7.III)."""
    if battle.enemy(side).letter == "O":
        return 0
    return table.hired_warriors(side.letter, battle.clearing)


def hired_lost(table: Table, battle: Battle, side: Player, hits: int) -> int:
    """How many hits on a side hired warriors take: half of them, the odd one on its own, as far as
    either are there (11.2.7.IIIa)."""
    lent, own = hired(table, battle, side), table.warriors(side.letter, battle.clearing)
    return min(lent, max(hits // 2, hits - own))
