"""Computer players read codes and numbers: with every sentence reworded they play alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.ai.commander import CommanderPlayer
from bocage.engine.play import pending, sit_down
from bocage.engine.playout import policy, table_for
from bocage.engine.table import Table
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.told import as_data
from tests.rewording import backwards, reworded


def lines_of(name: str, player: str, count: int) -> tuple[list[str], list[str]]:
    """Return the lines of a game that a player plays against itself, and what was told of it."""
    game = load_game(name)
    table = table_for(game, 5)
    plays = sit_down(policy(game, player))
    rng = Random(5)
    while len(table.entries) < count and not table.is_over:
        seat = pending(table.state)[0]
        assert table.act(seat, plays(table.state, table.legal(seat), rng))
    told = [event.words().say(game.nouns) for _, event in table.events]
    return [table.log.line(entry) for entry in table.entries], told


@pytest.mark.parametrize(
    ("name", "player", "count"),
    [
        ("roundup", "aggressive", 150),
        ("roundup", "staff", 120),
        ("falaise", "aggressive", 150),
        ("falaise", "staff", 150),
    ],
)
def test_players_play_alike_whatever_the_words(name: str, player: str, count: int) -> None:
    """With the same dice the players choose the same lines, though the wording differs."""
    lines, told = lines_of(name, player, count)
    with reworded():
        again, retold = lines_of(name, player, count)
    assert again == lines
    assert retold != told


def campaign(turns: int) -> tuple[list[str], list[Any]]:
    """Return the sheets of commanders in a campaign of OP COM, and their last reports."""
    table: Table[Any] = Table.new(OpCom(), scenario="joes-bridge", seed=bytes(32))
    player, rng = CommanderPlayer(), Random(1)
    while table.decision is not None and table.state.turn <= turns:
        seat = pending(table.state)[0]
        assert table.act(seat, player(table.state, table.legal(seat), rng))
    reports = [as_data(each) for each in table.state.told if each]
    return [table.log.line(entry) for entry in table.entries], reports


def test_commanders_write_the_same_sheets_whatever_their_reports_say() -> None:
    """OP COM: a headquarters judges its units and the enemy by codes of its report."""
    lines, reports = campaign(4)
    with reworded():
        again, retold = campaign(4)
    assert again == lines
    states = [row["state"] for report in reports for row in report["units"]]
    assert [row["state"] for report in retold for row in report["units"]] == [
        backwards(each) for each in states
    ]
    counts = [row["count"] for report in reports for row in report.get("sightings", ())]
    assert counts, "somebody has met the enemy"
