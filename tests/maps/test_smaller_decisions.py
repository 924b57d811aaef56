"""Decisions about the maps that a theatre's own tests leave to this module."""

from __future__ import annotations

from bocage.maps import Pack, load

WITHOUT = (
    *("Niers", "Linge", "Berkel", "Oude IJssel", "Vecht", "Apeldoorn canal", "Noordervaart"),
    "Albert canal",
)
"""Waters that Market Garden leaves out."""


def corners_of(pack: Pack, water: str) -> set[tuple[int, int]]:
    """Return every corner that a water touches."""
    return {
        corner
        for side in pack.sides
        if side.name == water
        for corner in pack.grid.side_ends(side.a, side.b)
    }


def test_special_set_up_areas() -> None:
    """F4: 9 SS and Lehr Recon set up in or next to their hexes, and west means position 22 on."""
    pack = load("falaise")
    for area, centre in (("set-up-9-ss", "2432"), ("set-up-lehr-recon", "3437")):
        h = pack.grid.hex(centre)
        assert set(pack.area(area).hexes) == {h, *pack.grid.around(h)}
    army = pack.area("set-up-7-army").hexes
    assert min(pack.grid.position(h) for h in army) >= 22
    assert min(pack.grid.position(h) for h in pack.area("orne-west-bank").hexes) == 22
    assert all("west-of-orne" in pack.hexes[h].flags for h in army)
    argentan = pack.grid.hex("3219")
    near = pack.area("set-up-80-division").hexes
    assert max(pack.grid.distance(argentan, h) for h in near) == 5


def test_the_trun_bridge_is_closed_to_armor() -> None:
    """F6: the fact names the bridge, and its class says `no armor`; no other bridge does."""
    pack = load("falaise")

    assert pack.crossing(pack.facts["trun-bridge"]).weight == "no armor"
    assert [c.id for c in pack.crossings if c.weight == "no armor"] == ["bridge-trun"]


def test_what_falaise_leaves_out() -> None:
    """F9: no lake at Rabodanges, and no road crosses the 86 Corps Zone from its west to Livarot."""
    pack = load("falaise")
    assert pack.areas_of("lake") == ()
    numbers = pack.grid.numbers
    roads = {link.name for link in pack.links}
    assert not any("Saint-Pierre-Livarot" in name for name in roads)
    zone = {numbers[h] for h in pack.area("zone-86").hexes}
    crossing = {link.name for link in pack.links if {link.start, link.end} <= zone}
    assert len(crossing) <= 2, crossing


def test_gozo_is_apart() -> None:
    """G14: no road joins Gozo to Malta, none lies on Comino, and the fact says so."""
    pack = load("malta")
    gozo = {
        place.id for place in pack.places if place.hex is not None and _on_gozo(pack, place.hex)
    }
    assert {"VIC", "MGA"} <= gozo
    for link in pack.links:
        assert (link.start in gozo) == (link.end in gozo), link.id
    assert "nothing carries vehicles" in pack.facts["gozo"]


def _on_gozo(pack: Pack, h: int) -> bool:
    return "gozo" in pack.hexes[h].flags


def test_ids_of_airfields_and_beaches() -> None:
    """G26: an airfield's or beach's area has its place's id after `A-`; no id repeats."""
    pack = load("malta")
    for area in (*pack.areas_of("airfield"), *pack.areas_of("beach")):
        assert area.id.startswith("A-")
        assert pack.place(area.id.removeprefix("A-")).kind in ("airfield", "beach")
    ids = [*(place.id for place in pack.places), *(each.id for each in pack.crossings)]
    assert len(ids) == len(set(ids))


def test_the_groote_heide() -> None:
    """J7: the heath east of Valkenswaard is in the corner and on the big map."""
    for name in ("joes-bridge", "market-garden"):
        heaths = {area.name for area in load(name).areas_of("heath")}
        assert "Groote Heide" in heaths


def test_crossings_name_their_water_as_it_is_named() -> None:
    """M9: every crossing's water is the name of a chain of sides."""
    for name in ("market-garden", "joes-bridge"):
        pack = load(name)
        names = {side.name for side in pack.sides}
        over = {c.over for c in pack.crossings if not c.over.startswith("none:")}
        assert over <= names


def test_the_dieze_takes_the_brabant_waters_to_the_maas() -> None:
    """M11: Dommel and Aa join the Dieze, and the Dieze joins the Maas."""
    pack = load("market-garden")
    dieze = corners_of(pack, "Dieze")
    for other in ("Dommel", "Aa", "Maas"):
        assert dieze & corners_of(pack, other), other


def test_villages_of_the_histories() -> None:
    """M20: villages that the histories name are there, off every drawn road, and say so."""
    pack = load("market-garden")
    added = [place for place in pack.places if "on no drawn road" in place.note]
    assert len(added) >= 35
    assert {"Riethorst", "Molenhoek", "Nijnsel", "Overloon"} <= {place.name for place in added}
    assert all(not pack.links_of(place.id) for place in added)


def test_what_market_garden_leaves_out() -> None:
    """M28: minor waters and the Albert canal bar nobody; no western bridge hangs in the air."""
    pack = load("market-garden")
    assert not {side.name for side in pack.sides} & set(WITHOUT)
    names = {crossing.name for crossing in pack.crossings}
    for place in ("Culemborg", "Vianen", "Zaltbommel", "Hedel", "Heusden"):
        assert not any(place in name for name in names)
