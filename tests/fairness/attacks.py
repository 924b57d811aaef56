"""What one person may do to stall another, each as often as the server lets them.

An attack gets ready, then does one round after another until it is stopped. A round asks for
more than the server answers at once; what it refuses counts as well, for that is work too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed

from .people import PLAIN, At, Person

TOGETHER: Final = 24
"""Requests that an attacker makes at the same time."""


class World:
    """Where an attack takes place: the attacker, the game that both play, and a large save."""

    def __init__(self, eve: Person, game: str, save: str, sink: str) -> None:
        self.eve = eve
        self.game = game
        """Here the attacker sits opposite the player."""
        self.save = save
        """Of a game of Market Garden."""
        self.sink = sink
        """An address that takes a webhook and never answers."""
        self.seats: list[At] = []

    async def bring(self) -> Any:
        """Bring the large save."""
        return await self.eve.post("/api/games/import", save=self.save)

    async def sit_down(self, made: Any, leave: int = 0) -> list[str]:
        """Take the seats of a game that was brought, but for some; returns their secrets."""
        secrets = list(made["links"].values())
        for secret in secrets[leave:]:
            await self.eve.post(f"/api/games/{made['id']}/join", secret=secret)
        return secrets[:leave]

    async def sockets(self, many: int, game: str = "") -> list[At]:
        """Sockets of the attacker."""
        self.seats += [await self.eve.at(game or self.game) for _ in range(many)]
        return self.seats


Round = Callable[[], Awaitable[None]]
Attack = Callable[[World], Awaitable[Round]]
"""Gets ready; returns what is done again and again."""


async def _all(*work: Awaitable[Any]) -> None:
    """Do these at the same time, whatever becomes of each."""
    for found in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(found, Exception) and not isinstance(
            found, httpx.HTTPError | ConnectionClosed | TimeoutError | OSError
        ):
            raise found


async def nothing(_: World) -> Round:
    """Do nothing, to compare with."""

    async def again() -> None:
        await asyncio.sleep(0.1)

    return again


async def refused_reads(world: World) -> Round:
    """Ask for what is refused: the report of a running game, and ranges of the past that are
    empty."""
    where = f"/api/games/{world.game}"
    paths = [f"{where}/report", f"{where}/past?start=5&stop=1", f"{where}/past?start=9&stop=9"]

    async def again() -> None:
        await _all(*(world.eve.http.get(path) for path in paths * (TOGETHER // 3)))

    return again


async def empty_orders(world: World) -> Round:
    """Take up standing orders that nobody left."""
    at = (await world.sockets(1))[0]

    async def again() -> None:
        await at.do(type="orders", name="")

    return again


async def requests(world: World) -> Round:
    """Ask for a pause, and withdraw it."""
    at = (await world.sockets(1))[0]

    async def again() -> None:
        await at.do(type="adjourn")
        await at.do(type="answer", agree=False)

    return again


async def joining(world: World) -> Round:
    """Take the last seat of a large game that was brought."""
    ready: list[tuple[str, str]] = []

    async def prepare() -> None:
        made = await world.bring()
        ready.append((made["id"], (await world.sit_down(made, leave=1))[0]))

    await prepare()

    async def again() -> None:
        if not ready:
            await prepare()
        game, secret = ready.pop()
        await world.eve.http.post(f"/api/games/{game}/join", json={"secret": secret})

    return again


async def lists(world: World) -> Round:
    """Ask for all one's games, after many large ones were brought."""
    await _all(
        *(world.eve.http.post("/api/games/import", json={"save": world.save}) for _ in "123")
    )
    for _ in range(20):
        await world.eve.lay("opcom", scenario="market-garden")

    async def again() -> None:
        await _all(*(world.eve.http.get("/api/games") for _ in range(TOGETHER)))

    return again


async def imports(world: World) -> Round:
    """Have large saves read and checked."""

    async def again() -> None:
        body = {"save": world.save}
        await _all(
            *(world.eve.http.post("/api/verify", json=body) for _ in range(4)),
            *(world.eve.http.post("/api/games/import", json=body) for _ in range(4)),
        )

    return again


async def profiles(world: World) -> Round:
    """Give webhooks with names that nobody knows, one after another."""

    async def again() -> None:
        await _all(
            *(
                world.eve.http.patch("/api/me", json={"webhook": f"https://n{n}.invalid/"})
                for n in range(TOGETHER)
            )
        )

    return again


async def webhooks(world: World) -> Round:
    """Have many notices sent to a webhook that never answers, until the quota ends it."""
    await world.eve.http.patch("/api/me", json={"webhook": world.sink})

    async def again() -> None:
        table = {"game": "roundup", "seats": {"allied": "me", "german": "me"}}
        await _all(*(world.eve.http.post("/api/games", json=table) for _ in "12"))

    return again


async def descriptors(world: World) -> Round:
    """Open sockets without end, as two people."""
    friend = await Person.come(world.eve.host, "Mallory")
    await friend.post(f"/api/games/{world.game}/observe")

    async def open_more(person: Person) -> bool:
        """Open some sockets; whether the server let all of them in."""
        found = await asyncio.gather(
            *(person.at(world.game) for _ in range(TOGETHER)), return_exceptions=True
        )
        opened = [each for each in found if isinstance(each, At)]
        world.seats += opened
        return len(opened) == TOGETHER

    for person in (world.eve, friend):
        while await open_more(person):
            pass

    async def again() -> None:
        for _ in range(TOGETHER):
            await world.seats.pop(0).close()
        for person in (world.eve, friend):
            await open_more(person)

    return again


async def questions(world: World) -> Round:
    """Ask for everything that can be asked, at many sockets at once."""
    many = await world.sockets(12)

    async def again() -> None:
        for what in ("legal", "plan", "reach", "odds", "gather"):
            await _all(*(at.ask(type="ask", what=what) for at in many))

    return again


async def at_once(world: World) -> Round:
    """Send so many messages at once that one socket could be answered for seconds."""
    at = (await world.sockets(1))[0]

    async def again() -> None:
        for n in range(200):
            await at.send({"type": "ask", "id": f"q{n}", "what": "legal"})
        await at.hear(name="q199")

    return again


async def replays(world: World) -> Round:
    """Look back at a large game, and load others."""
    made = await world.bring()
    await world.sit_down(made)
    where = f"/api/games/{made['id']}"
    paths = [
        f"{where}/story",
        f"{where}/timeline",
        f"{where}/past?start=0&stop=40",
        f"{where}/save",
    ]

    async def again() -> None:
        await _all(*(world.eve.http.get(path) for path in paths * 4))

    return again


async def slow_moves(world: World) -> Round:
    """Play a large game alone: one move may resolve a whole turn."""
    made = await world.eve.lay("opcom", scenario="market-garden")
    await world.sit_down(made)
    at = (await world.sockets(1, made["id"]))[-1]

    async def again() -> None:
        answer = await at.ask(type="ask", what="legal")
        lines = answer.get("legal") or [["adjudicate"]]
        await at.do(type="do", line=lines[0][0])
        await at.do(type="time-up", seat="Control")

    return again


async def chatter(world: World) -> Round:
    """Talk without end, at many sockets."""
    many = await world.sockets(12)

    async def again() -> None:
        await _all(*(at.ask(type="chat", text="x" * 2000) for at in many))

    return again


async def strangers(world: World) -> Round:
    """Ask, without saying who one is, for what is large."""
    paths = ["/api/boards/roundup", "/api/rules/opcom", "/api/rules", "/openapi.json", "/api/me"]
    where, outside = f"http://{world.eve.host}", {"X-Forwarded-For": "192.0.2.66"}

    async def again() -> None:
        made = httpx.AsyncClient(base_url=where, timeout=60, headers=outside, verify=PLAIN)
        async with made as client:
            await _all(*(client.get(path) for path in paths * 5))

    return again


ATTACKS: Final[dict[str, Attack]] = {
    "nothing": nothing,
    "refused reads": refused_reads,
    "empty orders": empty_orders,
    "requests and withdrawals": requests,
    "joining an imported game": joining,
    "lists of games": lists,
    "imports and checks": imports,
    "profiles": profiles,
    "slow webhooks": webhooks,
    "questions": questions,
    "messages at once": at_once,
    "replays": replays,
    "moves that resolve a turn": slow_moves,
    "chatter": chatter,
    "strangers": strangers,
    "descriptors": descriptors,
}
