"""Case files: a position, actions in it, and what must follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from bocage.engine.rulings import Rule
from bocage.rules.judge import CaseError
from bocage.rules.shape import CASE, STEP, check_fields
from bocage.tables import Fault, read_toml

_HOLE: Final = re.compile(r"\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done or asked, and what must follow."""

    number: int
    """The number, from 1."""
    table: Mapping[str, Any]
    """Its fields, checked: see `bocage.rules.shape.STEP`."""

    @property
    def lines(self) -> Sequence[str]:
        """The lines played; empty if a question is asked or only facts are checked."""
        action = self.table.get("action", ())
        return (action,) if isinstance(action, str) else tuple(action)

    @property
    def refused(self) -> Sequence[str]:
        """The rules of which one must refuse the action; empty if it must be allowed."""
        rules = self.table.get("refused", ())
        return (rules,) if isinstance(rules, str) else tuple(rules)

    @property
    def unordered(self) -> bool:
        """Whether the order of lists in answers and facts does not matter."""
        return bool(self.table.get("unordered", False))

    @property
    def name(self) -> str:
        """Its name in messages."""
        what = "; ".join(self.lines) or self.table.get("ask", "look")
        return f"step {self.number} ({what})"


@dataclass(frozen=True, slots=True)
class Case:
    """One case, or one row of a case that is run for each of several."""

    path: Path
    row: str
    """The value inserted, if the case is run for several: `die = 3`."""
    game: str
    rules: tuple[Rule, ...]
    title: str
    given: Mapping[str, Any]
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """Its name in messages."""
        return f"{self.path.stem} [{self.row}]" if self.row else self.path.stem


def read_case(path: Path) -> list[Case]:
    """Return the case in a file; several, where it is run for each of several rows.

    Raises:
        CaseError: it cannot be read; the message names every fault.
    """
    faults: list[Fault] = []
    data = read_toml(path, faults)
    if data is not None:
        check_fields(data, CASE, path.name, "", faults)
    if data is None or faults:
        raise CaseError("; ".join(str(fault) for fault in faults))
    rows = [None] if "each" not in data else cast("list[dict[str, Any]]", data["each"])
    found = [_case(path, data, row, faults) for row in rows]
    if faults:
        raise CaseError("; ".join(dict.fromkeys(str(fault) for fault in faults)))
    return found


def _case(
    path: Path, data: Mapping[str, Any], row: dict[str, Any] | None, faults: list[Fault]
) -> Case:
    filled = {key: _filled(data[key], row or {}, path, faults) for key in ("given", "do", "title")}
    steps = [Step(i, table) for i, table in enumerate(filled["do"], 1)]
    for step in steps:
        where = f"do, step {step.number}"
        check_fields(step.table, STEP, path.name, where, faults)
        _check_step(step, path.name, where, faults)
    shown = ", ".join(f"{key} = {value}" for key, value in (row or {}).items())
    return Case(
        path,
        shown,
        data["game"],
        tuple(Rule(each) for each in data["rule"]),
        filled["title"],
        filled["given"],
        tuple(steps),
    )


def _check_step(step: Step, file: str, where: str, faults: list[Fault]) -> None:
    table = step.table
    if "action" in table and "ask" in table:
        faults.append(Fault(file, 0, where, "", "has an action and a question: make it two steps"))
    if not {"action", "ask", "expect", "log"} & set(table):
        faults.append(Fault(file, 0, where, "", "does nothing, asks nothing and expects nothing"))
    if "ask" in table and not {"answer", "includes", "excludes"} & set(table):
        faults.append(Fault(file, 0, where, "", "asks and expects no answer"))
    if {"refused", "says"} & set(table) and "action" not in table:
        faults.append(Fault(file, 0, where, "", "only an action can be refused"))
    if "refused" in table and len(step.lines) > 1:
        faults.append(Fault(file, 0, where, "", "is refused: give it one line"))
    if "answer" not in table and "expect" not in table and "unordered" in table:
        faults.append(Fault(file, 0, f"{where}.unordered", "", "has no answer and no fact to read"))
    for name in _NEVER_EMPTY & set(table):
        faults += [
            Fault(file, 0, f"{where}.{path}", "", "is empty, so it expects nothing: leave it out")
            for path in _empty(table[name], name)
        ]


_NEVER_EMPTY: Final = frozenset({"includes", "excludes", "log", "cites", "expect", "refused"})
"""Fields that compare nothing if they are empty."""


def _empty(value: Any, path: str) -> Iterator[str]:
    """Yield where a value, or a table within it, is empty. An empty list counts only at the top:
    within a table it is a fact that can be compared.
    """
    if isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        if not table:
            yield path
        for key, inner in table.items():
            if isinstance(inner, dict):
                yield from _empty(inner, f"{path}.{key}")
    elif isinstance(value, list) and not value:
        yield path


def _filled(value: Any, row: Mapping[str, Any], path: Path, faults: list[Fault]) -> Any:
    """Return a value with the values of a row in its holes."""
    if isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        return {
            _filled(key, row, path, faults): _filled(v, row, path, faults)
            for key, v in table.items()
        }
    if isinstance(value, list):
        return [_filled(each, row, path, faults) for each in cast("list[Any]", value)]
    if not isinstance(value, str):
        return value
    if (whole := _HOLE.fullmatch(value)) and whole[1] in row:
        return row[whole[1]]

    def fill(hole: re.Match[str]) -> str:
        if hole[1] not in row:
            reason = f"'{hole[1]}' is in no row of each; there are {', '.join(row) or 'none'}"
            faults.append(Fault(path.name, 0, "each", hole[0], reason))
        return str(row.get(hole[1], ""))

    return _HOLE.sub(fill, value)


def files_of(paths: Iterable[Path]) -> list[Path]:
    """Return the case files that some paths mean: a folder is every case under it.

    Raises:
        CaseError: a path is neither a file nor a folder with cases in it.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"), key=_in_order)
            if not inside:
                raise CaseError(f"{path}: no case (*.toml) is in this folder")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise CaseError(f"{path}: there is no such file or folder")
    return found


def _in_order(path: Path) -> tuple[str, list[tuple[int, int, str]]]:
    """Return a sort key that puts case 3.2 before case 3.10."""
    parts = re.split(r"[.-]", path.stem)
    keys = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]
    return str(path.parent), keys
