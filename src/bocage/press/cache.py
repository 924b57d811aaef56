"""Finished drawings, kept so that the next asking is quick.

They lie in the user's cache folder (`BOCAGE_CACHE` puts it elsewhere; empty switches it
off). A wheel brings those that the page asks for, in `DRAWN`, so that a table opens without
the tools that draw. A drawing is found by what it was made from: the pack, the press itself,
and what was asked. Nothing there is needed: what is missing, broken or unwritable is drawn again.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage import __version__

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

DRAWN: Final = Path(str(files("bocage.press"))) / "drawn"
"""Drawings that `tools/draw_boards.py` puts into the package; a checkout has none."""
MOST_BYTES: Final = 400_000_000
"""What is kept at most; the oldest drawings go first."""


def folder() -> Path | None:
    """Return the folder where drawings are kept, or None if they are not kept."""
    if (told := os.environ.get("BOCAGE_CACHE")) is not None:
        return Path(told) / "press" if told else None
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "bocage" / "press"


def kept(pack: Pack, asked: str, make: Callable[[], bytes]) -> bytes:
    """Return a drawing of a pack: the one kept, or one made now and kept.

    `asked` says everything that the drawing depends on besides the pack and the press.
    """
    where = folder()
    if where is None:
        return make()
    mark = hashlib.sha256(f"{_of_press()}\n{_of_pack(pack)}\n{asked}".encode()).hexdigest()[:40]
    path = where / mark
    for each in (path, DRAWN / mark):
        with suppress(OSError):
            found = each.read_bytes()
            # The first 32 bytes tell whether the rest is whole.
            if hashlib.sha256(found[32:]).digest() == found[:32]:
                if each == path:
                    os.utime(path)
                return found[32:]
    made = make()
    with suppress(OSError):
        _keep(path, made)
    return made


def _keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(hashlib.sha256(content).digest() + content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    room = MOST_BYTES
    for old in sorted(path.parent.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True):
        room -= old.stat().st_size
        if room < 0 and old != path:
            old.unlink(missing_ok=True)


@cache
def _of_press() -> str:
    """Return a hash of the press: a change of its code, fonts or charts gives another."""
    digest = hashlib.sha256(__version__.encode())
    press, games = (Path(str(files(package))) for package in ("bocage.press", "bocage.games"))
    for path in sorted([*press.rglob("*"), *games.glob("*/data/charts.toml")]):
        if path.suffix in {".py", ".json", ".toml", ".csv"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _of_pack(pack: Pack) -> str:
    """Return a hash of the pack, wherever its folder lies."""
    digest = hashlib.sha256(_told(replace(pack, folder=None)).encode())
    if pack.folder is not None:
        for path in sorted(each for each in pack.folder.iterdir() if each.is_file()):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _told(value: Any) -> str:
    """Return a value as text that is the same in every run and, but for rounding, on every
    machine.
    """
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{_told(each)}" for key, each in value.items()) + "}"  # pyright: ignore[reportUnknownVariableType]
    if is_dataclass(value):
        return "(" + ",".join(_told(getattr(value, f.name)) for f in fields(value)) + ")"
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(map(_told, value))) + "}"  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(_told, value)) + ")"  # pyright: ignore[reportUnknownArgumentType]
    if hasattr(value, "numbers"):  # a grid
        return f"{value.numbers}{value.shifted_west}{value.digits}"
    return repr(value)
