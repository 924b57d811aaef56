"""OP COM as a PettingZoo Parallel environment, version 0: each headquarters is an agent.

>>> from bocage.gym import opcom_v0
>>> env = opcom_v0.parallel_env()
>>> observations, infos = env.reset(seed=1)
>>> env.agents
['guards_0', 'walther_1']

An action is one order: a unit, what it does, and where. A turn takes `orders` steps; then the
staffs add supplies, guns and bridges to the sheets in the way of our commanders, and the turn is
carried out. Units without an order continue as before. See `docs/gym.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import ParallelEnv  # pyright: ignore[reportMissingTypeStubs]

from bocage.ai import load_game
from bocage.ai.commander import CommanderPlayer
from bocage.ai.commander.picture import Picture, group_of
from bocage.ai.commander.sheet import sheet_for
from bocage.ai.commander.task import Action as Kind
from bocage.ai.commander.task import Posture, Task
from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.viewers import player
from bocage.games.opcom.board.world import Troops, World
from bocage.games.opcom.debrief.score import debrief
from bocage.games.opcom.pieces.told import Told, from_data
from bocage.games.opcom.s05_orders.files import sheet_text
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.games.opcom.words.verbs import SHEET

STAYS: Final[tuple[tuple[Kind, Posture], ...]] = (
    ("hold", "tact"),
    ("hold", "rest"),
    ("prepare", "tact"),
)
"""Orders without a place: hold, rest, prepare to attack."""
GOES: Final[tuple[tuple[Kind, Posture], ...]] = (
    ("move", "tact"),
    ("probe", "tact"),
    ("attack", "tact"),
    ("breakthrough", "non-tact"),
)
"""Orders to a place."""

UNIT: Final = ("x", "y", "worth", "known", "due", "ordered")
"""The columns of `units`: tens of metres east and north, hundredths of a battalion; 1 if the team
knows where it is; 1 if it arrives this turn; 1 if it has its order for this turn.
"""
SIGHTING: Final = ("x", "y", "strength", "tanks", "age")
"""The columns of `enemies`: tens of metres, hundredths of a battalion, 1 for tanks, turns ago."""
FIGURES: Final = ("turn", "order")
SIGHTINGS: Final = 24
"""The number of sightings shown: the latest and strongest first."""
MOST: Final = 10_000

Observation = dict[str, NDArray[Any]]


class Chosen(NamedTuple):
    """One order of the vocabulary."""

    unit: Troops
    kind: Kind
    posture: Posture
    place: int
    """The number of the place, or -1."""


class Vocabulary:
    """The orders that one headquarters can give; 0 means no order."""

    def __init__(self, world: World, team: int, places: int) -> None:
        self.units: Final = [each for each in world.units if each.team == team]
        self._places: Final = places
        self._each: Final = len(STAYS) + len(GOES) * places
        self.size: Final = 1 + len(self.units) * self._each

    def order(self, number: int) -> Chosen | None:
        """Return the order of a number; None for no order."""
        if not number:
            return None
        unit, rest = divmod(number - 1, self._each)
        if rest < len(STAYS):
            return Chosen(self.units[unit], *STAYS[rest], -1)
        kind, place = divmod(rest - len(STAYS), self._places)
        return Chosen(self.units[unit], *GOES[kind], place)

    def mask(self, free: set[int]) -> NDArray[np.int8]:
        """Return 1 for each order to a unit that can have one, and for no order."""
        mask = np.zeros(self.size, np.int8)
        mask[0] = 1
        for i, unit in enumerate(self.units):
            if unit.number in free:
                mask[1 + i * self._each : 1 + (i + 1) * self._each] = 1
        return mask


class parallel_env(ParallelEnv[str, Any, Any], EzPickle):  # noqa: N801 - PettingZoo's name
    """A scenario of OP COM; every headquarters orders at the same time."""

    metadata: dict[str, Any] = {"name": "opcom_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        *,
        scenario: str = "joes-bridge",
        orders: int = 6,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up a scenario; `reset` begins it.

        Args:
            scenario: a scenario of OP COM.
            orders: how many orders each headquarters gives in a turn.
            options: switches of the game.
            render_mode: `ansi`, or None.

        Raises:
            OptionError: there is no such scenario or option.
            ValueError: the scenario has more than 10,000 orders, or a turn has none.
        """
        EzPickle.__init__(
            self, scenario=scenario, orders=orders, options=options, render_mode=render_mode
        )
        if orders < 1:
            raise ValueError("a turn needs an order")
        game = load_game("opcom")
        self.game: Final = game.at(game.scenario(scenario).id)
        self.render_mode = render_mode
        self._scenario: Final = game.scenario(scenario).id
        self._options: Final = self.game.settings(options)
        self._orders: Final = orders
        world = cast("World", cast("Any", self.game).world)
        self.world: Final = world
        country: Any = cast("Any", self.game).country()
        self.places: Final[list[Any]] = list(country.landmarks)
        """The places that orders name."""
        self.possible_agents = [f"{t.seat.lower()}_{i}" for i, t in enumerate(world.teams)]
        self.agents = []
        self._team: Final = {agent: i for i, agent in enumerate(self.possible_agents)}
        self.vocabularies: Final = {
            agent: Vocabulary(world, i, len(self.places)) for agent, i in self._team.items()
        }
        large = max(each.size for each in self.vocabularies.values())
        if large > MOST:
            raise ValueError(f"{scenario} has {large} orders; an environment has at most {MOST}")
        self.action_spaces = {
            agent: spaces.Discrete(each.size) for agent, each in self.vocabularies.items()
        }
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "units": spaces.Box(-32768, 32767, (len(each.units), len(UNIT)), np.int16),
                    "enemies": spaces.Box(-32768, 32767, (SIGHTINGS, len(SIGHTING)), np.int16),
                    "table": spaces.Box(0, 32767, (len(FIGURES),), np.int16),
                    "action_mask": spaces.Box(0, 1, (each.size,), np.int8),
                }
            )
            for agent, each in self.vocabularies.items()
        }
        self._rng: Random | None = None
        self.state_now: Any = None
        """The position, with everything in it; agents see `observe` instead."""
        self._given: dict[str, list[Chosen]] = {}
        self._step = 0
        self._staff = CommanderPlayer()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's orders."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's contract
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the operation. The same seed and the same orders give the same operation."""
        if seed is not None or self._rng is None:
            self._rng = Random(seed)  # noqa: S311 - play, not secrecy
        self.agents = self.possible_agents[:]
        self.state_now = self.game.new(self._scenario, self._options)
        play.settle(self.state_now)
        self._staff = CommanderPlayer()
        self._go_on()
        return self._told()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take one order from each headquarters; a unit that can't take it keeps its orders."""
        for agent, number in actions.items():
            chosen = self.vocabularies[agent].order(int(number))
            if chosen is not None and chosen.unit.number in self._free(agent):
                self._given[agent].append(chosen)
        self._step += 1
        if self._step == self._orders:
            self._send()
            self._go_on()
        over = not self.state_now.stack
        rewards = self._scores() if over else dict.fromkeys(self.agents, 0.0)
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        observations, infos = self._told()
        if over:
            self.agents = []
        return observations, rewards, ended, cut, infos

    def render(self) -> str | None:
        """Return the half day, as text; None without a render mode."""
        if self.render_mode is None:
            return None
        return self.game.heading(self.state_now).say(self.game.nouns)

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""

    def observe(self, agent: str) -> Observation:
        """Return an agent's knowledge as arrays, from only the view of its seat."""
        picture, vocabulary = self._picture(agent), self.vocabularies[agent]
        ordered = {each.unit.number for each in self._given[agent]}
        units = np.zeros((len(vocabulary.units), len(UNIT)), np.int16)
        due = set(self._due(agent))
        for row, unit in enumerate(vocabulary.units):
            at = picture.where.get(unit.number)
            if at is not None:
                worth = round(100 * picture.worth.get(unit.number, 0.0))
                flags = (1, unit.id in due, unit.number in ordered)
                units[row] = (at[0] // 10, at[1] // 10, worth, *flags)
        enemies = np.zeros((SIGHTINGS, len(SIGHTING)), np.int16)
        for row, foe in enumerate(picture.tales[:SIGHTINGS]):
            strength = round(100 * foe.battalions)
            enemies[row] = (foe.at[0] // 10, foe.at[1] // 10, strength, foe.tanks, foe.age)
        table = np.array([self.state_now.turn, self._step], np.int16)
        mask = vocabulary.mask(self._free(agent))
        return {"units": units, "enemies": enemies, "table": table, "action_mask": mask}

    # Inside ---------------------------------------------------------------------------------

    def _knows(self, agent: str) -> Told:
        """Return the knowledge of a headquarters: its part of the view."""
        team = self._team[agent]
        view = self.game.view(self.state_now, player(team))
        told = cast("Mapping[str, Any]", view["told"])
        return from_data(told[self.world.teams[team].seat] or {})

    def _picture(self, agent: str) -> Picture:
        turn = int(self.state_now.turn)
        return Picture.of(self.world, self._team[agent], turn, self._knows(agent))

    def _due(self, agent: str) -> list[str]:
        return [row.id for row in self._knows(agent).due if row.turn <= self.state_now.turn]

    def _free(self, agent: str) -> set[int]:
        """Return the units that can be given an order: reported, able, and without one this
        turn.
        """
        if not self.state_now.stack:
            return set()
        picture = self._picture(agent)
        ordered = {each.unit.number for each in self._given[agent]}
        return {
            unit.number
            for unit in self.vocabularies[agent].units
            if unit.number in picture.where
            and picture.worth.get(unit.number, 0.0) > 0
            and unit.unit.mobility != "static"
            and unit.fights
            and not unit.is_gun
            and unit.number not in ordered
        }

    def _task(self, picture: Picture, chosen: Chosen) -> Task:
        group = group_of(chosen.unit.name, [chosen.unit], picture.where, picture.worth)
        if chosen.place < 0:
            return Task(group, chosen.kind, chosen.posture, words=chosen.kind)
        place = self.places[chosen.place]
        words = f"{chosen.kind} {place.name}"
        return Task(
            group, chosen.kind, chosen.posture, goal=place.name, at=place.at, words=words, main=True
        )

    def _send(self) -> None:
        """Write the sheets and send them; they are opened together."""
        top: Any = play.top_of(self.state_now)
        sheets = {
            self._team[agent]: SHEET.carrying(sheet_text(self._sheet(agent)))
            for agent in self.agents
        }
        for team in top.asked:
            play.apply(self.state_now, team, sheets[team])

    def _sheet(self, agent: str) -> Any:
        picture = self._picture(agent)
        return sheet_for(picture, [self._task(picture, each) for each in self._given[agent]])

    def _go_on(self) -> None:
        """Run the turn until sheets are asked for: dice, Control, and what troops ask at once."""
        st, rng = self.state_now, cast("Random", self._rng)
        while st.stack:
            top = st.stack[-1]
            if isinstance(top, Orders) and top.missing():
                break
            if isinstance(top, Chance):
                play.apply(st, CHANCE, play.roll(st, rng))
                continue
            seat = play.pending(st)[0]
            play.apply(st, seat, self._staff(st, play.legal(st, seat), rng))
        self._given = {agent: [] for agent in self.possible_agents}
        self._step = 0

    def _told(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        observations = {agent: self.observe(agent) for agent in self.agents}
        infos = {
            agent: {"action_mask": each["action_mask"]} for agent, each in observations.items()
        }
        return observations, infos

    def _scores(self) -> dict[str, float]:
        """Return each side's lead in the debrief, in hundreds of points."""
        totals = debrief(self.state_now).totals
        whole = sum(totals.values())
        found: dict[str, float] = {}
        for agent in self.agents:
            own = totals.get(self.world.teams[self._team[agent]].side, 0.0)
            found[agent] = (2 * own - whole) / 100
        return found
