"""The guided first battle: from the lobby to its end, by what the guide says."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .hands import click_at
from .test_table import assert_accessible

PLACES = {"Send the air force to Samer": "2820", "Go next to the enemy": "2821"}
ENOUGH = 60
"""More than a first battle has decisions."""


def by_name(page: Page, verb: str) -> None:
    """Do the first thing of a verb by its name."""
    page.keyboard.press(":")
    page.keyboard.type(verb)
    page.keyboard.press("Enter")


def press(page: Page, *lines: str) -> bool:
    """Press the first button that stands for one of these lines, if there is one."""
    for line in lines:
        button = page.locator(f'.prompt button[data-line="{line}"]')
        if button.count():
            button.first.click()
            return True
    return False


def join(counter: Locator) -> None:
    """Add a unit to the attack: click its counter, and choose it where it stands in a stack."""
    unit = counter.get_attribute("data-unit")
    counter.click()
    page = counter.page
    chosen = page.locator(f'button[data-line="with {unit}"]')
    chosen.or_(page.locator(f'.counter.force[data-unit="{unit}"]')).first.wait_for()
    if chosen.count():
        chosen.click()


def follow(page: Page, title: str) -> None:
    """Do what the guide says."""
    if title in PLACES:
        click_at(page, PLACES[title])
    elif title == "Select a division":
        page.locator('.counter[data-unit="US01"]').click()
    elif title == "Add your divisions":
        join(page.locator(".counter.movable:not(.force)").last)
    elif title == "Roll the die":
        page.get_by_role("button", name="Fight: roll the die").click()
    elif "move first" in title.lower() and not press(page, "order move-combat"):
        press(page, "end")
    elif title in ("Bring two more", "End your moves and name a target"):
        for unit, where in (("US11", "2720"), ("US04", "2920")):
            if page.locator(f'.counter.movable[data-unit="{unit}"]').count():
                page.locator(f'.counter[data-unit="{unit}"]').click()
                click_at(page, where)
                return
        if page.locator('path.target[data-number="2820"]').count():
            click_at(page, "2820")
        else:
            press(page, "end")
    elif title == "Advance into Samer":
        by_name(page, "advance")
    elif not press(page, "end", "hold"):
        by_name(page, "")


def test_a_first_battle_can_be_played_to_its_end(page: Page) -> None:
    """Each step follows when the one before is done on the board; the guide says when it ends."""
    page.evaluate("localStorage.setItem('watch', 'off')")
    page.reload()
    title = "Operation Roundup"
    card = page.locator("section.card", has=page.get_by_role("heading", name=title, exact=True))
    assert "first-battle" not in card.get_by_label("Scenario").inner_html()
    card.get_by_role("button", name="Learn in ten minutes").click()
    guide = page.get_by_test_id("guide")
    guide.wait_for()
    assert_accessible(page)
    seen: list[str] = []
    table = page.locator(".table")
    for _ in range(ENOUGH):
        guide.filter(has_not_text="The Germans act").wait_for()
        page.locator('.prompt[aria-busy="false"]').wait_for()
        page.locator('[data-testid="guide"][aria-busy="false"]').wait_for()
        said = guide.locator("h2").inner_text()
        seen.append(said)
        if said in ("You won", "You lost"):
            break
        lines = table.get_attribute("data-lines") or ""
        follow(page, said)
        given = page.get_by_role("button", name="anyway")
        moved = page.locator(f'.table:not([data-lines="{lines}"])')
        given.or_(moved).first.wait_for()
        if given.count():
            given.click()
            moved.wait_for()
    assert "Roll the die" in seen, seen
    assert seen[-1] in ("You won", "You lost")
    expect(guide).to_contain_text("The story below")
    guide.get_by_role("button", name="Play it again").click()
    expect(guide).to_contain_text("1 of 9")
    guide.get_by_role("button", name="Hide the guide").click()
    expect(guide).to_have_count(0)
    page.get_by_role("button", name="Show the guide").click()
    expect(guide).to_be_visible()
