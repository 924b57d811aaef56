"""The API described: `openapi.json` with the messages of the socket, and a page made from it.

The page is plain, comes from this server alone and has no script.
"""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse
from pydantic import TypeAdapter

from bocage.server import commands, messages

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "h2{font:600 1rem/1.4 monospace;margin:2rem 0 .2rem}p{margin:.2rem 0}"
    "dl{margin:.2rem 0 0 1rem}dt{font-family:monospace}dd{margin:0 0 .2rem 1.5rem}"
)


Schema = dict[str, Any]
"""A part of an OpenAPI description."""
_REF = "#/components/schemas/{model}"


def add_to(app: FastAPI) -> None:
    """Serve the description as /openapi.json and the page as /docs."""
    setattr(app, "openapi", lambda: described(app))  # noqa: B010 - FastAPI's own way to extend it

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:  # pyright: ignore[reportUnusedFunction]
        return HTMLResponse(page(app.openapi()))


def described(app: FastAPI) -> Schema:
    """Return the OpenAPI schema of an app, made once, with the socket's messages in it.

    `ClientMessage` is what a client may send on a socket and `ServerMessage` what it receives.
    """
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        known = schema["components"]["schemas"]
        sent: TypeAdapter[object] = TypeAdapter(commands.ClientMessage)
        received: TypeAdapter[object] = TypeAdapter(messages.ServerMessage)
        named, shared = TypeAdapter.json_schemas(
            [("sent", "validation", sent), ("received", "serialization", received)],
            ref_template=_REF,
        )
        known.update(shared.get("$defs", {}))
        known["ClientMessage"] = named["sent", "validation"]
        known["ServerMessage"] = named["received", "serialization"]
        app.openapi_schema = schema
    return app.openapi_schema


def page(schema: Schema) -> str:
    """Return every request of an OpenAPI schema: what it does and what it takes."""
    known = schema.get("components", {}).get("schemas", {})
    found = list[str]()
    for path, requests in schema["paths"].items():
        for method, request in requests.items():
            found.append(f"<h2>{method.upper()} {escape(path)}</h2>")
            found.append(f"<p>{escape(request.get('description', ''))}</p>")
            taken = [(p["name"], p["schema"]) for p in request.get("parameters", ())]
            body = request.get("requestBody", {}).get("content", {}).get("application/json", {})
            if body:
                taken += _fields(body["schema"], known)
            found.append(_listed(taken))
    title = escape(f"{schema['info']['title']} {schema['info']['version']}")
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}: requests</title>"
        f"<style>{_STYLE}</style><h1>{title}: requests</h1>"
        "<p>The same for programs: <a href=/openapi.json>openapi.json</a>.</p>"
        f"{''.join(found)}</html>"
    )


def _fields(schema: Schema, known: Schema) -> list[tuple[str, Schema]]:
    """Return the fields of a body; for one of several kinds, those of each."""
    if "$ref" in schema:
        schema = known[schema["$ref"].rpartition("/")[2]]
    kinds = schema.get("oneOf", ())
    if kinds:
        return [field for kind in kinds for field in _fields(kind, known)]
    return list(schema.get("properties", {}).items())


def _listed(fields: list[tuple[str, Schema]]) -> str:
    rows = [f"<dt>{escape(name)}</dt><dd>{escape(_said(field))}</dd>" for name, field in fields]
    return f"<dl>{''.join(rows)}</dl>" if rows else ""


def _said(field: Schema) -> str:
    """Return the type of a field, in short."""
    if "const" in field:
        return f"'{field['const']}'"
    if "enum" in field:
        return " or ".join(f"'{each}'" for each in field["enum"])
    kind = str(field.get("type", field.get("$ref", "").rpartition("/")[2] or "any"))
    most = field.get("maxLength")
    return f"{kind}, at most {most} characters" if most else kind
