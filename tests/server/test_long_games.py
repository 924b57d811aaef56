"""The memory of a long game: no more than its last lines need."""

from __future__ import annotations

import gc
import weakref
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest
from websockets.server import ServerProtocol

from bocage.engine.entries import Entry
from bocage.engine.playout import policy
from bocage.server import live
from bocage.server.admission import Door, Line
from bocage.server.hub import NotBegunError
from tests.patience import until

from .clients import Guest, Serving


def reached(*roots: Any) -> list[Any]:
    """Whatever is looked through by the collector of garbage and can be reached from here."""
    seen = {id(each): each for each in roots}
    left = list(roots)
    while left:
        for each in gc.get_referents(left.pop()):
            wide = isinstance(each, type | FunctionType | ModuleType)  # they lead everywhere
            if gc.is_tracked(each) and not wide and id(each) not in seen:
                seen[id(each)] = each
                left.append(each)
    return list(seen.values())


@pytest.fixture
def lasting(two: tuple[Guest, Guest, str], serving: Serving) -> Any:
    """Return a game in memory that has had some lines."""
    ann, _, game = two
    ann.get(f"/api/games/{game}/state")
    return serving.hub.live[game]


def play_on(game: Any, lines: int, seed: int) -> None:
    """Play so many lines more, and slim the game down as after every action."""
    table, rng = game.table, Random(seed)
    chooses, until = policy(game.game, "random"), len(table.entries) + lines
    while len(table.entries) < until and not table.is_over:
        seat = table.decision.seats[0]
        assert table.act(seat, chooses(table.state, table.legal(seat), rng))
        known = len(game._told)
        game._told.add(game._texts(known), table.entries[known:])
        game._slim()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_long_game_holds_no_more_objects_than_a_short_one(lasting: Any) -> None:
    """After many lines there are as many entries, events and states as after some."""
    counts = list[int]()
    for lines in (100, 1100):
        play_on(lasting, lines, lines)
        parts = (lasting.table.log, lasting.table.events, lasting._told, lasting._feeds)
        found = reached(*parts)
        assert sum(isinstance(each, Entry) for each in found) == live.UNPACKED
        assert len(lasting.table.kept()) <= 16
        counts.append(len(found))
    assert len(lasting.table.entries) > 1000
    assert counts[1] <= counts[0] + 5, "what a line leaves is bytes, and nothing to walk"
    entries = lasting.table.entries
    blocks = {id(raw): len(raw) for raw in entries.standing()[: entries.packed]}
    assert sum(blocks.values()) / entries.packed < 24, "bytes a line"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_dropped_game_is_freed_at_once(
    two: tuple[Guest, Guest, str], serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a game that left the memory, nor an error on the way, nor what opened a socket
    waits for the collector."""
    ann, bob, game = two
    gc.collect()
    gc.disable()
    try:
        waiting = ann.post("/api/games", game="roundup", seats={"allied": "me"})["id"]
        assert ann.http.get(f"/api/games/{waiting}/state").status_code == 409
        with ann.at(game) as allied, bob.at(game) as german:
            allied.do("beachhead us1 2723")
            assert allied.ask(type="do", line="nonsense")["type"] == "refused"
            assert german.ask(type="do", line="end", at="past")["type"] == "failed"
            assert allied.ask(type="concede")["type"] == "done"
        kept = weakref.ref(serving.hub.live[game].table)
        monkeypatch.setattr("bocage.server.hub.OVER_MS", 0)
        until(lambda: game not in serving.hub.live)
        until(lambda: kept() is None)
        errors = [each for each in gc.get_objects() if isinstance(each, NotBegunError)]
        assert not errors
        until(lambda: sum(isinstance(each, Door) for each in gc.get_objects()) <= 2)
        assert not [each for each in gc.get_objects() if isinstance(each, ServerProtocol | Line)]
    finally:
        gc.enable()
