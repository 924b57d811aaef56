"""One seat of a game as a Gymnasium environment; a named player holds the other.

>>> from bocage.gym import single
>>> env = single("roundup", "allied", "aggressive")
>>> observation, info = env.reset(seed=1)
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from bocage.ai import load_game
from bocage.engine.play import Policy, sit_down
from bocage.engine.playout import policy
from bocage.gym import falaise_v0, roundup_v0
from bocage.gym.environment import Observation, WargameEnv
from bocage.gym.rewards import Reward

ENVIRONMENTS: Final = {"roundup": roundup_v0.raw_env, "falaise": falaise_v0.raw_env}
"""The environment of each game, by the game's id."""


class SingleEnv(gymnasium.Env[Observation, "int | np.integer[Any]"]):
    """One seat against a computer player."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seat: str = "allied",
        opponent: str = "random",
        *,
        reward: Reward = "victory",
        options: Mapping[str, str] | None = None,
        set_up: str | None = "random",
        render_mode: str | None = None,
        scenario: str = "",
    ) -> None:
        """Set up a game; `reset` begins it.

        Args:
            game: `roundup` or `falaise`.
            seat: the seat that the agent holds, `allied` or `german`.
            opponent: the player of the other seat, as for `bocage sim --players`.
            reward: `victory`, `levels` or `shaped`.
            options: switches of the game.
            set_up: the player who sets up both sides, where the game has a set-up; None for the
                agent and its opponent.
            render_mode: `ansi`, or None.
            scenario: the scenario; by default the whole game.

        Raises:
            ValueError: there is no such game, seat, reward or render mode.
            PolicyError: there is no such player.
            OptionError: the game has no such option or scenario, or no such choice for the option.
        """
        self._made_with: Final[dict[str, Any]] = {
            "game": game,
            "seat": seat,
            "opponent": opponent,
            "reward": reward,
            "options": options,
            "set_up": set_up,
            "render_mode": render_mode,
            "scenario": scenario,
        }
        if game not in ENVIRONMENTS:
            raise ValueError(f"there is no environment of '{game}'; {_of(ENVIRONMENTS)}")
        loaded = load_game(game)
        if seat not in loaded.seats:
            raise ValueError(f"{loaded.title} has no seat '{seat}'; {_of(loaded.seats)}")
        self._seat: Final = loaded.seats.index(seat)
        chosen = dict(options or {})
        printed = loaded.printed.get(opponent)
        if printed is not None:
            if printed.seat == self._seat:
                raise ValueError(f"{opponent} plays {seat} itself; take the other seat")
            chosen[printed.option] = printed.choice
        self._policy: Final[Policy | None] = None if printed else policy(loaded, opponent)
        self._opponent: Policy | None = None
        self._rng = Random(0)  # noqa: S311 - play, not secrecy
        self.table: Final[WargameEnv] = ENVIRONMENTS[game](
            reward=reward,
            options=chosen,
            set_up=set_up,
            render_mode=render_mode,
            scenario=scenario,
        )
        """The environment of both seats underneath."""
        self.render_mode = render_mode
        self._agent: Final = self.table.possible_agents[self._seat]
        self.observation_space = self.table.observation_space(self._agent)
        self.action_space = self.table.action_space(self._agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and play it to the agent's first choice.

        An opponent that wins before the agent ever chose begins the next game at once.
        """
        super().reset(seed=seed, options=options)
        while True:
            self.table.reset(seed=int(self.np_random.integers(1 << 31)))
            self._rng = Random(int(self.np_random.integers(1 << 31)))  # noqa: S311 - play
            self._opponent = None if self._policy is None else sit_down(self._policy)
            self._answer()
            if not self.table.terminations[self._agent]:
                return self._seen()

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take one number from the agent, and play on to its next choice.

        A number that the mask does not allow ends the game with a reward of -1.
        """
        if not self.action_masks()[action]:
            seen = {name: value.copy() for name, value in self._seen()[0].items()}
            told = {"action_mask": seen["action_mask"], "illegal": True}
            return seen, -1.0, True, False, told
        self.table.step(int(action))
        gained = float(self.table.rewards[self._agent]) + self._answer()
        observation, info = self._seen()
        return observation, gained, self.table.terminations[self._agent], False, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return the mask, under the name that Stable-Baselines3 asks for."""
        return self.table.observe(self._agent)["action_mask"]

    def observe(self) -> Observation:
        """Return the agent's observation."""
        return self.table.observe(self._agent)

    def render(self) -> str | None:
        """Return the place in the game and the prompt, as text; None without a render mode."""
        return self.table.render()

    def clone(self) -> SingleEnv:
        """Return an independent copy of the environment.

        An opponent that keeps plans from one decision to the next makes new ones.
        """
        made = SingleEnv(**self._made_with)
        made.restore(self.save())
        return made

    def save(self) -> dict[str, Any]:
        """Return the whole environment as plain data for JSON; `restore` takes it.

        It holds the position and the dice to come: do not show it to an agent. The plans of an
        opponent are not in it.
        """
        kind, words, gauss = self._rng.getstate()
        return {
            "table": self.table.save(),
            "rng": [kind, list(words), gauss],
            "seeds": self.np_random.bit_generator.state,
        }

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go back to what `save` returned.

        Raises:
            SavedError: it was saved by another version, in another scenario, or under other rules
                or options.
        """
        self.table.restore(saved["table"])
        kind, words, gauss = saved["rng"]
        self._rng.setstate((kind, tuple(words), gauss))
        self.np_random.bit_generator.state = saved["seeds"]
        self._opponent = None if self._policy is None else sit_down(self._policy)

    def _answer(self) -> float:
        """Let the opponent play until the agent must act; return the agent's gain meanwhile."""
        gained = 0.0
        table = self.table
        while not table.terminations[self._agent] and table.seat != self._seat:
            if self._opponent is None:
                raise RuntimeError("the rules did not answer for the printed opponent")
            legal = table.legal()
            table.play(self._opponent(table.state_now, legal, self._rng))
            gained += float(table.rewards[self._agent])
        return gained

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation = self.table.observe(self._agent)
        return observation, {"action_mask": observation["action_mask"]}


def single(
    game: str,
    seat: str = "allied",
    opponent: str = "random",
    *,
    reward: Reward = "victory",
    options: Mapping[str, str] | None = None,
    set_up: str | None = "random",
    render_mode: str | None = None,
    scenario: str = "",
) -> SingleEnv:
    """Return one seat of a game as a Gymnasium environment; see `SingleEnv`."""
    return SingleEnv(
        *(game, seat, opponent),
        reward=reward,
        options=options,
        set_up=set_up,
        render_mode=render_mode,
        scenario=scenario,
    )


def _of(names: Any) -> str:
    return f"there are {', '.join(names)}"


IDS: Final = {"roundup": "bocage/Roundup-v0", "falaise": "bocage/Falaise-v0"}
"""The names of the environments for `gymnasium.make`, by game."""


def register() -> None:
    """Register the environments with `gymnasium.make`."""
    for game, name in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
                name, entry_point="bocage.gym.single:SingleEnv", kwargs={"game": game}
            )
