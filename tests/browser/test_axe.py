"""Accessible in every main state: by day, by night and on a phone."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Serving

from .conftest import without_ground
from .tables import bring, save_at
from .test_table import assert_accessible


@pytest.fixture(params=["light", "dark", "phone"])
def visitor(request: pytest.FixtureRequest, chromium: Browser, site: Serving) -> Generator[Page]:
    """Somebody's browser in one of three dresses."""
    phone = request.param == "phone"
    size = (390, 844) if phone else (1440, 900)
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=phone, reduced_motion="reduce"
    )
    page = context.new_page()
    without_ground(page)
    page.goto(f"http://{site.host}/")
    page.get_by_role("button", name="Play now").first.wait_for()
    if request.param == "dark":
        page.get_by_role("button", name="Light or dark").click()
    yield page
    context.close()


def test_axe_finds_no_violation_in_any_state(visitor: Page) -> None:
    """Moving, attacking, palette, charts, rules, keys, the end of a game: no violation."""
    page = visitor
    bring(page, save_at("roundup", "Moving", 2))
    page.locator(".disc").first.wait_for()
    assert_accessible(page)
    page.keyboard.press(":")
    page.get_by_test_id("palette").locator("li").first.wait_for()
    assert_accessible(page, "[data-testid=palette]")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("palette")).not_to_be_visible()
    page.keyboard.press("?")
    reference = page.get_by_test_id("reference")
    reference.locator("table").first.wait_for()
    assert_accessible(page, "[data-testid=reference]")
    reference.get_by_role("tab", name="Charts").focus()
    page.keyboard.press("ArrowRight")
    reference.get_by_label("Find a rule").fill("11.13")
    expect(reference.locator("dt").first).to_contain_text("11.13")
    assert_accessible(page, "[data-testid=reference]")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Are you sure?").click()
    expect(page.locator(".prompt h2")).to_have_text("The game is over")
    assert_accessible(page)
    page.goto(page.url.split("/games/")[0])
    bring(page, save_at("falaise", "Muster", 2))
    page.locator(".counter.movable").first.wait_for()
    assert_accessible(page)


def test_axe_finds_no_violation_in_the_lobby_and_the_builder(visitor: Page, site: Serving) -> None:
    """Open tables, every choice of a new game, a link, operations and the builder."""
    page = visitor
    seats = {"german": "me", "allied": "open"}
    site.guest("Eve").post("/api/games", game="falaise", seats=seats, public=True)
    page.reload()
    expect(page.get_by_test_id("tables")).to_contain_text("Eve")
    for title, side in (("Operation Roundup", "german"), ("The Pocket at Falaise", "bid german")):
        heading = page.get_by_role("heading", name=title, exact=True)
        card = page.locator("section.card", has=heading)
        card.get_by_label("Opponent").select_option(label="Anybody: an open table")
        card.get_by_label("Your side").select_option(value=side)
        card.locator("summary").click()
    page.get_by_test_id("others").locator("summary").click()
    page.get_by_test_id("contests").locator("summary").click()
    operations = page.get_by_test_id("operations")
    operations.get_by_role("button", name="Joe's Bridge").click()
    expect(operations).to_contain_text("Which headquarters do you command?")
    assert_accessible(page)
    page.get_by_role("button", name="Play now").first.click()
    expect(page.get_by_text("Your table is in the list of open tables")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Build an operation").click()
    choice = page.get_by_role("combobox", name="Copy or change a scenario")
    choice.select_option("joes-bridge")
    assert_accessible(page)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("The loader finds no fault.")).to_be_visible()
    assert_accessible(page)


def test_the_keyboard_reaches_everything(page: Page) -> None:
    """Arrows, the next thing to do, the palette by name, and a hex read aloud with its units."""
    bring(page, save_at("roundup", "MovePhase", 2))
    page.locator(".counter.movable").first.wait_for()
    page.keyboard.press(".")
    page.locator("path.cursor").wait_for()
    first = page.locator(".quiet[aria-live]").inner_text()
    assert first
    page.keyboard.press(".")
    expect(page.locator(".quiet[aria-live]")).not_to_have_text(first)
    page.keyboard.press(",")
    expect(page.locator(".quiet[aria-live]")).to_have_text(first)
    page.keyboard.press("Control+k")
    page.keyboard.type("charts")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("reference").locator("h3").first).to_contain_text("Combat Results")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("reference")).not_to_be_visible()
    page.keyboard.press(":")
    expect(page.get_by_test_id("palette")).to_be_visible()
    page.keyboard.type("no such thing")
    expect(page.get_by_test_id("palette").get_by_role("status")).to_contain_text(
        "No action with that name"
    )
