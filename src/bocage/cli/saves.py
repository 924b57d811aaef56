"""A game in a file: `new`, `do`, `undo`, `takeback`, `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from bocage.cli.arguments import (
    ChoiceOption,
    DataOption,
    GameArgument,
    LineArgument,
    SaveArgument,
    SeatOption,
    SeedOption,
    SettingOption,
    acting,
)
from bocage.cli.bids import BidOption, won_bid
from bocage.cli.dice import TRUST, DiceOption, EntropyOption, added, drawn
from bocage.cli.game_file import (
    Sitting,
    load,
    options_with,
    reporting,
    seat_of,
    seed_of,
    setting_said,
    usual_setting,
)
from bocage.cli.output import RefusalError
from bocage.cli.terminal.lines import refusals, taken
from bocage.cli.terminal.screen import Screen
from bocage.cli.terminal.story import sentences, told
from bocage.engine.dice import Trust

_NEW = """Examples:

  [bold]bocage new roundup -o calais.bocage[/bold]  a game with new dice

  [bold]bocage new roundup -o calais.bocage --option 15.4=on --option 15.20=on[/bold]

  [bold]bocage new falaise -o pocket.bocage --setting as-printed[/bold]  the rulebook to the letter

  [bold]bocage new falaise -o pocket.bocage --bid german:Anna=4 --bid german:Ben=7[/bold]

  [bold]bocage games roundup[/bold]  every setting and switch, with its rule

  [bold]bocage new roundup -o calais.bocage --dice calais.dice[/bold]  see bocage dice

  [bold]bocage new roundup -o try.bocage --position "$(cat try.txt)"[/bold]  see bocage show"""

_DO = """Examples:

  [bold]bocage do calais.bocage beachhead us1 2723[/bold]  the plain notation

  [bold]bocage do calais.bocage move GE20 3011-2910[/bold]  a whole move in one line

  [bold]bocage do calais.bocage attack 2609 with US01 UK26[/bold]"""


def add_to(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command("new", epilog=_NEW)(new)
    app.command("do", epilog=_DO)(do)
    app.command("adjust", epilog=_ADJUST)(adjust)
    app.command("undo", epilog="Example: [bold]bocage undo calais.bocage 2[/bold]")(undo)
    app.command("takeback", epilog=_TAKEBACK)(takeback)
    app.command("replay", epilog="Example: [bold]bocage replay calais.bocage --to 40[/bold]")(
        replay
    )


def new(
    game: GameArgument,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The new file: FILE.bocage.", show_default=False
        ),
    ],
    scenario: Annotated[
        str, typer.Option(metavar="NAME", help="The scenario.", show_default=False)
    ] = "",
    setting: SettingOption = "",
    option: ChoiceOption = None,
    bid: BidOption = None,
    seed: SeedOption = None,
    referee: Annotated[
        Literal["enforce", "note"],
        typer.Option(help="Enforce the rules, or record illegal actions and allow them."),
    ] = "enforce",
    position: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="Start from this position, as printed by bocage show --position.",
            show_default=False,
        ),
    ] = "",
    dice: DiceOption = None,
    entropy: EntropyOption = None,
    data: DataOption = None,
) -> None:
    """Start a game in a new file.

    Without --setting and --option the whole game begins with its first setting.
    """
    if dice is not None and seed is not None:
        raise RefusalError("--dice and --seed both give the dice: choose one")
    rules = load(game, data)
    if not position:
        setting = setting or usual_setting(rules, option or (), scenario)
    options = options_with(rules, setting, option or (), scenario)
    result = won_bid(rules, bid or ())
    made = Sitting.begin(
        output,
        rules,
        scenario=scenario,
        options={**options, **(result.options if result else {})},
        seed=seed_of(seed) if dice is None else drawn(dice),
        trust=Trust.OPEN if dice is None else Trust.HELD,
        entropy=added(rules, entropy or ()),
        referee=referee,
        position=position,
    )
    screen = Screen()
    screen.say(f"Started {made.game.title} in {output}.")
    if setting:
        screen.say(setting_said(rules, setting))
    if result:
        screen.say(result.said)
    trust = made.table.header.trust
    screen.say(f"Dice: {trust.value} ({TRUST[trust]}).")
    with reporting(output):
        decision = made.table.decision
    if decision is not None:
        seat = decision.seats[0]
        words = decision.prompts[seat].say(made.face.nouns)
        screen.say(f"{made.game.seats[seat]}: {words}. ({decision.rule.cited(made.game.book)})")


def do(
    file: SaveArgument,
    line: LineArgument,
    seat: SeatOption = "",
    data: DataOption = None,
) -> None:
    """Play one line of orders. If any part is illegal, nothing happens."""
    sitting = Sitting.open(file, data)
    table = sitting.table
    who = acting(sitting, seat)
    heard = len(table.events)
    with reporting(file):
        actions = sitting.face.actions(table.state, who, " ".join(line))
        ruling = taken(table, who, actions)
    if not ruling:
        raise RefusalError("; ".join(refusals(sitting.face, ruling)))
    sitting.save()
    screen = Screen()
    for action in actions:
        screen.say(f"{sitting.game.seats[who]} {sitting.game.grammar.say(action)}", "bold")
    screen.lines(f"  {each}" for each in sentences(table.events[heard:], sitting.face))


_ADJUST = """Examples:

  [bold]bocage adjust calais.bocage US01 2722[/bold]  put a unit in a hex

  [bold]bocage adjust calais.bocage weather storm --as allied[/bold]"""


def adjust(
    file: SaveArgument, line: LineArgument, seat: SeatOption = "", data: DataOption = None
) -> None:
    """Change the position by hand, in a game in note mode, where illegal actions are allowed.

    The log records which rules the change breaks.
    """
    sitting = Sitting.open(file, data)
    table = sitting.table
    who = acting(sitting, seat)
    before, heard = len(table.entries), len(table.events)
    with reporting(file):
        noted = table.adjust(who, " ".join(line))
    said = refusals(sitting.face, noted)
    if len(table.entries) == before:
        raise RefusalError("; ".join(said))
    sitting.save()
    screen = Screen()
    screen.say(table.log.line(table.entries[before]), "bold")
    screen.lines(f"  {each}" for each in sentences(table.events[heard:], sitting.face))
    screen.lines(f"  recorded as illegal: {each}" for each in said)


def undo(
    file: SaveArgument,
    count: Annotated[int, typer.Argument(metavar="N", min=1, help="How many lines.")] = 1,
    seat: SeatOption = "",
    data: DataOption = None,
) -> None:
    """Undo your last lines, unless something has been revealed since.

    After a die roll, a reveal or another player's decision, use takeback.
    """
    sitting = Sitting.open(file, data)
    table = sitting.table
    last = table.entries[-1].seat if table.entries else -1
    who = seat_of(sitting.game, seat) if seat else max(last, 0)
    gone = [table.log.line(entry) for entry in table.entries[-count:]]
    with reporting(file):
        ruling = table.undo(who, count)
    if not ruling:
        raise RefusalError("; ".join(refusals(sitting.face, ruling)))
    sitting.save()
    Screen().lines(f"Undone: {line}" for line in gone)


_TAKEBACK = """Example:

  [bold]bocage takeback calais.bocage 12 --as allied --agreed german[/bold]"""


def takeback(
    file: SaveArgument,
    line: Annotated[
        int,
        typer.Argument(
            metavar="N", min=1, help="The first line to undo, as numbered by bocage replay."
        ),
    ],
    seat: SeatOption = "",
    agreed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT", help="A player who has agreed; once per player.", show_default=False
        ),
    ] = None,
    data: DataOption = None,
) -> None:
    """Undo all lines from the given one, dice included, with the other players' consent.

    The lines stay in the file, struck out. The same questions get the same dice again.
    """
    sitting = Sitting.open(file, data)
    who = acting(sitting, seat)
    consent = [seat_of(sitting.game, name) for name in agreed or ()]
    with reporting(file):
        ruling = sitting.table.take_back(who, line - 1, consent)
    if not ruling:
        raise RefusalError("; ".join(refusals(sitting.face, ruling)))
    sitting.save()
    Screen().say(f"Undone from line {line}; {sitting.game.seats[who]} asked.")


def replay(
    file: SaveArgument,
    to: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Stop after line N.", show_default=False),
    ] = None,
    data: DataOption = None,
) -> None:
    """Tell the story of a game in words, line by line, with the rules."""
    sitting = Sitting.open(file, data)
    screen = Screen()
    heading = ""
    with reporting(file):
        for each in told(sitting.table, sitting.face):
            if to is not None and each.number > to:
                return
            if each.heading != heading and each.sentences:
                heading = each.heading
                screen.heading(heading)
            for sentence in each.sentences:
                screen.say(f"{each.number:>4}  {sentence}")
        outcome = sitting.game.outcome(sitting.table.state)
    if outcome is not None:
        screen.heading("The game is over")
        screen.lines(sitting.face.score(sitting.table.state))
        screen.say(
            f"{outcome.words.say(sitting.face.nouns)} ({outcome.rule.cited(sitting.game.book)})"
        )
