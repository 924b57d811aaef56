"""Player aids: the turn track, the sequence of play, set-up cards, and the rules in brief.

All of it comes from what a game answers to everybody (`shown`, `ribbon`, `plans`, its index of
rules), so that any game with a map has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from bocage.engine.actions import Names, NotationError
from bocage.engine.charts import ChartTable
from bocage.engine.game import AnyGame
from bocage.engine.shown import Box
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER
from bocage.games.judges import rulebook_for
from bocage.press import tokens
from bocage.press.furniture import Theme, at
from bocage.press.lettering import text
from bocage.press.papers import LICENCE, Paper
from bocage.press.svg import Drawing, Element, group, rect, scale
from bocage.press.tracks import Cell, track

BOX: Final = 19.0
"""Side of a box of a track: a counter lies in it with room."""
GAP: Final = 1.5
_END: Final = "end"
"""The line that ends a decision for which nothing is recommended."""
_UNITS: Final = 4.0
"""Units of `press.tracks` to a millimetre: its lettering is made for sheets in units."""
_COUNTS: Final = tuple(Box(str(number)) for number in range(20))
_SWITCH: Final = re.compile(r" ?Switch: `[^`]*`\.")
"""The name of an option, at the end of a reading."""
_TINTS: Final = {"night": "#c9cfdc", "day": "#fbf3d9", "": ""}


def begun(game: AnyGame, scenario: str) -> Table[Any]:
    """Return a table of a scenario, set up as recommended until its first turn begins.

    A scenario that nobody sets up is as it begins. The dice are of no account: nothing is
    rolled before a turn begins.
    """
    table = Table[Any].new(game, scenario=scenario, seed=b"print")
    while (decision := table.decision) is not None and game.ribbon(table.state).at < 0:
        seat = decision.seats[0]
        plans = game.plans(table.state, seat)
        before = table.mark
        with suppress(NotationError):  # a game need not know the word
            for line in plans[0].lines if plans else (_END,):
                if not table.do(seat, line):
                    break
        if table.mark == before:
            break
    return table


def tracks(game: AnyGame, scenario: str, paper: Paper) -> Drawing:
    """Return a page with the turn track, the sequence of play and a track for counts."""
    table = begun(game, scenario)
    shown = game.shown(game.view(table.state, OBSERVER))
    title = f"{game.title}: {game.scenario(scenario).title}"
    body: list[Element] = [rect(0, 0, paper.width, paper.height, fill="#ffffff")]
    body.append(text((12, 16), title, tokens.TITLE, 7.4, tokens.LIGHT.ink))
    y = 26.0
    wanted = [(each.name.say(game.nouns), each.boxes) for each in shown.tracks if each.boxes]
    wanted.append(("Counts, such as Victory Points", _COUNTS))
    for said, boxes in wanted:
        body.append(text((12, y), said, tokens.TOWN, 4.4, tokens.LIGHT.ink))
        made, deep = _boxes(boxes, paper.width - 24)
        body.append(at(12, y + 2.5, made))
        y += deep + 12
    stages = [each.say(game.nouns) for each in game.ribbon(table.state).stages]
    if stages:
        body.append(text((12, y), "Sequence of a turn", tokens.TOWN, 4.4, tokens.LIGHT.ink))
        for number, said in enumerate(stages, start=1):
            line = f"{number}. {said}"
            body.append(text((12, y + 1 + number * 5.2), line, tokens.PROSE, 3.8, tokens.LIGHT.ink))
    body.append(text((12, paper.height - 6), LICENCE, tokens.PROSE, 2.6, tokens.LIGHT.muted))
    size = (paper.width, paper.height)
    return Drawing(*size, "mm", size, tuple(body), f"{title}, tracks")


def _boxes(boxes: Sequence[Box], width: float) -> tuple[Element, float]:
    """Boxes in rows that fit a width, and how deep they are."""
    columns = int((width + GAP) // (BOX + GAP))
    cells = [Cell(each.text, tint=_TINTS[each.tint] or None) for each in boxes]
    side, gap = BOX * _UNITS, GAP * _UNITS
    made = track(Theme(), cells, columns=columns, width=side, height=side, gap=gap, figure=30)
    rows = -(-len(cells) // columns)
    return group(made, transform=scale(1 / _UNITS)), rows * (BOX + GAP)


def setups(game: AnyGame) -> list[ChartTable]:
    """Return a card for each scenario and side: who begins where, by hex and by box.

    A scenario with a guide is left out: it is a lesson of the program.
    """
    found: list[ChartTable] = []
    for name, scenario in game.scenarios.items():
        if scenario.guide is not None:
            continue
        table = begun(game, name)
        view: Mapping[str, Any] = game.view(table.state, OBSERVER)
        counters = game.counters()
        for seat, side in enumerate(game.seats):
            own = [u for u, each in enumerate(counters) if each.seat == seat]
            rows = [
                *_by_hex(game, view, own),
                *_by_box(game, view, own),
            ]
            title = f"{scenario.title}: {side.capitalize()}"
            found.append(ChartTable(title, "", ("where", "who"), tuple(rows), prose=True))
    return found


def _by_hex(
    game: AnyGame, view: Mapping[str, Any], own: Sequence[int]
) -> Iterator[tuple[str, str]]:
    """Yield each hex with the units that begin in it."""
    there: dict[int, list[int]] = {}
    for u in own:
        h: int = view["units"][u][0]
        if h >= 0:
            there.setdefault(h, []).append(u)
    for h in sorted(there):
        yield game.numbers[h], _named(game, there[h])


def _by_box(
    game: AnyGame, view: Mapping[str, Any], own: Sequence[int]
) -> Iterator[tuple[str, str]]:
    """Yield each box beside the map with the units that wait in it."""
    for box in game.shown(view).boxes:
        units = [u for u in box.units if u in own]
        if units:
            yield box.name.say(game.nouns), _named(game, units)


def _named(game: AnyGame, units: Sequence[int]) -> str:
    names = game.nouns["unit"]
    assert isinstance(names, Names)
    return ", ".join(f"{names.written[u]} {names.said[u]}" for u in units)


def brief(game: AnyGame) -> list[ChartTable]:
    """Return the rules in our own words: a chart for each case of the book, then the readings."""
    book = rulebook_for(game)
    if book is None:
        return []
    found: list[ChartTable] = []
    chapters: dict[str, list[tuple[str, str]]] = {}
    for rule, entry in book.index.items():
        if entry.same_as:
            continue
        if book.index.is_heading(rule):
            if entry.is_case and entry.title and not str(rule).endswith(".0"):
                heading = (str(rule), entry.title.upper())
                chapters.setdefault(str(rule).partition(".")[0], []).append(heading)
            continue
        said = f"{entry.title}: {entry.says}" if entry.is_case and entry.title else entry.says
        chapters.setdefault(str(rule).partition(".")[0], []).append((str(rule), said))
    titles = {str(rule): entry.title for rule, entry in book.index.items()}
    for chapter, rows in chapters.items():
        title = titles.get(f"{chapter}.0") or titles.get(f"{chapter}.1") or "Rules"
        found.append(_sentences(f"{chapter}. {title}", rows))
    readings = [
        (
            str(rule).removeprefix("reading "),
            f"{each.title} ({', '.join(map(str, each.about))}): {_SWITCH.sub('', each.says)}",
        )
        for rule, each in book.readings.items()
    ]
    found.append(_sentences("Readings: where the book is silent", readings))
    return found


def _sentences(title: str, rows: Sequence[tuple[str, str]]) -> ChartTable:
    """Return a chart of numbered sentences."""
    return ChartTable(title, "", ("", ""), tuple(rows), prose=True)
