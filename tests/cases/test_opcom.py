"""What the cases of OP COM cover."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from bocage.games.charts import Span
from bocage.games.opcom.board.tables import Outcome, Strike, Tables, tables
from bocage.games.opcom.judge.layout import has_a_map
from bocage.rules.cases import Case, files_of, read_case
from bocage.rules.citations import citations
from bocage.rules.coverage import COVERED, SHARED, Coverage, cover, survivors
from bocage.rules.runner import run
from tests.mutants import judge_of

HERE = Path(__file__).parent / "opcom"


@cache
def cases() -> list[Case]:
    """Return every case, row by row."""
    return [case for path in files_of([HERE]) for case in read_case(path)]


@cache
def coverage() -> Coverage:
    """What they cover."""
    return cover(judge_of("opcom"), cases())


def test_every_sentence_and_reading_has_a_case_or_a_reason() -> None:
    """No sentence and no reading lacks a case that depends on it, or a reason why none can be."""
    assert judge_of("opcom").every_reading
    assert [str(each.rule) for each in coverage().missing] == []
    assert list(coverage().unknown) == []


def test_every_rule_that_a_case_names_decides_it() -> None:
    """A case depends on every rule that it names."""
    assert coverage().idle == []


def test_a_case_fails_when_its_rule_is_off() -> None:
    """Each rule that the code cites is switched off, and a case fails, or a reason is given."""
    judge = judge_of("opcom")
    count, left = survivors(judge, cases(), citations(judge.folder), coverage().reports)
    assert count > 240
    found = {str(each.rule): each.places for each in left if each.rule not in judge.explained}
    assert found == {}


def test_excuses_are_few_and_needed() -> None:
    """No entry is excused or shared that a case covers, and less than a sixth is excused."""
    entries = coverage().entries
    assert [each.rule for each in entries if (each.excuse or each.twins) and each.counting] == []
    assert 6 * sum(bool(each.excuse) for each in entries) < len(entries)


def test_the_table_of_the_rulebook_is_true() -> None:
    """`docs/opcom-rules.md` has every sentence, and each case that it names shows the sentence."""
    text = (HERE.parents[2] / "docs" / "opcom-rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:reading )?[\d.\w-]+) \| .* \| (.*) \| (.*) \|$", text, re.MULTILINE)
    told = {number: (done, shown) for number, done, shown in rows}
    assert {str(each.rule) for each in coverage().entries} <= set(told), "make rulebook"
    for each in (*coverage().entries, *coverage().readings):
        done, shown = told.get(str(each.rule), ("", ""))
        assert done != "no"
        assert done != "yes" or each.state in (COVERED, SHARED), each.rule
        names = {case.path.stem for case in each.counting}
        assert set(re.findall(r"`([^`]+)`", shown)) <= names, each.rule


# Cell by cell ------------------------------------------------------------------------------


def other(value: Any) -> Iterator[Any]:
    """Yield every way to get one cell of a row wrong."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1 if value else 30
    elif value is None:
        return
    elif isinstance(value, Span):
        if value.low is not None:
            yield Span(value.low + 1, value.high)
        if value.high is not None:
            yield Span(value.low, value.high - 1)
    elif isinstance(value, Outcome):
        yield replace(value, attacker_steps=value.attacker_steps + 1)
        yield replace(value, defender_steps=value.defender_steps + 1)
        yield replace(value, retreat="1d6" if value.retreat != "1d6" else "2d6")
        yield replace(value, supplies_lost=value.supplies_lost + 1)
        yield replace(value, counter="no" if value.counter == "if ordered" else "if ordered")
        yield replace(value, overrun=None) if value.overrun else value
    elif isinstance(value, tuple):
        whole = cast("tuple[Any, ...]", value)
        for place, inner in enumerate(whole):
            for wrong in other(inner):
                yield (*whole[:place], wrong, *whole[place + 1 :])
    else:
        for field in fields(value):
            for wrong in other(getattr(value, field.name)):
                yield replace(value, **{field.name: wrong})


def wrong_tables(name: str) -> Iterator[tuple[str, Any]]:
    """Yield a table of the rules with one cell wrong, and which."""
    table: Any = getattr(tables(), name)
    if isinstance(table, Span):
        yield from ((name, wrong) for wrong in other(table))
    elif name == "bad":  # its results are those of the other column: the scores are its own
        for place, (span, row) in enumerate(table):
            for wrong in other(span):
                yield f"{name} {place}", (*table[:place], (wrong, row), *table[place + 1 :])
    elif isinstance(table, tuple):
        rows = cast("tuple[Any, ...]", table)
        for place, row in enumerate(rows):
            for wrong in other(row):
                if wrong != row:
                    yield f"{name} {place}", (*rows[:place], wrong, *rows[place + 1 :])
    else:
        for key, row in table.items():
            for wrong in other(row):
                # rows of the same troops agree about rivers, or the chart is not read at all
                rivers = name == "rates" and wrong.minor_water != row.minor_water
                if wrong != row and not (rivers and key not in ROWS):
                    yield f"{name} {key} {wrong}", {**table, key: wrong}


@contextmanager
def spoilt(name: str, table: Any) -> Generator[None]:
    """Within, the tables have another table."""
    before = getattr(tables(), name)
    object.__setattr__(tables(), name, table)
    try:
        yield
    finally:
        object.__setattr__(tables(), name, before)


ROWS = (
    *("foot, any ground", "motorised, open", "tanks, open", "towed guns, any ground"),
    "recce, open",
)
"""The row of troops that the river cases ask for, of each kind."""
TABLES = {
    "rates": ("6.", "reading-3"),
    "passing": ("6.5",),
    "rail": ("6.4",),
    "capacity": ("7.", "reading-1"),
    "demolition": ("8.",),
    "factors": ("9.9",),
    "air": ("9.9", "9.13"),
    "normal": ("9.13", "9.14", "reading-4"),
    "bad": ("9.13",),
    "artillery": ("9.11",),
    "squadrons": ("9.12",),
    "supply_use": ("9.5", "9.11"),
    "strikes": ("9.16",),
}
"""The tables, and the cases that must notice."""


def is_seen(name: str, table: Any) -> bool:
    """Return whether a case fails with a table spoilt so."""
    about = [
        case
        for case in cases()
        if case.path.name.startswith(TABLES[name]) and not has_a_map(case.given)
    ]
    assert about
    with spoilt(name, table):
        return not all(_passes(case) for case in about)


def _passes(case: Case) -> bool:
    try:
        return run(case, judge_of("opcom")).passed
    except Exception:
        return False


@pytest.mark.parametrize("name", TABLES)
def test_a_wrong_cell_is_found(name: str) -> None:
    """Change any one cell of a table of the ground war, and a case fails."""
    survived = [what for what, table in wrong_tables(name) if not is_seen(name, table)]
    assert survived == []


def test_all_tables_are_tried() -> None:
    """Every table of the rules is among those; figures are not, and the air is tried beside."""
    assert {field.name for field in fields(Tables)} == {*TABLES, "figures", "sky", "printed"}
    assert isinstance(tables().strikes[0], Strike)
