"""Games a second of the lab: this process, a pool, Ray on one node, Ray on two.

`python -m bench.bench_lab [GAMES]` plays the same games in each way, with two workers, and prints
the seconds beside the load of the machine. Workers are warm before the clock starts. `WORK` is
the processor time that the rules needed, measured in one process: what two idle cores would need
at best is half of it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from bocage.ai import load_game
from bocage.lab.batches import Batch, Finished
from bocage.lab.workers import Play, here, on_ray

WARM = 8
"""Games before the clock starts: they load the rules in every worker."""
_MEMORY = 80_000_000


def timed(play: Play, batch: Batch, games: int) -> tuple[float, float]:
    """Seconds and load while so many games are played, after some to warm up."""
    found: Iterator[Finished] = play(batch, range(1, WARM + games + 1))
    for _ in range(WARM):
        next(found)
    began = time.perf_counter()
    count = sum(1 for _ in found)
    spent = (time.perf_counter() - began) * games / count
    return spent, os.getloadavg()[0]


def told(name: str, games: int, spent: float, load: float) -> None:
    """Return one line of the table."""
    print(f"{name:<24} {spent:7.1f} s  {games / spent:6.2f} games/s  load {load:.1f}", flush=True)


def on_nodes(nodes: int, batch: Batch, games: int) -> tuple[float, float]:
    """Return the same on a Ray cluster of this machine with two processors, on one node or two."""
    ray: Any = import_module("ray")
    cluster: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 2 // nodes, "object_store_memory": _MEMORY},
    )
    if nodes == 2:
        cluster.add_node(num_cpus=1, object_store_memory=_MEMORY)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        return timed(on_ray(cluster.address), batch, games)
    finally:
        ray.shutdown()
        cluster.shutdown()


def main() -> None:
    """Measure, and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    batch = Batch(partial(load_game, "falaise"), ("random",))
    began = time.process_time()
    spent, load = timed(here(1), batch, games // 4)
    work = (time.process_time() - began) * 4 / (1 + WARM / (games // 4))
    told("this process", games // 4, spent, load)
    print(f"WORK for {games} games: {work:.1f} s of processor time", flush=True)
    for name, measured in (
        ("pool of two", partial(timed, here(2), batch, games)),
        ("Ray, one node of two", partial(on_nodes, 1, batch, games)),
        ("Ray, two nodes of one", partial(on_nodes, 2, batch, games)),
        ("pool of two, again", partial(timed, here(2), batch, games)),
    ):
        told(name, games, *measured())


if __name__ == "__main__":
    main()
