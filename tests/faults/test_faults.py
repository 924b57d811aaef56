"""A few rounds of every fault: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from .campaign import KINDS, Campaign, campaign


@pytest.fixture(scope="module", params=KINDS)
def running(request: pytest.FixtureRequest) -> Generator[Campaign]:
    """A campaign on each kind of database."""
    with tempfile.TemporaryDirectory(prefix="bocage-faults-", dir="/tmp") as made:
        folder = Path(made)
        folder.chmod(0o755)  # PostgreSQL goes through it as somebody else
        with campaign(request.param, folder) as started:
            yield started


ROUNDS = {"kill": 4, "full": 2, "read-only": 1, "locked": 1, "restarted": 1, "clock": 1}
"""How often each fault is made here; `python -m tests.faults` makes them more often."""


@pytest.mark.slow  # servers are killed, starved and locked out, and have to come back
@pytest.mark.parametrize("fault", ROUNDS)
def test_no_action_is_lost_or_done_twice(running: Campaign, fault: str) -> None:
    """Every acknowledged action is in its game exactly once, and every game continues."""
    if not running.can(fault):
        pytest.skip("not on this database, or not on this machine")
    before = running.tally.acknowledged
    running.run(fault, ROUNDS[fault])
    assert (running.tally.lost, running.tally.doubled) == (0, 0)
    assert running.tally.acknowledged > before


@pytest.mark.slow  # it takes a thousand connections
@pytest.mark.parametrize("running", ["sqlite"], indirect=True)
def test_nothing_is_lost_when_descriptors_run_out(running: Campaign) -> None:
    """With 1,024 descriptors, all taken, those who are there play on, and the log tells why."""
    if not running.can("descriptors"):
        pytest.skip("this process may not open two thousand files")
    running.run("descriptors", 1)
    assert (running.tally.lost, running.tally.doubled) == (0, 0)


@pytest.mark.slow  # a process must stand for longer than a few seconds to be noticed
@pytest.mark.parametrize("running", ["sqlite"], indirect=True)
def test_a_suspended_process_loses_nothing(running: Campaign) -> None:
    """A suspended process continues where it stood, and no clock loses time."""
    running.run("suspended", 1)
    assert (running.tally.lost, running.tally.doubled) == (0, 0)
