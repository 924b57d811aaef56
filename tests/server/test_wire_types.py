"""The page's TypeScript types are those of the server's models."""

from __future__ import annotations

import wire_types


def test_the_pages_types_are_generated_from_the_models() -> None:
    """`web/src/lib/wire.ts` is what `make wire` would write now."""
    assert wire_types.TYPES.read_text(encoding="utf-8") == wire_types.types()
