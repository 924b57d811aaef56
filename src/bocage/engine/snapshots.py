"""Snapshots: states stored beside a save, so that a long game need not be replayed whole.

A snapshot is only a cache. It belongs to one log, identified by the link of its hash chain, and to
one revision of the rules. If either differs, or a single character is wrong, it is deleted and the
game is replayed from the log.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from bocage.engine.log import Entry
from bocage.engine.save_format import Saved
from bocage.engine.state import State

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.header import Header
    from bocage.engine.table import Table

S = TypeVar("S", bound=State)

_SUFFIX: Final = ".snapshot"


class Snapshots:
    """The snapshots of one save, in a folder beside it."""

    def __init__(self, save: Path) -> None:
        self.folder: Final = save.with_name(f"{save.name}.snapshots")

    def keep(self, table: Table[Any]) -> Path:
        """Write a snapshot of a table as it is now.

        Raises:
            OSError: it cannot be written.
        """
        entries = table.entries
        data = {
            "revision": table.game.revision,
            "link": table.log.link().hex(),
            "final": [i for i, each in enumerate(entries) if each.final],
            "open": [i for i, each in enumerate(entries) if each.open],
            "known": [[i, *e.known_to] for i, e in enumerate(entries) if e.known_to is not None],
            "silent": [i for i, each in enumerate(entries) if each.silent],
            "state": table.state.dump(),
            "key": table.state.key().hex(),
        }
        text = json.dumps(data, separators=(",", ":"))
        self.folder.mkdir(exist_ok=True)
        path = self.folder / f"{len(entries)}{_SUFFIX}"
        beside = self.folder / f"{len(entries)}.{os.getpid()}.part"
        beside.write_text(f"{_seal(text, table.header)}\n{text}\n", encoding="utf-8")
        beside.replace(path)
        return path

    def nearest(self, saved: Saved, game: Game[S]) -> tuple[list[Entry], S] | None:
        """Return the log up to the last snapshot that fits a save, and the state there; or None.

        Snapshots that do not fit are removed.
        """
        for path in sorted(self.folder.glob(f"*{_SUFFIX}"), key=_length, reverse=True):
            found = _loaded(path, saved, game)
            if found is not None:
                return found
            path.unlink(missing_ok=True)
        return None

    def before(self, saved: Saved, game: Game[S], length: int) -> tuple[int, S] | None:
        """Return the last snapshot that fits a save and has at most so many lines, with their
        number.
        """
        for path in sorted(self.folder.glob(f"*{_SUFFIX}"), key=_length, reverse=True):
            if _length(path) <= length and (found := _loaded(path, saved, game)) is not None:
                return _length(path), found[1]
        return None

    def prune(self, kept: Collection[int]) -> None:
        """Remove the snapshots whose number of lines is not among these."""
        for path in self.folder.glob(f"*{_SUFFIX}"):
            if _length(path) not in kept:
                path.unlink(missing_ok=True)


def _length(path: Path) -> int:
    stem = path.name.removesuffix(_SUFFIX)
    return int(stem) if stem.isdecimal() else -1


def _seal(text: str, header: Header) -> str:
    """Return the seal that binds a snapshot to its text and to the dice of its game."""
    key = header.dice_seed or header.commitment.encode()
    return blake2b(text.encode(), key=key[:64], digest_size=16, person=b"bocage-snap").hexdigest()


def _loaded(path: Path, saved: Saved, game: Game[S]) -> tuple[list[Entry], S] | None:
    """Return the log and the state of a snapshot, or None if anything in it is wrong."""
    from bocage.engine.saves import entry_of  # which itself reads through snapshots

    length = _length(path)
    rows = saved.rows[:length]
    if length != len(rows) or length < 1 or not _still_holds(saved, length):
        return None
    try:
        seal, text, rest = path.read_text(encoding="utf-8").split("\n")
        if rest or seal != _seal(text, saved.header):
            return None
        data = cast("dict[str, Any]", json.loads(text))
        if data["revision"] != game.revision or data["link"] != saved.links[length - 1].hex():
            return None
        settings = game.settings(saved.header.options, saved.header.revision)
        mould = game.new(saved.header.scenario, settings)
        state = mould.load(data["state"], bytes.fromhex(data["key"]))
        entries = [entry_of(row, game) for row in rows]
        final, still_open = set(data["final"]), set(data["open"])
        for i, entry in enumerate(entries):
            entry.final, entry.open = i in final, i in still_open
        for i, *seats in data["known"]:
            entries[i].known_to = tuple(seats)
        for i in data["silent"]:
            entries[i].silent = True
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    return entries, state


def _still_holds(saved: Saved, length: int) -> bool:
    """Return whether no line up to there was taken back later, which the chain alone does not
    show.
    """
    later = (row for row in saved.rows[length:] if row.is_takeback)
    return all(row.takes_back_from >= length for row in later)
