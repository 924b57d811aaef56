"""The theatres that come with bocage, by the names the command line uses."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bocage.maps.folder import SETTINGS_FILE, load_folder

if TYPE_CHECKING:
    from bocage.maps.pack import Pack


@dataclass(frozen=True, slots=True)
class Theatre:
    """A map that comes with bocage."""

    id: str
    title: str
    game: str
    """The game played there."""

    @property
    def folder(self) -> Path:
        """The folder of its pack."""
        return Path(str(files("bocage.maps") / "packs" / self.id))


def _theatres() -> tuple[Theatre, ...]:
    """Return every pack in our folder, in the order of the alphabet, by the head of its
    `pack.toml`.
    """
    found: list[Theatre] = []
    for path in sorted(Path(str(files("bocage.maps") / "packs")).glob(f"*/{SETTINGS_FILE}")):
        head = tomllib.loads(path.read_text(encoding="utf-8"))
        found.append(Theatre(head["id"], head["title"], head["game"]))
    return tuple(found)


THEATRES: Final = _theatres()


class UnknownTheatreError(LookupError):
    """No theatre has that name; the message lists the existing ones."""

    def __init__(self, name: str) -> None:
        self.name = name
        ids = [theatre.id for theatre in THEATRES]
        near = get_close_matches(name.lower(), ids, n=1)
        hint = f"did you mean {near[0]}?" if near else "there are " + ", ".join(ids)
        super().__init__(f"no theatre '{name}': {hint}")


def theatre(name: str) -> Theatre:
    """Return the theatre of that name.

    Raises:
        UnknownTheatreError: there is none.
    """
    for known in THEATRES:
        if known.id == name:
            return known
    raise UnknownTheatreError(name)


@cache
def load(name: str) -> Pack:
    """Return the pack of a theatre that comes with bocage; read once, then remembered.

    Raises:
        UnknownTheatreError: there is no such theatre.
    """
    return load_folder(theatre(name).folder)
