"""Finding the hex somebody means: by number, by name, by latitude and longitude."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.hexes import UnknownHexError
from bocage.maps import load_folder
from bocage.maps.lookup import NotFoundError, find, folded


@pytest.mark.parametrize(
    "asked",
    ["0203", " 0203 ", "Trûn", "trun", "TRU", "Alder bridge", "48.9688,-0.0959", "48.9688 -0.0959"],
)
def test_the_same_hex_by_many_names(folder: Path, asked: str) -> None:
    """Number, name, the beginning of a name, a bridge and a point all lead to the hex."""
    pack = load_folder(folder)
    assert pack.grid.numbers[find(pack, asked)] == "0203"


def test_saint_may_be_short(folder: Path) -> None:
    """A saint may be spelled out or not, with or without hyphen."""
    pack = load_folder(folder)
    assert find(pack, "st aubin") == find(pack, "Saint-Aubin") == pack.grid.hex("0403")


def test_folding_keeps_what_is_spoken() -> None:
    """Accents, ligatures, capitals and punctuation do not tell names apart."""
    assert folded("Morteaux-Coulibœuf") == folded("morteaux couliboeuf")
    assert folded("St. Élix") == "saint elix"
    assert folded("Ħamrun") == "hamrun"


def test_an_unknown_number(folder: Path) -> None:
    """A number that is not on the map is refused with the reason."""
    with pytest.raises(UnknownHexError, match="no hex '0299': row 02 runs from position 01 to 06"):
        find(load_folder(folder), "0299")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("Truun", "no place 'Truun' on the map of alder: did you mean Trûn?"),
        ("saint", "'saint' fits 2 places: Saint-Aubin, Saint-Omer"),
        ("Caen", "Caen lies beyond the edge of the map"),
        (
            "Qqqq",
            "no place 'Qqqq' on the map of alder: the command 'bocage map alder' shows what "
            "there is",
        ),
        ("--", "name a hex by its number, a place, or latitude and longitude"),
        (
            "10,10",
            "the point 10, 10 is not on the map of alder: it reaches from 48.92 to 48.98 in "
            "latitude and -0.18 to -0.03 in longitude",
        ),
    ],
)
def test_an_unknown_name_or_point_is_refused_with_a_hint(
    folder: Path, asked: str, message: str
) -> None:
    """A name or point that is not there is refused in one sentence that helps."""
    with pytest.raises(NotFoundError) as caught:
        find(load_folder(folder), asked)
    assert str(caught.value) == message
