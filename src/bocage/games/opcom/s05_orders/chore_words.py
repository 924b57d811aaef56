"""5: the other lines of a sheet read back: supplies, bridges, guns, messages, air and sea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.games.opcom.pieces.orders import (
    PARK,
    Attachment,
    BlockShip,
    Bombardment,
    Chore,
    Construction,
    CounterFire,
    Cratering,
    Demolition,
    Dispatch,
    Diversion,
    DumpMove,
    FireMission,
    Mission,
    Sail,
    ShipStrike,
    Supply,
    Train,
)

if TYPE_CHECKING:
    from bocage.engine.operation import Point
    from bocage.games.opcom.board.world import World

_DELAYS: Final = {
    "wireless": "They read it with this half day's report, if it arrives undamaged",
    "telephone": "They read it with this half day's report",
    "runner": "They read it with this half day's report if they are near, or else half a day later",
    "liaison officer": "It always arrives, and they read it half a day later",
}
"""Reading 10.9: when a message is heard, by its means."""


def listed(names: Sequence[str], most: int = 4) -> str:
    """Return names joined for a sentence. If there are more than `most`, count the rest."""
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def chore_words(world: World, chore: Chore) -> str:
    """Return one of the other lines as a sentence."""
    match chore:
        case Supply():
            return _supply(world, chore)
        case DumpMove():
            dump = world.dumps[chore.dump].name
            return f"{dump} moves to {chore.name}; it delivers nothing this half day."
        case Attachment():
            return f"{_units(world, chore.units)} under the command of {chore.formation}."
        case Demolition():
            return f"Blow {world.crossings[chore.crossing].name}."
        case Construction():
            who = _units(world, (chore.engineers, *chore.columns))
            return f"{who}: build a bridge at {world.crossings[chore.crossing].name}."
        case FireMission():
            return f"{_units(world, chore.guns)}: fire on {chore.name}."
        case CounterFire():
            return f"{_units(world, chore.guns)}: answer enemy guns when they fire."
        case Train():
            return f"{world.units[chore.unit].name}: by train to {chore.name}."
        case Dispatch():
            return f"To {world.teams[chore.to].name} by {chore.by}. {_DELAYS[chore.by]}."
        case Mission():
            return _mission(world, chore)
        case _:
            return _sea(world, chore)


def chore_goal(world: World, chore: Chore) -> Point | None:
    """Return the point that a line is about, if there is one."""
    match chore:
        case DumpMove() | FireMission() | Train() | Bombardment():
            return chore.x, chore.y
        case Demolition() | Construction():
            bridge = world.crossings[chore.crossing]
            return world.ways.xy(bridge.lat, bridge.lon)
        case Mission() if chore.x or chore.y:
            return chore.x, chore.y
        case _:
            return None


def chore_units(chore: Chore) -> tuple[int, ...]:
    """Return the team's own units on the map that a line names."""
    match chore:
        case Attachment():
            return chore.units
        case FireMission() | CounterFire():
            return chore.guns
        case Construction():
            return (chore.engineers, *chore.columns)
        case Supply() if chore.carrier >= 0:
            return (chore.carrier,)
        case Train() | Cratering():
            return (chore.unit,)
        case _:
            return ()


def _units(world: World, units: Sequence[int]) -> str:
    return listed([world.units[each].name for each in units])


def _supply(world: World, chore: Supply) -> str:
    parts = [f"{chore.ammo} ammunition"] if chore.ammo else []
    parts += [f"{chore.fuel} fuel"] if chore.fuel else []
    what = " and ".join(parts) or "nothing"
    by = f" with {world.units[chore.carrier].name}" if chore.carrier >= 0 else ""
    source = _holder(world, chore.source)
    if chore.target == PARK:
        return f"Park {what} from {source}{by}."
    return f"{what[0].upper()}{what[1:]} from {source} to {_holder(world, chore.target)}{by}."


def _holder(world: World, holder: int) -> str:
    depot = holder - len(world.units)
    if depot < 0:
        return world.units[holder].name
    return world.dumps[depot].name if depot < len(world.dumps) else "the parked supplies"


def _mission(world: World, chore: Mission) -> str:
    who = listed([world.sky.units[each].name for each in chore.squadrons] or ["Aircraft"])
    if chore.lift >= 0 and not chore.squadrons:
        who = f"Lift {world.sky.lifts[chore.lift].id}"
    where = f", {chore.where}" if chore.where else ""
    return f"{who}: {chore.mission}{where}{', by night' if chore.night else ''}."


def _sea(world: World, chore: Chore) -> str:
    sea, pack = world.data.sea, world.pack
    match chore:
        case Sail():
            return f"{sea.fleets[chore.fleet].name}: take up {pack.area(chore.zone).name}."
        case Bombardment():
            return f"{sea.fleets[chore.fleet].name}: bombard {chore.name}."
        case Diversion():
            beach = pack.place(sea.beaches[chore.beach].id).name
            return f"{sea.convoys[chore.convoy].name}: land at {beach} instead."
        case ShipStrike():
            who = listed([world.sky.units[each].name for each in chore.squadrons])
            return f"{who}: strike at ships in {pack.area(chore.zone).name}."
        case BlockShip():
            return f"Sink block-ships in {pack.place(sea.beaches[chore.port].id).name}."
        case Cratering():
            who = world.units[chore.unit].name
            return f"{who}: blow up the runways of {pack.area(chore.area).name}."
        case _:
            raise AssertionError(chore)
