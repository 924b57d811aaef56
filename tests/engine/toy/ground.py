"""The map of the toy: five rows of five hexes with a road, a town and a wood, as a map pack."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bocage.hexes import Grid, Projection
from bocage.maps import Pack, load_folder
from mapforge.draft import Draft, Row


@cache
def ground() -> Pack:
    """Return the pack, written and read as any other."""
    grid = Grid.rectangle(rows=(1, 5), positions=(1, 5), shifted_west="even")
    draft = Draft(
        id="outpost",
        title="The border",
        game="outpost",
        kind="hexes",
        licence="CC BY 4.0",
        sources=["drawn for tests"],
        rows=(1, 5),
        positions=(1, 5),
        digits=(2, 2),
        shifted_west="even",
        projection=Projection(
            lat=49.0,
            lon=0.0,
            km_per_degree_lat=111.2,
            km_per_degree_lon=73.0,
            rotation=0.0,
            hex_km=2.0,
            west_km=0.0,
            south_km=0.0,
        ),
        terrain={"clear": "open fields", "woods": "woods"},
        settlement={"town": "a town"},
        hexes=[_hex(number) for number in grid.numbers],
        places=[
            {"id": "mill", "name": "Mill", "kind": "town", "hex": "0303", "lat": 48.95, "lon": -0.1}
        ],
        links=[_road("0203", "0303"), _road("0303", "0403")],
    )
    with TemporaryDirectory() as folder:
        draft.write(Path(folder) / draft.id)
        return load_folder(Path(folder) / draft.id)


def _hex(number: str) -> Row:
    terrain = "woods" if number in ("0302", "0304") else "clear"
    town = "town" if number == "0303" else ""
    return {"hex": number, "terrain": terrain, "settlement": town, "flags": "", "land": 1}


def _road(start: str, end: str) -> Row:
    return {
        "id": f"road-{start}-{end}",
        "kind": "road",
        "name": "the road",
        "from": start,
        "to": end,
        "km": 2.0,
    }
