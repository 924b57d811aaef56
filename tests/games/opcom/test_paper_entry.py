"""The tables of the panic bundle: written, filled in by hand, read back, and played on from."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import HERE, Position
from bocage.games.opcom.s02_umpiring import grids
from bocage.games.opcom.s02_umpiring.cards import Review
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s02_umpiring.entry import enter
from bocage.games.opcom.s02_umpiring.grids import BRIDGES, STOCKS, UNITS, WEATHER
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.games.opcom.words.verbs import ADJUDICATE
from tests.games.opcom.playing import (
    CONTROL,
    GAME,
    begun,
    play_samples,
    release,
    sample,
    send,
    sheet,
    work_out,
)

WHY = "the network failed"


def tables(st: Position) -> dict[str, bytes]:
    """Return the files of a bundle that can be entered."""
    return {each.file: each.csv() for each in (grids.about(st), *grids.grids(st))}


def filled(content: bytes, cells: Mapping[tuple[str, str], str], mark: str = ",") -> bytes:
    """Return a file with some cells changed: by the first cell of their row, and their column."""
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    head = lines[0]
    for (row, column), value in cells.items():
        line = next(each for each in lines if each[0] == row)
        line[head.index(column)] = value
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=mark).writerows(lines)
    return out.getvalue().encode()


def second_turn() -> Table[Position]:
    """Joe's Bridge after its first turn, with sheets to be written."""
    table = begun(["3"] * 80)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    return table


def test_tables_that_come_back_unchanged_change_nothing() -> None:
    """A bundle that is entered as it was printed leaves the position as it is."""
    table = second_turn()
    before = table.state.key()
    found = enter(table, tables(table.state), WHY, turns=0)
    assert found.faults == ()
    assert found.acts == ()
    assert table.state.key() == before


@pytest.mark.parametrize("scenario", ["joes-bridge", "market-garden"])
def test_a_position_is_restored_from_its_tables(scenario: str) -> None:
    """The tables of a position, entered into the game as it began, give the same tables."""
    game = GAME.at(scenario)
    later = Table.new(game, scenario=scenario, seed=b"s" * 32)
    st = later.state
    units = [u for u in st.world.units if st.where[u.number] == HERE][:6]
    for number, unit in enumerate(units[:-1]):
        there = st.at(units[-1].number)
        point = (there[0] + 70 * number, there[1] - 30)
        acts = [
            f"move {unit.id} to metres {point[0]} {point[1]}",
            f"steps {unit.id} {min(1, st.status(unit.number).last_step)}",
            f"count {unit.id} stayed 3",
            f"prepared {unit.id} yes",
        ]
        for act in acts:
            assert later.adjust(st.world.control, f"{act} because of the test")
    dump = st.world.dumps[0]
    for act in (
        f"remove {units[-1].id}",
        f"bridge {st.world.crossings[0].id} blown",
        f"bridge {st.world.crossings[1].id} 7",
        f"stock {dump.id} ammo 3",
        "weather bad",
    ):
        assert later.adjust(st.world.control, f"{act} because of the test")
    began = Table.new(game, scenario=scenario, seed=b"s" * 32)
    found = enter(began, tables(later.state), WHY, turns=0)
    assert found.faults == ()
    assert len(found.acts) >= 20
    assert grids.grids(began.state) == grids.grids(later.state)


def test_play_continues_after_a_paper_turn_is_entered() -> None:
    """Places in words and by reference, losses, stocks and bridges; then reports and orders."""
    table = second_turn()
    files = tables(table.state)
    files[UNITS] = filled(
        files[UNITS],
        {
            ("GB-2IG", "place"): "Valkenswaard",
            ("GB-3IG", "reference"): "Q 500330",
            ("GB-2IG", "steps lost"): "1",
            ("GB-2IG", "stayed"): "0",
        },
        mark=";",
    )
    files[BRIDGES] = filled(files[BRIDGES], {("B-DOM", "state"): "blown"})
    files[WEATHER] = filled(files[WEATHER], {("roads", "is"): "bad"})
    found = enter(table, files, WHY)
    assert found.faults == ()
    assert "paper" in found.acts
    st = table.state
    assert isinstance(st.stack[-1], Release)
    irish = st.world.by_id["GB-2IG"]
    place = next(each for each in st.world.places if each.name == "Valkenswaard")
    assert st.at(irish) == st.world.ways.xy(place.lat, place.lon)
    assert st.steps[irish] == 1
    assert all(entry.known_to == (CONTROL,) for entry in table.entries[-len(found.acts) :])
    release(table)
    assert table.state.turn == 3
    assert isinstance(table.state.stack[-1], Orders)
    told = {row.id: row for row in table.state.told[0].units}
    assert (told["GB-2IG"].x, told["GB-2IG"].y) == table.state.at(irish)
    for seat in (0, 1):
        send(table, seat, sheet(turn=3))
    work_out(table)
    release(table)
    assert table.state.turn == 4


def test_the_tables_of_an_adjudicated_turn_lead_to_its_position() -> None:
    """The tables after a turn, entered where its sheets had come, lead to the same position."""
    table = second_turn()
    for seat, name in enumerate(("2-guards.toml", "2-walther.csv")):
        send(table, seat, sample("joes_bridge", name))
    paper = table.branch()
    work_out(table)
    found = enter(paper, tables(table.state), WHY)
    assert found.faults == ()
    assert grids.grids(paper.state)[:3] == grids.grids(table.state)[:3]
    for each in (table, paper):
        release(each)
    assert grids.grids(paper.state)[:3] == grids.grids(table.state)[:3]
    assert [row.at for row in paper.state.told[0].units] == [
        row.at for row in table.state.told[0].units
    ]


def test_paper_can_take_over_in_the_middle_of_a_turn() -> None:
    """While a card waits: what was still to be worked out was done by hand."""
    table = second_turn()
    for seat, name in enumerate(("2-guards.toml", "2-walther.csv")):
        send(table, seat, sample("joes_bridge", name))
    assert table.act(CONTROL, ADJUDICATE())
    assert isinstance(table.state.stack[-1], Review)
    files = tables(table.state)
    assert any(row[5] == "open" for row in grids.fights(table.state).rows)
    files[UNITS] = filled(files[UNITS], {("GE-HOF-1", "steps lost"): "4"})
    assert enter(table, files, WHY).faults == ()
    release(table)
    assert table.state.steps[table.state.world.by_id["GE-HOF-1"]] == 4
    assert isinstance(table.state.stack[-1], Orders)


def test_turns_in_place_are_counted_through_a_paper_turn() -> None:
    """A unit that nobody moved has stayed a turn longer; one that was moved begins again."""
    table = second_turn()
    st = table.state
    still, moved = st.world.by_id["GB-3IG"], st.world.by_id["GB-2IG"]
    before = st.stayed[still]
    files = tables(st)
    files[UNITS] = filled(files[UNITS], {("GB-2IG", "place"): "Valkenswaard"})
    assert enter(table, files, WHY).faults == ()
    assert table.state.stayed[still] == before + 1
    assert table.state.stayed[moved] == 0


def test_several_paper_turns_can_be_entered_at_once() -> None:
    """Turns before the last one pass by themselves; the tables are how things stand at the end."""
    table = second_turn()
    files = tables(table.state)
    files[UNITS] = filled(files[UNITS], {("GB-2IG", "place"): "Valkenswaard"})
    assert enter(table, files, WHY, turns=2).faults == ()
    assert table.state.turn == 3
    assert isinstance(table.state.stack[-1], Release)


WRONG = [
    (UNITS, ("GB-2IG", "place"), "Valkenswaart", "no such place"),
    (UNITS, ("GB-2IG", "steps lost"), "9", "steps to lose"),
    (UNITS, ("GB-2IG", "steps lost"), "two", "whole number"),
    (UNITS, ("GB-2IG", "stands"), "fled", "on the map, to come, gone"),
    (UNITS, ("GB-2IG", "east"), "9999999", "off the map"),
    (UNITS, ("GB-2IG", "prepared"), "perhaps", "yes, no"),
    (UNITS, ("GB-2IG", "name"), "2nd Welsh Guards", "only for reading"),
    (STOCKS, ("GB-GAD-HQ", "ammo"), "999", "can carry"),
    (BRIDGES, ("B-DOM", "state"), "broken", "intact, prepared, safe, blown"),
    (WEATHER, ("roads", "is"), "icy", "fair, bad"),
]


def test_every_wrong_cell_has_a_sentence_and_nothing_is_changed() -> None:
    """All faults are listed at once, each with its file, row and column."""
    table = second_turn()
    before, lines = table.state.key(), len(table.entries)
    files = tables(table.state)
    good = {("GB-3IG", "place"): "Valkenswaard"}
    for file, cell, value, _ in WRONG:
        tried = dict(files)
        tried[file] = filled(files[file], {cell: value} | (good if file == UNITS else {}))
        found = enter(table, tried, WHY)
        assert [(each.file, each.field) for each in found.faults] == [(file, cell[1])]
    for file, cell, value, reason in WRONG:
        found = enter(table, {file: filled(files[file], {cell: value})}, WHY)
        assert reason in found.faults[0].reason, found.faults
        assert found.faults[0].row > 1
    assert table.state.key() == before
    assert len(table.entries) == lines


def test_tables_of_another_turn_are_refused() -> None:
    """A bundle that was printed a turn before is not entered by mistake."""
    table = begun(["3"] * 80)
    files = tables(table.state)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    found = enter(table, files, WHY)
    assert found.faults[0].field == "turn"
    assert "another turn" in found.faults[0].reason


def test_no_exported_cell_is_a_formula() -> None:
    """What a team wrote begins no formula in Control's spreadsheet, and comes back as it was."""
    table = begun(["3"] * 80)
    order = {"unit": "all", "action": "hold", "posture": "tact", "orders": "=1+1"}
    send(table, 0, sheet(order))
    written = grids.orders(table.state).csv().decode("utf-8-sig")
    assert ",'=1+1," in written


def test_rows_of_the_air_table_differ_by_name() -> None:
    """The grid on Control's page shows no ids, so that a name must say which lift it is."""
    names = [row[1] for row in grids.air(begun([], scenario="second-lift").state).rows]
    assert "lift L-SS, turn 2" in names
    assert len(set(names)) == len(names)
