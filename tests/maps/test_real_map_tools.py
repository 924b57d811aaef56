"""The map maker's tools for real maps: corrections that bite, banks that hold."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from mapforge.realmap.assemble import SOURCES
from mapforge.realmap.banks import bank
from mapforge.realmap.features import read_features
from mapforge.realmap.lattice import Lattice, degrees_km

FOLDER = SOURCES / "joes_bridge"


def copied(tmp_path: Path) -> Path:
    """Return a copy of the tutorial's sources to be broken."""
    for name in ("map.csv", "changes.csv", "additions.csv"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    return tmp_path


def add_row(path: Path, *values: str) -> None:
    """Append a row to a table."""
    with path.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerow(values)


def test_changes_apply(tmp_path: Path) -> None:
    """A change replaces one field, and `remove` takes the feature away."""
    folder = copied(tmp_path)
    add_row(folder / "changes.csv", "X1", "BOR", "name", "Borkel and Schaft")
    add_row(folder / "changes.csv", "X2", "R-BOR-SCF", "remove", "")
    found = {each.id: each for each in read_features(folder)}
    assert found["BOR"].name == "Borkel and Schaft"
    assert "R-BOR-SCF" not in found


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("X1", "NOPE", "name", "?"), "X1 names no feature: NOPE"),
        (("X1", "BOR", "colour", "?"), "X1: no field colour"),
    ],
)
def test_changes_that_miss_are_refused(tmp_path: Path, row: tuple[str, ...], said: str) -> None:
    """A change that names no feature or no field stops the build and says so."""
    folder = copied(tmp_path)
    add_row(folder / "changes.csv", *row)
    with pytest.raises(ValueError, match=said):
        read_features(folder)


def test_every_correction_has_a_decision() -> None:
    """Each row of changes and additions names a decision that the docs explain."""
    docs = SOURCES.parents[2] / "docs" / "maps"
    told = "\n".join((docs / f"{name}.md").read_text("utf-8") for name in THEATRES)
    for folder in ("market_garden", "joes_bridge"):
        for table in ("changes.csv", "additions.csv"):
            with (SOURCES / folder / table).open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    assert f"**{row['decision']}. " in told, row


THEATRES = ("market-garden", "joes-bridge")


def test_banks_of_a_bend() -> None:
    """The outside of a bend is one bank, also right behind its corner."""
    course = [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)]
    assert bank((2.0, 1.0), course) == bank((4.0, 4.0), course)
    outside = {bank(point, course) for point in ((2.0, -1.0), (6.0, -1.0), (5.5, -3.0), (6.0, 4.0))}
    assert outside == {-bank((2.0, 1.0), course)}


def test_degrees() -> None:
    """A degree at the equator and at 52 degrees north measures what tables say."""
    assert degrees_km(0) == pytest.approx((110.574, 111.320), abs=0.01)
    assert degrees_km(52) == pytest.approx((111.27, 68.68), abs=0.02)


def test_lattice_round_trip() -> None:
    """The first cell lies at the north-east corner, and numbers grow to the south and west."""
    lattice = Lattice(rows=10, positions=10, north_east=(52.0, 6.0), middle=52.0)
    assert lattice.number((52.0, 6.0)) == "001001"
    assert lattice.number((52.0, 5.95)) == "001004"
    assert lattice.number((51.96, 6.0))[:3] > "004"
    with pytest.raises(ValueError, match="beyond the sheet"):
        lattice.number((53.0, 6.0))
