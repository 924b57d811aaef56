"""Take the pictures of the browser table again, as docs/table.md and the README show them.

    python tools/take_pictures.py                    # all of them, into docs/pictures
    python tools/take_pictures.py story reach        # some
    python tools/take_pictures.py --beside MOCKS     # the mock-ups of a folder beside ours

It opens tables from games that simple players play, on a server of its own, and photographs
the page in a real Chromium. The page must be built (`make web`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.hands import seek  # noqa: E402
from tests.browser.tables import bring, finished, save_at  # noqa: E402
from tests.server.conftest import running  # noqa: E402

from bocage.server.settings import Settings  # noqa: E402
from find_browser import found  # noqa: E402 - it lies beside this file

PICTURES: Final = ROOT / "docs" / "pictures"
WIDE: Final = (1440, 900)
PHONE: Final = (390, 844)
QUALITY: Final = 80
"""Of a picture: paper and ink look right, and it is small."""
SHOWN: Final = 1200
"""The width of a picture of a screen, in pixels."""


def _ground(page: Page) -> None:
    """Wait until the map is drawn and lettered, and nothing moves."""
    page.wait_for_function(
        "() => (g => g && g.complete && g.naturalWidth)(document.querySelector('.ground'))",
        timeout=120_000,
    )
    page.wait_for_timeout(1500)


def reach(page: Page) -> None:
    """Select a unit, to show what each hex costs."""
    bring(page, save_at("falaise", "Moving", 4))
    page.locator(".disc").first.wait_for()
    number = page.locator(".disc").nth(8).get_attribute("data-number") or ""
    seek(page, number)
    _ground(page)


def odds(page: Page) -> None:
    """Show an attack before its die."""
    bring(page, save_at("roundup", "CombatPhase", 3))
    page.locator("path.target").first.wait_for()
    seek(page, page.locator("path.target").first.get_attribute("data-number") or "")
    page.get_by_test_id("odds").first.wait_for()
    _ground(page)


def zones(page: Page) -> None:
    """Zones of control of both sides."""
    bring(page, save_at("falaise", "MoveRound", 3))
    page.keyboard.press("z")
    page.get_by_test_id("overlays").wait_for()
    _ground(page)


def supply(page: Page) -> None:
    """Supply, with the path of a unit that is pointed at."""
    bring(page, save_at("roundup", "MovePhase", 3))
    page.keyboard.press("s")
    page.get_by_test_id("overlays").wait_for()
    seek(page, _somebody(page))
    _ground(page)


def threat(page: Page) -> None:
    """Show what the enemy could bring."""
    bring(page, save_at("falaise", "MoveRound", 3))
    page.keyboard.press("t")
    page.locator("g.figure").first.wait_for()
    seek(page, page.locator("g.figure").nth(12).get_attribute("data-number") or "")
    _ground(page)


def past(page: Page) -> None:
    """Looking back."""
    bring(page, save_at("roundup", "CombatPhase", 3))
    page.locator(".counter").first.wait_for()
    for _ in range(12):
        page.keyboard.press("[")
        page.wait_for_timeout(80)
    _ground(page)


def story(page: Page) -> None:
    """Show the end of a game."""
    bring(page, finished("falaise"))
    page.get_by_test_id("story").wait_for()
    _ground(page)


def setup(page: Page) -> None:
    """Show the set-up, with plans to choose from."""
    page.get_by_role("button", name="Play now").first.wait_for()
    base = page.url.rstrip("/")
    seats = {"allied": "me", "german": "me"}
    made = page.request.post(f"{base}/api/games", data={"game": "roundup", "seats": seats}).json()
    page.goto(f"{base}/games/{made['id']}")
    plan = page.get_by_test_id("plans").get_by_role("button", name="Both sides of Boulogne")
    plan.hover()
    seek(page, "2523")
    plan.hover()
    _ground(page)


def lobby(page: Page) -> None:
    """Show the lobby."""
    page.get_by_role("button", name="Play now").first.wait_for()
    page.wait_for_function("() => [...document.images].every(i => i.complete && i.naturalWidth)")


def _somebody(page: Page) -> str:
    """Return the number of a hex with a unit in the middle of the screen."""
    found: str = page.locator(".counter").evaluate_all(
        """all => all.map(each => [each, each.getBoundingClientRect()])
          .map(([each, at]) => [Math.hypot(at.x - 500, at.y - 420), each])
          .sort((a, b) => a[0] - b[0])[0][1].getAttribute('aria-label').match(/[0-9]{4}/g).pop()"""
    )
    return found


Shot = tuple[Callable[[Page], None], tuple[int, int], str, str]

SHOTS: Final[dict[str, Shot]] = {
    "reach": (reach, WIDE, "light", "normal"),
    "odds": (odds, WIDE, "light", "normal"),
    "zones": (zones, WIDE, "light", "normal"),
    "supply": (supply, WIDE, "light", "normal"),
    "threat": (threat, WIDE, "light", "normal"),
    "past": (past, WIDE, "light", "normal"),
    "story": (story, (1440, 1180), "light", "normal"),
    "setup": (setup, WIDE, "light", "normal"),
    "lobby": (lobby, (1100, 760), "light", "normal"),
    "dark": (reach, WIDE, "dark", "normal"),
    "deutan": (zones, WIDE, "light", "deutan"),
    "phone": (reach, PHONE, "light", "normal"),
    "phone-dark": (reach, PHONE, "dark", "normal"),
    "tablet": (reach, (820, 1180), "light", "normal"),
}
MOCKS: Final = {
    "reach": "table_mock.png",
    "dark": "table_mock_dark.png",
    "phone": "table_mock_phone.png",
}


def photographed(browser: Browser, host: str, shot: Shot) -> Image.Image:
    """Take one picture and return it."""
    make, (wide, high), theme, sight = shot
    small = wide < 500
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        device_scale_factor=2 if small else 1,
        has_touch=small,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(
        f"localStorage.setItem('theme', '{theme}'); localStorage.setItem('sight', '{sight}')"
    )
    page.goto(f"http://{host}/")
    make(page)
    taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return taken


def resized(picture: Image.Image, wide: int, high: int) -> Image.Image:
    """Return a picture of another size."""
    return picture.resize((wide, high), Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


def kept(picture: Image.Image, name: str, wide: int) -> Path:
    """Return a picture on disk, small."""
    if picture.width > wide:
        high = round(picture.height * wide / picture.width)
        picture = resized(picture, wide, high)
    path = PICTURES / f"table-{name}.webp"
    picture.save(path, "WEBP", quality=QUALITY, method=6)
    return path


def beside(mock: Path, ours: Image.Image) -> Image.Image:
    """Return a mock-up and the page, side by side and of one height."""
    left = Image.open(mock).convert("RGB")
    high = min(left.height, ours.height, 900)
    pair = [resized(each, round(each.width * high / each.height), high) for each in (left, ours)]
    whole = Image.new("RGB", (pair[0].width + pair[1].width + 16, high), "white")
    whole.paste(pair[0], (0, 0))
    whole.paste(pair[1], (pair[0].width + 16, 0))
    return whole


def main() -> int:
    """Take them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(SHOTS)}; all if none is named")
    parser.add_argument("--beside", type=Path, help="a folder with mock-ups")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    settings = Settings(database=str(folder / "games.db"), dumps=folder, signs_a_minute=10_000)
    with running(settings) as serving, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found(),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        for name in given.names or SHOTS:
            taken = photographed(browser, serving.host, SHOTS[name])
            print(kept(taken, name, 390 if taken.width < 900 else SHOWN))
            if given.beside and name in MOCKS:
                print(kept(beside(given.beside / MOCKS[name], taken), f"{name}-beside", 1800))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
