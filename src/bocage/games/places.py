"""The folder of a game's data: beside its rules, or a user's own."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

Folder = Path | Traversable


def data_of(game: str, folder: Path | None = None) -> Folder:
    """Return the folder given, or the data that came with the game."""
    return folder if folder is not None else files(f"bocage.games.{game}") / "data"
