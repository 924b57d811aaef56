"""The scenario builder: Joe's Bridge from an empty map, which plays as the one that we ship."""

from __future__ import annotations

import csv
import io
from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from bocage.ai.commander.scenario_builder import Builder
from bocage.games.opcom.workshop.draft import Draft, Grid
from bocage.server.settings import Settings
from tests.server.clients import Serving
from tests.server.conftest import running

from .conftest import without_ground
from .test_table import assert_accessible

BUILDER = Builder()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server that keeps scenarios in a temporary folder."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("BOCAGE_HOME", str(home))
        patched.delenv("BOCAGE_SCENARIOS", raising=False)
        with running(Settings(database=str(home / "games.db"), dumps=home)) as made:
            yield made


@pytest.fixture
def page(chromium: Browser, site: Serving) -> Generator[Page]:
    """A browser at the lobby."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    made = context.new_page()
    without_ground(made)
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.goto(f"http://{site.host}/")
    yield made
    context.close()
    assert errors == []


def spreadsheet(grid: Grid, *, without: int = 0) -> str:
    """A table as it is copied from a spreadsheet, less its first rows."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(grid.columns)
    writer.writerows(grid.rows[without:])
    return out.getvalue()


GROUPS = {
    "Map": ("pack.toml", "hexes.csv", "lines.csv", "sides.csv", "places.csv", "crossings.csv"),
    "Teams": ("scenario.toml team", "scenario.toml grouping"),
    "Units": ("oob.csv",),
    "Supplies": ("supplies.csv",),
    "Weather": ("turns.csv",),
    "Ground": ("scenario.toml advantage",),
    "Air": ("scenario.toml air",),
    "Victory": (
        *("debrief.toml", "debrief.toml section", "debrief.toml line", "debrief.toml watch"),
        "debrief.toml band",
    ),
}
"""What is pasted, in the order of the page."""
NAMES = {
    "pack.toml": "Map",
    "hexes.csv": "Hexes",
    "lines.csv": "Waters and lines",
    "sides.csv": "Hexsides",
    "places.csv": "Places",
    "crossings.csv": "Bridges and ferries",
    "links.csv": "Roads and railways",
    "areas.csv": "Areas",
    "pack.toml facts": "Facts",
    "sheet.toml": "Margin of the sheet",
    "scenario.toml team": "Teams and chain of command",
    "scenario.toml grouping": "Groupings",
    "debrief.toml": "Debrief",
    "debrief.toml section": "Sections",
    "debrief.toml line": "Lines that score",
    "debrief.toml watch": "Facts to watch",
    "debrief.toml band": "Verdicts",
}


def paste(page: Page, grid: Grid, *, without: int = 0) -> None:
    """Paste a table in place of the one that is open."""
    page.get_by_text("Paste rows from a spreadsheet", exact=True).click()
    page.get_by_test_id("cells").fill(spreadsheet(grid, without=without))
    page.get_by_role("button", name="Replace all rows with these").click()


def open_table(page: Page, group: str, table: str) -> None:
    """Open a table by its group and its name."""
    page.get_by_role("navigation", name="Tables").get_by_role("button", name=group).click()
    if table in NAMES:
        names = page.get_by_role("navigation", name=group, exact=True)
        names.get_by_role("button", name=NAMES[table], exact=False).first.click()


def test_joes_bridge_is_built_from_an_empty_map_and_plays_the_same(
    page: Page, site: Serving
) -> None:
    """The map starts empty, tables are pasted, a unit is placed by a click, faults are fixed."""
    shipped: Draft = BUILDER.copied("joes-bridge")
    wanted: Draft = {**shipped, **BUILDER.copied_map("joes-bridge")}
    page.get_by_role("button", name="Build an operation").click()
    page.get_by_label("Title of the map").fill("Joe's Bridge, 17 September 1944")
    page.get_by_label("Latitude of its middle").fill("51.29")
    page.get_by_label("Kilometres wide").fill("24")
    page.get_by_label("Kilometres high").fill("43")
    page.get_by_role("button", name="Start with this map").click()
    page.get_by_label("title *").fill("Joe's Bridge")
    page.get_by_label("description").fill("Built from an empty map.")
    expect(page.get_by_test_id("ground").locator("canvas")).to_be_visible()
    groups = {**GROUPS, "Map": (*GROUPS["Map"], "links.csv", "areas.csv")}
    groups["Map"] = (*groups["Map"], "pack.toml facts", "sheet.toml")
    for group, tables in groups.items():
        for table in tables:
            open_table(page, group, table)
            paste(page, wanted[table], without=1 if table == "oob.csv" else 0)
    # One unit is entered by hand: a fault stands at its field until it is fixed.
    open_table(page, "Units", "oob.csv")
    page.get_by_role("button", name="Add a row").click()
    first = next(wanted["oob.csv"].records())
    for column, cell in first.items():
        if column in ("lat", "lon"):
            continue
        field = page.get_by_label(column.replace("_", " "), exact=True)
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(cell)
        else:
            field.fill("GB_HORSE" if column == "profile" else cell)
            field.press("Tab")
    expect(page.locator(".field .fault")).to_contain_text("'GB_HORSE' is not one of")
    page.get_by_label("profile", exact=True).fill(first["profile"])
    page.get_by_label("profile", exact=True).press("Tab")
    expect(page.get_by_text("The loader finds no fault.")).to_be_visible()
    before = page.get_by_label("lat", exact=True).input_value()
    page.get_by_test_id("ground").click(position={"x": 120, "y": 160})
    expect(page.get_by_label("lat", exact=True)).not_to_have_value(before)
    for column in ("lat", "lon", "start_step"):
        page.get_by_label(column.replace("_", " "), exact=True).fill(first[column])
        page.get_by_label(column.replace("_", " "), exact=True).press("Tab")
    # Its row goes to the top, as in the sheet that we ship: the order of units is that of orders.
    open_table(page, "Units", "oob.csv")
    paste(page, wanted["oob.csv"])
    expect(page.get_by_text("The loader finds no fault.")).to_be_visible()
    page.get_by_role("button", name="Dry run of two turns").click()
    ran = page.get_by_role("region", name="The dry run")
    expect(ran).to_contain_text("17 September 1944, afternoon")
    page.get_by_label("Name of the folder").fill("joes-again")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as joes-again")).to_be_visible()
    saved = BUILDER.run(BUILDER.copied("joes-again"))
    first_run = BUILDER.run(shipped)
    assert saved.turns == first_run.turns
    assert saved.key == first_run.key != ""
    page.get_by_role("button", name="Back to the lobby").click()
    operations = page.get_by_test_id("operations")
    operations.get_by_role("button", name="Joe's Bridge").nth(1).click()
    operations.get_by_role("button", name="Guards Armd Div").click()
    expect(page.get_by_role("region", name="Order sheet")).to_be_visible()


def test_the_builder_fits_a_phone_and_the_dark(page: Page, site: Serving) -> None:
    """Nothing is wider than the screen, and what is written can be read."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"http://{site.host}/scenarios/new")
    page.get_by_role("button", name="Light or dark").click()
    page.get_by_role("combobox", name="Copy or change a scenario").select_option("joes-bridge")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("The loader finds no fault.")).to_be_visible()
    open_table(page, "Units", "oob.csv")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)
