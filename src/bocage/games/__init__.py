"""The games of the house: their rules, and the data that the rules speak of.

A game is a package in this folder with a module `game`. Its presence registers it: that module has
`load(data)`, which returns the `bocage.engine.game.Game`; nothing of it is imported before. `data`
is a folder with a user's own counters and charts, or None for ours. The generic battery of tests
walks `GAMES`, so no game can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from bocage.engine.errors import BocageError
from bocage.engine.game import Game


class UnknownGameError(BocageError, LookupError):
    """No game has that name; the message offers the nearest."""


@dataclass(frozen=True, slots=True)
class Loader:
    """Loads a game when it is called."""

    module: str

    def __call__(self, data: Path | None = None) -> Game[Any]:
        """Return the game, with our data or with that of a folder."""
        return cast("Game[Any]", import_module(self.module).load(data))


def games_in(folder: Path, package: str) -> dict[str, Loader]:
    """Return the games in the folder of a package, by id, in alphabetical order."""
    names = sorted(each.parent.name for each in folder.glob("*/__init__.py"))
    return {
        name: Loader(f"{package}.{name}.game")
        for name in names
        if (folder / name / "game.py").is_file()
    }


GAMES: Final[Mapping[str, Loader]] = games_in(Path(__file__).parent, __name__)
"""Every game, by its name on the command line and in saves."""


def game(name: str, data: Path | None = None) -> Game[Any]:
    """Return the game of that name.

    Raises:
        UnknownGameError: there is no such game.
    """
    if name not in GAMES:
        near = get_close_matches(name, list(GAMES), n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(GAMES) or 'none'}"
        raise UnknownGameError(f"there is no game '{name}'; {hint}")
    found = GAMES[name](data)
    if data is not None:
        found.edition = edition_of(data)
        found.folder = data
    return found


def entry(found: Game[Any], name: str) -> Callable[..., object] | None:
    """Return the object that an upper room has for a game under that name (`Game.entries`), or
    None.

    Raises:
        ImportError: the game names a module that is not there.
        AttributeError: the module has no such function.
    """
    module, _, function = found.entries.get(name, "").partition(":")
    if not module:
        return None
    return cast("Callable[..., object]", getattr(import_module(module), function))


def edition_of(data: Path) -> str:
    """Return a digest of the tables in a folder: a save begun with them can be played on only with
    them.
    """
    digest = blake2b(digest_size=8)
    for path in (*sorted(data.iterdir()), *sorted(data.glob("scenarios/*"))):
        if path.suffix in (".csv", ".toml"):
            name = path.relative_to(data).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
