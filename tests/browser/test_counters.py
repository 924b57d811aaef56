"""Counters, the map and hands: names, what lies on top, the ground of a hex, letting go."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .hands import prompt, seek
from .tables import bring, save_at


def test_counters_say_who_they_are(page: Page) -> None:
    """A counter has its name when it is near, its stack in the tooltip; the strongest is on top."""
    bring(page, save_at("roundup", "MovePhase", 2))
    page.keyboard.press("0")
    expect(page.locator(".counter text.name")).to_have_count(0)
    for _ in range(12):
        page.keyboard.press("+")
    expect(page.locator(".counter text.name").first).not_to_be_empty()
    board = page.request.get(f"{page.url.partition('/games')[0]}/api/boards/roundup").json()
    strong = {each["id"]: each["strength"] for each in board["units"]}
    stacks = dict[str, list[str]]()
    for counter in page.locator(".counter").all():
        hex_ = counter.get_attribute("data-hex") or ""
        stacks.setdefault(hex_, []).append(counter.get_attribute("data-unit") or "")
    several = {hex_: units for hex_, units in stacks.items() if len(units) > 1}
    assert several
    for hex_, units in several.items():
        assert units == sorted(units, key=strong.__getitem__)
        title = page.locator(f'.counter[data-hex="{hex_}"]').first.get_attribute("title") or ""
        assert title.count("\n") == len(units) - 1
    seek(page, "2723")
    ground = page.get_by_test_id("ground")
    expect(ground).to_contain_text(re.compile("Ground"))
    ground.locator("summary").click()
    expect(ground.locator("li").first).to_be_visible()


def test_escape_lets_go_and_a_click_on_friends_asks(page: Page) -> None:
    """Escape takes back the move that was just begun; friends are joined only when asked."""
    bring(page, save_at("roundup", "Moving", 2))
    page.locator(".disc").first.wait_for()
    lines = page.locator(".table").get_attribute("data-lines") or ""
    numbers = {each.get_attribute("data-number") for each in page.locator(".disc").all()}
    friends = [
        each for each in page.locator(".counter").all() if each.get_attribute("data-hex") in numbers
    ]
    if friends:
        friends[0].dispatch_event("click")
        expect(page.get_by_test_id("choices")).to_contain_text("and join")
        expect(page.locator(".table")).to_have_attribute("data-lines", lines)
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("choices")).to_have_count(0)
        expect(page.locator(".table")).to_have_attribute("data-lines", lines)
    seek(page, "4225")  # far from everybody: the map comes back to who can move
    page.keyboard.press("Escape")
    expect(prompt(page)).to_contain_text("Click a unit to move it")
    page.wait_for_function("""() => {
        const pane = document.querySelector(".pane").getBoundingClientRect();
        return [...document.querySelectorAll(".counter.movable")].some((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return left > pane.left && right < pane.right && top > pane.top && bottom < pane.bottom;
        });
    }""")
    expect(page.locator(".table")).to_have_attribute("data-lines", str(int(lines) - 1))
