"""The debrief as a whole: lines measured, sections added up, totals called by a band."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.debrief.card_measures import CARD_MEASURES
from bocage.games.opcom.debrief.chronicle import WATCHES
from bocage.games.opcom.debrief.honour_records import checked_honours
from bocage.games.opcom.debrief.measures import MEASURES, Measured
from bocage.games.opcom.debrief.panel_records import checked_panel
from bocage.games.opcom.debrief.records import Band, Line, Section, checked
from bocage.tables import Fault

REVERSED = "reversed"
"""A line whose points are what another section has not given."""
_ORDER = (False, True)


@dataclass(frozen=True, slots=True)
class Scored:
    """A line with what it came to."""

    line: Line
    points: float
    why: str
    counts: bool = True
    """False where a better line of its kind counts, or Control has struck it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A section with its lines and its sum."""

    section: Section
    lines: tuple[Scored, ...]
    points: float
    history: float | None


@dataclass(frozen=True, slots=True)
class Debrief:
    """What everybody is shown at the end."""

    parts: tuple[Part, ...]
    totals: Mapping[str, float]
    bands: Mapping[str, str]
    yardstick: str


def debrief(st: Position) -> Debrief:
    """Return the debrief of a position. Sections that reverse others come last."""
    data = st.world.data.debrief
    parts: dict[str, Part] = {}
    reverses = {line.section for line in data.lines if line.kind == REVERSED}
    for late in _ORDER:
        for section in data.sections:
            if (section.id in reverses) == late:
                parts[section.id] = _part(st, section, parts)
    ordered = tuple(parts[section.id] for section in data.sections)
    totals = {
        side: sum(part.points for part in ordered if part.section.side == side)
        for side in dict.fromkeys(section.side for section in data.sections)
    }
    bands = {
        side: found for side, total in totals.items() if (found := _band(data.bands, side, total))
    }
    return Debrief(ordered, totals, bands, data.yardstick)


def _part(st: Position, section: Section, done: Mapping[str, Part]) -> Part:
    lines = [
        _scored(st, line, done)
        for line in st.world.data.debrief.lines
        if line.section == section.id
    ]
    lines = _best_alone(lines) + _added(st, section)
    raw = section.starts + sum(each.points for each in lines if each.counts)
    known = [each.line.history for each in lines if each.line.history is not None]
    history = section.starts + sum(known) if known else None
    return Part(section, tuple(lines), max(0.0, min(section.most, raw)), history)


def _scored(st: Position, line: Line, done: Mapping[str, Part]) -> Scored:
    if line.kind == REVERSED:
        other = done[line.more.text("of")]
        found = Measured(
            line.points - other.points, f"{line.points:g} less what '{other.section.title}' came to"
        )
    else:
        found = MEASURES[line.kind](st, line)
    reason = struck(st, line.id)
    if reason is not None:
        return Scored(line, found.points, f"struck by Control: {reason}", counts=False)
    return Scored(line, found.points, found.why)


def _best_alone(lines: list[Scored]) -> list[Scored]:
    """Return the lines, where only the one with most points counts for each `best`."""
    top: dict[str, Scored] = {}
    for each in lines:
        word = each.line.best
        if word and each.counts and (word not in top or each.points > top[word].points):
            top[word] = each
    return [
        each
        if not each.line.best or each is top.get(each.line.best)
        else Scored(each.line, each.points, each.why, counts=False)
        for each in lines
    ]


def struck(st: Position, line: str) -> str | None:
    """Return Control's reason for striking a line, or None (reading 11.6)."""
    for word, *rest in st.verdicts:
        if word == "strike" and rest[0] == line:
            return rest[1]
    return None


def _added(st: Position, section: Section) -> list[Scored]:
    """Return the lines that Control has added to a section (reading 11.6)."""
    return [
        Scored(Line("+", section.id, "added by Control", "", float(points)), float(points), reason)
        for word, where, points, reason in (each for each in st.verdicts if each[0] == "add")
        if word and where == section.id
    ]


def _band(bands: tuple[Band, ...], side: str, total: float) -> str:
    fit = [band for band in bands if band.side == side and round(total) >= band.least]
    return max(fit, key=lambda band: band.least).words if fit else ""


def debrief_faults(world: World) -> list[Fault]:
    """Return the faults of `debrief.toml`, `honours.toml` and `panel.toml`."""
    data = world.data.debrief
    points = world.pack.points_by_id
    return [
        *checked(data, {*MEASURES, REVERSED}, set(WATCHES)),
        *checked_honours(
            data.honours,
            CARD_MEASURES,
            {each.id for each in data.watches},
            {team.seat for team in world.teams},
            points,
            set(WATCHES),
        ),
        *checked_panel(
            data.panel,
            sum(row.half == "pm" for row in world.data.turns),
            points,
            {unit.unit.division for unit in world.units},
        ),
    ]
