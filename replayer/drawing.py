"""The map drawn with characters: clearings where the board has them, joined by their paths."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from notation.legs import Place
from replayer.facts import MapFacts, map_facts
from replayer.state import State
from replayer.views import Paint, piece_groups, plain, slot_letters

COLUMNS: Final = 96
ROWS: Final = 42
BLOCK: Final = 16  # columns a clearing's text may take
PATH, CLOSED, RIVER = ".", "x", "~"

Cell = tuple[str, str]
"""A character and what it is, for the paint."""
EMPTY: Final[Cell] = (" ", "")


class Canvas:
    """Rows of cells."""

    def __init__(self) -> None:
        self.rows: list[list[Cell]] = [[EMPTY] * COLUMNS for _ in range(ROWS)]

    def line(self, a: tuple[int, int], b: tuple[int, int], mark: str) -> None:
        """Dots from one cell to another, one every other column."""
        (ax, ay), (bx, by) = a, b
        steps = max(abs(bx - ax) // 2, abs(by - ay), 1)
        for i in range(steps + 1):
            x, y = ax + round((bx - ax) * i / steps), ay + round((by - ay) * i / steps)
            self.rows[y][x] = (mark, "dim")

    def block(self, lines: list[list[Cell]], x: int, y: int) -> None:
        """Lines centred on a cell, with a blank column beside them, kept within the edges."""
        width = max(len(line) for line in lines)
        left = min(max(x - width // 2, 1), COLUMNS - width - 1)
        top = min(max(y - (len(lines) - 1) // 2, 0), ROWS - len(lines))
        for i, line in enumerate(lines):
            row = self.rows[top + i]
            row[left - 1 : left + width + 1] = [EMPTY, *line, *[EMPTY] * (width - len(line) + 1)]

    def text(self, paint: Paint) -> str:
        lines = []
        for row in self.rows:
            parts = []
            for what, run in groupby(_joined(row), lambda cell: cell[1]):
                text = "".join(char for char, _ in run)
                parts.append(paint(text, what) if what and not text.isspace() else text)
            lines.append("".join(parts))
        return "\n".join(line.rstrip() for line in lines).strip("\n")


def draw_map(state: State, paint: Paint = plain) -> str:
    """The map with its pieces, at most 96 columns wide.

    `.` is a path, `x` a closed one, `~` a river. A clearing shows its number, suit and slots as in
    `text_board`, then the pieces of each owner; forests show theirs.
    """
    facts = map_facts(state.game.map)
    canvas = Canvas()
    for (a, b), mark in _ways(facts, state):
        canvas.line(_cell(facts.clearing_xy[a]), _cell(facts.clearing_xy[b]), mark)
    for forest, xy in facts.forest_xy.items():
        if state.at(forest):
            canvas.block(_owners(state, forest), *_cell(xy))
    for n in facts.clearings:
        canvas.block([_title(state, facts, n), *_owners(state, n)], *_cell(facts.clearing_xy[n]))
    return canvas.text(paint)


def _joined(row: list[Cell]) -> Iterable[Cell]:
    """The cells with blanks between dots counted to them, so that they are painted in one go."""
    last = ""
    for char, what in row:
        if char != " ":
            last = what
        yield char, last if char == " " and last == "dim" else what


def _cell(xy: tuple[float, float]) -> tuple[int, int]:
    return round(xy[0] * (COLUMNS - 1)), round(xy[1] * (ROWS - 1))


def _ways(facts: MapFacts, state: State) -> Iterable[tuple[tuple[int, int], str]]:
    """Every river, closed and open path, each once; the later are drawn over the earlier."""
    for a in facts.clearings:
        yield from (((a, b), RIVER) for b in sorted(facts.rivers[a]) if a < b and not facts.coastal)
    yield from ((ends, CLOSED) for ends in sorted(facts.closed - state.open_paths))
    for a in facts.clearings:
        yield from (((a, b), PATH) for b in sorted(facts.adjacent[a]) if a < b)
    yield from ((ends, PATH) for ends in sorted(state.open_paths))


def _title(state: State, facts: MapFacts, n: int) -> list[Cell]:
    suit = state.game.suits[n] or "?"
    marks = [mark for mark, at in (("ferry", state.ferry), ("tower", facts.tower)) if at == n]
    cells = [(c, "head") for c in f"{n} "] + [(suit, suit)]
    return cells + [(c, "") for c in " ".join(["", f"[{slot_letters(state, facts, n)}]", *marks])]


def _owners(state: State, place: Place) -> list[list[Cell]]:
    """`H 3w w_w b`, a line or more for each owner."""
    lines: list[list[Cell]] = []
    for owner, pieces in piece_groups(state, place):
        head = [(c, owner) for c in owner]
        line = list(head)
        for piece in pieces:
            if len(line) + 1 + len(piece) > BLOCK:
                lines.append(line)
                line = [(" ", "")] * len(head)
            line += [(c, "") for c in f" {piece}"]
        lines.append(line)
    return lines
