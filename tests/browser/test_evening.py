"""An evening in browsers: cast by links, one sheet for two, a clock, news and the big screen."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from tests.server.clients import Serving

from .conftest import without_ground
from .test_table import assert_accessible

PICTURES = os.environ.get("BOCAGE_PICTURES", "")
"""A folder for pictures of every page, for those who want to look."""


def looked_at(page: Page, name: str) -> None:
    """No violation by day; with a folder for pictures, by night and on a phone as well."""
    assert_accessible(page)
    if not PICTURES:
        return
    for theme in ("light", "dark"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        for width, height in ((1440, 900), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=Path(PICTURES) / f"{name}-{theme}-{width}.png")
            assert_accessible(page)
    page.set_viewport_size({"width": 1440, "height": 900})


def visitor(chromium: Browser, address: str) -> Page:
    """Somebody's browser."""
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", color_scheme="light"
    )
    page = context.new_page()
    without_ground(page)
    page.goto(address)
    return page


def test_an_evening_from_the_cast_to_the_big_screen(chromium: Browser, site: Serving) -> None:
    """Game Control opens a table and casts before the game begins; two share a sheet; the clock
    and the news reach everybody; a spectator is a turn late."""
    home = f"http://{site.host}"
    control = visitor(chromium, home)
    control.get_by_role("button", name="Joe's Bridge", exact=True).click()
    control.get_by_label("Spectators see").select_option("1")
    control.get_by_role("button", name="Open a table as Control").click()
    expect(control.get_by_text("0 of 2 so far")).to_be_visible()
    where = control.url
    cast = "Gus, Guards\nGil, guards armd\nMo, map\nPam, Press\nObi, Observer, allied\nEd, Nowhere"
    control.get_by_label("People", exact=True).fill(cast)
    control.get_by_role("button", name="Make links").click()
    expect(control.get_by_role("alert")).to_contain_text("Line 6: there is no headquarters")
    control.get_by_label("People", exact=True).fill(cast.rpartition("\n")[0])
    control.get_by_role("button", name="Make links").click()
    expect(control.locator(".printed article")).to_have_count(5)
    links = [each.get_attribute("href") or "" for each in control.locator(".printed a").all()]
    gus, gil, map_, press, obi = (visitor(chromium, each) for each in links)
    expect(control.get_by_text("1 of 2 so far")).to_be_visible()
    expect(gus.get_by_text("1 of 2 so far")).to_be_visible()
    expect(gil.get_by_text("Your post: Guards Armd Div.")).to_be_visible()
    expect(map_.get_by_text("Your post: Map Control.")).to_be_visible()
    for page in (gus, map_):
        expect(page.get_by_text("Game Control casts the players and umpires.")).to_be_visible()
        expect(page.get_by_role("button", name="Make links")).to_have_count(0)
    looked_at(control, "evening-gathering")
    control.get_by_role("button", name="Let computer commanders").click()

    control.get_by_role("button", name="Evening", exact=True).click()
    control.get_by_role("button", name="Start the clock").click()
    expect(gus.locator(".phases")).to_contain_text("Orders")
    expect(control.locator(".team").get_by_text("Mo, Map Control")).to_be_visible()
    expect(control.locator(".team").filter(has_text="KG Walther")).to_contain_text("ommander")
    control.get_by_label("People", exact=True).fill("Zoe, Walther")
    control.get_by_role("button", name="Make links").click()
    expect(control.locator(".printed article")).to_contain_text("Zoe")
    expect(control.locator(".printed svg")).to_have_count(1)
    looked_at(control, "evening-control")

    for page in (gus, gil):
        page.get_by_role("button", name="Orders", exact=True).click()
    words = gus.locator(".sheet .text input").first
    words.fill("Move to Valkenswaard")
    expect(gil.get_by_text("Gus holds the sheet. You see it as it is written.")).to_be_visible()
    expect(gil.locator(".sheet .text input").first).to_have_value("Move to Valkenswaard")
    expect(gil.locator(".sheet .text input").first).to_be_disabled()
    gil.get_by_role("button", name="Headquarters").last.click()
    gil.get_by_label("Add a note").fill("Ask for guns")
    gil.get_by_role("button", name="Add", exact=True).click()
    expect(gil.locator(".notes")).to_contain_text("Gil: Ask for guns")
    gus.get_by_role("button", name="Headquarters").last.click()
    gus.get_by_text("Divide the headquarters").first.click()
    gus.get_by_role("checkbox", name="Gil").check()
    gus.get_by_role("checkbox", name="5th Guards Brigade Group", exact=True).check()
    looked_at(gus, "evening-divide")
    gus.get_by_role("button", name="Divide the headquarters").click()
    expect(gil.get_by_text("You are the second post of your headquarters.")).to_be_visible()
    expect(gil.get_by_text("Ask for guns")).to_have_count(0)
    gil.get_by_role("button", name="Orders", exact=True).click()
    expect(gil.get_by_text("You order 5th Guards Brigade Group")).to_be_visible()
    unwritten = gil.get_by_label("Unit or grouping").first
    expect(unwritten).to_have_value("5th Guards Brigade Group")
    gil.get_by_role("button", name="Headquarters").last.click()
    control.get_by_label("Headquarters to divide or join").select_option("Guards")
    expect(control.get_by_text("At the second post: Gil.")).to_be_visible()
    looked_at(control, "evening-posts")
    control.get_by_role("button", name="Join the posts again").click()
    expect(gil.locator(".notes")).to_contain_text("Gil: Ask for guns")
    looked_at(gil, "evening-headquarters")

    press.get_by_label("Headline").fill("Bridge seen at Grote Barrier")
    press.get_by_role("button", name="Give it to Control").click()
    expect(press.get_by_text("waits for Control")).to_be_visible()
    looked_at(press, "evening-press")
    control.get_by_role("button", name="Release", exact=True).click()
    expect(gus.locator(".phases")).to_contain_text("Bridge seen")

    with control.context.expect_page() as opened:
        control.get_by_role("button", name="Make a link").click()
        control.get_by_role("link", name="Open it").click()
    screen = opened.value
    expect(screen.locator(".news h2")).to_have_text("Bridge seen at Grote Barrier")
    expect(screen.locator(".phase")).to_have_text("Orders")
    looked_at(screen, "evening-screen")

    expect(obi.get_by_label("Headquarters you watch")).to_have_value("Guards")
    expect(obi.get_by_role("heading", name="Our units")).to_be_visible()
    expect(obi.get_by_text("It has sent no sheet for this turn.")).to_be_visible()
    expect(obi.locator(".map .stack").first).to_be_visible()
    looked_at(obi, "evening-observer")

    eve = visitor(chromium, where)
    expect(eve.get_by_text("You see the whole map 1 turn late.")).to_be_visible()
    expect(eve.get_by_text("The first map comes when turn 2 begins.")).to_be_visible()
    expect(eve.locator(".phases")).to_contain_text("Bridge seen")
    looked_at(eve, "evening-spectator")

    expect(map_.get_by_role("heading", name="Map Control")).to_be_visible()
    expect(map_.get_by_role("button", name="Close the orders")).to_have_count(0)
    looked_at(map_, "evening-map")
    control.get_by_label("Remove from their post").select_option(label="Gus, Guards Armd Div")
    control.get_by_role("button", name="Remove", exact=True).click()
    expect(gus.get_by_role("heading", name="Spectator")).to_be_visible()
    expect(gil.get_by_text("Gus")).to_have_count(0)
    for page in (control, gus, gil, map_, press, obi, eve):
        page.context.close()


def test_a_headquarters_finishes_its_sheet_after_the_orders_are_closed(
    chromium: Browser, site: Serving
) -> None:
    """The page of a late headquarters says so, takes its orders, and hands them to Control."""
    control = visitor(chromium, f"http://{site.host}")
    control.get_by_role("button", name="Joe's Bridge", exact=True).click()
    control.get_by_role("button", name="Open a table as Control").click()
    control.get_by_label("People", exact=True).fill("Gus, Guards\nZoe, Walther")
    control.get_by_role("button", name="Make links").click()
    expect(control.locator(".printed article")).to_have_count(2)
    links = [each.get_attribute("href") or "" for each in control.locator(".printed a").all()]
    gus, zoe = (visitor(chromium, each) for each in links)
    gus.get_by_role("button", name="Send the sheet").click()
    expect(control.get_by_text("1 of 2 sheets in")).to_be_visible()
    control.get_by_role("button", name="Close the orders").click()
    late = zoe.get_by_role("button", name="Hand in a late sheet")
    expect(late).to_be_visible()
    zoe.get_by_label("Orders in words").first.fill("Hold the road at all costs")
    expect(zoe.get_by_text("more: stand fast")).to_be_visible()
    late.click()
    expect(zoe.get_by_text("Control has your late sheet.")).to_be_visible()
    expect(gus.get_by_text("Control is adjudicating the turn.")).to_be_visible()
    expect(gus.get_by_role("button", name="Hand in a late sheet")).to_have_count(0)
    control.get_by_role("button", name="Evening", exact=True).click()
    control.get_by_role("button", name="Take it in").click()
    expect(control.get_by_text("2 of 2 sheets in")).to_be_visible()
    control.get_by_role("button", name="Pause the game").click()
    expect(gus.get_by_text("Control has paused the game.")).to_be_visible()
    for page in (control, gus, zoe):
        page.context.close()


def test_counters_get_their_symbols_when_these_come_late(chromium: Browser, site: Serving) -> None:
    """The map is there first, with blank counters; nothing else has to change for them to fill."""
    control = visitor(chromium, f"http://{site.host}")
    held: list[Route] = []
    control.route("**/symbols/all.svg", lambda route: held.append(route))
    control.get_by_role("button", name="Joe's Bridge", exact=True).click()
    control.get_by_role("button", name="Open a table as Control").click()
    control.get_by_role("button", name="Let computer commanders").click()
    face = control.locator(".map .stack .face").first
    expect(face).to_have_css("background-image", "none")
    expect(control.get_by_text("2 of 2 sheets in")).to_be_visible()
    for each in held:
        each.continue_()
    expect(face).not_to_have_css("background-image", "none")
    control.context.close()
