"""What the sheet of each theatre says and shows beside the pack: titles, grid, parts, insets.

A pack without an entry here gets plain words of its own, so that any lattice can be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from bocage.hexes.grid import ROW_HEIGHT

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

WHOLE: Final = "whole"
"""The part that is the whole lattice."""


class UnknownPartError(ValueError):
    """A theatre has no such part; the message lists those it has."""


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of country, by its edges in degrees."""

    south: float
    west: float
    north: float
    east: float
    bold: float = 1.0
    """How much larger type and lines are than the theatre's."""


@dataclass(frozen=True, slots=True)
class Inset:
    """A piece of the sheet drawn again at a larger scale."""

    title: str
    centre: tuple[float, float]
    """Latitude and longitude."""
    larger: float = 2.5
    """How much larger it is than the sheet."""


@dataclass(frozen=True, slots=True)
class Theatre:
    """The words and choices of one sheet."""

    country: str
    sheet: str
    title: str
    origin: tuple[float, float]
    """Latitude and longitude where both grid figures are nought."""
    letters: tuple[str, ...]
    """Letters of the 100-kilometre squares, from west to east, the southern row first."""
    grid_note: str = ""
    magnetic: float = 0.0
    """Degrees by which the needle points west of grid north, in the year of the sheet."""
    year: str = ""
    bold: float = 1.0
    """How much larger type and lines are than on other sheets; a sparse country bears more."""
    heights: str = ""
    """File of heights, or nothing where the relief is not known."""
    tints: tuple[int, ...] = ()
    """Heights in metres above which the ground is tinted one step darker."""
    parts: Mapping[str, Window] = field(default_factory=dict[str, Window])
    insets: Mapping[str, tuple[Inset, ...]] = field(default_factory=dict[str, tuple[Inset, ...]])
    """By part."""
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names to print, by id, where the pack's is a note for players of the tables."""
    always: frozenset[str] = frozenset()
    """Places named on the sheet even if an inset shows them and there is little room."""
    first: frozenset[str] = frozenset()
    """Towns whose names choose before those of cities, because they are hemmed in."""
    notes: tuple[str, ...] = ()
    regions: tuple[tuple[str, float, float], ...] = ()
    """Names of countries and provinces, with latitude and longitude."""
    history: str = ""


_HOLLAND_NAMES: Final = {
    "EIE": "Stratum",
    "LUY": "Luyksgestel",
    "W-LEE": "Leenderbos",
    "W-BOR": "Malpie",
    "W-SON": "Zonsche Bosch",
    "H-SON": "Sonsche Heide",
    "W-WOL": "Bilderberg",
    "W-BEN": "Edesche Bosch",
    "W-VEL1": "Veluwe",
    "P-BET1": "The Island",
    "P-BET2": "Betuwe",
    "P-ROS": "Rosande",
    "P-MALB": "Malburgen",
    "P-MW": "Maas en Waal",
    "AF-EIN": "Welschap",
    "AF-KEE": "Keent",
    "AF-DEE": "Deelen",
    "AF-VOL": "Volkel",
    "AF-GIL": "Gilze-Rijen",
    "AF-SOE": "Soesterberg",
}

THEATRES: Final[Mapping[str, Theatre]] = {
    "market-garden": Theatre(
        country="HOLLAND",
        sheet="OP COM sheet 1",
        title="MARKET GARDEN",
        origin=(51.0, 4.7),
        letters=("QR", "LM"),
        magnetic=7.5,
        year="1944",
        heights="holland.csv",
        tints=(18, 28, 40, 55, 70),
        parts={
            "corridor": Window(51.106, 5.155, 52.049, 6.315),
            "arnhem": Window(51.845, 5.55, 52.085, 6.09, 1.3),
            "nijmegen": Window(51.675, 5.55, 51.925, 6.11, 1.3),
            "eindhoven": Window(51.36, 5.25, 51.68, 5.83, 1.25),
        },
        insets={
            "whole": (
                Inset("ARNHEM", (51.962, 5.885)),
                Inset("NIJMEGEN", (51.815, 5.868)),
                Inset("EINDHOVEN AND SON", (51.482, 5.462)),
            ),
        },
        first=frozenset({"OOS"}),
        names=_HOLLAND_NAMES,
        notes=(
            "Bends of roads and railways between places are illustrative.",
            "Minor waters, which the rules ignore, are left out.",
        ),
        regions=(
            ("NOORD-BRABANT", 51.62, 5.06),
            ("UTRECHT", 52.06, 5.13),
            ("GELDERLAND", 52.165, 5.62),
            ("LIMBURG", 51.455, 6.02),
            ("BELGIUM", 51.145, 5.06),
            ("GERMANY", 51.60, 6.30),
        ),
        history="First edition, from the tables of the Market Garden map pack.",
    ),
    "joes-bridge": Theatre(
        country="BELGIUM AND HOLLAND",
        sheet="OP COM sheet 1A",
        title="JOE'S BRIDGE",
        # Chosen so that references agree with Market Garden's in the middle of the sheet.
        origin=(50.99998, 4.70602),
        letters=("Q",),
        bold=1.35,
        grid_note="References agree with those of Market Garden to a hundred metres.",
        magnetic=7.5,
        year="1944",
        heights="holland.csv",
        tints=(18, 28, 40, 55, 70),
        names=_HOLLAND_NAMES,
        notes=(
            "Bends of roads between places are illustrative.",
            "Minor waters, which the rules ignore, are left out.",
        ),
        regions=(("BELGIUM", 51.17, 5.49), ("HOLLAND", 51.315, 5.29)),
        history="First edition, from the tables of the Joe's Bridge map pack.",
    ),
    "malta": Theatre(
        country="MALTA",
        sheet="OP COM sheet 3",
        title="MALTA, GOZO AND COMINO",
        origin=(35.70, 14.05),
        letters=("G",),
        magnetic=2.5,
        year="1942",
        heights="malta.csv",
        tints=(50, 90, 130, 170, 205),
        parts={"island": Window(35.775, 14.305, 36.005, 14.595, 1.1)},
        insets={"whole": (Inset("THE HARBOURS", (35.8975, 14.512), 3.0),)},
        always=frozenset({"VLT", "SLI"}),
        names={"MGA": "Mġarr", "ZBZ": "Żebbuġ", "L-FIL": "Filfla"},
        notes=(
            "All roads are lanes between walls.",
            "Walled fields and blocks of houses are illustrative.",
        ),
        history="First edition, from the tables of the Malta map pack; the shore as in 1942.",
    ),
}
"""By the id of the pack."""


def theatre_of(pack: Pack, *, plain: bool = False) -> Theatre:
    """Return the theatre of a pack, or one made from what the pack says itself.

    Drawn plain it has neither relief nor insets.
    """
    if plain:
        return replace(theatre_of(pack), heights="", insets={})
    if (known := THEATRES.get(pack.id)) is not None:
        return known
    wests, souths = [x / 2 for x in pack.grid.xs], [y * ROW_HEIGHT for y in pack.grid.ys]
    lat, lon = pack.projection.to_earth(max(wests) + 2, max(souths) + 2)
    return Theatre(
        country=pack.title.upper(),
        sheet=pack.id,
        title=pack.title,
        origin=(round(lat, 2), round(lon, 2)),
        letters=(),
        history="From the tables of the map pack.",
    )


def parts_of(pack: Pack) -> tuple[str, ...]:
    """The parts of which a sheet can be drawn, the whole first."""
    return (WHOLE, *theatre_of(pack).parts)


def part_window(theatre: Theatre, name: str) -> Window | None:
    """The window of a part; None is the whole lattice.

    Raises:
        UnknownPartError: the theatre has no such part.
    """
    if name == WHOLE:
        return None
    try:
        return theatre.parts[name]
    except KeyError:
        known = ", ".join((WHOLE, *theatre.parts))
        raise UnknownPartError(f"there is no part '{name}' of this map; there is {known}") from None
