"""Offices: leaders and the Decree, moods, ministers, characters; quests and Faithful Retainers."""

from __future__ import annotations

import msgspec

from notation.actions import Faction
from notation.legs import LEADERS, VAGABONDS, CardLeg, DropDecreeLeg, Place
from replayer import cards
from replayer.facts import leaders, ministers
from replayer.piles import discard, without
from replayer.satchel import starting_items
from replayer.state import State
from replayer.tables import counted, fault, with_entry


def _plays(new: State, faction: Faction, what: str) -> bool:
    if faction in new.game.players:
        return True
    fault(new, "place", f"{what}, but {faction} does not play")
    return False


def leader(new: State, leg: CardLeg) -> None:
    """A leader with its two Loyal Viziers (7.3.4, 7.7.3), or a deposed one."""
    name = str(leg.name)
    if not _plays(new, "E", f"#{name}"):
        return
    if leg.start == "E$":
        if new.leader == name:
            _depose(new)
        else:
            fault(new, "card", f"#{name} from E's board, where {new.leader or 'nobody'} leads")
        return
    if leg.end != "E$":
        return
    if new.leader:  # the purge is written behind its new leader
        _purge(new)
    new.deposed = (
        ()
        if len(new.deposed) == len(LEADERS)
        else tuple(leader for leader in new.deposed if leader != name)
    )
    new.leader = name
    columns = leaders()[name].viziers
    decree = dict(new.decree)
    for column in columns:
        decree[column] = cards.merged(decree.get(column, ()), (cards.VIZIER,))
    new.decree = decree
    new.vizier = len(columns)


def _depose(new: State) -> None:
    new.deposed = tuple(sorted((*new.deposed, new.leader)))
    new.leader = ""


def drop_decree(new: State, leg: DropDecreeLeg) -> None:
    """Turmoil empties the Decree and deposes the leader (7.7.2)."""
    del leg
    tokens = [token for column in new.decree.values() for token in column]
    if new.this_turn.purged and all(token == cards.VIZIER for token in tokens):
        return  # its new leader was written first
    _purge(new)


def _purge(new: State) -> None:
    tokens = [token for column in new.decree.values() for token in column]
    discard(new, tuple(cards.text_of_token(t) for t in sorted(tokens) if t != cards.VIZIER))
    new.decree = {}
    new.vizier = 0
    if new.leader:
        _depose(new)
    if not new.position:
        new.this_turn = msgspec.structs.replace(new.this_turn, purged=True)


def mood(new: State, leg: CardLeg) -> None:
    if not _plays(new, "H", f"#{leg.name}"):
        return
    if leg.end == "H$":
        new.mood = str(leg.name)
    elif leg.start == "H$" and new.mood == leg.name:
        new.mood = ""


def minister(new: State, leg: CardLeg) -> None:
    """Swayed with a crown (12.5.3), or lost, and the crown with it (12.2.3)."""
    name = str(leg.name)
    if not _plays(new, "D", f"#{name}"):
        return
    if leg.start == "D$":
        if name in new.ministers:
            new.ministers = without(new.ministers, name)
        else:
            fault(new, "card", f"#{name} from D's board, but it is not swayed")
    elif leg.end == "D$":
        if name in new.ministers:
            fault(new, "card", f"#{name} is swayed a second time")
            return
        rank = ministers()[name].rank
        most = sum(1 for minister in ministers().values() if minister.rank == rank)
        new.ministers = tuple(sorted((*new.ministers, name)))
        if new.crowns.get(rank, 0) >= most:
            fault(new, "piece", f"#{name} is swayed, but no {rank}'s crown is left")
        else:
            new.crowns = counted(new.crowns, rank, 1)


def character(new: State, leg: CardLeg) -> None:
    """A Vagabond's character brings its items (9.3.5)."""
    owner, name = str(leg.end)[:-1], str(leg.name)
    if owner not in VAGABONDS:
        fault(new, "card", f"#{name} to {leg.end}")
    elif _plays(new, owner, f"#{name}"):
        new.characters = with_entry(new.characters, owner, name)
        starting_items(new, owner, name)


def quest(new: State, leg: CardLeg) -> None:
    """A quest on offer is completed, or otherwise moved (9.5.5); none comes from the deck."""
    text = cards.text_of(new.game.deck, leg.suit, leg.name)
    quests = dict(new.quests)
    if leg.start == "Q" or leg.start in quests:
        left, _ = cards.taken(new.game.deck, quests.get(leg.start, ()), text, leg.n)
        quests[leg.start] = left
    if str(leg.end)[:-1] in VAGABONDS or leg.end == "Q":
        quests[leg.end] = cards.merged(quests.get(leg.end, ()), (text,) * leg.n)
    new.quests = {place: pile for place, pile in quests.items() if pile}


def faithful(new: State, leg: CardLeg) -> None:
    """Faithful Retainers: one in each column from the start, out of the game when discarded."""
    if not _plays(new, "K", "#faith"):
        return
    start, end = _retinue_column(leg.start), _retinue_column(leg.end)
    retinue = {column: list(tokens) for column, tokens in new.retinue.items()}
    for _ in range(leg.n):
        if start:
            column = retinue.get(start, [])
            if cards.FAITHFUL not in column:
                fault(new, "card", f"#faith from {leg.start}, where none lies")
                break
            column.remove(cards.FAITHFUL)
        if end:
            there = retinue.setdefault(end, [])
            if not start:
                if new.round == 0 and cards.FAITHFUL in there:
                    break  # the setup writes what is there anyway
                if sum(tokens.count(cards.FAITHFUL) for tokens in retinue.values()) >= 3:
                    fault(new, "card", f"#faith to {leg.end}, but all three are in the Retinue")
                    break
            there.append(cards.FAITHFUL)
    new.retinue = {c: tuple(sorted(tokens)) for c, tokens in retinue.items() if tokens}


def _retinue_column(place: Place) -> int:
    """1, 2 or 3; 0 for any other place."""
    return {"K$_1": 1, "K$_2": 2, "K$_3": 3}.get(str(place), 0)
