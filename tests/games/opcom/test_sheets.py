"""Order sheets: what is understood, what is asked back, and that one bad order loses no other."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.ai.commander.player import CommanderPlayer
from bocage.engine import play
from bocage.engine.actions import is_clean
from bocage.games.opcom.board.position import (
    ATTACK,
    BREAKTHROUGH,
    GONE,
    HOLD,
    MOVE,
    NON_TACT,
    PROBE,
    REST,
)
from bocage.games.opcom.pieces.orders import Attachment, Demolition, DumpMove, Supply
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s02_umpiring.desk import Desk
from bocage.games.opcom.s05_orders.files import (
    SheetError,
    read_sheet,
    shaped,
    sheet_from_text,
    sheet_text,
)
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.sheet import rows
from bocage.games.opcom.words.verbs import CLOSE, MODE, OVERRIDE
from tests.games.opcom.playing import (
    CONTROL,
    GUARDS,
    WALTHER,
    begun,
    meant,
    release,
    send,
    sheet,
    told,
    work_out,
)


def order(
    unit: Any = "32nd Guards Brigade Group", action: str = "hold", **more: Any
) -> dict[str, Any]:
    """Return a line of a sheet."""
    return {"unit": unit, "action": action, "posture": "tact", **more}


def test_a_grouping_a_label_and_an_id_all_name_units() -> None:
    """5.0: units are named singly, as a group, shortly or in full, with or without ordinals."""
    for name in ("GB-2IG", "2nd (Armd) Bn Irish Guards", "2 armd bn irish gds", "2 Irish Gds"):
        found = meant(sheet(order(name)))
        assert found.problems == (), name
        assert len(found.lines[0].units) == 1
    assert len(meant(sheet(order("32 Gds Bde Gp"))).lines[0].units) == 4


def test_a_misspelt_unit_gets_a_suggestion_and_the_rest_is_kept() -> None:
    """A unit that does not exist is said so, with the nearest name; the other lines stand."""
    found = meant(sheet(order("3rd Bn Irsh Guards"), order("GB-2IG", "hold")))
    said = "line 1: You have no unit called '3rd Bn Irsh Guards'. Did you mean 3rd Bn Irish Guards?"
    assert [str(each) for each in found.problems] == [said]
    assert [line.number for line in found.lines] == [2]


def test_an_enemy_unit_is_answered_like_a_missing_unit() -> None:
    """A team that names a unit of the enemy learns nothing of it, not even that it exists."""
    enemy = meant(sheet(order("III/von Hoffmann"))).problems[0]
    nobody = meant(sheet(order("III/von Hofmansthal"))).problems[0]
    assert str(enemy) == "line 1: You have no unit called 'III/von Hoffmann'."
    assert str(nobody) == "line 1: You have no unit called 'III/von Hofmansthal'."


def test_a_unit_that_is_lost_takes_no_orders() -> None:
    """Once its team was told, a unit that is no more is refused by name."""
    table = begun()
    table.state.where[table.state.world.by_id["GB-2IG"]] = GONE
    send(table, GUARDS, sheet())
    send(table, WALTHER, sheet())
    work_out(table)
    release(table)
    found = meant(sheet(order("GB-2IG"), order("GB-3IG"), turn=2), table=table)
    said = "line 1: 2nd (Armd) Bn Irish Guards is no longer a fighting unit."
    assert [str(each) for each in found.problems] == [said]
    assert len(found.lines) == 1


def test_a_place_that_could_be_several_is_questioned() -> None:
    """An unclear name goes back as a question; unanswered, the nearest is taken."""
    found = meant(sheet(order("GB-2IG", "move", objective="Dommel bridge")))
    assert str(found.questions[0]) == (
        "line 1: which bridge do you mean by 'Dommel bridge'? (Dommel bridge S of Valkenswaard, "
        "Dommelen Dommel bridge) If we hear nothing: Dommel bridge S of Valkenswaard."
    )
    assert found.lines[0].goal_name == "Dommel bridge S of Valkenswaard"


def test_a_misspelt_place_gets_a_suggestion() -> None:
    """A place that is not on the map is said so, with the nearest name; the unit then holds."""
    found = meant(sheet(order("GB-2IG", "move", objective="Valkenswart")))
    assert "cannot find 'Valkenswart' on the map. Did you mean Valkenswaard?" in str(
        found.problems[0]
    )
    assert found.lines[0].action == HOLD


@pytest.mark.parametrize("place", ["Valkenswaard", "018009", "51.3508 5.4597", "VAL"])
def test_places_by_name_grid_point_and_id(place: str) -> None:
    """Objectives are named, or given by grid or by latitude and longitude."""
    found = meant(sheet(order("GB-2IG", "move", objective=place)))
    assert (found.problems, found.questions) == ((), ())
    east, north = found.lines[0].goal
    assert abs(east + 7834) < 800
    assert abs(north + 14374) < 800


def test_places_are_found_in_the_words() -> None:
    """Without an objective of its own a line goes where its words say."""
    line = meant(sheet(order("GB-2IG", "attack", orders="Attack towards Valkenswaard"))).lines[0]
    assert (line.action, line.goal_name) == (ATTACK, "Valkenswaard")
    line = meant(sheet(order("GB-1WG", "move", orders="Move up behind 32nd Guards Bde Gp"))).lines[
        0
    ]
    assert line.follow >= 0


def test_breakthrough_without_armour_becomes_an_attack() -> None:
    """Reading 2.3: infantry alone cannot break through; asked, and by default it attacks."""
    found = meant(sheet(order("GB-3IG", "breakthrough", objective="VAL")))
    assert found.lines[0].action == ATTACK
    assert "only armour can break through" in str(found.questions[0])
    group = meant(sheet(order("32nd Guards Brigade Group", "break through", objective="VAL")))
    assert group.lines[0].action == BREAKTHROUGH


def test_an_attack_without_objective_asks_for_one() -> None:
    """Reading 2.3: a unit that is to attack without an objective stays where it is."""
    found = meant(sheet(order("GB-2IG", "attack")))
    assert found.lines[0].action == HOLD
    assert "where shall they attack to?" in str(found.questions[0])


def test_a_unit_on_two_lines_follows_the_later() -> None:
    """Reading 2.3: asked about; unanswered the later line wins. A whole formation gives way."""
    found = meant(sheet(order("GB-2IG", "hold"), order("GB-2IG", "move", objective="VAL")))
    assert [(line.number, line.action) for line in found.lines] == [(2, MOVE)]
    assert "is on two lines" in str(found.questions[0])
    quiet = meant(sheet(order("GB-2IG", "move", objective="VAL"), order("all", "hold")))
    assert quiet.questions == ()
    assert len(quiet.lines[1].units) > 10


def test_a_misspelt_action_or_posture_is_queried() -> None:
    """A misspelt action is taken as the nearest, and asked about."""
    found = meant(sheet({"unit": "GB-2IG", "action": "atack", "posture": "nontact"}))
    assert "we do not know 'atack'" in str(found.questions[0])
    assert found.lines[0].posture == NON_TACT
    rest = meant(sheet({"unit": "GB-2IG", "action": "move", "posture": "rest", "objective": "VAL"}))
    assert (rest.lines[0].action, rest.lines[0].posture) == (HOLD, REST)


def test_rest_is_read_in_either_column() -> None:
    """5.3: rest is a posture; in the column of the action it means the same."""
    for columns in ({"action": "rest"}, {"action": "hold", "posture": "Resting"}):
        found = meant(sheet({"unit": "GB-3IG", **columns}))
        assert not found.questions
        assert (found.lines[0].action, found.lines[0].posture) == (HOLD, REST)


def test_a_line_for_everybody_before_anybody_has_come_is_a_problem() -> None:
    """5.0: no line of a sheet falls away without a word."""
    table = begun(scenario="market-garden")
    world = table.state.world
    team = next(i for i, each in enumerate(world.teams) if each.seat == "101st")
    line = {"unit": "all", "action": "hold"}
    found = understand(world, team, sheet(line), known_to_team(table.state, team))
    assert not found.lines
    assert [str(each) for each in found.problems] == ["line 1: None of our troops has arrived yet."]


def test_air_support_among_the_guns_becomes_a_question() -> None:
    """5.1: the sample sheet has `air support` there; its squadrons stand in their own column."""
    line = {"unit": "GB-3IG", "action": "attack", "objective": "Schaft fork"}
    for more, asked in (({}, 1), ({"air": 2}, 0), ({"cab_rank": 1}, 0)):
        found = meant(sheet({**line, "support": ["GB-55FD", "air support"], **more}))
        assert not found.problems
        assert [u for u, _ in found.lines[0].support] == [begun().state.world.by_id["GB-55FD"]]
        assert len(found.questions) == asked


def test_only_a_units_own_guns_can_support_it() -> None:
    """5.1: supporting elements are guns; others are said to have none."""
    line = order("GB-2IG", "hold", support=["55 Fd Regt", "64 Med Regt: first attack", "GB-3IG"])
    found = meant(sheet(line))
    assert sorted(first for _, first in found.lines[0].support) == [0, 1]
    assert "3rd Bn Irish Guards has no guns" in str(found.problems[0])


def test_a_route_over_a_bridge_that_is_down_is_questioned() -> None:
    """Known to be down, a bridge on the route is a question; the line is kept."""
    table = begun()
    table.adjust(2, "bridge B-DOM blown because it went up in the night")
    send(table, GUARDS, sheet())
    send(table, WALTHER, sheet())
    work_out(table)
    release(table)
    text = sheet(order("GE-HOF-3", "move", objective="VAL", route=["B-DOM"]), turn=2)
    found = meant(text, WALTHER, table=table)
    assert "Dommel bridge S of Valkenswaard is down. Which way" in str(found.questions[0])
    assert len(found.lines) == 1


def test_a_sheet_for_another_time_or_team_is_sent_back() -> None:
    """A late sheet, an early one and one signed by others are refused in a sentence."""
    table = begun()
    for text, said in (
        ({"date": "1944-09-16"}, "this sheet is for 1944-09-16; orders are being taken for"),
        ({"half": "pm"}, "this sheet is for 1944-09-17 pm; orders are being taken for"),
        ({"team": "KG Walther"}, "this sheet is signed 'KG Walther', but you are Guards Armd Div"),
    ):
        with pytest.raises(procedure.ProcedureError, match=said):
            procedure.submit(table, GUARDS, shaped(text))
    assert table.entries == []


def test_only_control_closes_the_orders() -> None:
    """4.0.a: when all have sent, a team may still send another, until Control closes the orders.

    After that Control takes sheets in late or opens the orders again, until the turn is worked out.
    """
    table = begun(["3"] * 40)
    first = sheet(order("GB-2IG", "move", objective="Achel"))
    procedure.submit(table, GUARDS, first)
    procedure.submit(table, WALTHER, sheet())
    found = procedure.submit(table, GUARDS, sheet(order("GB-2IG", "move", objective="Lommel fork")))
    assert [line.goal_name for line in found.lines] == ["Lommel fork"]

    def goals() -> list[str]:
        return [line.goal_name for line in table.state.orders if line.team == GUARDS]

    assert goals() == []
    procedure.close(table)
    assert goals() == ["Lommel fork"]
    with pytest.raises(procedure.ProcedureError, match="Control may still submit a late sheet"):
        procedure.submit(table, GUARDS, first)
    procedure.take_in(table, GUARDS, first, "the runner was late")
    assert goals() == ["Achel"]
    assert table.adjust(CONTROL, "reopen Guards because they asked")
    procedure.submit(table, GUARDS, sheet(order("GB-2IG", "move", objective="Lommel fork")))
    procedure.adjudicate(table)
    assert goals() == ["Lommel fork"]
    before = len(table.entries)
    with pytest.raises(procedure.ProcedureError, match="orders for 1944-09-17 am are closed"):
        procedure.submit(table, GUARDS, first)
    assert len(table.entries) == before


def test_control_cannot_close_the_orders_before_the_sheets_are_in() -> None:
    """The refusal names the missing sheets; when time is up, earlier orders stand (reading 2.2)."""
    table = begun(["3"] * 40)
    procedure.submit(table, WALTHER, sheet())
    for closing in (procedure.close, procedure.adjudicate):
        with pytest.raises(procedure.ProcedureError, match="no sheet has come from Guards"):
            closing(table)
    assert not table.act(WALTHER, CLOSE())
    procedure.close(table, time_is_up=True)
    assert procedure.waits_for(table) == "the orders are closed; adjudicate"
    with pytest.raises(procedure.ProcedureError, match="no orders are open"):
        procedure.close(table)
    assert table.state.stack[-1] == Desk(CONTROL)


def test_rulings_made_in_advance_do_not_close_the_orders() -> None:
    """A mode or an override closes nothing."""
    table = begun(["3"] * 40)
    procedure.submit(table, WALTHER, sheet())
    assert table.act(CONTROL, MODE.carrying("march hold"))
    procedure.submit(table, GUARDS, sheet(order("GB-2IG", "move", objective="Achel")))
    assert table.act(CONTROL, OVERRIDE.carrying("1.march.Guards.1 none because of a cow"))
    procedure.submit(table, GUARDS, sheet(order("GB-2IG", "move", objective="Achel")))
    procedure.adjudicate(table)
    march = next(card for card in table.state.cards if card.name == "1.march.Guards.1")
    assert (march.value, march.by) == ("none", "Control")


def test_an_automatic_control_closes_the_orders_when_all_sheets_are_in() -> None:
    """Nobody else would: the commander at Control's seat has the turn worked out."""
    table = begun(["3"] * 40)
    procedure.submit(table, WALTHER, sheet())
    assert play.pending(table.state) == (GUARDS,)
    procedure.submit(table, GUARDS, sheet())
    assert play.pending(table.state) == (CONTROL,)
    action = CommanderPlayer()(table.state, table.legal(CONTROL), Random(1))
    assert table.act(CONTROL, action)
    assert table.decision is not None
    assert table.decision.kind == "Release"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.toml", "[[order\n", "a.toml can't be read as an order sheet"),
        (
            "a.toml",
            "[[ordr]]\nunit='x'\n",
            "has 'ordr', which is not part of an order sheet; did you mean 'order'?",
        ),
        ("a.toml", "[[order]]\nuntt='x'\n", "has a field 'untt'; did you mean 'unit'?"),
        ("a.toml", "order='x'\n", "'order' should be a list of lines"),
        ("a.csv", "one,two\n1,2\n", "so it is not an order sheet"),
        ("a.csv", "", "so it is not an order sheet"),
        ("a.txt", "hold", "neither a .toml nor a .csv file"),
    ],
)
def test_a_malformed_file_is_refused_in_a_sentence(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    """Whatever the file holds, it is answered with one sentence that names it."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SheetError, match=re.escape(said)) as caught:
        read_sheet(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (
            "[[order]]\nunit = 'GB-2IG\naction = 'hold'\n",
            "a.toml can't be read as an order sheet from line 5",
        ),
        (
            "[[ordr]]\nunit='x'\n",
            "a.toml has 'ordr', which is not part of an order sheet; did you mean 'order'?",
        ),
        (
            "[[order]]\nunit='GB-2IG'\nactoin='hold'\n",
            "a.toml: order 2 has a field 'actoin'; did you mean 'action'?",
        ),
        ("supply='x'\n", "a.toml: 'supply' should be a list of lines, [[supply]]"),
    ],
)
def test_a_malformed_file_keeps_its_good_lines(tmp_path: Path, bad: str, said: str) -> None:
    """A sentence says what cannot be read, and every other line of the sheet is taken."""
    path = tmp_path / "a.toml"
    good = "[[order]]\nunit='GB-3IG'\naction='move'\nobjective='Achel'\n"
    text = bad + good if bad.startswith("supply") else good + bad + good.replace("GB-3IG", "GB-1WG")
    path.write_text(text, encoding="utf-8")
    found = read_sheet(path)
    assert sheet_from_text(sheet_text(found)) == found
    table = begun()
    taken = procedure.submit(table, GUARDS, found)
    moving = [world_name(u) for line in taken.lines if line.action == 1 for u in line.units]
    assert moving == (["GB-3IG"] if bad.startswith("supply") else ["GB-3IG", "GB-1WG"])
    assert any(said in str(each) for each in taken.problems)
    assert all("\n" not in str(each) for each in taken.problems)


def world_name(unit: int) -> str:
    """Return a unit's id."""
    return begun().state.world.units[unit].id


def test_missing_files_and_binary_files_are_refused(tmp_path: Path) -> None:
    """A missing file and one of bytes are answered too."""
    with pytest.raises(SheetError, match=r"there is no file none\.toml"):
        read_sheet(tmp_path / "none.toml")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(SheetError, match=r"bytes\.csv cannot be read as text"):
        read_sheet(tmp_path / "bytes.csv")


def test_a_sheet_is_one_line_and_comes_back_as_it_was() -> None:
    """What the log keeps is the sheet, to the letter, whatever signs people type."""
    text = sheet(order("GB-2IG", "hold", orders="Hold ~ the line ^ at\nall @ costs"))
    line = sheet_text(text)
    assert is_clean(line)
    assert sheet_text(sheet_from_text(line)) == line
    for wrong in ("nonsense", "[1]", '{"order":[1]}'):
        with pytest.raises(SheetError):
            sheet_from_text(wrong)


def test_the_order_in_which_sheets_arrive_does_not_matter() -> None:
    """4.0.a: the same sheets, whichever comes first or is sent twice, lead to the same turn."""
    ours = sheet(order("32nd Guards Brigade Group", "attack", objective="Schaft fork"))
    theirs = sheet(order("all", "hold", support=["SS art Abt"]))
    ends: list[bytes] = []
    for turns in (
        ((GUARDS, ours), (WALTHER, theirs)),
        ((WALTHER, theirs), (GUARDS, ours)),
        ((WALTHER, sheet()), (WALTHER, theirs), (GUARDS, ours)),
    ):
        table = begun(["3"] * 40)
        for seat, text in turns:
            send(table, seat, text)
        work_out(table)
        assert any(card.category == "fight" for card in table.state.cards)
        ends.append(table.state.key())
    assert len(set(ends)) == 1


def test_counter_attacks_and_standing_fast_are_read_from_the_words() -> None:
    """9.13, 9.14.2: 'counter-attack' and 'hold at all costs' in the words count as orders."""
    text = "Hold at all costs, counter-attack if the front breaks"
    line = meant(sheet(order("GB-2IG", "hold", orders=text))).lines[0]
    assert (line.stand_fast, line.counter_attack) == (1, 1)


def test_supplies_dumps_and_bridges_are_ordered_on_the_sheet() -> None:
    """11: supply moves, a dump's move, an attachment and a demolition are lines of their own."""
    text = sheet(
        supply=[{"from": "Guards Armoured dump", "to": "GB-5GA-HQ", "ammo": 2, "fuel": 1}],
        dump=[{"dump": "dump", "to": "Lommel fork"}],
        attach=[{"unit": "GB-AGRA5-2", "to": "Guards Armoured Division"}],
        blow=[{"bridge": "Joe's Bridge"}],
    )
    found = meant(text)
    assert (found.problems, found.questions) == ((), ())
    assert [type(chore) for chore in found.chores] == [Supply, DumpMove, Attachment, Demolition]
    wrong = meant(sheet(supply=[{"from": "dump", "to": "GB-2IG", "ammo": 1}]))
    assert "2nd (Armd) Bn Irish Guards carries no supplies" in str(wrong.problems[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"turn":"1","faults":1}', "the sheet: 'faults' should be a list of sentences"),
        ('{"faults":{"a":1}}', "the sheet: 'faults' should be a list of sentences"),
        ('{"faults":[[1]]}', "'faults' should be a text or a number, or a list of them"),
        ('{"turn":{"a":1}}', "the sheet: 'turn' should be a text or a number, or a list of them"),
        ('{"order":[{"unit":{"a":1}}]}', "'unit' of order 1 should be a text or a number"),
        ('{"order":[{"unit":[["a"]]}]}', "'unit' of order 1 should be a text or a number"),
        ('{"order":[{"air":' + "9" * 5000 + "}]}", "this cannot be read as an order sheet"),
        ('{"order":[{"unit":' + "[" * 5000 + "]" * 5000 + "}]}", "cannot be read as an order"),
    ],
)
def test_a_wrong_type_in_a_sheet_is_refused(text: str, said: str) -> None:
    """Anything but a text or a list where one belongs is refused in a sentence."""
    with pytest.raises(SheetError) as caught:
        sheet_from_text(text)
    assert said in str(caught.value)


def test_unprintable_characters_are_removed_from_answers() -> None:
    """Halves of characters and controls are gone from everything that is said back."""
    found = sheet_from_text('{"team":"\\ud800\\u0000x","order":[{"unit":"\\udfff"}]}')
    assert found == {"team": "x", "order": [{"unit": ""}]}


@pytest.mark.parametrize("bad", ["a = " + "9" * 5000, "a = " + "[" * 5000, "a = {b=" * 2000])
def test_a_part_that_is_too_deep_or_too_long_is_left_out(tmp_path: Path, bad: str) -> None:
    """The part that cannot be read is left out, and the rest is kept."""
    path = tmp_path / "bad.toml"
    path.write_text(f'{bad}\n[[order]]\nunit = "all"\naction = "Hold"\n')
    assert rows(read_sheet(path), "order") == [{"unit": "all", "action": "Hold"}]


def test_the_annex_answers_every_kind_of_order() -> None:
    """5.1: the annex has the result of each order for bridges, dumps, columns and guns."""
    table = begun(["6"] * 40)
    rows: dict[str, Any] = {
        "blow": [{"bridge": "Dommel bridge S of Valkenswaard"}],
        "dump": [{"dump": "dump", "to": "Lommel fork"}],
        "fire": [{"guns": ["55 Fd"], "at": "Schaft fork"}],
        "attach": [{"unit": "GB-AGRA5-2", "to": "Guards Armoured Division"}],
    }
    send(table, GUARDS, sheet(**rows))
    send(table, WALTHER, sheet())
    work_out(table)
    release(table)
    annex = " ".join(told(table, GUARDS)["annex"])
    assert "Blow Dommel bridge south of Valkenswaard: not done yet." in annex
    assert "The dump to Lommel fork: done." in annex
    assert "Fire on Schaft fork: " in annex
    assert "64th Medium Regt under Guards Armoured Division: done." in annex
    theirs = " ".join(told(table, WALTHER)["annex"])
    assert "Blow" not in theirs


def test_a_condition_does_not_stop_the_action_of_the_column() -> None:
    """The column says probe, the words add an attack on a condition: they probe all the same."""
    line = order("GB-HCR", "probe", objective="Leende", orders="Attack if the enemy is weak")
    found = meant(sheet(line))
    assert [(each.action, each.goal_name) for each in found.lines] == [(PROBE, "Leende")]
    assert "depends on 'if the enemy is weak'" in str(found.questions[0])
    held = meant(sheet(order("GB-HCR", "move", objective="Leende", orders="Move if it rains")))
    assert [each.action for each in held.lines] == [HOLD]
