"""Build the sdist and the wheel, look into both, and play with the wheel where nothing else is.

    python tools/release.py         after `make web` and `tools/draw_boards.py`

The wheel is built from the sdist, as an index would. `tools/first_move.py` then installs it
into an empty environment. Nothing is published: `docs/release.md` says how that is done.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import first_move
from bocage import __version__

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
IN_WHEEL: Final = (
    r"bocage/server/static/index\.html",
    r"bocage/server/static/assets/.+\.js",
    r"bocage/press/drawn/[0-9a-f]{40}",
    r"bocage/maps/packs/falaise/hexes\.csv",
    r"bocage/games/roundup/data/oob\.csv",
    r"bocage/server/migrations/.+\.py",
    r"bocage/py\.typed",
    r"bocage-.+\.dist-info/licenses/LICENSE",
)
"""What a wheel must hold, as patterns of names."""
IN_SDIST: Final = (
    *(rf".+/src/{name}" for name in IN_WHEEL[:-1]),
    r".+/web/src/.+\.svelte",
    r".+/tests/conftest\.py",
    r".+/locks/build\.txt",
    r".+/CHANGELOG\.md",
)
NOT_IN_EITHER: Final = r"(^|/)(node_modules|__pycache__|\.venv|bocage\.db)(/|$)"


def main() -> None:
    """Build, check, install, play."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    if f"## {__version__} " not in changelog:
        sys.exit(f"CHANGELOG.md has nothing about {__version__}: run 'make changelog'")
    shutil.rmtree(DIST, ignore_errors=True)
    uv = str(Path(sys.executable).with_name("uv"))
    constrained = ("--build-constraints", str(ROOT / "locks" / "build.txt"))
    subprocess.run([uv, "build", "--quiet", *constrained, "--out-dir", DIST, ROOT], check=True)
    [sdist] = DIST.glob("*.tar.gz")
    [wheel] = DIST.glob("*.whl")
    with tarfile.open(sdist) as archive:
        check(sdist, archive.getnames(), IN_SDIST)
    with zipfile.ZipFile(wheel) as archive:
        check(wheel, archive.namelist(), IN_WHEEL)
    # What an index would refuse: metadata that it cannot read, or a page that it cannot show.
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", sdist, wheel], check=True)
    for path in (sdist, wheel):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB")
    first_move.main([str(wheel)])


def check(path: Path, names: Iterable[str], wanted: Iterable[str]) -> None:
    """Stop if a package lacks something, or has what belongs to nobody else."""
    found = list(names)
    for pattern in wanted:
        if not any(re.fullmatch(pattern, name) for name in found):
            sys.exit(f"{path.name} has no {pattern}")
    for name in found:
        if re.search(NOT_IN_EITHER, name):
            sys.exit(f"{path.name} has {name}, which belongs to this machine alone")


if __name__ == "__main__":
    main()
