"""What a person's hands do at the page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def play(page: Page, title: str, *, side: str = "Allied", against: str = "") -> None:
    """Open a table from the lobby, with the game as printed."""
    card = page.locator("section.card", has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_label("Your side").select_option(label=side)
    if (setting := card.get_by_label("Setting")).count():
        setting.select_option(label="As printed")
    if against:
        card.get_by_label("Opponent").select_option(label=against)
    card.get_by_role("button", name="Play now").click()
    page.locator(".prompt h2").wait_for()
    page.locator(".pane").wait_for()


def prompt(page: Page) -> Locator:
    """What is asked."""
    return page.locator(".prompt h2")


def seek(page: Page, place: str) -> None:
    """Put the cursor on a hex, by the keyboard."""
    page.keyboard.press("/")
    page.keyboard.type(place)
    page.keyboard.press("Enter")
    page.locator("path.cursor").wait_for()


def act_at(page: Page, place: str) -> None:
    """Act at a hex by the keyboard alone."""
    seek(page, place)
    page.keyboard.press("Enter")


def click_at(page: Page, place: str) -> None:
    """Act at a hex by the mouse; the cursor shows where it is."""
    seek(page, place)
    box = page.locator("path.cursor").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def log_says(page: Page, text: str) -> None:
    """Wait until the log says something."""
    expect(page.get_by_test_id("log")).to_contain_text(text)


def join(page: Page) -> None:
    """Add a unit to an attack: click its counter, and choose it where it stands in a stack."""
    counter = page.locator(".counter.movable").last
    unit = counter.get_attribute("data-unit")
    counter.click()
    chosen = page.locator(f'button[data-line="with {unit}"]')
    chosen.or_(page.get_by_role("button", name="Fight")).first.wait_for()
    if chosen.count():
        chosen.click()
