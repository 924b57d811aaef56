"""The line between the page and the server: closed to come back, or closed for good."""

from __future__ import annotations

from playwright.sync_api import Page, WebSocketRoute, expect

from .hands import prompt
from .tables import bring, save_at


def closable(page: Page) -> list[WebSocketRoute]:
    """Return every line that the page opens from now on; the test may close them as the server
    does.
    """
    lines: list[WebSocketRoute] = []

    def opened(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/socket", opened)
    return lines


def test_a_page_reconnects_after_4409(page: Page) -> None:
    """After 4409 the page opens the line again, and what is clicked is done."""
    lines = closable(page)
    bring(page, save_at("roundup", "MovePhase", 2))
    asked = prompt(page).text_content()
    lines[0].close(code=4409, reason="your role in this game has changed: reconnect")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    assert len(lines) == 2
    page.keyboard.press(":")
    page.keyboard.type("select")
    page.keyboard.press("Enter")
    expect(prompt(page)).not_to_have_text(asked or "")


def test_a_page_does_not_reconnect_after_4401(page: Page) -> None:
    """After 4401 the page says so and offers nothing until you try to reconnect."""
    lines = closable(page)
    bring(page, save_at("roundup", "MovePhase", 2))
    page.locator(".counter.movable").first.wait_for()
    lines[0].close(code=4401, reason="you are not signed in: choose a name or sign in first")
    expect(prompt(page)).to_have_text("The server has closed this table")
    expect(page.get_by_role("alert")).to_contain_text(
        "you are not signed in: choose a name or sign in first"
    )
    expect(page.locator(".counter.movable")).to_have_count(0)
    for name in ("Undo", "Resign", "Ask for a takeback"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    page.get_by_role("button", name="Reconnect").click()
    page.locator(".counter.movable").first.wait_for()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
