"""Operation Roundup as a PettingZoo environment, version 0. See `docs/gym.md`.

>>> from bocage.gym import roundup_v0
>>> env = roundup_v0.env()
>>> env.reset(seed=1)
>>> env.agent_selection
'allied_0'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Unpack

from bocage.engine.viewers import player
from bocage.games.roundup.board.position import DEAD, LOST, Position
from bocage.games.roundup.board.world import World
from bocage.games.roundup.options import SLOT_NAMES
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import is_hidden_from
from bocage.games.roundup.short.points import short_points
from bocage.gym.environment import Settings, WargameEnv, checked, metadata_of
from bocage.gym.sight import Book, Sight

_VIEWERS: Final = (player(0), player(1))

_BEACHHEADS, _TAS, _AERIAL = range(3)


def see(st: Position, seat: int) -> Sight:
    """Return what a seat may know of a position: the content of `Roundup.view` for it."""
    strategy = 0 if is_hidden_from(st, _VIEWERS[seat]) else st.strategy
    a, b, c, d = st.beachheads
    figures = (
        *(st.turn, st.weather, strategy, st.superiority, st.tas_left),
        *st.port_nation,
        *(a if a < 0 else 0, b if b < 0 else 0, c if c < 0 else 0, d if d < 0 else 0),
        *st.optional,
    )
    marked = ((_BEACHHEADS, st.beachheads), (_TAS, st.tas), (_AERIAL, st.aerial))
    return Sight(st.loc, st.steps, st.marks, st.due, figures, marked, st.control)


def _strengths(world: World) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]:
    return world.attack, world.defence


def potential(st: Position) -> float:
    """Return how well the Allies stand: ports held, beachheads lost, and the balance of lost steps.

    A third for each port, less a quarter for each beachhead lost, and a fiftieth for each step;
    halved, and clipped to -1 and 1. In a short scenario, a tenth for each point of the Allied lead
    over what they need.
    """
    short = st.world.short
    if short is not None:
        points = short_points(st, short)
        return max(-1.0, min(1.0, (points.net - points.needs) / 10))
    ports = sum(map(st.holds_port, range(len(st.world.ports))))
    beachheads = sum(h == LOST for h in st.beachheads)
    lost = [
        sum(2 if st.loc[u] == DEAD else 0 for u in units)
        for units in (st.world.allied, st.world.german)
    ]
    worth = ports / 3 - beachheads / 4 + (lost[1] - lost[0]) / 50
    return max(-1.0, min(1.0, worth / 2))


def _level(scores: tuple[float, ...]) -> float:
    return max(-1.0, min(1.0, (scores[0] - scores[1]) / 4))


BOOK: Final = Book(
    version="roundup_v0",
    chance=("roll", "dice", "draw", "strategy"),
    decisions=(
        *("PlaceAerial", "PlaceTas", "CombatPhase", "Muster", "PlaceGarrison"),
        *("PlaceReinforcement", "Inundate", "GermanReplacement", "SpendPoints", "MovePhase"),
        *("Moving", "RemoveExcess", "ParachuteDrop", "ParachutistsEnter", "Scatter"),
        *("DesignatePort", "Drops", "Landings", "Replacements", "Advance", "Retreat"),
        *("StepLoss", "ScrapeBarrel", "ChooseOrder", "PlaceBeachhead", "ChooseSectors"),
    ),
    set_up=(),
    figures=(
        *("turn", "weather", "strategy", "superiority", "tas_left"),
        *("dunkirk_nation", "calais_nation", "boulogne_nation"),
        *("beachhead_us1", "beachhead_us2", "beachhead_uk1", "beachhead_uk2"),
        *(each.replace("-", "_") for each in SLOT_NAMES),
    ),
    more="due",
    planes=("beachheads", "tas", "aerial"),
    strengths=_strengths,
    see=see,
    potential=potential,
    level=_level,
)
"""The encoding of positions and actions in version 0."""


class raw_env(WargameEnv):  # noqa: N801 - PettingZoo's name for it
    """Operation Roundup without PettingZoo's guards: an illegal action raises an error."""

    name = "roundup"
    book = BOOK
    metadata = metadata_of(BOOK)


def env(**settings: Unpack[Settings]) -> Any:
    """Return the environment with PettingZoo's guards; `Settings` says what may be set."""
    return checked(raw_env(**settings))
