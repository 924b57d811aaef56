"""Steps a second in the PettingZoo environments, beside the bare engine in the same run.

Each round plays one game on the bare engine with the game's own random player, one in the raw
environment with mask alone, one with mask and observation, and one through PettingZoo's guards.
PettingZoo's own chess plays a game beside them in the same run. Figures of Atlatl and OpenSpiel
are in `PEERS`: they were measured apart, on the same machine.
The agents choose uniformly among what the mask allows. What counts is the time of this process,
not of the clock, because other programs slow them all. `python -m bench.bench_gym [SECONDS]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from time import perf_counter, process_time
from types import ModuleType
from typing import Any

import numpy as np

from bench.report import figure, table
from bocage.ai import load_game
from bocage.engine.playout import play_out, policy
from bocage.gym import falaise_v0, roundup_v0

VERSIONS: dict[str, Any] = {"roundup": roundup_v0, "falaise": falaise_v0}

_GAMES_OF_CHESS = 3

PEERS = {
    "OpenSpiel 2.0.2 chess, C++ rules, Python loop": 180_000,
    "Atlatl, 25x25 hexes, 50 units a side": 461,
    "Atlatl, 10x10 hexes, 5 to 10 units a side": 5_300,
}
"""Steps a second of other programs, with random agents and without observations."""


def choose(mask: Any, rng: Random) -> int:
    """Return any number that a mask allows."""
    allowed = mask.view(np.bool_).nonzero()[0]
    return int(allowed[int(rng.random() * len(allowed))])


def by_mask(env: Any, seed: int) -> int:
    """Play one game by the mask in `infos`, without observations, and return its number of
    steps."""
    rng, steps = Random(seed), 0
    env.reset(seed=seed)
    while not env.terminations[env.agent_selection]:
        env.step(choose(env.infos[env.agent_selection]["action_mask"], rng))
        steps += 1
    return steps


def by_sight(env: Any, seed: int) -> int:
    """Play one game with the observation of every step, and return its number of steps."""
    rng, steps = Random(seed), 0
    env.reset(seed=seed)
    while True:
        observation, _, over, _, _ = env.last()
        if over:
            return steps
        env.step(choose(observation["action_mask"], rng))
        steps += 1


def bare(name: str) -> Callable[[int], int]:
    """Return a function that plays a game on the bare engine and returns its number of
    decisions."""
    game = load_game(name)
    players = [policy(game, "random")] * 2
    return lambda seed: play_out(game, players, seed).decisions


def chess() -> Any:
    """PettingZoo's chess without its guards."""
    sys.modules.setdefault("pygame", ModuleType("pygame"))  # it draws with it, and nothing is drawn
    found: Any = import_module("pettingzoo.classic.chess_v6")
    return found.raw_env()


def run(name: str, seconds: float) -> None:
    """Play the ways in turn until the time is up, and print what they came to."""
    pieces = chess()
    raw, guarded = VERSIONS[name].raw_env(), VERSIONS[name].env()
    ways: dict[str, Callable[[int], int]] = {
        "bare engine, decisions": bare(name),
        "environment, mask": lambda seed: by_mask(raw, seed),
        "environment, mask and observation": lambda seed: by_sight(raw, seed),
        "the same with PettingZoo's guards": lambda seed: by_sight(guarded, seed),
        "PettingZoo's chess_v6, mask and observation": lambda seed: by_sight(pieces, seed),
    }
    rates: dict[str, list[float]] = {each: [] for each in ways}
    began, seed = perf_counter(), 0
    while perf_counter() - began < seconds or seed < 2:
        for label, way in ways.items():
            if label.startswith("PettingZoo's") and seed > _GAMES_OF_CHESS:
                continue  # they take long
            start = process_time()
            steps = way(seed)
            if seed:  # the first warms up
                rates[label].append(steps / (process_time() - start))
        seed += 1
    middle = {label: float(np.median(found)) for label, found in rates.items()}
    yardstick = middle["bare engine, decisions"]
    rows = [[each, figure(rate), f"{rate / yardstick:.2f}x"] for each, rate in middle.items()]
    print(table([f"{name}, one core, {seed - 1} games", "a second", "to the engine"], rows))


def main(arguments: Sequence[str] = ()) -> None:
    """Bench every environment there is."""
    seconds = float(arguments[0]) if arguments else 12.0
    for name in VERSIONS:
        run(name, seconds)
        print()
    print(table(["measured apart", "a second"], [[k, figure(v)] for k, v in PEERS.items()]))


if __name__ == "__main__":
    main(sys.argv[1:])
