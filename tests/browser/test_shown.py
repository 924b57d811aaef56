"""What lies on the table beside units: markers, badges and tracks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import act_at, play, seek
from .tables import bring, save_at
from .test_table import assert_accessible


def test_beachheads_lie_on_the_map(page: Page) -> None:
    """A Beachhead Marker lies where it was placed, and goes when that is undone."""
    play(page, "Operation Roundup", against="Two players, one screen")
    expect(page.locator(".marker")).to_have_count(0)
    act_at(page, "2723")
    marker = page.get_by_role("img", name="US1 Beachhead, 2723")
    expect(marker).to_have_attribute("data-marker", "BEACH-US f")
    drawn = marker.locator("use").evaluate("use => document.querySelector(use.href.baseVal).id")
    assert drawn == "mBEACH-USf"
    page.keyboard.press("u")
    expect(page.locator(".marker")).to_have_count(0)


def test_tracks_at_the_foot(page: Page) -> None:
    """Turn, weather, air and what the sides hold stand under the map."""
    play(page, "Operation Roundup", against="Two players, one screen")
    tracks = page.get_by_test_id("tracks")
    expect(tracks.locator("[aria-current=step]")).to_have_text("1")
    expect(tracks).to_contain_text("Weather")
    expect(tracks).to_contain_text("4 of 4")


def test_falaise_flag_and_tracks(page: Page) -> None:
    """Argentan flies the German flag at first; points and the cup are counted."""
    play(page, "The Pocket at Falaise", side="German", against="Two players, one screen")
    flag = page.get_by_role("img", name="Argentan is German")
    expect(flag).to_have_attribute("data-marker", "HELD b")
    expect(page.get_by_test_id("tracks")).to_contain_text("Victory points")
    expect(page.get_by_test_id("tracks")).to_contain_text("Cup")


def test_the_ribbon_says_where_we_are(page: Page) -> None:
    """During the set-up it says so; in a fight, whose operations they are."""
    play(page, "Operation Roundup", against="Two players, one screen")
    now = page.get_by_test_id("ribbon").locator("[aria-current=step]")
    expect(now).to_have_text("Set-up")
    page.get_by_role("button", name="All games").click()
    bring(page, save_at("roundup", "CombatPhase", 2))
    expect(now).to_have_text("Allied operations")


def test_a_stack_fans_out_where_the_cursor_is(page: Page) -> None:
    """Its counters lie side by side, none over another; elsewhere a number says how many."""
    bring(page, save_at("falaise", "Moving", 2))
    page.locator(".count").first.wait_for()
    before = page.locator(".count").count()
    hexes: list[str] = page.locator(".counter").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label').match(/[0-9]{4}/g).pop())"
    )
    stacked = next(each for each in hexes if hexes.count(each) == 2)
    seek(page, stacked)
    expect(page.locator(".counter.open")).to_have_count(2)
    expect(page.locator(".count")).to_have_count(before - 1)
    page.wait_for_function("""() => {  // when they have moved apart
        const boxes = [...document.querySelectorAll(".counter.open")];
        const [left, right] = boxes.map((each) => each.getBoundingClientRect());
        return left.right < right.left;
    }""")


def test_units_off_the_map_are_in_boxes(page: Page) -> None:
    """Units that are not on the map lie in a box; units that are cut off bear a mark."""
    bring(page, save_at("falaise", "Moving", 4))
    boxes = page.get_by_test_id("boxes")
    boxes.locator("summary", has_text="German losses").click()
    expect(boxes.locator("details[open] li").first).to_be_visible()
    boxes.locator("summary", has_text="Cup").click()
    expect(boxes.locator(".chits span").first).to_be_visible()
    page.locator(".badge.cut").first.wait_for()
    cut = page.locator(".counter:has(.cut)").first.get_attribute("aria-label")
    assert "out of supply" in (cut or "")
    assert_accessible(page)
