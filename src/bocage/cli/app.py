"""The command: its list of commands, its version, and how it reports mistakes.

A user's mistake gets one sentence on standard error and exit code 2.
Anything else that goes wrong is our fault, and its traceback is shown in full.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bocage import __version__
from bocage.cli.contents import COMMANDS, CONTENTS, loaded

EXIT_REFUSED = 2
EXIT_CRASHED = 1

ALONE = ("serve", "--open")
"""The option that opens the table when the command has no arguments."""

_USAGE: type[Exception] = typer.BadParameter.__bases__[0]
"""The error that typer raises for a wrong command line; it has no public name."""


class Command(TyperGroup):
    """The whole command, with refusals in one sentence and commands that load when they run."""

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        standalone_mode: bool = True,  # noqa: ARG002
        **extra: Any,
    ) -> Any:
        """Run the command; report a user's mistake in one sentence with exit code 2."""
        given = list(sys.argv[1:] if args is None else args) or list(ALONE)
        try:
            code = super().main(
                args=given, prog_name=prog_name or "bocage", standalone_mode=False, **extra
            )
        except _USAGE as error:
            _complain(_usage_sentence(error))
        except Exception as error:
            code = _answered(error)
            if code is None:
                raise
            sys.exit(code)
        else:
            sys.exit(code if isinstance(code, int) else 0)
        sys.exit(EXIT_REFUSED)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Load only the command that is named."""
        if args and args[0] in COMMANDS:
            self.commands[args[0]] = loaded(args[0])
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help from the list of commands: in plain text, because Rich by itself takes
        longer to load than everything else."""
        formatter.write_usage("bocage", "[OPTIONS] COMMAND [ARGS]...")
        formatter.write_paragraph()
        formatter.write_text("A digital table for operational wargames of the Second World War.")
        for heading, some in CONTENTS.items():
            with formatter.section(heading):
                formatter.write_dl([(each.name, each.about) for each in some], col_max=12)
        options = [each.get_help_record(ctx) for each in self.get_params(ctx)]
        with formatter.section("Options"):
            formatter.write_dl([record for record in options if record is not None])
        formatter.write_paragraph()
        formatter.write_text(
            "'bocage' alone opens the table in your browser; 'bocage play roundup' begins a game "
            "in the terminal. 'bocage COMMAND --help' explains a command."
        )


def _answered(error: Exception) -> int | None:
    """Report a user's mistake and return the exit code, or None if it is our own fault.

    What is known to be the user's is imported here: a command that succeeds needs none of it.
    """
    from bocage.cli.output import RefusalError
    from bocage.engine.errors import BocageError
    from bocage.hexes.errors import HexError
    from bocage.maps.faults import PackError
    from bocage.maps.lookup import NotFoundError
    from bocage.maps.theatres import UnknownTheatreError

    if isinstance(error, RefusalError | BocageError | UnknownTheatreError | HexError):
        _complain(str(error))
        return EXIT_REFUSED
    if isinstance(error, NotFoundError):
        _complain(str(error))
        return EXIT_REFUSED
    if isinstance(error, PackError):
        _complain(f"{error}; 'bocage pack check' lists every fault")
        return EXIT_REFUSED
    from bocage.cli.game_file import CrashedError

    if isinstance(error, CrashedError):
        _complain(str(error))
        return EXIT_CRASHED
    return None


def _complain(sentence: str) -> None:
    from bocage.cli.output import complain

    complain(sentence)


def _usage_sentence(error: Any) -> str:
    said = " ".join(str(error.format_message()).split()).rstrip(".")
    said = said.replace(". Did you mean", ": did you mean")
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "bocage"
    return f"{said[:1].lower()}{said[1:]} (see {where} --help)"


app = typer.Typer(
    cls=Command,
    name="bocage",
    add_completion=False,  # ours loads less: `bocage.cli.completion`
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bocage {__version__}")
        raise typer.Exit


@app.callback()
def _bocage(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


def _not_loaded() -> None:
    """Stands for a command until `Command.resolve_command` loads it."""
    raise AssertionError("the command was not loaded")


_not_loaded.__doc__ = None  # it would be the help of every command in the completion

for _name in COMMANDS:
    app.command(_name)(_not_loaded)


def main() -> None:
    """Run the installed command."""
    app()
