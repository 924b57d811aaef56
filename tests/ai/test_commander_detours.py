"""Going round: armour comes at a bridge from two sides, over the fields beside the road."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from bocage.ai.commander.detours import aside, is_round, round_task, way_round
from bocage.ai.commander.objectives import Goal, Memory, Thrust, objectives_of
from bocage.ai.commander.picture import Group, Picture
from bocage.ai.commander.rations import rationed
from bocage.ai.commander.sheet import sheet_for
from bocage.ai.commander.task import Task
from bocage.ai.commander.tasks import tasks
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.pieces.told import StockRow, Told
from bocage.games.opcom.s05_orders.sheet import rows, texts
from tests.ai.reports import sighting, unit_row

WORLD: Final = load_world("market-garden")
GUARDS: Final = next(i for i, team in enumerate(WORLD.teams) if team.seat == "Guards")
PLACES: Final = {place.id: WORLD.ways.xy(place.lat, place.lon) for place in WORLD.places}
TOWN: Final = PLACES["EIN"]
SON: Final[Goal] = next(goal for goal in objectives_of(WORLD, GUARDS) if goal[0] == "Son bridge")


def told(*sightings: Point, stocks: tuple[int, int] = (6, 6), hq: Point = TOWN) -> Told:
    """Return the Guards, complete, in Eindhoven; battalions of the enemy where they were seen."""
    own = [u for u in WORLD.units if u.team == GUARDS and u.unit.arrival_turn <= 1]
    return Told(
        units=tuple(unit_row(u, hq if u.arm == "hq" else TOWN) for u in own),
        sightings=tuple(sighting(x, y, kinds=()) for x, y in sightings),
        stocks=tuple(StockRow(u.name, *stocks) for u in own if u.arm == "hq"),
    )


def picture(*sightings: Point, turn: int = 6, **more: Any) -> Picture:
    """What they make of it."""
    return Picture.of(WORLD, GUARDS, turn, told(*sightings, **more))


def armour(view: Picture) -> Group:
    """Return a group with tanks."""
    return next(group for group in view.groups if group.armoured)


def off(km_east: float, km_north: float) -> Point:
    """Return a point so far from Son bridge."""
    return SON[1][0] + round(1000 * km_east), SON[1][1] + round(1000 * km_north)


def test_the_way_round_leads_to_a_post_beside_the_bridge() -> None:
    """From Eindhoven armour goes out over the fields to three kilometres from Son bridge."""
    view = picture(off(-0.9, -4.5))
    found = way_round(view, armour(view), SON[1])
    assert found is not None
    by, post = found
    assert km_between(post, SON[1]) == pytest.approx(3.0, abs=0.1)
    assert min(km_between(by, off(0, -y)) for y in range(8)) > 1.5
    assert post[1] < SON[1][1]  # on our own bank of the canal


def test_no_way_round_passes_a_known_enemy() -> None:
    """An enemy beside one way round leaves the other way; enemies beside both leave none."""
    view = picture()
    found = way_round(view, armour(view), SON[1])
    assert found is not None
    other = picture(found[0])
    second = way_round(other, armour(other), SON[1])
    assert second is None or second[1] != found[1]
    assert way_round(picture(off(2.1, -2.1), off(-2.1, -2.1)), armour(view), SON[1]) is None


def test_groups_behind_the_lead_go_round() -> None:
    """On the third day two groups in Eindhoven go round, and the sheet gives their route."""
    view = picture()
    given = tasks(view, Memory(taken={"Valkenswaard"}))
    going = [task for task in given if is_round(task)]
    assert len(going) == 2
    assert not any(task.main for task in going)
    sheet = sheet_for(view, given)
    routes = [line for line in rows(sheet, "order") if "route" in line]
    assert len(routes) == 2
    assert {unit for line in routes for unit in texts(line["unit"])} == {
        unit.id for task in going for unit in task.group.units
    }


@pytest.mark.parametrize("goal", [("Eindhoven", SON[1]), SON])
def test_no_group_goes_round_before_the_third_day(goal: Goal) -> None:
    """Before the third day, and towards a town, every group keeps to the road."""
    early = picture(turn=4)
    assert round_task(early, armour(early), goal, [], "move") is None
    late = picture()
    there = round_task(late, armour(late), goal, [], "move")
    assert (there is not None) == (goal is SON)


def test_a_group_far_from_its_headquarters_does_not_go_round() -> None:
    """It would have no petrol to draw."""
    view = picture(hq=PLACES["VAL"])
    assert round_task(view, armour(view), SON, [], "move") is None


@pytest.mark.parametrize(("shells", "petrol", "goes"), [(0, 6, True), (0, 0, False)])
def test_a_group_with_petrol_but_no_shells_goes_round(shells: int, petrol: int, goes: bool) -> None:
    """A group without shells can't attack along the road; without petrol it stays."""
    view = picture(stocks=(shells, petrol))
    group = armour(view)
    order = Task(group, "breakthrough", "tact", *SON, main=True)
    made = rationed(view, [order], {group.name: SON})
    assert any(is_round(task) and task.action == "move" for task in made) is goes
    assert not any(map(is_round, rationed(view, [order])))


def test_a_group_that_went_round_holds_and_does_not_lead() -> None:
    """It is ahead of the others, but headquarters and lorries have no road to it."""
    view = picture()
    memory = Memory(taken={"Valkenswaard"})
    went = next(task for task in tasks(view, memory) if is_round(task)).group
    assert memory.rounded[went.units[0].number] == "Son bridge"
    gone, (x, y) = {unit.id for unit in went.units}, off(2.1, -2.1)
    now = told()
    units = tuple(replace(row, x=x, y=y) if row.id in gone else row for row in now.units)
    after = Picture.of(WORLD, GUARDS, 7, replace(now, units=units))
    given = tasks(after, memory)
    task = next(t for t in given if went.units[0] in t.group.units)
    assert (task.action, task.main) == ("hold", False)
    assert any(t.main and t.moves for t in given)
    assert sum(is_round(t) for t in given) == 1  # two in all, and one is there


def test_a_group_that_went_round_leads_again_from_behind() -> None:
    """Once other groups are ahead, it is no longer set aside."""
    view = picture()
    group, other = view.groups[:2]
    thrust = Thrust(SON, (group, other), "take", main=True)
    memory = Memory(rounded={group.units[0].number: "Son bridge"})
    assert aside(thrust, memory) == set()
