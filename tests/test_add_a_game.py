"""The page "Add a game", followed as a newcomer would: its blocks make a game that is played."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.cli.game_file import Sitting
from bocage.cli.terminal.session import Session
from bocage.engine import play
from bocage.engine.game import QUESTIONS, Game, Map
from bocage.engine.playout import play_at, table_for, uniform
from bocage.games import games_in
from bocage.server import boards
from tests.battery.subjects import decisions
from tests.cli.test_any_game import Typed

PAGE = Path(__file__).parents[1] / "docs" / "add-a-game.md"


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Generator[Game[Any]]:
    """The game of the page, in a package of its own, found as the registry finds games."""
    folder = tmp_path_factory.mktemp("newcomer") / "newcomer_games"
    home = folder / "race"
    home.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (home / "__init__.py").write_text('"""Race."""\n')
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (home / "game.py").write_text("\n\n".join(blocks), encoding="utf-8")
    sys.path.insert(0, str(folder.parent))
    try:
        yield games_in(folder, "newcomer_games")["race"]()
    finally:
        sys.path.remove(str(folder.parent))


def ground(game: Game[Any]) -> Map:
    """Return the map of a game that has one."""
    found = game.map()
    assert found is not None
    return found


def test_the_game_of_the_page_is_played_to_its_end(race: Game[Any]) -> None:
    """Random players play it, and what is legal and what `check` allows agree on the way."""
    table = table_for(race, 3)
    for seat, _ in decisions(table, Random(3)):
        legal = set(table.legal(seat))
        for unit in range(4):
            for h in ground(race).grid.around(table.state.loc[unit]):
                action = race.grammar.verbs[0](unit, h)
                ruling = play.check(table.state, race.grammar, seat, action)
                assert bool(ruling) == (action in legal)
        if table.state.turn == 3:
            break
    whole = table_for(race, 4)
    play_at(whole, [uniform, uniform], Random(4))
    assert race.outcome(whole.state) is not None


def test_every_question_is_answered_or_lacking(race: Game[Any]) -> None:
    """The page names every question, and the game answers it or says why it does not."""
    text = PAGE.read_text(encoding="utf-8")
    for each in QUESTIONS:
        assert f"`{each}`" in text, each
        answered = getattr(type(race), each) is not getattr(Game, each)
        assert answered != (each in race.lacks), each


def test_it_has_a_board_and_a_terminal(race: Game[Any], tmp_path: Path) -> None:
    """The page of the browser gets a board and counters; the terminal a map, ways and reasons."""
    board = boards.board(race)
    assert len(board["units"]) == 4
    assert 'id="u0f"' in boards.sprites(race)
    sitting = Sitting.begin(tmp_path / "race.bocage", race, seed=b"1")
    near = race.numbers[ground(race).grid.around(sitting.table.state.loc[0])[0]]
    step = f"step B1 {near}"
    screen = Typed("map", "units", "reach", f"why {step}", "why step B1 0101", step)
    Session(sitting, screen).run()
    for said in ("Blue 1st, steps 1", "1 MP", "a step 1 (1.2)", "No: ", "(Race 1.1)"):
        assert said in screen.text
    assert [entry.text for entry in sitting.table.entries] == [step]
