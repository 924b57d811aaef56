"""Falaise's position in words and letters: units, stacks, chits, the state of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.cli.terminal.board import Board, Piece
from bocage.engine.actions import second
from bocage.games.falaise.board import position as at
from bocage.games.falaise.pieces.counters import NATIONS
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, NO_CORPS
from bocage.games.falaise.s03_sectors import hexes_for
from bocage.games.falaise.s03_setup import NOBODY, SetUp
from bocage.games.falaise.s04_activation import in_cup
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s09_disruption import factor, points_of, ter
from bocage.games.falaise.s11_entries import EntryOf86, EntryOfDestroyers, EntryOfGuf
from bocage.games.falaise.words.verbs import PLACE
from bocage.hexes.directions import Direction

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

STYLES: Final = {
    "U": "bold green",
    "F": "bold blue",
    "B": "bold yellow",
    "C": "bold yellow",
    "P": "bold magenta",
    "G": "bold red",
    "M": "bold red",
}
SIDES: Final = {letter: GERMAN if letter in "GM" else ALLIED for letter in STYLES}
LETTERS: Final = {"us": "U", "france": "F", "uk": "B", "canada": "C", "poland": "P"}
LEGEND: Final = (
    "U US  F French  B British  C Canadian  P Polish  G German  M German Mechanized; small: "
    "disrupted.  | Withdrawal Line  * acts now, or may be placed there  Names: - reduced  "
    "! disrupted  ' finished; of German units G- is left out"
)
ACTS: Final = "*"
_SIDE_NAMES: Final = ("Allied", "German")


def factors(st: Position, u: int) -> str:
    """Combat Factor and current TER: `3-4`."""
    rating = ter(st, u) if not st.world.rolled[u] or st.ter_80 else "?"
    return f"{factor(st, u)}-{rating}"


def short(st: Position, u: int) -> str:
    """Return a unit beside the map: as it is typed, with what ails it."""
    name = st.world.units[u].id.removeprefix("G-")
    if st.world.two_step[u] and st.steps[u] == 1:
        name += "-"
    if st.marks[u] & at.DISRUPTED:
        name += "!"
    return f"{name}'" if st.marks[u] & at.FINISHED else name


def told(st: Position, u: int) -> str:
    """Return a unit in a line: its name, factors and what ails it."""
    world = st.world
    corps = world.corps_names.written[st.corps[u]] if st.corps[u] != NO_CORPS else "no corps"
    unit = world.units[u]
    said = [f"{unit.id} {title_of(world, u)} {factors(st, u)}", corps]
    if world.two_step[u]:
        said.append("reduced" if st.steps[u] == 1 else "two steps")
    marks = st.marks[u]
    words = (
        (at.DISRUPTED, "DISRUPTED"),
        (at.ACTIVE, "active"),
        (at.MOVED, "has moved"),
        (at.FOUGHT, "has attacked"),
        (at.LOCKED, "covers and stays"),
        (at.ATTACKED, "has been attacked"),
        (at.HELPER, "helps"),
        (at.FINISHED, "finished"),
    )
    said += [word for bit, word in words if marks & bit]
    if st.loc[u] >= 0 and not has_loc(st, u):
        said.append("NO LOC")
    return ", ".join(said)


def title_of(world: World, u: int) -> str:
    """Return the name of a unit with its division: `12 SS KG Krause`."""
    return world.unit_names.say(u)


@cache
def _border(world: World) -> dict[tuple[int, int], str]:
    """Return the Withdrawal Line at its upright sides."""
    escaped, grid = world.ground.escaped, world.grid
    found: dict[tuple[int, int], str] = {}
    for h in grid:
        n = grid.neighbour(h, Direction.E)
        if n is not None and bool(escaped[h]) != bool(escaped[n]):
            found[h, n] = "|"
    return found


def board_of(st: Position) -> Board:
    """Return the board with stacks, the Withdrawal Line, and who acts now."""
    pieces: dict[int, Piece] = {}
    marks: dict[int, str] = {}
    for side in (ALLIED, GERMAN):
        for h, units in st.stacks(side).items():
            pieces[h] = _stack(st, units)
            if any(is_to_act(st, u) for u in units):
                marks[h] = ACTS
    marks.update(dict.fromkeys(berths_now(st), ACTS))
    return Board(st.world.pack, pieces, marks, _border(st.world), SIDES, LEGEND)


def berths_now(st: Position) -> list[int]:
    """Return the hexes where the selected unit may be set up (3.1) or placed on arrival (11.3
    on)."""
    top = st.stack[-1] if st.stack else None
    if isinstance(top, EntryOf86 | EntryOfGuf | EntryOfDestroyers):
        return sorted({second(a) for a in top.legal(st) if a >> 32 == PLACE.number})
    if not isinstance(top, SetUp) or top.unit == NOBODY:
        return []
    return hexes_for(st, top.unit)


def is_to_act(st: Position, u: int) -> bool:
    """Return whether an active unit has still something to do in this round."""
    marks = st.marks[u]
    return bool(marks & at.ACTIVE) and not marks & (at.MOVED | at.FOUGHT | at.LOCKED)


def _stack(st: Position, units: tuple[int, ...]) -> Piece:
    world = st.world
    first = units[0]
    if st.side_of(first) == ALLIED:
        letter = LETTERS[NATIONS[world.nation[first]]]
    else:
        letter = "M" if any(world.mech[u] for u in units) else "G"
    style = STYLES[letter]
    if all(st.marks[u] & at.DISRUPTED for u in units):
        letter = letter.lower()
    strength = sum(factor(st, u) for u in units)
    return Piece(letter, f"{letter}{strength}", tuple(short(st, u) for u in units), style)


def status(st: Position, acting: int | None) -> list[str]:
    """Return the state of play in a few short lines: time, points, places, chits."""
    world = st.world
    when = world.pack.facts.get(f"turn-{st.turn}", "night" if st.night else "day")
    zone = "open" if st.zone_open else "closed"
    when = when.removesuffix(" 1944")
    air = f"; air {st.air}" if st.air else ""
    holder = _SIDE_NAMES[st.argentan]
    lines = [
        f"Turn {st.turn} of {last_turn(world)}, {when}; VP {st.vp}; Argentan {holder}; "
        f"Zone 86 {zone}{air}"
    ]
    names = world.corps_names.written
    cup = [names[c] for c in range(len(names)) if in_cup(st) >> c & 1]
    done = [names[c] for c in range(len(names)) if st.activated >> c & 1]
    if cup or done:
        who = f"Acting: {world.corps_names.say(acting)}. " if acting is not None else ""
        lines.append(f"{who}In the cup {' '.join(cup) or 'none'}; acted {' '.join(done) or 'none'}")
    return lines


def to_move(st: Position, units: Iterable[int]) -> list[str]:
    """Units that may move, with where they are and their Movement Points."""
    numbers = st.world.grid.numbers
    return [f"{st.world.units[u].id} {numbers[st.loc[u]]} {points_of(st, u)} MP" for u in units]


def roster(st: Position, side: int, line: Callable[[Position, int], str]) -> list[str]:
    """Return the units of a side: on the map by hex, then those that are elsewhere."""
    lines = [line(st, h) for h in sorted(st.stacks(side))]
    return [*lines, *_elsewhere(st, st.world.ranges[side])]


def _elsewhere(st: Position, units: Iterable[int]) -> list[str]:
    off: dict[str, list[str]] = {}
    for u in units:
        if st.loc[u] in _OFF_MAP:
            off.setdefault(_OFF_MAP[st.loc[u]], []).append(st.world.units[u].id)
    return [f"{name}: {', '.join(ids)}" for name, ids in off.items()]


_OFF_MAP: Final = {
    at.POOL: "To be set up",
    at.DUE: "To come later",
    at.GUF: "German Unknown Forces",
    at.HAND: "Taken up",
    at.EXITED: "Left by the south edge",
    at.DEAD: "Eliminated",
}


def corps_roster(st: Position, corps: int) -> list[str]:
    """Return the units of a corps, each with its hex, then those that are elsewhere."""
    numbers = st.world.grid.numbers
    own = [u for u in range(st.world.count) if st.corps[u] == corps]
    lines = [f"{numbers[st.loc[u]]}  {told(st, u)}" for u in own if st.loc[u] >= 0]
    return [*sorted(lines), *_elsewhere(st, own)]
