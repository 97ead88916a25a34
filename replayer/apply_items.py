"""Items: the supply, ruins, crafted items and the hoard, and what a Vagabond carries.

A Vagabond's board is a set of tables, each a possible content (state.py): a record does not tell
which of two boots was damaged. An event maps every table to all it can become; none at all is a
fault. Tracks are not kept (algebra: refreshed, undamaged teas, coins and bags are on them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, Leg, Place, PointsLeg
from replayer.facts import characters, deck, faction_facts
from replayer.state import OUT, ItemTable, State
from replayer.tables import EMPTY, counted, counted_in, fault, with_entry

Key = tuple[str, str, str]  # letter, area s d, state r e
Table = dict[Key, int]
TRACKED = frozenset("tcb")
EVERY = "_"
MOST_TABLES = 256


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
            _change(new, owner, leg)
        else:
            _turn(new, owner, leg)
        return
    moved = _lose(new, owner, leg) if owner in new.satchel else _give_up(new, owner, leg)
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
            new.satchel, owner, frozenset(_plus(t, key, leg.n) for t in new.satchel[owner])
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


# --- Vagabonds ----------------------------------------------------------------------------


def starting_items(new: State, vagabond: Faction, character: str) -> None:
    """The items a character starts with (9.3.5)."""
    tables = new.satchel.get(vagabond, frozenset(((),)))
    for item in characters()[character].items:
        tables = frozenset(_plus(table, (item, "s", "r"), 1) for table in tables)
    new.satchel = with_entry(new.satchel, vagabond, tables)


def _change(new: State, owner: Faction, leg: ItemLeg) -> None:
    """Items of a Vagabond are exhausted, refreshed, damaged, repaired, or laid on a track."""
    tables = new.satchel[owner]
    after = _all(tables, lambda table: _changed(table, leg))
    if (leg.start_area, leg.end_area, leg.end_state) == ("d", None, "r") and new.this_turn.spent:
        repaired = msgspec.structs.replace(leg, end_area="s")  # so some write a repair
        after |= _all(tables, lambda table: _changed(table, repaired))
    if not after and owner == new.turn and new.this_turn.refreshes and _asks_refreshed(leg):
        facts = new.this_turn
        ready = _all(tables, lambda table: _refreshed(table, facts.spent, facts.refreshes))
        after = _all(ready, lambda table: _changed(table, leg))
        if after:
            assumed = facts.refreshes
            new.this_turn = msgspec.structs.replace(facts, refreshes=0, refresh_assumed=assumed)
    if not after and leg.end_state == "r":
        after = _all(tables, lambda table: _turned_up(table, leg))
    if not after:
        fault(new, "item", f"{_words(leg)} of {owner}, who has no {_what(leg)}")
        after = _all(tables, lambda table: _as_told(table, leg))
    battle = new.battle
    if leg.end_area == "d" and battle is not None and battle.attacker == owner:
        facts = new.this_turn
        hits = (facts.hits[0] + leg.n, facts.hits[1])
        new.this_turn = msgspec.structs.replace(facts, hits=hits)
    whole_box = leg.start_area == "d" or leg.item == EVERY
    rests = whole_box and leg.end_area is not None  # 9.6.1
    if leg.end_state == "r" and owner == new.turn and not rests:
        left = 0 if leg.item == EVERY else max(0, new.this_turn.refreshes - leg.n)
        new.this_turn = msgspec.structs.replace(new.this_turn, refreshes=left)
    elif leg.end_state == "e" and owner == new.turn:
        letters = leg.item * leg.n
        if leg.item == EVERY:
            letters = "".join(i * n for i, a, s, n in min(tables) if (a, s) == ("s", "r"))
        spent = tuple(sorted((*new.this_turn.spent, *letters)))
        new.this_turn = msgspec.structs.replace(new.this_turn, spent=spent)
        if leg.item != "s":  # another action begins; a sword may still add a hit
            new.battle = None
    new.satchel = with_entry(new.satchel, owner, after)


def _lose(new: State, owner: Faction, leg: ItemLeg) -> list[tuple[str, int]]:
    """Items leave a Vagabond's board, damaged ones if no others are meant; which and how many."""
    tables = new.satchel[owner]
    after = _all(tables, lambda table: _chosen(table, leg, _gone))
    if not after and leg.start_area is None:
        leg = msgspec.structs.replace(leg, start_area="d")
        after = _all(tables, lambda table: _chosen(table, leg, _gone))
    if not after:
        fault(new, "item", f"{_words(leg)} of {owner}, who has no {_what(leg)}")
        return [(leg.item, leg.n)]
    new.satchel = with_entry(new.satchel, owner, after)
    if owner in new.finds:
        finds = tuple(item for item in new.finds[owner] if leg.item not in (item, EVERY))
        new.finds = {v: of for v, of in {**new.finds, owner: finds}.items() if of}
    if leg.item != EVERY:
        return [(leg.item, leg.n)]
    lost: dict[str, int] = {}
    for item, area, state, n in min(tables):
        if _fits((item, area, state), leg):
            lost[item] = lost.get(item, 0) + n
    return list(lost.items())


def _all(
    tables: frozenset[ItemTable], change: Callable[[ItemTable], Iterator[ItemTable]]
) -> frozenset[ItemTable]:
    """All that any of the tables can become."""
    out = frozenset(after for table in tables for after in change(table))
    return out if len(out) <= MOST_TABLES else frozenset(sorted(out)[:MOST_TABLES])


def _changed(table: ItemTable, leg: ItemLeg) -> Iterator[ItemTable]:
    def become(key: Key) -> Key:
        item, area, state = key
        if leg.end_area is not None:
            area = "d" if leg.end_area == "d" else "s"
        return item, area, leg.end_state or state

    return _chosen(table, leg, become)


def _gone(key: Key) -> None:
    """What becomes of an item that leaves the board."""


def _chosen(
    table: ItemTable, leg: ItemLeg, become: Callable[[Key], Key | None]
) -> Iterator[ItemTable]:
    """What a table may be after n of its items that fit the leg have become something else."""
    fitting = [((i, a, s), n) for i, a, s, n in table if _fits((i, a, s), leg)]
    if leg.item == EVERY:
        yield _moved(table, fitting, become)
        return
    moving = [(key, n) for key, n in fitting if become(key) != key]
    if sum(n for _, n in moving) >= leg.n:
        for share in _shares(moving, leg.n):
            yield _moved(table, share, become)
    elif leg.end_state is None and sum(n for _, n in fitting) >= leg.n:
        yield table  # laid on a track, where it may lie already


def _fits(key: Key, leg: ItemLeg) -> bool:
    item, area, state = key
    if leg.item not in (item, EVERY) or leg.start_state not in (None, state):
        return False
    if leg.start_area == "d":
        return area == "d"
    if leg.start_area == "t" and (state != "r" or item not in TRACKED):
        return False
    if leg.item == EVERY and leg.start_area is None:
        return area == "s" or leg.end_area is not None or leg.end != leg.start
    return area == "s"


def _shares(stacks: list[tuple[Key, int]], n: int) -> Iterator[list[tuple[Key, int]]]:
    """All ways to take n items from stacks."""
    if not n:
        yield []
    elif stacks:
        (key, held), *rest = stacks
        for k in range(min(n, held), -1, -1):
            for more in _shares(rest, n - k):
                yield [(key, k), *more] if k else more


def _moved(
    table: ItemTable, share: list[tuple[Key, int]], become: Callable[[Key], Key | None]
) -> ItemTable:
    counts: Table = {(i, a, s): n for i, a, s, n in table}
    for key, n in share:
        counts[key] -= n
        after = become(key)
        if after is not None:
            counts[after] = counts.get(after, 0) + n
    return tuple(sorted((i, a, s, n) for (i, a, s), n in counts.items() if n))


def _plus(table: ItemTable, key: Key, n: int) -> ItemTable:
    counts: Table = {(i, a, s): k for i, a, s, k in table}
    counts[key] = counts.get(key, 0) + n
    return tuple(sorted((i, a, s, k) for (i, a, s), k in counts.items()))


def _turned_up(table: ItemTable, leg: ItemLeg) -> Iterator[ItemTable]:
    """n items refreshed that are there, in the Damaged box or face up already: scorers leave out
    that they were exhausted, and which box they are in."""
    there = sorted((a, s, n) for i, a, s, n in table if i == leg.item)
    if leg.start_area is not None:
        there = [row for row in there if row[0] == ("d" if leg.start_area == "d" else "s")]
    if leg.item == EVERY or sum(n for _, _, n in there) < leg.n:
        return
    share: list[tuple[Key, int]] = []
    missing = leg.n
    for area, state, n in sorted(there, key=lambda row: (row[1] == "r", row[0] == "d")):
        k = min(n, missing)
        if k and state == "e":
            share.append(((leg.item, area, state), k))
        missing -= k
    box = None if leg.end_area is None else "d" if leg.end_area == "d" else "s"
    yield _moved(table, share, lambda key: (key[0], box or key[1], "r"))


def _as_told(table: ItemTable, leg: ItemLeg) -> Iterator[ItemTable]:
    """After a fault n such items are as the record says, taken from nowhere if need be."""
    area = "d" if "d" in (leg.end_area or leg.start_area or "s") else "s"
    state = leg.end_state or leg.start_state or "r"
    there = [((i, a, s), n) for i, a, s, n in table if i == leg.item]
    share: list[tuple[Key, int]] = []
    missing = leg.n
    for key, n in sorted(there, key=lambda row: (row[0][1] != area, row[0][2] == state)):
        k = min(n, missing)
        if k:
            share.append((key, k))
        missing -= k
    told = (leg.item, area, state)
    after = _moved(table, share, lambda key: told)
    yield _plus(after, told, missing) if missing else after


def _asks_refreshed(leg: ItemLeg) -> bool:
    return leg.end_state == "e" or leg.start_state == "r" or leg.start_area == "t"


def _refreshed(table: ItemTable, since: tuple[str, ...], most: int) -> Iterator[ItemTable]:
    """All a table may be after `most` items were turned up that nobody wrote (9.4.1), none of those
    exhausted since."""
    for spent in _spent_before(table, since):
        for share in _shares(spent, min(most, sum(n for _, n in spent))):
            yield _moved(table, share, lambda key: (key[0], key[1], "r"))


def _spent_before(table: ItemTable, since: tuple[str, ...]) -> Iterator[list[tuple[Key, int]]]:
    """The exhausted items without those exhausted since: which of two they are may be open."""
    ways: list[list[tuple[Key, int]]] = [[]]
    for item in sorted({i for i, _, state, _ in table if state == "e"}):
        own = [((i, a, s), n) for i, a, s, n in table if i == item and s == "e"]
        later = min(since.count(item), sum(n for _, n in own))
        left = [_minus(own, share) for share in _shares(own, later)]
        ways = [way + more for way in ways for more in left]
    yield from ways


def _minus(stacks: list[tuple[Key, int]], share: list[tuple[Key, int]]) -> list[tuple[Key, int]]:
    gone = dict(share)
    return [(key, n - gone.get(key, 0)) for key, n in stacks if n > gone.get(key, 0)]


def refreshes_due(state: State, vagabond: Faction) -> int:
    """How many items a Vagabond's refresh turns up: three, and two for each tea on the track."""
    scale = faction_facts(vagabond).scales["refreshes"]
    return max(scale.at(_held(table, "t")) for table in state.satchel[vagabond])


def refresh_unwritten(new: State) -> None:
    """After a turn whose refresh was not written, or not all of it (9.4.1): what it may have turned
    up, and what was there without it."""
    owner, facts = new.turn, new.this_turn
    if not facts.refreshes:
        return
    tables = new.satchel[owner]
    after = tables | _all(tables, lambda t: _refreshed(t, facts.spent, facts.refreshes))
    if after != tables:
        new.satchel = with_entry(new.satchel, owner, after)
    new.this_turn = msgspec.structs.replace(facts, refreshes=0)


def _held(table: ItemTable, item: str) -> int:
    return sum(n for i, a, s, n in table if (i, a, s) == (item, "s", "r"))


def _words(leg: ItemLeg) -> str:
    """The leg in Rootlog's letters, without owners."""
    start = f"{leg.start_area or ''}{leg.start_state or ''}"
    end = f"{leg.end_area or ''}{leg.end_state or ''}"
    return f"{leg.n if leg.n > 1 else ''}%{leg.item}{start}->{end}"


def _what(leg: ItemLeg) -> str:
    words = []
    if leg.end_state in ("r", "e") and leg.start_state is None:
        words.append("exhausted" if leg.end_state == "r" else "refreshed")
    elif leg.start_state:
        words.append("refreshed" if leg.start_state == "r" else "exhausted")
    words.append({"d": "damaged", "t": "tracked"}.get(leg.start_area or "", "undamaged"))
    return f"{', '.join(words)} %{leg.item}"
