"""Control's desk: fights changed by hand, sheets taken in, reports given one by one, signals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bocage.engine.actions import NotationError
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom import views
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.desk import is_among
from bocage.games.opcom.s02_umpiring import drafts, overview, procedure, truth
from bocage.games.opcom.s05_orders.files import sheet_text
from bocage.games.opcom.words.verbs import CLOSE, PASS, RELEASE_TO
from tests.games.opcom.playing import (
    CONTROL,
    GAME,
    GUARDS,
    WALTHER,
    begun,
    go,
    release,
    sample,
    send,
    sheet,
    told,
    work_out,
)
from tests.games.opcom.test_control import FIGHT, second_turn


def worked_out() -> Table[Position]:
    """Return the second turn of Joe's Bridge, worked out."""
    table = second_turn()
    work_out(table)
    return table


def card(table: Table[Position], name: str) -> Any:
    """Return a card in full, which must be there."""
    found = overview.card(table.state, name)
    assert found is not None
    return found


def test_a_factor_that_is_struck_no_longer_counts() -> None:
    """2.0.c: one row of the scores falls away, the others stay, and the chances follow."""
    table = worked_out()
    before = card(table, FIGHT)
    row = next(each for each in before.factors if each.value > 0 and each.heading == "attacker")
    procedure.override(table, FIGHT, f"fight without {row.number}", "they were elsewhere")
    after = card(table, FIGHT)
    assert [each.struck for each in after.factors].count(True) == 1
    assert after.factors[row.number - 1].struck
    assert [each.value for each in after.factors] == [each.value for each in before.factors]
    total = sum(each.value for each in before.factors if each.heading == "attacker")
    assert f": {total - row.value} to " in after.row.what
    assert read(written(table), GAME).state == table.state


def test_a_ruled_result_has_its_own_losses_and_retreat() -> None:
    """9.13: the band is the one that Control names, with its losses and its retreat."""
    table = worked_out()
    assert card(table, f"{FIGHT}.result").band != "beaten"
    procedure.override(table, f"{FIGHT}.result", "badly beaten", "mines that nobody had seen")
    found = card(table, f"{FIGHT}.result")
    assert found.band == "beaten"
    assert found.row.reason == "mines that nobody had seen"
    assert all(unit.loses for unit in found.units if unit.side == "attacker")
    assert not any(name.startswith(f"{FIGHT}.retreat") for name in names(table))


def names(table: Table[Position]) -> list[str]:
    """Return the cards of this turn."""
    return [each.name for each in table.state.cards]


def test_a_retreat_goes_where_control_draws_it() -> None:
    """9.14.1: the unit ends at the point, and not where the rules would have it."""
    table = worked_out()
    name = next(each for each in names(table) if ".fight." in each and ".retreat." in each)
    unit = table.state.world.by_id[name.rpartition(".")[2]]
    start = card(table, name).path[0]
    there = (start[0] + 700, start[1] + 2100)
    procedure.override(table, name, f"to {there[0]} {there[1]}", "the road is that way")
    assert card(table, name).row.value == f"to {there[0]} {there[1]}"
    assert table.state.at(unit) == there


@pytest.mark.parametrize(
    ("value", "options", "fits"),
    [
        ("fight", ("fight", "fight without #"), True),
        ("fight without 2, 5", ("fight", "fight without #"), True),
        ("fight without", ("fight", "fight without #"), False),
        ("fight without #", ("fight", "fight without #"), False),
        ("fight without 2;5", ("fight", "fight without #"), False),
        ("to 10 -20", ("free", "to @"), True),
        ("to 10", ("free", "to @"), False),
        ("captured", ("free", "to @"), False),
    ],
)
def test_a_ruling_is_one_of_the_options(value: str, options: tuple[str, ...], fits: bool) -> None:
    """`#` stands for numbers with commas, `@` for a point."""
    assert is_among(value, options) is fits


def test_an_override_without_a_matching_card_changes_nothing() -> None:
    """A ruling written beforehand for a card that cannot be ruled so is left aside."""
    table = second_turn()
    procedure.override(table, f"{FIGHT}.result", "nonsense", "a slip of the pen")
    work_out(table)
    assert card(table, f"{FIGHT}.result").row.by == "rules"


def test_a_rerun_keeps_every_edit_act_and_accepted_card() -> None:
    """What Control edited, changed by hand and let stand is so again after an override."""
    table = worked_out()
    edit = "Guards / 32nd Guards Brigade / remark = the road is blocked because of smoke"
    part = drafts.draft(table.state, GUARDS)
    assert part is not None
    formation = part.parts[0].id
    assert table.do(CONTROL, f"edit {edit.replace('32nd Guards Brigade', formation)}")
    assert table.adjust(CONTROL, "stock GB-32G-HQ ammo 1 because of a count")
    count = procedure.accept_routine(table)
    assert count > 3
    table_edits = table.state.edits
    procedure.override(table, f"{FIGHT}.result", "badly beaten", "a second look")
    assert table.state.edits == table_edits
    hq = table.state.world.by_id["GB-32G-HQ"]
    assert table.state.holds(hq, table.state.world.units[hq].ammo) <= 1
    seen = [each for each in overview.desk(table.state).cards if each.reason == "accepted"]
    assert len(seen) > 3
    assert f"{FIGHT}.result" in [
        e.name for e in overview.desk(table.state).cards if e.by == "Control"
    ]
    procedure.override(table, FIGHT, "no fight", "a third look")
    assert table.state.edits == table_edits


def test_teams_hear_what_control_tells_and_never_why() -> None:
    """The private reason stays on the card; the other words reach the teams of the fight."""
    table = worked_out()
    reason = "Walther is new to this; tell The smoke hid everything."
    procedure.override(table, f"{FIGHT}.result", "badly beaten", reason)
    row = card(table, f"{FIGHT}.result").row
    assert (row.reason, row.told) == ("Walther is new to this", "The smoke hid everything.")
    release(table)
    for team in (GUARDS, WALTHER):
        report = json.dumps(told(table, team))
        assert "The smoke hid everything." in report
        assert report.count("The smoke hid everything.") == 1
        assert "new to this" not in report
    with pytest.raises(procedure.ProcedureError, match="'3' is a number that reports don't give"):
        procedure.override(worked_out(), FIGHT, "no fight", "so; tell You lost 3 steps")


def test_accepting_routine_cards_leaves_decisive_cards_open() -> None:
    """`pass routine` marks what needs nobody; it changes no ruling and counts as no override."""
    table = worked_out()
    before = {each.name: each.value for each in table.state.cards}
    assert table.act(CONTROL, PASS.carrying("routine"))
    for each in overview.desk(table.state).cards:
        assert each.value == before[each.name]
        if each.weight == "decisive":
            assert each.reason != "accepted" or each.category in ("bridge", "ineffective")
    assert overview.desk(table.state).overruled == {}
    assert not table.act(CONTROL, PASS.carrying("2.no.such.card"))


def test_reports_released_one_by_one_equal_those_released_together() -> None:
    """4.0.c: a team without its report knows nothing of the turn; the order makes no difference."""
    one, other = worked_out(), worked_out()
    before = one.state.told
    assert one.act(CONTROL, RELEASE_TO.carrying("Walther"))
    assert one.state.told[GUARDS] == before[GUARDS]
    assert one.state.told[WALTHER] != before[WALTHER]
    assert not one.act(CONTROL, RELEASE_TO.carrying("Walther"))
    assert not one.act(CONTROL, RELEASE_TO.carrying("nobody"))
    with pytest.raises(procedure.ProcedureError, match="has its report of this turn"):
        procedure.override(one, FIGHT, "no fight", "too late")
    again = read(written(one), GAME)
    for table in (one, again):
        procedure.release(table, "Guards")
    release(other)
    assert one.state.told == again.state.told == other.state.told
    assert one.state == other.state


def test_a_draft_of_a_team_is_edited_until_it_is_released() -> None:
    """A released report cannot be edited; the other team's still can."""
    table = worked_out()
    found = {team: drafts.draft(table.state, team) for team in (GUARDS, WALTHER)}
    procedure.release(table, "Guards")
    for team, ok in ((GUARDS, False), (WALTHER, True)):
        draft = found[team]
        assert draft is not None
        line = f"edit {draft.seat} / {draft.parts[0].id} / late = yes because of a slow runner"
        assert bool(table.do(CONTROL, line)) is ok
    after = drafts.draft(table.state, WALTHER)
    assert after is not None
    assert after.parts[0].edited == ("late = yes (of a slow runner)",)


def test_control_enters_paper_sheets_and_late_sheets() -> None:
    """5.1: a sheet is typed for a team, or comes after the orders are closed, and counts."""
    table = begun(["3"] * 60)
    mine = sheet(go("GB-HCR", "Achel"), team="Guards")
    line = f"sheet {sheet_text(mine)} because it came on paper"
    assert table.adjust(CONTROL, line)
    rows = {each.seat: each.came for each in overview.desk(table.state).sheets}
    assert rows == {"Guards": "in", "Walther": "out"}
    view = views.view(table.state, player(GUARDS))
    assert "Guards" in view["sheets"]  # type: ignore[operator]
    assert "Walther" not in view["sheets"]  # type: ignore[operator]
    assert table.close()
    assert overview.desk(table.state).phase == "closed"
    assert overview.desk(table.state).sheets[WALTHER].came == "none"
    late = sheet(go("GE-HOF-3", "Borkel"), team="Walther")
    assert table.adjust(CONTROL, f"sheet {sheet_text(late)} because the runner was shot at")
    assert overview.desk(table.state).sheets[WALTHER].came == "in"
    units = {unit for each in table.state.orders for unit in each.units}
    assert {table.state.world.by_id[each] for each in ("GB-HCR", "GE-HOF-3")} <= units
    assert read(written(table), GAME).state == table.state
    work_out(table)
    ruling = table.adjust(CONTROL, f"sheet {sheet_text(late)} because of nothing")
    assert "too late" in table.say(ruling)
    assert any("GE-HOF-3" in each or "Walther" in each for each in names(table))


def test_sheets_stand_when_control_reopens_the_orders() -> None:
    """4.0.a: Control opens the orders; who sends nothing keeps the sheet that was sent before."""
    table = second_turn()
    assert table.close()
    orders, counted = table.state.orders, table.state.chronicle
    assert table.adjust(CONTROL, "reopen Guards because they misread the map")
    assert overview.desk(table.state).phase == "orders"
    assert table.close()
    assert (table.state.orders, table.state.chronicle) == (orders, counted)
    assert table.adjust(CONTROL, "reopen all because of the weather")
    send(table, GUARDS, sheet(go("GB-HCR", "Achel"), turn=2))
    assert overview.desk(table.state).phase == "orders"
    send(table, WALTHER, sample("joes_bridge", "2-walther.csv"))
    assert overview.desk(table.state).phase == "orders"
    assert table.act(CONTROL, CLOSE())
    assert overview.desk(table.state).phase == "closed"
    assert table.state.orders != orders
    work_out(table)
    assert "reopen" in table.say(table.adjust(CONTROL, "reopen all because of a whim"))


def test_acts_accept_names_of_units_bridges_and_dumps() -> None:
    """Units, bridges and dumps may be named in words; an ambiguous name must be made clear."""
    table = begun()
    world = table.state.world
    unit = world.by_id["GB-2IG"]
    assert table.adjust(CONTROL, f"move {world.units[unit].name} to Achel because of a test")
    achel = table.state.at(unit)
    assert table.adjust(CONTROL, "move GB-2IG Borkel because of a test")
    assert table.state.at(unit) != achel
    assert table.adjust(CONTROL, f"move GB-2IG to metres {achel[0]} {achel[1]} because of a test")
    assert table.state.at(unit) == achel
    bridge = world.crossings[0]
    assert table.adjust(CONTROL, f"bridge {bridge.name} blown because of a test")
    assert truth.truth(table.state).crossings[0].state == "blown"
    with pytest.raises(NotationError, match="fits"):
        table.adjust(CONTROL, "remove Guards because of a test")
    with pytest.raises(NotationError):
        table.adjust(CONTROL, "remove Grossdeutschland because of a test")


def test_a_signal_from_control_comes_with_the_next_reports() -> None:
    """Reading 10.9: in Control's name or in a headquarters'; nobody else reads it."""
    table = second_turn()
    act = "signal Control to Guards by wireless: Dakotas are overhead because of the plot"
    assert table.adjust(CONTROL, act)
    rows = [(each.sender, each.text) for each in overview.desk(table.state).signals]
    assert ("Control", "Dakotas are overhead") in rows
    assert "number" in table.say(
        table.adjust(CONTROL, "signal Control to Guards by runner: You have 5 steps because of x")
    )
    work_out(table)
    release(table)
    assert "Dakotas are overhead" in json.dumps(told(table, GUARDS))
    assert "Dakotas" not in json.dumps(told(table, WALTHER))
    assert "the plot" not in json.dumps(told(table, GUARDS))


def test_the_master_map_shows_both_halves_of_the_turn() -> None:
    """Every unit is where it began until the turn is worked out; then some were half way."""
    table = second_turn()
    assert all(each.began == each.midway == each.at for each in truth.truth(table.state).units)
    work_out(table)
    found = truth.truth(table.state).units
    assert any(each.began != each.midway != each.at for each in found)
    release(table)
    assert all(each.began == each.midway == each.at for each in truth.truth(table.state).units)


def test_the_desk_shows_truth_belief_and_the_difference() -> None:
    """A unit that Control moved after the report is believed to be where it was."""
    table = begun()
    assert table.adjust(CONTROL, "move GB-HCR Borkel because of a test")
    found = truth.belief(table.state, GUARDS)
    moved = [each for each in found.differences if each.kind == "own"]
    assert len(moved) == 1
    assert moved[0].true == table.state.at(table.state.world.by_id["GB-HCR"])
    assert moved[0].believed != moved[0].true
    assert {each.kind for each in found.differences} <= {"own", "sighted", "missed"}
    score = truth.debrief(table.state)
    assert {section.side for section in score.sections} == set(score.totals)
