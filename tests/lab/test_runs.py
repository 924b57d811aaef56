"""Runs: many games in a folder, taken up again, whole whatever dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.play import Policy
from bocage.lab.batches import Batch, Finished, SimulationError
from bocage.lab.runs import TABLES, Plan, Run, RunError
from bocage.lab.workers import here
from tests.engine.toy import Toy

PLAN = Plan("toy", ("random", "random"))
BATCH = Batch(Toy, ("random",), notes=True)


def tables(folder: Path) -> dict[str, Any]:
    """All that a run holds, in order."""
    run = Run.open(folder)
    return {name: sorted(map(repr, run.table(name).to_dicts())) for name in TABLES}


def test_a_run_that_was_stopped_comes_out_the_same(tmp_path: Path) -> None:
    """Stopped after five games and taken up again, it holds what it would have held at once."""
    whole = Run.begin(tmp_path / "whole", PLAN)
    assert whole.play(BATCH, 12, here()) == 0

    def stopping(batch: Batch, numbers: Sequence[int]) -> Iterator[Finished]:
        yield from here()(batch, numbers[:5])
        raise KeyboardInterrupt

    halves = Run.begin(tmp_path / "halves", PLAN)
    with pytest.raises(KeyboardInterrupt):
        halves.play(BATCH, 12, stopping)
    assert Run.open(tmp_path / "halves").done() == {1, 2, 3, 4, 5}
    assert Run.begin(tmp_path / "halves", PLAN).play(BATCH, 12, here()) == 5
    assert tables(tmp_path / "halves") == tables(tmp_path / "whole")


def test_notes_change_nothing(tmp_path: Path) -> None:
    """The same games are played with notes and without, and in several processes."""
    run = Run.begin(tmp_path / "run", PLAN)
    run.play(BATCH, 6, here(2))
    assert run.rows() == Batch(Toy, ("random",)).run(6)


def test_events_name_units_and_hexes() -> None:
    """A fight of Falaise has its hex, odds, die and result; units and measures stand by turn."""
    batch = Batch(partial(load_game, "falaise"), ("aggressive",), notes=True)
    (game,) = here()(batch, [1])
    assert [each.number for each in game.events] == list(range(len(game.events)))
    fights = [each for each in game.events if each.kind == "Fought"]
    assert fights
    for each in fights:
        assert len(each.hex) == 4
        assert each.odds
        assert each.roll in range(1, 7)
        assert each.result
    turns = {each.turn for each in game.turns}
    assert turns == set(range(1, max(turns) + 1))
    assert {each.turn for each in game.units} == turns


class _Deadly(Toy):
    """A game whose player kills its own process once."""

    def policies(self) -> dict[str, Policy]:
        def deadly(st: Any, legal: Sequence[int], rng: Random) -> int:
            once = Path(os.environ["BOCAGE_TEST_ONCE"])
            if not once.exists():
                once.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return rng.choice(legal)

        return {"deadly": deadly}


class _Fatal(Toy):
    """A game whose player always kills its own process."""

    def policies(self) -> dict[str, Policy]:
        def fatal(st: Any, legal: Sequence[int], rng: Random) -> int:
            os.kill(os.getpid(), signal.SIGKILL)
            return rng.choice(legal)

        return {"fatal": fatal}


def test_a_worker_that_dies_loses_no_finished_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game is there once, as if nobody had died."""
    monkeypatch.setenv("BOCAGE_TEST_ONCE", str(tmp_path / "once"))
    run = Run.begin(tmp_path / "run", Plan("toy", ("deadly", "deadly")))
    run.play(Batch(_Deadly, ("deadly",)), 10, here(2))
    assert [row.game for row in run.rows()] == list(range(1, 11))


def test_workers_that_always_die_are_given_up(tmp_path: Path) -> None:
    """After a few deaths without a finished game it gives up, and names the games."""
    run = Run.begin(tmp_path / "run", Plan("toy", ("fatal", "fatal")))
    with pytest.raises(SimulationError, match="die again and again"):
        run.play(Batch(_Fatal, ("fatal",)), 4, here(2))


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    """Another run, other files and broken files are refused in a sentence."""
    Run.begin(tmp_path / "run", PLAN)
    with pytest.raises(RunError, match="holds another run: players"):
        Run.begin(tmp_path / "run", Plan("toy", ("keen", "random")))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear Monty")
    with pytest.raises(RunError, match="is not empty and holds no run"):
        Run.begin(tmp_path / "full", PLAN)
    with pytest.raises(RunError, match="holds no run"):
        Run.open(tmp_path / "none")
    for text, says in (("{", "cannot be read"), ('{"format": 0}', "another version")):
        (tmp_path / "run" / "run.json").write_text(text)
        with pytest.raises(RunError, match=says):
            Run.open(tmp_path / "run")
