"""The Pocket at Falaise as a PettingZoo environment, version 0. See `docs/gym.md`.

>>> from bocage.gym import falaise_v0
>>> env = falaise_v0.env()
>>> env.reset(seed=1)
>>> env.agent_selection
'german_1'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Unpack

from bocage.games.falaise.board.position import DEAD, Position
from bocage.games.falaise.board.world import World
from bocage.games.falaise.s03_victory import allied_points, count_up, needed
from bocage.games.falaise.s04_activation import in_cup
from bocage.gym.environment import Settings, WargameEnv, checked, metadata_of
from bocage.gym.sight import Book, Sight

_CORPS: Final = 15
_SETS: Final = ("cup", "cup_later", "activated", "guns_used")
"""Sets of corps, one figure a corps."""

_BITS: Final = range(_CORPS)


@lru_cache(maxsize=4096)
def _apart(bits: int) -> tuple[int, ...]:
    """Return a set of corps as one figure a corps."""
    return tuple(bits >> corps & 1 for corps in _BITS)


def see(st: Position, seat: int) -> Sight:  # noqa: ARG001 - both seats see everything
    """Return what a seat may know of a position: the content of `Falaise.view` for it."""
    cup = in_cup(st)
    figures = (
        *(st.turn, st.vp, st.german_vp, st.argentan, st.argentan_taken, st.zone_open),
        *(st.counter, st.counter_corps, st.ter_80, st.relieved, st.attached, st.extra),
        *(st.french, st.boundary, st.used_58, st.air, st.points),
        *(*_apart(cup), *_apart(st.cup & ~cup), *_apart(st.activated), *_apart(st.guns_used)),
    )
    return Sight(st.loc, st.steps, st.marks, st.corps, figures, ())


def _strengths(world: World) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]:
    return world.factor, world.factor


def potential(st: Position) -> float:
    """Return the standing of the Allies: a fiftieth for each Victory Point and for each unit that
    the Germans have lost more than the Allies; clipped to -1 and 1. In a short scenario, a tenth
    for each point of the Allied lead over what they need.
    """
    if st.world.short is not None:
        ahead = allied_points(st, count := count_up(st)) - int(count.total("german"))
        return max(-1.0, min(1.0, (ahead - needed(st)) / 10))
    lost = [sum(st.loc[u] == DEAD for u in units) for units in (st.world.allied, st.world.german)]
    return max(-1.0, min(1.0, (st.vp - st.german_vp + lost[1] - lost[0]) / 50))


def _level(scores: tuple[float, ...]) -> float:
    return max(-1.0, min(1.0, (scores[0] - scores[1]) / 100))


BOOK: Final = Book(
    version="falaise_v0",
    chance=("roll", "draw", "choose"),
    decisions=(
        *("Advance", "AssaultPhase", "Muster", "Attach", "Bombardment", "Substitute"),
        *("EntryOf86", "EntryOfDestroyers", "EntryOfGuf", "Victim", "RemoveExcess"),
        *("StepLoss", "Cover", "MoveRound", "Moving", "OpFire", "FirstChit", "PutBack"),
        *("Redeploy", "Return", "TerChange", "Retreat", "ChooseRound", "Helpers"),
        *("Declare", "Relieve", "SetUp"),
    ),
    set_up=("SetUp",),
    figures=(
        *("turn", "vp", "german_vp", "argentan", "argentan_taken", "zone_open"),
        *("counter", "counter_corps", "ter_80", "relieved", "attached", "extra"),
        *("french", "boundary", "used_58", "air", "points_of_command"),
        *(f"{name}_{corps}" for name in _SETS for corps in _BITS),
    ),
    more="corps",
    planes=(),
    strengths=_strengths,
    see=see,
    potential=potential,
    level=_level,
)
"""The encoding of positions and actions in version 0."""


class raw_env(WargameEnv):  # noqa: N801 - PettingZoo's name for it
    """The Pocket at Falaise without PettingZoo's guards: an illegal action raises an error."""

    name = "falaise"
    book = BOOK
    metadata = metadata_of(BOOK)


def env(**settings: Unpack[Settings]) -> Any:
    """Return the environment with PettingZoo's guards; `Settings` says what may be set."""
    return checked(raw_env(**settings))
