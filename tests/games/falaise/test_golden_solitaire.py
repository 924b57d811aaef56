"""A complete game of solitaire play, kept in notation, and its story to be read.

If you change on purpose what the rules decide, write both again:
`BOCAGE_GOLDEN=write pytest tests/games/falaise/test_golden_solitaire.py`, and read the diff.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from bocage.engine.saves import read, written

from .build import game
from .solitaire_story import excerpt, played, story

PAGE = Path(__file__).resolve().parents[3] / "docs" / "solitaire.md"
FOLDER = Path(__file__).parent / "golden"
SAVE = FOLDER / "solitaire.bocage"
STORY = FOLDER / "solitaire.txt"


def test_the_kept_game_is_played_alike() -> None:
    """The save of a whole game replays to its end, die by die, and tells the same story."""
    if os.environ.get("BOCAGE_GOLDEN") == "write":
        table = played()
        SAVE.write_text(written(table), encoding="utf-8", newline="\n")
        STORY.write_text(story(table), encoding="utf-8", newline="\n")
    table = read(SAVE.read_text(encoding="utf-8"), game())
    assert table.is_over
    assert story(table).splitlines() == STORY.read_text(encoding="utf-8").splitlines()


def test_the_story_says_why() -> None:
    """Every Allied formation that was drawn has its die, and every die of 13.1 its German."""
    lines = STORY.read_text(encoding="utf-8").splitlines()
    allied = [
        line.removesuffix(" is drawn.")
        for line in lines
        if line.endswith(" is drawn.") and line.startswith(("US ", "British", "Canadian", "1st"))
    ]
    rolled = [line for line in lines if "on the solitaire table" in line]
    assert len(rolled) == len(allied) > 60
    for name, line in zip(allied, rolled, strict=True):
        assert line.startswith(name)
    assert sum(" from the east: Airstrike " in line for line in lines) > 5
    assert sum(line.startswith("Guns of ") and "in range" in line for line in lines) > 50


def test_the_page_shows_what_was_played() -> None:
    """The excerpt in `docs/solitaire.md` is from the kept story."""
    page = PAGE.read_text(encoding="utf-8")
    before, heading, after = page.partition("## How it reads")
    opening, _, rest = after.partition("```\n")
    shown, _, ending = rest.partition("```")
    wanted = excerpt(STORY.read_text(encoding="utf-8"))
    if os.environ.get("BOCAGE_GOLDEN") == "write":
        text = f"{before}{heading}{opening}```\n{wanted}```{ending}"
        PAGE.write_text(text, encoding="utf-8", newline="\n")
        shown = wanted
    assert shown == wanted


def test_the_story_leaves_no_gap() -> None:
    """Turns end with a count of the Germans, points have their sources, a hit always its victim."""
    lines = STORY.read_text(encoding="utf-8").splitlines()
    ends = [line for line in lines if line.startswith("Turn ") and " ends: " in line]
    assert len(ends) == 10
    for line in ends:
        counted = [int(number) for number in re.findall(r"(?<=Line |f it |edge |lost )\d+", line)]
        assert len(counted) == 4
        assert sum(counted) <= 64
    sources = [line for line in lines if " German VP for " in line]
    ended = next(line for line in lines if line.startswith("The game is over"))
    assert ended.endswith(f"German VP {sum(int(line.split()[0]) for line in sources)}.")
    for i, line in enumerate(lines):
        shot = line.startswith("Op-Fire") and line.endswith("disrupted.")
        if shot or line.endswith("a unit there is hit."):
            assert "disrupted" in lines[i + 1]
    taken = lines.index("The Allies control 3219 Argentan.")
    assert lines[taken - 1].endswith(" to 3219 Argentan.")
