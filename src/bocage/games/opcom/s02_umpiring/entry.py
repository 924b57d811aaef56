"""Entry of turns on paper: reads the tables that Control filled in, and plays them as acts.

Everything is tried on a branch of the table first. If one cell is wrong, nothing is changed.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from bocage.engine.actions import NotationError
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s02_umpiring.grids import ABOUT, Change, about_of, changes
from bocage.games.opcom.words.verbs import RELEASE
from bocage.tables import Fault

MOST_TURNS = 12
_MOST_UNPACKED = 20_000_000


@dataclass(frozen=True, slots=True)
class Entered:
    """The result of entering tables."""

    faults: tuple[Fault, ...]
    """Every wrong cell; if there is one, nothing was changed."""
    acts: tuple[str, ...] = ()
    """The acts, as the log has them, without the reason."""


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the tables of a bundle by name, from any folder in it.

    Raises:
        ValueError: it is not a bundle, or too large for one.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as bundle:
            inside = [each for each in bundle.infolist() if each.filename.endswith(".csv")]
            if sum(each.file_size for each in inside) > _MOST_UNPACKED:
                raise ValueError("the bundle is larger than any that bocage writes")
            return {PurePosixPath(each.filename).name: bundle.read(each) for each in inside}
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError):
        raise ValueError("this is not a bundle: expected a zip file, or tables as CSV") from None


def enter(
    table: Table[Position], files: Mapping[str, bytes], reason: str, turns: int = 1
) -> Entered:
    """Enter the state after some turns that were fought on paper.

    With no turns, only the cells are set, and play continues from there. Turns before the last one
    pass with their automatic events: arrivals and daily supplies. The last turn then waits for its
    release, so that Control can look through the reports. Sheets that were typed in before count as
    carried out.
    """
    faults = _not_of_this(table, files)
    if not faults:
        faults, _ = _play(table.branch(), files, reason, turns)
    if faults:
        return Entered(tuple(faults))
    _, acts = _play(table, files, reason, turns)
    return Entered((), tuple(acts))


def _not_of_this(table: Table[Position], files: Mapping[str, bytes]) -> list[Fault]:
    """Return whether the tables say that they are of another game, or of another turn."""
    said, st = about_of(files), table.state
    if not files:
        return [Fault("", 0, "", "", "there is no table to enter")]
    if said.get("scenario", st.world.data.id) != st.world.data.id:
        reason = f"these tables are of another operation; this is {st.world.data.id}"
        return [Fault(ABOUT, 0, "scenario", said["scenario"], reason)]
    if said.get("turn", str(st.turn)) != str(st.turn):
        reason = f"these tables are of another turn; the game is at turn {st.turn}"
        return [Fault(ABOUT, 0, "turn", said["turn"], reason)]
    return []


def _play(
    table: Table[Position], files: Mapping[str, bytes], reason: str, turns: int
) -> tuple[list[Fault], list[str]]:
    """Play the tables and return the faults and the acts; stop at the first step with a fault."""
    done: list[str] = []
    for _ in range(turns - 1):
        if fault := _release(table) or _act(table, "paper", reason, done):
            return [fault], done
    if turns and (fault := _release(table)):
        return [fault], done
    found = changes(table.state, files)
    faults = [*found.faults, *_do(table, found.acts, reason, done)]
    if faults:
        return faults, done
    if turns and (fault := _act(table, "paper", reason, done)):
        return [fault], done
    return _do(table, found.after, reason, done), done


def _do(
    table: Table[Position], acts: tuple[Change, ...], reason: str, done: list[str]
) -> list[Fault]:
    return [
        change.fault(fault.reason)
        for change in acts
        if (fault := _act(table, change.act, reason, done))
    ]


def _act(table: Table[Position], act: str, reason: str, done: list[str]) -> Fault | None:
    """Return one act of Control's hand; or why it cannot be done."""
    before = len(table.entries)
    try:
        ruling = table.adjust(table.state.world.control, f"{act} because {reason}")
    except NotationError as error:
        return Fault("", 0, "", act, error.reason)
    if len(table.entries) == before:
        return Fault("", 0, "", act, table.say(ruling))
    done.append(act)
    return None


def _release(table: Table[Position]) -> Fault | None:
    """Release a turn that waits for it, so that the next one can be entered."""
    if not (table.state.stack and isinstance(table.state.stack[-1], Release)):
        return None
    ruling = table.act(table.state.world.control, RELEASE())
    return None if ruling else Fault("", 0, "", "", table.say(ruling))
