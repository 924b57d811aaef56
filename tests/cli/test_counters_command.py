from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bocage.cli import counters
from bocage.cli.output import RefusalError
from bocage.games.places import data_of
from bocage.press.counters import sheets


@pytest.fixture
def app() -> typer.Typer:
    """Return a program with this command and another, so that it keeps its name."""
    made = typer.Typer()
    counters.add_to(made)
    made.command("other")(lambda: None)
    return made


def run(app: typer.Typer, *words: str) -> str:
    """What the command says; its refusals are raised."""
    done = CliRunner().invoke(app, ["counters", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_one_sheet_becomes_two_numbered_pictures(app: typer.Typer, tmp_path: Path) -> None:
    """A game of one sheet gives its front and its back as SVG, and says what it wrote."""
    said = run(app, "roundup", "-o", str(tmp_path / "c.svg"))
    assert "Operation Roundup: 176 counters on one sheet" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c-1.svg", "c-2.svg"]
    assert "2 Armd" in (tmp_path / "c-1.svg").read_text(encoding="utf-8")


def test_a_pdf_holds_all_pages(app: typer.Typer, tmp_path: Path) -> None:
    """A PDF is one file; --sheet keeps one sheet of it."""
    words = ("opcom", "--scenario", "joes_bridge", "--kind", "player", "--sheet", "1")
    run(app, *words, "-o", str(tmp_path / "c.pdf"))
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")


def test_level_and_paper_are_heeded(app: typer.Typer, tmp_path: Path) -> None:
    """At level 32 no names are drawn, and US Letter has its own size."""
    words = ("falaise", "--level", "32", "--paper", "letter")
    run(app, *words, "-o", str(tmp_path / "c.svg"))
    said = (tmp_path / "c-1.svg").read_text(encoding="utf-8")
    assert "KG Krause" not in said
    assert 'width="215.9mm" height="279.4mm"' in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", "-o", "c.svg"), "there is no game 'chess'"),
        (("opcom", "--scenario", "crete", "-o", "c.svg"), "no scenario 'crete'"),
        (("roundup", "-o", "c.gif"), r"should end in \.svg, \.png, \.pdf"),
        (("roundup", "--sheet", "9", "-o", "c.svg"), "there is no sheet 9"),
        (("roundup", "-o", "no/where/c.svg"), "there is no folder"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    app: typer.Typer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    told: str,
) -> None:
    """A wrong game, scenario, ending, sheet or folder is refused, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RefusalError, match=told):
        run(app, *words)
    assert list(tmp_path.iterdir()) == []


def test_counters_can_come_from_another_folder(app: typer.Typer, tmp_path: Path) -> None:
    """--data draws counters from another folder; a mistake in it names its file and row."""
    own = tmp_path / "own"
    own.mkdir()
    for file in ("oob.csv", "markers.csv"):
        text = (data_of("roundup") / file).read_text(encoding="utf-8")
        (own / file).write_text(text.replace("2 Armd", "Hell on Wheels"), encoding="utf-8")
    run(app, "roundup", "--data", str(own), "-o", str(tmp_path / "c.svg"))
    assert "Hell on Wheels" in (tmp_path / "c-1.svg").read_text(encoding="utf-8")
    (own / "oob.csv").write_text("id\n", encoding="utf-8")
    with pytest.raises(RefusalError, match=r"oob\.csv row 1"):
        run(app, "roundup", "--data", str(own), "-o", str(tmp_path / "d.svg"))


def test_layers_can_be_left_out(app: typer.Typer, tmp_path: Path) -> None:
    """With a minus all but those layers are drawn; every layer told of is there to be left out."""
    run(app, "falaise", "-o", str(tmp_path / "all.svg"))
    whole = (tmp_path / "all-1.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'data-layer="([^"]+)"', whole)) == set(sheets.LAYERS)
    run(app, "falaise", "--layers=-names,-marks", "-o", str(tmp_path / "few.svg"))
    few = (tmp_path / "few-1.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'data-layer="([^"]+)"', few)) == {"words", "sizes", "values"}
    assert "KG Krause" in whole
    assert "KG Krause" not in few


def test_an_unknown_layer_is_refused(app: typer.Typer, tmp_path: Path) -> None:
    """A layer that counters have not is refused with those they have, and nothing is written."""
    with pytest.raises(RefusalError, match="no layer 'grid'; it has words, marks, sizes"):
        run(app, "falaise", "--layers", "grid", "-o", str(tmp_path / "x.svg"))
    assert list(tmp_path.iterdir()) == []
