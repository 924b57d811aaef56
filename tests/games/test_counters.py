"""The tables of counters against their rulebooks, and what is said of a wrong one."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from bocage.games.falaise.pieces import counters as falaise
from bocage.games.opcom.pieces import counters as opcom
from bocage.games.places import data_of
from bocage.games.roundup.pieces import counters as roundup
from bocage.tables import DataError, FieldError


def test_roundup_2_0_there_are_176_counters() -> None:
    """2.0: units and markers together are 176."""
    data = roundup.load()
    assert len(data.units) + sum(marker.count for marker in data.markers) == 176


def test_roundup_3_1_non_divisional_units() -> None:
    """3.1.2, 3.1.3: two American, eight under UK command, four German non-divisional units."""
    small = [u for u in roundup.load().units if u.size != "division"]
    assert sum(u.nation == "us" for u in small) == 2
    assert sum(u.nation in ("uk", "canada", "poland") for u in small) == 8
    assert sum(u.side == "german" for u in small) == 4


def test_roundup_reduced_sides_are_half_rounded_up() -> None:
    """1.5 and our rating: a reduced division has half its factors, rounded up."""
    for unit in roundup.load().units:
        if unit.attack is not None and unit.defence is not None:
            assert unit.attack_reduced == -(-unit.attack // 2), unit.name
            assert unit.defence_reduced == -(-unit.defence // 2), unit.name


def test_roundup_2_5_every_marker_is_there() -> None:
    """2.5: each kind of marker that the rules show is in the table."""
    names = " ".join(marker.name for marker in roundup.load().markers)
    for kind in (
        *("Game Turn", "Hex Control", "Tactical Air Support", "US Beachhead", "UK Beachhead"),
        *("US Aerial Supply", "UK Aerial Supply", "US Divisional Replacement"),
        *("UK Divisional Replacement", "US Heavy Bomber", "UK Heavy Bomber"),
        *("German Heavy Bomber", "Clear", "Overcast", "Storm", "Hitler Strategy 4"),
    ):
        assert kind in names


def test_falaise_2_0_there_are_176_counters() -> None:
    """2.0: units, command markers, artillery and game markers together are 176."""
    data = falaise.load()
    guns = sum(1 for corps in data.corps.values() if corps.artillery)
    others = sum(marker.count for marker in data.markers)
    assert len(data.units) + len(data.corps) + guns + others == 176


def test_falaise_3_1_fixed_values() -> None:
    """3.1, 11.6, 11.8: the values that the rules themselves name."""
    units = {u.id: u for u in falaise.load().units}
    assert units["C-4-10"].cf == 2
    assert units["C-4-CUR"].cf == 1
    assert units["C-4-4"].ter == units["C-4-10"].ter == falaise.Efficiency(2, red=True)
    assert units["U-80-317"].ter.value is None
    assert sum(u.division == "4 Armd Bde" for u in units.values()) == 2
    assert sum(u.division == "2 Cdn Armd Bde" for u in units.values()) == 3
    assert sum(u.size == "company" for u in units.values()) == 2


def test_falaise_1_0_about_twenty_five_german_divisions() -> None:
    """1.0: the Germans have 25 divisions, one of them the 272nd that comes later."""
    german = {u.division for u in falaise.load().units if u.side == "german" and u.division}
    assert len(german) == 25
    assert "272" in german


def test_falaise_every_command_but_the_58th_has_units() -> None:
    """2.2, 11.2: each corps has units, save the LVIII Panzer Corps, which has none."""
    data = falaise.load()
    used = Counter(u.corps for u in data.units)
    assert {key for key in data.corps if not used[key]} == {"58"}


def test_opcom_annex_a_is_complete() -> None:
    """Annex A: its 58 different kinds of unit are all there; ours are marked as such."""
    profiles = opcom.load("joes_bridge").profiles
    assert sum(p.annex_a for p in profiles.values()) == 58
    assert all(key.startswith("X_") for key, p in profiles.items() if not p.annex_a)


@pytest.mark.parametrize(
    ("scenario", "count"), [("market_garden", 421), ("malta", 180), ("joes_bridge", 38)]
)
def test_opcom_scenarios_are_complete(scenario: str, count: int) -> None:
    """Each scenario has all its units, and every unit a known profile."""
    data = opcom.load(scenario)
    assert len(data.units) == count
    assert all(u.profile in data.profiles for u in data.units)


@pytest.mark.parametrize(
    ("said", "levels", "role"),
    [
        ("7-6-5-4-3-2-1-0", (7, 6, 5, 4, 3, 2, 1, 0), "full"),
        ("[8-4-1-0]", (8, 4, 1, 0), "support"),
        ("(2)-(2)-(1)-0", (2, 2, 1, 0), "defence"),
        ("0", (0,), "full"),
    ],
)
def test_opcom_9_status_profiles_are_read_and_written(
    said: str, levels: tuple[int, ...], role: str
) -> None:
    """9: square brackets mean support, round ones defence; a profile is written as it was read."""
    read = dict(opcom.PROFILES.columns)["status"]
    status = read(said)
    assert (status.levels, status.role) == (levels, role)
    assert str(status) == said


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "told"),
    [
        (
            "roundup",
            "oob.csv",
            "US01,allied,us",
            "US01,allied,use",
            "oob.csv row 2, field nation 'use'",
        ),
        (
            "roundup",
            "oob.csv",
            "division,allied,9,9,5,5,",
            "division,allied,9,9,5,5,3",
            "field single '3'",
        ),
        (
            "roundup",
            "oob.csv",
            "division,allied,9,9,5,5,",
            "division,allied,9,x,5,5,",
            "'x': expected a whole",
        ),
        (
            "roundup",
            "oob.csv",
            "US02,",
            "US01,",
            "row 3, field id 'US01': an earlier row has this already",
        ),
        (
            "roundup",
            "markers.csv",
            "TURN,Game Turn,square",
            "TURN,Game Turn,oval",
            "field shape 'oval'",
        ),
        (
            "falaise",
            "oob.csv",
            "G-12SS-K,german,ss,1SS",
            "G-12SS-K,german,ss,9SS",
            "field corps '9SS'",
        ),
        (
            "falaise",
            "oob.csv",
            ",regiment,2,2,1,2,",
            ",regiment,2,2,,2,",
            "field cf_reduced: a unit of two",
        ),
        (
            "falaise",
            "oob.csv",
            ",regiment,2,2,1,2,",
            ",regiment,2,2,1,7,",
            "field ter '7': expected 1 to 5",
        ),
        ("falaise", "corps.csv", "#c9971c", "gold", "field stripe 'gold': expected a colour"),
        (
            *("roundup", "oob.csv", "division,allied,9,9,5,5,", "division,static,9,9,5,5,"),
            "field movement 'static': Allied units move as allied",
        ),
        (
            *("roundup", "oob.csv", ",,3,POOL-US", ",,,POOL-US"),
            "field single: a unit below a division needs it",
        ),
        ("roundup", "oob.csv", ",1306,", ",POOL-US,", "field entry 'POOL-US'"),
        (
            *("falaise", "oob.csv", "G-12SS-K,german,ss,1SS", "G-12SS-K,german,ss,B12"),
            "field corps 'B12': that corps is on the other side",
        ),
        (
            *("falaise", "oob.csv", "mech-infantry,yes", "mech-infantry,no"),
            "field mechanized 'no': mech-infantry is mechanized",
        ),
        (
            *("falaise", "oob.csv", "around 2432", "in or adjacent to hex 2432"),
            "field setup 'in or adjacent to hex 2432': expected AREA after in",
        ),
        (
            *("falaise", "oob.csv", "front M", "sector M"),
            "field setup 'sector M': expected a place to set up that begins with front, in,",
        ),
        ("falaise", "oob.csv", "beside B30", "beside B31", "there is no such corps"),
        ("falaise", "oob.csv", "with C-4-10", "with C-4-11", "there is no such unit"),
    ],
)
def test_a_wrong_cell_is_named(
    tmp_path: Path, game: str, file: str, old: str, new: str, told: str
) -> None:
    """A wrong cell is reported with file, row, field, value and what was expected."""
    folder = tmp_path / game
    shutil.copytree(str(data_of(game)), folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    load = roundup.load if game == "roundup" else falaise.load
    with pytest.raises(DataError) as caught:
        load(folder)
    assert told in " | ".join(str(fault) for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("GB_MED,0,", "GB_MED,9,", "field start_step '9'"),
        ("GB_MED,0,", "GB_MED,4,", "field start_step '4': GB_MED has 3 levels"),
        ("GB_MED,0,", "GB_MEDI,0,", "field profile 'GB_MEDI'"),
        ("allied,uk,", "allied,italy,", "field nation 'italy': is not on the allied side"),
        (",Artillery,II", ",Artilery,II", "field symbol 'Artilery': did you mean 'Artillery'?"),
    ],
)
def test_a_wrong_cell_of_opcom_is_named(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The same holds for the scenarios of OP COM."""
    shutil.copytree(str(data_of("opcom")), tmp_path / "opcom")
    file = tmp_path / "opcom" / "joes_bridge" / "oob.csv"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        opcom.load("joes_bridge", tmp_path / "opcom")
    assert told in " | ".join(str(fault) for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("7-x-0", "expected levels such as"),
        ("[8-4-0", "expected levels such as"),
        ("7-07-0", "expected it written 7-7-0"),
        ("7-5-3", "end at 0"),
        ("3-5-0", "levels fall"),
    ],
)
def test_a_wrong_profile_is_reported(said: str, told: str) -> None:
    """9: a profile that is written otherwise, rises, or does not end at 0 is refused."""
    read = dict(opcom.PROFILES.columns)["status"]
    with pytest.raises(FieldError, match=told):
        read(said)


def test_missing_files_are_all_reported(tmp_path: Path) -> None:
    """An empty folder is reported with every file that is missing, at once."""
    with pytest.raises(DataError, match=r"oob\.csv: the file is missing") as caught:
        roundup.load(tmp_path)
    assert len(caught.value.faults) == 2


def test_an_unknown_scenario_is_named() -> None:
    """A scenario that is not there is refused with those that are."""
    with pytest.raises(KeyError, match=r"'crete'.*malta"):
        opcom.load("crete")
