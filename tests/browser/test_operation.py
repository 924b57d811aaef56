"""OP COM in the browser: one person commands a headquarters, from the lobby to the report."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from .test_table import assert_accessible


def without_layers(page: Page) -> None:
    """Do without the drawings over the map, which take long and change nothing."""
    page.route("**/layers/*.svg", lambda route: route.abort())


def test_a_turn_of_joes_bridge_alone(page: Page) -> None:
    """Three clicks lead to the first order; mistakes are told at their line; the report follows."""
    without_layers(page)
    page.evaluate(
        "() => addEventListener('click', () => (window.clicks = (window.clicks ?? 0) + 1), true)"
    )
    operations = page.get_by_test_id("operations")
    operations.get_by_role("button", name="Joe's Bridge").click()
    operations.get_by_role("button", name="Guards Armd Div").click()
    unit = page.get_by_label("Unit or grouping")
    unit.click()
    assert page.evaluate("() => window.clicks") == 3
    unit.fill("33rd Guards")
    expect(page.get_by_role("status").first).to_contain_text(
        "You have no unit called '33rd Guards'"
    )
    unit.fill("32nd Guards Brigade Group")
    page.get_by_label("Action").select_option("breakthrough")
    expect(page.locator(".ask[role=status]")).to_contain_text("where shall they break through to?")
    page.get_by_label("Objective", exact=True).fill("Valkenswaard")
    read = page.locator(".read")
    expect(read).to_contain_text("break through to Valkenswaard")
    expect(page.locator("path.way")).to_have_count(1)
    expect(page.locator(".hours")).to_contain_text("noon: at Valkenswaard")
    expect(page.locator(".pieces .stop")).to_have_count(2)
    page.get_by_text("Guns, supply, air, route").click()
    page.get_by_label("Supporting guns").fill("55th Field Regt RA")
    expect(page.locator(".warn")).to_contain_text("55th Field Regt RA fires 12 km")
    page.get_by_text("Supplies, engineers, guns, air").click()
    page.get_by_role("button", name="+ Blow a bridge").click()
    page.get_by_label("Bridge", exact=True).fill("Joe's Bridge")
    expect(read.nth(1)).to_contain_text("Blow Joe's Bridge")
    page.get_by_role("button", name="Strike blow a bridge 1").click()
    page.get_by_role("button", name="5th Bn Coldstream Guards").first.click()
    page.get_by_role("button", name="5th Bn Coldstream Guards", exact=True).click()
    assert_accessible(page)
    page.reload()
    expect(page.get_by_label("Objective", exact=True)).to_have_value("Valkenswaard")
    page.get_by_label("Action").select_option("prepare")  # troops that prepare are asked nothing
    expect(read).to_contain_text("prepare an attack on Valkenswaard")
    page.get_by_role("button", name="Send the sheet").click()
    expect(page.get_by_role("heading", name="Report on turn 1")).to_be_visible()
    expect(page.locator("article.report").first).to_contain_text("17 September 1944")
    expect(page.locator(".orders .tag")).to_have_count(1)
    assert_accessible(page)
    page.locator("article.report a").first.click()
    page.get_by_role("button", name="Situation").click()
    expect(page.get_by_role("heading", name="Our units")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Orders", exact=True).click()
    page.get_by_label("Start from").select_option("last")
    expect(page.get_by_label("Objective", exact=True)).to_have_value("Valkenswaard")
    page.get_by_role("button", name="Light or dark").click()
    assert_accessible(page)
    expect(page.get_by_role("button", name="Send the sheet")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_control_works_a_turn_out(page: Page) -> None:
    """Control closes the orders, has the turn worked out, accepts and releases."""
    without_layers(page)
    page.get_by_role("button", name="Play now").first.wait_for()
    seats = {"Control": "me", "Guards": "commander", "Walther": "commander"}
    asked: dict[str, Any] = {"game": "opcom", "scenario": "joes-bridge", "seats": seats}
    answer = page.request.post(f"{page.url.rstrip('/')}/api/games", data=asked)
    assert answer.ok, answer.text()
    page.goto(f"{page.url}games/{answer.json()['id']}")
    page.get_by_role("button", name="Work the turn out").click()
    release = page.get_by_role("button", name="Release the reports")
    accept = page.get_by_role("button", name="Accept", exact=True)
    expect(release.or_(accept).first).to_be_visible()
