"""Scenarios that people build: read, checked, tried, kept, and whose each is."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from bocage.server import scenarios
from bocage.server.settings import Settings

from .clients import Guest, Serving
from .conftest import running

BASE = "/api/scenarios/opcom"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the server's admin."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def server(home: Path) -> Generator[Serving]:
    """A server whose scenarios lie in that folder."""
    given = Settings(database=str(home / "games.db"), dumps=home, signs_a_minute=10_000)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("BOCAGE_HOME", str(home))
        patched.delenv("BOCAGE_SCENARIOS", raising=False)
        with running(given) as made:
            yield made
            made.close()


def draft(guest: Guest, name: str = "arnhem-bridge") -> Any:
    """The tables of a scenario, to be changed."""
    return guest.get(f"{BASE}/drafts/{name}")["tables"]


def keep(guest: Guest, name: str, tables: Any) -> Any:
    """Try to keep a scenario."""
    return guest.http.put(f"{BASE}/drafts/{name}", json={"tables": tables})


def put(tables: Any, table: str, row: int, column: str, cell: str) -> None:
    """Write a cell."""
    grid = tables[table]
    grid["rows"][row][grid["columns"].index(column)] = cell


def test_the_charts_of_a_scenario_have_its_own_rules(server: Serving) -> None:
    """The charts of a scenario are read at that scenario, and again when it is saved."""
    ann = server.guest("Ann")
    url = "/api/rules/opcom/charts/all"

    def foot(scenario: str) -> list[str]:
        found = ann.get(f"{url}?scenario={scenario}")
        rows = [row for chart in found for row in chart["rows"]]
        return next(row for row in rows if row[0] == "foot, any ground")

    usual = foot("arnhem-bridge")
    assert foot("") == usual
    tables = draft(ann)
    for value in ("12", "9"):
        row = ["movement", "foot, any ground", "tactical", value, "The polder is sodden."]
        columns = ["chart", "row", "column", "value", "words"]
        tables["scenario.toml cell"] = {"columns": columns, "rows": [row]}
        assert keep(ann, "sodden", tables).json()["faults"] == []
        assert foot("sodden") == [usual[0], value, *usual[2:]]
    assert foot("") == usual
    assert ann.http.get(f"{url}?scenario=nowhere").status_code == 400


def test_a_scenario_is_built_kept_played_and_then_stays_as_it_is(
    server: Serving, home: Path
) -> None:
    """A copy with another title appears among the operations; once played it cannot change."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    tables = draft(ann)
    put(tables, "scenario.toml", 0, "title", "The bridge, again")
    assert keep(ann, "my-bridge", tables).json() == {"faults": [], "frame": None}
    assert (home / "scenarios" / "my-bridge" / "oob.csv").is_file()
    listed = {each["id"]: each for each in bob.get(BASE)["scenarios"]}
    assert listed["my-bridge"] == {
        "id": "my-bridge", "title": "The bridge, again", "ours": False, "mine": False,
    }  # fmt: skip
    rules = next(each for each in bob.get("/api/rules") if each["id"] == "opcom")
    assert "my-bridge" in [each["id"] for each in rules["scenarios"]]
    refused = keep(bob, "my-bridge", tables)
    assert refused.status_code == 403
    assert "belongs to Ann" in refused.json()["text"]
    put(tables, "scenario.toml", 0, "title", "The bridge, once more")
    assert keep(ann, "my-bridge", tables).is_success
    survey = bob.get("/api/boards/opcom/my-bridge/survey")
    seats = {each["seat"]: "commander" for each in survey["teams"]} | {"Control": "commander"}
    seats[survey["teams"][0]["seat"]] = "me"
    laid = bob.post("/api/games", game="opcom", scenario="my-bridge", seats=seats)
    assert bob.get(f"/api/games/{laid['id']}/state")
    played = keep(ann, "my-bridge", tables)
    assert "is played in 'my-bridge'" in played.json()["text"]
    gone = ann.http.delete(f"{BASE}/drafts/my-bridge")
    assert gone.status_code == 400
    assert keep(ann, "another-one", tables).is_success
    assert ann.http.delete(f"{BASE}/drafts/another-one").status_code == 204
    assert not (home / "scenarios" / "another-one").exists()


def test_faults_are_reported_at_their_cells_and_nothing_is_kept(
    server: Serving, home: Path
) -> None:
    """Each sentence of the loader comes with table, row and column."""
    ann = server.guest("Ann")
    tables = draft(ann)
    put(tables, "oob.csv", 2, "profile", "GB_HORSE")
    put(tables, "scenario.toml team", 1, "hq", "NOBODY")
    put(tables, "debrief.toml line", 0, "kind", "guessed")
    put(tables, "turns.csv", 1, "daylight", "many")
    found = keep(ann, "broken", tables).json()["faults"]
    assert [(each["table"], each["row"], each["column"]) for each in found] == [
        ("turns.csv", 1, "daylight")
    ]
    assert found[0]["text"] == "expected a whole number from 1 to 12"
    put(tables, "turns.csv", 1, "daylight", "6")
    found = ann.post(f"{BASE}/check", tables=tables)["faults"]
    where = [(each["table"], each["row"], each["column"]) for each in found]
    assert ("oob.csv", 2, "profile") in where
    assert ("scenario.toml team", 1, "hq") in where
    assert ann.post(f"{BASE}/run", tables=tables)["turns"] == []
    assert not (home / "scenarios" / "broken").exists()


def test_a_chain_of_command_in_a_circle_is_reported_and_not_followed(server: Serving) -> None:
    """Two teams above each other would be looked through without an end."""
    ann = server.guest("Ann")
    tables = draft(ann)
    teams = tables["scenario.toml team"]
    seats = [row[teams["columns"].index("seat")] for row in teams["rows"]]
    put(tables, "scenario.toml team", 0, "under", seats[1])
    put(tables, "scenario.toml team", 1, "under", seats[0])
    said = {each["text"] for each in ann.post(f"{BASE}/check", tables=tables)["faults"]}
    assert "the chain of command runs in a circle" in said


def test_a_dry_run_tells_two_turns(server: Serving) -> None:
    """Commanders play both turns, every team has its report, and it is the same each time."""
    ann = server.guest("Ann")
    tables = draft(ann)
    first, again = (ann.post(f"{BASE}/run", tables=tables) for _ in range(2))
    assert [turn["turn"] for turn in first["turns"]] == [1, 2]
    assert first["failed"] == ""
    assert first == again
    teams = len(tables["scenario.toml team"]["rows"])
    assert all(len(turn["reports"]) == teams for turn in first["turns"])
    assert all(report["lines"] for turn in first["turns"] for report in turn["reports"])


def test_a_zip_goes_out_and_comes_back(server: Serving) -> None:
    """A draft, even one with faults, is the same after a way through a zip."""
    ann = server.guest("Ann")
    tables = draft(ann)
    put(tables, "oob.csv", 0, "profile", "GB_HORSE")
    packed = ann.http.post(f"{BASE}/zip", json={"tables": tables})
    with zipfile.ZipFile(io.BytesIO(packed.content)) as found:
        assert "oob.csv" in found.namelist()
    back = ann.http.post(f"{BASE}/unzip", content=packed.content)
    assert back.json()["tables"] == tables


@pytest.mark.parametrize(
    "name", ["..", "../joes", "A", "joes bridge", "joes-bridge", "a" * 41, "-a", ".a", "a/b", "%00"]
)
def test_a_name_cannot_leave_the_folder_or_take_one_of_ours(server: Serving, name: str) -> None:
    """Whatever it is called, it is refused with a sentence and nothing is written."""
    ann = server.guest("Ann")
    answer = ann.http.put(f"{BASE}/drafts/{name}", json={"tables": draft(ann)})
    assert 400 <= answer.status_code < 500
    assert answer.json()["text"]


def test_a_map_lies_in_the_folder_or_comes_with_the_game(server: Serving) -> None:
    """No map is read from anywhere else on the machine."""
    ann = server.guest("Ann")
    tables = draft(ann)
    for name in ("../../etc", "/etc", "falaise/..", "nowhere", ""):
        put(tables, "scenario.toml", 0, "map", name)
        found = ann.post(f"{BASE}/check", tables=tables)["faults"]
        assert ("scenario.toml", "map") in {(each["table"], each["column"]) for each in found}


def _spoilt(data: bytes) -> bytes:
    """A zip in which a packed file is damaged."""
    return data[:50] + b"\xff" * 8 + data[58:]


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 no zip",
        zipped({"../../scenario.toml": b"title = 'out'"}) + b"rest",
        zipped({"scenario.toml": b"title = "}),
        zipped({"scenario.toml": b"\xff\xfe"}),
        zipped({"scenario.toml": b"title = " + b"[" * 9_000}),
        zipped({"scenario.toml": b"title" + b".a" * 9_000 + b" = 1"}),
        zipped({"scenario.toml": b"title = 0x" + b"f" * 9_000}),
        _spoilt(zipped({"scenario.toml": b"title = 'The Dommel'" * 9})),
        zipped({"scenario.toml": b"team = 5", "oob.csv": b"id\nx"}),
        zipped({"scenario.toml": b"a" * 5_000_000}),
        zipped({f"{i}.csv": b"x" for i in range(300)}),
    ],
)
def test_a_hostile_zip_is_refused_with_a_sentence(server: Serving, home: Path, data: bytes) -> None:
    """Whatever a file holds, the answer is a sentence, or tables without it."""
    ann = server.guest("Ann")
    answer = ann.http.post(f"{BASE}/unzip", content=data)
    assert answer.status_code < 500
    assert answer.is_success or answer.json()["text"]
    assert not (home.parent / "scenario.toml").exists()


@pytest.mark.parametrize(
    "tables",
    [
        {"../oob.csv": {"columns": [], "rows": []}},
        {"oob.csv": {"columns": ["id", "id"], "rows": []}},
        {"oob.csv": {"columns": ["__class__"], "rows": []}},
        {"oob.csv": {"columns": ["id"], "rows": [["a", "b"]]}},
        {"oob.csv": {"columns": ["id"], "rows": [["a\x00b"]]}},
        {"oob.csv": {"columns": ["id"], "rows": [['"\n[[team]]']]}},
        {"scenario.toml": {"columns": ["title"], "rows": [["a"], ["b"]]}},
        {"debrief.toml line": {"columns": ['x"]\n[y'], "rows": [["a"]]}},
        {"debrief.toml": {"columns": ["yardstick"], "rows": [["x" * 9_000]]}},
    ],
)
def test_hostile_tables_are_refused_with_a_sentence(server: Serving, tables: Any) -> None:
    """A table, column or cell that no scenario has is refused before anything is written."""
    ann = server.guest("Ann")
    for path in ("check", "run", "zip"):
        answer = ann.http.post(f"{BASE}/{path}", json={"tables": tables})
        assert 400 <= answer.status_code < 500
        assert answer.json()["text"]


@pytest.mark.parametrize("cell", ["'", '"', "\\", "[1]", "1e999", "true", "nan", "é🏰", "]]", "-"])
def test_any_cell_is_read_or_reported(server: Serving, cell: str) -> None:
    """A cell of any text is written so that the loader reads that text and says what it thinks."""
    ann = server.guest("Ann")
    tables = draft(ann)
    for table in ("scenario.toml", "scenario.toml team", "oob.csv", "turns.csv", "supplies.csv"):
        rows = tables[table]["rows"]
        rows[0] = [cell] * len(rows[0])
    answer = ann.http.post(f"{BASE}/check", json={"tables": tables})
    assert answer.is_success, answer.text
    assert answer.json()["faults"]
    assert not any("program cannot play" in each["text"] for each in answer.json()["faults"])


def test_a_scenario_can_start_from_an_empty_map(server: Serving) -> None:
    """An empty map of open country has no faults of its own, and says where its hexes lie."""
    ann = server.guest("Ann")
    made = ann.post(f"{BASE}/maps", title="The heath", lat=51.3, lon=5.4, wide_km=12, high_km=10)
    tables = draft(ann) | made["tables"]
    found = ann.post(f"{BASE}/check", tables=tables)
    assert not [each for each in found["faults"] if each["table"] in made["tables"]]
    assert found["frame"]["digits"] == [3, 3]
    first, position = found["frame"]["first"], found["frame"]["position"]
    assert abs(first[1] + 6 * position[1] - 5.4) < 0.02
    huge = ann.http.post(
        f"{BASE}/maps", json={"title": "x", "lat": 0, "lon": 0, "wide_km": 200, "high_km": 170}
    )
    assert huge.status_code == 400


def test_nobody_keeps_more_than_their_share(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more than the limit is refused; the one that is there can still be written again."""
    monkeypatch.setattr(scenarios, "COUNT_MOST", 1)
    ann = server.guest("Ann")
    tables = draft(ann)
    assert keep(ann, "first", tables).is_success
    refused = keep(ann, "second", tables)
    assert refused.status_code == 429
    assert keep(ann, "first", tables).is_success
    monkeypatch.setattr(scenarios, "SIZE_MOST", 10)
    assert keep(ann, "first", tables).status_code == 429


def test_strangers_build_nothing(server: Serving, home: Path) -> None:
    """Strangers must sign in first; a folder put there by hand is not overwritten."""
    ann = server.guest("Ann")
    tables = draft(ann)
    stranger = ann.http.put(
        f"{BASE}/drafts/mine", json={"tables": tables}, headers={"Authorization": ""}
    )
    assert stranger.status_code == 401
    (home / "scenarios" / "by-hand").mkdir(parents=True)
    assert "put here by hand" in keep(ann, "by-hand", tables).json()["text"]


def test_a_folder_that_cannot_be_read_spoils_nothing(server: Serving, home: Path) -> None:
    """A broken scenario among people's own is listed with its fault; the others are played."""
    broken = home / "scenarios" / "broken"
    broken.mkdir(parents=True)
    (broken / "scenario.toml").write_text("title = ")
    ann = server.guest("Ann")
    assert keep(ann, "sound", draft(ann)).is_success  # the folder is read again
    rules = next(each for each in ann.get("/api/rules") if each["id"] == "opcom")
    told = next(each for each in rules["scenarios"] if each["id"] == "broken")
    assert "cannot be played" in told["description"]
    answer = ann.http.post("/api/games", json={"game": "opcom", "scenario": "broken"})
    assert answer.status_code == 400
