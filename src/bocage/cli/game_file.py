"""A game at a table and the file that keeps it: started, opened, saved, and what can go wrong.

Everything that a person or a file got wrong becomes a `RefusalError` in one sentence that
names the file; a crash of the rules becomes a `CrashedError` that names the dump. In either
case the save on disk is what it was.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage import games
from bocage.ai import load_game
from bocage.cli.output import RefusalError
from bocage.cli.terminal.face import face_of
from bocage.engine import files
from bocage.engine.crash import Crash, write_dump
from bocage.engine.dice import Trust
from bocage.engine.errors import BocageError
from bocage.engine.save_format import SaveError, parsed
from bocage.engine.saves import read, written
from bocage.engine.snapshots import Snapshots
from bocage.engine.table import Table
from bocage.tables import DataError

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face
    from bocage.engine.game import Game

ENDING: Final = ".bocage"


class CrashedError(Exception):
    """The rules failed, which is our fault. The message says where the report is."""


@contextmanager
def reporting(save: Path | None) -> Generator[None]:
    """Turn a crash of the rules in here into a report beside the save.

    Raises:
        CrashedError: with the place of the report.
    """
    try:
        yield
    except Crash as crash:
        raise CrashedError(reported(crash, save)) from crash


def reported(crash: Crash, save: Path | None) -> str:
    """Write the report of a crash; the sentence that says so."""
    try:
        where = f"a report that opens as a game is in {write_dump(crash, save)}"
    except OSError as error:
        where = f"the report could not be written ({reason(error)})"
    return f"{crash}; {where}"


class Sitting:
    """A table, the file it is kept in, and the face that shows it."""

    def __init__(self, path: Path, table: Table[Any], digest: str | None) -> None:
        self.path: Final = path
        self.game: Final = table.game
        self.table: Final = table
        self.face: Final[Face] = face_of(table.game)
        self._digest = digest

    @classmethod
    def begin(
        cls,
        path: Path,
        game: Game[Any],
        *,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        seed: bytes | None = None,
        trust: Trust = Trust.OPEN,
        entropy: Mapping[str, bytes] | None = None,
        referee: str = "enforce",
        position: str = "",
    ) -> Sitting:
        """Return a new game, written to a new file.

        Raises:
            RefusalError: the file cannot be written, an option does not exist, or the text of
                a position is not one of this game.
        """
        with reporting(path):
            try:
                table: Table[Any] = Table[Any].new(
                    game,
                    scenario=scenario,
                    options=options,
                    seed=seed,
                    trust=trust,
                    entropy=entropy,
                    referee=referee,
                    position=position,
                )
            except (BocageError, ValueError) as error:
                raise RefusalError(str(error)) from None
        made = cls(path, table, None)
        made.save()
        return made

    @classmethod
    def open(
        cls,
        path: Path,
        data: Path | None = None,
        expected: str = "",
        snapshots: Snapshots | None = None,
    ) -> Sitting:
        """Return the game that a file keeps; `expected` is the game it should be of, if one is.

        With `snapshots` a long game is not played again whole; see `bocage.engine.snapshots`.

        Raises:
            RefusalError: it cannot be read, or is not a game, or was changed.
        """
        text = text_of(path)
        with reporting(path):
            try:
                header = parsed(text).header
                game = load(expected or header.game, data)
                table = read(text, game, snapshots)
            except (SaveError, games.UnknownGameError) as error:
                raise RefusalError(f"cannot open {path}: {error}") from None
        return cls(path, table, files.digest(text))

    def save(self) -> None:
        """Write the game to its file.

        Raises:
            RefusalError: it cannot be written, or another program has written it since.
        """
        text = written(self.table)
        try:
            files.write_text(self.path, text, expected=self._digest)
        except files.ConflictError as error:
            raise RefusalError(f"cannot save: {error}") from None
        except OSError as error:
            raise RefusalError(f"cannot write {self.path}: {reason(error)}") from None
        self._digest = files.digest(text)


def text_of(path: Path) -> str:
    """Return the text of a save.

    Raises:
        RefusalError: it cannot be read.
    """
    try:
        return files.read_text(path)
    except OSError as error:
        raise RefusalError(f"cannot open {path}: {reason(error)}") from None
    except ValueError as error:
        raise RefusalError(f"cannot open {path}: {error}") from None


def load(name: str, data: Path | None = None, scenario: str = "") -> Game[Any]:
    """Return the game of that name, with our data or a folder's, as a scenario has it.

    Raises:
        RefusalError: there is no such folder or scenario, or the tables have faults.
        UnknownGameError: there is no such game.
    """
    if data is not None and not data.is_dir():
        raise RefusalError(f"cannot read {data}: there is no such folder")
    try:
        found = load_game(name, data)
    except DataError as error:
        raise RefusalError(f"{data or 'the built-in tables'}: {error}") from None
    except OSError as error:
        raise RefusalError(f"cannot read {data}: {reason(error)}") from None
    if scenario and scenario not in found.scenarios:
        known = ", ".join(found.scenarios)
        raise RefusalError(f"{found.title} has no scenario '{scenario}': there are {known}")
    return found.at(scenario) if scenario else found


def chosen_options(given: Sequence[str]) -> dict[str, str]:
    """Options as they are typed: `name=choice`.

    Raises:
        RefusalError: one is not of that form.
    """
    found: dict[str, str] = {}
    for each in given:
        name, equals, choice = each.partition("=")
        if not equals or not name.strip() or not choice.strip():
            raise RefusalError(f"'{each}' is not an option: write NAME=CHOICE")
        found[name.strip()] = choice.strip()
    return found


def usual_setting(game: Game[Any], given: Sequence[str], scenario: str = "") -> str:
    """Return the setting of a new game for which nobody named one: the first that is offered.

    A table that names options of its own, a short scenario or its own counters begins as
    printed, because the settings are measured for the whole game with our counters.
    """
    whole = not scenario or scenario == next(iter(game.scenarios))
    if given or not whole or game.edition or not game.offered:
        return ""
    return next(iter(game.offered))


def setting_said(game: Game[Any], name: str) -> str:
    """Return what a command says about the setting that a game begins with."""
    found = game.offered[name]
    par = f" Par: {found.par}." if found.par else ""
    others = ", ".join(f"--setting {each}" for each in game.offered if each != name)
    return f"Setting: {found.title.lower()}. {found.description}{par} Or: {others}."


def options_with(
    game: Game[Any], setting: str, given: Sequence[str], scenario: str = ""
) -> dict[str, str]:
    """Options as they are typed, over those of a named setting if there is one.

    Raises:
        RefusalError: an option is not of the form `name=choice`, or there is no such setting.
    """
    chosen = chosen_options(given)
    if not setting:
        return chosen
    try:
        return game.with_setting(setting, chosen, scenario)
    except BocageError as error:
        raise RefusalError(str(error)) from None


def seed_of(given: str | None) -> bytes | None:
    """Return a seed typed in hexadecimal digits; None draws one.

    Raises:
        RefusalError: it is not hexadecimal, or is empty.
    """
    if given is None:
        return None
    digits = given.strip()
    try:
        seed = bytes.fromhex(digits if len(digits) % 2 == 0 else f"0{digits}")
    except ValueError:
        seed = b""
    if not seed or len(seed) > 64:
        raise RefusalError(
            f"'{given}' is not a seed: write 2 to 128 hexadecimal digits, such as 1f2e"
        )
    return seed


def seat_of(game: Game[Any], name: str) -> int:
    """Return the seat of that name, or of the beginning of one.

    Raises:
        RefusalError: there is no such seat.
    """
    wanted = name.strip().casefold()
    fits = [i for i, seat in enumerate(game.seats) if seat.casefold().startswith(wanted)]
    exact = [i for i in fits if game.seats[i].casefold() == wanted]
    fits = exact or fits
    if not wanted or len(fits) != 1:
        raise RefusalError(f"there is no seat '{name}': there are {' and '.join(game.seats)}")
    return fits[0]


def reason(error: OSError) -> str:
    """Return the reason of a system error in a few words."""
    return (error.strerror or str(error)).lower()
