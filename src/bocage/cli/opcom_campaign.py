"""`bocage opcom campaign`: whole operations by commanders alone, beside history."""

from __future__ import annotations

import csv
import time
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bocage.cli.output import RefusalError, check_target, console, warn_if_slow, write_whole
from bocage.engine.numbers import whole
from bocage.games.opcom.board.scenario import known_scenarios
from bocage.games.opcom.board.world import World, load_world
from bocage.lab.campaign import Campaign, Looked, looked_for, play

_EXAMPLE = (
    "Example: [bold]bocage opcom campaign --scenario market-garden --seeds 1-10 -o out.csv[/bold]"
)
_MOST_SEEDS = 1000
_NEVER = 9999
"""A turn after every other: where half of the campaigns have none, so has the one in the middle."""


def add_to(app: typer.Typer) -> None:
    """Hang the command into the group."""
    app.command("campaign", epilog=_EXAMPLE)(campaign)


def campaign(
    scenario: Annotated[
        str, typer.Option(metavar="NAME", help="Which operation; bocage games opcom lists them.")
    ] = "market-garden",
    seeds: Annotated[
        str, typer.Option(metavar="FIRST-LAST", help="Seeds of the dice: 7, or 1-10.")
    ] = "1",
    turns: Annotated[
        int, typer.Option(min=0, metavar="N", help="Stop after so many half days; 0 for none.")
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="One row a campaign, as CSV."),
    ] = None,
) -> None:
    """Play an operation with a commander in every headquarters, and say when what happened.

    Control accepts what the rules propose. The same seed gives the same campaign.
    """
    known = known_scenarios()
    if scenario not in known:
        raise RefusalError(f"no operation is '{scenario}': there are {', '.join(known)}")
    numbers = seeds_of(seeds)
    if out is not None:
        check_target(out)
    world, looked = load_world(scenario), looked_for(scenario)
    started = time.monotonic()
    rows = _run(scenario, numbers, turns, min(turns or world.last_turn, world.last_turn))
    if out is not None:
        write_whole(out, written(rows, looked))
    _tell(world, looked, rows, time.monotonic() - started)
    if out is not None:
        console().print(f"One row a campaign: {out}", markup=False, soft_wrap=True)


def seeds_of(text: str) -> list[int]:
    """The numbers of `7` or `1-10`.

    Raises:
        RefusalError: it is neither, or there are too many.
    """
    first, _, last = text.partition("-")
    begin, end = whole(first), whole(last or first)
    if begin is None or end is None:
        raise RefusalError(f"'{text}' are no seeds: write 7, or 1-10")
    found = range(begin, end + 1)
    if not found or len(found) > _MOST_SEEDS:
        raise RefusalError(f"'{text}' are no seeds: from 1 to {_MOST_SEEDS} of them, upward")
    return list(found)


def _run(scenario: str, seeds: Sequence[int], turns: int, length: int) -> list[Campaign]:
    warn_if_slow()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    err = Console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("half days", total=len(seeds) * length)
        return [
            play(scenario, seed, turns=turns, told=lambda _: bar.advance(task)) for seed in seeds
        ]


def written(rows: Sequence[Campaign], looked: Looked) -> str:
    """Campaigns as CSV: the turn of each event, and what was counted."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    sides = list(dict.fromkeys(side for row in rows for side in row.points))
    writer.writerow(
        (
            "seed", "turns", *(event.id for event in looked.events), "headquarters",
            "headquarters_attacking", "battalion_attacks", "bridges_contested", "idle", "stranded",
            *(f"{side}_points" for side in sides),
        )
    )  # fmt: skip
    for row in rows:
        writer.writerow(
            (
                row.seed, row.turns, *(row.events.get(event.id, "") for event in looked.events),
                len(row.armies), len(row.attackers), row.attacks,
                " ".join(sorted(row.contested)), " ".join(row.idle), " ".join(row.stranded),
                *(f"{row.points[side]:g}" for side in sides),
            )
        )  # fmt: skip
    return out.getvalue()


def _tell(world: World, looked: Looked, rows: Sequence[Campaign], seconds: float) -> None:
    out = console()
    many = "1 campaign" if len(rows) == 1 else f"{len(rows)} campaigns"
    out.print(f"{world.data.title}: {many} by commanders, {seconds / 60:.1f} minutes.")
    table = Table(box=None, pad_edge=False)
    for heading in ("event", "in 1944", "median", "from", "to", "in"):
        table.add_column(heading, justify="left" if heading == "event" else "right")
    for event in looked.events:
        turns = sorted(row.events[event.id] for row in rows if event.id in row.events)
        missing = len(rows) - len(turns)
        middle = median([*turns, *([_NEVER] * missing)])
        table.add_row(
            event.words,
            _when(world, event.history),
            _when(world, int(middle)) if middle <= world.last_turn else "never",
            _when(world, turns[0]) if turns else "",
            _when(world, turns[-1]) if turns else "",
            f"{len(turns)} of {len(rows)}",
        )
    if looked.events:
        out.print(table)
    for row in rows:
        score = ", ".join(f"{side} {points:g}" for side, points in row.points.items())
        contested = len(row.contested)
        out.print(
            f"Seed {row.seed}: {len(row.attackers)} of {len(row.armies)} headquarters attacked, "
            f"{row.attacks} battalion attacks, {contested} bridges contested, "
            f"{len(row.idle)} units idle{'; ' if score else ''}{score}.",
            markup=False,
            soft_wrap=True,
        )


def _when(world: World, turn: int | None) -> str:
    """A turn as people say it: `18 pm`."""
    if turn is None:
        return "never"
    row = world.turn(turn)
    return f"{int(row.date[-2:])} {row.half}"
