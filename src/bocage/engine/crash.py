"""When the rules fail: nothing is lost, and what happened can be sent to whoever mends them.

A `Crash` is a fault of the program, never of the player. The table that raises it has gone
back to where it was before. Its dump is a save up to the last good line, so it opens in
the table, with what failed written below in lines that count for nothing.
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
"""The folders of an absolute path: nobody's business but its owner's."""


class Crash(RuntimeError):  # noqa: N818 - it is one, not an answer to anybody
    """The rules raised what they should not have; the table is as it was before.

    `doing` says what was asked of them, `dump` is a save with the report below it. Where
    not even the log can be played again, the table is not `recovered`: its dump is.
    """

    def __init__(
        self, game: str, doing: str, error: BaseException, save: str, *, recovered: bool = True
    ) -> None:
        self.game: Final = game
        self.doing: Final = doing
        self.dump: Final = save + "".join(f"# {line}\n" for line in _report(game, doing, error))
        failed = f"the rules of {game} failed on '{doing}' ({_said(error)})"
        self.recovered: Final = recovered
        after = "the game is as it was before" if recovered else "open the game from its save"
        super().__init__(f"{failed}; {after}")


def write_dump(crash: Crash, save: Path | None = None) -> Path:
    """Write a crash's dump beside the save, or into the current folder; returns where.

    The name is new, so no earlier dump and no save is lost. Its owner alone may read it: it
    holds the seed of the dice and every sealed order, and says so.

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
    """The error in one line, without the folders of anybody's machine."""
    words = " ".join(_PATH.sub("", str(error)).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
