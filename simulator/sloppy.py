"""A hurried scorer: the same turn, written with less (notation 6, 7, 13).

Nothing that happened is changed, and nothing is left out that a reader could not supply: no rolls,
cards by their suit, points added up at the end, like actions drawn together, like units zipped.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from simulator.table import number

HANDS = "CEAVGLODPHK"
DICE = re.compile(r"\(\d,\d\)$")
NAMED = re.compile(rf"^(\d*[BFMR]#)(?!dom)(?:@|[a-z]+)((?:[{HANDS}]|\$_[123])->.*|[{HANDS}]?\^.*)$")
DRAWN = re.compile(rf"\d*#->[{HANDS}]")
POINTS = re.compile(rf"^([{HANDS}]?)\+\+(\d*)$")
CARDS = re.compile(rf"^(?:(\d*)([BFMR])|\(([^)]*)\))#([{HANDS}]->(?:\$_\w)?)$")
SPENT = re.compile(rf".*#[{HANDS}]->$")
PIECE = rf"[{HANDS}]?[wbt](?:_[a-z](?:_[a-z])?)?"
PLACED = re.compile(rf"^(\d*)({PIECE})->(\d+(?:\+\d+)*)$")
LIFTED = re.compile(rf"^\d*{PIECE}\d+(?:\+\d*{PIECE}\d+)*->$")
REMOVED = re.compile(rf"^(?:\(([^)]*)\)|(\d*{PIECE}))(\d+)->$")
MEMBER = re.compile(r"(\d*)([A-Za-z]\w*)")


def hurried(faction: str, log: list[str], rng: Random) -> list[str]:
    """The actions of a turn as somebody in a hurry would have written them."""
    told = [DICE.sub("", NAMED.sub(r"\1\2", text)) for text in log]
    if rng.random() < 0.6:
        told = points_late(faction, told)
    told = joined(faction, told, rng)
    return zipped(told) if rng.random() < 0.7 else told


def points_late(faction: str, log: list[str]) -> list[str]:
    """Everybody's points of the turn in one sum before its last draw; not where some are lost or a
    marker leaves the track, for then it matters when."""
    if any("--" in text.split("->")[0] or text.startswith("++->") for text in log):
        return log
    end = last_draw(faction, log)
    total: Counter[str] = Counter()
    rest = []
    for text in log[:end]:
        found = POINTS.match(text)
        if found:
            total[found[1] or faction] += int(found[2] or 1)
        else:
            rest.append(text)
    sums = [f"{'' if f == faction else f}++{number(n)}" for f, n in sorted(total.items())]
    return rest + sums + log[end:]


def joined(faction: str, log: list[str], rng: Random) -> list[str]:
    """Neighbours that say the same of more: cards to one column or down to the hand's limit, pieces
    placed, pieces lost. Cards spent one by one are spent for different things."""
    end = last_draw(faction, log)
    told: list[str] = []
    for at, text in enumerate(log):
        both = together(told[-1], text) if told and rng.random() < 0.8 else None
        if both is not None and (at > end or not SPENT.match(text)):
            told[-1] = both
        else:
            told.append(text)
    return told


def last_draw(faction: str, log: list[str]) -> int:
    """Where the turn's last own draw stands; past the end where there is none."""
    draws = [i for i, text in enumerate(log) if DRAWN.fullmatch(text) and text[-1] == faction]
    return draws[-1] if draws else len(log)


def zipped(log: list[str]) -> list[str]:
    """Two units of the same shape crosswise: what both cost, then what both place."""
    told: list[str] = []
    for text in log:
        told.append(text)
        while len(told) >= 4:
            cost, effect = together(told[-4], told[-2]), together(told[-3], told[-1])
            if cost is None or effect is None or not PLACED.match(effect):
                break
            told[-4:] = [cost, effect]
    return told


def together(one: str, other: str) -> str | None:
    """Both actions as one, where Rootlog has a way to say so."""
    for join in (_cards, _placed, _removed, _lifted):
        both = join(one, other)
        if both is not None:
            return both
    return None


def _cards(one: str, other: str) -> str | None:
    """`F#C->` and `M#C->`: `(F+M)#C->`."""
    a, b = CARDS.match(one), CARDS.match(other)
    if a is None or b is None or a[4] != b[4]:
        return None
    suits = _suits(a) + _suits(b)
    words = [f"{number(n)}{suit}" for suit, n in sorted(suits.items())]
    return f"{words[0]}#{a[4]}" if len(words) == 1 else f"({'+'.join(words)})#{a[4]}"


def _suits(found: re.Match[str]) -> Counter[str]:
    if found[2]:
        return Counter({found[2]: int(found[1] or 1)})
    return Counter({w[-1]: int(w[:-1] or 1) for w in found[3].split("+")})


def _placed(one: str, other: str) -> str | None:
    """`w->3` and `w->11`: `w->3+11`; `w->3` twice: `2w->3`."""
    a, b = PLACED.match(one), PLACED.match(other)
    if a is None or b is None or a[2] != b[2]:
        return None
    if a[3] == b[3]:
        return f"{int(a[1] or 1) + int(b[1] or 1)}{a[2]}->{a[3]}"
    if a[1] != b[1] or set(a[3].split("+")) & set(b[3].split("+")):
        return None
    places = sorted(int(n) for n in f"{a[3]}+{b[3]}".split("+"))
    return f"{a[1]}{a[2]}->{'+'.join(map(str, places))}"


def _removed(one: str, other: str) -> str | None:
    """`2w4->` and `(w+Ew)4->`: `(3w+Ew)4->`."""
    a, b = REMOVED.match(one), REMOVED.match(other)
    if a is None or b is None or a[3] != b[3]:
        return None
    pieces: Counter[str] = Counter()
    for member in (a[1] or a[2]).split("+") + (b[1] or b[2]).split("+"):
        found = MEMBER.fullmatch(member)
        if found is None:
            return None
        pieces[found[2]] += int(found[1] or 1)
    words = [f"{number(n)}{piece}" for piece, n in pieces.items()]
    return f"{words[0]}{a[3]}->" if len(words) == 1 else f"({'+'.join(words)}){a[3]}->"


def _lifted(one: str, other: str) -> str | None:
    """`t2->` and `t4->`: `t2+t4->`."""
    if LIFTED.match(one) and LIFTED.match(other):
        return f"{one.removesuffix('->')}+{other}"
    return None
