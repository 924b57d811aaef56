"""The command's front door: its groups, its version, and how it refuses.

What a user got wrong is answered with one sentence on standard error and exit code 2.
Anything else that goes wrong is a fault of ours and shows itself in full.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bocage import __version__
from bocage.cli import (
    asking,
    atlas,
    cases,
    charts,
    counters,
    dice,
    fuzz,
    games,
    hexes,
    maps,
    opcom,
    orders,
    packs,
    play,
    rules,
    saves,
    serve,
    sim,
)
from bocage.cli.output import RefusalError, complain
from bocage.cli.sitting import CrashedError
from bocage.engine.errors import BocageError
from bocage.hexes.errors import HexError
from bocage.maps.faults import PackError
from bocage.maps.finding import NotFoundError
from bocage.maps.theatres import UnknownTheatreError

EXIT_REFUSED = 2
EXIT_CRASHED = 1

_USAGE: type[Exception] = typer.BadParameter.__bases__[0]
"""What typer raises for a wrong command line; it has no public name."""


class Command(TyperGroup):
    """The whole command, with refusals in one sentence."""

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        standalone_mode: bool = True,  # noqa: ARG002
        **extra: Any,
    ) -> Any:
        """Run, and turn what the user got wrong into a sentence and exit code 2."""
        try:
            code = super().main(
                args=args, prog_name=prog_name or "bocage", standalone_mode=False, **extra
            )
        except (RefusalError, BocageError, UnknownTheatreError, HexError, NotFoundError) as error:
            complain(str(error))
        except CrashedError as error:
            complain(str(error))
            sys.exit(EXIT_CRASHED)
        except PackError as error:
            complain(f"{error}; 'bocage pack check' lists every fault")
        except _USAGE as error:
            complain(_usage_sentence(error))
        else:
            sys.exit(code if isinstance(code, int) else 0)
        sys.exit(EXIT_REFUSED)


def _usage_sentence(error: Any) -> str:
    said = " ".join(str(error.format_message()).split()).rstrip(".")
    said = said.replace(". Did you mean", ": did you mean")
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "bocage"
    return f"{said[:1].lower()}{said[1:]} (see {where} --help)"


app = typer.Typer(
    cls=Command,
    name="bocage",
    help="A digital table for operational wargames of the Second World War.",
    epilog="Begin with [bold]bocage play roundup[/bold], or look: [bold]bocage games[/bold].",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bocage {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _bocage(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Say which bocage it is."),
    ] = False,
) -> None:
    if context.invoked_subcommand is None and not version:
        typer.echo(context.get_help())


games.add_to(app)
hexes.add_to(app)
maps.add_to(app)
play.add_to(app)
saves.add_to(app)
serve.add_to(app)
dice.add_to(app)
orders.add_to(app)
asking.add_to(app)
fuzz.add_to(app)
sim.add_to(app)
atlas.add_to(app)
counters.add_to(app)
charts.add_to(app)
rules.add_to(app)
cases.add_to(app)
app.add_typer(packs.app, name="pack")
opcom.add_to(app)


def main() -> None:
    """The entry point of the installed command."""
    app()
