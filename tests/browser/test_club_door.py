"""The door of a club, and what happened while somebody was away."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect

from bocage.server import people
from bocage.server.database import Database
from bocage.server.settings import Settings
from tests.server.clients import Serving
from tests.server.conftest import running

from .tables import come_in, save_at, seated


def test_an_invitation_makes_a_member_who_signs_in_again(chromium: Browser, tmp_path: Path) -> None:
    """You become a member by an invitation, and sign in again by account and password."""
    database = tmp_path / "games.db"
    given = Settings(database=str(database), dumps=tmp_path, club=True, signs_a_minute=10_000)
    errors: list[str] = []
    kept = Database(given.database)
    kept.migrate()
    with kept.engine.begin() as connection:
        secret = people.invite(connection, None)
    kept.close()
    with running(given) as club, ExitStack() as stack:
        page = come_in(chromium, stack, errors)
        page.goto(f"http://{club.host}/#invitation={secret}")
        expect(page.get_by_role("heading", level=2)).to_contain_text("You are invited")
        page.get_by_label("Account").fill("ann")
        page.get_by_label("Display name").fill("Ann")
        page.get_by_label("Password").fill("a long enough secret")
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("button", name="Play now").first.wait_for()
        assert secret not in page.url
        other = come_in(chromium, stack, errors)
        other.goto(f"http://{club.host}/")
        other.get_by_label("Account").fill("ann")
        other.get_by_label("Password").fill("not this one at all")
        other.get_by_role("button", name="Continue").click()
        expect(other.get_by_role("alert")).to_be_visible()
        other.get_by_label("Password").fill("a long enough secret")
        other.get_by_role("button", name="Continue").click()
        other.get_by_role("button", name="Play now").first.wait_for()
    assert errors == []


def test_a_notice_leads_to_its_game_and_can_be_dismissed(chromium: Browser, site: Serving) -> None:
    """A player who was away reads that the game is over, opens it from there, and dismisses the
    notice."""
    with seated(chromium, site.host, save_at("roundup", "MovePhase", 2)) as (game, pages):
        one, other = pages.values()
        other.goto(f"http://{site.host}/")
        other.get_by_role("button", name="Play now").first.wait_for()
        one.get_by_role("button", name="Resign").click()
        one.get_by_role("button", name="Are you sure?").click()
        expect(one.locator(".prompt h2")).to_contain_text("over", ignore_case=True)
        other.reload()
        notices = other.get_by_test_id("notices")
        notices.get_by_role("button").first.wait_for()
        notices.get_by_role("button").first.click()
        other.locator(".pane").wait_for()
        assert other.url.split("#")[0].endswith(f"/games/{game}")
