"""Writing Rootlog in its canonical form (notation 16)."""

from __future__ import annotations

import re
from itertools import groupby
from typing import assert_never

from notation.actions import (
    Action,
    Battle,
    Board,
    CardRef,
    Clearing,
    CraftCard,
    CraftItem,
    DiscardPile,
    DropDecree,
    Faction,
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
    Owner,
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
from notation.record import Entry, Header, Record, Turn


def write_action(action: Action, turn: Faction | None = None) -> str:
    """The canonical text of an action.

    Owners that are `turn`, the faction whose turn it is, are left out; None writes them as they
    stand. Reading the text again gives the same action, up to spans, the order of clearings at the
    right of an arrow, and the owners left out.
    """
    return _Writer(turn).action(action)


class _Writer:
    def __init__(self, turn: Faction | None) -> None:
        self.turn = turn

    def own(self, owner: Owner | None) -> str:
        """An owner that may be left out."""
        return "" if owner is None or owner == self.turn else owner

    def action(self, action: Action) -> str:
        match action:
            case Move():
                return self.move(action)
            case Battle():
                return self.battle(action)
            case Points(amount=amount, faction=faction):
                sign = "++" if amount > 0 else "--"
                return f"{self.own(faction)}{sign}{_number(abs(amount))}"
            case LeaveTrack(board=board):
                return f"++->{self.own(board)}$"
            case CraftItem(item=item):
                return f"Z%{item}"
            case CraftCard(name=name, suit=suit):
                return f"Z{(suit or '').lower()}{name}"
            case Reveal():
                return self.reveal(action)
            case Flip(place=place, sub=sub, owner=owner):
                return f"{self.own(owner)}t{self.place(place)}^t_{sub}"
            case Guess(plot=plot, clearing=clearing):
                return f"?Pt_{plot}{clearing}"
            case Trick(clearings=(first, second)):
                return f"t{first}<->t{second}"
            case Prices(services=services, price=price):
                return f"{'+'.join(f'$_{service}' for service in services) or '$_'}->{price}"
            case DropDecree():
                return "$_->"
            case Funds(count=count):
                return f"$_f->{count}"
            case Outcast(suit=suit, hated=hated):
                return f"$_{'h' if hated else ''}o->{suit}"
            case Relation(pairs=pairs, step=step):
                written = (f"{self.own(vagabond)}$_{faction}" for vagabond, faction in pairs)
                return f"{'+'.join(written)}->{step}"
            case Hire(hireling=hireling, board=board, markers=markers):
                return f"{hireling}->{self.own(board)}${'' if markers is None else markers}"
            case OpenPath(ends=ends):
                return f"{ends[0]}_{ends[1]}->"
            case _:
                assert_never(action)

    def battle(self, battle: Battle) -> str:
        ambush = f"{battle.ambush}@" if battle.ambush else ""
        foil = f"{battle.foil}@" if battle.foil else ""
        dice = "({},{})".format(*battle.dice) if battle.dice else ""
        attacker = self.own(battle.attacker)
        return f"{attacker}X{battle.defender}{battle.clearing}{ambush}{foil}{dice}"

    # --- moves ----------------------------------------------------------------------------

    def move(self, move: Move) -> str:
        members = (
            part
            for start, run in groupby(move.sources, key=lambda source: self.start(source))
            for part in self.members(start, list(run))
        )
        places = [end.place for end in move.ends]
        if all(isinstance(place, Clearing) for place in places):
            places.sort(key=lambda place: place.number if isinstance(place, Clearing) else 0)
        return f"{'+'.join(members)}->{'+'.join(self.place(place) for place in places)}"

    def start(self, source: Source) -> str:
        return "" if source.start is None else self.place(source.start)

    def members(self, start: str, run: list[Source]) -> list[str]:
        """The members of a run of sources with one start."""
        cards = [(each.count, each.thing) for each in run if isinstance(each.thing, CardRef)]
        if len(cards) == len(run) and (suited := _suit_sum(cards)):
            return [suited + start]
        members = [_number(source.count) + self.thing(source.thing) for source in run]
        if start and len(members) > 1:
            return [f"({'+'.join(members)}){start}"]
        return [member + start for member in members]

    def thing(self, thing: Thing) -> str:
        match thing:
            case PieceRef(kind=kind, owner=owner, sub=sub):
                return f"{self.own(owner)}{kind}{'_' + sub if sub else ''}"
            case CardRef():
                return _card(thing)
            case ItemRef(item=item):
                return f"%{item}"
            case _:
                assert_never(thing)

    def place(self, place: Place) -> str:
        match place:
            case Clearing(number=number):
                return str(number)
            case Path(ends=numbers) | Forest(clearings=numbers):
                return "_".join(map(str, numbers))
            case Board(owner=owner):
                return f"{self.own(owner)}$"
            case Slot(name=name, owner=owner):
                return f"{self.own(owner)}$_{name}"
            case Hand(owner=owner):
                return owner
            case Spot(area=area, state=state):
                return f"{area or ''}{state or ''}"
            case DiscardPile():
                return "*"
            case QuestRow():
                return "Q"
            case _:
                assert_never(place)

    # --- reveals --------------------------------------------------------------------------

    def reveal(self, reveal: Reveal) -> str:
        shown = "+".join(
            member
            for owner, run in groupby(reveal.shown, key=lambda each: each.owner)
            for member in self.shown(owner, list(run))
        )
        if len(reveal.shown) == 1 and shown == self.turn:
            shown = ""
        return f"{shown}^{'+'.join(reveal.audience)}"

    def shown(self, owner: Faction | None, run: list[Shown]) -> list[str]:
        hand = self.own(owner)
        cards = [(each.count, each.card) for each in run if each.card is not None]
        if len(cards) == len(run) and (suited := _suit_sum(cards)):
            return [suited + hand]
        return [
            (owner or "") if each.card is None else _number(each.count) + _card(each.card) + hand
            for each in run
        ]


def _number(count: int) -> str:
    return "" if count == 1 else str(count)


def _card(card: CardRef) -> str:
    return f"{card.suit or ''}#{card.name or ''}"


def _suit_sum(cards: list[tuple[int, CardRef]]) -> str | None:
    """`(2R+B)#name` for two or more cards that differ in suit alone; None for others."""
    names = {card.name for _, card in cards}
    if len(cards) < 2 or len(names) != 1 or not all(card.suit for _, card in cards):
        return None
    suits = "+".join(f"{_number(count)}{card.suit}" for count, card in cards)
    return f"({suits})#{names.pop() or ''}"


# --- records ------------------------------------------------------------------------------

_FACTION = re.compile(r"[ \t]*([A-Za-z])[ \t]*:")
_KEY = re.compile(r"[ \t]*([A-Za-z]{2,})[ \t]*:")


def format_record(record: Record) -> str:
    """The canonical text of a record: LF, a newline at the end, one blank line after each round.

    Comments, blank lines, the order of lines and what could not be read are kept. A record that was
    not read from a text (`lines` is empty) is written from its fields.
    """
    lines = _Formatter(record).lines() if record.lines else _composed(record)
    while lines and not lines[-1]:
        lines.pop()
    return "".join(line + "\n" for line in lines)


def _turn_text(turn: Turn) -> str:
    return f"{turn.faction}:{'/'.join(_entry_text(entry, turn.faction) for entry in turn.entries)}"


def _entry_text(entry: Entry, faction: Faction | None) -> str:
    return entry.text if entry.action is None else write_action(entry.action, faction)


def _header_texts(header: Header) -> dict[str, str]:
    """The canonical value of each header line that has something to say."""
    suits = ", ".join(f"{suit}{number}" for number, suit in enumerate(header.suits, 1))
    marks = "/".join(f"{name}->{clearing}" for name, clearing in header.landmarks)
    setup = [_entry_text(entry, None) for entry in header.hireling_setup]
    hirelings = "/".join([", ".join(header.hirelings), *setup]) if header.hirelings else ""
    return {
        "Map": header.map,
        "Deck": header.deck,
        "Clearings": suits,
        "Landmarks": marks,
        "Hirelings": hirelings,
        "Pool": header.pool,
    }


class _Formatter:
    """Writes a record line by line, each in the place where it was read."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.turns = {turn.line: turn for turn in record.turns}
        self.players = dict(record.players)
        self.header = _header_texts(record.header)
        self.faulty = {slip.line for slip in record.slips if slip.kind == "error"}
        self.renamed: dict[str, str] = {}  # texts of the last turn that are now written otherwise

    def lines(self) -> list[str]:
        gaps = _gaps(self.record)
        out = []
        for number, line in enumerate(self.record.lines, 1):
            out.append(self.line(line, number))
            if number in gaps:
                out.append("")
        return out

    def line(self, line: str, number: int) -> str:
        cut = line.find("//")
        body, comment = (
            (line, "") if cut < 0 else (line[:cut].strip(" \t"), line[cut:].rstrip(" \t"))
        )
        turn = self.turns.get(number)
        if turn is not None:
            body = _turn_text(turn)
            self.renamed = {
                entry.text: text
                for entry in turn.entries
                if (text := _entry_text(entry, turn.faction)) != entry.text
            }
        elif body:
            body = self.other(body, number)
        if self.renamed and "//!" in comment:
            comment = re.sub("`([^`]*)`", self.anchor, comment)
        return f"{body} {comment}".strip(" \t") if comment else body.strip(" \t")

    def anchor(self, found: re.Match[str]) -> str:
        return f"`{self.renamed.get(found[1], found[1])}`"

    def other(self, body: str, number: int) -> str:
        if number == self.record.winner_line:
            return f"Winner: {self.record.winner}"
        if found := _FACTION.match(body):
            name = self.players.pop(found[1].upper(), None)
            return body if name is None else f"{found[1].upper()}: {name}".strip()
        if (found := _KEY.match(body)) and (number not in self.faulty):
            value = self.header.pop(found[1].capitalize(), "")
            return f"{found[1].capitalize()}: {value}" if value else body
        return body


def _gaps(record: Record) -> set[int]:
    """The lines after which a round ends without a blank line."""
    gaps = set()
    last: Turn | None = None
    furthest = 0
    for turn in record.turns:
        if turn.position:
            continue
        if last is not None and turn.number > furthest:
            gaps |= _gap(record, last.line, turn.line)
        furthest = max(furthest, turn.number)
        last = turn
    if last is not None and record.winner_line > last.line:
        gaps |= _gap(record, last.line, record.winner_line)
    return gaps


def _gap(record: Record, before: int, after: int) -> set[int]:
    between = [line.strip() for line in record.lines[before : after - 1]]
    if "" in between:
        return set()
    below = 0
    while below < len(between) and between[below].startswith("//!"):
        below += 1
    return {before + below}


def _composed(record: Record) -> list[str]:
    """The lines of a record made by a program: header, players, position, turns, winner."""
    words = [f"//! {each.word} {each.rest}".rstrip() for each in record.directives]
    expected = [line for line in words if line.startswith("//! expect")]
    about = [
        line for line in words if line[4:] not in ("position", "play") and line not in expected
    ]
    lines = [f"{key}: {value}" for key, value in _header_texts(record.header).items() if value]
    lines += [f"{faction}: {name}".rstrip() for faction, name in record.players]
    lines += about
    position = [turn for turn in record.turns if turn.position]
    if position or "//! position" in words:
        lines += ["//! position", *(_with_comment(turn) for turn in position), "//! play"]
    furthest = -1
    for turn in record.turns:
        if turn.position:
            continue
        if turn.number > furthest:
            lines.append("")
            furthest = turn.number
        lines.append(_with_comment(turn))
    lines += expected
    return [*lines, "", f"Winner: {record.winner}"] if record.winner else lines


def _with_comment(turn: Turn) -> str:
    comment = f" // {turn.comment}" if turn.comment else ""
    return f"{_turn_text(turn)}{comment}{f' //! {turn.annotation}' if turn.annotation else ''}"
