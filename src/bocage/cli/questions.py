"""Questions about a game in a file: `show`, `legal`, `why`, `odds`. Nothing is changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.arguments import DataOption, LineArgument, SaveArgument, SeatOption, acting
from bocage.cli.dice import TRUST
from bocage.cli.game_file import Sitting, reporting
from bocage.cli.output import RefusalError, console, size_of, write_whole
from bocage.cli.terminal import action_list
from bocage.cli.terminal.face import Way
from bocage.cli.terminal.lines import verdict
from bocage.cli.terminal.overview import whole
from bocage.cli.terminal.screen import WIDEST, Screen
from bocage.engine import diagram
from bocage.engine.actions import NotationError
from bocage.engine.viewers import OBSERVER

_ODDS = """Examples:

  [bold]bocage odds calais.bocage 2523 US01 US02[/bold]  these units

  [bold]bocage odds calais.bocage 2523 all[/bold]  all units next to it

  [bold]bocage odds calais.bocage 2523 US01@2623 bomber[/bold]  what if, with heavy bombers"""

_WHY = """Examples:

  [bold]bocage why calais.bocage move US01 2619[/bold]  the cost hex by hex, or the rule against it

  [bold]bocage why calais.bocage attack 2523 with US01[/bold]"""


def add_to(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command("show", epilog=_SHOW)(show)
    app.command("legal", epilog="Example: [bold]bocage legal calais.bocage[/bold]")(legal)
    app.command("why", epilog=_WHY)(why)
    app.command("odds", epilog=_ODDS)(odds)


_QUESTIONS = ("why", "odds")
"""Commands of this module that are patterns in a list of ways."""

_SHOW = """Examples:

  [bold]bocage show calais.bocage[/bold]  the map, whose turn it is, what to decide

  [bold]bocage show calais.bocage --picture calais.svg[/bold]  the map with the counters

  [bold]bocage show calais.bocage --position[/bold]  one line of text, for bocage new --position"""


def show(
    file: SaveArgument,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="FILE.svg", help="Draw the position too.", show_default=False),
    ] = None,
    units: Annotated[bool, typer.Option("--units", help="List the units of both sides.")] = False,
    around: Annotated[
        str,
        typer.Option(
            metavar="HEX", help="Show the part of a large map around it.", show_default=False
        ),
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="The whole map, small.")] = False,
    position: Annotated[
        bool, typer.Option("--position", help="Print the position as one line of text, and stop.")
    ] = False,
    data: DataOption = None,
) -> None:
    """Show a game: the map with the units, whose turn it is, what to decide and by which rule.

    The last line is the position as text, unless part of it is hidden. A terminal shows only
    its beginning.
    """
    if position:
        typer.echo(_position(Sitting.open(file, data)))
        return
    if picture is not None and picture.suffix.lower() != ".svg":
        raise RefusalError(f"cannot draw {picture}: the picture is a drawing; use .svg")
    sitting = Sitting.open(file, data)
    table, face = sitting.table, sitting.face
    drawing = face.picture(table.state) if picture is not None else ""
    if picture is not None:
        if not drawing:
            raise RefusalError(f"{sitting.game.title} can't be drawn yet")
        write_whole(picture, drawing)
    screen = Screen()
    with reporting(file):
        screen.heading(f"{sitting.game.title}: {table.heading().say(face.nouns)}")
        screen.lines(face.status(table.state))
        trust = table.header.trust
        screen.say(f"Dice: {trust.value} ({TRUST[trust]}).", "dim")
        board = face.board(table.state)
        if board is not None:
            where = (face.place(table.state, around),) if around else face.focus(table.state)
            if everything and not board.fits(screen.width):
                screen.drawing(whole(board, screen.width, screen.height))
            else:
                screen.drawing(board.overview(screen.width, None, where))
            screen.say(board.legend, "dim")
        if units:
            screen.lines(face.units(table.state, None))
        decision = table.decision
    if decision is None:
        screen.lines(face.score(table.state))
        outcome = sitting.game.outcome(table.state)
        if outcome is not None:
            result = outcome.words.say(face.nouns)
            screen.say(f"{result} ({outcome.rule.cited(sitting.game.book)})", "bold")
    else:
        for seat, words in decision.prompts.items():
            who = sitting.game.seats[seat]
            rule = decision.rule.cited(sitting.game.book)
            screen.say(f"{who}: {words.say(face.nouns)}. ({rule})", "bold")
            for each in decision.cautions:
                screen.say(f"  {each.say(face.nouns, sitting.game.book)}", "bold")
            for way in offered(sitting, seat):
                screen.say(f"  {way.pattern:<26} {way.meaning}", "dim")
    _show_position(screen, sitting)
    if picture is not None:
        size = size_of(drawing)
        console().print(f"Wrote {picture} ({size}).", markup=False, soft_wrap=True)


def offered(sitting: Sitting, seat: int) -> list[Way]:
    """Return what can be done with a game in a file: the lines that `do` reads, and the questions.

    What only a session at the terminal has (`r`, `plan`, `reach`) is left out.
    """
    st, face = sitting.table.state, sitting.face
    found: list[Way] = []
    for way in face.ways(st, seat):
        first, *rest = way.pattern.split()
        if any(word.isupper() for word in (first, *rest)):  # HEX, UNIT...: a pattern
            fits = first.isupper() or first in (*face.verbs(st, seat), *_QUESTIONS)
        else:
            try:
                fits = bool(sitting.game.parse(st, seat, way.pattern))
            except NotationError:
                fits = False
        if fits:
            found.append(way)
    return found


def _show_position(screen: Screen, sitting: Sitting) -> None:
    """Print the position as one line of text: whole into a file, in a window what fits a line."""
    if not diagram.is_open_to(sitting.game, sitting.table.state, OBSERVER):
        return
    text, out = _position(sitting), console()
    if out.is_terminal:
        head, more = "Position: ", "... (in full: --position)"
        room = min(screen.width, WIDEST) - len(head)
        cut = text if len(text) <= room else f"{text[: room - len(more)]}{more}"
        screen.say(f"{head}{cut}", "dim")
    else:
        out.print(f"Position: {text}", markup=False, highlight=False, soft_wrap=True)


def _position(sitting: Sitting) -> str:
    """Return the position as text, if nothing of it is hidden from the viewer."""
    game, table = sitting.game, sitting.table
    if not diagram.is_open_to(game, table.state, OBSERVER):
        raise RefusalError(
            "part of this position is hidden, so it can't be printed as text (table: view)"
        )
    header = table.header
    settings = game.settings(header.options, header.revision)
    return diagram.written(game.at(header.scenario), table.state, header.scenario, settings)


def legal(file: SaveArgument, seat: SeatOption = "", data: DataOption = None) -> None:
    """List all legal actions, grouped."""
    sitting = Sitting.open(file, data)
    who = acting(sitting, seat)
    with reporting(file):
        found = sitting.table.legal(who)
    screen = Screen()
    if not found:
        name = sitting.game.seats[who]
        raise RefusalError(f"{name} has nothing to decide now (table: sequence of play)")
    many = "1 way" if len(found) == 1 else f"{len(found)} ways"
    screen.say(f"{sitting.game.seats[who]}: {many}", "bold")
    screen.lines(action_list.grouped(sitting.face, found, screen.width))


def why(
    file: SaveArgument, line: LineArgument, seat: SeatOption = "", data: DataOption = None
) -> None:
    """Say whether a line is legal: the rule that forbids it, or what it costs and why."""
    sitting = Sitting.open(file, data)
    who = acting(sitting, seat)
    with reporting(file):
        lines = verdict(sitting.face, sitting.table, who, " ".join(line))
    Screen().lines(lines)


def odds(
    file: SaveArgument,
    target: Annotated[
        str, typer.Argument(metavar="HEX", help="The hex attacked.", show_default=False)
    ],
    units: Annotated[
        list[str] | None,
        typer.Argument(metavar="UNIT...", help="The attackers; 'all' or nothing for every unit."),
    ] = None,
    seat: SeatOption = "",
    data: DataOption = None,
) -> None:
    """Show the odds of an attack: every modifier with its rule, and the possible results."""
    sitting = Sitting.open(file, data)
    who = acting(sitting, seat)
    with reporting(file):
        lines = sitting.face.odds(sitting.table.state, who, [target, *(units or ())])
    Screen().lines(lines)
