"""13.1, 13.2 Where the Germans are, as solitaire play looks at them: east to west, near to far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.switches import BOARD
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s10_attackers import reaches

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.position import Position

_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def decided_by(*readings: Rule) -> None:
    """Report which readings decided: a choice of the Allies is not an event by itself."""
    if BOARD.heard is not None:
        BOARD.heard.extend(readings)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a count in words: `1 hex`, `3 hexes`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def ordinal(number: int) -> str:
    """Return an ordinal number: `1st`, `12th`, `23rd`."""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else _ORDINALS.get(number % 10, 'th')}"


def eastward(st: Position, u: int) -> tuple[float, float, int]:
    """Return the place of a unit in the order east to west, then north to south (reading 83)."""
    west, south = st.world.grid.centre(st.loc[u])
    return west, south, u


def from_the_east(st: Position) -> tuple[int, ...]:
    """Return the German units on the map, east to west (13.1)."""
    on_map = [u for u in st.world.german if st.loc[u] >= 0]
    return tuple(sorted(on_map, key=lambda u: eastward(st, u)))


def in_reach(st: Position) -> list[int]:
    """Return the hexes of Germans whom the Allies may ever attack (reading 102)."""
    escaped = st.world.ground.escaped
    return sorted(h for h in st.stacks(GERMAN) if not escaped[h])


def nearest(st: Position, u: int) -> tuple[int, tuple[int, ...]]:
    """Return the distance to a unit's nearest German, and that hex; several if equally near
    (13.2).
    """
    grid, here = st.world.grid, st.loc[u]
    best, found = len(grid), list[int]()
    for h in in_reach(st):
        distance = grid.distance(here, h)
        if distance < best:
            best, found = distance, [h]
        elif distance == best:
            found.append(h)
    return best, tuple(found)


def in_contact(st: Position, u: int) -> bool:
    """Return whether a German is next to a unit (13.2)."""
    enemy = st.stacks(GERMAN)
    return any(n in enemy for n in st.world.ground.near[st.loc[u]])


def can_strike(st: Position, u: int) -> bool:
    """Return whether a unit could attack a German from where it stands (reading 103)."""
    enemy = st.stacks(GERMAN)
    return any(n in enemy and reaches(st, u, n) for n in st.world.ground.near[st.loc[u]])


def is_next_to_germans(st: Position, corps: int) -> bool:
    """Return whether a German is adjacent to any Allied unit of a formation (13.2)."""
    return any(
        st.corps[u] == corps and in_contact(st, u)
        for u in st.world.ranges[ALLIED]
        if st.loc[u] >= 0
    )
