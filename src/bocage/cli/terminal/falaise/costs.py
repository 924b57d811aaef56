"""What a move costs in The Pocket at Falaise, hex by hex, with the rule of every point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from bocage.games.falaise.efficiency import points_of, ter
from bocage.games.falaise.ground import ARGENTAN, BOCAGE, POINT, TOWN, WOODS
from bocage.games.falaise.moving import plain_field
from bocage.games.falaise.rulebook import R
from bocage.hexes.kernels import NO_LIMIT, PROHIBITED, UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Line
    from bocage.engine.rulings import Rule
    from bocage.engine.words import Nouns
    from bocage.games.falaise.moving import Moving
    from bocage.games.falaise.position import Position

_Reason = tuple[str, "Rule"]


def way_lines(
    st: Position, moving: Moving, h: int, nouns: Nouns, *, step: bool = False
) -> list[Line]:
    """The way to a hex that would be taken, or else the cheapest there is, step by step."""
    here = st.loc[moving.units[0]]
    by_road = False
    title = "Way"
    if step:
        way = [here, h] if st.world.grid.are_neighbours(here, h) else []
    else:
        way, by_road = moving.way(st, h)
        way = list(way) if by_road or not way else moving.quiet(st, list(way))
        if not way and h != here:
            way, by_road = _cheapest(st, moving, h), False
            title = "Cheapest way"
    if not way:
        return []
    road = " by Road Movement (7.3)" if by_road else ""
    who = " and ".join(nouns["unit"].say(u) for u in moving.units)
    head = f"{title} of {who} from {st.world.grid.numbers[here]}{road}:"
    return [head, *_steps(st, moving, way, by_road=by_road), _have(st, moving)]


def _cheapest(st: Position, moving: Moving, h: int) -> list[int]:
    work = st.world.scratch.work
    field = plain_field(st, moving.units, moving.seat)
    found = work.path(moving.mobility(st), st.loc[moving.units[0]], h, field, NO_LIMIT)
    return [] if work.costs[h] >= UNREACHED else list(found)


def _steps(st: Position, moving: Moving, way: Sequence[int], *, by_road: bool) -> list[str]:
    numbers = st.world.grid.numbers
    spent = moving.road if by_road else moving.spent
    lines: list[str] = []
    told = True
    for i, (here, h) in enumerate(pairwise(way)):
        cost = (moving.road_cost if by_road else moving.step_cost)(st, here, h)
        if cost == PROHIBITED:
            whole = "a river without a crossing takes the whole move (7.2.1)"
            lines.append(f"  {numbers[h]}  {whole if not i and not spent else 'barred'}")
            continue
        spent += cost
        if not told:
            continue
        told = spent <= moving.points  # beyond what they have, the sum is enough
        why = ", ".join(
            f"{words} ({rule})" for words, rule in _reasons(st, moving, here, h, by_road)
        )
        lines.append(f"  {numbers[h]}  {_mp(cost)} MP, {_mp(spent)} in all: {why}")
    if len(way) - 1 > len(lines):
        more = len(way) - 1 - len(lines)
        lines.append(f"  and {more} more to {numbers[way[-1]]}: {_mp(spent)} MP in all")
    return lines


def _reasons(st: Position, moving: Moving, here: int, h: int, by_road: bool) -> list[_Reason]:
    ground = st.world.ground
    side = 1 << ground.grid.direction(here, h)
    on_road = bool(ground.road[here] & side)
    found: list[_Reason] = []
    if by_road:
        found.append(("by road 1/2", R("7.3")))
    elif on_road:
        found.append(("along a road 1", R("7.2")))
    else:
        found.append(_terrain(st, moving, h))
    if ground.bridge[here] & side:
        found.append(("over a bridge +1", R("7.2")))
    elif ground.ford[here] & side:
        found.append(("over a ford +1", R("7.2")))
    back = 1 << (ground.grid.direction(here, h) + 3) % 6
    if not on_road and (ground.slope[here] & side or ground.slope[h] & back):
        found.append(("slope +1", R("7.2")))
    zone = st.zone(moving.seat)
    if zone[here] & ZONE and not zone[h] & ZONE:
        found.append(("breaking contact +1", R("6.3")))
    if zone[h] & ZONE:
        found.append(("enemy zone of control: he may fire", R("6.2")))
    return found


def _terrain(st: Position, moving: Moving, h: int) -> _Reason:
    """The ground of a hex, with what it costs these units without sides and enemies."""
    ground = st.world.ground
    names = {WOODS: "woods", BOCAGE: "bocage"}
    name = names.get(ground.terrain[h], "clear")
    if ground.settlement[h] == TOWN:
        name = "town"
    elif ground.settlement[h] == ARGENTAN:
        name = "Argentan"
    foot, mech, allied = st.world.tables.costs[name.lower()]
    mechanized = any(st.world.mech[u] for u in moving.units)
    points = mech if mechanized else (foot if moving.seat else allied)
    if name == "bocage" and not moving.seat:
        points = max(points, allied)
    return f"{name} {points}", R("7.2")


def _have(st: Position, moving: Moving) -> str:
    """What they have, and why."""
    said = [
        f"{st.world.units[u].id} has TER {ter(st, u)} and {points_of(st, u)} MP"
        for u in moving.units
    ]
    left = max(0, moving.points - moving.spent)
    return f"  {'; '.join(said)}; {_mp(left)} left (7.1)"


def _mp(halves: int) -> str:
    return f"{halves / POINT:g}"
