"""Lists of layers as people write them: `grid,roads` for only these, `-grid` for all but it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import typer

from bocage.cli.output import RefusalError


def layers_option(known: Collection[str] = ()) -> Any:
    """Return the option `--layers`; its help names the known layers."""
    these = f"these of {', '.join(known)}" if known else "these layers"
    said = f"Draw only {these}; with a minus, all but these."
    return typer.Option(metavar="A,B,-C", help=said, show_default=False)


def named(
    said: str | None,
    known: Collection[str],
    usual: Collection[str] | None = None,
    what: str = "this map",
) -> tuple[str, ...] | None:
    """Return the layers of a list with commas; a minus takes from the usual ones, or from all.

    Raises:
        RefusalError: one of them is not known.
    """
    if said is None:
        return None
    names = tuple(name.strip() for name in said.split(",") if name.strip())
    for name in names:
        if name.removeprefix("-") not in known:
            raise RefusalError(
                f"{what} has no layer '{name.removeprefix('-')}'; "
                f"it has {', '.join(dict.fromkeys(known))}"
            )
    kept = tuple(name for name in names if not name.startswith("-")) or usual or known
    return tuple(name for name in kept if f"-{name}" not in names)
