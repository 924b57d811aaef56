"""Snapshots: a cache that may be wrong, old or gone, and never changes a result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bocage.engine import play
from bocage.engine.saves import read, written
from bocage.engine.snapshots import Snapshots
from bocage.engine.table import Table
from tests.engine.tables import BLUE, RED, TOY, do, played, seeded
from tests.engine.toy import Toy
from tests.engine.toy.state import Outpost


def halfway(seed: int = 3) -> tuple[Table[Outpost], Table[Outpost]]:
    """Return a whole game and the same game in its middle."""
    whole = played(seed)
    half = read(written(whole), TOY)
    others = [BLUE]
    middle = len(whole.entries) // 2
    assert half.take_back(RED, middle, others)
    fresh = Table.new(TOY, seed=half.header.seed)
    for entry in half.entries[:middle]:
        if entry.kind == "do":
            assert fresh.act(entry.seat, entry.action)
    return whole, fresh


def same(a: Table[Outpost], b: Table[Outpost]) -> None:
    """Nothing about the two tables differs but the events of what lies before a snapshot."""
    assert written(a) == written(b)
    assert a.state == b.state
    assert a.state.key() == b.state.key()
    assert a.entries == b.entries
    assert [a.free(s) for s in (0, 1)] == [b.free(s) for s in (0, 1)]
    for seat in play.pending(b.state):
        assert list(a.legal(seat)) == list(b.legal(seat))


def test_a_game_is_read_from_the_nearest_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is the same as without; what lies before is not played again."""
    whole, half = halfway()
    snapshots = Snapshots(tmp_path / "game.bocage")
    snapshots.keep(half)
    counted: list[int] = []
    act = Table[Outpost].act

    def counting(self: Table[Outpost], seat: int, action: int) -> object:
        counted.append(action)
        return act(self, seat, action)

    monkeypatch.setattr(Table, "act", counting)
    table = read(written(whole), TOY, snapshots)
    later = len(counted)
    counted.clear()
    same(table, read(written(whole), TOY))
    assert 0 < later < len(counted)
    assert table.events == [e for e in whole.events if e[0] >= len(half.entries)]


def test_undo_works_across_a_snapshot(tmp_path: Path) -> None:
    """What could be undone before can be undone after, and the events come back."""
    table = seeded()
    do(table, (RED, "step R1 a2"), (RED, "step R2 c2"))
    snapshots = Snapshots(tmp_path / "game.bocage")
    snapshots.keep(table)
    again = read(written(table), TOY, snapshots)
    assert again.events == []
    same(again, table)
    assert again.undo(RED, 2)
    assert table.undo(RED, 2)
    same(again, table)
    assert again.events == table.events


def test_a_snapshot_of_lines_taken_back_is_not_used(tmp_path: Path) -> None:
    """A takeback behind a snapshot makes it stale, though the chain still has its link."""
    table = seeded()
    at = len(table.entries)
    do(table, (RED, "step R1 a2"), (RED, "step R2 c2"))
    snapshots = Snapshots(tmp_path / "game.bocage")
    path = snapshots.keep(table)
    assert table.take_back(RED, at, [BLUE])
    do(table, (RED, "step R3 e2"))
    same(read(written(table), TOY, snapshots), read(written(table), TOY))
    assert not path.exists()


def test_a_takeback_after_a_snapshot_leaves_it_in_use(tmp_path: Path) -> None:
    """Lines struck later than the snapshot do not touch it."""
    table = seeded()
    do(table, (RED, "step R1 a2"))
    snapshots = Snapshots(tmp_path / "game.bocage")
    path = snapshots.keep(table)
    do(table, (RED, "step R2 c2"), (RED, "end"))
    assert table.take_back(RED, len(table.entries) - 2, [BLUE])
    do(table, (RED, "step R3 e2"))
    same(read(written(table), TOY, snapshots), table)
    assert path.exists()


def test_every_kind_of_line_comes_back_from_a_snapshot(tmp_path: Path) -> None:
    """Takebacks, struck lines, adjustments and a concession lie before the snapshot."""
    table = seeded(referee="note")
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"), (RED, "fire R1"))
    assert table.take_back(BLUE, len(table.entries) - 2, [RED])
    table.adjust(BLUE, "B3 e3")
    snapshots = Snapshots(tmp_path / "game.bocage")
    snapshots.keep(table)
    do(table, (RED, "fire R1"))
    same(read(written(table), TOY, snapshots), table)
    assert table.concede(RED)
    snapshots.keep(table)
    again = read(written(table), TOY, snapshots)
    same(again, table)
    assert again.take_back(RED, len(again.entries) - 1, [BLUE])
    assert table.take_back(RED, len(table.entries) - 1, [BLUE])
    same(again, table)


def test_a_corrupt_snapshot_changes_nothing(tmp_path: Path) -> None:
    """Any character of it changed, or any part cut off, and it is thrown away."""
    whole, half = halfway()
    snapshots = Snapshots(tmp_path / "game.bocage")
    good = snapshots.keep(half).read_text()
    truth = read(written(whole), TOY)
    for at in range(0, len(good), 7):
        for bad in (good[:at], good[:at] + ("1" if good[at] != "1" else "2") + good[at + 1 :]):
            path = snapshots.folder / f"{len(half.entries)}.snapshot"
            path.write_text(bad)
            same(read(written(whole), TOY, snapshots), truth)
            assert not path.exists()


def test_a_wrong_snapshot_changes_nothing(tmp_path: Path) -> None:
    """A state of another game, or another moment, under this one's name is not taken."""
    whole, half = halfway()
    other = halfway(5)[1]
    snapshots = Snapshots(tmp_path / "game.bocage")
    path = snapshots.folder / f"{len(half.entries)}.snapshot"
    snapshots.keep(other).replace(path)
    same(read(written(whole), TOY, snapshots), read(written(whole), TOY))
    assert not path.exists()
    seal, text = snapshots.keep(half).read_text().split("\n")[:2]
    data = json.loads(text)
    data["state"]["steps"] = [1] * 6
    path.write_text(f"{seal}\n{json.dumps(data)}\n")
    same(read(written(whole), TOY, snapshots), read(written(whole), TOY))
    for name in ("x.snapshot", "-3.snapshot", "9999.snapshot"):
        (snapshots.folder / name).write_text("noise")
    same(read(written(whole), TOY, snapshots), read(written(whole), TOY))
    assert list(snapshots.folder.iterdir()) == []


def test_a_snapshot_of_other_rules_is_thrown_away(tmp_path: Path) -> None:
    """When the revision of the rules has changed, the game is played again from its log."""

    class Newer(Toy):
        revision = 3

    whole, half = halfway()
    snapshots = Snapshots(tmp_path / "game.bocage")
    path = snapshots.keep(half)
    same(read(written(whole), Newer(), snapshots), read(written(whole), TOY))
    assert not path.exists()


def test_without_snapshots_nothing_is_missing(tmp_path: Path) -> None:
    """A save that has none is read as ever."""
    whole = played()
    same(read(written(whole), TOY, Snapshots(tmp_path / "none.bocage")), whole)
