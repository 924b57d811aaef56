"""The sentences of a staff's account in Operation Roundup: its wishes, fears and decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.board.world import PORTS
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.s04_supply import supply
from bocage.games.roundup.words.verbs import COMBAT_MOVE

if TYPE_CHECKING:
    from bocage.ai.staff.roundup.aims import Aims
    from bocage.ai.staff.roundup.fights import Attack
    from bocage.ai.staff.roundup.holes import Hole
    from bocage.ai.staff.roundup.moves import MovePlan
    from bocage.ai.staff.roundup.strikes import Strike
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World

NEAR: Final = 3
"""The distance, in hexes, within which a town names a hex."""
TOLD: Final = 3
"""The most names in a list. The others are counted."""
WORTH_TELLING: Final = 0.05
"""The least probability of a loss that the account mentions."""
_SMALL: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@cache
def place(world: World, h: int) -> str:
    """Return the name of a hex: `Marquise`, `1618 in Calais`, or `1719 near Sangatte`."""
    number, _, name = world.hex_names.said[h].partition(" ")
    if port := world.port_of[h]:
        return f"{number} in {PORTS[port - 1].capitalize()}"
    if name:
        return name
    grid = world.grid
    towns = [n for n in grid.within(h, NEAR) if " " in world.hex_names.said[n]]
    named = [
        (grid.distance(h, each), each, world.hex_names.said[each].partition(" ")[2])
        for each in towns
    ]
    return f"{number} near {min(named)[2]}" if named else number


def listed(names: Iterable[str], rest: str = "others") -> str:
    """Return names as a list in words: a few of them, and the number of the others."""
    found = list(dict.fromkeys(names))
    if len(found) > TOLD + 1:
        found = [*found[:TOLD], f"{counted(len(found) - TOLD)} {rest}"]
    return " and ".join((", ".join(found[:-1]), found[-1])) if len(found) > 1 else "".join(found)


def counted(number: int) -> str:
    """Return a number in words up to nine, in digits above."""
    return _SMALL[number] if number < len(_SMALL) else str(number)


def port_names(ports: Iterable[int]) -> str:
    """Return the names of ports as a list in words."""
    return listed(PORTS[port].capitalize() for port in ports)


# What it wanted ---------------------------------------------------------------------------


def wanted(aims: Aims) -> str:
    """Return a sentence about a side's aims."""
    return _allied_wish(aims) if aims.survey.side == ALLIED else _german_wish(aims)


def _allied_wish(aims: Aims) -> str:
    if aims.killed:
        return (
            "We had lost a beachhead and could not win, so we wanted a unit on the edge, "
            "to deny the Germans a victory too."
        )
    missing = [port for port in range(len(PORTS)) if port not in aims.ports_held]
    wishes = [port_names(missing)] if missing else []
    if aims.ports_held:
        wishes.append(f"an open way from {port_names(aims.ports_held)} to the beachheads")
    if aims.late:
        wishes.append("a unit on the South or East edge before the end")
    held = "" if missing else "All three ports were ours. "
    return f"{held}We wanted {', and '.join(wishes)}."


def _german_wish(aims: Aims) -> str:
    world = aims.survey.world
    held = [port for port in range(len(PORTS)) if port not in aims.ports_held]
    if aims.killed:
        number = counted(aims.killed).capitalize()
        gone = "A beachhead was" if aims.killed == 1 else f"{number} beachheads were"
        wish = f"{gone} gone, so the Allies could not win. We wanted them off the edges"
    elif aims.beaches:
        best = place(world, aims.softest())
        wish = f"The Allies need all four beachheads. We wanted one, preferably the one at {best}"
    else:
        wish = "We wanted to see where the Allies would land"
    if held:
        wish += f", and a foothold in {port_names(held)}"
    return f"{wish}."


# What it feared ---------------------------------------------------------------------------


def feared(st: Position, side: int, found: Sequence[Hole]) -> list[str]:
    """Return sentences about the enemy's chances against a plan."""
    world = st.world
    said: list[str] = []
    walked = [each for each in found if each.open]
    if walked:
        names = listed(place(world, each.hex) for each in walked)
        said.append(f"We had no units left for {names}, and feared that the enemy would take it.")
    risky = [each for each in found if not each.open and each.danger >= WORTH_TELLING]
    if risky:
        worst = max(risky, key=lambda each: each.danger)
        chance = round(100 * worst.danger)
        said.append(
            f"We feared most for {place(world, worst.hex)}, which a strong attack would take "
            f"{chance} times in 100."
        )
    if not said:
        said.append("Nothing that we had to hold was in danger.")
    without = sum(st.loc[u] >= 0 and not supply(st, u) for u in world.ranges[side])
    if without:
        noun = "of our units was" if without == 1 else "of our units were"
        said.append(f"{counted(without).capitalize()} {noun} without supply.")
    return said


def guessed(st: Position, side: int) -> str:
    """Return a sentence about the unknown strategy, or an empty text if nothing is unknown."""
    if side != ALLIED or st.strategy:
        return ""
    return "We did not know yet what Berlin would send, and allowed for the Russian front too."


# What it decided --------------------------------------------------------------------------


def planned(world: World, plan: MovePlan, columns: Sequence[str]) -> list[str]:
    """Return sentences about the moves that were ordered."""
    said: list[str] = []
    if plan.strikes:
        blows = listed((_blow(world, each, columns) for each in plan.strikes), "more attacks")
        said.append(f"We moved to attack {blows}.")
    else:
        said.append("We saw no attack worth its price and closed up.")
    if plan.guards:
        said.append(f"Guards stood at {listed(place(world, h) for h in plan.guards)}.")
    if plan.cut > 0:
        said.append("We sent units between the ports and the beachheads to cut their links.")
    if plan.runners:
        noun = "unit" if plan.runners == 1 else "units"
        said.append(f"{counted(plan.runners).capitalize()} {noun} made for the edge.")
    return said


def _blow(world: World, strike: Strike, columns: Sequence[str]) -> str:
    return f"{place(world, strike.target)} ({columns[strike.column]})"


def ordered(order: int, now: Sequence[Attack], world: World) -> str:
    """Return the reason for fighting first, or an empty text if movement comes first."""
    if order == COMBAT_MOVE:
        names = listed(place(world, each.hex) for each in now)
        return f"We fought before we moved: we could attack {names} from where we stood."
    return ""


def fought(world: World, tried: Sequence[int], emptied: Sequence[int]) -> str:
    """Return a sentence about the results of a Combat Phase."""
    noun = "attack" if len(tried) == 1 else "attacks"
    head = f"We made {counted(len(tried))} {noun}"
    if not emptied:
        return f"{head}, and the enemy held."
    return f"{head} and drove the enemy from {listed(place(world, h) for h in emptied)}."
