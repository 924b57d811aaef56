"""Sheets that a team could send, from what it knows: for random play, and to show the form."""

from __future__ import annotations

from bocage.games.opcom.control.knowledge import known_to_team
from bocage.games.opcom.position import Position
from bocage.games.opcom.sheets.sheet import Row, Sheet, Value, with_rows


def samples(st: Position, team: int) -> list[Sheet]:
    """Hold everywhere; prepare; and for each objective move, probe, attack or break through."""
    head: Sheet = {"team": st.world.teams[team].seat, "turn": str(st.turn)}
    found: list[Sheet] = [head]
    groups = _groups(st, team)
    found.append(with_rows(head, {"order": [_line(name, "prepare") for name in groups]}))
    found += [
        with_rows(head, {"order": [_line(name, action, place) for name in groups]})
        for place in st.world.teams[team].objectives
        for action in ("move", "attack", "breakthrough", "probe")
    ]
    return found


def _groups(st: Position, team: int) -> list[str]:
    """Groupings of the team with anybody left to order."""
    known = known_to_team(st, team)
    named = {
        group.name: [st.world.by_id[u] for u in group.units]
        for group in st.world.data.groupings
        if group.team == st.world.teams[team].seat
    }
    found = [
        name
        for name, units in named.items()
        if any(u in known.where and u not in known.lost for u in units)
    ]
    return found or ["all"]


def _line(unit: str, action: str, place: str = "") -> Row:
    line: dict[str, Value] = {"unit": [unit], "action": action, "posture": "tact"}
    if place:
        line["objective"] = place
    return line
