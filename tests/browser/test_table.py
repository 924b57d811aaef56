"""The table in the browser: two clicks to the first move, and everything after it by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Serving

from .conftest import without_ground
from .hands import act_at, click_at, log_says, play, prompt, seek

BEACHES = (("us1", "2723"), ("us2", "2824"), ("uk1", "3024"), ("uk2", "3223"))


def test_two_clicks_to_the_first_move(page: Page) -> None:
    """Choose a game, and every hex where something can be done is marked."""
    play(page, "Operation Roundup", against="Two players, one screen")
    expect(prompt(page)).to_contain_text("Click clear coast to place the US1 Beachhead")
    expect(page.locator("path.target").nth(5)).to_be_attached()
    expect(page.locator(".prompt .cite")).to_have_text("Roundup 13.4")


@pytest.mark.parametrize("title", ["Operation Roundup", "The Pocket at Falaise"])
def test_the_staff_is_the_default_opponent(page: Page, title: str) -> None:
    """If you choose nothing you play against the staff."""
    card = page.locator("section.card", has=page.get_by_role("heading", name=title, exact=True))
    expect(card.get_by_label("Opponent")).to_have_value("staff")
    card.get_by_role("button", name="Play now").click()
    expect(page.locator("header .seats")).to_contain_text("the staff")


def test_beachheads_by_mouse_and_undo(page: Page) -> None:
    """A click acts, the log tells it with its rule, and undo takes it back."""
    play(page, "Operation Roundup", against="Two players, one screen")
    click_at(page, "2723")
    log_says(page, "Placed the US1 Beachhead at 2723")
    expect(prompt(page)).to_contain_text("US2")
    page.get_by_role("button", name="Undo").click()
    expect(prompt(page)).to_contain_text("US1")
    expect(page.get_by_test_id("log")).not_to_contain_text("US1 Beachhead")


def test_by_the_keyboard_alone(page: Page) -> None:
    """Cursor, Enter, u and digits: no mouse from set-up into turn 1."""
    play(page, "Operation Roundup", against="Two players, one screen")
    for _, number in BEACHES:
        before = prompt(page).text_content()
        act_at(page, number)
        if number == BEACHES[-1][1]:  # the dice follow: it is asked about once more
            page.get_by_test_id("choices").wait_for()
            page.keyboard.press("1")
        expect(prompt(page)).not_to_have_text(before or "")
    page.keyboard.press("u")
    log_says(page, "Placed the UK1 Beachhead at 3024")


def test_a_reload_comes_back_to_the_same_state(page: Page) -> None:
    """A page that is loaded again shows the same decision, because the server keeps the game."""
    play(page, "Operation Roundup", against="Two players, one screen")
    act_at(page, "2723")
    expect(prompt(page)).to_contain_text("US2")
    page.reload()
    expect(prompt(page)).to_contain_text("US2")


def test_a_friend_joins_by_link(page: Page, chromium: Browser, site: Serving) -> None:
    """A link takes the other seat; both see each other's moves and can chat."""
    card = page.locator(
        "section.card", has=page.get_by_role("heading", name="Operation Roundup", exact=True)
    )
    card.get_by_label("Opponent").select_option(label="A friend, by link")
    card.get_by_role("button", name="Play now").click()
    link = page.locator("input[readonly]").input_value()
    page.get_by_role("button", name="Open the table").click()
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    other = context.new_page()
    without_ground(other)
    other.goto(link)
    other.locator(".pane").wait_for()
    assert "#" not in other.url
    page.locator(".pane").wait_for()
    expect(other.locator(".prompt .badge")).to_have_text(re.compile("Allied", re.IGNORECASE))
    act_at(page, "2723")
    log_says(other, "Placed the US1 Beachhead at 2723")
    other.get_by_label("Say something").fill("good luck")
    other.get_by_role("button", name="Send").click()
    expect(page.locator(".chat")).to_contain_text("good luck")
    context.close()


def test_a_refusal_says_why(page: Page) -> None:
    """Where a place does not exist or nothing can be done, the page says so."""
    play(page, "Operation Roundup", against="Two players, one screen")
    page.keyboard.press("/")
    page.keyboard.type("Atlantis")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("There is no hex or place called Atlantis.")


def test_falaise_opens_with_its_units(page: Page) -> None:
    """Units that are not on the map lie beside it; the one that is picked shows where it may go."""
    play(page, "The Pocket at Falaise", side="German", against="Two players, one screen")
    expect(prompt(page)).not_to_be_empty()
    page.locator("button.piece").first.click()
    expect(page.locator("path.target").first).to_be_attached()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation(page: Page, theme: str) -> None:
    """Lobby and table have no violation of accessibility that axe knows."""
    if theme == "dark":
        page.get_by_role("button", name="Light or dark").click()
    page.get_by_role("button", name="Play now").first.wait_for()
    assert_accessible(page)
    play(page, "Operation Roundup", against="Two players, one screen")
    act_at(page, "2723")
    assert_accessible(page)


def assert_accessible(page: Page, within: str = "") -> None:
    """Ask axe, about the whole page or, where a dialog bars the rest of it, about that."""
    axe: Any = Axe()
    # The lettering of the map is hidden from readers, and long to look through.
    found = axe.run(page, within or {"exclude": [[".layer"]]})
    assert found.violations_count == 0, found.generate_report()


def test_the_table_fits_a_phone(chromium: Browser, site: Serving) -> None:
    """At the width of a phone nothing is cut off, and what is pressed is large enough."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    without_ground(page)
    page.goto(f"http://{site.host}/")
    play(page, "Operation Roundup", against="Two players, one screen")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    for button in page.locator("aside button").all():
        box = button.bounding_box()
        if box is not None:
            assert box["height"] >= 44
    context.close()


def test_a_place_is_found_by_name(page: Page) -> None:
    """A place is found by its name, whatever its accents."""
    play(page, "Operation Roundup", against="Two players, one screen")
    seek(page, "guines")
    expect(page.locator("aside h3:not(.plans)").first).to_contain_text("Guînes")
