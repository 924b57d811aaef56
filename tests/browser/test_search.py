"""The page shows that a computer player thinks, and can hurry one that looks ahead."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from bocage.ai.search.roundup import TEMPERS
from bocage.games.roundup.pieces.units import GERMAN
from tests.patience import until
from tests.server.clients import Serving
from tests.server.test_search import against_search, without_end


def test_a_thinking_player_is_shown_and_can_be_hurried(
    page: Page, site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it thinks the page says so; the button makes it play."""
    found = without_end(monkeypatch)
    ann = site.guest("Ann")
    game = against_search(ann)
    cookie = {"name": "bocage", "value": ann.token, "url": f"http://{site.host}"}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    with ann.at(game) as table:
        for line in table.ask(type="ask", what="plan")["plans"][0]["lines"]:
            table.do(line)
        while table.asked() == ["allied"]:
            legal = [each[0] for each in table.ask(type="ask", what="legal")["legal"]]
            answer = table.ask(type="do", line="end" if "end" in legal else legal[0])
            if answer["type"] == "done":
                table.reach(answer["stamp"])
    page.goto(f"http://{site.host}/games/{game}")
    thinking = page.get_by_test_id("thinking")
    expect(thinking).to_contain_text("The searching staff is thinking")
    until(lambda: len(found) > len(TEMPERS[GERMAN]))
    thinking.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Allied to act")).to_be_visible()
    expect(page.get_by_test_id("account")).to_contain_text("we compared plans")
