"""The readme says what is so: its commands exist and its report is the one that is printed.

`python tests/test_readme.py` writes the reports into it anew, to be read before they are committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from validator.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SESSIONS = [block for block in BLOCKS if block.startswith("$ rootlaw ")]


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)\b", " ".join(re.findall(r"`([^`]*)`", README))))
    named |= {
        word for block in BLOCKS for word in re.findall(r"^make ([a-z]+)", block, re.MULTILINE)
    }
    assert {"demo", "test", "check", "bench"} <= named
    assert named <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


def test_commands_are_those_there_are() -> None:
    table = re.findall(r"^\| `rootlaw ([a-z]+)", README, re.MULTILINE)
    assert table == list(COMMANDS)


def test_linked_files_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).is_file()] == []


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.split("\n")[0])
def test_reports_are_real(session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block that begins with `$ rootlaw ...` shows exactly what that prints."""
    monkeypatch.chdir(ROOT)
    command, _, shown = session.partition("\n")
    assert printed(command) == shown


def printed(command: str) -> str:
    """What `$ rootlaw ...` prints."""
    return CliRunner().invoke(main, command.split()[2:]).output


if __name__ == "__main__":
    os.chdir(ROOT)
    text = README
    for session in SESSIONS:
        command = session.partition("\n")[0]
        text = text.replace(session, f"{command}\n{printed(command)}")
    (ROOT / "README.md").write_text(text, encoding="utf-8")
