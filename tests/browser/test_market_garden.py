"""A turn of Market Garden in three browsers; the server is killed in the middle of it.

It takes a minute, so it runs by hand:
`BOCAGE_DESK=1 pytest -n 0 tests/browser/test_market_garden.py`.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bocage.ai import load_game
from tests.patience import until

from .conftest import without_ground
from .tables import come_in
from .test_operation import close_orders, rule, without_layers

pytestmark = pytest.mark.skipif("BOCAGE_DESK" not in os.environ, reason="by hand: it takes long")

PEOPLE = ("Guards", "9th-SS", "Control")


class Server:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.base = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = ["-m", "bocage", "serve", "--port", str(self.port), "--tries", "10000"]
        more = ["--database", str(self._folder / "games.db"), "--requests", "100000"]
        self._process = subprocess.Popen(
            [sys.executable, *command, *more],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(self._answers)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.base}/api/games/none", timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it, without a farewell."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


def sit_down(chromium: Browser, server: Server, stack: ExitStack) -> tuple[str, list[Page]]:
    """Return two teams and Control, each in a browser of its own; commanders have the other
    teams.
    """
    errors: list[str] = []
    stack.callback(lambda: _none(errors))
    pages = [come_in(chromium, stack, errors) for _ in PEOPLE]
    made: dict[str, Any] = {}
    names = load_game("opcom").at("market-garden").seats
    seats = {name: "commander" for name in names if name not in PEOPLE}
    for page, seat in zip(pages, PEOPLE, strict=True):
        without_layers(page)
        page.goto(server.base)
        page.get_by_role("button", name="Play now").first.wait_for()
        if not made:
            asked = {
                "game": "opcom",
                "scenario": "market-garden",
                "seats": seats | {seat: "me"},
            }
            answer = page.request.post(f"{server.base}/api/games", data=asked)
            assert answer.ok, answer.text()
            made = answer.json()
            page.goto(f"{server.base}/games/{made['id']}")
        else:
            page.goto(f"{server.base}/?#seat={made['id']}.{made['links'][seat]}")
    return f"{server.base}/games/{made['id']}", pages


def _none(errors: list[str]) -> None:
    assert errors == []


def write(page: Page, wrong: str, unit: str, action: str, objective: str, read: str) -> None:
    """Write a sheet with a mistake, see the message, correct it, and send the sheet."""
    page.get_by_role("button", name="Orders", exact=True).click()
    field = page.get_by_label("Unit or grouping")
    field.fill(wrong)
    expect(page.get_by_role("status").first).to_contain_text(f"no unit called '{wrong}'")
    field.fill(unit)
    page.get_by_label("Action").select_option(action)
    page.get_by_label("Objective", exact=True).fill(objective)
    expect(page.locator(".read")).to_contain_text(read)
    page.get_by_role("button", name="Send the sheet").click()
    expect(page.get_by_text("Your sheet is in.")).to_be_visible()


def settle(control: Page) -> None:
    """Accept card after card, and let time run out for who must decide, until all is worked out."""
    done = control.get_by_text("The turn is adjudicated.")
    late = control.get_by_role("button", name="End their time")
    opened = control.get_by_role("button", name="Open the card")
    while True:
        expect(done.or_(late).or_(opened).first).to_be_visible()
        if done.is_visible():
            return
        left = control.get_by_test_id("cards-left").inner_text()
        if late.is_visible():
            late.click()
        else:
            opened.click()
            card = control.locator("article").first
            title = card.get_attribute("aria-label")
            control.get_by_role("button", name="Accept", exact=True).click()
            other = control.locator(f'article:not([aria-label="{title}"])')
            changed = control.get_by_test_id("cards-left").filter(has_not_text=left)
            expect(done.or_(late).or_(other).or_(changed).first).to_be_visible()


def test_a_turn_of_market_garden(chromium: Browser, tmp_path: Path) -> None:
    """Sheets with mistakes, the deadline, a killed server, two overrides, a draft, the release."""
    with ExitStack() as stack:
        server = Server(tmp_path)
        stack.callback(server.kill)
        address, (guards, panzer, control) = sit_down(chromium, server, stack)
        write(guards, "33rd Guards", "Irish Group", "breakthrough", "Valkenswaard", "Valkenswaard")
        write(panzer, "KG Spindel", "KG Spindler", "move", "Oosterbeek", "move to Oosterbeek")
        before = [page.locator(".asat b").inner_text() for page in (guards, panzer)]
        expect(control.get_by_test_id("sheets-in")).to_have_text("21 of 21 sheets in")
        close_orders(control)

        control.get_by_role("button", name="Adjudicate the turn").click()
        server.kill()
        expect(control.get_by_text("not connected")).to_be_visible()
        server.start()
        work = control.get_by_role("button", name="Adjudicate the turn")
        there = control.get_by_text("The turn is adjudicated.")
        cards = control.get_by_role("button", name="Open the card")
        late = control.get_by_role("button", name="End their time")
        expect(work.or_(there).or_(cards).or_(late).first).to_be_visible()
        expect(control.get_by_test_id("sheets-in")).to_have_text("21 of 21 sheets in")
        if work.is_visible():
            work.click()
        settle(control)

        control.get_by_role("button", name="Adjudication").first.click()
        control.get_by_role("button", name="March Guards, line 1").first.click()
        card = control.locator("article").first
        expect(card).to_contain_text("Guards, line 1")
        rule(control, "none", "they never started", "The bridge was jammed.")
        expect(card).to_contain_text("The bridge was jammed.")
        control.close()
        control = control.context.new_page()
        without_ground(control)
        without_layers(control)
        control.goto(address)
        card = control.locator("article").first
        expect(card).to_contain_text("The bridge was jammed.")
        settle(control)
        control.get_by_role("button", name="March 9th-SS, line 1").first.click()
        expect(card).to_contain_text("9th-SS, line 1")
        rule(control, "half", "the staff work was slow")
        expect(card).to_contain_text("the staff work was slow")
        settle(control)

        control.get_by_role("button", name="Reports out").first.click()
        control.get_by_role("button", name="Guards Armd Div").first.click()
        expect(control.locator("article.report")).to_contain_text("The bridge was jammed.")
        part = control.locator("section.part").first
        part.get_by_text("Facts of this report").click()
        part.get_by_role("listitem").filter(has_text="add a remark").get_by_role("button").click()
        part.get_by_label("remark").fill("The smoke was thick.")
        part.get_by_label("Your reason").fill("smoke")
        part.get_by_role("button", name="Save the change").click()
        expect(part).to_contain_text("The smoke was thick.")
        assert [page.locator(".asat b").inner_text() for page in (guards, panzer)] == before
        control.get_by_role("button", name="Release all").click()
        for page, was in zip((guards, panzer), before, strict=True):
            expect(page.get_by_role("heading", name="Report on turn 1")).to_be_visible()
            expect(page.locator(".asat b")).not_to_have_text(was)
        expect(guards.locator("article.report").first).to_contain_text("The bridge was jammed.")
        expect(guards.locator("body")).to_contain_text("The smoke was thick.")
        expect(guards.locator("body")).not_to_contain_text("they never started")
        expect(panzer.locator("body")).not_to_contain_text("the staff work was slow")
