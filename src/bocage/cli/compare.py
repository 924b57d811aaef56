"""`bocage compare`: the effect of a change on a game, by games with the same seeds."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.table import Table

from bocage.ai import load_game
from bocage.cli.arguments import ProcessesOption, names_in
from bocage.cli.game_file import load, options_with
from bocage.cli.output import RefusalError, complain, console, warn_if_slow
from bocage.cli.sim import EXIT_FAILED, progress_bar
from bocage.engine.errors import BocageError
from bocage.engine.processes import cores
from bocage.games import GAMES
from bocage.lab.batches import Batch, Row, SimulationError, seated
from bocage.lab.comparisons import Comparison, Effect, compared, differences
from bocage.lab.runs import Plan, Run
from bocage.lab.workers import here

_EXAMPLES = """Examples:

  [bold]bocage compare plain sunny --precision 2%[/bold]  two folders of bocage sim --out

  [bold]bocage compare "falaise --players aggressive" "falaise --players aggressive --option sunny-skies=on" --games 200[/bold]

  [bold]bocage compare "roundup" "roundup --data mine" --games 100 --precision 0.5[/bold]  charts of your own"""  # noqa: E501

SideArgument = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        help="A folder of bocage sim --out, or a game with options of bocage sim, in quotes.",
        show_default=False,
    ),
]


class Side(NamedTuple):
    """One of the two."""

    plan: Plan
    batch: Batch | None
    """The games still to be played; None for a run."""
    rows: Sequence[Row]
    seats: tuple[str, ...]


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("compare", epilog=_EXAMPLES)(compare)


def compare(
    a: SideArgument,
    b: SideArgument,
    number: Annotated[
        int,
        typer.Option(
            "--games", min=2, metavar="N", help="Games to play for each side that is not a folder."
        ),
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of games played now.")] = 1,
    precision: Annotated[
        str,
        typer.Option(
            metavar="P",
            help="Show how many more games an interval of ±P needs: 2% of the wins, or 0.5 of a "
            "measure.",
            show_default=False,
        ),
    ] = "",
    processes: ProcessesOption = 0,
) -> None:
    """Compare two ways to play, A and B, game by game with the same seeds.

    They may differ in players, options, a reading, or counters and charts of your own (--data).
    """
    wanted = _precision(precision)
    one, other = _side(a, seed), _side(b, seed)
    if one.plan.game != other.plan.game:
        raise RefusalError(f"{a} is {one.plan.game} and {b} is {other.plan.game}: compare one game")
    if one.plan.seed != other.plan.seed:
        seeds = f"{one.plan.seed} and {other.plan.seed}"
        raise RefusalError(f"the seeds are {seeds}: pairs need the same seed")
    rows = [_played(each, number, processes) for each in (one, other)]
    found = compared(rows[0], rows[1], one.seats)
    _tell(one.plan, other.plan, found, wanted)


def _precision(text: str) -> tuple[str, float] | None:
    """Return the kind and value of a precision: `2%` for shares, or `0.5` for measures."""
    if not text:
        return None
    kind, digits = ("share", text[:-1]) if text.endswith("%") else ("measure", text)
    try:
        value = float(digits) / (100 if kind == "share" else 1)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise RefusalError(f"'{text}' is not a precision: write 2% for wins, or 0.5 for measures")
    return kind, value


def _side(text: str, seed: int) -> Side:
    folder = Path(text)
    if folder.is_dir():
        run = Run.open(folder)
        rows = run.rows()
        if not rows:
            raise RefusalError(f"no game is finished in {folder} yet: run bocage sim again")
        game = load_game(run.plan.game)
        game = game.at(run.plan.scenario) if run.plan.scenario else game
        return Side(run.plan, None, rows, game.seats)
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words or words[0] not in GAMES:
        raise RefusalError(f"'{text}' is neither a folder with a run nor one of {', '.join(GAMES)}")
    return _specified(words, seed)


def _specified(words: Sequence[str], seed: int) -> Side:
    """Return a game with options of `bocage sim`, read as that command reads them."""
    from bocage.cli.contents import loaded

    given: dict[str, Any] = loaded("sim").make_context("bocage sim", list(words)).params
    for name in ("out", "by", "ray"):
        if given[name]:
            raise RefusalError(f"--{name} is for bocage sim: leave it out of '{' '.join(words)}'")
    if given["number"] != 100 or given["seed"] != 1:
        raise RefusalError("give --games and --seed once, for both")
    name, scenario = given["game"], given["scenario"]
    data = None if given["data"] is None else Path(given["data"])
    rules = load(name, data, scenario)
    players = names_in(given["players"])
    options = options_with(rules, given["setting"], given["option"] or (), scenario)
    try:
        seating = seated(rules, players, options)
    except BocageError as error:
        raise RefusalError(str(error)) from None
    where = "" if data is None else str(data)
    plan = Plan(name, seating.names, seating.options, scenario, seed, rules.edition, where)
    batch = Batch(partial(load_game, name, data), players, options, scenario, seed=seed)
    return Side(plan, batch, (), rules.seats)


def _played(side: Side, number: int, processes: int) -> Sequence[Row]:
    if side.batch is None:
        return side.rows
    warn_if_slow()
    try:
        with progress_bar(number) as progress:
            play = here(min(processes or cores(), cores(), number))
            return side.batch.run(number, play=play, progress=progress)
    except SimulationError as error:
        complain(str(error))
        raise typer.Exit(EXIT_FAILED) from None


def _tell(a: Plan, b: Plan, found: Comparison, wanted: tuple[str, float] | None) -> None:
    out = console()

    def say(words: str, style: str = "") -> None:
        out.print(words, markup=False, soft_wrap=True, style=style or None)

    apart = differences(a, b)
    for name, one, other in apart:
        say(f"{name}: A has {one}, B has {other}.")
    if not apart:
        say("A and B are played the same way: any difference comes from the program or its data.")
    say(f"{found.pairs} pairs of games; {found.changed} of them ended differently.")
    share = wanted[1] if wanted is not None and wanted[0] == "share" else None
    measure = wanted[1] if wanted is not None and wanted[0] == "measure" else None
    out.print(_table("won", found.wins, percent=True, precision=share))
    if found.measures:
        out.print(_table("counted", found.measures, percent=False, precision=measure))
    say(_verdict(found.wins, percent=True))
    if found.measures:
        say(_verdict(found.measures, percent=False))
    say(
        "The intervals contain the true difference in 95 of 100 comparisons (Newcombe's for "
        "shares, Student's for measures). About one row in twenty looks clear by chance alone.",
        "dim",
    )


def _table(
    head: str, effects: Sequence[Effect], *, percent: bool, precision: float | None
) -> Table:
    found = Table(box=None, pad_edge=False)
    headings = [head, "A", "B", "B - A", "95 % interval"]
    if percent:
        headings.append("by chance")
    if precision is not None:
        said = f"{precision:.3g}" if not percent else f"{100 * precision:.3g} %"
        headings.append(f"more for ±{said}")
    for heading in headings:
        found.add_column(heading, justify="left" if heading == head else "right")
    for each in effects:
        low, high = each.interval
        if percent:
            cells = [f"{each.a:.1%}", f"{each.b:.1%}", f"{each.difference:+.1%}"]
            cells += [f"{low:+.1%} to {high:+.1%}", f"{each.chance or 0.0:.2g}"]
        else:
            cells = [f"{each.a:.2f}", f"{each.b:.2f}", f"{each.difference:+.2f}"]
            cells.append(f"{low:+.2f} to {high:+.2f}")
        if precision is not None:
            cells.append(f"{each.needed(precision):,}")
        found.add_row(each.name, *cells, style="bold" if each.is_clear else None)
    return found


def _verdict(effects: Sequence[Effect], *, percent: bool) -> str:
    what = "who wins" if percent else "what is counted"
    clear = [each for each in effects if each.is_clear]
    if not clear:
        return f"No clear difference in {what}: every interval contains 0."
    said = ", ".join(
        f"{each.name} {each.difference:+.1%}" if percent else f"{each.name} {each.difference:+.2f}"
        for each in clear
    )
    return f"Clear differences in {what}: {said}."
