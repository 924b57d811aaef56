"""Train the judgement of Roundup: play games of the staff, fit a small network, write it down.

    python tools/judgement.py play games.npz --games 2000 --minutes 8
    python tools/judgement.py fit games.npz
    python tools/judgement.py fit games.npz --after

`tools/fates.py` trains that of Falaise.

`play` uses every core. Most players are the staff, plain or with an intent that the searching
staff compares. A row is a position when a chapter begins; its label is how the game ended. The
file is written after every few games. `fit` needs numpy alone. It prints how well it predicts a
tenth of the games, which it was not trained on. With `--after` it starts from the network in the
package and keeps the weights of the epoch that predicts another tenth best; it writes them only
if they predict the test games better than the network that is there.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bocage.ai import load_game
from bocage.ai.search.knowledge import PLAIN, Knowledge
from bocage.ai.search.roundup import RoundupKnowledge, features, margin
from bocage.ai.staff.player import StaffPlayer
from bocage.engine.play import Policy
from bocage.engine.playout import play_out, policy

SIMPLE = 0.08
"""The share of sides that the simple player plays."""
PLAINLY = 0.55
"""The share of sides that it or the plain staff plays."""
SETTINGS = ("even", "even", "even", "even", "as-printed")
EVERY = 25
"""Games after which the file is written."""
WIDTHS = (32, 16)
BATCH = 512
DATA = Path(__file__).parents[1] / "src" / "bocage" / "ai" / "search" / "data"
NAME = "roundup"

_KEPT: dict[str, Any] = {}


def game_of(name: str) -> Any:
    """Return a game with its players, loaded once for each process."""
    return _KEPT.get(name) or _KEPT.setdefault(name, load_game(name))


def drawn(game: Any, knowledge: Knowledge, seat: int, rng: Random) -> tuple[str, Policy]:
    """Return a player of a side: the plain staff, one whose plans compete with it, or the simple
    player.
    """
    lot = rng.random()
    if lot < SIMPLE:
        return "aggressive", policy(game, "aggressive")
    temper = PLAIN if lot < PLAINLY else rng.choice(knowledge.tempers(seat))
    return temper.name, StaffPlayer(knowledge.office, temper.level).at_table()


def one(seed: int) -> tuple[int, list[list[float]], float, str]:
    """Play a game; its positions, how it ended, and who played."""
    knowledge, game, rng = RoundupKnowledge(), game_of(NAME), Random(seed)
    named = [drawn(game, knowledge, seat, rng) for seat in range(2)]
    rows: list[list[float]] = []
    known: set[object] = set()

    def each(st: Any) -> None:
        for seat in range(2):
            chapter = knowledge.chapter(st, seat)
            if chapter is not None and (seat, chapter.key) not in known:
                known.add((seat, chapter.key))
                rows.append(features(st))

    setting, players = rng.choice(SETTINGS), [player for _, player in named]
    played = play_out(game, players, seed, options=game.setting(setting).options, each=each)
    assert played.outcome is not None
    net = int(played.outcome.scores[0] - played.outcome.scores[1])
    told = f"{seed} {setting} {' / '.join(name for name, _ in named)} {net:+d}"
    return seed, rows, margin(net), told


def play(out: Path, games: int, minutes: float, first: int, processes: int) -> None:
    """Play many games, and keep every position with its end."""
    end = time.monotonic() + 60 * minutes
    rows: list[list[float]] = []
    ends: list[float] = []
    numbers: list[int] = []

    def write() -> None:
        found: Any = np.array(rows, "f4")
        told: Any = np.array(ends, "f4")
        played: Any = np.array(numbers, "i4")
        np.savez_compressed(out, rows=found, ends=told, games=played)
        count = len(set(numbers))
        print(f"{count} games, {len(rows)} positions, mean end {np.mean(ends):.3f}")

    with ProcessPoolExecutor(processes or os.cpu_count()) as pool:
        waiting = {pool.submit(one, first + n) for n in range(games)}
        for done in as_completed(waiting):
            if done.cancelled():
                continue
            seed, found, label, told = done.result()
            print(told, flush=True)
            rows += found
            ends += [label] * len(found)
            numbers += [seed] * len(found)
            if len(set(numbers)) % EVERY == 0:
                write()
            if time.monotonic() > end:
                for each in waiting:
                    each.cancel()
    write()


def listed(values: Any) -> list[float]:
    """Return numbers as a file has them."""
    return [round(float(each), 5) for each in values]


def measured(rows: Any) -> tuple[Any, Any]:
    """Return the mean of each feature, and the factor that gives it a spread of 1."""
    spread = rows.std(0)
    return rows.mean(0), np.where(spread > 1e-6, 1 / np.maximum(spread, 1e-6), 0.0)


class Net:
    """A network in training, with what Adam keeps about it.

    `last` is the function of the last layer: `tanh`, `plain`, or `softmax` for probabilities.
    """

    def __init__(self, weights: list[Any], biases: list[Any], last: str = "tanh") -> None:
        self.weights: list[Any] = weights
        self.biases: list[Any] = biases
        self._last = last
        self._first: list[Any] = [np.zeros_like(each) for each in self.parameters]
        self._second: list[Any] = [np.zeros_like(each) for each in self.parameters]
        self._step = 0

    @property
    def parameters(self) -> list[Any]:
        """Return all parameters that are learnt."""
        return [*self.weights, *self.biases]

    @classmethod
    def drawn(cls, sizes: list[int], rng: Any, last: str = "tanh") -> Net:
        """Return a network with random weights for layers of these sizes, the input first."""
        weights: list[Any] = [
            rng.normal(0, 1 / np.sqrt(a), (b, a)).astype("f4") for a, b in pairwise(sizes)
        ]
        return cls(weights, [np.zeros(b, "f4") for b in sizes[1:]], last)

    def values(self, x: Any) -> list[Any]:
        """Return the values of each layer, the input first."""
        found: list[Any] = [x]
        for w, b in zip(self.weights[:-1], self.biases[:-1], strict=True):
            found.append(np.tanh(found[-1] @ w.T + b))
        sums: Any = found[-1] @ self.weights[-1].T + self.biases[-1]
        if self._last == "softmax":
            sums = np.exp(sums - sums.max(1, keepdims=True))
            sums /= sums.sum(1, keepdims=True)
        found.append(np.tanh(sums) if self._last == "tanh" else sums)
        return found

    def error(self, x: Any, ends: Any) -> float:
        """Return the mean squared error of its predictions."""
        misses: Any = self.values(x)[-1] - ends
        return float((misses**2).mean())

    def learn(self, x: Any, ends: Any, rate: float, decay: float) -> None:
        """Take one step by Adam."""
        values, depth = self.values(x), len(self.weights)
        error = 2 * (values[-1] - ends) / len(x)
        if self._last == "tanh":
            error = error * (1 - values[-1] ** 2)
        slopes: list[Any] = [None] * (2 * depth)
        for layer in range(depth - 1, -1, -1):
            slopes[layer] = error.T @ values[layer] + decay * self.weights[layer]
            slopes[depth + layer] = error.sum(0)
            if layer:
                error = (error @ self.weights[layer]) * (1 - values[layer] ** 2)
        self._step += 1
        first, second, parameters = self._first, self._second, self.parameters
        for n, slope in enumerate(slopes):
            first[n] = 0.9 * first[n] + 0.1 * slope
            second[n] = 0.999 * second[n] + 0.001 * slope**2
            up = first[n] / (1 - 0.9**self._step)
            parameters[n] -= rate * up / (np.sqrt(second[n] / (1 - 0.999**self._step)) + 1e-8)

    def file(self, centre: Any, scale: Any) -> dict[str, Any]:
        """Return what the package keeps of it; `centre` and `scale` turn features into inputs."""
        layers = [
            {"weights": [listed(row) for row in w], "bias": listed(b)}
            for w, b in zip(self.weights, self.biases, strict=True)
        ]
        return {"centre": listed(centre), "scale": listed(scale), "layers": layers}

    def kept(self) -> list[Any]:
        """Return a copy of all that is learnt."""
        return [each.copy() for each in self.parameters]


def fit(given: list[Path], epochs: int, *, after: bool, apart: int) -> None:
    """Fit the network, and write it into the package.

    Every `apart`-th game is kept for the test. `after` starts from the network in the package,
    stops where another part of the games is predicted best, and writes nothing that predicts the
    test games worse than that network does.
    """
    kept = [np.load(each) for each in given]
    rows: Any = np.concatenate([each["rows"] for each in kept]).astype("f8")
    ends: Any = np.concatenate([each["ends"] for each in kept]).astype("f8")[:, None]
    games: Any = np.concatenate([each["games"] for each in kept])
    test: Any = games % apart == 0
    check: Any = games % apart == 1
    train: Any = np.flatnonzero(~test & ~check) if after else np.flatnonzero(~test)
    rng = np.random.default_rng(1)
    centre: Any
    scale: Any
    if after:
        old = json.loads((DATA / f"{NAME}.json").read_text(encoding="utf-8"))
        centre, scale = np.array(old["centre"]), np.array(old["scale"])
        net = Net(
            [np.array(each["weights"]) for each in old["layers"]],
            [np.array(each["bias"]) for each in old["layers"]],
        )
    else:
        centre, scale = measured(rows[train])
        net = Net.drawn([rows.shape[1], *WIDTHS, 1], rng)
    x: Any = (rows - centre) * scale
    before = net.error(x[test], ends[test])
    best = net.error(x[check], ends[check]), net.kept()
    top = 2e-4 if after else 2e-3
    for epoch in range(epochs):
        rng.shuffle(train)
        rate = top * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + top / 100
        for at in range(0, len(train), BATCH):
            batch = train[at : at + BATCH]
            net.learn(x[batch], ends[batch], rate, 1e-3 if after else 1e-5)
        if after and (now := net.error(x[check], ends[check])) < best[0]:
            best = now, net.kept()
    if after:
        for parameter, value in zip(net.parameters, best[1], strict=True):
            parameter[:] = value
    left = net.error(x[test], ends[test])
    for label, some in (("learnt from", ~test), ("kept aside", test)):
        error, whole = net.error(x[some], ends[some]), np.var(ends[some])
        count = len(set(games[some].tolist()))
        told = f"explains {1 - error / whole:.3f}, error {np.sqrt(error):.3f}"
        print(f"{label}: {count} games, {some.sum()} positions, {told}")
    if after:
        print(f"error on the test games {np.sqrt(before):.3f} before")
        if left >= before:
            print("no better than before, so the file stays as it is")
            return
    DATA.mkdir(exist_ok=True)
    made = net.file(centre, scale)
    (DATA / f"{NAME}.json").write_text(json.dumps(made) + "\n", encoding="utf-8")


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("file", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--after", action="store_true")
    parser.add_argument("--apart", type=int, default=10)
    parser.add_argument("--epochs", type=int, default=12)
    given = parser.parse_args()
    if given.what == "play":
        play(given.file[0], given.games, given.minutes, given.first, given.processes)
    else:
        fit(given.file, given.epochs, after=given.after, apart=given.apart)


if __name__ == "__main__":
    main()
