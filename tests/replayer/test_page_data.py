"""What a page holds, read without a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replay_helpers import CORPUS, REAL, record

from notation.reader import read_record
from replayer.moments import moments
from replayer.page import Told, patch, render
from replayer.timeline import timeline
from replayer.views import state_json

LARGEST = 600_000

values = st.none() | st.integers() | st.text("ab") | st.lists(st.integers(), max_size=2)
tables = st.recursive(
    st.dictionaries(st.sampled_from("abc"), values),
    lambda inner: st.dictionaries(st.sampled_from("abc"), values | inner),
)


def patched(old: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """As the page's script does it."""
    made = dict(old)
    for key, value in change.items():
        if key != "-":
            both = isinstance(value, dict) and isinstance(old.get(key), dict)
            made[key] = patched(old[key], value) if both else value
    return {key: value for key, value in made.items() if key not in change.get("-", ())}


@given(tables, tables)
def test_a_patch_makes_the_new_table_of_the_old(old: Any, new: Any) -> None:
    assert patched(old, patch(old, new)) == new


def test_equal_tables_need_no_patch() -> None:
    assert patch({"a": {"b": [1]}}, {"a": {"b": [1]}}) == {}


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def states(data: dict[str, Any]) -> list[dict[str, Any]]:
    found = [data["first"]]
    for change in data["patches"]:
        found.append(patched(found[-1], change))
    return found


def test_text_of_a_record_cannot_leave_its_place() -> None:
    game = read_record(
        "Map: Fall\nDeck: E&P\nC: </script><b>\nE: {{js}}\nC:w->1 // <!--</script>\nE:w->2\n"
    )
    page = render(timeline(game))
    assert page.count("</script>") == 2
    assert "&lt;/script&gt;&lt;b&gt; · {{js}}" in page
    data = data_of(page)
    assert data["players"] == [
        ["C", "</script><b>", "Marquise de Cat"],
        ["E", "{{js}}", "Eyrie Dynasties"],
    ]


def test_nothing_is_fetched() -> None:
    page = render(timeline(record("CE", "C:w->1")))
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert re.findall(r'(?:src|href)="([^"#]*)"', page) == ["data:,"]
    assert "default-src 'none'" in page


def test_findings_are_seen_where_they_are_found() -> None:
    told = [{"address": address} for address in ("C1.2", "C1.0", "", "C9.1")]
    page = render(timeline(record("CE", "C:w->1", "C:w->2/w->3")), Told(findings=tuple(told)))
    assert [one["at"] for one in data_of(page)["findings"]] == ["C1.2", "C1.1", "end", "end"]


@pytest.mark.skipif(not CORPUS, reason="no corpus beside us")
@pytest.mark.parametrize("path", [*CORPUS[::70], *REAL[::2]], ids=lambda path: path.stem)
def test_the_states_are_exact_and_the_page_is_small(path: Path) -> None:
    played = timeline(read_record(path.read_bytes(), path.name))
    page = render(played)
    assert len(page.encode()) < LARGEST
    assert states(data_of(page)) == [
        json.loads(json.dumps(state_json(step.state))) for step in moments(played)
    ]
