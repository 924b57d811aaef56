"""`bocage opcom campaign`: whole operations by commanders without people, beside history."""

from __future__ import annotations

import csv
import time
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from bocage.cli.arguments import ProcessesOption
from bocage.cli.output import (
    RefusalError,
    check_target,
    complain,
    console,
    warn_if_slow,
    write_whole,
)
from bocage.cli.sim import EXIT_STOPPED, progress_bar
from bocage.engine.numbers import whole
from bocage.engine.processes import cores
from bocage.games.opcom.board.scenario import known_scenarios
from bocage.games.opcom.board.world import World, load_world
from bocage.lab.campaign import Campaign, Looked, looked_for
from bocage.lab.campaigns import Campaigns, middle, played, when
from bocage.lab.runs import RunError

_EXAMPLE = (
    "Example: [bold]bocage opcom campaign --scenario market-garden --seeds 1-10 -o out.csv[/bold]"
)
_MOST_SEEDS = 1000


def add_to(app: typer.Typer) -> None:
    """Add the command to the group."""
    app.command("campaign", epilog=_EXAMPLE)(campaign)


def campaign(
    scenario: Annotated[
        str, typer.Option(metavar="NAME", help="Which operation; bocage games opcom lists them.")
    ] = "market-garden",
    seeds: Annotated[
        str, typer.Option(metavar="FIRST-LAST", help="Seeds of the dice: 7, or 1-10.")
    ] = "1",
    turns: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="Stop after this many half days; 0 to play to the end."
        ),
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="OUT",
            help="A folder for the campaigns, for bocage report (an existing one continues); or "
            "FILE.csv with one row per campaign.",
        ),
    ] = None,
    processes: ProcessesOption = 1,
) -> None:
    """Let computer commanders play an operation, and show when each event happened.

    Control accepts what the rules propose. The same seed gives the same campaign.
    """
    known = known_scenarios()
    if scenario not in known:
        raise RefusalError(f"there is no operation '{scenario}': there are {', '.join(known)}")
    numbers = seeds_of(seeds)
    table = out if out is not None and out.suffix == ".csv" else None
    if table is not None:
        check_target(table)
    world, looked = load_world(scenario), looked_for(scenario)
    started = time.monotonic()
    at_once = min(processes or cores(), len(numbers))
    if out is not None and table is None:
        rows = _kept(out, scenario, numbers, turns, at_once)
    else:
        rows = _run(scenario, numbers, turns, at_once)
    if table is not None:
        write_whole(table, written(rows, looked))
    _tell(world, looked, rows, time.monotonic() - started)
    if table is not None:
        console().print(f"One row per campaign: {table}", markup=False, soft_wrap=True)
    elif out is not None:
        words = f"The campaigns are in {out}; look at them with: bocage report {out}"
        console().print(words, markup=False, soft_wrap=True)


def seeds_of(text: str) -> list[int]:
    """Return the numbers of `7` or `1-10`.

    Raises:
        RefusalError: it is neither, or there are too many.
    """
    first, _, last = text.partition("-")
    begin, end = whole(first), whole(last or first)
    if begin is None or end is None:
        raise RefusalError(f"'{text}' is not a range of seeds: write 7, or 1-10")
    found = range(begin, end + 1)
    if not found or len(found) > _MOST_SEEDS:
        raise RefusalError(
            f"'{text}' is not a range of seeds: give 1 to {_MOST_SEEDS} seeds, in rising order"
        )
    return list(found)


def _run(scenario: str, seeds: Sequence[int], turns: int, processes: int) -> list[Campaign]:
    warn_if_slow()
    with progress_bar(len(seeds), "campaigns") as progress:
        found: list[Campaign] = []
        for each in played(scenario, seeds, turns, processes):
            found.append(each)
            progress(len(found))
    return sorted(found, key=lambda each: each.seed)


def _kept(
    folder: Path, scenario: str, seeds: Sequence[int], turns: int, processes: int
) -> list[Campaign]:
    """Play what is missing in a folder; when it is interrupted, say how to continue."""
    warn_if_slow()
    try:
        batch = Campaigns.begin(folder, scenario, turns)
    except RunError as error:
        raise RefusalError(str(error)) from None
    try:
        with progress_bar(len(seeds), "campaigns") as progress:
            batch.play(seeds, processes, progress)
    except KeyboardInterrupt:
        done = len(batch.kept(seeds))
        complain(f"stopped after {done} of {len(seeds)}; run the same command to continue")
        raise typer.Exit(EXIT_STOPPED) from None
    return batch.kept(seeds)


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
        table.add_row(
            event.words,
            when(world, event.history),
            when(world, middle(rows, event.id)),
            when(world, turns[0]) if turns else "",
            when(world, turns[-1]) if turns else "",
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
