"""`bocage fuzz`: many games by simple players, every position examined."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bocage.ai import load_game
from bocage.ai.staff import StaffPlayer
from bocage.cli.arguments import DataOption, GameArgument, names_in
from bocage.cli.game_file import load
from bocage.cli.output import RefusalError, console
from bocage.cli.rule_counts import show_counts
from bocage.engine.fuzzing import Fuzz, Statistics
from bocage.engine.playout import PolicyError, policies_of, policy
from bocage.engine.processes import cores
from bocage.games.judges import rulebook_for

EXIT_FAILED = 1

_EXAMPLES = """Examples:

  [bold]bocage fuzz roundup --games 60[/bold]  a quick look

  [bold]bocage fuzz roundup --games 200 --count --vary[/bold]  which rules decide, which never

  [bold]bocage fuzz roundup --games 2000 --players random,aggressive --jobs 2[/bold]"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("fuzz", epilog=_EXAMPLES)(fuzz)


def fuzz(
    game: GameArgument,
    number: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many.")] = 60,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="Players, separated by commas; by default the simple ones."
        ),
    ] = "",
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the first game.")] = 1,
    jobs: Annotated[
        int, typer.Option(min=0, max=256, metavar="N", help="Processes; 0 for one per core.")
    ] = 0,
    dumps: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to write failed games.", show_default=False),
    ] = None,
    count: Annotated[
        bool, typer.Option("--count", help="Count how often each rule decides something.")
    ] = False,
    vary: Annotated[
        bool, typer.Option("--vary", help="Choose random options in every third game.")
    ] = False,
    data: DataOption = None,
) -> None:
    """Play many games by simple players and examine every position.

    Each third game begins in its middle. Counted as failures: a crash, a dead end, a game
    without an end, a position that breaks an invariant, an answer that depends on what is
    remembered. Each leaves a file that opens as a game. The exit code is 1 if any failed.

    With --count a table follows: every sentence of the rulebook and every reading, how often
    it decided something in these games, and why, if it never did.
    """
    rules = load(game, data)
    names = list(names_in(players))
    # Staffs are slow, searching ones slower. To test one, name it.
    known = policies_of(rules)
    names = names or [each for each in known if not isinstance(known[each], StaffPlayer)]
    for name in names:
        try:
            policy(rules, name)
        except PolicyError as error:
            raise RefusalError(str(error)) from None
    if dumps is not None and not dumps.is_dir():
        raise RefusalError(f"cannot write into {dumps}: there is no such folder")
    book = rulebook_for(rules) if count else None
    if count and book is None:
        raise RefusalError(f"{rules.title} has no index of its rulebook to count by")
    load_it = partial(load_game, game, data)
    explain = book.explain if book is not None else None
    what = Fuzz(load_it, tuple(names), seed, folder=dumps, count=count, explain=explain, vary=vary)
    found = _run(what, number, min(jobs or cores(), cores()))
    _tell(rules.title, names, found)
    if book is not None:
        show_counts(console(), book, found.rules, found.games)
    if found.failed:
        raise typer.Exit(EXIT_FAILED)


def _run(what: Fuzz, number: int, jobs: int) -> Statistics:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    err = Console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("games", total=number)

        def seen(so_far: Statistics) -> None:
            failed = f", {so_far.failed} failed" if so_far.failed else ""
            bar.update(task, completed=so_far.games, description=f"games{failed}")

        return what.run(number, processes=jobs, progress=seen)


def _tell(title: str, names: list[str], found: Statistics) -> None:
    out = console()
    who = " and ".join(names)
    out.print(f"{title}: {found.games} games by {who}.", markup=False, soft_wrap=True)
    won = ", ".join(f"{name} {times}" for name, times in sorted(found.outcomes.items()))
    speed = found.decisions / found.seconds if found.seconds else 0
    lines = (
        f"won: {won or 'none'}",
        f"decisions: {found.decisions:,} ({found.forced:,} more with a single answer), "
        f"{found.chances:,} dice and draws, the longest game {found.longest:,}",
        f"speed: {speed:,.0f} decisions a second, examined",
        f"failures: {found.crashes} crashes, {found.dead_ends} dead ends, "
        f"{found.endless} without end, {found.faults} broken invariants",
    )
    for line in lines:
        out.print(f"  {line}", markup=False, soft_wrap=True)
    for reason, dump in zip(found.reasons, found.dumps, strict=True):
        out.print(f"  {reason} ({dump})", markup=False, soft_wrap=True, style="red")
