"""Draw what the page shows of every map, and put it into the package.

    python tools/draw_boards.py

A wheel that is built afterwards has the drawings in `bocage/press/drawn`, so that people who
install it need no printing tools to see the boards. Drawings are found by what they were made
from (`bocage.press.cache`): stale ones are never shown, only drawn again.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bocage import games
from bocage.engine.game import AnyGame
from bocage.maps.pack import Pack
from bocage.press import cache, render, survey
from bocage.server import boards, surveys


def asked(game: AnyGame) -> Iterator[Callable[[], object]]:
    """Return what the page requests for a game: its board, and the country of each scenario."""
    if isinstance(game.map(), Pack):
        yield from boards.pictures(game)
    for scenario in game.scenarios:
        at = game.at(scenario)
        country = at.country()
        if country is not None and isinstance(country.pack, Pack):
            yield from (partial(surveys.ground, at, scale) for scale in surveys.SCALES)
            yield partial(survey.fragments, country.pack)


def main() -> None:
    """Draw into an empty folder, then keep what a second asking reads: no drafts, no halves."""
    if not render.fine():
        sys.exit("drawing the boards needs the printing tools: pip install 'bocage[print]'")
    wanted = [each for name in games.GAMES for each in asked(games.game(name))]
    shutil.rmtree(cache.DRAWN, ignore_errors=True)
    with TemporaryDirectory() as folder:
        os.environ["BOCAGE_CACHE"] = folder
        for draw in wanted:
            draw()
        kept = Path(folder, "press")
        for path in kept.iterdir():
            os.utime(path, (0, 0))
        for draw in wanted:
            draw()
        read = sorted(path for path in kept.iterdir() if path.stat().st_mtime > 0)
        cache.DRAWN.mkdir(parents=True)
        for path in read:
            shutil.copyfile(path, cache.DRAWN / path.name)
    size = sum(path.stat().st_size for path in cache.DRAWN.iterdir())
    print(f"{len(read)} drawings in {cache.DRAWN}, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
