"""A sheet that names something of the enemy is answered as if there were no such thing.

In the other world everything of the enemy has another name. Whatever a team writes there is read
as it is here: a sheet tells nobody what the enemy has.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.world import World, load_world
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.sheet import Sheet
from tests.games.opcom.playing import begun

SCENARIOS = ("market-garden", "malta")
SHARE = int(os.environ.get("BOCAGE_NAMES_SHARE", "90"))
"""One unit of so many is named; 1 by hand names them all, and takes minutes."""


def other(name: str) -> str:
    """Another name for something."""
    return f"Zzyx {sum(map(ord, name))}" if name else ""


@cache
def renamed(scenario: str, side: int) -> World:
    """Return the world in which everything of a side is called otherwise; only ids are as they
    were.
    """
    data = load_world(scenario).data
    seats = {t.seat for t in data.teams if (t.side != "allied") == bool(side)}
    name = ("allied", "axis")[side]
    sky, sea = data.sky, data.sea

    def anew(row: Any, *fields: str) -> Any:
        return replace(row, **{each: other(getattr(row, each)) for each in fields})

    units = [
        anew(u, "name", "label", "brigade", "division") if u.side == name else u for u in data.units
    ]
    made = replace(
        data,
        units=tuple(units),
        groupings=tuple(anew(g, "name") if g.team in seats else g for g in data.groupings),
        supplies=tuple(anew(s, "name") if s.team in seats else s for s in data.supplies),
        sky=replace(
            sky,
            units=tuple(anew(u, "name") if u.team in seats else u for u in sky.units),
            flak=tuple(anew(f, "name") if f.side == name else f for f in sky.flak),
        ),
        sea=replace(
            sea,
            fleets=tuple(anew(f, "name") if f.team in seats else f for f in sea.fleets),
            convoys=tuple(anew(c, "name") if c.team in seats else c for c in sea.convoys),
        ),
    )
    return World(made, tables())


def of_the_enemy(world: World, side: int) -> Iterator[str]:
    """Every name that only the enemy of a side knows; without lifts, the drop zones too."""
    sky, sea = world.sky, world.data.sea
    seats = {t.seat for i, t in enumerate(world.teams) if world.side_of_team(i) != side}
    for unit in world.units_of[1 - side][::SHARE]:
        yield from (unit.name, unit.unit.label, unit.unit.brigade, unit.unit.division)
    yield from (g.name for g in world.data.groupings if g.team in seats)
    yield from (s.name for s in world.data.supplies if s.team in seats)
    yield from (f.name for f in sky.flak if f.side == ("axis", "allied")[side])
    yield from [u.name for u in sky.units if u.team in seats][::SHARE]
    yield from (fleet.name for fleet in sea.fleets if fleet.team in seats)
    yield from (convoy.name for convoy in sea.convoys if convoy.team in seats)


def ids_of_the_enemy(world: World, side: int) -> Iterator[str]:
    """Yield every id of something of the enemy's."""
    sky, sea = world.sky, world.data.sea
    seats = {t.seat for i, t in enumerate(world.teams) if world.side_of_team(i) != side}
    yield from (troops.id for troops in world.units_of[1 - side][::SHARE])
    yield from (s.id for s in world.data.supplies if s.team in seats)
    yield from (f.id for f in sky.flak if f.side == ("axis", "allied")[side])
    yield from [unit.id for unit in sky.units if unit.team in seats][::SHARE]
    yield from [lift.id for lift in sky.lifts if lift.team in seats][::SHARE]
    yield from (fleet.id for fleet in sea.fleets if fleet.team in seats)
    yield from (convoy.id for convoy in sea.convoys if convoy.team in seats)
    if not any(world.side_of_team(team) == side for team in sky.lift_team):
        yield from (ident for ident, site in sky.sites.items() if site.ground != "airfield")


def naming(world: World, team: int, name: str) -> Sheet:
    """A sheet that says a name wherever a name can stand."""
    own = next((u.id for u in world.units if u.team == team), "all")
    sky = world.sky
    flies = [row.id for i, row in enumerate(sky.units) if sky.team_of[i] == team]
    fleets = [row.id for row in world.data.sea.fleets if row.team == world.teams[team].seat]
    rows: dict[str, Any] = {
        "order": [
            {"unit": name, "action": "Hold"},
            {"unit": own, "action": "Attack", "objective": name, "support": [name]},
            {"unit": own, "action": "Move", "orders": f"Move up behind {name}"},
        ],
        "supply": [{"from": name, "to": name, "ammo": 1}, {"from": own, "to": name, "by": name}],
        "dump": [{"dump": name, "to": name}],
        "attach": [{"unit": own, "to": name}],
        "blow": [{"bridge": name}],
        "build": [{"bridge": name, "engineers": name, "column": name}],
        "fire": [{"guns": [name], "at": name}],
        "rail": [{"unit": name, "to": name}],
        "message": [{"to": name, "text": "where are you?"}],
    }
    if flies:
        rows["air"] = [
            {"mission": "flak suppression", "squadrons": flies, "at": name},
            {"mission": "bombing", "squadrons": flies, "at": name},
            {"mission": "recce", "squadrons": flies, "zone": name},
            {"mission": "close support", "squadrons": flies, "for": name},
            {"mission": "escort", "squadrons": flies, "for": name},
            {"mission": "cover", "squadrons": [name], "zone": name},
            {"mission": "transport", "lift": name, "to": name},
        ]
    if world.data.sea.convoys:
        rows["sail"] = [{"fleet": name, "zone": name}]
        rows["divert"] = [{"convoy": name, "beach": name}]
        rows["strike"] = [{"squadrons": [name, *flies], "zone": name}]
        rows["bombard"] = [{"fleet": each, "at": name} for each in (name, *fleets)]
    return shaped({"turn": "1", **rows})


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [0, 1])
def test_an_enemy_name_is_answered_like_an_unknown_name(scenario: str, side: int) -> None:
    """Units, guns, dumps, flak, squadrons and ships: the answer is that of a world without them."""
    here, there = load_world(scenario), renamed(scenario, 1 - side)
    st = begun(scenario=scenario).state
    own = {
        text
        for u in here.units_of[side]
        for text in (u.name, u.unit.label, u.unit.brigade, u.unit.division)
    }
    names = sorted({each for each in of_the_enemy(here, side) if each} - own)
    writing = [t for t in range(len(here.teams)) if here.side_of_team(t) == side]
    told = {team: known_to_team(st, team) for team in writing}
    flying = [t for t in writing if t in here.sky.team_of]
    for number, name in enumerate(names):
        for team in {writing[number % len(writing)], *flying}:
            sheet = naming(here, team, name)
            mine = understand(here, team, sheet, told[team])
            assert mine == understand(there, team, sheet, told[team]), (name, mine)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [0, 1])
def test_no_line_can_use_an_enemy_id(scenario: str, side: int) -> None:
    """No line that stands on an id of the enemy's can be carried out, drop zones included."""
    world = load_world(scenario)
    st = begun(scenario=scenario).state
    writing = [t for t in range(len(world.teams)) if world.side_of_team(t) == side]
    told = {team: known_to_team(st, team) for team in writing}
    flying = [t for t in writing if t in world.sky.team_of]
    for number, ident in enumerate(ids_of_the_enemy(world, side)):
        for team in {writing[number % len(writing)], *flying}:
            found = understand(world, team, naming(world, team, ident), told[team])
            assert not found.chores, (ident, found.chores)
