"""`bocage play` in a window: sizes, colours, and leaving by a key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bocage.cli.game_file import Sitting

from .window import Window


@pytest.mark.parametrize("code", [b"\x03", b"\x04"])
def test_leaving_by_a_key(save: Path, code: bytes) -> None:
    """Interrupt and end of input leave politely, with the game kept."""
    with Window("play", "roundup", save, cwd=save.parent) as window:
        window.key(code)
        window.read()
    assert window.code == 0
    assert "Saved. Continue with: bocage play roundup" in " ".join(window.text.split())


@pytest.mark.parametrize("size", [(80, 24), (132, 43)])
def test_the_board_fits_the_window(save: Path, size: tuple[int, int]) -> None:
    """Heading, status, board and question fit the window, in width and height."""
    with Window("play", "roundup", save, cwd=save.parent, size=size) as window:
        window.read()
    lines = window.lines
    start = next(i for i, line in enumerate(lines) if "Allied Movement Phase ─" in line)
    assert len(lines) - start <= size[1]
    assert max(len(line) for line in lines) <= size[0]
    assert any(line.startswith("28 ") and "US01+US16" in line for line in lines)


def test_help_fits_a_small_window(save: Path) -> None:
    """Every page of help fits 80 columns and 24 lines."""
    for page in ("?", "? commands", "? game"):
        with Window("play", "roundup", save, cwd=save.parent) as window:
            window.read()
            before = len(window.lines)
            window.type_all([page])
        shown = window.lines[before:]
        assert len(shown) < 24
        assert max(len(line) for line in shown) <= 80


def test_colour_and_none(save: Path) -> None:
    """Without colour the same letters come."""
    texts: list[Sequence[str]] = []
    raw: list[bool] = []
    for colour in ("", "1"):
        with Window("play", "roundup", save, cwd=save.parent, NO_COLOR=colour) as window:
            window.read()
        texts.append([line.rstrip() for line in window.lines])
        raw.append(window.coloured)
    assert texts[0] == texts[1]
    assert raw == [True, False]


def test_a_sitting_can_be_reopened(save: Path) -> None:
    """What a save keeps is the table that was saved."""
    first, second = Sitting.open(save), Sitting.open(save)
    assert first.table.state == second.table.state
    assert first.table.mark == second.table.mark
