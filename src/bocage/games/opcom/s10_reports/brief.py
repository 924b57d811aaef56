"""The parts of a team's brief other than its units and stocks."""

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
    """Return the team's headquarters, with the commands above and below it."""
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


def own_rules(world: World) -> list[str]:
    """Return what the scenario says of its own rules."""
    return [each.words for each in world.data.figures] + [each.words for each in world.data.cells]


def groupings(world: World, number: int) -> list[str]:
    """Return the groupings that a team may order, each under the first of its names."""
    names = {units: name for name, units in reversed(world.groups_of(number).items())}
    return list(reversed(names.values()))


def ships(world: World, team: int) -> list[str]:
    """Return the fleets and convoys of a team, by the names for its sheet."""
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
    """Return the team's mission card as the team knows it (reading 11.7)."""
    cards = [f"  {i}. {each}." for i, each in enumerate(told.mission, 1)]
    return ["Mission card:", *cards] if cards else []


def expected(st: Position, due: Sequence[DueRow]) -> list[str]:
    """Return reinforcements by half day; those of this turn may have orders now."""
    found: list[str] = []
    for turn in sorted({each.turn for each in due}):
        coming = [each for each in due if each.turn == turn]
        row = st.world.turn(min(max(1, turn), st.world.last_turn))
        when = "now" if turn <= st.turn else in_full(row)
        found.append(f"  Expected {when}: {'; '.join(_coming(st.world, coming))}.")
    return found


def _coming(world: World, units: Sequence[DueRow]) -> list[str]:
    """Return the units that arrive, grouped by place."""
    places: dict[str, list[str]] = {}
    for each in units:
        places.setdefault(world.units[world.by_id[each.id]].unit.arrival_place, []).append(
            f"{each.name} ({each.id})"
        )
    return [f"{', '.join(names)}, {place}" for place, names in places.items()]
