"""`bocage opcom pack`, `panic` and `enter`, and sheets typed from paper."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest

from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.s05_orders.coded import code_of
from bocage.server.database import Database
from bocage.server.schema import GAMES, LINES

from .conftest import Run


@pytest.fixture
def save(run: Run, tmp_path: Path) -> Path:
    """Joe's Bridge, begun."""
    path = tmp_path / "jb.bocage"
    assert run("opcom", "new", path, "--seed", "5").code == 0
    return path


def test_a_sheet_is_typed_from_paper(run: Run, save: Path, tmp_path: Path) -> None:
    """Its code says whose it is; a slip in the code is found."""
    code = code_of(load_world("joes-bridge"), 1, 1)
    sheet = tmp_path / "paper.txt"
    sheet.write_text(f"{code}\nall H T Hold the road\n")
    answer = run("opcom", "orders", save, sheet)
    assert answer.code == 0, answer.err
    assert answer.out.startswith("The sheet is accepted: 1 line")
    assert "These sheets are still missing: Guards Armd Div." in run("opcom", "cards", save).out
    refused = run("opcom", "orders", save, sheet, "--team", "Guards")
    assert "a sheet of KG Walther" in refused.err
    sheet.write_text("A01A\nall H T\n")
    assert "no sheet has the code A01A" in run("opcom", "orders", save, sheet).err


def test_a_turn_goes_through_paper(run: Run, save: Path, tmp_path: Path) -> None:
    """Panic, a cell changed in a spreadsheet, a wrong one refused, then entered and released."""
    bundle = tmp_path / "panic.zip"
    assert run("opcom", "panic", save, "-o", bundle).code == 0
    with zipfile.ZipFile(bundle) as made:
        names = made.namelist()
        units = made.read("tables/units.csv").decode("utf-8-sig")
        assert made.read("game.bocage") == save.read_bytes()
    assert "READ-ME.txt" in names
    assert any(name.startswith("control/9-map-a3") for name in names)
    rows = list(csv.reader(io.StringIO(units)))
    irish = next(row for row in rows if row[0] == "GB-2IG")
    irish[rows[0].index("place")] = "Valkenswaart"
    wrong = tmp_path / "units.csv"

    def written() -> Path:
        with wrong.open("w", newline="") as file:
            csv.writer(file).writerows(rows)
        return wrong

    before = save.read_bytes()
    refused = run("opcom", "enter", save, written())
    assert refused.code != 0
    assert "units.csv row" in refused.out
    assert "Did you mean Valkenswaard?" in refused.out
    assert "nothing was changed" in refused.err
    assert save.read_bytes() == before
    irish[rows[0].index("place")] = "Valkenswaard"
    entered = run("opcom", "enter", save, bundle, written())
    assert entered.code == 0, entered.err
    assert "Entered: 2 acts." in entered.out
    assert run("opcom", "release", save).code == 0
    assert "at Valkenswaard" in run("opcom", "brief", save, "--team", "Guards").out


def test_packs_are_written(run: Run, save: Path, tmp_path: Path) -> None:
    """A team's pack into a folder; reports only once there are some."""
    out = tmp_path / "packs"
    assert run("opcom", "pack", save, "-o", out, "--team", "Guards").code == 0
    assert {each.name.partition(".")[0] for each in out.iterdir()} >= {
        *("1-brief", "2-order-sheets", "3-keys", "4-counters", "5-map-a3", "5-map-a2"),
    }
    assert "choose one of" in run("opcom", "pack", save, "-o", out, "--team", "A", "--umpire").err


def test_a_bundle_is_taken_from_the_database_of_a_server_that_is_down(
    run: Run, save: Path, tmp_path: Path
) -> None:
    """The game that is under way; nothing is written to the database."""
    path = tmp_path / "club.db"
    database = Database(str(path))
    database.migrate()
    head, _, rest = save.read_text().partition("\n\n")
    lines = rest.splitlines()[:-1]
    game = {
        "id": "g1",
        "name": "Evening",
        "game": "opcom",
        "header": head,
        "version": 1,
        "lines": len(lines),
        "status": "live",
        "asked": "[]",
        "asked_since": 0,
        "clock": "{}",
        "request": "",
        "result": "",
        "created": 0,
        "changed": 0,
    }
    with database.engine.begin() as connection:
        connection.execute(GAMES.insert(), game)
        rows = [{"game": "g1", "number": n, "text": line} for n, line in enumerate(lines)]
        if rows:
            connection.execute(LINES.insert(), rows)
    database.close()
    bundle = tmp_path / "panic.zip"
    answer = run("opcom", "panic", path, "-o", bundle)
    assert answer.code == 0, answer.err
    with zipfile.ZipFile(bundle) as made:
        assert made.read("game.bocage").decode() == save.read_text()
    assert "there is no game g2" in run("opcom", "panic", path, "--game", "g2").err
