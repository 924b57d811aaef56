"""Breaking contact, pursuit, moving up behind others, lorries that lift (6.5, reading 3.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import HALTED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.s06_movement.contact import limit
from bocage.games.opcom.s06_movement.march import move_half, way_along
from bocage.games.opcom.s06_movement.marchers import is_lifted
from tests.games.opcom.playing import (
    CONTROL,
    GUARDS,
    WALTHER,
    alone,
    begun,
    go,
    ordered,
    play_samples,
    send,
    sheet,
    work_out,
)


def hunted(hunter: str, quarry: str, at: dict[str, str], goal: str) -> Position:
    """One unit breaks contact, another that has orders to attack it follows."""
    staffs = ("GB-32G-HQ", "GE-HOF-HQ")
    table = alone(hunter, quarry, *staffs, at=at)
    for line in ("GB-32G-HQ fuel 5", "GB-32G-HQ ammo 5"):
        table.adjust(CONTROL, f"stock {line} because of the test")
    table.adjust(CONTROL, f"prepared {hunter} yes because of the test")
    seat = table.state.world.units[table.state.world.by_id[hunter]].team
    attack = {"unit": hunter, "action": "attack", "posture": "tact", "objective": at[quarry]}
    send(table, seat, sheet(attack))
    send(table, 1 - seat, sheet(go(quarry, goal)))
    work_out(table)
    return table.state


def test_a_faster_pursuer_catches_a_unit_that_breaks_contact() -> None:
    """Reading 3.12: tanks follow infantry that leave and fight them without the penalty."""
    at = {
        "GB-2IG": "51.2600 5.4040",
        "GE-HOF-3": "51.2660 5.4100",
        "GB-32G-HQ": "51.2450 5.3850",
        "GE-HOF-HQ": "51.3400 5.4440",
    }
    st = hunted("GB-2IG", "GE-HOF-3", at, "51.2900 5.4200")
    fought = next(card for card in st.cards if card.category == "fight")
    assert "not prepared" not in fought.why
    start = st.world.ways.xy(51.2660, 5.4100)
    assert km_between(st.at(st.world.by_id["GB-2IG"]), start) > 1


def test_a_slower_pursuer_loses_contact() -> None:
    """Reading 3.12: a unit that is not caught in that half has got away, and its team learns of
    it."""
    at = {
        "GB-153FD": "51.2600 5.4040",
        "GE-HOF-3": "51.2660 5.4100",
        "GB-32G-HQ": "Hechtel",
        "GE-HOF-HQ": "51.2800 5.4170",
    }
    st = hunted("GE-HOF-3", "GB-153FD", at, "Hechtel")
    assert not [card for card in st.cards if card.category == "fight"]
    assert "got away" in [each.code for each in st.notes if each.team == WALTHER]
    assert st.target[st.world.by_id["GE-HOF-3"]] == -1


def test_a_unit_in_contact_leaves_by_a_way_that_leads_away() -> None:
    """6.5.c: where the road to its goal goes past the enemy it leaves over open ground first."""
    at = {
        "GE-HOF-2": "51.2560 5.3960",
        "GB-2IG": "51.2590 5.4030",
        "GB-32G-HQ": "51.2240 5.3790",
    }
    table = alone("GE-HOF-2", "GB-2IG", "GB-32G-HQ", at=at)
    send(table, WALTHER, sheet(go("GE-HOF-2", "Schaft fork")))
    send(table, GUARDS, sheet())
    assert table.close()
    st = table.state
    unit, enemy = st.world.by_id["GE-HOF-2"], st.world.by_id["GB-2IG"]
    line = st.orders[0]
    usual = way_along(st, unit, line, (line.goal[0], line.goal[1]))
    near = [km_between((s.x, s.y), st.at(enemy)) for s in usual]
    assert min(near) < st.km(unit, enemy)  # the road would lead past him
    before = st.km(unit, enemy)
    work_out(table)
    st = table.state
    assert st.metres[unit] > 5000
    assert not st.has(unit, HALTED)
    assert st.km(unit, enemy) > max(before, limit(st, st.at(unit), night=False))


def test_a_surrounded_unit_stays_in_contact() -> None:
    """6.5.c: where every way leads past the enemy the unit stays in contact."""
    at = {"GE-HOF-2": "51.2560 5.3960", "GB-2IG": "51.2590 5.4030", "GB-32G-HQ": "51.2240 5.3790"}
    table = alone("GE-HOF-2", "GB-2IG", "GB-32G-HQ", at=at)
    st = ordered(table, WALTHER, go("GE-HOF-2", "51.2600 5.4060"))
    assert st.has(st.world.by_id["GE-HOF-2"], HALTED)


@pytest.mark.parametrize("dice", [("6", "6"), ("1", "1")])
def test_a_group_behind_moves_up_with_the_front(dice: tuple[str, str]) -> None:
    """5.1: 5th Guards moves up behind 32nd Guards, as far as the beaten enemy lets it."""
    table = begun(["1", *dice, "4", "6", "6"])
    play_samples(
        table,
        "joes_bridge",
        ("1-guards.toml", "1-walther.toml"),
        ("2-guards.toml", "2-walther.csv"),
    )
    st = table.state
    behind, front, beaten = (st.world.by_id[u] for u in ("GB-2GREN", "GB-2IG", "GE-HOF-1"))
    if dice == ("6", "6"):
        assert st.km(behind, front) <= 1.5
    else:
        assert st.km(behind, beaten) <= 1.1
    assert st.metres[behind] > 2500


def lifted(st: Position) -> tuple[int, int]:
    """Return a battalion on foot and a column of lorries."""
    return st.world.by_id["GE-HOF-3"], st.world.by_id["GB-GADRASC1"]


def riding(lorries_at: str, ammo: int) -> tuple[Table[Position], int]:
    """Return a battalion ordered to ride in lorries that stand somewhere and carry something."""
    at = {"GE-HOF-3": "51.3400 5.4440", "GB-GADRASC1": lorries_at}
    table = alone("GE-HOF-3", "GB-GADRASC1", at=at)
    table.adjust(CONTROL, f"stock GB-GADRASC1 ammo {ammo} because of the test")
    send(table, GUARDS, sheet())
    send(table, WALTHER, sheet(go("GE-HOF-3", "Schaft fork")))
    assert table.close()
    st = table.state
    unit, column = lifted(st)
    st.orders = (replace(st.orders[0], lift=column),)
    return table, unit


@pytest.mark.parametrize(
    ("lorries_at", "ammo", "rides"),
    [("51.3400 5.4440", 0, True), ("51.3400 5.4440", 3, False), ("Schaft fork", 0, False)],
)
def test_lorries_lift_a_battalion_if_they_are_near_and_empty(
    lorries_at: str, ammo: int, rides: bool
) -> None:
    """Reading 3.8: a marching battalion rides, and its lorries come along."""
    table, unit = riding(lorries_at, ammo)
    assert is_lifted(table.state, unit, table.state.orders[0]) is rides


def test_a_sheet_may_name_only_its_own_lorries() -> None:
    """Reading 3.8: what is not a transport column cannot lift; the line is kept."""
    from tests.games.opcom.playing import meant

    found = meant(sheet(go("GB-2IG", "Schaft fork", lifted_by="GB-GADRASC1")))
    world = begun().state.world
    assert found.lines[0].lift == world.by_id["GB-GADRASC1"]
    found = meant(sheet(go("GB-2IG", "Schaft fork", lifted_by="GB-3IG")))
    assert found.lines[0].lift == -1
    assert "has no lorries to lift troops with" in str(found.problems[0])


def test_columns_without_a_status_march_on_orders() -> None:
    """9.5.f: a horse-drawn column never had a status, so it has not lost it."""
    table = alone("GE-FK1")
    st = ordered(table, WALTHER, go("GE-FK1", "Schaft fork"))
    assert st.metres[st.world.by_id["GE-FK1"]] > 3000


@pytest.mark.parametrize("finished", [True, False])
def test_a_unit_continues_when_others_finish_its_enemy(*, finished: bool) -> None:
    """9.7.3: if others beat its enemy, a unit marches on in the second half; otherwise it stays."""
    at = {"GB-2IG": "51.3000 5.4280", "GB-32G-HQ": "51.2900 5.4250", "GE-HOF-1": "51.3060 5.4300"}
    table = alone("GB-2IG", "GB-32G-HQ", "GE-HOF-1", at=at)
    line = {"unit": "GB-2IG", "action": "attack", "posture": "tact", "objective": "Valkenswaard"}
    send(table, GUARDS, sheet(line))
    send(table, WALTHER, sheet())
    assert table.close()
    st = table.state
    unit, foe = st.world.by_id["GB-2IG"], st.world.by_id["GE-HOF-1"]
    st.mark(unit, HALTED)
    st.target[unit] = foe
    if finished:
        st.steps[foe] = st.status(foe).last_step
    before = st.at(unit)
    move_half(st, 2)
    assert (st.at(unit) != before) == finished
    assert (st.target[unit] == foe) == (not finished)
    if finished:
        assert st.metres[unit] > 2000
