"""Train the judgement of a game: play games of the staff, fit a small network, write it down.

    python tools/judgement.py play falaise games.npz --games 2000 --minutes 8
    python tools/judgement.py fit falaise games.npz

`play` uses every core. Staffs of several clarities play each other, so that good and bad
positions are met. A row is a position when a chapter begins; its label is how the game ended.
`fit` needs numpy alone, and says how well a tenth of the games, kept aside, is foretold.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bocage.ai import load_game
from bocage.ai.staff.levels import Level
from bocage.ai.staff.player import StaffPlayer
from bocage.engine.playout import play_out

BLURS = (0.0, 0.0, 0.3, 0.6)
"""How far the staffs err: half of them do not."""
OPTIONS: dict[str, list[dict[str, str]]] = {
    "roundup": [
        {},
        {"port-hex-control": "on", "sustained-edge-contact": "on", "kampfgruppen": "on"},
    ],
    "falaise": [{}, {"sunny-skies": "on"}],
}
WIDTHS = (32, 16)
DATA = Path(__file__).parents[1] / "src" / "bocage" / "ai" / "search" / "data"

_GAMES: dict[str, Any] = {}


def knowledge_of(name: str) -> tuple[Any, Callable[[Any], list[float]]]:
    """What a game tells a searching staff, and its features."""
    module = import_module(f"bocage.ai.search.{name}")
    return getattr(module, f"{name.capitalize()}Knowledge")(), module.features


def one(name: str, seed: int) -> tuple[int, list[list[float]], float]:
    """Play a game; its positions, and how it ended."""
    knowledge, features = knowledge_of(name)
    game = _GAMES.setdefault(name, load_game(name))
    rng = Random(seed)
    players = [
        StaffPlayer(knowledge.office, Level("", rng.choice(BLURS), 2)).at_table() for _ in range(2)
    ]
    rows: list[list[float]] = []
    known: set[object] = set()

    def each(st: Any) -> None:
        for seat in range(2):
            chapter = knowledge.chapter(st, seat)
            if chapter is not None and (seat, chapter.key) not in known:
                known.add((seat, chapter.key))
                rows.append(features(st))

    played = play_out(game, players, seed, options=rng.choice(OPTIONS[name]), each=each)
    assert played.outcome is not None
    module = import_module(f"bocage.ai.search.{name}")
    scores = played.outcome.scores
    margin = scores[0] - scores[1] if name == "roundup" else scores[0]
    return seed, rows, module.margin(int(margin))


def play(name: str, out: Path, games: int, minutes: float, first: int) -> None:
    """Play many games, and keep every position with its end."""
    end = time.monotonic() + 60 * minutes
    rows: list[list[float]] = []
    ends: list[float] = []
    numbers: list[int] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        waiting = {pool.submit(one, name, first + n) for n in range(games)}
        for done in as_completed(waiting):
            if done.cancelled():
                continue
            seed, found, label = done.result()
            rows += found
            ends += [label] * len(found)
            numbers += [seed] * len(found)
            if time.monotonic() > end:
                for each in waiting:
                    each.cancel()
    np.savez_compressed(
        out, rows=np.array(rows, "f4"), ends=np.array(ends, "f4"), games=np.array(numbers, "i4")
    )
    print(f"{name}: {len(set(numbers))} games, {len(rows)} positions, mean end {np.mean(ends):.3f}")


def listed(values: Any) -> list[float]:
    """Return numbers as a file has them."""
    return [round(float(each), 6) for each in values]


def fit(name: str, given: list[Path], epochs: int, seed: int = 1) -> None:
    """Fit the network by Adam, and write it into the package."""
    kept = [np.load(each) for each in given]
    rows = np.concatenate([each["rows"] for each in kept]).astype("f8")
    ends = np.concatenate([each["ends"] for each in kept]).astype("f8")
    games = np.concatenate([each["games"] for each in kept])
    test = games % 10 == 0
    centre, spread = rows[~test].mean(0), rows[~test].std(0)
    scale: Any = np.where(spread > 1e-6, 1 / np.maximum(spread, 1e-6), 0.0)
    x = (rows - centre) * scale
    rng = np.random.default_rng(seed)
    sizes = [x.shape[1], *WIDTHS, 1]
    weights = [rng.normal(0, 1 / np.sqrt(a), (b, a)) for a, b in pairwise(sizes)]
    biases = [np.zeros(b) for b in sizes[1:]]
    parameters = [*weights, *biases]
    first = [np.zeros_like(each) for each in parameters]
    second = [np.zeros_like(each) for each in parameters]
    train = np.flatnonzero(~test)
    step = 0
    for epoch in range(epochs):
        rng.shuffle(train)
        rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 2e-5
        for at in range(0, len(train), 512):
            batch = train[at : at + 512]
            values = [x[batch]]
            for w, b in zip(weights, biases, strict=True):
                values.append(np.tanh(values[-1] @ w.T + b))
            error = 2 * (values[-1] - ends[batch, None]) / len(batch) * (1 - values[-1] ** 2)
            slopes: list[Any] = [None] * len(parameters)
            for layer in range(len(weights) - 1, -1, -1):
                slopes[layer] = error.T @ values[layer] + 1e-5 * weights[layer]
                slopes[len(weights) + layer] = error.sum(0)
                if layer:
                    error = (error @ weights[layer]) * (1 - values[layer] ** 2)
            step += 1
            for n, slope in enumerate(slopes):
                first[n] = 0.9 * first[n] + 0.1 * slope
                second[n] = 0.999 * second[n] + 0.001 * slope**2
                up = first[n] / (1 - 0.9**step) / (np.sqrt(second[n] / (1 - 0.999**step)) + 1e-8)
                parameters[n] -= rate * up
    guess: Any = x
    for w, b in zip(weights, biases, strict=True):
        guess = np.tanh(guess @ w.T + b)
    for label, some in (("learnt from", ~test), ("kept aside", test)):
        missed: Any = guess[some, 0] - ends[some]
        left = sum(float(each) ** 2 for each in missed) / len(missed)
        whole = np.var(ends[some])
        told = f"explains {1 - left / whole:.3f}, error {np.sqrt(left):.3f}"
        print(f"{name}, {label}: {some.sum()} positions, {told}")
    DATA.mkdir(exist_ok=True)
    layers = [
        {"weights": np.round(w, 5).tolist(), "bias": np.round(b, 5).tolist()}
        for w, b in zip(weights, biases, strict=True)
    ]
    made: dict[str, Any] = {
        "centre": listed(centre),
        "scale": listed(scale),
        "layers": layers,
    }
    (DATA / f"{name}.json").write_text(json.dumps(made) + "\n", encoding="utf-8")


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("game", choices=list(OPTIONS))
    parser.add_argument("file", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=12)
    given = parser.parse_args()
    if given.what == "play":
        play(given.game, given.file[0], given.games, given.minutes, given.first)
    else:
        fit(given.game, given.file, given.epochs)


if __name__ == "__main__":
    main()
