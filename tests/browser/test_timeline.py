"""The timeline: looking back during a game, and replaying what happened while you were away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .tables import bring, save_at
from .test_table import assert_accessible


def test_looking_back_and_returning(page: Page) -> None:
    """Lines are stepped back, scrubbed and linked from the log; nothing is acted on meanwhile."""
    bring(page, save_at("roundup", "Moving", 2))
    time, caption = page.get_by_test_id("timeline"), page.get_by_test_id("caption")
    page.locator(".disc").first.wait_for()
    lines = int(page.locator(".table").get_attribute("data-lines") or 0)
    assert page.locator(".marker").count() > 3
    page.keyboard.press("[")
    expect(time).to_have_attribute("data-at", str(lines - 1))
    expect(caption).to_contain_text(f"{lines - 1}/{lines}")
    expect(page.locator(".disc")).to_have_count(0)
    assert_accessible(page)
    page.get_by_label("One line back").dblclick()
    expect(time).to_have_attribute("data-at", str(lines - 3))
    page.get_by_label("Back to the start of the turn").dblclick()
    expect(time).to_have_attribute("data-at", "0")
    expect(page.locator(".marker")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(time).to_have_attribute("data-at", str(lines))
    page.locator(".disc").first.wait_for()
    link = (
        page.get_by_test_id("log").get_by_role("button", name="Look at the game after line").first
    )
    link.click()
    expect(caption).to_contain_text("Looking back")
    page.get_by_role("button", name="Back to now").click()
    expect(caption).to_have_count(0)


def test_what_you_missed_is_replayed(page: Page) -> None:
    """A player who comes back sees step by step what happened since, and may skip it."""
    bring(page, save_at("roundup", "Moving", 2))
    page.locator(".disc").first.wait_for()
    lines = int(page.locator(".table").get_attribute("data-lines") or 0)
    game = page.url.rsplit("/", 1)[1]
    page.wait_for_function(f"localStorage.getItem('seen:{game}') === '{lines}'")
    page.add_init_script(f"localStorage.setItem('seen:{game}', '{lines - 20}')")
    page.reload()
    caption = page.get_by_test_id("caption")
    expect(caption).to_contain_text("Replay")
    first = page.get_by_test_id("timeline").get_attribute("data-at")
    page.wait_for_function(
        "was => document.querySelector('[data-testid=timeline]').dataset.at !== was", arg=first
    )
    caption.get_by_role("button", name="Skip").click()
    expect(page.get_by_test_id("timeline")).to_have_attribute("data-at", str(lines))
    page.locator(".disc").first.wait_for()


@pytest.mark.parametrize(("game", "frame"), [("roundup", "Retreat"), ("falaise", "Moving")])
def test_every_line_can_be_looked_at(page: Page, game: str, frame: str) -> None:
    """Whatever happened, with however many hexes at once, the page can show it."""
    bring(page, save_at(game, frame, 3))
    time = page.get_by_test_id("timeline")
    page.locator(".table[data-lines]").wait_for()
    lines = int(page.locator(".table").get_attribute("data-lines") or 0)
    for line in range(lines - 1, max(0, lines - 130), -1):
        page.keyboard.press("[")
        expect(time).to_have_attribute("data-at", str(line))
