"""The guide's commands are run, and print what it shows; help has examples; completion works.

`python -m tests.test_guide` writes the outputs anew, to be read before they are committed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from validator.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "guide.md"
BLOCK = re.compile(r"^```\n(\$ .*?)^```$", re.MULTILINE | re.DOTALL)


def environment() -> dict[str, str]:
    """One in which `rootlaw` is the one beside this Python, and knows this checkout."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


def shell(command: str, folder: Path) -> str:
    """All that a command prints, without blanks at the ends of lines."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.stdout


def run_anew(text: str, folder: Path) -> str:
    """The guide with what its commands print now, run one after another in a folder."""
    (folder / "examples").symlink_to(ROOT / "examples")

    def block(found: re.Match[str]) -> str:
        commands = [line for line in found[1].splitlines() if line.startswith("$ ")]
        shown = "".join(f"{line}\n{shell(line[2:], folder)}" for line in commands)
        return f"```\n{shown}```"

    return BLOCK.sub(block, text)


def needs_the_command() -> None:
    if shutil.which("rootlaw", path=environment()["PATH"]) is None or not shutil.which("bash"):
        pytest.skip("no rootlaw and bash to run the guide with")


def test_the_guide_shows_what_is_printed(tmp_path: Path) -> None:
    needs_the_command()
    text = GUIDE.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) > 8
    assert run_anew(text, tmp_path) == text


def test_the_guide_links_to_files_and_names_every_kind() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (GUIDE.parent / link).is_file()] == []
    for kind in ("illegal", "omission", "order", "undecided", "notation"):
        assert f"| `{kind}` |" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_an_example(name: str) -> None:
    told = CliRunner().invoke(main, [name, "--help"]).output
    assert f"rootlaw {name} " in told.partition("Example")[2]


def test_the_help_of_all_has_an_example() -> None:
    told = CliRunner().invoke(main, ["--help"]).output
    assert "rootlaw check game.rootlog" in told.partition("Examples:")[2]


@pytest.mark.parametrize(("kind", "at"), [("bash", "1"), ("zsh", "1"), ("fish", "adj")])
def test_completion_as_the_guide_has_it(kind: str, at: str, tmp_path: Path) -> None:
    needs_the_command()
    assert f"_ROOTLAW_COMPLETE={kind}_source rootlaw" in GUIDE.read_text(encoding="utf-8")
    told = shell(
        f"_ROOTLAW_COMPLETE={kind}_complete COMP_WORDS='rootlaw adj' COMP_CWORD={at} rootlaw",
        tmp_path,
    )
    assert "adjudicate" in told


if __name__ == "__main__":
    with TemporaryDirectory() as folder_:
        old = GUIDE.read_text(encoding="utf-8")
        GUIDE.write_text(run_anew(old, Path(folder_)), encoding="utf-8")
