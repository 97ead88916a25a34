"""What the tests of the notation share: the games beside the project, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


def shared_file(*parts: str) -> Path:
    """A file or folder of ../shared; skips the test where it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"../shared/{'/'.join(parts)} is not at hand")
    return path


@pytest.fixture(scope="session")
def corpus() -> list[Path]:
    """Legal games, written by a program in canonical form."""
    return sorted(shared_file("corpus").glob("*.rootlog"))


@pytest.fixture(scope="session")
def real_games() -> list[Path]:
    """Games as their scorers wrote them."""
    return sorted(shared_file("rootlogs").glob("*.rootlog"))


@pytest.fixture(scope="session")
def published_examples() -> list[str]:
    """The example actions of the published notation, comments cut off."""
    lines = shared_file("notation-examples.txt").read_text("utf-8").splitlines()
    actions = [line.partition("  //")[0].strip() for line in lines]
    return [
        action for action in actions if action and not action.startswith("# ") and " " not in action
    ]
