"""`bocage case`: run executable rule cases, which anybody can write without Python."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.output import console
from bocage.games import UnknownGameError
from bocage.games.judges import judge_of
from bocage.rules.cases import Case, files_of, read_case
from bocage.rules.judge import CaseError
from bocage.rules.runner import Report, run

_EXAMPLES = """Examples:

  [bold]bocage case mine.toml[/bold]  one case

  [bold]bocage case tests/cases/roundup -v[/bold]  every case of a folder, each on a line

The format is described in docs/cases.md."""

EXIT_FAILED = 1
EXIT_UNREADABLE = 2


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("case", epilog=_EXAMPLES)(case)


def case(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Cases, or folders of cases.", show_default=False),
    ],
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name the cases that pass, too.")
    ] = False,
    story: Annotated[
        bool, typer.Option("--story", help="Show what happened in every case.")
    ] = False,
) -> None:
    """Run rule cases: exit code 1 if one fails, 2 if one cannot be read."""
    out = console()

    def say(line: str) -> None:
        out.print(line, markup=False, soft_wrap=True)

    passed, failed, unreadable = 0, 0, 0
    for path in files_of(paths):
        try:
            reports = [_run(each) for each in read_case(path)]
        except (CaseError, UnknownGameError) as error:
            unreadable += 1
            say(f"CANNOT BE READ  {path}")
            say(f"        {error}")
            continue
        for report in reports:
            passed += report.passed
            failed += not report.passed
            if verbose or story or not report.passed:
                for line in report.lines():
                    say(line)
            if story and report.passed:
                for line in report.story:
                    say(f"          {line}")
    say(_summary(passed, failed, unreadable))
    if unreadable:
        raise typer.Exit(EXIT_UNREADABLE)
    if failed:
        raise typer.Exit(EXIT_FAILED)


def _run(each: Case) -> Report:
    return run(each, judge_of(each.game))


def _summary(passed: int, failed: int, unreadable: int) -> str:
    parts = [f"{passed} passed", f"{failed} failed"]
    if unreadable:
        parts.append(f"{unreadable} cannot be read")
    return ", ".join(parts)
