"""Contests in the lobby: a rated game and a tournament, made and played from the page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.clients import Serving


def test_a_tournament_is_made_and_begun_in_the_lobby(page: Page, site: Serving) -> None:
    """It is entered, begun and opened from there; its game counts for the ratings."""
    page.get_by_text("Players and tournaments").click()
    contests = page.get_by_test_id("contests")
    expect(contests).to_contain_text("No rated games have been finished yet")
    contests.get_by_label("Name of a new tournament").fill("Autumn cup")
    contests.get_by_role("button", name="Create").click()
    cup = contests.get_by_role("region", name="Autumn cup")
    expect(cup.get_by_role("button", name="Start")).to_be_disabled()
    bob = site.guest("Bob")
    (made,) = bob.get("/api/tournaments")
    bob.post(f"/api/tournaments/{made['id']}/entrants")
    page.reload()
    page.get_by_text("Players and tournaments").click()
    cup.get_by_role("button", name="Start").click()
    expect(cup).to_contain_text("round 1 of 1")
    game = bob.get(f"/api/tournaments/{made['id']}")["meetings"][0]["game"]
    with bob.at(game) as seat:
        assert seat.ask(type="concede")["type"] == "done"
    cup.get_by_role("button", name="Open").click()
    expect(page.locator(".prompt h2")).to_have_text("The game is over")
    page.get_by_role("button", name="All games").click()
    page.get_by_text("Players and tournaments").click()
    expect(contests.locator("tbody tr")).to_have_count(2)
    expect(contests.locator("tbody tr").first).to_contain_text("1 won, 0 lost")
