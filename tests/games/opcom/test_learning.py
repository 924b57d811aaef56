"""What teams learn by being there: capacities of crossings, and the names of those they face."""

from __future__ import annotations

from bocage.engine.table import Table
from bocage.games.opcom.position import Position
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


def test_a_formation_is_named_after_more_than_one_turn_of_contact() -> None:
    """10.5: whom one has faced for two turns on end is told by name, not before."""
    at = {"GE-FJ6-1": "51.2700 5.3800", "GB-2IG": "51.2600 5.3800"}
    table = alone("GE-FJ6-1", "GB-2IG", at=at)
    for turn, named in ((1, False), (2, True)):
        send(table, GUARDS, sheet(turn=turn))
        send(table, WALTHER, sheet(turn=turn))
        work_out(table)
        release(table)
        report = "\n".join(told(table, GUARDS)["report"])
        assert ("The enemy in front of us belongs to KG Walther." in report) == named
