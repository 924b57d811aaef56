"""Armour on the move: who leads, by which road, with whose petrol, and who clears behind it."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.ai.commander import commander
from bocage.ai.commander.armour import foremost, is_passed, roused
from bocage.ai.commander.objectives import Memory, objectives, starts_at
from bocage.ai.commander.picture import Enemy, Group, Picture
from bocage.ai.commander.rations import is_supplied, rationed
from bocage.ai.commander.sheet import sheet_for
from bocage.ai.commander.supplies import supplies
from bocage.ai.commander.task import Task
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.pieces.told import NOTHING, Sighting, StockRow, Told
from tests.ai.reports import sighting, unit_row

WORLD = load_world("joes-bridge")
GUARDS = 0


def told(
    *sightings: Sighting,
    at: dict[str, Point] | None = None,
    stocks: dict[str, tuple[int, int]] | None = None,
    dump: bool = False,
) -> Told:
    """What the Guards were told: everybody complete, headquarters full, some moved elsewhere."""
    places, full = at or {}, stocks or {}
    own = [u for u in WORLD.units if u.team == GUARDS]
    rows = [StockRow(u.name, *full.get(u.id, (6, 6))) for u in own if u.arm == "hq" or u.id in full]
    if dump:
        seat = WORLD.teams[GUARDS].seat
        rows += [StockRow(d.name, 40, 40) for d in WORLD.dumps if d.team == seat]
    units = tuple(unit_row(u, places.get(u.id)) for u in own)
    return Told(turn=2, units=units, sightings=sightings, stocks=tuple(rows))


def picture(**more: Any) -> Picture:
    """Return the Guards in their second turn."""
    return Picture.of(WORLD, GUARDS, 2, told(**more))


def test_armour_that_is_sure_to_win_drives_up_the_road() -> None:
    """Against a weak company the main effort breaks through in road column."""
    lead = picture().groups[0]
    weak = told(sighting(lead.at[0] + 1000, lead.at[1] + 2000, "a weak company or two"))
    found = [task for task in commander(WORLD, GUARDS, 2, weak) if task.action == "breakthrough"]
    assert any(task.column and task.posture == "non-tact" and task.main for task in found)


def test_an_enemy_behind_is_left_to_those_who_follow() -> None:
    """An enemy farther from the objective than a group, by a kilometre, is passed."""
    lead = picture().groups[0]
    goal = (lead.at[0], lead.at[1] + 10_000)
    behind = Enemy((lead.at[0], lead.at[1] - 2000), 1.0, tanks=False, age=0)
    ahead = Enemy((lead.at[0], lead.at[1] + 2000), 1.0, tanks=False, age=0)
    assert is_passed(lead, behind, goal)
    assert not is_passed(lead, ahead, goal)


def test_the_foremost_group_without_a_fight_leads() -> None:
    """The foremost group that fights nobody leads, unless those who fight are farther forward."""
    view = picture()
    front, rear = sorted(view.groups, key=lambda g: -g.at[1])[:2]
    goal = (front.at[0], front.at[1] + 20_000)
    assert km_between(front.at, goal) + 1 < km_between(rear.at, goal)
    fights = Task(rear, "attack", "tact", "x", goal)
    assert foremost(view, [front, rear], {rear.name: fights}, goal, Memory()) is front
    fights = Task(front, "attack", "tact", "x", goal)
    assert foremost(view, [front, rear], {front.name: fights}, goal, Memory()) is None


@pytest.mark.parametrize(("petrol", "going"), [(6, 4), (2, 2), (0, 0)])
def test_only_as_many_battalions_move_as_there_is_petrol_for(petrol: int, going: int) -> None:
    """A group of four with two points sends two of its battalions on, and the others wait."""
    view = picture(stocks={"GB-32G-HQ": (6, petrol)})
    group = _of(view, "GB-32G-HQ")
    goal = (group.at[0], group.at[1] + 20_000)
    made = rationed(view, [Task(group, "breakthrough", "tact", "x", goal, main=True)])
    gone = [task for task in made if task.moves]
    assert sum(len(task.group.units) for task in gone) == going
    assert sum(len(task.group.units) for task in made) == 4
    assert all("wait" in task.words for task in made if not task.moves)


def _of(view: Picture, hq: str) -> Group:
    """Return the group of four battalions that draws on a headquarters."""
    number = WORLD.by_id[hq]
    return next(g for g in view.groups if len(g.units) == 4 and g.units[0].hq == number)


def test_a_group_next_to_the_enemy_needs_no_petrol() -> None:
    """A group next to the enemy can attack with ammunition alone."""
    dry = {"GB-32G-HQ": (6, 0)}
    group = _of(picture(), "GB-32G-HQ")
    x, y = WORLD.units[group.units[0].number].start
    far = Picture.of(WORLD, GUARDS, 2, told(stocks=dry))
    near = Picture.of(
        WORLD, GUARDS, 2, told(sighting(x, y + 1500, "about a battalion"), stocks=dry)
    )
    assert not is_supplied(far, group.units)
    assert is_supplied(near, group.units)


def test_a_loaded_column_drives_to_the_spearhead_by_night_too() -> None:
    """A full column far from the dump goes up behind the foremost troops, by night too."""
    x, y = WORLD.units[WORLD.by_id["GB-32G-HQ"]].start
    view = picture(at={"GB-GADRASC1": (x, y + 9000)}, stocks={"GB-GADRASC1": (3, 7)}, dump=True)
    _, drives, _ = supplies(view, _of(view, "GB-32G-HQ").units)
    found = [line for line in drives if line["unit"] == ["GB-GADRASC1"]]
    assert len(found) == 1
    assert found[0]["night"] == "yes"
    goal = objectives(view)[-1][1]
    first = min(_of(view, "GB-32G-HQ").units, key=lambda u: km_between(view.where[u.number], goal))
    assert found[0]["objective"] == first.id


def test_a_column_loads_petrol_for_a_headquarters_full_of_shells() -> None:
    """A column at the dump loads for a headquarters that is full of shells mostly petrol."""
    view = picture(stocks={"GB-32G-HQ": (9, 0), "GB-5GA-HQ": (9, 0)}, dump=True)
    lines, _, _ = supplies(view, _of(view, "GB-32G-HQ").units)
    by = [line for line in lines if line.get("by") == "GB-GADRASC1"]
    assert by
    assert all(line["fuel"] > line["ammo"] for line in by)


def test_the_armour_of_the_corps_follows_and_the_infantry_clears() -> None:
    """Guards at once, the corps when they are in, 50th Division a turn later, 43rd after that."""
    world = load_world("market-garden")
    seats = {team.seat: i for i, team in enumerate(world.teams)}
    found = {
        seat: starts_at(Picture.of(world, seats[seat], 1, NOTHING))
        for seat in ("Guards", "XXX-Corps", "50th-Div", "43rd-Div", "101st", "Walther")
    }
    assert found["Guards"] == found["101st"] == found["Walther"] == 1
    assert 1 < found["XXX-Corps"] < found["50th-Div"] < found["43rd-Div"]


def test_infantry_without_shells_closes_up_and_holds() -> None:
    """Infantry without shells moves up to a distant enemy, and holds when it is near."""
    world = load_world("joes-bridge")
    foot = next(u for u in world.units if u.team == 1 and u.id == "GE-FJ6-1")
    at = foot.start
    for km, action in ((3500, "move"), (1000, "hold")):
        enemy = sighting(at[0], at[1] + km, "a patrol")
        view = Picture.of(world, 1, 2, Told(units=(unit_row(foot, at),), sightings=(enemy,)))
        group = view.groups[0]
        made = rationed(view, [Task(group, "attack", "tact", "x", (at[0], at[1] + km))])
        assert [task.action for task in made] == [action]


def test_the_sheet_says_which_moves_come_after_the_fights() -> None:
    """A task for after the fights says so on the sheet."""
    view = picture()
    group = view.groups[0]
    task = Task(group, "move", "non-tact", "Schaft fork", group.at, column=True, after=True)
    sheet = sheet_for(view, [task])
    line = next(o for o in sheet.get("order", ()) if o["unit"] == [u.id for u in group.units])
    assert line["after"] == "fights"


def test_a_point_of_petrol_comes_up_for_guns_without_limbers() -> None:
    """A brigade on foot asks the dump for petrol if towed guns draw on it, and else for none."""
    world = load_world("market-garden")
    team = next(i for i, each in enumerate(world.teams) if each.seat == "1st-Airborne")
    dump = next(d for d in world.dumps if d.team == "1st-Airborne")
    assert dump.lat is not None
    assert dump.lon is not None
    x, y = world.ways.xy(dump.lat, dump.lon)
    hq = world.units[world.by_id["GB-4PB-HQ"]]
    for ids, petrol in ((("GB-4PB-HQ", "GB-2ALAT"), 1), (("GB-4PB-HQ",), 0)):
        rows = tuple(unit_row(world.units[world.by_id[each]], (x, y + 2000)) for each in ids)
        stocks = (StockRow(hq.name, 3, 0), StockRow(dump.name, 4, 2))
        view = Picture.of(world, team, 4, Told(units=rows, stocks=stocks))
        lines, _, _ = supplies(view, [])
        given = [line["fuel"] for line in lines if line["to"] == hq.id]
        assert given == [petrol]


def test_armour_that_stood_still_for_six_turns_moves() -> None:
    """After six turns in one place a group moves towards its goal, unless an enemy is near."""
    view = picture()
    group = view.groups[0]
    goal = ("Valkenswaard", (group.at[0], group.at[1] + 20_000))
    waits = Task(group, "hold", "tact", words="Hold and wait for petrol")
    memory = Memory()
    for _ in range(6):
        memory.notice(view.where)
        assert roused(view, waits, {group.name: goal}, memory) is waits
    memory.notice(view.where)
    going = roused(view, waits, {group.name: goal}, memory)
    assert (going.action, going.at) == ("move", goal[1])
    assert roused(view, waits, {}, memory) is waits
    met = told(sighting(group.at[0], group.at[1] + 1500, "about a battalion"))
    faced = Picture.of(WORLD, GUARDS, 2, met)
    assert roused(faced, waits, {group.name: goal}, memory) is waits
    moved = {number: (x + 1000, y) for number, (x, y) in view.where.items()}
    memory.notice(moved)
    assert roused(view, waits, {group.name: goal}, memory) is waits
