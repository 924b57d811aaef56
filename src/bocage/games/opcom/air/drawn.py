"""Air lines drawn at random: for the fuzzer, with all that can be said."""

from __future__ import annotations

from random import Random

from bocage.games.opcom.air.orders import MISSIONS
from bocage.games.opcom.position import Position
from bocage.games.opcom.sheets.sheet import Row, Value

_MOST = 4


def drawn_air(st: Position, team: int, rng: Random, ids: list[str], places: list[str]) -> list[Row]:
    """Some air lines of a team with aircraft; they can be read, but need not be wise."""
    sky = st.world.sky
    own = [row.id for i, row in enumerate(sky.units) if sky.team_of[i] == team]
    lifts = [row.id for i, row in enumerate(sky.lifts) if sky.lift_team[i] == team]
    if not own:
        return []
    found: list[Row] = []
    for _ in range(rng.randint(1, _MOST)):
        line: dict[str, Value] = {
            "mission": rng.choice(MISSIONS),
            "squadrons": rng.sample(own, rng.randint(1, min(3, len(own)))),
            "zone": rng.choice(sky.zones).id,
            "at": rng.choice([*places, *sky.sites]),
            "for": rng.choice([*ids, *own, *lifts]),
        }
        if lifts and rng.random() < 0.5:
            line |= {"lift": rng.choice(lifts), "to": rng.choice([*sky.sites, *places])}
        if rng.random() < 0.2:
            line["night"] = True
        found.append(line)
    return found
