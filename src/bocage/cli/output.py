"""The output of commands: one console, one way to refuse, and files written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from bocage.hexes import kernels

NARROW = 60
"""Below this width tables give way to plain lines."""


SLOW = (
    "bocage: the hex kernel is not compiled, so players that plan are several times slower; "
    "`make kernel` compiles it, or install again with a C compiler"
)


class RefusalError(Exception):
    """Something the user asked for cannot be done; the message is one clear sentence."""


def console() -> Console:
    """Return the console for answers. It is made for each command, so that it fits the current
    window.
    """
    return Console(highlight=False, soft_wrap=False)


def complain(sentence: str) -> None:
    """Say what went wrong, in one line on standard error."""
    out = Console(stderr=True, highlight=False, soft_wrap=True, markup=False)
    out.print(f"bocage: {sentence}", style="red")


def warn_if_slow() -> None:
    """Say that long work will be longer, where nobody compiled the kernel or asked for the plain
    one: nothing else would tell."""
    if kernels.VARIANT == "plain" and os.environ.get("BOCAGE_KERNEL", "auto") == "auto":
        out = Console(stderr=True, highlight=False, soft_wrap=True, markup=False)
        out.print(SLOW, style="yellow")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one piece: a reader sees the old file or the new, never a part.

    Raises:
        RefusalError: it cannot be written; nothing has been left behind.
    """
    check_target(path)
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        beside.replace(target)
    except OSError as error:
        raise RefusalError(f"cannot write {path}: {_reason(error)}") from None
    finally:
        with suppress(OSError):
            beside.unlink()


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done for it.

    Raises:
        RefusalError: it is a folder, or lies in none.
    """
    target = path.resolve()
    if target.is_dir():
        raise RefusalError(f"cannot write {path}: it is a folder")
    if not target.parent.is_dir():
        raise RefusalError(f"cannot write {path}: there is no folder {path.parent}")


def size_of(content: str | bytes) -> str:
    """Return the size of a file with this content, for people."""
    size = len(content if isinstance(content, bytes) else content.encode())
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"


def list_files(written: Iterable[Path]) -> None:
    """Print each file that was written, with its size."""
    for path in written:
        size = f"{path.stat().st_size / 1e3:,.0f} kB"
        console().print(f"  wrote {path} ({size})", markup=False, soft_wrap=True)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
