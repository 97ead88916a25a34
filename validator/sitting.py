"""A sitting at the table: what is typed, line by line, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from replayer import views
from replayer.state import State
from validator import report, rulebook
from validator.blame import TOO_LATE
from validator.findings import Finding
from validator.offers import offers, owed
from validator.report import Paint, plain
from validator.rulebook import Lang
from validator.table import Answer, Refused, Table

HELP: Final = """\
Actions are typed as Rootlog, one or several (w->8/w->8), and ruled on at once.
  H:w->8/...    a turn begins; H: alone says whose turn it is
  end           the turn is over: what it still owes is told
  why [H3.2]    the rule behind an action, and the other ways to read it
  open          what may come now, what is left of each budget, what is owed
  board         the table
  hand          the hands
  score         the points
  undo          takes the last entry back
  at H3.2       takes back all that is written from there on
  save FILE     writes the record
  help          this
  quit          ends
Any other line of a record may be typed as well: Map: Fall, //! position, Winner: H."""
WIDTH: Final = 40
"""Of the rules' column where budgets stand beside it."""
LEFT_UNDONE: Final = f"not done {TOO_LATE}"


class Quit(Exception):
    """The sitting is over."""


class Sitting:
    """One table and how it is talked to."""

    def __init__(self, table: Table, lang: Lang = "en", paint: Paint = plain) -> None:
        self.table, self.lang, self.paint = table, lang, paint
        self.board_paint: Paint = views.plain
        self.commands: dict[str, Callable[[str], Iterator[str]]] = {
            "why": self.why,
            "open": self.open,
            "board": self.board,
            "hand": self.hand,
            "score": self.score,
            "undo": self.undo,
            "at": self.at,
            "end": self.end,
            "save": self.save,
            "help": self.help,
            "quit": self.quit,
        }

    def answer(self, line: str) -> Iterator[str]:
        """What is said to one line, in lines. Raises Quit."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word in self.commands:
                yield from self.commands[word](rest.strip())
            elif word:
                yield from self.told(self.table.enter(line))
        except Refused as error:
            yield self.paint(str(error), "notation")

    def completions(self, text: str) -> list[str]:
        """Words that a line may begin with."""
        return [word for word in self.commands if word.startswith(text)]

    def addresses(self, text: str) -> list[str]:
        """Addresses that are written."""
        return [address for address in written(self.table) if address.startswith(text)]

    # --- rulings --------------------------------------------------------------------------

    def told(self, answer: Answer) -> Iterator[str]:
        """The ruling on what was entered: each action's rule, then what was found."""
        rules = self.rules()
        for address, text in answer.actions:
            blamed = [f for f in answer.found if f.address == address and f.kind != "notation"]
            if blamed:
                ruled = self.paint(report.headline(blamed[0], self.lang), blamed[0].kind)
            else:
                ruled = self.paint(self.named(rules.get(address, "")), "rule")
            yield f"{address:<6} {text:<20} {ruled}".rstrip()
        for finding in answer.gone:
            head = f"{finding.address} {report.headline(finding, self.lang)}".strip()
            yield f"no longer: {head}"
        for finding in answer.found:
            yield from self.finding(finding)

    def rules(self) -> dict[str, str]:
        ruling = self.table.ruling
        return {one.address: one.rule for one in ruling.citations} if ruling else {}

    def finding(self, finding: Finding) -> Iterator[str]:
        if self.table.record is not None:
            yield from report.one(self.table.record, finding, self.lang, self.paint)

    def named(self, number: str) -> str:
        """Number and title; a seed's number beside it."""
        if not number or not report.known(number):
            return number
        seed = rulebook.seed_alias(number)
        also = f" (seed {seed})" if seed else ""
        return f"{number} {rulebook.title(number, self.lang)}{also}"

    # --- commands -------------------------------------------------------------------------

    def why(self, address: str) -> Iterator[str]:
        """The citation of an action, or what it is blamed for, and how else it may be read."""
        table = self.table
        record, ruling = table.record, table.ruling
        texts = written(table)
        played = [one for one in texts if not one[1:].startswith("0.")]
        if not (address or played):
            raise Refused("nothing was played yet; why tells the rule behind an action")
        address = address or played[-1]
        if record is None or ruling is None or address not in texts:
            raise Refused(f"no action {address} is written")
        found = [f for f in ruling.findings if f.address == address]
        for finding in found:
            yield from self.finding(finding)
        cited = self.rules().get(address, "")
        if cited and any(f.kind == "illegal" for f in found):
            yield f"   = then read as {self.named(cited)}"
        elif cited:
            yield f"{address} {texts[address]}: {self.paint(self.named(cited), 'rule')}"
        elif not found:
            yield f"{address} {texts[address]}: no rule is asked here"
        for number in table.read_under(address):
            if number and number != cited:
                yield f"   = or by {self.named(number)}"

    def open(self, _: str) -> Iterator[str]:
        table, state = self.table, self.state()
        readings = table.readings()
        if not readings:
            raise Refused("no turn of the Law's is under way; H: begins one of H")
        yield f"open to {table.address.partition('.')[0]}:"
        if table.game is not None and table.game.over:
            yield "  only what is under way: the game is over, thirty points"
        for offer in offers(readings, state):
            left = [f"{self.named(number)}: {max(n, 0)} left" for number, n in offer.budgets]
            named = f"{self.named(offer.number):<{WIDTH if left else 0}}"
            yield f"  {self.paint(named, 'rule')}{'; '.join(left)}"
        debts = owed(readings, state)
        if debts is None or not (debts.duties or debts.points):
            yield "nothing is owed"
            return
        yield "owed before the turn ends:"
        for number, soft, says in debts.duties:
            what = says.removeprefix(LEFT_UNDONE).removeprefix(": ")
            more = f": {what}" if what else ""
            yield f"  {self.named(number)}{more}{' (may go unwritten)' if soft else ''}"
        for gained in debts.points:
            s = "s" if gained.n > 1 else ""
            yield f"  {self.named(gained.number)}: {gained.n} point{s} for {gained.faction}"

    def board(self, _: str) -> Iterator[str]:
        yield from views.text_board(self.state(), self.board_paint).split("\n")

    def hand(self, _: str) -> Iterator[str]:
        state = self.state()
        for faction in state.game.players:
            low, high = state.hand.get(faction, (0, 0))
            cards = f"{low}" if low == high else f"{low}-{high}"
            shown = " ".join(state.known.get(faction, ()))
            yield f"{faction}  {cards} card{'s' if high != 1 else ''}  {shown}".rstrip()

    def score(self, _: str) -> Iterator[str]:
        score = self.state().score
        yield ", ".join(f"{f} {'off' if n is None else n}" for f, n in score.items())

    def state(self) -> State:
        state = self.table.state
        if state is None:
            raise Refused("the table is not set: Map, Deck and a line for each player come first")
        return state

    def undo(self, _: str) -> Iterator[str]:
        yield from self.told(self.table.undo())
        yield self.here()

    def at(self, address: str) -> Iterator[str]:
        yield from self.told(self.table.go_to(address))
        yield f"{self.here()}; undo brings back what was written"

    def end(self, _: str) -> Iterator[str]:
        answer = self.table.end()
        yield from self.told(answer)
        if not answer.found:
            yield "nothing more is told of this turn"

    def here(self) -> str:
        """Where the next action stands, in words."""
        return f"now at {self.table.address}" if self.table.address else "no turn is under way"

    def save(self, path: str) -> Iterator[str]:
        if not path:
            raise Refused("save where? save FILE")
        try:
            Path(path).expanduser().write_text(self.table.text, encoding="utf-8")
        except OSError as error:
            raise Refused(f"{path}: {error.strerror or error}") from None
        yield f"{path}: written"

    def help(self, _: str) -> Iterator[str]:
        yield from HELP.split("\n")

    def quit(self, _: str) -> Iterator[str]:
        raise Quit
        yield


def written(table: Table) -> dict[str, str]:
    """Address -> text of every action, setup included."""
    turns = table.record.turns if table.record else ()
    return {
        f"{turn.faction}{turn.number}.{n}": entry.text
        for turn in turns
        if not turn.position
        for n, entry in enumerate(turn.entries, 1)
    }
