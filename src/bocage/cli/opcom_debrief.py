"""`bocage opcom debrief`: the score, line by line, with its reasons, when the operation is over."""

from __future__ import annotations

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief.score import Debrief, Part, debrief

_SIDES = {"allied": "Allies", "axis": "Axis"}


def debrief_lines(st: Position) -> list[str]:
    """Return the whole debrief as lines of text."""
    found = debrief(st)
    if not found.parts:
        return ["This scenario has no scored debrief."]
    lines = [f"{st.world.data.title}: debrief", ""]
    for part in found.parts:
        lines += [*_section(part, found.yardstick), ""]
    return lines + _totals(found)


def _section(part: Part, yardstick: str) -> list[str]:
    side = _SIDES[part.section.side]
    then = f" ({yardstick}: {part.history:g})" if part.history is not None and yardstick else ""
    lines = [
        f"{part.section.id}. {part.section.title} ({side}): "
        f"{part.points:g} of {part.section.most:g}{then}"
    ]
    if part.section.starts:
        lines.append(f"   begins with {part.section.starts:g}")
    for each in part.lines:
        then = f", {yardstick}: {each.line.history:g}" if each.line.history is not None else ""
        left = "" if each.counts else "; does not count"
        lines.append(f"   {each.line.id:<4}{each.points:>5g}  {each.line.words}{then}{left}")
        if each.why:
            lines.append(f"              {each.why}")
        if each.line.beside:
            lines.append(f"              {each.line.beside}")
    return lines


def _totals(found: Debrief) -> list[str]:
    lines: list[str] = []
    for side, total in found.totals.items():
        parts = [part.history for part in found.parts if part.section.side == side]
        known = [each for each in parts if each is not None]
        then = f" ({found.yardstick}: {sum(known):g})" if len(known) == len(parts) else ""
        called = f", {found.bands[side]}" if side in found.bands else ""
        lines.append(f"{_SIDES[side]}: {total:.0f}{then}{called}")
    return lines
