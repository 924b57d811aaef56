"""The value of a battle: steps lost and ground taken, by the column's exact distribution.

The unit is the combat factor: a full division is worth about nine.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.games.roundup.s11_odds import base_column

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World

OWN_STEP: Final = (0.7, 1.0)
"""The weight of each side's own losses: the Allies get a step back per nation and turn (8.3)."""
ENEMY_STEP: Final = (1.0, 0.8)
"""The value of enemy losses for each side: German steps never come back."""
RETURNING: Final = 0.6
"""The weight of a lost Allied brigade, which comes back after one to three turns (8.4)."""
LAST_STEP: Final = 1.5
"""The value of a counter besides its factors: its zone of control."""
PROGRESS: Final = 0.2
"""The part of the ground's value for a step that does not yet empty the hex."""
PUSHED: Final = 1.0
"""The value of a retreat alone."""
THROWN_BACK: Final = 0.7
"""The cost of a retreat of our own."""


class Shares(NamedTuple):
    """The probability of each result on a column."""

    attacker_loses: float
    thrown_back: float
    exchange: float
    retreat: float
    loss: float
    loss_and_retreat: float


@cache
def shares(world: World) -> tuple[Shares, ...]:
    """Return the Combat Results Table by column, from the charts themselves."""
    found: list[Shares] = []
    for column in range(len(world.charts.columns)):
        results = [row[column] for row in world.charts.results]
        part = {each: results.count(each) / len(results) for each in set(results)}
        found.append(
            Shares(
                part.get("AS", 0) + part.get("ASR", 0),
                part.get("ASR", 0),
                part.get("EX", 0),
                part.get("DR", 0),
                part.get("DS", 0),
                part.get("DSR", 0),
            )
        )
    return tuple(found)


def column(world: World, attack: int, defence: int, shift: int) -> int:
    """Return the column of an attack, held to the table (11.4, 11.7)."""
    if attack <= 0:
        return 0
    found = base_column(attack, max(1, defence)) + shift
    return min(len(world.charts.columns) - 1, max(0, found))


def step_worth(st: Position, u: int) -> float:
    """Return a side's loss with the next step of a unit, in factors."""
    world, steps = st.world, st.steps[u]
    attack, defence = world.attack[u], world.defence[u]
    worth = (attack[steps] - attack[steps - 1] + defence[steps] - defence[steps - 1]) / 2
    if steps > 1:
        return worth
    if u in world.allied and not world.is_division[u]:
        return worth * RETURNING
    return worth + LAST_STEP


class Stake(NamedTuple):
    """The stakes of a battle for its attacker."""

    own: float
    """The cheapest step among the attackers."""
    theirs: float
    """The cheapest step among the defenders."""
    kills: bool
    """Whether one step empties the hex."""
    cornered: bool
    """Whether the defenders have no retreat, so that a retreat result costs a step."""
    stays: bool
    """Whether the defenders ignore a retreat without loss (11.10, 10.7)."""
    ground: float
    """The value of the hex for the attacker."""


def lone_marker(own: float, ground: float) -> Stake:
    """Return the stakes against a German marker alone: it has one step and stays (15.4)."""
    return Stake(own, 1.0, kills=True, cornered=True, stays=True, ground=ground)


def worth(part: Shares, stake: Stake, side: int) -> float:
    """Return the value of an attack on a column for the attacker."""
    own, theirs = stake.own * OWN_STEP[side], stake.theirs * ENEMY_STEP[side]
    killed = stake.ground if stake.kills else PROGRESS * stake.ground
    if stake.stays:
        driven, lost = 0.0, theirs + killed
    elif stake.cornered:
        driven, lost = theirs + killed, theirs + killed
    else:
        driven, lost = stake.ground + PUSHED, theirs + stake.ground + PUSHED
    return (
        -part.attacker_loses * own
        - part.thrown_back * THROWN_BACK
        + part.exchange * (theirs + killed - own)
        + part.retreat * driven
        + part.loss * (theirs + killed)
        + part.loss_and_retreat * lost
    )


def taking(part: Shares, *, kills: bool, cornered: bool, stays: bool) -> float:
    """Return the probability that the hex is empty after an attack on a column."""
    died = part.exchange + part.loss + part.loss_and_retreat if kills else 0.0
    if stays:
        return died
    if cornered:
        return died + part.retreat if kills else 0.0
    return part.retreat + part.loss_and_retreat + (part.exchange + part.loss if kills else 0.0)
