"""Plots that lie face down: what fits is never accused, what cannot fit always is."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from notation.reader import read_file
from replayer.state import Plot
from validator import adjudicator
from validator.hidden import Plots

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
GAMES = [path for path in sorted(CORPUS.glob("*.rootlog")) if "P" in path.stem.split("-")[2]]
needs_corpus = pytest.mark.skipif(not GAMES, reason="no corpus beside us")
EVERY = frozenset("bers")


def explained(plots: Plots) -> bool:
    """Whether some assignment of types fits, tried one by one."""
    tokens = list(plots.tokens.values())
    places = {number: k for k, number in enumerate(plots.tokens)}
    crowds = [[places[number] for number in crowd] for crowd in plots.crowds]
    return any(
        all(max(Counter(types[k] for k in crowd).values()) <= 2 for crowd in crowds)
        for types in product(*(sorted(token.types) for token in tokens))
    )


def test_two_of_a_type_may_lie_there_and_a_third_may_not() -> None:
    plots = Plots()
    plots.follow({c: Plot(100 + c, "") for c in (1, 2, 3)})
    assert plots.learn(101, frozenset("s"), "13.2.2") == ""
    assert plots.learn(102, frozenset("s"), "13.2.2") == ""
    assert plots.learn(103, frozenset("s"), "13.2.2") == "13.2.2"
    assert plots.tokens[103].types == EVERY


def test_a_type_is_free_again_once_its_token_has_gone() -> None:
    plots = Plots()
    plots.follow({1: Plot(101, "s"), 2: Plot(102, "s")})
    plots.follow({2: Plot(102, "s")})
    plots.follow({2: Plot(102, "s"), 3: Plot(103, "")})
    assert plots.learn(103, frozenset("s"), "13.2.2") == ""


def test_a_denial_that_is_proved_wrong_breaks_exposure() -> None:
    plots = Plots()
    plots.follow({4: Plot(104, "")})
    assert plots.learn(104, EVERY - {"e"}, "13.2.4") == ""
    plots.follow({9: Plot(104, "")})  # a Trick: the token stays the same
    assert plots.learn(104, frozenset("e"), "13.2.2") == "13.2.4"


def test_eight_plots_must_be_two_of_each() -> None:
    plots = Plots()
    plots.follow({c: Plot(100 + c, "") for c in range(1, 9)})
    for token, sub in zip(range(101, 107), "bbeerr", strict=True):
        assert plots.learn(token, frozenset(sub), "13.2.2") == ""
    assert plots.learn(107, EVERY - {"s"}, "13.2.4") == "13.2.4"
    assert plots.learn(108, frozenset("s"), "13.2.2") == ""


@pytest.mark.parametrize("seed", range(60))
def test_a_true_history_is_never_accused(seed: int) -> None:
    """Plots placed, moved, denied, turned up and removed as the Corvids truthfully would."""
    dice = random.Random(seed)
    plots, supply, there, serial = Plots(), list("bbeerrss"), {}, 0
    shown: dict[int, Plot] = {}
    for _ in range(60):
        match dice.choice(("place", "place", "flip", "deny", "remove", "trick")):
            case "place" if supply:
                clearing = dice.choice([c for c in range(1, 13) if c not in shown])
                serial += 1
                there[serial] = supply.pop(dice.randrange(len(supply)))
                shown[clearing] = Plot(serial, "")
            case "flip" if hidden := [c for c, plot in shown.items() if not plot.sub]:
                clearing = dice.choice(hidden)
                number = shown[clearing].token
                assert plots.learn(number, frozenset(there[number]), "13.2.2") == ""
                shown[clearing] = Plot(number, there[number])
            case "deny" if hidden := [p.token for p in shown.values() if not p.sub]:
                number = dice.choice(hidden)
                wrong = dice.choice([t for t in "bers" if t != there[number]])
                assert plots.learn(number, EVERY - {wrong}, "13.2.4") == ""
            case "remove" if shown:
                clearing = dice.choice(list(shown))
                number = shown.pop(clearing).token
                types = frozenset("r") if there[number] == "r" else EVERY - {"r"}
                assert plots.learn(number, types, "13.2.2") == ""
                supply.append(there.pop(number))
            case "trick" if len(shown) > 1:
                a, b = dice.sample(list(shown), 2)
                shown[a], shown[b] = shown[b], shown[a]
        plots.follow(dict(shown))


@pytest.mark.parametrize("seed", range(60))
def test_what_no_assignment_fits_is_refused_and_nothing_else(seed: int) -> None:
    dice = random.Random(seed)
    plots = Plots()
    shown: dict[int, Plot] = {}
    for serial in range(1, 8):
        if shown and dice.random() < 0.4:
            shown.pop(dice.choice(list(shown)))
        shown[serial] = Plot(serial, "")
        plots.follow(dict(shown))
    for _ in range(25):
        number = dice.choice(list(plots.tokens))
        types = frozenset(dice.sample("bers", dice.randint(1, 3)))
        token = plots.tokens[number]
        old = token.types
        token.types = old & types
        possible = bool(token.types) and explained(plots)
        token.types = old
        assert (plots.learn(number, types, "13.2.2") == "") is possible


@needs_corpus
@pytest.mark.parametrize("path", GAMES[::3], ids=lambda path: path.stem[:8])
def test_the_true_types_stay_possible_in_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of a game every plot on the map can still be what it was."""
    kept: list[Plots] = []

    class Kept(Plots):
        def __init__(self) -> None:
            super().__init__()
            kept.append(self)

    monkeypatch.setattr(adjudicator, "Plots", Kept)
    game = adjudicator.Game(read_file(path), None, None)
    game.rule()
    rows = map(json.loads, (CORPUS / "final.jsonl").read_text(encoding="utf-8").splitlines())
    final = next(row for row in rows if row["file"].startswith(path.stem))
    for clearing, plot in game.state.plots.items():
        true = next((p[3:] for p in final["clearings"][str(clearing)] if p.startswith("Pt_")), None)
        if true is not None and plot.token in kept[0].tokens:
            assert true in kept[0].tokens[plot.token].types
