"""Pure geometry: grids with printed numbers, sets of hexes, paths, floods and their fast kernels.

Imports the standard library alone (the compiled kernel aside).
"""

from bocage.hexes.directions import Direction
from bocage.hexes.errors import HexError, NotNeighboursError, UnknownHexError
from bocage.hexes.grid import Grid
from bocage.hexes.projection import Projection
from bocage.hexes.sets import HexSet

__all__ = [
    "Direction",
    "Grid",
    "HexError",
    "HexSet",
    "NotNeighboursError",
    "Projection",
    "UnknownHexError",
]
