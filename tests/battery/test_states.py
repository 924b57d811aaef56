"""Copying, storing and remembering: a state is the same wherever it goes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.game import Game
from bocage.engine.playout import table_for
from bocage.engine.state import State
from tests.battery.drawing import drawn
from tests.battery.subjects import SUBJECTS, decisions, positions, subject

AHEAD = 25


def walk(st: State, seed: int, *, forgetful: bool = False) -> list[object]:
    """Play on at random, trusting; everything that was answered on the way."""
    rng = Random(seed)
    found: list[object] = []
    for _ in range(AHEAD):
        if not st.stack:
            break
        if forgetful:
            st.forget()
        if isinstance(st.stack[-1], Chance):
            action = play.roll(st, rng)
            play.apply(st, CHANCE, action)
        else:
            seat = rng.choice(play.pending(st))
            legal = list(play.legal(st, seat))
            action = rng.choice(legal)
            found.append(legal)
            play.apply(st, seat, action)
        found += [action, st.key()]
    return found


def test_a_copy_is_independent(game: Game[Any], seed: int) -> None:
    """What happens to a copy does not happen to the original, nor the other way round."""
    for table in positions(game, seed):
        st = table.state
        copy, other, third = st.copy(), st.copy(), st.copy()
        key, dump = st.key(), st.dump()
        walked = walk(copy, 1)
        assert (st.key(), st.dump()) == (key, dump)
        assert other == st
        assert other.key() == key
        assert walk(other, 1) == walked
        after = copy.key()
        walk(third, 2)
        assert copy.key() == after
        assert st.dump() == dump


def test_a_stored_state_plays_on_alike(game: Game[Any], seed: int) -> None:
    """A state stored as JSON and read back, even in mid-battle, plays on in the same way."""
    for table in positions(game, seed):
        st = table.state
        text = json.dumps(st.dump())
        mould = game.new(table.header.scenario, game.settings(table.header.options))
        loaded = mould.load(json.loads(text))
        assert loaded == st
        assert loaded.key() == st.key()
        assert json.dumps(loaded.dump()) == text
        assert walk(loaded, 3) == walk(st.copy(), 3)


def test_remembered_answers_equal_recomputed_ones(game: Game[Any], seed: int) -> None:
    """A game in which everything is forgotten before each question is the same game."""
    rng = Random(seed)
    table, forgetful = table_for(game, seed), table_for(game, seed)
    for seat, action in decisions(table, Random(seed)):
        forgetful.state.forget()
        legal = list(table.legal(seat))
        assert list(forgetful.legal(seat)) == legal
        for probe in (*drawn(game.grammar, legal, rng, 2), action):
            forgetful.state.forget()
            asked = play.check(table.state, game.grammar, seat, probe)
            assert play.check(forgetful.state, game.grammar, seat, probe) == asked
        forgetful.state.forget()
        assert forgetful.act(seat, action)
        # The table acts when the loop goes on; so compare what both had before.
        assert len(forgetful.entries) > len(table.entries)
        assert forgetful.events[: len(table.events)] == table.events
    assert forgetful.state.key() == table.state.key()
    assert forgetful.events == table.events
    assert forgetful.mark == table.mark


def test_frames_are_not_changed_by_being_asked_or_left(game: Game[Any], seed: int) -> None:
    """A frame is swapped, never changed: its hash is the same before and after any question."""
    rng = Random(seed)
    table = table_for(game, seed)
    below: list[tuple[object, int]] = []
    for seat, _ in decisions(table, Random(seed)):
        assert all(hash(frame) == was for frame, was in below)
        stack, key = table.state.stack, table.state.key()
        below = [(frame, hash(frame)) for frame in stack]
        legal = table.legal(seat)
        for probe in drawn(game.grammar, legal, rng, 2):
            play.check(table.state, game.grammar, seat, probe)
        assert table.decision is not None
        table.heading()
        assert table.state.stack is stack
        assert all(hash(frame) == was for frame, was in below)
        assert table.state.key() == key


def test_no_position_is_impossible(game: Game[Any], seed: int) -> None:
    """After every action of a random game the game finds no fault with the position."""
    table = table_for(game, seed)
    for _ in decisions(table, Random(seed)):
        assert game.faults(table.state) == []
    assert game.faults(table.state) == []
    assert game.outcome(table.state) is not None


_KEYS = """
from random import Random
from tests.battery.subjects import SUBJECTS, decisions, subject
from bocage.engine.playout import table_for
print(hash("salt"))
for name in SUBJECTS:
    table = table_for(subject(name), 0)
    for _ in decisions(table, Random(0)): pass
    print(name, table.state.key().hex(), table.mark)
"""


def test_the_key_is_the_same_in_every_process(request: pytest.FixtureRequest) -> None:
    """Another process with another hash salt plays the games of these tests to the same keys and
    chains."""
    salt, *found = subprocess.run(
        [sys.executable, "-c", _KEYS],
        env={
            "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        cwd=request.config.rootpath,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert int(salt) != hash("salt")
    ours: list[str] = []
    for name in SUBJECTS:
        *_, table = positions(subject(name), 0)
        ours.append(f"{name} {table.state.key().hex()} {table.mark}")
    assert found == ours
