"""The tutorial and the worked example, from the printed sheets to the reports."""

from __future__ import annotations

from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.s10_reports.release import used_by_line
from bocage.games.opcom.s10_reports.selection import used
from tests.games.opcom.playing import GAME, GUARDS, begun, level, play_samples, release, told

GUARDS_FIRST = ("1-guards.toml", "1-walther.toml")
GUARDS_SECOND = ("2-guards.toml", "2-walther.csv")


def joes_bridge(*dice: str) -> Table[Position]:
    """Return the first two turns of Joe's Bridge: die and retreat of both fights."""
    table = begun(dice)
    play_samples(table, "joes_bridge", GUARDS_FIRST, GUARDS_SECOND)
    return table


def card(table: Table[Position], name: str) -> Card:
    """Return a card of this turn."""
    return next(each for each in table.state.cards if each.name == name)


def test_the_first_attack_is_as_worked_by_hand() -> None:
    """Joe's Bridge: 74 to 22, a total success whatever the die; attackers 7, 7, 6, 6 after it."""
    table = joes_bridge("1", "1", "2", "4", "6", "6")
    fought = card(table, "2.1.fight.GE-HOF-1")
    assert "74 to 22; total success 100%" in fought.what
    assert card(table, "2.1.fight.GE-HOF-1.advantage").value == "1"
    assert "total success" in card(table, "2.1.fight.GE-HOF-1.result").what
    assert level(table, "GE-HOF-1") == 3
    assert level(table, "GE-LW6") == 2
    assert level(table, "GE-WAL-HF") == 2


def test_the_overrun_takes_the_second_position() -> None:
    """Joe's Bridge: unprepared, long range and cab rank make 26; British 6, 6, 5, 5 at the end."""
    table = joes_bridge("1", "1", "2", "4", "6", "6")
    fought = card(table, "2.1.overrun.GE-HOF-3")
    assert "26 to 15; total success 100%" in fought.what
    assert "HQ FJ Rgt von Hoffmann" not in fought.why
    assert [level(table, u) for u in ("GB-1COLD", "GB-2IG", "GB-3IG", "GB-5COLD")] == [6, 6, 5, 5]
    assert level(table, "GE-HOF-3") == 3
    assert level(table, "GE-ROE") == 0
    where = table.state.at(table.state.world.by_id["GB-2IG"])
    assert where == table.state.world.units[table.state.world.by_id["GE-HOF-3"]].start


def test_fourteen_ammunition_and_eight_fuel() -> None:
    """5.1: the printed sheet notes 14 ammunition and 8 fuel for the leading group and its guns."""
    table = joes_bridge("1", "1", "2", "4", "6", "6")
    lines = used_by_line(table.state, GUARDS)
    leading = "1st Coldstream Guards and three others used"
    assert f"{leading} fourteen points of ammunition and eight of fuel" in lines
    assert "2nd Grenadier Guards and three others used four points of fuel" in lines
    assert used(table.state, GUARDS) == (14, 12)


def test_no_die_saves_the_second_position() -> None:
    """9.13: whatever falls the second attack is a total success, as worked by hand."""
    for die in "123456":
        table = joes_bridge("1", "1", "2", die, "3", "3")
        what = card(table, "2.1.overrun.GE-HOF-3.result").what
        assert what.startswith("total success")
        assert used(table.state, GUARDS)[0] == 14


def test_beaten_defenders_do_not_defend_the_second_position() -> None:
    """Reading 4.1: however far the first position retires, the second attack is 26 to 15."""
    for dice in (("1", "1"), ("4", "4"), ("6", "6")):
        table = joes_bridge("1", *dice, "4", "6", "6")
        assert "26 to 15" in card(table, "2.1.overrun.GE-HOF-3").what


def test_traffic_over_joes_bridge_stays_within_its_capacity() -> None:
    """7.1: headquarters, guns and the second group cross in the turn: no more than 20 points."""
    table = joes_bridge("1", "1", "2", "4", "6", "6")
    st = table.state
    bridge = next(i for i, c in enumerate(st.world.crossings) if c.id == "B-JOE")
    assert 14 <= st.crossed[bridge] <= st.capacity[bridge] == 20


def test_the_dump_supplies_what_the_headquarters_lacks() -> None:
    """Reading 6.14: eight attacks draw on a stack of seven, and the dump delivers the eighth."""
    table = joes_bridge("1", "1", "2", "4", "6", "6")
    st = table.state
    hq = st.world.by_id["GB-32G-HQ"]
    assert st.holds(hq, 0) == 0
    assert st.delivered[0] >= 1
    assert st.holds(len(st.world.units), 0) + st.holds(len(st.world.units), FUEL) < 80


def test_the_tutorial_is_saved_and_read_again() -> None:
    """The log of the tutorial, sheets and all, plays again to the same position."""
    table = Table.new(GAME, seed=b"s" * 32)
    play_samples(table, "joes_bridge", GUARDS_FIRST, GUARDS_SECOND)
    release(table)
    text = written(table)
    again = read(text, GAME)
    assert again.state == table.state
    assert written(again) == text
    assert "Break through to the Dommel bridge" in text


def test_reports_describe_the_fight_without_numbers() -> None:
    """10.1: the team reads the result of the fight, without a status."""
    table = joes_bridge("1", "1", "2", "4", "6", "6")
    before = told(table, GUARDS)
    assert before["turn"] == 1
    release(table)
    report = "\n".join(told(table, GUARDS)["report"])
    assert "a brigade in strength" in report
    assert "tanks" in report
    assert "status" not in report


def test_the_worked_example_is_reproduced() -> None:
    """9.15: 21 to 10, a die of 2 makes 13; three steps each, five ammunition and one fuel."""
    table = begun(["5", "2"], scenario="arnhem-bridge")
    play_samples(
        table,
        "arnhem_bridge",
        ("1-airborne.toml", "1-hohenstaufen.toml"),
        ("2-airborne.toml", "2-hohenstaufen.toml"),
    )
    fought = card(table, "2.1.fight.GB-2PARA")
    assert "21 to 10" in fought.what
    assert card(table, "2.1.fight.GB-2PARA.result").what == "total success, 13 with a die of 2"
    assert {u: level(table, u) for u in ("GB-2PARA", "GB-1ALAT", "GE-9-20", "GE-9-PZ")} == {
        "GB-2PARA": 3,
        "GB-1ALAT": 0,
        "GE-9-20": 6,
        "GE-9-PZ": 3,
    }
    assert level(table, "GE-9-IG") == 6
    assert used(table.state, 1) == (5, 1)
    assert used(table.state, 0) == (0, 0)
    start = table.state.world.units[table.state.world.by_id["GB-2PARA"]].start
    assert table.state.at(table.state.world.by_id["GB-2PARA"]) == start
