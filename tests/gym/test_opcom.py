"""OP COM as an environment: headquarters that order from a closed vocabulary."""

from __future__ import annotations

import pickle
from hashlib import blake2b
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from pettingzoo import test as pettingzoo_test  # pyright: ignore[reportMissingTypeStubs]

from bocage.engine import play
from bocage.engine.viewers import player
from bocage.gym import opcom_v0
from bocage.gym.opcom_v0 import GOES, STAYS, parallel_env

LAYOUT = ({"guards_0": 2091, "walther_1": 1521}, "edcb878e8a0213d2")
"""Of version 0 in its first scenario: how many orders, and a digest of what they mean."""


def a_choice(env: parallel_env, rng: Random) -> dict[str, int]:
    """For each headquarters, an order that its mask allows."""
    return {
        agent: int(rng.choice(np.flatnonzero(env.observe(agent)["action_mask"])))
        for agent in env.agents
    }


def test_pettingzoo_accepts_the_environment() -> None:
    """PettingZoo's `parallel_api_test` passes."""
    cast("Any", pettingzoo_test).parallel_api_test(
        opcom_v0.parallel_env(render_mode="ansi"), num_cycles=40
    )


def test_a_version_never_changes() -> None:
    """Numbers keep their meaning: a change of one needs a new version."""
    env = parallel_env()
    said = [place.name for place in env.places]
    for vocabulary in env.vocabularies.values():
        for number in range(1, vocabulary.size):
            order = vocabulary.order(number)
            assert order is not None
            said.append(f"{order.unit.id} {order.kind} {order.posture} {order.place}")
    digest = blake2b("\n".join(said).encode(), digest_size=8).hexdigest()

    assert ({a: v.size for a, v in env.vocabularies.items()}, digest) == LAYOUT
    assert len(said) == len(set(said))


def test_the_same_seed_gives_the_same_operation() -> None:
    """Two operations with one seed and the same orders are alike to the end; what one side gets
    the other loses."""
    ends: list[Any] = []
    for seed in (3, 3, 4):
        env, rng = parallel_env(orders=3), Random(7)
        told: list[bytes] = []
        env.reset(seed=seed)
        rewards: dict[str, float] = {}
        while env.agents:
            seen, rewards, *_ = env.step(a_choice(env, rng))
            told += [array.tobytes() for each in seen.values() for array in each.values()]
        assert sum(rewards.values()) == pytest.approx(0)
        ends.append((told, rewards, env.state_now.key()))

    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_twin_worlds_look_alike() -> None:
    """An agent gets the same in every world that its seat cannot tell from the true one."""
    env, rng = parallel_env(orders=2), Random(5)
    env.reset(seed=5)
    different = 0
    while env.agents:
        for team, agent in enumerate(env.agents):
            mine, true = env.observe(agent), env.state_now
            twin = env.game.determinise(true, player(team), rng)
            different += twin.key() != true.key()
            env.state_now = twin
            others = env.observe(agent)
            env.state_now = true
            assert all(np.array_equal(mine[each], others[each]) for each in mine)
        env.step(a_choice(env, rng))
    assert different > 5


def test_an_order_reaches_the_sheet() -> None:
    """What an agent chose stands on its sheet; its unit can have no second order this turn."""
    env = parallel_env(orders=3)
    seen, _ = env.reset(seed=1)
    agent = env.agents[0]
    vocabulary = env.vocabularies[agent]
    allowed = np.flatnonzero(seen[agent]["action_mask"])
    goes = [n for n in allowed if n and (vocabulary.order(int(n)) or 0)[3] >= 0]  # type: ignore[index]
    number = int(goes[len(goes) // 2])
    order = vocabulary.order(number)
    assert order is not None

    seen, *_ = env.step({agent: number})
    row = vocabulary.units.index(order.unit)
    assert seen[agent]["units"][row, -1] == 1
    left = {int(n) for n in np.flatnonzero(seen[agent]["action_mask"])}
    assert not any(n and vocabulary.order(n).unit == order.unit for n in left)  # type: ignore[union-attr]
    assert len(allowed) - len(left) == len(STAYS) + len(GOES) * len(env.places)
    env.step({})
    top: Any = play.top_of(env.state_now)
    lines = env._sheet(agent)["order"]  # pyright: ignore[reportPrivateUsage]
    assert type(top).__name__ == "Orders"
    written = next(line for line in lines if order.unit.id in line["unit"])
    assert written["action"] == order.kind
    assert written["objective"] == env.places[order.place].name

    env.step({})
    assert env.state_now.turn == 2


def test_what_cannot_be_is_refused() -> None:
    """A scenario with too many orders, and a turn without any, are refused with the numbers."""
    with pytest.raises(ValueError, match="an environment has at most 10000"):
        parallel_env(scenario="market-garden")
    with pytest.raises(ValueError, match="a turn needs an order"):
        parallel_env(orders=0)


def test_the_environment_can_be_sent_to_a_process() -> None:
    """Pickling keeps how an environment was made."""
    made = pickle.loads(pickle.dumps(parallel_env(orders=2)))
    made.reset(seed=1)
    made.step({})
    made.step({})
    assert made.state_now.turn == 2
