"""`account`: what a staff wrote, read in the terminal once a turn is over."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bocage.ai import load_game
from bocage.ai.search.rehearsal import Here
from bocage.ai.staff import StaffPlayer
from bocage.ai.staff.roundup import RoundupOffice
from bocage.cli.app import app
from bocage.cli.terminal.accounts import NOT_YET, told
from bocage.engine.actions import NotationError
from bocage.engine.playout import policy, table_for
from bocage.games.roundup.pieces.units import ALLIED, GERMAN


def test_account_is_hidden_until_the_turn_ends() -> None:
    """The account of the running turn is hidden; that of the last turn, or any other, is shown."""
    table = table_for(load_game("roundup"), 1)
    staff = StaffPlayer(RoundupOffice)
    players = {GERMAN: staff}
    staff.office(GERMAN).notebook.want(1, "We wanted a beachhead.")
    assert told(table, players, "") == [NOT_YET]
    table.state.turn = 3
    staff.office(GERMAN).notebook.want(2, "We wanted Calais.")
    assert told(table, players, "") == ["Turn 2, german: We wanted Calais."]
    assert told(table, players, "1") == ["Turn 1, german: We wanted a beachhead."]
    assert len(told(table, players, "all")) == 2
    with pytest.raises(NotationError, match="nothing about that turn"):
        told(table, players, "7")
    with pytest.raises(NotationError, match="expected account"):
        told(table, players, "calais")


def test_a_simple_player_keeps_no_account() -> None:
    """Where nobody writes one, that is said, and how to get one."""
    roundup = load_game("roundup")
    players = {ALLIED: policy(roundup, "random")}
    with pytest.raises(NotationError, match="--against staff"):
        told(table_for(roundup, 1), players, "")


def test_it_is_asked_for_in_a_game(tmp_path: Path) -> None:
    """Against a staff the terminal says that there is an account, and takes the word."""
    game = str(tmp_path / "game.bocage")
    line = ["play", "roundup", game, "--against", "staff", "--side", "german", "--seed", "3"]
    found = CliRunner().invoke(app, line, input="account\nquit\n")
    assert found.exit_code == 0
    assert "'account' shows what the staff intended" in found.output
    assert NOT_YET in " ".join(found.output.split())


def test_ctrl_c_hurries_a_player_that_looks_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted rehearsal ends its looking ahead; it plays, and nobody leaves."""
    interrupted: list[int] = []

    def rehearse(*_: object) -> list[float]:
        interrupted.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(Here, "rehearse", rehearse)
    game = str(tmp_path / "game.bocage")
    line = ["play", "roundup", game, "--against", "search", "--side", "german", "--seed", "3"]
    found = CliRunner().invoke(app, line, input="quit\n")
    assert found.exit_code == 0
    assert "Ctrl-C makes it play at once" in found.output
    assert "Saved. Continue with" in found.output
    assert len(interrupted) == 1
