"""bocage: a digital table for operational wargames of the Second World War.

    import bocage

    match = bocage.new("falaise", scenario="chambois", seed=1)
    match.legal()                       # every line that may be played
    match.why("move P-1-Z 2611")        # the rules against it, or what it costs
    match.do("end")
    match.play_out(allied="staff", german="random")
    match.save("chambois.bocage")

`bocage.match` has all of it; `docs/reference.md` is its reference. Nothing is loaded before it
is used.

The rooms, from the ground up: `hexes` (geometry), `maps` (theatres), then the
engine, the games and the faces that people play through. Imports point downward
only; `docs/architecture.md` has the plan of the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bocage.match import IllegalError, Match, Odds, SeatError, Why, load, loads, new

__version__ = "0.1.0"

__all__ = [
    "IllegalError",
    "Match",
    "Odds",
    "SeatError",
    "Why",
    "__version__",
    "load",
    "loads",
    "new",
]


def __getattr__(name: str) -> object:
    """Load the API for programs at its first use."""
    if name in __all__:
        from bocage import match

        found: object = getattr(match, name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'bocage' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
