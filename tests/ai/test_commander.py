"""Commanders of headquarters that nobody plays: sheets from a team's own report alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.ai.commander import CommanderPlayer, commander
from bocage.ai.commander.picture import Picture
from bocage.engine.actions import text_of
from bocage.engine.play import pending
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.told import Sighting, Standing, StockRow, Told
from bocage.games.opcom.s05_orders.files import sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.words.verbs import SHEET
from tests.ai.reports import sighting, unit_row

WORLD = load_world("joes-bridge")
GUARDS, WALTHER = 0, 1


def played(turns: int, seed: int = 1) -> tuple[Table[Position], list[Any]]:
    """Return a game of commanders with automatic Control, and every sheet that they wrote."""
    table: Table[Position] = Table.new(OpCom(), scenario="joes-bridge", seed=bytes([seed]) * 32)
    player, rng = CommanderPlayer(), Random(seed)
    sheets: list[Any] = []
    while table.decision is not None and table.state.turn <= turns:
        seat = pending(table.state)[0]
        action = player(table.state, table.legal(seat), rng)
        if SHEET.number == action >> 32 & 0xFF:
            sheet = sheet_from_text(text_of(action))
            known = known_to_team(table.state, seat)
            sheets.append((seat, sheet, understand(table.state.world, seat, sheet, known)))
        ruling = table.act(seat, action)
        assert ruling, table.say(ruling)
    return table, sheets


@pytest.fixture(scope="module")
def game() -> tuple[Table[Position], list[Any]]:
    """Joe's Bridge by two commanders."""
    return played(4)


def test_every_sheet_is_understood(game: tuple[Table[Position], list[Any]]) -> None:
    """A commander writes nothing that Control must send back."""
    _, sheets = game
    assert len(sheets) >= 6
    assert all(not found.problems and not found.questions for _, _, found in sheets)


def test_the_guards_attack_with_guns(game: tuple[Table[Position], list[Any]]) -> None:
    """Groups that have met the enemy attack, and guns in range support them."""
    table, sheets = game
    lines = [line for seat, sheet, _ in sheets if seat == GUARDS for line in sheet["order"]]
    attacks = [line for line in lines if line["action"] in ("attack", "breakthrough")]
    assert attacks
    assert any(line.get("support") for line in attacks)
    beaten = [u for u in table.state.world.units if u.side and table.state.steps[u.number]]
    assert beaten


def test_the_same_report_gives_the_same_sheet(game: tuple[Table[Position], list[Any]]) -> None:
    """All that a commander knows is the report: the master map may be whatever it is."""
    table, _ = game
    told = table.state.told[GUARDS]
    first = CommanderPlayer().sheet(WORLD, GUARDS, 3, told)
    assert first == CommanderPlayer().sheet(WORLD, GUARDS, 3, told)
    other = table.branch()
    for unit in other.state.world.units:
        if unit.team == WALTHER:
            other.state.steps[unit.number] = 0
            other.state.xs[unit.number] += 700
    found = CommanderPlayer().sheet(WORLD, GUARDS, 3, other.state.told[GUARDS])
    assert found == first


def _told(*sightings: Sighting, standing: Standing = "ready") -> Told:
    own = [u for u in WORLD.units if u.team == GUARDS]
    return Told(
        turn=1,
        units=tuple(unit_row(u, standing=standing) for u in own),
        sightings=sightings,
        stocks=tuple(StockRow(u.name, 6, 6) for u in own if u.arm == "hq"),
    )


def test_a_weak_enemy_is_broken_through_and_a_strong_one_is_not() -> None:
    """The main effort breaks through a company; against a host it waits."""
    lead = Picture.of(WORLD, GUARDS, 1, _told()).groups[0]
    x, y = lead.at[0] + 1000, lead.at[1] + 1000
    weak = commander(WORLD, GUARDS, 1, _told(sighting(x, y, "a weak company or two")))
    assert any(task.action == "breakthrough" for task in weak)
    host = [sighting(x + 3000 * i, y, "a brigade in strength") for i in range(3)]
    tired = _told(*host, standing="breaking")
    assert {task.action for task in commander(WORLD, GUARDS, 1, tired)} == {"hold"}


def test_sightings_near_each_other_are_one_enemy() -> None:
    """Two reports of one enemy give one enemy, and reports that are too old are ignored."""
    told = _told(
        sighting(0, 0, "about a battalion"),
        sighting(1000, 0, "a brigade in strength"),
        sighting(20000, 0, "a patrol"),
        sighting(40000, 0, "a patrol", age=3),
    )
    found = Picture.of(WORLD, GUARDS, 1, told).enemies
    assert [enemy.battalions for enemy in found] == [5.0, 0.1]


def test_a_headquarters_that_runs_low_is_filled_up(
    game: tuple[Table[Position], list[Any]],
) -> None:
    """After a turn of fighting the sheet asks the dump for fuel and shells."""
    _, sheets = game
    assert any(sheet.get("supply") for seat, sheet, _ in sheets if seat == GUARDS)
