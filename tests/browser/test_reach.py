"""The cost of a move on the map: discs, the way, and why a hex is forbidden."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from .hands import act_at, seek
from .tables import bring, save_at
from .test_table import assert_accessible


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_costs_lie_on_the_hexes(page: Page, name: str) -> None:
    """Every hex that can be gone to has its cost; pointing at one draws the way."""
    bring(page, save_at(name, "Moving", 2))
    discs = page.locator(".disc")
    discs.first.wait_for()
    assert discs.count() > 1
    expect(page.get_by_test_id("way")).to_have_count(0)
    number = discs.last.get_attribute("data-number")
    cost = discs.last.locator("text").text_content()
    seek(page, number or "")
    said = f"Go to {number}: {cost} MP"
    expect(page.get_by_test_id("tip")).to_contain_text(said)
    expect(page.get_by_test_id("way")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    box = discs.last.locator("circle").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("tip")).to_contain_text(said)
    assert_accessible(page)


def test_a_forbidden_hex_says_why(page: Page) -> None:
    """Where the unit cannot go, a rule says why; and where it can, it goes."""
    bring(page, save_at("roundup", "Moving", 2))
    page.locator(".disc").first.wait_for()
    act_at(page, "4225")
    expect(page.get_by_role("alert")).to_contain_text("4225")
    expect(page.locator(".problem button.cite")).to_contain_text("Roundup 10")
    seek(page, "4225")
    expect(page.get_by_test_id("way")).to_have_count(0)


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_a_move_is_one_command_and_one_update(page: Page, name: str) -> None:
    """The page sends the move and asks nothing: what it needs next comes with the update."""
    sent: list[str] = []
    with page.expect_websocket() as opened:
        bring(page, save_at(name, "Moving", 2))
    socket = opened.value
    socket.on("framesent", lambda frame: sent.append(str(json.loads(frame)["type"])))
    discs = page.locator(".disc")
    discs.first.wait_for()
    number = discs.last.get_attribute("data-number")
    sent.clear()
    with socket.expect_event("framereceived", lambda frame: json.loads(frame)["type"] == "update"):
        act_at(page, number or "")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert sent == ["do"]
