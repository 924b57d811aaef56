"""Take the pictures of OP COM in the browser, as docs/operation.md and docs/desk.md show them.

    python tools/take_desk_pictures.py [FOLDER]      # into docs/pictures by default

It plays a turn of Joe's Bridge on a server of its own, with two teams and Control in browsers of
their own, and photographs every screen: light, in the dark, and on a phone. Light screens are
pictures of their own; those in the dark and those on a phone come on one sheet for each page of
the docs. The page must be built (`make web`).
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.test_operation import rule  # noqa: E402
from tests.server.clients import Serving  # noqa: E402
from tests.server.conftest import running  # noqa: E402

from bocage.server import new_tables  # noqa: E402
from bocage.server.settings import Settings  # noqa: E402
from find_browser import found  # noqa: E402 - it lies beside this file

WIDE: Final[ViewportSize] = {"width": 1440, "height": 900}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SHOWN: Final = 1200
SMALL: Final = 560
"""Pixels across of a screen on a sheet of several."""
QUALITY: Final = 72
PATIENCE: Final = 60_000


END: Final = """
(game) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/api/games/${game}/socket`);
  line.onopen = () => line.send(JSON.stringify({ type: "hello", stamp: "" }));
  line.onmessage = (event) => {
    const came = JSON.parse(event.data);
    const end = { type: "concede", id: "the-end", seat: "Control", at: came.stamp };
    if (came.type === "welcome") line.send(JSON.stringify(end));
    if (["done", "failed", "refused"].includes(came.type)) done(came.type);
  };
})
"""
"""Ends the operation, in Control's name."""


class Album:
    """The pictures taken so far, by the page of the docs that they are for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dark: dict[str, list[Image.Image]] = {}
        self.phone: dict[str, list[Image.Image]] = {}

    def take(self, page: Page, book: str, name: str, *, light: bool = True) -> None:
        """Photograph a screen in the light, in the dark and on a phone."""
        _rest(page)
        if light:
            image = _shot(page)
            height = round(image.height * SHOWN / image.width)
            _save(image.resize((SHOWN, height)), self.folder / f"{book}-{name}.webp")
        _turn(page)
        self.dark.setdefault(book, []).append(_shot(page))
        _turn(page)
        page.set_viewport_size(PHONE)
        _rest(page)
        self.phone.setdefault(book, []).append(_shot(page))
        page.set_viewport_size(WIDE)
        _rest(page)

    def sheets(self) -> None:
        """Lay those in the dark and those on a phone on a sheet for each page of the docs."""
        for book, images in self.dark.items():
            _save(_sheet(images, 2, SMALL), self.folder / f"{book}-dark.webp")
        for book, images in self.phone.items():
            _save(_sheet(images, 4, 300), self.folder / f"{book}-phone.webp")


def _rest(page: Page) -> None:
    """Wait until the map is drawn and nothing moves."""
    page.wait_for_function(
        "() => (i => !i || i.complete)(document.querySelector('.sheet img'))", timeout=PATIENCE
    )
    page.mouse.move(2, 2)
    page.wait_for_timeout(900)


def _turn(page: Page) -> None:
    """Turn the light on or off."""
    page.get_by_role("button", name="Light or dark").click()
    page.wait_for_timeout(200)


def _shot(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def _sheet(images: list[Image.Image], across: int, width: int) -> Image.Image:
    """Return several screens on one sheet, row by row."""
    small = [each.resize((width, round(each.height * width / each.width))) for each in images]
    high = max(each.height for each in small)
    rows = -(-len(small) // across)
    made = Image.new("RGB", (across * (width + 8) - 8, rows * (high + 8) - 8), "#8c8474")
    for i, each in enumerate(small):
        made.paste(each, ((i % across) * (width + 8), (i // across) * (high + 8)))
    return made


def _save(image: Image.Image, path: Path) -> None:
    image.save(path, "WEBP", quality=QUALITY, method=6)
    print(f"{path.name}: {path.stat().st_size // 1024} KB", flush=True)


def sit_down(browser: Browser, site: Serving) -> list[Page]:
    """Both teams of Joe's Bridge and Control."""
    base = f"http://{site.host}"
    made: dict[str, Any] = {}
    pages: list[Page] = []
    for seat in ("Guards", "Walther", "Control"):
        context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(base)
        page.get_by_role("button", name="Play now").first.wait_for()
        if not made:
            asked = {"game": "opcom", "scenario": "joes-bridge", "seats": {"Guards": "me"}}
            made = page.request.post(f"{base}/api/games", data=asked).json()
            page.goto(f"{base}/games/{made['id']}")
        else:
            page.goto(f"{base}/?#seat={made['id']}.{made['links'][seat]}")
        pages.append(page)
    return pages


def play(album: Album, guards: Page, walther: Page, control: Page) -> None:
    """Play a turn, and photograph each screen when it has most to show."""
    guards.get_by_label("Unit or grouping").fill("32nd Guards Brigade Group")
    guards.get_by_label("Action").select_option("breakthrough")
    guards.get_by_label("Objective", exact=True).fill("Valkenswaard")
    guards.get_by_label("Orders in words").or_(guards.get_by_label("In words")).first.fill(
        "Break through along the Club Route"
    )
    expect(guards.locator(".hours")).to_contain_text("noon")
    album.take(guards, "operation", "orders")
    guards.get_by_role("button", name="Send the sheet").click()
    control.get_by_role("button", name="Ask the team").click()
    control.get_by_label("Question about line 1").fill("Through Valkenswaard, or round it?")
    control.get_by_role("button", name="Ask", exact=True).click()
    guards.get_by_role("button", name="Answer").click()
    guards.get_by_label("Say something").fill("Through it, on the main road.")
    guards.get_by_role("button", name="Send", exact=True).click()
    expect(control.get_by_test_id("talk")).to_contain_text("on the main road")
    album.take(guards, "operation", "messages")
    album.take(control, "desk", "inbox")
    walther.get_by_role("button", name="Send the sheet").click()
    expect(control.get_by_test_id("sheets-in")).to_have_text("2 of 2 sheets in")
    control.get_by_role("button", name="Close the orders").click()
    control.get_by_role("button", name="Adjudicate the turn").click()
    expect(control.locator("article").first).to_contain_text("clear tactical advantages")
    rule(control, "2", "their armour has the road")
    expect(control.get_by_text("The turn is adjudicated.")).to_be_visible()
    control.get_by_role("button", name="Result").first.click()
    expect(control.locator("article").first).to_contain_text("Attacker")
    album.take(control, "desk", "adjudication")
    control.get_by_role("button", name="Reports out").first.click()
    control.locator("section.part").first.wait_for()
    album.take(control, "desk", "reports")
    control.get_by_role("button", name="Map", exact=True).click()
    control.get_by_role("button", name="Both", exact=True).click()
    album.take(control, "desk", "map")
    control.get_by_role("button", name="Messages", exact=True).click()
    album.take(control, "desk", "messages")
    control.get_by_role("button", name="Release all").or_(
        control.get_by_role("button", name="Reports out")
    ).first.click()
    control.get_by_role("button", name="Release all").click()
    guards.get_by_role("heading", name="Report on turn 1").wait_for()
    album.take(guards, "operation", "report")
    guards.get_by_role("button", name="Situation").click()
    album.take(guards, "operation", "situation")
    control.get_by_role("button", name="Debrief", exact=True).click()
    control.get_by_role("button", name="Show belief against truth").click()
    control.get_by_text("sightings are right").first.wait_for()
    album.take(control, "desk", "debrief")
    assert control.evaluate(END, control.url.rpartition("/")[2]) == "done"
    guards.get_by_role("button", name="Control’s cards").click()
    rulings = guards.get_by_test_id("rulings")
    rulings.get_by_text("Advantage").first.click()
    album.take(guards, "operation", "rulings")


def decide(album: Album, browser: Browser, site: Serving) -> None:
    """Play alone until troops ask for a decision."""
    page = browser.new_context(viewport=WIDE, reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://{site.host}")
    operations = page.get_by_test_id("operations")
    operations.get_by_role("button", name="Joe's Bridge").click()
    operations.get_by_role("button", name="Guards Armd Div").click()
    page.get_by_label("Unit or grouping").fill("32nd Guards Brigade Group")
    page.get_by_label("Action").select_option("breakthrough")
    page.get_by_label("Objective", exact=True).fill("Valkenswaard")
    expect(page.locator(".hours")).to_contain_text("noon")
    page.get_by_role("button", name="Send the sheet").click()
    page.get_by_role("alertdialog").wait_for()
    album.take(page, "operation", "decision")


def main() -> None:
    """Take them all."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(exist_ok=True)
    setattr(new_tables, "secrets", SimpleNamespace(token_bytes=b"a".__mul__))  # noqa: B010
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = stack.enter_context(running(Settings(str(data / "games.db"), dumps=data)))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=found(), args=["--no-sandbox"])
        expect.set_options(timeout=PATIENCE)
        album = Album(folder)
        guards, walther, control = sit_down(browser, site)
        decide(album, browser, site)
        play(album, guards, walther, control)
        album.sheets()
        browser.close()


if __name__ == "__main__":
    main()
