"""Effects that remove all enemy pieces of a clearing at once, outside battle (1.5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, Piece, PieceLeg
from replayer.facts import faction_facts
from replayer.state import State
from validator.algebra import NOTHING, OFF, Clause, amid, any_order, each, may, one_of, take
from validator.law.s02_terms import KEEP, WARLORD, clearings, enemy_pieces, removable
from validator.law.s04_hits import REFUGES, VAGABONDS
from validator.law.s09_items import undamaged
from validator.law.s14_bans import FALLS
from validator.registry import rule


def remove_all(state: State, number: str, by: Faction, *places: int, hired: Faction = "") -> Clause:
    """Every enemy piece in those clearings leaves, under that number; the warlord and pawns stay.

    A faction with a refuge may save its warriors for a card in each clearing (6.2.3), a Vagabond
    damages items instead (9.2.2.I). Warriors of `hired` may stay: they may be treated as `by`'s.
    """
    doomed = {clearing: dict(removable(state, by, clearing)) for clearing in places}
    keep_falls = any(KEEP in pieces for pieces in doomed.values())
    parts: list[Clause] = []
    slots = []
    for clearing, pieces in doomed.items():
        for piece, n in pieces.items():
            slot = ((piece, clearing, OFF), n)
            if not keep_falls and is_refugee(state, piece):
                parts.append(saved_or_not(state, number, by, clearing, piece, n))
            elif piece == Piece(hired, "w"):
                parts.append(may(each(number, "remove", by, [slot])))
            else:
                slots.append(slot)
        parts.extend(damaged_instead(v) for v in vagabonds_hit(state, by, clearing))
        parts.append(FALLS if WARLORD in state.at(clearing) else NOTHING)
    return reduce(amid, parts, each(number, "remove", by, slots))


def is_refugee(state: State, piece: Piece) -> bool:
    """Whether a removed piece may be placed elsewhere for a card."""
    saving = any(refuge.faction == piece.owner for refuge in REFUGES)
    return piece.kind == "w" and saving and refuge_of(state, piece) is not None


def refuge_of(state: State, warrior: Piece) -> int | None:
    """The clearing where a removed warrior of that faction may be placed."""
    legs = (PieceLeg(1, warrior, "supply", c) for c in clearings(state))
    taken = (leg.end for leg in legs if any(refuge.takes_in(state, leg) for refuge in REFUGES))
    return next((end for end in taken if isinstance(end, int)), None)


def saved_or_not(
    state: State, number: str, by: Faction, clearing: int, warrior: Piece, n: int
) -> Clause:
    refuge = next(r for r in REFUGES if r.faction == warrior.owner)
    end = refuge_of(state, warrior)
    assert end is not None
    card = take(CardLeg, pays_refuge, clearing, n=1, number=refuge.number, demands=refuge.demands)
    saved = each(refuge.number, "remove", by, [((warrior, clearing, end), n)])
    lost = each(number, "remove", by, [((warrior, clearing, OFF), n)])
    return one_of(lost, any_order(card, saved))


def pays_refuge(state: State, leg: CardLeg, *_: object) -> bool:
    """Whether a card is spent to save warriors; whatever the terminal is bound to."""
    return any(refuge.is_paid(state, leg) for refuge in REFUGES)


def vagabonds_hit(state: State, by: Faction, clearing: int) -> Iterator[Faction]:
    for piece in enemy_pieces(state, by, clearing, kinds="p"):
        if piece.owner in VAGABONDS:
            yield piece.owner


@rule("9.2.2.I", "Full Removal", starts=(ItemLeg,))
def damaged_instead(state: State, vagabond: Faction) -> Clause:
    """Three items are damaged, or as many as are undamaged."""
    most = faction_facts(vagabond).number("full_removal_damage")
    low, high = (min(n, most) for n in undamaged(state, vagabond, None))
    counts = range(low, high + 1)
    each_way = [take(ItemLeg, is_damaged, vagabond, n=n, number="9.2.2.I") for n in counts if n]
    return one_of(*each_way, NOTHING) if 0 in counts else one_of(*each_way)


def is_damaged(state: State, leg: ItemLeg, vagabond: Faction) -> bool:
    return leg.start == f"{vagabond}$" and leg.end_area == "d" and leg.start_area != "d"
