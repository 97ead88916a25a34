"""The table as a still: map, pieces and score track in our own vector drawing.

Lengths are units of the view box, 1000 wide. What `place_pieces` and `markers` draw, the page draws
again in its browser (page/page.js): the tests hold the two to the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import hypot
from pathlib import Path
from typing import Final, NamedTuple

from notation.legs import Place
from replayer.facts import MapFacts, faction_facts, hirelings, map_facts
from replayer.state import State
from replayer.views import hand_text, head, on_map, ordered_pieces

STYLE: Final = Path(__file__).parent / "page" / "map.css"
WIDTH, TRACK, BOARD, BURROW, LEGEND = 1000, 76, 860, 60, 30
RADIUS: Final = 62  # of a clearing
CLEAR: Final = 104  # from the middle of a forest to that of any clearing
SLOT, ROW, ROW_WIDTH = 31, 32, 150
CELL, POINTS = 32, 30  # of the score track

SHAPES: Final = {
    "w": '<path class="shape" d="M0-15a7 7 0 0 1 5.5 11.3Q13-1 13 8v6'
    'H-13V8Q-13-1-5.5-3.7A7 7 0 0 1 0-15z"/>',
    "p": '<path class="shape" d="M0-17l4 5h8l-4 12 5 14H-13l5-14-4-12h8z"/>',
    "b": '<rect class="shape" x="-14" y="-14" width="28" height="28" rx="3"/>',
    "t": '<circle class="shape" r="14"/>',
    "f": '<path class="shape" d="M-3-15l15 14h-12v4h14l-5 11H-9L-14 3h11z"/>',
}
"""Kind of piece -> its outline about the origin."""
TOWER: Final = (
    '<g transform="translate(48,-50)"><title>tower</title>'
    '<path class="ruin" d="M-10 16V-4l-4-6v-8h6v5h5v-5h6v5h5v-5h6v8l-4 6v20z"/></g>'
)
TREES: Final = ((-22, 6), (20, 8), (0, -8), (-2, 16))

XY = tuple[int, int]


class Chip(NamedTuple):
    """Equal pieces side by side, drawn once with their number."""

    owner: str
    kind: str
    sub: str
    n: int

    @property
    def width(self) -> int:
        return 32 if self.n == 1 else 46 if self.n < 10 else 56


def draw_svg(state: State) -> str:
    """A whole image of the table, light or dark as its viewer asks; one line a player below."""
    height = map_height(state)
    players = state.game.players
    box = f"0 0 {WIDTH} {height + LEGEND * len(players)}"
    legend = "".join(_legend(state, f, height + LEGEND * i) for i, f in enumerate(players))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{box}">'
        f"<title>{escape(head(state))}</title>"
        f"<style>{STYLE.read_text(encoding='utf-8')}</style>{layers(state)}{legend}</svg>"
    )


def map_height(state: State) -> int:
    """Units that the map needs, the burrow and the score track included."""
    return TRACK + BOARD + (BURROW if "D" in state.game.players else 0)


def layers(state: State) -> str:
    """Everything of the map, for a view box of `map_height`."""
    facts = map_facts(state.game.map)
    drawn = [_shapes(), *map(_cell, range(POINTS + 1)), *_ground(state, facts)]
    drawn.append(f'<g id="markers">{markers(state)}</g>')
    drawn += [
        f'<g id="at-{place}">{place_pieces(state, place)}</g>'
        for place in (*facts.clearings, *(p for p in state.pieces if p == 0 or isinstance(p, str)))
        if on_map(place)
    ]
    return "".join(drawn)


def place_xy(facts: MapFacts, place: Place) -> XY:
    """Where a place is drawn: a clearing, a forest, or the middle of a path's ends."""
    if place == 0:
        return 150, TRACK + BOARD + BURROW // 2
    if isinstance(place, int):
        return _scaled(facts.clearing_xy[place])
    if place in facts.forest_xy:
        return _forest_xy(facts, place)
    ends = [_scaled(facts.clearing_xy[int(n)]) for n in place.split("_")]
    return sum(x for x, _ in ends) // len(ends), sum(y for _, y in ends) // len(ends)


def _forest_xy(facts: MapFacts, forest: str) -> XY:
    """The middle of a forest, as far off the nearest clearing as keeps both readable."""
    x, y = _scaled(facts.forest_xy[forest])
    near = [_scaled(facts.clearing_xy[n]) for n in facts.clearings]
    cx, cy = min(near, key=lambda at: hypot(x - at[0], y - at[1]))
    away = hypot(x - cx, y - cy)
    if not 0 < away < CLEAR:
        return x, y
    return round(cx + (x - cx) * CLEAR / away), round(cy + (y - cy) * CLEAR / away)


def _scaled(xy: tuple[float, float]) -> XY:
    return round(xy[0] * WIDTH), TRACK + round(xy[1] * BOARD)


# --- the ground: what never changes but for paths that open -----------------------------------


def _ground(state: State, facts: MapFacts) -> Iterable[str]:
    yield f'<rect class="board" y="{TRACK}" width="{WIDTH}" height="{BOARD}" rx="24"/>'
    yield from _waters(facts)
    for a in facts.clearings:
        yield from (_way(facts, a, b) for b in sorted(facts.adjacent[a]) if a < b)
    for a, b in sorted(facts.closed):
        yield _way(facts, a, b, "" if (a, b) in state.open_paths else "closed")
    for forest in facts.forest_xy:
        yield _forest(forest, _forest_xy(facts, forest))
    for n in facts.clearings:
        yield _clearing(state, facts, n)
    if "D" in state.game.players:
        y = TRACK + BOARD + 4
        yield f'<rect class="cell" x="4" y="{y}" width="400" height="{BURROW - 8}" rx="12"/>'
        yield f'<text class="note" x="44" y="{y + 26}">Burrow</text>'


def _waters(facts: MapFacts) -> Iterable[str]:
    if facts.coastal:
        shore = [_scaled(facts.clearing_xy[n]) for n in facts.coastal]
        middle = sum(x for x, _ in shore) // len(shore), sum(y for _, y in shore) // len(shore)
        shore.sort(key=lambda xy: (xy[1] - middle[1]) / ((xy[0] - middle[0]) or 1))
        shore.sort(key=lambda xy: xy[0] < middle[0])
        inner = ((2 * x + middle[0], 2 * y + middle[1]) for x, y in shore)
        points = " ".join(f"{x // 3},{y // 3}" for x, y in inner)
        yield f'<polygon class="water lake" points="{points}"/>'
        return
    for a in facts.clearings:
        for b in sorted(facts.rivers[a]):
            if a < b:
                (ax, ay), (bx, by) = _scaled(facts.clearing_xy[a]), _scaled(facts.clearing_xy[b])
                bend = (ax + bx) // 2 + (ay - by) // 8, (ay + by) // 2 + (bx - ax) // 8
                yield f'<path class="water" d="M{ax} {ay}Q{bend[0]} {bend[1]} {bx} {by}"/>'


def _way(facts: MapFacts, a: int, b: int, kind: str = "") -> str:
    (ax, ay), (bx, by) = _scaled(facts.clearing_xy[a]), _scaled(facts.clearing_xy[b])
    line = f'<path class="way" d="M{ax} {ay}L{bx} {by}"/>'
    return f'<g id="way-{a}_{b}" class="{kind}">{line * 2}</g>'


def _forest(name: str, xy: XY) -> str:
    trees = "".join(f'<path class="tree" d="M{x} {y - 16}l13 26h-26z"/>' for x, y in TREES)
    return f'<g transform="translate({xy[0]},{xy[1]})"><title>forest {name}</title>{trees}</g>'


def _clearing(state: State, facts: MapFacts, n: int) -> str:
    x, y = place_xy(facts, n)
    suit = state.game.suits[n]
    slots = "".join(
        f'<rect class="slot" x="{sx - 14}" y="{sy - 14}" width="28" height="28" rx="3"/>'
        for sx, sy in _slots(facts, n, (0, 0))
    )
    tower = TOWER if facts.tower == n else ""
    return (
        f'<g id="ground-{n}" class="suit-{suit}" transform="translate({x},{y})">'
        f'<circle class="clearing" r="{RADIUS}"/><circle class="number" cx="-50" cy="-52" r="18"/>'
        f'<text class="n" x="-50" y="-57">{n}</text><text class="s" x="-50" y="-43">{suit}</text>'
        f"{slots}{tower}</g>"
    )


def _slots(facts: MapFacts, place: Place, at: XY) -> list[XY]:
    """The middles of a clearing's slots; none elsewhere."""
    many = facts.slots[place] if isinstance(place, int) else 0
    return [(at[0] + SLOT * i - SLOT * (many - 1) // 2, at[1] - 24) for i in range(many)]


# --- pieces -------------------------------------------------------------------------------


def place_pieces(state: State, place: Place) -> str:
    """The pieces at a place: buildings in its slots as far as they go, the others in rows below."""
    facts = map_facts(state.game.map)
    x, y = place_xy(facts, place)
    chips = [Chip(*piece, n) for piece, n in ordered_pieces(state, place)]
    if place and place == state.ferry:
        chips.append(Chip("", "f", "", 1))
    drawn = []
    slots = _slots(facts, place, (x, y))
    below = bool(slots)
    loose = []
    for chip in chips:
        fit = min(chip.n, len(slots)) if chip.kind == "b" else 0
        drawn += [_chip(chip._replace(n=1), slots.pop(0)) for _ in range(fit)]
        if fit < chip.n:
            loose.append(chip._replace(n=chip.n - fit))
    if place in state.ruins and slots:
        drawn.append(_ruin(slots[0]))
    rows = _rows(loose)
    top = y + (10 if len(rows) > 1 else 16) if below else y
    return "".join([*drawn, *_drawn(rows, x, top)])


def _rows(chips: list[Chip]) -> list[list[Chip]]:
    rows: list[list[Chip]] = []
    for chip in chips:
        if not rows or _width(rows[-1]) + chip.width > ROW_WIDTH:
            rows.append([])
        rows[-1].append(chip)
    return rows


def _drawn(rows: list[list[Chip]], x: int, top: int) -> Iterable[str]:
    """Rows, each in the middle about x."""
    for i, row in enumerate(rows):
        left = x - _width(row) // 2
        for chip in row:
            yield _chip(chip, (left + 16, top + ROW * i))
            left += chip.width


def _width(chips: list[Chip]) -> int:
    return sum(chip.width for chip in chips)


def _chip(chip: Chip, xy: XY) -> str:
    kind = "leader" if chip.kind == "w" and chip.sub else "hired" if len(chip.owner) > 1 else ""
    many = f'<text class="many" x="{23 if chip.n < 10 else 27}" y="2">{chip.n}</text>'
    look = f"piece of of-{escape(chip.owner)} {kind}"
    return (
        f'<g class="{look}" transform="translate({xy[0]},{xy[1]})">'
        f"<title>{escape(chip_name(chip))}</title>"
        f'<use href="#kind-{chip.kind}"/><text class="label" y="{LABEL_Y.get(chip.kind, 0)}">'
        f"{escape(label(chip))}</text>{many if chip.n > 1 else ''}</g>"
    )


KINDS: Final = {"w": "warrior", "p": "pawn", "b": "building", "t": "token"}
LABEL_Y: Final = {"w": 5, "p": 1}


def label(chip: Chip) -> str:
    """What is written on a piece: its type, or else its owner."""
    typed = chip.kind in "bt" and chip.sub
    return chip.sub.replace("_", "") if typed else chip.owner.rstrip("d")[-1:]


def chip_name(chip: Chip) -> str:
    """ "Marquise de Cat: wood ×2" """
    if not chip.owner:
        return "ferry"
    names = piece_names(chip.owner)
    key = f"{chip.kind}_{chip.sub}" if chip.sub else chip.kind
    many = f" ×{chip.n}" if chip.n > 1 else ""
    return f"{owner_name(chip.owner)}: {names.get(key) or names.get(chip.kind) or key}{many}"


def owner_name(owner: str) -> str:
    """A faction's name; a hireling's is that of the side it shows."""
    if owner.startswith("h_"):
        facts = hirelings()[owner[2]]
        return facts.demoted if owner.endswith("d") else facts.promoted
    return faction_facts(owner).name


def piece_names(owner: str) -> Mapping[str, str]:
    """ "b_s" -> "sawmill" for the pieces of a faction; "b" for one whose type is not told."""
    if owner.startswith("h_"):
        return KINDS
    rows = faction_facts(owner).pieces_rows
    names = {f"{row.kind}_{row.sub}" if row.sub else row.kind: row.name for row in rows}
    for kind, word in KINDS.items():
        last = {row.name.split()[-1] for row in rows if row.kind == kind}
        names.setdefault(kind, last.pop() if len(last) == 1 else word)
    names |= {f"t_{plot.sub}": plot.name for plot in faction_facts(owner).plots}
    for relic in faction_facts(owner).relics:
        names |= {f"t_{n}_{relic.sub}": f"{names[f't_{relic.sub}']} {n}" for n in relic.values}
    return names


def _ruin(xy: XY) -> str:
    x, y = xy
    return (
        f'<g transform="translate({x},{y})"><title>ruin</title>'
        '<path class="ruin" d="M-14 14V-8l6 5 3-11 7 8 5-7 7 13v14z"/></g>'
    )


def _shapes() -> str:
    shapes = "".join(f'<g id="kind-{kind}">{shape}</g>' for kind, shape in SHAPES.items())
    return f"<defs>{shapes}</defs>"


# --- points -------------------------------------------------------------------------------


def markers(state: State) -> str:
    """A marker on the score track for each player that is on it."""
    stacked: dict[int, int] = {}
    drawn = []
    for faction in state.game.players:
        points = state.score.get(faction)
        if points is None:
            continue
        cell = min(max(points, 0), POINTS)
        level = stacked[cell] = stacked.get(cell, -1) + 1
        drawn.append(_marker(faction, points, (20 + CELL * cell, 40 - 9 * level)))
    return "".join(drawn)


def _cell(i: int) -> str:
    five = "" if i % 5 else " five"
    return (
        f'<rect class="cell{five}" x="{4 + CELL * i}" y="26" width="{CELL}" height="44"/>'
        f'<text class="note" x="{20 + CELL * i}" y="61">{i}</text>'
    )


def _marker(faction: str, points: int, xy: XY) -> str:
    return (
        f'<g class="piece of of-{faction}" transform="translate({xy[0]},{xy[1]})">'
        f"<title>{escape(owner_name(faction))}: {points} points</title>"
        f'<circle class="shape" r="12"/><text class="label">{faction}</text></g>'
    )


def _legend(state: State, faction: str, y: int) -> str:
    points = state.score.get(faction)
    score = "off the track" if points is None else f"{points} points"
    text = f"{owner_name(faction)}: {score}, {hand_text(state, faction)} in hand"
    if state.crafted.get(faction):
        text += ", crafted " + " ".join(state.crafted[faction])
    at = (20, y + LEGEND // 2)
    chip = _chip(Chip(faction, "t", "", 1), at)
    return f'{chip}<text class="legend" x="44" y="{at[1]}">{escape(text)}</text>'
