"""What a corps does for its divisions on one road: petrol, a second bridge, word of blown ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.orders import Construction
from bocage.games.opcom.s05_orders.chores import build_bridges, drive_supplies
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Understood, understand
from bocage.games.opcom.s10_reports.release import told_after
from bocage.games.opcom.s11_supplies.sources import can_draw, is_between
from tests.games.opcom.playing import begun

CORPS = "XXX-Corps"


@pytest.fixture(scope="module")
def morning() -> Table[Position]:
    """Return the first morning of Market Garden."""
    game = OpCom(scenario="market-garden")
    return Table.new(game, scenario="market-garden", seed=b"c" * 32)


def _meant(st: Position, seat: str, **rows: Sequence[Mapping[str, object]]) -> Understood:
    team = next(i for i, each in enumerate(st.world.teams) if each.seat == seat)
    sheet = shaped({"turn": str(st.turn), **{key: list(rows[key]) for key in rows}})
    return understand(st.world, team, sheet, known_to_team(st, team))


def _line(by: str, to: str) -> dict[str, object]:
    return {"from": "D-XXX", "to": to, "by": by, "ammo": 2, "fuel": 8}


def test_columns_of_a_corps_supply_its_divisions(morning: Table[Position]) -> None:
    """Reading 6.19: a corps column fills the dump of a division under it; it is never theirs."""
    st = morning.branch().state
    found = _meant(st, CORPS, supply=[_line("GB-XXX-RASC1", "D-GAD")])
    assert not found.problems
    units, dump = len(st.world.units), [d.id for d in st.world.dumps].index("D-GAD")
    before = st.holds(units + dump, FUEL)
    st.chores = found.chores
    drive_supplies(st)
    assert st.holds(units + dump, FUEL) == before + 8
    assert st.held(st.world.by_id["GB-XXX-RASC1"]) == 0


def test_a_dump_supplies_only_its_own_formation(morning: Table[Position]) -> None:
    """A division fills no dump of its corps or its neighbour, and a corps needs a column for it."""
    st = morning.state
    for seat, line in (
        ("Guards", {"from": "D-GAD", "to": "D-43", "by": "GB-GADRASC1", "fuel": 1}),
        ("Guards", {"from": "D-GAD", "to": "D-XXX", "by": "GB-GADRASC1", "fuel": 1}),
        (CORPS, {"from": "D-XXX", "to": "GB-5GA-HQ", "fuel": 1}),
        (CORPS, _line("GB-XXX-RASC1", "GB-2IG")),
    ):
        assert _meant(st, seat, supply=[line]).problems, line


def test_a_second_bridge_doubles_a_narrow_one(morning: Table[Position]) -> None:
    """Reading 5.6: engineers and a column beside Joe's Bridge add a Bailey bridge, once."""
    st = morning.branch().state
    bridge = st.world.ways.crossing_numbers["B-JOE"]
    at = st.world.ways.xy(st.world.crossings[bridge].lat, st.world.crossings[bridge].lon)
    engineers, column = (st.world.by_id[unit] for unit in ("GB-XXX-RE", "GB-XXX-BR1"))
    for unit in (engineers, column):
        st.place(unit, at)
    st.chores = (Construction(st.world.units[engineers].team, bridge, engineers, (column,)),)
    assert st.capacity[bridge] == 20
    build_bridges(st)
    assert st.capacity[bridge] == 40
    build_bridges(st)
    assert st.capacity[bridge] == 40
    assert not st.bridges[bridge] & BLOWN


def test_a_headquarters_knows_where_those_under_it_are(morning: Table[Position]) -> None:
    """Readings 6.18 and 10.5: a corps knows where its divisions are, a division where its guns
    are."""
    st = morning.state
    seats = [team.seat for team in st.world.teams]
    corps, guards = (st.told[seats.index(seat)] for seat in (CORPS, "Guards"))
    assert {"GB-2IG", "GB-50-HQ"} <= {each.id for each in corps.under}
    assert {each.id for each in guards.lent} == {
        "GB-AGRA5-1", "GB-AGRA5-2", "GB-AGRA5-3", "GB-AGRA5-4", "GB-AGRA5-H",
    }  # fmt: skip
    assert guards.under == ()


def test_units_at_a_bridge_see_that_it_is_down(morning: Table[Position]) -> None:
    """Who comes to a bridge that is down learns so, and so does the headquarters above."""
    st = morning.branch().state
    bridge = st.world.ways.crossing_numbers["B-SON"]
    st.bridges[bridge] |= BLOWN
    assert _who_knows(st, "B-SON") == set()
    at = st.world.ways.xy(st.world.crossings[bridge].lat, st.world.crossings[bridge].lon)
    st.place(st.world.by_id["GB-2IG"], (at[0] - 1000, at[1]))
    assert _who_knows(st, "B-SON") == {"Guards", CORPS}


def _who_knows(st: Position, bridge: str) -> set[str]:
    """Return the Allied teams that would learn that a bridge is down."""
    told = told_after(st)
    return {
        team.seat
        for i, team in enumerate(st.world.teams)
        if team.side == "allied" and bridge in told[i].down
    }


@pytest.mark.parametrize(
    ("enemy", "between"),
    [
        ((0, 1000), True),  # half way
        ((900, 1500), True),  # beside the way, nearer than a kilometre
        ((1100, 1500), False),  # too far from it
        ((0, -500), False),  # in front
        ((900, 0), False),  # beside the troops
        ((0, 3500), False),  # behind the headquarters
    ],
)
def test_an_enemy_between_a_unit_and_its_headquarters_cuts_it_off(
    enemy: Point, between: bool
) -> None:
    """Reading 6.2: an enemy between a unit and its headquarters cuts the unit off."""
    assert is_between((0, 0), (0, 3000), enemy, 1.0) is between


def test_troops_in_contact_draw_on_their_headquarters() -> None:
    """Reading 6.2: the enemy whom they face does not cut them off; one behind them does."""
    st = begun().state
    unit, hq, foe = (st.world.by_id[each] for each in ("GB-2IG", "GB-32G-HQ", "GE-HOF-1"))
    x, y = st.at(unit)
    st.place(hq, (x, y - 1100))
    for enemy in st.enemies(0):
        st.place(enemy.number, (x + 20000, y))
    st.place(foe, (x, y + 500))
    assert can_draw(st, unit) > 0
    st.place(foe, (x, y - 500))
    assert can_draw(st, unit) == 0
