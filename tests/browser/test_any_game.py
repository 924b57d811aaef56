"""A game that nobody wrote a page for: the toy, by what it answers and by nothing else."""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from bocage.engine.playout import table_for
from bocage.engine.save_text import written
from bocage.server import hub as hub_module
from bocage.server import routes_tables, wire
from bocage.server.settings import Settings
from tests.battery.subjects import decisions
from tests.engine.toy import Toy
from tests.rewording import backwards, reworded
from tests.server.clients import Serving
from tests.server.conftest import running

from .players import Mouse
from .tables import seated

SEED = 17
LINES = 20
"""Enough for hiding, bids, steps, fire and an attack, in two turns."""


def toy(_: str) -> Toy:
    """Return the toy, whatever game is asked for."""
    return Toy()


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server with the page that knows the toy alone."""
    folder = tmp_path_factory.mktemp("toys")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub_module, "GAME_IDS", ("outpost",))
        patch.setattr(routes_tables, "GAME_IDS", ("outpost",))
        patch.setattr(hub_module, "load_game", toy)
        many = 10_000_000
        given = Settings(
            database=str(folder / "games.db"),
            dumps=folder,
            signs_a_minute=many,
            commands_a_minute=many,
            requests_a_minute=many,
        )
        with running(given) as serving:
            yield serving


def test_the_toy_is_played_by_the_page(chromium: Browser, toys: Serving) -> None:
    """Two browsers play it by mouse; map, counters, discs, tracks and odds are the game's own."""
    play(chromium, toys, lambda text: text)


def test_the_page_plays_alike_whatever_the_words(chromium: Browser, toys: Serving) -> None:
    """With every word of the server backwards the same clicks lead to the same game."""
    with reworded():
        play(chromium, toys, backwards)


def play(chromium: Browser, toys: Serving, said: Callable[[str], str]) -> None:
    """Play the first lines of a game, and look at what the page shows of it."""
    game = Toy()
    table = table_for(game, SEED)
    save = written(table)
    lines: list[tuple[str, str]] = []
    for number, (seat, action) in enumerate(decisions(table, Random(SEED))):
        if number == LINES:
            break
        lines.append((game.seats[seat], game.grammar.say(action)))
    assert {"hide", "bid", "step", "fire", "attack"} <= {line.split()[0] for _, line in lines}
    with seated(chromium, toys.host, save) as (id_, pages):
        players = {seat: Mouse(page, wire.verbs(game.grammar)) for seat, page in pages.items()}
        for whose, line in lines:
            if line.startswith("step"):
                expect(pages[whose].locator(".disc").first).to_be_attached()
            players[whose].do(line)
        live = toys.hub.live[id_]
        assert live.table.state.key() == table.state.key()
        page = pages["Red"]
        alive = sum(h >= 0 for h in table.state.loc)
        expect(page.locator(".counter")).to_have_count(alive)
        expect(page.get_by_test_id("tracks")).to_contain_text(said("Weather"))
        page.keyboard.press("z")
        expect(page.get_by_test_id("legend")).to_contain_text(f"{said('Next to')} Red")
