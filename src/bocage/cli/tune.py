"""`bocage tune`: one number of the counters or charts after another, until a game is even."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, NamedTuple

import typer
from rich.table import Table

from bocage.ai import load_game
from bocage.cli.arguments import (
    ChoiceOption,
    DataOption,
    GameArgument,
    ProcessesOption,
    ScenarioOption,
    names_in,
)
from bocage.cli.game_file import chosen_options, load
from bocage.cli.output import RefusalError, complain, console, warn_if_slow
from bocage.cli.sim import EXIT_FAILED, EXIT_STOPPED, progress_bar
from bocage.engine.errors import BocageError
from bocage.engine.processes import cores
from bocage.games.places import data_of
from bocage.lab.batches import Batch, Row, SimulationError, seated
from bocage.lab.intervals import Interval, mean_interval, wilson
from bocage.lab.players import Setting, load_with, number_of
from bocage.lab.runs import MissingExtraError, Plan, Run, RunError
from bocage.lab.search import Search
from bocage.lab.sweeps import PLAYER, Knob, current, knob, name_of, points, write
from bocage.lab.workers import here

_EXAMPLES = """Examples:

  [bold]bocage tune roundup --change charts.toml:terrain.port.shift=-4..-2 --aim allied=50% --games 50 --out even[/bold]

  [bold]bocage tune falaise --change charts.toml:activation_modifiers.german_day=-4..0 --aim net_vp=0 --out march[/bold]

  [bold]bocage tune falaise --change oob.csv:P-1-S.cf=1..4 --change oob.csv:P-1-K.cf=1..4 --change oob.csv:P-1-Z.cf=1..4 --search 20 --out poles[/bold]

  [bold]bocage tune roundup --change player:staff.roundup.aims.PORT_HEX=4..30 --players staff,aggressive --aim allied=100% --search 12 --out ports[/bold]

The same command continues where it stopped. If you give --change twice, every combination is played, or with --search the most promising ones."""  # noqa: E501


class Aim(NamedTuple):
    """The aim of a designer."""

    name: str
    """A seat, for its share of the wins, or something counted."""
    value: float
    share: bool


class Point(NamedTuple):
    """The result of one way to set the numbers."""

    name: str
    games: int
    value: float
    interval: Interval | None


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("tune", epilog=_EXAMPLES)(tune)


def tune(
    game: GameArgument,
    change: Annotated[
        list[str],
        typer.Option(
            metavar="FILE:ROW.NUMBER=VALUES",
            help="Which number, and the values to try: -4..0, or 2,3,5.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="RUN",
            help="A folder for tables and games; if it exists, the run continues.",
            show_default=False,
        ),
    ],
    aim: Annotated[
        str,
        typer.Option(
            metavar="NAME=VALUE",
            help="What you want: allied=50% of the wins, or net_vp=0 on average. "
            "By default half of the wins for the first seat.",
            show_default=False,
        ),
    ] = "",
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="One for each seat, separated by commas; or one for all."
        ),
    ] = "aggressive",
    number: Annotated[
        int, typer.Option("--games", min=2, metavar="N", help="Games of each value.")
    ] = 50,
    search: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Trials of a Bayesian search instead of every combination; needs bocage\\[lab].",
        ),
    ] = 0,
    scenario: ScenarioOption = "",
    option: ChoiceOption = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the games.")] = 1,
    processes: ProcessesOption = 0,
    data: DataOption = None,
) -> None:
    """Try values of a number in the counters, charts or a player, for those nearest to an aim.

    Every value is played with the same seeds and kept as a run, for bocage report and compare.
    """
    rules = load(game, data, scenario)
    wanted = _aim(aim or f"{rules.seats[0]}=50%", rules.seats)
    base = data or Path(str(data_of(game)))
    names = names_in(players)
    if (out / "run.json").exists():
        raise RefusalError(f"{out} holds a run of bocage sim: choose another folder")
    try:
        knobs = [knob(each) for each in change]
        now = tuple(_now(base, each) for each in knobs)
        bench = _Bench(
            *(game, base, out, knobs, names, chosen_options(option or ()), scenario, seed),
            plays=min(processes or cores(), cores(), number),
        )
        if search:
            found = _searched(bench, Search(out, knobs, seed), search, number, wanted)
        else:
            found = _swept(bench, points(knobs), number, wanted)
    except MissingExtraError as error:
        complain(str(error))
        raise typer.Exit(EXIT_FAILED) from None
    except (BocageError, RunError) as error:
        raise RefusalError(str(error)) from None
    _tell(rules.title, found, wanted, name_of(knobs, now), out)


def _now(base: Path, each: Knob) -> str:
    """Return the value that a number has now."""
    if each.file == PLAYER:
        return f"{number_of(each.table, each.field):g}"
    return current(base, each)


class _Bench(NamedTuple):
    """The parts of a search that stay the same while numbers change."""

    game: str
    base: Path
    out: Path
    knobs: Sequence[Knob]
    players: tuple[str, ...]
    options: Mapping[str, str]
    scenario: str
    seed: int
    plays: int
    """Processes at once."""

    def run(self, way: Sequence[str]) -> tuple[Run, Batch]:
        """Return the run of one way to set the numbers, begun or taken up again."""
        name = name_of(self.knobs, way)
        tables = self.out / name / "data"
        write(self.base, tables, self.knobs, way)
        own = load(self.game, tables, self.scenario)
        seating = seated(own, self.players, self.options)
        plan = Plan(
            *(self.game, seating.names, seating.options, self.scenario, self.seed, own.edition),
            data=str(tables.resolve()),
        )
        settings = tuple(
            Setting(each.table, each.field, float(value))
            for each, value in zip(self.knobs, way, strict=True)
            if each.file == PLAYER
        )
        loads = partial(load_game, self.game, tables)
        if settings:
            loads = partial(load_with, settings, self.game, tables)
        batch = Batch(loads, self.players, self.options, self.scenario, seed=self.seed)
        return Run.begin(self.out / name / "games", plan), batch

    def play(self, run: Run, batch: Batch, number: int, told: Callable[[int], None]) -> None:
        """Play what is missing of so many games of a run."""
        run.play(replace(batch, notes=True), number, here(self.plays), told)


def _swept(bench: _Bench, ways: Sequence[tuple[str, ...]], number: int, aim: Aim) -> list[Point]:
    """Play every way."""
    runs = {name_of(bench.knobs, way): bench.run(way) for way in ways}
    total = number * len(runs)

    def so_far() -> tuple[int, int]:
        return sum(len(run.done()) for run, _ in runs.values()), total

    with _interrupted(so_far), progress_bar(total) as progress:
        for place, (run, batch) in enumerate(runs.values()):
            before = place * number

            def told(done: int, before: int = before) -> None:
                progress(before + min(done, number))

            bench.play(run, batch, number, told)
    return [_point(name, _first(run, number), aim) for name, (run, _) in runs.items()]


def _searched(bench: _Bench, search: Search, trials: int, number: int, aim: Aim) -> list[Point]:
    """Play so many trials, each where the ones before it point; a way met again plays on."""
    total = trials * number

    def so_far() -> tuple[int, int]:
        return search.done * number, total

    with _interrupted(so_far), progress_bar(total) as progress:
        while search.done < trials:
            before, way = search.done * number, search.ask()
            run, batch = bench.run(way)
            games = number * (1 + search.tried(way))

            def told(done: int, before: int = before, more: int = games - number) -> None:
                progress(before + max(0, min(done - more, number)))

            bench.play(run, batch, games, told)
            point = _point(name_of(bench.knobs, way), _first(run, games), aim)
            search.tell(way, abs(point.value - aim.value))
    found: list[Point] = []
    for way in search.ways():
        run, _ = bench.run(way)
        games = number * search.tried(way)
        found.append(_point(name_of(bench.knobs, way), _first(run, games), aim))
    return found


@contextmanager
def _interrupted(so_far: Callable[[], tuple[int, int]]) -> Generator[None]:
    """Say what is done when somebody stops it, and what went wrong."""
    warn_if_slow()
    try:
        yield
    except KeyboardInterrupt:
        done, total = so_far()
        complain(f"stopped after {done} of {total} games; run the same command to continue")
        raise typer.Exit(EXIT_STOPPED) from None
    except SimulationError as error:
        complain(str(error))
        raise typer.Exit(EXIT_FAILED) from None


def _aim(text: str, seats: tuple[str, ...]) -> Aim:
    """`allied=50%` or `net_vp=0`."""
    form = re.fullmatch(r"(\w+)=(-?\d+(?:\.\d+)?)(%?)", text.strip())
    if form is None:
        raise RefusalError(
            f"'{text}' is not an aim:  write {seats[0]}=50%, or something counted, net_vp=0"
        )
    name, value, percent = form.groups()
    if percent and name not in seats:
        raise RefusalError(f"'{text}' is not an aim:  shares of wins are of {' or '.join(seats)}")
    if not percent and name in seats:
        raise RefusalError(f"'{text}' is not an aim:  write {text}% for a share of the wins")
    return Aim(name, float(value) / 100 if percent else float(value), bool(percent))


def _first(run: Run, number: int) -> list[Row]:
    return [row for row in run.rows() if row.game <= number]


def _point(name: str, rows: list[Row], aim: Aim) -> Point:
    if aim.share:
        won = sum(row.winner == aim.name for row in rows)
        return Point(name, len(rows), won / len(rows), wilson(won, len(rows)))
    values = [row.measures[aim.name] for row in rows if aim.name in row.measures]
    if not values:
        known = ", ".join(dict.fromkeys(each for row in rows for each in row.measures))
        raise RefusalError(f"nothing called '{aim.name}' is counted; there are {known or 'none'}")
    interval = mean_interval(values) if len(values) > 1 else None
    return Point(name, len(values), fmean(values), interval)


def _tell(title: str, found: list[Point], aim: Aim, now: str, out: Path) -> None:
    page: Any = console()
    say = f"{aim.value:.0%} of the wins" if aim.share else f"{aim.value:g}"
    page.print(f"{title}: {aim.name} should have {say}.", markup=False, soft_wrap=True)
    best = min(found, key=lambda each: abs(each.value - aim.value))
    table = Table(box=None, pad_edge=False)
    for heading in ("set to", "games", aim.name, "95 % interval", ""):
        table.add_column(heading, justify="left" if heading in ("set to", "") else "right")
    for each in found:
        notes = ["as it is now"] if each.name == now else []
        notes += ["nearest"] if each is best else []
        table.add_row(
            each.name,
            str(each.games),
            _said(each.value, aim),
            "" if each.interval is None else " to ".join(_said(v, aim) for v in each.interval),
            ", ".join(notes),
        )
    page.print(table)
    holds = best.interval is not None and best.interval.low <= aim.value <= best.interval.high
    words = (
        f"{best.name} comes nearest, and its interval contains the aim."
        if holds
        else f"{best.name} comes nearest, and misses the aim: no value tried reaches it."
    )
    rivals = [
        each.name
        for each in found
        if each is not best
        and each.interval is not None
        and each.interval.low <= aim.value <= each.interval.high
    ]
    if rivals:
        words += f" The interval of {', '.join(rivals)} contains it too: play more games."
    page.print(words, markup=False, soft_wrap=True)
    where = out / best.name
    page.print(f"Its tables: {where / 'data'}", markup=False, soft_wrap=True)


def _said(value: float, aim: Aim) -> str:
    return f"{value:.1%}" if aim.share else f"{value:.2f}"
