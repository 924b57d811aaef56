"""Whole operations of OP COM by commanders alone: played to the end, and what is looked for."""

from __future__ import annotations

import json

import pytest

from bocage.ai.commander import CommanderPlayer
from bocage.engine import play as engine
from bocage.engine.playout import play_out
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.told import Told, as_data, from_data
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.lab.campaign import Campaign, Watcher, happened, looked_for, play
from bocage.tables import DataError

SEEDS = (1, 2, 3)


@pytest.fixture(scope="module")
def campaigns() -> list[Campaign]:
    """Joe's Bridge by commanders, with three seeds."""
    return [play("joes-bridge", seed) for seed in SEEDS]


def test_it_is_carried_to_its_end(campaigns: list[Campaign]) -> None:
    """Every half day of the scenario is played, and the end is scored for both sides."""
    assert [each.turns for each in campaigns] == [4, 4, 4]
    assert all(set(each.points) == {"allied", "axis"} for each in campaigns)


def test_both_headquarters_attack(campaigns: list[Campaign]) -> None:
    """The Guards attack and KG Walther strikes back, in every campaign."""
    assert all(each.attackers == {"Guards", "Walther"} for each in campaigns)
    assert all(each.attacks >= 4 for each in campaigns)


def test_nobody_idles_in_reach_of_an_objective(campaigns: list[Campaign]) -> None:
    """Every unit near an objective has moved, fought or faced an enemy."""
    assert [each.idle for each in campaigns] == [[], [], []]


@pytest.mark.parametrize("halted", [True, False])
def test_a_unit_that_cannot_march_is_stranded_and_not_idle(*, halted: bool) -> None:
    """A unit with orders but no petrol counts as stranded, not as idle."""
    game = OpCom(scenario="joes-bridge")
    st = game.new("joes-bridge", {})
    engine.settle(st)
    assert isinstance(st, Position)
    found = Campaign(1, 1)
    watch = Watcher(game.world, looked_for("joes-bridge"), found)
    unit = st.world.units[st.world.by_id["GB-2GREN"]]
    if halted:
        st.note(unit.team, "no fuel", unit.number)
    watch.sees(st)
    watch.end(st)
    assert (unit.id in found.stranded) == halted
    assert (unit.id in found.idle) != halted


def test_the_same_seed_is_the_same_campaign(campaigns: list[Campaign]) -> None:
    """Commanders throw no dice of their own; another seed is another campaign."""
    assert play("joes-bridge", 2) == campaigns[1]
    assert len({str(each.points) for each in campaigns}) > 1


class _Listening(CommanderPlayer):
    """Keeps every sheet with what it was written from."""

    def __init__(self, kept: list[tuple[int, int, str, Sheet]]) -> None:
        super().__init__()
        self.kept = kept

    def at_table(self) -> _Listening:
        return _Listening(self.kept)

    def sheet(self, world: World, team: int, turn: int, told: Told) -> Sheet:
        made = super().sheet(world, team, turn, told)
        self.kept.append((team, turn, json.dumps(as_data(told)), made))
        return made


def test_sheets_come_from_the_report_alone() -> None:
    """From the reports of a game alone, without its state, all its sheets are written again."""
    kept: list[tuple[int, int, str, Sheet]] = []
    game = OpCom(scenario="joes-bridge")
    play_out(game, [_Listening(kept)] * len(game.seats), 5, scenario="joes-bridge")
    assert len(kept) == 8
    anew = {team: CommanderPlayer() for team in (0, 1)}
    for team, turn, told, made in kept:
        assert anew[team].sheet(game.world, team, turn, from_data(json.loads(told))) == made


def test_a_campaign_can_end_early() -> None:
    """A campaign of two half days ends after two, and reports every turn once."""
    told: list[int] = []
    found = play("joes-bridge", 1, turns=2, told=told.append)
    assert told == [1, 2]
    assert found.turns == 2


def test_what_market_garden_looks_for() -> None:
    """Every event has a kind that can be looked for and a place on the map, and most a date."""
    looked = looked_for("market-garden")
    st = OpCom(scenario="market-garden").new("market-garden", {})
    engine.settle(st)
    assert isinstance(st, Position)
    assert not isinstance(st.stack[-1], Release)
    so = {event.id for event in looked.events if happened(st, event)}
    assert so == set()
    assert sum(event.history is not None for event in looked.events) == len(looked.events) - 1
    assert "B-ARN" in looked.bridges


def test_a_scenario_that_looks_for_nothing() -> None:
    """Where a scenario has no such file nothing is looked for; a kind there is not is refused."""
    assert looked_for("second-lift").events == ()
    with pytest.raises((KeyError, DataError)):
        looked_for("nowhere")
