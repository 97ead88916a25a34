"""What is amiss in an action that can be read: unknown words, defaults that make no sense.

These are slips of the pen, told only where they are certain (notation 5.17, 10, 13.3). Whether a
move is allowed is the Law's business, not this module's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from notation.actions import (
    Action,
    Board,
    CardRef,
    CraftCard,
    DropDecree,
    Faction,
    Flip,
    Hand,
    ItemRef,
    Move,
    Outcast,
    PieceRef,
    Place,
    Prices,
    Relation,
    Slot,
    Source,
    Spot,
    Trick,
)
from notation.vocabulary import (
    ALIASES,
    FLIPS,
    PIECES,
    PIECES_ON_BOARD,
    STACK_OWNER,
    SUITED,
    TRACK_ITEMS,
    VAGABONDS,
    canonical,
    is_known,
    nearest,
    split_suit,
)


class Note(NamedTuple):
    """A slip within an action: `start` and `end` count from 0 in its text.

    `kind` is "error" or "notation", or waits for what only the line or the map can tell: "raft",
    the old letter of the ferry; "draw", a card drawn to another's hand; "play", a slip in play but
    not where a position is set up.
    """

    kind: str
    start: int
    end: int
    found: str
    expected: str
    suggestion: str | None = None


_CARD = re.compile(r"#((?:(?!h_[A-Z])[a-z])+)")
_CRAFT = re.compile("^Z([a-z]{2,})$")
_OWN_TURN = {DropDecree: "E", Prices: "O", Outcast: "L", Trick: "P"}
_WHOSE = {
    "E": "the Eyrie's",
    "O": "the Riverfolk's",
    "L": "the Lizards'",
    "P": "the Corvids'",
    "K": "the Keepers'",
    "H": "the Hundreds'",
    "D": "the Duchy's",
    "VG": "a Vagabond's",
}


def notes(action: Action, text: str, turn: Faction) -> Iterator[Note]:
    """What is amiss in `action`, written as `text` on a turn of `turn` ("": it is nobody's)."""
    yield from _names(text)
    owner = _OWN_TURN.get(type(action))
    if owner and turn not in owner:
        yield _off_turn(text, owner)
    if isinstance(action, Move):
        yield from _move(action, text, turn)
    elif isinstance(action, Flip):
        yield from _flip(action, text, turn)
    elif isinstance(action, Relation) and turn not in VAGABONDS:
        if any(vagabond is None for vagabond, _ in action.pairs):
            yield _note(text, "a Vagabond before `$_`", _whole(text))
    elif isinstance(action, CraftCard) and action.name in SUITED and action.suit is None:
        yield _note(text, f"a suit, such as `Zf{action.name}`", _whole(text))


def _whole(text: str) -> tuple[int, int]:
    return 0, len(text)


def _note(text: str, expected: str, span: tuple[int, int], suggestion: str | None = None) -> Note:
    start, end = span
    return Note("notation", start, end, f'"{text[start:end]}"', expected, suggestion)


def _play_note(text: str, expected: str, suggestion: str | None = None) -> Note:
    return Note("play", 0, len(text), f'"{text}"', expected, suggestion)


def _off_turn(text: str, owner: str) -> Note:
    return _note(text, f"this on {_WHOSE[owner]} own turn only", _whole(text))


# --- names --------------------------------------------------------------------------------


def _names(text: str) -> Iterator[Note]:
    craft = _CRAFT.match(text)
    for found in [craft] if craft else _CARD.finditer(text):
        name = found[1]
        known = split_suit(name)[1] if craft else canonical(name)[1]
        if name in ALIASES:
            yield _note(text, f"the name `{known}`", found.span(1), known)
        elif not is_known(known):
            near = nearest(name)
            hint = f"; did you mean `{near}`?" if near else ""
            yield _note(text, f"the name of a card{hint}", found.span(1), near)


# --- moves --------------------------------------------------------------------------------


def _move(move: Move, text: str, turn: Faction) -> Iterator[Note]:
    for source in move.sources:
        thing = source.thing
        if isinstance(thing, PieceRef):
            yield from _piece(source, thing, move, text, turn)
        elif isinstance(thing, CardRef):
            yield from _card(source, thing, move, text, turn)
        else:
            yield from _item(source, thing, move, text, turn)
    for end in move.ends:
        if isinstance(end.place, Slot):
            yield from _slot(end.place, end.span, text, turn, entering=True)


def _piece(source: Source, thing: PieceRef, move: Move, text: str, turn: Faction) -> Iterator[Note]:
    owner = (thing.owner or turn)[:3]
    if thing.kind == "f":
        return
    if not owner:
        yield _note(text, "the piece's owner", source.span)
        return
    subs = PIECES[owner].get(thing.kind)
    if subs is None:
        kinds = ", ".join(PIECES[owner])
        hint = "" if thing.owner else " or the owner's letter"
        yield _note(text, f"a kind of piece that {owner} has ({kinds}){hint}", source.span)
    elif thing.sub not in subs:
        spelled = ", ".join(f"{thing.kind}_{sub}" if sub else thing.kind for sub in subs)
        yield _note(text, f"one of {owner}'s {spelled}", source.span)
    if source.start is None and not move.ends and thing.kind != "p":
        yield _play_note(text, "a start: from supply to supply nothing happens")
    for place in (source.start, *(end.place for end in move.ends)):
        if isinstance(place, Board) and not _takes_pieces(place, turn):
            board = place.owner or turn
            yield _note(text, f"another place: no pieces lie on {board}'s board", source.span)


def _takes_pieces(board: Board, turn: Faction) -> bool:
    owner = board.owner or turn
    return owner in PIECES_ON_BOARD or owner.startswith("h_")


def _card(source: Source, thing: CardRef, move: Move, text: str, turn: Faction) -> Iterator[Note]:
    if isinstance(source.start, Slot):
        yield from _slot(source.start, source.span, text, turn, entering=False)
    if thing.name in SUITED and thing.suit is None:
        yield _note(text, f"a suit, such as `F#{thing.name}`", source.span)
    if source.start is None and not move.ends:
        yield _play_note(text, "the hand it leaves", _with_hand(text, turn))
    stack = STACK_OWNER.get(thing.name or "")
    for end in move.ends:
        place = end.place
        if stack and source.start is None and _owner(place, turn) and turn not in stack:
            yield _off_turn(text, stack)
        elif isinstance(place, Hand):
            yield from _drawn(source, thing, place.owner, move, text, turn)
        elif (
            turn == "E"
            and isinstance(place, Board)
            and place.owner in (None, "E")
            and source.start == Hand("E")
            and thing.name != "dom"
        ):
            suggestion = text + "_r" if text.endswith("$") and len(move.ends) == 1 else None
            yield _play_note(text, "a column of the Decree, such as `$_r`", suggestion)


def _owner(place: Place, turn: Faction) -> Faction | None:
    return place.owner or turn if isinstance(place, Board) else None


def _with_hand(text: str, turn: Faction) -> str | None:
    return text.replace("->", f"{turn}->") if turn and "+" not in text else None


def _drawn(
    source: Source, thing: CardRef, hand: Faction, move: Move, text: str, turn: Faction
) -> Iterator[Note]:
    if source.start is not None or len(move.sources) != 1 or len(move.ends) != 1:
        return
    if thing.name is not None and thing.name != "dom" and thing.name not in STACK_OWNER:
        if turn in VAGABONDS and hand == turn and turn:
            suggestion = text.replace("->", "*->")
            yield _play_note(text, "a start: the discard pile is `*`", suggestion)
    elif thing == CardRef() and hand != turn and turn:
        yield Note("draw", 0, len(text), f'"{text}"', hand)


def _item(source: Source, thing: ItemRef, move: Move, text: str, turn: Faction) -> Iterator[Note]:
    ends = [end.place for end in move.ends]
    spots = [place for place in (source.start, *ends) if isinstance(place, Spot)]
    if any(spot.area == "t" for spot in spots) and thing.item not in TRACK_ITEMS:
        yield _note(text, "another area: only tea, coins and bags have a track", source.span)
    if isinstance(source.start, Board) or not spots:
        return
    if not isinstance(source.start, Spot | None):
        suggestion = text[: text.index("->")] + "->$" if len(move.sources) == 1 else None
        yield _note(text, "a board: an item from a ruin goes to `$`", _whole(text), suggestion)
    elif turn not in VAGABONDS and any(spot.area for spot in spots):
        yield _note(text, "a Vagabond's board, such as `V$`, as the start", source.span)


def _slot(
    slot: Slot, span: tuple[int, int], text: str, turn: Faction, *, entering: bool
) -> Iterator[Note]:
    decree = slot.name in "rmxb"
    owner = "E" if decree else "K"
    if (slot.owner or turn) != owner:
        what = "the Decree is the Eyrie's" if decree else "the Retinue is the Keepers'"
        yield _note(text, f"another place: {what}", span)
    elif turn != owner and (entering or not decree):
        yield _off_turn(text, owner)


def _flip(flip: Flip, text: str, turn: Faction) -> Iterator[Note]:
    owner = flip.owner or turn
    faces = FLIPS.get(owner)
    if faces is None:
        yield _note(text, "a plot or a relic, `Pt` or `Kt`", _whole(text))
    elif flip.sub not in faces:
        spelled = ", ".join(f"t_{face}" for face in faces)
        yield _note(text, f"one of {spelled}", _whole(text))
    elif owner == "K" != turn:
        yield _off_turn(text, "K")
