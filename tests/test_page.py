"""The page in a headless Chromium: exact, silent, and usable by keys, links and in a frame.

Skipped where no browser is; with ROOTLAW_BROWSER=required that is a failure instead.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from notation.reader import read_record
from replayer.moments import moments
from replayer.svg import markers, place_pieces
from replayer.timeline import timeline
from validator.cli import main

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
MAPS = ("fall", "winter", "lake", "mountain")
SAMPLE = 20
GAMES = [next(iter(sorted(CORPUS.glob(f"*-????-{name}.rootlog"))), None) for name in MAPS]
FOUND = ROOT / "examples" / "mob-skipped.rootlog"
SMALL = """\
Map: Mountain
Deck: E&P
Clearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12
C: one
D: two
V: three
H: four

C:t_k->1/w->2+3+4+5+6+7+8+9+10+11+12/b_s->1/b_w->8/b_r->9
D:2w->2/2w->3/2w->6
V:#thief->$/p->10_11_12
H:4w+w_w+b->4/#stubborn->$
C:t->1/b_s->9/2w9->10/Zswap/++/#->C // a comment
D:w->0/4w0->5/t->5/3#->D/#foremole->$
V:p->11/%f->e/XC11/++/Z%t/#->V
H:2w->4/#bitter->$/(w_w+3w)4->12/XC12/Cw12->/t->12/#->H
"""


def missing() -> str:
    """Why there is no browser to test with; "" where there is one."""
    try:
        import selenium  # noqa: F401  (only whether it is there)
    except ImportError:
        return "selenium is not installed (pip install 'rootlaw[page]')"
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        return "no chromium with its chromedriver"
    return ""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    why = missing()
    if why and os.environ.get("ROOTLAW_BROWSER") == "required":
        pytest.fail(why)
    if why:
        pytest.skip(why)
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1300,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[[Path, str], Any]]:
    """Open the page of a record; afterwards the console must have stayed empty."""

    def open_page(record: Path, rest: str = "", *options: str) -> Any:
        page = tmp_path / f"{record.stem}.html"
        page.write_text(replay(record, "--format", "html", *options), encoding="utf-8")
        browser.get("about:blank")
        browser.get(page.as_uri() + rest)
        return browser

    yield open_page
    assert browser.get_log("browser") == []


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.rootlog"
    path.write_text(SMALL)
    return path


def replay(record: Path, *arguments: str) -> str:
    result = CliRunner().invoke(main, ["replay", str(record), *arguments])
    assert result.exit_code == 0
    return result.stdout


def shown(page: Any) -> str:
    address: str = page.execute_script("return rootlaw.shown")
    return address


def press(page: Any, *keys: str) -> str:
    from selenium.webdriver.common.keys import Keys

    body = page.find_element("tag name", "body")
    body.send_keys(*(getattr(Keys, key, key) for key in keys))
    return shown(page)


def hash_of(page: Any) -> str:
    from selenium.webdriver.support.ui import WebDriverWait

    wanted = f"#{shown(page)}"
    WebDriverWait(page, 5).until(lambda _: page.execute_script("return location.hash") == wanted)
    return wanted


def held_to_the_record(page: Any, record: Path) -> None:
    """At random addresses: the state is that of `--format json`, and what is drawn is of it."""
    played = timeline(read_record(record.read_bytes(), record.name))
    steps = [step for step in moments(played) if step.turn]
    assert page.execute_script("return rootlaw.addresses") == [
        step.address for step in moments(played)
    ]
    for step in random.Random(record.stem).sample(steps, min(SAMPLE, len(steps))):
        wanted = json.loads(replay(record, "--format", "json", "--at", step.address))
        page.execute_script("rootlaw.go(arguments[0])", step.address)
        assert page.execute_script("return rootlaw.stateAt(arguments[0])", step.address) == wanted
        drawn = {
            f"at-{place}": place_pieces(step.state, int(place) if place.isdigit() else place)
            for place in wanted["clearings"]
        }
        drawn["markers"] = markers(step.state)
        assert page.execute_script(DIFFERENT, drawn) == []
        boards = page.find_elements("css selector", ".board:has(.badge)")
        for board, hand in zip(boards, wanted["hand"].values(), strict=True):
            told = "–".join(map(str, hand)) if isinstance(hand, list) else str(hand)
            assert f"{told} in hand" in board.text


DIFFERENT = """
const differing = [];
for (const [id, markup] of Object.entries(arguments[0])) {
  const read = document.createElementNS("http://www.w3.org/2000/svg", "g");
  read.innerHTML = markup;
  const drawn = document.getElementById(id)?.innerHTML ?? "";
  if (read.innerHTML !== drawn) differing.push([id, drawn, read.innerHTML]);
}
return differing;
"""


def test_a_page_shows_what_replay_says(opened: Callable[..., Any], small: Path) -> None:
    held_to_the_record(opened(small), small)


@pytest.mark.skipif(None in GAMES, reason="no corpus beside us")
@pytest.mark.parametrize("game", GAMES, ids=MAPS)
def test_whole_games_on_every_map(opened: Callable[..., Any], game: Path) -> None:
    assert len(replay(game, "--format", "html").encode()) < 600_000
    held_to_the_record(opened(game), game)


def test_the_keys(opened: Callable[..., Any], small: Path) -> None:
    page = opened(small)
    assert shown(page) == "start"
    assert press(page, "ARROW_RIGHT") == "C0.1"
    assert press(page, "ARROW_RIGHT", "ARROW_RIGHT") == "C0.3"
    assert press(page, "ARROW_LEFT") == "C0.2"
    assert press(page, "ARROW_DOWN") == "D0.1"
    assert press(page, "PAGE_DOWN") == "C1.1"
    assert press(page, "ARROW_UP") == "H0.1"
    assert press(page, "END") == "end"
    assert press(page, "ARROW_RIGHT") == "end"
    assert press(page, "PAGE_UP") == "C1.1"
    assert press(page, "HOME") == press(page, "ARROW_LEFT") == "start"


def test_an_action_is_reached_by_its_button_and_by_the_scrubber(
    opened: Callable[..., Any], small: Path
) -> None:
    page = opened(small)
    buttons = page.find_elements("css selector", "#record button")
    button = next(b for b in buttons if b.text == "2w9->10")
    button.click()
    assert shown(page) == "C1.3"
    assert button.get_attribute("aria-current") == "step"
    assert page.find_element("css selector", "#record .past").text == "b_s->9"
    page.find_element("id", "slider").send_keys("\ue014")  # the right arrow
    assert shown(page) == "C1.4"
    page.find_element("css selector", "[data-go='turn+']").click()
    assert shown(page) == "D1.1"


def test_a_link_leads_to_a_moment_and_follows_the_steps(
    opened: Callable[..., Any], small: Path
) -> None:
    page = opened(small, "#C1.3")
    assert shown(page) == "C1.3"
    press(page, "ARROW_RIGHT")
    assert hash_of(page) == "#C1.4"
    page.execute_script("location.hash = '#H1'")
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert shown(page) == "H1.1"
    page = opened(small, "#X9.9")
    assert shown(page) == "start"
    assert "no X9.9" in page.find_element("id", "now").text


def test_a_page_opens_where_it_was_asked_to(opened: Callable[..., Any], small: Path) -> None:
    assert shown(opened(small, "", "--at", "D1")) == "D1.1"
    assert shown(opened(small, "#H1.2", "--at", "D1")) == "H1.2"


def test_findings_are_marked_told_and_stepped_to(opened: Callable[..., Any]) -> None:
    page = opened(FOUND)
    assert press(page, "n") == "H1.1"
    now = page.find_element("id", "now").text
    assert "illegal 14.4.1 Raze" in now
    assert "clearing 8 held" in now
    marks = page.find_elements("css selector", "#marks .illegal")
    assert len(marks) == len(page.find_elements("css selector", "#record button.illegal")) == 1
    assert press(page, "n", "HOME") == "start"
    marks[0].click()
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert shown(page) == "H1.1"
    assert press(page, "p") == "H1.1"


def test_every_action_tells_its_rule(opened: Callable[..., Any], small: Path) -> None:
    from selenium.webdriver import ActionChains

    page = opened(small)
    button = next(
        b for b in page.find_elements("css selector", "#record button") if b.text == "2w9->10"
    )
    ActionChains(page).move_to_element(button).perform()
    tip = page.find_element("id", "tip")
    assert tip.is_displayed()
    assert tip.text.startswith("C1.3 6.5.2 March")
    assert tip.text in button.get_attribute("aria-label")


def test_a_frame_has_the_map_alone(opened: Callable[..., Any], small: Path) -> None:
    page = opened(small, "?embed#C1.3")
    assert shown(page) == "C1.3"
    visible = {
        name: page.find_element("id", name).is_displayed()
        for name in ("mapbox", "controls", "now", "whole", "record", "boards", "more")
    }
    assert [name for name, seen in visible.items() if seen] == [
        *("mapbox", "controls", "now", "whole")
    ]
    press(page, "ARROW_RIGHT")
    hash_of(page)
    whole = page.find_element("id", "whole").get_attribute("href")
    assert whole.endswith("small.html#C1.4")


def test_it_plays_by_itself_to_the_end_and_pauses(opened: Callable[..., Any], small: Path) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    page = opened(small, "#H1.6")
    page.execute_script("document.getElementById('speed').value = '250'")
    press(page, "SPACE")
    button = page.find_element("id", "play")
    assert button.get_attribute("aria-pressed") == "true"
    WebDriverWait(page, 10).until(lambda _: shown(page) == "end")
    WebDriverWait(page, 10).until(lambda _: button.get_attribute("aria-pressed") == "false")


def test_nothing_is_wider_than_a_phone(opened: Callable[..., Any], small: Path) -> None:
    page = opened(small)
    phone = {"width": 375, "height": 812, "deviceScaleFactor": 2, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        assert page.execute_script("return document.documentElement.scrollWidth") <= 375
        press(page, "END")
        assert page.execute_script("return document.documentElement.scrollWidth") <= 375
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
