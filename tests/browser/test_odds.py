"""Odds before the dice: the card beside the map, and the rule behind every row of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import act_at, join, log_says, seek
from .tables import bring, save_at
from .test_table import assert_accessible


def first_target(page: Page) -> str:
    """Return the number of a hex that can be attacked."""
    hexes: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('path.target')].map(each => each.dataset.number)"
    )
    return hexes[0]


def test_odds_of_an_attack_grow_with_it(page: Page) -> None:
    """Pointing at a target weighs everybody; each attacker that joins changes the card."""
    bring(page, save_at("roundup", "CombatPhase", 2))
    page.locator("path.target").first.wait_for()
    number = first_target(page)
    seek(page, number)
    card = page.get_by_test_id("odds")
    expect(card).to_contain_text(f"Attack on {number}")
    expect(card.locator(".faces li")).to_have_count(6)
    expect(card.get_by_role("button", name="Fight")).to_have_count(0)
    act_at(page, number)
    expect(page.locator(".prompt h2")).to_contain_text("Click the units that attack")
    join(page)
    expect(card.get_by_role("button", name="Fight: roll the die")).to_be_visible()
    expect(card.locator("tr.sum").first).to_contain_text("Attack")
    assert_accessible(page)
    card.get_by_role("button", name="Fight: roll the die").click()
    log_says(page, f"At {number}")
    expect(card.get_by_role("button", name="Fight: roll the die")).to_have_count(0)


def test_a_cited_rule_opens(page: Page) -> None:
    """The text of a rule opens where it is cited, in our own words, and closes again."""
    bring(page, save_at("roundup", "CombatPhase", 2))
    cite = page.locator(".prompt button.cite").first
    cite.click()
    note = page.locator(".prompt [role=note]")
    expect(note).to_contain_text("11.0")
    assert_accessible(page)
    cite.click()
    expect(note).to_have_count(0)


def test_odds_of_an_assault(page: Page) -> None:
    """Falaise: the modified die and both sides' factors are rows with their rules."""
    bring(page, save_at("falaise", "Muster", 2))
    join(page)
    card = page.get_by_test_id("odds")
    expect(card.get_by_role("button", name="Fight: roll the die")).to_be_visible()
    expect(card).to_contain_text("Die")
    expect(card.locator("button.cite").first).to_contain_text("Falaise 10.2")
