"""Games on a Ray cluster of two nodes on this machine, one of which is killed in the middle.

`test_cluster` runs it in a process of its own, as Ray changes the process it is in.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bocage.ai import load_game
from bocage.lab.batches import Batch
from bocage.lab.runs import Plan, Run
from bocage.lab.workers import on_ray

GAMES = 16
KILLED_AFTER = 6
_MEMORY = 80_000_000


def main(folder: Path) -> None:
    """Play into a folder, and kill the second node after some games."""
    ray: Any = import_module("ray")
    cluster: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": _MEMORY}
    )
    second = cluster.add_node(num_cpus=1, object_store_memory=_MEMORY)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    assert ray.cluster_resources()["CPU"] == 2
    killed: list[int] = []

    def told(done: int) -> None:
        if done >= KILLED_AFTER and not killed:
            killed.append(done)
            cluster.remove_node(second, allow_graceful=False)

    run = Run.begin(folder, Plan("falaise", ("random", "random")))
    batch = Batch(partial(load_game, "falaise"), ("random",), notes=True)
    run.play(batch, GAMES, on_ray(cluster.address), told)
    assert killed
    assert not second.any_processes_alive()
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
