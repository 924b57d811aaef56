"""The contracts of PettingZoo and Gymnasium, by their own tests."""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo import test as pettingzoo_test  # pyright: ignore[reportMissingTypeStubs]

from bocage.gym.single import IDS
from tests.gym.worlds import VERSIONS

THEIRS = cast("Any", pettingzoo_test)

DICTIONARY = "ignore:Observation is not a NumPy array:UserWarning"
"""PettingZoo warns of every dictionary that is not of its own games."""
SPACE = "ignore:Observation space for each agent probably should be:UserWarning"
OVER = "ignore:Action mask numpy array is all zeros:UserWarning"
"""An agent whose game is over may do nothing."""


@pytest.mark.parametrize("name", VERSIONS)
@pytest.mark.filterwarnings(DICTIONARY, SPACE, OVER)
def test_pettingzoo_accepts_the_environment(name: str) -> None:
    """PettingZoo's `api_test` passes on the environment with its guards."""
    THEIRS.api_test(VERSIONS[name].env(render_mode="ansi"), num_cycles=400)


@pytest.mark.parametrize("name", VERSIONS)
def test_pettingzoo_finds_the_seed_obeyed(name: str) -> None:
    """PettingZoo's `seed_test` passes: the same seed gives the same game."""
    THEIRS.seed_test(VERSIONS[name].env, num_cycles=150)


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_accepts_one_seat(name: str) -> None:
    """Gymnasium's `check_env` passes on one seat against a player."""
    check_env(gymnasium.make(IDS[name], opponent="random", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_makes_the_registered_ids(name: str) -> None:
    """`gymnasium.make` knows the environments by their ids, with their arguments."""
    env = gymnasium.make(IDS[name], seat="german", opponent="aggressive")

    observation, info = env.reset(seed=4)

    assert env.observation_space.contains(observation)
    assert info["action_mask"].sum() > 1
