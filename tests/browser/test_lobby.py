"""The lobby: links that are asked for again, games without a table, and a narrow screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Serving

ELSEWHERE = "OP COM has no table on this page yet"


def opcom(page: Page) -> Any:
    """A game of OP COM with Control in the hands of whoever has the page."""
    seats = {"Control": "me", "Guards": "random", "Walther": "random"}
    asked = {"game": "opcom", "scenario": "joes-bridge", "seats": seats}
    page.get_by_role("button", name="Play now").first.wait_for()
    answer = page.request.post(f"{page.url.rstrip('/')}/api/games", data=asked)
    assert answer.ok, answer.text()
    return answer.json()


def test_a_link_is_asked_for_again(page: Page, chromium: Browser, site: Serving) -> None:
    """After a reload the lobby gives out another link, and the game begins by it."""
    card = page.locator("section.card", has=page.get_by_role("heading", name="Operation Roundup"))
    card.get_by_label("Opponent").select_option(label="A friend, by link")
    card.get_by_role("button", name="Play now").click()
    shown = page.get_by_role("textbox", name="Send this link")
    first = shown.input_value()
    page.reload()
    expect(page.get_by_text("nobody has taken German yet")).to_be_visible()
    page.get_by_role("button", name="Get a link for German").click()
    expect(page.get_by_text("A link that you gave out before is good no longer.")).to_be_visible()
    second = shown.input_value()
    assert second != first
    context = chromium.new_context()
    friend = context.new_page()
    friend.goto(second)
    friend.locator(".pane").wait_for()
    context.close()
    page.reload()
    expect(page.get_by_role("button", name="Get a link for German")).to_have_count(0)


def test_the_lobby_fits_a_phone(page: Page) -> None:
    """Neither a link nor a name without a space makes it wider than the screen."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Play now").first.wait_for()
    asked = {"game": "falaise", "name": "M" * 80, "seats": {"allied": "me", "german": "me"}}
    assert page.request.post(f"{page.url}api/games", data=asked).ok
    page.reload()
    expect(page.get_by_role("button", name="M" * 80).first).to_be_visible()
    page.get_by_label("Opponent").first.select_option(label="A friend, by link")
    page.get_by_role("button", name="Play now").first.click()
    expect(page.get_by_role("textbox", name="Send this link")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_op_com_says_where_it_is_played(page: Page) -> None:
    """It has no table here: neither the lobby nor its address pretends that it has."""
    made = opcom(page)
    page.reload()
    expect(page.get_by_text(ELSEWHERE)).to_be_visible()
    expect(page.get_by_role("button", name=made["name"], exact=True)).to_have_count(0)
    page.goto(f"{page.url}games/{made['id']}")
    expect(page.get_by_test_id("elsewhere")).to_contain_text(ELSEWHERE)
    expect(page.get_by_test_id("elsewhere")).to_contain_text("bocage opcom")
    page.get_by_role("button", name="All games").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
