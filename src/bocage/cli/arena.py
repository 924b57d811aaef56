"""`bocage arena`: a round robin of players, with ratings."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
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
from bocage.cli.output import RefusalError, complain, console, warn_if_slow, write_whole
from bocage.cli.sim import EXIT_FAILED, EXIT_STOPPED, progress_bar
from bocage.engine.errors import BocageError
from bocage.engine.processes import cores
from bocage.lab.arenas import Arena, by_seat, edge, edge_said, markdown, meetings, refusal
from bocage.lab.batches import Batch, Row, SimulationError, seated
from bocage.lab.ratings import Ratings, rated
from bocage.lab.runs import MissingExtraError, Plan, RunError
from bocage.lab.workers import here

FILE = "arena.md"

_EXAMPLES = """Examples:

  [bold]bocage arena falaise --players staff,aggressive,random --games 20 --out ladder[/bold]

  [bold]bocage arena roundup --players aggressive,random --games 100 --seed 3 --out even[/bold]

Run the same command with more games or players to continue."""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("arena", epilog=_EXAMPLES)(arena)


def arena(
    game: GameArgument,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="RUN",
            help="A folder for the games; if it exists, the run continues.",
            show_default=False,
        ),
    ],
    players: Annotated[
        str, typer.Option(metavar="NAMES", help="Who takes part, separated by commas.")
    ] = "aggressive,random",
    number: Annotated[
        int,
        typer.Option("--games", min=1, metavar="N", help="Games of each pair, on either side."),
    ] = 20,
    scenario: ScenarioOption = "",
    setting: SettingOption = "",
    option: ChoiceOption = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the games.")] = 1,
    processes: ProcessesOption = 0,
    data: DataOption = None,
) -> None:
    """Let all players meet each other on both sides, and rate them by wins and by score.

    Every pair plays the same seeds. The table is written to arena.md in the folder.
    """
    rules = load(game, data, scenario)
    names = names_in(players)
    if why := refusal(rules, names):
        raise RefusalError(why)
    options = options_with(rules, setting, option or (), scenario)
    try:
        for name in names:
            seated(rules, (name,), options)
    except BocageError as error:
        raise RefusalError(str(error)) from None
    warn_if_slow()
    where = "" if data is None else str(data.resolve())
    plan = Plan(game, (), options, scenario, seed, rules.edition, where)
    batch = Batch(partial(load_game, game, data), (), options, scenario, seed=seed)
    try:
        begun = Arena(out, plan, batch, names)
        _play(begun, number, processes)
    except (SimulationError, RunError, MissingExtraError) as error:
        complain(str(error))
        raise typer.Exit(EXIT_FAILED) from None
    rows = begun.rows(number)
    found = rated(list(meetings(rows, rules.seats)), rules.seats[0])
    total = sum(len(played) for played in rows.values())
    said = f"{rules.title}: {total} games, {number} of each pair on either side; seed {seed}."
    write_whole(out / FILE, markdown(rules.title, found, rows, rules.seats, said))
    console().print(said, markup=False, soft_wrap=True)
    console().print(_table(found, rules.seats, rows))
    low, high = found.side.interval
    worth = f"{found.side.rating:+.0f} Elo ({low:+.0f} to {high:+.0f})"
    words = f"The {found.side.name} seat is worth {worth}. The table is in {out / FILE}."
    console().print(words, markup=False, soft_wrap=True)


def _play(arena: Arena, number: int, processes: int) -> None:
    total = number * len(arena.runs)
    try:
        with progress_bar(total) as progress:
            arena.play(number, here(min(processes or cores(), cores(), number)), progress)
    except KeyboardInterrupt:
        done = arena.done()
        complain(f"stopped after {done} of {total} games; run the same command to continue")
        raise typer.Exit(EXIT_STOPPED) from None


def _table(found: Ratings, seats: tuple[str, ...], rows: dict[tuple[str, str], list[Row]]) -> Table:
    table = Table(box=None, pad_edge=False)
    wins = (f"as {seat}" for seat in seats)
    for heading in ("player", "Elo", "95 % interval", *wins, "score", "95 % interval"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for each in found.players:
        low, high = each.interval
        won = [f"{times:g} of {games}" for times, games in by_seat(each.name, rows, seats)]
        elo = (f"{each.rating:+.0f}", f"{low:+.0f} to {high:+.0f}")
        table.add_row(each.name, *elo, *won, *edge_said(edge(each.name, rows)))
    return table
