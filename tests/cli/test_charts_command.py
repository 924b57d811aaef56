from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bocage.cli import charts
from bocage.cli.output import RefusalError
from bocage.games.places import data_of
from bocage.press.charts import LAYERS


@pytest.fixture
def app() -> typer.Typer:
    """Return a program with this command and another, so that it keeps its name."""
    made = typer.Typer()
    charts.add_to(made)
    made.command("other")(lambda: None)
    return made


def run(app: typer.Typer, *words: str) -> str:
    """What the command says; its refusals are raised."""
    done = CliRunner().invoke(app, ["charts", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_charts_of_each_game_are_written(app: typer.Typer, tmp_path: Path) -> None:
    """Every game's charts become a file, and the command says how many there are."""
    for game, title in (("roundup", "Combat Results Table"), ("falaise", "Op-Fire")):
        said = run(app, game, "-o", str(tmp_path / f"{game}.svg"))
        assert "charts" in said
        made = sorted(tmp_path.glob(f"{game}*.svg"))
        assert any(title in path.read_text(encoding="utf-8") for path in made)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", "-o", "c.svg"), "there is no game 'chess'"),
        (("opcom", "-o", "c.doc"), r"should end in \.svg"),
    ],
)
def test_what_cannot_be_done_is_refused(
    app: typer.Typer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    told: str,
) -> None:
    """A wrong game or ending is refused in a sentence, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RefusalError, match=told):
        run(app, *words)
    assert list(tmp_path.iterdir()) == []


def test_charts_can_come_from_another_folder(app: typer.Typer, tmp_path: Path) -> None:
    """--data draws the charts of another folder; a fault in them names the chart and key."""
    text = (data_of("falaise") / "charts.toml").read_text(encoding="utf-8")
    (tmp_path / "charts.toml").write_text(text.replace('"DE"],', '"DX"],', 1), encoding="utf-8")
    with pytest.raises(RefusalError, match=r"charts\.toml, field assault\.rows 'DX'"):
        run(app, "falaise", "--data", str(tmp_path), "-o", str(tmp_path / "c.svg"))


def test_layers_can_be_left_out(app: typer.Typer, tmp_path: Path) -> None:
    """With a minus all but those layers are drawn; every layer told of is there to be left out."""
    run(app, "roundup", "-o", str(tmp_path / "all.svg"))
    whole = (tmp_path / "all.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'data-layer="([^"]+)"', whole)) == set(LAYERS)
    run(app, "roundup", "--layers=-rules,-paper", "-o", str(tmp_path / "few.svg"))
    few = (tmp_path / "few.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'data-layer="([^"]+)"', few)) == {"words", "notes"}
    assert "Combat Results Table" in few


def test_an_unknown_layer_is_refused(app: typer.Typer, tmp_path: Path) -> None:
    """A layer that charts have not is refused with those they have, and nothing is written."""
    with pytest.raises(RefusalError, match="no layer 'grid'; it has paper, words, rules, notes"):
        run(app, "roundup", "--layers", "grid", "-o", str(tmp_path / "x.svg"))
    assert list(tmp_path.iterdir()) == []
