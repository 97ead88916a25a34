"""Annotations, form A of notation 15: what a scorer adds behind `//!` without touching the record.

    //! n9 @7=D 1:14.4.1 4:mob(R) 7:loot,hits(0,1) vp(H7)

An annotation confirms, restricts or excuses; it never changes the state. A faulty item is dropped
with a warning and costs nothing else.
"""

from __future__ import annotations

import re

import msgspec

CLAIMS = ("vp", "hand", "law", "first", "ok", "text", "dice")

_PHASES = {"B": "birdsong", "D": "daylight", "E": "evening"}
_ARG = r'(?:"[^"]*"|[^,()"\s]+)'
_ARGS = rf"\((?:{_ARG}(?:,{_ARG})*)?\)"
_TAG = rf"(?:[0-9]+(?:\.[0-9]+)+[a-z]?|[a-z_][a-z_.]*(?:{_ARGS})?)"
_ANCHOR = r"`[^`]*`|[0-9]{1,3}(?:\.[0-9]{1,3}|-[0-9]{1,3})?"
_ITEM = re.compile(
    rf"n(?P<guard>[0-9]{{1,4}})|@(?P<at>[0-9]{{1,3}})=(?P<phase>[BDE])"
    rf"|(?P<anchor>{_ANCHOR}):(?P<tags>{_TAG}(?:,{_TAG})*)"
    rf"|(?P<claim>[a-z]+)(?P<args>{_ARGS})"
)
_WORD = re.compile(r"(?:`[^`]*`|\"[^\"]*\"|[^\s`\"])+|\S+")


class Tag(msgspec.Struct, frozen=True):
    """`14.4.1` (a rule's number), or a word with its arguments: `hits(3,1)`."""

    word: str
    args: tuple[str, ...] = ()

    @property
    def is_rule(self) -> bool:
        """Whether the tag is a number of the Law."""
        return self.word[0].isdigit()


class Anchor(msgspec.Struct, frozen=True):
    """Which action of the turn is meant: its place from 1, one leg of it, a span, or its text."""

    first: int = 0
    last: int = 0
    leg: int | None = None
    text: str | None = None


class Note(msgspec.Struct, frozen=True):
    anchor: Anchor
    tags: tuple[Tag, ...]


class Phase(msgspec.Struct, frozen=True):
    """`@7=D`: daylight begins before action 7."""

    action: int
    phase: str  # birdsong daylight evening


class Annotation(msgspec.Struct, frozen=True):
    """What one turn, or the game, is annotated with; `warnings` tells what was dropped and why."""

    guard: int | None = None
    phases: tuple[Phase, ...] = ()
    notes: tuple[Note, ...] = ()
    claims: tuple[Tag, ...] = ()
    warnings: tuple[str, ...] = ()


def read_annotation(text: str, actions: tuple[str, ...] | None = None) -> Annotation:
    """The annotation that `text`, what stands behind `//!`, writes.

    `actions` are the texts of the annotated turn's actions: with them anchors are checked, and
    where the guard `n…` disagrees with their number the numeric anchors are dropped. None: a
    game's annotation, where only claims make sense.
    """
    guard: int | None = None
    phases: list[Phase] = []
    notes: list[Note] = []
    claims: list[Tag] = []
    warnings: list[str] = []
    for word in _WORD.findall(text):
        found = _ITEM.fullmatch(word)
        if found is None:
            warnings.append(f"{word}: expected n9, @7=D, 3:tag or vp(…)")
        elif found["guard"]:
            guard = int(found["guard"])
        elif found["phase"]:
            phases.append(Phase(int(found["at"]), _PHASES[found["phase"]]))
        elif found["anchor"]:
            notes.append(Note(_anchor(found["anchor"]), _tags(found["tags"])))
        elif found["claim"] in CLAIMS:
            claims.append(Tag(found["claim"], _args(found["args"])))
        else:
            warnings.append(f"{word}: expected one of {', '.join(CLAIMS)}")
    if actions is None:
        if guard is not None or phases or notes:
            warnings.append("only claims annotate a game: no turn stands above")
        return Annotation(None, (), (), tuple(claims), tuple(warnings))
    if guard is not None and guard != len(actions):
        warnings.append(f"n{guard}: the turn has {len(actions)} actions; numbered anchors dropped")
        phases = []
        notes = [note for note in notes if note.anchor.text is not None]
    kept_phases = [phase for phase in phases if 1 <= phase.action <= len(actions) + 1]
    kept_notes = [note for note in notes if _anchored(note.anchor, actions)]
    if len(kept_phases) < len(phases) or len(kept_notes) < len(notes):
        warnings.append("an anchor names no action of the turn, or more than one")
    return Annotation(guard, tuple(kept_phases), tuple(kept_notes), tuple(claims), tuple(warnings))


def _anchor(text: str) -> Anchor:
    if text[0] == "`":
        return Anchor(text=text[1:-1])
    first, dash, last = text.partition("-")
    if dash:
        return Anchor(int(first), int(last))
    first, dot, leg = text.partition(".")
    return Anchor(int(first), int(first), int(leg) if dot else None)


def _anchored(anchor: Anchor, actions: tuple[str, ...]) -> bool:
    if anchor.text is not None:
        return actions.count(anchor.text) == 1
    return 1 <= anchor.first <= anchor.last <= len(actions) and anchor.leg != 0


def _tags(text: str) -> tuple[Tag, ...]:
    return tuple(
        Tag(found[0].partition("(")[0], _args(found[0].partition("(")[2]))
        for found in re.finditer(_TAG, text)
    )


def _args(text: str) -> tuple[str, ...]:
    return tuple(found[0].strip('"') for found in re.finditer(_ARG, text))
