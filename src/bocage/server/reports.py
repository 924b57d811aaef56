"""A story over the wire: the data of the page's small charts, with words beside them."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

from bocage.engine.game import AnyGame
from bocage.lab.stories import Story
from bocage.server import messages, wire


def told(game: AnyGame, story: Story) -> messages.Story:
    """Return a story as plain data; lines are counted as the log is."""
    nouns, book, seats = game.nouns, game.book, game.seats
    lost = [sum(each[side] for each in story.losses) for side in range(len(seats))]
    return {
        "turns": list(story.turns),
        "ends": list(story.ends),
        "charts": [
            {
                "title": chart.title,
                "lines": [
                    {
                        "name": line.measure.name,
                        "side": seats[line.measure.side] if line.measure.side >= 0 else "",
                        "rule": line.measure.rule.cited(book),
                        "values": list(line.values),
                    }
                    for line in lines
                ],
            }
            for chart, lines in story.charts
        ],
        "losses": {name: [each[side] for each in story.losses] for side, name in enumerate(seats)},
        "lost": dict(zip(seats, lost, strict=True)),
        "fights": [
            {
                "line": each.line + 1,
                "turn": each.turn,
                "by": seats[each.by],
                "hex": each.hex,
                "result": each.result,
                "luck": round(each.luck, 4),
            }
            for each in story.fights
        ],
        "luck": _luck(seats, story),
        "turning": [
            {"line": each.line, "turn": each.turn, "text": wire.pieces(each.words, nouns)}
            for each in story.turning
        ],
    }


def _luck(seats: Sequence[str], story: Story) -> messages.StoryLuck:
    """Return who was lucky, by how much, and in how many games of a hundred they would be
    luckier.
    """
    first = story.luck(0)
    lucky = 0 if first >= 0 else 1
    spread = story.spread
    rarer = 0.5 * erfc(abs(first) / spread / sqrt(2)) if spread else 0.5
    return {
        "seat": seats[lucky],
        "by": round(abs(first), 2),
        "spread": round(spread, 2),
        "rarer": round(rarer, 4),
        "fights": len(story.fights),
    }
