"""Set-ups from the terminal: recommended ones, and those that a player keeps in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bocage.cli.output import RefusalError, write_whole
from bocage.engine.actions import NotationError
from bocage.tables import DataError

if TYPE_CHECKING:
    from bocage.cli.terminal.session import Session


def set_up(s: Session, seat: int, rest: str) -> None:
    """`setup NAME`, `setup save FILE`, `setup load FILE`.

    Raises:
        NotationError: it says none of these, or nobody sets up.
        RefusalError: the file cannot be read or written; nothing was placed.
    """
    word, _, name = rest.partition(" ")
    name = name.strip()
    if word in ("save", "load") and not name:
        raise NotationError(f"setup {rest}", f"expected setup {word} FILE.toml")
    if word == "save":
        write_whole(Path(name), s.face.set_up_text(s.table.state, seat))
        s.screen.say(f"The set-up is saved in {name}; 'setup load {name}' loads it.")
    elif word == "load":
        _load(s, seat, Path(name))
    elif rest:
        s.play(seat, f"setup {rest}")
    else:
        for plan in s.table.game.plans(s.table.state, seat):
            s.screen.say(f"  setup {plan.id:<14} {plan.title}")
        s.screen.lines(("  setup save FILE      save yours", "  setup load FILE      load one"))


def _load(s: Session, seat: int, path: Path) -> None:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RefusalError(f"cannot load {path}: {reason}") from None
    except ValueError:
        raise RefusalError(f"cannot load {path}: it is not a text file") from None
    try:
        actions = s.face.set_up_actions(s.table.state, seat, text)
    except (DataError, ValueError) as error:
        raise RefusalError(f"cannot load {path}: {error}") from None
    if not actions:
        s.screen.say("All units are placed that way already.")
        return
    if s.act(seat, actions, ""):
        s.screen.say(f"Set up as in {path}.")
