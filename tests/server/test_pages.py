"""The files of the page as they travel."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
from fastapi import FastAPI

from bocage.server.pages import Assets


def test_scripts_and_styles_are_compressed_and_fonts_are_not(tmp_path: Path) -> None:
    """What a browser unpacks is the file."""
    text = "let here = 1;\n" * 500
    for name in ("page.js", "page.css", "font.woff2"):
        (tmp_path / name).write_text(text)
    app = FastAPI()
    app.mount("/assets", Assets(tmp_path))

    async def ask(name: str, accepted: str = "gzip") -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://here"
        ) as client:
            return await client.get(f"/assets/{name}", headers={"Accept-Encoding": accepted})

    for name, encoding in (("page.js", "gzip"), ("page.css", "gzip"), ("font.woff2", None)):
        answer = asyncio.run(ask(name))
        assert answer.headers.get("content-encoding") == encoding
        assert answer.text == text
    assert "content-encoding" not in asyncio.run(ask("page.js", "identity")).headers
    assert asyncio.run(ask("nothing.js")).status_code == 404
