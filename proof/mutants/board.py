"""What can be read off a replayed table without the Law: links, rule, slots, suits, cards in play.

An answer is True or False only where it is certain; where a card, a service or a hireling may
change it, it is None.
"""

from __future__ import annotations

from notation.legs import (
    CardLeg,
    FlipLeg,
    FundsLeg,
    ItemLeg,
    Leg,
    Piece,
    PieceLeg,
    PointsLeg,
    RelationLeg,
    RevealLeg,
)
from replayer.facts import FACTIONS, MapFacts, map_facts
from replayer.state import State
from replayer.timeline import Step

SUITS = "FMR"
KEEP = Piece("C", "t", "k")
SNARE = Piece("P", "t", "s")
WARLORD = Piece("H", "w", "w")
EXTRA_DEEDS = ("cob", "command", "emi", "league", "false", "charm", "inform", "royal", "tax")
"""Cards that give moves, battles, draws or points beside a faction's own."""


def board(state: State) -> MapFacts:
    return map_facts(state.game.map)


def suit(state: State, clearing: int) -> str:
    return state.game.suits[clearing]


def near(state: State, a: int) -> frozenset[int]:
    """Clearings one open path away."""
    opened = {b for pair in state.open_paths if a in pair for b in pair if b != a}
    return board(state).adjacent[a] | opened


def far(state: State, a: int) -> list[int]:
    """Clearings that no path, open or closed, and no river joins to this one."""
    facts = board(state)
    closed = {b for pair in facts.closed if a in pair for b in pair}
    joined = facts.adjacent[a] | facts.rivers[a] | closed | {a}
    return [b for b in facts.clearings if b not in joined]


def in_play(state: State, *cards: str) -> bool:
    """Whether anybody has one of these cards in play."""
    return any(card in own for own in state.crafted.values() for card in cards)


def spendable(state: State) -> bool:
    """Whether a card may be spent by anybody: for a dominance card, for a closed path."""
    return bool(state.dominance) or bool(board(state).closed - state.open_paths)


def warriors(state: State, faction: str, clearing: int) -> int:
    return state.count(clearing, faction, "w")


def strength(state: State, faction: str, clearing: int) -> int:
    """Warriors and buildings (2.5)."""
    return state.count(clearing, faction, "w") + state.count(clearing, faction, "b")


def rules(state: State, faction: str, clearing: int) -> bool | None:
    """Whether a faction rules there; None where hired warriors or a card may decide it."""
    if in_play(state, "soup") or state.hirelings:
        return None
    sides = {f: strength(state, f, clearing) for f in state.game.players}
    if state.count(clearing, "L", "b"):
        return faction == "L"
    if sides.get("O", 0):
        return None
    mine = sides.pop(faction, 0)
    most = max(sides.values(), default=0)
    return mine > 0 and (mine > most or (faction == "E" and mine == most))


def margin(state: State, faction: str, clearing: int) -> int:
    """Warriors and buildings that a faction has there beyond the strongest other side."""
    others = [strength(state, f, clearing) for f in state.game.players if f != faction]
    return strength(state, faction, clearing) - max(others, default=0)


def slots(state: State, clearing: int) -> int:
    """Building slots that are open (2.2.3)."""
    built = sum(n for piece, n in state.at(clearing).items() if piece.kind == "b")
    return board(state).slots[clearing] - built - (clearing in state.ruins)


def barred(state: State, faction: str, clearing: int) -> bool:
    """Whether that faction may not place there, or pieces may not leave (6.2.2, 13.7.2, 16.3.6)."""
    here = state.at(clearing)
    keep = KEEP in here and faction != "C"
    snare = SNARE in here and faction != "P"
    return keep or snare or bool(state.scorched)


def enemies(state: State, faction: str, clearing: int, kinds: str = "wpbt") -> dict[Piece, int]:
    return {
        piece: n
        for piece, n in state.at(clearing).items()
        if piece.owner not in (faction, "") and piece.kind in kinds
    }


def holding(state: State, piece: Piece) -> list[int]:
    """Clearings where that piece stands."""
    return [c for c in board(state).clearings if piece in state.at(c)]


def holds(state: State, faction: str, kind: str, sub: str | None = None) -> list[int]:
    """Clearings with a faction's pieces of a kind."""
    return [c for c in board(state).clearings if state.count(c, faction, kind, sub)]


def only(step: Step) -> Leg | None:
    """The one leg of an action; None where there are several."""
    return step.legs[0] if len(step.legs) == 1 else None


def lone(step: Step, kind: str = "w") -> PieceLeg | None:
    """The one leg of an action, if pieces of that kind go somewhere."""
    leg = only(step)
    return leg if isinstance(leg, PieceLeg) and leg.piece.kind == kind else None


def placed(step: Step, faction: str, kind: str, sub: str | None = None) -> PieceLeg | None:
    """The one leg of an action, if it places such pieces out of the supply into a clearing."""
    leg = lone(step, kind)
    if leg is None or leg.piece.owner != faction or leg.start != "supply":
        return None
    return leg if isinstance(leg.end, int) and sub in (None, leg.piece.sub) else None


def march(step: Step, faction: str) -> PieceLeg | None:
    """The one leg of an action, if warriors of that faction move between clearings."""
    leg = lone(step)
    if leg is None or leg.piece.owner != faction:
        return None
    both = isinstance(leg.start, int) and isinstance(leg.end, int)
    return leg if both else None


def gone(step: Step, faction: str) -> CardLeg | None:
    """The one leg of an action, if a card goes out of that hand to the discard pile."""
    leg = only(step)
    if isinstance(leg, CardLeg) and leg.start == faction and leg.end in ("*", "dom"):
        return leg
    return None


def drawn(step: Step, faction: str) -> CardLeg | None:
    leg = only(step)
    if isinstance(leg, CardLeg) and leg.start == "deck" and leg.end == faction:
        return leg
    return None


def delves(step: Step | None) -> bool:
    """Whether an action turns a relic up, or gives up the card of the Retinue it was found with."""
    leg = step.legs[0] if step is not None else None
    return isinstance(leg, FlipLeg) or (isinstance(leg, CardLeg) and str(leg.start)[:3] == "K$_")


def trails(step: Step, faction: str) -> bool:
    """Whether an action may still belong to what that player has begun before it: points, pieces
    or cards lost, items, what others place, the new mob."""
    for leg in step.legs:
        match leg:
            case PointsLeg() | ItemLeg() | RelationLeg() | FundsLeg():
                continue
            case PieceLeg(piece=piece, start=start, end=end):
                paid = start == "O$" and end == "supply"  # what a lost trade post costs
                lost = paid or (isinstance(start, int) and (end == "supply" or "_" in str(end)))
                others = piece.owner != faction
                if lost or others or piece == Piece("H", "t"):
                    continue
                return False
            case CardLeg(start=start, end=end):
                given = end == "A$" or (start in FACTIONS and end in FACTIONS)
                others = start in FACTIONS and start != faction
                if given or others or str(start).endswith("$") or start == "D":
                    continue
                return False
            case RevealLeg(whole=True):
                continue
            case _:
                return False
    return True


def many(n: int) -> str:
    return str(n) if n != 1 else ""
