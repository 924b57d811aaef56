"""What a staff was after is read in the page, when its turn is over."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.clients import Serving
from tests.server.test_accounts import against_staff, hurry


def test_the_account_of_a_turn_appears_when_it_is_over(page: Page, site: Serving) -> None:
    """Nothing before, then a paragraph for the turn that is over, and still after a reload."""
    ann = site.guest("Ann")
    game = against_staff(ann)
    cookie = {"name": "bocage", "value": ann.token, "url": f"http://{site.host}"}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(f"http://{site.host}/games/{game}")
    account = page.get_by_test_id("account")
    expect(account).to_contain_text("after the turn ends")
    with ann.at(game) as table:
        hurry(table, 2)
    expect(account.locator("summary")).to_have_text(["Turn 1, German"])
    said = account.locator("p").inner_text()
    assert len(said.split()) > 5
    page.reload()
    expect(account.locator("p")).to_have_text(said)
