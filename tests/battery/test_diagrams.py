"""Every position has a text, and the text gives the position back: for every game, anywhere."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from bocage.engine import diagram, play
from bocage.engine.diagram import PositionError
from bocage.engine.frames import Sealed
from bocage.engine.game import Game
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, UMPIRE, player

from .subjects import positions


def text_of(table: Table[Any]) -> str:
    """Return the text of a table's position."""
    game, header = table.game, table.header
    settings = game.settings(header.options, header.revision)
    return diagram.written(game, table.state, header.scenario, settings)


def test_a_position_is_read_back(game: Game[Any], seed: int) -> None:
    """A position written as text reads back as the same state, even in mid-battle, and can be
    played. A viewer who may not see all of it gets no text."""
    read_back = 0
    for table in positions(game, seed):
        _may_have_it(table)
        try:
            text = text_of(table)
        except PositionError:  # too long: an umpired game keeps whole order sheets
            assert game.control is not None
            continue
        assert text.isprintable()
        at = game.at(table.header.scenario)
        found = diagram.read(text, at)
        assert found == table.state
        assert found.key() == table.state.key()
        options = diagram.head_of(text).options
        assert diagram.written(at, found, table.header.scenario, options) == text
        read_back += 1
        if not table.is_over and game.control is None:
            _goes_on(table, text)
        _tampered(at, text, Random(read_back))
    assert read_back or game.control is not None


def _may_have_it(table: Table[Any]) -> None:
    """An umpire may have every text; others only where nothing is hidden from them."""
    game, st = table.game, table.state
    assert diagram.is_open_to(game, st, UMPIRE)
    sealed = any(isinstance(each, Sealed) or each.hidden for each in st.stack)
    for viewer in (OBSERVER, *(player(seat) for seat in range(len(game.seats)))):
        hidden = game.view(st, viewer) != game.view(st, UMPIRE)
        assert diagram.is_open_to(game, st, viewer) == (not sealed and not hidden)


def _goes_on(table: Table[Any], text: str) -> None:
    """A new game from a position asks the same, is played, saved, and read again."""
    made = Table[Any].new(table.game, position=text, seed=b"s" * 32)
    assert made.state == table.state
    seat = play.pending(made.state)[0]
    legal = list(made.legal(seat))
    assert legal == list(table.legal(seat))
    assert made.act(seat, legal[len(legal) // 2])
    again = read(written(made), table.game)
    assert again.state == made.state
    assert written(again) == written(made)


def _tampered(game: Game[Any], text: str, rng: Random) -> None:
    """Letters that are changed, left out or doubled give another position or a sentence."""
    for _ in range(3):
        at = rng.randrange(len(text))
        other = rng.choice(("", "9", "-", ":", text[at] * 2, "..", " / ", '"', "(", "US01"))
        with suppress(PositionError):
            diagram.read(text[:at] + other + text[at + 1 :], game)
