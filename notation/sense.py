"""What the grammar of an action cannot say: which things can be at which places, and in what order.

Both readers, the fast one and the grammar's, hold what they read against `check`.
"""

from __future__ import annotations

from itertools import pairwise

from notation.actions import (
    Action,
    ActionError,
    Board,
    CardRef,
    Clearing,
    DiscardPile,
    Flip,
    Forest,
    Hand,
    ItemRef,
    Move,
    OpenPath,
    Path,
    PieceRef,
    Place,
    QuestRow,
    Slot,
    Source,
    Spot,
)

_GROUND = (Clearing, Path, Forest)
_ENDS: dict[type, tuple[type, ...]] = {
    PieceRef: (*_GROUND, Board),
    CardRef: (Board, Slot, Hand),
    ItemRef: (Clearing, Board, Spot),
}
_STARTS: dict[type, tuple[type, ...]] = {
    PieceRef: _ENDS[PieceRef],
    CardRef: (*_ENDS[CardRef], DiscardPile, QuestRow),
    ItemRef: _ENDS[ItemRef],
}
_WHERE = {
    PieceRef: "a clearing, forest or board (pieces are in no hand)",
    CardRef: "a hand, board or slot (cards lie in no clearing)",
    ItemRef: "a board, area or state (items are in no hand)",
}


def check(action: Action) -> None:
    """Raise ActionError if an action, well formed, cannot mean anything on any table."""
    if isinstance(action, Move):
        _check_move(action)
    elif isinstance(action, OpenPath):
        _ascending(action.ends, 0)
    elif isinstance(action, Flip):
        _check_place(action.place, 0)
        if not isinstance(action.place, Clearing | Forest):
            raise ActionError(0, place_words(action.place), "a clearing or forest with a token")


def _check_move(move: Move) -> None:
    for source in move.sources:
        _check_thing(source)
        if source.start is not None:
            _check_place(source.start, source.span[0])
            if not isinstance(source.start, _STARTS[type(source.thing)]):
                _misplaced(source, source.start, source.span[0])
            _check_path(source, source.start, source.span[0])
    for end in move.ends:
        _check_place(end.place, end.span[0])
        for source in move.sources:
            if not isinstance(end.place, _ENDS[type(source.thing)]):
                _misplaced(source, end.place, end.span[0])
            _check_path(source, end.place, end.span[0])


def _misplaced(source: Source, place: Place, offset: int) -> None:
    raise ActionError(offset, place_words(place), f"{_WHERE[type(source.thing)]}")


def _check_thing(source: Source) -> None:
    thing, offset = source.thing, source.span[0]
    if isinstance(thing, ItemRef) and thing.item == "_" and source.count != 1:
        raise ActionError(offset, "a number before `%_`", "`%_` alone, which is every item there")
    if isinstance(thing, PieceRef) and thing.kind == "f" and (thing.owner or thing.sub):
        raise ActionError(offset, "a ferry with an owner or a subtype", "`f`, which has neither")


def _check_place(place: Place, offset: int) -> None:
    if isinstance(place, Path):
        _ascending(place.ends, offset)
    elif isinstance(place, Forest):
        _ascending(place.clearings, offset)


def _ascending(clearings: tuple[int, ...], offset: int) -> None:
    if any(a >= b for a, b in pairwise(clearings)) or clearings[0] == 0:
        text = "_".join(map(str, clearings))
        raise ActionError(offset, f'"{text}"', "clearings in ascending order, none twice, no 0")


def _check_path(source: Source, place: Place, offset: int) -> None:
    """Only Highway Bandits stand on paths; the table of hirelings may give them a demoted `d`."""
    if not isinstance(place, Path) or not isinstance(source.thing, PieceRef):
        return
    if source.thing.owner not in ("h_T", "h_Td"):
        text = "_".join(map(str, place.ends))
        raise ActionError(
            offset, f'the path "{text}"', "a clearing, or a forest of three or more clearings"
        )


def place_words(place: Place) -> str:
    """A place in words, for messages."""
    match place:
        case Clearing(number=number):
            return f"the clearing {number}" if number else "the burrow 0"
        case Path(ends=ends):
            return "the path " + "_".join(map(str, ends))
        case Forest(clearings=clearings):
            return "the forest " + "_".join(map(str, clearings))
        case Board(owner=owner):
            return f"the board {owner or ''}$"
        case Slot(name=name, owner=owner):
            return f"the slot {owner or ''}$_{name}"
        case Hand(owner=owner):
            return f"the hand {owner}"
        case Spot(area=area, state=state):
            return f"the area or state {area or ''}{state or ''}"
        case DiscardPile():
            return "the discard pile *"
        case QuestRow():
            return "the quests on offer Q"
