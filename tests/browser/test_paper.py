"""Control's page Paper: a sheet typed by keyboard, the panic bundle, and the way back."""

from __future__ import annotations

import csv
import io
import zipfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.s05_orders.coded import code_of
from tests.server.clients import Serving

from .tables import come_in
from .test_operation import without_layers
from .test_table import assert_accessible


def at_desk(chromium: Browser, site: Serving, stack: ExitStack, errors: list[str]) -> Page:
    """Joe's Bridge with one person at Control's desk and at both teams."""
    page = come_in(chromium, stack, errors)
    without_layers(page)
    base = f"http://{site.host}"
    page.goto(base)
    page.get_by_role("button", name="Play now").first.wait_for()
    seats = {"Control": "me", "Guards": "commander", "Walther": "commander"}
    asked = {"game": "opcom", "scenario": "joes-bridge", "seats": seats}
    answer = page.request.post(f"{base}/api/games", data=asked)
    assert answer.ok, answer.text()
    page.goto(f"{base}/games/{answer.json()['id']}")
    return page


def test_paper_goes_out_and_comes_back(chromium: Browser, site: Serving, tmp_path: Path) -> None:
    """A sheet by its code and without the mouse; freeze and print; a wrong cell; a right one."""
    with ExitStack() as stack:
        errors: list[str] = []
        control = at_desk(chromium, site, stack, errors)
        control.get_by_role("button", name="Paper", exact=True).click()
        control.get_by_label("Write the code").focus()
        control.keyboard.type("A01A\nall H T")
        expect(control.get_by_text("no sheet has the code A01A")).to_be_visible()
        control.keyboard.press("Control+a")
        control.keyboard.type(f"{code_of(load_world('joes-bridge'), 0, 1)}\nall H T Hold the road")
        expect(control.get_by_role("heading", name="Guards Armd Div: 1 line")).to_be_visible()
        control.keyboard.press("Control+Enter")
        expect(control.get_by_text("The sheet of Guards Armd Div is in")).to_be_visible()
        expect(control.get_by_label("Write the code")).to_be_focused()
        assert_accessible(control)
        with control.expect_download() as got:
            control.get_by_role("button", name="Freeze the game").click()
        bundle = tmp_path / "panic.zip"
        got.value.save_as(bundle)
        expect(control.get_by_text("The game is frozen.")).to_be_visible()
        rows = units_of(bundle)
        for place, said in (("Valkenswaart", "1 cell can't be read"), ("Valkenswaard", "Entered:")):
            table = written(rows, tmp_path / "units.csv", place)
            control.get_by_label("Tables (CSV)").set_input_files(table)
            control.get_by_role("button", name="Check and enter").click()
            expect(control.get_by_text(said)).to_be_visible()
        enter_here(control)
        control.get_by_role("button", name="Resume the game").click()
        control.get_by_role("button", name="Reports out").first.click()
        expect(control.get_by_role("button", name="Release all")).to_be_visible()
        assert errors == []


def enter_here(control: Page) -> None:
    """Enter a unit's place in the page's own grid: a wrong cell is marked, a right one goes in."""
    control.get_by_label("Turns fought on paper").fill("0")
    control.get_by_role("button", name="Open the tables").click()
    control.get_by_label("Show only rows with").fill("irish")
    cell = control.get_by_label("2nd (Armd) Bn Irish Guards: place")
    enter = control.get_by_role("button", name="Check and enter").last
    for place, said in (("Aalsst", "there is no such place"), ("Aalst", "Entered: 1 act.")):
        cell.fill(place)
        cell.blur()
        expect(control.get_by_text("1 cell changed")).to_be_visible()
        enter.click()
        expect(control.get_by_text(said).first).to_be_visible()
    expect(cell).to_have_value("at Aalst")
    assert_accessible(control)


def units_of(bundle: Path) -> list[list[str]]:
    """Return the rows of the table of units in a bundle."""
    with zipfile.ZipFile(bundle) as made:
        text = made.read("tables/units.csv").decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def written(rows: list[list[str]], path: Path, place: str) -> Any:
    """Return the table with the 2nd Irish Guards somewhere else."""
    irish = next(row for row in rows if row[0] == "GB-2IG")
    irish[rows[0].index("place")] = place
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path
