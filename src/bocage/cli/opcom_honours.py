"""`bocage opcom debrief`: what every team is honoured for, and three charts beside history."""

from __future__ import annotations

from pathlib import Path

from bocage.cli.output import RefusalError
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief.counterfactual import Panel, panel
from bocage.games.opcom.debrief.honours import Honours, honours
from bocage.press import render
from bocage.press.debrief_panel import draw_panel

_WIDE = 40
"""Characters of the longest name in a column."""


def honour_lines(st: Position) -> list[str]:
    """Return mission cards with their results, and citations; no list by rank."""
    found = honours(st)
    if not found:
        return []
    lines = ["", "Team honours", ""]
    for each in found:
        lines += [*_team(st, each), ""]
    return lines


def _team(st: Position, each: Honours) -> list[str]:
    most = sum(judged.mission.points for judged in each.card)
    name = st.world.teams[each.team].name
    lines = [f"{name}: {each.points:g} of {most:g} on its mission card" if each.card else name]
    for judged in each.card:
        lines.append(f"   {'met' if judged.met else 'not met':<8}{judged.mission.words}")
        lines.append(f"              {judged.why}")
    cited = [record for record in each.records if record.cited]
    lines += [f"   Cited {record.citation.words}: {record.said}." for record in cited]
    others = [record.said for record in each.records if not record.cited]
    if others:
        lines.append(f"   Not cited: {'; '.join(others)}.")
    return lines


def panel_lines(st: Position) -> list[str]:
    """Return the three charts as text: the front, the road, the divisions."""
    found = panel(st)
    if found is None:
        return []
    return [*_front(found), *_flows(found), *_courses(found)]


def _front(found: Panel) -> list[str]:
    if not found.front or not found.dates:
        return []
    beside = any(each.history for each in found.front)
    words = f", with {found.yardstick} in brackets where it differed" if beside else ""
    lines = [f"The front each evening (A Allies, X Axis, C both, - neither{words})", ""]
    lines.append(_row("", [date[-2:] for date in found.dates]))
    for each in found.front:
        truth = each.history or each.found
        cells = [
            now if now == then else f"{now}({then})"
            for now, then in zip(each.found, truth, strict=True)
        ]
        lines.append(_row(each.name, cells))
    return [*lines, ""]


def _flows(found: Panel) -> list[str]:
    if not found.flows:
        return []
    planned = any(each.planned for each in found.flows)
    words = "beside the landing table" if planned else "over the road"
    lines = [f"Unit points a turn {words}", "", _row("", list(found.turns))]
    for each in found.flows:
        lines.append(_row(each.name, [str(n) if n else "." for n in each.points]))
        if each.planned:
            lines.append(_row("   as planned", [str(n) if n else "." for n in each.planned]))
    return [*lines, ""]


def _courses(found: Panel) -> list[str]:
    if not found.courses:
        return []
    lines = ["Steps by division at the end of each turn", "", _row("", ["began", *found.turns])]
    lines += [
        _row(each.division, [str(each.whole), *(str(n) for n in each.left)])
        for each in found.courses
    ]
    return [*lines, ""]


def _row(name: str, cells: list[str]) -> str:
    return f"   {name[:_WIDE]:<{_WIDE}}" + "".join(f"{cell:>6}" for cell in cells).rstrip()


def draw_charts(st: Position, output: Path, *, dpi: int) -> list[Path]:
    """Write the three charts as a picture; returns the files written.

    Raises:
        RefusalError: there is nothing to draw, or the file cannot be written.
    """
    found = panel(st)
    if found is None:
        raise RefusalError(
            "there is nothing to draw: no turn has ended, or the scenario has no chart"
        )
    try:
        return render.write([draw_panel(st.world.data.title, found)], output, dpi=dpi)
    except render.RenderError as error:
        raise RefusalError(str(error)) from None
