"""Sheets drawn at random from what a team knows: for the fuzzer, with all that can be said."""

from __future__ import annotations

from random import Random

from bocage.games.opcom.board.position import ACTIONS, POSTURES, Position
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.sheet import Row, Sheet, Value, with_rows
from bocage.games.opcom.s12_air.orders import MISSIONS

_KEYS = ("stand_fast", "counter_attack", "night", "column", "infiltrate")


def drawn_sheet(st: Position, team: int, rng: Random) -> Sheet:
    """Return a sheet with some lines of every kind. It can be read but may be unwise."""
    world = st.world
    known = known_to_team(st, team)
    own = sorted(u for u in known.where if u not in known.lost)
    head: Sheet = {"team": world.teams[team].seat, "turn": str(st.turn)}
    if not own:
        return head
    ids = [world.units[u].id for u in own]
    guns = [world.units[u].id for u in own if world.units[u].is_gun]
    spots = [*(p.id for p in world.places if p.hex is not None), *(c.id for c in world.crossings)]
    groups = list(world.groups_of(team))
    count = rng.randint(1, 1 + len(ids) // 4)
    orders = [_order(rng, ids, groups, guns, spots) for _ in range(count)]
    others = _others(st, team, rng, ids, guns)
    some = {kind: rows for kind, rows in others.items() if rows and rng.random() < _OFTEN}
    return with_rows(head, {"order": orders, **some})


_OFTEN = 0.3


def _order(
    rng: Random, ids: list[str], groups: list[str], guns: list[str], spots: list[str]
) -> Row:
    who = [rng.choice(groups)] if rng.random() < _OFTEN else rng.sample(ids, min(len(ids), 2))
    line: dict[str, Value] = {
        "unit": who,
        "action": rng.choice(ACTIONS),
        "posture": rng.choice(POSTURES),
        "objective": rng.choice([*spots, *ids]),
    }
    if rng.random() < _OFTEN:
        line["route"] = [rng.choice(spots)]
    if guns and rng.random() < _OFTEN:
        line["support"] = rng.sample(guns, rng.randint(1, len(guns)))
    for key in _KEYS:
        if rng.random() < _OFTEN / 2:
            line[key] = True
    if rng.random() < _OFTEN:
        line |= {"air": rng.randint(0, 6), "cab_rank": rng.randint(0, 4), "ammo": rng.randint(0, 9)}
    if rng.random() < _OFTEN / 3:
        line["after"] = "fights"
    return line


def _others(
    st: Position, team: int, rng: Random, ids: list[str], guns: list[str]
) -> dict[str, list[Row]]:
    """Return lines that move no troops."""
    world = st.world
    seat = world.teams[team].seat
    dumps = [dump.id for dump in world.dumps if dump.team == seat]
    carriers = [i for i in ids if world.units[world.by_id[i]].unit.logistics_lift]
    columns = [i for i in ids if world.units[world.by_id[i]].arm == "transport"]
    bridges = [c.id for c in world.crossings]
    places = [p.id for p in world.places if p.hex is not None]
    found: dict[str, list[Row]] = {}
    if dumps and carriers:
        row: dict[str, Value] = {"from": dumps[0], "to": rng.choice(carriers)}
        row |= {"ammo": rng.randint(0, 9), "fuel": rng.randint(0, 9)}
        if columns and rng.random() < _OFTEN:
            row["by"] = rng.choice(columns)
        found["supply"] = [row]
        found["dump"] = [{"dump": dumps[0], "to": rng.choice(places)}]
    if bridges:
        found["blow"] = [{"bridge": rng.choice(bridges)}]
    if guns:
        mission = rng.choice(["interdiction", "counter-battery"])
        some = rng.sample(guns, rng.randint(1, len(guns)))
        found["fire"] = [{"guns": some, "at": rng.choice(places), "mission": mission}]
    if world.data.trains:
        found["rail"] = [{"unit": rng.choice(ids), "to": rng.choice(places)}]
    if air := drawn_air(st, team, rng, ids, places):
        found["air"] = air
    return found


_MOST = 4


def drawn_air(st: Position, team: int, rng: Random, ids: list[str], places: list[str]) -> list[Row]:
    """Return some air lines of a team with aircraft. They can be read but may be unwise."""
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
