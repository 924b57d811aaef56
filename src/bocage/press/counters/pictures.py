"""The pictures on markers: one bold pictogram each, never distinguished only by colour.

A picture is a tuple of strokes and fills in a box from (10, 6) to (54, 48) of the 64-unit
module, in the ink of its tint. It must hold at 32 pixels without its word. To add one, put
it into `PICTURES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bocage.press import tokens
from bocage.press.counters.glyphs import GLYPHS, Pen
from bocage.press.lettering import text
from bocage.press.svg import Element, group, path
from bocage.press.tokens import Tint


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled shape. A colour is `ink`, `ground`, or written out."""

    data: str
    colour: str = "ink"
    edge: float = 0
    """Width of an outline in ink."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends."""

    data: str
    width: float
    colour: str = "ink"


@dataclass(frozen=True, slots=True)
class Sign:
    """A word in the middle of the picture."""

    said: str
    size: float
    colour: str = "ink"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A unit's symbol, small."""

    glyph: str


Shape = Fill | Stroke | Sign | Symbol


def draw(name: str, tint: Tint) -> list[Element]:
    """Return the elements of a picture in the colours of a tint."""
    return [_drawn(shape, tint) for shape in PICTURES[name]]


def _drawn(shape: Shape, tint: Tint) -> Element:
    match shape:
        case Fill(data, colour, edge):
            return path(
                data,
                fill=_colour(colour, tint),
                stroke=tint.ink if edge else None,
                stroke_width=edge or None,
                stroke_linejoin="round" if edge else None,
            )
        case Stroke(data, width, colour):
            return path(
                data,
                fill="none",
                stroke=_colour(colour, tint),
                stroke_width=width,
                stroke_linejoin="round",
                stroke_linecap="round",
            )
        case Sign(said, size, colour):
            foot = 27 + size * tokens.NUMERAL.cap / 2000
            ink = _colour(colour, tint)
            return text((32, foot), said, tokens.NUMERAL, size, ink, anchor="middle")
        case Symbol(glyph):
            return group(*GLYPHS[glyph](Pen(19.5, 18.5, 25, 17, 2.8, tint.ink)))


def _colour(said: str, tint: Tint) -> str:
    return {"ink": tint.ink, "ground": tint.ground}.get(said, said)


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


def _moved(data: str, *places: tuple[float, float]) -> str:
    """Return a shape that begins with a relative move, at several places."""
    return "".join(f"M{x} {y}{data}" for x, y in places)


_PLANE = (
    "M32 7c2.2 0 3.2 4.4 3.2 8.6v5l19.4 8.2v5.4l-19.4 -3.6l-1 10.2l6.4 4.6v3.2l-8.6 -1.8"
    "l-8.6 1.8v-3.2l6.4 -4.6l-1 -10.2l-19.4 3.6v-5.4l19.4 -8.2v-5c0 -4.2 1 -8.6 3.2 -8.6Z"
)
_BOMBER = (
    "M32 5l2.8 8v6.6l24 5v4.2l-24 -1.4l-1.8 11l7.4 4v3l-8.4 -1.2l-8.4 1.2v-3l7.4 -4"
    "l-1.8 -11l-24 1.4v-4.2l24 -5v-6.6Z"
)
_ENGINE = "m-2.3 0a2.3 2.8 0 0 1 4.6 0v5h-4.6Z"
_CLOUD = "M15 40a10 10 0 0 1 1.6 -19.4a15 15 0 0 1 28.2 -1.6a10.6 10.6 0 0 1 5.2 21Z"
_DARK_CLOUD = "M17 31a8.6 8.6 0 0 1 1.4 -16.7a13 13 0 0 1 24.3 -1.4a9.1 9.1 0 0 1 4.5 18.1Z"
_RAYS = (
    "M32 4.5v6M32 43.5v6M9.5 27h6M48.5 27h6M16 11l4.2 4.2M43.8 38.8l4.2 4.2"
    "M48 11l-4.2 4.2M20.2 38.8l-4.2 4.2"
)
_WAVE = "q5.8 -5.4 11.5 0t11.5 0t11.5 0t11.5 0"
_ARROW = "m0 -5.5h12v-7.5l13.5 13l-13.5 13v-7.5h-12Z"
_SWORDS = "m-12 -13l21 23m3 -23l-21 23m15 3l9 -8m-30 0l9 8"
_STAR = "M32 4l6.6 14.6l16 1.8l-12 10.8l3.3 15.8L32 39l-13.9 8l3.3 -15.8l-12 -10.8l16 -1.8Z"
_CRATE = "h19v16.5h-19Z"
_CRATE_CROSS = "l19 16.5m0 -16.5l-19 16.5"
_SHELL = "m-5.6 15.6v-20q0 -10 5.6 -15.7q5.6 5.7 5.6 15.7v20Zm-.9 2.8h13v4.4h-13Z"
_DROP = "m0 -20c8 11 13 17 13 24a13 13 0 0 1 -26 0c0 -7 5 -13 13 -24Z"
_SMALL_DROP = "m0 -13c5.2 7.2 8.5 11 8.5 15.6a8.5 8.5 0 0 1 -17 0c0 -4.6 3.3 -8.4 8.5 -15.6Z"
_FRAME = "M15 7h34a3 3 0 0 1 3 3v33a3 3 0 0 1 -3 3h-34a3 3 0 0 1 -3 -3v-33a3 3 0 0 1 3 -3Z"
_HOSTILE = Fill("M32 4L56 27L32 50L8 27Z", "#ffffff", edge=3)
_LINKS = "h8a10 10 0 0 1 0 20h-8a10 10 0 0 1 0 -20Z"

PICTURES: Final[Mapping[str, tuple[Shape, ...]]] = {
    "": (),
    # In the air.
    "plane": (Fill(_PLANE),),
    "bomber": (
        Fill(_BOMBER),
        Fill(_moved(_ENGINE, (14.5, 21), (23.5, 19.2), (40.5, 19.2), (49.5, 21))),
        Stroke(_moved("v7", (14.5, 37), (49.5, 37)), 3.4),
    ),
    "airstrike": (
        Stroke("M32 6V32M20.5 22L32 34.5L43.5 22", 5.4),
        Stroke("M8 46l8 -5l4 5.4l6 -7.4l6 8l6 -8l6 7.4l4 -5.4l8 5", 4, "#f0a33c"),
    ),
    "parachute": (
        Fill("M11 26a21 19 0 0 1 42 0" + "q-5.2 -5 -10.5 0" * 4 + "Z"),
        Stroke("M11.5 26L31 42M52.5 26L33 42M25 25L31.4 40M39 25L32.6 40", 1.5),
        Fill(_disc(32, 40.6, 3)),
        Stroke("M32 43v4", 4.4),
    ),
    "crate-chute": (
        Fill("M13 22a19 17 0 0 1 38 0" + "q-4.7 -4.4 -9.5 0" * 4 + "Z"),
        Stroke("M13.5 22L26 35M50.5 22L38 35M26 22L28.5 35M38 22L35.5 35", 1.5),
        Fill("M24 34.5h16v13h-16Z"),
        Stroke("M25 35.5l14 11m0 -11l-14 11", 1.6, "ground"),
    ),
    "no-flak": (
        Fill("M20 46h24l-8 -13h-8Z"),
        Stroke("M30 33L45 9M36 36L51 12", 4),
        Stroke("M9 11L53 45", 5.4),
    ),
    # Time and weather.
    "clock": (Stroke(_disc(32, 27, 19), 3.6), Stroke("M32 14V27.4L41.5 33", 3.6)),
    "sun": (Fill(_disc(32, 27, 10.5), "#f5d567", edge=3), Stroke(_RAYS, 3.4)),
    "cloud": (Fill(_CLOUD, "#8d9ca3", edge=3),),
    "storm": (
        Fill(_DARK_CLOUD, "#54636b", edge=3),
        Stroke("M17 36l-3.4 9M25 36l-3.4 9M46 36l-3.4 9", 3),
        Fill("M37 27l-8 12h6l-3.4 10L44 35h-6.4l4 -8Z", "#f5d567", edge=1.4),
    ),
    # Ground and control.
    "beach": (
        Stroke(_moved(_WAVE, (9, 14), (9, 23)), 2.8),
        Fill("M26 29h12v7.5h8L32 49L18 36.5h8Z"),
    ),
    "pennant": (Stroke("M17 7V49", 3.6), Fill("M19 8H53L44 18.5L53 29H19Z")),
    "flag": (
        Stroke("M17 7V49", 3.6),
        Fill("M19 8H52V30H19Z"),
        Stroke("M21 19H50M33 10V28", 4.4, "ground"),
    ),
    "anchor": (
        Stroke(_disc(32, 11, 4.2), 3.2),
        Stroke("M32 15.5V47M22 22H42M13 32c1 10 9 15 19 15s18 -5 19 -15", 3.8),
        Fill("M13 29l-3.6 9.6h7.4ZM51 29l3.6 9.6h-7.4Z"),
    ),
    "bridge": (Stroke("M11 17q7 2 9 6h24q2 -4 9 -6M11 39q7 -2 9 -6h24q2 4 9 6", 4.4),),
    "bridge-blown": (
        Stroke("M11 17q7 2 9 6h6l-2 4.5M11 39q7 -2 9 -6h3l3 -3", 4.4),
        Stroke("M53 17q-7 2 -9 6h-4l2 4.5M53 39q-7 -2 -9 -6h-3l-3 -3", 4.4),
        Stroke("M32 11v9M25 14l4 6.5M39 14l-4 6.5M32 45v-9M26 43l3.5 -5M38 43l-3.5 -5", 2.6),
    ),
    "ferry": (
        Fill("M10 26h44l-6.5 11h-31Z"),
        Stroke("M32 8V26M33 10l13 7l-13 5", 3),
        Stroke("M8 43q6 -5 12 0t12 0t12 0t12 0", 2.8),
    ),
    # What units do and suffer.
    "barrage": (
        Stroke(_disc(32, 27, 14.5), 3.4),
        Fill(_disc(32, 27, 5)),
        Stroke("M32 5V17M32 37V49M10 27H22M42 27H54", 3.4),
    ),
    "plus": (Fill("M26 8h12v13h13v12h-13v13h-12v-13h-13v-12h13Z"),),
    "no-supply": (
        Stroke("M9 21h20v-8.5L45 27L29 41.5v-8.5H9Z", 2.8),
        Stroke("M51 7L14 48", 6),
    ),
    "move-first": (Fill(_moved(_ARROW, (4, 27))), Stroke(_moved(_SWORDS, (44.5, 26)), 3.8)),
    "combat-first": (Stroke(_moved(_SWORDS, (19.5, 26)), 3.8), Fill(_moved(_ARROW, (34.5, 27)))),
    "counterattack": (Fill("M10 42V28a10 10 0 0 1 10 -10h17v-10l18 15.5l-18 15.5v-10H22v13Z"),),
    "link": (Stroke(_moved(_LINKS, (20, 17), (36, 17)), 4.4),),
    "star": (Fill(_STAR),),
    "star-20": (Fill(_STAR), Sign("20", 17, "ground")),
    "warning": (
        Fill("M32 7L57 49H7Z", edge=2),
        Fill("M32 16L49 44.5H15Z", "ground"),
        Stroke("M32 25v8.5", 5),
        Fill(_disc(32, 40.4, 2.9)),
    ),
    "tick": (Stroke("M12 29L26 43L53 12", 7.4),),
    "prepared": (Stroke("M21 8V46", 4.4), Fill("M8 21.5h24v-9l20 15l-20 15v-9H8Z")),
    "fix": (
        Stroke(_disc(32, 23, 15), 4),
        Fill(_disc(32, 23, 4)),
        Fill("M9 47l12 -13v13ZM55 47l-12 -13v13Z"),
        Stroke("M8 47.5h48", 2.6),
    ),
    # Supplies.
    "crates": (
        Fill(_moved(_CRATE, (12, 30), (33, 30), (22.5, 11.5))),
        Stroke(_moved(_CRATE_CROSS, (12, 30), (33, 30), (22.5, 11.5)), 2, "ground"),
    ),
    "shell": (Fill(_moved(_SHELL, (32, 26))),),
    "shells-5": (Fill(_moved(_SHELL, (17, 26), (32, 26), (47, 26))),),
    "drop": (Fill(_moved(_DROP, (32, 28))),),
    "drops-5": (Fill(_moved(_SMALL_DROP, (19, 19), (45, 19), (32, 37))),),
    # Signs.
    "question": (Stroke(_FRAME, 2.6), Sign("?", 34)),
    **{f"numeral-{n}": (Stroke(_FRAME, 2.6), Sign(str(n), 34)) for n in range(1, 5)},
    "disc-80": (Fill(_disc(32, 27, 20)), Sign("80", 24, "ground")),
    "disc-4": (Fill(_disc(32, 27, 20)), Sign("4", 24, "ground")),
    "seen-infantry": (_HOSTILE, Symbol("infantry")),
    "seen-armour": (_HOSTILE, Symbol("armour")),
    "seen-guns": (_HOSTILE, Symbol("artillery")),
    "seen-unknown": (_HOSTILE, Sign("?", 27)),
}
"""Every picture, by the word used in the tables of markers; the empty word draws nothing."""
