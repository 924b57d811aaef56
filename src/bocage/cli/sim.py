"""`bocage sim`: many games by simple players, and what they say about balance."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bocage.ai import load_game
from bocage.cli.arguments import (
    ChoiceOption,
    DataOption,
    GameArgument,
    ProcessesOption,
    ScenarioOption,
    SettingOption,
    names_in,
)
from bocage.cli.game_file import load, options_with
from bocage.cli.output import (
    RefusalError,
    check_target,
    complain,
    console,
    warn_if_slow,
    write_whole,
)
from bocage.engine.errors import BocageError
from bocage.engine.processes import cores
from bocage.lab.batches import Batch, Row, Seating, SimulationError, seated
from bocage.lab.intervals import Interval
from bocage.lab.runs import MissingExtraError, Plan, Run, RunError
from bocage.lab.summaries import Summary, grouped, summarised
from bocage.lab.tables import written
from bocage.lab.workers import Play, here, on_ray

EXIT_FAILED = 1
EXIT_STOPPED = 130

_EXAMPLES = """Examples:

  [bold]bocage sim roundup --games 200 --players aggressive,random[/bold]

  [bold]bocage sim roundup --games 200 --players staff --by strategy[/bold]

  [bold]bocage sim falaise --games 500 --players aggressive --seed 1 --out even[/bold]"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("sim", epilog=_EXAMPLES)(sim)


def sim(
    game: GameArgument,
    number: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many.")] = 100,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="One for each seat, separated by commas; or one for all."
        ),
    ] = "random",
    scenario: ScenarioOption = "",
    setting: SettingOption = "",
    option: ChoiceOption = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the batch.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="RUN",
            help="A folder for games, events, turns and units as Parquet (an existing one "
            "continues); or FILE.csv with one row per game.",
        ),
    ] = None,
    by: Annotated[
        str, typer.Option(metavar="NAME", help="Who won, for each value of something counted.")
    ] = "",
    processes: ProcessesOption = 0,
    ray: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Play on the Ray cluster at this address.", show_default=False
        ),
    ] = "",
    data: DataOption = None,
) -> None:
    """Play many games by simple players: who wins how often, and by how much.

    Name players in the order of the seats; a solitaire opponent takes its own seat. The same
    seed gives the same games, with any number of processes.
    """
    rules = load(game, data, scenario)
    names = names_in(players)
    options = options_with(rules, setting, option or (), scenario)
    try:
        seating = seated(rules, names, options)
    except BocageError as error:
        raise RefusalError(str(error)) from None
    table = out if out is not None and out.suffix == ".csv" else None
    if table is not None:
        check_target(table)
    warn_if_slow()
    batch = Batch(partial(load_game, game, data), names, options, scenario, seed=seed)
    try:
        play = on_ray(ray) if ray else here(min(processes or cores(), cores(), number))
        if out is None or table is not None:
            rows = _run(batch, number, play)
        else:
            where = "" if data is None else str(data.resolve())
            plan = Plan(game, seating.names, seating.options, scenario, seed, rules.edition, where)
            rows = _kept(Run.begin(out, plan), replace(batch, notes=True), number, play)
    except (SimulationError, RunError, MissingExtraError) as error:
        complain(str(error))
        raise typer.Exit(EXIT_FAILED) from None
    if table is not None:
        write_whole(table, written(rows))
    groups = grouped(rows, rules.seats, by) if by else {}
    if by and not groups:
        known = ", ".join(dict.fromkeys(name for row in rows for name in row.measures))
        raise RefusalError(f"nothing called '{by}' is counted; there are {known or 'none'}")
    _tell(rules.title, rules.seats, seating, seed, rows)
    if groups:
        console().print(_by(by, groups))
    if table is not None:
        console().print(f"One row per game: {table}", markup=False, soft_wrap=True)
    elif out is not None:
        words = f"The games are in {out}; look at them with: bocage report {out}"
        console().print(words, markup=False, soft_wrap=True)


def _run(batch: Batch, number: int, play: Play) -> list[Row]:
    with progress_bar(number) as progress:
        return batch.run(number, play=play, progress=progress)


def _kept(run: Run, batch: Batch, number: int, play: Play) -> list[Row]:
    """Play what is missing of a run; when it is interrupted, say how to continue."""
    try:
        with progress_bar(number) as progress:
            before = run.play(batch, number, play, progress)
    except KeyboardInterrupt:
        done = len(run.done())
        complain(f"stopped after {done} of {number} games; run the same command to continue")
        raise typer.Exit(EXIT_STOPPED) from None
    if before:
        words = f"{min(before, number)} of them were played earlier."
        console().print(words, markup=False, soft_wrap=True, style="dim")
    return [row for row in run.rows() if row.game <= number]


@contextmanager
def progress_bar(number: int, what: str = "games") -> Generator[Callable[[int], None]]:
    """Show a bar with the games done and the time left, for a user at a terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    err = Console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=number)
        yield lambda done: bar.update(task, completed=done)


def _tell(title: str, seats: tuple[str, ...], seating: Seating, seed: int, rows: list[Row]) -> None:
    out = console()
    who = ", ".join(f"{seat} {name}" for seat, name in zip(seats, seating.names, strict=True))
    games = "1 game" if len(rows) == 1 else f"{len(rows)} games"
    out.print(f"{title}: {games}, {who}; seed {seed}.", markup=False, soft_wrap=True)
    summary = summarised(rows, seats)
    out.print(_shares(summary))
    out.print(_means(summary))
    note = (
        "Intervals contain the true value in 95 of 100 batches: Wilson's for shares, Student's for"
    )
    out.print(f"{note} means.", markup=False, soft_wrap=True, style="dim")


def _shares(summary: Summary) -> Table:
    found = Table(box=None, pad_edge=False)
    for heading in ("won", "games", "share", "95 % interval"):
        found.add_column(heading, justify="left" if heading == "won" else "right")
    for each in summary.shares:
        low, high = each.interval
        interval = f"{low:.1%} to {high:.1%}"
        found.add_row(each.name, str(each.times), f"{each.share:.1%}", interval)
    return found


def _by(name: str, groups: Mapping[float, Summary]) -> Table:
    """Return a table of how often each side won, for each value of something counted."""
    found = Table(box=None, pad_edge=False)
    for heading in (name, "games", "won", "times", "share", "95 % interval"):
        found.add_column(heading, justify="left" if heading == "won" else "right")
    for value, summary in groups.items():
        for i, each in enumerate(summary.shares):
            low, high = each.interval
            head = ("", "") if i else (f"{value:g}", str(summary.games))
            rest = (str(each.times), f"{each.share:.1%}", f"{low:.1%} to {high:.1%}")
            found.add_row(*head, each.name, *rest)
    return found


def _means(summary: Summary) -> Table:
    found = Table(box=None, pad_edge=False)
    headings = ("counted", "mean", "95 % interval", "deviation", "least", "median", "most")
    for heading in headings:
        found.add_column(heading, justify="left" if heading == "counted" else "right")
    for each in summary.means:
        ends = (f"{number:g}" for number in (each.least, each.median, each.most))
        mean, deviation = f"{each.mean:.2f}", f"{each.deviation:.2f}"
        found.add_row(each.name, mean, _interval(each.interval), deviation, *ends)
    return found


def _interval(interval: Interval | None) -> str:
    return "" if interval is None else f"{interval.low:.2f} to {interval.high:.2f}"
