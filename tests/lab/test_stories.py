"""The story of a game: it matches what happened, and luck is zero on average."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from bocage.ai import load_game
from bocage.engine.past import Past
from bocage.engine.playout import play_at, policies_of, table_for
from bocage.engine.story import Battle
from bocage.engine.table import Table
from bocage.games.falaise.board.position import DEAD
from bocage.games.falaise.words.events import Surrendered
from bocage.games.roundup.pieces.units import is_restored
from bocage.games.roundup.words.events import StepLost
from bocage.lab import album, stories
from bocage.lab.stories import Story, luck_of, told_of

from .test_reports import plain_ground

NAMES = ("roundup", "falaise")


@cache
def finished(name: str) -> Table[Any]:
    """Return a whole game."""
    table = table_for(load_game(name), 11)
    policies = policies_of(table.game)
    play_at(table, [policies.get("aggressive", policies["random"])] * 2, Random(11))
    return table


@cache
def story(name: str) -> Story:
    """Return the story of it."""
    table = finished(name)
    made = told_of(table.game, Past(table), table.events)
    assert made is not None
    return made


@pytest.mark.parametrize("name", NAMES)
def test_every_turn_has_its_figures(name: str) -> None:
    """The turns are in order, and each measure and each loss has a value for every turn."""
    told, table = story(name), finished(name)
    assert list(told.turns) == list(range(1, len(told.turns) + 1))
    assert told.turns[-1] == table.state.turn
    assert list(told.ends) == sorted(told.ends)
    assert told.ends[-1] == len(table.entries)
    for _, lines in told.charts:
        for line in lines:
            assert len(line.values) == len(told.turns)
            assert line.values[-1] == line.measure.value(table.state)
    assert len(told.losses) == len(told.turns)


@pytest.mark.parametrize("name", NAMES)
def test_losses_are_those_of_the_log(name: str) -> None:
    """Steps lost in all are the events that tell of them, counted."""
    told, table = story(name), finished(name)
    lost = sum(sum(each) for each in told.losses)
    kinds: Sequence[str] = [type(event).__name__ for _, event in table.events]
    assert lost >= kinds.count("Eliminated") > 0
    assert lost >= kinds.count("StepLost")
    fought = kinds.count("Fought")
    assert len(told.fights) == fought > 0


def test_losses_of_divisions_that_an_option_brings_count() -> None:
    """Reading 77: with 19 divisions more, every lost step of theirs is in the story."""
    game = load_game("roundup")
    table = table_for(game, 11, options={"restored-divisions": "on"})
    play_at(table, [policies_of(game)["aggressive"]] * 2, Random(11))
    told = told_of(game, Past(table), table.events)
    assert told is not None
    lost = [event.unit for _, event in table.events if isinstance(event, StepLost)]
    assert any(is_restored(table.state.world.units[u]) for u in lost)
    assert sum(map(sum, told.losses)) >= len(lost)


@pytest.mark.parametrize("name", NAMES)
def test_turning_points_are_moments_of_the_game(name: str) -> None:
    """They lie on the way, in order, and say where."""
    told, table = story(name), finished(name)
    lines = [each.line for each in told.turning]
    assert lines == sorted(lines)
    assert len(lines) == 5
    assert all(0 < line <= len(table.entries) for line in lines)
    for each in told.turning:
        assert each.words.say(table.game.nouns)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_without_a_fight_has_a_story(name: str) -> None:
    """Somebody gives up before anything has happened: nothing turned, and all the same it is
    told."""
    table = table_for(load_game(name), 11)
    table.concede(0)
    told = told_of(table.game, Past(table), table.events)
    assert told is not None
    assert not told.fights
    assert told.ends[-1] == len(table.entries)


def test_luck_is_zero_on_average_and_best_for_the_best_result() -> None:
    """Whatever the odds, the lucks of the six faces sum to zero."""
    order: dict[str, str] = {"AE": "", "NE": "", "DE": ""}
    for faces in (("AE", "NE", "NE", "DE", "DE", "DE"), ("NE",) * 6, ("AE",) * 5 + ("DE",)):
        battle = Battle(0, 7, faces, order)
        lucks = [luck_of(battle, face)[0] for face in range(6)]
        assert sum(lucks) == pytest.approx(0)
        assert lucks == sorted(lucks)
        variance = luck_of(battle, 0)[1]
        assert variance == pytest.approx(sum(each * each for each in lucks) / 6)
    long_shot = Battle(0, 7, ("AE",) * 5 + ("DE",), order)
    assert luck_of(long_shot, 5)[0] > luck_of(long_shot, 0)[0]
    assert luck_of(long_shot, 5)[0] == pytest.approx(5 / 6 + 1 / 12 - 0.5)


def test_sides_share_their_luck() -> None:
    """What one side gains by the dice of battles the other loses; the spread is common to both."""
    told = story("falaise")
    assert told.luck(0) == pytest.approx(-told.luck(1))
    assert 0 < told.spread < len(told.fights) / 2
    assert told_of(load_game("opcom"), Past(finished("falaise")), []) is None


def test_surrenders_are_counted_apart_from_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps of units that surrender count for no battle, and those of a turn are summed."""
    monkeypatch.setattr(stories, "TURNING", 1 << 30)
    table = finished("falaise")
    told = told_of(table.game, Past(table), table.events)
    assert told is not None
    asked = {e.unit for _, e in table.events if isinstance(e, Surrendered)}
    given_up = [u for u in asked if table.state.loc[u] == DEAD]
    assert given_up
    said = [each.words.say(table.game.nouns) for each in told.turning]
    assert sum(int(each.split()[0]) for each in said if "surrender" in each) == len(given_up)


@pytest.mark.parametrize("name", NAMES)
def test_an_album_of_the_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has a picture of every turn with each counter on the map; the GIF has as many."""
    monkeypatch.setattr(album, "ground", plain_ground)
    told, table = story(name), finished(name)
    made = album.page(table.game, told, "A victory <b>")
    assert made.count('<use href="#ground"/>') == len(told.turns)
    places = [place for turn, _ in told.positions for place in turn]
    assert made.count('<use href="#u') == sum(place >= 0 for place in places)
    assert "A victory &lt;b&gt;" in made
    assert "<script" not in made
    moving = Image.open(BytesIO(album.gif(table.game, told, 300)))
    assert (moving.format, getattr(moving, "n_frames", 1)) == ("GIF", len(told.turns))
