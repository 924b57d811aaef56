"""Two small map packs for tests: a hex sheet with a river, and a corner of lattice."""

from __future__ import annotations

import os
from itertools import zip_longest
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bocage.hexes import Grid, Projection
from mapforge.draft import Draft, Row, points

# A busy machine is not a fault of the code: no example has a deadline. In CI examples are always
# the same, so that a change fails by what it changes; elsewhere each run tries others.
settings.register_profile(
    "bocage",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=(HealthCheck.too_slow,),
)
settings.load_profile("bocage")


WAITING = frozenset({"browser", "faults", "lab"})
"""Folders whose tests mostly wait for browsers, servers and other processes."""


def in_turn(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests file by file: first one that waits, then one that computes, and so on.

    Among each kind the files with most tests come first. With `--no-loadscope-reorder` the workers
    take the files in this order. So browsers open while other workers compute, and no long file
    of few tests is left for the end, when the other workers have nothing to do.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    ranked = sorted(files, key=lambda path: (-len(files[path]), str(path)))
    waiting = [path for path in ranked if path.parent.name in WAITING]
    computing = [path for path in ranked if path.parent.name not in WAITING]
    pairs = zip_longest(waiting, computing)
    return [item for pair in pairs for path in pair if path is not None for item in files[path]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in the order that keeps all workers busy."""
    items[:] = in_turn(items)


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long the runs with hostile input are."""
    parser.addoption(
        "--hostile", type=int, default=1, help="how many times as much hostile input (1)"
    )


@pytest.fixture
def hostile(request: pytest.FixtureRequest) -> int:
    """Return how many times as much hostile input as in every run."""
    return int(str(request.config.getoption("--hostile")))


def hex_draft() -> Draft:
    """Five rows of six hexes: the Alder flows between rows 02 and 03, a road crosses it."""
    grid = Grid.rectangle(rows=(1, 5), positions=(1, 6), shifted_west="even")
    woods, polder = {"0401", "0402", "0501"}, {"0301", "0302"}
    built = {"0203": "town", "0403": "village"}
    flags = {"0105": "crest", "0104": "crest", "0306": "coastal"}
    terrain = {**dict.fromkeys(woods, "woods"), **dict.fromkeys(polder, "polder")}
    hexes: list[Row] = [
        {
            "hex": number,
            "terrain": terrain.get(number, "clear"),
            "settlement": built.get(number, ""),
            "flags": flags.get(number, ""),
            "land": 0.6 if number == "0306" else 1,
        }
        for number in grid.numbers
    ]
    return Draft(
        id="alder",
        title="The Alder, a test",
        game="none",
        kind="hexes",
        licence="CC BY 4.0",
        sources=["drawn for tests"],
        rows=(1, 5),
        positions=(1, 6),
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
        terrain={"clear": "open fields", "woods": "woods", "polder": "polder, often flooded"},
        settlement={"town": "a town", "village": "a village"},
        flags={"crest": "a crest", "coastal": "on the coast"},
        hexes=hexes,
        sides=[*_river(grid), *_other_sides()],
        crossings=[
            {
                "id": "alder-bridge",
                "name": "Alder bridge",
                "kind": "bridge",
                "a": "0203",
                "b": "0303",
                "over": "Alder",
                "carries": "road",
                "class": "heavy",
                "capacity": 40,
                "prepared": True,
                "lat": 48.96,
                "lon": -0.09,
            },
            {
                "id": "sheep-ford",
                "name": "Sheep Wash",
                "kind": "ford",
                "a": "0205",
                "b": "0305",
                "over": "Alder",
                "carries": "none: a drovers' track",
                "lat": 48.96,
                "lon": -0.15,
            },
        ],
        places=[
            _place("trun", "Trûn", "town", "0203"),
            _place("saint-aubin", "Saint-Aubin", "village", "0403"),
            _place("saint-omer", "Saint-Omer", "village", "0503"),
            _place("hill", "Hill 111", "height", "0105"),
            _place("beyond", "Caen", "exit", None),
        ],
        links=[
            _road("0103", "0203", "N 1"),
            _road("0203", "0303", "N 1"),
            _road("0303", "0403", "N 1"),
            _road("0403", "0503", "N 1"),
            _road("0403", "0404", "lane"),
            {**_road("0101", "0102", "Alder line"), "kind": "railway", "id": "rail-1"},
        ],
        areas=[
            {"id": "north", "kind": "edge", "name": "North edge", "hexes": "0101 0102 0103"},
            {"id": "wood", "kind": "woods", "name": "Bois Noir", "hexes": "0401 0402 0501"},
            {
                "id": "drop",
                "kind": "drop zone",
                "name": "Zone K",
                "lat": 48.9377,
                "lon": -0.1096,
                "radius_km": 1.5,
            },
        ],
        lines=[
            {
                "id": "coast",
                "kind": "coast",
                "name": "Coast",
                "points": points([(48.99, -0.19), (48.94, -0.19)]),
            }
        ],
    )


def lattice_draft() -> Draft:
    """Six by six kilometre cells with one road over one canal bridge."""
    draft = hex_draft()
    draft.id, draft.title, draft.kind = "corner", "A corner, a test", "lattice"
    draft.rows, draft.positions = (1, 6), (1, 6)
    draft.projection = Projection(
        lat=51.0,
        lon=5.0,
        km_per_degree_lat=111.2,
        km_per_degree_lon=70.0,
        rotation=0.0,
        hex_km=1.0,
        west_km=0.0,
        south_km=0.0,
    )
    grid = Grid.rectangle(rows=(1, 6), positions=(1, 6), shifted_west="even")
    draft.hexes = [
        {"hex": n, "terrain": "polder" if n.startswith("05") else "clear"} for n in grid.numbers
    ]
    draft.sides = _river(grid, "Old Canal", "canal")
    at = {n: draft.projection.to_earth(*grid.centre(grid.hex(n))) for n in grid.numbers}
    north, south = at["0203"], at["0403"]
    middle = ((north[0] + south[0]) / 2, (north[1] + south[1]) / 2)
    draft.crossings = [
        {
            "id": "b1",
            "name": "Bridge 9",
            "kind": "bridge",
            "a": "0203",
            "b": "0303",
            "over": "Old Canal",
            "carries": "road",
            "state": "intact",
            "lat": round(middle[0], 4),
            "lon": round(middle[1], 4),
        }
    ]
    draft.places = [
        _spot("aalst", "Aalst", "town", "0203", north),
        _spot("beek", "Beek", "village", "0403", south),
    ]
    draft.links = [
        _drawn("r1", "Club Route", "aalst", "b1", north, middle),
        _drawn("r2", "Club Route", "b1", "beek", middle, south),
    ]
    corners = [at[number] for number in ("0501", "0506", "0606", "0601")]
    draft.areas = [
        {"id": "marsh", "kind": "polder", "name": "Low polder", "points": points(corners)},
        {
            "id": "z",
            "kind": "drop zone",
            "name": "DZ Z",
            "lat": round(at["0102"][0], 4),
            "lon": round(at["0102"][1], 4),
            "radius_km": 0.6,
        },
    ]
    draft.lines = [
        {
            "id": "canal",
            "kind": "canal",
            "name": "Old Canal",
            "points": points([(middle[0], at["0301"][1]), middle, (middle[0], at["0306"][1])]),
        }
    ]
    return draft


@pytest.fixture
def draft() -> Draft:
    """Return a small hex sheet in the making, to be broken at will."""
    return hex_draft()


@pytest.fixture
def lattice() -> Draft:
    """Return a small lattice in the making."""
    return lattice_draft()


@pytest.fixture
def folder(tmp_path: Path, draft: Draft) -> Path:
    """Return the small hex sheet, written."""
    draft.write(tmp_path / "alder")
    return tmp_path / "alder"


@pytest.fixture
def lattice_folder(tmp_path: Path, lattice: Draft) -> Path:
    """Return the small lattice, written."""
    lattice.write(tmp_path / "corner")
    return tmp_path / "corner"


def _river(grid: Grid, name: str = "Alder", kind: str = "major river") -> list[Row]:
    """Return every side between the second row and the third."""
    return [
        {"a": grid.numbers[a], "b": grid.numbers[b], "kind": kind, "name": name}
        for a in grid
        if grid.row(a) == 2
        for b in grid.around(a)
        if grid.row(b) == 3
    ]


def _other_sides() -> list[Row]:
    return [
        {"a": "0105", "b": "0205", "kind": "slope", "name": "Hill 111"},
        {"a": "0104", "b": "0204", "kind": "slope"},
        {"a": "0401", "b": "0402", "kind": "front", "name": "Start line"},
        {"a": "0502", "b": "0503", "kind": "limit", "name": "Withdrawal line"},
    ]


def _place(identity: str, name: str, kind: str, number: str | None) -> Row:
    return {"id": identity, "name": name, "kind": kind, "hex": number, "lat": 48.96, "lon": -0.09}


def _spot(identity: str, name: str, kind: str, number: str, at: tuple[float, float]) -> Row:
    lat, lon = (round(each, 4) for each in at)
    return {"id": identity, "name": name, "kind": kind, "hex": number, "lat": lat, "lon": lon}


def _road(start: str, end: str, name: str) -> Row:
    return {
        "id": f"road-{start}-{end}",
        "kind": "road",
        "name": name,
        "from": start,
        "to": end,
        "km": 2.1,
    }


def _drawn(
    identity: str,
    name: str,
    start: str,
    end: str,
    a: tuple[float, float],
    b: tuple[float, float],
) -> Row:
    return {
        "id": identity,
        "kind": "road",
        "name": name,
        "from": start,
        "to": end,
        "km": 1.0,
        "points": points([a, b]),
    }


@pytest.fixture(scope="session", autouse=True)
def drawings_kept_apart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Finished drawings are kept in a folder of the tests, shared by all who run them."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "drawings"
    folder.mkdir(exist_ok=True)
    os.environ["BOCAGE_CACHE"] = str(folder)


@pytest.fixture(scope="session", autouse=True)
def games_kept_apart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the games of the person who runs the tests."""
    os.environ["BOCAGE_HOME"] = str(tmp_path_factory.mktemp("home"))
