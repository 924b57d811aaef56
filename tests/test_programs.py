"""The API for programs: play in ten lines, ask, draw, load, save; examples and reference."""

from __future__ import annotations

import runpy
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import bocage
import reference
from bocage.engine.actions import NotationError
from bocage.engine.files import ConflictError

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples" / "programs").glob("*.py"))


def chambois() -> bocage.Match:
    """Return a short scenario of Falaise at its first decision."""
    return bocage.new("falaise", scenario="chambois", seed=1)


def shown(value: object, kind: str) -> str:
    """What a notebook shows of a value."""
    drawn: str = getattr(value, f"_repr_{kind}_")()
    return drawn


def test_importing_bocage_loads_nothing() -> None:
    """`import bocage` loads no engine, no game and no terminal before something is asked of it."""
    code = (
        "import sys, bocage; print([m for m in sys.modules if m.startswith(('bocage.', 'rich'))])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
    assert {"new", "load", "Match", "__version__"} <= set(dir(bocage))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(bocage, "nothing")  # noqa: B009 - what a program would ask


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_run_and_the_page_shows_them(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each example plays to the end of a game, and docs/programs.md holds it word for word."""
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    assert "win" in capsys.readouterr().out
    _, _, code = path.read_text(encoding="utf-8").partition("\n\n")
    assert code.strip() in (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")


def test_the_reference_is_current() -> None:
    """docs/reference.md is what the docstrings make; `make reference` writes it."""
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page()


def test_a_match_says_where_it_is() -> None:
    """Seat, prompt and heading tell what is asked; the whole prints as a person would read it."""
    match = chambois()
    assert (match.seat, match.asked, match.is_over, match.winner) == (
        "allied",
        ("allied",),
        False,
        None,
    )
    assert match.heading == "Turn 6 (day), Bombardment"
    assert match.prompt in str(match)
    assert repr(match) == "<bocage.Match falaise chambois: Turn 6 (day), Bombardment>"
    assert "staff" in match.players


def test_legal_and_why_agree() -> None:
    """Every legal line is allowed by `is_legal` and `why`; a refusal cites its rule."""
    match = chambois()
    legal = match.legal()
    assert legal[0] == "end"
    assert all(match.is_legal(line) for line in legal[:5])
    assert match.why("end")
    refused = match.why("move P-1-Z 2611")
    assert not refused
    assert refused.rules == ("4.0.a",)
    assert "comes later" in refused.reason
    assert "comes later" in str(refused)


def test_an_illegal_line_changes_nothing() -> None:
    """What the rules forbid raises and says why; what cannot be read raises another error."""
    match = chambois()
    before = match.text
    with pytest.raises(bocage.IllegalError, match="illegal line 'move P-1-Z 2611'") as caught:
        match.do("move P-1-Z 2611")
    assert caught.value.why.rules == ("4.0.a",)
    with pytest.raises(NotationError):
        match.do("sing")
    with pytest.raises(bocage.SeatError, match="there is no seat 'french'"):
        match.do("end", seat="french")
    assert match.text == before


def test_the_odds_of_an_attack_add_up() -> None:
    """Each result has its share, and the shares are one."""
    match = chambois()
    while "Assault" not in match.heading:
        match.let("aggressive")
    target = next(line.split()[1] for line in match.legal() if line.startswith("attack"))
    odds = match.odds(target)[0]
    assert sum(odds.results.values()) == Fraction(1)
    assert target in odds.title
    assert "%" in str(odds)
    assert "<table>" in shown(odds, "html")
    with pytest.raises(NotationError):
        match.odds("9999")


def test_a_copy_goes_its_own_way_and_undo_takes_back() -> None:
    """What is done on a copy does not touch the match."""
    match = bocage.new("roundup", seed=1)
    other = match.copy()
    other.do(other.legal()[0])
    assert other.text != match.text
    first = match.legal()[0]
    before = match.heading, match.legal()
    match.do(first)
    match.undo()
    assert (match.heading, match.legal()) == before


def test_it_is_saved_and_loaded(tmp_path: Path) -> None:
    """A save opens as the same game; a file of somebody else stays unless the user says so."""
    match, path = chambois(), tmp_path / "chambois.bocage"
    match.save(path)
    match.do("end")
    match.save(path)
    again = bocage.load(path)
    assert again.text == match.text
    with pytest.raises(ConflictError):
        again.save(path)
    again.save(path, overwrite=True)
    begun = bocage.new("falaise", position=match.position)
    assert begun.position == match.position


def test_players_play_it_out_alike_with_the_same_seed() -> None:
    """The same seed and players give the same game; an unknown player is named."""
    one, two = chambois(), chambois()
    for match in (one, two):
        match.play_out(allied="random", german="aggressive")
    assert one.text == two.text
    assert one.winner in one.seats
    assert one.seat is None
    assert one.legal() == []
    with pytest.raises(bocage.SeatError, match="there is no player 'napoleon'"):
        chambois().let("napoleon")
    with pytest.raises(bocage.SeatError, match="the game is over"):
        one.do("end")


@pytest.mark.parametrize("game", ["roundup", "falaise"])
def test_a_notebook_shows_the_map(game: str) -> None:
    """The drawing is SVG; around a hex it is a window on the same drawing."""
    match = bocage.new(game, scenario={"roundup": "landing", "falaise": "chambois"}[game], seed=1)
    drawing = shown(match, "svg")
    assert drawing.startswith("<svg")
    assert 'width="100%" viewBox=' in drawing.split(">", 1)[0]  # as wide as a notebook
    near = match.svg(around="2611", radius=4)
    assert near.split(">", 1)[1] == drawing.split(">", 1)[1]
    assert 'width="396"' in near.split(">", 1)[0]
