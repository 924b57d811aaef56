"""What teams are cited for, and what is counted for it turn by turn."""

from __future__ import annotations

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, QUEUED, Position
from bocage.games.opcom.debrief.honour_records import CITED
from bocage.games.opcom.debrief.honours import Honours, honours
from bocage.games.opcom.debrief.tallies import Count, count_prisoners, counts, tally, turns_ended
from bocage.games.opcom.pieces.orders import Dispatch
from bocage.games.opcom.s05_orders.files import sheet_text
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.games.opcom.s09_combat.ineffective import capture
from bocage.games.opcom.words.verbs import SHEET
from tests.games.opcom.debriefing import begun, clear, game, put, team


def of_team(st: Position, seat: str) -> Honours:
    """What the debrief says of a team."""
    return next(each for each in honours(st) if each.team == team(st, seat))


def counted(*facts: tuple[int, str, int], turns: int = 10) -> Position:
    """Return a game of ten turns with these counts."""
    st = begun()
    st.turn = turns
    st.chronicle = (*((t, "ended", 1) for t in range(1, turns + 1)), *facts)
    return st


def each_turn(fact: str, turns: int) -> list[tuple[int, str, int]]:
    """Return the same count in so many turns."""
    return [(turn, fact, 1) for turn in range(1, turns + 1)]


CITATIONS: dict[str, tuple[list[Count], list[Count]]] = {
    "orders": (each_turn("sheet 82nd", 9), each_turn("sheet 82nd", 8)),
    "supplies": ([], [(4, "dry 82nd", 1)]),
    "prizes": ([(2, "prize B-GRA", 9)], [(2, "prize B-GRA", 10)]),
    "prisoners": ([(3, "prisoners 82nd", 150), (4, "prisoners 82nd", 50)], []),
    "reports": (each_turn("up 82nd", 7), each_turn("up 82nd", 6)),
    "traffic": (
        [(1, "metres 82nd", 1000), (1, "waiting 82nd", 3)],
        [(1, "metres 82nd", 1000), (1, "waiting 82nd", 3), (2, "waiting 82nd", 3)],
    ),
    "economy": ([(1, "metres 82nd", 100_000)], [(1, "metres 82nd", 60_000)]),
}
"""By what is cited: counts that are enough, and counts that are not."""


@pytest.mark.parametrize("kind", CITED)
def test_each_citation_needs_its_figure(kind: str) -> None:
    """Each citation is earned with enough, and not with too little; the figure is said."""
    cited: list[bool] = []
    for facts in CITATIONS[kind]:
        st = counted(*facts)
        if kind == "economy":
            for unit in [u for u in st.world.units if u.team == team(st, "82nd") and u.fights][:4]:
                st.lose(unit.number, 1)
        record = next(r for r in of_team(st, "82nd").records if r.citation.kind == kind)
        cited.append(record.cited)
        assert record.said
    assert cited == [True, False]


def test_citations_fit_the_kind_of_team() -> None:
    """Airmen are cited for their orders alone; who has nobody above for no reports."""
    st = counted((1, "metres XXX-Corps", 1000))
    kinds = [record.citation.kind for record in of_team(st, "Allied-Air").records]
    assert kinds == ["orders"]
    corps = {record.citation.kind for record in of_team(st, "XXX-Corps").records}
    assert "reports" not in corps
    assert {"supplies", "traffic"} <= corps


def test_no_team_is_cited_before_the_first_turn_ends() -> None:
    """There is nothing to count yet."""
    assert all(each.records == () for each in honours(begun()))


# What is counted -----------------------------------------------------------------------------


def test_a_turns_figures_are_counted_at_its_end() -> None:
    """Queues, marches, units without supplies, reports and bridges, each for its own team."""
    st = begun()
    clear(st, 1)
    st.turn = 4
    guards = st.world.by_id["GB-2GREN"]
    put(st, "GB-2GREN", "VAL")
    put(st, "US-504-1", "B-GRA")
    st.mark(guards, QUEUED)
    st.metres[guards] = 7000
    st.unsupplied[guards] = 1
    st.chores = (Dispatch(team(st, "Guards"), team(st, "XXX-Corps"), 1, "wireless", "at VAL"),)
    tally(st)
    assert turns_ended(st) == [4]
    size = st.world.units[guards].unit.size_points
    found = {kind: counts(st, kind, "Guards") for kind in ("waiting", "metres", "dry", "up")}
    assert found == {"waiting": {4: size}, "metres": {4: 7000}, "dry": {4: 1}, "up": {4: 1}}
    assert counts(st, "prize", "B-GRA") == {4: team(st, "82nd") + 1}
    assert counts(st, "up", "82nd") == {}
    tally(st)
    assert counts(st, "prize", "B-GRA") == {4: team(st, "82nd") + 1}  # it changes hands once


def test_a_bridge_that_is_down_is_not_seized() -> None:
    """A unit that reaches a destroyed bridge has seized nothing."""
    st = begun()
    clear(st, 1)
    put(st, "US-504-1", "B-GRA")
    st.bridges[st.world.ways.crossing_numbers["B-GRA"]] |= BLOWN
    tally(st)
    assert counts(st, "prize", "B-GRA") == {}


def test_prisoners_are_counted_for_their_captors() -> None:
    """A captured battalion counts for the team that took it."""
    st = begun()
    unit = st.world.by_id["GE-WAL-HF"]
    capture(st, unit, 0, {team(st, "Guards")})
    assert counts(st, "prisoners", "Guards")[st.turn] >= 100
    count_prisoners(st, {team(st, "82nd")}, 50)
    assert counts(st, "prisoners", "82nd") == {st.turn: 50}


def test_sheets_in_time_are_counted() -> None:
    """A team that sent a sheet is on time; one whose time ran out is not."""
    table: Table[Position] = Table.new(game("malta"), scenario="malta", seed=b"d" * 32)
    raf = team(table.state, "RAF")
    sheet: Sheet = {"team": "RAF", "turn": "1", "air": [{"mission": "hold", "squadrons": ["FAA"]}]}
    assert table.act(raf, SHEET.carrying(sheet_text(sheet)))
    assert table.close()
    assert counts(table.state, "sheet", "RAF") == {1: 1}
    assert counts(table.state, "sheet", "Folgore") == {}
