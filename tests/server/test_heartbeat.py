"""Clocks of games while the machine sleeps, its time is set, or no server is there."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from bocage.server import heartbeat
from bocage.server.clocks import Clock
from bocage.server.commits import Committer
from bocage.server.database import Database
from bocage.server.relay import Relay
from bocage.server.schema import GAMES, HEART
from bocage.server.settings import Settings
from bocage.server.stopwatch import Stopwatch
from tests.patience import until

from .clients import Guest, Serving
from .conftest import running
from .test_stopwatch import FakeTime

HOUR = 3_600_000
SECONDS = 600
_NS = 1_000_000


class ShiftedTime:
    """The clocks of this machine, moved by what a test says, in milliseconds."""

    def __init__(self) -> None:
        self.monotonic = self.wall = 0
        self.true_wall = time.time_ns

    def stopwatch(self) -> Stopwatch:
        """Return a stopwatch by these clocks."""
        return Stopwatch(
            lambda: time.monotonic_ns() + self.monotonic * _NS,
            lambda: self.true_wall() + self.wall * _NS,
        )


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> ShiftedTime:
    """Servers that start from now on read shifted clocks, and so does everything in them."""
    shifted = ShiftedTime()
    monkeypatch.setattr("bocage.server.hub.Stopwatch", shifted.stopwatch)
    monkeypatch.setattr(time, "time_ns", lambda: shifted.true_wall() + shifted.wall * _NS)
    return shifted


def begun(ann: Guest, seconds: int = SECONDS) -> str:
    """Return a game of Ann's with a clock by the game, all seats hers."""
    clock = {"kind": "game", "seconds": seconds}
    seats = {"allied": "me", "german": "me"}
    return str(ann.post("/api/games", game="falaise", seats=seats, clock=clock)["id"])


def left(ann: Guest, game: str) -> int:
    """What the seat whose clock runs has left, as a client reckons it."""
    told: Any = ann.get(f"/api/games/{game}/state")[0]["state"]["clock"]
    (seat,) = told["running"]
    return int(told["left"][seat] - (ann.get("/healthz")["now"] - told["since"]))


def after_a_look(serving: Serving, look: Callable[[], object]) -> None:
    """Do something, then wait until the server has looked round twice."""
    looked: list[int] = []
    inner: Callable[[], int] = serving.hub.stopwatch.look

    def counted() -> int:
        looked.append(0)
        return inner()

    serving.hub.stopwatch.look = counted
    look()
    until(lambda: len(looked) >= 2)


JUMPS = {
    "forward": (0, HOUR),
    "backward": (0, -HOUR),
    "stopped": (HOUR, HOUR),
}
"""By how much the monotonic clock and the time of day jump."""


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_of_the_clock_loses_no_game(
    settings: Settings, machine: ShiftedTime, jump: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The time of day is set by an hour, or the process stands still for one: nobody loses on
    time, nobody gains any, and the log has a sentence about it."""
    with running(settings) as serving:
        ann = serving.guest("Ann")
        game = begun(ann)

        def jumps() -> None:
            machine.monotonic, machine.wall = JUMPS[jump]

        with caplog.at_level(logging.WARNING, "bocage.server"):
            after_a_look(serving, jumps)
        live = serving.hub.live[game]
        assert live.status == "live"
        assert 300 * 1000 < left(ann, game) <= SECONDS * 1000
        assert "the game clocks" in caplog.text
        with ann.at(game) as socket:  # and it goes on
            assert json.loads(socket.received[-1])["now"] >= live.clock.since


def test_a_seat_loses_when_its_time_is_over(settings: Settings, machine: ShiftedTime) -> None:
    """The flag of a seat falls when its time is over, by steps that the server has looked at."""
    with running(settings) as serving:
        ann = serving.guest("Ann")
        game = begun(ann, seconds=30)
        live = serving.hub.live[game]

        def over() -> bool:
            machine.monotonic += 1_000  # less than what may count between two looks
            return bool(live.status == "over")

        until(over)
        until(lambda: "conced" in ann.get(f"/api/games/{game}")["result"])  # when it is written


def test_clocks_stop_while_the_server_is_down(settings: Settings, machine: ShiftedTime) -> None:
    """After an hour without a server a player has what they had when it was last alive."""
    with running(settings) as serving:
        ann = serving.guest("Ann")
        game = begun(ann)
        before = left(ann, game)
    machine.monotonic = machine.wall = HOUR
    with running(settings) as serving:
        live = serving.hub.live[game]
        assert live.status == "live"
        (seat,) = live.clock.running
        assert 300 * 1000 < live.clock.left_of(seat, serving.hub.stopwatch.now()) <= before


def test_a_kill_costs_no_player_time(settings: Settings, machine: ShiftedTime) -> None:
    """A server that was killed continues from its last beat, and no clock gains time."""
    with running(settings) as serving:
        game = begun(serving.guest("Ann"))
    database = Database(settings.database)
    with database.engine.begin() as connection:  # as if the beats of the last minute were missing
        connection.execute(update(HEART).values(beat=HEART.c.beat - 60_000))
    with running(settings) as serving:
        live = serving.hub.live[game]
        (seat,) = live.clock.running
        assert live.clock.left_of(seat, serving.hub.stopwatch.now()) == SECONDS * 1000
    with database.engine.begin() as connection:
        assert connection.execute(select(GAMES.c.status)).scalar_one() == "live"
    database.close()


def test_what_a_clock_says_before_it_was_set() -> None:
    """Nobody has more than they had, though the clock was set later than it is now."""
    clock = Clock("game", 100, (100, 100), (0, 1), since=1000, stopped=((1, 1020),))
    assert clock.left_of(0, 900) == 100
    assert clock.left_of(1, 900) == 80


def test_workers_agree_on_the_time(settings: Settings) -> None:
    """A worker that was suspended reads the others' time from the database before it continues."""

    async def played() -> None:
        database = Database(settings.database)
        database.migrate()
        committer, machine = Committer(database), FakeTime()
        committer.start()
        relay = Relay(database, _deaf)
        one, two = machine.stopwatch(), machine.stopwatch()
        await heartbeat.begin(committer, one)
        await heartbeat.begin(committer, two)
        assert one.now() == two.now()
        for _ in range(3600):  # the first worker goes on; nobody looks at the second one's
            machine.passes(1_000)
            one.look()
        await heartbeat.beat(committer, relay, one)
        await heartbeat.settle(committer, two)
        assert two.now() == one.now()
        assert not two.unsure
        await committer.stop()
        database.close()

    asyncio.run(played())


async def _deaf(_: str) -> None:
    return
