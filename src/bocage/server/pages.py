"""The page: the built browser table, and its addresses."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

STATIC: Final = Path(str(resources.files("bocage.server") / "static"))
"""The folder of the build of `web/`."""

_MISSING: Final = "The page has not been built: run 'make web', or use the API under /api."


_TEXT: Final = (".js", ".css")


class Assets:
    """The files of the page: scripts and styles travel compressed, fonts are so already."""

    def __init__(self, folder: Path) -> None:
        self._plain: Final = StaticFiles(directory=folder)
        self._packed: Final = GZipMiddleware(self._plain)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file."""
        is_text = str(scope.get("path", "")).endswith(_TEXT)
        await (self._packed if is_text else self._plain)(scope, receive, send)


def add_to(app: FastAPI) -> None:
    """Serve the page at every address that is a place in it."""
    assets = STATIC / "assets"
    if assets.is_dir():
        app.mount("/assets", Assets(assets), name="assets")

    @app.get("/", include_in_schema=False)
    @app.get("/games/{id_}", include_in_schema=False)
    @app.get("/screen/{id_}", include_in_schema=False)
    @app.get("/scenarios/{id_}", include_in_schema=False)
    async def page(id_: str = "") -> Response:  # pyright: ignore[reportUnusedFunction] # noqa: ARG001
        index = STATIC / "index.html"
        if not index.is_file():
            return PlainTextResponse(_MISSING, 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
