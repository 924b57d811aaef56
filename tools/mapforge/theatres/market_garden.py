"""Market Garden, September 1944: the corridor from the Maas-Schelde canal to the Veluwe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mapforge.realmap.assemble import Sheet, assemble
from mapforge.realmap.lattice import Lattice

if TYPE_CHECKING:
    from mapforge.draft import Draft

KM_FACT: Final = (
    "the kilometres of a link are its drawn line x 1.08, for the bends that the drawing leaves out"
)
CLUB_ROUTE: Final = (
    "HEC LMF B-JOE SCF B-DOM VAL AAL B-AAL EIE B-EIN EIN B-SON SON STS B-STO STO KOE VGW "
    "B-VEGC VEG B-VEGA VGN UDE ZEE GRA B-GRA NED ALV B-HON NIJ B-NIJ LEN RES ELS ELD B-ARN ARN"
)
SOURCES: Final = (
    "table of features worked out for this project, corrected as docs/maps tells",
    "places: GeoNames (CC BY 4.0)",
    "Dutch rivers and canals: own simplified centre lines drawn after the waterway network of "
    "Rijkswaterstaat (open data)",
    "roads, railways, small rivers, woods, heath and polder: drawn by hand",
)

SHEET: Final = Sheet(
    id="market-garden",
    title="Market Garden, September 1944",
    folder="market_garden",
    lattice=Lattice(rows=160, positions=120, north_east=(52.295, 6.5035), middle=51.68),
    sources=SOURCES,
    facts={
        "club route": CLUB_ROUTE,
        "link km": KM_FACT,
        "trains": "German: two trains of 8 points each a day east of the Maas, one west of it; "
        "from 17 September 1-2 on a die makes a train a turn late (rail strike); "
        "Allied: none before turn 18",
    },
    heights=("W-GRO",),
)


def build() -> Draft:
    """Make the pack."""
    return assemble(SHEET)
