"""Environments for the tests, and random agents that follow the mask."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from bocage.gym import falaise_v0, roundup_v0
from bocage.gym.environment import WargameEnv

VERSIONS: dict[str, Any] = {"roundup": roundup_v0, "falaise": falaise_v0}


def a_choice(env: WargameEnv, rng: Random) -> int:
    """Return any number that the mask allows."""
    allowed = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
    return int(rng.choice(allowed))


def walk(env: WargameEnv, rng: Random, most: int = 1_000_000) -> Iterator[int]:
    """Step an environment at random; yields before each step the number that it will take."""
    for _ in range(most):
        if env.terminations[env.agent_selection]:
            return
        number = a_choice(env, rng)
        yield number
        env.step(number)
