"""Recommended set-ups with one button."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import play, prompt


def test_one_press_places_all_beachheads(page: Page) -> None:
    """One press places the four Beachhead Markers, and the game continues."""
    play(page, "Operation Roundup", against="Two players, one screen")
    page.get_by_role("button", name="Follow the recommended plan").click()
    expect(page.locator(".marker")).to_have_count(4)
    expect(prompt(page)).not_to_contain_text("Beachhead")


def test_falaise_is_set_up_at_once(page: Page) -> None:
    """One press sets up the German side, and the button is gone when nothing is left."""
    play(page, "The Pocket at Falaise", side="German", against="Two players, one screen")
    page.get_by_role("button", name="Follow the recommended plan").click()
    expect(page.locator(".counter").nth(20)).to_be_attached()


def test_another_plan_is_shown_and_chosen(page: Page) -> None:
    """Pointing at a plan shows its hexes; choosing it does it."""
    play(page, "Operation Roundup", against="Two players, one screen")
    plan = page.get_by_test_id("plans").get_by_role("button", name="Both sides of Boulogne")
    plan.hover()
    expect(page.locator("path.ring")).to_have_count(4)
    plan.click()
    expect(page.locator(".marker")).to_have_count(4)
    expect(page.get_by_test_id("plans")).to_have_count(0)
