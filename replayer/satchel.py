"""What a Vagabond carries: a set of tables, each a possible content of his board (state.py).

A record does not tell which of two boots was damaged. An event maps every table to all it can
become; none at all is a fault. Tracks are not kept: refreshed, undamaged teas, coins and bags are
on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from notation.actions import Faction
from notation.legs import ItemLeg
from replayer.apply_riverfolk import supply_is_empty
from replayer.facts import characters, faction_facts
from replayer.state import ItemTable, State
from replayer.tables import fault, with_entry

Key = tuple[str, str, str]  # letter, area s d, state r e
Table = dict[Key, int]
TRACKED: Final = frozenset("tcb")
EVERY: Final = "_"
HAMMER: Final = "h"
MOST_TABLES: Final = 1024


def starting_items(new: State, vagabond: Faction, character: str) -> None:
    """The items a character starts with (9.3.5)."""
    tables = new.satchel.get(vagabond, frozenset(((),)))
    for item in characters()[character].items:
        tables = frozenset(plus(table, (item, "s", "r"), 1) for table in tables)
    new.satchel = with_entry(new.satchel, vagabond, tables)


def change(new: State, owner: Faction, leg: ItemLeg) -> None:
    """Items of a Vagabond are exhausted, refreshed, damaged, repaired, or laid on a track."""
    tables = new.satchel[owner]
    after, assumed = _as_written(new, owner, leg)
    if assumed:
        facts = new.this_turn
        new.this_turn = msgspec.structs.replace(facts, refreshes=0, refresh_assumed=facts.refreshes)
    if leg.end_state == "r" and (not after or len(tables) > 1):
        after |= _all(_without(tables, leg), lambda table: _turned_up(table, leg))
    repaired = _repaired(new, owner, leg)
    if after or shows_repair(leg):
        after |= repaired
    if not after:
        fault(new, "item", f"{_words(leg)} of {owner}, who has no {_what(leg)}")
        after = repaired or _all(tables, lambda table: _as_told(table, leg))
        if leg.end_area == "d":
            after |= _all(tables, lambda table: _in_its_stead(table, leg))
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
        unpaid = new.this_turn.unpaid or supply_is_empty(new)
        new.this_turn = msgspec.structs.replace(
            new.this_turn, spent=spent, unpaid=unpaid, robbed=()
        )
        if leg.item != "s":  # another action begins; a sword may still add a hit
            new.battle = None
    new.satchel = with_entry(new.satchel, owner, after)


def is_ready(state: State, owner: Faction, leg: ItemLeg) -> bool:
    """Whether items of a Vagabond may be as a leg asks, after a refresh that nobody wrote if need
    be, though not after a repair."""
    return bool(_as_written(state, owner, leg)[0])


def _as_written(state: State, owner: Faction, leg: ItemLeg) -> tuple[frozenset[ItemTable], bool]:
    """All that the tables can become by a leg, and whether it takes an unwritten refresh."""
    tables, facts = state.satchel[owner], state.this_turn
    after = _all(tables, lambda table: _changed(table, leg))
    if (leg.start_area, leg.end_area) == ("d", None) and leg.end_state and facts.spent:
        repaired = msgspec.structs.replace(leg, end_area="s")  # so some write a repair
        after |= _all(tables, lambda table: _changed(table, repaired))
    if after or owner != state.turn or not facts.refreshes or not _asks_refreshed(leg):
        return after, False
    ready = _all(tables, lambda table: _refreshed(table, facts.spent, facts.refreshes))
    after = _all(ready, lambda table: _changed(table, leg))
    return after, bool(after)


def lose(new: State, owner: Faction, leg: ItemLeg) -> list[tuple[str, int]]:
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


def _without(tables: frozenset[ItemTable], leg: ItemLeg) -> Iterator[ItemTable]:
    """The tables that hold nothing the leg could change."""
    return (table for table in tables if next(_changed(table, leg), None) is None)


def shows_repair(leg: ItemLeg) -> bool:
    """Whether the spelling of an item exhausted shows that it was repaired for it (9.5.7):
    `%rd->s+e`, or `%r->s+e`, which moves a torch that has nowhere else to come from."""
    from_a_track = leg.item in TRACKED and leg.start_area is None
    return leg.end_area == "s" and leg.start_area != "t" and not from_a_track


def _repaired(state: State, owner: Faction, leg: ItemLeg) -> frozenset[ItemTable]:
    """All that tables become where what is exhausted comes out of the Damaged box, if a hammer of
    this turn may have repaired it."""
    may_be = leg.start_area is None and leg.end_area in (None, "s") and leg.end_state == "e"
    if not may_be or owner != state.turn or HAMMER not in state.this_turn.spent:
        return frozenset()
    mended = msgspec.structs.replace(leg, start_area="d", end_area="s")
    return _all(_without(state.satchel[owner], leg), lambda table: _changed(table, mended))


def _all(
    tables: Iterable[ItemTable], change: Callable[[ItemTable], Iterator[ItemTable]]
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


def plus(table: ItemTable, key: Key, n: int) -> ItemTable:
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
    yield plus(after, told, missing) if missing else after


def _in_its_stead(table: ItemTable, leg: ItemLeg) -> Iterator[ItemTable]:
    """After damage to items that are damaged already: others may have been damaged instead."""
    own = [((i, a, s), n) for i, a, s, n in table if (i, a) == (leg.item, "s")]
    others = [((i, a, s), n) for i, a, s, n in table if i != leg.item and a == "s"]
    already = sum(n for i, a, _, n in table if (i, a) == (leg.item, "d"))
    missing = min(leg.n - sum(n for _, n in own), already, sum(n for _, n in others))
    for share in _shares(others, missing) if missing > 0 else ():
        yield _moved(table, own + share, lambda key: (key[0], "d", leg.end_state or key[2]))


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
