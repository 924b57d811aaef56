"""The opponent's turn is played back: the counter on its path, the battle with its die."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import APIRequestContext, Page, expect

from .hands import act_at, seek
from .tables import bring, save_at, save_before_answer
from .test_table import assert_accessible

_WATCH = """
unit => {
  const counter = document.querySelector(`.counter[data-unit="${unit}"]`);
  window.stood = [counter.dataset.hex];
  new MutationObserver(() => {
    if (window.stood.at(-1) !== counter.dataset.hex) window.stood.push(counter.dataset.hex);
  }).observe(counter, { attributes: true, attributeFilter: ["data-hex"] });
}
"""
"""Note every hex where a counter lies from now on."""

_NOTICE = """
name => {
  new MutationObserver(() => {
    if (document.querySelector(`[data-testid="${name}"]`)) window.noticed = name;
  }).observe(document.body, { childList: true, subtree: true });
}
"""
"""Notice whether a thing is shown from now on, however short: on a busy machine it may be over
before anybody asks."""


_IN_VIEW = """
() => {
  const pane = document.querySelector(".pane").getBoundingClientRect();
  return [...document.querySelectorAll("path.target")].some(each => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > pane.left && x < pane.right && y > pane.top && y < pane.bottom;
  });
}
"""
"""Whether a marked hex lies in the part of the map that is seen."""

_SEEN = "document.querySelector('.sheet').style.transform"
"""Which part of the map is seen."""


class Opponent:
    """Who plays the other side, without a page."""

    def __init__(self, request: APIRequestContext, table: str) -> None:
        self._request = request
        self._table = table
        self._count = 0

    def do(self, line: str) -> None:
        """Do a line."""
        stamp = self._request.get(f"{self._table}/state").json()[-1]["stamp"]
        self._count += 1
        body = {"type": "do", "id": f"o-{self._count}", "at": stamp, "line": line}
        reply = self._request.post(f"{self._table}/commands", data=body).json()
        assert reply["type"] == "done", reply

    def ask(self, what: str) -> Any:
        """Ask something that changes nothing."""
        body = {"type": "ask", "id": "q", "what": what}
        return self._request.post(f"{self._table}/questions", data=body).json()[what]


@contextmanager
def opposed(page: Page, save: str, *, allied: bool = False) -> Generator[tuple[str, Opponent]]:
    """A table from a save in which the Allies are asked: they are the opponent, or the page."""
    mine, theirs = ("allied", "german") if allied else ("german", "allied")
    page.get_by_role("button", name="Play now").first.wait_for()
    base = page.url.rstrip("/")
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context()
    other.request.post(f"{base}/api/people", data={"name": "Opponent"})
    made = other.request.post(f"{base}/api/games/import", data={"save": save}).json()
    table = f"{base}/api/games/{made['id']}"
    other.request.post(f"{table}/join", data={"secret": made["links"][theirs]})
    page.request.post(f"{table}/join", data={"secret": made["links"][mine]})
    page.goto(f"{base}/games/{made['id']}")
    page.locator(".counter").first.wait_for()
    yield table, Opponent(other.request, table)
    other.close()


def test_a_move_of_the_opponent_is_played_hex_by_hex(page: Page) -> None:
    """The counter goes along its path; it can be paused and skipped, and nothing is lost."""
    with opposed(page, save_at("roundup", "Moving", 2)) as (table, opponent):
        longest = max(opponent.ask("reach"), key=lambda each: len(each["way"]))
        assert len(longest["way"]) > 3
        board = page.request.get(f"{table.partition('/games')[0]}/boards/roundup").json()
        way = [board["hexes"][h]["number"] for h in longest["way"]]
        here = f'.counter[data-hex="{way[0]}"]'
        units = [each.get_attribute("data-unit") for each in page.locator(here).all()]
        page.wait_for_function("Number(document.querySelector('.table').dataset.lines) > 0")
        before = page.evaluate(_SEEN)
        for unit in units:
            page.evaluate(_WATCH.replace("window.stood", f"window['{unit}']"), unit)
        page.evaluate(_NOTICE, "playback")
        opponent.do(f"go {way[-1]}")
        page.wait_for_function("window.noticed === 'playback'")
        expect(page.get_by_test_id("playback")).to_have_count(0)
        stood = [page.evaluate(f"window['{unit}']") for unit in units]
        assert way in stood, stood
        assert page.evaluate(_SEEN) == before, "the map does not come back after a replay"
        # Again, from the log of time; now it stands still, goes on by one thing, and is skipped.
        page.keyboard.press("[")
        expect(page.get_by_test_id("caption")).to_contain_text("Looking back")
        page.keyboard.press("r")
        page.keyboard.press(" ")
        expect(page.get_by_test_id("playback").get_by_label("Continue")).to_be_visible()
        expect(page.locator(".prompt h2")).to_have_text("Watch what happened")
        assert_accessible(page)
        page.get_by_label("Speed 8×").click()
        page.keyboard.press("n")
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("playback")).to_have_count(0)
        expect(page.locator(".live")).to_be_visible()


_EMPTY = """
() => {
  const pane = document.querySelector('.pane').getBoundingClientRect();
  for (let y = pane.bottom - 60; y > pane.top; y -= 20) {
    for (let x = pane.left + 100; x < pane.right - 100; x += 20) {
      if (!document.elementFromPoint(x, y)?.closest('.counter, .caption, .zoom')) return [x, y];
    }
  }
}
"""
"""A place of the map without a counter, to drag the map by."""

_CLEAR = """
unit => {
  const caption = document.querySelector('[data-testid="caption"]').getBoundingClientRect();
  const counter = document.querySelector(`.counter[data-unit="${unit}"]`).getBoundingClientRect();
  return counter.top >= caption.bottom;
}
"""
"""Whether a counter lies below the caption."""


def test_a_caption_leaves_the_moving_counter_in_sight(page: Page) -> None:
    """A unit moves at the top of the map as it is seen: the map comes down below the caption."""
    with opposed(page, save_at("falaise", "Moving", 1), allied=True) as (table, opponent):
        page.evaluate("localStorage.setItem('speed', '1')")
        longest = max(opponent.ask("reach"), key=lambda each: len(each["way"]))
        board = page.request.get(f"{table.partition('/games')[0]}/boards/falaise").json()
        units = page.request.get(f"{table}/state").json()[-1]["state"]["view"]["units"]
        unit = next(
            board["units"][u]["id"] for u, each in enumerate(units) if each[0] == longest["way"][0]
        )
        opponent.do(f"go {board['hexes'][longest['hex']]['number']}")
        counter = page.locator(f'.counter[data-unit="{unit}"]')
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("playback")).to_have_count(0)
        page.keyboard.press("[")
        expect(page.get_by_test_id("caption")).to_contain_text("Looking back")
        page.keyboard.press("0")
        page.keyboard.press("+")
        page.keyboard.press("+")
        pane, box = page.locator(".pane").bounding_box(), counter.bounding_box()
        assert pane is not None
        assert box is not None
        x, y = page.evaluate(_EMPTY)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + pane["y"] + 95 - (box["y"] + box["height"] / 2), steps=4)
        page.mouse.up()
        page.keyboard.press("r")
        page.keyboard.press(" ")
        expect(page.get_by_test_id("playback").get_by_label("Continue")).to_be_visible()
        if page.get_by_test_id("playback").get_attribute("data-line") is None:
            page.keyboard.press("n")
        page.wait_for_function(_CLEAR, arg=unit)


def test_an_opponents_battle_shows_the_die_before_the_result(page: Page) -> None:
    """The card shows the forces and the ledger; the face that came up is lit in the table."""
    page.emulate_media(reduced_motion="reduce")
    with opposed(page, save_at("roundup", "Muster", 2)) as (_, opponent):
        if all(line != "fight" for line, *_ in opponent.ask("legal")):
            opponent.do(opponent.ask("legal")[0][0])
        page.evaluate(_NOTICE, "told")
        opponent.do("fight")
        card = page.get_by_test_id("fight")
        page.wait_for_function("window.noticed === 'told'")
        expect(card).to_contain_text(re.compile(r"Attack \d+.*Defence \d+", re.DOTALL))
        lit = card.locator("li[aria-current]")
        expect(lit).to_have_count(1)
        result = (lit.text_content() or "")[1:]
        expect(card.get_by_test_id("result")).to_contain_text(re.compile(rf"^{result} \w+"))


def test_a_battle_stays_when_the_opponent_answers(page: Page) -> None:
    """The other side chooses its loss in my battle: the card tells it, and nothing is replayed."""
    save = save_before_answer("roundup", "fight", "StepLoss")
    with opposed(page, save, allied=True) as (_, opponent):
        page.evaluate(_NOTICE, "playback")
        page.get_by_role("button", name="Fight: roll the die").click()
        card = page.get_by_test_id("fight")
        expect(card.get_by_test_id("result")).to_be_visible()
        opponent.do(opponent.ask("legal")[0][0])
        expect(card.locator("li", has_text="loses a step")).to_have_count(1)
        expect(card.locator("li[aria-current]")).to_have_count(1)
        assert page.evaluate("window.noticed") is None


def test_the_card_of_a_finished_battle_leaves_the_map_free(page: Page) -> None:
    """After my battle its card lies beside the map, where it covers no target; on a phone, which
    has no room beside the map, it lies over the map."""
    bring(page, save_at("roundup", "CombatPhase", 2))
    page.locator("path.target").first.wait_for()
    act_at(page, page.locator("path.target").first.get_attribute("data-number") or "")
    page.get_by_test_id("add-all").click()
    page.get_by_role("button", name="Fight: roll the die").click()
    result = page.get_by_test_id("result")
    result.wait_for()
    while (
        page.locator(
            "main [data-testid=fight], aside [data-testid=fight] [aria-label=Close]"
        ).count()
        == 0
    ):
        lines = page.locator(".table").get_attribute("data-lines") or ""
        page.locator(".prompt button[data-line]").first.click()
        expect(page.locator(".table")).not_to_have_attribute("data-lines", lines)
    expect(page.locator("aside").get_by_test_id("fight")).to_be_visible()
    expect(page.locator("main").get_by_test_id("fight")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("main").get_by_test_id("fight")).to_be_visible()
    expect(page.locator("aside").get_by_test_id("fight")).to_have_count(0)
    page.get_by_test_id("fight").get_by_role("button", name="Close").click()
    expect(page.get_by_test_id("fight")).to_have_count(0)


def test_a_unit_beside_the_map_brings_its_hexes_into_view(page: Page) -> None:
    """If no hex where a picked unit can enter is in view, the map goes to where most are."""
    bring(page, save_at("roundup", "PlaceReinforcement", 2))
    page.locator("button.piece:enabled").first.wait_for()
    page.keyboard.press("Escape")
    seek(page, "2023")
    for _ in range(4):
        page.keyboard.press("+")
    expect(page.locator("path.target")).to_have_count(0)
    page.locator("button.piece:enabled").first.click()
    page.locator("path.target").first.wait_for()
    page.wait_for_function(_IN_VIEW)
