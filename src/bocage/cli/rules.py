"""`bocage rules`: an entry of a rulebook, where the code decides it, and what covers it."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from bocage.ai import load_game
from bocage.cli.arguments import GameArgument
from bocage.cli.output import NARROW, RefusalError, console
from bocage.cli.rule_counts import show_counts
from bocage.engine.fuzzing import Fuzz
from bocage.engine.playout import policies_of
from bocage.engine.rulings import Rule
from bocage.engine.switches import is_under
from bocage.games.judges import judge_of, rulebook_for
from bocage.rules.cases import Case, files_of, read_case
from bocage.rules.citations import Place, citations, mentions
from bocage.rules.coverage import (
    COVERED,
    EXCUSED,
    MISSING,
    SHARED,
    Coverage,
    cover,
    survivors,
)
from bocage.rules.mutants import with_mutants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.rules.coverage import Standing
    from bocage.rules.judge import Judge

_EXAMPLES = """Examples:

  [bold]bocage rules roundup 3.2.1[/bold]  a case, its sentences, the code, its cases

  [bold]bocage rules roundup --coverage[/bold]  which sentence has a case that depends on it

  [bold]bocage rules roundup --mutate[/bold]  switch off every rule, one by one"""

CASES = Path("tests") / "cases"
"""The folder of the cases, with a folder for each game."""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("rules", epilog=_EXAMPLES)(rules)


def rules(
    game: GameArgument,
    number: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NUMBER]",
            help="A rule or sentence, such as 3.2.1.e, or 'reading N'.",
        ),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show which sentences have cases.")
    ] = False,
    mutate: Annotated[
        bool, typer.Option("--mutate", help="Switch off every rule that the code cites.")
    ] = False,
    played: Annotated[
        int,
        typer.Option(
            "--played",
            min=0,
            metavar="N",
            help="Play N random games and count what each rule decides.",
        ),
    ] = 0,
    folder: Annotated[
        Path | None,
        typer.Option("--cases", metavar="DIR", help="The folder of the cases.", show_default=False),
    ] = None,
) -> None:
    """Show the rules of a game, with their code and cases."""
    judge = judge_of(game)
    place = CASES / game if folder is None else folder
    out = console()
    if coverage or mutate:
        with_mutants(judge, game)
        cases = [case for path in files_of([place]) for case in read_case(path)]
        held = True
        if coverage:
            held = _show_coverage(out, cover(judge, cases))
        if mutate:
            held = _show_survivors(out, judge, cases) and held
        if not held:
            raise typer.Exit(1)
    elif played:
        book = rulebook_for(load_game(game))
        assert book is not None  # it has a judge
        what = Fuzz(
            partial(load_game, game),
            tuple(policies_of(judge.game)),
            seed=1,
            recompute=False,
            count=True,
            explain=book.explain,
            vary=True,
        )
        found = what.run(played)
        show_counts(out, book, found.rules, found.games)
        for reason in found.reasons:
            _say(out, reason)
        if found.failed:
            raise typer.Exit(1)
    elif number:
        _show(out, judge, Rule(" ".join(number)), place)
    else:
        for entry in judge.index.values():
            if entry.is_case:
                _say(out, f"{entry.rule:<8} {entry.title}")


def _say(out: Console, line: str) -> None:
    out.print(line, markup=False, soft_wrap=True)


# One entry --------------------------------------------------------------------------------


def _show(out: Console, judge: Judge[Any], rule: Rule, place: Path) -> None:
    reading = judge.readings.get(rule)
    if reading is not None:
        _say(out, f"{judge.game.book} {rule}: {reading.title}")
        _say(out, f"  {reading.says}")
        _say(out, f"  belongs to {', '.join(reading.about)}")
        if reading.case_none:
            _say(out, f"  no case: {reading.case_none}")
    elif rule in judge.index:
        for entry in [judge.index[rule], *_parts(judge, rule)]:
            head = f"{judge.game.book} {entry.rule}"
            _say(out, f"{head}: {entry.title}" if entry.rule == rule else f"  {entry.rule}")
            _say(out, f"  {entry.says}" if entry.rule == rule else f"    {entry.says}")
            if entry.same_as:
                _say(out, f"    says the same as {', '.join(entry.same_as)}")
            if entry.case_none:
                _say(out, f"    no case: {entry.case_none}")
        for each in judge.readings.values():
            if any(is_under(about, rule) or is_under(rule, about) for about in each.about):
                _say(out, f"  {each.rule}, {each.title}: {each.says}")
    else:
        known = [*judge.index, *judge.readings]
        near = get_close_matches(rule, known, n=1)
        hint = f", did you mean {near[0]}?" if near else ""
        raise RefusalError(f"{judge.game.title} has no rule '{rule}'{hint}")
    _decided(out, judge, rule)
    _cases(out, rule, place)


def _parts(judge: Judge[Any], rule: Rule) -> list[Any]:
    """Return the sentences of a case; the cases of a section stand for themselves."""
    return [
        each
        for each in judge.index.values()
        if each.rule != rule and each.rule.case == rule and is_under(each.rule, rule)
    ]


def _decided(out: Console, judge: Judge[Any], rule: Rule) -> None:
    found: list[tuple[Rule, Place]] = [
        (cited, place)
        for cited, places in citations(judge.folder).items()
        if is_under(cited, rule) or is_under(rule, cited)
        for place in places
    ]
    decided = [each for each in found if each[1].file not in judge.explaining]
    said = [
        place
        for place in mentions(judge.folder).get(rule.case, [])
        if place.file not in judge.explaining
    ]
    _say(out, "Decided in" if decided or said else "Decided in: no code cites it")
    for cited, place in decided:
        _say(out, f"  {place} cites {cited}")
    for place in said:
        _say(out, f"  {place} is about {rule.case}")
    for cited, place in found:
        if place.file in judge.explaining:
            _say(out, f"  explained in {place}, by {cited}")


def _cases(out: Console, rule: Rule, place: Path) -> None:
    if not place.is_dir():
        _say(out, f"Cases: there is no folder {place}")
        return
    files = {case.path: case for path in files_of([place]) for case in read_case(path)}
    found = [case for case in files.values() if any(is_under(each, rule) for each in case.rules)]
    _say(out, "Cases" if found else "Cases: none")
    for case in found:
        _say(out, f"  {case.path}: {case.title}")


# All entries ------------------------------------------------------------------------------


def _show_coverage(out: Console, found: Coverage) -> bool:
    """Print the table and return whether it is complete."""
    wide = out.width >= NARROW
    table = Table(box=None, pad_edge=False)
    for heading in ("entry", "case", "state", "cases that count"):
        table.add_column(heading, overflow="fold")
    for each in (*found.entries, *found.readings):
        names = ", ".join(dict.fromkeys(case.path.stem for case in each.counting))
        bad = [f"{v.case.name}: {v.state}" for v in each.verdicts if v.case not in each.counting]
        twins = ", ".join(twin.rule for twin in each.twins)
        same = f"the same as {twins}" if twins else ""
        shown = names or same or each.excuse or "; ".join(dict.fromkeys(bad))
        if wide:
            table.add_row(each.rule, each.title, each.state, shown)
        else:
            _say(out, f"{each.rule} {each.state}: {shown}")
    if wide:
        out.print(table, markup=False)
    for report in found.reports:
        if not report.passed:
            for line in report.lines():
                _say(out, line)
    for line in found.unknown:
        _say(out, line)
    failed = sum(not each.passed for each in found.reports)
    said = _counted(found.entries, COVERED, SHARED, EXCUSED, MISSING)
    _say(
        out, f"{len(found.entries)} entries: {said}. Cases: {len(found.reports)}, {failed} failed."
    )
    _say(out, f"{len(found.readings)} readings: {_counted(found.readings, *_OF_READINGS)}.")
    for line in found.idle:
        _say(out, f"  {line}")
    return found.complete


_OF_READINGS = (COVERED, EXCUSED, MISSING)


def _counted(standings: Sequence[Standing], *states: str) -> str:
    """Return the number of entries in each state: `3 covered, 1 missing`."""
    found = [each.state for each in standings]
    return ", ".join(f"{found.count(state)} {state}" for state in states)


def _show_survivors(out: Console, judge: Judge[Any], cases: list[Case]) -> bool:
    """Print the rules that no test depends on, and return whether there are none."""
    count, left = survivors(judge, cases, citations(judge.folder))
    for each in left:
        where = ", ".join(each.places) or "an effect of its own"
        why = judge.explained.get(each.rule)
        said = f"explained: {why}" if why else each.why
        _say(out, f"survives: {each.rule} ({said}); cited in {where}")
    odd = [each for each in left if each.rule not in judge.explained]
    known = len(left) - len(odd)
    _say(
        out,
        f"{count} rules switched off one by one: {count - len(left)} missed by a case, "
        f"{known} survive with a reason, {len(odd)} without.",
    )
    return not odd
