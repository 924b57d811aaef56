"""The application: routes, the guard around them, and what they share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy import text
from starlette.exceptions import HTTPException

from bocage import __version__
from bocage.engine.crash import Crash
from bocage.engine.errors import BocageError
from bocage.server import (
    pages,
    reference,
    routes_boards,
    routes_contests,
    routes_evenings,
    routes_games,
    routes_members,
    routes_notices,
    routes_paper,
    routes_past,
    routes_people,
    routes_rules,
    routes_scenarios,
    routes_tables,
    routes_umpires,
)
from bocage.server.database import Database
from bocage.server.database_faults import Trouble
from bocage.server.errors import FAULT, ServerError, UnavailableError
from bocage.server.hub import Hub
from bocage.server.notices import Notices
from bocage.server.protection import COOKIE, Guard, Rate, Sessions
from bocage.server.quota import Quota
from bocage.server.settings import Settings
from bocage.server.sockets import Socket
from bocage.tables import DataError

_LOG: Final = logging.getLogger("bocage.server")
_HEALTHY: Final = 5.0
"""Seconds in which a database in health answers."""
_ROUTERS: Final = (
    routes_people.router,
    routes_members.router,
    routes_notices.router,
    routes_tables.router,
    routes_contests.router,
    routes_games.router,
    routes_umpires.router,
    routes_paper.router,
    routes_evenings.router,
    routes_past.router,
    routes_boards.router,
    routes_rules.router,
    routes_scenarios.router,
)
"""Every route. An app takes them as they are: `include_router` would build each again."""


def make_app(settings: Settings | None = None) -> FastAPI:
    """Return the server with these settings; it opens its database when it starts."""
    given = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        database = Database(given.database)
        try:
            database.occupy()
            database.migrate()
        except Exception:
            database.close()
            raise
        telling = Notices(given.address, given.mail, inside=given.inside)
        quota = Quota(given.games_most, given.megabytes_most)
        hub = Hub(database, telling, given.dumps, sweeps=given.sweeps, quota=quota)
        app.state.hub = hub
        await hub.start()
        await hub.wake_clocks()
        yield
        await hub.stop()

    app = FastAPI(
        title="bocage", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.settings = given
    app.state.commands = Rate(given.commands_a_minute)
    app.state.reads = Rate(given.commands_a_minute)
    app.state.signs = Rate(given.signs_a_minute)
    app.state.sessions = Sessions()
    for each in _ROUTERS:
        app.router.routes.extend(each.routes)
    app.add_middleware(Guard, settings=given, sessions=app.state.sessions)
    _answer_errors(app)

    @app.get("/healthz", tags=["server"])
    async def healthz(request: Request) -> dict[str, object]:  # pyright: ignore[reportUnusedFunction]
        """Return whether the server and its database answer, and whether the database takes
        writes.
        """
        hub: Hub = request.app.state.hub
        try:
            async with asyncio.timeout(_HEALTHY):
                await hub.committer.read(lambda look: look.execute(text("SELECT 1")).one())
        except TimeoutError:
            raise UnavailableError(Trouble.AWAY.told) from None
        trouble = hub.committer.condition.trouble
        if trouble is not None:
            raise UnavailableError(trouble.told)
        now = hub.stopwatch.now()
        return {"ok": True, "version": __version__, "games": len(hub.live), "now": now}

    @app.websocket("/api/games/{id_}/socket")
    async def socket(socket: WebSocket, id_: str) -> None:  # pyright: ignore[reportUnusedFunction]
        state = socket.app.state
        await Socket(state.hub, given, state.commands, socket).run(
            id_, socket.cookies.get(COOKIE, "")
        )

    pages.add_to(app)
    reference.add_to(app)
    return app


def _answer_errors(app: FastAPI) -> None:
    """Every error is one sentence, and a code for programs."""

    @app.exception_handler(ServerError)
    async def server_error(_: Request, error: ServerError) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        return _refusal(error.code, error.sentence, error.status)

    @app.exception_handler(BocageError)
    async def bocage_error(_: Request, error: BocageError) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        return _refusal("refused", str(error), 400)

    @app.exception_handler(DataError)
    async def data_error(_: Request, error: DataError) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        return _refusal("refused", str(error), 400)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        wrong = first["msg"]
        if first["type"] == "string_pattern_mismatch":
            wrong = "it contains characters that are not allowed"
        said = f"{where or 'the request'}: {wrong}"
        return _refusal("malformed", said[:1].lower() + said[1:], 422)

    @app.exception_handler(HTTPException)
    async def no_route(_: Request, error: HTTPException) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        code, said = _NO_ROUTE.get(error.status_code, ("malformed", str(error.detail)))
        return _refusal(code, said, error.status_code)

    @app.exception_handler(Crash)
    async def crashed(request: Request, error: Crash) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        hub: Hub = request.app.state.hub
        return _refusal("crash", hub.report(error), 500)

    @app.exception_handler(Exception)
    async def fault(_: Request, error: Exception) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        _LOG.error("a request failed: %s", type(error).__name__)
        return _refusal("fault", FAULT, 500)


_NO_ROUTE: Final = {
    404: ("unknown", "there is nothing at this address"),
    405: ("malformed", "this address does not accept that method"),
}
_SAID_MOST: Final = 1_000


def _refusal(code: str, sentence: str, status: int) -> JSONResponse:
    """Return a refusal as a response that can be encoded, whatever part of the request it
    repeats.
    """
    said = sentence[:_SAID_MOST].encode(errors="replace").decode()
    return JSONResponse({"code": code, "text": said}, status)
