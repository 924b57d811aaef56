"""The five theatres that come with bocage, by the names the command line uses."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bocage.maps.reading import load_folder

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
        """Where its pack lies."""
        return Path(str(files("bocage.maps") / "packs" / self.id))


THEATRES: Final[tuple[Theatre, ...]] = (
    Theatre("pas-de-calais", "Pas-de-Calais, 1943", "roundup"),
    Theatre("falaise", "The Falaise pocket, August 1944", "falaise"),
    Theatre("market-garden", "Market Garden, September 1944", "opcom"),
    Theatre("malta", "Malta, 1942", "opcom"),
    Theatre("joes-bridge", "Joe's Bridge, 17 September 1944", "opcom"),
)


class UnknownTheatreError(LookupError):
    """No theatre has that name; the message offers those there are."""

    def __init__(self, name: str) -> None:
        self.name = name
        ids = [theatre.id for theatre in THEATRES]
        near = get_close_matches(name.lower(), ids, n=1)
        hint = f"did you mean {near[0]}?" if near else "there are " + ", ".join(ids)
        super().__init__(f"no theatre '{name}': {hint}")


def theatre(name: str) -> Theatre:
    """The theatre of that name.

    Raises:
        UnknownTheatreError: there is none.
    """
    for known in THEATRES:
        if known.id == name:
            return known
    raise UnknownTheatreError(name)


@cache
def load(name: str) -> Pack:
    """The pack of a theatre that comes with bocage; read once, then remembered.

    Raises:
        UnknownTheatreError: there is no such theatre.
    """
    return load_folder(theatre(name).folder)
