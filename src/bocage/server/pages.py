"""The page: the built browser table, and its addresses."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles

STATIC: Final = Path(str(resources.files("bocage.server") / "static"))
"""The folder of the build of `web/`."""

_MISSING: Final = "The page has not been built: run 'make web', or use the API under /api."


def add_to(app: FastAPI) -> None:
    """Serve the page at every address that is a place in it."""
    assets = STATIC / "assets"
    if assets.is_dir():
        app.mount("/assets", StaticFiles(directory=assets), name="assets")

    @app.get("/", include_in_schema=False)
    @app.get("/games/{id_}", include_in_schema=False)
    @app.get("/screen/{id_}", include_in_schema=False)
    @app.get("/scenarios/{id_}", include_in_schema=False)
    async def page(id_: str = "") -> Response:  # pyright: ignore[reportUnusedFunction] # noqa: ARG001
        index = STATIC / "index.html"
        if not index.is_file():
            return PlainTextResponse(_MISSING, 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
