"""Words for what Rootlog has none: `//! position hand E2-3` and its like.

Between `//! position` and `//! play` a line `//! position WORD VALUE...` sets one part of the
table outright, after the Rootlog lines. A value is spelled as `state.py` keeps it: a count `3`, or
`2-4` where it is open; a card `F#tax`, `R#`, `#`; an item `2%s`; a piece `3Hw`, `Kt_3_f`.

    turns E2 H3         the last turn each faction began, the latest last
    deck 23             cards in the draw pile
    hand H4 E2-3        cards in hands
    supporters 2-3      the Alliance's
    known H F#tax R#    cards everybody knows to be in a hand; `A$` for the supporters
    discard F#tax 3#    the discard pile
    dominance B F       available dominance cards
    souls F R#dom ?     the Lost Souls
    unwritten 1         cards may have come to them that nobody wrote
    removed 4           cards of the deck that have left the game
    quests V$ F#errand  completed quests, or with `Q` those on offer
    supply 2%s %f       items on the map
    items H 2%s         crafted items, or the hoard
    exhausted H %s      those of them that are exhausted
    satchel V 2%ssr     what a Vagabond has: area s or d, state r or e; `|` before each
                        further possibility
    finds V b s         items out of ruins on his board
    ruins 6=1 11=0      ruins on the map, and the items left under each
    buried %s %f        items still under some ruin
    scorched 8 12       clearings with a Scoundrel's torch
    plots 5=208 6=106_s which token each plot is: 208 is the second one ever placed in 8, 106_s
                        one that lies face up
    placed 5=2          plots ever placed in a clearing
    crafted A engrave   cards in play (where a line cannot say it)
    prices h=2 r=1 m=3  the Riverfolk's (the same)
    funds 3             of the Riverfolk (the same)
    payments 2          warriors in their Payments box
    astray 2            warriors on their board that a lost trade post has sent home
    deposed builder     Eyrie leaders that lie face down
    crowns squire=2     ministers swayed so far, lost ones included
    coffin 3Hw          warriors on the Coffin Makers
    spent 2Hw           those that lie there only by the card's words (state.SPENT)
    out Ot_m            pieces out of the game
    surplus 2Pw         pieces that the record took from nowhere
    at 5 3Hw Kt_f       all pieces at a place, where the lines cannot say it
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from notation.legs import LEADERS, Piece, Place
from notation.record import Directive, Slip
from replayer.state import COFFIN, OUT, SPENT, SUPPLY, Count, ItemTable, Plot, State, TurnFacts
from replayer.turns import settle

RANKS: Final = ("squire", "noble", "lord")
_PIECE = re.compile(r"(\d*)(h_[A-Z]d?|[A-Z])([wpbtf])(?:_(\w+))?")
_CARD = re.compile(r"(\d*)([BFMR]?#(?:@|%?[a-z]*))")
_SOUL = re.compile(r"[BFMR?](#[a-z@%]+)?|f")
_NAME = re.compile("[a-z]+")
_ITEM = re.compile(r"(\d*)%([a-z])")
_STACK = re.compile(r"(\d*)%([a-z])([sd])([re])")
_COUNT = re.compile(r"(\d+)(?:-(\d+))?")
_PLOT = re.compile(r"(\d+)=(\d+)(?:_(\w+))?")
_AT = re.compile(r"(\w+)=(\d+)")


ENDED: Final = TurnFacts(funds_told=True)
"""The facts of a turn that is over: the Riverfolk's funds stand as they were told."""


class Word(NamedTuple):
    """How one word is told and set."""

    fields: tuple[str, ...]  # of the state, which it speaks of
    tell: Callable[[State, State], Iterable[str]]
    """(wanted, had) -> the values of the lines that make the second the first in this part."""
    set: Callable[[State, list[str]], None]  # changes a state that nobody else holds yet


def set_word(state: State, text: str) -> State:
    """The state with one part set as `text` (word and values) says.

    Raises ValueError for an unknown word or an ill-spelled value, naming it.
    """
    word, *values = text.split()
    if word not in WORDS:
        raise ValueError(f"{word!r} is no word of a position; known are {', '.join(WORDS)}")
    new = state.fork()
    WORDS[word].set(new, values)
    return new


def stand(state: State, directives: Iterable[Directive]) -> tuple[State, tuple[Slip, ...]]:
    """The table once a position's lines are applied: its words set, nobody's turn yet begun.

    Words that mean nothing are slips of kind "error".
    """
    new = state.fork()
    settle(new)
    new.battle, new.this_turn, new.faults = None, ENDED, ()
    slips = []
    for line in directives:
        if line.word != "position" or not line.rest:
            continue
        try:
            new = set_word(new, line.rest)
        except ValueError as error:
            end = len(line.rest) + 1
            slips.append(Slip("error", line.line, 1, end, line.rest, str(error)))
    return new, tuple(slips)


# --- values -------------------------------------------------------------------------------


def _read(pattern: re.Pattern[str], value: str) -> re.Match[str]:
    found = pattern.fullmatch(value)
    if found is None:
        raise ValueError(f"{value!r} is not spelled as this word wants it")
    return found


def _some(n: int, thing: str) -> str:
    return f"{n if n > 1 else ''}{thing}"


def _told(count: Count) -> str:
    return str(count[0]) if count[0] == count[1] else f"{count[0]}-{count[1]}"


def _count(value: str) -> Count:
    found = _read(_COUNT, value)
    low = int(found[1])
    return low, int(found[2] or low)


def _only(values: list[str]) -> str:
    if len(values) != 1:
        raise ValueError(f"one value is wanted, not {len(values)}")
    return values[0]


def _cards(texts: Iterable[str]) -> str:
    """`F#tax 2R#` of sorted texts."""
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    return " ".join(_some(n, text) for text, n in counts.items())


def _card_list(values: Iterable[str]) -> tuple[str, ...]:
    found = [_read(_CARD, value) for value in values]
    return tuple(sorted(text for m in found for text in [m[2]] * int(m[1] or 1)))


def _items(table: Mapping[str, int]) -> str:
    return " ".join(_some(n, f"%{item}") for item, n in sorted(table.items()))


def _item_table(values: Iterable[str]) -> dict[str, int]:
    return {m[2]: int(m[1] or 1) for m in (_read(_ITEM, value) for value in values)}


def _pieces(table: Mapping[Piece, int]) -> str:
    return " ".join(_some(n, str(piece)) for piece, n in sorted(table.items()))


def _piece_table(values: Iterable[str]) -> dict[Piece, int]:
    found = [_read(_PIECE, value) for value in values]
    return {Piece(m[2], m[3], m[4] or ""): int(m[1] or 1) for m in found}


def _stacks(table: ItemTable) -> str:
    return " ".join(_some(n, f"%{item}{area}{state}") for item, area, state, n in table)


def _stack_table(values: Iterable[str]) -> ItemTable:
    found = [_read(_STACK, value) for value in values]
    return tuple(sorted((m[2], m[3], m[4], int(m[1] or 1)) for m in found))


def _numbers(table: Mapping[Any, int]) -> str:
    return " ".join(f"{key}={n}" for key, n in sorted(table.items()))


def _number_table(values: Iterable[str]) -> dict[str, int]:
    return {m[1]: int(m[2]) for m in (_read(_AT, value) for value in values)}


def _words(among: Iterable[str]) -> Callable[[list[str]], tuple[str, ...]]:
    """Reads a sorted list of words out of those."""
    known = frozenset(among)

    def read(values: list[str]) -> tuple[str, ...]:
        for value in values:
            if value not in known:
                raise ValueError(f"{value!r} is none of {', '.join(sorted(known))}")
        return tuple(sorted(values))

    return read


def _crowns(values: list[str]) -> dict[str, int]:
    table = _number_table(values)
    _words(RANKS)(list(table))
    return table


def _clearing_table(values: Iterable[str]) -> dict[int, int]:
    table = _number_table(values)
    if not all(key.isdigit() for key in table):
        raise ValueError("clearings are numbers")
    return {int(key): n for key, n in table.items()}


def _clearings(places: Iterable[int]) -> str:
    return " ".join(map(str, places))


def _clearing_list(values: list[str]) -> tuple[int, ...]:
    return tuple(sorted(_count(value)[0] for value in values))


# --- words --------------------------------------------------------------------------------


def _field(name: str, tell: Callable[[Any], str], read: Callable[[list[str]], Any]) -> Word:
    """A word for a whole field."""

    def lines(wanted: State, had: State) -> Iterable[str]:
        if getattr(wanted, name) != getattr(had, name):
            yield tell(getattr(wanted, name))

    def put(new: State, values: list[str]) -> None:
        setattr(new, name, read(values))

    return Word((name,), lines, put)


def _owned(
    name: str,
    tell: Callable[[Any], str],
    read: Callable[[list[str]], Any],
    owners: Callable[[State], Collection[str]],
    keep: bool = False,
) -> Word:
    """A word for one owner's entry in a field; without values the entry goes, unless `keep`."""

    def lines(wanted: State, had: State) -> Iterable[str]:
        table, other = getattr(wanted, name), getattr(had, name)
        for owner in sorted(table.keys() | other.keys()):
            if table.get(owner) != other.get(owner):
                yield f"{owner} {tell(table[owner])}".rstrip() if owner in table else owner

    def put(new: State, values: list[str]) -> None:
        owner, *rest = values or [""]
        if owner not in owners(new):
            raise ValueError(f"one of {', '.join(owners(new))} is wanted first")
        table = dict(getattr(new, name))
        value = read(rest)
        if value or keep:
            table[owner] = value
        else:
            table.pop(owner, None)
        setattr(new, name, table)

    return Word((name,), lines, put)


def _place(place: Place) -> Word:
    """A word for the pieces at a place that Rootlog cannot name; they come from the supply."""

    def lines(wanted: State, had: State) -> Iterable[str]:
        if wanted.at(place) != had.at(place):
            yield _pieces(wanted.at(place))

    def put(new: State, values: list[str]) -> None:
        pieces = _piece_table(values)
        _supply(new, add=new.at(place), take=pieces)
        new.pieces = {**new.pieces, place: pieces}
        if not pieces:
            new.pieces = {at: there for at, there in new.pieces.items() if at != place}

    return Word(("pieces",), lines, put)


def _supply(new: State, add: Mapping[Piece, int], take: Mapping[Piece, int]) -> None:
    """Put pieces into the supply and take others out of it, as many as are there."""
    supply = Counter(new.at(SUPPLY))
    for pieces, sign in ((add, 1), (take, -1)):
        for piece, n in pieces.items():
            supply[_in_supply(piece)] += sign * n
    table = {**new.pieces, SUPPLY: {piece: n for piece, n in supply.items() if n > 0}}
    new.pieces = {place: there for place, there in table.items() if there}


def _tell_surplus(wanted: State, had: State) -> Iterable[str]:
    if wanted.surplus != had.surplus:
        yield _pieces(wanted.surplus)


def _set_surplus(new: State, values: list[str]) -> None:
    """What is on the table stays there, so the supply grows with the surplus."""
    surplus = _piece_table(values)
    _supply(new, add=surplus, take=new.surplus)
    new.surplus = surplus


def _in_supply(piece: Piece) -> Piece:
    """A piece as it lies in the supply, where plots and waystations show no face."""
    owner, kind, _ = piece
    return Piece(owner, kind) if owner + kind in ("Pt", "Kb") else piece


def _tell_turns(wanted: State, had: State) -> Iterable[str]:
    if (wanted.turns, wanted.turn, wanted.round) != (had.turns, had.turn, had.round):
        order = sorted(wanted.turns, key=lambda faction: faction == wanted.turn)
        yield " ".join(f"{faction}{wanted.turns[faction]}" for faction in order)


def _set_turns(new: State, values: list[str]) -> None:
    pairs = [(value[:1], value[1:]) for value in values]
    if not all(n.isdigit() and faction in new.game.players for faction, n in pairs):
        raise ValueError("players' turns are wanted, such as H3 E2")
    new.turns = {faction: int(n) for faction, n in pairs}
    new.turn, new.round = (pairs[-1][0], int(pairs[-1][1])) if pairs else ("", 0)


def _tell_hands(wanted: State, had: State) -> Iterable[str]:
    differing = [f for f, count in wanted.hand.items() if count != had.hand.get(f)]
    if differing:
        yield " ".join(f"{faction}{_told(wanted.hand[faction])}" for faction in differing)


def _set_hands(new: State, values: list[str]) -> None:
    hand = dict(new.hand)
    for value in values:
        if value[:1] not in hand:
            raise ValueError(f"{value!r} is no player's hand")
        hand[value[0]] = _count(value[1:])
    new.hand = hand


def _tables(tables: Iterable[ItemTable]) -> str:
    return " | ".join(_stacks(table) for table in sorted(tables))


def _table_set(values: list[str]) -> frozenset[ItemTable]:
    return frozenset(_stack_table(part.split()) for part in " ".join(values).split("|"))


def _tell_plots(wanted: State, had: State) -> Iterable[str]:
    if wanted.plots != had.plots:
        plots = sorted(wanted.plots.items())
        yield " ".join(
            f"{clearing}={plot.token}{'_' if plot.sub else ''}{plot.sub}"
            for clearing, plot in plots
        )


def _set_plots(new: State, values: list[str]) -> None:
    found = [_read(_PLOT, value) for value in values]
    new.plots = {int(m[1]): Plot(int(m[2]), m[3] or "") for m in found}


def _tell_places(wanted: State, had: State) -> Iterable[str]:
    places = sorted(wanted.pieces.keys() | had.pieces.keys(), key=str)
    for place in places:
        if wanted.at(place) != had.at(place):
            yield f"{place} {_pieces(wanted.at(place))}".rstrip()


def _set_place(new: State, values: list[str]) -> None:
    if not values:
        raise ValueError("a place is wanted first")
    place: Place = int(values[0]) if values[0].isdecimal() else values[0]
    new.pieces = {**new.pieces, place: _piece_table(values[1:])}
    new.pieces = {at: there for at, there in new.pieces.items() if there}


def _names(values: list[str]) -> tuple[str, ...]:
    return tuple(sorted(_read(_NAME, value)[0] for value in values))


def _souls(values: list[str]) -> tuple[str, ...]:
    return tuple(sorted(_read(_SOUL, value)[0] for value in values))


WORDS: Final[Mapping[str, Word]] = {
    "turns": Word(("turns", "turn", "round"), _tell_turns, _set_turns),
    "deck": _field("deck", _told, lambda values: _count(_only(values))),
    "hand": Word(("hand",), _tell_hands, _set_hands),
    "supporters": _field("supporters", _told, lambda values: _count(_only(values))),
    "known": _owned("known", _cards, _card_list, lambda state: (*state.game.players, "A$")),
    "discard": _field("discard", _cards, _card_list),
    "dominance": _field("dominance", " ".join, _words("BFMR?")),
    "souls": _field("lost_souls", " ".join, _souls),
    "unwritten": _field("souls_open", lambda on: str(int(on)), lambda values: _only(values) == "1"),
    "removed": _field("removed_cards", str, lambda values: _count(_only(values))[0]),
    "quests": _owned("quests", _cards, _card_list, lambda state: ("Q", "V$", "G$")),
    "supply": _field("item_supply", _items, _item_table),
    "items": _owned("items", _items, _item_table, lambda state: state.items, keep=True),
    "exhausted": _owned("exhausted", _items, _item_table, lambda state: state.items),
    "satchel": _owned("satchel", _tables, _table_set, lambda state: state.satchel, keep=True),
    "finds": _owned("finds", " ".join, _words("sbhf"), lambda state: state.satchel),
    "ruins": _field("ruins", _numbers, _clearing_table),
    "buried": _field("ruin_items", _items, _item_table),
    "scorched": _field("scorched", _clearings, _clearing_list),
    "plots": Word(("plots",), _tell_plots, _set_plots),
    "placed": _field("plot_serials", _numbers, _clearing_table),
    "crafted": _owned("crafted", " ".join, _names, lambda state: state.crafted, keep=True),
    "prices": _field("prices", _numbers, _number_table),
    "funds": _field("funds", str, lambda values: _count(_only(values))[0]),
    "payments": _field("payments", str, lambda values: _count(_only(values))[0]),
    "astray": _field("astray", str, lambda values: _count(_only(values))[0]),
    "deposed": _field("deposed", " ".join, _words(LEADERS)),
    "crowns": _field("crowns", _numbers, _crowns),
    "surplus": Word(("surplus", "pieces"), _tell_surplus, _set_surplus),
    "coffin": _place(COFFIN),
    "spent": _place(SPENT),
    "out": _place(OUT),
    "at": Word(("pieces",), _tell_places, _set_place),
}
