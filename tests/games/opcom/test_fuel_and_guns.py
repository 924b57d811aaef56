"""Fights on the map: fuel that is shared, guns that fire elsewhere or march, ground found empty."""

from __future__ import annotations

from typing import Any

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import CounterFire
from bocage.games.opcom.s09_combat.fire_missions import those_under
from bocage.games.opcom.s09_combat.muster import build
from bocage.games.opcom.s11_supplies.use import fight_needs, used
from bocage.games.opcom.words.verbs import ACCEPT, ADJUDICATE, NO, YES
from tests.games.opcom.playing import (
    CONTROL,
    GUARDS,
    WALTHER,
    alone,
    go,
    ordered,
    send,
    sheet,
    work_out,
)


def accept_all(table: Table[Position]) -> None:
    """Control accepts every card, until somebody else is asked."""
    while (decision := table.decision) is not None and decision.seats == (CONTROL,):
        if decision.kind == "Release" or not table.act(CONTROL, ACCEPT()):
            return


def no_dumps(table: Table[Position]) -> None:
    """No dump makes good what a headquarters lacks."""
    st = table.state
    for i in range(len(st.world.dumps)):
        st.take(len(st.world.units) + i, FUEL, 999)


def test_a_point_of_fuel_serves_one_unit() -> None:
    """9.9: of two mechanised units that share one point of fuel the weaker has none, and pays."""
    for fuel, dry in ((0, 2), (1, 1), (2, 0)):
        names = ("GB-1COLD", "GB-2IG", "GB-32G-HQ", "GE-HOF-1")
        table = alone(*names, at={str(name): "51.2660 5.4100" for name in names})
        no_dumps(table)
        table.adjust(CONTROL, f"stock GB-32G-HQ fuel {fuel} because of the test")
        st = table.state
        ours = tuple(st.world.by_id[u] for u in ("GB-1COLD", "GB-2IG"))
        combat = Combat("x", (st.world.by_id["GE-HOF-1"],), ours, (), 0, 0, 0, 1)
        fight = build(st, combat, 0)
        assert [f.fuelled for f in fight.defender.fighters].count(False) == dry
        # 9.5.e: who has none is charged none.
        needs = used(fight_needs(fight, "defender", tables()))
        assert sum(each.fuel for each in needs) == 2 - dry


def attack(units: list[str], at: str, support: list[str]) -> dict[str, Any]:
    """Return an attack with the support of guns."""
    order = {"unit": units, "action": "attack", "posture": "tact", "objective": at}
    return {**order, "support": support}


def gunners(*more: dict[str, Any], duty: bool = False, fires: bool = False) -> Table[Position]:
    """Return an attack by the road, supported by a field regiment within range."""
    units = ("GB-1COLD", "GB-2IG", "GB-32G-HQ", "GB-55FD", "GE-HOF-1", "GE-FJ6-1")
    spots = dict.fromkeys(("GB-1COLD", "GB-2IG"), "51.2570 5.3980")
    at = {**spots, "GB-32G-HQ": "51.2520 5.3900", "GB-55FD": "51.2520 5.3900"}
    at |= {"GE-HOF-1": "51.2660 5.4100", "GE-FJ6-1": "51.3000 5.4100"}
    table = alone(*units, at=at)
    missions: list[dict[str, Any]] = []
    if duty:
        missions = [{"guns": ["GB-55FD"], "mission": "counter-battery"}]
    if fires:
        missions = [{"guns": ["GB-55FD"], "at": "51.3000 5.4100"}]
    line = attack(["GB-1COLD", "GB-2IG"], "51.2660 5.4100", ["GB-55FD"])
    send(table, GUARDS, sheet(line, *more, fire=missions))
    send(table, WALTHER, sheet())
    work_out(table)
    return table


def guns_that_fired(table: Table[Position]) -> tuple[int, ...]:
    """Return the guns that the defenders of the fight report."""
    return next(entry.guns for entry in table.state.fought if not entry.attacking)


def test_guns_support_one_task_at_a_time() -> None:
    """9.16, 9.17.a: guns on counter-battery or on a fire mission support no fight besides."""
    assert len(guns_that_fired(gunners())) == 1
    assert guns_that_fired(gunners(duty=True)) == ()
    assert guns_that_fired(gunners(fires=True)) == ()


def test_guns_on_the_road_do_not_fire_and_use_no_ammunition() -> None:
    """9.11.e: guns that march all the half of the turn in which the fight is add nothing."""
    table = gunners(go("GB-55FD", "Hechtel", column=True))
    st = table.state
    assert guns_that_fired(table) == ()
    assert not any(n.code == "ammo" and n.unit == st.world.by_id["GB-55FD"] for n in st.notes)


def test_a_fire_mission_spares_units_that_prepare_elsewhere() -> None:
    """9.16.b: only who comes through a place in this turn is under the fire on it."""
    far = "51.3600 5.4600"
    table = alone("GB-2IG", "GB-32G-HQ", "GE-FJ6-1", at={"GE-FJ6-1": "51.4300 5.2700"})
    st = table.state
    unit, foot = st.world.by_id["GB-2IG"], st.world.by_id["GE-FJ6-1"]
    prepare = {"unit": "GB-2IG", "action": "prepare", "posture": "tact", "objective": far}
    send(table, GUARDS, sheet(prepare))
    send(table, WALTHER, sheet(go("GE-FJ6-1", "Hechtel")))
    st = table.state
    assert unit not in those_under(st, st.world.ways.xy(51.36, 5.46))
    assert foot not in those_under(st, st.world.ways.xy(51.1252, 5.3677))


def vacated(answer: Any) -> Position:
    """Guards attack a battalion that marches off in the same turn; what they then decide."""
    at = {"GB-1COLD": "51.2500 5.3870", "GB-2IG": "51.2500 5.3870", "GB-32G-HQ": "51.2490 5.3850"}
    at |= {"GE-HOF-1": "51.2870 5.4180"}
    table = alone(*at, at=at)
    send(table, GUARDS, sheet(attack(["GB-1COLD", "GB-2IG"], "51.2870 5.4180", [])))
    send(table, WALTHER, sheet(go("GE-HOF-1", "51.3200 5.3600", "non-tact")))
    assert table.act(CONTROL, ADJUDICATE())
    accept_all(table)
    decision = table.decision
    assert decision is not None
    assert (decision.kind, decision.seats) == ("Redirect", (GUARDS,))
    assert getattr(table.state.stack[-1], "gone", 0) == 1
    assert table.act(GUARDS, answer)
    accept_all(table)
    return table.state


def test_a_team_that_finds_its_objective_empty_may_pursue() -> None:
    """9.7.3: the enemy has left its position, and the team decides to stay or to pursue."""
    gone = {}
    for answer in (NO(), YES()):
        st = vacated(answer)
        gone[answer] = st.metres[st.world.by_id["GB-2IG"]]
        assert any(note.code == "found empty" for note in st.notes) or answer == YES()
    assert gone[YES()] > gone[NO()]


def test_an_ordered_demolition_that_fails_is_reported() -> None:
    """8: the team that ordered it hears that the bridge stands."""
    for die, told in (("1", False), ("5", True)):
        table = alone("GE-HOF-1", at={"GE-HOF-1": "51.3370 5.4430"}, dice=[die])
        st = ordered(table, WALTHER, blow=[{"bridge": "B-DOM"}])
        assert any(note.code == "not blown" for note in st.notes) == told


def test_counter_battery_is_an_order() -> None:
    """The duty that the muster looks for is the one that sheets order."""
    table = gunners(duty=True)
    assert any(isinstance(order, CounterFire) for order in table.state.chores)
