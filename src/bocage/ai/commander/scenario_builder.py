"""The builder of OP COM scenarios: what a draft may hold, its faults, and a dry run.

The loader checks a draft, and commanders play its first turns. Neither the page nor the server
knows the rules.
"""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from bocage.ai.commander.player import CommanderPlayer
from bocage.engine import play
from bocage.engine.crash import Crash
from bocage.engine.errors import BocageError
from bocage.engine.header import Header
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.scenario import FOLDERS, folder_of, own_folder, scenario_words
from bocage.games.opcom.board.world import World
from bocage.games.opcom.game import OpCom, world_faults
from bocage.games.opcom.pieces.counters import PROFILES, SYMBOLS
from bocage.games.opcom.s02_umpiring.cards import ROUTINE, weight_of
from bocage.games.opcom.workshop.draft import (
    Draft,
    DraftError,
    Grid,
    draft_from,
    draft_of_files,
    files_of,
    theatre_from,
    theatres,
)
from bocage.games.opcom.workshop.sorts import MAP, Sort, sorts
from bocage.games.opcom.workshop.trial import (
    Found,
    Frame,
    empty_map,
    frame_of,
    laid_down,
    located,
    world_of,
    write,
)
from bocage.games.places import data_of
from bocage.maps import theatre
from bocage.maps.faults import PackError
from bocage.maps.folder import read_lie
from bocage.tables import DataError, read_rows

NAME: Final = "draft"
TURNS: Final = 2
"""Turns of a dry run."""
CHECK_SECONDS: Final = 60.0
RUN_SECONDS: Final = 300.0
"""The seconds of computing after which a check or a dry run stops."""
_ACTS_MOST: Final = 4_000
_SEED: Final = b"a dry run has always the same d."


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a scenario can begin with."""

    id: str
    title: str
    map: str
    """A scenario that is played on its map."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What the builder's page needs to draw itself."""

    sorts: Sequence[Sort]
    theatres: Sequence[Choice]
    profiles: Grid
    """The profiles that every scenario has."""
    symbols: Mapping[str, str]
    """The glyph of each symbol of a unit."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The loader's answer to a draft."""

    faults: Sequence[Found]
    frame: Frame | None
    """The position of the hexes of its own map; None if it has no map or the map cannot be read."""


@dataclass(frozen=True, slots=True)
class Told:
    """A team's report of a turn."""

    team: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class RunTurn:
    """A turn of a dry run."""

    turn: int
    heading: str
    rulings: Sequence[tuple[str, str]]
    """Each ruling that is not routine, with its reason."""
    reports: Sequence[Told]


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a dry run."""

    turns: Sequence[RunTurn]
    faults: Sequence[Found]
    """The faults of the draft. If there are any, no turn was played."""
    failed: str
    """The reason for an early end; empty if it ended as planned."""
    key: str
    """The key of the position at the end."""


class TooLongError(BocageError):
    """A draft that takes too long."""


class Builder:
    """The builder's answers to the server."""

    def shelf(self) -> Shelf:
        """Return the kinds of tables and the theatres to build on."""
        columns = tuple(name for name, _ in PROFILES.columns)
        read = read_rows(data_of(OpCom.id) / PROFILES.file, columns, [])
        rows = tuple(tuple(values.values()) for _, values in read)
        found = [Choice(name, theatre(name).title, _scenario_on(name)) for name in theatres()]
        return Shelf(tuple(sorts().values()), found, Grid(columns, rows), SYMBOLS)

    def folder(self) -> Path:
        """Return the folder of people's own scenarios."""
        return own_folder()

    def ours(self) -> Mapping[str, str]:
        """Return the scenarios that come with the game, with their titles."""
        return {name: scenario_words(name)[0] for name in FOLDERS}

    def copied(self, name: str) -> Draft:
        """Return the tables of a scenario.

        Raises:
            DraftError: there is no such scenario.
            DataError: it cannot be read.
        """
        try:
            return draft_from(folder_of(name))
        except KeyError:
            raise DraftError(f"there is no scenario '{name[:60]}'") from None

    def copied_map(self, name: str) -> Draft:
        """Return the map of a theatre as tables to edit; raises UnknownTheatreError."""
        return theatre_from(theatre(name).id)

    def empty_map(self, title: str, lat: float, lon: float, wide: float, high: float) -> Draft:
        """Return a map of open country. See `trial.empty_map`."""
        return empty_map(title, lat, lon, wide, high)

    def grid(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Grid:
        """Return a table in the form that drafts use."""
        return Grid(tuple(columns), tuple(tuple(row) for row in rows))

    def files(self, draft: Draft) -> Mapping[str, str]:
        """Return the files of a draft. See `draft.files_of`."""
        return files_of(draft)

    def read(self, files: Mapping[str, bytes]) -> Draft:
        """Return the draft in uploaded files. See `draft.draft_of_files`."""
        with tempfile.TemporaryDirectory(prefix="bocage-draft-") as folder:
            return draft_of_files(files, Path(folder))

    def write(self, files: Mapping[str, str], folder: Path) -> None:
        """Write files into a folder, which is created if it is missing."""
        write(files, folder)

    def check(self, draft: Draft) -> Checked:
        """Return the faults of a draft.

        Raises:
            DraftError: the draft can't be written as files.
        """
        with _within(CHECK_SECONDS), laid_down(draft) as here:
            return Checked(_world(here)[1], _frame(here))

    def run(self, draft: Draft, turns: int = TURNS) -> Run:
        """Let commanders play the first turns of a draft, and return what happened.

        Raises:
            DraftError: the draft can't be written as files.
        """
        with _within(RUN_SECONDS), laid_down(draft) as here:
            world, faults = _world(here)
            return Run((), faults, "", "") if world is None else played(world, turns)


def builder() -> Builder:
    """Return the builder of OP COM."""
    return Builder()


def _scenario_on(name: str) -> str:
    """Return one of our scenarios on a theatre, or an empty text."""
    maps = {folder: read.get("map", "") for folder, read in _heads().items()}
    return next((folder for folder, on in maps.items() if on == name), "")


def _heads() -> Mapping[str, Mapping[str, Any]]:
    from bocage.games.opcom.board.rows import FILE
    from bocage.tables import read_toml

    return {name: read_toml(folder_of(name) / FILE, []) or {} for name in FOLDERS}


def _world(here: Path) -> tuple[World | None, list[Found]]:
    """Return the world of a draft in a folder, or its faults."""
    try:
        world = world_of(here, NAME)
        faults = world_faults(world)
    except DataError as error:
        return None, [_on_map(error, located(each)) for each in error.faults]
    except Exception as error:  # a scenario may be wrong in a way that nobody has thought of
        if isinstance(error, BocageError):
            raise
        said = f"the program cannot play this: {type(error).__name__}: {error}"[:400]
        return None, [Found("scenario.toml", -1, "", "", said)]
    return (None if faults else world), [located(each) for each in faults]


def _on_map(error: DataError, found: Found) -> Found:
    """Return a fault of a map pack, with the name of the pack's own file."""
    if isinstance(error, PackError) and found.table == "scenario.toml":
        return Found("pack.toml", -1, "", found.value, found.text)
    return found


def _frame(here: Path) -> Frame | None:
    """Return where the hexes of a draft's own map lie, even if other tables have faults."""
    try:
        lie = read_lie(here / MAP)
    except (DataError, ValueError):
        return None
    if lie is None:
        return None
    grid, projection = lie
    wide = len(grid.numbers[0]) // 2
    return frame_of(grid, projection, (wide, len(grid.numbers[0]) - wide))


def played(world: World, turns: int = TURNS) -> Run:
    """Let commanders play the first turns of a world, always with the same dice."""
    game = OpCom(None, world.data.id, world).with_players({"commander": CommanderPlayer()})
    header = Header.begin(game.id, world.data.id, game.settings({}), game.revision, seed=_SEED)
    done: list[RunTurn] = []
    failed = ""
    try:
        table: Table[Position] = Table(game, header)
        player = CommanderPlayer()
        for _ in range(_ACTS_MOST):
            st = table.state
            asked = play.pending(st)
            if not asked or st.turn > turns:
                break
            before, seat = st.turn, asked[0]
            cards = st.cards
            action = player(st, table.legal(seat), Random(0))  # noqa: S311 - no die of the game
            ruling = table.act(seat, action)
            if not ruling:
                failed = table.say(ruling)
                break
            cards = table.state.cards or cards
            if table.state.turn != before or not play.pending(table.state):
                done.append(_turn(table, before, cards))
        key = table.state.key().hex() if not failed else ""
    except Crash as error:
        return Run(done, (), f"the program failed in this scenario: {error}"[:400], "")
    return Run(done, (), failed, key)


def _turn(table: Table[Position], turn: int, cards: Sequence[Any]) -> RunTurn:
    st = table.state
    row = st.world.turn(turn)
    told = [Told(team.name, list(st.told[i].report)) for i, team in enumerate(st.world.teams)]
    ruled = [(card.what, card.why) for card in cards if weight_of(st, card) != ROUTINE]
    return RunTurn(turn, f"{row.date} {row.half}", ruled, told)


@contextmanager
def _within(seconds: float) -> Generator[None]:
    """Stop after so many seconds of computing, on systems that can measure it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def over(*_: object) -> None:
        raise TooLongError(
            "this scenario takes too long to work out: has it fewer units or a smaller map?"
        )

    try:
        before = signal.signal(signal.SIGVTALRM, over)
    except ValueError:  # not the main thread of a process: nobody can be called
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


__all__ = ["Builder", "Checked", "Choice", "Run", "RunTurn", "Shelf", "TooLongError", "builder"]
