"""A small disk that can be filled up: a file system in memory, where we may mount one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


class Disk:
    """A disk of a few megabytes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ballast = path / "ballast"

    def fill(self, but: int = 0) -> None:
        """Fill it up, but for so many bytes."""
        with self._ballast.open("wb") as out:
            while True:
                found = os.statvfs(self.path)
                size = os.fstat(out.fileno()).st_size + found.f_bfree * found.f_bsize - but
                try:
                    os.posix_fallocate(out.fileno(), 0, max(size, 1))
                except OSError:
                    continue  # somebody wrote something meanwhile
                return

    def clear(self) -> None:
        """Make room again."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def small_disk(path: Path, megabytes: int) -> Generator[Disk | None]:
    """A disk at a path; None where we may not mount one."""
    path.mkdir()
    options = f"size={megabytes}m,mode=0777"
    command = ("mount", "-t", "tmpfs", "-o", options, "bocage-faults", str(path))
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        yield None
        return
    try:
        yield Disk(path)
    finally:
        subprocess.run(("umount", "-l", str(path)), check=True, capture_output=True)
