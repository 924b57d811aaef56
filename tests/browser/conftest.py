"""A real Chromium on a real server, driven by the page's own controls."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from bocage.server.pages import STATIC
from bocage.server.settings import Settings
from tests.patience import PATIENCE
from tests.server.clients import Serving
from tests.server.conftest import running

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from find_browser import found


@pytest.fixture(scope="module")
def chromium() -> Generator[Browser]:
    """The browser. While it is open Playwright's loop runs in this thread, and no test of
    another module could run one of its own: so it closes with its module."""
    path = found()
    assert path is not None, "no Chromium: 'make browser' finds or installs one"
    assert (STATIC / "index.html").is_file(), "the page is not built: 'make web' builds it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        setattr(browser, "new_context", partial(_patient_context, browser.new_context))  # noqa: B010
        expect.set_options(timeout=PATIENCE * 1000)
        yield browser
        browser.close()


def _patient_context(make: Callable[..., BrowserContext], **options: Any) -> BrowserContext:
    """Return a context in which every click, every wait and every page that opens may take its
    time.
    """
    context = make(**options)
    context.set_default_timeout(PATIENCE * 1000)
    return context


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server with the page."""
    folder = tmp_path_factory.mktemp("site")
    given = Settings(
        database=str(folder / "games.db"),
        dumps=folder,
        signs_a_minute=10_000,
        requests_a_minute=100_000,
    )
    with running(given) as serving:
        yield serving


def without_ground(page: Page) -> None:
    """Do without the picture under the map, which takes long to draw and changes nothing."""
    page.route("**/ground.webp*", lambda route: route.abort())


@pytest.fixture
def page(chromium: Browser, site: Serving) -> Generator[Page]:
    """Somebody's browser, with a session of its own; an error in the page fails the test."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    made = context.new_page()
    without_ground(made)
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.goto(f"http://{site.host}/")
    yield made
    context.close()
    assert errors == []
