"""Overlays: a key each, a pattern each, and a legend that says what they mean."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .hands import seek
from .tables import bring, save_at
from .test_table import assert_accessible


def test_keys_show_overlays_with_patterns(page: Page) -> None:
    """A key shows an overlay, with a pattern for each side and a legend; the key again hides it."""
    bring(page, save_at("falaise", "Moving", 2))
    legend = page.get_by_test_id("legend")
    page.keyboard.press("z")
    parts = page.get_by_test_id("overlays").locator("g.part")
    expect(parts).to_have_count(2)
    marks = {parts.nth(i).get_attribute("data-mark") for i in range(2)}
    assert marks == {"hatch", "counter"}
    expect(legend).to_contain_text("German zones of control")
    assert_accessible(page)
    legend.get_by_label("German zones of control").uncheck()
    expect(parts).to_have_count(1)
    page.keyboard.press("z")
    expect(parts).to_have_count(0)
    acting = page.locator(".counter.lit")
    assert acting.count() >= page.locator(".counter.movable").count()
    expect(acting.first).to_have_attribute("aria-label", re.compile("active"))
    notes = page.get_by_label("My notes")
    notes.press_sequentially("z[u")
    expect(notes).to_have_value("z[u")
    expect(parts).to_have_count(0)
    expect(page.get_by_test_id("caption")).to_have_count(0)
    notes.blur()
    page.keyboard.press("t")
    figures = page.locator("g.figure")
    figures.first.wait_for()
    number = figures.first.get_attribute("data-number") or ""
    total = figures.first.text_content()
    seek(page, number)
    expect(legend).to_contain_text(f"Against {number}")
    expect(legend).to_contain_text(f"{total} factors together")
