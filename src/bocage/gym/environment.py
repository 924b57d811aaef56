"""A game of two seats as a PettingZoo AEC environment.

The environment carries out steps, chance (with its own seeded generator) and forced answers by
itself. So an agent is asked only if it can choose between two numbers or more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Final, TypedDict, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]

from bocage.ai import load_game
from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.errors import BocageError
from bocage.engine.frames import CHANCE, Ask, Chance
from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.engine.playout import policy
from bocage.gym.actions import ActionSpace, Few, Mask, Options
from bocage.gym.rewards import Purse, Reward
from bocage.gym.screen import Screen
from bocage.gym.sight import Book, Lens

Observation = dict[str, NDArray[Any]]

_NO_HEXES: Final[list[int]] = []


class IllegalActionError(BocageError, ValueError):
    """A number that the mask does not allow."""


class SavedError(BocageError, ValueError):
    """The saved data belongs to another environment."""


@cache
def _set_up(name: str, book: Book) -> tuple[Game[Any], ActionSpace, Lens]:
    """Return what the environments of a game share."""
    game = load_game(name)
    return game, ActionSpace(game.grammar, book.chance), Lens(game, book)


class Settings(TypedDict, total=False):
    """The settings of an environment."""

    reward: Reward
    """`victory` (the default), `levels` or `shaped`."""
    options: Mapping[str, str] | None
    """Switches of the game, as for `bocage play GAME --option`."""
    set_up: str | None
    """The player who sets up both sides, where the game has a set-up; None for the agents."""
    render_mode: str | None
    """`ansi`, or None."""
    scenario: str
    """The scenario, as for `bocage play GAME --scenario`; by default the whole game."""


def metadata_of(book: Book) -> dict[str, Any]:
    """Return the metadata of a version for PettingZoo."""
    return {
        "name": book.version,
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }


class WargameEnv(AECEnv[str, Any, Any], EzPickle):
    """The environment of one game: see `docs/gym.md` for its spaces and rewards."""

    name: ClassVar[str]
    book: ClassVar[Book]

    def __init__(
        self,
        *,
        reward: Reward = "victory",
        options: Mapping[str, str] | None = None,
        set_up: str | None = "random",
        render_mode: str | None = None,
        scenario: str = "",
    ) -> None:
        """Set up a game; `reset` begins it.

        Raises:
            OptionError: the game has no such option or scenario, or no such choice for the option.
            PolicyError: there is no such player to set the game up.
            ValueError: there is no such reward or render mode.
        """
        self._made_with: Final[dict[str, Any]] = {
            "reward": reward,
            "options": options,
            "set_up": set_up,
            "render_mode": render_mode,
            "scenario": scenario,
        }
        EzPickle.__init__(self, **self._made_with)
        super().__init__()  # type: ignore[no-untyped-call]
        modes: list[str] = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"cannot render as '{render_mode}'; there is {', '.join(modes)}")
        book = self.book
        whole, self.actions, self.lens = _set_up(self.name, book)
        self.scenario: Final = whole.scenario(scenario).id
        """The id of the scenario."""
        self.game = whole.at(self.scenario)
        self.render_mode = render_mode
        self._purse: Final = Purse(reward, book)
        self._options: Final = self.game.settings(options)
        self._set_up: Final = None if set_up is None else policy(self.game, set_up)
        self._placer: Policy | None = None
        self.possible_agents = [f"{seat}_{i}" for i, seat in enumerate(self.game.seats)]
        self._seats: Final = {agent: i for i, agent in enumerate(self.possible_agents)}
        self.agents = []
        lens, size = self.lens, self.actions.size
        self.action_spaces = {each: spaces.Discrete(size) for each in self.possible_agents}
        self.observation_spaces = {
            each: spaces.Dict(
                {
                    "observation": spaces.Box(0, 127, (len(lens.planes), *lens.shape), np.int8),
                    "units": spaces.Box(-999, 9999, (lens.count, len(lens.units)), np.int16),
                    "table": spaces.Box(-999, 9999, (len(lens.figures),), np.int16),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for each in self.possible_agents
        }
        self._rng: Random | None = None
        self._nothing: Final = np.zeros(size, np.int8)
        self._nothing.flags.writeable = False
        self._paid = False
        """Whether the last step gave a reward."""
        self.state_now: Any = None
        """The position, with everything in it; agents see `observe` instead."""
        self._half: int | None = None
        self._split: Options | None = None
        self._hexes: list[int] | NDArray[np.int64] = _NO_HEXES
        """The hexes that may follow the head chosen."""
        self._mask: Mask = self._nothing
        self._no_info: Final = {"action_mask": self._nothing}
        self._seen: dict[str, Observation] = {}
        self._screen: Final = Screen(self.lens)
        self._shown: int | None = None
        """The seat whose sight of this very position is on the screen."""

    # PettingZoo's contract ------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game. The same seed and the same actions give the same game."""
        if seed is not None or self._rng is None:
            self._rng = Random(seed)  # noqa: S311 - play, not secrecy
        self.agents = self.possible_agents[:]
        self.rewards, self._paid = dict.fromkeys(self.agents, 0.0), False
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.state_now = self.game.new(self.scenario, self._options)
        play.settle(self.state_now)
        self._half = self._split = self._shown = None
        self._placer = self._sit_down()
        self._go_on()

    def step(self, action: int | None) -> None:
        """Take one number from the agent that must act.

        Raises:
            IllegalActionError: the mask does not allow it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast("None", action))
            return
        if action is None or not 0 <= action < self.actions.size or not self._mask[action]:
            raise IllegalActionError(self._why_not(action))
        before = self._begin_step(agent)
        self._take(int(action))
        self._finish_step(before)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; the arrays are the same until the next step."""
        found = self._seen.get(agent)
        if found is None:
            found = self._look(self._seats[agent], asked=agent == self.agent_selection)
            self._seen[agent] = found
        return found

    def render(self) -> str | None:
        """Return the place in the game and the prompt, as text; None without a render mode."""
        if self.render_mode is None:
            return None
        nouns, decision = self.game.nouns, play.decision(self.state_now)
        lines = [self.game.heading(self.state_now).say(nouns)]
        if decision is not None:
            lines += [
                f"{self.agent_selection}: {each.say(nouns)}" for each in decision.prompts.values()
            ]
        if self._half is not None:
            lines.append(self.actions.say(self._half))
        outcome = self.game.outcome(self.state_now)
        return "\n".join([*lines, *([outcome.words.say(nouns)] if outcome else [])])

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""

    # Beyond PettingZoo ------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat that must act."""
        return self._seats[self.agent_selection]

    def legal(self) -> Sequence[Action]:
        """Return the game actions that are allowed now, before any head is chosen."""
        split = self._split
        if split is None:
            return ()
        return split.actions if isinstance(split, Few) else split.actions.tolist()

    def play(self, action: Action) -> None:
        """Take a whole game action from the agent that must act, as `step` would by numbers.

        Raises:
            IllegalActionError: it is not allowed, or does not begin with the head chosen already.
        """
        made = action in self.legal()
        if made and self._half is not None:
            made = self.actions.numbers(action)[0] == self._half
        if not made:
            raise IllegalActionError(f"{self.game.grammar.named(action)} is not allowed now")
        before = self._begin_step(self.agent_selection)
        self._apply(self.seat, action)
        self._finish_step(before)

    def clone(self) -> WargameEnv:
        """Return an independent copy of the environment."""
        made: WargameEnv = type(self)(**self._made_with)
        if self._rng is None:
            return made
        made._rng = Random()  # noqa: S311 - play, not secrecy
        made._rng.setstate(self._rng.getstate())
        made.state_now = self.state_now.copy()
        made.agents = self.agents[:]
        made.rewards, made._paid = dict(self.rewards), self._paid
        made._cumulative_rewards = dict(self._cumulative_rewards)
        made.terminations = dict(self.terminations)
        made.truncations = dict(self.truncations)
        made._half, made._split, made._hexes = self._half, self._split, self._hexes
        made._placer = self._placer
        made.agent_selection = self.agent_selection
        made._tell()
        return made

    def save(self) -> dict[str, Any]:
        """Return the whole environment as plain data for JSON; `restore` takes it.

        It holds the position and the dice to come: do not show it to an agent.
        """
        if self._rng is None:
            raise SavedError("there is no game to save; call reset first")
        kind, words, gauss = self._rng.getstate()
        return {
            "version": self.book.version,
            "revision": self.game.revision,
            "scenario": self.scenario,
            "options": dict(self._options),
            "state": self.state_now.dump(),
            "rng": [kind, list(words), gauss],
            "half": self._half,
            "agents": list(self.agents),
            "selected": self.agent_selection,
            "rewards": dict(self.rewards),
            "cumulative": dict(self._cumulative_rewards),
            "terminated": any(self.terminations.values()),
        }

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go back to what `save` returned.

        Raises:
            SavedError: it was saved by another version, in another scenario, or under other rules
                or options.
        """
        mine = {
            "version": self.book.version,
            "revision": self.game.revision,
            "scenario": self.scenario,
            "options": dict(self._options),
        }
        for name, value in mine.items():
            if saved[name] != value:
                raise SavedError(f"the {name} saved is {saved[name]}, and this one's {value}")
        kind, words, gauss = saved["rng"]
        self._rng = Random()  # noqa: S311 - play, not secrecy
        self._rng.setstate((kind, tuple(words), gauss))
        self._placer = self._sit_down()
        mould = self.game.new(self.scenario, self._options)
        self.state_now = mould.load(saved["state"])
        self.agents = list(saved["agents"])
        self.rewards = dict(saved["rewards"])
        self._paid = any(self.rewards.values())
        self._cumulative_rewards = dict(saved["cumulative"])
        self.terminations = dict.fromkeys(self.agents, bool(saved["terminated"]))
        self.truncations = dict.fromkeys(self.agents, False)
        self._half = saved["half"]
        self._split = self._shown = None
        self.agent_selection = saved["selected"]
        top = play.top_of(self.state_now)
        if isinstance(top, Ask):
            self._split = self.actions.split(top.legal(self.state_now))
        if self._half is not None and self._split is not None:
            self._hexes = self.actions.hexes_after(self._split, self._half)
        self._tell()

    # Inside ---------------------------------------------------------------------------------

    def _sit_down(self) -> Policy | None:
        """Return the player who sets up, if the game has a set-up and the agents do not."""
        if self._set_up is None or not self.book.set_up:
            return None
        return play.sit_down(self._set_up)

    def _begin_step(self, agent: str) -> float:
        """Clear the rewards of the last step; return the potential of the position."""
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        return self._purse.worth(self.state_now) if self._purse.is_shaped else 0.0

    def _finish_step(self, before: float) -> None:
        self._go_on()
        gained = self._purse.worth(self.state_now) - before if self._purse.is_shaped else 0.0
        if not self.state_now.stack:
            outcome = self.game.outcome(self.state_now)
            if outcome is not None:
                gained += self._purse.at_end(outcome)
            self.terminations = dict.fromkeys(self.agents, True)
        if gained:
            self.rewards = dict(zip(self.possible_agents, (gained, -gained), strict=True))
            self._paid = True
            self._accumulate_rewards()

    def _take(self, number: int) -> None:
        """Choose a head, or end an action with a hex; the number is allowed."""
        head = self._half
        if head is None and self.actions.has_hex(number):
            self._half = number
            return
        if head is None:
            made = self.actions.action(number)
        else:
            made = self.actions.action(head, number - self.actions.heads)
        self._apply(self.seat, made)

    def _apply(self, seat: int, action: Action) -> None:
        self._half = self._split = self._shown = None
        play.apply(self.state_now, seat, action)

    def _go_on(self) -> None:
        """Carry out chance and forced answers until an agent has a choice or the game ends."""
        st, rng = self.state_now, cast("Random", self._rng)
        while st.stack:
            top = st.stack[-1]
            if not isinstance(top, Ask):
                if not isinstance(top, Chance):
                    raise TypeError(f"{top} asks several seats at once")
                self._apply(CHANCE, play.roll(st, rng))
                continue
            self.agent_selection = self.possible_agents[top.seat]
            split = self._split
            if split is None or self._half is None:
                legal = top.legal(st)
                if self._placer is not None and type(top).__name__ in self.book.set_up:
                    self._apply(top.seat, self._placer(st, legal, rng))
                    continue
                if len(legal) == 1:
                    self._apply(top.seat, legal[0])
                    continue
                split = self._split = self.actions.split(legal)
            if self._half is None:
                self._half = self.actions.only_head(split)
            if self._half is None:
                break
            self._hexes = self.actions.hexes_after(split, self._half)
            if len(self._hexes) > 1:
                break
            self._apply(top.seat, self.actions.action(self._half, int(self._hexes[0])))
        else:
            self._half = self._split = None
            self.agent_selection = self.agents[0]
        self._tell()

    def _tell(self) -> None:
        """Build the mask and drop the cached observation."""
        self._seen = {}
        split = self._split
        if split is None:
            self._mask = self._nothing.copy()
        elif self._half is None:
            self._mask = split.mask
        else:
            self._mask = self.actions.mask_of_hexes(self._hexes)
        self.infos = dict.fromkeys(self.agents, self._no_info)
        if self.agent_selection in self.infos:
            self.infos[self.agent_selection] = {"action_mask": self._mask}

    def _look(self, seat: int, *, asked: bool) -> Observation:
        st = self.state_now
        half = self._half if asked else None
        choices = _NO_HEXES if half is None else self._hexes
        if self._shown != seat:
            self._screen.show(self.book.see(st, seat))
            self._shown = seat
        seen: Observation = self._screen.look(seat, play.top_of(st), half, choices)
        seen["action_mask"] = self._mask if asked else self._nothing.copy()
        return seen

    def _why_not(self, action: int | None) -> str:
        if action is None or not 0 <= action < self.actions.size:
            return f"{action} is not an action: they run from 0 to {self.actions.size - 1}"
        return f"{action} ({self.actions.say(action)}) is not allowed now; see the mask"


def checked(raw: WargameEnv) -> Any:
    """Return an environment with PettingZoo's guards: an illegal action loses the game."""
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
