"""The fast reader of one action: standard Rootlog 2.8 text to an action struct.

`notation/rootlog.tx` is the definition; this module does the same by hand, several hundred times
faster, and a test holds the two against each other. Misspellings are no concern of this module.
"""

from __future__ import annotations

import re
from typing import Never

from notation.actions import (
    Action,
    ActionError,
    Battle,
    Board,
    CardRef,
    Clearing,
    CraftCard,
    CraftItem,
    Destination,
    DiscardPile,
    DropDecree,
    Flip,
    Forest,
    Funds,
    Guess,
    Hand,
    Hire,
    ItemRef,
    LeaveTrack,
    Move,
    OpenPath,
    Outcast,
    Path,
    PieceRef,
    Place,
    Points,
    Prices,
    QuestRow,
    Relation,
    Reveal,
    Shown,
    Slot,
    Source,
    Spot,
    Thing,
    Trick,
)
from notation.sense import check
from notation.vocabulary import canonical, split_suit

MAX_ACTION = 400
"""Characters; longer texts are refused unread. Real actions have fewer than a hundred."""

FACTION = "[CEAVGLODPHK]"
HIRELING = "h_[CEAVLODPHKTSJ]d?"
OWN = f"(?:{HIRELING}|{FACTION})"
SUB = "[123]_[ftj]|[a-z](?:_[a-z])?"
NAME = "@|(?:(?!h_[A-Z])[a-z])+"
NUMBERS = "[0-9]+(?:_[0-9]+)*"
LOC = rf"{NUMBERS}|{OWN}?\$(?:_[rmxb123])?|{FACTION}|[sdt][re]?|[re]|\*|Q"

# Compiled here only what nearly every game needs; `re` keeps the others once they were needed.
_SOURCE = re.compile(
    rf"([0-9]+)?(?:({OWN})?([wpbtf])(?:_({SUB}))?|([BFMR])?#({NAME})?|%([sbcxhtrfu_]))({LOC})?"
)
_SUM = re.compile(rf"\(([0-9]*[BFMR](?:\+[0-9]*[BFMR])*)\)#({NAME})?")
_SUM_MEMBER = re.compile("([0-9]*)([BFMR])")
_LOC = re.compile(LOC)
_OWN = OWN
_BATTLE = re.compile(
    rf"({OWN})?X(?:({OWN})(?:([0-9]+)(?:([BFMR])@(?:([BFMR])@)?)?(?:\(([0-3]),([0-3])\))?)?)?"
)
_POINTS = re.compile(rf"({FACTION})?(\+\+|--)([0-9]+)?")
_LEAVE = rf"\+\+->(?:({FACTION})?(\$)?)?"
_CRAFT = re.compile("Z(?:%([sbcxhtrfu])|(@|[a-z]{2,}))?")
_GUESS = r"\?(?:P(?:t(?:_(?:([bers])([0-9]+)?)?)?)?)?"
_TRICK = "t(?:([0-9]+)(?:<->(?:t([0-9]+)?)?)?)?"
_FLIP = rf"({OWN})?t({LOC})\^(?:t(?:_({SUB})?)?)?"
_SHOWN = rf"([0-9]+)?([BFMR])?#({NAME})?({FACTION})?|({FACTION})"
_PRICES = r"(\(?)(\$_[hrm]?(?:\+\$_[hrm]?)*)(\)?)(?:->([0-9]+)?)?"
_FUNDS = r"\$_f(?:->([0-9]+)?)?"
_OUTCAST = r"\$_(h?)o(?:->([BFMR])?)?"
_RELATION = rf"([VG])?\$_({FACTION})"
_STEP = "->([h012a])?"
_HIRE = rf"({HIRELING})->(?:({FACTION})?(?:(\$)([0-9]+)?)?)?"
_PATH = "([0-9]+)_([0-9]+)->"

_PLACES: dict[str, Place] = {}


def parse_standard(text: str) -> Action:
    """The action that `text` writes in standard Rootlog 2.8; raises ActionError."""
    action = _parse(text)
    check(action)
    return action


def _parse(text: str) -> Action:
    if not text:
        raise ActionError(0, "nothing", "an action")
    if len(text) > MAX_ACTION:
        raise ActionError(0, f"{len(text)} characters", f"an action of at most {MAX_ACTION}")
    first = text[0]
    if first == "Z":
        return _craft(text)
    if first == "?":
        return _guess(text)
    if text[:2] in _SIGNS or text[1:3] in _SIGNS:
        return _leave(text) if text.startswith("++->") else _points(text)
    if first == "$" and text[1:2] == "_":
        return _slots(text)
    if text.startswith("($_"):
        return _prices(text)
    if "X" in text and (battle := _BATTLE.match(text)):
        return _battle(text, battle)
    if "^" in text:
        return _flip(text) if _is_flip(text) else _reveal(text)
    if "<->" in text:
        return _trick(text)
    if first in "VG" and text[1:3] == "$_":
        return _relation(text)
    if first == "h" and (hire := re.match(_HIRE, text)):
        return _hire(text, hire)
    if first.isdigit() and (path := re.fullmatch(_PATH, text)):
        ends = (_clearing(text, path.start(1), path[1]), _clearing(text, path.start(2), path[2]))
        return OpenPath(ends)
    return _move(text)


_SIGNS = ("++", "--")


def _fail(text: str, offset: int, expected: str) -> Never:
    found = f'"{text[offset : offset + 12]}"' if offset < len(text) else "the end of the action"
    raise ActionError(offset, found, expected)


def _end(text: str, offset: int) -> None:
    if offset != len(text):
        _fail(text, offset, "nothing more")


# --- numbers and places -------------------------------------------------------------------


def _count(text: str, offset: int, digits: str | None, least: int = 1) -> int:
    if digits is None:
        return 1
    if len(digits) > 3 or (digits[0] == "0" and digits != "0"):
        _fail(text, offset, "a number of at most three digits without leading zeros")
    number = int(digits)
    if number < least:
        _fail(text, offset, f"a number from {least}")
    return number


def _clearing(text: str, offset: int, digits: str) -> int:
    if len(digits) > 2 or (digits[0] == "0" and digits != "0"):
        _fail(text, offset, "a clearing, 1 to 12")
    return int(digits)


def _place(text: str, offset: int, loc: str) -> Place:
    place = _PLACES.get(loc)
    if place is None:
        place = _new_place(text, offset, loc)
        if len(_PLACES) < 5000:
            _PLACES[loc] = place
    return place


def _new_place(text: str, offset: int, loc: str) -> Place:
    if loc[0].isdigit():
        numbers = tuple(_clearing(text, offset, digits) for digits in loc.split("_"))
        if len(numbers) == 1:
            return Clearing(numbers[0])
        return Path((numbers[0], numbers[1])) if len(numbers) == 2 else Forest(numbers)
    owner, dollar, slot = loc.partition("$")
    if dollar:
        return Slot(slot[1:], owner or None) if slot else Board(owner or None)
    if loc == "*":
        return DiscardPile()
    if loc == "Q":
        return QuestRow()
    if loc.isupper():
        return Hand(loc)
    area = loc[0] if loc[0] in "sdt" else None
    return Spot(area, loc[1:] or None if area else loc)


# --- moves --------------------------------------------------------------------------------


def _move(text: str) -> Move:
    sources: list[Source] = []
    pos = 0
    while True:
        if text.startswith("(", pos) and not _SUM.match(text, pos):
            pos = _group(text, pos, sources)
        else:
            pos = _single(text, pos, sources)
        if text.startswith("+", pos):
            pos += 1
        elif text.startswith("->", pos):
            return Move(tuple(sources), _destinations(text, pos + 2))
        else:
            _fail(text, pos, "a place, `+` or `->`")


def _single(text: str, pos: int, sources: list[Source]) -> int:
    """Read one member at `pos` into `sources`; its end."""
    if text.startswith("(", pos):
        return _sum(text, pos, sources)
    found = _SOURCE.match(text, pos)
    if found is None:
        _fail(text, pos, "a piece, a card (`#`) or an item (`%`)")
    digits, owner, kind, sub, suit, name, item, loc = found.groups()
    thing: Thing
    if kind:
        thing = PieceRef(kind, owner, sub or "")
    elif item:
        thing = ItemRef(item)
    else:
        thing = _card(suit, name)
    start = _place(text, found.start(8), loc) if loc else None
    end = found.end()
    sources.append(Source(thing, _count(text, pos, digits), start, (pos, end)))
    return end


def _sum(text: str, pos: int, sources: list[Source]) -> int:
    """Read a suit sum `(2R+B)#name`, with its start if one follows."""
    found = _SUM.match(text, pos)
    if found is None:
        _fail(text, pos, "a suit sum such as `(2R+B)#`; groups do not nest")
    end = found.end()
    start = None
    if loc := _LOC.match(text, end):
        start = _place(text, end, loc[0])
        end = loc.end()
    for card, count, span in _sum_members(text, found):
        sources.append(Source(card, count, start, span))
    return end


def _sum_members(text: str, found: re.Match[str]) -> list[tuple[CardRef, int, tuple[int, int]]]:
    return [
        (
            _card(member[2], found[2]),
            _count(text, member.start(), member[1] or None),
            member.span(),
        )
        for member in _SUM_MEMBER.finditer(text, found.start(1), found.end(1))
    ]


def _card(suit: str | None, name: str | None) -> CardRef:
    if name is None:
        return CardRef(suit)
    implied, name = canonical(name)
    return CardRef(suit or implied, name)


def _group(text: str, pos: int, sources: list[Source]) -> int:
    """Read `(a+b)start` into `sources`; the start is given to members that have none."""
    members: list[Source] = []
    pos += 1
    while True:
        pos = _single(text, pos, members)
        if text.startswith("+", pos):
            pos += 1
        elif text.startswith(")", pos):
            break
        else:
            _fail(text, pos, "a place, `+` or `)`")
    pos += 1
    if loc := _LOC.match(text, pos):
        start = _place(text, pos, loc[0])
        pos = loc.end()
        members = [
            m if m.start is not None else Source(m.thing, m.count, start, m.span) for m in members
        ]
    sources += members
    return pos


def _destinations(text: str, pos: int) -> tuple[Destination, ...]:
    if pos == len(text):
        return ()
    ends = []
    while True:
        loc = _LOC.match(text, pos)
        if loc is None:
            _fail(text, pos, "a place")
        ends.append(Destination(_place(text, pos, loc[0]), loc.span()))
        pos = loc.end()
        if not text.startswith("+", pos):
            break
        pos += 1
    if pos != len(text):
        _fail(text, pos, "`+` or nothing more")
    return tuple(ends)


# --- the other forms ----------------------------------------------------------------------


def _battle(text: str, found: re.Match[str]) -> Battle:
    attacker, defender, clearing, ambush, foil, attack, defence = found.groups()
    if defender is None:
        _fail(text, found.end(), "the defender")
    if clearing is None:
        _fail(text, found.end(), "the clearing of the battle")
    if found.end() != len(text):
        _fail(text, found.end(), "an ambush (`F@`), dice (`(2,1)`) or nothing more")
    dice = None if attack is None else (int(attack), int(defence))
    number = _clearing(text, found.start(3), clearing)
    return Battle(defender, number, attacker, ambush, foil, dice)


def _points(text: str) -> Points:
    found = _POINTS.match(text)
    if found is None:
        _fail(text, 0, "`++` or `--`")
    _end(text, found.end())
    number = _count(text, found.start(3), found[3])
    return Points(number if found[2] == "++" else -number, found[1])


def _leave(text: str) -> LeaveTrack:
    found = re.match(_LEAVE, text)
    if found is None or not found[2]:
        _fail(text, found.end() if found else 0, "a board such as `$`")
    _end(text, found.end())
    return LeaveTrack(found[1])


def _craft(text: str) -> CraftItem | CraftCard:
    found = _CRAFT.match(text)
    assert found is not None  # the text starts with Z
    if not found[1] and not found[2]:
        _fail(text, 1, "an item (`%h`) or the name of a card")
    _end(text, found.end())
    if found[1]:
        return CraftItem(found[1])
    suit, name = split_suit(found[2])
    return CraftCard(name, suit)


def _guess(text: str) -> Guess:
    found = re.match(_GUESS, text)
    assert found is not None  # the text starts with ?
    if found[2] is None:
        _fail(text, found.end(), "a guess such as `?Pt_b5`")
    _end(text, found.end())
    return Guess(found[1], _clearing(text, found.start(2), found[2]))


def _trick(text: str) -> Trick:
    found = re.match(_TRICK, text)
    if found is None or found[2] is None:
        _fail(text, found.end() if found else 0, "two plots such as `t4<->t7`")
    _end(text, found.end())
    first = _clearing(text, found.start(1), found[1])
    return Trick((first, _clearing(text, found.start(2), found[2])))


def _is_flip(text: str) -> bool:
    left, _, right = text.partition("^")
    return right.startswith("t") or re.match(_FLIP, left + "^") is not None


def _flip(text: str) -> Flip:
    found = re.match(_FLIP, text)
    if found is None:
        _fail(text, 0, "a face-down token and its place, such as `t4^t_s`")
    owner, loc, sub = found.groups()
    if sub is None:
        _fail(text, found.end(), "the face shown, such as `t_s`")
    _end(text, found.end())
    return Flip(_place(text, found.start(2), loc), sub, owner)


def _reveal(text: str) -> Reveal:
    shown: list[Shown] = []
    pos = 0
    while not text.startswith("^", pos):
        if shown:
            if not text.startswith("+", pos):
                _fail(text, pos, "`+` or `^`")
            pos += 1
        pos = _shown(text, pos, shown)
    pos += 1
    audience: list[str] = []
    while pos < len(text):
        if audience:
            if not text.startswith("+", pos):
                _fail(text, pos, "`+` or nothing more")
            pos += 1
        owner = re.compile(_OWN).match(text, pos)
        if owner is None:
            _fail(text, pos, "a faction that sees it")
        audience.append(owner[0])
        pos = owner.end()
    return Reveal(tuple(shown), tuple(audience))


def _shown(text: str, pos: int, shown: list[Shown]) -> int:
    if found := _SUM.match(text, pos):
        end = found.end()
        owner = text[end : end + 1] if text[end : end + 1] in _FACTIONS else None
        shown += [Shown(n, card, owner, span) for card, n, span in _sum_members(text, found)]
        return end + 1 if owner else end
    found = re.compile(_SHOWN).match(text, pos)
    if found is None:
        _fail(text, pos, "cards (`2M#`) or a hand")
    digits, suit, name, owner, hand = found.groups()
    if hand:
        shown.append(Shown(1, None, hand, found.span()))
    else:
        shown.append(Shown(_count(text, pos, digits), _card(suit, name), owner, found.span()))
    return found.end()


_FACTIONS = frozenset("CEAVGLODPHK")


def _slots(text: str) -> Action:
    """Whatever starts with `$_`: the Decree dropped, prices, funds, outcast or relationships."""
    if text == "$_->":
        return DropDecree()
    third = text[2:3]
    if third in _FACTIONS:
        return _relation(text)
    if third == "f":
        found = re.match(_FUNDS, text)
        if found is None or found[1] is None:
            _fail(text, found.end() if found else 0, "`->` and the number of warriors in Funds")
        _end(text, found.end())
        return Funds(_count(text, found.start(1), found[1], 0))
    if found := re.match(_OUTCAST, text):
        if found[2] is None:
            _fail(text, found.end(), "`->` and the suit of the outcast")
        _end(text, found.end())
        return Outcast(found[2], bool(found[1]))
    return _prices(text)


def _prices(text: str) -> Prices:
    found = re.match(_PRICES, text)
    if found is None:
        _fail(text, 0, "prices such as `$_h->3`")
    opened, slots, closed, price = found.groups()
    if bool(opened) != bool(closed):
        _fail(text, found.end(2), "`)`" if opened else "`->`")
    if price is None:
        _fail(text, found.end(), "`+`, `->` or the price")
    _end(text, found.end())
    services = tuple(slot[2:] for slot in slots.split("+"))
    if "" in services:
        services = ()
    return Prices(services, _count(text, found.start(4), price, 0))


def _relation(text: str) -> Relation:
    pairs = []
    pos = 0
    while True:
        found = re.compile(_RELATION).match(text, pos)
        if found is None:
            _fail(text, pos, "a relationship such as `$_E` or `V$_E`")
        pairs.append((found[1], found[2]))
        pos = found.end()
        if not text.startswith("+", pos):
            break
        pos += 1
    step = re.compile(_STEP).match(text, pos)
    if step is None:
        _fail(text, pos, "`+` or `->`")
    if step[1] is None:
        _fail(text, step.end(), "a place on the track: `h`, `0`, `1`, `2` or `a`")
    _end(text, step.end())
    return Relation(tuple(pairs), step[1])


def _hire(text: str, found: re.Match[str]) -> Hire:
    hireling, board, dollar, markers = found.groups()
    if not dollar:
        _fail(text, found.end(), "the board it goes to, such as `$` or `P$`")
    _end(text, found.end())
    number = None if markers is None else _count(text, found.start(4), markers, 0)
    return Hire(hireling, board, number)
