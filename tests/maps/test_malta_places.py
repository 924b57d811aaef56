"""The map of Malta: towns, forts, airfields and beaches.

G1 to G26 are the decisions in `docs/maps/malta.md`.
"""

from __future__ import annotations

import pytest

from .malta_map import LAND, PACK, WITH_ROADS, at, km, on_land, shore_km


def test_places_that_stand_lie_on_land() -> None:
    """G6: every settlement, airfield, fort and gap lies on land; beaches at its edge."""
    for place in PACK.places:
        if place.kind in WITH_ROADS | {"fort", "height"}:
            assert place.hex in LAND, place.name
            assert on_land(place.lat, place.lon) or shore_km(place.lat, place.lon) < 0.05


def test_villages_that_a_battle_needs_are_there() -> None:
    """G6, G7: towns that shared a point stand each in its place, and none is missing."""
    names = {place.name for place in PACK.places}
    assert names >= {
        *("Valletta", "Floriana", "Senglea", "Vittoriosa", "Cospicua", "Sliema", "Gżira"),
        *("Ħamrun", "Marsa", "Paola", "Tarxien", "Mqabba", "Qrendi", "Rabat", "Mdina"),
        *("Żebbuġ", "Attard", "Balzan", "Lija", "San Ġwann", "Għargħur", "Mġarr", "Kirkop"),
        *("Żabbar", "Marfa", "Siġġiewi", "Birżebbuġa", "Żurrieq", "Għaxaq", "Baħrija"),
    }
    assert km("MQA", "QRE") == pytest.approx(1.4, abs=0.2)
    assert km("HAM", "MRS") == pytest.approx(0.9, abs=0.2)


def test_names_keep_their_letters_and_their_wartime_spelling() -> None:
    """G5: a name is Maltese with its own letters; what wartime sheets print is in the note."""
    assert PACK.place("AF-HF").name == "Ħal Far airfield"
    assert "Takali" in PACK.place("AF-TQ").note
    assert "Krendi" in PACK.place("QRE").note
    assert "Birzebbugia" in PACK.place("BIR").note


def test_forts_stand_where_they_are() -> None:
    """G8: the forts are where they were built, not up to 1.3 km away."""
    assert PACK.projection.km(at("FT-BEN"), (35.8072, 14.5320)) < 0.2
    assert PACK.projection.km(at("FT-BIN"), (35.9040, 14.3620)) < 0.2
    assert km("BT-KAL", "BT-WOL") > 2.0
    assert "north" not in PACK.hexes[PACK.place("FT-BIN").hex or 0].flags


def test_airfields_are_good_going() -> None:
    """G17: airfields lie on land, are not BAD terrain, and say what they carry."""
    fields = [place for place in PACK.places if place.kind == "airfield"]
    assert len(fields) == 6
    for place in fields:
        assert place.hex is not None
        here = PACK.hexes[place.hex]
        assert here.terrain == "airfield", place.name
        assert not here.flags & {"bad", "close"}, place.name
        assert place.hex in PACK.area("A-" + place.id).hexes
    assert {place.id: place.capacity for place in fields} == {
        "AF-LUQ": 8,
        "AF-HF": 6,
        "AF-TQ": 6,
        "AF-SAF": 3,
        "AF-QRE": 2,
        "SB-KAL": 0,
    }
    assert not any("Xewkija" in place.name for place in fields)


def test_airfields_agree_with_the_hand_layer() -> None:
    """G17: no airfield lies further than a kilometre from where the hand layer has it."""
    hand = {
        "AF-LUQ": (35.852, 14.477),
        "AF-TQ": (35.8935, 14.4165),
        "AF-HF": (35.814, 14.511),
        "AF-SAF": (35.8365, 14.488),
        "AF-QRE": (35.84, 14.45),
        "SB-KAL": (35.8165, 14.536),
    }
    for place, point in hand.items():
        assert PACK.projection.km(at(place), point) < 1.0, place


def test_beaches_lie_on_the_coast() -> None:
    """G16: every beach is on the water's edge, with a grade and a capacity."""
    beaches = [place for place in PACK.places if place.kind == "beach"]
    assert len(beaches) == 13
    for beach in beaches:
        assert beach.hex is not None
        assert shore_km(beach.lat, beach.lon) < 0.1, beach.name
        assert PACK.hexes[beach.hex].flags & {"coastal", "creek"}, beach.name
        assert beach.size in ("good", "fair", "poor", "bad"), beach.name
        assert beach.capacity >= 2, beach.name
        assert PACK.area("A-" + beach.id).grade == beach.size


@pytest.mark.parametrize(
    ("beach", "grade", "capacity"),
    [("BE-FAM", "poor", 12), ("BE-LAR", "good", 20), ("BE-RAM", "good", 12), ("BE-LAP", "bad", 2)],
)
def test_landing_table_still_fits(beach: str, grade: str, capacity: int) -> None:
    """G16: the beaches of the landing table keep the grades and capacities it was made for."""
    assert (PACK.place(beach).size, PACK.place(beach).capacity) == (grade, capacity)


def test_known_distances() -> None:
    """G2: distances on the sheet are those on the ground."""
    assert km("VLT", "VIC") == pytest.approx(29.3, abs=0.5)
    assert km("AF-LUQ", "AF-HF") == pytest.approx(5.7, abs=0.1)
    assert km("MRF", "MGA") == pytest.approx(6.0, abs=0.5)
