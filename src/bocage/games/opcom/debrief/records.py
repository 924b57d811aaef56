"""What a scenario is scored by: `debrief.toml` in its folder, sections with lines.

A line has a `kind`, which says how it is measured (`measures.py`), and what that kind needs.
Facts that must be watched turn by turn are `[[watch]]` (`chronicle.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bocage.games.opcom.board.rows import Needs
from bocage.games.opcom.debrief.honour_records import HonoursData, read_honours
from bocage.games.opcom.debrief.panel_records import PanelData, read_panel
from bocage.games.opcom.debrief.rows import NO_TERMS, Terms, Watch, made_of, tables_of
from bocage.games.opcom.pieces.counters import SIDES
from bocage.tables import Fault

FILE: Final = "debrief.toml"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is scored."""

    id: str
    section: str
    words: str
    kind: str
    points: float
    history: float | None = None
    """The historical value, if there is one."""
    best: str = ""
    """Of lines with one such word only the best counts."""
    beside: str = ""
    """What to compare it with, in words, where there is no history."""
    more: Terms = NO_TERMS


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
    honours: HonoursData = field(default_factory=HonoursData)
    """Mission cards and citations of the teams."""
    panel: PanelData = field(default_factory=PanelData)
    """What is drawn beside history."""


def read_debrief(here: Path | Traversable, faults: list[Fault]) -> DebriefData:
    """Return the debrief of a scenario's folder, or an empty one."""
    data = tables_of(here, FILE, faults)
    honours = read_honours(here, faults)
    return DebriefData(
        str(data.get("yardstick", "")),
        made_of(Section, data, "section", FILE, faults),
        made_of(Line, data, "line", FILE, faults),
        (*made_of(Watch, data, "watch", FILE, faults), *honours.watches),
        made_of(Band, data, "band", FILE, faults),
        honours,
        read_panel(here, faults),
    )


def checked(data: DebriefData, kinds: set[str], watched: set[str]) -> list[Fault]:
    """Return a fault for each unknown side, section, kind or watch."""
    found: list[Fault] = []
    sections = {each.id for each in data.sections}
    watches = {each.id for each in data.watches}

    need = Needs(FILE, found).one_of
    for i, section in enumerate(data.sections):
        need(i, "side", section.side, SIDES, "section")
    for i, line in enumerate(data.lines):
        need(i, "section", line.section, sections, "line")
        need(i, "kind", line.kind, kinds, "line")
        if "watch" in line.more:
            need(i, "watch", line.more.text("watch"), watches, "line")
    for i, watch in enumerate(data.watches[: len(data.watches) - len(data.honours.watches)]):
        need(i, "kind", watch.kind, watched, "watch")
    return found
