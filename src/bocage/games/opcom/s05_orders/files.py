"""Reading an order sheet from TOML, CSV or the one line that the log keeps.

A sheet is kept as the team wrote it, word for word; what it means is found out by
`meaning`. So a sheet with one bad order keeps the rest, and Control can read the words.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final, cast

from bocage.engine.actions import MOST_TEXT, cleaned
from bocage.engine.errors import BocageError
from bocage.games.opcom.s05_orders.sheet import FAULTS, HEAD, KINDS, Row, Sheet, Value

_CSV_NAMES: Final[Mapping[str, str]] = {
    "unit_or_grouping": "unit",
    "unit / grouping": "unit",
    "supporting_elements": "support",
    "supporting elements": "support",
    "logistics": "",
}
_LISTS: Final = frozenset({"support", "route", "unit", "guns", "squadrons"})
_MOST_LINES: Final = 500
_SAID_BACK: Final = 40
"""Letters of somebody's word that a refusal repeats."""


class SheetError(BocageError, ValueError):
    """A file that is not an order sheet; says in a sentence what is wrong with it."""


def read_sheet(path: Path, turn: int | None = None) -> Sheet:
    """Return the sheet in a `.toml` or `.csv` file.

    `turn` picks one of several turns in a CSV file.

    Raises:
        SheetError: the file can't be read as a sheet.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SheetError(f"there is no file {path.name}") from None
    except (OSError, UnicodeDecodeError):
        raise SheetError(f"{path.name} cannot be read as text") from None
    if path.suffix.lower() == ".csv":
        return _from_csv(text, path.name, turn)
    if path.suffix.lower() == ".toml":
        return _from_toml(text, path.name)
    raise SheetError(f"{path.name} is neither a .toml nor a .csv file")


def _from_toml(text: str, name: str) -> Sheet:
    faults: list[str] = []
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):  # also a number too long, and lists too deep
        data = salvaged(text, name, faults)
    return mended(data, name, faults)


def _from_csv(text: str, name: str, turn: int | None) -> Sheet:
    rows = list(csv.DictReader(io.StringIO(text)))
    if not rows or not ({"action", "posture"} <= set(rows[0]) or "mission" in rows[0]):
        raise SheetError(
            f"{name} has neither columns 'action' and 'posture' nor a column 'mission',"
            " so it is not an order sheet"
        )
    sheet: dict[str, object] = {}
    lines: dict[str, list[object]] = {"order": [], "air": []}
    for row in rows:
        values = {_CSV_NAMES.get(k, k): (v or "").strip() for k, v in row.items() if k}
        if turn is not None and values.get("turn") not in (None, "", str(turn)):
            continue
        for key in HEAD:
            if values.get(key):
                sheet[key] = values[key]
        kind = "air" if values.get("mission") else "order"
        line = {k: _cell(k, v) for k, v in values.items() if v and k in KINDS[kind]}
        lines[kind].append(line)
    return mended({**{kind: found for kind, found in lines.items() if found}, **sheet}, name, [])


def _cell(key: str, value: str) -> object:
    if key in _LISTS:
        return [each.strip() for each in value.replace(";", ",").split(",") if each.strip()]
    return value


def mended(data: Mapping[str, object], name: str, faults: list[str]) -> Sheet:
    """Return a sheet from a file: what can be read, with a sentence about everything that cannot.

    Raises:
        SheetError: nothing can be read.
    """
    good = kept(data, lambda part: shaped(part, name), faults)
    if faults and not any(key in KINDS for key in good):
        raise SheetError(faults[0])
    told = {FAULTS: list(dict.fromkeys(faults))} if faults else {}
    return shaped({**good, **told}, name)


def shaped(data: Mapping[str, object], name: str = "the sheet") -> Sheet:
    """Return a sheet of the right shape: known kinds of lines, each a table with known fields.

    Raises:
        SheetError: something is not what it should be.
    """
    found: dict[str, object] = {
        key: _single(data[key], f"{name}: '{key}'") for key in HEAD if key in data
    }
    if FAULTS in data:
        faults = _list(data[FAULTS])
        if faults is None or len(faults) > _MOST_LINES:
            raise SheetError(f"{name}: '{FAULTS}' should be a list of sentences")
        found[FAULTS] = _plain(faults, f"{name}: '{FAULTS}'")
    for key, value in data.items():
        if key in HEAD or key == FAULTS:
            continue
        if key not in KINDS:
            near = _near(key, [*KINDS, *HEAD])
            raise SheetError(
                f"{name} has '{_short(key)}', which is not part of an order sheet{near}"
            )
        given = _list(value)
        if given is None or len(given) > _MOST_LINES:
            raise SheetError(f"{name}: '{key}' should be a list of lines, [[{key}]]")
        lines: list[Row] = []
        for number, line in enumerate(given, 1):
            if not isinstance(line, dict):
                raise SheetError(f"{name}: {key} {number} is not a line with fields")
            row = cast("dict[str, object]", line)
            for field in row:
                if field not in KINDS[key]:
                    hint = _near(field, KINDS[key])
                    raise SheetError(f"{name}: {key} {number} has a field '{_short(field)}'{hint}")
            lines.append(
                {
                    field: _plain(each, f"{name}: '{field}' of {key} {number}")
                    for field, each in row.items()
                }
            )
        found[key] = lines
    return cast("Sheet", found)


def _list(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def _plain(value: object, what: str) -> Value:
    """Return the value of a field: a text, a number, yes or no, or a list of texts."""
    if (several := _list(value)) is not None:
        return [_single(each, what) for each in several]
    if isinstance(value, bool | int):
        return value
    return _single(value, what)


def _single(value: object, what: str) -> str:
    """Return a text, or something else that is one thing.

    Raises:
        SheetError: it is a list or a table.
    """
    if isinstance(value, list | dict):
        raise SheetError(f"{what} should be a text or a number, or a list of them")
    return cleaned(str(value))


def _short(word: str) -> str:
    """Return a word of somebody's as it can be said back."""
    return cleaned(word[:_SAID_BACK])


def _near(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word[:_SAID_BACK], list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def sheet_text(sheet: Sheet) -> str:
    """Return a sheet as one line, always the same for the same sheet: what the log keeps.

    Raises:
        SheetError: it is longer than a sheet can be.
    """
    text = json.dumps(sheet, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    text = cleaned(text)
    if len(text.encode()) >= MOST_TEXT:
        raise SheetError("the sheet is too long to be read")
    return text


def sheet_from_text(text: str) -> Sheet:
    """Return the sheet that `sheet_text` wrote.

    Raises:
        SheetError: the line is not a sheet.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # no JSON, a number without end, or too deep
        raise SheetError("this cannot be read as an order sheet") from None
    if not isinstance(data, dict):
        raise SheetError("this cannot be read as an order sheet")
    return shaped(cast("dict[str, object]", data))


_BLOCK = re.compile(r"^(?=\s*\[\[)", re.MULTILINE)


def salvaged(text: str, name: str, faults: list[str]) -> dict[str, object]:
    """Return a TOML file block by block: those that can be read, and a sentence about each other
    one.
    """
    found: dict[str, object] = {}
    line = 1
    for block in _BLOCK.split(text):
        try:
            data = tomllib.loads(block)
        except (ValueError, RecursionError) as error:
            fault = isinstance(error, tomllib.TOMLDecodeError)
            words = str(error).partition(" (at ")[0] if fault else "it is too deep or too long"
            what = f"{name} can't be read as an order sheet from line {line}"
            faults.append(f"{what}: {words}")
            data = {}
        for key, value in data.items():
            before = found.get(key)
            if isinstance(value, list) and isinstance(before, list):
                found[key] = [*cast("list[object]", before), *cast("list[object]", value)]
            else:
                found[key] = value
        line += block.count("\n")
    return found


def kept(
    data: Mapping[str, object], check: Callable[[Mapping[str, object]], object], faults: list[str]
) -> dict[str, object]:
    """Return the parts of a sheet that pass a check, and add a sentence about each other part.

    `check` raises a `ValueError` whose text says what is wrong.
    """
    found: dict[str, object] = {}
    for key, value in data.items():
        lines = cast("list[object]", value) if isinstance(value, list) else None
        if lines is None or not all(isinstance(each, dict) for each in lines):
            if _passes({key: data[key]}, check, faults):
                found[key] = data[key]
            continue
        good = [
            line
            for number, each in enumerate(lines)
            if (line := _fields(key, number, cast("dict[str, object]", each), check, faults))
        ]
        if good:
            found[key] = good
    return found


def _fields(
    key: str,
    before: int,
    line: dict[str, object],
    check: Callable[[Mapping[str, object]], object],
    faults: list[str],
) -> dict[str, object]:
    """Return the known fields of a line. `before` lines of its kind come before it."""
    return {
        field: value
        for field, value in line.items()
        if _passes({key: [*({} for _ in range(before)), {field: value}]}, check, faults)
    }


def _passes(
    data: Mapping[str, object], check: Callable[[Mapping[str, object]], object], faults: list[str]
) -> bool:
    try:
        check(data)
    except ValueError as error:
        faults.append(str(error))
        return False
    return True
