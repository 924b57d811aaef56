"""The account of Operation Roundup: a staff's wishes, fears and decisions, in sentences."""

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
"""The distance within which a place names a hex."""
TOLD: Final = 3
"""The number of things named before the rest is counted."""
WORTH_TELLING: Final = 0.05
"""The least probability of a loss that is worth a fear."""
_SMALL: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@cache
def place(world: World, h: int) -> str:
    """Return a hex in words: `Marquise`, `1618 in Calais`, or `1719 near Sangatte`."""
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
    """Return a few names in a row, and count the rest."""
    found = list(dict.fromkeys(names))
    if len(found) > TOLD + 1:
        found = [*found[:TOLD], f"{counted(len(found) - TOLD)} {rest}"]
    return " and ".join((", ".join(found[:-1]), found[-1])) if len(found) > 1 else "".join(found)


def counted(number: int) -> str:
    """Return a number as one writes it."""
    return _SMALL[number] if number < len(_SMALL) else str(number)


def port_names(ports: Iterable[int]) -> str:
    """Return some ports."""
    return listed(PORTS[port].capitalize() for port in ports)


# What it wanted ---------------------------------------------------------------------------


def wanted(aims: Aims) -> str:
    """Return a side's aims, from the present victory conditions."""
    return _allied_wish(aims) if aims.survey.side == ALLIED else _german_wish(aims)


def _allied_wish(aims: Aims) -> str:
    if aims.killed:
        return (
            "With a beachhead gone no level was left to us, so we wanted a unit at the edge, "
            "to leave the Germans none either."
        )
    missing = [port for port in range(len(PORTS)) if port not in aims.ports_held]
    wish = f"We wanted {port_names(missing)}" if missing else "All three ports were ours"
    if aims.ports_held:
        wish += f", and the way from {port_names(aims.ports_held)} to the beachheads kept open"
    if aims.late:
        wish += ", and somebody on the South or East edge before it was over"
    return f"{wish}."


def _german_wish(aims: Aims) -> str:
    world = aims.survey.world
    held = [port for port in range(len(PORTS)) if port not in aims.ports_held]
    if aims.killed:
        number = counted(aims.killed).capitalize()
        gone = "A beachhead was" if aims.killed == 1 else f"{number} beachheads were"
        wish = f"{gone} dead and the Allies with nothing; we wanted the edges free of them"
    elif aims.beaches:
        best = place(world, aims.softest())
        wish = f"We wanted a beachhead, best that at {best}, for without all four they have nothing"
    else:
        wish = "We waited for them to show where they would land"
    if held:
        wish += f", and to keep a foot in {port_names(held)}"
    return f"{wish}."


# What it feared ---------------------------------------------------------------------------


def feared(st: Position, side: int, found: Sequence[Hole]) -> list[str]:
    """Return the enemy's chances against a plan."""
    world = st.world
    said: list[str] = []
    walked = [each for each in found if each.open]
    if walked:
        names = listed(place(world, each.hex) for each in walked)
        said.append(f"We had nobody left for {names}, and feared that they would walk in.")
    risky = [each for each in found if not each.open and each.danger >= WORTH_TELLING]
    if risky:
        worst = max(risky, key=lambda each: each.danger)
        chance = round(100 * worst.danger)
        said.append(
            f"We feared most for {place(world, worst.hex)}, which a hard blow takes "
            f"{chance} times in 100."
        )
    if not said:
        said.append("Nothing that we had to hold was in danger.")
    without = sum(st.loc[u] >= 0 and not supply(st, u) for u in world.ranges[side])
    if without:
        noun = "unit of ours was" if without == 1 else "units of ours were"
        said.append(f"{counted(without).capitalize()} {noun} without supply.")
    return said


def guessed(st: Position, side: int) -> str:
    """Return the unknown and the staff's assumption about it; empty if all is known."""
    if side != ALLIED or st.strategy:
        return ""
    return "We did not know yet what Berlin would send, and reckoned with the Russian front too."


# What it decided --------------------------------------------------------------------------


def planned(world: World, plan: MovePlan, columns: Sequence[str]) -> list[str]:
    """Return sentences about the moves that were ordered."""
    said: list[str] = []
    if plan.strikes:
        blows = listed((_blow(world, each, columns) for each in plan.strikes), "more blows")
        said.append(f"We moved to strike at {blows}.")
    else:
        said.append("We saw no attack worth its price and closed up.")
    if plan.guards:
        said.append(f"Guards stood at {listed(place(world, h) for h in plan.guards)}.")
    if plan.cut > 0:
        said.append("We sent units between the ports and the beachheads, to part them at the end.")
    if plan.runners:
        noun = "unit" if plan.runners == 1 else "units"
        said.append(f"{counted(plan.runners).capitalize()} {noun} made for the edge.")
    return said


def _blow(world: World, strike: Strike, columns: Sequence[str]) -> str:
    return f"{place(world, strike.target)} ({columns[strike.column]})"


def ordered(order: int, now: Sequence[Attack], world: World) -> str:
    """Return the reason for combat first; empty for movement first."""
    if order == COMBAT_MOVE:
        names = listed(place(world, each.hex) for each in now)
        return f"We fought before we moved: {names} could be hit where we stood."
    return ""


def fought(world: World, tried: Sequence[int], emptied: Sequence[int]) -> str:
    """Return the results of a Combat Phase in words."""
    noun = "attack" if len(tried) == 1 else "attacks"
    head = f"We made {counted(len(tried))} {noun}"
    if not emptied:
        return f"{head}, and the enemy stood."
    return f"{head} and drove the enemy from {listed(place(world, h) for h in emptied)}."
