"""Many games at once, in processes: the same games as one by one, copies, and faults."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import blake2b
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv

from bocage.gym import Batch, batch, single
from bocage.gym.batch import WorkerError

SHORT = {"roundup": ("german", "counterstroke"), "falaise": ("allied", "hill-262")}
"""By game: seat and scenario."""

RUNS = {"roundup": "c5c7e2f7130fd059", "falaise": "8195d75f841c60d7"}
"""By game, a digest of the run below of the whole game. A digest changes with the rules and with
what is observed; it must be the same on every machine."""


@contextmanager
def batch_of(name: str, **settings: Any) -> Generator[Batch]:
    """A batch of a short scenario that is closed in the end."""
    seat, scenario = SHORT[name]
    given: dict[str, Any] = {"scenario": scenario, "reward": "shaped", **settings}
    made = batch(name, seat, **given)
    try:
        yield made
    finally:
        made.close()


def choices(masks: Any, rng: Random) -> Any:
    """For each game, any number that its mask allows."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def run_of(envs: Any, steps: int, seed: int) -> list[Any]:
    """Play so many steps at random; everything that was told on the way."""
    rng = Random(seed)
    seen, _ = envs.reset(seed=seed)
    told: list[Any] = [seen]
    for _ in range(steps):
        seen, rewards, ended, _, _ = envs.step(choices(seen["action_mask"], rng))
        told += [seen, {"rewards": rewards, "ended": ended}]
    return told


def digest_of(told: list[Any]) -> str:
    """Return a digest of all arrays of a run, the same on every machine."""
    found = blake2b(digest_size=8)
    for each in told:
        for name in sorted(each):
            array = np.ascontiguousarray(each[name])
            found.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("name", RUNS)
def test_a_seed_gives_the_same_run_everywhere(name: str) -> None:
    """The recorded run comes again, in one process and in two."""
    for processes in (1, 2):
        with batch_of(name, scenario="", count=3, processes=processes) as envs:
            assert digest_of(run_of(envs, 120, 21)) == RUNS[name]


def test_a_batch_plays_as_its_games_do_alone() -> None:
    """Each game of a batch is the game of one environment with the same seed; the next begins when
    it ends, and the batch tells what it paid in all."""
    seat, scenario = SHORT["roundup"]
    alone = [single("roundup", seat, scenario=scenario, reward="shaped") for _ in range(2)]
    rng, ends, paid = Random(30), 0, [0.0, 0.0]
    with batch_of("roundup", count=2, processes=2) as envs:
        seen, _ = envs.reset(seed=30)
        for i, env in enumerate(alone):
            env.reset(seed=30 + i)
        while ends < 2:
            numbers = choices(seen["action_mask"], rng)
            seen, rewards, ended, _, infos = envs.step(numbers)
            for i, env in enumerate(alone):
                mine, reward, over, _, _ = env.step(int(numbers[i]))
                assert (reward, over) == (rewards[i], ended[i])
                paid[i] += reward
                if over:
                    mine, _ = env.reset()
                    assert infos["final_reward"][i] == pytest.approx(paid[i])
                    paid[i] = 0.0
                    ends += 1
                assert all(np.array_equal(mine[each], seen[each][i]) for each in mine)


def test_games_of_a_batch_can_be_saved() -> None:
    """A batch that was saved as JSON and restored plays on as before."""
    with batch_of("falaise", count=3, processes=2) as envs:
        rng = Random(3)
        seen, _ = envs.reset(seed=3)
        for _ in range(40):
            seen = envs.step(choices(seen["action_mask"], rng))[0]
        saved: Any = json.loads(json.dumps(envs.save()))
        first: list[Any] = []
        for again in range(2):
            rng = Random(4)
            for _ in range(60):
                seen, rewards, *_ = envs.step(choices(seen["action_mask"], rng))
                first.append([seen, {"rewards": rewards}])
            if not again:
                seen = envs.restore(saved)
    half = len(first) // 2
    for one, other in zip(first[:half], first[half:], strict=True):
        assert digest_of(one) == digest_of(other)


def test_one_seat_can_be_cloned() -> None:
    """A clone of one seat plays on as the environment itself, opponent and dice included."""
    env, rng = single("roundup", "german", scenario="counterstroke"), Random(5)
    seen, _ = env.reset(seed=5)
    for _ in range(30):
        seen, *_ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    clone = env.clone()
    for _ in range(80):
        number = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, over, _, _ = env.step(number)
        other, gained, ended, _, _ = clone.step(number)
        assert (reward, over) == (gained, ended)
        assert all(np.array_equal(seen[each], other[each]) for each in seen)
        if over:
            break


def test_a_fault_in_a_process_is_raised() -> None:
    """What fails in a process is an error of the batch, and its processes end."""
    with batch_of("roundup", count=2, processes=2) as envs:
        with pytest.raises(WorkerError, match="SavedError: there is no game to save"):
            envs.save()
        assert envs.closed
        assert not any(worker.is_alive() for worker in envs._workers)  # pyright: ignore[reportPrivateUsage]


def test_each_process_needs_a_game() -> None:
    """More processes than games are refused, and wrong arguments before a process starts."""
    with pytest.raises(ValueError, match="2 games in 3 processes"):
        batch("roundup", count=2, processes=3)
    with pytest.raises(ValueError, match="no seat 'french'"):
        batch("roundup", "french")


def test_gymnasiums_own_batches_take_one_seat() -> None:
    """`AsyncVectorEnv` plays the environments of one seat, with shared memory."""
    envs = AsyncVectorEnv([lambda: single("roundup", "german", scenario="counterstroke")] * 2)
    try:
        seen, _ = envs.reset(seed=1)
        rng = Random(1)
        for _ in range(5):
            seen = envs.step(choices(seen["action_mask"], rng))[0]
        assert seen["observation"].shape[0] == 2
    finally:
        envs.close()
