"""The campaign: a player plays on while an attack runs."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tests.patience import PATIENCE

from .attacker import READY, Told
from .people import Person, Player


class Found(NamedTuple):
    """The times of the moves that were made during one attack."""

    attack: str
    rounds: int
    """How often the attacker did the worst, up to the last move."""
    seconds: list[float]
    """Until each move was acknowledged."""

    def within(self, limit: float) -> float:
        """Return the share of moves that were acknowledged in time."""
        return sum(each <= limit for each in self.seconds) / len(self.seconds)

    def quantile(self, share: float) -> float:
        """Return the time within which this share of moves was acknowledged."""
        ordered = sorted(self.seconds)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


class Rounds:
    """How many rounds an attacker has done."""

    def __init__(self) -> None:
        self.done = 0


@asynccontextmanager
async def attacked(told: Told, rounds: Rounds) -> AsyncGenerator[Process]:
    """Return an attacker at work in a process of its own; `rounds` counts what it does.

    Raises:
        AssertionError: the attacker did not get ready.
    """
    going = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.fairness.attacker",
        stdin=PIPE,
        stdout=PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert going.stdin is not None
    assert going.stdout is not None
    said = going.stdout

    async def count() -> None:
        async for line in said:
            rounds.done += line == b"\n"

    counting: asyncio.Task[None] | None = None
    try:
        going.stdin.write(json.dumps(told).encode() + b"\n")
        first = await asyncio.wait_for(said.readline(), PATIENCE)
        assert first.decode().strip() == READY, "the attacker did not get ready"
        counting = asyncio.ensure_future(count())
        yield going
    finally:
        if going.returncode is None:
            going.kill()
        if counting is not None:
            await counting
        await going.wait()


async def moves_during(host: str, name: str, save: str, moves: int, pause: float) -> Found:
    """Make a number of moves during an attack; every one must be acknowledged.

    Raises:
        AssertionError: a move was not acknowledged, or the attack ended before the moves did.
    """
    ann, eve = await Person.come(host, "Ann"), await Person.come(host, "Eve")
    made = await ann.lay("roundup", seats={"allied": "me"}, clock={"kind": "game", "seconds": 9999})
    await eve.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    player = Player(await ann.at(made["id"]))
    rounds, seconds = Rounds(), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "large.bocage"
        kept.write_text(save)
        told: Told = {
            "host": host,
            "attack": name,
            "person": eve.id,
            "token": eve.token,
            "game": made["id"],
            "save": str(kept),
        }
        try:
            async with attacked(told, rounds) as attacker:
                for _ in range(moves):
                    await asyncio.sleep(pause)
                    seconds.append(await player.move())
                assert attacker.returncode is None, "the attacker gave up"
                done = rounds.done
        finally:
            await player.close()
            await eve.leave()
            await ann.leave()
    return Found(name, done, seconds)
