"""Ways as lines: every hex with its points and the rule of each, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.reach import points_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.engine.reach import Note, Way
    from bocage.engine.words import Nouns


def way_lines(way: Way, numbers: Sequence[str], nouns: Nouns) -> list[str]:
    """Return a way step by step; beyond what the units have, the sum is enough."""
    kind = "Way" if way.allowed else "Cheapest way"
    who = " and ".join(nouns["unit"].say(u) for u in way.units)
    road = [note for note in way.notes if note.code == "road"]
    by = "".join(f" {cited(note, nouns)}" for note in road)
    lines = [f"{kind} of {who} from {numbers[way.start]}{by}:"]
    left = list(way.steps)
    while left:
        step = left.pop(0)
        why = ", ".join(cited(note, nouns) for note in step.notes)
        cost = "" if step.cost is None else f"{_points(step.cost, step.spent)}: "
        lines.append(f"  {numbers[step.hex]}  {cost}{why}")
        if step.spent > way.points:
            break
    if left:
        end = f"{numbers[way.hex]}: {points_said(way.cost)} MP in all"
        lines.append(f"  and {len(left)} more to {end}")
    means = ", ".join(cited(note, nouns) for note in way.means)
    lines.append(f"  {points_said(way.cost)} MP; {means}")
    return lines


def _points(cost: float, spent: float) -> str:
    return f"{points_said(cost)} MP, {points_said(spent)} in all"


def cited(note: Note, nouns: Nouns) -> str:
    """Return a note with its rule and readings."""
    return f"{note.words.say(nouns)} ({', '.join(note.rule.cites)})"
