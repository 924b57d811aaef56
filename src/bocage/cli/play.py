"""`bocage play`: a game in the terminal, two at one screen or against a simple player."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bocage.cli import home
from bocage.cli.arguments import ChoiceOption, DataOption, GameArgument, SeedOption, SettingOption
from bocage.cli.game_file import (
    ENDING,
    Sitting,
    chosen_options,
    load,
    options_with,
    seat_of,
    seed_of,
    usual_setting,
)
from bocage.cli.opcom_alone import Alone, team_named
from bocage.cli.output import RefusalError, console, warn_if_slow
from bocage.cli.terminal.screen import Screen
from bocage.cli.terminal.session import Session
from bocage.engine.play import settle, sit_down
from bocage.engine.playout import PolicyError, policy

if TYPE_CHECKING:
    from bocage.engine.game import Game, Printed
    from bocage.engine.play import Policy

_EXAMPLES = """Examples:

  [bold]bocage play roundup[/bold]  two players, one screen; continues roundup.bocage

  [bold]bocage play roundup --against staff[/bold]  you play the Allies against the staff

  [bold]bocage play falaise --solitaire[/bold]  you play the Germans; the rulebook plays the Allies

  [bold]bocage play roundup --option 15.4=on[/bold]  an optional rule; see bocage games roundup

  [bold]bocage play falaise --scenario chambois --against staff[/bold]  a quarter of an hour

  [bold]bocage play opcom --scenario joes-bridge --team Guards[/bold]  you command one headquarters

  [bold]bocage play roundup ours.bocage --plan boulogne[/bold]  'r' takes this plan"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("play", epilog=_EXAMPLES)(play)


def play(
    game: GameArgument,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="The file of the game. By default GAME.bocage in your data folder.",
            show_default=False,
        ),
    ] = None,
    against: Annotated[
        str,
        typer.Option(
            metavar="PLAYER", help="A computer player: staff, random, ...", show_default=False
        ),
    ] = "",
    side: Annotated[
        str, typer.Option(metavar="SEAT", help="Your side against a player.", show_default=False)
    ] = "",
    solitaire: Annotated[
        bool,
        typer.Option("--solitaire", help="Let the rulebook play the other side, if it can."),
    ] = False,
    plan: Annotated[
        str, typer.Option(metavar="NAME", help="The set-up that 'r' uses.", show_default=False)
    ] = "",
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Which scenario; bocage games GAME lists them.", show_default=False
        ),
    ] = "",
    team: Annotated[
        str,
        typer.Option(metavar="NAME", help="For OP COM: your headquarters.", show_default=False),
    ] = "",
    seed: SeedOption = None,
    setting: SettingOption = "",
    option: ChoiceOption = None,
    data: DataOption = None,
) -> None:
    """Play in the terminal: two at one screen, against a computer player, or solitaire.

    The program asks for every decision, explains every mistake, and saves after each line.
    An unfinished game in FILE continues.
    """
    rules = load(game, data)
    if rules.control is not None:
        if against or side or solitaire or plan:
            none = "--against, --side, --solitaire or --plan"
            raise RefusalError(
                f"{rules.title} has no {none}: computer commanders play the other teams"
            )
        _campaign(rules, file, data, scenario, team, seed, option or ())
        return
    if team:
        raise RefusalError(f"--team is for OP COM: {rules.title} has no headquarters")
    rules = load(game, data, scenario)
    opponent = _opponent(rules, against)
    mine = seat_of(rules, side) if side else 0
    printed = _printed(rules) if solitaire else None
    if printed is not None and (against or side):
        raise RefusalError(
            "--solitaire has its own opponent and sides: leave out --against and --side"
        )
    if side and not against:
        raise RefusalError("--side needs an opponent: add --against PLAYER")
    ending = (f"-{scenario}" if scenario else "") + ("-solitaire" if solitaire else "")
    path = home.found(file) if file else _next_name(rules, data, ending)
    _check_plan(rules, plan, scenario)
    sitting = _sitting(rules, path, data, scenario, seed, setting, option or (), printed)
    players = {}
    if opponent is not None:
        warn_if_slow()
        players = {seat: opponent for seat in range(len(rules.seats)) if seat != mine}
    # The player's choices follow the game's own seed, so that a game can be played again.
    chance = Random(sitting.table.header.commitment)  # noqa: S311 - play, not secrecy
    beside = f" --against {against}" if against else ""
    beside += f" --side {rules.seats[mine]}" if against and mine else ""
    Session(sitting, Screen(), players=players, plan=plan, beside=beside, chance=chance).run()


def _campaign(
    rules: Game[Any],
    file: Path | None,
    data: Path | None,
    scenario: str,
    team: str,
    seed: str | None,
    option: Sequence[str],
) -> None:
    """Play a game with an umpire: the player has one headquarters, commanders have the others."""
    ending = f"-{scenario}" if scenario else ""
    path = home.found(file) if file else _next_name(rules, data, ending)
    if path.exists():
        if seed is not None or option:
            raise _begun(path)
        sitting = Sitting.open(path, data, rules.id)
        _check_scenario(sitting, scenario)
        own = team_named(sitting.table, team)
    else:
        options = chosen_options(option)
        sitting = Sitting.begin(path, rules, scenario=scenario, options=options, seed=seed_of(seed))
        try:
            own = team_named(sitting.table, team)
        except RefusalError:
            path.unlink()  # nothing was played: the next try starts from the beginning
            raise
    Alone(sitting, Screen(), own).run()


def _begun(path: Path) -> RefusalError:
    return RefusalError(f"{path} has started: you can't change its dice and options")


def _check_scenario(sitting: Sitting, scenario: str) -> None:
    is_of = sitting.table.header.scenario
    if scenario and scenario != is_of:
        raise RefusalError(f"{sitting.path} is a game of {is_of}, not of {scenario}")


def _check_plan(rules: Game[Any], plan: str, scenario: str) -> None:
    if not plan:
        return
    st = rules.new(rules.scenario(scenario).id, rules.settings())
    settle(st)
    known = dict.fromkeys(
        each.id for seat in range(len(rules.seats)) for each in rules.plans(st, seat)
    )
    if plan not in known:
        raise RefusalError(f"there is no plan '{plan}'; there are {', '.join(known) or 'none'}")


def _opponent(rules: Game[Any], name: str) -> Policy | None:
    if not name:
        return None
    try:
        return sit_down(policy(rules, name))
    except PolicyError as error:
        raise RefusalError(str(error)) from None


def _printed(rules: Game[Any]) -> Printed:
    """Return the opponent in the rulebook."""
    if not rules.printed:
        raise RefusalError(f"{rules.title} has no rules for solitaire play")
    return next(iter(rules.printed.values()))


def _next_name(rules: Game[Any], data: Path | None, ending: str) -> Path:
    """Return the file for a game when the user named none; a finished game is left alone."""
    stem = f"{rules.id}{ending}"
    for number in count(1):
        path, said = home.kept(f"{stem}{'' if number == 1 else f'-{number}'}{ENDING}")
        if not path.exists() or not Sitting.open(path, data, rules.id).table.is_over:
            if said:
                console().print(said, markup=False, soft_wrap=True)
            return path
    raise AssertionError("there is always a next number")


def _sitting(
    rules: Game[Any],
    path: Path,
    data: Path | None,
    scenario: str,
    seed: str | None,
    setting: str,
    option: Sequence[str],
    printed: Printed | None,
) -> Sitting:
    """Return the game to continue, or a new one."""
    if not path.exists():
        if printed is None:  # the Allies of the rulebook play what is printed
            setting = setting or usual_setting(rules, option, scenario)
        chosen = options_with(rules, setting, option, scenario)
        if printed is not None:
            chosen[printed.option] = printed.choice
        return Sitting.begin(path, rules, scenario=scenario, options=chosen, seed=seed_of(seed))
    if seed is not None or option or setting:
        raise _begun(path)
    found = Sitting.open(path, data, rules.id)
    _check_scenario(found, scenario)
    if printed is not None and found.table.header.options.get(printed.option) != printed.choice:
        raise RefusalError(f"{path} has started, and it is not a solitaire game")
    return found
