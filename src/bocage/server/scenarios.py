"""Scenarios that people build here: whose each is, its files, and the work on drafts.

The files lie in the folder where the game looks for people's own scenarios; the database knows
whose they are. Drafts are checked and tried in processes of their own, away from the loop.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from sqlalchemy import Connection, delete, func, insert, select, update

from bocage.engine.game import AnyGame
from bocage.engine.processes import pool
from bocage.games import entry
from bocage.games import game as rules_of
from bocage.server.clocks import now_ms
from bocage.server.errors import ForbiddenError, ServerError, TooMuchError, UnknownError
from bocage.server.schema import GAMES, PEOPLE, SCENARIOS, Record
from bocage.server.threads import DRAFTS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")

BUILDER: Final = "builder"
"""What `Game.entries` calls the function that gives the builder of a game's scenarios."""
NAME: Final = r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?"
"""What a scenario may be called: it is a folder, and a word in a save."""
COUNT_MOST: Final = 20
"""Scenarios that one person may keep."""
SIZE_MOST: Final = 8_000_000
"""Characters that all of them may have."""
_PROCESSES: Final = 2


class Grid(Protocol):
    """A table of texts."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


Tables = Mapping[str, Grid]
"""Tables by name, as the builder makes them."""


class Sort(Protocol):
    """A table that a scenario can have, as `messages.BuilderTable` says."""

    id: str
    head: bool
    of_map: bool
    terms: Sequence[str]
    columns: Sequence[DataclassInstance]
    """Each as `messages.BuilderColumn` says."""


class Choice(Protocol):
    """A theatre, with a scenario that is played on it."""

    id: str
    title: str
    map: str


class Shelf(Protocol):
    """What a page for building scenarios needs."""

    sorts: Sequence[Sort]
    theatres: Sequence[Choice]
    profiles: Grid
    symbols: Mapping[str, str]


class Checked(Protocol):
    """The faults of a draft, and the place of its own hexes."""

    faults: Sequence[DataclassInstance]
    """Each as `messages.DraftFault` says."""
    frame: DataclassInstance | None
    """As `messages.MapFrame` says."""


class Told(Protocol):
    """A team's report of a turn."""

    team: str
    lines: Sequence[str]


class RunTurn(Protocol):
    """A turn of a dry run."""

    turn: int
    heading: str
    rulings: Sequence[tuple[str, str]]
    reports: Sequence[Told]


class Run(Protocol):
    """The result of a dry run, as `messages.DryRun` says."""

    turns: Sequence[RunTurn]
    faults: Sequence[DataclassInstance]
    """Each as `messages.DraftFault` says."""
    failed: str
    key: str


class Builder(Protocol):
    """The builder of a game, as the server asks it."""

    def shelf(self) -> Shelf:
        """Everything that the page of the builder needs."""
        ...

    def folder(self) -> Path:
        """Where people's own scenarios lie."""
        ...

    def ours(self) -> Mapping[str, str]:
        """The scenarios that come with the game, with their titles."""
        ...

    def copied(self, name: str) -> Tables:
        """The tables of a scenario."""
        ...

    def copied_map(self, name: str) -> Tables:
        """The map of a theatre, as a scenario's own."""
        ...

    def empty_map(self, title: str, lat: float, lon: float, wide: float, high: float) -> Tables:
        """A map of open country."""
        ...

    def grid(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Grid:
        """A table as drafts have it."""
        ...

    def files(self, draft: Tables) -> Mapping[str, str]:
        """The files of a draft."""
        ...

    def read(self, files: Mapping[str, bytes]) -> Tables:
        """The draft of files that somebody brings."""
        ...

    def write(self, files: Mapping[str, str], folder: Path) -> None:
        """Put files into a folder."""
        ...

    def check(self, draft: Tables) -> Checked:
        """What is wrong with a draft."""
        ...

    def run(self, draft: Tables) -> Run:
        """The first turns of a draft, played by computer players."""
        ...


def builder_of(game: AnyGame) -> Builder:
    """Return the builder of a game's scenarios.

    Raises:
        UnknownError: it has none.
    """
    made = entry(game, BUILDER)
    if made is None:
        raise UnknownError(f"nobody can build scenarios of {game.title} here")
    return cast("Builder", made())


# Work on drafts ----------------------------------------------------------------------------


class Workshop:
    """The processes in which drafts are checked and tried. They start with the first draft."""

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._workers: ProcessPoolExecutor | None = None

    async def check(self, person: str, game: str, draft: Tables) -> Checked:
        """Return the faults that a builder finds in a draft.

        Raises:
            BocageError: the draft cannot be checked; the sentence says why.
        """
        return await DRAFTS.run(person, self._asked, _check, game, draft)

    async def run(self, person: str, game: str, draft: Tables) -> Run:
        """Return the dry run of a draft.

        Raises:
            BocageError: it cannot be run; the sentence says why.
        """
        return await DRAFTS.run(person, self._asked, _run, game, draft)

    def _asked(self, work: Callable[[str, Tables], T], game: str, draft: Tables) -> T:
        workers = self._begun()
        try:
            return workers.submit(work, game, draft).result()
        except BrokenProcessPool:
            with self._lock:
                if self._workers is workers:
                    self._workers = None
            raise ServerError("this scenario needs more memory than there is") from None

    def _begun(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._workers is None:
                self._workers = pool(_PROCESSES, _nothing, _nothing)
            return self._workers

    def stop(self) -> None:
        """End the processes; what they were doing is lost."""
        with self._lock:
            if self._workers is not None:
                self._workers.shutdown(wait=False, cancel_futures=True)


def _nothing() -> None:
    """Load nothing before it is asked for."""


def _check(game: str, draft: Tables) -> Checked:
    return builder_of(rules_of(game)).check(draft)


def _run(game: str, draft: Tables) -> Run:
    return builder_of(rules_of(game)).run(draft)


# Whose they are ----------------------------------------------------------------------------


def rows(connection: Connection, game: str) -> dict[str, Record]:
    """Return the scenarios that were built here, by name."""
    found = connection.execute(select(SCENARIOS).where(SCENARIOS.c.game == game))
    return {row.name: row for row in found}


def save(
    connection: Connection,
    builder: Builder,
    game: str,
    person: Record,
    name: str,
    files: Mapping[str, str],
) -> None:
    """Keep a scenario under a name, with its files.

    Raises:
        ServerError: the name cannot be used, or games are played in the scenario.
        ForbiddenError: somebody else's scenario has this name.
        TooMuchError: the person has too many, or they hold too much.
    """
    folder = _folder(builder, name)
    row = _theirs(connection, game, person, name)
    if row is None and folder.exists():
        raise ServerError(
            f"a folder called '{name}' was put here by hand: choose another name, or change its "
            "files"
        )
    size = sum(map(len, files.values()))
    owner = person.id if row is None else row.person
    _check_room(connection, owner, name, size)
    values = {"person": owner, "size": size, "changed": now_ms()}
    if row is None:
        connection.execute(insert(SCENARIOS).values(game=game, name=name, **values))
    else:
        _check_unplayed(connection, game, name)
        mine = (SCENARIOS.c.game == game) & (SCENARIOS.c.name == name)
        connection.execute(update(SCENARIOS).where(mine).values(**values))
    _put(builder, files, folder)


def remove(connection: Connection, builder: Builder, game: str, person: Record, name: str) -> None:
    """Delete a scenario with its files.

    Raises:
        UnknownError: nobody has built it here.
        ForbiddenError: somebody else has.
        ServerError: games are played in it.
    """
    folder = _folder(builder, name)
    if _theirs(connection, game, person, name) is None:
        raise UnknownError(f"nobody has built a scenario called '{name}' here")
    _check_unplayed(connection, game, name)
    connection.execute(delete(SCENARIOS).where(SCENARIOS.c.game == game, SCENARIOS.c.name == name))
    shutil.rmtree(folder, ignore_errors=True)


def _folder(builder: Builder, name: str) -> Path:
    """Where a scenario lies: for a name that nobody can use to leave the folder."""
    if not re.fullmatch(NAME, name):
        raise ServerError(
            f"'{name[:60]}' cannot be the name of a scenario: use up to 40 small letters, digits "
            "and hyphens, such as the-dommel"
        )
    if name in builder.ours():
        raise ServerError(f"'{name}' comes with the game: choose another name")
    return builder.folder() / name


def _theirs(connection: Connection, game: str, person: Record, name: str) -> Record | None:
    row = rows(connection, game).get(name)
    if row is not None and row.person != person.id and not person.admin:
        wanted = select(PEOPLE.c.name).where(PEOPLE.c.id == row.person)
        owner = connection.execute(wanted).scalar_one_or_none() or "somebody who has left"
        raise ForbiddenError(f"'{name}' belongs to {owner}: choose another name")
    return row


def _check_unplayed(connection: Connection, game: str, name: str) -> None:
    """A log means what its scenario said when it was played: that may not change under it."""
    inside = GAMES.c.header.contains(f"\nscenario: {name}\n", autoescape=True)
    count = connection.execute(
        select(func.count()).select_from(GAMES).where(GAMES.c.game == game, inside)
    ).scalar_one()
    if count:
        played = "a game here is" if count == 1 else f"{count} games here are"
        raise ServerError(
            f"{played} played in '{name}', so it cannot change: choose another name for the new one"
        )


def _check_room(connection: Connection, person: str, name: str, size: int) -> None:
    others = (SCENARIOS.c.person == person) & (SCENARIOS.c.name != name)
    count, held = connection.execute(
        select(func.count(), func.coalesce(func.sum(SCENARIOS.c.size), 0)).where(others)
    ).one()
    if count >= COUNT_MOST:
        raise TooMuchError(f"you keep {count} scenarios here, and the limit is {COUNT_MOST}")
    if held + size > SIZE_MOST:
        raise TooMuchError(
            f"with this one, your scenarios would take {(held + size) / 1e6:.1f} MB; the limit is "
            f"{SIZE_MOST / 1e6:.0f} MB"
        )


def _put(builder: Builder, files: Mapping[str, str], folder: Path) -> None:
    """Put files in place of a folder: first beside it, so that nobody reads half of them."""
    beside, before = (
        folder.with_name(f".{folder.name}.new"),
        folder.with_name(f".{folder.name}.old"),
    )
    try:
        for each in (beside, before):
            shutil.rmtree(each, ignore_errors=True)
        builder.write(files, beside)
        if folder.exists():
            folder.rename(before)
        beside.rename(folder)
        shutil.rmtree(before, ignore_errors=True)
    except OSError as error:
        said = (error.strerror or str(error)).lower()
        raise ServerError(f"the scenario cannot be written to {folder.parent}: {said}") from None
