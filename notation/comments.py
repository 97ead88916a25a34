"""Comments that mean something: directives and annotations, both behind `//!` (notation 15)."""

from __future__ import annotations

import re

from notation.record import Directive

DIRECTIVES = frozenset(["position", "play", "expect", "clause", "case", "law", "cite", "ok"])

_ANNOTATION = re.compile(r"(?:^|[ \t])//!(?:[ \t]+(.*)|$)")
_DIRECTIVE = re.compile(r"//![ \t]+([a-z]+)(?:[ \t]+(.*))?$")
_GLUED = re.compile(r"//!([a-z]+)\b")


def directive_of(text: str, number: int) -> Directive | None:
    """The directive of a comment line (blanks around it stripped); None if it is none."""
    found = _DIRECTIVE.match(text)
    if found is None or found[1] not in DIRECTIVES:
        return None
    return Directive(found[1], (found[2] or "").strip(), number)


def glued_directive(text: str) -> str | None:
    """The directive word that a comment line has without the blank before it."""
    found = _GLUED.match(text)
    return found[1] if found and found[1] in DIRECTIVES else None


def annotation_of(text: str) -> str | None:
    """The annotation of a comment line that is no directive; None if it has none."""
    found = _ANNOTATION.match(text)
    return (found[1] or "").strip() if found else None


def split_comment(text: str) -> tuple[str, str]:
    """Comment and annotation of what stands from `//` to the end of a turn line."""
    found = _ANNOTATION.search(text)
    if found is None:
        return text[2:].strip(), ""
    return text[2 : found.start()].strip(), (found[1] or "").strip()
