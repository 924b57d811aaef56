"""The folder of a game's data: beside its rules, or a user's own; and the user's data folder."""

from __future__ import annotations

import os
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

Folder = Path | Traversable


def data_of(game: str, folder: Path | None = None) -> Folder:
    """Return the folder given, or the data that came with the game."""
    return folder if folder is not None else files(f"bocage.games.{game}") / "data"


def user_folder() -> Path:
    """Return the user's data folder, which may not exist yet.

    The operating system says where it is, through `platformdirs`; `BOCAGE_HOME` puts it elsewhere.
    """
    if told := os.environ.get("BOCAGE_HOME"):
        return Path(told).resolve()
    import platformdirs  # not for every command that never asks

    return platformdirs.user_data_path("bocage", appauthor=False)
