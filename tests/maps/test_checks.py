"""The laws of a pack: each law, broken once, gives a fault with file, row, field, value, reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bocage.maps.checks import check_folder
from bocage.maps.faults import PackFault
from mapforge.draft import Draft, points


def checked(draft: Draft, folder: Path) -> list[PackFault]:
    """Return the faults of a draft once written."""
    draft.write(folder)
    return check_folder(folder)


def changed(row: Any, **values: object) -> dict[str, object]:
    """Return a row with some of its values changed; `start` stands for the column `from`."""
    return {**row, **{("from" if key == "start" else key): value for key, value in values.items()}}


def test_both_test_packs_are_clean(folder: Path, lattice_folder: Path) -> None:
    """A pack that keeps every law has no faults."""
    assert check_folder(folder) == []
    assert check_folder(lattice_folder) == []


def test_faults_of_reading_come_first(folder: Path) -> None:
    """A pack that cannot be read gives the faults of reading."""
    (folder / "sides.csv").unlink()
    assert [fault.reason for fault in check_folder(folder)] == ["the file is missing"]


def test_a_side_needs_neighbouring_hexes(draft: Draft, tmp_path: Path) -> None:
    """A side needs two neighbouring hexes."""
    draft.sides.append({"a": "0101", "b": "0505", "kind": "slope"})
    assert checked(draft, tmp_path) == [
        PackFault(
            "sides.csv", len(draft.sides) + 1, "b", "0505", "0101 and 0505 are not neighbours"
        )
    ]


def test_a_side_listed_from_both_hexes_is_a_fault(draft: Draft, tmp_path: Path) -> None:
    """A feature of a side stands once, not once from each hex."""
    draft.sides.append({"a": "0402", "b": "0401", "kind": "front", "name": "Start line"})
    (fault,) = checked(draft, tmp_path)
    assert (fault.row, fault.field, fault.value) == (len(draft.sides) + 1, "a", "0402 0401")
    assert fault.reason == "the same front stands further up, seen from the other hex"


def test_a_river_with_a_gap(draft: Draft, tmp_path: Path) -> None:
    """A watercourse is connected; the row where it breaks is named."""
    gone = [row for row in draft.sides if row["a"] == "0202"]
    assert len(gone) == 2
    draft.sides = [row for row in draft.sides if row not in gone]
    (fault,) = checked(draft, tmp_path)
    assert (fault.file, fault.field, fault.value) == ("sides.csv", "name", "Alder")
    assert fault.reason == "this part of the course is not connected to the rest"


def test_a_bridge_without_its_water(draft: Draft, tmp_path: Path) -> None:
    """A bridge lies on the water it is said to cross."""
    draft.crossings[0] = changed(draft.crossings[0], over="Orne")
    assert checked(draft, tmp_path) == [
        PackFault(
            *("crossings.csv", 2, "over", "Orne"),
            "Alder runs between the two hexes; or write 'none: why'",
        )
    ]


def test_a_bridge_over_dry_land(draft: Draft, tmp_path: Path) -> None:
    """A bridge where no water runs is a fault."""
    draft.crossings[1] = changed(draft.crossings[1], a="0105", b="0104")
    (fault,) = checked(draft, tmp_path)
    assert fault.reason == "no water runs between the two hexes; or write 'none: why'"


def test_a_bridge_may_say_why_there_is_no_water(draft: Draft, tmp_path: Path) -> None:
    """A crossing with a reason for having no water is not a fault."""
    crossing = changed(draft.crossings[1], a="0105", b="0104", over="none: a dry valley")
    draft.crossings[1] = crossing
    assert checked(draft, tmp_path) == []


def test_a_crossing_needs_neighbouring_hexes(draft: Draft, tmp_path: Path) -> None:
    """A crossing joins neighbouring hexes."""
    draft.crossings[1] = changed(draft.crossings[1], b="0505")
    (fault,) = checked(draft, tmp_path)
    assert (fault.field, fault.value) == ("b", "0505")


def test_a_bridge_without_a_road(draft: Draft, tmp_path: Path) -> None:
    """A bridge that is said to carry a road has one."""
    draft.links = [row for row in draft.links if row["from"] != "0203"]
    assert checked(draft, tmp_path) == [
        PackFault(
            *("crossings.csv", 2, "carries", "road"),
            "no road leads over it; or write 'none: why'",
        )
    ]


def test_a_bridge_that_carries_a_word_we_do_not_know(draft: Draft, tmp_path: Path) -> None:
    """What a bridge carries is a road, a railway, or a reason."""
    draft.crossings[0] = changed(draft.crossings[0], carries="road tram")
    (fault,) = checked(draft, tmp_path)
    assert fault.value == "tram"
    assert fault.reason == "expected road, rail, road rail, or 'none: why'"


def test_a_rail_bridge_needs_a_railway(draft: Draft, tmp_path: Path) -> None:
    """A road over a bridge does not make it carry a railway."""
    draft.crossings[0] = changed(draft.crossings[0], carries="road rail")
    (fault,) = checked(draft, tmp_path)
    assert fault.reason == "no railway leads over it; or write 'none: why'"


def test_a_road_to_nowhere(draft: Draft, tmp_path: Path) -> None:
    """On a hex map a road ends in hexes of the map."""
    draft.links.append(changed(draft.links[0], id="x", to="9999"))
    assert checked(draft, tmp_path) == [
        PackFault("links.csv", len(draft.links) + 1, "to", "9999", "there is no such hex")
    ]


def test_a_road_that_jumps(draft: Draft, tmp_path: Path) -> None:
    """On a hex map a road goes from hex to neighbouring hex."""
    draft.links.append(changed(draft.links[0], id="x", to="0503"))
    (fault,) = checked(draft, tmp_path)
    assert (fault.field, fault.reason) == ("to", "0103 and 0503 are not neighbours")


def test_a_coast_without_sea(draft: Draft, tmp_path: Path) -> None:
    """A hex said to be coastal has the sea or the rim of the map beside it."""
    draft.hexes = [
        changed(row, flags="coastal") if row["hex"] == "0303" else row for row in draft.hexes
    ]
    (fault,) = checked(draft, tmp_path)
    row = 2 + [each["hex"] for each in draft.hexes].index("0303")
    assert fault == PackFault("hexes.csv", row, "flags", "0303", "is coastal and has no sea beside")


def test_faults_name_the_row_of_the_file(draft: Draft, tmp_path: Path) -> None:
    """A fault names the line of the file even where the file is not in order of numbers."""
    draft.hexes = [
        changed(row, flags="coastal") if row["hex"] == "0303" else row for row in draft.hexes[::-1]
    ]
    (fault,) = checked(draft, tmp_path)
    line = (tmp_path / "hexes.csv").read_text(encoding="utf-8").splitlines()[fault.row - 1]
    assert line.startswith("0303,")


# On a lattice ----------------------------------------------------------------------------


def test_a_place_in_the_wrong_cell(lattice: Draft, tmp_path: Path) -> None:
    """On a lattice a place lies in the cell that holds its point."""
    lattice.places[0] = changed(lattice.places[0], hex="0101")
    assert checked(lattice, tmp_path) == [
        PackFault("places.csv", 2, "hex", "0101", "Aalst lies in 0203")
    ]


def test_a_place_off_the_lattice(lattice: Draft, tmp_path: Path) -> None:
    """A place that lies off the map has no cell."""
    lattice.places[1] = changed(lattice.places[1], lat=55.0)
    faults = checked(lattice, tmp_path)
    assert PackFault("places.csv", 3, "hex", "0403", "Beek lies off the map") in faults


Change = Callable[[Draft], None]


def _no_end(draft: Draft) -> None:
    draft.links[0] = changed(draft.links[0], start="nowhere")


def _no_line(draft: Draft) -> None:
    draft.links[0] = changed(draft.links[0], points="")


def _too_short(draft: Draft) -> None:
    draft.links[0] = changed(draft.links[0], km=0.2)


def _astray(draft: Draft) -> None:
    line = str(draft.links[1]["points"]).split(";")
    away = (float(line[0].split()[0]) + 0.01, float(line[0].split()[1]))
    drawn = [away, (float(line[1].split()[0]), float(line[1].split()[1]))]
    draft.links[1] = changed(draft.links[1], points=points(drawn), km=5)


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        (_no_end, "from", "there is no such place or crossing"),
        (_no_line, "points", "a link on a lattice has a line"),
        (_too_short, "km", "is less than its drawn line of 0.87 km"),
        (_astray, "from", "its line is 1.11 km away there"),
    ],
)
def test_a_road_of_a_lattice(
    lattice: Draft, tmp_path: Path, change: Change, field: str, reason: str
) -> None:
    """On a lattice a road joins points that exist, is drawn between them and is long enough."""
    change(lattice)
    told = [(fault.file, fault.field, fault.reason) for fault in checked(lattice, tmp_path)]
    assert ("links.csv", field, reason) in told
