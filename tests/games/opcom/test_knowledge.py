"""Team knowledge from being there: capacities of crossings, and the names of enemy formations."""

from __future__ import annotations

from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s10_reports.discoveries import surveyed_by
from tests.games.opcom.playing import (
    GUARDS,
    WALTHER,
    alone,
    begun,
    go,
    ordered,
    release,
    send,
    sheet,
    told,
    work_out,
)


def crossings(table: Table[Position], team: int) -> set[str]:
    """Crossings whose capacity a team was told."""
    return {each["name"] for each in told(table, team)["crossings"]}


def test_defenders_know_their_bridges_and_attackers_do_not() -> None:
    """7.3.a: capacities are known to those who have been in the area, and to nobody else."""
    table = begun()
    assert "Joe's Bridge (No 9 De Groote Barrier)" in crossings(table, GUARDS)
    assert "Joe's Bridge (No 9 De Groote Barrier)" not in crossings(table, WALTHER)
    assert "Dommelen Dommel bridge" in crossings(table, WALTHER)
    assert "Dommelen Dommel bridge" not in crossings(table, GUARDS)


def test_reconnaissance_learns_a_capacity_by_coming_to_the_bridge() -> None:
    """7.3.a: armoured cars that end at a bridge know it; tanks that have just come do not yet."""
    for unit, learns in (("GB-HCR", True), ("GB-2IG", False)):
        table = alone(unit, "GB-GAD-HQ", "GB-32G-HQ", at={unit: "Schaft fork"})
        table.adjust(2, "move GB-GAD-HQ Schaft fork because of the test")
        table.adjust(2, "move GB-32G-HQ Schaft fork because of the test")
        table.adjust(2, "stock GB-GAD-HQ fuel 2 because of the test")
        ordered(table, GUARDS, go(unit, "Dommel bridge S of Valkenswaard"))
        release(table)
        assert ("Dommel bridge S of Valkenswaard" in crossings(table, GUARDS)) == learns


def test_distant_building_does_not_change_a_known_capacity() -> None:
    """7.3.a: a known crossing keeps the figure that was learnt, until somebody is there again."""
    name, far = "Dommelen Dommel bridge", "51.2300 5.3800"
    table = begun(["3"] * 60)
    before = {each["name"]: each["capacity"] for each in told(table, WALTHER)["crossings"]}[name]
    number = [each.name for each in table.state.world.crossings].index(name)
    for unit in table.state.world.units:
        if unit.side == 1:
            table.adjust(2, f"move {unit.id} {far} because of the test")
    table.state.capacity[number] += 20
    for turn, near in ((1, False), (2, True)):
        if near:
            table.adjust(2, "move GE-FJ6-1 51.3462 5.4339 because of the test")
        for team in (GUARDS, WALTHER):
            send(table, team, sheet(turn=turn))
        work_out(table)
        release(table)
        now = {each["name"]: each["capacity"] for each in told(table, WALTHER)["crossings"]}[name]
        assert now == before + 20 * near


def test_no_team_reads_a_capacity_that_it_has_not_learnt() -> None:
    """Reading 10.7: of every crossing that a team has not surveyed no figure is in what it gets."""
    table = begun(scenario="market-garden")
    st = table.state
    for team in range(len(st.world.teams)):
        known = {st.world.crossings[c].name for c in surveyed_by(st, team)}
        assert {each["name"] for each in told(table, team)["crossings"]} == known
        assert len(known) < len(st.world.crossings)
        view = table.game.view(st, player(team))
        assert set(view) == {"turn", "scenario", "told", "sheets"}


def test_a_formation_is_named_after_more_than_one_turn_of_contact() -> None:
    """10.5: an enemy formation is named after two turns of contact, not before."""
    at = {"GE-FJ6-1": "51.2700 5.3800", "GB-2IG": "51.2600 5.3800"}
    table = alone("GE-FJ6-1", "GB-2IG", at=at)
    for turn, named in ((1, False), (2, True)):
        send(table, GUARDS, sheet(turn=turn))
        send(table, WALTHER, sheet(turn=turn))
        work_out(table)
        release(table)
        report = "\n".join(told(table, GUARDS)["report"])
        assert ("The enemy in front of us belongs to KG Walther." in report) == named
