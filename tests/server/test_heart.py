"""Clocks while no server is there: they stand, and nobody loses by it."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select, update

from bocage.server import heart
from bocage.server.clocks import Clock, now_ms
from bocage.server.database import Database
from bocage.server.schema import GAMES, HEART
from bocage.server.settings import Settings

from .conftest import running

HOUR = 3_600_000


def test_a_clock_stands_while_no_server_is_there(settings: Settings) -> None:
    """After an hour without a server a player has what he had when it was last alive."""
    with running(settings) as serving:
        ann = serving.guest("Ann")
        clock = {"kind": "game", "seconds": 600}
        seats = {"allied": "me", "german": "me"}
        made = ann.post("/api/games", game="falaise", seats=seats, clock=clock)
        before = serving.hub.live[made["id"]].clock
    database = Database(settings.database)
    with database.engine.begin() as connection:  # an hour passes: all times lie further back
        connection.execute(update(HEART).values(beat=HEART.c.beat - HOUR))
        earlier = replace(before, since=before.since - HOUR)
        connection.execute(update(GAMES).values(clock=earlier.written()))
    with running(settings) as serving:
        live = serving.hub.live[made["id"]]
        assert live.status == "live"
        (seat,) = live.clock.running
        assert 590_000 < live.clock.left_of(seat, now_ms()) <= 600_000
    with database.engine.begin() as connection:
        assert connection.execute(select(GAMES.c.status)).scalar_one() == "live"
        assert heart.begin(connection) == 0  # it was alive a moment ago: nobody wins time
    database.close()


def test_what_a_pause_does_to_a_clock() -> None:
    """What was spent before counts, what passed in between does not, secrets stay as they were."""
    clock = Clock("game", 100, (100, 100), (0, 1), since=1000, stopped=((1, 1020),))
    later = clock.paused(1050, 9050)
    assert later.left_of(0, 9050) == clock.left_of(0, 1050) == 50
    assert later.left_of(1, 9050) == clock.left_of(1, 1050) == 80
    fresh = clock.paused(900, 9000)  # it began after the last beat
    assert fresh.left_of(0, 9000) == 100


def test_one_worker_alone_gives_the_time_back(settings: Settings) -> None:
    """Of two that start at the same moment the second finds the first alive."""
    database = Database(settings.database)
    database.migrate()
    with database.engine.begin() as connection:
        assert heart.begin(connection) == 0
        connection.execute(update(HEART).values(beat=HEART.c.beat - HOUR))
    found = list[int]()
    for _ in range(2):
        with database.engine.begin() as connection:
            found.append(heart.begin(connection))
    database.close()
    assert found[0] >= HOUR
    assert found[1] == 0
