"""Known misspellings of actions: what real scorers write, mended to standard Rootlog 2.8.

A mend is an edit of the text that leaves no doubt what was meant (notation 10, 12.2, 13.2). Only
texts that the standard refuses are mended, and only if the standard takes the result; a guess,
which may be wrong, is offered with the error and never read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from notation.actions import Action, ActionError, Move, Reveal, Span
from notation.parser import MAX_ACTION
from notation.vocabulary import SUITED, canonical, is_known

Parse = Callable[[str], Action]


class Mended(NamedTuple):
    """A mended action; its spans point into the text as written. `raft`: the ferry's old letter."""

    action: Action
    text: str
    expected: tuple[str, ...]
    raft: bool


class _Rule(NamedTuple):
    pattern: re.Pattern[str]
    replace: Callable[[re.Match[str]], str]
    expected: str


def _rule(pattern: str, replace: str | Callable[[re.Match[str]], str], expected: str) -> _Rule:
    if isinstance(replace, str):
        template = replace
        return _Rule(re.compile(pattern), lambda found: found.expand(template), expected)
    return _Rule(re.compile(pattern), replace, expected)


def _upper(found: re.Match[str]) -> str:
    return found[0].upper()


def _lower_name(found: re.Match[str]) -> str:
    return found[0].lower() if is_known(canonical(found[0].lower())[1]) else found[0]


def _glued_suit(found: re.Match[str]) -> str:
    suit = (found[1] or "").lower()
    return f"Z{suit if found[2] in SUITED else ''}{found[2]}"


def _ascending(found: re.Match[str]) -> str:
    return "_".join(sorted(found[0].split("_"), key=int))


def _ungrouped(found: re.Match[str]) -> str:
    return "+".join(member + found[2] for member in found[1].split("+")) + "^"


_FACTION = "[CEAVGLODPHK]"
_NAME = "(?:@|[a-z]+)"
_BEFORE_ARROW = "(?=.*->)"
RAFT = "the ferry is `f`"

_RULES = (
    _rule("→|[–—−]>", "->", "`->` in plain characters"),  # noqa: RUF001
    _rule("—", "--", "`--` in plain characters"),
    _rule(r"[ \t\u00a0]+", "", "no blanks in an action"),
    _rule("(?<=#)[A-Z][a-z]+|(?<=Z)[A-Z][a-z]+", _lower_name, "card names in lower case"),
    _rule("(?<!h_)[TSJ]", r"h_\g<0>", "hirelings with `h_`"),
    _rule(
        "(?:(?<=^)|(?<=[0-9+(A-Z]))([srkmcej])_([wbt])(?![a-z_])",
        r"\2_\1",
        "the kind of piece before its subtype",
    ),
    _rule(rf"(?:(?<=^)|(?<=[+(]))r(?=[)+0-9]|->){_BEFORE_ARROW}", "f", RAFT),
    _rule("(?:(?<=^)|(?<=[0-9+(^]))[bfmr](?=#)", _upper, "suits in capitals"),
    _rule(r"\((?:[0-9]*[BFMRbfmr]\+)*[0-9]*[BFMRbfmr]\)(?=#)", _upper, "suits in capitals"),
    _rule("[bfmr](?=@)", _upper, "suits in capitals"),
    _rule(r"(?<=^\$_o->)[bfmr]$|(?<=^\$_ho->)[bfmr]$", _upper, "suits in capitals"),
    _rule(rf"^(h_[A-Z]d?|{_FACTION})?x(?=h_|[A-Za-z][0-9])", r"\1X", "a battle's `X`"),
    _rule("(?<=X)[ceavglodphk](?=[0-9])", _upper, "factions in capitals"),
    _rule("^z(?=%|[a-z]{2})", _upper, "a craft's `Z`"),
    _rule("^Z([sbcxhtrfu])$", r"Z%\1", "`%` before an item"),
    _rule(f"^Z([BFMR]?)#?({_NAME})$", _glued_suit, "the name alone, after `Z`"),
    _rule(r"^\?P?t([0-9]+)\^t_([bers])$", r"?Pt_\2\1", "a guess such as `?Pt_e3`"),
    _rule("^\\?t_([bers][0-9]+)$", r"?Pt_\1", "a guess such as `?Pt_e3`"),
    _rule("^P?t([0-9]+)<->P?t([0-9]+)$", r"t\1<->t\2", "plots without owner in a trick"),
    _rule(
        rf"({_FACTION})([0-9]*)([BFMR]?#{_NAME}?)(?=->|\+|\)|\^)",
        r"\2\3\1",
        "the hand after the card",
    ),
    _rule(r"(?<=->)\*$", "", "nothing after the arrow for the discard pile"),
    _rule("(?<![0-9])0+(?=[0-9])", "", "numbers without leading zeros"),
    _rule("[0-9]+(?:_[0-9]+)+", _ascending, "clearings in ascending order"),
    _rule(rf"(%[a-z_])({_FACTION})(?=->|\+|\))", r"\1\2$", "a board where an item lies"),
    _rule(rf"^([^#wptbX]*%[^#wpX]*->)({_FACTION})$", r"\1\2$", "a board where an item goes"),
    _rule(rf"^\(([^()]+)\)({_FACTION}?)\^", _ungrouped, "each card with its hand"),
)

# Probable meanings, too doubtful to be read; the first that the standard takes is offered.
_GUESSES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        ("O", "0"),
        (r"(?<=->)0", "O"),
        ("l", "1"),
        ("$", "->"),
        (rf"^({_FACTION}\$?)->(.*)$", r"#\1->\2"),
        (r"^([BFMR])(?=[\^]|->|\+)", r"\1#"),
        (r"^([0-9]+)(?=\^)", r"\1#"),
        (r"^\$_", "%_"),
        (r"^\+\+->$", "++->$"),
        (r"^(.*X.*[BFMR])a$", r"\1@"),
        (r"t\^([0-9]+)->t_", r"t\1^t_"),
        (r"^([+-])(?=[0-9]*$)", r"\1\1"),
        (r"(?<!-)>|-(?!>)", "->"),
        (r"(?<=->)([ceavglodphk])(?=\$?$)", lambda found: found[0].upper()),
        (r"(?<=[a-z#])([ceavglodphk])(?=->)", lambda found: found[0].upper()),
    )
)


def mend(text: str, parse: Parse) -> Mended | None:
    """The mended reading of a text that `parse` refuses; None if no known slip explains it."""
    if len(text) > MAX_ACTION:
        return None
    origin = list(range(len(text)))
    current, expected = text, []
    raft = False
    for rule in _RULES:
        changed, moved = _substitute(rule, current, origin)
        if changed == current:
            continue
        current, origin = changed, moved
        raft |= rule.expected == RAFT
        if rule.expected not in expected:
            expected.append(rule.expected)
        try:
            action = parse(current)
        except ActionError:
            continue
        return Mended(_respan(action, origin, len(text)), current, tuple(expected), raft)
    return None


def guess(text: str, parse: Parse) -> str | None:
    """A standard action that a text which cannot be read was perhaps meant to be."""
    if len(text) > MAX_ACTION:
        return None
    for pattern, replacement in _GUESSES:
        meant = pattern.sub(replacement, text, count=1)
        if meant != text:
            try:
                parse(meant)
            except ActionError:
                continue
            return meant
    return None


def _substitute(rule: _Rule, text: str, origin: list[int]) -> tuple[str, list[int]]:
    """The text with every match of a rule replaced, and where its characters come from."""
    out: list[str] = []
    moved: list[int] = []
    last = 0
    for found in rule.pattern.finditer(text):
        new = rule.replace(found)
        out += (text[last : found.start()], new)
        moved += origin[last : found.start()]
        at = origin[found.start()] if found.start() < len(origin) else len(origin)
        span = origin[found.start() : found.end()] or [at]
        moved += [span[min(index, len(span) - 1)] for index in range(len(new))]
        last = found.end()
    out.append(text[last:])
    moved += origin[last:]
    return "".join(out), moved


def _respan(action: Action, origin: list[int], length: int) -> Action:
    def moved(span: Span) -> Span:
        start, end = span
        first = origin[start] if start < len(origin) else length
        return first, max(first, origin[end - 1] + 1 if end else 0)

    replace = msgspec.structs.replace
    if isinstance(action, Move):
        sources = tuple(replace(each, span=moved(each.span)) for each in action.sources)
        ends = tuple(replace(each, span=moved(each.span)) for each in action.ends)
        return replace(action, sources=sources, ends=ends)
    if isinstance(action, Reveal):
        shown = tuple(replace(each, span=moved(each.span)) for each in action.shown)
        return replace(action, shown=shown)
    return action
