"""The air war on the map: a turn of the second lift, cab ranks, interdiction, rulings, weather."""

from __future__ import annotations

import csv
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bocage.engine.dice import GivenDice
from bocage.engine.table import Table
from bocage.games.opcom.board.position import ATTACKED, Position
from bocage.games.opcom.board.scenario import load_scenario
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.told import Told, as_data
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s12_air.orders import missions
from bocage.games.opcom.s12_air.sorties import FLOWN, WAITING
from bocage.games.opcom.words.verbs import ACCEPT, ADJUDICATE, NO, YES
from bocage.games.places import data_of
from bocage.tables import DataError
from tests.games.opcom.playing import GAME, release, sample, send, sheet, work_out

AIRBORNE, TETTAU, CONTROL = 0, 1, 2


def second_lift(*dice: str) -> Table[Position]:
    """Return the second lift at its beginning; without dice they fall as the seed has it."""
    oracle = GivenDice(dice) if dice else None
    return Table.new(GAME, scenario="second-lift", seed=b"s" * 32, oracle=oracle)


def turn(table: Table[Position], airborne: Any = (), tettau: Any = (), **more: Any) -> None:
    """Both teams send air lines, and the turn is worked out."""
    at = table.state.turn
    send(table, AIRBORNE, sheet(turn=at, air=list(airborne), **more))
    send(table, TETTAU, sheet(turn=at, air=list(tettau)))
    work_out(table)


def accept_all(table: Table[Position]) -> None:
    """Control accepts every card that is left."""
    while (decision := table.decision) is not None and decision.kind != "Release":
        assert table.act(decision.seats[0], ACCEPT())


def number(table: Table[Position], unit: str) -> int:
    """Return a unit by its id."""
    return table.state.world.by_id[unit]


@pytest.fixture(scope="module")
def afternoon() -> Table[Position]:
    """Return the afternoon of the second lift with the sheets that come with it, not yet
    released.
    """
    table = second_lift()
    turn(table)
    release(table)
    send(table, AIRBORNE, sample("second_lift", "2-airborne.toml"))
    send(table, TETTAU, sample("second_lift", "2-tettau.csv"))
    work_out(table)
    return table


def test_enemies_within_6_km_report_a_drop(afternoon: Table[Position]) -> None:
    """Reading 10.13: enemies within 6 km see the brigade come down, and hear of no drop beyond."""
    st = afternoon.state
    seen = [each for each in st.notes if each.code == "drop seen"]
    assert {each.team for each in seen} == {TETTAU}
    assert all(each.at is not None for each in seen)
    release_now = afternoon.branch()
    release(release_now)
    now = release_now.state.told
    text = " ".join((*now[TETTAU].report, *now[TETTAU].annex))
    assert "Enemy parachutes or gliders were seen" in text
    assert "Enemy parachutes" not in str(as_data(now[AIRBORNE]))


def test_a_lift_delayed_by_fog_lands_in_the_afternoon(afternoon: Table[Position]) -> None:
    """Nobody comes down in the morning; after two the whole brigade stands near the heath."""
    st = afternoon.state
    brigade = ("GB-4PB-HQ", "GB-10PARA", "GB-11PARA", "GB-156PARA")
    assert all(st.is_here(number(afternoon, unit)) for unit in brigade)
    lift = st.world.sky.lift_number["L-4PB"]
    assert st.lifts[lift] == FLOWN
    first = second_lift()
    turn(first)
    assert first.state.lifts[lift] == WAITING
    assert not any(first.state.is_here(number(first, unit)) for unit in brigade)
    told = [each.parts for each in first.state.notes if each.code == "lift waits"]
    assert any("the weather does not allow it" in parts for parts in told)


def test_every_air_ruling_is_a_card(afternoon: Table[Position]) -> None:
    """Patrols, flak, bombs, drops, supplies and flights lie on Control's desk with reasons."""
    found = {card.category: card for card in afternoon.state.cards}
    assert {"air", "flak", "bombing", "drop", "supplies", "recce"} <= set(found)
    for category in ("air", "flak", "drop", "supplies", "recce"):
        assert found[category].why, category
        assert found[category].rule.startswith(("12.", "13.")), category


def test_overriding_one_drop_changes_no_other_drop(afternoon: Table[Position]) -> None:
    """Control rules one battalion lost; every other card of the air falls as before."""
    table = Table.new(GAME, scenario="second-lift", seed=b"s" * 32)
    turn(table)
    release(table)
    send(table, AIRBORNE, sample("second_lift", "2-airborne.toml"))
    send(table, TETTAU, sample("second_lift", "2-tettau.csv"))
    work_out(table)
    before = {c.name: c.value for c in table.state.cards if c.category in ("drop", "flak", "air")}
    steps = table.state.steps[number(table, "GB-10PARA")]
    name = "2.drop.GB-10PARA"
    other = "lost" if before[name] == "intact" else "intact"
    procedure.override(table, name, other, "the marker panels were wrong")
    accept_all(table)
    after = {c.name: c.value for c in table.state.cards if c.category in ("drop", "flak", "air")}
    assert after == before | {name: other}
    assert table.state.steps[number(table, "GB-10PARA")] != steps


def test_a_morning_cab_rank_flies_all_day() -> None:
    """It flies in both turns of its day without a second order, and not on the next."""
    table = second_lift()
    rank = {"mission": "cab rank", "squadrons": ["TYPH"], "for": "1st Airlanding Brigade"}
    turn(table, [rank])
    assert [s.mission for s in table.state.sorties if s.team == AIRBORNE] == ["cab rank"]
    release(table)
    hold = [{"mission": "hold", "lift": each} for each in ("L-4PB", "L-SS", "L-AT", "L-RS")]
    turn(table, hold)
    assert "cab rank" in [s.mission for s in table.state.sorties]
    release(table)
    turn(table, hold)
    assert "cab rank" not in [s.mission for s in table.state.sorties]


def test_a_cab_rank_ordered_after_noon_does_not_fly() -> None:
    """It is given for a whole day, so the afternoon is too late; the team hears why."""
    table = second_lift()
    turn(table)
    release(table)
    rank = {"mission": "cab rank", "squadrons": ["TYPH"], "for": "1st Airlanding Brigade"}
    turn(table, [rank])
    assert "cab rank" not in [s.mission for s in table.state.sorties]
    told = [each.parts[0] for each in table.state.notes if each.code == "did not fly"]
    assert any("ordered in the morning" in why for why in told)


def march(*air: dict[str, Any]) -> float:
    """Return how far the Border Regiment gets towards Wolfheze in the morning, with these enemy
    lines.
    """
    table = second_lift()
    unit = number(table, "GB-BORD")
    start = table.state.at(unit)
    order = {"unit": ["GB-BORD"], "action": "move", "objective": "52.0180 5.7600"}
    send(table, AIRBORNE, sheet(order, turn=1))
    send(table, TETTAU, sheet(turn=1, air=list(air)))
    work_out(table)
    return km_between(start, table.state.at(unit))


def test_bombs_on_a_road_delay_units_that_pass() -> None:
    """A unit that marches through a bombed place gets less far than one that does not."""
    free = march()
    bombed = march({"mission": "interdiction", "squadrons": ["FW190"], "at": "51.9880 5.7900"})
    assert bombed < free


def test_air_lines_mean_the_same_in_toml_and_csv() -> None:
    """An air line in a CSV sheet is understood as the same line in TOML."""
    table = second_lift()
    turn(table)
    release(table)
    lines = [
        {"mission": "air cover", "squadrons": ["JG26", "JG11"], "zone": "D2"},
        {"mission": "bombing", "squadrons": ["FW190"], "at": "Wolfheze"},
    ]
    found: list[list[Any]] = []
    for each in (sample("second_lift", "2-tettau.csv"), sheet(turn=2, air=lines)):
        send(table, TETTAU, each)
        chores = procedure.submit(table, TETTAU, each).chores
        found.append([replace(m, number=0) for m in missions(chores)])
    assert found[0] == found[1]
    assert len(found[0]) == 2


def test_a_team_sees_only_its_own_air(afternoon: Table[Position]) -> None:
    """A team's report has its own squadrons and lifts, and no name of the enemy's."""
    told = afternoon.state.told
    assert {each.id for each in told[AIRBORNE].squadrons} >= {"TYPH", "TR-1"}
    assert {each.id for each in told[TETTAU].squadrons} == {
        *("JG26", "JG11", "FW190", "NSG2", "NAG"),
    }
    assert "JG26" not in str(as_data(told[AIRBORNE]))
    assert told[TETTAU].lifts == ()


def test_control_may_change_the_flying_weather() -> None:
    """Where Control lets no transports fly, a lift that was due waits."""
    table = second_lift()
    turn(table)
    release(table)
    send(table, AIRBORNE, sheet(turn=2))
    send(table, TETTAU, sheet(turn=2))
    done, _ = GAME.at("second-lift").adjust(table.state, "weather flying no because it snows")
    assert done
    assert table.act(CONTROL, ADJUDICATE())
    accept_all(table)
    assert not [s for s in table.state.sorties if s.mission == "transport"]


@pytest.mark.parametrize("fights", [True, False])
def test_the_enemy_on_a_drop_zone_fights_or_withdraws(fights: bool) -> None:
    """Asked when the lift arrives, the enemy stays and is attacked, or withdraws without a
    fight."""
    table = second_lift()
    unit = number(table, "GE-TET-HELLE")
    turn(table)
    release(table)
    st = table.state
    st.place(unit, st.world.sky.sites["DZ-Y"].at)
    send(table, AIRBORNE, sheet(turn=2))
    send(table, TETTAU, sheet(turn=2, air=[{"mission": "hold", "squadrons": ["JG11"]}]))
    assert table.act(CONTROL, ADJUDICATE())
    assert table.decision is not None
    assert (table.decision.kind, table.decision.seats) == ("Sally", (TETTAU,))
    assert table.act(TETTAU, YES() if fights else NO())
    accept_all(table)
    attacked = table.state.has(number(table, "GB-10PARA"), ATTACKED)
    assert attacked == fights
    moved = km_between(table.state.at(unit), st.world.sky.sites["DZ-Y"].at)
    assert moved > 1 or fights


def test_a_flight_that_meets_nobody_is_not_reported() -> None:
    """A German patrol far from every air stream does not change the report of the Airborne."""
    told: list[Told] = []
    for line in (
        {"mission": "air cover", "squadrons": ["JG26"], "zone": "A0"},
        {"mission": "hold", "squadrons": ["JG26"]},
    ):
        table = second_lift()
        turn(table)
        release(table)
        turn(table, tettau=[line])
        release(table)
        told.append(table.state.told[AIRBORNE])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("table", "field", "value", "says"),
    [
        ("air.csv", "team", "Nobody", "is not one of"),
        ("air.csv", "to_turn", "1", "ends first"),
        ("air.csv", "release", "7", "not a face of a die"),
        ("lifts.csv", "by", "TYPH", "is not one of"),
        ("lifts.csv", "serials", "9", "serials"),
        ("lifts.csv", "units", "GB-NOBODY", "is not one of"),
        ("lifts.csv", "units", "GB-SSTAF", "carried by two lifts"),
        ("lifts.csv", "units", "", "carried by lifts without units"),
        ("lifts.csv", "route", "here there", "expected points"),
        ("lifts.csv", "mode", "balloon", "expected one of"),
    ],
)
def test_a_wrong_air_table_is_refused_with_its_file(
    tmp_path: Path, table: str, field: str, value: str, says: str
) -> None:
    """A wrong cell is named with its file and what is wrong."""
    shutil.copytree(str(data_of("opcom")), tmp_path / "opcom")
    path = tmp_path / "opcom" / "second_lift" / table
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    rows[0] |= {"from_turn": "3"} if field == "to_turn" else {}
    rows[0][field] = value
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    with pytest.raises(DataError, match=says) as caught:
        load_scenario("second-lift", tmp_path / "opcom")
    assert table in str(caught.value)
