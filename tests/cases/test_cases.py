"""Every executable rule case in this folder, and what they cover together."""

from __future__ import annotations

import dataclasses
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bocage import games
from bocage.games import GAMES
from bocage.games.roundup.board.charts import RESULTS, Charts
from bocage.games.roundup.board.world import World
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.judge.judge import RoundupJudge
from bocage.rules.cases import Case, files_of, read_case
from bocage.rules.citations import citations
from bocage.rules.coverage import Coverage, cover, survivors
from bocage.rules.judge import replaced
from bocage.rules.runner import run
from bocage.rules.shape import CASE, GIVEN, STEP, schema
from tests.mutants import judge_of

HERE = Path(__file__).parent
DOCS = HERE.parent.parent / "docs"
FILES = files_of([HERE])
CASES = [case for path in FILES for case in read_case(path)]
WHOLE = ("roundup", "falaise")
"""Games whose index is covered to the last sentence."""


def cases_of(game: str) -> list[Case]:
    """Return the cases of a game, row by row."""
    return [case for case in CASES if case.game == game]


@cache
def covered(game: str) -> Coverage:
    """What the cases of a game cover; it takes a second or two."""
    return cover(judge_of(game), cases_of(game))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_rule_case(case: Case) -> None:
    """What the case says must follow does follow."""
    report = run(case, judge_of(case.game))
    assert report.passed, "\n".join(report.lines())


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_case_lies_where_it_belongs(path: Path) -> None:
    """A case lies in the folder of its game, under the number of a rule that it names."""
    case = read_case(path)[0]
    assert path.parent.name == case.game
    modules = {rule.replace(" ", ".").split(".")[0] for rule in case.rules}
    assert path.stem.replace("-", ".").split(".")[0] in modules


@pytest.mark.parametrize("game", WHOLE)
def test_every_entry_has_a_case_or_a_reason(game: str) -> None:
    """Every sentence of the index has a case that depends on it, or says why none can exist."""
    found = covered(game)
    assert [each.rule for each in found.missing] == []
    assert list(found.unknown) == []


@pytest.mark.parametrize("game", WHOLE)
def test_every_rule_that_a_case_names_decides_it(game: str) -> None:
    """A case depends on every rule that it names."""
    assert covered(game).idle == []


@pytest.mark.parametrize("game", WHOLE)
def test_a_case_fails_when_its_rule_is_off(game: str) -> None:
    """Each rule that the code cites is switched off, and a case fails, or a reason is given."""
    judge = judge_of(game)
    count, left = survivors(judge, cases_of(game), citations(judge.folder))
    assert count > 250
    assert {each.rule for each in left} == set(judge.explained)


@pytest.mark.parametrize("game", WHOLE)
def test_excuses_are_few_and_needed(game: str) -> None:
    """No entry is excused or shared that a case covers, and less than a sixth is excused."""
    entries = covered(game).entries
    both = [each.rule for each in entries if (each.excuse or each.twins) and each.counting]
    assert both == []
    assert 6 * sum(bool(each.excuse) for each in entries) < len(entries)


# Charts, cell by cell ----------------------------------------------------------------------


def other(results: tuple[tuple[str, ...], ...], die: int, column: int) -> Any:
    """Return the Combat Results Table with one cell that is wrong."""
    rows = [list(row) for row in results]
    rows[die][column] = next(each for each in RESULTS if each != rows[die][column])
    return tuple(tuple(row) for row in rows)


def wrong_charts(charts: Charts) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every way to get one cell of a chart wrong, by name."""
    for die in range(6):
        for column in range(len(charts.columns)):
            yield f"combat {die + 1}", {"results": other(charts.results, die, column)}
        for turn, faces in charts.weather.items():
            sky = (*faces[:die], (faces[die] + 1) % 3, *faces[die + 1 :])
            yield f"weather {turn}", {"weather": {**charts.weather, turn: sky}}
        for name in ("bomber", "returns_supplied", "returns_unsupplied"):
            row = list(getattr(charts, name))
            row[die] += 1
            yield name, {name: tuple(row)}
    for name, value in charts.bomber_modifiers.items():
        yield "bomber", {"bomber_modifiers": {**charts.bomber_modifiers, name: value + 1}}


def test_a_wrong_cell_of_a_chart_is_found() -> None:
    """Combat results, weather, bombers, returns: change any one cell and a case fails."""
    judge = judge_of("roundup")
    world: Any = getattr(judge.game, "world")  # noqa: B009 - a game of no kind has none
    about: dict[str, str | tuple[str, ...]] = {
        "combat": "11.13-table",
        "weather": "6.0-weather-table",
        "bomber": ("11.12-bomber-table", "15.20"),
        "returns": "8.4-return",
    }
    survived: list[str] = []
    cells = 0
    for name, change in wrong_charts(world.charts):
        cells += 1
        stem = about[name.split()[0].split("_")[0]]
        tables = [case for case in cases_of("roundup") if case.path.stem.startswith(stem)]
        if name.startswith("weather"):
            tables = [case for case in tables if str(case.given["turn"]) == name.split()[1]]
        with replaced(world, charts=dataclasses.replace(world.charts, **change)):
            if all(run(case, judge).passed for case in tables):
                survived.append(name)
    assert cells == 48 + 54 + 18 + 3
    assert survived == []


def test_a_wrong_cell_of_the_map_charts_is_found() -> None:
    """Terrain costs, terrain shifts, Movement Points: change any one and a case fails."""
    ours: Any = judge_of("roundup")
    world: World = ours.game.world
    about = ("10.1", "10.2", "10.4", "11.6", "11.10")
    tables = [case for case in cases_of("roundup") if case.path.stem.startswith(about)]
    survived: list[str] = []
    cells = 0
    for chart in ("points", "shifts", "movement"):
        for name, value in getattr(world.charts, chart).items():
            cells += 1
            wrong: dict[str, Any] = {chart: {**getattr(world.charts, chart), name: value + 1}}
            charts = dataclasses.replace(world.charts, **wrong)
            judge = RoundupJudge(Roundup(World(world.pack, world.units, charts)))
            if all(run(case, judge).passed for case in tables):
                survived.append(f"{chart} {name}")
    assert cells == 7 + 7 + 6
    assert survived == []


# Documentation -----------------------------------------------------------------------------


def test_the_schema_is_the_reader() -> None:
    """`docs/case.schema.json` is made from the lists that the reader checks with.

    To write it again: `json.dumps(schema({...}), indent=2)` of the judges' fields.
    """
    made = schema({name: judge_of(name).given for name in GAMES})
    assert json.loads((DOCS / "case.schema.json").read_text(encoding="utf-8")) == made


def test_every_case_fits_the_schema() -> None:
    """What the reader takes the schema takes too, and it refuses what the reader refuses."""
    made = schema({name: judge_of(name).given for name in GAMES})
    validator: Any = import_module("jsonschema").Draft202012Validator(made)
    for path in FILES:
        found = list(validator.iter_errors(tomllib.loads(path.read_text(encoding="utf-8"))))
        assert found == [], path.name
    wrong: dict[str, Any] = {
        "game": "roundup",
        "rule": "3.1",
        "title": "",
        "given": {"wether": "clear"},
        "do": [],
    }
    assert len(list(validator.iter_errors(wrong))) >= 4


@pytest.mark.parametrize("game", list(GAMES))
def test_the_page_names_every_field_question_and_fact(game: str) -> None:
    """Every field, question and fact has a row in `docs/cases.md`, those of a game in its part."""
    page = (DOCS / "cases.md").read_text(encoding="utf-8")
    judge = judge_of(game)
    part = page.split(f"\n## {games.game(game).title}\n")[1].split("\n## ")[0]
    names = [field.name for field in judge.given if field not in GIVEN]
    names += [each.split()[0] for each in (*judge.questions, *judge.facts)]
    assert [name for name in names if not re.search(rf"^\| `{name}[` ]", part, re.M)] == []
    shared = [field.name for field in (*CASE, *STEP, *GIVEN)]
    assert [name for name in shared if f"`{name}" not in page] == []
