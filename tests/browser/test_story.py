"""The end of a game tells its story, and one tries another way from any point of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import prompt
from .tables import bring, finished, save_at
from .test_table import assert_accessible


def test_a_finished_game_shows_its_story(page: Page) -> None:
    """Charts with words, turning points that lead to the timeline, and a branch from there."""
    bring(page, finished("roundup"))
    story = page.get_by_test_id("story")
    story.wait_for()
    assert story.get_by_role("img").count() == 5
    expect(story).to_contain_text("hexes under Allied control: from")
    expect(story).to_contain_text("had the better dice")
    assert_accessible(page)
    with page.expect_download() as saved:
        story.get_by_role("link", name="Save as a page to share").click()
    assert saved.value.suggested_filename == "roundup.html"
    story.locator("li button").first.click()
    expect(page.get_by_test_id("caption")).to_contain_text("Looking back")
    at = page.get_by_test_id("timeline").get_attribute("data-at")
    was = page.url
    page.get_by_label("My notes").fill("Calais first")
    page.get_by_role("button", name="Try something else from here").click()
    page.get_by_role("button", name="Play Allied against the staff").click()
    page.wait_for_url(lambda url: url != was)
    expect(page.locator(".table > header")).to_contain_text(f"from line {at}")
    expect(page.locator(".seats")).to_contain_text("German: the staff")
    expect(page.get_by_label("My notes")).to_be_empty()
    expect(page.get_by_test_id("story")).to_have_count(0)
    expect(prompt(page)).not_to_contain_text("over")


def test_a_hot_seat_game_can_be_branched(page: Page) -> None:
    """If you hold both sides you may branch; in the present there is nothing to branch from."""
    bring(page, save_at("roundup", "Moving", 2))
    page.locator(".disc").first.wait_for()
    button = page.get_by_role("button", name="Try something else from here")
    expect(button).to_have_count(0)
    page.keyboard.press("[")
    expect(button).to_have_count(1)
    advice = page.get_by_test_id("advice")
    advice.get_by_role("button", name="Ask the staff").click()
    expect(advice).to_contain_text("in this order")
    expect(advice.locator("li").first).to_be_visible()
    page.keyboard.press("]")
    expect(advice.get_by_role("button", name="Ask the staff")).to_be_visible()
