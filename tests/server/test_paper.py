"""Paper over the wire: packs and the panic bundle for Control alone, and the way back."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.s05_orders.coded import code_of
from bocage.server.settings import Settings
from tests.server.test_umpired import GUARDS, IDLE, WALTHER, Played

from .clients import Serving
from .conftest import running


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server."""
    folder = tmp_path_factory.mktemp("paper")
    settings = Settings(str(folder / "games.db"), dumps=Path(folder), signs_a_minute=10_000)
    with running(settings) as serving:
        yield serving


def test_paper_is_for_control_alone(table: Serving) -> None:
    """Only Control can open the pages; neither the bundle nor a log has the seed."""
    played = Played(table)
    where = f"/api/games/{played.game}/paper"
    guards, walther, control, eve = played.people
    stranger = table.guest("Stranger")
    asked = ("panic.zip", "control.zip", "reports.zip", "teams/0", "teams/1")
    for path in asked:
        for person in (guards, walther, eve):
            assert person.http.get(f"{where}/{path}").status_code == 403
        assert stranger.http.get(f"{where}/{path}").status_code == 404
    for person in (guards, eve):
        body = {"files": {"units.csv": "id\n"}, "turns": 1}
        assert person.http.post(f"{where}/tables", json=body).status_code == 403
        assert person.http.post(f"{where}/sheet", json={"text": "A01A"}).status_code == 403
    assert control.http.get(f"{where}/teams/2").status_code == 404
    made = control.http.get(f"{where}/teams/0")
    assert made.status_code == 200
    with zipfile.ZipFile(io.BytesIO(made.content)) as pack:
        assert any(name.startswith("1-brief") for name in pack.namelist())
    played.close()


def test_a_turn_goes_through_paper_and_play_continues(table: Serving) -> None:
    """Held, printed, entered with a wrong cell and then without; teams get their reports."""
    played = Played(table)
    where = f"/api/games/{played.game}/paper"
    control = played.people[2]
    assert played.control.ask(type="adjourn")["type"] == "done"
    made = control.http.get(f"{where}/panic.zip")
    with zipfile.ZipFile(io.BytesIO(made.content)) as bundle:
        assert "game.bocage" not in bundle.namelist()
        text = bundle.read("tables/units.csv").decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    place = rows[0].index("place")
    irish = next(row for row in rows if row[0] == "GB-2IG")

    def entered(name: str) -> Any:
        irish[place] = name
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        answer = control.http.post(
            f"{where}/tables", json={"files": {"units.csv": out.getvalue()}, "turns": 1}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    wrong = entered("Valkenswaart")
    assert wrong["acts"] == []
    assert [(each["file"], each["column"]) for each in wrong["wrong"]] == [("units.csv", "place")]
    done = entered("Valkenswaard")
    assert done["wrong"] == []
    assert done["acts"][-1] == "paper"
    while played.control.state["decision"]["kind"] != "Release":
        played.control.next()
    assert played.control.ask(type="resume")["type"] == "done"
    played.control.do("release")
    while played.guards.state["view"]["turn"] != 2:
        played.guards.next()
    told = played.guards.state["view"]["told"]["Guards"]["units"]
    assert next(each for each in told if each["id"] == "GB-2IG")["at"] == "at Valkenswaard"
    played.close()


def test_a_turn_is_entered_cell_by_cell(table: Serving) -> None:
    """The tables to write in say which turn they are of. A changed cell comes back alone; tables
    of another turn are refused."""
    played = Played(table)
    where, control = f"/api/games/{played.game}/paper", played.people[2]
    tables = {each["file"]: each for each in control.get(f"{where}/tables")}
    about, units = tables["about.csv"], tables["units.csv"]
    assert (about["entered"], dict(about["rows"])["turn"]) == ([], "1")
    assert {"stands", "place", "steps lost"} < set(units["entered"]) < set(units["head"])
    assert all(each["entered"] for each in tables.values() if each is not about)

    def entered(turn: str, cell: str) -> Any:
        files = {"about.csv": f'"what","is"\n"turn","{turn}"', "units.csv": "id,place\n" + cell}
        return control.post(f"{where}/tables", files=files, turns=0)

    wrong = entered("2", "GB-2IG,Valkenswaard")["wrong"]
    assert "another turn" in wrong[0]["reason"]
    assert entered("1", "GB-2IG,Valkenswaart")["wrong"][0]["column"] == "place"
    assert len(entered("1", "GB-2IG,Valkenswaard")["acts"]) == 1
    again = {each["file"]: each for each in control.get(f"{where}/tables")}["units.csv"]
    irish = next(row for row in again["rows"] if row[0] == "GB-2IG")
    assert irish[again["head"].index("place")] == "at Valkenswaard"
    played.close()


def test_a_paper_sheet_is_read_by_its_code(table: Serving) -> None:
    """Whose it is, and the sheet that Control then takes in; a wrong code is a sentence."""
    played = Played(table)
    where = f"/api/games/{played.game}/paper/sheet"
    control = played.people[2]
    code = code_of(load_world("joes-bridge"), 1, 1)
    found = control.post(where, text=f"{code}\nall H T Hold the road")
    assert found["seat"] == "Walther"
    line = f"sheet {found['sheet']} because it came on paper"
    assert played.control.ask(type="adjust", line=line)["type"] == "done"
    played.guards.do(IDLE)
    refused = control.http.post(where, json={"text": "A01A\nall H T"})
    assert refused.status_code == 400
    assert "no sheet has the code A01A" in refused.json()["text"]
    played.close()


def test_the_debrief_is_one_page_for_all_when_it_is_over(table: Serving) -> None:
    """Before the end it is Control's alone, and says so if nothing was released."""
    played = Played(table)
    where = f"/api/games/{played.game}/debrief.html"
    guards, _, control, _ = played.people
    assert guards.http.get(where).status_code == 403
    early = control.http.get(where)
    assert early.status_code == 400
    assert "no turn has been released" in early.json()["text"]
    played.guards.do(GUARDS)
    played.walther.do(WALTHER)
    while played.control.asked() != ["Control"]:
        played.control.next()
    played.work_out()
    played.control.do("release")
    assert control.http.get(where).status_code == 200
    assert guards.http.get(where).status_code == 403
    assert played.control.ask(type="concede")["type"] == "done"
    told = guards.http.get(where)
    assert told.status_code == 200
    assert "Joe's Bridge" in told.text
    played.close()
