"""Record the opponent's turn of a hex game as a watcher sees it: ten frames on one sheet.

    python tools/record_turn.py                 # both games, into docs/pictures
    python tools/record_turn.py falaise         # one

It plays a game with the aggressive players up to a turn, plays that turn, opens the page on a
server of its own, and steps through the playback. Somebody who sees only the sheet should be
able to tell what happened. The page must be built (`make web`).
"""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.tables import bring  # noqa: E402
from tests.patience import PATIENCE  # noqa: E402
from tests.server.conftest import running  # noqa: E402

from bocage.ai import load_game  # noqa: E402
from bocage.engine.playout import policies_of, table_for  # noqa: E402
from bocage.engine.save_text import written  # noqa: E402
from bocage.server.settings import Settings  # noqa: E402
from find_browser import found  # noqa: E402 - it lies beside this file

PICTURES: Final = ROOT / "docs" / "pictures"
FRAMES: Final = 10
SIZE: Final = (1180, 780)
SMALL: Final = 560
"""How wide a frame is on the sheet."""
QUALITY: Final = 72
KINDS: Final = (("battle", ("card",)), ("after", ("retreat", "advance")), ("move", ("move",)))
BEGIN: Final = {"roundup": "MovePhase", "falaise": "ChooseRound"}
END: Final = {"roundup": "ChooseOrder", "falaise": "ChooseRound"}
BEFORE: Final = 6
"""How many lines before a frame are played too, so that their trails are on the map."""
LEAST: Final = 25
"""The fewest lines that are shown."""
_MOST: Final = 20_000


def played(name: str, turn: int, seed: int = 3) -> tuple[str, int, int]:
    """Return a save just after some of the Allied turn, and the lines before and after that.

    It begins where their first unit may move, and ends when they have fought, before the Germans
    move or their own turn ends.
    """
    table = table_for(load_game(name), seed)
    play, rng = policies_of(table.game)["aggressive"], Random(seed)
    start = None
    for _ in range(_MOST):
        top: Any = table.state.stack[-1]
        kind = type(top).__name__
        if start is None and table.state.turn == turn and (kind, top.seat) == (BEGIN[name], 0):
            start = len(table.entries)
        if start is not None and kind == END[name] and len(table.entries) - start > LEAST:
            return written(table), start, len(table.entries)
        assert table.act(top.seat, play(table.state, table.legal(top.seat), rng))
    raise AssertionError("the turn does not end")


def act_of(event: dict[str, Any]) -> str:
    """Return the kind of an event for a viewer."""
    scene = event.get("scene", {})
    return "card" if scene.get("fight") else str(scene.get("act", ""))


def spread(found: list[int], count: int) -> list[int]:
    """Return so many of some numbers, spread evenly, the first and the last among them."""
    if len(found) <= count:
        return found
    return [found[round(i * (len(found) - 1) / max(1, count - 1))] for i in range(count)]


def chosen(events: list[dict[str, Any]]) -> list[int]:
    """Return the numbers of the events that are photographed: battles and moves, and what else."""
    by = {act: [i for i, each in enumerate(events) if act_of(each) in acts] for act, acts in KINDS}
    cards = spread(by["battle"], 4)
    after = spread(by["after"], 2)
    moves = spread(by["move"], FRAMES - len(cards) - len(after))
    return sorted({*cards, *after, *moves})


def recorded(page: Page, save: str, start: int) -> list[Image.Image]:
    """Return the frames."""
    bring(page, save)
    page.wait_for_function(
        "() => (g => g && g.complete && g.naturalWidth)(document.querySelector('.ground'))",
        timeout=120_000,
    )
    game = page.url.rpartition("/")[2]
    story = page.request.get(f"{page.url.partition('/games')[0]}/api/games/{game}/story").json()
    events = [each for each in story if each["line"] >= start]
    return [frame(page, events[i], start) for i in chosen(events)]


def frame(page: Page, event: dict[str, Any], start: int) -> Image.Image:
    """Return the picture of an event, with the events just before it."""
    line = event["line"]
    page.keyboard.press("Escape")
    page.get_by_test_id("timeline").locator("input").fill(str(max(start, line - BEFORE)))
    page.locator(".caption.back").wait_for()
    page.keyboard.press("r")
    page.locator(f'[data-testid="playback"][data-line="{line}"]').wait_for(timeout=60_000)
    if act_of(event) == "card":
        page.get_by_test_id("result").wait_for(timeout=60_000)
    page.wait_for_timeout(700)
    return Image.open(BytesIO(page.locator("main").screenshot())).convert("RGB")


def sheet(frames: list[Image.Image]) -> Image.Image:
    """Return the frames on one sheet, two beside each other."""
    wide, high = SMALL, round(frames[0].height * SMALL / frames[0].width)
    rows = (len(frames) + 1) // 2
    made = Image.new("RGB", (2 * wide + 8, rows * (high + 8) - 8), "white")
    for i, frame in enumerate(frames):
        small = frame.resize((wide, high), Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]
        made.paste(small, ((i % 2) * (wide + 8), (i // 2) * (high + 8)))
    return made


def main() -> int:
    """Record them."""
    folder = Path(tempfile.mkdtemp())
    settings = Settings(database=str(folder / "games.db"), dumps=folder, signs_a_minute=10_000)
    with running(settings) as serving, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found(),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        for name in sys.argv[1:] or ("roundup", "falaise"):
            save, start, end = played(name, 3)
            wide, high = SIZE
            context = browser.new_context(viewport={"width": wide, "height": high})
            context.set_default_timeout(PATIENCE * 1000)
            page = context.new_page()
            page.add_init_script("localStorage.setItem('watch', 'off')")
            page.goto(f"http://{serving.host}/")
            frames = recorded(page, save, start)
            path = PICTURES / f"turn-{name}.webp"
            sheet(frames).save(path, "WEBP", quality=QUALITY, method=6)
            print(
                path, f"lines {start} to {end}, {len(frames)} frames, {path.stat().st_size} bytes"
            )
            context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
