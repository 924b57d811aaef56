"""The page says what matters: who wins and how, what is left to do, what an end gives away."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .tables import bring, save_at
from .test_table import assert_accessible


def test_goals_are_listed_and_an_end_is_warned_of(page: Page) -> None:
    """Goals stand level by level, a click goes to what is left, and an end is warned of once."""
    bring(page, save_at("roundup", "MovePhase", 2))
    goals = page.get_by_test_id("goals")
    expect(goals).to_contain_text("If it ended now: Allied")
    expect(goals).to_contain_text("Operational: two linked ports")
    todo = page.get_by_test_id("todo")
    expect(todo).to_contain_text("units can still move")
    todo.get_by_role("button").first.click()
    first = page.locator("path.cursor").get_attribute("d")
    todo.get_by_role("button").first.click()
    expect(page.locator("path.cursor")).not_to_have_attribute("d", first or "")
    lines = page.locator(".table").get_attribute("data-lines") or ""
    end = page.locator('.prompt button[data-line="end"]')
    assert "main" not in (end.get_attribute("class") or "")
    end.click()
    expect(page.get_by_test_id("given")).to_contain_text("units can still move")
    expect(page.locator(".table")).to_have_attribute("data-lines", lines)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("given")).to_have_count(0)
    end.click()
    expect(page.locator(".table")).not_to_have_attribute("data-lines", lines)


def test_the_hex_of_a_question_is_ringed(page: Page) -> None:
    """Falaise: a unit enters a zone of control at a hex that the question names."""
    bring(page, save_at("falaise", "OpFire", 1))
    expect(page.locator(".prompt h2 .hex")).to_have_count(1)
    expect(page.locator("path.ring")).to_have_count(1)


def test_both_sides_of_a_short_scenario_are_open(page: Page) -> None:
    """A player sees for what the other side scores, because taking it away counts as much."""
    page.get_by_role("button", name="Play now").first.wait_for()
    base = page.url.rstrip("/")
    given = {
        "game": "roundup",
        "scenario": "counterstroke",
        "seats": {"allied": "staff", "german": "me"},
    }
    made = page.request.post(f"{base}/api/games", data=given).json()
    page.goto(f"{base}/games/{made['id']}")
    allied = page.get_by_test_id("goals").locator("details", has_text="Allied")
    expect(allied.get_by_text("Boulogne, worth 3")).to_be_visible()
