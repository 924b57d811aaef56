"""Many games of one seat at once, in several processes that share their observations.

>>> from bocage.gym import batch
>>> envs = batch("falaise", "allied", "random", count=8, processes=2)  # doctest: +SKIP
>>> observations, infos = envs.reset(seed=1)                           # doctest: +SKIP

A `Batch` is a Gymnasium vector environment. Gymnasium's own `AsyncVectorEnv` takes one process
for each game and works with `bocage.gym.single` too. A process here plays several games, so that
a machine of two cores is not spent on waking processes up. A game that ends begins again in the
same step (`AutoresetMode.SAME_STEP`).
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, Final, cast

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bocage.gym.environment import Observation
from bocage.gym.rewards import Reward
from bocage.gym.single import SingleEnv

_TOLD: Final = {"rewards": np.float64, "terminated": np.bool_}
"""The shared arrays besides the observations, one entry a game."""


class WorkerError(RuntimeError):
    """A process of a batch failed; the message has its report."""


class Batch(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Games of one seat against a computer player, played side by side."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, count: int, processes: int, settings: Mapping[str, Any], context: str | None = None
    ) -> None:
        """Start the processes; `settings` are the arguments of `SingleEnv`.

        `context` is how processes start (`fork`, `spawn`, `forkserver`), as in Gymnasium's
        `AsyncVectorEnv`; Python's own way by default.

        Raises:
            ValueError: there are no games, or no processes, or fewer games than processes; or an
                argument of `SingleEnv` is wrong.
        """
        if not 1 <= processes <= count:
            raise ValueError(f"{count} games in {processes} processes: each needs a game")
        pattern = SingleEnv(**settings)
        self.num_envs = count
        self.single_observation_space = pattern.observation_space
        self.single_action_space = pattern.action_space
        self.observation_space = batch_space(pattern.observation_space, count)
        self.action_space = batch_space(pattern.action_space, count)
        begin: Any = multiprocessing.get_context(context)
        self._shared: Final[dict[str, Any]] = {}
        shapes = _shapes(cast("spaces.Dict", pattern.observation_space), count)
        for name, (shape, dtype) in shapes.items():
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            self._shared[name] = begin.RawArray("b", size)
        self._arrays: Final = _views(self._shared, shapes)
        self._pipes: Final[list[Connection]] = []
        self._workers: Final[list[Any]] = []
        self._parts: Final = [range(i, count, processes) for i in range(processes)]
        self.closed = False
        for part in self._parts:
            mine, theirs = begin.Pipe()
            given = (theirs, dict(settings), part, self._shared, shapes)
            worker = begin.Process(target=_work, args=given, daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(mine)
            self._workers.append(worker)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's contract
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games. From one seed, each game gets its own; the number of processes makes
        no difference."""
        seeds: Sequence[int | None]
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        else:
            seeds = seed
        self._ask("reset", [[seeds[i] for i in part] for part in self._parts])
        return self._seen(), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one number for each game.

        `infos["final_reward"]` is the total reward of a game that ended, and `infos["ended"]` says
        which games did.
        """
        told = self._ask("step", [[int(actions[i]) for i in part] for part in self._parts])
        infos: dict[str, Any] = {}
        ended = self._arrays["terminated"].copy()
        if ended.any():
            final = np.zeros(self.num_envs)
            for part, sums in zip(self._parts, told, strict=True):
                for i, got in zip(part, sums, strict=True):
                    final[i] = got if ended[i] else 0.0
            infos = {"final_reward": final, "ended": ended}
        rewards = self._arrays["rewards"].copy()
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def save(self) -> list[dict[str, Any]]:
        """Return every game as plain data for JSON, as `SingleEnv.save` does."""
        found: list[dict[str, Any]] = [{}] * self.num_envs
        for part, told in zip(self._parts, self._ask("save", [None] * len(self._parts))):  # noqa: B905
            for i, saved in zip(part, told, strict=True):
                found[i] = saved
        return found

    def restore(self, saved: Sequence[Mapping[str, Any]]) -> Observation:
        """Go back to what `save` returned, and return the observations."""
        self._ask("restore", [[saved[i] for i in part] for part in self._parts])
        return self._seen()

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 - Gymnasium's contract
        """End the processes."""
        for pipe in self._pipes:
            try:
                pipe.send(None)
            except OSError:
                continue  # it is gone already
        for worker in self._workers:
            worker.join(timeout=10)
            if worker.is_alive():
                worker.terminate()
        for pipe in self._pipes:
            pipe.close()

    def _ask(self, what: str, given: Sequence[Any]) -> list[Any]:
        """Ask every process for the same, and wait for all."""
        for pipe, each in zip(self._pipes, given, strict=True):
            pipe.send((what, each))
        answers: list[tuple[bool, Any]] = []
        for pipe in self._pipes:
            try:
                answers.append(pipe.recv())
            except EOFError:
                answers.append((False, "it ended without a word"))
        for fine, answer in answers:
            if not fine:
                self.close()
                raise WorkerError(f"a process of the batch failed: {answer}")
        return [answer for _, answer in answers]

    def _seen(self) -> Observation:
        return {name: array.copy() for name, array in self._arrays.items() if name not in _TOLD}


def _shapes(space: spaces.Dict, count: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {
        name: ((count, *cast("tuple[int, ...]", each.shape)), each.dtype)
        for name, each in space.spaces.items()
    }
    return shapes | {name: ((count,), dtype) for name, dtype in _TOLD.items()}


def _views(
    shared: Mapping[str, Any], shapes: Mapping[str, tuple[tuple[int, ...], Any]]
) -> dict[str, NDArray[Any]]:
    """Return the shared memory as arrays."""
    return {
        name: np.frombuffer(shared[name], dtype).reshape(shape)
        for name, (shape, dtype) in shapes.items()
    }


class _Part:
    """The games of one process."""

    def __init__(
        self, settings: Mapping[str, Any], part: Sequence[int], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        self._part: Final = part
        self._arrays: Final = arrays
        self._envs: Final = [SingleEnv(**settings) for _ in part]
        self._sums: Final = [0.0] * len(part)

    def _write(self, i: int, seen: Mapping[str, NDArray[Any]]) -> None:
        for name, array in seen.items():
            self._arrays[name][i] = array

    def reset(self, seeds: Sequence[int | None]) -> None:
        """Begin every game."""
        for i, env, seed in zip(self._part, self._envs, seeds, strict=True):
            self._write(i, env.reset(seed=seed)[0])
        self._sums[:] = [0.0] * len(self._sums)

    def step(self, actions: Sequence[int]) -> list[float]:
        """Take a number for every game; what each game has paid so far."""
        paid: list[float] = []
        for k, (i, env, action) in enumerate(zip(self._part, self._envs, actions, strict=True)):
            seen, reward, ended, _, _ = env.step(action)
            self._sums[k] += reward
            paid.append(self._sums[k])
            if ended:
                seen, _ = env.reset()
                self._sums[k] = 0.0
            self._arrays["rewards"][i], self._arrays["terminated"][i] = reward, ended
            self._write(i, seen)
        return paid

    def save(self, _: None) -> list[dict[str, Any]]:
        """Return every game as plain data."""
        return [{**env.save(), "paid": paid} for env, paid in zip(self._envs, self._sums)]  # noqa: B905

    def restore(self, saved: Sequence[Mapping[str, Any]]) -> None:
        """Go back to what `save` returned."""
        for k, (i, env, each) in enumerate(zip(self._part, self._envs, saved, strict=True)):
            env.restore(each)
            self._sums[k] = float(each["paid"])
            self._write(i, env.observe())


def _work(
    pipe: Connection,
    settings: Mapping[str, Any],
    part: Sequence[int],
    shared: Mapping[str, Any],
    shapes: Mapping[str, tuple[tuple[int, ...], Any]],
) -> None:
    """Answer the requests of the batch until it sends None or is gone."""
    mine = _Part(settings, part, _views(shared, shapes))
    while True:
        try:
            asked = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        if asked is None:
            return
        what, given = asked
        try:
            pipe.send((True, getattr(mine, what)(given)))
        except Exception as error:  # the batch must learn of every fault, and raises it
            pipe.send((False, f"{type(error).__name__}: {error}"))


def batch(
    game: str,
    seat: str = "allied",
    opponent: str = "random",
    *,
    count: int = 8,
    processes: int = 2,
    reward: Reward = "victory",
    options: Mapping[str, str] | None = None,
    set_up: str | None = "random",
    scenario: str = "",
    context: str | None = None,
) -> Batch:
    """Return many games of one seat as a Gymnasium vector environment.

    Args:
        game: `roundup` or `falaise`.
        seat: the seat that the agent holds.
        opponent: the player of the other seat.
        count: how many games go on at once.
        processes: how many processes share them.
        reward: `victory`, `levels` or `shaped`.
        options: switches of the game.
        set_up: the player who sets up both sides, where the game has a set-up.
        scenario: the scenario; by default the whole game.
        context: how processes start: `fork`, `spawn` or `forkserver`; Python's own way if you do
            not say.
    """
    settings = {
        "game": game,
        "seat": seat,
        "opponent": opponent,
        "reward": reward,
        "options": options,
        "set_up": set_up,
        "scenario": scenario,
    }
    return Batch(count, processes, settings, context)
