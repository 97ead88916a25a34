"""The examples that `rootlaw rule` shows are cases, as they stand now."""

from __future__ import annotations

from tools.examples import FILE, built


def test_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == built(), "run `make examples`"
