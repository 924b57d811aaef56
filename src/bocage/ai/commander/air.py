"""Air orders: by a standing arrangement, an air force supports the spearhead of its side.

Close support must be on both sheets (9.12). An air commander does not see the army's orders, so
both follow the same rule: the squadrons fly for the spearhead.
"""

from __future__ import annotations

from typing import Any, Final

from bocage.ai.commander.picture import Picture
from bocage.games.opcom.board.air_records import AirUnit
from bocage.games.opcom.board.world import World

SUPPORT: Final = 4
"""The squadrons that the spearhead requests for an attack."""
_RANK: Final = 4
"""The squadrons that wait overhead for a day."""
_TANKS: Final = 2


def spearhead(world: World, side: str) -> int:
    """Return the team that leads a side: the first with tanks and the furthest to go.

    -1 without any.
    """
    found = [
        (-len(team.objectives), i)
        for i, team in enumerate(world.teams)
        if team.side == side and sum(u.team == i and u.arm == "tank" for u in world.units) >= _TANKS
    ]
    return min(found)[1] if found else -1


def flies(world: World, turn: int) -> bool:
    """Return whether close support can be had in this half day, as the weather forecast has it."""
    return bool(world.sky) and world.turn(turn).close_support != "no"


def air_lines(picture: Picture) -> list[dict[str, Any]]:
    """Return the air lines of a team's sheet: support and a cab rank, cover, escorts, a look
    ahead.
    """
    world = picture.world
    team = world.teams[picture.team]
    lead = spearhead(world, team.side)
    own = [u for u in world.sky.units if u.team == team.seat] if world.sky else []
    if not own or lead < 0 or not flies(world, picture.turn):
        return []
    ready = [u for u in own if u.from_turn <= picture.turn <= u.to_turn and u.flies != "night"]
    led = world.teams[lead]
    found = _support(ready, led.name, cab_rank=team.side == "allied" and _morning(picture))
    where = led.objectives[0] if led.objectives else ""
    fighters = [u for u in ready if u.role == "fighter"]
    lifts = [
        lift.id
        for i, lift in enumerate(world.sky.lifts)
        if lift.turn == picture.turn and world.teams[world.sky.lift_team[i]].side == team.side
    ]
    share = len(fighters) // (len(lifts) + 1)
    for i, lift in enumerate(lifts):
        names = _names(fighters[i * share : (i + 1) * share])
        if names:
            found.append({"mission": "escort", "squadrons": names, "for": lift})
    left = _names(fighters[len(lifts) * share :])
    if left and where:
        found.append({"mission": "air cover", "squadrons": left, "at": where})
    looking = _names([u for u in ready if u.role == "recce"])
    if looking and where:
        found.append({"mission": "recce", "squadrons": looking, "at": where})
    return found


def _support(ready: list[AirUnit], name: str, *, cab_rank: bool) -> list[dict[str, Any]]:
    attack = [u for u in ready if u.role == "ground attack"]
    near = [u for u in attack if u.basing == "Europe"]
    found: list[dict[str, Any]] = []
    if cab_rank and len(near) > 2 * _RANK:
        found.append({"mission": "cab rank", "squadrons": _names(near[:_RANK]), "for": name})
        attack = [u for u in attack if u not in near[:_RANK]]
    if attack:
        found.append({"mission": "close support", "squadrons": _names(attack), "for": name})
    return found


def _names(units: list[AirUnit]) -> list[str]:
    return [unit.id for unit in units]


def _morning(picture: Picture) -> bool:
    return picture.world.turn(picture.turn).half == "am"
