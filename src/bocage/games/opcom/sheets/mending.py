"""What is kept of a file that is written wrongly: every line that can be read, and what cannot."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import cast

_BLOCK = re.compile(r"^(?=\s*\[\[)", re.MULTILINE)


def salvaged(text: str, name: str, faults: list[str]) -> dict[str, object]:
    """A TOML file block by block: those that can be read, and a sentence about each other one."""
    found: dict[str, object] = {}
    line = 1
    for block in _BLOCK.split(text):
        try:
            data = tomllib.loads(block)
        except (ValueError, RecursionError) as error:
            fault = isinstance(error, tomllib.TOMLDecodeError)
            words = str(error).partition(" (at ")[0] if fault else "it is too deep or too long"
            what = f"{name} is not written as a sheet should be from line {line} on"
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
    """The parts of a sheet that pass a check, one by one; a sentence about each that does not.

    `check` raises a `ValueError` that says in a sentence what is wrong.
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
    """The fields of a line that are known; `before` lines come before it in its kind."""
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
