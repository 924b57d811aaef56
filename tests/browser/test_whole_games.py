"""The kept games of the battery, played from first to last by the page's own controls.

Each seat has a browser of its own. The game of Roundup is played by the keyboard alone, that
of Falaise by the mouse; both must end in the very state, to the mark of the log, in which
the kept game ends. `BOCAGE_BROWSER_GAMES=whole` plays on until the games are over.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from bocage.engine.playout import table_for
from bocage.engine.save_text import written
from bocage.server import wire
from bocage.server.settings import Settings
from tests.battery.subjects import decisions, subject
from tests.server.clients import Serving
from tests.server.conftest import running

from .players import Keyboard, Mouse, Player
from .tables import seated

GOLDEN = Path(__file__).parents[1] / "battery" / "golden"
WHOLE = os.environ.get("BOCAGE_BROWSER_GAMES") == "whole"


class Played(NamedTuple):
    """A stretch of a game: the save it begins with, the lines with their seats, and its end."""

    save: str
    lines: list[tuple[str, str]]
    mark: str
    key: str


def kept(name: str) -> Played:
    """Return the kept game, read from its file alone."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    lines = re.findall(r"^(\w+)> (.+)$", text, re.MULTILINE)
    end = re.search(r"^mark (\w+), key (\w+)$", text, re.MULTILINE)
    assert end is not None
    return Played(written(table_for(subject(name), 1)), lines, end[1], end[2])


def stretch(name: str, start: int, stop: int) -> Played:
    """Return some decisions of the same game, from one on until another, or until it is over."""
    game = subject(name)
    table = table_for(game, 1)
    save, lines = written(table), list[tuple[str, str]]()
    for number, (seat, action) in enumerate(decisions(table, Random(1))):
        if number == start:
            save = written(table)
        if number == stop:
            break
        if number >= start:
            lines.append((game.seats[seat], game.grammar.say(action)))
    return Played(save, lines, table.mark, table.state.key().hex())


def first_with(name: str, verbs: set[str], count: int) -> int:
    """Return the first decision of the same game from which so many have all these verbs among
    them.
    """
    game = subject(name)
    done: list[str] = []
    for _, action in decisions(table_for(game, 1), Random(1)):
        done.append(game.grammar.say(action).split()[0])
        if verbs <= set(done[-count:]):
            return max(0, len(done) - count)
    raise AssertionError(f"nobody does all of {verbs}")


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server that does not mind how quickly these players play."""
    folder = tmp_path_factory.mktemp("site")
    many = 10_000_000
    with running(
        Settings(
            database=str(folder / "games.db"),
            dumps=folder,
            signs_a_minute=many,
            commands_a_minute=many,
            requests_a_minute=many,
        )
    ) as serving:
        yield serving


def play_out(chromium: Browser, fast: Serving, name: str, game: Played, by: type[Player]) -> None:
    """Play a stretch in two browsers and compare where it ends."""
    verbs = wire.verbs(subject(name).grammar)
    with seated(chromium, fast.host, game.save) as (id_, pages):
        players = {seat: by(page, verbs) for seat, page in pages.items()}
        for seat, line in game.lines:
            players[seat].do(line)
        table = fast.hub.live[id_].table
        done = [e.text for e in table.entries if e.kind == "do" and not e.question]
        assert done[-len(game.lines) :] == [line for _, line in game.lines]
        assert (table.mark, table.state.key().hex()) == (game.mark, game.key)
        if table.is_over:
            for page in pages.values():
                expect(page.locator(".prompt h2")).to_have_text("The game is over")


@pytest.mark.slow  # every line of both games goes through two browsers
@pytest.mark.parametrize(("name", "by"), [("roundup", Keyboard), ("falaise", Mouse)])
def test_the_kept_game_by_the_page(
    chromium: Browser, fast: Serving, name: str, by: type[Player]
) -> None:
    """From the first decision to the last, the page does what the kept game did."""
    play_out(chromium, fast, name, stretch(name, 0, -1) if WHOLE else kept(name), by)


def test_op_fire_is_answered_in_the_other_browser(chromium: Browser, fast: Serving) -> None:
    """Falaise: a unit moves in one browser, the other browser decides on Op-Fire, and play
    continues."""
    game = stretch("falaise", 164, 176)
    fired = [seat for seat, line in game.lines if line.startswith(("fire", "pass"))]
    moved = [seat for seat, line in game.lines if line.startswith("select")]
    assert set(fired) - set(moved)
    play_out(chromium, fast, "falaise", game, Mouse)


def test_losses_retreat_and_advance(chromium: Browser, fast: Serving) -> None:
    """Falaise: after a fight each side makes its own choices, each in its own browser."""
    start = first_with("falaise", {"fight", "retreat", "advance"}, 12)
    game = stretch("falaise", start, start + 12)
    play_out(chromium, fast, "falaise", game, Mouse)
