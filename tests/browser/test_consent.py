"""What needs the consent of others: whose line is taken back, pauses, and who only looks on."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Serving

from .hands import prompt
from .tables import bring, come_in, save_at, seated

TAKE_BACK = "Ask for a takeback"


def told(page: Page, id_: str) -> Any:
    """Return the state of a game as the page's user gets it."""
    base = page.url.split("/games")[0]
    return page.request.get(f"{base}/api/games/{id_}/state").json()[0]["state"]


def lay(page: Page, **asked: Any) -> Any:
    """Open a table from a page without its lobby."""
    page.get_by_role("button", name="Play now").first.wait_for()
    answer = page.request.post(f"{page.url.rstrip('/')}/api/games", data=asked)
    assert answer.ok, answer.text()
    return answer.json()


def resign(page: Page) -> None:
    """Give up."""
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Are you sure?").click()
    expect(prompt(page)).to_have_text("The game is over")


def test_your_own_last_line_can_be_taken_back_after_a_reload(
    chromium: Browser, site: Serving
) -> None:
    """The page has seen nobody act; what it asks for is still the last line of its own seat."""
    save = save_at("roundup", "CombatPhase", 2)
    body = [line for line in save.partition("\n\n")[2].splitlines() if " ~" in line]
    own = max(n for n, line in enumerate(body, 1) if line.startswith("german "))
    assert own < len(body)
    with seated(chromium, site.host, save) as (id_, pages):
        page = pages["german"]
        page.reload()
        page.get_by_role("button", name=TAKE_BACK).click()
        expect(page.get_by_test_id("request")).to_contain_text(
            "German asks to undo their last action"
        )
        assert told(page, id_)["request"]["line"] == own


def test_without_a_line_of_your_own_there_is_no_takeback(page: Page, site: Serving) -> None:
    """The other player has acted and you have not, so you have nothing to take back."""
    bob = site.guest("Bob")
    made = lay(page, game="falaise", seats={"allied": "me"})
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    with bob.at(made["id"]) as other:
        other.do(other.ask(type="ask", what="legal")["legal"][0][0])
    with page.expect_response("**/save"):
        page.goto(f"{page.url}games/{made['id']}")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.get_by_role("button", name=TAKE_BACK)).to_have_count(0)


def test_no_takeback_after_the_dice_are_revealed(page: Page) -> None:
    """A game with held dice that is over offers no takeback."""
    made = lay(page, game="roundup", seats={"allied": "me", "german": "random"}, dice="held")
    page.goto(f"{page.url}games/{made['id']}")
    with page.expect_response("**/save"):
        resign(page)
    expect(page.get_by_role("button", name=TAKE_BACK)).to_have_count(0)


def test_a_concession_can_be_taken_back_with_open_dice(page: Page) -> None:
    """A player who has both seats takes a concession back, and the game continues."""
    bring(page, save_at("roundup", "CombatPhase", 2))
    asked = prompt(page).text_content()
    resign(page)
    page.get_by_role("button", name=TAKE_BACK).click()
    expect(prompt(page)).to_have_text(asked or "")


def test_a_game_is_paused_and_resumed(page: Page, chromium: Browser, site: Serving) -> None:
    """Requests are called what they are; a pause offers to go on, and observers press nothing."""
    bob, errors = site.guest("Bob"), list[str]()
    clock = {"kind": "game", "seconds": 3600}
    made = lay(page, game="falaise", seats={"german": "me"}, clock=clock)
    id_ = made["id"]
    bob.post(f"/api/games/{id_}/join", secret=made["links"]["allied"])
    with bob.at(id_) as other, ExitStack() as stack:
        watching = come_in(chromium, stack, errors)
        page.goto(f"{page.url}games/{id_}")
        watching.goto(page.url)
        page.locator(".counter.movable, path.target, .piece").first.wait_for()
        assert other.ask(type="adjourn")["type"] == "done"
        for each in (page, watching):
            expect(each.get_by_test_id("request")).to_contain_text("Allied asks to adjourn")
        for name in ("Agree", "Decline"):
            expect(watching.get_by_role("button", name=name)).to_have_count(0)
        page.get_by_role("button", name="Agree").click()
        for each in (page, watching):
            expect(prompt(each)).to_have_text("The game is adjourned")
        expect(page.locator(".prompt")).not_to_contain_text("to act")
        expect(page.get_by_role("button", name="Follow the recommended plan")).to_have_count(0)
        expect(page.locator(".counter.movable, path.target")).to_have_count(0)
        expect(watching.get_by_role("button", name="Resume")).to_have_count(0)
        page.get_by_role("button", name="Resume").click()
        for each in (page, watching):
            expect(each.get_by_test_id("request")).to_contain_text("German asks to resume")
        expect(page.get_by_role("button", name="Withdraw the request")).to_be_visible()
        while other.state["status"] != "adjourned" or other.state["request"] is None:
            other.next()
        assert other.ask(type="answer", agree=True)["type"] == "done"
        expect(page.get_by_role("button", name="Follow the recommended plan")).to_be_visible()
        expect(watching.locator(".prompt .badge")).to_have_text("German to act")
    assert errors == []


def test_a_rematch_and_what_calls_a_player_back(page: Page, site: Serving) -> None:
    """The tab tells of a turn and of talk; a game given up is played again with sides changed."""
    page.set_viewport_size({"width": 1280, "height": 420})  # the talk is out of sight
    bob = site.guest("Bob")
    made = lay(page, game="falaise", seats={"allied": "me"}, name="First")
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    page.goto(f"{page.url}games/{made['id']}")
    with bob.at(made["id"]) as other:
        expect(page).to_have_title("First · bocage")  # the Germans begin
        expect(page.get_by_label("Say something")).not_to_be_in_viewport()
        other.send({"type": "chat", "id": "c1", "text": "Good luck"})
        expect(page).to_have_title("(1) · First · bocage")
        page.get_by_label("Say something").scroll_into_view_if_needed()
        expect(page).to_have_title("First · bocage")
    resign(page)
    page.get_by_role("button", name="Rematch, sides changed").click()
    expect(page.get_by_text("Waiting for the other player")).to_be_visible()
    (again,) = [each for each in bob.get("/api/games") if each["kept"]]
    assert again["kept"] == ["allied"]
    bob.post(f"/api/games/{again['id']}/join")
    expect(page).to_have_title("● your turn · First · bocage")


def test_a_seat_that_is_kept_is_taken_in_the_page(page: Page, site: Serving) -> None:
    """Who is asked for a rematch finds it first in the list, and sits down."""
    bob = site.guest("Bob")
    made = lay(page, game="falaise", seats={"german": "me"})
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
    with bob.at(made["id"]) as other:
        assert other.ask(type="concede")["type"] == "done"
    bob.post(f"/api/games/{made['id']}/rematch")
    page.reload()
    page.get_by_text("a seat is reserved for you").first.wait_for()
    page.locator(".entry", has_text="a seat is reserved for you").get_by_role(
        "button"
    ).first.click()
    page.get_by_role("button", name="Take the seat").click()
    expect(prompt(page)).to_be_visible()
