"""Joe's Bridge, 17 September 1944: the tutorial corner, from Hechtel to Eindhoven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mapforge.realmap.assemble import Sheet, assemble
from mapforge.realmap.lattice import Lattice
from mapforge.theatres.market_garden import KM_FACT, SOURCES

if TYPE_CHECKING:
    from mapforge.draft import Draft

SHEET: Final = Sheet(
    id="joes-bridge",
    title="Joe's Bridge, 17 September 1944",
    folder="joes_bridge",
    lattice=Lattice(rows=50, positions=24, north_east=(51.48, 5.572), middle=51.29),
    sources=SOURCES,
    facts={
        "club route": "HEC LMF B-JOE SCF B-DOM VAL AAL B-AAL EIE B-EIN EIN",
        "link km": KM_FACT,
    },
)


def build() -> Draft:
    """Make the pack."""
    return assemble(SHEET)
