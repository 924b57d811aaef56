"""When the rules fail: the table is as it was, and the dump opens in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bocage import __version__
from bocage.engine.actions import first
from bocage.engine.crash import Crash, write_dump
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from tests.engine.tables import BLUE, RED, TOY, do, seeded
from tests.engine.toy import moves
from tests.engine.toy.state import Outpost

SOMEBODYS = "/".join(("", "home", "ada", "games"))
"""A folder that is nobody's business."""


def broken(*_: object) -> None:
    """Rules that fail, after having changed something, and tell of somebody's folders."""
    raise KeyError(f"no such thing in {SOMEBODYS}/data.csv")


_apply = moves.Movement.apply


def half_done(self: moves.Movement, st: Outpost, action: int) -> None:
    """Rules that fail in the middle of a change, on the first unit alone."""
    if first(action):
        _apply(self, st, action)
        return
    st.place(0, 24)
    st.pop()
    raise ZeroDivisionError


def always(_: object, st: Outpost, __: object) -> None:
    """Rules that fail whatever is done."""
    st.place(0, 24)
    raise ZeroDivisionError


CASES: dict[str, tuple[type, str, Callable[..., None], Callable[[Table[Any]], object]]] = {
    "apply": (moves.Movement, "apply", half_done, lambda t: t.do(RED, "step R1 a2")),
    "the second of a gesture": (
        moves.Movement,
        "_step",
        broken,
        lambda t: t.do(RED, "move R1 a1-a2-a3"),
    ),
    "act": (moves.Movement, "apply", half_done, lambda t: t.act(RED, t.legal(RED)[0])),
    "check": (moves.Movement, "check", broken, lambda t: t.check(RED, "step R1 a2")),
    "do": (moves.Movement, "check", broken, lambda t: t.do(RED, "step R1 a2")),
    "legal": (moves.Movement, "legal", broken, lambda t: t.legal(RED)),
    "decision": (moves.Movement, "prompt", broken, lambda t: t.decision),
    "concede": (type(TOY), "concede", broken, lambda t: t.concede(RED)),
}


@pytest.mark.parametrize("case", CASES)
def test_a_crash_loses_nothing(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever of the rules fails, the table has the state and the log that it had before."""
    owner, name, failing, action = CASES[case]
    table = seeded()
    do(table, (RED, "step R2 c2"))
    text, key, events = written(table), table.state.key(), list(table.events)
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, failing)
        with pytest.raises(Crash) as caught:
            action(table)
    assert (written(table), table.state.key(), table.events) == (text, key, events)
    assert table.state.events is None
    assert caught.value.dump.startswith(text)
    again = read(caught.value.dump, TOY)
    assert again.state == table.state
    do(table, (RED, "step R1 a2"))


def test_a_crash_in_the_dice_takes_the_action_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the roll after an action fails, the action is not done either."""
    table = seeded()
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"))
    text, key = written(table), table.state.key()
    with monkeypatch.context() as patch:
        patch.setattr(moves.Fire, "apply", always)
        with pytest.raises(Crash, match="failed on 'fire R1'"):
            table.do(RED, "fire R1")
    assert (written(table), table.state.key()) == (text, key)
    do(table, (RED, "fire R1"))


def test_a_crash_in_a_takeback_strikes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are struck only when the state before them could be made again."""
    table = seeded()
    do(table, (RED, "step R2 c2"), (RED, "step R1 a2"))
    text, key = written(table), table.state.key()
    with monkeypatch.context() as patch:
        patch.setattr(moves.Movement, "apply", always)
        with pytest.raises(Crash):
            table.take_back(RED, len(table.entries) - 1, [BLUE])
        with pytest.raises(Crash):
            table.undo(RED)
        assert written(table) == text
        with pytest.raises(Crash, match="open the game from its save") as caught:
            table.do(RED, "end")
    assert not caught.value.recovered
    assert read(caught.value.dump, TOY).state.key() == key
    table = read(written(table), TOY)
    assert written(table) == text
    assert table.state.key() == key
    assert table.undo(RED)


def test_a_crash_after_a_takeback_restores_what_was_struck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When the die that comes up again fails, the takeback has not happened."""
    table = seeded()
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"), (RED, "fire R1"))
    text, key = written(table), table.state.key()
    monkeypatch.setattr(moves.Fire, "outcomes", broken)
    with pytest.raises(Crash):
        table.take_back(RED, len(table.entries) - 1, [BLUE])
    assert (written(table), table.state.key()) == (text, key)


def test_an_interrupted_action_is_not_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of the rules is passed on, and the table does not change."""

    def interrupted(_: object, st: Outpost, __: object) -> None:
        st.place(0, 24)
        raise KeyboardInterrupt

    table = seeded()
    key = table.state.key()
    with monkeypatch.context() as patch:
        patch.setattr(moves.Movement, "apply", interrupted)
        with pytest.raises(KeyboardInterrupt):
            table.do(RED, "step R1 a2")
        with pytest.raises(KeyboardInterrupt):
            table.act(RED, table.legal(RED)[0])
    assert table.state.key() == key


def test_a_crash_while_setting_up_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that cannot even begin says so, with what it was to be."""
    monkeypatch.setattr(type(TOY), "new", broken)
    with pytest.raises(Crash, match="failed on 'the set-up'") as caught:
        Table.new(TOY, seed=b"s")
    assert caught.value.dump.startswith("bocage 1\ngame: outpost\n")


def test_a_crash_report_names_the_error_and_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the save stand the action, the error, where in the rules, and the version."""
    table = seeded()
    monkeypatch.setattr(moves.Movement, "apply", broken)
    with pytest.raises(Crash) as caught:
        table.do(RED, "step R1 a2")
    crash = caught.value
    report = [line for line in crash.dump.split("\n") if line.startswith("#")]
    assert report[0] == f"# crash: the rules of outpost failed, bocage {__version__}"
    assert report[1] == "# doing: step R1 a2"
    assert any("tests.engine.test_crash, line" in line and "broken" in line for line in report)
    assert report[-2] == "# error: KeyError: 'no such thing in data.csv'"
    assert str(Path.cwd()) not in crash.dump
    assert SOMEBODYS not in crash.dump
    assert str(crash) == (
        "the rules of outpost failed on 'step R1 a2' (KeyError: 'no such thing in data.csv'); "
        "the game is unchanged"
    )


def test_dumps_are_written_under_new_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dump lies beside the save or in the current folder, and replaces nothing."""
    crash = Crash("outpost", "end", ValueError("x\ny"), written(seeded()))
    save = tmp_path / "my.game.bocage"
    save.write_text("a save")
    first = write_dump(crash, save)
    assert first == tmp_path / "my.game-crash-1.bocage"
    assert first.stat().st_mode & 0o777 == 0o600  # it holds the seed, and says so
    assert "keep it to yourself" in first.read_text()
    assert write_dump(crash, save) == tmp_path / "my.game-crash-2.bocage"
    assert save.read_text() == "a save"
    monkeypatch.chdir(tmp_path)
    assert write_dump(crash) == Path("outpost-crash-1.bocage")
    assert written(read(Path("outpost-crash-1.bocage").read_text(), TOY)) == written(seeded())
