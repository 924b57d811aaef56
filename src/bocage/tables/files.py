"""Tables and settings from files.

A file is a path, or a resource of the package. Faults are added to the given list, so that the
author of a table sees all of them at once.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from bocage.tables.faults import Fault
from bocage.tables.fields import FieldError, Reader


@dataclass(frozen=True, slots=True)
class Table:
    """One CSV file: its columns and the record of a row."""

    file: str
    record: type[Any]
    columns: tuple[tuple[str, Reader], ...]
    """Heading and reader of each column, in the order of the fields of the record."""
    key: tuple[str, ...]
    """The columns that together may not repeat."""


def read_text(path: Path | Traversable, faults: list[Fault]) -> str | None:
    """Return the text of a file in UTF-8, or None after noting why it cannot be had."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        faults.append(Fault(path.name, 0, "", "", "the file is missing"))
    except UnicodeDecodeError as error:
        faults.append(Fault(path.name, 0, "", "", f"is not UTF-8 text: {error.reason}"))
    except OSError as error:
        faults.append(Fault(path.name, 0, "", "", f"cannot be read: {error.strerror}"))
    return None


def read_toml(path: Path | Traversable, faults: list[Fault]) -> Mapping[str, Any] | None:
    """Return the content of a TOML file, or None after noting its faults."""
    content = read_text(path, faults)
    if content is None:
        return None
    try:
        return tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        faults.append(Fault(path.name, int(line[1]) if line else 0, "", "", str(error)))
        return None


def read_rows(
    path: Path | Traversable, headings: Sequence[str], faults: list[Fault]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield rows by spreadsheet line; a row with too few or too many fields is a fault."""
    content = read_text(path, faults)
    if content is None:
        return
    reader = csv.reader(io.StringIO(content, newline=""), strict=True)
    wanted = list(headings)
    try:
        heading = next(reader, None)
        if heading != wanted:
            shown = ",".join(heading or [])
            reason = f"the heading should be {','.join(wanted)}"
            faults.append(Fault(path.name, 1, "", shown, reason))
            return
        for line in reader:
            if not line:
                continue
            if len(line) != len(wanted):
                reason = f"has {len(line)} fields, expected {len(wanted)}"
                faults.append(Fault(path.name, reader.line_num, "", "", reason))
                continue
            yield reader.line_num, dict(zip(wanted, line, strict=True))
    except csv.Error as error:
        faults.append(Fault(path.name, reader.line_num, "", "", str(error)))


def read_records(
    folder: Path | Traversable, table: Table, faults: list[Fault]
) -> list[tuple[int, Any]]:
    """Return the line and record of each readable row."""
    found: list[tuple[int, Any]] = []
    seen: set[tuple[str, ...]] = set()
    headings = [heading for heading, _ in table.columns]
    for row, values in read_rows(folder / table.file, headings, faults):
        made: list[object] = []
        for column, read in table.columns:
            try:
                made.append(cast("object", read(values[column])))
            except FieldError as error:
                faults.append(Fault(table.file, row, column, values[column], str(error)))
        key = tuple(values[column] for column in table.key)
        if key in seen:
            reason = "an earlier row has this already"
            faults.append(Fault(table.file, row, table.key[0], " ".join(key), reason))
        seen.add(key)
        if len(made) == len(table.columns):
            found.append((row, table.record(*made)))
    return found
