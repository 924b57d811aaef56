"""A game that is over as something to share: one page that needs nothing else, or a moving GIF.

Both show the map at the end of every turn with all counters where they stood.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine.counters import UnitFace
from bocage.lab import figures
from bocage.lab.findings import Course, Courses
from bocage.lab.intervals import Interval
from bocage.lab.page import html
from bocage.lab.reports import Figure, Report, Section, Table
from bocage.maps.pack import Pack
from bocage.press.boxes import Box
from bocage.press.counters.drawing import face
from bocage.press.lettering import text
from bocage.press.render import PrintExtraMissingError, png
from bocage.press.sheets import board_of, ground
from bocage.press.svg import Drawing, Element, group, rect, scale, translate
from bocage.press.tokens import DETAILS, NUMERAL

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.lab.stories import Story

GIF_WIDE: Final = 900
"""The width of the pictures of a GIF, in pixels."""
GIF_MS: Final = 1600
"""How long a turn is shown, in milliseconds."""
_LAST_MS: Final = 5000
_GROUND: Final = 0.5
"""Pixels of the ground to a unit of the sheet."""
_COUNTER: Final = 0.96
"""The size of a counter as a part of the width of a hex: pictures are small."""
_DETAIL: Final = 32
_MODULE: Final = 64
_INK: Final = "#2a2116"
_PAPER: Final = "#f3ecdb"
_BAR: Final = 40
"""The strip under a picture of a GIF that says which turn it is."""


class Placed(NamedTuple):
    """A counter on a picture, by the middle of it."""

    unit: int
    reduced: bool
    x: float
    y: float


class Album:
    """The pictures of a game, turn by turn."""

    def __init__(self, game: Game[Any], story: Story) -> None:
        """Raises:
        ValueError: the game is not played on a map of hexes.
        """
        pack = game.map()
        if not isinstance(pack, Pack):
            raise ValueError(f"{game.title} has no map of hexes")
        self.game: Final = game
        self.story: Final = story
        self.pack: Final = pack
        self.plan: Final = board_of(pack).plan
        self.size: Final = self.plan.hex * _COUNTER
        self.turns: Final = [self._placed(*each) for each in story.positions]
        self.crop: Final = self._crop()

    def _placed(self, places: Sequence[int], steps: Sequence[int]) -> list[Placed]:
        """Return the counters on the map, those of a stack slightly offset."""
        window, height = self.plan.window, dict[int, int]()
        found: list[Placed] = []
        for u, counter in enumerate(self.game.counters()):
            h = places[u] if u < len(places) else -1
            if h < 0 or not isinstance(counter.front, UnitFace):
                continue
            x, y = self.plan.centres[h]
            up = height.get(h, 0)
            height[h] = up + 1
            shift = 0.09 * self.size * up
            reduced = counter.front.steps > 1 and steps[u] < counter.front.steps
            at = (x - window.left + shift, y - window.top - shift)
            found.append(Placed(u, reduced, *at))
        return found

    def _crop(self) -> Box:
        """Return the part of the map on which anything ever stands."""
        window = self.plan.window
        wide, high = window.right - window.left, window.foot - window.top
        spots = [(each.x, each.y) for turn in self.turns for each in turn]
        if not spots:
            return Box(0, 0, wide, high)
        margin = 1.6 * self.plan.hex
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        return Box(
            max(0, min(xs) - margin),
            max(0, min(ys) - margin),
            min(wide, max(xs) + margin),
            min(high, max(ys) + margin),
        )


def page(game: Game[Any], story: Story, outcome: str) -> str:
    """Return the game as one page: a picture a turn, turning points, charts and losses.

    Raises:
        PrintExtraMissingError: the ground cannot be drawn without `bocage[print]`.
        ValueError: the game is not played on a map of hexes.
    """
    album = Album(game, story)
    nouns = game.nouns
    moments = tuple((each.words.say(nouns), str(each.turn)) for each in story.turning)
    lost = [
        f"{name.capitalize()}: {sum(by[i] for by in story.losses)} steps lost"
        for i, name in enumerate(game.seats)
    ]
    sections = (
        Section("turning", "Turning points", (), (Table("", ("What happened", "Turn"), moments),)),
        Section("maps", "Turn by turn", (), tuple(_turns(album))),
        Section("courses", "In figures", (". ".join(lost) + ".",), tuple(_courses(game, story))),
    )
    facts = (("Turns", str(len(story.turns))), ("Battles", str(len(story.fights))))
    return html(Report(game.title, outcome, facts, sections, tuple(game.seats), None))


def _turns(album: Album) -> Iterator[Figure]:
    """Yield a picture of the end of each turn; the first brings the ground and every counter."""
    crop, story, seats = album.crop, album.story, album.game.seats
    box = f"0 0 {crop.right - crop.left:.0f} {crop.foot - crop.top:.0f}"
    for place, turn in enumerate(story.turns):
        shared = _shared(album) if place == 0 else ""
        counters = "".join(_use(album, each) for each in album.turns[place])
        label = f"The map at the end of turn {turn}"
        moments = [each.words.say(album.game.nouns) for each in story.turning if each.turn == turn]
        lost = ", ".join(
            f"{name.capitalize()} {story.losses[place][i]}" for i, name in enumerate(seats)
        )
        yield Figure(
            f"Turn {turn}",
            f'{shared}<svg viewBox="{box}" role="img" aria-label="{label}" '
            f'style="width:100%;height:auto"><use href="#ground"/>{counters}</svg>',
            ". ".join((*moments, f"Steps lost: {lost}")) + ".",
        )


def _use(album: Album, each: Placed) -> str:
    """Return a counter of a picture, by the symbol that all pictures share."""
    size = f"{album.size:.0f}"
    x, y = each.x - album.crop.left - album.size / 2, each.y - album.crop.top - album.size / 2
    name = f"u{each.unit}{'b' if each.reduced else 'f'}"
    return f'<use href="#{name}" x="{x:.0f}" y="{y:.0f}" width="{size}" height="{size}"/>'


def _shared(album: Album) -> str:
    """Return the ground and the counters that are used, hidden, for every picture."""
    window, crop = album.plan.window, album.crop
    picture = base64.b64encode(ground(album.pack, _GROUND)).decode()
    used = sorted({(each.unit, each.reduced) for turn in album.turns for each in turn})
    counters = album.game.counters()
    symbols = "".join(
        f'<symbol id="u{u}{"b" if reduced else "f"}" viewBox="0 0 {_MODULE} {_MODULE}">'
        f"{face(counters[u].back if reduced else counters[u].front, DETAILS[_DETAIL])}</symbol>"
        for u, reduced in used
    )
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
        f'<image id="ground" x="{-crop.left:.0f}" y="{-crop.top:.0f}" '
        f'width="{window.right - window.left:.0f}" height="{window.foot - window.top:.0f}" '
        f'href="data:image/webp;base64,{escape(picture)}"/>{symbols}</defs></svg>'
    )


def _courses(game: Game[Any], story: Story) -> Iterator[Figure]:
    for chart, lines in story.charts:
        courses = Courses(
            chart.title,
            story.turns,
            tuple(
                Course(
                    each.measure.name,
                    game.seats[each.measure.side] if each.measure.side >= 0 else "",
                    each.values,
                    tuple(Interval(value, value) for value in each.values),
                    each.values,
                    each.values,
                )
                for each in lines
            ),
        )
        key = tuple(
            (
                each.side,
                f"{each.name}: {figures.number(each.means[0])} to {figures.number(each.means[-1])}",
            )
            for each in courses.lines
        )
        yield Figure(chart.title, figures.courses(courses, game.seats), "", key)


def gif(game: Game[Any], story: Story, wide: int = GIF_WIDE) -> bytes:
    """Return a GIF with a picture of the end of each turn.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
        ValueError: the game is not played on a map of hexes.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise PrintExtraMissingError("GIF", "pillow") from error
    album = Album(game, story)
    crop, factor = album.crop, wide / (album.crop.right - album.crop.left)
    high, px = round((crop.foot - crop.top) * factor), max(8, round(album.size * factor))
    base = Image.open(BytesIO(ground(album.pack, _GROUND))).convert("RGB")
    left, top, right, foot = (
        round(side * _GROUND) for side in (crop.left, crop.top, crop.right, crop.foot)
    )
    base = base.crop((left, top, right, foot)).resize((wide, high), Image.Resampling.LANCZOS)
    used = sorted({(each.unit, each.reduced) for turn in album.turns for each in turn})
    sheet = Image.open(BytesIO(_sprites(album, used, px, wide))).convert("RGBA")
    below = _rows(len(used), px, wide) * px
    frames: list[Image.Image] = []
    for place, placed in enumerate(album.turns):
        made = Image.new("RGB", (wide, high + _BAR), _INK)
        made.paste(base, (0, 0))
        for each in placed:
            x, y = _spot(used.index((each.unit, each.reduced)), px, wide)
            counter = sheet.crop((x, y, x + px, y + px))
            at = ((each.x - crop.left) * factor, (each.y - crop.top) * factor)
            made.paste(counter, (round(at[0] - px / 2), round(at[1] - px / 2)), counter)
        bar = below + place * _BAR
        made.paste(sheet.crop((0, bar, wide, bar + _BAR)), (0, high))
        frames.append(made.quantize(128, Image.Quantize.FASTOCTREE))
    done = BytesIO()
    times = [*(GIF_MS for _ in frames[1:]), _LAST_MS]
    frames[0].save(done, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return done.getvalue()


def _spot(number: int, px: int, wide: int) -> tuple[int, int]:
    """Return the place of a counter on the sheet of all counters."""
    row, column = divmod(number, max(1, wide // px))
    return column * px, row * px


def _rows(count: int, px: int, wide: int) -> int:
    return -(-count // max(1, wide // px))


def _sprites(album: Album, used: Sequence[tuple[int, bool]], px: int, wide: int) -> bytes:
    """Return one picture of every counter used, with the text of each turn below them."""
    counters, body = album.game.counters(), list[Element]()
    for number, (u, reduced) in enumerate(used):
        side = counters[u].back if reduced else counters[u].front
        shape = group(face(side, DETAILS[_DETAIL]), transform=scale(px / _MODULE))
        body.append(group(shape, transform=translate(*_spot(number, px, wide))))
    below = _rows(len(used), px, wide) * px
    for place, turn in enumerate(album.story.turns):
        foot = below + place * _BAR + _BAR
        losses = album.story.losses[place]
        lost = ", ".join(f"{n.capitalize()} {losses[i]}" for i, n in enumerate(album.game.seats))
        body += [
            rect(0, foot - _BAR, wide, _BAR, fill=_INK),
            text((14, foot - 12), f"{album.game.title}: turn {turn}", NUMERAL, 22, _PAPER),
            text((wide - 14, foot - 12), f"steps lost: {lost}", NUMERAL, 18, _PAPER, anchor="end"),
        ]
    high = below + len(album.story.turns) * _BAR
    return png(Drawing(wide, high, "px", (wide, high), tuple(body)), dpi=96)
