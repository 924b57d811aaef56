"""`python -m mapforge`: build the map packs, or say whether the committed ones are current."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bocage.maps.theatres import THEATRES, UnknownTheatreError, theatre

if TYPE_CHECKING:
    from mapforge.draft import Draft


def build(name: str) -> Draft:
    """Make the pack of a theatre from its sources."""
    module = import_module("mapforge.theatres." + name.replace("-", "_"))
    return cast("Draft", module.build())


def differences(name: str, folder: Path) -> list[str]:
    """Return the files of a theatre's pack in `folder` that a rebuild would change."""
    made = build(name).files()
    return [
        file
        for file, content in made.items()
        if not (folder / file).is_file() or (folder / file).read_bytes() != content
    ]


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="mapforge", description=__doc__)
    parser.add_argument("task", choices=["build", "verify"], help="make the packs, or compare")
    parser.add_argument("theatres", nargs="*", help="which (default: all)")
    parser.add_argument("--into", type=Path, help="write below this folder, not into bocage")
    asked = parser.parse_args(arguments)
    try:
        chosen = [theatre(name) for name in asked.theatres] or THEATRES
    except UnknownTheatreError as error:
        print(f"mapforge: {error}", file=sys.stderr)
        return 2
    stale = 0
    for each in chosen:
        folder = asked.into / each.id if asked.into else each.folder
        if asked.task == "build":
            build(each.id).write(folder)
            print(f"{each.id}: written")
        elif changed := differences(each.id, folder):
            stale += 1
            print(f"{each.id}: stale: {', '.join(changed)}")
        else:
            print(f"{each.id}: current")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
