"""The printings of the Law: p6 rules unless a record or its reader names another.

Each difference that changes a ruling is declared once, as a `Printing` beside the rule it changes.
Which of them a ruling asked for is written down, so that a record that names no printing need be
ruled again only by those that could tell otherwise.
"""

from __future__ import annotations

from typing import Final

import msgspec

from replayer.state import State

PRINTINGS: Final[list[Printing]] = []
ASKED: Final[set[Printing]] = set()
"""The differences that the ruling at hand has turned on."""


class Printing:
    """Where one printing words a number otherwise: asked of a state, whether that printing rules.
    The label p4 stands for the faction boards of its time, too.

    Ask last, where the answer decides: what was asked is noted in `ASKED`. `board`: no text of the
    Law says so, but faction boards of that time.
    """

    __slots__ = ("board", "law", "number", "says")

    def __init__(self, law: str, number: str, says: str, board: bool) -> None:
        self.law, self.number, self.says, self.board = law, number, says, board

    def __call__(self, state: State) -> bool:
        ASKED.add(self)
        return state.game.law == self.law

    def __repr__(self) -> str:
        return f"<{self.law} {self.number}: {self.says}>"


def printing(law: str, number: str, says: str, *, board: bool = False) -> Printing:
    """Declare that a printing words a number so, in a few words of our own."""
    made = Printing(law, number, says, board)
    PRINTINGS.append(made)
    return made


def under(state: State, law: str) -> State:
    """The same table, by that printing."""
    game = msgspec.structs.replace(state.game, law=law, law_named=True)
    return msgspec.structs.replace(state, game=game)
