"""Crashes: a fault of the rules loses nothing, and its dump can be sent to the developers.

A `Crash` is a fault of the program, never of the player. The table that raises it has returned to
the position before the fault. Its dump is a save up to the last good line, so it opens in the
table; comment lines below describe what failed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb
from typing import Final

from bocage import __version__

_PATH: Final = re.compile(r"(?<!\w)(?:[A-Za-z]:)?(?:[/\\][\w.+ -]+)+[/\\](?=[\w.+-])")
"""Matches the folders of an absolute path, which are private."""


class Crash(RuntimeError):  # noqa: N818 - it is one, not an answer to anybody
    """A fault in the rules; the table is back at the position before it.

    `doing` says what was asked of the rules; `dump` is a save with the report below it. `recovered`
    is false if even the log can't be replayed; then only the dump is left.
    """

    def __init__(
        self, game: str, doing: str, error: BaseException, save: str, *, recovered: bool = True
    ) -> None:
        self.game: Final = game
        self.doing: Final = doing
        self.dump: Final = save + "".join(f"# {line}\n" for line in _report(game, doing, error))
        failed = f"the rules of {game} failed on '{doing}' ({_said(error)})"
        self.recovered: Final = recovered
        after = "the game is unchanged" if recovered else "open the game from its save"
        super().__init__(f"{failed}; {after}")


def write_dump(crash: Crash, save: Path | None = None) -> Path:
    """Write a crash's dump beside the save, or into the current folder; return its path.

    The name is new, so no earlier dump or save is overwritten. Only the owner may read the file,
    and it says so: it holds the seed of the dice and every sealed order.

    Raises:
        OSError: it cannot be written.
    """
    folder = save.parent if save else Path()
    stem = save.stem if save else crash.game
    number = 1
    while True:
        path = folder / f"{stem}-crash-{number}.bocage"
        try:
            made = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            number += 1
            continue
        with os.fdopen(made, "w", encoding="utf-8", errors="replace", newline="\n") as out:
            out.write(crash.dump)
        return path


def _report(game: str, doing: str, error: BaseException) -> Iterator[str]:
    yield f"crash: the rules of {game} failed, bocage {__version__}"
    yield f"doing: {' '.join(doing.split())}"
    for frame, line in walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "?")
        yield f"  {module}, line {line}, in {frame.f_code.co_qualname}"
    yield f"error: {_said(error)}"
    yield "This file holds the seed of the dice and every secret order: keep it to yourself."


def _said(error: BaseException) -> str:
    """Return the error in one line, without the folders of this machine."""
    words = " ".join(_PATH.sub("", str(error)).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
