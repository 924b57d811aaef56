"""Which map a user means: a theatre that comes with bocage, or a pack folder of their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.maps.reading import load_folder
from bocage.maps.theatres import THEATRES, UnknownTheatreError, load

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

NAMES = ", ".join(theatre.id for theatre in THEATRES)

TheatreArgument = Annotated[
    str,
    typer.Argument(
        metavar="THEATRE",
        help=f"One of {NAMES}; or the folder of a pack of your own.",
        show_default=False,
    ),
]
"""How every command takes a theatre."""


def chosen(name: str) -> Pack:
    """The pack of a theatre, or the one in a folder.

    A theatre's name wins over a folder of the same name; write `./falaise` for the folder.

    Raises:
        UnknownTheatreError: neither a theatre nor a folder.
        PackError: the pack cannot be read.
    """
    try:
        return load(name)
    except UnknownTheatreError:
        if Path(name).is_dir() or os.sep in name:
            return load_folder(Path(name))
        raise
