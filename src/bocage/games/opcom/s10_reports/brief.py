"""What stands on a team's brief of OP COM besides its units and stocks."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.told import DueRow, Told
from bocage.games.opcom.s10_reports.dates import in_full


def weather_words(st: Position) -> str:
    """Return the weather of the turn, after a colon."""
    row = st.world.turn(max(1, st.turn))
    return f": {row.weather}" if row.weather else ""


def command(world: World, number: int) -> list[str]:
    """Who commands the team, whom it commands, and where it sits."""
    team = world.teams[number]
    found: list[str] = []
    if team.hq:
        found.append(f"Headquarters: {world.units[world.by_id[team.hq]].name}.")
    if team.under:
        above = next(each.name for each in world.teams if each.seat == team.under)
        found.append(f"Under the command of {above}.")
    below = [each.name for each in world.teams if each.under == team.seat]
    if below:
        found.append(f"Commands {', '.join(below)}.")
    return found


def groupings(world: World, number: int) -> list[str]:
    """Return the groupings that a team may order, each under the first of its names."""
    names = {units: name for name, units in reversed(world.groups_of(number).items())}
    return list(reversed(names.values()))


def ships(world: World, team: int) -> list[str]:
    """Fleets and convoys of a team, by the names that a sheet may use."""
    sea, seat = world.data.sea, world.teams[team].seat
    fleets = [each.name for each in sea.fleets if each.team == seat]
    convoys = [each.name for each in sea.convoys if each.team == seat]
    found = [f"Fleets: {', '.join(fleets)}."] if fleets else []
    found += [f"Convoys: {', '.join(convoys)}."] if convoys else []
    if fleets:
        zones = ", ".join(area.name for area in world.pack.areas_of("sea zone"))
        found.append(f"Sea zones: {zones}.")
    return found


def mission(told: Told) -> list[str]:
    """Return the mission card of the team (reading 11.7), as it was told."""
    cards = [f"  {i}. {each}." for i, each in enumerate(told.mission, 1)]
    return ["Mission card:", *cards] if cards else []


def expected(st: Position, due: Sequence[DueRow]) -> list[str]:
    """Reinforcements by half day: those of this turn may be given orders now."""
    found: list[str] = []
    for turn in sorted({each.turn for each in due}):
        coming = [each for each in due if each.turn == turn]
        row = st.world.turn(min(max(1, turn), st.world.last_turn))
        when = "now" if turn <= st.turn else in_full(row)
        found.append(f"  Expected {when}: {'; '.join(_coming(st.world, coming))}.")
    return found


def _coming(world: World, units: Sequence[DueRow]) -> list[str]:
    """Units that come to the same place, with the place said once."""
    places: dict[str, list[str]] = {}
    for each in units:
        places.setdefault(world.units[world.by_id[each.id]].unit.arrival_place, []).append(
            f"{each.name} ({each.id})"
        )
    return [f"{', '.join(names)}, {place}" for place, names in places.items()]
