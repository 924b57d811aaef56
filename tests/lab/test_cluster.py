"""Games on a Ray cluster."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from functools import partial
from pathlib import Path

from bocage.ai import load_game
from bocage.lab.batches import Batch
from bocage.lab.runs import Run
from bocage.lab.workers import here, in_turn
from tests.engine.toy import Toy
from tests.lab.two_nodes import GAMES

LOADED: list[str] = []


def _toy(name: str) -> Toy:
    LOADED.append(name)
    return Toy()


def test_a_worker_of_a_cluster_loads_the_game_once() -> None:
    """Every task brings its own copy of the batch; the game is loaded for the first alone."""
    batch = Batch(partial(_toy, "toy"), ("random",))
    rows = [
        finished.row
        for numbers in ([1, 2], [3], [4, 5])
        for finished in in_turn("a batch", pickle.loads(pickle.dumps(batch)), numbers)
    ]
    assert LOADED == ["toy"]
    assert rows == Batch(Toy, ("random",)).run(5)
    in_turn("another batch", batch, [1])
    assert LOADED == ["toy", "toy"]


def test_a_node_that_dies_loses_no_game_and_none_is_played_twice(tmp_path: Path) -> None:
    """A node is killed in the middle: every game is there once, as it comes out on one machine."""
    root = Path(__file__).parents[2]
    paths = os.pathsep.join((str(root / "src"), str(root)))
    env = {**os.environ, "PYTHONPATH": paths, "RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.two_nodes", str(tmp_path / "run")],
        env=env,
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    run = Run.open(tmp_path / "run")
    batch = Batch(partial(load_game, "falaise"), ("random",), notes=True)
    assert run.rows() == batch.run(GAMES)
    (first,) = here()(batch, [1])
    events = run.table("events")
    assert len(events) == len(events.unique(["game", "number"]))
    own = [row["kind"] for row in events.sort("number").to_dicts() if row["game"] == 1]
    assert own == [each.kind for each in first.events]
