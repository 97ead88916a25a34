"""The simulator plays legal games, the same ones for the same seed, and knows no validator."""

import ast
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import simulator
from notation.reader import read_record
from replayer.facts import MAPS
from replayer.timeline import timeline
from simulator.game import DECKS, BadFactions, simulate
from validator.adjudicator import adjudicate
from validator.cli import main

FOLDER = Path(simulator.__file__).parent
MIXES = ("CE", "EC", "HC", "EHC", "DCE", "CVE", "EVCG", "PDC", "ACE", "LCE", "KEP")


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.stem)
def test_it_shares_no_rule_with_the_validator(path: Path) -> None:
    assert "validator" not in imported(path)


@pytest.mark.parametrize("map_name", MAPS)
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("factions", MIXES)
def test_its_games_are_legal(factions: str, map_name: str, deck: str) -> None:
    for seed in range(3):
        record = read_record(simulate(seed, factions, map_name, deck))
        assert record.slips == ()
        assert adjudicate(record).findings == ()


def test_games_of_any_mix_are_legal_and_won() -> None:
    for seed in range(20):
        record = read_record(simulate(seed))
        ruling = adjudicate(record)
        assert (seed, ruling.ruling, ruling.findings) == (seed, "legal", ())
        assert record.winner


def test_a_seed_is_a_game() -> None:
    assert simulate(5) == simulate(5)
    assert simulate(5) != simulate(6)


def test_turns_stop_the_game() -> None:
    record = read_record(simulate(1, "CE", turns=5))
    assert sum(turn.number > 0 for turn in record.turns) == 5
    assert record.winner is None


def test_the_table_that_is_written_is_the_one_played() -> None:
    played = timeline(read_record(simulate(3)))
    assert not list(played.faults())


@pytest.mark.parametrize("factions", MIXES)
def test_a_hurried_scorer_writes_the_same_game_with_less(factions: str) -> None:
    for seed in range(2):
        careful, hurried = simulate(seed, factions), simulate(seed, factions, sloppy=True)
        assert len(hurried) < len(careful)
        assert not re.search(r"X[^/]*\(", hurried)
        record = read_record(hurried)
        assert record.slips == ()
        ruling = adjudicate(record)
        assert ruling.ruling == "legal"
        assert {finding.kind for finding in ruling.findings} <= {"order"}
        assert laid_out(hurried) == laid_out(careful)


def laid_out(text: str) -> list[object]:
    """What lies where at the end, known to all."""
    end = timeline(read_record(text)).end
    cards = (end.deck, end.hand, end.crafted, sorted(end.dominance), len(end.discard))
    return [end.pieces, end.score, end.items, end.item_supply, end.leader, end.mood, *cards]


@pytest.mark.parametrize(
    ("factions", "why"),
    [
        ("CC", "only once"),
        ("C", "2 to 6"),
        ("CQ", "no faction"),
        ("VV", "second"),
        ("CEDHK", "corner"),
        ("LCEDH", "corner"),
    ],
)
def test_bad_factions(factions: str, why: str) -> None:
    with pytest.raises(BadFactions, match=why):
        simulate(1, factions)


def test_the_command_writes_a_game_that_check_takes() -> None:
    run = CliRunner().invoke(
        main, ["simulate", "--seed", "4", "--factions", "CE", "--map", "lake", "--deck", "exiles"]
    )
    assert run.exit_code == 0
    assert run.output == simulate(4, "CE", "Lake", "E&P")
    ruled = CliRunner().invoke(main, ["check", "-"], input=run.output)
    assert ruled.exit_code == 0


def test_the_command_refuses_bad_factions() -> None:
    run = CliRunner().invoke(main, ["simulate", "--factions", "CC"])
    assert run.exit_code == 2
    assert "plays only once" in run.output
