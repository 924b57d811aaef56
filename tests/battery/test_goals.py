"""A game says how it is won and where it stands, and what is left to do in a phase."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.playout import play_at, policies_of, table_for
from bocage.engine.table import AnyTable
from bocage.engine.viewers import Viewer
from bocage.engine.words import Words
from bocage.games.roundup.board.position import LOST

BOTH = Viewer(frozenset({0, 1}))


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        *(("roundup", ""), ("roundup", "landing"), ("roundup", "counterstroke")),
        *(("falaise", ""), ("falaise", "chambois"), ("falaise", "hill-262")),
    ],
)
def test_the_goals_at_the_end_agree_with_the_outcome(name: str, scenario: str) -> None:
    """The side that would win now wins when the game ends, with the same levels and points."""
    table = table_for(load_game(name), 11, scenario=scenario)
    play_at(table, [policies_of(table.game)["aggressive"]] * 2, Random(11))
    game = table.game
    outcome, goals = game.outcome(table.state), game.goals(table.state, BOTH)
    assert outcome is not None
    assert goals is not None
    assert goals.now.fields["when"] == Words("At the end")
    winner = "a draw" if outcome.winner is None else game.nouns["side"].say(outcome.winner)
    assert winner in goals.now.say(game.nouns)
    if name == "roundup" and not scenario:
        for goal, score in zip(goals.goals, outcome.scores, strict=True):
            levels = [line for line in goal.lines if line.words.template.startswith("{name}")]
            levels = levels or list(goal.lines)
            assert sum(bool(line.met) for line in levels) == score
    else:
        sums = [sum(line.value or 0 for line in goal.lines) for goal in goals.goals]
        assert sums[0] - sums[1] == outcome.scores[0]


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        *(("roundup", "landing"), ("roundup", "counterstroke")),
        *(("falaise", "chambois"), ("falaise", "hill-262")),
    ],
)
def test_both_sides_of_a_short_scenario_read_how_they_score(name: str, scenario: str) -> None:
    """What brings points is listed before it has brought any."""
    table = table_for(load_game(name), 1, scenario=scenario)
    goals = table.game.goals(table.state, BOTH)
    assert goals is not None
    assert all(goal.lines for goal in goals.goals)


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_the_goals_of_a_game_that_was_conceded_name_no_other_winner(name: str) -> None:
    """Who stood better then does not matter: the standing is that of the moment."""
    table = table_for(load_game(name), 1)
    table.game.concede(table.state, 0)
    goals = table.game.goals(table.state, BOTH)
    assert goals is not None
    assert goals.now.fields["when"] == Words("When {side:side} conceded", {"side": 0})
    assert "side" not in [field for field, _ in goals.now.named()]


def test_the_goals_name_the_sources_of_a_level() -> None:
    """The ports that are held, the beachheads that are lost, the Allied units on the edge."""
    table: Any = table_for(load_game("roundup"), 1)
    st = table.state
    for marker in (1, 2, 3):
        st.beachheads[marker] = LOST
    st.place(0, next(iter(st.world.edges["S"])))
    goals = table.game.goals(st, BOTH)
    allied, german = goals.goals
    assert allied.lines[0].words.fields["lost"] == [1, 2, 3]
    assert german.lines[0].words.fields["spoilers"] == [0]
    assert german.lines[1].words.fields["held"] == [0, 1, 2]


def until(name: str, kind: str, seed: int = 3) -> AnyTable:
    """Return a game of aggressive players until a decision of a kind is asked on turn 2 or
    later.
    """
    table = table_for(load_game(name), seed)
    play = policies_of(table.game)["aggressive"]
    rng = Random(seed)
    while True:
        top: Any = table.state.stack[-1]
        if type(top).__name__ == kind and table.state.turn >= 2:
            return table
        assert table.act(top.seat, play(table.state, table.legal(top.seat), rng))


@pytest.mark.parametrize(("name", "kind"), [("roundup", "MovePhase"), ("falaise", "MoveRound")])
def test_what_is_left_to_do_shrinks_as_it_is_done(name: str, kind: str) -> None:
    """Every unit that may move is named; to end before all have moved needs a warning."""
    table = until(name, kind)
    game, seat = table.game, table.state.stack[-1].seat
    (before,) = game.todo(table.state, seat)
    lines = [game.grammar.say(each) for each in table.legal(seat)]
    selected = [line for line in lines if line.startswith("select ")]
    assert before.code == "move"
    assert before.warns
    assert len(before.units) == len(selected) > 1
    assert table.do(seat, selected[0])
    assert game.todo(table.state, seat) == []
    way = next(each for each in game.reach(table.state, seat) if each.allowed)
    assert table.do(seat, f"go {game.numbers[way.hex]}")
    while type(table.state.stack[-1]).__name__ != kind:
        top: Any = table.state.stack[-1]
        legal = [game.grammar.say(each) for each in table.legal(top.seat)]
        assert table.do(top.seat, "stay" if "stay" in legal else legal[0])
    (after,) = game.todo(table.state, seat)
    assert after.warns
    assert len(after.units) < len(before.units)


def test_markers_are_counted_and_air_supply_is_for_those_without_supply() -> None:
    """A TAS Marker may go nearly everywhere: markers are counted. On turn 1 all have supply."""
    table = table_for(load_game("roundup"), 3, scenario="first-battle")
    play = policies_of(table.game)["aggressive"]
    game, rng, seen = table.game, Random(3), set[str]()
    while len(seen) < 2 and table.state.turn < 2:
        top: Any = table.state.stack[-1]
        kind = type(top).__name__
        left = game.todo(table.state, top.seat)
        if kind == "PlaceTas" and left:
            (markers,) = left
            assert markers.words.say(game.nouns).startswith(f"{table.state.tas_left} TAS Marker")
            assert not markers.hexes
            seen.add(kind)
        if kind == "PlaceAerial":
            assert left == []
            seen.add(kind)
        assert table.act(top.seat, play(table.state, table.legal(top.seat), rng))
    assert seen == {"PlaceTas", "PlaceAerial"}


def test_units_that_can_be_attached_are_left_to_do() -> None:
    """Falaise: the list names the units that may join the active corps, until three have joined;
    to do without them needs no warning."""
    table: Any = until("falaise", "Attach")
    game, seat = table.game, table.state.stack[-1].seat
    (left,) = game.todo(table.state, seat)
    able = [line for each in table.legal(seat) if (line := game.grammar.say(each)) != "end"]
    assert left.code == "attach"
    assert not left.warns
    assert [f"attach {game.names['unit'].written[u]}" for u in left.units] == able
    table.state.attached = 3
    assert game.todo(table.state, seat) == []
    said = table.state.stack[-1].prompt(table.state).say(game.nouns)
    assert said.startswith("No more units can be attached")
