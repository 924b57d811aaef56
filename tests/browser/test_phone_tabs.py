"""On a phone one thing at a time is below the map."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.server.clients import Serving

from .conftest import without_ground
from .tables import bring, save_at
from .test_table import assert_accessible


def test_tabs_show_one_group_at_a_time(chromium: Browser, site: Serving) -> None:
    """What is asked, the log, the time, the rest; the map keeps half of the screen."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    without_ground(page)
    page.goto(f"http://{site.host}/")
    bring(page, save_at("falaise", "Moving", 2))
    page.locator(".disc").first.wait_for()
    pane = page.locator(".pane").bounding_box()
    assert pane
    assert pane["height"] > 844 * 0.45
    tabs = page.get_by_role("navigation", name="Panels below the map")
    log, legend, time = (page.get_by_test_id(each) for each in ("log", "legend", "timeline"))
    expect(page.locator(".prompt")).to_be_visible()
    expect(log).to_be_hidden()
    tabs.get_by_role("button", name="Log").click()
    expect(log).to_be_visible()
    expect(page.locator(".prompt")).to_be_hidden()
    tabs.get_by_role("button", name="Time").click()
    expect(time).to_be_visible()
    expect(log).to_be_hidden()
    tabs.get_by_role("button", name="Map").click()
    expect(legend).to_be_visible()
    assert_accessible(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    context.close()


def test_a_refusal_is_seen_on_a_phone(chromium: Browser, site: Serving) -> None:
    """Below the map is little room: why something is refused comes into view by itself."""
    context = chromium.new_context(viewport={"width": 390, "height": 700}, has_touch=True)
    page = context.new_page()
    without_ground(page)
    page.goto(f"http://{site.host}/")
    bring(page, save_at("roundup", "MovePhase", 2))
    page.locator(".counter.movable").first.wait_for()
    page.locator(".counter:not(.movable)").first.dispatch_event("click")
    why = page.locator(".prompt").get_by_role("alert").first
    why.wait_for()
    expect(why).to_be_in_viewport()
    context.close()
