"""Runs: many games in a folder, as Parquet, that can be stopped and resumed.

    RUN/run.json             what is played: game, players, options, seed, how many games
    RUN/games/*.parquet      a row a game
    RUN/events/*.parquet     a row an event
    RUN/turns/*.parquet      a row a measure at the end of each turn
    RUN/units/*.parquet      a row a unit at the end of each turn

A part is written whole or not at all, all four tables of the same games under one name, the
games last: a game counts if it stands in `games`. A game follows from the seed of the run and
its number alone, so a game that was lost is played again and comes out the same.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage import __version__
from bocage.engine.errors import BocageError
from bocage.lab.batches import Batch, Finished, Row

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from bocage.lab.workers import Play

FORMAT: Final = 1
TABLES: Final = ("games", "events", "turns", "units")
_FILE: Final = "run.json"
_EVERY: Final = 5.0
"""Seconds between two parts."""


class RunError(BocageError, ValueError):
    """A folder that holds no run, another run, or one that cannot be read."""


class MissingExtraError(BocageError, RuntimeError):
    """A package that the lab needs is not installed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run plays. Two runs with equal plans hold equal games."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    scenario: str = ""
    seed: int = 1
    edition: str = ""
    """The digest of somebody's own counters and charts (`--data`)."""
    data: str = field(default="", compare=False)
    """The folder of the data; it may move."""


class Run:
    """A folder with games."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder: Final = folder
        self.plan: Final = plan

    @classmethod
    def open(cls, folder: Path) -> Run:
        """Return the run in a folder.

        Raises:
            RunError: there is none, or it is of another format.
        """
        try:
            told: dict[str, Any] = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RunError(f"{folder} holds no run: make one with bocage sim --out") from None
        except (OSError, ValueError) as error:
            raise RunError(f"{folder / _FILE} cannot be read: {error}") from None
        if told.get("format") != FORMAT:
            raise RunError(f"{folder} was written by another version of bocage; run it again")
        try:
            plan: dict[str, Any] = told["plan"]
            given: dict[str, Any] = {**plan, "players": tuple(plan["players"])}
            return cls(folder, Plan(**given))
        except (KeyError, TypeError):
            raise RunError(f"{folder / _FILE} does not say what was played") from None

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> Run:
        """Return a new run in a folder, or the same run resumed.

        Raises:
            RunError: the folder holds another run, or something else.
        """
        _polars()  # or the first games would be played in vain
        if (folder / _FILE).exists():
            found = cls.open(folder)
            if found.plan != plan:
                raise RunError(f"{folder} holds another run: {_difference(found.plan, plan)}")
            found.tidy()
            return cls(folder, plan)
        if folder.exists() and any(folder.iterdir()):
            raise RunError(f"{folder} is not empty and holds no run: choose another folder")
        for name in TABLES:
            (folder / name).mkdir(parents=True, exist_ok=True)
        told = {"format": FORMAT, "bocage": __version__, "plan": asdict(plan)}
        _put(folder / _FILE, json.dumps(told, indent=2).encode())
        return cls(folder, plan)

    def tidy(self) -> None:
        """Remove parts whose games were never written: those games are played again."""
        for name in TABLES:
            for path in (self.folder / name).glob("part-*.parquet"):
                if not (self.folder / "games" / path.name).exists():
                    path.unlink(missing_ok=True)

    def done(self) -> set[int]:
        """Return the numbers of the games that are finished."""
        return set(self.table("games").get_column("game").to_list())

    def add(self, games: Sequence[Finished]) -> None:
        """Write some finished games as one part."""
        if not games:
            return
        name = f"part-{min(each.row.game for each in games):07d}.parquet"
        polars = _polars()
        rows: dict[str, list[dict[str, Any]]] = {
            "events": [each._asdict() for game in games for each in game.events],
            "turns": [each._asdict() for game in games for each in game.turns],
            "units": [each._asdict() for game in games for each in game.units],
            "games": [_game_row(each) for each in games],
        }
        for table, found in rows.items():
            schema = dict(schema_of(table))
            if table == "games":
                schema |= {key: polars.Float64 for row in found for key in row if key not in schema}
            sink = BytesIO()
            polars.DataFrame(found, schema=schema).write_parquet(sink)
            _put(self.folder / table / name, sink.getvalue())

    def table(self, name: str) -> pl.DataFrame:
        """Return one of the four tables, all parts together.

        Raises:
            RunError: a part of it is broken.
        """
        polars = _polars()
        parts = [polars.DataFrame(schema=dict(schema_of(name)))]
        for path in sorted((self.folder / name).glob("part-*.parquet")):
            if not (self.folder / "games" / path.name).exists():
                continue  # it was stopped before the games of this part were written
            try:
                parts.append(polars.read_parquet(path))
            except (OSError, polars.exceptions.PolarsError) as error:
                raise RunError(f"{path} cannot be read: {error}") from None
        found: pl.DataFrame = polars.concat(parts, how="diagonal")
        return found

    def play(
        self,
        batch: Batch,
        games: int,
        play: Play,
        progress: Callable[[int], None] | None = None,
    ) -> int:
        """Play the missing games; return how many were finished before.

        Games are written every few seconds, and when the run is interrupted (`KeyboardInterrupt`)
        or a game crashes; `progress` gets the number finished.

        Raises:
            SimulationError: a game fell over.
        """
        before = self.done()
        missing = [number for number in range(1, games + 1) if number not in before]
        done, waiting, written = len(before), list[Finished](), time.monotonic()
        if progress is not None:
            progress(done)
        try:
            for finished in play(batch, missing):
                waiting.append(finished)
                done += 1
                if progress is not None:
                    progress(done)
                if time.monotonic() - written > _EVERY:
                    self.add(waiting)
                    waiting, written = [], time.monotonic()
        finally:
            self.add(waiting)
        return len(before)

    def rows(self) -> list[Row]:
        """Return the games, for a summary, in their order."""
        known = {name for name, _ in schema_of("games")}
        found = self.table("games").to_dicts()
        rows = [
            Row(
                each["game"],
                each["seed"],
                each["winner"],
                each["result"],
                {
                    key: value
                    for key, value in each.items()
                    if key not in known and value is not None
                },
                each["decisions"],
                each["chances"],
                tuple(each["scores"] or ()),
            )
            for each in found
        ]
        return sorted(rows)


def schema_of(table: str) -> Sequence[tuple[str, Any]]:
    """Return the columns of a table with their types; `games` has one more for each measure."""
    pl = _polars()
    text, small, number = pl.String, pl.Int16, pl.Int32
    columns: dict[str, Sequence[tuple[str, Any]]] = {
        "games": (
            *(("game", number), ("seed", pl.Int64), ("players", pl.List(text))),
            *(("winner", text), ("result", text), ("decisions", number), ("chances", number)),
            ("scores", pl.List(pl.Float64)),
        ),
        "events": (
            *(("game", number), ("number", number), ("turn", small)),
            *((name, text) for name in ("phase", "seat", "kind", "rule", "unit")),
            ("units", pl.List(text)),
            *((name, text) for name in ("hex", "target")),
            ("path", pl.List(text)),
            *((name, text) for name in ("side", "odds")),
            ("roll", small),
            *((name, text) for name in ("drm", "result")),
            *(("luck", pl.Float64), ("more", text)),
        ),
        "turns": (
            *(("game", number), ("turn", small), ("measure", text)),
            *(("side", text), ("value", pl.Float64)),
        ),
        "units": (
            *(("game", number), ("turn", small), ("unit", text), ("side", text)),
            *(("hex", text), ("place", number), ("lost", pl.Boolean), ("steps", small)),
        ),
    }
    return columns[table]


def _game_row(game: Finished) -> dict[str, Any]:
    row = game.row
    return {
        "game": row.game,
        "seed": row.seed,
        "players": list(game.seats),
        "winner": row.winner,
        "result": row.result,
        "decisions": row.decisions,
        "chances": row.chances,
        "scores": list(row.scores),
        **row.measures,
    }


def _put(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def _difference(one: Plan, other: Plan) -> str:
    """Return the differences of two plans, in words."""
    told = [
        f"{name} {getattr(one, name)!r}, not {getattr(other, name)!r}"
        for name in ("game", "players", "options", "scenario", "seed", "edition")
        if getattr(one, name) != getattr(other, name)
    ]
    return "; ".join(told)


def _polars() -> Any:
    """Import Polars, which reads and writes the tables.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import polars
    except ImportError:
        words = "runs are kept as Parquet, which needs an extra: pip install 'bocage[lab]'"
        raise MissingExtraError(words) from None
    return polars
