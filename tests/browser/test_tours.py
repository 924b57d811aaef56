"""The tours: each step does what it says, and goes on when the player has done it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import join
from .test_table import assert_accessible


def begin(page: Page, title: str) -> None:
    """Take the tour of a game from the lobby."""
    card = page.locator("section.card", has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Take the tour").click()
    page.get_by_test_id("tour").wait_for()
    page.locator(".pane").wait_for()
    page.keyboard.press("0")


def test_the_tour_of_roundup(page: Page) -> None:
    """From picking a unit to rolling the die, each step goes on by itself when it is done."""
    begin(page, "Operation Roundup")
    tour = page.get_by_test_id("tour")
    expect(tour).to_contain_text("1 of 9")
    assert_accessible(page)
    tour.get_by_role("button", name="Next").click()
    expect(tour).to_contain_text("Pick a unit")
    page.keyboard.press(":")
    page.keyboard.type("select")
    page.keyboard.press("Enter")
    expect(tour).to_contain_text("Send it somewhere")
    page.locator(".disc").first.wait_for()
    page.keyboard.press(":")
    page.keyboard.type("go")
    page.keyboard.press("Enter")
    expect(tour).to_contain_text("Change your mind")
    page.keyboard.press("u")
    expect(tour).to_contain_text("Look over the map")
    tour.get_by_role("button", name="Next").click()
    page.keyboard.press("u")
    page.locator(".prompt button[data-line=end]").click()
    page.get_by_role("button", name="End all the same").click()
    expect(tour).to_contain_text("Name a target")
    number = page.locator("path.target").first.get_attribute("data-number")
    page.keyboard.press(":")
    page.keyboard.type(f"attack {number}")
    page.keyboard.press("Enter")
    expect(tour).to_contain_text("Gather, weigh and roll")
    join(page)
    page.get_by_role("button", name="Fight: roll the die").click()
    expect(tour).to_contain_text("That is all")
    tour.get_by_role("button", name="Play on").click()
    expect(tour).to_have_count(0)


def test_the_tour_of_falaise(page: Page) -> None:
    """An Assault Round is chosen, a target named, units added, and the die rolled."""
    begin(page, "The Pocket at Falaise")
    tour = page.get_by_test_id("tour")
    tour.get_by_role("button", name="Next").click()
    page.locator('.prompt button[data-line="round assault"]').click()
    expect(tour).to_contain_text("Name a target")
    number = page.locator("path.target").first.get_attribute("data-number")
    page.keyboard.press(":")
    page.keyboard.type(f"attack {number}")
    page.keyboard.press("Enter")
    expect(tour).to_contain_text("Add a unit")
    join(page)
    expect(tour).to_contain_text("Fight")
    page.get_by_role("button", name="Fight: roll the die").click()
    expect(tour).to_contain_text("Op-Fire")
    tour.get_by_role("button", name="End the tour").click()
    expect(tour).to_have_count(0)
    page.reload()
    page.locator(".pane").wait_for()
    expect(tour).to_have_count(0)
