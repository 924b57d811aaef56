"""What a scenario is scored by: `debrief.toml` in its folder, sections with lines.

A line has a `kind`, which says how it is measured (`measures.py`), and what that kind needs.
Facts that must be watched turn by turn are `[[watch]]` (`chronicle.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, cast

from bocage.tables import Fault, read_toml

FILE: Final = "debrief.toml"
_NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Watch:
    """A fact that is looked for at the end of every turn."""

    id: str
    kind: str
    more: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is scored."""

    id: str
    section: str
    words: str
    kind: str
    points: float
    history: float | None = None
    """What it came to in truth, where it was so."""
    best: str = ""
    """Of lines with one such word only the best counts."""
    more: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Section:
    """Lines that are added up for a side, up to a limit."""

    id: str
    title: str
    side: str
    most: float
    starts: float = 0
    """What it begins with, before anything is taken off."""


@dataclass(frozen=True, slots=True)
class Band:
    """How a total is called."""

    side: str
    least: float
    words: str


@dataclass(frozen=True, slots=True)
class DebriefData:
    """Everything of `debrief.toml`."""

    yardstick: str = ""
    """What the column of history is called."""
    sections: tuple[Section, ...] = ()
    lines: tuple[Line, ...] = ()
    watches: tuple[Watch, ...] = ()
    bands: tuple[Band, ...] = ()


def read_debrief(here: Path | Traversable, faults: list[Fault]) -> DebriefData:
    """The debrief of a scenario's folder; nothing where it has none."""
    if not (here / FILE).is_file():
        return DebriefData()
    data = read_toml(here / FILE, faults) or {}
    return DebriefData(
        str(data.get("yardstick", "")),
        tuple(_made(Section, row, faults) for row in _rows(data, "section")),
        tuple(_made(Line, row, faults) for row in _rows(data, "line")),
        tuple(_made(Watch, row, faults) for row in _rows(data, "watch")),
        tuple(_made(Band, row, faults) for row in _rows(data, "band")),
    )


def _rows(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    return list(cast("list[dict[str, Any]]", data.get(key, [])))


def _made(kind: type[Any], row: Mapping[str, Any], faults: list[Fault]) -> Any:
    """A row as a value; what the kind of the line needs goes into `more`."""
    known = {key: value for key, value in row.items() if key in kind.__dataclass_fields__}
    more = {key: value for key, value in row.items() if key not in known}
    if more and "more" in kind.__dataclass_fields__:
        known["more"], more = more, {}
    try:
        if more:
            raise TypeError
        return kind(**known)
    except TypeError:
        wanted = ", ".join(each for each in kind.__dataclass_fields__ if each != "more")
        faults.append(Fault(FILE, 0, kind.__name__.lower(), ", ".join(row), f"expected {wanted}"))
        return None


def checked(data: DebriefData, kinds: set[str], watched: set[str]) -> list[Fault]:
    """Lines belong to sections and are of kinds that can be measured."""
    found: list[Fault] = []
    sections = {each.id for each in data.sections}
    watches = {each.id for each in data.watches}

    def need(name: str, value: str, known: set[str]) -> None:
        if value not in known:
            found.append(Fault(FILE, 0, name, value, f"is none of {', '.join(sorted(known))}"))

    for section in data.sections:
        need("section.side", section.side, {"allied", "axis"})
    for line in data.lines:
        need("line.section", line.section, sections)
        need("line.kind", line.kind, kinds)
        if "watch" in line.more:
            need("line.watch", str(line.more["watch"]), watches)
    for watch in data.watches:
        need("watch.kind", watch.kind, watched)
    return found
