"""Who follows armour on the move: headquarters, the second wave, guns; who keeps off its road."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from bocage.ai.commander.armour import foremost, is_spent, second
from bocage.ai.commander.followers import followers, staffs
from bocage.ai.commander.objectives import Memory, Thrust
from bocage.ai.commander.picture import Enemy, Group, Picture
from bocage.ai.commander.player import at_once
from bocage.ai.commander.rations import rationed
from bocage.ai.commander.roads import gives_way, is_of_its_corps, road_of_the_spearhead
from bocage.ai.commander.sheet import sheet_for
from bocage.ai.commander.task import Task
from bocage.ai.commander.tasks import tasks
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.pieces.told import Sighting, Standing, StockRow, Told
from bocage.games.opcom.s05_orders.sheet import rows
from bocage.games.opcom.s10_reports.enemy import COUNTS
from bocage.games.opcom.words.verbs import NO, YES
from tests.ai.reports import sighting, unit_row

WORLD = load_world("market-garden")
SEATS = {team.seat: i for i, team in enumerate(WORLD.teams)}
WHOLE: Final[Standing] = "ready"
WORN: Final[Standing] = "limited"


def place(ident: str) -> Point:
    """Where a place of the map is."""
    found = next(p for p in WORLD.places if p.id == ident)
    return WORLD.ways.xy(found.lat, found.lon)


def view(
    seat: str,
    at: dict[str, Point] | None = None,
    *,
    turn: int = 4,
    states: Mapping[str, Standing] | None = None,
    sightings: tuple[Sighting, ...] = (),
) -> Picture:
    """Return what a team knows: its units stand at their starts unless `at` says otherwise."""
    team, places, said = SEATS[seat], at or {}, states or {}
    own = [u for u in WORLD.units if u.team == team]
    told = Told(
        units=tuple(
            unit_row(u, places.get(u.id), said.get(u.id, WHOLE))
            for u in own
            if u.unit.arrival_turn <= turn
        ),
        sightings=sightings,
        stocks=tuple(StockRow(u.name, 6, 6) for u in own if u.arm == "hq"),
    )
    return Picture.of(WORLD, team, turn, told)


def seen(at: Point, count: str = "about a battalion") -> Sighting:
    """Return a sighting of this turn."""
    return sighting(*at, count, kinds=())


def group(picture: Picture, name: str) -> Group:
    """Return a group by its name."""
    return next(g for g in picture.groups if g.name == name)


def ahead_of_the_others() -> dict[str, Point]:
    """Return the Grenadiers and the Welsh in Valkenswaard, everybody else at the start line."""
    at = place("VAL")
    return dict.fromkeys(("GB-2GREN", "GB-1GREN", "GB-2WG", "GB-1WG"), at)


def test_units_left_behind_form_their_own_group() -> None:
    """A brigade strung out along the road is two groups, each where it stands."""
    far = view("XXX-Corps", {"GB-8AB-1": place("EIN"), "GB-8AB-2": place("EIN")})
    parts = [g for g in far.groups if g.name.startswith("8th Armoured Brigade")]
    assert sorted(sorted(u.id for u in g.units) for g in parts) == [
        ["GB-8AB-1", "GB-8AB-2"],
        ["GB-8AB-3", "GB-8AB-4"],
    ]
    assert group(far, "8th Armoured Brigade").at == place("EIN")
    near = view("XXX-Corps")
    assert len(group(near, "8th Armoured Brigade").units) == 4


def test_headquarters_drive_behind_the_foremost_troops() -> None:
    """Where its own come up to those ahead a headquarters follows the first of all."""
    picture = view("Guards", ahead_of_the_others())
    goal = place("EIN")
    lead, rear = group(picture, "Grenadier Group"), group(picture, "Coldstream Group")
    given = [
        Task(rear, "breakthrough", "tact", "Eindhoven", goal, main=True),
        Task(lead, "breakthrough", "tact", "Eindhoven", goal, main=True),
    ]
    found = {line["unit"][0]: line["objective"] for line in staffs(picture, given)}
    assert found == {"GB-32G-HQ": "GB-2GREN", "GB-5GA-HQ": "GB-2GREN"}


def test_headquarters_move_up_to_troops_that_stay() -> None:
    """The headquarters of a group that prepares moves to the group, on its side of the river."""
    picture = view("Guards", turn=1)
    lead = group(picture, "Irish Group")
    found = staffs(picture, [Task(lead, "prepare", "tact", main=True)])
    lat, lon = WORLD.ways.earth(picture.where[lead.units[0].number])
    assert [line["objective"] for line in found] == [f"{lat:.4f} {lon:.4f}"]


def test_a_headquarters_is_ordered_up_in_every_turn() -> None:
    """A headquarters near its group still gets an order, because earlier orders stand (reading
    2.2)."""
    picture = view("Guards", {"GB-32G-HQ": place("VAL"), "GB-2IG": place("VAL")})
    given = [Task(group(picture, "Irish Group"), "breakthrough", "tact", "x", place("EIN"))]
    assert [line["unit"] for line in staffs(picture, given)] == [["GB-32G-HQ"]]


def test_a_group_near_its_headquarters_follows_at_once() -> None:
    """A group follows at once, behind the first, while its headquarters has petrol beside it."""
    picture = view("Guards", ahead_of_the_others())
    goal = ("Eindhoven", place("EIN"))
    lead, mate = group(picture, "Grenadier Group"), group(picture, "Coldstream Group")
    rear = group(picture, "Irish Group")
    thrust = Thrust(goal, (lead, mate, rear), "take", main=True)
    done = {
        lead.name: Task(lead, "breakthrough", "tact", *goal, main=True),
        mate.name: Task(mate, "breakthrough", "tact", *goal, main=True, course="through"),
    }
    task = second(picture, thrust, rear, lead, done)
    assert (task.action, task.goal, task.after) == ("move", "GB-2GREN", False)


@pytest.mark.parametrize(("turn", "passes"), [(5, False), (6, True)])
def test_one_group_is_kept_for_the_afternoon(turn: int, passes: bool) -> None:
    """In a morning in which two groups attack nobody passes through; in an afternoon one does."""
    picture = view("Guards", {**ahead_of_the_others(), "GB-32G-HQ": place("AAL")}, turn=turn)
    goal = ("Son bridge", place("SON"))
    lead, other = group(picture, "Grenadier Group"), group(picture, "Welsh Group")
    rear = group(picture, "Irish Group")
    thrust = Thrust(goal, (lead, other, rear), "take", main=True)
    done = {
        lead.name: Task(lead, "breakthrough", "tact", *goal, main=True),
        other.name: Task(other, "breakthrough", "tact", *goal, main=True, course="along"),
    }
    task = second(picture, thrust, rear, lead, done)
    assert (task.course == "through") == passes
    worn = second(picture, thrust, rear, lead, done, spent=True)
    assert worn.course != "through"


def test_a_group_that_attacked_in_the_morning_leads_no_more() -> None:
    """A group that attacked in the morning and lost strength leads no more that day."""
    front, close = ("GB-1COLD", "GB-5COLD"), ("GB-2IG", "GB-3IG")
    at = dict.fromkeys(front, place("EIN")) | dict.fromkeys((*close, "GB-32G-HQ"), place("EIE"))
    picture = view("Guards", at, turn=6, states=dict.fromkeys(front, WORN))
    lead, fresh = group(picture, "Coldstream Group"), group(picture, "Irish Group")
    memory = Memory(struck={WORLD.by_id[each]: 1.0 for each in front})
    goal = place("SON")
    assert is_spent(picture, lead, memory)
    assert not is_spent(picture, lead, Memory())
    assert foremost(picture, [lead, fresh], {}, goal, Memory()) is lead
    assert foremost(picture, [lead, fresh], {}, goal, memory) is fresh


def test_a_commander_remembers_which_groups_were_to_attack() -> None:
    """By morning with what they amounted to; in the afternoon for the questions of that turn."""
    for turn, kept in ((5, True), (6, False)):
        picture = view("Guards", sightings=(seen(place("VAL")),), turn=turn)
        memory = Memory()
        given = tasks(picture, memory)
        told = {
            u.number
            for task in given
            if task.action in ("attack", "breakthrough")
            for u in task.group.units
        }
        assert told
        assert memory.striking == told
        assert set(memory.struck) == (told if kept else set())


def test_only_groups_with_orders_to_attack_decide_the_advance() -> None:
    """Fresh troops go on at once though the rest of the division is tired, and the other way."""
    fresh = {"GB-2IG", "GB-3IG"}
    tired: dict[str, Standing] = {
        u.id: WORN for u in WORLD.units if u.team == SEATS["Guards"] and u.id not in fresh
    }
    picture = view("Guards", states=tired)
    legal = [YES(), NO()]
    irish = Memory(striking=frozenset(WORLD.by_id[each] for each in fresh))
    others = Memory(striking=frozenset({WORLD.by_id["GB-1COLD"], WORLD.by_id["GB-5COLD"]}))
    assert at_once(picture, legal, irish) == YES()
    assert at_once(picture, legal, others) == NO()


@pytest.mark.parametrize(("where", "waits"), [("VAL", True), ("EIN", False)])
def test_guns_out_of_range_come_up_at_once(where: str, waits: bool) -> None:
    """Guns that reach the fight displace after it; those that do not set out with the others."""
    at = dict.fromkeys(("GB-2GREN", "GB-1GREN"), place(where))
    picture = view("Guards", at | {"GB-55FD": place("SCF"), "GB-153FD": place("SCF")})
    lead = group(picture, "Grenadier Group")
    task = Task(lead, "breakthrough", "tact", "Son bridge", place("SON"), main=True)
    lines = [line for line in followers(picture, [task]) if "GB-55FD" in line["unit"]]
    assert [line.get("after") for line in lines] == ["fights" if waits else None]


def test_the_road_belongs_to_the_corps_of_the_spearhead() -> None:
    """Vehicles of XII Corps that would go over Joe's Bridge wait until the others have gone by."""
    bridges = {WORLD.crossings[i].id for i in road_of_the_spearhead(WORLD, "allied")}
    assert {"B-JOE", "B-DOM", "B-EIN", "B-SON"} <= bridges
    assert all(is_of_its_corps(view(seat)) for seat in ("Guards", "XXX-Corps", "50th-Div"))
    flank = view("XII-Corps")
    assert not is_of_its_corps(flank)
    assert gives_way(flank, place("LMF"), place("EES"))
    assert not gives_way(flank, place("EES"), place("BES"))
    assert not gives_way(view("50th-Div"), place("LMF"), place("EIN"))


def test_units_kept_off_the_road_march_after_the_fights() -> None:
    """The anti-tank guns of XII Corps follow over Joe's Bridge behind everybody, without rank."""
    picture = view("XII-Corps", {"GB-53-B1-1": place("EES"), "GB-53-AT": place("LMF")})
    lead = next(g for g in picture.groups if any(u.id == "GB-53-B1-1" for u in g.units))
    task = Task(lead, "attack", "tact", "Best", place("BES"), main=True)
    lines = [line for line in followers(picture, [task]) if "GB-53-AT" in line["unit"]]
    assert [(line["after"], line["priority"]) for line in lines] == [("fights", 9)]


def test_a_column_drives_to_the_near_bank_of_a_bridge() -> None:
    """A column stops before a bridge it has not seen; units in battle order drive to it."""
    picture = view("Guards", ahead_of_the_others())
    bridge = next(c for c in WORLD.crossings if c.id == "B-SON")
    at = WORLD.ways.xy(bridge.lat, bridge.lon)
    lead = group(picture, "Grenadier Group")
    task = Task(lead, "breakthrough", "non-tact", bridge.name, at, column=True, main=True)
    line = rows(sheet_for(picture, [task]), "order")[0]
    lat, lon = map(float, str(line["objective"]).split())
    near = WORLD.ways.xy(lat, lon)
    assert 0 < km_between(near, at) < 1
    assert km_between(near, lead.at) < km_between(at, lead.at)
    other = replace(task, posture="tact", column=False)
    assert rows(sheet_for(picture, [other]), "order")[0]["objective"] == bridge.name


def test_the_enemy_at_our_objective_comes_first() -> None:
    """Who has nothing to guard marches against whom stands at Veghel, not against the nearest."""
    at = {"GE-245-935": place("OIR"), "GE-ZED": place("BES"), "GE-59-FE": place("BES")}
    foes = (seen(place("VEG"), COUNTS[-1]), seen(place("EES")))
    picture = view("LXXXVIII-Corps", at, sightings=foes)
    task = next(each for each in tasks(picture, Memory()) if each.group.units[0].id == "GE-245-935")
    assert task.words == "March to the sound of the guns"
    assert task.at is not None
    assert km_between(task.at, place("VEG")) < 1


@pytest.mark.parametrize(
    ("turns", "words"), [(1, "Stay in contact and hold"), (7, "Close up to the enemy")]
)
def test_a_group_waits_a_few_days_before_it_closes_up(turns: int, words: str) -> None:
    """A group waits for a strong enemy three kilometres away, but only so many turns."""
    home = WORLD.units[WORLD.by_id["GE-280"]].start
    picture = view("II-SS-Corps", turn=12, sightings=(seen((home[0] - 3500, home[1]), COUNTS[-1]),))
    alone = next(g for g in picture.groups if g.units[0].id == "GE-280")
    picture = replace(picture, groups=(alone,), guns=())
    given = tasks(picture, Memory(waited={alone.name: turns}))
    assert [task.words for task in given] == [words]


def test_the_order_to_close_up_stands_without_petrol() -> None:
    """A group that closes up needs no petrol; a group that marches holds without it."""
    picture = replace(view("LXXXVIII-Corps"), stocks={}, dumps=())
    lead = next(g for g in picture.groups if g.units[0].id == "GE-559")
    at = (lead.at[0] + 3500, lead.at[1])
    march = Task(lead, "move", "tact", "x", at, words="March")
    closes = replace(march, target=Enemy(at, 5.0, tanks=False, age=0), words="Close up")
    assert [task.words for task in rationed(picture, [closes])] == ["Close up"]
    assert [task.action for task in rationed(picture, [march])] == ["hold"]


def test_sappers_beside_a_staff_go_to_the_objective_and_stay_there() -> None:
    """From the fourth day on they go forward; once there they are not called back."""
    start = WORLD.units[WORLD.by_id["GE-GLOGAU"]].start
    for at, turn, words in (
        (start, 12, ["Go forward to Arnhem"]),
        (place("ARN"), 12, []),
    ):
        picture = view("II-SS-Corps", {"GE-GLOGAU": at}, turn=turn)
        lines = [line for line in followers(picture, []) if "GE-GLOGAU" in line["unit"]]
        assert [line["orders"] for line in lines] == words
