"""The lobby: links that are asked for again, and a narrow screen."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from bocage.server.settings import Settings
from tests.server.clients import Serving
from tests.server.conftest import running

from .conftest import without_ground


def test_a_link_is_asked_for_again(page: Page, chromium: Browser, site: Serving) -> None:
    """After a reload the lobby gives out another link, and the game begins by it."""
    card = page.locator("section.card", has=page.get_by_role("heading", name="Operation Roundup"))
    card.get_by_label("Scenario").select_option(value="counterstroke")
    expect(card).to_contain_text("The panzer divisions")
    card.get_by_label("Opponent").select_option(label="A friend, by link")
    card.get_by_role("button", name="Play now").click()
    shown = page.get_by_role("textbox", name="Send this link")
    first = shown.input_value()
    page.reload()
    expect(page.get_by_text("free seat: German")).to_be_visible()
    expect(page.locator(".entry").first).to_contain_text("The counterstroke, September 1943")
    page.get_by_role("button", name="Get a link for German").click()
    expect(page.get_by_text("Your earlier link for this seat no longer works.")).to_be_visible()
    second = shown.input_value()
    assert second != first
    context = chromium.new_context()
    friend = context.new_page()
    without_ground(friend)
    friend.goto(second)
    friend.locator(".pane").wait_for()
    context.close()
    page.reload()
    expect(page.get_by_role("button", name="Get a link for German")).to_have_count(0)


def test_the_lobby_offers_the_even_game_first_and_takes_a_bid(page: Page) -> None:
    """Even is chosen already; as printed states its par; a bid is an option of the table."""
    card = page.locator("section.card", has=page.get_by_role("heading", name="Pocket at Falaise"))
    card.get_by_label("Opponent").select_option(label="Two players, one screen")
    expect(card.get_by_label("Setting")).to_have_value("even")
    card.get_by_label("Setting").select_option(label="As printed")
    expect(card).to_contain_text("Par: between equal computer players the Germans win")
    card.get_by_label("Setting").select_option(label="Even")
    card.get_by_label("Your side").select_option(label="German")
    card.get_by_label("Your bid for the side").fill("7")
    site = page.url.partition("#")[0]
    card.get_by_role("button", name="Play now").click()
    page.locator(".pane").wait_for()
    options = page.request.get(f"{site}api/games").json()[0]["options"]
    assert (options["south-exit-east-only"], options["sunny-skies"]) == ("on", "on")
    assert (options["german-bid"], options["allied-bid"]) == ("7", "0")


def test_games_come_before_an_empty_list(chromium: Browser, tmp_path: Path) -> None:
    """While nobody waits for an opponent, the games are what one sees first."""
    with running(Settings(database=str(tmp_path / "games.db"), dumps=tmp_path)) as serving:
        context = chromium.new_context()
        page = context.new_page()
        without_ground(page)
        page.goto(f"http://{serving.host}/")
        tables = page.get_by_test_id("tables")
        expect(tables).to_contain_text("Nobody is waiting")
        games, empty = page.locator(".games").bounding_box(), tables.bounding_box()
        assert games is not None
        assert empty is not None
        assert games["y"] < empty["y"]
        context.close()


def test_somebody_sits_down_at_an_open_table(page: Page, chromium: Browser, site: Serving) -> None:
    """One person opens it, another finds it and sits down; both learn that the other is here."""
    card = page.locator("section.card", has=page.get_by_role("heading", name="Operation Roundup"))
    card.get_by_label("Opponent").select_option(label="Anybody: an open table")
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Your table is in the list of open tables")).to_be_visible()
    expect(page.locator(".entry").first).to_contain_text("open to everybody")
    page.get_by_role("button", name="Take it off the list").first.click()
    page.get_by_role("button", name="List it for everybody").first.click()
    expect(page.get_by_role("button", name="Take it off the list")).to_have_count(1)
    page.get_by_role("button", name="Open the table").click()
    other = chromium.new_context(viewport={"width": 1440, "height": 900})
    friend = other.new_page()
    without_ground(friend)
    friend.goto(f"http://{site.host}/")
    tables = friend.get_by_test_id("tables")
    expect(tables).to_contain_text("Operation Roundup · Even · No clock · opened just now")
    tables.get_by_role("button", name="Play German").click()
    for each in (friend, page):
        each.locator(".pane").wait_for()
        expect(each.locator(".table > header .seats")).to_contain_text("(here)")
    other.close()
    expect(page.locator(".table > header .seats")).to_contain_text("(away)")


def test_the_lobby_fits_a_phone(page: Page) -> None:
    """Neither a link nor a name without a space makes it wider than the screen."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Play now").first.wait_for()
    asked = {"game": "falaise", "name": "M" * 80, "seats": {"allied": "me", "german": "me"}}
    assert page.request.post(f"{page.url}api/games", data=asked).ok
    page.reload()
    expect(page.get_by_role("button", name="M" * 80).first).to_be_visible()
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    assert page.locator(".game").evaluate_all(cut) == 0
    page.get_by_label("Opponent").first.select_option(label="A friend, by link")
    page.get_by_role("button", name="Play now").first.click()
    expect(page.get_by_role("textbox", name="Send this link")).to_be_visible()
    expect(page.get_by_text("This link works only on this computer")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_solitaire_in_the_dark(chromium: Browser, site: Serving) -> None:
    """The first visit is dark if the system is; the rulebook plays the Allies; my games tell."""
    context = chromium.new_context(color_scheme="dark", viewport={"width": 1100, "height": 800})
    page = context.new_page()
    without_ground(page)
    page.goto(f"http://{site.host}/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    card = page.locator("section.card", has=page.get_by_role("heading", name="Pocket at Falaise"))
    card.get_by_label("Opponent").select_option(label="Solitaire: the rulebook plays the Allies")
    expect(card.get_by_label("Your side")).to_have_value("german")
    card.get_by_role("button", name="Play now").click()
    expect(page.locator(".table > header")).to_contain_text("Allied: the rulebook")
    page.get_by_role("button", name="All games").click()
    entry = page.locator(".entry").first
    expect(entry).to_contain_text("turn 1 · you play German · against the rulebook · your turn")
    page.get_by_role("button", name="Light or dark").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    context.close()
