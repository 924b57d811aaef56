"""The log is the game: replay, undo, takeback."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from bocage.engine.frames import CHANCE
from bocage.engine.game import Game
from bocage.engine.playout import table_for
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from tests.battery.subjects import POSITIONS, decisions, positions


def test_a_save_plays_again_to_the_byte(game: Game[Any], seed: int) -> None:
    """A game read from its save, finished or not, has the same state, events and text."""
    for table in positions(game, seed, POSITIONS // 4):
        text = written(table)
        again = read(text, game)
        assert again.state == table.state
        assert again.state.key() == table.state.key()
        assert again.state.dump() == table.state.dump()
        assert again.events == table.events
        assert again.entries == table.entries
        assert written(again) == text


def test_undo_goes_back_to_the_boundary_and_no_further(game: Game[Any], seed: int) -> None:
    """A seat can undo its own last actions since the last die, reveal or action of another seat."""
    table = table_for(game, seed)
    keys: list[bytes] = []
    found = Counter[tuple[str, int, int]]()
    for _ in decisions(table, Random(seed)):
        del keys[len(table.entries) :]
        keys += [b""] * (len(table.entries) - len(keys)) + [table.state.key()]
        for each in range(len(game.seats)):
            free = _expected(table, each)
            assert table.free(each) == free
            kind: tuple[str, int, int] = (
                table.state.stack[-1].__class__.__qualname__,
                min(free, 3),
                each,
            )
            if free and found[kind] < 1:  # each plays the whole game again
                found[kind] += 1
                back = table.branch()
                assert back.undo(each, free)
                assert len(back.entries) == len(table.entries) - free
                assert back.state.key() == keys[len(back.entries)]
                assert back.events == [e for e in table.events if e[0] < len(back.entries)]
            assert not table.undo(each, free + 1)
    assert found


def _expected(table: Table[Any], seat: int) -> int:
    """Return the boundary worked out from the events and from who acted next."""
    told = {number for number, event in table.events if event.reveals}
    acting = [entry.seat for entry in table.entries]
    decision = table.decision
    assert decision is not None
    asked = decision.seats
    count = 0
    for number in range(len(acting) - 1, -1, -1):
        others = {seat_ for seat_ in asked if seat_ not in (seat, CHANCE)}
        if acting[number] != seat or number in told or others:
            break
        if table.entries[number].known_to is not None and table.entries[number].final:
            break  # an answer under seal is changed by answering again
        count += 1
        asked = (seat,)
    return count


def test_a_takeback_gives_the_same_dice_again(game: Game[Any], seed: int) -> None:
    """With consent any line is taken back; played again alike, every die falls alike."""
    for table in positions(game, seed, POSITIONS // 4):
        if len(table.entries) < 2:
            continue
        taken = table.branch()
        to = Random(seed).randrange(len(table.entries))
        done = [e for e in table.entries[to:] if e.kind == "do"]
        others = [s for s in range(len(game.seats)) if s != 0]
        assert not taken.take_back(0, to, [])
        assert taken.state.key() == table.state.key()
        assert taken.take_back(0, to, others)
        assert all(entry.struck for entry in taken.entries[to : len(table.entries)])
        for entry in done:
            assert taken.act(entry.seat, entry.action)
        assert taken.state.key() == table.state.key()
        text = written(taken)
        again = read(text, game)
        assert written(again) == text
        assert again.state == taken.state
