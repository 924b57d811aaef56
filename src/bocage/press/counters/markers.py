"""Markers and chits: one pictogram and one word; below 40 pixels the word goes."""

from __future__ import annotations

from bocage.engine.counters import MarkerFace
from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.counters.bands import INSET, MODULE
from bocage.press.counters.pictures import draw
from bocage.press.lettering import text
from bocage.press.paths import rounded_box
from bocage.press.svg import Element, circle, group, path
from bocage.press.tokens import Detail, Tint

WORD = tokens.NUMERAL
WORD_SIZE = 10.0
WORD_ROOM = 54.0
WORD_BASE = 59.3
CHIT_RADIUS = 30.6
NATIONS = frozenset({"GB", "GE", "IT", "UK", "US"})
"""Words that say whose a marker is."""


def marker(face: MarkerFace, detail: Detail) -> Element:
    """Return the marker as a group 64 units wide."""
    tint = tokens.MARKER_TINTS[face.tint]
    words = detail.px >= 40
    if face.shape == "round":
        return group(*_chit(face, tint, words=words))
    size = MODULE - 2 * INSET
    shape = rounded_box(INSET, INSET, size, size, tokens.CORNER_ROUND)
    parts = [path(shape, fill=tint.ground)]
    parts.extend(_headed(face, tint) if face.lines else _picture(face, tint, words=words))
    if words and face.word:
        parts.append(_word(face.word, tint))
    elif kept(face.word):
        parts.append(text((32, 60), kept(face.word), WORD, 21, tint.ink, anchor="middle"))
    parts.append(path(shape, fill="none", stroke=tokens.EDGE, stroke_width=1.2))
    return group(*parts)


def kept(said: str) -> str:
    """Return the part of a word that small counters keep: a figure such as +6, or a nation."""
    first = said.split(" ", 1)[0]
    return first if first.startswith("+") or first in NATIONS else ""


def word_size(said: str) -> float:
    """Return the size at which a marker's word fits its width."""
    return typ.fitted(said, WORD, WORD_SIZE, WORD_ROOM)


def _word(said: str, tint: Tint) -> Element:
    return text((32, WORD_BASE), said, WORD, word_size(said), tint.ink, anchor="middle")


def _picture(face: MarkerFace, tint: Tint, *, words: bool) -> list[Element]:
    drawn = draw(face.picture, tint)
    if words and face.word:
        return drawn
    if kept(face.word):
        return [group(*drawn, transform="translate(7.7 -.5) scale(.76)")]
    # Without a word the picture takes the room the word had.
    return [group(*drawn, transform="translate(-3.2 2.2) scale(1.1)")]


def _headed(face: MarkerFace, tint: Tint) -> list[Element]:
    """Return a picture under a heading, as on the guns of a corps."""
    heading = face.lines[0]
    size = typ.fitted(heading, WORD, 17, WORD_ROOM)
    drawn = draw(face.picture, tint)
    return [
        text((32, 17.5), heading, WORD, size, tint.ink, anchor="middle"),
        group(*drawn, transform="translate(12.2 18.2) scale(.62)"),
    ]


def _chit(face: MarkerFace, tint: Tint, *, words: bool) -> list[Element]:
    parts = [
        circle(32, 32, CHIT_RADIUS, fill=tint.ground, stroke=tokens.EDGE, stroke_width=1.4),
        circle(32, 32, 26.6, fill="none", stroke=tint.ink, stroke_width=1.3, stroke_opacity=0.75),
    ]
    if face.lines:
        return [*parts, *_lines(face.lines, tint, words=words)]
    drawn = draw(face.picture, tint)
    if words and face.word:
        parts.append(group(*drawn, transform="translate(9.6 8.4) scale(.7)"))
        size = typ.fitted(face.word, WORD, 9.6, 34)
        parts.append(text((32, 51.6), face.word, WORD, size, tint.ink, anchor="middle"))
    elif kept(face.word):
        parts.append(group(*drawn, transform="translate(12.2 6) scale(.62)"))
        parts.append(text((32, 54), kept(face.word), WORD, 19, tint.ink, anchor="middle"))
    else:
        parts.append(group(*drawn, transform="translate(3.2 8.4) scale(.9)"))
    return parts


def _lines(lines: tuple[str, ...], tint: Tint, *, words: bool) -> list[Element]:
    first, *rest = lines
    room = 45.0 if words else 49.0
    size = typ.fitted(first, WORD, 20 if words else 26, room)
    if not words or not rest:
        foot = 32 + size * WORD.cap / 2000
        return [text((32, foot), first, WORD, size, tint.ink, anchor="middle")]
    parts = [text((32, 34), first, WORD, size, tint.ink, anchor="middle")]
    under = typ.fitted(rest[0], tokens.NUMERAL_MEDIUM, 9.6, 38)
    parts.append(text((32, 46), rest[0], tokens.NUMERAL_MEDIUM, under, tint.ink, anchor="middle"))
    return parts
