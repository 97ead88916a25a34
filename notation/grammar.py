"""The reader of the grammar: `rootlog.tx`, run by textX, to the same structs as the fast reader.

The grammar is the definition of standard Rootlog 2.8; this reader is exact and slow, and is loaded
only by those who ask for it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from pathlib import Path as FilePath
from typing import Any

import msgspec
from textx import metamodel_from_str  # type: ignore[import-untyped]  # it ships no types
from textx.exceptions import TextXSyntaxError  # type: ignore[import-untyped]

from notation import actions as a
from notation.comments import annotation_of, directive_of, split_comment
from notation.parser import MAX_ACTION
from notation.record import Directive, Entry, Header, Record, Turn, UnreadableRecord
from notation.sense import check
from notation.spelling import mend
from notation.vocabulary import FACTIONS, canonical, split_suit

GRAMMAR = FilePath(__file__).with_name("rootlog.tx")


@cache
def _metamodel(start: str) -> Any:
    """The grammar's metamodel, with a rule of its own in front."""
    return metamodel_from_str(start + GRAMMAR.read_text("utf-8"), skipws=False)


def parse_with_grammar(text: str, *, strict: bool = False) -> a.Action:
    """The action a text writes, as `notation.reader.parse_action` reads it; raises ActionError."""
    try:
        return _parse(text)
    except a.ActionError:
        mended = None if strict else mend(text, _parse)
        if mended is None:
            raise
        return mended.action


def _parse(text: str) -> a.Action:
    if len(text) > MAX_ACTION:
        raise a.ActionError(0, f"{len(text)} characters", f"an action of at most {MAX_ACTION}")
    try:
        model = _metamodel("Entry: action=Action;\n").model_from_str(text)
    except TextXSyntaxError as error:
        offset = error.col - 1 if error.line == 1 else len(text)
        found = f'"{text[offset : offset + 12]}"' if offset < len(text) else "the end of the action"
        raise a.ActionError(offset, found, _expected(error)) from None
    action = _action(model.action, model.action._tx_position)
    check(action)
    return action


def _expected(error: TextXSyntaxError) -> str:
    rules = error.expected_rules or ()
    return (
        " or ".join(sorted({str(getattr(rule, "to_match", rule)) for rule in rules})) or "nothing"
    )


def read_record_with_grammar(text: str, file: str = "-") -> Record:
    """A record in standard Rootlog, read as a whole; raises UnreadableRecord at its first error."""
    text = text if text.endswith("\n") else text + "\n"
    try:
        model = _metamodel("").model_from_str(text)
    except TextXSyntaxError as error:
        lines = text.split("\n")
        found = f'"{lines[error.line - 1][error.col - 1 :][:20]}"'
        raise UnreadableRecord(file, error.line, error.col, found, _expected(error)) from None
    return _RecordBuilder(model, text, file).record()


# --- actions ------------------------------------------------------------------------------


def _action(node: Any, base: int) -> a.Action:
    """The action struct of a model's node; spans count from `base`."""
    return _ACTIONS[type(node).__name__](node, base)


def _span(node: Any, base: int) -> a.Span:
    return node._tx_position - base, node._tx_position_end - base


def _count(text: str) -> int:
    return int(text or 1)


def _place(node: Any) -> a.Place:
    match type(node).__name__:
        case "Clearing":
            return a.Clearing(int(node.number))
        case "Path":
            return a.Path((int(node.ends[0]), int(node.ends[1])))
        case "Forest":
            return a.Forest(tuple(map(int, node.clearings)))
        case "Board":
            return a.Board(node.owner or None)
        case "Slot":
            return a.Slot(node.name, node.owner or None)
        case "Hand":
            return a.Hand(node.owner)
        case "Spot":
            return a.Spot(node.area or None, node.state or None)
        case "DiscardPile":
            return a.DiscardPile()
        case _:
            return a.QuestRow()


def _thing(node: Any) -> a.Thing:
    match type(node).__name__:
        case "Piece":
            return a.PieceRef(node.kind, node.owner or None, node.sub or "")
        case "Item":
            return a.ItemRef(node.item)
        case _:
            return _card(node.suit, node.name)


def _card(suit: str, name: str) -> a.CardRef:
    implied, known = canonical(name) if name else (None, None)
    return a.CardRef(suit or implied, known)


def _sources(node: Any, base: int, start: a.Place | None = None) -> list[a.Source]:
    own = _place(node.start) if node.start else start
    match type(node).__name__:
        case "Group":
            return [source for each in node.members for source in _sources(each, base, own)]
        case "SuitSum":
            return [
                a.Source(_card(each.suit, node.name), _count(each.count), own, _span(each, base))
                for each in node.suits
            ]
        case _:
            return [a.Source(_thing(node.thing), _count(node.count), own, _span(node, base))]


def _move(node: Any, base: int) -> a.Action:
    sources = [source for member in node.members for source in _sources(member, base)]
    ends = [a.Destination(_place(end.place), _span(end, base)) for end in node.ends]
    return a.Move(tuple(sources), tuple(ends))


def _shown(node: Any, base: int) -> list[a.Shown]:
    owner = node.owner or None
    match type(node).__name__:
        case "ShownHand":
            return [a.Shown(1, None, owner, _span(node, base))]
        case "ShownSum":
            return [
                a.Shown(_count(each.count), _card(each.suit, node.name), owner, _span(each, base))
                for each in node.suits
            ]
        case _:
            card = _card(node.card.suit, node.card.name)
            return [a.Shown(_count(node.count), card, owner, _span(node, base))]


def _reveal(node: Any, base: int) -> a.Action:
    shown = [each for member in node.shown for each in _shown(member, base)]
    return a.Reveal(tuple(shown), tuple(node.audience))


def _battle(node: Any, base: int) -> a.Action:
    dice = (int(node.attack), int(node.defence)) if node.attack else None
    return a.Battle(
        defender=node.defender,
        clearing=int(node.clearing),
        attacker=node.attacker or None,
        ambush=node.ambush or None,
        foil=node.foil or None,
        dice=dice,
    )


def _points(node: Any, base: int) -> a.Action:
    amount = _count(node.amount)
    return a.Points(amount if node.sign == "++" else -amount, node.faction or None)


def _craft_card(node: Any, base: int) -> a.Action:
    suit, name = split_suit(node.name)
    return a.CraftCard(name, suit)


def _prices(node: Any, base: int) -> a.Action:
    services = tuple(slot.service or "" for slot in node.slots)
    return a.Prices(() if "" in services else services, int(node.price))


def _relation(node: Any, base: int) -> a.Action:
    pairs = tuple((pair.vagabond or None, pair.faction) for pair in node.pairs)
    return a.Relation(pairs, node.step)


def _hire(node: Any, base: int) -> a.Action:
    markers = int(node.markers) if node.markers else None
    return a.Hire(node.hireling, node.board or None, markers)


_ACTIONS: dict[str, Callable[[Any, int], a.Action]] = {
    "Move": _move,
    "Battle": _battle,
    "Points": _points,
    "LeaveTrack": lambda node, base: a.LeaveTrack(node.board or None),
    "CraftItem": lambda node, base: a.CraftItem(node.item),
    "CraftCard": _craft_card,
    "Reveal": _reveal,
    "Flip": lambda node, base: a.Flip(_place(node.place), node.sub, node.owner or None),
    "Guess": lambda node, base: a.Guess(node.plot, int(node.clearing)),
    "Trick": lambda node, base: a.Trick((int(node.clearings[0]), int(node.clearings[1]))),
    "Prices": _prices,
    "DropDecree": lambda node, base: a.DropDecree(),
    "Funds": lambda node, base: a.Funds(int(node.count)),
    "Outcast": lambda node, base: a.Outcast(node.suit, bool(node.hated)),
    "Relation": _relation,
    "Hire": _hire,
    "OpenPath": lambda node, base: a.OpenPath((int(node.ends[0]), int(node.ends[1]))),
}


# --- records ------------------------------------------------------------------------------


class _RecordBuilder:
    """Walks a model's lines in order and settles what depends on the lines before."""

    def __init__(self, model: Any, text: str, file: str) -> None:
        self.model = model
        self.text = text
        self.file = file
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.players: dict[str, str] = {}
        self.turns: list[Turn] = []
        self.next_number: dict[str, int] = {}
        self.directives: list[Directive] = []
        self.annotation = ""
        self.annotated = 0
        self.position = self.positions = self.players_over = False

    def record(self) -> Record:
        model = self.model
        for node in sorted([*model.blanks, *model.lines], key=lambda node: node._tx_position):
            if type(node).__name__ == "FactionLine":
                self.faction_line(node)
            elif comment := node.end.comment:
                self.comment_line(comment, self.line(node))
        if not self.positions and not (model.map and model.deck):
            raise UnreadableRecord(self.file, 1, 1, "no map or no deck", "`Map:` and `Deck:`")
        return Record(
            file=self.file,
            header=self.header(),
            players=tuple(self.players.items()),
            turns=tuple(self.turns),
            winner=model.winner.factions if model.winner else None,
            winner_line=self.line(model.winner) if model.winner else 0,
            directives=tuple(self.directives),
            slips=(),
            lines=tuple(self.text[:-1].split("\n")),
            annotation=self.annotation,
        )

    def line(self, node: Any) -> int:
        return bisect_right(self.starts, node._tx_position)

    def header(self) -> Header:
        model = self.model
        suits: dict[int, str] = {}
        for place, entry in enumerate(model.clearings.suits if model.clearings else (), 1):
            suits[int(entry.number or place)] = entry.suit
        marks = model.landmarks.landmarks if model.landmarks else ()
        hirelings = model.hirelings
        return Header(
            map=model.map.value if model.map else "Fall",
            deck=model.deck.value if model.deck else "E&P",
            suits=tuple(suits[clearing] for clearing in sorted(suits)),
            landmarks=tuple(
                ("ferry" if mark.name == "f" else mark.name, int(mark.clearing)) for mark in marks
            ),
            hirelings=tuple(hirelings.hirelings) if hirelings else (),
            hireling_setup=self.entries(hirelings.actions) if hirelings else (),
            pool=model.pool.factions if model.pool else "",
        )

    def entries(self, nodes: list[Any]) -> tuple[Entry, ...]:
        entries = []
        for node in nodes:
            start, end = node._tx_position, node._tx_position_end
            number = self.line(node)
            column = start - self.starts[number - 1] + 1
            action = _action(node, start)
            try:
                check(action)
            except a.ActionError as error:
                raise UnreadableRecord(
                    self.file, number, column + error.offset, error.found, error.expected
                ) from None
            entries.append(
                Entry(self.text[start:end], number, column, column + end - start, action)
            )
        return tuple(entries)

    def faction_line(self, node: Any) -> None:
        faction, number = node.faction, self.line(node)
        if not self.players_over and faction not in self.players:
            body = self.text[node._tx_position + 2 : node._tx_position_end]
            self.players[faction] = body.partition("//")[0].strip()
            self.next_number[faction] = 0
            return
        if not node.actions:
            raise UnreadableRecord(self.file, number, 3, f'"{node.name[:20]}"', "actions")
        comment = split_comment(node.end.comment) if node.end.comment else ("", "")
        turn = 0 if self.position else self.next_number.get(faction, 0)
        entries = self.entries(node.actions)
        self.turns.append(
            Turn(faction, turn, number, entries, comment[1], comment[0], self.position)
        )
        if not self.position:
            self.next_number[faction] = turn + 1
        self.annotated = number

    def comment_line(self, comment: str, number: int) -> None:
        directive = directive_of(comment.strip(), number)
        annotation = annotation_of(comment.strip())
        if directive:
            self.directives.append(directive)
            self.position = directive.word == "position" or (
                self.position and directive.word != "play"
            )
            self.positions |= directive.word == "position"
            self.players_over |= directive.word in ("position", "play")
            if directive.word == "play":
                self.next_number = dict.fromkeys(FACTIONS, 1)
        elif annotation is not None and not self.turns:
            self.annotation = f"{self.annotation} {annotation}".strip()
        elif annotation is not None and self.annotated == number - 1:
            turn = self.turns[-1]
            joined = f"{turn.annotation} {annotation}".strip()
            self.turns[-1] = msgspec.structs.replace(turn, annotation=joined)
            self.annotated = number
