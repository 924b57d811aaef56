"""OP COM in the browser: one person commands a headquarters, from the lobby to the report."""

from __future__ import annotations

from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bocage.server import new_tables
from tests.server.clients import Serving

from .conftest import without_ground
from .tables import come_in
from .test_table import assert_accessible


def without_layers(page: Page) -> None:
    """Do without the drawings over the map, which take long and change nothing."""
    page.route("**/layers/*.svg", lambda route: route.abort())


def test_a_turn_of_joes_bridge_alone(page: Page) -> None:
    """Three clicks lead to the first order; a mistake is shown at its line; the report follows."""
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
    page.get_by_role("button", name="Delete blow a bridge 1").click()
    page.get_by_role("button", name="5th Bn Coldstream Guards").first.click()
    page.get_by_role("button", name="5th Bn Coldstream Guards", exact=True).click()
    assert_accessible(page)
    page.reload()
    expect(page.get_by_label("Objective", exact=True)).to_have_value("Valkenswaard")
    page.get_by_label("Action").select_option("prepare")  # troops that prepare are asked nothing
    expect(read).to_contain_text("prepare an attack")
    page.get_by_role("button", name="Send the sheet").focus()
    page.keyboard.press("Enter")
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


DICE = b"s"
"""With these dice nobody breaks through on turn 1, so nobody is asked in the middle of it."""
THROUGH = b"a"
"""With these they do, and meet more of the enemy."""


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every table the same dice: with others a turn may ask other things of other people."""
    monkeypatch.setattr(new_tables, "secrets", SimpleNamespace(token_bytes=DICE.__mul__))


def at_table(chromium: Browser, site: Serving, stack: ExitStack) -> tuple[str, list[Page]]:
    """Joe's Bridge with both teams and Control, each in a browser of its own."""
    errors: list[str] = []
    stack.callback(lambda: _none(errors))
    pages = [come_in(chromium, stack, errors) for _ in range(3)]
    base = f"http://{site.host}"
    made: dict[str, Any] = {}
    for page, seat in zip(pages, ("Guards", "Walther", "Control"), strict=True):
        without_layers(page)
        page.goto(base)
        page.get_by_role("button", name="Play now").first.wait_for()
        if not made:
            asked = {"game": "opcom", "scenario": "joes-bridge", "seats": {"Guards": "me"}}
            answer = page.request.post(f"{base}/api/games", data=asked)
            assert answer.ok, answer.text()
            made = answer.json()
            page.goto(f"{base}/games/{made['id']}")
        else:
            page.goto(f"{base}/?#seat={made['id']}.{made['links'][seat]}")
    return f"{base}/games/{made['id']}", pages


def _none(errors: list[str]) -> None:
    assert errors == []


@pytest.mark.usefixtures("dice")
def test_two_teams_and_control_play_a_turn(chromium: Browser, site: Serving) -> None:
    """Sheets, two rulings changed, a draft edited, release: belief changes only then.

    Control's page is closed in the middle and comes back where it was. axe finds nothing on it.
    """
    with ExitStack() as stack:
        address, (guards, walther, control) = at_table(chromium, site, stack)
        unit = guards.get_by_label("Unit or grouping")
        unit.fill("33rd Guards")
        expect(guards.get_by_role("status").first).to_contain_text("no unit called '33rd Guards'")
        unit.fill("32nd Guards Brigade Group")
        guards.get_by_label("Action").select_option("breakthrough")
        guards.get_by_label("Objective", exact=True).fill("Valkenswaard")
        expect(guards.locator(".read")).to_contain_text("break through to Valkenswaard")
        guards.get_by_role("button", name="Send the sheet").click()
        expect(control.get_by_test_id("sheets-in")).to_have_text("1 of 2 sheets in")
        expect(control.get_by_role("table")).to_contain_text("break through to Valkenswaard")
        control.get_by_role("button", name="Ask the team").click()
        control.get_by_label("Question about line 1").fill("Which road?")
        control.get_by_role("button", name="Ask", exact=True).click()
        expect(guards.locator(".asked")).to_contain_text("Your line 1 (32nd Guards Brigade Group)")
        guards.get_by_role("button", name="Answer").click()
        guards.get_by_label("Say something").fill("The Club Route.")
        guards.get_by_role("button", name="Send", exact=True).click()
        expect(guards.locator(".asked")).to_have_count(0)
        expect(control.get_by_test_id("talk")).to_contain_text("The Club Route.")
        expect(walther.locator("body")).not_to_contain_text("Which road?")
        assert_accessible(guards)
        assert_accessible(control)
        walther.get_by_role("button", name="Send the sheet").click()
        expect(control.get_by_test_id("sheets-in")).to_have_text("2 of 2 sheets in")
        card = control.locator("article").first
        work = control.get_by_role("button", name="Adjudicate the turn")
        close_orders(control)
        work.click()
        expect(card).to_contain_text("clear tactical advantages")
        rule(control, "0", "they are new here")
        expect(control.get_by_text("The turn is adjudicated.")).to_be_visible()

        control.get_by_role("button", name="Result 1st").click()
        expect(card).to_contain_text("Attacker")
        expect(card.get_by_role("checkbox").first).to_be_checked()
        assert_accessible(control)
        control.close()
        control = control.context.new_page()
        without_ground(control)
        without_layers(control)
        control.goto(address)
        card = control.locator("article").first
        expect(card).to_contain_text("Attacker")
        rule(control, "badly beaten", "mines", "The road was mined.")
        expect(card).to_contain_text("badly beaten")
        expect(card).to_contain_text("Teams read: “The road was mined.”")
        control.get_by_role("button", name="Accept all routine").click()
        expect(control.get_by_role("button", name="Accept all routine")).to_have_count(0)

        control.get_by_role("button", name="Reports out").first.click()
        draft = control.locator("article.report")
        expect(draft).to_contain_text("The road was mined.")
        part = control.locator("section.part").first
        part.get_by_text("Facts of this report").click()
        part.get_by_role("listitem").filter(has_text="add a remark").get_by_role("button").click()
        part.get_by_label("remark").fill("We lost 5 steps.")
        part.get_by_label("Your reason").fill("smoke")
        part.get_by_role("button", name="Save the change").click()
        expect(control.get_by_role("alert")).to_contain_text("can't say this")
        part.get_by_label("remark").fill("The smoke was thick.")
        part.get_by_role("button", name="Save the change").click()
        expect(part).to_contain_text("The smoke was thick.")
        assert_accessible(control)

        before = guards.locator(".asat").inner_text()
        control.get_by_role("button", name="Release to KG Walther").or_(
            control.get_by_role("button", name="KG Walther")
        ).first.click()
        control.get_by_role("button", name="Release to KG Walther").click()
        expect(control.get_by_text("released", exact=True)).to_have_count(1)
        assert guards.locator(".asat").inner_text() == before
        control.get_by_role("button", name="Release all").click()
        expect(guards.get_by_role("heading", name="Report on turn 1")).to_be_visible()
        expect(guards.locator("article.report").first).to_contain_text("The road was mined.")
        expect(guards.locator("body")).not_to_contain_text("they are new here")
        expect(guards.locator(".asat")).not_to_have_text(before)
        expect(walther.get_by_role("heading", name="Report on turn 1")).to_be_visible()
        for tab in ("Map", "Messages", "Debrief"):
            control.get_by_role("button", name=tab, exact=True).click()
            assert_accessible(control)
            if tab == "Map":
                drag_a_unit(control)
        control.set_viewport_size({"width": 390, "height": 844})
        nav = control.get_by_role("navigation").bounding_box()
        assert nav is not None
        assert nav["y"] + nav["height"] < 0.34 * 844  # the bars leave most of the screen
        assert control.evaluate("() => document.documentElement.scrollWidth") == 390


def drag_a_unit(control: Page) -> None:
    """Control looks where units were half way, then drags one and says why."""
    control.get_by_role("button", name="Midway").click()
    expect(control.locator(".aim")).to_have_text("Truth: Midway")
    control.get_by_role("button", name="Now", exact=True).click()
    piece = control.locator(".stack:not(:has(b))").first
    piece.hover()
    control.mouse.down()
    control.mouse.move(900, 500, steps=3)
    control.mouse.up()
    change = control.get_by_role("button", name="Change it").first
    expect(control.get_by_role("status").filter(has_text="will be placed here")).to_be_visible()
    expect(change).to_be_disabled()
    control.get_by_label("Your reason").fill("they lost their way")
    change.click()
    expect(control.get_by_role("status").filter(has_text="Changed.")).to_be_visible()


def close_orders(control: Page) -> None:
    """Control closes the orders: they stay open when the last sheet is in."""
    control.get_by_role("button", name="Close the orders").click()
    expect(control.get_by_role("button", name="Adjudicate the turn")).to_be_visible()


def rule(page: Page, value: str, reason: str, told: str = "") -> None:
    """Control rules on the card that is open."""
    page.get_by_label("Choose a ruling").select_option(value)
    page.get_by_label("Your reason").fill(reason)
    page.get_by_label("Reason for the teams").fill(told)
    page.get_by_role("button", name="Rule", exact=True).click()


def tab_to(page: Page, name: str) -> None:
    """Press the tabulator until the focus is on the control of that name."""
    page.evaluate("() => document.activeElement.blur()")
    for _ in range(150):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => { const at = document.activeElement; const label = at.labels?.[0];
            return at.getAttribute('aria-label') || (label ?? at).textContent; }"""
        )
        if found.strip().startswith(name):
            return
    raise AssertionError(f"no way by keyboard to {name}")


@pytest.mark.usefixtures("dice")
def test_a_sheet_is_written_and_sent_by_keyboard_alone(page: Page) -> None:
    """From the lobby to the report without a pointer."""
    without_layers(page)
    page.get_by_test_id("operations").wait_for()
    for name in ("Joe's Bridge", "Guards Armd Div"):
        tab_to(page, name)
        page.keyboard.press("Enter")
        page.get_by_text(name).first.wait_for()
    page.get_by_label("Unit or grouping").wait_for()
    tab_to(page, "Unit or grouping")
    page.keyboard.press("Control+A")
    page.keyboard.type("32nd Guards Brigade Group")
    tab_to(page, "Action")
    page.keyboard.type("Prepare")
    tab_to(page, "Objective")
    page.keyboard.type("Valkenswaard")
    expect(page.locator(".read")).to_contain_text("prepare an attack")
    expect(page.get_by_label("Objective", exact=True)).to_have_value("Valkenswaard")
    tab_to(page, "Send the sheet")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Report on turn 1")).to_be_visible()
    tab_to(page, "Situation")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Our units")).to_be_visible()
    page.locator(".frame").focus()
    for _ in range(8):
        page.keyboard.press("+")
    for stack in (page.locator(".stack").first, page.locator(".stack").last):
        stack.focus()
        expect(stack).to_be_in_viewport()
        frame = page.locator(".frame").evaluate("(at) => [at.scrollTop, at.scrollLeft]")
        assert frame == [0, 0]  # what lies on the map stays: the scale, the tools


def test_a_turn_on_a_phone(
    chromium: Browser, site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 390 pixels: one line is written, a decision answered at once, the report read."""
    monkeypatch.setattr(new_tables, "secrets", SimpleNamespace(token_bytes=THROUGH.__mul__))
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    without_ground(page)
    without_layers(page)
    page.goto(f"http://{site.host}")
    operations = page.get_by_test_id("operations")
    operations.get_by_role("button", name="Joe's Bridge").tap()
    operations.get_by_role("button", name="Guards Armd Div").tap()
    page.get_by_label("Unit or grouping").fill("32nd Guards Brigade Group")
    page.get_by_label("Action").select_option("breakthrough")
    page.get_by_label("Objective", exact=True).fill("Valkenswaard")
    expect(page.locator(".read")).to_contain_text("break through to Valkenswaard")
    page.get_by_role("button", name="Send the sheet").tap()
    decide = page.get_by_role("alertdialog")
    expect(decide).to_contain_text("attack at once?")
    assert_accessible(page)
    decide.get_by_role("button", name="No").tap()
    expect(page.get_by_role("heading", name="Report on turn 1")).to_be_visible()
    expect(page.locator("article.report").first).to_contain_text("17 September 1944")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    context.close()
