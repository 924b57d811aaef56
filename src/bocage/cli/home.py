"""The user's data folder, which keeps games when the user names no file.

The operating system says where it is, through `platformdirs`; `BOCAGE_HOME` puts it elsewhere.
Files that an earlier program left in the current folder are still used, with a sentence.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

DATABASE: Final = "bocage.db"


def folder() -> Path:
    """Return the user's data folder, which may not exist yet."""
    from bocage.games.places import user_folder  # the completion of words must not wait for games

    return user_folder()


def made() -> Path:
    """Return the user's data folder, and make it if it is not there. Only its owner reads it.

    Raises:
        RefusalError: it cannot be made.
    """
    path = folder()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        # Rich comes with it, and the completion of words must not wait for Rich.
        from bocage.cli.output import RefusalError

        said = (error.strerror or str(error)).lower()
        raise RefusalError(
            f"cannot make {path}, where games are kept: {said}; set BOCAGE_HOME to another folder"
        ) from None
    return path


def kept(name: str) -> tuple[Path, str]:
    """Return the place of a file of this name, and a sentence if that is the current folder.

    Raises:
        RefusalError: the data folder cannot be made.
    """
    here = Path(name)
    there = made() / name
    if not here.exists() or there.parent == Path.cwd():
        return there, ""
    return here, (
        f"Using {name} from this folder. New ones are kept in {there.parent}: "
        f"move {name} there to use it from anywhere."
    )


def found(save: Path) -> Path:
    """Return the file that a name means: in the current folder first, then in the data folder."""
    if save.name != str(save) or save.exists():
        return save
    there = folder() / save
    return there if there.exists() else save


def short(path: Path) -> str:
    """Return what to type for a file, so that `found` finds it from anywhere."""
    is_hidden = Path(path.name).exists() and Path.cwd() != path.parent
    return path.name if path.parent == folder() and not is_hidden else str(path)
