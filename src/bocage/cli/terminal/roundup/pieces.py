"""Operation Roundup's position in words and letters: units, stacks, markers, the state of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bocage.cli.terminal.board import Board, Piece
from bocage.cli.terminal.roundup import options
from bocage.games.roundup import s04_supply
from bocage.games.roundup.board import position as at
from bocage.games.roundup.board.charts import WEATHERS
from bocage.games.roundup.board.world import BEACHHEADS, PORTS
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS, US
from bocage.games.roundup.s08_returns import last_turn

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

STYLES: Final = {"U": "bold green", "B": "bold yellow", "G": "bold red", "P": "bold red"}
SIDES: Final = {"U": ALLIED, "B": ALLIED, "&": ALLIED, "G": GERMAN, "P": GERMAN}
BEACH_STYLE: Final = "bold cyan"
LEGEND: Final = (
    "U US   B British   G German   P German armour (small letter: no division)   & beachhead   "
    "* TAS over the hex   - after a name: reduced"
)
_ARMOUR: Final = frozenset({"panzer", "panzergrenadier", "heavy-panzer"})
_SIDES: Final = ("the Allies", "the Germans")


def factors(st: Position, u: int) -> str:
    """Return the factors of a unit with the steps it has: `9-9`, or `3` for a smaller unit."""
    attack, defence = st.world.attack[u][st.steps[u]], st.world.defence[u][st.steps[u]]
    return f"{attack}-{defence}" if st.world.is_division[u] else str(attack)


def typed(st: Position, u: int) -> str:
    """Return the name of a unit to type, with a dash if it has lost a step."""
    reduced = st.world.is_division[u] and st.steps[u] == 1
    return f"{st.world.units[u].id}{'-' if reduced else ''}"


def told(st: Position, u: int) -> str:
    """Return a unit in a line: its name, factors and what ails it."""
    unit = st.world.units[u]
    said = [f"{unit.id} {unit.name} {factors(st, u)}"]
    if st.world.is_division[u] and st.steps[u] == 1:
        said.append("reduced")
    marks = st.marks[u]
    words = ((at.GROUNDED, "dropped"), (at.REPLACED, "replacements"), (at.MOVED, "has moved"))
    said += [word for bit, word in words if marks & bit]
    said += [word for bit, word in ((at.FOUGHT, "has attacked"),) if marks & bit]
    if st.loc[u] >= 0 and not s04_supply.supply(st, u):
        said.append("OUT OF SUPPLY")
    return ", ".join(said)


def board_of(st: Position) -> Board:
    """Return the board with stacks, beachheads and TAS Markers."""
    stacks: dict[int, list[int]] = {}
    for u in range(st.world.count):
        if st.loc[u] >= 0:
            stacks.setdefault(st.loc[u], []).append(u)
    pieces = {h: _stack(st, units) for h, units in stacks.items()}
    for marker, h in enumerate(st.beachheads):
        if h >= 0 and h not in pieces:
            pieces[h] = Piece("&", BEACHHEADS[marker], (), BEACH_STYLE)
    legend = LEGEND
    for h in st.markers():
        pieces.setdefault(h, Piece("+", "+1", (), STYLES["G"]))
        legend = f"{LEGEND}   + German marker"
    marks = dict.fromkeys(st.tas, "*")
    return Board(st.world.pack, pieces, marks, sides=SIDES, legend=legend)


def _stack(st: Position, units: list[int]) -> Piece:
    world = st.world
    first = units[0]
    if st.side_of(first) == ALLIED:
        letter = "U" if world.nation[first] == US else "B"
    else:
        letter = "P" if any(world.units[u].type in _ARMOUR for u in units) else "G"
    style = STYLES[letter]
    if not any(world.is_division[u] for u in units):
        letter = letter.lower()
    defence = sum(world.defence[u][st.steps[u]] for u in units)
    return Piece(letter, f"{letter}{defence}", tuple(typed(st, u) for u in units), style)


def status(st: Position) -> list[str]:
    """Return the state of play in a few short lines."""
    air = "no air superiority"
    if st.superiority != at.NOBODY:
        air = f"{_SIDES[st.superiority]} have air superiority"
        if st.tas_left or st.tas:
            air += f" (TAS: {len(st.tas)} placed, {st.tas_left} left)"
    weather = WEATHERS[st.weather].capitalize()
    return [
        f"Turn {st.turn} of {last_turn(st.world)}, {weather}; {air}{options.strategy(st)}",
        f"Beaches {_beachheads(st)}; ports {_ports(st)}",
        *options.status(st),
    ]


def _beachheads(st: Position) -> str:
    """Return the places of the beachheads by nation: `US 2723 2824, UK 3024 lost`."""
    numbers = st.world.grid.numbers
    said: list[str] = []
    for nation, name in enumerate(NATIONS):
        hexes = st.beaches_of(nation)
        where = (numbers[h] if h >= 0 else "lost" if h == at.LOST else "-" for h in hexes)
        said.append(f"{name.upper()} {' '.join(where)}")
    return ", ".join(said)


def _ports(st: Position) -> str:
    """Return the ports by side: `German Dunkirk, Calais; Allied Boulogne for US`."""
    held: dict[str, list[str]] = {}
    for port, hexes in enumerate(st.world.ports):
        name, allied = PORTS[port].capitalize(), sum(st.control[h] for h in hexes)
        if allied == len(hexes):
            nation = st.port_nation[port]
            held.setdefault("Allied", []).append(
                f"{name} for {NATIONS[nation - 1].upper()}" if nation else name
            )
        elif allied:
            held.setdefault("disputed", []).append(name)
        else:
            held.setdefault("German", []).append(name)
    return "; ".join(f"{whose} {', '.join(names)}" for whose, names in held.items())


def hand(st: Position) -> list[str]:
    """Return the German units that were drawn and not yet placed, with their edge."""
    world = st.world
    drawn = [u for u in world.german if st.loc[u] == at.HAND]
    return [f"  {told(st, u)}, {world.units[u].movement}: {_EDGES[world.edge[u]]}" for u in drawn]


_EDGES: Final = {"E": "East edge, 1001 to 4201", "S": "South edge, 4201 to 4225"}


def roster(st: Position, side: int, line: Callable[[Position, int], str]) -> list[str]:
    """Return the units of a side: on the map by hex, then those that wait, each kind in a line."""
    world = st.world
    by_hex: dict[int, list[int]] = {}
    off: dict[str, list[str]] = {}
    for u in world.ranges[side]:
        where = st.loc[u]
        if where >= 0:
            by_hex.setdefault(where, []).append(u)
        elif where == at.TRACK:
            off.setdefault("Returning", []).append(f"{world.units[u].id} on turn {st.due[u]}")
        elif where in _OFF_MAP and not (where == at.CUP and side == GERMAN):
            off.setdefault(_OFF_MAP[where], []).append(f"{world.units[u].id} {factors_of(st, u)}")
    lines = [line(st, h) for h in sorted(by_hex)]
    return [*lines, *(f"{name}: {', '.join(units)}" for name, units in off.items())]


_OFF_MAP: Final = {
    at.POOL: "In England",
    at.HAND: "To be placed",
    at.DEAD: "Eliminated",
}


def factors_of(st: Position, u: int) -> str:
    """Return the factors of a unit off the map: those it has, or had."""
    return factors(st, u) if st.steps[u] else st.world.units[u].factors
