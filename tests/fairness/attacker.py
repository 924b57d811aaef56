"""The attacker: a process of its own, so that its work delays nobody but the server.

The campaign tells it on standard input whom to be and what to do, in one line of JSON. It
says a line when it is ready, and another after every round, until it is ended.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypedDict

from .attacks import ATTACKS, World
from .people import Person

READY = "ready"
"""What it says before the first round."""


class Told(TypedDict):
    """What the campaign tells the attacker."""

    host: str
    attack: str
    person: str
    token: str
    game: str
    save: str
    """The file with the large save."""


@asynccontextmanager
async def silence() -> AsyncGenerator[str]:
    """Return the address of somebody who takes connections and never answers."""
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


async def attacking(told: Told) -> None:
    """Attack until somebody ends this process."""
    eve = Person(told["host"], told)
    async with silence() as sink:
        world = World(eve, told["game"], Path(told["save"]).read_text(), sink)
        again = await ATTACKS[told["attack"]](world)
        print(READY, flush=True)
        while True:
            await again()
            print(flush=True)


if __name__ == "__main__":
    asyncio.run(attacking(json.loads(sys.stdin.readline())))
