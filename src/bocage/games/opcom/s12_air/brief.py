"""What a team is told of its own air: squadrons that are left, lifts and how they stand (12)."""

from __future__ import annotations

from typing import Any

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s12_air.sorties import FLOWN, WAITING

_STANDS = ("waiting", "flown", "given up")


def told_air(st: Position, team: int) -> dict[str, Any]:
    """For `Position.told`; nothing for a team without aircraft."""
    sky = st.world.sky
    squadrons = [
        {
            "id": row.id,
            "name": row.name,
            "role": row.role,
            "left": st.squadrons[i],
            "from": row.from_turn,
            "to": row.to_turn,
        }
        for i, row in enumerate(sky.units)
        if sky.team_of[i] == team
    ]
    if not squadrons:
        return {}
    return {
        "squadrons": squadrons,
        "lifts": [
            {"id": lift.id, "to": lift.zone, "turn": lift.turn, "stands": _STANDS[st.lifts[i]]}
            for i, lift in enumerate(sky.lifts)
            if sky.lift_team[i] == team
        ],
    }


def air_brief(told: dict[str, Any], turn: int) -> list[str]:
    """The same as lines: who can fly in this turn, and which lifts are due or flown."""
    found: list[str] = []
    for each in told.get("squadrons", ()):
        if each["left"] and each["from"] <= turn <= each["to"]:
            many = "serials" if each["role"] == "transport" else "squadrons"
            one = many[:-1] if each["left"] == 1 else many
            found.append(f"{each['name']} ({each['id']}): {each['role']}, {each['left']} {one}.")
    for each in told.get("lifts", ()):
        if each["stands"] == _STANDS[WAITING]:
            when = "now" if each["turn"] <= turn else f"in turn {each['turn']}"
            found.append(f"Lift {each['id']} to {each['to']} is due {when}.")
        elif each["stands"] != _STANDS[FLOWN]:
            found.append(f"Lift {each['id']} to {each['to']} has been given up.")
    return found


def air_faults(st: Position) -> list[str]:
    """What must never be true of the air."""
    sky = st.world.sky
    found = [
        f"{row.id} has {st.squadrons[i]} squadrons of {row.strength}"
        for i, row in enumerate(sky.units)
        if st.squadrons[i] > row.strength
    ]
    found += [f"{st.world.units[u].id} moves at {p}%" for u, p in enumerate(st.pace) if p > 100]
    found += [
        f"lift {lift.id} stands at {st.lifts[i]}"
        for i, lift in enumerate(sky.lifts)
        if st.lifts[i] >= len(_STANDS)
    ]
    for unit, turn in st.scattered:
        if turn < st.turn or not st.steps[unit]:
            found.append(f"{st.world.units[unit].id} has nobody scattered who could come back")
    return found
