"""Pieces: moving, placing and removing them; plots, relics, waystations, the ferry, closed paths.

Handlers change a state that nobody else holds yet; shared tables inside it are replaced, never
changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from typing import Final

import msgspec

from notation.legs import FlipLeg, PathLeg, Piece, PieceLeg, Place, TrickLeg
from replayer.apply_riverfolk import (
    BOARD,
    board_changes,
    found_astray,
    gone_astray,
    post_removed,
)
from replayer.facts import faction_facts, map_facts, relic_values, waystations
from replayer.state import COFFIN, NO_PIECES, OUT, SPENT, SUPPLY, Count, Plot, State
from replayer.tables import counted, fault, laid, lie, lifted, with_entry

PLOT: Final = Piece("P", "t")
WAYSTATION: Final = Piece("K", "b")
SUBTYPED: Final = frozenset((*("Cb", "Ab", "Lb", "Ot", "Db"), *("Pt", "Kt", "Kb")))
"""Owner and kind of pieces that only come in subtypes: a missing one may be any."""
BY_SUIT: Final = frozenset(("Ab", "Lb", "Ot"))
"""Of those, the ones whose subtype is the suit of their clearing."""


def move_pieces(new: State, leg: PieceLeg) -> None:
    """n pieces from a place to a place; removal and loss take each to where it belongs."""
    piece, n, start, end = leg.piece, leg.n, leg.start, leg.end
    kind = piece[1]
    if kind == "f":
        _move_ferry(new, start, end)
        return
    if kind == "p":
        start = _pawn_start(new, piece, start)
    elif new.this_turn.bombs and end == SUPPLY and _gone_bomb(new, piece, start):
        return
    if end == BOARD or start == BOARD:
        n -= board_changes(new, leg)
        if not n:
            return
    pieces = new.pieces
    if end not in pieces and end != start:
        _check_place(new, end)
    here = pieces.get(start, NO_PIECES)
    if here.get(piece, 0) >= n:
        _carry(new, piece, piece, n, start, end)
        return
    told = start not in pieces and _check_place(new, start)
    if start == SUPPLY:
        piece = _with_suit(new, piece, end)
    missing = n
    for actual, k in list(_pick(here, piece, n, start)):
        missing -= k
        _carry(new, actual, _as_written(piece, actual), k, start, end)
    if start == SUPPLY and missing and SPENT in new.pieces:
        k = min(missing, new.pieces[SPENT].get(piece, 0))
        if k:
            _carry(new, piece, piece, k, SPENT, end)
            missing -= k
    if start == SUPPLY and missing and new.astray:
        k = found_astray(new, piece, missing)
        if k:
            _carry(new, piece, piece, k, SUPPLY, end)
            missing -= k
    if not missing:
        return
    if start == SUPPLY:
        fault(new, "supply", f"{n} {piece} from the supply, which holds {n - missing}")
    elif not told:
        fault(new, "piece", f"{n} {piece} from {place_name(start)}, where {lie(n - missing)}")
        if _contradicted(new, piece, start, end):
            return
        if start == BOARD:
            gone_astray(new, missing)
    _from_nowhere(new, piece, missing, end)


def _move_ferry(new: State, start: Place, end: Place) -> None:
    if not new.ferry:
        fault(new, "piece", "the ferry is moved, but there is none on this map")
        return
    if start not in ("here", new.ferry):
        fault(new, "piece", f"the ferry from {place_name(start)}, but it is in {new.ferry}")
    if not isinstance(end, int) or not _exists(new.game.map, end):
        fault(new, "place", f"the ferry to {place_name(end)}")
        return
    new.ferry = end
    new.this_turn = msgspec.structs.replace(new.this_turn, ferried=True)


def _pawn_start(new: State, piece: Piece, start: Place) -> Place:
    """Where the pawn is; a written place where it is not is a fault."""
    if start not in ("here", SUPPLY) and piece in new.pieces.get(start, NO_PIECES):
        return start
    actual = next((place for place, here in new.pieces.items() if piece in here), SUPPLY)
    if start not in ("here", SUPPLY):
        where = place_name(actual)
        fault(new, "piece", f"{piece} from {place_name(start)}, but it is in {where}")
    return actual


def _gone_bomb(new: State, piece: Piece, start: Place) -> bool:
    """The written removal of a bomb that its own flip has already taken (13.7.1)."""
    if piece.owner != "P" or piece.kind != "t" or start not in new.this_turn.bombs:
        return False
    if piece.sub == "" and new.count(start, "P", "t"):
        return False
    if piece.sub not in ("", "b"):
        return False
    bombs = list(new.this_turn.bombs)
    bombs.remove(int(start))
    new.this_turn = msgspec.structs.replace(new.this_turn, bombs=tuple(bombs))
    return True


def _with_suit(new: State, piece: Piece, end: Place) -> Piece:
    """A building or post placed without its suit takes that of the clearing."""
    if piece.sub == "" and piece.owner + piece.kind in BY_SUIT and isinstance(end, int):
        suits = new.game.suits
        if 0 < end < len(suits):
            return Piece(piece.owner, piece.kind, suits[end].lower())
    return piece


def _pick(
    here: Mapping[Piece, int], piece: Piece, n: int, start: Place
) -> Iterator[tuple[Piece, int]]:
    """Up to n pieces of a place that the written one may mean, the surest first."""
    for actual in (piece, *_alike(here, piece, start)):
        k = min(n, here.get(actual, 0))
        if k:
            yield actual, k
            n -= k
        if not n:
            return


def _alike(here: Mapping[Piece, int], piece: Piece, start: Place) -> list[Piece]:
    owner, kind, sub = piece
    if owner + kind not in SUBTYPED:
        return []
    same = [other for other in here if other.owner == owner and other.kind == kind]
    same.sort(key=lambda other: (len(other.sub), other.sub))
    if piece in same:
        same.remove(piece)
    if sub == "" or (start == SUPPLY and owner + kind in ("Pt", "Kb")):
        return same
    if owner == "P":
        return [other for other in same if other.sub == ""]
    if owner == "K":
        if kind == "t":
            if len(sub) == 1:
                return [other for other in same if other.sub[-1] == sub]
            return [other for other in same if other.sub == sub[-1]]
        return [other for other in same if _same_side(other.sub, sub)]
    return []


def _same_side(sub: str, other: str) -> bool:
    """Whether two spellings of a waystation show the same side up."""
    return sub[:1] == other[:1] and (len(sub) == 1 or len(other) == 1)


def _as_written(piece: Piece, actual: Piece) -> Piece:
    """What lies at the end: the written piece where it says more than the one that was there."""
    return piece if len(piece.sub) > len(actual.sub) else actual


def _carry(new: State, actual: Piece, given: Piece, n: int, start: Place, end: Place) -> None:
    """Move n pieces that are there. `given` is what they show at the end."""
    owner, kind, _ = actual
    if end == SUPPLY and start != SUPPLY:
        end = _home(new, actual, start)
        given = _in_supply(given) if end == SUPPLY else given
    pieces = lifted(new.pieces, start, actual, n)
    new.pieces = pieces
    laid(pieces, end, given, n)
    if kind == "w" and new.turn in new.satchel and new.battle is not None:
        _note_losses(new, owner, n, start)
    elif kind in "bt" and owner == new.turn and new.this_turn.crafted and isinstance(start, int):
        fallen = tuple(sorted((*new.this_turn.fallen, *((actual, start),) * n)))
        new.this_turn = msgspec.structs.replace(new.this_turn, fallen=fallen)
    if owner == "P" and kind == "t":
        _follow_plots(new, given, n, start, end)
    elif owner == "O" and kind == "t" and isinstance(start, int):
        post_removed(new, n)
    elif owner == "A" and kind == "b" and isinstance(start, int):
        _lose_supporters(new)
    elif owner == "K" and kind != "w":
        if kind == "b":
            _check_waystations(new, end)
        elif given != actual:
            _check_relic(new, given)


def _lose_supporters(new: State) -> None:
    """Supporters that go with a base often go unwritten (8.2.4): into the Lost Souls, with the
    Cult."""
    if "L" in new.game.players and new.supporters[1]:
        new.souls_open = True


def _home(new: State, piece: Piece, start: Place) -> Place:
    """Where a removed piece goes (notation.md 7, 8): mostly the supply."""
    owner, kind, sub = piece
    if kind == "w":
        if sub:
            return SUPPLY
        battle = None if new.this_turn.turning else new.battle
        if owner == "L" and battle and battle.defender == "L" and battle.clearing == start:
            return "L$"  # 10.2.3 Revenge
        if len(owner) == 1 and (holder := coffin_owner(new)):
            doubted = "coffin" in new.doubted.get(holder, ())
            return SPENT if doubted or _is_spent(new, owner, start) else COFFIN
    elif kind == "t" and (owner == "O" or (owner == "C" and sub == "k")):
        return OUT  # 11.2.5.I, 6.2.2
    return SUPPLY


def _note_losses(new: State, owner: str, n: int, start: Place) -> None:
    """Warriors lost in a Vagabond's own battle: the enemy's, or allied ones as his hits (9.2.9)."""
    battle, facts = new.battle, new.this_turn
    if battle is None or start != battle.clearing:
        return
    sides = (battle.attacker, battle.defender)
    if new.turn not in sides and owner in sides:
        felled = tuple(sorted({*facts.felled, owner}))
        new.this_turn = msgspec.structs.replace(facts, felled=felled)
    elif new.turn in sides and owner in sides and owner != new.turn:
        slain = tuple(sorted({*facts.slain, owner}))
        new.this_turn = msgspec.structs.replace(facts, slain=slain)
    elif battle.attacker == new.turn and new.relations[new.turn].get(owner, "0") in "2ah":
        hits = (facts.hits[0], facts.hits[1] + n)
        new.this_turn = msgspec.structs.replace(facts, hits=hits)


def coffin_owner(state: State) -> str | None:
    """Who has the Coffin Makers in play."""
    for owner, cards in state.crafted.items():
        if "coffin" in cards:
            return owner
    return None


def _is_spent(new: State, owner: str, start: Place) -> bool:
    """Whether a warrior is paid rather than lost: off a board, or one's own outside the battle."""
    if not isinstance(start, int):
        return True
    return owner == new.turn and (new.battle is None or new.battle.clearing != start)


def release_coffins(new: State) -> Count:
    """The warriors on the Coffin Makers go home; how many: lost ones, and with those spent."""
    pieces = dict(new.pieces)
    counts = []
    for place in (COFFIN, SPENT):
        resting = pieces.pop(place, NO_PIECES)
        counts.append(sum(resting.values()))
        for piece, n in resting.items():
            laid(pieces, SUPPLY, piece, n)
    new.pieces = pieces
    return counts[0], sum(counts)


def doubt_coffins(new: State) -> None:
    """The Coffin Makers may have left play: warriors on it may be in the supply."""
    pieces = dict(new.pieces)
    for piece, n in pieces.pop(COFFIN, NO_PIECES).items():
        laid(pieces, SPENT, piece, n)
    new.pieces = pieces


def _in_supply(piece: Piece) -> Piece:
    """A piece as it lies in the supply, where the faces of plots and waystations do not count."""
    if piece.owner == "P" and piece.kind == "t":
        return PLOT
    if piece.owner == "K" and piece.kind == "b":
        return WAYSTATION
    return piece


def _from_nowhere(new: State, piece: Piece, n: int, end: Place) -> None:
    """Follow the record where pieces are missing: they appear, and stay as surplus, so that the
    shortfall is told once."""
    if end in (SUPPLY, OUT):
        return
    new.surplus = counted(new.surplus, _in_supply(piece), n)
    pieces = dict(new.pieces)
    laid(pieces, end, piece, n)
    new.pieces = pieces
    if piece.owner == "P" and piece.kind == "t":
        _follow_plots(new, piece, n, SUPPLY, end)


def _contradicted(new: State, piece: Piece, start: Place, end: Place) -> bool:
    """A plot removed under another type than it shows: that token goes all the same."""
    if piece.owner != "P" or piece.kind != "t" or end != SUPPLY:
        return False
    other = next((p for p in new.at(start) if p.owner == "P" and p.kind == "t"), None)
    if other is None:
        return False
    _carry(new, other, other, 1, start, end)
    return True


# --- plots --------------------------------------------------------------------------------


def _follow_plots(new: State, given: Piece, n: int, start: Place, end: Place) -> None:
    """Keep `plots` in step with the tokens that lie in clearings."""
    if isinstance(start, int):
        left = [p.sub for p in new.at(start) if p.owner == "P" and p.kind == "t"]
        plots = dict(new.plots)
        plot = plots.pop(start, None)
        if plot is not None and left:  # two lay there, which was told
            plots[start] = plot if plot.sub in left else Plot(plot.token, left[0])
        new.plots = plots
    if not isinstance(end, int):
        return
    if end in new.plots or n > 1:
        fault(new, "piece", f"a second plot in {place_name(end)}")
    serial = new.plot_serials.get(end, 0) + n
    new.plot_serials = with_entry(new.plot_serials, end, serial)
    if end not in new.plots:
        new.plots = with_entry(new.plots, end, Plot(100 * serial + end, given.sub))
    if given.sub:
        _check_plot_type(new, given.sub)
    if new.turn == "P" and start == SUPPLY:
        facts = new.this_turn
        new.this_turn = msgspec.structs.replace(facts, placed_plots=facts.placed_plots + n)


def _check_plot_type(new: State, sub: str) -> None:
    most = {row.sub: row.count for row in faction_facts("P").plots}.get(sub, 0)
    shown = sum(1 for plot in new.plots.values() if plot.sub == sub)
    if shown > most:
        fault(new, "piece", f"{shown} plots of type {sub} face up, of which there are {most}")


def flip(new: State, leg: FlipLeg) -> None:
    """A face-down token shows its face; a bomb leaves at once (13.7.1)."""
    if leg.owner == "P":
        _flip_plot(new, leg)
    elif leg.owner == "K":
        _flip_relic(new, leg)
    else:
        fault(new, "piece", f"{leg.owner} has no face-down tokens")


def _flip_plot(new: State, leg: FlipLeg) -> None:
    place, sub = leg.place, leg.sub
    plot = new.plots.get(place) if isinstance(place, int) else None
    if plot is None or not isinstance(place, int):
        fault(new, "piece", f"a plot in {place_name(place)} is turned up, where none lies")
        return
    if plot.sub:
        fault(new, "piece", f"the plot in {place} is turned up, but shows {plot.sub} already")
    pieces = lifted(new.pieces, place, Piece("P", "t", plot.sub), 1)
    laid(pieces, place, Piece("P", "t", sub), 1)
    new.pieces = pieces
    new.plots = with_entry(new.plots, place, Plot(plot.token, sub))
    _check_plot_type(new, sub)
    if sub == "b":
        _carry(new, Piece("P", "t", sub), PLOT, 1, place, SUPPLY)
        bombs = tuple(sorted((*new.this_turn.bombs, place)))
        new.this_turn = msgspec.structs.replace(new.this_turn, bombs=bombs)
        new.battle = None


def trick(new: State, leg: TrickLeg) -> None:
    """Two plots change places, each with its face and identity (13.5.4)."""
    a, b = leg.clearings
    plots = dict(new.plots)
    one, other = plots.pop(a, None), plots.pop(b, None)
    if one is None or other is None:
        empty = a if one is None else b
        fault(new, "piece", f"plots of {a} and {b} are swapped, but {empty} has none")
    if one == other:
        return
    pieces: dict[Place, Mapping[Piece, int]] = dict(new.pieces)
    for plot, start in ((one, a), (other, b)):
        if plot is not None:
            pieces = lifted(pieces, start, Piece("P", "t", plot.sub), 1)
    for plot, end in ((one, b), (other, a)):
        if plot is not None:
            laid(pieces, end, Piece("P", "t", plot.sub), 1)
            plots[end] = plot
    new.pieces, new.plots = pieces, plots


# --- relics and waystations ---------------------------------------------------------------


def _flip_relic(new: State, leg: FlipLeg) -> None:
    place, sub = leg.place, leg.sub
    down, up = Piece("K", "t", sub[-1:]), Piece("K", "t", sub)
    here = new.at(place)
    if down not in here:
        if up not in here:
            where = place_name(place)
            fault(new, "piece", f"{down} in {where} is turned up, where none lies face down")
        return
    pieces = lifted(new.pieces, place, down, 1)
    laid(pieces, place, up, 1)
    new.pieces = pieces
    _check_relic(new, up)


def _check_relic(new: State, relic: Piece) -> None:
    value, _, kind = relic.sub.rpartition("_")
    if not value:
        return
    most = relic_values().get(kind, ()).count(int(value)) if value.isdigit() else 0
    seen = sum(here.get(relic, 0) for here in new.pieces.values())
    if seen > most:
        fault(new, "piece", f"{seen} {relic}, of which there are {most}")


def _check_waystations(new: State, end: Place) -> None:
    if not isinstance(end, int):
        return
    shown = tuple(
        sorted(
            piece.sub
            for place, here in new.pieces.items()
            if isinstance(place, int)
            for piece, n in here.items()
            if piece.owner == "K" and piece.kind == "b"
            for _ in range(n)
        )
    )
    if not waystations_fit(shown):
        fault(new, "piece", f"no three waystations show {', '.join(shown)}")


@lru_cache(maxsize=1024)
def waystations_fit(shown: tuple[str, ...]) -> bool:
    """Whether the three two-sided waystations can lie so: "f_t" or, the other side open, "f"."""
    sides = [row.sides for row in waystations()]
    if len(shown) > len(sides):
        return False
    return any(
        all(_fits(sub, pair) for sub, pair in zip(shown, chosen, strict=True))
        for chosen in permutations(sides, len(shown))
    )


def _fits(sub: str, sides: tuple[str, str]) -> bool:
    up, _, down = sub.partition("_")
    return not up or (up in sides and (not down or {up, down} == set(sides)))


# --- places -------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _exists(map_name: str, place: Place) -> bool:
    """Whether a map has that clearing, forest or path. Boards and the like are not asked here."""
    facts = map_facts(map_name)
    if isinstance(place, int):
        return place == 0 or place in facts.clearings
    if place in facts.forests:
        return True
    ends = tuple(map(int, place.split("_")))
    if len(ends) != 2 or not all(end in facts.clearings for end in ends):
        return False
    return ends in facts.closed or ends[1] in facts.adjacent[ends[0]]


def _check_place(new: State, place: Place) -> bool:
    """Tell a place that is not there; True if it was told."""
    if isinstance(place, int):
        if not _exists(new.game.map, place):
            last = map_facts(new.game.map).count
            fault(new, "place", f"clearing {place} on {new.game.map}, which has {last}")
            return True
        if place == 0 and "D" not in new.game.players:
            fault(new, "place", "the Burrow, but the Duchy does not play")
            return True
        return False
    if place in (SUPPLY, OUT, COFFIN, SPENT):
        return False
    if place[0].isdigit():
        if not _exists(new.game.map, place):
            fault(new, "place", f"{place_name(place)} on {new.game.map}, which has none such")
            return True
        return False
    owner = place[:-1]
    if place[-1] == "$" and (owner in new.game.players or owner.startswith("h_")):
        return False
    fault(new, "place", f"pieces on {place_name(place)}")
    return True


def place_name(place: Place) -> str:
    """A place in words, for messages."""
    if isinstance(place, int):
        return f"clearing {place}" if place else "the Burrow"
    if place == SUPPLY:
        return "the supply"
    if place[0].isdigit():
        return f"{'forest' if place.count('_') > 1 else 'path'} {place}"
    if place[-1] == "$":
        return f"{place[:-1]}'s board"
    return f"{place}'s hand" if len(place) == 1 else place


def open_path(new: State, leg: PathLeg) -> None:
    """A closed path's marker leaves the game (16.2.3)."""
    ends = leg.ends
    facts = map_facts(new.game.map)
    if ends not in facts.closed:
        fault(
            new, "place", f"path {ends[0]}_{ends[1]} is opened, which {facts.name} has not closed"
        )
    elif ends in new.open_paths:
        fault(new, "place", f"path {ends[0]}_{ends[1]} is opened a second time")
    new.open_paths = new.open_paths | {ends}
    new.this_turn = msgspec.structs.replace(new.this_turn, opened=new.this_turn.opened + 1)
