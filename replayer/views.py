"""Views of a state: a board of text for the terminal, and the same as plain data for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from textwrap import wrap
from typing import Any, Final

from notation.legs import Piece, Place
from replayer.facts import MapFacts, faction_facts, map_facts
from replayer.state import COFFIN, OUT, SPENT, SUPPLY, Count, ItemTable, State

Paint = Callable[[str, str], str]
"""(text, what it is) -> text to print: a faction's or suit's letter, "head" or "dim"."""

WIDTH: Final = 96
KINDS: Final = "wpbtf"  # the order in which pieces are told


def plain(text: str, what: str) -> str:
    """No colours."""
    return text


def text_board(state: State, paint: Paint = plain) -> str:
    """The table as lines of at most 96 columns, for people; ends without a newline.

    Clearings show suit, slots (the owner's letter in a filled one, `R` a ruin, `.` open), open
    paths and pieces in Rootlog's spelling; then forests, boards and what lies beside the map.
    The same state gives the same text.
    """
    facts = map_facts(state.game.map)
    blocks = [
        [paint(head(state), "head")],
        [_clearing_line(state, facts, n, paint) for n in _clearings(state, facts)],
        _elsewhere(state, paint),
    ]
    told = ["\n".join(block) for block in blocks if block]
    return "\n\n".join([*told, boards(state, paint)])


def boards(state: State, paint: Paint = plain) -> str:
    """The part of `text_board` that lies beside the map: a line or more for each player, then the
    draw pile, the item supply and the like."""
    facts = map_facts(state.game.map)
    lines = [line for f in state.game.players for line in _faction_lines(state, f, paint)]
    return "\n".join([*lines, "", *_beside(state, facts)])


def state_json(state: State) -> dict[str, Any]:
    """The state as plain data.

    `score`, `clearings` (every clearing of the map, the burrow as "0", forests and paths by name;
    plots with the type that the record has shown), `plots` (clearing -> "up" or "down"), `ruins`
    (clearing -> items left, "%?" each), `hand` (a number, or [least, most] where the record
    leaves it open) and `crafted` (without dominance cards: those are `activated`) always; the rest
    of the state where there is any.
    """
    facts = map_facts(state.game.map)
    places: dict[str, dict[str, int]] = {str(n): {} for n in facts.clearings}
    boards: dict[str, dict[str, int]] = {}
    for place, pieces in sorted(state.pieces.items(), key=_place_order):
        table = places if on_map(place) else boards
        table[str(place)] = {str(p): n for p, n in sorted(pieces.items(), key=_piece_order)}
    if state.ferry:
        places[str(state.ferry)]["f"] = 1
    data: dict[str, Any] = {
        "map": state.game.map,
        "deck": state.game.deck,
        "turn": f"{state.turn}{state.round}" if state.turn else "",
        "score": dict(state.score),
        "clearings": places,
        "plots": {str(c): "up" if plot.sub else "down" for c, plot in sorted(state.plots.items())},
        "ruins": {str(c): ["%?"] * n for c, n in sorted(state.ruins.items())},
        "hand": {faction: _count(hand) for faction, hand in state.hand.items()},
        "crafted": {
            f: [c for c in cards if not _activated(c)] for f, cards in state.crafted.items()
        },
        "suits": dict(zip((str(n) for n in facts.clearings), state.game.suits[1:], strict=True)),
        "items": {f: {f"%{i}": n for i, n in of.items()} for f, of in state.items.items()},
        "item_supply": {f"%{i}": n for i, n in sorted(state.item_supply.items())},
        "draw_pile": _count(state.deck),
        "boards": boards,
    }
    data.update(_more(state))
    return data


# --- data ---------------------------------------------------------------------------------


def _more(state: State) -> dict[str, Any]:
    """What only some games or moments have, under its name in the state."""
    tables: dict[str, Any] = {
        "ferry": state.ferry,
        "open_paths": [f"{a}_{b}" for a, b in sorted(state.open_paths)],
        "activated": {
            f: [c for c in cards if _activated(c)]
            for f, cards in state.crafted.items()
            if any(map(_activated, cards))
        },
        "coalition": dict(state.coalition),
        "discard": list(state.discard),
        "dominance": list(state.dominance),
        "lost_souls": list(state.lost_souls),
        "removed_cards": state.removed_cards,
        "ruin_items": {f"%{i}": n for i, n in sorted(state.ruin_items.items())},
        "exhausted": {f: {f"%{i}": n for i, n in of.items()} for f, of in state.exhausted.items()},
        "known": {str(place): list(cards) for place, cards in state.known.items()},
        "supporters": _count(state.supporters) if "A" in state.game.players else None,
        "quests": {str(place): list(cards) for place, cards in state.quests.items()},
        "satchel": {f: [_stacks(t) for t in sorted(of)] for f, of in state.satchel.items()},
        "characters": dict(state.characters),
        "relations": {f: dict(of) for f, of in state.relations.items()},
        "leader": state.leader,
        "deposed": list(state.deposed),
        "decree": {column: list(cards) for column, cards in state.decree.items()},
        "outcast": state.outcast[0],
        "hated": state.outcast[1],
        "prices": dict(state.prices),
        "funds": state.funds,
        "ministers": list(state.ministers),
        "crowns": dict(state.crowns),
        "mood": state.mood,
        "retinue": {str(column): list(cards) for column, cards in state.retinue.items()},
        "hirelings": {h: list(of) for h, of in state.hirelings.items()},
        "faults": [fault.message for fault in state.faults],
    }
    return {name: value for name, value in tables.items() if value}


def _activated(card: str) -> bool:
    return card.endswith("dom")


def _count(count: Count) -> int | list[int]:
    return count[0] if count[0] == count[1] else list(count)


def _stacks(table: ItemTable) -> list[str]:
    """Items of one possible board, as Rootlog would name them where they lie: "2%sr"."""
    return [
        f"{n if n > 1 else ''}%{letter}{area}{place_state}"
        for letter, area, place_state, n in table
    ]


# --- text ---------------------------------------------------------------------------------


def head(state: State) -> str:
    """Map, deck and whose turn it is."""
    game = state.game
    if not state.turn:
        return f"{game.map}, {game.deck} deck, before the first turn"
    name = faction_facts(state.turn).name
    turn = "setup" if state.round == 0 else f"turn {state.round}"
    return f"{game.map}, {game.deck} deck: {name}, {turn}"


def _clearings(state: State, facts: MapFacts) -> tuple[int, ...]:
    return (*((0,) if "D" in state.game.players else ()), *facts.clearings)


def _clearing_line(state: State, facts: MapFacts, n: int, paint: Paint) -> str:
    pieces = _groups(state, n, paint)
    if n == 0:
        return f" 0 {'burrow':<22}{pieces}".rstrip()
    suit = state.game.suits[n] or "?"
    slots = f"[{slot_letters(state, facts, n)}]"
    ways = [str(other) for other in sorted(facts.adjacent[n])]
    ways += [f"{other}" for other in sorted(_opened(state, n))]
    marks = [mark for mark, at in (("ferry", state.ferry), ("tower", facts.tower)) if at == n]
    left = f"{n:2} {paint(suit, suit)} {slots:<5} {' '.join(ways):<13}"
    return "  ".join(part for part in (left, " ".join(marks), pieces) if part).rstrip()


def slot_letters(state: State, facts: MapFacts, n: int) -> str:
    """A character a slot: the owner of the building there, `R` a ruin, `.` open."""
    owners = [
        piece.owner[-1]
        for piece, many in sorted(state.at(n).items(), key=_piece_order)
        if piece.kind == "b"
        for _ in range(many)
    ]
    filled = "".join(owners) + ("R" if n in state.ruins else "")
    return filled.ljust(facts.slots[n], ".")


def _opened(state: State, n: int) -> Iterable[int]:
    return (b if a == n else a for a, b in state.open_paths if n in (a, b))


def piece_groups(state: State, place: Place) -> Iterable[tuple[str, list[str]]]:
    """(owner, its pieces as "3w" "w_w" "t") for every owner there, in the order of the players."""
    by_owner: dict[str, list[str]] = {}
    for piece, n in ordered_pieces(state, place):
        by_owner.setdefault(piece.owner, []).append(_some(n, _short(piece)))
    return by_owner.items()


def ordered_pieces(state: State, place: Place) -> list[tuple[Piece, int]]:
    """The pieces at a place in the order of the players, then by kind and subtype."""
    seat = {faction: i for i, faction in enumerate(state.game.players)}
    return sorted(
        state.at(place).items(),
        key=lambda entry: (seat.get(entry[0].owner, len(seat)), _piece_order(entry)),
    )


def _groups(state: State, place: Place, paint: Paint) -> str:
    groups = piece_groups(state, place)
    return "  ".join(f"{paint(owner, owner)} {' '.join(pieces)}" for owner, pieces in groups)


def _short(piece: Piece) -> str:
    return f"{piece.kind}_{piece.sub}" if piece.sub else piece.kind


def _some(n: int, thing: str) -> str:
    return f"{n}{thing}" if n > 1 else thing


def _elsewhere(state: State, paint: Paint) -> list[str]:
    """Forests and paths with pieces in them."""
    return [
        f"{place:<14} {_groups(state, place, paint)}"
        for place, _ in sorted(state.pieces.items(), key=_place_order)
        if isinstance(place, str) and on_map(place)
    ]


def _faction_lines(state: State, faction: str, paint: Paint) -> list[str]:
    points = state.score.get(faction)
    score = "off track" if points is None else f"{points:>2} points"
    hand = hand_text(state, faction)
    notes = "; ".join(_notes(state, faction))
    lines = wrap(notes, WIDTH - 24, break_long_words=False, break_on_hyphens=False) or [""]
    first = f"{faction}  {score:<9}  hand {hand:<3}"
    head = f"{paint(faction, faction)}{first[1:]}"
    return [f"{head}  {lines[0]}".rstrip(), *(f"{'':<{len(first)}}  {line}" for line in lines[1:])]


def hand_text(state: State, faction: str) -> str:
    """How many cards a player holds: "4", or "2-5" where the record leaves it open."""
    return _interval(state.hand.get(faction, (0, 0)))


def _interval(count: Count) -> str:
    return str(count[0]) if count[0] == count[1] else f"{count[0]}-{count[1]}"


def _notes(state: State, faction: str) -> Iterable[str]:
    """What lies on a faction's board, a phrase each."""
    if state.crafted.get(faction):
        yield "crafted " + " ".join(state.crafted[faction])
    if state.items.get(faction):
        held = " ".join(_some(n, f"%{i}") for i, n in sorted(state.items[faction].items()))
        yield ("hoard " if faction == "H" else "items ") + held
    yield from _own_notes(state, faction)
    board = state.at(f"{faction}$")
    if board:
        yield "board " + " ".join(
            _some(n, _short(p) if p.owner == faction else str(p))
            for p, n in sorted(board.items(), key=_piece_order)
        )
    known = state.known.get(faction)
    if known:
        yield "shown " + " ".join(known)
    supply = sorted(
        (p for p in state.at(SUPPLY).items() if p[0].owner == faction), key=_piece_order
    )
    if supply:
        yield "supply " + " ".join(_some(n, _short(p)) for p, n in supply)


def _own_notes(state: State, faction: str) -> Iterable[str]:
    match faction:
        case "E":
            if state.leader:
                yield f"leader {state.leader}"
            if state.decree:
                yield "decree " + _columns(state.decree, "rmxb")
        case "A":
            yield f"supporters {_interval(state.supporters)}"
        case "V" | "G":
            yield from _vagabond_notes(state, faction)
        case "L" if state.outcast[0]:
            yield f"{'hated ' if state.outcast[1] else ''}outcast {state.outcast[0]}"
            if state.lost_souls:
                yield "lost souls " + " ".join(state.lost_souls)
        case "O":
            if state.prices:
                yield "prices " + " ".join(f"{s}{n}" for s, n in sorted(state.prices.items()))
            yield f"funds {state.funds}"
        case "D":
            if state.ministers:
                yield "ministers " + " ".join(state.ministers)
            if state.crowns:
                yield "crowns used " + " ".join(f"{rank} {n}" for rank, n in state.crowns.items())
        case "H" if state.mood:
            yield f"mood {state.mood}"
        case "K" if state.retinue:
            yield "retinue " + _columns(state.retinue, (1, 2, 3))
        case _:
            pass


def _columns(table: Mapping[Any, tuple[str, ...]], order: Iterable[Any]) -> str:
    return " ".join(f"{column}:{','.join(table.get(column, ())) or '-'}" for column in order)


def _vagabond_notes(state: State, faction: str) -> Iterable[str]:
    if faction in state.characters:
        yield state.characters[faction]
    tables = sorted(state.satchel.get(faction, ()))
    if tables:
        more = f" (or {len(tables) - 1} other ways)" if len(tables) > 1 else ""
        yield "has " + (" ".join(_stacks(tables[0])) or "no items") + more
    if state.relations.get(faction):
        yield "relations " + " ".join(f"{f}{s}" for f, s in state.relations[faction].items())
    if state.quests.get(f"{faction}$"):
        yield "quests done " + " ".join(state.quests[f"{faction}$"])
    if faction in state.coalition:
        yield f"in coalition with {state.coalition[faction]}"


def _beside(state: State, facts: MapFacts) -> list[str]:
    """Draw pile, item supply and whatever else lies beside the map."""
    supply = " ".join(_some(n, f"%{i}") for i, n in sorted(state.item_supply.items()))
    parts = [f"draw pile {_interval(state.deck)}", f"item supply {supply or 'empty'}"]
    if state.dominance:
        parts.append("dominance to take " + " ".join(state.dominance))
    if state.quests.get("Q"):
        parts.append("quests " + " ".join(state.quests["Q"]))
    shut = sorted(facts.closed - state.open_paths)
    if shut:
        parts.append("closed paths " + " ".join(f"{a}_{b}" for a, b in shut))
    for hireling, (board, markers) in sorted(state.hirelings.items()):
        parts.append(f"{hireling} with {board}" + (f" ({markers})" if markers is not None else ""))
    for place, word in (
        (COFFIN, "coffin makers hold"),
        (SPENT, "spent meanwhile"),
        (OUT, "out of the game"),
    ):
        pieces = sorted(state.at(place).items(), key=_piece_order)
        if pieces:
            parts.append(f"{word} " + " ".join(_some(n, str(p)) for p, n in pieces))
    return wrap("; ".join(parts), WIDTH, break_long_words=False, break_on_hyphens=False)


# --- orders -------------------------------------------------------------------------------


def on_map(place: Place) -> bool:
    """Whether a place is a clearing (the burrow too), a forest or a path."""
    return isinstance(place, int) or place[0].isdigit()


def _place_order(entry: tuple[Place, Any]) -> tuple[bool, list[int], str]:
    """Clearings by number, then paths and forests by their clearings, then the rest by name."""
    place = entry[0]
    if isinstance(place, int):
        return (False, [place], "")
    if on_map(place):
        return (True, [int(n) for n in place.split("_")], "")
    return (True, [99], place)


def _piece_order(entry: tuple[Piece, int]) -> tuple[str, int, str]:
    piece = entry[0]
    return (piece.owner, KINDS.index(piece.kind), piece.sub)
