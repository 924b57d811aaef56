"""Killed at a random moment under play, a server has lost nothing that it acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

from .killing import kill_often


@pytest.mark.slow  # a server is started anew ten times for each database
def test_nothing_acknowledged_is_lost(database: str, tmp_path: Path) -> None:
    """Ten kills a database: every acknowledged action is there, and every game goes on."""
    assert kill_often(database, tmp_path, 10) > 20
