"""Whole turns of drawn sheets: order of arrival changes nothing, an override re-rolls nothing."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.games.opcom.trials.drawn_sheets import drawn_sheet
from tests.games.opcom.playing import GAME, release, send, work_out

TURNS = 2


def drawn(table: Table[Position], rng: Random) -> list[tuple[int, Sheet]]:
    """Return a sheet for every team, with orders of all kinds."""
    teams = range(len(table.state.world.teams))
    return [(team, drawn_sheet(table.state, team, rng)) for team in teams]


def played(seed: int, arrange: int, scenario: str = "joes-bridge") -> Table[Position]:
    """Return some turns in which the sheets come in in one of the possible orders."""
    table = Table.new(GAME, scenario=scenario, seed=bytes([seed]) * 32)
    rng = Random(seed)
    for turn in range(TURNS):
        sheets = drawn(table, rng)
        for team, text in list(permutations(sheets))[arrange]:
            send(table, team, text)
        work_out(table)
        if turn + 1 < TURNS:
            release(table)
    return table


@pytest.mark.parametrize("seed", range(5))
def test_games_do_not_depend_on_the_order_of_sheets(seed: int) -> None:
    """4.0.a: in any order of sheets, every unit, stock, card and report is the same."""
    one, other = (played(seed, arrange) for arrange in range(2))
    assert one.state.key() == other.state.key()
    assert [str(each) for each in one.state.cards] == [str(each) for each in other.state.cards]


@pytest.mark.parametrize("seed", range(5))
def test_an_override_rolls_no_other_die_again(seed: int) -> None:
    """Every question that is asked again has the same answer, and what came before stays."""
    table = played(seed, 0)
    found = table.state.cards
    rng = Random(seed)
    for card in rng.sample(found, min(4, len(found))):
        dice = {e.question: e.text for e in table.entries if e.question and not e.struck}
        before = [each.name for each in table.state.cards]
        if card.name not in before:
            continue
        now = next(each for each in table.state.cards if each.name == card.name)
        value = next((each for each in now.options if each != now.value), None)
        if value is None:
            continue
        procedure.override(table, card.name, value, "of the test")
        after = {e.question: e.text for e in table.entries if e.question and not e.struck}
        assert {q: t for q, t in after.items() if q in dice and dice[q] != t} == {}
        ruled = {each.name: each for each in table.state.cards}
        if card.name in ruled:
            assert (ruled[card.name].value, ruled[card.name].by) == (value, "Control")
        while "waits for you" in procedure.waits_for(table):
            procedure.rule(table, "", "")


def test_twenty_one_sheets_mean_the_same_in_any_order() -> None:
    """4.0.a: with all teams of Market Garden what is ordered does not depend on who sent first."""
    game = OpCom(scenario="market-garden")
    opened: list[tuple[object, ...]] = []
    for shuffle in range(2):
        table = Table.new(game, scenario="market-garden", seed=b"m" * 32)
        sheets = drawn(table, Random(5))
        Random(shuffle).shuffle(sheets)
        for team, text in sheets:
            send(table, team, text)
        assert table.close()
        opened.append((table.state.orders, table.state.chores, table.state.key()))
    assert len(opened[0][0]) > 20  # type: ignore[arg-type]
    assert opened[0] == opened[1]


def test_teams_of_one_side_read_nothing_of_each_other() -> None:
    """Reading 10.5: units, stocks and crossings of another team are in nobody's papers."""
    game = OpCom(scenario="market-garden")
    st = Table.new(game, scenario="market-garden", seed=b"m" * 32).state
    for team in range(len(st.world.teams)):
        told = st.told[team]
        owners = {st.world.units[st.world.by_id[u.id]].team for u in told.units}
        assert owners <= {team}
        others = {u.name for u in st.world.units if u.team != team}
        others -= {u.name for u in st.world.units if u.team == team}
        assert others.isdisjoint({each.name for each in told.stocks})


def test_the_drawn_games_fight_and_roll() -> None:
    """The drawn games fight and roll, so that the tests above could fail."""
    rolled = [e for seed in range(5) for e in played(seed, 0).entries if e.question]
    assert len(rolled) > 5
