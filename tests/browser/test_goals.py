"""The page says what matters: who wins and how, what is left to do, what an end gives away."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import seek
from .tables import after, bring, finished, save_at
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
    given = page.get_by_test_id("given")
    expect(given).to_contain_text("units can still move")
    expect(page.locator(".table")).to_have_attribute("data-lines", lines)
    before = page.locator("path.cursor").get_attribute("d")
    name = given.locator("button.unit").last
    named = name.text_content() or ""
    name.click()
    expect(page.locator("path.cursor")).not_to_have_attribute("d", before or "")
    expect(page.locator(".piece").filter(has_text=named)).not_to_have_count(0)
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


def test_a_game_that_is_over_says_how_it_was_decided(page: Page) -> None:
    """Both sides' levels stay on the page, open, with what they counted."""
    bring(page, finished("roundup"))
    goals = page.get_by_test_id("goals")
    expect(goals).to_contain_text("How it was decided")
    expect(goals).to_contain_text("At the end: Allied")
    expect(goals.locator("details[open]")).to_have_count(2)


def test_the_card_of_a_hex_says_what_its_terrain_does(page: Page) -> None:
    """The cost and the shift, with their rules; a hex without units has no card of units."""
    bring(page, save_at("roundup", "MovePhase", 2))
    seek(page, "2522")
    effects = page.get_by_test_id("effects")
    expect(effects).to_contain_text("2 MP to enter")
    expect(effects).to_contain_text("shifts 1 column left")
    expect(effects.locator(".cite").first).to_have_text("Roundup 10.2.a")


def test_a_beachhead_within_reach_is_named_when_every_unit_has_moved(page: Page) -> None:
    """The garrison of Calais can march to 2223, and that is said after the last move too."""
    beaches = [f"beachhead {h}" for h in ("2723", "2824", "2223", "4024")]
    landed = ["end", "land US01 2723", "end", "end"]
    bring(page, after("roundup", [*beaches, *landed, "move US01 2623"]))
    expect(page.locator(".prompt h2")).to_have_text("You can only end, or undo")
    reach = "156th R can reach the UK1 Beachhead, where no Allied unit is"
    expect(page.get_by_test_id("todo")).to_contain_text(reach)
    page.locator('.prompt button[data-line="end"]').click()
    expect(page.get_by_test_id("given").first).to_contain_text(reach)
    page.keyboard.press("y")
    expect(page.locator(".prompt h2")).not_to_have_text("You can only end, or undo")


def test_the_question_says_when_only_the_end_is_possible(page: Page) -> None:
    """When everybody has landed, the question no longer asks for a unit to land."""
    bring(page, save_at("roundup", "Landings", 1))
    expect(page.locator(".prompt h2")).to_contain_text("click where it lands")
    page.get_by_role("button", name="Follow the recommended plan").click()
    expect(page.locator(".prompt h2")).to_have_text("Nothing is left to do here: end")
