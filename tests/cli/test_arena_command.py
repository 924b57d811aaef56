"""`bocage arena`."""

from __future__ import annotations

from pathlib import Path

from .conftest import Run
from .roundup_saves import refused


def test_players_are_rated(run: Run, tmp_path: Path) -> None:
    """The table has every player, the file the same, and the same command changes nothing."""
    asked = (
        "arena",
        "falaise",
        "--players",
        "random,aggressive",
        "--games",
        1,
        "-o",
        tmp_path / "a",
    )
    told = run(*asked)
    assert told.code == 0
    assert told.lines[0].startswith("The Pocket at Falaise: 2 games, 1 of each pair on either side")
    assert {line.split()[0] for line in told.lines[2:4]} == {"random", "aggressive"}
    page = (tmp_path / "a" / "arena.md").read_text(encoding="utf-8")
    assert "| aggressive |" in page
    assert run(*asked).lines == told.lines


def test_players_that_cannot_meet_are_refused(run: Run, tmp_path: Path) -> None:
    """Unknown, single and one-sided players are refused before a game is played."""

    def sentence(game: str, players: str) -> str:
        return refused(run("arena", game, "--players", players, "-o", tmp_path / "b"))

    assert "has no player 'nobody'" in sentence("falaise", "random,nobody")
    assert "two players at least" in sentence("falaise", "random")
    assert "solitaire plays one seat only" in sentence("falaise", "random,solitaire")
    assert "games of two seats" in sentence("opcom", "random,commander")
    assert not (tmp_path / "b").exists()
