"""The map that a user means: a theatre that comes with bocage, or a user's own pack folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.maps.checks import check_folder
from bocage.maps.faults import PackError
from bocage.maps.folder import load_folder
from bocage.maps.theatres import THEATRES, UnknownTheatreError, load

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

NAMES = ", ".join(theatre.id for theatre in THEATRES)

TheatreArgument = Annotated[
    str,
    typer.Argument(
        metavar="THEATRE",
        help=f"One of {NAMES}; or the folder of your own map pack.",
        show_default=False,
    ),
]
"""The argument for a theatre."""


def chosen(name: str) -> Pack:
    """Return the pack of a theatre, or the one in a folder.

    A theatre's name wins over a folder of the same name; write `./falaise` for the folder.

    Raises:
        UnknownTheatreError: neither a theatre nor a folder.
        PackError: the pack of the folder has faults.
    """
    try:
        return load(name)
    except UnknownTheatreError:
        folder = Path(name)
        if not folder.is_dir() and os.sep not in name:
            raise
    # A pack that breaks a law would be drawn and told wrongly, so it is mended first.
    if faults := check_folder(folder):
        raise PackError(folder.name, faults)
    return load_folder(folder)
