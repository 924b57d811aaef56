"""The campaign: an attack goes on, and meanwhile somebody plays."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import NamedTuple

from .attacks import ATTACKS, World
from .people import Person, Player


class Found(NamedTuple):
    """What became of the moves that were made during one attack."""

    attack: str
    rounds: int
    """How often the attacker did the worst, up to the last move."""
    seconds: list[float]
    """Until each move was acknowledged."""

    def within(self, limit: float) -> float:
        """The share of moves that were acknowledged in time."""
        return sum(each <= limit for each in self.seconds) / len(self.seconds)

    def quantile(self, share: float) -> float:
        """The time within which this share of moves was acknowledged."""
        ordered = sorted(self.seconds)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


@asynccontextmanager
async def silence() -> AsyncGenerator[str]:
    """The address of somebody who takes connections and never answers."""
    going: set[asyncio.Task[None]] = set()

    async def take(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        going.add(task)
        try:
            await asyncio.Event().wait()
        finally:
            writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.close()
        for task in going:
            task.cancel()


async def moves_during(host: str, name: str, save: str, moves: int, pause: float) -> Found:
    """Make so many moves while an attack goes on; every one must be acknowledged.

    Raises:
        AssertionError: a move was not, or the attack ended before the moves did.
    """
    ann, eve = await Person.come(host, "Ann"), await Person.come(host, "Eve")
    made = await ann.lay("roundup", seats={"allied": "me"}, clock={"kind": "game", "seconds": 9999})
    await eve.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    player = Player(await ann.at(made["id"]))
    rounds, seconds = 0, list[float]()
    async with silence() as sink:
        world = World(eve, made["id"], save, sink)
        attack = await ATTACKS[name](world)

        async def attacking() -> None:
            nonlocal rounds
            while True:
                await attack()
                rounds += 1

        going = asyncio.ensure_future(attacking())
        try:
            for _ in range(moves):
                await asyncio.sleep(pause)
                seconds.append(await player.move())
                assert not going.done(), going.exception()
        finally:
            going.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await going
            await player.close()
            await world.close()
            await ann.leave()
    return Found(name, rounds, seconds)
