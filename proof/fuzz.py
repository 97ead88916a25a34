"""Fuzzing: whatever a text holds, it is read or refused, and what is read gets one ruling.

Every input is made from its kind and seed alone, so a failure is repeated by naming both.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from multiprocessing import Pool
from types import FrameType
from typing import NamedTuple

from notation.reader import read_record
from notation.record import Record, UnreadableRecord
from notation.writer import format_record
from proof.sources import sources
from simulator.game import simulate
from validator.adjudicator import adjudicate
from validator.findings import Finding, Ruling

SIGNS = "CEAVGLODPHKXZQBFMRwpbtfscxhre0123456789#$%@*^?_+->(),;:/ !\n"
GAMES = 24
TURNS = 14
"""Games that inputs are spliced from, and how long they last."""
HANG = 120
"""Seconds after which an input is reported as one that hangs."""


class Failure(NamedTuple):
    kind: str
    seed: int
    says: str


class Hung(Exception):
    """An input that took too long."""


@cache
def games() -> tuple[str, ...]:
    return tuple(
        simulate(one.seed, one.factions, one.map, one.deck, turns=TURNS)
        for one in islice(sources(7), GAMES)
    )


@cache
def actions() -> tuple[str, ...]:
    """Actions of those games."""
    records = (read_record(text) for text in games())
    found = (entry.text for record in records for turn in record.turns for entry in turn.entries)
    return tuple(sorted(set(found)))


def header(pick: random.Random) -> str:
    text = pick.choice(games())
    return text[: text.index("\n\n", text.index("\n\n") + 1) + 1]


# --- inputs -------------------------------------------------------------------------------


def noise(pick: random.Random) -> bytes:
    """Bytes of any kind."""
    return bytes(pick.randrange(256) for _ in range(pick.randrange(400)))


def tokens(pick: random.Random) -> bytes:
    """Rootlog's signs in any order, behind a header."""
    body = "".join(pick.choice(SIGNS) for _ in range(pick.randrange(600)))
    return (header(pick) + body).encode()


def scratched(pick: random.Random) -> bytes:
    """A game with some of its characters changed, lost or doubled."""
    text = list(pick.choice(games()))
    for _ in range(pick.randrange(1, 12)):
        at = pick.randrange(len(text))
        text[at] = pick.choice((pick.choice(SIGNS), "", text[at] * 2))
    return "".join(text).encode()


def spliced(pick: random.Random) -> bytes:
    """The head of one game, then lines of another."""
    one, other = (pick.choice(games()).split("\n") for _ in range(2))
    cut = pick.randrange(len(one))
    return "\n".join([*one[:cut], *other[pick.randrange(len(other)) :]]).encode()


def sequences(pick: random.Random) -> bytes:
    """Turns of actions drawn from everywhere."""
    head = header(pick)
    letters = sorted({line[0] for line in head.split("\n") if line[1:2] == ":"})
    lines = (
        f"{pick.choice(letters)}:{'/'.join(pick.choices(actions(), k=pick.randrange(1, 9)))}"
        for _ in range(pick.randrange(1, 25))
    )
    return (head + "\n".join(lines) + "\n").encode()


def shuffled(pick: random.Random) -> bytes:
    """A game whose actions are swapped within their turns."""
    lines = pick.choice(games()).split("\n")
    for _ in range(pick.randrange(1, 6)):
        n = pick.randrange(len(lines))
        if lines[n][1:2] == ":" and "/" in lines[n]:
            parts = lines[n][2:].split("/")
            pick.shuffle(parts)
            lines[n] = lines[n][:2] + "/".join(parts)
    return "\n".join(lines).encode()


# --- what must hold -----------------------------------------------------------------------


def ruled(data: bytes) -> Ruling | None:
    """The ruling, or None where the text is refused as no record."""
    try:
        record = read_record(data)
    except UnreadableRecord:
        return None
    format_record(record)
    return adjudicate(record)


def total(data: bytes, pick: random.Random) -> str | None:
    """It is read and ruled on, or refused."""
    ruled(data)
    return None


def first(ruling: Ruling | None) -> tuple[str, str] | None:
    found = ruling.first_illegal if ruling else None
    return (found.address, found.rule) if found else None


def cut(record: Record, line: int) -> bytes:
    return ("\n".join(record.lines[:line]) + "\n").encode()


def prefixes(data: bytes, pick: random.Random) -> str | None:
    """The first illegal move is the same however the record goes on after its turn; before it,
    everything is legal."""
    whole = ruled(data)
    if whole is None:
        return None
    record = read_record(data)
    found = whole.first_illegal
    lines = [turn.line for turn in record.turns if turn.number > 0]
    for line in pick.sample(lines, min(3, len(lines))):
        early = ruled(cut(record, line))
        told = early.first_illegal if early else None
        if found is None or found.line > line:
            if told is not None and told.line < line:
                return f"cut after line {line}: {told.rule} at {told.address}, whole: none so early"
        elif found.line < line and (told is None or first(early) != first(whole)):
            return f"cut after line {line}: {first(early)}, whole: {first(whole)}"
    return None


def spellings(data: bytes, pick: random.Random) -> str | None:
    """The canonical form, another separator and another line end change nothing."""
    whole = ruled(data)
    if whole is None or any(f.kind == "notation" for f in whole.findings):
        return None
    record = read_record(data)
    text = data.decode()
    for other in (format_record(record), text.replace("\n", "\r\n"), separated(text)):
        again = ruled(other.encode())
        if again is None or told_of(again) != told_of(whole):
            return f"spelt otherwise: {again and told_of(again)}, as written: {told_of(whole)}"
    return None


def separated(text: str) -> str:
    """The same record with `;` between the actions."""
    lines = text.split("\n")
    return "\n".join(
        line.replace("/", ";") if line[1:2] == ":" and "//" not in line else line for line in lines
    )


def told_of(ruling: Ruling) -> list[tuple[str, str, str]]:
    kept: list[Finding] = [f for f in ruling.findings if f.kind != "notation"]
    return [(f.kind, f.rule, f.address) for f in kept]


Makes = Callable[[random.Random], bytes]
Holds = Callable[[bytes, random.Random], str | None]
KINDS: dict[str, tuple[Makes, Holds]] = {
    "bytes": (noise, total),
    "tokens": (tokens, total),
    "scratched game": (scratched, total),
    "spliced games": (spliced, total),
    "sequences of actions": (sequences, total),
    "cut games": (scratched, prefixes),
    "cut and shuffled games": (shuffled, prefixes),
    "other spellings": (shuffled, spellings),
}


def attempt(task: tuple[str, int]) -> Failure | None:
    """One input: what it breaks, if anything."""
    kind, seed = task
    makes, holds = KINDS[kind]
    pick = random.Random(f"{kind} {seed}")
    data = makes(pick)
    signal.signal(signal.SIGALRM, hung)
    signal.alarm(HANG)
    try:
        says = holds(data, pick)
    except Hung:
        says = f"no end after {HANG} seconds"
    except Exception as error:  # whatever it is, it is a failure
        says = f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    return Failure(kind, seed, says) if says else None


def hung(signum: int, frame: FrameType | None) -> None:
    raise Hung


def fuzz(seed: int, inputs: int, jobs: int) -> Iterator[tuple[str, list[Failure]]]:
    """So many inputs of every kind, and what they break."""
    games()
    with Pool(jobs) as pool:
        for kind in KINDS:
            tasks = [(kind, seed * 1_000_000 + n) for n in range(inputs)]
            found = pool.imap(attempt, tasks, chunksize=8) if jobs > 1 else map(attempt, tasks)
            yield kind, [failure for failure in found if failure is not None]
