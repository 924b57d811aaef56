"""People at the table: consent, looking on, one screen for two, coming back in mid-battle."""

from __future__ import annotations

import re
from contextlib import ExitStack

from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Serving

from .hands import act_at, join, log_says, prompt
from .tables import bring, come_in, save_at, seated

FORCE = re.compile("Click (the|more) units")
"""What is asked while an attack is gathered."""


def fight(page: Page) -> str:
    """Attack somewhere with somebody; returns how the log tells it, with the number of its line."""
    page.locator("path.target").first.wait_for()
    number = page.locator("path.target").first.get_attribute("data-number") or ""
    before = int(page.locator(".table").get_attribute("data-lines") or "0")
    act_at(page, number)
    expect(prompt(page)).to_contain_text(FORCE)
    join(page)
    page.get_by_role("button", name="Fight: roll the die").click()
    # The target, the unit, the word to fight, and the die, which tells.
    said = f"{before + 4}At {number}"
    log_says(page, said)
    return said


def test_takeback_by_consent(chromium: Browser, site: Serving) -> None:
    """After a die there is no undo: the other player is asked, and may decline or agree."""
    with seated(chromium, site.host, save_at("roundup", "CombatPhase", 2)) as (_, pages):
        asking = next(p for p in pages.values() if p.locator("path.target").count())
        other = next(p for p in pages.values() if p is not asking)
        where = fight(asking)
        expect(asking.get_by_role("button", name="Undo")).to_be_disabled()
        asking.get_by_role("button", name="Ask for a takeback").click()
        expect(asking.locator(".prompt")).to_contain_text("Waiting for the other player to agree")
        expect(other.locator(".prompt")).to_contain_text("asks to undo")
        other.get_by_role("button", name="Decline").click()
        expect(asking.get_by_role("button", name="Ask for a takeback")).to_be_visible()
        log_says(asking, where)
        asking.get_by_role("button", name="Ask for a takeback").click()
        other.get_by_role("button", name="Agree").click()
        for page in (asking, other):
            expect(page.get_by_test_id("log")).not_to_contain_text(where)
        expect(prompt(asking)).to_contain_text(FORCE)


def test_a_unit_that_may_not_move_says_why(page: Page) -> None:
    """Where a unit cannot be picked, pointing at it names the rule; and nothing is changed."""
    bring(page, save_at("roundup", "MovePhase", 2))
    page.keyboard.press("0")
    page.locator(".counter.movable").first.wait_for()
    asked = prompt(page).text_content()
    alone: str = page.evaluate(
        """() => [...document.querySelectorAll('.counter:not(.movable)')].find((one) =>
          [...document.querySelectorAll('.counter')].filter((each) =>
            each.ariaLabel.split(', ').at(-1) === one.ariaLabel.split(', ').at(-1)).length === 1
        ).dataset.unit"""
    )
    page.locator(f'.counter[data-unit="{alone}"]').click()
    expect(page.get_by_role("alert").first.locator("button.cite")).to_contain_text("Roundup")
    expect(prompt(page)).to_have_text(asked or "")


def test_a_reload_in_mid_battle(page: Page) -> None:
    """With an attack half gathered the page comes back to it: force, odds and what is asked."""
    bring(page, save_at("roundup", "CombatPhase", 2))
    page.locator("path.target").first.wait_for()
    act_at(page, page.locator("path.target").first.get_attribute("data-number") or "")
    expect(prompt(page)).to_contain_text(FORCE)
    join(page)
    expect(page.locator(".counter.force")).to_have_count(1)
    force = page.locator(".counter.force").get_attribute("data-unit")
    odds = page.get_by_test_id("odds").locator("tr.sum").last
    shown: list[str | None] = []
    for _ in "12":  # before the first reload the card may still show what the mouse pointed at
        page.reload()
        expect(page.locator(f'.counter.force[data-unit="{force}"]')).to_have_count(1)
        expect(odds).to_be_visible()
        shown.append(odds.text_content())
    assert shown[0] == shown[1]
    page.get_by_role("button", name="Fight: roll the die").click()
    log_says(page, "At ")


def test_an_observer_can_only_watch(chromium: Browser, site: Serving) -> None:
    """An observer sees the map, what happens and who is to act, and has nothing to press."""
    errors: list[str] = []
    with (
        seated(chromium, site.host, save_at("roundup", "CombatPhase", 2)) as (id_, pages),
        ExitStack() as stack,
    ):
        watching = come_in(chromium, stack, errors)
        watching.goto(f"http://{site.host}/games/{id_}")
        watching.locator(".pane").wait_for()
        expect(watching.locator(".prompt .badge")).to_have_text(re.compile("to act", re.IGNORECASE))
        expect(watching.locator(".counter.movable, path.target")).to_have_count(0)
        expect(watching.get_by_role("button", name="Resign")).to_have_count(0)
        acting = next(p for p in pages.values() if p.locator("path.target").count())
        where = fight(acting)
        log_says(watching, where)
    assert errors == []


def test_two_players_share_one_screen(page: Page) -> None:
    """Hot-seat: when one side has ended its phases the same page asks the other."""
    bring(page, save_at("roundup", "CombatPhase", 2))
    badge = page.locator(".prompt .badge")
    first = badge.text_content()
    for _ in range(8):
        if badge.text_content() != first:
            break
        before = page.locator(".table").get_attribute("data-lines")
        page.locator(".prompt button[data-line]").last.click()
        page.locator('.prompt[aria-busy="false"]').wait_for()
        if page.get_by_test_id("given").count():  # it is warned of once, in each phase
            page.get_by_role("button", name="anyway").click()
        expect(page.locator(".table")).not_to_have_attribute("data-lines", before or "")
        page.locator('.prompt[aria-busy="false"]').wait_for()
    assert badge.text_content() != first
    expect(page.locator(".prompt button[data-line]:enabled").first).to_be_visible()
