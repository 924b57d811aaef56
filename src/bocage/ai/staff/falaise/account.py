"""The account of a turn: the staff's wishes, fears and decisions, as sentences for players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.german import goal_of, is_garrison
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s08_bombardment import AIR
from bocage.games.falaise.s10_odds import Odds
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.outlook import Outlook
    from bocage.ai.staff.notebook import Notebook
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

NAMED: Final = 3
"""The most places or units that a sentence names."""
APART: Final = 4
"""The least distance, in hexes, between places that are named together."""
SETTLED: Final = ("town", "village")
"""The kinds of places that name hexes."""
LIKELY: Final = 0.6


def listed(words: Sequence[str]) -> str:
    """Return some words as a list: a, b and c."""
    return words[0] if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"


@cache
def place_of(world: World, h: int) -> str:
    """Return a hex by the nearest name on the map, with its number."""
    number, grid = world.grid.numbers[h], world.grid
    towns = {
        each.hex: each.name
        for each in world.pack.places
        if each.hex is not None and each.kind in SETTLED
    }
    near = min(towns, key=lambda t: (grid.distance(h, t), t), default=-1)
    if near < 0 or grid.distance(h, near) > NAMED:
        return number
    return f"{towns[near]} ({number})" if near == h else f"{number} near {towns[near]}"


def _apart(world: World, hexes: Iterable[int]) -> list[int]:
    """Return the first few hexes that are at least `APART` from each other."""
    found: list[int] = []
    for h in hexes:
        if all(world.grid.distance(h, other) >= APART for other in found):
            found.append(h)
        if len(found) == NAMED:
            break
    return found


def begin(st: Position, seat: int, outlook: Outlook, book: Notebook) -> None:
    """Write the wishes and fears at the start of a turn."""
    if seat == ALLIED:
        _allied(st, outlook, book)
    else:
        _german(st, outlook, book)


def _allied(st: Position, outlook: Outlook, book: Notebook) -> None:
    world, names = st.world, st.world.unit_names
    inside = [u for u in outlook.worth if not world.ground.escaped[st.loc[u]]]
    if not inside:
        book.want(st.turn, "No Germans were left in the pocket.")
        return
    bars = outlook.bars
    best = sorted((h for h in world.grid if bars[h] > 0), key=lambda h: (-bars[h], h))
    closing = [place_of(world, h) for h in _apart(world, best)]
    if closing:
        book.want(st.turn, f"We wanted to bar the ways out at {listed(closing)}.")
    if st.argentan == GERMAN:
        book.want(st.turn, "Argentan was still German, and we wanted it.")
    cut = sum(not has_loc(st, u) for u in inside)
    book.want(st.turn, f"Of {len(inside)} Germans in the pocket, {cut} had no supply line.")
    going = [u for u in inside if outlook.hope[u] >= LIKELY and outlook.prize[u] >= 1]
    going.sort(key=lambda u: (-outlook.prize[u] * outlook.hope[u], u))
    if going:
        first = listed([names.say(u) for u in going[:NAMED]])
        more = f" and {len(going) - NAMED} more" if len(going) > NAMED else ""
        book.fear(st.turn, f"We feared that {first}{more} would get away.")


def _german(st: Position, outlook: Outlook, book: Notebook) -> None:
    world, names = st.world, st.world.unit_names
    escaped = world.ground.escaped
    inside = [u for u in outlook.worth if not escaped[st.loc[u]] and not world.company[u]]
    out = sum(escaped[st.loc[u]] for u in outlook.worth)
    book.want(st.turn, f"{out} units were beyond the Withdrawal Line, {len(inside)} were not.")
    south = [u for u in inside if goal_of(st, outlook, u) is outlook.south]
    east = len(inside) - len(south)
    if inside:
        ways = f"{east} were to go east"
        ways += f" and {len(south)} over the south edge." if south else "."
        book.want(st.turn, f"Of these {ways}")
    if any(is_garrison(st, u) for u in inside):
        book.want(st.turn, "We wanted to hold Argentan.")
    zone = st.zone(GERMAN)
    danger = [u for u in inside if zone[st.loc[u]] & ZONE]
    danger.sort(key=lambda u: (-outlook.worth[u], u))
    if danger:
        first = listed([names.say(u) for u in danger[:NAMED]])
        book.fear(st.turn, f"We feared for {first}, next to the enemy.")
    lost = [u for u in inside if outlook.hope[u] <= 0]
    if lost:
        count = "one unit" if len(lost) == 1 else f"{len(lost)} units"
        book.fear(st.turn, f"We saw no way out for {count}.")


class March:
    """Units or aircraft on their way, with their goals for the account."""

    def __init__(self, world: World, turn: int, corps: int) -> None:
        """Begin a march of a corps, or of the air force (`AIR`)."""
        self._world: Final = world
        self.turn: Final = turn
        self.corps: Final = corps
        self.goals: Final[dict[int, int]] = {}
        """The number of units on their way to each place."""

    def sends(self, h: int) -> None:
        """Count a unit on its way to a hex."""
        self.goals[h] = self.goals.get(h, 0) + 1

    def tell(self, book: Notebook) -> None:
        """Write the goals into the account."""
        world = self._world
        most = sorted(self.goals, key=lambda h: (-self.goals[h], h))
        towards = [place_of(world, h) for h in _apart(world, most)]
        if towards:
            who = "The air force" if self.corps == AIR else world.corps_names.say(self.corps)
            book.decide(self.turn, f"{who} was sent to {listed(towards)}.")


def assaulted(st: Position, h: int, force: Sequence[int], seat: int, book: Notebook) -> None:
    """Note an assault that was ordered."""
    world = st.world
    units = listed([world.unit_names.say(u) for u in st.at(h, 1 - seat)])
    odds = Odds(st, h, force, seat)
    where = place_of(world, h)
    book.decide(st.turn, f"We attacked {units} at {where}, {odds.odds} ({odds.drm:+d}).")
