"""The stopwatch: the time of day, a sleeping machine and a stopped process change no clock."""

from __future__ import annotations

import logging

import pytest

from bocage.server.stopwatch import STEP_MS, Stopwatch

SECOND = 1_000
HOUR = 3_600 * SECOND
_NS = 1_000_000


class FakeTime:
    """A machine whose clocks go as a test says, in milliseconds."""

    def __init__(self, monotonic: int = 7 * SECOND, wall: int = 1_800_000_000 * SECOND) -> None:
        self.monotonic, self.wall = monotonic, wall

    def stopwatch(self) -> Stopwatch:
        """Return a stopwatch on this machine."""
        return Stopwatch(lambda: self.monotonic * _NS, lambda: self.wall * _NS)

    def passes(self, milliseconds: int) -> None:
        """Time passes by both clocks."""
        self.monotonic += milliseconds
        self.wall += milliseconds


def test_time_that_is_looked_at_counts_whole() -> None:
    """An hour of looks a quarter of a second apart is an hour."""
    machine = FakeTime()
    watch = machine.stopwatch()
    began = watch.now()
    for _ in range(4 * 3600):
        machine.passes(250)
        watch.look()
    assert watch.now() - began == HOUR
    assert not watch.unsure


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_setting_the_time_of_day_counts_nothing(by: int, caplog: pytest.LogCaptureFixture) -> None:
    """An hour forward or backward changes nothing, and the log says that it happened."""
    machine = FakeTime()
    watch = machine.stopwatch()
    began = watch.look()
    machine.wall += by
    machine.passes(250)
    with caplog.at_level(logging.WARNING, "bocage.server"):
        assert watch.look() - began == 250
        machine.passes(250)
        assert watch.look() - began == 500
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert f"{by // SECOND:+d} seconds" in caplog.text


def test_a_machine_that_sleeps(caplog: pytest.LogCaptureFixture) -> None:
    """Where the monotonic clock stands in sleep, nothing counts but the last look."""
    machine = FakeTime()
    watch = machine.stopwatch()
    began = watch.look()
    machine.wall += 8 * HOUR
    assert watch.look() == began
    assert "slept" in caplog.text


def test_a_process_that_stands_still(caplog: pytest.LogCaptureFixture) -> None:
    """After an hour between two looks hardly anything has counted, and nobody takes it on trust."""
    machine = FakeTime()
    watch = machine.stopwatch()
    began = watch.look()
    machine.passes(HOUR)
    assert watch.look() - began == STEP_MS
    assert watch.unsure
    assert "was suspended for 3600 seconds" in caplog.text


def test_catching_up_goes_forward_only() -> None:
    """What another worker has reached counts here; what it has not reached takes nothing away."""
    watch = FakeTime().stopwatch()
    watch.set(5_000)
    watch.catch_up(4_000)
    assert watch.now() == 5_000
    watch.catch_up(9_000)
    assert watch.now() == 9_000
