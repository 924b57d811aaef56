"""What never changes: places, units, and the verbs that say what can be done with them."""

from __future__ import annotations

from typing import Final

from bocage.engine.actions import Grammar, Names, Verb

SEATS: Final = ("Red", "Blue")
SIDE: Final = 5
PLACES: Final = Names("hex", (f"{c}{r + 1}" for r in range(SIDE) for c in "abcde"))
UNITS: Final = Names(
    "unit",
    ["R1", "R2", "R3", "B1", "B2", "B3"],
    [f"{n} {seat}" for seat in SEATS for n in ("1st", "2nd", "3rd")],
)
DIE: Final = Names("die", "123456")
BIDS: Final = Names("bid", "012")
SKIES: Final = Names("weather", ["fair", "mud"])
SEAT: Final = Names("seat", SEATS)

OFF_MAP: Final = -1
LAST_TURN: Final = 5
OWN: Final = (range(3), range(3, 6))
"""The units of each seat."""
START: Final = tuple(PLACES.index(name) for name in ("a1", "c1", "e1", "a5", "c5", "e5"))
AROUND: Final = tuple(
    tuple(
        b for b in range(len(PLACES)) if abs(a % SIDE - b % SIDE) + abs(a // SIDE - b // SIDE) == 1
    )
    for a in range(len(PLACES))
)
"""The neighbours of each place."""

HIDE: Final = Verb(1, "hide", UNITS)
BID: Final = Verb(2, "bid", BIDS)
STEP: Final = Verb(3, "step", UNITS, PLACES)
ATTACK: Final = Verb(4, "attack", UNITS, PLACES)
END: Final = Verb(5, "end")
FIRE: Final = Verb(6, "fire", UNITS)
HOLD: Final = Verb(7, "hold")
ROLL: Final = Verb(8, "roll", DIE)
WEATHER: Final = Verb(9, "weather", SKIES)
RALLY: Final = Verb(10, "rally", UNITS)
GRAMMAR: Final = Grammar(HIDE, BID, STEP, ATTACK, END, FIRE, HOLD, ROLL, WEATHER, RALLY)

ROLLS: Final = tuple(ROLL(i) for i in range(6))


def seat_of_unit(unit: int) -> int:
    """Return the seat that owns a unit."""
    return unit // 3
