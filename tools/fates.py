"""Train the fates of Falaise: play games, note the fate of every unit, fit the networks.

    python tools/fates.py play games --games 400 --minutes 30
    python tools/fates.py fit games

`play` uses every core and writes a file for each game into the folder `games`. It skips games that
are there. Most players are the staff, plain or with an intent that the searching staff compares. At
the beginning of some chapters it notes the inputs of each unit on the map, and at the end the
unit's fate. `fit` needs numpy alone. It keeps every tenth game for the test, and prints how well
the networks predict the fates there.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bocage.ai.search.falaise import FalaiseKnowledge
from bocage.ai.search.fates import AWAY, CAUGHT, FATES, LOST, SOUTH, STAYS, Field, judged
from bocage.engine.playout import play_out
from bocage.engine.processes import cores
from bocage.games.falaise.board.position import DEAD, EXITED
from bocage.games.falaise.pieces.units import GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_victory import allied_points, count_up
from bocage.games.falaise.s04_sequence import LAST_TURN
from judgement import BATCH, DATA, SETTINGS, Net, drawn, game_of, listed, measured

KEEP = 0.4
"""The share of chapters that are noted."""
WIDTHS = {"german": (24, 12), "allied": (12,)}

ARGENTAN = (R("3.3.k"), R("3.3.l"))


class Witness:
    """The inputs of units at some moments of a game, and their fates."""

    def __init__(self, seed: int, knowledge: Any) -> None:
        self._rng = Random(seed)
        self._knowledge = knowledge
        self._known: set[object] = set()
        self.german: list[tuple[int, int, list[float]]] = []
        self.allied: list[tuple[int, int, int, list[float]]] = []
        """The unit's steps are noted too: what it loses later is the label."""
        self.moments: list[tuple[int, int, int]] = []
        """By moment: the turn, the Allied points, and who holds Argentan."""
        self.scored: set[int] = set()
        """The Germans that were lost with a point."""
        self._vp = 0
        self._steps: list[int] = []
        self._alive: set[int] = set()

    def heard(self, st: Any, _: int, __: Any) -> None:
        """Note who was lost with a point: points less the Allied steps lost."""
        world = st.world
        steps = [st.steps[u] if st.loc[u] >= 0 else 0 for u in world.allied]
        alive = {u for u in world.german if st.loc[u] >= 0 and not world.company[u]}
        gone = [u for u in self._alive - alive if st.loc[u] == DEAD]
        if gone:
            lost = sum(max(0, a - b) for a, b in zip(self._steps, steps, strict=True))
            if st.vp - self._vp + lost > 0:
                self.scored.update(gone)
        self._vp, self._steps, self._alive = st.vp, steps, alive
        self._note(st)

    def _note(self, st: Any) -> None:
        """Note the units when a chapter begins."""
        for seat in range(2):
            chapter = self._knowledge.chapter(st, seat) if st.stack else None
            if chapter is None or (seat, chapter.key) in self._known:
                continue
            self._known.add((seat, chapter.key))
            if self._rng.random() > KEEP:
                continue
            field, at = Field(st), len(self.moments)
            german, allied = judged(st)
            self.german += [(at, u, field.german(u)) for u in german]
            self.allied += [(at, u, st.steps[u], field.allied(u)) for u in allied]
            self.moments.append((st.turn, st.vp, st.argentan))

    def fate(self, st: Any, u: int) -> int:
        """Return the fate of a German unit."""
        h = st.loc[u]
        if h == EXITED:
            return SOUTH
        if h == DEAD:
            return CAUGHT if u in self.scored else LOST
        return AWAY if h >= 0 and st.world.ground.escaped[h] else STAYS


def one(folder: Path, seed: int) -> str:
    """Play a game, and write what was seen of it."""
    game, knowledge, rng = game_of("falaise"), FalaiseKnowledge(), Random(seed)
    named = [drawn(game, knowledge, seat, rng) for seat in range(2)]
    setting = rng.choice(SETTINGS)
    seen, last = Witness(seed, knowledge), list[Any]()

    def heard(st: Any, who: int, told: Any) -> None:
        seen.heard(st, who, told)
        last[:] = [st]

    players = [each for _, each in named]
    played = play_out(game, players, seed, options=game.setting(setting).options, heard=heard)
    assert played.outcome is not None
    st = last[0]
    argentan = sum(row.value for row in count_up(st).under("german") if row.rule in ARGENTAN)
    np.savez_compressed(
        folder / f"{seed}.npz",
        german=np.array([row for _, _, row in seen.german], "f4"),
        german_at=np.array([at for at, _, _ in seen.german], "i2"),
        german_unit=np.array([u for _, u, _ in seen.german], "i2"),
        fate=np.array([seen.fate(st, u) for _, u, _ in seen.german], "i1"),
        allied=np.array([row for _, _, _, row in seen.allied], "f4"),
        allied_at=np.array([at for at, _, _, _ in seen.allied], "i2"),
        losses=np.array([n - st.steps[u] for _, u, n, _ in seen.allied], "f4"),
        moments=np.array(seen.moments, "i4"),
        end=np.array([allied_points(st, count_up(st)), st.german_vp, argentan], "f4"),
    )
    return f"{seed} {setting} {' / '.join(name for name, _ in named)} {played.outcome.scores[0]:+g}"


def play(folder: Path, games: int, minutes: float, first: int, processes: int) -> None:
    """Play many games."""
    folder.mkdir(exist_ok=True, parents=True)
    end = time.monotonic() + 60 * minutes
    left = [n for n in range(first, first + games) if not (folder / f"{n}.npz").exists()]
    with ProcessPoolExecutor(processes or cores()) as pool:
        waiting = {pool.submit(one, folder, n) for n in left}
        for done in as_completed(waiting):
            if not done.cancelled():
                print(done.result(), flush=True)
            if time.monotonic() > end:
                for each in waiting:
                    each.cancel()


class Gathered:
    """The rows of many games for one side, with their labels."""

    def __init__(self, files: list[Path], side: str, label: str) -> None:
        kept = [np.load(each) for each in files]
        self.rows: Any = np.concatenate([each[side] for each in kept])
        self.labels: Any = np.concatenate([each[label] for each in kept])
        self.games: Any = np.concatenate(
            [
                np.full(len(each[label]), int(file.stem))
                for file, each in zip(files, kept, strict=True)
            ]
        )


def trained(
    side: str, rows: Any, labels: Any, last: str, epochs: int
) -> tuple[Net, tuple[Any, Any]]:
    """Return a network that has learnt from some rows, with the centre and scale of its inputs."""
    rng = np.random.default_rng(1)
    centre, scale = measured(rows)
    x: Any = ((rows - centre) * scale).astype("f4")
    net = Net.drawn([rows.shape[1], *WIDTHS[side], labels.shape[1]], rng, last)
    order: Any = np.arange(len(x))
    for epoch in range(epochs):
        rng.shuffle(order)
        rate = 3e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 3e-5
        for at in range(0, len(order), BATCH):
            batch = order[at : at + BATCH]
            net.learn(x[batch], labels[batch], rate, 1e-5)
    return net, (centre, scale)


def fit(folder: Path, epochs: int) -> None:
    """Fit both networks, print how well they predict, and write them into the package."""
    files = sorted(folder.glob("*.npz"), key=lambda each: int(each.stem))
    told = Gathered(files, "german", "fate")
    test = told.games % 10 == 0
    fates: Any = np.eye(FATES, dtype="f4")[told.labels]
    net, (centre, scale) = trained("german", told.rows[~test], fates[~test], "softmax", epochs)
    chances = net.values(((told.rows - centre) * scale).astype("f4"))[-1]
    base = fates[~test].mean(0)
    for name, some in (("learnt from", ~test), ("kept aside", test)):
        right = (chances[some] * fates[some]).sum(1)
        plain = fates[some] @ base
        count = len(set(told.games[some].tolist()))
        print(
            f"German fates, {name}: {count} games, {some.sum()} rows, log loss "
            f"{-np.log(right + 1e-9).mean():.3f} (by the mean of each fate "
            f"{-np.log(plain + 1e-9).mean():.3f})"
        )
    own = Gathered(files, "allied", "losses")
    mine = own.games % 10 == 0
    losses: Any = own.labels[:, None].astype("f4")
    other, (middle, factor) = trained("allied", own.rows[~mine], losses[~mine], "plain", epochs)
    guess = other.values(((own.rows - middle) * factor).astype("f4"))[-1]
    error = ((guess - losses)[mine] ** 2).mean() / losses[mine].var()
    print(f"Allied losses, kept aside: explains {1 - error:.3f}")
    held: list[list[float]] = [[] for _ in range(LAST_TURN)]
    for file in files:
        kept = np.load(file)
        moments: list[list[int]] = kept["moments"].tolist()
        for turn, _, owner in moments:
            if owner == GERMAN:
                held[turn - 1].append(float(kept["end"][2]))
    argentan = [float(np.mean(each)) if each else 0.0 for each in held]
    print("A German Argentan brings, by turn:", *[f"{each:.1f}" for each in argentan])
    made = {
        "german": net.file(centre, scale),
        "allied": other.file(middle, factor),
        "argentan": listed(argentan),
    }
    (DATA / "fates.json").write_text(json.dumps(made) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=10)
    given = parser.parse_args()
    if given.what == "play":
        play(given.folder, given.games, given.minutes, given.first, given.processes)
    else:
        fit(given.folder, given.epochs)
