"""bocage: a digital table for operational wargames of the Second World War.

The rooms, from the ground up: `hexes` (geometry), `maps` (theatres), then the
engine, the games and the faces that people play through. Imports point downward
only; `docs/design.md` has the plan of the house.
"""

__version__ = "0.1.0.dev0"
