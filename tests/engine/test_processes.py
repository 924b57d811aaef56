"""Processes beside this one: what is loaded once, and what workers do not import."""

from __future__ import annotations

import subprocess
import sys
from multiprocessing import get_all_start_methods
from types import ModuleType, SimpleNamespace

import pytest

from bocage.engine.processes import cores, loaded, pool

LOADED_ONCE = """
import os
from bocage.engine.processes import loaded, pool

# What is loaded is the number of the process that loads it.
with pool(2, os.getpid, os.getpid) as workers:
    found = set(workers.map(loaded, [os.getpid] * 8))
    played = {each.pid for each in workers._processes.values()}
print(len(found), found.isdisjoint(played), os.getpid() not in found)

# A variable that was set after the fork server began.
os.environ["BOCAGE_LATE"] = "here"
with pool(1, os.getpid, os.getpid) as workers:
    print(workers.submit(os.getenv, "BOCAGE_LATE").result())
"""


@pytest.mark.skipif("forkserver" not in get_all_start_methods(), reason="no fork server here")
def test_workers_share_what_was_loaded_once() -> None:
    """All workers have what the fork server loaded, and the environment of this process."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED_ONCE], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["1", "True", "True", "here"]


def test_without_a_fork_server_each_worker_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a system cannot fork, a worker loads for itself, and works."""
    monkeypatch.setattr("bocage.engine.processes.get_all_start_methods", lambda: ["spawn"])
    with pool(1, cores, cores) as workers:
        assert workers.submit(loaded, cores).result() == cores()


@pytest.mark.parametrize(
    ("main", "left_out"),
    [
        (SimpleNamespace(__spec__=SimpleNamespace(name="bocage.__main__"), __file__="m.py"), True),
        (SimpleNamespace(__spec__=None, __file__="bin/bocage"), True),
        (SimpleNamespace(__spec__=None, __file__="study.py"), False),
    ],
)
def test_workers_do_not_import_the_command(
    monkeypatch: pytest.MonkeyPatch, main: ModuleType, left_out: bool
) -> None:
    """Workers import the user's own program, whose functions they may need, but not our command."""
    monkeypatch.setitem(sys.modules, "__main__", main)
    pool(1, cores, cores).shutdown()
    assert hasattr(main, "__file__") is not left_out
    if left_out:
        assert main.__spec__ is None
