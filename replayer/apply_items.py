"""Items: the supply, ruins, crafted items and the hoard. What a Vagabond carries is `satchel`."""

from __future__ import annotations

import msgspec

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, Leg, Place, PointsLeg
from replayer.facts import deck
from replayer.satchel import EVERY, change, lose, plus
from replayer.state import OUT, State
from replayer.tables import EMPTY, counted, counted_in, fault, with_entry


def move_items(new: State, leg: ItemLeg) -> None:
    """Items between ruins, boards and out of the game, or changed where they are."""
    start, end = leg.start, leg.end
    if isinstance(start, int):
        for _ in range(leg.n):
            _from_ruin(new, leg.item, start)
        if end != OUT:
            _gain(new, end, leg)
        return
    owner = start[:-1]
    if start == end:
        if new.position and not any((*_filter(leg), leg.end_area, leg.end_state)):
            _from_supply(new, leg.item, leg.n, told=False)
            _gain(new, end, leg)
        elif owner in new.satchel:
            change(new, owner, leg)
        else:
            _turn(new, owner, leg)
        return
    moved = lose(new, owner, leg) if owner in new.satchel else _give_up(new, owner, leg)
    if end != OUT:
        for item, n in moved:
            _gain(new, end, msgspec.structs.replace(leg, item=item, n=n))


def _filter(leg: ItemLeg) -> tuple[str | None, str | None]:
    return leg.start_area, leg.start_state


# --- supply and ruins ---------------------------------------------------------------------


def craft_item(new: State, faction: Faction, item: str) -> None:
    """An item comes from the supply to whoever crafts it (4.1.3)."""
    _from_supply(new, item, 1, told=True)
    _gain(new, f"{faction}$", ItemLeg(1, item, "supply", f"{faction}$"))
    if faction == "H":
        new.this_turn = msgspec.structs.replace(new.this_turn, offer=item)


def _from_supply(new: State, item: str, n: int, told: bool) -> None:
    if told and new.item_supply.get(item, 0) < n:
        fault(new, "item", f"%{item} is crafted, but none is left in the supply")
    new.item_supply = counted(new.item_supply, item, -n)


def _from_ruin(new: State, item: str, clearing: int) -> None:
    """An item leaves a ruin, the last one with the ruin itself (9.5.3, 14.2.6)."""
    left = new.ruins.get(clearing)
    if left is None:
        fault(new, "item", f"%{item} from clearing {clearing}, where no ruin is")
        return
    ruins = dict(new.ruins)
    if left > 1:
        ruins[clearing] = left - 1
    else:
        del ruins[clearing]
    new.ruins = ruins
    if not left:
        if not new.position:
            fault(new, "item", f"%{item} from the ruin in {clearing}, which never held items")
        return
    if item not in new.ruin_items:
        fault(new, "item", f"%{item} from the ruin in {clearing}, but all of them were found")
    new.ruin_items = counted(new.ruin_items, item, -1)
    if new.turn in new.satchel:
        found = tuple(sorted((*new.finds.get(new.turn, ()), item)))
        new.finds = with_entry(new.finds, new.turn, found)


# --- what the Hundreds sell ---------------------------------------------------------------


def sells(state: State, leg: Leg) -> bool:
    """Whether these points sell the item the Hundreds have just crafted (14.2.3, notation.md 8).

    They do where they are what its card prints, with or without the point of Master Engravers;
    a lone point beside those is taken for theirs.
    """
    item = state.this_turn.offer
    if not isinstance(leg, PointsLeg) or leg.faction != "H" or leg.sign < 0:
        return False
    printed = next((c.points for c in deck(state.game.deck).cards if c.item == item), 0)
    bonus = "engrave" in state.crafted.get("H", ())
    return leg.n == printed + bonus or (leg.n == printed and not (bonus and printed == 1))


def settle_offer(new: State, leg: Leg) -> bool:
    """What a leg makes of the item on offer; True where that is all it does.

    Others may draw before its points are written. A removal written behind them is no second one.
    """
    offer = new.this_turn.offer
    if isinstance(leg, CardLeg) and leg.start == "deck":
        return False
    sold = sells(new, leg)
    if sold:
        new.items = counted_in(new.items, "H", offer, -1, keep=True)
    new.this_turn = msgspec.structs.replace(new.this_turn, offer=f"{offer}!" if sold else "")
    return isinstance(leg, ItemLeg) and offer == f"{leg.item}!" and leg.end == OUT


# --- boards -------------------------------------------------------------------------------


def _gain(new: State, end: Place, leg: ItemLeg) -> None:
    """n items onto a board, refreshed and undamaged unless the record says otherwise. One that is
    laid in a clearing (a club, the Scoundrel's torch) stays there and out of use."""
    if isinstance(end, int):
        if leg.item == "r" and str(leg.start)[:-1] in new.satchel:
            new.scorched = tuple(sorted({*new.scorched, end}))
        return
    owner = end[:-1]
    if owner in new.satchel:
        key = (leg.item, "d" if leg.end_area == "d" else "s", leg.end_state or "r")
        new.satchel = with_entry(
            new.satchel, owner, frozenset(plus(t, key, leg.n) for t in new.satchel[owner])
        )
    elif owner in new.items:
        new.items = counted_in(new.items, owner, leg.item, leg.n, keep=True)
    else:
        fault(new, "place", f"%{leg.item} to {end}, whose owner does not play")


def _give_up(new: State, owner: str, leg: ItemLeg) -> list[tuple[str, int]]:
    """Items leave a board that is not a Vagabond's; which and how many."""
    held = new.items.get(owner, EMPTY)
    if leg.item == EVERY:
        wanted = dict(held)
    else:
        wanted = {leg.item: leg.n}
        if held.get(leg.item, 0) < leg.n:
            has = held.get(leg.item, 0)
            fault(new, "item", f"{leg.n} %{leg.item} from {owner}'s board, which holds {has}")
    for item, n in wanted.items():
        there = min(n, held.get(item, 0))
        if not there:
            continue
        new.items = counted_in(new.items, owner, item, -there, keep=True)
        spent = new.exhausted.get(owner, EMPTY).get(item, 0)
        if spent > held[item] - there:
            new.exhausted = counted_in(new.exhausted, owner, item, held[item] - there - spent)
    return list(wanted.items())


def _turn(new: State, owner: str, leg: ItemLeg) -> None:
    """A crafted item is exhausted (League of Adventurous Mice) or refreshed."""
    held = new.items.get(owner, EMPTY).get(leg.item, 0)
    spent = new.exhausted.get(owner, EMPTY).get(leg.item, 0)
    if held < leg.n:
        fault(new, "item", f"{leg.n} %{leg.item} on {owner}'s board, which holds {held}")
    elif leg.end_state == "e":
        if held - spent < leg.n:
            fault(new, "item", f"%{leg.item} of {owner} is exhausted a second time")
            return
        new.exhausted = counted_in(new.exhausted, owner, leg.item, leg.n)
    elif leg.end_state == "r":
        if spent < leg.n:
            fault(new, "item", f"%{leg.item} of {owner} is refreshed, but not exhausted")
            return
        new.exhausted = counted_in(new.exhausted, owner, leg.item, -leg.n)
