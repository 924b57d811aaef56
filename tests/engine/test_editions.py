"""Saves begun with somebody's own counters and charts are bound to them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bocage import games
from bocage.engine.save_format import SaveError
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.games.roundup.board.world import DATA


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a changed order of battle: 1st Infantry attacks with 10."""
    own = tmp_path / "own"
    own.mkdir()
    for name in ("oob.csv", "markers.csv"):
        shutil.copy(DATA / name, own / name)
    text = (own / "oob.csv").read_text(encoding="utf-8")
    changed = text.replace(
        "infantry,division,allied,9,9,5,5", "infantry,division,allied,10,9,5,5", 1
    )
    assert changed != text
    (own / "oob.csv").write_text(changed, encoding="utf-8")
    return own


def test_a_save_names_the_edition_it_started_with(folder: Path) -> None:
    """A game with a user's own data writes its edition, and reading it back needs the same data."""
    own = games.game("roundup", folder)
    text = written(Table.new(own, seed=bytes(32)))

    assert f"edition: {own.edition}\n" in text
    assert written(read(text, games.game("roundup", folder))) == text


def test_our_edition_has_no_name() -> None:
    """A game with our counters says nothing of an edition."""
    assert "edition" not in written(Table.new(games.game("roundup"), seed=bytes(32)))


def test_other_counters_are_refused(folder: Path) -> None:
    """A save is not played on with other counters than it started with, in either direction."""
    ours, own = games.game("roundup"), games.game("roundup", folder)

    with pytest.raises(SaveError, match=r"somebody's own counters.*--data"):
        read(written(Table.new(own, seed=bytes(32))), ours)
    with pytest.raises(SaveError, match="started with our counters"):
        read(written(Table.new(ours, seed=bytes(32))), own)


def test_a_changed_table_is_another_edition(folder: Path) -> None:
    """Changing one factor in the folder after the game began is found out."""
    text = written(Table.new(games.game("roundup", folder), seed=bytes(32)))
    oob = folder / "oob.csv"
    oob.write_text(
        oob.read_text(encoding="utf-8").replace(",10,9,5,5", ",9,9,5,5"), encoding="utf-8"
    )

    with pytest.raises(SaveError, match="unchanged"):
        read(text, games.game("roundup", folder))
